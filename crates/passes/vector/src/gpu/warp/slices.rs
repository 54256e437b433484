//! Slices with strides.

use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_vector::attrs::i64_attrs;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{ExtractStridedSliceOp, InsertStridedSliceOp};
use terrace_ir::{OpKind, Rewriter};

use super::lanes::{distributed_dim, with_shape};
use super::region::Warp;

/// Inserts parts into parts, if all of the distributed dimension is inserted.
pub(super) fn move_insert(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<InsertStridedSliceOp>())?;
    let view = InsertStridedSliceOp::view_of(rw.op(def));
    let (source, dest, loc, part) =
        (view.value_to_store(), view.dest(), view.0.loc(), warp.result_type(rw, index));
    let own = as_vector(cx, part).filter(|own| own.rank() >= 2)?;
    let dim = distributed_dim(cx, dest.ty(), part)?;
    let (from, to) = (as_vector(cx, source.ty())?, as_vector(cx, dest.ty())?);
    let Some(source_dim) = dim.checked_sub(to.rank() - from.rank()) else {
        return rw
            .notify_match_failure(op, "distributed dimension must be in the last k dims of dest vector");
    };
    if from.shape[source_dim] != to.shape[dim] {
        return rw.notify_match_failure(op, "distributed dimension must be fully inserted");
    }
    let mut shape = from.shape.to_vec();
    shape[source_dim] = own.shape[dim];
    let source_part = with_shape(cx, source.ty(), &shape);
    let (offsets, strides) = (view.offsets_attr(), view.strides_attr());
    let (source, dest) = (source.id(), dest.id());
    let (warp, values) = warp.append(rw, &[source, dest], &[source_part, part])?;
    let [source, dest] = values[..] else { return None };
    let insert = InsertStridedSliceOp::of(source, dest).offsets_attr(offsets).strides_attr(strides);
    let value = rw.build_value(insert.result(part).loc(loc));
    warp.replace_result(rw, index, value);
    Some(())
}

/// Extracts parts from parts, if all of the distributed dimension is extracted.
pub(super) fn move_extract(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<ExtractStridedSliceOp>())?;
    let view = ExtractStridedSliceOp::view_of(rw.op(def));
    let (source, whole, loc) = (view.source(), view.0.single_result().ty(), view.0.loc());
    let part = warp.result_type(rw, index);
    let own = as_vector(cx, part).filter(|own| own.rank() >= 2)?;
    let dim = distributed_dim(cx, whole, part)?;
    let (mut sizes, offsets): (Vec<i64>, Vec<i64>) =
        (view.sizes().iter().collect(), view.offsets().iter().collect());
    let from = as_vector(cx, source.ty())?;
    if let Some(size) = sizes.get_mut(dim) {
        // Upstream compares the size with the result, which has it in any case.
        let is_all = *size == from.shape[dim] || cx.matches_upstream();
        if offsets[dim] != 0 || !is_all {
            return rw.notify_match_failure(op, "distributed dimension must be fully extracted");
        }
        *size = own.shape[dim];
    }
    let mut shape = from.shape.to_vec();
    shape[dim] = own.shape[dim];
    let source_part = with_shape(cx, source.ty(), &shape);
    let (source, offsets, strides) = (source.id(), view.offsets_attr(), view.strides_attr());
    let (warp, values) = warp.append(rw, &[source], &[source_part])?;
    let extract = ExtractStridedSliceOp::of(*values.first()?).offsets_attr(offsets).strides_attr(strides);
    let value = rw.build_value(extract.sizes_attr(i64_attrs(cx, &sizes)).result(part).loc(loc));
    warp.replace_result(rw, index, value);
    Some(())
}
