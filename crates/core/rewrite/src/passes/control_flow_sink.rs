//! `control-flow-sink`: sinks ops whose results are used in only one region of a conditional into that
//! region.

use terrace_ir::dominance::ancestor_in;
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::fold::constants_of;
use terrace_ir::interfaces::RegionBranchOp;
use terrace_ir::{InsertPoint, Op, OpRef, Region, Rewriter, ValueDef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::walk::body_post_order;

/// The pass.
pub static CONTROL_FLOW_SINK: PassDef = PassDef {
    name: "control-flow-sink",
    class: "ControlFlowSink",
    doc: "Sink operations into conditional blocks",
    statistics: &[("num-sunk", "Number of operations sunk")],
    make: |_| Ok(Pass::Body(Box::new(ControlFlowSink))),
    ..EMPTY_PASS
};

struct ControlFlowSink;

impl BodyPass for ControlFlowSink {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            let view = rw.op(op);
            let Some(branch) = view.interface::<dyn RegionBranchOp>() else { continue };
            let at_most_once = |(_, most): &(usize, &Option<u64>)| most.is_some_and(|most| most <= 1);
            let bounds = branch.region_invocation_bounds(view, &constants_of(view));
            let chosen: Vec<usize> = bounds.iter().enumerate().filter(at_most_once).map(|(i, _)| i).collect();
            for index in chosen {
                let region = rw.op(op).region(index).id();
                run.count(0, sink_into(rw, region, is_memory_effect_free).len() as u64);
            }
        }
        Ok(())
    }
}

/// Moves the ops that may move and whose users are all in a region to its beginning; returns them.
pub fn sink_into(rw: &mut Rewriter<'_>, region: Region, may_move: impl Fn(OpRef<'_>) -> bool) -> Vec<Op> {
    let Some(entry) = rw.body().entry(region) else { return Vec::new() };
    let body = rw.body();
    let mut pending: Vec<Op> = body.blocks_of(region).flat_map(|b| body.ops_of(b)).collect();
    let mut sunk = Vec::new();
    while let Some(user) = pending.pop() {
        for value in rw.body().operands(user).collect::<Vec<_>>() {
            let ValueDef::Result(op) = rw.body().value_def(value) else { continue };
            let body = rw.body();
            let outside = body.block_of(op).and_then(|b| body.region_of(b)) != Some(region);
            let inside = |used| ancestor_in(body, region, body.use_owner(used)).is_some();
            let all_inside = body.results(op).all(|v| body.uses(v).all(inside));
            if outside && all_inside && may_move(rw.op(op)) {
                rw.move_op(op, InsertPoint::start(rw.body(), entry));
                sunk.push(op);
                pending.push(op);
            }
        }
    }
    sunk
}
