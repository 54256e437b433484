//! Variables that are assigned where elements leave a loop at different times.
//!
//! A variable with fewer dimensions than the mask of a loop exists once for all elements. What one assigns to it on its
//! way out is what the others find in it, and what it is after the loop unless they assign something else. As values,
//! the variable is an argument of the loop's header for those that stay, and one of the block after the loop for those
//! that leave: what is assigned on the way to the one is passed to the other here.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Loc, Op, Value, ValueDef};

use super::control::{Control, MaskedEdge};
use super::emit::Emitter;
use super::lanes::Lanes;
use crate::cleanups::passed_to;
use crate::diagnostics::Tag;
use crate::dialect::marked;
use crate::faults::{Fault, is_planted};
use crate::levels::{Loop, Node, predecessors};
use crate::shape::Shape;

/// A way out of a loop, and the value of a variable on it.
#[derive(Clone, Copy)]
struct Way {
    /// The block with the branch.
    from: Block,
    /// The block that collects ways to one target, and the number of its argument, if the value is passed to it.
    through: Option<(Block, usize)>,
    branch: Op,
    value: Value,
}

/// A variable that is assigned on the way out of a loop.
struct Left {
    /// The target of the ways, and the number of its argument.
    target: Block,
    place: usize,
    shape: Shape,
    assigned: Vec<Way>,
    /// The argument of the header that the variable is in the loop, by its number.
    header: Option<usize>,
    /// The value of the variable where it is not assigned, if that is known before the loop.
    outside: Option<Value>,
}

/// The variables that are assigned on the way out of a loop.
pub(super) struct LeftVariables(Vec<Left>);

impl LeftVariables {
    /// The blocks that collect ways on which something is assigned.
    pub(super) fn collectors(&self) -> impl Iterator<Item = Block> {
        let ways = self.0.iter().flat_map(|left| &left.assigned);
        ways.filter_map(|way| way.through.map(|(block, _)| block))
    }

    /// The value of a target's argument as long as it is not assigned.
    pub(super) fn outside(&self, target: Block, place: usize) -> Option<Value> {
        self.find(target, place)?.outside
    }

    fn find(&self, target: Block, place: usize) -> Option<&Left> {
        self.0.iter().find(|left| left.target == target && left.place == place)
    }
}

/// Whether a block is in a loop, and in no loop within it.
fn is_outermost(inner: &Loop, block: Block) -> bool {
    let node = inner.level.node_of.get(&block);
    node.is_some_and(|&node| matches!(inner.level.nodes[node], Node::Block(_)))
}

