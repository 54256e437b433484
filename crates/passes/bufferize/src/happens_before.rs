//! The execution order of the ops of a body, as far as it is static.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::{RegionBranchOp, RegionKinds, RegionPoint};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Body, BodyId, Ir, Op, OpRef, Region, RegionRef};
use terrace_support::entity::Entity;

use crate::paths::Paths;

/// The ops of a body, numbered such that the numbers of nested ops follow that of their parent, and the ops
/// of a block and of the blocks that it dominates have consecutive numbers.
pub struct Order {
    /// For each op its number and the last number nested in it.
    spans: Vec<(u32, u32)>,
    /// For each op its parents.
    above: Vec<Above>,
    /// The blocks of the body, if there are several and all are reached.
    blocks: Option<(Region, FxHashMap<Block, BlockSpan>)>,
    trees: RefCell<FxHashMap<Region, Arc<DomTree>>>,
    components: RefCell<FxHashMap<Region, Rc<Components>>>,
    circles: RefCell<FxHashMap<(Block, Block, Option<Block>), bool>>,
    pub(crate) paths: Paths,
    around: RefCell<FxHashMap<Region, Option<(u32, u32)>>>,
}

/// The ancestors of an op. An ancestor is found in logarithmic time (Myers, "An applicative random-access stack",
/// 1983).
#[derive(Clone, Copy, Debug)]
struct Above {
    /// The number of ancestors.
    depth: u32,
    /// The op around it, itself if there is none.
    parent: Op,
    /// Another one farther out, or the same.
    jump: Op,
}

/// The numbers of the ops of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSpan {
    /// The number of the first op.
    pub first: u32,
    /// The last one in an op of the block.
    pub last: u32,
    /// The last one in the block and the blocks that it dominates.
    pub end: u32,
    /// The last number in a block on the path from the block back to itself; `None` if it is not in a cycle.
    pub circle: Option<u32>,
}

impl Above {
    /// The ancestors of an op in `parent`.
    fn below(parent: Op, all: &[Self]) -> Self {
        let up = all[parent.index()];
        let far = all[up.jump.index()];
        let jump =
            if up.depth - far.depth == far.depth - all[far.jump.index()].depth { far.jump } else { parent };
        Self { depth: up.depth + 1, parent, jump }
    }
}

impl Order {
    /// The outermost op around an op, or itself, that another one does not are in; `None` if that is in the op itself.
    fn outermost_without(&self, op: Op, other: Op) -> Option<Op> {
        let mut at = op;
        if self.contains(at, other) {
            return None;
        }
        loop {
            let Above { parent, jump, .. } = *self.above.get(at.index())?;
            if !self.contains(jump, other) {
                if jump == at {
                    return Some(at);
                }
                at = jump;
            } else if !self.contains(parent, other) {
                at = parent;
            } else {
                return Some(at);
            }
        }
    }

    /// The op next to `around`, in one of its regions, that `inner` is in or is.
    pub(crate) fn part_of(&self, around: Op, inner: Op) -> Option<Op> {
        let mut at = inner;
        if at == around || !self.contains(around, at) {
            return None;
        }
        loop {
            let Above { parent, jump, .. } = *self.above.get(at.index())?;
            if jump != at && jump != around && self.contains(around, jump) {
                at = jump;
            } else if parent != around {
                at = parent;
            } else {
                return Some(at);
            }
        }
    }

    /// The order of the body that an op is in.
    pub fn of(op: OpRef<'_>) -> Self {
        Self::new(op.body())
    }

