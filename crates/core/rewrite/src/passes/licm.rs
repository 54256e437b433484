//! `loop-invariant-code-motion`: hoists loop-invariant ops before the loop.

use std::collections::VecDeque;

use terrace_ir::dominance::RegionOrder;
use terrace_ir::effects::is_pure;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, InsertPoint, Op, Region, Rewriter, Value, ValueDef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::walk::body_post_order;

/// The pass.
pub static LICM: PassDef = PassDef {
    name: "loop-invariant-code-motion",
    class: "LoopInvariantCodeMotion",
    doc: "Hoist loop invariant instructions outside of the loop",
    make: |_| Ok(Pass::Body(Box::new(Licm))),
    ..EMPTY_PASS
};

struct Licm;

impl BodyPass for Licm {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        hoist_invariants(rw);
        Ok(())
    }
}

/// Moves invariant ops out of all loops of a body, inner loops first.
pub fn hoist_invariants(rw: &mut Rewriter<'_>) {
    let order = RegionOrder::new(rw.body());
    // Ops without effects can only be made from ops that have none: what is known of one stays so.
    let mut pure = PureCache::default();
    for op in body_post_order(rw.body()) {
        let view = rw.op(op);
        let Some(looped) = view.interface::<dyn LoopLike>() else { continue };
        let regions: Vec<Region> =
            looped.regions(view).iter().filter(|r| r.body_id() == rw.body_id()).map(|r| r.id()).collect();
        for &region in &regions {
            hoist_from(rw, op, region, &regions, &order, &mut pure);
        }
    }
}

/// Moves invariant ops out of one loop.
pub fn hoist_from_loop(rw: &mut Rewriter<'_>, op: Op) {
    let order = RegionOrder::new(rw.body());
    let view = rw.op(op);
    let Some(looped) = view.interface::<dyn LoopLike>() else { return };
    let regions: Vec<Region> =
        looped.regions(view).iter().filter(|r| r.body_id() == rw.body_id()).map(|r| r.id()).collect();
    let mut pure = PureCache::default();
    for &region in &regions {
        hoist_from(rw, op, region, &regions, &order, &mut pure);
    }
}

/// The purity of ops, cached on demand.
#[derive(Default)]
struct PureCache(Vec<u8>);

impl PureCache {
    fn is_pure(&mut self, rw: &Rewriter<'_>, op: Op) -> bool {
        let at = op.as_u32() as usize;
        if at >= self.0.len() {
            self.0.resize(rw.body().num_ops().max(at + 1), 0);
        }
        if self.0[at] == 0 {
            // An op that holds one which is not pure is not pure for the same reason, most often.
            let view = rw.op(op);
            let recursive = TraitSet::RecursiveMemoryEffects.with(TraitSet::RecursivelySpeculatable);
            let blocked = view.info().traits.has(recursive)
                && view
                    .regions()
                    .flat_map(|r| r.blocks())
                    .flat_map(|b| b.ops())
                    .any(|inner| self.0.get(inner.id().as_u32() as usize) == Some(&1));
            self.0[at] = if !blocked && is_pure(view) { 2 } else { 1 };
        }
        self.0[at] == 2
    }
}

fn hoist_from(
    rw: &mut Rewriter<'_>,
    looped: Op,
    region: Region,
    regions: &[Region],
    order: &RegionOrder,
    pure: &mut PureCache,
) {
    let body = rw.body();
    let mut pending: VecDeque<Op> = body.blocks_of(region).flat_map(|b| body.ops_of(b)).collect();
    while let Some(op) = pending.pop_front() {
        let body = rw.body();
        let in_region = |op: Op| body.block_of(op).and_then(|b| body.region_of(b)) == Some(region);
        if !in_region(op) || !pure.is_pure(rw, op) || !can_be_hoisted(rw, op, regions, order) {
            continue;
        }
        rw.move_op(op, InsertPoint::Before(looped));
        let body = rw.body();
        let in_region = |op: &Op| body.block_of(*op).and_then(|b| body.region_of(b)) == Some(region);
        let users = body.results(op).flat_map(|v| body.uses(v)).map(|u| body.use_owner(u));
        pending.extend(users.filter(in_region));
    }
}

/// Whether all operands of an op and its nested ops are defined outside the loop, or inside the op itself.
fn can_be_hoisted(rw: &Rewriter<'_>, op: Op, regions: &[Region], order: &RegionOrder) -> bool {
    if rw.op(op).has_trait(TraitSet::Terminator) {
        return false;
    }
    let body = rw.body();
    let own: Vec<Region> = body.regions(op).collect();
    let inside = |regions: &[Region], value: Value| {
        defining_region(body, value).is_some_and(|def| regions.iter().any(|&r| order.contains(r, def)))
    };
    let fine = |value: Value| inside(&own, value) || !inside(regions, value);
    let mut pending = vec![op];
    while let Some(at) = pending.pop() {
        if !body.operands(at).all(fine) {
            return false;
        }
        pending.extend(body.regions(at).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
    }
    true
}

/// The region that a value is defined in.
pub(crate) fn defining_region(body: &Body, value: Value) -> Option<Region> {
    let block = match body.value_def(value) {
        ValueDef::Result(op) => body.block_of(op),
        ValueDef::Argument(block) => Some(block),
        ValueDef::Placeholder => None,
    };
    block.and_then(|block| body.region_of(block))
}