impl Emitter<'_, '_> {
    /// Finds the variables with fewer dimensions than the mask of a loop that are assigned on some ways out of it and
    /// not on others.
    pub(super) fn left_variables(&mut self, inner: &Loop, mask: Shape) -> LeftVariables {
        let mut found = Vec::new();
        if is_planted(Fault::LeavingNotAssigned) {
            return LeftVariables(found);
        }
        let mut targets: Vec<Block> = Vec::new();
        for &(_, target) in &inner.landings {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        let (&[entry], [latch]) = (&inner.entries[..], &inner.latches[..]) else {
            return LeftVariables(found);
        };
        let latch = latch.and_then(|latch| self.terminator(latch));
        let blocks = inner.blocks();
        for target in targets {
            let args: Vec<Value> = self.rw.body().args(target).collect();
            for (place, arg) in args.into_iter().enumerate() {
                let shape = self.shapes.of(arg);
                if mask.without(shape).is_scalar() {
                    continue;
                }
                let ways = self.ways_to(inner, target, place);
                let (assigned, others): (Vec<Way>, Vec<Way>) =
                    ways.into_iter().partition(|way| self.is_made_in(&blocks, entry, way.value));
                if assigned.is_empty() || others.is_empty() {
                    continue;
                }
                let header = others.iter().find_map(|way| self.header_place(entry, way.value));
                let first = others[0].value;
                let outside =
                    (header.is_none() && others.iter().all(|way| way.value == first)).then_some(first);
                let stays = header.zip(latch).map(|(place, latch)| {
                    let back = self.rw.body().successors(latch).take_while(|&to| to != entry).count();
                    (self.rw.body().arg(entry, place), passed_to(self.rw.op(latch), back).1[place])
                });
                match stays {
                    Some((_, next))
                        if assigned.iter().all(|way| self.unmarked(way.value) == self.unmarked(next)) =>
                    {
                        continue;
                    }
                    Some((before, next)) if !self.is_either((inner, &blocks), next, before, &assigned) => {
                        self.loc = self.loc_near(assigned[0].branch);
                        let message = format!(
                            "a variable of shape {shape} is assigned where elements leave a loop at different times, and is changed by those that stay: \
                             initialize it with 'ripple_broadcast' to have one for each"
                        );
                        self.error(Tag::AnyLane, message);
                        continue;
                    }
                    _ => {}
                }
                found.push(Left { target, place, shape, assigned, header, outside });
            }
        }
        LeftVariables(found)
    }

    /// The ways out of a loop to a block, with what they pass for an argument of it. Blocks that collect ways are looked
    /// through.
    fn ways_to(&self, inner: &Loop, target: Block, place: usize) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut pending: Vec<Way> = Vec::new();
        for &(landing, _) in inner.landings.iter().rev().filter(|(_, to)| *to == target) {
            let Some(branch) = self.terminator(landing) else { continue };
            let Some(&value) = passed_to(self.rw.op(branch), 0).1.get(place) else { continue };
            pending.push(Way { from: landing, through: None, branch, value });
        }
        while let Some(way) = pending.pop() {
            let Some((through, own)) = self.collector_of(inner, way) else {
                ways.push(way);
                continue;
            };
            for (branch, index) in predecessors(self.rw.body(), through).into_iter().rev() {
                let Some(from) = self.rw.body().block_of(branch) else { continue };
                let view = self.rw.op(branch);
                if view.interface::<dyn BranchOp>().is_none() {
                    continue;
                }
                let Some(&value) = passed_to(view, index).1.get(own) else { continue };
                pending.push(Way { from, through: Some((through, own)), branch, value });
            }
        }
        ways
    }

    /// The block that the value on a way is an argument of, and its number, if all that arrive there take the way.
    fn collector_of(&self, inner: &Loop, way: Way) -> Option<(Block, usize)> {
        let mut at = way.from;
        loop {
            let is_passed = self.rw.op(self.terminator(at)?).num_successors() == 1;
            if !is_passed || !is_outermost(inner, at) || inner.entries.contains(&at) {
                return None;
            }
            if let Some(own) = self.rw.body().args(at).position(|arg| arg == way.value) {
                return Some((at, own));
            }
            let &[(op, _)] = &predecessors(self.rw.body(), at)[..] else { return None };
            at = self.rw.body().block_of(op)?;
        }
    }

    /// Whether a value is made in a loop, and not what the header gets.
    fn is_made_in(&self, inside: &FxHashSet<Block>, entry: Block, value: Value) -> bool {
        let is_argument = self.rw.value(value).owner_block().is_some();
        let block = self.block_of_value(value).filter(|&block| block != entry || !is_argument);
        block.is_some_and(|block| inside.contains(&block))
    }

    /// The block that a value is an argument of, or that has the op that makes it.
    fn block_of_value(&self, value: Value) -> Option<Block> {
        match self.rw.body().value_def(value) {
            ValueDef::Result(op) => self.rw.body().block_of(op),
            ValueDef::Argument(block) => Some(block),
            ValueDef::Placeholder => None,
        }
    }

    /// A value without the marks of what is assigned and chosen.
    fn unmarked(&self, value: Value) -> Value {
        let mut view = self.rw.value(value);
        while let Some(of) = view.defining_op().and_then(marked) {
            view = of;
        }
        view.id()
    }

