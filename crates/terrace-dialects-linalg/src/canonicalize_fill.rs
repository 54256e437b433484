//! Canonicalization of ops on tensors that are filled with one value.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::index_list::constant_int;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{
    Index, index_constant, indices, known_indices, mixed_slot, split, value_of,
};
use terrace_dialects_mem::slices::{mixed, slice};
use terrace_dialects_mem::tensor::{
    CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, InsertSliceOp, PadOp, PadOpView,
    constant_padding_value, ranked_tensor,
};
use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, DYNAMIC, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};

use crate::builders::{make_fill, make_named};
use crate::canonicalize::{maker, maker_of};
use crate::named_elementwise::{CopyOp, FillOp};

/// The value that a tensor is filled with, and the tensor that was filled.
fn filled(value: ValueRef<'_>) -> Option<(OpRef<'_>, ValueRef<'_>, ValueRef<'_>)> {
    let fill = maker_of(value, FillOp::DEF)?;
    Some((fill, fill.operand(0), fill.operand(1)))
}

/// Replaces an op by a fill at the insertion point.
fn replace_by_fill(rw: &mut Rewriter<'_>, op: Op, value: Value, to: Value, loc: Loc) -> Option<()> {
    let fill = make_fill(rw, value, to, loc)?;
    rw.replace_op_with(op, fill);
    Some(())
}

/// What is filled is filled as well under another shape.
pub(crate) fn reshape_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (fill, value, to) = filled(view.operand(0))?;
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    operands[0] = to.id();
    let props: Vec<Option<Attr>> = view.props().iter().map(|&attr| Some(attr)).collect();
    let (value, ty, loc) = (value.id(), view.result(0).ty(), fill.loc());
    let (expands, at) = (view.isa::<ExpandShapeOp>(), view.loc());
    let reshaped = if expands {
        rw.create_value::<ExpandShapeOp>(&operands, &props, ty, loc)
    } else {
        rw.create_value::<CollapseShapeOp>(&operands, &props, ty, loc)
    };
    replace_by_fill(rw, op, value, reshaped, at)
}

/// The extents of a tensor with borders: the tensor's, plus those of the borders.
pub(crate) fn padded_sizes(rw: &mut Rewriter<'_>, pad: Op) -> Option<Vec<Index>> {
    let (cx, view) = (rw.cx(), PadOpView(rw.op(pad)));
    let (low, high) =
        (mixed_slot(view.0, view.static_low_attr(), 1), mixed_slot(view.0, view.static_high_attr(), 2));
    let (low, high) = (known_indices(&low), known_indices(&high));
    let shape = view.result().ty().shape(cx)?.to_vec();
    let (source, loc) = (view.source().id(), view.0.loc());
    let sum = AffineExpr::add(AffineExpr::dim(0), AffineExpr::symbol(0));
    let map = AffineMap::new(1, 2, vec![AffineExpr::add(sum, AffineExpr::symbol(1))]);
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        if extent != DYNAMIC {
            sizes.push(Index::Known(extent));
            continue;
        }
        let number = index_constant(rw, dim as i64, loc);
        let size = rw.create_or_fold::<DimOp>(&[source, number], &[], Type::INDEX, loc);
        let size = composed_apply(rw, &map, &[Index::Value(size), low[dim], high[dim]], loc);
        sizes.push(Index::Value(value_of(rw, size, loc)));
    }
    Some(sizes)
}

/// `tensor.empty` of these extents at the insertion point.
pub(crate) fn make_empty(rw: &mut Rewriter<'_>, sizes: &[Index], element: Type, loc: Loc) -> Value {
    let (values, shape) = split(sizes);
    let ty = ranked_tensor(rw.cx(), &shape, element, None);
    rw.create_value::<EmptyOp>(&values, &[], ty, loc)
}

