//! Reachability for conflicts: whether a path leads from a definition to a write and on to a read without passing the
//! definition again.
//!
//! In the region of the definition the three are mapped to ops of its blocks. All blocks on such a path are
//! dominated by the definition, as the read is, so the search goes backwards from the read and stops there.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::ancestor_in;
use terrace_ir::interfaces::RegionBranchOp;
use terrace_ir::{Block, Body, Op, OpRef, Region, RegionRef, ValueRef};

use crate::happens_before::{Order, is_graph, reaches};
use crate::state::region_of;

/// The number of visited blocks, in addition to a constant number for each block of the body, after which the
/// search stops and paths are assumed to exist.
const BUDGET: usize = 1 << 22;

/// Cached results of reachability queries.
#[derive(Default)]
pub(crate) struct Paths {
    /// The blocks from which a block is reached, its own beginning among them where control comes back, without going into
    /// another one.
    sources: RefCell<FxHashMap<(Block, Option<Block>), Rc<FxHashSet<Block>>>>,
    /// The number of blocks that were visited.
    looked_at: Cell<usize>,
}

/// A place that control must not pass.
#[derive(Clone, Copy)]
struct Barrier {
    /// The block.
    block: Block,
    /// The op in it; its beginning if there is none.
    op: Option<Op>,
}

impl Order {
    /// Whether a path leads from a definition to a write and on to a read without passing the definition again.
    /// `overlaps` means that an op that does both may write before it reads; an op nested in the other one always may.
    /// `repeats` returns whether a region may run several times in a row.
    pub fn comes_between(
        &self,
        definition: ValueRef<'_>,
        write: OpRef<'_>,
        read: OpRef<'_>,
        overlaps: bool,
        repeats: impl Fn(RegionRef<'_>) -> bool,
    ) -> bool {
        let body = read.body();
        let Some(region) = region_of(definition) else { return false };
        if is_graph(read.ir(), body, read.body_id(), region.id()) {
            return false;
        }
        let ancestors =
            ancestor_in(body, region.id(), write.id()).zip(ancestor_in(body, region.id(), read.id()));
        let Some((write_at, read_at)) = ancestors else { return false };
        let op = definition.defining_op().map(OpRef::id);
        let block = match op {
            Some(op) => body.block_of(op),
            None => definition.owner_block().map(|block| block.id()),
        };
        let Some(block) = block else { return false };
        if op == Some(write_at) || op == Some(read_at) {
            return false;
        }
        let barrier = Barrier { block, op };
        if write_at == read_at {
            return self.is_behind(body, region.id(), write_at, read_at, Some(barrier))
                || self.comes_behind(write_at, write, read, overlaps, &repeats);
        }
        self.is_defined_before(body, region.id(), barrier, write_at)
            && self.is_behind(body, region.id(), write_at, read_at, Some(barrier))
    }

    /// Returns whether control flow determines the ops between a definition and its reads: it does not in a
    /// graph region.
    pub(crate) fn has_paths(&self, definition: ValueRef<'_>) -> bool {
        let Some(region) = region_of(definition) else { return false };
        !is_graph(region.ir(), region.body(), region.body_id(), region.id())
    }

    /// Returns whether control may come back to an op within its region.
    pub(crate) fn is_in_cycle(&self, body: &Body, region: Region, op: Op) -> bool {
        self.is_behind(body, region, op, op, None)
    }

    /// Whether an op follows the definition on every path.
    fn is_defined_before(&self, body: &Body, region: Region, definition: Barrier, op: Op) -> bool {
        let Some(block) = body.block_of(op) else { return false };
        if block != definition.block {
            return self.tree(body, region).dominates(definition.block, block);
        }
        definition.op.is_none_or(|defined| self.span(defined).0 < self.span(op).0)
    }

    /// Whether control may go from an op to another one of the same region, or back to it, and not through the barrier, which
    /// dominates both.
    fn is_behind(&self, body: &Body, region: Region, from: Op, to: Op, barrier: Option<Barrier>) -> bool {
        let (Some(start), Some(end)) = (body.block_of(from), body.block_of(to)) else { return false };
        if start == end && self.span(from).0 < self.span(to).0 {
            // The barrier comes before both.
            return true;
        }
        // Whoever comes to the beginning of the barrier's block passes it.
        let closed = barrier.map(|barrier| barrier.block);
        if closed == Some(end) {
            return false;
        }
        let components = self.components(body, region);
        let (Some(first), Some(last)) = (components.number(start), components.number(end)) else {
            return true;
        };
        if first < last {
            return false;
        }
        if first == last
            && closed.is_some_and(|block| components.number(block) != Some(first))
            && start != end
        {
            return true;
        }
        if start != end && self.tree(body, region).dominates(start, end) {
            return true;
        }
        match self.sources_of(body, end, closed) {
            Some(sources) => sources.contains(&start),
            None => true,
        }
    }

    /// The blocks from whose end a block is reached without going into another one; `None` if that takes too long.
    fn sources_of(&self, body: &Body, end: Block, closed: Option<Block>) -> Option<Rc<FxHashSet<Block>>> {
        if let Some(known) = self.paths.sources.borrow().get(&(end, closed)) {
            return Some(known.clone());
        }
        if self.paths.looked_at.get() > BUDGET {
            return None;
        }
        let (mut sources, mut open) = (FxHashSet::default(), vec![end]);
        while let Some(block) = open.pop() {
            let predecessors = body.preds(block).filter_map(|used| body.block_of(body.use_owner(used)));
            for predecessor in predecessors {
                if sources.insert(predecessor) && Some(predecessor) != closed {
                    open.push(predecessor);
                }
            }
        }
        self.paths.looked_at.set(self.paths.looked_at.get() + sources.len());
        let sources = Rc::new(sources);
        self.paths.sources.borrow_mut().insert((end, closed), sources.clone());
        Some(sources)
    }

    /// The region of `around` that `inner` is in, and the op of that region which is or holds it.
    fn part_with(&self, body: &Body, around: Op, inner: Op) -> Option<(Region, Op)> {
        let at = self.part_of(around, inner)?;
        Some((body.region_of(body.block_of(at)?)?, at))
    }

    /// Whether a path leads from a write to a read, both nested in one op, within a single execution of that op.
    fn comes_behind(
        &self,
        around: Op,
        write: OpRef<'_>,
        read: OpRef<'_>,
        overlaps: bool,
        repeats: &impl Fn(RegionRef<'_>) -> bool,
    ) -> bool {
        let body = read.body();
        let mut around = around;
        loop {
            if around == write.id() || around == read.id() {
                return write != read || overlaps;
            }
            let op = OpRef::in_body(read.ir(), body, read.body_id(), around);
            let Some(((from, write_at), (to, read_at))) =
                self.part_with(body, around, write.id()).zip(self.part_with(body, around, read.id()))
            else {
                return false;
            };
            if from != to {
                return match op.interface::<dyn RegionBranchOp>() {
                    Some(interface) => {
                        reaches(op, interface, body.region_number(from), body.region_number(to))
                    }
                    None => true,
                };
            }
            if repeats(RegionRef::in_body(read.ir(), body, read.body_id(), from)) {
                return true;
            }
            if self.is_behind(body, from, write_at, read_at, None) {
                return true;
            }
            if write_at != read_at {
                return false;
            }
            around = write_at;
        }
    }
}