    /// Whether a value is in any case that from before, or the one value that is assigned on ways out of a loop: those
    /// that stay change nothing.
    fn is_either(
        &self,
        (inner, inside): (&Loop, &FxHashSet<Block>),
        value: Value,
        before: Value,
        assigned: &[Way],
    ) -> bool {
        let one = self.unmarked(assigned[0].value);
        let block = self.block_of_value(one);
        // In a nested loop, it would be one in each iteration.
        let is_once = block.is_none_or(|block| !inside.contains(&block) || is_outermost(inner, block));
        let is_one = is_once && assigned.iter().all(|way| self.unmarked(way.value) == one);
        let (mut pending, mut seen) = (vec![self.unmarked(value)], FxHashSet::default());
        while let Some(value) = pending.pop() {
            if value == before || is_one && value == one || !seen.insert(value) {
                continue;
            }
            let ValueDef::Argument(block) = self.rw.body().value_def(value) else { return false };
            let place = self.rw.body().args(block).position(|arg| arg == value);
            let Some(place) = place.filter(|_| inside.contains(&block)) else { return false };
            for (op, index) in predecessors(self.rw.body(), block) {
                let view = self.rw.op(op);
                if view.interface::<dyn BranchOp>().is_none() {
                    return false;
                }
                let Some(&passed) = passed_to(view, index).1.get(place) else { return false };
                pending.push(self.unmarked(passed));
            }
        }
        true
    }

    /// The location of an op, or else of one before it in its block: what clang makes for `break` has none.
    fn loc_near(&self, op: Op) -> Loc {
        let body = self.rw.body();
        let block = body.block_of(op).into_iter();
        let others: Vec<Op> = block.flat_map(|block| body.ops_of(block)).collect();
        let mut locs = [op].into_iter().chain(others.into_iter().rev()).map(|op| body.loc(op));
        locs.find(|&loc| loc != Loc::UNKNOWN).unwrap_or(self.loc)
    }

    fn header_place(&self, entry: Block, value: Value) -> Option<usize> {
        self.rw.body().args(entry).position(|arg| arg == value)
    }

    /// The edges that were written for ways out of a loop on which a variable is assigned. Where elements take several
    /// of them in one iteration, the first one counts, as where ways meet.
    fn assigned_edges(
        &self,
        control: &Control,
        left: &Left,
        leaving: &FxHashMap<Block, MaskedEdge>,
    ) -> Vec<(MaskedEdge, Lanes)> {
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut found = Vec::new();
        for way in &left.assigned {
            let Some((landing, own)) = way.through else {
                let edge = leaving.get(&way.from).cloned();
                found.extend(edge.map(|edge| (edge.clone(), edge.args[left.place].clone())));
                continue;
            };
            if seen.insert(landing) {
                let is_assigned = |edge: &&MaskedEdge| {
                    let mut ways = left.assigned.iter();
                    ways.any(|way| way.from == edge.from && way.through == Some((landing, own)))
                };
                let arrived = control.arrivals.get(&landing).into_iter().flatten();
                let edges = arrived.filter(is_assigned);
                found.extend(edges.map(|edge| (edge.clone(), edge.args[own].clone())));
            }
        }
        found
    }

    /// The value of an argument of the header in the next iteration, where elements that leave have assigned the
    /// variable.
    pub(super) fn assigned_by_leaving(
        &mut self,
        control: &Control,
        variables: &LeftVariables,
        leaving: &FxHashMap<Block, MaskedEdge>,
        (place, next): (usize, &Lanes),
    ) -> Lanes {
        let mut next = next.clone();
        for left in variables.0.iter().filter(|left| left.header == Some(place)) {
            for (edge, lanes) in self.assigned_edges(control, left, leaving).into_iter().rev() {
                let whole = next.clone().in_shape(left.shape);
                let (ty, before) = (whole.ty, self.vector_of(&whole));
                let value = self.keep(std::slice::from_ref(&edge.mask), &lanes, before, left.shape);
                next = Lanes::opaque(value, ty, left.shape);
            }
        }
        next
    }

    /// The value of a target's argument once elements have left, if it only changes where it is assigned.
    pub(super) fn kept_if_assigned(
        &mut self,
        control: &Control,
        variables: &LeftVariables,
        leaving: &FxHashMap<Block, MaskedEdge>,
        (target, place, before): (Block, usize, Value),
    ) -> Option<Value> {
        let left = variables.find(target, place).filter(|left| left.outside.is_some())?;
        let mut value = before;
        for (edge, lanes) in self.assigned_edges(control, left, leaving).into_iter().rev() {
            value = self.keep(std::slice::from_ref(&edge.mask), &lanes, value, left.shape);
        }
        Some(value)
    }
}