    /// Numbers the ops of a body.
    pub fn new(body: &Body) -> Self {
        enum NumberingStep {
            Enter(Op),
            Leave(Op),
        }
        let mut trees: FxHashMap<Region, Arc<DomTree>> = FxHashMap::default();
        let count = body.live_ops().map(|op| op.index() + 1).fold(0, Ord::max);
        let mut spans = vec![(0, 0); count];
        let any = body.live_ops().next().map(|op| Above { depth: 0, parent: op, jump: op });
        let mut above = any.map_or(Vec::new(), |any| vec![any; count]);
        let mut around: Vec<Op> = Vec::new();
        let mut clock = 0;
        let mut ops_of = |region: Region| {
            let mut blocks: Vec<Block> = body.blocks_of(region).collect();
            if blocks.len() > 1 {
                let tree = trees.entry(region).or_insert_with(|| body.analysis(region));
                blocks = in_preorder(tree, &blocks);
            }
            blocks
                .into_iter()
                .flat_map(|block| body.ops_of(block))
                .map(NumberingStep::Enter)
                .collect::<Vec<_>>()
        };
        let mut stack: Vec<NumberingStep> = Vec::new();
        for &region in body.top_regions().iter().rev() {
            stack.extend(ops_of(region).into_iter().rev());
        }
        while let Some(step) = stack.pop() {
            match step {
                NumberingStep::Leave(op) => {
                    spans[op.index()].1 = clock;
                    around.pop();
                }
                NumberingStep::Enter(op) => {
                    clock += 1;
                    spans[op.index()] = (clock, clock);
                    above[op.index()] = match around.last() {
                        Some(&parent) => Above::below(parent, &above),
                        None => Above { depth: 0, parent: op, jump: op },
                    };
                    if body.regions(op).len() > 0 {
                        around.push(op);
                        stack.push(NumberingStep::Leave(op));
                        for region in body.regions(op).rev() {
                            stack.extend(ops_of(region).into_iter().rev());
                        }
                    }
                }
            }
        }
        let (components, circles, paths, around) = Default::default();
        let mut order = Self {
            spans,
            above,
            blocks: None,
            trees: RefCell::new(trees),
            components,
            circles,
            paths,
            around,
        };
        order.blocks = order.spans_of_blocks(body);
        order
    }

    fn spans_of_blocks(&self, body: &Body) -> Option<(Region, FxHashMap<Block, BlockSpan>)> {
        let &[region] = body.top_regions() else { return None };
        let tree = self.trees.borrow().get(&region).cloned()?;
        if body.blocks_of(region).any(|block| !tree.is_reachable(block) || body.last_op(block).is_none()) {
            return None;
        }
        let components = self.components(body, region);
        // By the numbers of components: whether there are circles in it, and the last number in it.
        let mut circles: FxHashMap<u32, (bool, u32)> = FxHashMap::default();
        let mut spans: FxHashMap<Block, BlockSpan> = FxHashMap::default();
        for &block in tree.blocks() {
            let (Some(from), Some(to)) = (body.ops_of(block).next(), body.last_op(block)) else { continue };
            let (first, last) = (self.span(from).0, self.span(to).1);
            spans.insert(block, BlockSpan { first, last, end: last, circle: None });
            let to_itself = body.successors(to).any(|next| next == block);
            let new = !circles.contains_key(&components.of[&block]);
            let circle = circles.entry(components.of[&block]).or_default();
            *circle = (circle.0 || !new || to_itself, circle.1.max(last));
        }
        // What dominates a block comes before it.
        for &block in tree.blocks().iter().rev() {
            let span = spans.get_mut(&block)?;
            let (circular, last) = circles[&components.of[&block]];
            span.circle = circular.then_some(last);
            let end = span.end;
            if let Some(above) = tree.immediate_dominator(block).and_then(|above| spans.get_mut(&above)) {
                above.end = above.end.max(end);
            }
        }
        Some((region, spans))
    }

    /// The numbers of the outermost op around a region whose op order is not static, since it has several
    /// regions or blocks; all numbers, if the body has several blocks whose order is not determined by
    /// [`Self::block`].
    pub fn around(&self, region: Option<RegionRef<'_>>) -> Option<(u32, u32)> {
        let mut known = self.around.borrow_mut();
        let (mut at, mut visited, mut found) = (region, Vec::new(), None);
        while let Some(region) = at {
            if let Some(&widest) = known.get(&region.id()) {
                found = widest;
                break;
            }
            visited.push(region);
            at = crate::state::parent_region(region);
        }
        for region in visited.into_iter().rev() {
            if found.is_none()
                && !(region.has_one_block() && region.parent_op().is_none_or(|op| op.num_regions() < 2))
            {
                found = match region.parent_op().filter(|op| op.body_id() == region.body_id()) {
                    Some(op) => Some(self.span(op.id())),
                    None => (self.blocks.is_none() && !region.has_one_block()).then_some((0, u32::MAX)),
                };
            }
            known.insert(region.id(), found);
        }
        found
    }

