//! Spreads states of the program forward, from op to op, along the ways that control can take.
//!
//! There is a state behind each op and at the start of each block. States only grow (by [`State::join`]) where ways
//! meet; what an op does to them is up to the analysis. Control goes where [`crate::forward`] says.

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
use crate::forward::{Facts, ForwardOptions, Solution, solve_with};

/// What is known at a place in the program. The default is that nothing has reached it. Equality must not depend on the
/// order in which states were joined: in a loop that order may never settle.
pub trait State: Clone + PartialEq + Default {
    /// Takes in what else may hold; whether that was new.
    fn join(&mut self, other: &Self) -> bool;
}

/// What happens at a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallAction {
    /// Control goes to the callee.
    Enter,
    /// It comes back.
    Exit,
    /// It goes where nobody sees, and comes back.
    External,
}

/// An analysis: what ops do to states.
pub trait Dense {
    /// What it knows at a place.
    type State: State;
    /// What holds where nothing is known of what came before.
    fn entry(&self) -> Self::State;
    /// What holds behind an op without control flow.
    fn transfer(&self, op: OpRef<'_>, before: &Self::State) -> Self::State;
    /// What holds after control went from one place of an op with regions to another.
    fn region_transfer(
        &self,
        _op: OpRef<'_>,
        _from: RegionPoint,
        _to: RegionPoint,
        before: &Self::State,
    ) -> Self::State {
        before.clone()
    }
    /// What holds after control went along a call.
    fn call_transfer(&self, _call: OpRef<'_>, action: CallAction, before: &Self::State) -> Self::State {
        if action == CallAction::External { self.entry() } else { before.clone() }
    }
}

/// What was found.
pub struct DenseSolution<S> {
    after: FxHashMap<OpHandle, S>,
    starts: FxHashMap<(BodyId, Block), S>,
}

impl<S: State> DenseSolution<S> {
    /// What holds behind an op; none where control does not come there.
    pub fn after(&self, op: OpRef<'_>) -> Option<&S> {
        self.after.get(&op.handle())
    }

