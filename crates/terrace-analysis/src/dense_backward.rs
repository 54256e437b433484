//! Spreads states of the program backward, from op to op, against the ways that control can take.
//!
//! There is a state in front of each op and at the end of each block. An analysis changes the state in front of an op by
//! what it knows behind it; where ways part, states are joined. Work goes on until nothing changes any more, so an
//! analysis whose states do not only grow has to settle by itself. Control goes where [`crate::forward`] says.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint,
};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Block, BlockRef, BodyId, Ir, OpHandle, OpRef};

use crate::calls::{is_declaration, target};
use crate::constants::{Constant, ConstantPropagation};
use crate::dense::{CallAction, State};
use crate::forward::{Facts, ForwardOptions, Solution, solve_with};

/// An analysis: what ops do to states. Each hook changes `before`, which holds what was known there so far.
pub trait DenseBackward {
    /// What it knows at a place.
    type State: State;
    /// Nothing is known of what comes next.
    fn set_to_exit(&self, before: &mut Self::State);
    /// What holds in front of an op without control flow.
    fn transfer(&self, op: OpRef<'_>, after: &Self::State, before: &mut Self::State);
    /// What holds at the end of a block of which control may go to the block `to`.
    fn block_transfer(
        &self,
        _from: BlockRef<'_>,
        _to: BlockRef<'_>,
        after: &Self::State,
        before: &mut Self::State,
    ) {
        before.join(after);
    }
    /// What holds before control goes from one place of an op with regions to another.
    fn region_transfer(
        &self,
        _op: OpRef<'_>,
        _from: RegionPoint,
        _to: RegionPoint,
        after: &Self::State,
        before: &mut Self::State,
    ) {
        before.join(after);
    }
    /// What holds before control goes along a call.
    fn call_transfer(
        &self,
        _call: OpRef<'_>,
        action: CallAction,
        after: &Self::State,
        before: &mut Self::State,
    ) {
        before.join(after);
        if action == CallAction::External {
            self.set_to_exit(before);
        }
    }
}

/// What was found.
pub struct DenseBackwardSolution<S> {
    before: FxHashMap<OpHandle, S>,
    ends: FxHashMap<(BodyId, Block), S>,
}

impl<S: State> DenseBackwardSolution<S> {
    /// What holds in front of an op; none where control does not come there.
    pub fn before(&self, op: OpRef<'_>) -> Option<&S> {
        self.before.get(&op.handle())
    }

    /// What holds behind an op; none where control does not come there.
    pub fn after(&self, op: OpRef<'_>) -> Option<&S> {
        match op.next() {
            Some(next) => self.before.get(&next.handle()),
            None => self.end(op.block()?),
        }
    }

    /// What holds at the start of a block; none where control does not come there.
    pub fn start(&self, block: BlockRef<'_>) -> Option<&S> {
        match block.first() {
            Some(first) => self.before.get(&first.handle()),
            None => self.end(block),
        }
    }

    /// What holds at the end of a block, in front of nothing; none where control does not come there.
    pub fn end(&self, block: BlockRef<'_>) -> Option<&S> {
        self.ends.get(&(block.body_id(), block.id()))
    }
}

/// Finds what holds at all places below `root`.
pub fn solve_dense_backward<A: DenseBackward>(
    analysis: &A,
    root: OpRef<'_>,
    options: ForwardOptions,
) -> DenseBackwardSolution<A::State> {
    let mut solver = Solver {
        analysis,
        ir: root.ir(),
        options,
        tables: root.ir().symbol_tables(),
        control: solve_with(&ConstantPropagation, root, options),
        found: DenseBackwardSolution { before: FxHashMap::default(), ends: FxHashMap::default() },
        nothing: A::State::default(),
        pending: VecDeque::new(),
        queued: FxHashSet::default(),
    };
    // Ops from the last on, each before what is in its regions; blocks in order.
    let mut stack = vec![Point::Before(root.handle())];
    while let Some(point) = stack.pop() {
        solver.push(point);
        let start = stack.len();
        match point {
            Point::Before(op) => {
                let blocks = solver.ir.op(op).regions().flat_map(|region| region.blocks());
                stack.extend(blocks.map(|block| Point::End(block.body_id(), block.id())));
                stack[start..].reverse();
            }
            Point::End(body, block) => {
                let block = BlockRef::in_body(solver.ir, solver.ir.body(body), body, block);
                stack.extend(block.ops().map(|op| Point::Before(op.handle())));
            }
        }
    }
    while let Some(point) = solver.pending.pop_front() {
        solver.queued.remove(&point);
        solver.visit(point);
    }
    solver.found
}

/// Where a state is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Point {
    /// In front of an op.
    Before(OpHandle),
    /// At the end of a block.
    End(BodyId, Block),
}