    /// The numbers of a block of the body, if it has several and all are reached.
    pub fn block(&self, block: Block) -> Option<&BlockSpan> {
        self.blocks.as_ref()?.1.get(&block)
    }

    /// The block of the body that an op is in, and the op of that block that it is in, or is; `None` if the body has
    /// one block, or some that are not reached.
    pub fn top_block(&self, body: &Body, op: Op) -> Option<(&BlockSpan, Op)> {
        let (region, spans) = self.blocks.as_ref()?;
        let around = terrace_ir::dominance::ancestor_in(body, *region, op)?;
        Some((spans.get(&body.block_of(around)?)?, around))
    }

    /// The number of an op, and the last number of its nested ops.
    pub fn span(&self, op: Op) -> (u32, u32) {
        self.spans.get(op.index()).copied().unwrap_or((0, 0))
    }

    /// Whether an op is another one or nested in it.
    pub fn contains(&self, outer: Op, inner: Op) -> bool {
        let (outer, inner) = (self.span(outer), self.span(inner));
        outer.0 <= inner.0 && inner.1 <= outer.1
    }

    /// The same, where an op that is the other one counts as one that the other does not are in.
    fn before_parting(&self, op: Op, other: Op) -> Option<Op> {
        if op == other { Some(op) } else { self.outermost_without(op, other) }
    }

    /// Whether `a`, or an op around it, dominates `b` and `b` does not are in that.
    pub fn happens_before(&self, a: OpRef<'_>, b: OpRef<'_>) -> bool {
        let (view, body) = (a, a.body());
        let (Some(a), Some(b)) = (self.before_parting(a.id(), b.id()), self.before_parting(b.id(), a.id()))
        else {
            return false;
        };
        let (Some(block), Some(other)) = (body.block_of(a), body.block_of(b)) else { return false };
        let Some(region) = body.region_of(block).filter(|&region| body.region_of(other) == Some(region))
        else {
            return false;
        };
        if block == other {
            return self.span(a).0 < self.span(b).0 || is_graph(view.ir(), body, view.body_id(), region);
        }
        self.tree(body, region).dominates(block, other)
    }

    pub(crate) fn tree(&self, body: &Body, region: Region) -> Arc<DomTree> {
        let mut trees = self.trees.borrow_mut();
        trees.entry(region).or_insert_with(|| body.analysis(region)).clone()
    }
}

/// The blocks of a region in preorder of the dominator tree; unreachable blocks are last.
fn in_preorder(tree: &DomTree, blocks: &[Block]) -> Vec<Block> {
    let mut all = Vec::with_capacity(blocks.len());
    let mut open: Vec<Block> = tree.blocks().first().copied().into_iter().collect();
    while let Some(block) = open.pop() {
        all.push(block);
        let from = open.len();
        open.extend(tree.children(block));
        open[from..].reverse();
    }
    all.extend(blocks.iter().filter(|&&block| !tree.is_reachable(block)));
    all
}

impl Order {
    pub(crate) fn components(&self, body: &Body, region: Region) -> Rc<Components> {
        let mut known = self.components.borrow_mut();
        known.entry(region).or_insert_with(|| Rc::new(Components::new(body, region))).clone()
    }

    /// Whether two blocks of a region are reached from each other without going through a third one, `except`.
    pub fn is_circular(&self, body: &Body, a: Block, b: Block, except: Option<Block>) -> bool {
        let Some(region) = body.region_of(a) else { return false };
        let components = self.components(body, region);
        if components.of.get(&a) != components.of.get(&b) {
            return false;
        }
        *self.circles.borrow_mut().entry((a, b, except)).or_insert_with(|| {
            is_reachable(body, &components, a, b, except) && is_reachable(body, &components, b, a, except)
        })
    }
}

/// Whether the ops of a region have no order: then each happens before every other, and itself.
pub(crate) fn is_graph(ir: &Ir, body: &Body, id: BodyId, region: Region) -> bool {
    let Some(parent) = body.region_parent(region) else { return false };
    let parent = OpRef::in_body(ir, body, id, parent);
    let number = RegionRef::in_body(ir, body, id, region).index();
    parent.has_trait(TraitSet::GraphRegions)
        || parent.interface::<dyn RegionKinds>().is_some_and(|kinds| kinds.is_graph(parent, number))
}

