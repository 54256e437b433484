//! Canonicalization of changes of shape and order.

use terrace_dialects_core::index_list::constant_int;
use terrace_ir::{Attr, Op, OpRef, Rewriter, Value};

use crate::canonicalize_element::{made_by, splat_source};
use crate::elements::{delinearize, linearize, strides};
use crate::fold::keeps_order;
use crate::shape::{BroadcastOp, InterleaveOp, ShapeCastOp, TransposeOp, check_broadcast};
use crate::types::{Vector, as_vector, vector};
use crate::{ConstantMaskOp, CreateMaskOp, FromElementsOp};

fn mask_sizes(mask: OpRef<'_>) -> Vec<i64> {
    mask.inherent_attr("mask_dim_sizes").and_then(|sizes| sizes.as_i64_array(mask.cx())).unwrap_or_default()
}

// Casts.

/// The shape without the ones at its end, but for one dimension.
fn without_trailing_ones<'a>(from: Vector<'a>) -> Vector<'a> {
    let one = |dim: usize| from.shape[dim] == 1 && !from.scalable[dim];
    let kept = (0..from.rank()).rev().find(|&dim| !one(dim)).map_or(0, |dim| dim + 1);
    if kept == 0 {
        let last = from.rank().saturating_sub(1);
        return Vector { shape: &from.shape[last..], scalable: &from.scalable[last..], ..from };
    }
    Vector { shape: &from.shape[..kept], scalable: &from.scalable[..kept], ..from }
}

/// Trailing ones of a mask are taken from the mask itself.
pub(crate) fn shape_cast_of_mask(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let mask = view.operand(0).defining_op()?;
    if !mask.isa::<CreateMaskOp>() && !mask.isa::<ConstantMaskOp>() {
        return None;
    }
    let (from, to) = (vector(cx, view.operand(0).ty()), vector(cx, view.result(0).ty()));
    let kept = to.rank();
    if without_trailing_ones(from) != to || from.rank() == kept {
        return None;
    }
    if mask.isa::<ConstantMaskOp>() {
        let sizes = mask_sizes(mask);
        if sizes[kept..].iter().any(|&size| size != 1) {
            return None;
        }
        let sizes = cx.i64_array(&sizes[..kept]);
        rw.replace_op_with_new::<ConstantMaskOp>(op, &[], &[Some(sizes)]);
        return Some(());
    }
    if mask.operands().skip(kept).any(|size| constant_int(size) != Some(1)) {
        return None;
    }
    let sizes: Vec<Value> = mask.operands().take(kept).map(|size| size.id()).collect();
    rw.replace_op_with_new::<CreateMaskOp>(op, &sizes, &[]);
    Some(())
}

pub(crate) fn shape_cast_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let source = made_by::<BroadcastOp>(view, 0)?.operand(0);
    let ty = view.result(0).ty();
    let from = as_vector(cx, source.ty());
    let id = source.id();
    if from.is_some_and(|from| from.num_elements() == vector(cx, ty).num_elements()) {
        rw.replace_op_with_new::<ShapeCastOp>(op, &[id], &[]);
        return Some(());
    }
    if from.is_some() {
        check_broadcast(cx, source.ty(), ty).ok()?;
    }
    rw.replace_op_with_new::<BroadcastOp>(op, &[id], &[]);
    Some(())
}

// Shuffles.

/// Parts of one value everywhere.
pub(crate) fn shuffle_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let splat = splat_source(view.operand(0))?;
    if splat_source(view.operand(1)) != Some(splat) {
        return None;
    }
    let splat = splat.id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[splat], &[]);
    Some(())
}

fn mask_of(op: OpRef<'_>) -> Vec<i64> {
    op.inherent_attr("mask").and_then(|mask| mask.as_i64_array(op.cx())).unwrap_or_default()
}

/// An element of each in turn.
pub(crate) fn shuffle_interleave(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let [a, b] = [0, 1].map(|i| view.operand(i));
    let (from, to) = (vector(cx, a.ty()), vector(cx, view.result(0).ty()));
    if to.is_scalable() {
        return rw.notify_match_failure(op, "ShuffleOp can't represent a scalable interleave");
    }
    if to.rank() != 1 {
        return rw.notify_match_failure(op, "ShuffleOp can't represent an n-D interleave");
    }
    if a.ty() != b.ty() || from.num_elements().wrapping_mul(2) != to.num_elements() {
        return rw.notify_match_failure(op, "ShuffleOp types don't match an interleave");
    }
    let half = from.num_elements();
    if !mask_of(view).into_iter().eq((0..half).flat_map(|i| [i, half + i])) {
        return rw.notify_match_failure(op, "ShuffleOp mask not interleaving");
    }
    let operands = [a.id(), b.id()];
    rw.replace_op_with_new::<InterleaveOp>(op, &operands, &[]);
    Some(())
}