struct Solver<'a, 's, A: DenseBackward> {
    analysis: &'s A,
    ir: &'a Ir,
    options: ForwardOptions,
    tables: Arc<SymbolTables>,
    control: Solution<Constant>,
    found: DenseBackwardSolution<A::State>,
    /// What holds where nothing was found so far.
    nothing: A::State,
    pending: VecDeque<Point>,
    queued: FxHashSet<Point>,
}

impl<'a, A: DenseBackward> Solver<'a, '_, A> {
    fn push(&mut self, point: Point) {
        if self.queued.insert(point) {
            self.pending.push_back(point);
        }
    }

    /// Looks again at the ends of the blocks of an op from which control may leave them.
    fn push_exits(&mut self, op: OpRef<'a>) {
        for block in op.regions().flat_map(|region| region.blocks()).filter(|block| is_exit(*block)) {
            self.push(Point::End(block.body_id(), block.id()));
        }
    }

    fn constants(&self, op: OpRef<'_>) -> Vec<Option<Attr>> {
        op.operands().map(|value| self.control.of(value).constant()).collect()
    }

    fn visit(&mut self, point: Point) {
        let mut state = match point {
            Point::Before(op) => {
                let op = self.ir.op(op);
                if op.block().is_some_and(|block| !self.control.is_reached(block)) {
                    return;
                }
                let mut state = self.found.before.get(&op.handle()).cloned().unwrap_or_default();
                self.visit_op(op, &mut state);
                state
            }
            Point::End(body, block) => {
                let block = BlockRef::in_body(self.ir, self.ir.body(body), body, block);
                if !self.control.is_reached(block) {
                    return;
                }
                let mut state = self.found.end(block).cloned().unwrap_or_default();
                self.visit_end(block, &mut state);
                state
            }
        };
        let known = match point {
            Point::Before(op) => self.found.before.entry(op).or_default(),
            Point::End(body, block) => self.found.ends.entry((body, block)).or_default(),
        };
        if *known != state {
            std::mem::swap(known, &mut state);
            self.push_users(point);
        }
    }

    /// Looks again at what depends on a state that changed.
    fn push_users(&mut self, point: Point) {
        let (block, op) = match point {
            Point::Before(op) => {
                let op = self.ir.op(op);
                let Some(block) = op.block() else { return };
                (block, op.body().prev_op(op.id()))
            }
            Point::End(body, block) => {
                let block = BlockRef::in_body(self.ir, self.ir.body(body), body, block);
                (block, block.last().map(|last| last.id()))
            }
        };
        match op {
            Some(op) => self.push_in_front(self.ir.op(OpHandle { body: block.body_id(), op })),
            None => self.push_sources(block),
        }
    }

    /// What holds behind an op changed.
    fn push_in_front(&mut self, op: OpRef<'a>) {
        self.push(Point::Before(op.handle()));
        if op.interface::<dyn RegionBranchOp>().is_some() {
            self.push_exits(op);
        }
        if let Some(callee) = self.control.callee_of(op.handle()) {
            self.push_exits(self.ir.op(callee));
        }
    }

    /// What holds at the start of a block changed.
    fn push_sources(&mut self, block: BlockRef<'a>) {
        let body = block.body();
        let preds: Vec<Block> =
            body.preds(block.id()).filter_map(|used| body.block_of(body.use_owner(used))).collect();
        preds.into_iter().for_each(|pred| self.push(Point::End(block.body_id(), pred)));
        let Some(region) = block.region().filter(|region| region.entry() == Some(block)) else { return };
        let Some(parent) = region.parent_op() else { return };
        if parent.interface::<dyn RegionBranchOp>().is_some() {
            self.push(Point::Before(parent.handle()));
            self.push_exits(parent);
        }
        if parent.interface::<dyn Callable>().is_some() {
            let calls = self.control.found_calls_of(parent.handle()).to_vec();
            calls.into_iter().for_each(|call| self.push(Point::Before(call)));
        }
    }

    fn visit_op(&self, op: OpRef<'a>, before: &mut A::State) {
        if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            let targets = branch.successors(op, RegionPoint::Parent);
            return self.join_regions(op, RegionPoint::Parent, &targets, before);
        }
        let after = self.found.after(op).unwrap_or(&self.nothing);
        if op.interface::<dyn CallLike>().is_some() {
            return self.visit_call(op, after, before);
        }
        self.analysis.transfer(op, after, before);
    }

    /// Joins what holds where control may go from a place of an op with regions.
    fn join_regions(&self, op: OpRef<'a>, from: RegionPoint, targets: &[RegionPoint], before: &mut A::State) {
        for &to in targets {
            let entry = match to {
                RegionPoint::Parent => None,
                RegionPoint::Region(index) => op.region(index).entry(),
            };
            let after = match entry {
                Some(entry) if !self.control.is_reached(entry) => continue,
                Some(entry) => self.found.start(entry),
                None => self.found.after(op),
            };
            self.analysis.region_transfer(op, from, to, after.unwrap_or(&self.nothing), before);
        }
    }

    fn visit_call(&self, op: OpRef<'a>, after: &A::State, before: &mut A::State) {
        let external = !self.options.interprocedural;
        let callee = target(op, &self.tables).filter(|_| !external);
        if external || callee.is_some_and(is_declaration) {
            return self.analysis.call_transfer(op, CallAction::External, after, before);
        }
        let region = callee
            .and_then(|callee| callee.interface::<dyn Callable>().and_then(|c| c.callable_region(callee)));
        let Some(entry) = region.and_then(|region| region.entry()) else {
            return self.analysis.set_to_exit(before);
        };
        let after = self.found.start(entry).unwrap_or(&self.nothing);
        self.analysis.call_transfer(op, CallAction::Enter, after, before);
    }

    fn visit_end(&self, block: BlockRef<'a>, before: &mut A::State) {
        if !is_exit(block) {
            let Some(last) = block.last() else { return };
            let taken = last.interface::<dyn BranchOp>();
            let taken = taken.and_then(|branch| branch.successor_for(last, &self.constants(last)));
            for (index, to) in last.successors().enumerate() {
                if taken.is_none_or(|taken| taken == index) {
                    let after = self.found.start(to).unwrap_or(&self.nothing);
                    self.analysis.block_transfer(block, to, after, before);
                }
            }
            return;
        }
        let region = block.region();
        let parent = region.and_then(|region| region.parent_op());
        let (Some(region), Some(parent)) = (region, parent) else { return };
        let callable = parent.interface::<dyn Callable>();
        if callable.and_then(|callable| callable.callable_region(parent)) == Some(region) {
            let calls = self.control.calls_of(parent.handle()).filter(|_| self.options.interprocedural);
            let Some(calls) = calls else { return self.analysis.set_to_exit(before) };
            for call in calls.iter().map(|call| self.ir.op(*call)) {
                let after = self.found.after(call).unwrap_or(&self.nothing);
                self.analysis.call_transfer(call, CallAction::Exit, after, before);
            }
            return;
        }
        let (Some(branch), Some(last)) = (parent.interface::<dyn RegionBranchOp>(), block.last()) else {
            return self.analysis.set_to_exit(before);
        };
        let from = RegionPoint::Region(region.index());
        let unknown = vec![None; last.num_operands()];
        let targets = last.interface::<dyn RegionBranchTerminator>();
        let targets = targets.and_then(|terminator| terminator.successors(last, &unknown));
        let targets = targets.unwrap_or_else(|| branch.successors(parent, from));
        self.join_regions(parent, from, &targets, before);
    }
}

/// Whether control may go from the end of a block to the op around it.
fn is_exit(block: BlockRef<'_>) -> bool {
    block.last().is_none_or(|last| {
        last.has_trait(TraitSet::ReturnLike)
            || (last.is_registered() && !last.has_trait(TraitSet::Terminator))
            || last.interface::<dyn RegionBranchTerminator>().is_some()
    })
}
