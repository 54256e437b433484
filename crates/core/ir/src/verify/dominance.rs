//! Checks that values are defined before they are used.
//!
//! One walk over a body, which keeps the path of enclosing ops: an operand defined `d` regions deep is
//! compared with the op on the path at that depth, so deep nests cost no more than flat code.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_support::entity::Entity;

use super::is_graph_region;
use crate::body::{Body, ValueDef};
use crate::diag::Diag;
use crate::dominance::{DomTree, RegionOrder};
use crate::ids::{Block, Op, Region, Value};
use crate::ir::{OpRef, RegionRef};
use crate::loc::Loc;

/// Whether ops of a block may are in any order: in a graph region, or a region of unknown kind.
fn unordered(op: OpRef<'_>, index: usize) -> bool {
    !op.is_registered() || is_graph_region(op, index)
}

/// The position of a reached region in the nesting of regions.
#[derive(Clone, Copy, Default)]
struct Place {
    /// In how many regions of the body it lies.
    depth: u32,
    graph: bool,
    /// The op that holds it and the region which that is in.
    parent: Option<(Region, Op)>,
}

struct Checker<'a> {
    body: &'a Body,
    places: Vec<Place>,
    trees: FxHashMap<Region, Arc<DomTree>>,
    /// The op being visited at each depth.
    path: Vec<Op>,
}

/// Checks the regions of an op that is isolated or outermost; isolated ops inside are left alone.
pub(super) fn verify_dominance(root: OpRef<'_>, errors: &mut Vec<Box<Diag>>) -> bool {
    let Some(first) = root.regions().next() else { return true };
    let body = first.body();
    let n = body.num_regions();
    let mut checker =
        Checker { body, places: vec![Place::default(); n], trees: FxHashMap::default(), path: Vec::new() };
    let mut stack: Vec<(RegionRef<'_>, bool)> = Vec::new();
    for (i, region) in root.regions().enumerate() {
        stack.push((region, unordered(root, i)));
    }
    // Regions are entered in upstream's order: all ops of a region, then the regions below, the last first.
    // The path for a region is that of its parent op; it is rebuilt from the parent links, each op once.
    while let Some((region, graph)) = stack.pop() {
        let id = region.id();
        let parent = body.region_parent(id).and_then(|op| Some((body.region_of(body.block_of(op)?)?, op)));
        let depth = parent.map_or(0, |(outer, _)| checker.places[outer.index()].depth + 1);
        checker.places[id.index()] = Place { depth, graph, parent };
        // Fill the path up to this region. Siblings share all but the last entry, so this is constant work
        // unless the walk jumped to another branch.
        checker.path.resize(depth as usize, Op::from_u32(0));
        let mut at = parent;
        while let Some((outer, op)) = at {
            let d = checker.places[outer.index()].depth as usize;
            if checker.path[d] == op && d + 1 < depth as usize {
                break;
            }
            checker.path[d] = op;
            at = checker.places[outer.index()].parent;
        }
        if !checker.region(region, root, errors) {
            return false;
        }
        for block in region.blocks() {
            for op in block.ops() {
                if op.num_regions() > 0 && op.inner_body().is_none() {
                    for (i, inner) in op.regions().enumerate() {
                        stack.push((inner, unordered(op, i)));
                    }
                }
            }
        }
    }
    true
}

impl Checker<'_> {
    fn region(&mut self, region: RegionRef<'_>, root: OpRef<'_>, errors: &mut Vec<Box<Diag>>) -> bool {
        let body = self.body;
        let id = region.id();
        for block in body.blocks_of(id) {
            let misuse = body.ops_of(block).find_map(|op| {
                let mut operands = body.operands(op).enumerate();
                let misused = operands.find(|&(_, value)| !self.dominates(value, op, block, id));
                misused.map(|(i, value)| (op, i, value))
            });
            let Some((op, i, value)) = misuse else { continue };
            if self.tree(id).is_reachable(block) {
                errors.push(explain(root, body, op, i, value));
                return false;
            }
            // Any existing value dominates unreachable code.
            let is_missing = |value: Value| matches!(body.value_def(value), ValueDef::Placeholder);
            if let Some(op) = body.ops_of(block).find(|&op| body.operands(op).any(is_missing)) {
                let at = OpRef::in_body(root.ir(), body, root.region(0).body_id(), op);
                let mut diag = Diag::error(at.loc(), "operation's operand is unlinked");
                diag.op = Some(at.handle());
                errors.push(diag);
                return false;
            }
        }
        true
    }

    /// The dominators of a region, which most regions are checked without.
    fn tree(&mut self, region: Region) -> &DomTree {
        let body = self.body;
        self.trees.entry(region).or_insert_with(|| body.analysis(region))
    }

    #[inline]
    fn dominates(&mut self, value: Value, user: Op, block: Block, region: Region) -> bool {
        let body = self.body;
        match body.value_def(value) {
            ValueDef::Placeholder => false,
            ValueDef::Result(def) => {
                let Some(def_block) = body.block_of(def) else { return false };
                if def_block == block {
                    return body.is_before(def, user) || self.places[region.index()].graph;
                }
                let Some(def_region) = body.region_of(def_block) else { return false };
                let Some((user, block)) = self.lift(def_region, user, block, region) else { return false };
                // An op's results do not dominate its regions, except in a graph region, where order is irrelevant.
                if user == def {
                    return self.places[def_region.index()].graph;
                }
                if def_block == block {
                    return body.is_before(def, user) || self.places[def_region.index()].graph;
                }
                self.blocks(def_region, def_block, block)
            }
            ValueDef::Argument(def_block) => {
                if def_block == block {
                    return true;
                }
                let Some(def_region) = body.region_of(def_block) else { return false };
                let Some((_, block)) = self.lift(def_region, user, block, region) else { return false };
                def_block == block || self.blocks(def_region, def_block, block)
            }
        }
    }

    /// The op in `target` that holds the user, and its block.
    #[inline]
    fn lift(&self, target: Region, user: Op, block: Block, region: Region) -> Option<(Op, Block)> {
        if target == region {
            return Some((user, block));
        }
        let (d, here) = (self.places[target.index()].depth, self.places[region.index()].depth);
        if d >= here {
            return None;
        }
        let op = *self.path.get(d as usize)?;
        let block = self.body.block_of(op)?;
        (self.body.region_of(block) == Some(target)).then_some((op, block))
    }

    fn blocks(&mut self, region: Region, a: Block, b: Block) -> bool {
        // The entry block is before all others.
        self.body.entry(region) == Some(a) || self.tree(region).dominates(a, b)
    }
}

