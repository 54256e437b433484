//! In which order the ops of a body run, as far as that can be told.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::{RegionBranchOp, RegionKinds, RegionPoint};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Body, BodyId, Ir, Op, OpRef, Region, RegionRef};
use terrace_support::entity::Entity;

/// The ops of a body, numbered such that what lies in an op has the numbers behind its own.
pub struct Order {
    /// For each op its number and the last number in it.
    spans: Vec<(u32, u32)>,
    trees: RefCell<FxHashMap<Region, std::rc::Rc<DomTree>>>,
}

impl Order {
    /// The order of the body that an op lies in.
    pub fn of(op: OpRef<'_>) -> Self {
        Self::new(op.body())
    }

    /// Numbers the ops of a body.
    pub fn new(body: &Body) -> Self {
        enum Step {
            Enter(Op),
            Leave(Op),
        }
        let mut spans = vec![(0, 0); body.live_ops().map(|op| op.index() + 1).max().unwrap_or(0)];
        let mut clock = 0;
        let ops_of = |region: Region| {
            body.blocks_of(region).flat_map(|block| body.ops_of(block)).map(Step::Enter).collect::<Vec<_>>()
        };
        let mut stack: Vec<Step> = Vec::new();
        for &region in body.top_regions().iter().rev() {
            stack.extend(ops_of(region).into_iter().rev());
        }
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(op) => spans[op.index()].1 = clock,
                Step::Enter(op) => {
                    clock += 1;
                    spans[op.index()] = (clock, clock);
                    if body.regions(op).len() > 0 {
                        stack.push(Step::Leave(op));
                        for region in body.regions(op).rev() {
                            stack.extend(ops_of(region).into_iter().rev());
                        }
                    }
                }
            }
        }
        Self { spans, trees: RefCell::default() }
    }

    /// The number of an op, and the last number of an op in it.
    pub fn span(&self, op: Op) -> (u32, u32) {
        self.spans.get(op.index()).copied().unwrap_or((0, 0))
    }

    /// Whether an op is another one or lies in it.
    pub fn contains(&self, outer: Op, inner: Op) -> bool {
        let (outer, inner) = (self.span(outer), self.span(inner));
        outer.0 <= inner.0 && inner.1 <= outer.1
    }

    /// Whether `a`, or an op around it, dominates `b` and `b` does not lie in that.
    pub fn happens_before(&self, a: OpRef<'_>, b: OpRef<'_>) -> bool {
        let (view, body) = (a, a.body());
        let mut a = a.id();
        // The op around `a`, or itself, in the innermost region that holds `b` too.
        loop {
            if a != b.id() && self.contains(a, b.id()) {
                return false;
            }
            let Some(parent) =
                body.block_of(a).and_then(|block| body.region_of(block)).and_then(|r| body.region_parent(r))
            else {
                break;
            };
            if self.contains(parent, b.id()) {
                if parent == b.id() {
                    return false;
                }
                break;
            }
            a = parent;
        }
        let Some(block) = body.block_of(a) else { return false };
        let Some(region) = body.region_of(block) else { return false };
        let Some(b) = terrace_ir::dominance::ancestor_in(body, region, b.id()) else { return false };
        let Some(other) = body.block_of(b) else { return false };
        if block == other {
            return self.span(a).0 < self.span(b).0 || is_graph(view.ir(), body, view.body_id(), region);
        }
        self.tree(body, region).dominates(block, other)
    }

    fn tree(&self, body: &Body, region: Region) -> std::rc::Rc<DomTree> {
        let mut trees = self.trees.borrow_mut();
        trees.entry(region).or_insert_with(|| std::rc::Rc::new(DomTree::new(body, region))).clone()
    }
}

/// Whether the ops of a region have no order: then each happens before every other, and itself.
fn is_graph(ir: &Ir, body: &Body, id: BodyId, region: Region) -> bool {
    let Some(parent) = body.region_parent(region) else { return false };
    let parent = OpRef::in_body(ir, body, id, parent);
    let number = RegionRef::in_body(ir, body, id, region).index();
    parent.has_trait(TraitSet::GraphRegions)
        || parent.interface::<dyn RegionKinds>().is_some_and(|kinds| kinds.is_graph(parent, number))
}

/// Whether a block is reached from another, over edges of its region, without going through `except`.
pub fn is_reachable(body: &Body, from: Block, to: Block, except: Option<Block>) -> bool {
    if except == Some(to) {
        return false;
    }
    let mut seen = FxHashSet::default();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        let Some(terminator) = body.last_op(block) else { continue };
        for next in body.successors(terminator) {
            if Some(next) == except {
                continue;
            }
            if next == to {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// Whether two ops lie in regions of one op of which only one runs.
pub fn inside_mutually_exclusive_regions(order: &Order, a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let mut around = a.parent_op().filter(|op| op.body_id() == a.body_id());
    while let Some(op) = around {
        if op.id() != b.id()
            && order.contains(op.id(), b.id())
            && let Some(interface) = op.interface::<dyn RegionBranchOp>()
        {
            let region_of = |inner: OpRef<'_>| op.regions().position(|region| lies_in(region, inner));
            let (Some(first), Some(second)) = (region_of(a), region_of(b)) else { return false };
            return first != second
                && !reaches(op, interface, first, second)
                && !reaches(op, interface, second, first);
        }
        around = op.parent_op().filter(|op| op.body_id() == a.body_id());
    }
    false
}

/// Whether an op lies in a region.
pub fn lies_in(region: RegionRef<'_>, op: OpRef<'_>) -> bool {
    terrace_ir::dominance::ancestor_in(op.body(), region.id(), op.id()).is_some()
}

/// Whether control may go from one region of an op to another.
fn reaches(op: OpRef<'_>, interface: &dyn RegionBranchOp, from: usize, to: usize) -> bool {
    let mut seen = vec![false; op.num_regions()];
    let mut open = interface.successors(op, RegionPoint::Region(from));
    while let Some(point) = open.pop() {
        let RegionPoint::Region(next) = point else { continue };
        if next == to {
            return true;
        }
        if !std::mem::replace(&mut seen[next], true) {
            open.extend(interface.successors(op, point));
        }
    }
    false
}