/// Borders of the value that is everywhere.
pub(crate) fn pad_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (fill, value, _) = filled(view.operand(0))?;
    if constant_padding_value(view)? != value {
        return None;
    }
    let (value, ty, loc, fill_loc) = (value.id(), view.result(0).ty(), view.loc(), fill.loc());
    let sizes = padded_sizes(rw, op)?;
    let empty = make_empty(rw, &sizes, ty.element_type(cx)?, loc);
    let fill = make_fill(rw, value, empty, fill_loc)?;
    let mut result = rw.body().result(fill, 0);
    if rw.value(result).ty() != ty {
        result = rw.create_value::<CastOp>(&[result], &[], ty, fill_loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Whether two slices, where both are known, surely have no element in common.
fn disjoint(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let (a, b) = (slice(a), slice(b));
    let rank = a.offsets.len().min(b.offsets.len());
    (0..rank).any(|i| {
        let numbers = [a.offsets[i], a.sizes[i], a.strides[i], b.offsets[i], b.sizes[i], b.strides[i]];
        if numbers.contains(&DYNAMIC) {
            return false;
        }
        let last = |at: i64, size: i64, stride: i64| at.wrapping_add((size - 1).wrapping_mul(stride));
        last(numbers[0], numbers[1], numbers[2]) < numbers[3]
            || last(numbers[3], numbers[4], numbers[5]) < numbers[0]
    })
}

/// The value that was there before a slice was set, where others were set elsewhere.
fn filled_below(insert: OpRef<'_>) -> Option<ValueRef<'_>> {
    let cx = insert.cx();
    let reduces = |op: OpRef<'_>| {
        let rank = |value: ValueRef<'_>| value.ty().shape(cx).map(<[i64]>::len);
        rank(op.operand(0)) != rank(op.result(0))
    };
    if reduces(insert) {
        return None;
    }
    let mut dest = insert.operand(1);
    while let Some(earlier) = maker::<InsertSliceOp>(dest) {
        if reduces(earlier) {
            return None;
        }
        if !disjoint(earlier, insert) {
            break;
        }
        dest = earlier.operand(1);
    }
    filled(dest).map(|(_, value, _)| value)
}

/// Borders of the value that is there already need not be set.
pub(crate) fn insert_pad_into_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let pad = maker::<PadOp>(view.operand(0))?;
    let there = filled_below(view)?;
    if constant_padding_value(pad)? != there {
        return None;
    }
    let pad = PadOpView(pad);
    let low = known_indices(&mixed_slot(pad.0, pad.static_low_attr(), 1));
    let (offsets, strides) = (indices(&mixed(view, 0)), indices(&mixed(view, 2)));
    let (source, dest, loc) = (pad.source(), view.operand(1).id(), view.loc());
    let (shape, source) = (source.ty().shape(cx)?.to_vec(), source.id());
    let map = AffineMap::new(0, 2, vec![AffineExpr::add(AffineExpr::symbol(0), AffineExpr::symbol(1))]);
    let mut moved = Vec::with_capacity(low.len());
    for (&low, &offset) in low.iter().zip(&offsets) {
        moved.push(composed_apply(rw, &map, &[low, offset], loc));
    }
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        sizes.push(if extent == DYNAMIC {
            let number = index_constant(rw, dim as i64, loc);
            Index::Value(rw.create_value::<DimOp>(&[source, number], &[], Type::INDEX, loc))
        } else {
            Index::Known(extent)
        });
    }
    let [(o, fo), (s, fs), (t, ft)] = [&moved, &sizes, &strides].map(|list| split(list));
    let [fo, fs, ft] = [fo, fs, ft].map(|list| cx.i64_array(&list));
    let ty = rw.value(dest).ty();
    rw.replace_op_with_built(op, |cx, body| {
        InsertSliceOp::build(cx, body, source, dest, &o, &s, &t, fo, fs, ft, ty, loc)
    });
    Some(())
}

/// Any element is the value.
pub(crate) fn extract_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (_, value, _) = filled(rw.op(op).operand(0))?;
    let value = value.id();
    rw.replace_op(op, &[value]);
    Some(())
}

fn same_number(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    a == b || constant_int(a).is_some_and(|number| constant_int(b) == Some(number))
}

/// Tiles of one value.
pub(crate) fn pack_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (_, value, _) = filled(view.operand(0))?;
    if view.operand_group(2).next().is_some_and(|padding| !same_number(padding, value)) {
        return None;
    }
    let dest = view.operand(1);
    if dest.uses().count() != 1 {
        return None;
    }
    let (value, dest, loc) = (value.id(), dest.id(), view.loc());
    replace_by_fill(rw, op, value, dest, loc)
}

/// What is copied is the value; what is overwritten needs not be filled.
pub(crate) fn copy_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (from, to, loc) = (view.operand(0), view.operand(1), view.loc());
    if let Some((_, value, _)) = filled(from) {
        let (value, to) = (value.id(), to.id());
        return replace_by_fill(rw, op, value, to, loc);
    }
    let (_, _, below) = filled(to)?;
    let (from, below) = (from.id(), below.id());
    let copy = make_named(rw, CopyOp::DEF, &[from], &[below], &[], loc)?;
    rw.replace_op_with(op, copy);
    Some(())
}

/// One value in another order.
pub(crate) fn transpose_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (_, value, _) = filled(view.operand(0))?;
    let (value, to, loc) = (value.id(), view.operand(1).id(), view.loc());
    replace_by_fill(rw, op, value, to, loc)
}

/// One value in a row.
pub(crate) fn concat_of_fills(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (_, first, _) = filled(view.operands().next()?)?;
    let same = |value: ValueRef<'_>| {
        first == value || constant_value(first).is_some_and(|attr| constant_value(value) == Some(attr))
    };
    let below: Option<Vec<Value>> = view
        .operands()
        .map(|input| filled(input).filter(|&(_, value, _)| same(value)).map(|(_, _, to)| to.id()))
        .collect();
    let Some(below) = below else {
        return rw.notify_match_failure(op, "not all operands are defined by a compatible fill op");
    };
    let (value, dim, ty, loc) = (first.id(), view.prop(0), view.result(0).ty(), view.loc());
    let joined = rw.create_value::<ConcatOp>(&below, &[dim], ty, loc);
    replace_by_fill(rw, op, value, joined, loc)
}
