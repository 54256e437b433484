//! Canonicalization.

use std::collections::BTreeSet;
use terrace_ir::build::OperationState;

use terrace_dialects_builtin::fold::operand_of;
use terrace_dialects_core::arith::IndexCastOp;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, DYNAMIC, Op, OpKind, RankedTensorType, Rewriter, Type, Value, ValueRef, pattern};

use super::fold::{broadcast, extents, shape_attr};
use super::shapes::extents_type;
use super::{
    BroadcastOp, ConstShapeOp, ConstSizeOp, FromExtentTensorOp, IndexToSizeOp, RankOp, ShapeOfOp,
    SizeToIndexOp, is_extent_tensor, is_shape,
};
use terrace_dialects_mem::tensor;

/// Drops duplicate operands.
pub(super) fn drop_duplicates(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let mut seen = BTreeSet::new();
    let keep: Vec<bool> = rw.op(op).operands().map(|value| seen.insert(value.id())).collect();
    replace_kept(rw, op, &keep)
}

/// Drops operands that are not kept; `None` if all are.
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
}

/// The shape of a scalar broadcasts to anything.
pub(super) fn drop_empty_shapes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let keep: Vec<bool> = view.operands().map(|value| !is_empty_shape(value)).collect();
    if !keep.contains(&true) {
        // A condition on none is folded.
        if !view.isa::<BroadcastOp>() {
            return None;
        }
        let empty = shape_attr(rw.cx(), &[]);
        rw.replace(op, ConstShapeOp::of().shape_attr(empty));
        return Some(());
    }
    replace_kept(rw, op, &keep)
}

/// Replaces a broadcast of a single shape by that shape, cast to the result's type.
pub(super) fn broadcast_of_one(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_operands() != 1 {
        return None;
    }
    let (shape, to) = (view.single_operand(), view.single_result().ty());
    let (shape, from) = (shape.id(), shape.ty());
    if is_extent_tensor(cx, from) && is_shape(cx, to) {
        rw.replace(op, FromExtentTensorOp::of(shape));
    } else if is_extent_tensor(cx, from) && is_extent_tensor(cx, to) {
        rw.replace(op, tensor::CastOp::of(shape));
    } else {
        return None;
    }
    Some(())
}

/// Folds a broadcast of compatible constant shapes to a constant.
pub(super) fn broadcast_constants(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (mut shape, mut others) = (Vec::new(), Vec::new());
    for value in view.operands() {
        let constant = value.defining_op().filter(|def| def.isa::<ConstShapeOp>());
        let extents = constant.and_then(|_| extents(cx, constant_value(value)));
        match extents.and_then(|extents| broadcast(&shape, &extents)) {
            Some(both) => shape = both,
            None => others.push(value.id()),
        }
    }
    if view.num_operands() - others.len() < 2 {
        return None;
    }
    let (loc, ty) = (view.loc(), extents_type(cx, shape.len() as i64));
    let attr = shape_attr(cx, &shape);
    rw.set_insertion_point_before(op);
    others.push(rw.build_value(ConstShapeOp::of().shape_attr(attr).result(ty).loc(loc)));
    rw.replace(op, BroadcastOp::of(&others));
    Some(())
}

/// Drops casts to extent tensors of dynamic size.
pub(super) fn drop_casts<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let source = |value: ValueRef<'_>| {
        let source = operand_of::<tensor::CastOp>(value)?;
        (value.ty().shape(value.cx()) == Some(&[DYNAMIC])).then(|| source.id())
    };
    let sources: Vec<Option<Value>> = view.operands().map(source).collect();
    if sources.iter().all(Option::is_none) {
        return None;
    }
    let operands = view.operands().zip(sources).map(|(value, source)| source.unwrap_or(value.id()));
    let operands: Vec<Value> = operands.collect();
    rw.replace(op, OperationState::positional::<K>(&operands, &[]));
    Some(())
}

/// Infers a static result type of a broadcast if all ranks are static.
pub(super) fn concrete_broadcast(rw: &mut Rewriter<'_>, op: BroadcastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.result().ty().shape(cx) != Some(&[DYNAMIC]) {
        return None;
    }
    let ranks = view.0.operands().filter_map(|value| value.ty().shape(cx)?.first().copied());
    let rank = ranks.into_iter().try_fold(0, |most: i64, rank| (rank != DYNAMIC).then(|| most.max(rank)))?;
    let shapes: Vec<Value> = view.0.operands().map(|value| value.id()).collect();
    let loc = view.0.loc();
    rw.set_insertion_point_before(op);
    let concrete = rw.build_value(BroadcastOp::of(&shapes).result(extents_type(cx, rank)).loc(loc));
    rw.replace(op, tensor::CastOp::of(concrete));
    Some(())
}