    /// What holds in front of an op; none where control does not come there.
    pub fn before(&self, op: OpRef<'_>) -> Option<&S> {
        match op.body().prev_op(op.id()) {
            Some(prev) => self.after.get(&OpHandle { body: op.body_id(), op: prev }),
            None => self.starts.get(&(op.body_id(), op.block()?.id())),
        }
    }
}

/// Finds what holds at all places below `root`.
pub fn solve_dense<A: Dense>(
    analysis: &A,
    root: OpRef<'_>,
    options: ForwardOptions,
) -> DenseSolution<A::State> {
    let control = solve_with(&ConstantPropagation, root, options);
    let found = DenseSolution { after: FxHashMap::default(), starts: FxHashMap::default() };
    let mut solver = Solver {
        analysis,
        ir: root.ir(),
        options,
        tables: root.ir().symbol_tables(),
        control,
        found,
        pending: VecDeque::new(),
        queued: FxHashSet::default(),
    };
    let mut stack = vec![root];
    while let Some(op) = stack.pop() {
        solver.push(Point::After(op.handle()));
        let start = stack.len();
        for block in op.regions().flat_map(|region| region.blocks()) {
            solver.push(Point::Start(block.body_id(), block.id()));
            stack.extend(block.ops());
        }
        stack[start..].reverse();
    }
    while let Some(point) = solver.pending.pop_front() {
        solver.queued.remove(&point);
        match point {
            Point::After(op) => solver.visit_op(solver.ir.op(op)),
            Point::Start(body, block) => {
                solver.visit_block(BlockRef::in_body(solver.ir, solver.ir.body(body), body, block));
            }
        }
    }
    solver.found
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Point {
    After(OpHandle),
    Start(BodyId, Block),
}

struct Solver<'a, 's, A: Dense> {
    analysis: &'s A,
    ir: &'a Ir,
    options: ForwardOptions,
    tables: Arc<SymbolTables>,
    control: Solution<Constant>,
    found: DenseSolution<A::State>,
    pending: VecDeque<Point>,
    queued: FxHashSet<Point>,
}

impl<'a, A: Dense> Solver<'a, '_, A> {
    fn push(&mut self, point: Point) {
        if self.queued.insert(point) {
            self.pending.push_back(point);
        }
    }

    fn push_start(&mut self, block: BlockRef<'_>) {
        self.push(Point::Start(block.body_id(), block.id()));
    }

    fn push_entries(&mut self, op: OpRef<'_>) {
        op.regions().filter_map(|region| region.entry()).for_each(|entry| self.push_start(entry));
    }

    fn constants(&self, op: OpRef<'_>) -> Vec<Option<Attr>> {
        op.operands().map(|value| self.control.of(value).constant()).collect()
    }

    /// Sets what holds behind an op, and looks again at what depends on it.
    fn set_after(&mut self, op: OpRef<'a>, state: A::State) {
        let known = self.found.after.get(&op.handle());
        if known == Some(&state) {
            return;
        }
        self.found.after.insert(op.handle(), state);
        if let Some(next) = op.next() {
            self.push(Point::After(next.handle()));
        }
        let successors: Vec<BlockRef<'a>> = op.successors().collect();
        successors.into_iter().for_each(|block| self.push_start(block));
        let Some(parent) = op.parent_op().filter(|_| op.next().is_none()) else { return };
        if parent.interface::<dyn RegionBranchOp>().is_some() {
            self.push(Point::After(parent.handle()));
            self.push_entries(parent);
        }
        if parent.interface::<dyn Callable>().is_some() {
            let calls = self.control.calls_of(parent.handle()).unwrap_or_default().to_vec();
            calls.into_iter().for_each(|call| self.push(Point::After(call)));
        }
    }

    fn set_start(&mut self, block: BlockRef<'a>, state: A::State) {
        let key = (block.body_id(), block.id());
        if self.found.starts.get(&key) == Some(&state) {
            return;
        }
        self.found.starts.insert(key, state);
        if let Some(first) = block.first() {
            self.push(Point::After(first.handle()));
        }
    }

    fn visit_block(&mut self, block: BlockRef<'a>) {
        if !self.control.is_reached(block) {
            return;
        }
        let Some(region) = block.region() else { return };
        let mut state = A::State::default();
        if region.entry() == Some(block) {
            let Some(parent) = region.parent_op() else { return };
            let callable = parent.interface::<dyn Callable>().and_then(|c| c.callable_region(parent));
            if callable == Some(region) {
                let calls = self.control.calls_of(parent.handle()).filter(|_| self.options.interprocedural);
                match calls.map(<[OpHandle]>::to_vec) {
                    None => state = self.analysis.entry(),
                    Some(calls) => {
                        for call in calls.into_iter().map(|call| self.ir.op(call)) {
                            if let Some(before) = self.found.before(call) {
                                state.join(&self.analysis.call_transfer(call, CallAction::Enter, before));
                            }
                        }
                    }
                }
            } else if let Some(branch) = parent.interface::<dyn RegionBranchOp>() {
                self.join_region(parent, branch, RegionPoint::Region(region.index()), &mut state);
            } else {
                state = self.analysis.entry();
            }
        } else {
            for used in block.body().preds(block.id()) {
                let last =
                    OpRef::in_body(self.ir, block.body(), block.body_id(), block.body().use_owner(used));
                if self.goes_to(last, block)
                    && let Some(after) = self.found.after.get(&last.handle())
                {
                    state.join(after);
                }
            }
        }
        self.set_start(block, state);
    }

    /// Whether control can go from a branch to a block.
    fn goes_to(&self, branch: OpRef<'a>, block: BlockRef<'a>) -> bool {
        let taken = branch.interface::<dyn BranchOp>();
        let taken = taken.and_then(|interface| interface.successor_for(branch, &self.constants(branch)));
        taken.is_none_or(|index| branch.successors().nth(index) == Some(block))
    }

    /// Joins what comes to a place of an op with regions.
    fn join_region(
        &self,
        op: OpRef<'a>,
        branch: &'static dyn RegionBranchOp,
        to: RegionPoint,
        state: &mut A::State,
    ) {
        if branch.entry_successors(op, &self.constants(op)).contains(&to)
            && let Some(before) = self.found.before(op)
        {
            state.join(&self.analysis.region_transfer(op, RegionPoint::Parent, to, before));
        }
        for (index, region) in op.regions().enumerate() {
            for block in region.blocks().filter(|block| self.control.is_reached(*block)) {
                let Some(last) = block.last() else { continue };
                let Some(after) = self.found.after.get(&last.handle()) else { continue };
                let terminator = last.interface::<dyn RegionBranchTerminator>();
                if terminator.is_none() && !last.has_trait(TraitSet::ReturnLike) {
                    continue;
                }
                let from = RegionPoint::Region(index);
                let targets = terminator.and_then(|t| t.successors(last, &self.constants(last)));
                if targets.unwrap_or_else(|| branch.successors(op, from)).contains(&to) {
                    state.join(&self.analysis.region_transfer(op, from, to, after));
                }
            }
        }
    }

    fn visit_op(&mut self, op: OpRef<'a>) {
        if op.block().is_some_and(|block| !self.control.is_reached(block)) {
            return;
        }
        let entry;
        let before = match (self.found.before(op), op.block()) {
            (Some(before), _) => before.clone(),
            (None, Some(_)) => return,
            (None, None) => {
                entry = self.analysis.entry();
                entry
            }
        };
        if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.push_entries(op);
            let mut state = A::State::default();
            self.join_region(op, branch, RegionPoint::Parent, &mut state);
            return self.set_after(op, state);
        }
        if op.interface::<dyn CallLike>().is_some() {
            return self.visit_call(op, &before);
        }
        let after = self.analysis.transfer(op, &before);
        self.set_after(op, after);
    }

    fn visit_call(&mut self, op: OpRef<'a>, before: &A::State) {
        let external = target(op, &self.tables).is_some_and(is_declaration);
        if external || !self.options.interprocedural {
            let after = self.analysis.call_transfer(op, CallAction::External, before);
            return self.set_after(op, after);
        }
        let Some(callee) = self.control.callee_of(op.handle()).map(|callee| self.ir.op(callee)) else {
            let after = self.analysis.entry();
            return self.set_after(op, after);
        };
        self.push_entries(callee);
        let mut state = A::State::default();
        for block in callee.region(0).blocks().filter(|block| self.control.is_reached(*block)) {
            let Some(last) = block.last().filter(|last| last.has_trait(TraitSet::ReturnLike)) else {
                continue;
            };
            if let Some(after) = self.found.after.get(&last.handle()) {
                state.join(&self.analysis.call_transfer(op, CallAction::Exit, after));
            }
        }
        self.set_after(op, state);
    }
}
