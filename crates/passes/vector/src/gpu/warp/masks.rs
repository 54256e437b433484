//! Masks.

use terrace_affine::AffineExpr;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{ConstantMaskOp, CreateMaskOp};
use terrace_ir::{OpFoldResult, Rewriter, Value};

use super::lanes::{apply, lanes_by_dim, place_of_lane};
use super::region::Warp;

/// Creates the part of a mask from the sizes, minus the place of the part.
pub(super) fn move_mask(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<CreateMaskOp>() || def.isa::<ConstantMaskOp>())?;
    let view = rw.op(def);
    let (loc, whole, part) = (view.loc(), view.single_result().ty(), warp.result_type(rw, index));
    let mut sizes: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let known = view.cast::<ConstantMaskOp>().map(|mask| mask.mask_dim_sizes().to_vec());
    if !sizes.iter().all(|&size| warp.is_outside(rw, size)) {
        return rw.notify_match_failure(op, "the sizes of the mask are computed in the region");
    }
    let (whole, shape) = (as_vector(cx, whole)?.shape, as_vector(cx, part)?.shape);
    let Some(counts) = lanes_by_dim(whole, shape, warp.size) else {
        return rw.notify_match_failure(op, "cannot delinearize lane ID for distribution");
    };
    rw.set_insertion_point_before(warp.op);
    for size in known.into_iter().flatten() {
        sizes.push(index_constant(rw, size, loc));
    }
    rw.set_insertion_point_after(warp.op);
    let places = place_of_lane(rw, &counts, warp.size, warp.lane, loc);
    for ((size, &place), &extent) in sizes.iter_mut().zip(&places).zip(shape) {
        let [lane, all] = [0, 1].map(AffineExpr::symbol);
        let rest = all - lane * AffineExpr::constant(extent);
        *size = apply(rw, rest, &[place, *size].map(OpFoldResult::Value), loc);
    }
    let mask = rw.build_value(CreateMaskOp::of(&sizes).result(part).loc(loc));
    warp.replace_result(rw, index, mask);
    Some(())
}
