//! Broadcasts and shape casts.

use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_vector::shape::check_broadcast;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{BroadcastOp, ShapeCastOp};
use terrace_ir::Rewriter;
use terrace_passes_shared::vector_ops::{broadcast, shape_cast};

use super::lanes::{lanes_by_dim, with_shape};
use super::region::Warp;

/// Broadcasts to the parts, if all lanes broadcast the same.
pub(super) fn move_broadcast(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<BroadcastOp>())?;
    let (source, loc) = (rw.op(def).single_operand(), rw.op(def).loc());
    let (part, ty, source) = (warp.result_type(rw, index), source.ty(), source.id());
    check_broadcast(cx, ty, part).ok()?;
    let (warp, values) = warp.append(rw, &[source], &[ty])?;
    let value = broadcast(rw, *values.first()?, part, loc);
    warp.replace_result(rw, index, value);
    Some(())
}

/// Whether each lane holds elements that are next to each other.
fn is_contiguous(whole: &[i64], part: &[i64]) -> bool {
    let differs = whole.iter().zip(part).rposition(|(whole, part)| whole != part);
    differs.is_none_or(|dim| part[..dim].iter().all(|&extent| extent == 1))
}

/// The extents that are not one, with those of the part.
fn extents_above_one(whole: &[i64], part: &[i64]) -> Vec<(i64, i64)> {
    let pairs = whole.iter().zip(part).map(|(&whole, &part)| (whole, part));
    pairs.filter(|(whole, _)| *whole != 1).collect()
}

/// Casts parts, if each lane holds the same elements before and after the cast.
pub(super) fn move_shape_cast(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<ShapeCastOp>())?;
    let view = rw.op(def);
    let (source, whole, loc) = (view.single_operand(), view.single_result().ty(), view.loc());
    let (part, source_ty, source) = (warp.result_type(rw, index), source.ty(), source.id());
    let (before, after, own) =
        (as_vector(cx, source_ty)?.shape, as_vector(cx, whole)?.shape, as_vector(cx, part)?.shape);
    let mut shape = vec![1; before.len().checked_sub(own.len())?];
    shape.extend_from_slice(own);
    lanes_by_dim(before, &shape, warp.size)?;
    let is_same = || extents_above_one(before, &shape) == extents_above_one(after, own);
    let are_next = || is_contiguous(before, &shape) && is_contiguous(after, own);
    if !cx.matches_upstream() && !is_same() && !are_next() {
        return rw.notify_match_failure(op, "lanes hold other elements after the cast");
    }
    let source_part = with_shape(cx, source_ty, &shape);
    let (warp, values) = warp.append(rw, &[source], &[source_part])?;
    let value = shape_cast(rw, *values.first()?, part, loc);
    warp.replace_result(rw, index, value);
    Some(())
}
