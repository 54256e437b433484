//! The allocations of a body, and properties of the allocating ops and of their parents.

use terrace_dialects_mem::bufferization::{AllocationOpInterface, HoistingKind, find_dealloc};
use terrace_ir::effects::{Effect, EffectKind, SCOPE_RESOURCE, own_effects};
use terrace_ir::interfaces::{LoopLike, RegionBranchOp, RegionPoint};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Op, OpRef, Rewriter, Value};
use terrace_rewrite::walk::body_post_order;

/// The permitted hoisting of an op.
///
/// An op that frees one of its operands is not hoisted, as it could then run where it did not run before. Upstream
/// hoists it.
pub fn hoisting(op: OpRef<'_>) -> HoistingKind {
    let Some(allocation) = op.interface::<dyn AllocationOpInterface>() else { return HoistingKind::NONE };
    let frees = || {
        own_effects(op).is_some_and(|effects| effects.iter().any(|effect| effect.kind == EffectKind::Free))
    };
    match !op.cx().matches_upstream() && frees() {
        true => HoistingKind::NONE,
        false => allocation.hoisting_kind(),
    }
}

/// The ops of a body that allocate on the stack and may be moved, inner ops first.
pub fn movable_stack_allocations(rw: &Rewriter<'_>) -> Vec<Op> {
    let on_stack = |op: OpRef<'_>| {
        let on_scope = |effect: &Effect| {
            effect.kind == EffectKind::Allocate && effect.resource == SCOPE_RESOURCE && effect.value.is_some()
        };
        own_effects(op).is_some_and(|effects| effects.iter().any(on_scope))
    };
    let mut ops = body_post_order(rw.body());
    ops.retain(|&op| rw.op(op).interface::<dyn AllocationOpInterface>().is_some() && on_stack(rw.op(op)));
    ops
}

/// A buffer that an op allocates, and the op that frees it.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    /// The buffer.
    pub buffer: Value,
    /// The op that allocates it.
    pub op: Op,
    /// Whether it is freed.
    pub freed: bool,
}

/// The ops of a body that allocate one buffer outside of the stack, which at most one op frees; inner ops first.
pub fn allocations(rw: &Rewriter<'_>) -> Vec<Allocation> {
    let mut found = Vec::new();
    for op in body_post_order(rw.body()) {
        let view = rw.op(op);
        let Some(effects) = own_effects(view) else { continue };
        let mut allocated = effects.iter().filter(|effect| {
            effect.kind == EffectKind::Allocate && effect.resource != SCOPE_RESOURCE && effect.value.is_some()
        });
        let (Some(effect), None) = (allocated.next(), allocated.next()) else { continue };
        let Some(buffer) = effect.value.filter(|&value| rw.value(value).defining_op().is_some()) else {
            continue;
        };
        if let Some(free) = find_dealloc(rw.value(buffer)) {
            found.push(Allocation { buffer, op, freed: free.is_some() });
        }
    }
    found
}

/// Whether the regions of an op may execute repeatedly.
pub fn is_loop(op: OpRef<'_>) -> bool {
    if op.interface::<dyn LoopLike>().is_some() {
        return true;
    }
    let Some(branch) = op.interface::<dyn RegionBranchOp>() else { return false };
    let regions = |point: RegionPoint| {
        branch.successors(op, point).into_iter().filter_map(|to| match to {
            RegionPoint::Region(index) => Some(index),
            RegionPoint::Parent => None,
        })
    };
    regions(RegionPoint::Parent).any(|first| {
        let mut seen = vec![false; op.num_regions()];
        seen[first] = true;
        let mut pending = vec![first];
        while let Some(region) = pending.pop() {
            for next in regions(RegionPoint::Region(region)) {
                if std::mem::replace(&mut seen[next], true) {
                    return true;
                }
                pending.push(next);
            }
        }
        false
    })
}

/// Whether the regions of an op may execute repeatedly, one iteration after the other.
pub fn is_sequential_loop(op: OpRef<'_>) -> bool {
    !op.has_trait(TraitSet::ParallelRegions) && is_loop(op)
}

/// Whether an op implements the interface of control flow between its regions.
pub fn is_control_flow(op: OpRef<'_>) -> bool {
    op.interface::<dyn LoopLike>().is_some() || op.interface::<dyn RegionBranchOp>().is_some()
}
