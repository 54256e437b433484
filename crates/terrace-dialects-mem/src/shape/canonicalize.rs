//! Canonicalization.

use std::collections::BTreeSet;

use terrace_dialects_core::arith::IndexCastOp;
use terrace_dialects_core::fold::operand_of;
use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, DYNAMIC, InsertPoint, Op, OpKind, Rewriter, Type, Value, ValueRef};

use super::shapes::extents_type;
use super::{
    AssumingOpView, ConstShapeOp, ConstSizeOp, ConstWitnessOp, FromExtentTensorOp, IndexToSizeOp, ShapeOfOp,
    SizeToIndexOp, is_extent_tensor, is_shape,
};
use crate::tensor;

/// An operand that is there already says nothing new.
pub(super) fn drop_duplicates(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let mut seen = BTreeSet::new();
    let keep: Vec<bool> = rw.op(op).operands().map(|value| seen.insert(value.id())).collect();
    replace_kept(rw, op, &keep)
}

/// Drops operands that are not kept; none where all are.
fn replace_kept(rw: &mut Rewriter<'_>, op: Op, keep: &[bool]) -> Option<()> {
    if keep.iter().all(|&keep| keep) {
        return None;
    }
    rw.keep_operands(op, keep);
    Some(())
}

/// Whether a shape is known to be that of a scalar.
fn is_empty_shape(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    if is_extent_tensor(cx, value.ty()) && value.ty().shape(cx) == Some(&[0]) {
        return true;
    }
    let empty = |attr: Attr| attr.ty(cx).is_some_and(|ty| ty.shape(cx) == Some(&[0]));
    constant_value(value).is_some_and(empty)
        || operand_of::<ShapeOfOp>(value).is_some_and(|of| of.ty().shape(cx) == Some(&[]))
}

/// The shape of a scalar broadcasts to anything.
pub(super) fn drop_empty_shapes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let keep: Vec<bool> = rw.op(op).operands().map(|value| !is_empty_shape(value)).collect();
    if !keep.contains(&true) {
        return None;
    }
    replace_kept(rw, op, &keep)
}

/// One shape broadcasts to itself, under the result's type.
pub(super) fn broadcast_of_one(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_operands() != 1 {
        return None;
    }
    let (shape, from, to) = (view.operand(0).id(), view.operand(0).ty(), view.result(0).ty());
    if is_extent_tensor(cx, from) && is_shape(cx, to) {
        rw.replace_as::<FromExtentTensorOp>(op, &[shape], &[]);
    } else if is_extent_tensor(cx, from) && is_extent_tensor(cx, to) {
        rw.replace_as::<tensor::CastOp>(op, &[shape], &[]);
    } else {
        return None;
    }
    Some(())
}

/// A shape equals itself.
pub(super) fn equal_to_itself(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if view.num_operands() == 0 || view.operands().any(|other| other != view.operand(0)) {
        return None;
    }
    rw.replace_as::<ConstWitnessOp>(op, &[], &[Some(Attr::TRUE)]);
    Some(())
}

/// One witness is all of one witness.
pub(super) fn all_of_one(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if view.num_operands() != 1 {
        return None;
    }
    let witness = view.operand(0).id();
    rw.replace(op, &[witness]);
    Some(())
}

/// What is assumed and holds needs no region.
pub(super) fn assuming_true(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = AssumingOpView(rw.op(op));
    if constant_value(view.witness()) != Some(Attr::TRUE) {
        return None;
    }
    let block = view.0.region(0).entry()?;
    let end = block.last()?;
    let results: Vec<Value> = end.operands().map(|v| v.id()).collect();
    let (block, end) = (block.id(), end.id());
    rw.inline_block(block, InsertPoint::Before(op), &[]);
    rw.replace(op, &results);
    rw.erase(end);
    Some(())
}

/// A conversion there and back is nothing.
fn back<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let source = operand_of::<K>(view.operand(0)).filter(|source| source.ty() == view.result(0).ty())?;
    let source = source.id();
    rw.replace(op, &[source]);
    Some(())
}

pub(super) fn size_to_index_to_size(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    back::<SizeToIndexOp>(rw, op)
}

pub(super) fn index_to_size_to_index(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    back::<IndexToSizeOp>(rw, op)
}

/// The rank of the shape of what has a rank.
pub(super) fn rank_of_shape_of(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let rank = operand_of::<ShapeOfOp>(view.operand(0))?.ty().shape(cx)?.len() as i64;
    let value = Some(cx.int_attr(Type::INDEX, rank));
    if view.result(0).ty() == Type::INDEX {
        rw.replace_as::<terrace_dialects_core::arith::ConstantOp>(op, &[], &[value]);
    } else {
        rw.replace_as::<ConstSizeOp>(op, &[], &[value]);
    }
    Some(())
}

/// The shape of what has known extents is a constant.
pub(super) fn constant_shape_of(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (shape, ty, loc) = (view.operand(0).ty().shape(cx)?, view.result(0).ty(), view.loc());
    if shape.contains(&DYNAMIC) {
        return None;
    }
    let extents = extents_type(cx, shape.len() as i64);
    let values: Vec<terrace_support::apint::ApInt> =
        shape.iter().map(|&extent| terrace_support::apint::ApInt::from_i64(64, extent)).collect();
    let attr = terrace_ir::elements::int_elements(cx, extents, &values)?;
    rw.before(op);
    let made = if is_extent_tensor(cx, ty) { extents } else { ty };
    let constant = rw.make_value::<ConstShapeOp>(&[], &[Some(attr)], made, loc);
    if made == ty {
        rw.replace(op, &[constant]);
    } else {
        rw.replace_as::<tensor::CastOp>(op, &[constant], &[]);
    }
    Some(())
}

/// The shape of a reshaped tensor is the shape it was given.
pub(super) fn shape_of_reshape(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let reshape = view.operand(0).defining_op().filter(|reshape| reshape.isa::<tensor::ReshapeOp>())?;
    let (ty, loc) = (view.result(0).ty(), view.loc());
    if !is_extent_tensor(cx, ty) {
        return None;
    }
    let (mut shape, given) = (reshape.operand(1).id(), reshape.operand(1).ty());
    let indices = tensor::ranked_tensor(cx, given.shape(cx)?, Type::INDEX, None);
    rw.before(op);
    if given != indices {
        shape = rw.make_value::<IndexCastOp>(&[shape], &[], indices, loc);
    }
    if indices == ty {
        rw.replace(op, &[shape]);
    } else {
        rw.replace_as::<tensor::CastOp>(op, &[shape], &[]);
    }
    Some(())
}
