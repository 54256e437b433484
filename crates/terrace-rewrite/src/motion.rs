//! Moves ops to where their results are needed earlier.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::{DomTree, ancestor_in};
use terrace_ir::effects::is_pure;
use terrace_ir::interfaces::RegionKinds;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, InsertPoint, Op, Region, RegionRef, Rewriter, Value};

/// What dominates what in a body, as long as no block comes, goes or gets other successors: the trees are the body's own, held
/// here so that they are not looked up for each question.
#[derive(Default)]
pub struct Dominance {
    trees: FxHashMap<Region, Arc<DomTree>>,
}

impl Dominance {
    /// Whether an op dominates another one, or the op around that; `of_inner` tells whether it dominates what is nested in it.
    pub fn properly_dominates(&mut self, rw: &Rewriter<'_>, a: Op, b: Op, of_inner: bool) -> bool {
        let body = rw.body();
        let Some(block) = body.block_of(a) else { return false };
        let Some(region) = body.region_of(block) else { return false };
        let Some(around) = ancestor_in(body, region, b) else { return false };
        if around == a && a != b {
            return of_inner;
        }
        let Some(other) = body.block_of(around) else { return false };
        if block == other {
            return a != around && body.is_before(a, around) || is_graph(rw, region);
        }
        self.tree(rw, region).dominates(block, other)
    }

    /// Whether a value can be used before an op.
    pub fn is_in_scope(&mut self, rw: &Rewriter<'_>, value: Value, at: Op) -> bool {
        let view = rw.value(value);
        if let Some(def) = view.defining_op() {
            return self.properly_dominates(rw, def.id(), at, false);
        }
        let body = rw.body();
        let Some(block) = view.owner_block().map(|block| block.id()) else { return false };
        let Some(region) = body.region_of(block) else { return false };
        let Some(other) = ancestor_in(body, region, at).and_then(|op| body.block_of(op)) else {
            return false;
        };
        block == other || self.tree(rw, region).dominates(block, other)
    }

    fn tree(&mut self, rw: &Rewriter<'_>, region: Region) -> &DomTree {
        self.trees.entry(region).or_insert_with(|| rw.body().analysis(region))
    }
}

/// Whether the ops of a region have no order.
fn is_graph(rw: &Rewriter<'_>, region: Region) -> bool {
    let Some(parent) = rw.body().region_parent(region).map(|parent| rw.op(parent)) else { return false };
    let number = RegionRef::in_body(parent.ir(), parent.body(), parent.body_id(), region).index();
    parent.has_trait(TraitSet::GraphRegions)
        || parent.interface::<dyn RegionKinds>().is_some_and(|kinds| kinds.is_graph(parent, number))
}

/// Moves what defines values before `at`, with all that this needs, unless that is so already. None, with nothing
/// moved, where a block argument, another block, an effect or `at` itself is in the way.
pub fn move_value_definitions(
    rw: &mut Rewriter<'_>,
    values: &[Value],
    at: Op,
    dominance: &mut Dominance,
) -> Option<()> {
    let block: Block = rw.body().block_of(at)?;
    let (mut slice, mut seen) = (Vec::new(), FxHashSet::default());
    let mut needed = Vec::new();
    for &value in values {
        if dominance.is_in_scope(rw, value, at) {
            continue;
        }
        let def = rw.value(value).defining_op()?.id();
        if rw.body().block_of(def) != Some(block) {
            return None;
        }
        needed.push(def);
    }
    // Operands before the ops that use them.
    for def in needed {
        let mut pending = vec![(def, false)];
        while let Some((op, done)) = pending.pop() {
            if done {
                slice.push(op);
                continue;
            }
            if dominance.properly_dominates(rw, op, at, true) || !seen.insert(op) {
                continue;
            }
            if op == at || !is_pure(rw.op(op)) {
                return None;
            }
            pending.push((op, true));
            let start = pending.len();
            let used = used_from_outside(rw, op).into_iter().chain(rw.body().operands(op));
            pending.extend(used.filter_map(|value| Some((rw.value(value).defining_op()?.id(), false))));
            pending[start..].reverse();
        }
    }
    for op in slice {
        rw.move_op(op, InsertPoint::Before(at));
    }
    Some(())
}

/// What the regions of an op use that is defined outside of them, in the same body.
fn used_from_outside(rw: &Rewriter<'_>, op: Op) -> Vec<Value> {
    let body = rw.body();
    let inside = crate::walk::nested_post_order(body, op);
    let inner: FxHashSet<Op> = inside.iter().copied().collect();
    let is_outside =
        |value: &Value| rw.value(*value).defining_op().is_some_and(|def| !inner.contains(&def.id()));
    inside.iter().flat_map(|&op| body.operands(op)).filter(is_outside).collect()
}