fn explain(root: OpRef<'_>, body: &Body, op: Op, index: usize, value: Value) -> Box<Diag> {
    let at = OpRef::in_body(root.ir(), body, root.region(0).body_id(), op);
    let mut diag = Diag::error(at.loc(), format!("operand #{index} does not dominate this use"));
    diag.op = Some(at.handle());
    let order = RegionOrder::new(body);
    let (Some(block1), Some(region1)) =
        (body.block_of(op), body.block_of(op).and_then(|b| body.region_of(b)))
    else {
        return diag;
    };
    match body.value_def(value) {
        ValueDef::Result(def) => {
            let Some(block2) = body.block_of(def) else { return diag };
            let Some(region2) = body.region_of(block2) else { return diag };
            let place = if block1 == block2 {
                "op in the same block"
            } else if region1 == region2 {
                "op in the same region"
            } else if order.contains(region2, region1) {
                "op in a parent region"
            } else if order.contains(region1, region2) {
                "op in a child region"
            } else {
                "op is neither in a parent nor in a child region"
            };
            diag.note(body.loc(def), format!("operand defined here ({place})"))
        }
        ValueDef::Argument(block2) => {
            let Some(region2) = body.region_of(block2) else {
                return diag.note(Loc::UNKNOWN, " (block without parent)");
            };
            let owner = match body.region_parent(region2) {
                Some(op) => body.loc(op),
                None => root.loc(),
            };
            let number = body.blocks_of(region2).take_while(|&block| block != block2).count();
            let place = if region1 == region2 {
                "in the same region"
            } else if order.contains(region2, region1) {
                "in a parent region"
            } else if order.contains(region1, region2) {
                "in a child region"
            } else {
                "neither in a parent nor in a child region"
            };
            diag.note(owner, format!("operand defined as a block argument (block #{number} {place})"))
        }
        ValueDef::Placeholder => diag,
    }
}
