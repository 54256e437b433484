//! Distribution of `gpu.warp_execute_on_lane_0`: what one lane computes on whole vectors, all lanes compute on their parts.
//!
//! An op whose result leaves the region is moved after it, if each lane can compute its part of the result from parts of the
//! operands, which then leave the region in its place. The map: [`region`] changes what leaves a region; [`lanes`] are the
//! places of parts. [`elementwise`], [`elements`], [`slices`], [`masks`], [`shapes`], [`transfers`], [`loops`] and
//! [`reduction`] move ops, [`results`] removes results that need no region. [`uniform`] moves scalar code out, and
//! [`to_scf`] lowers the op to a branch.

mod elements;
mod elementwise;
mod lanes;
mod loops;
mod masks;
mod reduction;
mod region;
mod results;
mod shapes;
mod slices;
pub mod to_scf;
mod transfers;
pub mod uniform;

use std::sync::Arc;

use terrace_affine::AffineMap;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::{Context, Op, OpKind, Rewriter, ValueRef, pattern};
use terrace_rewrite::PatternSet;

pub use transfers::add_distribute_transfer_write;

/// The dimensions of a vector that lanes share, those of the first lanes first, as a projected permutation.
pub type DistributionMap = Arc<dyn Fn(ValueRef<'_>) -> AffineMap + Send + Sync>;

/// Distribution over all dimensions, the outer ones first.
pub fn all_dims() -> DistributionMap {
    Arc::new(|value| AffineMap::identity(value.ty().shape_or_scalar(value.cx()).len() as u32))
}

/// The patterns without options, which move ops of one kind each.
static PROPAGATE: &[Pattern] = &[
    pattern!("WarpOpElementwise", WarpExecuteOnLane0Op, elementwise::move_elementwise),
    pattern!("WarpOpDeadResult", WarpExecuteOnLane0Op, results::drop_results),
    pattern!("WarpOpBroadcast", WarpExecuteOnLane0Op, shapes::move_broadcast),
    pattern!("WarpOpShapeCast", WarpExecuteOnLane0Op, shapes::move_shape_cast),
    pattern!("WarpOpExtract", WarpExecuteOnLane0Op, elements::move_extract),
    pattern!("WarpOpForwardOperand", WarpExecuteOnLane0Op, results::forward_operand),
    pattern!("WarpOpConstant", WarpExecuteOnLane0Op, elementwise::move_constant),
    pattern!("WarpOpInsertScalar", WarpExecuteOnLane0Op, elements::move_scalar_insert),
    pattern!("WarpOpInsert", WarpExecuteOnLane0Op, elements::move_insert),
    pattern!("WarpOpCreateMask", WarpExecuteOnLane0Op, masks::move_mask),
    pattern!("WarpOpExtractStridedSlice", WarpExecuteOnLane0Op, slices::move_extract),
    pattern!("WarpOpInsertStridedSlice", WarpExecuteOnLane0Op, slices::move_insert),
    pattern!("WarpOpStep", WarpExecuteOnLane0Op, elementwise::move_step),
    pattern!("WarpOpExtractScalar", WarpExecuteOnLane0Op, elements::move_scalar_extract),
];

/// Adds the patterns that distribute what is computed in warps, with the benefit of the one for reads.
pub fn add_warp_distribution(set: &mut PatternSet, cx: &Context, map: &DistributionMap, read_benefit: u16) {
    let root = || Root::Op(WarpExecuteOnLane0Op::DEF.name);
    let read = |rw: &mut Rewriter<'_>, op: Op| transfers::move_read(rw, WarpExecuteOnLane0Op::assume(op));
    set.add_action(cx, "WarpOpTransferRead", root(), read_benefit, Box::new(read));
    set.add_all(cx, PROPAGATE);
    let of_for = Arc::clone(map);
    let move_for =
        move |rw: &mut Rewriter<'_>, op: Op| loops::move_for(rw, WarpExecuteOnLane0Op::assume(op), &of_for);
    set.add_action(cx, "WarpOpScfForOp", root(), 1, Box::new(move_for));
    let of_if = Arc::clone(map);
    let move_if =
        move |rw: &mut Rewriter<'_>, op: Op| loops::move_if(rw, WarpExecuteOnLane0Op::assume(op), &of_if);
    set.add_action(cx, "WarpOpScfIfOp", root(), 1, Box::new(move_if));
}

/// The pattern that reduces the parts of all lanes and combines their results by shuffles.
pub static DISTRIBUTE_REDUCTION: &[Pattern] =
    &[pattern!("WarpOpReduction", WarpExecuteOnLane0Op, reduction::move_reduction)];