/// Patterns for ops of other dialects.
pub(super) static PATTERNS: &[Pattern] = &[
    pattern!("TensorCastConstShape", tensor::CastOp, cast_of_const_shape),
    pattern!("ShapeOfCastExtentTensor", tensor::CastOp, cast_of_shape_of),
    pattern!("ExtractFromShapeOfExtentTensor", tensor::ExtractOp, extract_of_shape_of),
];

/// A constant shape under another type is one.
fn cast_of_const_shape(rw: &mut Rewriter<'_>, op: tensor::CastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let constant = view.source().defined_by::<ConstShapeOp>()?;
    let shape = constant.shape_attr();
    if !view.dest().ty().has_static_shape(cx) {
        return None;
    }
    rw.replace(op, ConstShapeOp::of().shape_attr(shape));
    Some(())
}

/// Folds a cast of the shape of a ranked value into `shape.shape_of`.
fn cast_of_shape_of(rw: &mut Rewriter<'_>, op: tensor::CastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let &[extent] = view.dest().ty().shape(cx)? else { return None };
    let of = operand_of::<ShapeOfOp>(view.source())?;
    let rank = of.ty().shape(cx)?.len() as i64;
    if extent != DYNAMIC && extent != rank {
        return None;
    }
    let of = of.id();
    rw.replace(op, ShapeOfOp::of(of));
    Some(())
}

/// Replaces the extraction of an extent of a `shape.shape_of` by a query of that extent.
fn extract_of_shape_of(rw: &mut Rewriter<'_>, op: tensor::ExtractOp) -> Option<()> {
    let view = op.view(rw);
    let of = operand_of::<ShapeOfOp>(view.tensor())?;
    let (of, index) = (of.id(), view.indices().next()?.id());
    rw.replace(op, tensor::DimOp::of(of, index));
    Some(())
}

/// A conversion there and back is nothing.
fn back<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let source =
        operand_of::<K>(view.single_operand()).filter(|source| source.ty() == view.single_result().ty())?;
    let source = source.id();
    rw.replace_op(op, &[source]);
    Some(())
}

pub(super) fn size_to_index_to_size(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    back::<SizeToIndexOp>(rw, op)
}

pub(super) fn index_to_size_to_index(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    back::<IndexToSizeOp>(rw, op)
}

/// Replaces the rank of the shape of a ranked value by a constant.
pub(super) fn rank_of_shape_of(rw: &mut Rewriter<'_>, op: RankOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let rank = operand_of::<ShapeOfOp>(view.shape())?.ty().shape(cx)?.len() as i64;
    let value = Some(cx.int_attr(Type::INDEX, rank));
    if view.rank().ty() == Type::INDEX {
        rw.replace(op, terrace_dialects_core::arith::ConstantOp::of().value_attr(value));
    } else {
        rw.replace(op, ConstSizeOp::of().value_attr(value));
    }
    Some(())
}

/// Replaces the shape of a value with static extents by a constant.
pub(super) fn constant_shape_of(rw: &mut Rewriter<'_>, op: ShapeOfOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (shape, ty, loc) = (view.arg().ty().shape(cx)?, view.result().ty(), view.0.loc());
    if shape.contains(&DYNAMIC) {
        return None;
    }
    let extents = extents_type(cx, shape.len() as i64);
    let attr = shape_attr(cx, shape)?;
    rw.set_insertion_point_before(op);
    let made = if is_extent_tensor(cx, ty) { extents } else { ty };
    let constant = rw.build_value(ConstShapeOp::of().shape_attr(attr).result(made).loc(loc));
    if made == ty {
        rw.replace_op(op, &[constant]);
    } else {
        rw.replace(op, tensor::CastOp::of(constant));
    }
    Some(())
}

/// The shape of a reshaped tensor is the shape it was given.
pub(super) fn shape_of_reshape(rw: &mut Rewriter<'_>, op: ShapeOfOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let reshape = view.arg().defined_by::<tensor::ReshapeOp>()?;
    let (ty, loc) = (view.result().ty(), view.0.loc());
    if !is_extent_tensor(cx, ty) {
        return None;
    }
    let (mut shape, given) = (reshape.shape().id(), reshape.shape().ty());
    let indices = RankedTensorType::get(cx, given.shape(cx)?, Type::INDEX);
    rw.set_insertion_point_before(op);
    if given != indices {
        shape = rw.build_value(IndexCastOp::of(shape).out(indices).loc(loc));
    }
    if indices == ty {
        rw.replace_op(op, &[shape]);
    } else {
        rw.replace(op, tensor::CastOp::of(shape));
    }
    Some(())
}
