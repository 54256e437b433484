//! A vector that a loop carries, of which each iteration extracts a part and yields the broadcast of such a part: the loop
//! carries the part instead.

use terrace_dialects_core::scf::ForOp;
use terrace_dialects_vector::{BroadcastOp, ExtractOp};
use terrace_ir::{InsertPoint, Op, OpKind, Rewriter, ValueRef};
use terrace_rewrite::passes::licm::hoist_invariants;
use terrace_rewrite::walk::body_post_order;

use crate::hoist_transfers::has_iteration;

/// The number of times that loop-invariant code is moved again after a part was hoisted, as upstream does each time.
const MOST_RESTARTS: usize = 64;

/// Moves extractions of parts of carried vectors, and broadcasts to them, out of the `scf.for` loops of a body, as well as
/// loop-invariant code. The result of a loop that may have no iteration must not be used, since the vector that the loop
/// starts with may not be a broadcast.
pub fn hoist_redundant_vector_broadcasts(rw: &mut Rewriter<'_>) {
    let mut restarts = 0;
    loop {
        hoist_invariants(rw);
        let extracts: Vec<Op> =
            body_post_order(rw.body()).into_iter().filter(|&op| rw.op(op).isa::<ExtractOp>()).collect();
        let mut changed = false;
        for extract in extracts {
            changed |= hoist_extract(rw, extract).is_some();
            if changed && restarts < MOST_RESTARTS {
                break;
            }
        }
        if !changed {
            return;
        }
        restarts += 1;
    }
}

/// Hoists an extraction from a carried vector, and the broadcast that is yielded for it.
fn hoist_extract(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let extract = ExtractOp::view_of(rw.op(op));
    let looped = extract.0.parent_op().filter(|parent| parent.isa::<ForOp>())?;
    let view = ForOp::view_of(looped);
    let block = view.region().entry()?;
    let carried = extract.source();
    carried.owner_block().filter(|owner| *owner == block)?;
    let at = (carried.index() as usize).checked_sub(1)?;
    let broadcast = block.last()?.operands().nth(at)?.defined_by::<BroadcastOp>()?;
    let single = |value: ValueRef<'_>| value.uses().take(2).count() == 1;
    let (part, result) = (extract.result(), looped.results().nth(at)?);
    let is_outside = |value: ValueRef<'_>| {
        let around = value.parent_region().and_then(|region| region.parent_op());
        around.is_none_or(|around| !looped.is_ancestor(around))
    };
    if !single(carried)
        || !single(broadcast.vector())
        || broadcast.source().ty() != part.ty()
        || broadcast.0.parent_op() != Some(looped)
        || !extract.dynamic_position().all(is_outside)
    {
        return None;
    }
    if result.uses().next().is_some() && !rw.cx().matches_upstream() && !has_iteration(looped) {
        let looped = looped.id();
        return rw.notify_match_failure(looped, "the loop may have no iteration, and its result is used");
    }
    let (init, looped) = (view.init_args().nth(at)?.id(), looped.id());
    let (part, part_ty, source) = (part.id(), part.ty(), broadcast.source().id());
    let (broadcast, wide, carried) = (broadcast.0.id(), broadcast.vector().id(), carried.id());
    let (result, end) = (result.id(), block.last()?.id());
    let slot = rw.op(looped).num_operands() - view.init_args().count() + at;
    // Upstream lets each iteration use the part that the loop starts with.
    if !rw.cx().matches_upstream() {
        rw.replace_all_uses_with(part, carried);
    }
    rw.set_operand(op, 0, init);
    rw.move_op(op, InsertPoint::Before(looped));
    rw.set_operand(looped, slot, part);
    rw.set_type(carried, part_ty);
    rw.set_operand(end, at, source);
    rw.set_type(result, part_ty);
    let after = InsertPoint::after(rw.body(), looped);
    rw.move_op(broadcast, after);
    rw.replace_all_uses_with(result, wide);
    rw.set_operand(broadcast, 0, result);
    Some(())
}
