//! Moves ops to where their results are needed earlier.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::{DomTree, ancestor_in};
use terrace_ir::effects::is_pure;
use terrace_ir::interfaces::RegionKinds;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, InsertPoint, Op, Region, RegionRef, Rewriter, Value};

/// Dominance in a body, valid as long as no block is created or erased and no successors change. The body's own trees
/// are kept here to avoid repeated look-ups.
#[derive(Default)]
pub struct Dominance {
    trees: FxHashMap<Region, Arc<DomTree>>,
}

impl Dominance {
    /// Whether an op dominates another one, or the ancestor of that in the same region; with `of_inner`, an op
    /// dominates the ops nested in it.
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

/// The reason why definitions were not moved: the text of upstream's remark, or an empty one.
pub type MoveRefusal = &'static str;

/// The refusal to move between an op and a point in different blocks.
pub const DIFFERENT_BLOCKS: MoveRefusal =
    "unsupported case where operation and insertion point are not in the same basic block";

const IN_THE_WAY: MoveRefusal = "cannot move dependencies before operation in backward slice of op";

/// Moves the definitions of values before `at`, with all their dependencies, unless they already dominate it.
///
/// # Errors
///
/// With nothing moved, if a block argument, another block, an effect or `at` itself is in the way.
pub fn move_value_definitions(
    rw: &mut Rewriter<'_>,
    values: &[Value],
    at: Op,
    dominance: &mut Dominance,
) -> Result<(), MoveRefusal> {
    let block: Option<Block> = rw.body().block_of(at);
    let mut needed = Vec::new();
    for &value in values {
        if dominance.is_in_scope(rw, value, at) {
            continue;
        }
        let Some(def) = rw.value(value).defining_op().map(|def| def.id()) else {
            return Err("unsupported case of moving block argument before insertion point");
        };
        if block.is_none() || rw.body().block_of(def) != block {
            return Err(
                "unsupported case of moving definition of value before an insertion point in a different basic \
                        block",
            );
        }
        needed.push(def);
    }
    // That an op around `at` counts as before it is right: nothing in the slice uses its results. What is moved, or is in
    // what is moved, is in the block of `at`, and so in that op, where its results are not visible.
    let slice = slice_of(rw, &needed, |op| dominance.properly_dominates(rw, op, at, true));
    if !slice.iter().all(|&op| is_pure(rw.op(op))) {
        return Err("");
    }
    if slice.contains(&at) {
        return Err(IN_THE_WAY);
    }
    for op in slice {
        rw.move_op(op, InsertPoint::Before(at));
    }
    Ok(())
}

/// Moves the dependencies of an op, including ops with side effects, before another op that dominates it.
///
/// # Errors
///
/// With nothing moved, if the ops are in different blocks, `at` does not dominate the op, or the op needs it.
pub fn move_operation_dependencies(
    rw: &mut Rewriter<'_>,
    op: Op,
    at: Op,
    dominance: &mut Dominance,
) -> Result<(), MoveRefusal> {
    if rw.body().block_of(op) != rw.body().block_of(at) {
        return Err(DIFFERENT_BLOCKS);
    }
    if !dominance.properly_dominates(rw, at, op, true) {
        return Err("insertion point does not dominate op");
    }
    let used = definitions_used(rw, op);
    let slice = slice_of(rw, &used, |op| dominance.properly_dominates(rw, op, at, true));
    if slice.contains(&at) {
        return Err(IN_THE_WAY);
    }
    for op in slice {
        rw.move_op(op, InsertPoint::Before(at));
    }
    Ok(())
}

/// Returns the ops of the same body whose results an op needs, itself or in its regions, also by way of others; definitions
/// before their uses. Values of block arguments are taken for given.
pub fn backward_slice(rw: &Rewriter<'_>, op: Op) -> Vec<Op> {
    slice_of(rw, &definitions_used(rw, op), |_| false)
}

/// Returns some ops with their backward slices, without the ops to leave out; in topological order.
fn slice_of(rw: &Rewriter<'_>, ops: &[Op], mut is_left_out: impl FnMut(Op) -> bool) -> Vec<Op> {
    let (mut slice, mut seen) = (Vec::new(), FxHashSet::default());
    for &op in ops {
        let mut pending = vec![(op, false)];
        while let Some((op, done)) = pending.pop() {
            if done {
                slice.push(op);
                continue;
            }
            if is_left_out(op) || !seen.insert(op) {
                continue;
            }
            pending.push((op, true));
            let start = pending.len();
            pending.extend(definitions_used(rw, op).into_iter().map(|op| (op, false)));
            pending[start..].reverse();
        }
    }
    slice
}

/// The definitions of the values that an op and its regions use, those of the regions first.
fn definitions_used(rw: &Rewriter<'_>, op: Op) -> Vec<Op> {
    let used = used_from_outside(rw, op).into_iter().chain(rw.body().operands(op));
    used.filter_map(|value| Some(rw.value(value).defining_op()?.id())).collect()
}

/// Returns the values used in the op's regions that are defined outside of them in the same body.
fn used_from_outside(rw: &Rewriter<'_>, op: Op) -> Vec<Value> {
    let body = rw.body();
    let inside = crate::walk::nested_post_order(body, op);
    let inner: FxHashSet<Op> = inside.iter().copied().collect();
    let is_outside =
        |value: &Value| rw.value(*value).defining_op().is_some_and(|def| !inner.contains(&def.id()));
    inside.iter().flat_map(|&op| body.operands(op)).filter(is_outside).collect()
}
