//! Loops over the points of an iteration domain.

use terrace_dialects_core::scf::YieldOp;
use terrace_dialects_mem::index_values::value_of;
use terrace_ir::tiling::Refusal;
use terrace_ir::{Op, Rewriter};

use super::loops::make_for;
use terrace_passes_shared::destinations::tiling_of;

/// Computes an op without results point by point, in a nest of `scf.for` before it, which is returned from the outermost loop
/// on. The op stays.
///
/// # Errors
///
/// A refusal, with nothing left of the loops, if the op cannot be computed so.
pub fn lower_to_loops(rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Op>, Refusal> {
    let (tiling, loc) = (tiling_of(rw, op)?, rw.body().loc(op));
    if rw.op(op).num_results() > 0 {
        return Err(None);
    }
    rw.set_insertion_point_before(op);
    let (mut loops, mut point) = (Vec::new(), Vec::new());
    for range in tiling.iteration_domain(rw, op)? {
        let bounds = [range.offset, range.size, range.stride].map(|index| value_of(rw, index, loc));
        let (looped, block) = make_for(rw, bounds, &[], None, loc);
        point.extend(rw.body().args(block).next());
        rw.set_insertion_point_to_end(block);
        let end = rw.build(YieldOp::of(&[]).loc(loc));
        rw.set_insertion_point_before(end);
        loops.push(looped);
    }
    let made = tiling.scalar_implementation(rw, op, &point);
    if let (Err(_), Some(&outermost)) = (&made, loops.first()) {
        rw.set_insertion_point_before(op);
        rw.erase_op(outermost);
    }
    made.map(|()| loops)
}
