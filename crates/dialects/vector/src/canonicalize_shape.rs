//! Canonicalization of changes of shape and order.

use terrace_dialects_builtin::index_list::constant_int;
use terrace_ir::View;
use terrace_ir::{Attr, Op, Rewriter, Value};

use crate::ShuffleOp;
use crate::canonicalize_element::splat_source;
use crate::elements::{delinearize, linearize, strides};
use crate::fold::keeps_order;
use crate::shape::{BroadcastOp, InterleaveOp, ShapeCastOp, TransposeOp, check_broadcast};
use crate::types::{Vector, as_vector, vector};
use crate::{ConstantMaskOp, CreateMaskOp, FromElementsOp};

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
pub(crate) fn shape_cast_of_mask(rw: &mut Rewriter<'_>, op: ShapeCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let mask = view.source().defining_op()?;
    if !mask.isa::<CreateMaskOp>() && !mask.isa::<ConstantMaskOp>() {
        return None;
    }
    let (from, to) = (vector(cx, view.source().ty()), vector(cx, view.result().ty()));
    let kept = to.rank();
    if without_trailing_ones(from) != to || from.rank() == kept {
        return None;
    }
    if let Some(mask) = mask.cast::<ConstantMaskOp>() {
        let sizes = mask.mask_dim_sizes().to_vec();
        if sizes[kept..].iter().any(|&size| size != 1) {
            return None;
        }
        let sizes = cx.i64_array(&sizes[..kept]);
        rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(sizes));
        return Some(());
    }
    if mask.operands().skip(kept).any(|size| constant_int(size) != Some(1)) {
        return None;
    }
    let sizes: Vec<Value> = mask.operands().take(kept).map(|size| size.id()).collect();
    rw.replace(op, CreateMaskOp::of(&sizes));
    Some(())
}

pub(crate) fn shape_cast_of_broadcast(rw: &mut Rewriter<'_>, op: ShapeCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source().defined_by::<BroadcastOp>()?.source();
    let ty = view.result().ty();
    let from = as_vector(cx, source.ty());
    let id = source.id();
    if from.is_some_and(|from| from.num_elements() == vector(cx, ty).num_elements()) {
        rw.replace(op, ShapeCastOp::of(id));
        return Some(());
    }
    if from.is_some() {
        check_broadcast(cx, source.ty(), ty).ok()?;
    }
    rw.replace(op, BroadcastOp::of(id));
    Some(())
}

// Shuffles.

/// Parts of one value everywhere.
pub(crate) fn shuffle_splat(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let view = op.view(rw);
    let splat = splat_source(view.v1())?;
    if splat_source(view.v2()) != Some(splat) {
        return None;
    }
    let splat = splat.id();
    rw.replace(op, BroadcastOp::of(splat));
    Some(())
}

/// An element of each in turn.
pub(crate) fn shuffle_interleave(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (a, b) = (view.v1(), view.v2());
    let (from, to) = (vector(cx, a.ty()), vector(cx, view.vector().ty()));
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
    if !view.mask().iter().eq((0..half).flat_map(|i| [i, half + i])) {
        return rw.notify_match_failure(op, "ShuffleOp mask not interleaving");
    }
    rw.replace(op, InterleaveOp::of(a.id(), b.id()));
    Some(())
}

/// One of two elements.
pub(crate) fn shuffle_scalars(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let &[at] = view.mask().to_vec().as_slice() else { return None };
    if vector(cx, view.v1().ty()).rank() > 0 {
        return None;
    }
    let source = if at == 0 { view.v1() } else { view.v2() }.id();
    rw.replace(op, BroadcastOp::of(source));
    Some(())
}

// Transpositions.

pub(crate) fn permutation(view: View<'_, TransposeOp>) -> Vec<usize> {
    view.permutation().iter().map(|dim| dim as usize).collect()
}

fn permutation_attr(rw: &Rewriter<'_>, permutation: &[usize]) -> Attr {
    let dims: Vec<i64> = permutation.iter().map(|&dim| dim as i64).collect();
    rw.cx().i64_array(&dims)
}

pub(crate) fn transpose_of_mask(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let dims = permutation(view);
    if let Some(mask) = view.vector().defined_by::<CreateMaskOp>() {
        let extents: Vec<Value> = mask.operands().map(|extent| extent.id()).collect();
        let sizes: Vec<Value> = dims.iter().map(|&dim| extents[dim]).collect();
        rw.replace(op, CreateMaskOp::of(&sizes));
        return Some(());
    }
    let sizes = view.vector().defined_by::<ConstantMaskOp>()?.mask_dim_sizes().to_vec();
    let sizes: Vec<i64> = dims.iter().map(|&dim| sizes[dim]).collect();
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(sizes));
    Some(())
}

pub(crate) fn transpose_of_shape_cast(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let source = view.vector().defined_by::<ShapeCastOp>()?.source().id();
    if !keeps_order(view) {
        return None;
    }
    rw.replace(op, ShapeCastOp::of(source));
    Some(())
}

pub(crate) fn transpose_of_transpose(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let inner = view.vector().defined_by::<TransposeOp>()?;
    let first = permutation(inner);
    let both: Vec<usize> = permutation(view).into_iter().map(|dim| first[dim]).collect();
    let (source, both) = (inner.vector().id(), permutation_attr(rw, &both));
    rw.replace(op, TransposeOp::of(source).permutation_attr(both));
    Some(())
}

pub(crate) fn transpose_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let splat = splat_source(rw.op(op).single_operand())?.id();
    rw.replace(op, BroadcastOp::of(splat));
    Some(())
}

pub(crate) fn transpose_of_elements(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let made = view.vector().defined_by::<FromElementsOp>()?;
    let dims = permutation(view);
    let [from, to] = [view.vector(), view.result()].map(|value| vector(cx, value.ty()));
    let (inner, outer) = (strides(from.shape), strides(to.shape));
    let element = |number: i64| {
        let mut place = vec![0; dims.len()];
        for (&dim, at) in dims.iter().zip(delinearize(number, &outer)) {
            place[dim] = at;
        }
        made.0.operand(linearize(&place, &inner) as usize).id()
    };
    let elements: Vec<Value> = (0..to.num_elements()).map(element).collect();
    rw.replace(op, FromElementsOp::of(&elements));
    Some(())
}

/// Replaces a transposition of a broadcast by a broadcast if the permutation does not affect the source's non-unit
/// dimensions.
pub(crate) fn transpose_of_broadcast(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(broadcast) = view.vector().defined_by::<BroadcastOp>() else {
        return rw.notify_match_failure(op, "not preceded by a broadcast");
    };
    let source = broadcast.source();
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
    rw.replace(op, BroadcastOp::of(id));
    Some(())
}