/// Whether a block is reached from another, over edges within a component, without going through `except`.
fn is_reachable(body: &Body, component: &Components, from: Block, to: Block, except: Option<Block>) -> bool {
    if except == Some(to) {
        return false;
    }
    let inside = component.of.get(&from);
    let mut seen = FxHashSet::default();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        let Some(terminator) = body.last_op(block) else { continue };
        for next in body.successors(terminator) {
            if Some(next) == except || component.of.get(&next) != inside {
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

/// The strongly connected components of a region's blocks.
pub(crate) struct Components {
    /// The component of each block; blocks reachable from another component have lower numbers.
    of: FxHashMap<Block, u32>,
}

impl Components {
    /// The number of a block's component.
    pub(crate) fn number(&self, block: Block) -> Option<u32> {
        self.of.get(&block).copied()
    }
}

impl Components {
    /// Tarjan's algorithm ("Depth-First Search and Linear Graph Algorithms", 1972), with an explicit stack.
    fn new(body: &Body, region: Region) -> Self {
        let mut of: FxHashMap<Block, u32> = FxHashMap::default();
        let mut found: FxHashMap<Block, (u32, u32)> = FxHashMap::default();
        let mut members: Vec<Block> = Vec::new();
        let successors = |block: Block| -> Vec<Block> {
            body.last_op(block).map_or(Vec::new(), |end| body.successors(end).collect())
        };
        let mut number = 0;
        for root in body.blocks_of(region) {
            if found.contains_key(&root) {
                continue;
            }
            let mut path: Vec<(Block, Vec<Block>)> = Vec::new();
            let mut enter = Some(root);
            loop {
                if let Some(block) = enter.take() {
                    let n = found.len() as u32;
                    found.insert(block, (n, n));
                    members.push(block);
                    path.push((block, successors(block)));
                }
                let Some((block, left)) = path.last_mut() else { break };
                let block = *block;
                if let Some(next) = left.pop() {
                    match found.get(&next) {
                        None => enter = Some(next),
                        Some(&(n, _)) if !of.contains_key(&next) => {
                            if let Some(entry) = found.get_mut(&block) {
                                entry.1 = entry.1.min(n);
                            }
                        }
                        Some(_) => {}
                    }
                    continue;
                }
                path.pop();
                let (n, low) = found[&block];
                if n == low {
                    while let Some(member) = members.pop() {
                        of.insert(member, number);
                        if member == block {
                            break;
                        }
                    }
                    number += 1;
                }
                if let Some(entry) = path.last().and_then(|(around, _)| found.get_mut(around)) {
                    entry.1 = entry.1.min(low);
                }
            }
        }
        Self { of }
    }
}

/// Whether two ops are in regions of one op of which only one runs.
pub fn inside_mutually_exclusive_regions(order: &Order, a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let (view, body) = (a, a.body());
    let parts = order.outermost_without(a.id(), b.id()).zip(order.outermost_without(b.id(), a.id()));
    let Some((a, b)) = parts else { return false };
    let region_of = |op: Op| body.block_of(op).and_then(|block| body.region_of(block));
    let (Some(first), Some(second)) = (region_of(a), region_of(b)) else { return false };
    let Some(op) = body.region_parent(first).filter(|_| first != second) else { return false };
    let op = OpRef::in_body(view.ir(), body, view.body_id(), op);
    let Some(interface) = op.interface::<dyn RegionBranchOp>() else { return false };
    if body.region_parent(second) != Some(op.id()) {
        return false;
    }
    let (first, second) = (body.region_number(first), body.region_number(second));
    !reaches(op, interface, first, second) && !reaches(op, interface, second, first)
}

/// Whether an op is in a region.
pub fn lies_in(region: RegionRef<'_>, op: OpRef<'_>) -> bool {
    terrace_ir::dominance::ancestor_in(op.body(), region.id(), op.id()).is_some()
}

/// Whether control may go from one region of an op to another.
pub(crate) fn reaches(op: OpRef<'_>, interface: &dyn RegionBranchOp, from: usize, to: usize) -> bool {
    let mut open = interface.successors(op, RegionPoint::Region(from));
    if open.iter().all(|point| matches!(point, RegionPoint::Parent)) {
        return false;
    }
    let mut seen = vec![false; op.num_regions()];
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
