//! `topological-sort`: orders graph regions such that definitions precede uses.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::traits::TraitSet;
use terrace_ir::verify::is_graph_region;
use terrace_ir::{Block, Body, InsertPoint, Op, OpRef, Rewriter, ValueDef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::walk::body_post_order;

/// The pass.
pub static TOPOLOGICAL_SORT: PassDef = PassDef {
    name: "topological-sort",
    class: "TopologicalSort",
    doc: "Sort regions without SSA dominance in topological order",
    make: |_| Ok(Pass::Body(Box::new(TopologicalSort))),
    ..EMPTY_PASS
};

struct TopologicalSort;

impl BodyPass for TopologicalSort {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut blocks: Vec<Block> = Vec::new();
        if let Some(parent) = rw.body().parent() {
            let view = rw.ir().op(parent);
            for (i, &region) in rw.body().top_regions().iter().enumerate() {
                if is_graph_region(view, i) {
                    blocks.extend(rw.body().blocks_of(region));
                }
            }
        }
        for op in body_post_order(rw.body()) {
            let view = rw.op(op);
            if view.inner_body().is_none() {
                for (i, region) in view.regions().enumerate().filter(|(i, _)| is_graph_region(view, *i)) {
                    debug_assert!(is_graph_region(view, i));
                    blocks.extend(region.blocks().map(|b| b.id()));
                }
            }
        }
        for block in blocks {
            sort_block(rw, block);
        }
        Ok(())
    }
}

/// The ops of the block that an op, or an op inside it, uses.
fn needs(body: &Body, block: Block, op: Op) -> FxHashSet<Op> {
    let mut out = FxHashSet::default();
    let region = body.region_of(block);
    let mut pending = vec![op];
    while let Some(at) = pending.pop() {
        for value in body.operands(at) {
            let ValueDef::Result(def) = body.value_def(value) else { continue };
            let around = region.and_then(|region| terrace_ir::dominance::ancestor_in(body, region, def));
            out.extend(around.filter(|&def| def != op && body.block_of(def) == Some(block)));
        }
        pending.extend(body.regions(at).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
    }
    out
}

/// Sorts the ops of a block in sweeps: each takes, in order, the ops whose dependencies were taken before. If
/// a sweep finds none, the first remaining op is taken. A terminator remains the last op.
fn sort_block(rw: &mut Rewriter<'_>, block: Block) {
    let body = rw.body();
    let mut ops: Vec<Op> = body.ops_of(block).collect();
    // An op that nobody knows may be the terminator that the block needs.
    let needs_end = |op: OpRef<'_>| {
        op.parent_op().is_some_and(|op| op.def().is_some() && !op.has_trait(TraitSet::NoTerminator))
    };
    let is_end = |op: OpRef<'_>| op.has_trait(TraitSet::Terminator) || (op.def().is_none() && needs_end(op));
    let end = ops.pop_if(|last| is_end(rw.op(*last)));
    let place: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let mut missing: Vec<usize> = Vec::with_capacity(ops.len());
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ops.len()];
    for (i, &op) in ops.iter().enumerate() {
        let mut needed: Vec<usize> =
            needs(body, block, op).iter().filter_map(|op| place.get(op).copied()).collect();
        needed.sort_unstable();
        missing.push(needed.len());
        needed.into_iter().for_each(|def| users[def].push(i));
    }
    let mut ready: BinaryHeap<Reverse<(usize, usize)>> =
        (0..ops.len()).filter(|&i| missing[i] == 0).map(|i| Reverse((0, i))).collect();
    let (mut order, mut taken) = (Vec::with_capacity(ops.len()), vec![false; ops.len()]);
    let (mut sweep, mut first_left) = (0, 0);
    while order.len() < ops.len() {
        let (now, at) = match ready.pop() {
            Some(Reverse(next)) => next,
            None => {
                while taken[first_left] {
                    first_left += 1;
                }
                sweep += 1;
                (sweep, first_left)
            }
        };
        if std::mem::replace(&mut taken[at], true) {
            continue;
        }
        sweep = now;
        order.push(ops[at]);
        for &user in &users[at] {
            missing[user] -= 1;
            if missing[user] == 0 && !taken[user] {
                ready.push(Reverse((if user > at { now } else { now + 1 }, user)));
            }
        }
    }
    if order != ops {
        let point = end.map_or(InsertPoint::End(block), InsertPoint::Before);
        for op in order {
            rw.move_op(op, point);
        }
    }
}