/// One of two elements.
pub(crate) fn shuffle_scalars(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let &[at] = mask_of(view).as_slice() else { return None };
    if vector(cx, view.operand(0).ty()).rank() > 0 {
        return None;
    }
    let source = view.operand(usize::from(at != 0)).id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[source], &[]);
    Some(())
}

// Transpositions.

pub(crate) fn permutation(op: OpRef<'_>) -> Vec<usize> {
    let list = op.inherent_attr("permutation").and_then(|p| p.as_i64_array(op.cx())).unwrap_or_default();
    list.into_iter().map(|dim| dim as usize).collect()
}

fn permutation_attr(rw: &Rewriter<'_>, permutation: &[usize]) -> Attr {
    let dims: Vec<i64> = permutation.iter().map(|&dim| dim as i64).collect();
    rw.cx().i64_array(&dims)
}

pub(crate) fn transpose_of_mask(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let dims = permutation(view);
    if let Some(mask) = made_by::<CreateMaskOp>(view, 0) {
        let sizes: Vec<Value> = dims.iter().map(|&dim| mask.operand(dim).id()).collect();
        rw.replace_op_with_new::<CreateMaskOp>(op, &sizes, &[]);
        return Some(());
    }
    let sizes = mask_sizes(made_by::<ConstantMaskOp>(view, 0)?);
    let sizes: Vec<i64> = dims.iter().map(|&dim| sizes[dim]).collect();
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace_op_with_new::<ConstantMaskOp>(op, &[], &[Some(sizes)]);
    Some(())
}

pub(crate) fn transpose_of_shape_cast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let source = made_by::<ShapeCastOp>(view, 0)?.operand(0).id();
    if !keeps_order(view) {
        return None;
    }
    rw.replace_op_with_new::<ShapeCastOp>(op, &[source], &[]);
    Some(())
}

pub(crate) fn transpose_of_transpose(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let inner = made_by::<TransposeOp>(view, 0)?;
    let first = permutation(inner);
    let both: Vec<usize> = permutation(view).into_iter().map(|dim| first[dim]).collect();
    let (source, both) = (inner.operand(0).id(), permutation_attr(rw, &both));
    rw.replace_op_with_new::<TransposeOp>(op, &[source], &[Some(both)]);
    Some(())
}

pub(crate) fn transpose_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let splat = splat_source(rw.op(op).operand(0))?.id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[splat], &[]);
    Some(())
}

pub(crate) fn transpose_of_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let made = made_by::<FromElementsOp>(view, 0)?;
    let dims = permutation(view);
    let [from, to] = [view.operand(0), view.result(0)].map(|value| vector(cx, value.ty()));
    let (inner, outer) = (strides(from.shape), strides(to.shape));
    let element = |number: i64| {
        let mut place = vec![0; dims.len()];
        for (&dim, at) in dims.iter().zip(delinearize(number, &outer)) {
            place[dim] = at;
        }
        made.operand(linearize(&place, &inner) as usize).id()
    };
    let elements: Vec<Value> = (0..to.num_elements()).map(element).collect();
    rw.replace_op_with_new::<FromElementsOp>(op, &elements, &[]);
    Some(())
}

/// What is repeated is repeated in another order, where the order of what is not one stays.
pub(crate) fn transpose_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let Some(broadcast) = made_by::<BroadcastOp>(view, 0) else {
        return rw.notify_match_failure(op, "not preceded by a broadcast");
    };
    let source = broadcast.operand(0);
    let id = source.id();
    if let Some(from) = as_vector(cx, source.ty()) {
        let dims = permutation(view);
        let lead = dims.len() - from.rank();
        let mut low = 0;
        for (i, &extent) in from.shape.iter().enumerate() {
            if extent == 1 && (i == 0 || from.shape[i - 1] == 1) {
                continue;
            }
            let high = i + lead;
            if dims[low..high].iter().any(|dim| !(low..high).contains(dim)) {
                return rw.notify_match_failure(op, "permutation not local to group");
            }
            low = high;
        }
    }
    rw.replace_op_with_new::<BroadcastOp>(op, &[id], &[]);
    Some(())
}
