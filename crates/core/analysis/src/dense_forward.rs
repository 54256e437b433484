//! Dense forward analyses: lattice elements of program points, propagated along control flow.
//!
//! There is a lattice element after each op and at the start of each block. Elements are joined at control
//! flow joins; the analysis defines the transfer functions of ops. Control flow is that of
//! [`Executable`](crate::Executable).

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint,
};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BlockRef, Ir, OpHandle, OpRef};

use crate::calls::{is_declaration, target};
use crate::lattice::{Lattice, PointStates, ProgramPoint};
use crate::solver::DataFlowSolver;

/// The control flow action at a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallAction {
    /// Control enters the callee.
    Enter,
    /// Control returns to the caller.
    Exit,
    /// The callee is unknown: control leaves and comes back.
    External,
}

/// A dense forward analysis of program points. It may query the results of other analyses in `solver`.
pub trait DenseForwardAnalysis {
    /// The lattice of program points.
    type Lattice: Lattice;
    /// Returns the state for an unknown predecessor.
    fn entry_state(&self) -> Self::Lattice;
    /// Returns the state after an op without control flow.
    fn transfer(&self, solver: &DataFlowSolver<'_>, op: OpRef<'_>, before: &Self::Lattice) -> Self::Lattice;
    /// Returns the state after a control flow edge between regions of an op.
    fn region_transfer(
        &self,
        _solver: &DataFlowSolver<'_>,
        _op: OpRef<'_>,
        _from: RegionPoint,
        _to: RegionPoint,
        before: &Self::Lattice,
    ) -> Self::Lattice {
        before.clone()
    }
    /// Returns the state after a control flow edge to or from a callee.
    fn call_transfer(
        &self,
        _solver: &DataFlowSolver<'_>,
        _call: OpRef<'_>,
        action: CallAction,
        before: &Self::Lattice,
    ) -> Self::Lattice {
        if action == CallAction::External { self.entry_state() } else { before.clone() }
    }
}

/// Computes the states of all program points, for [`DataFlowSolver`].
pub(crate) fn solve_dense_forward<'a, A: DenseForwardAnalysis>(
    analysis: &A,
    context: &DataFlowSolver<'a>,
) -> PointStates<A::Lattice> {
    let root = context.root();
    let mut solver = Solver {
        analysis,
        ir: root.ir(),
        context,
        tables: root.ir().symbol_tables(),
        found: PointStates::default(),
        pending: VecDeque::new(),
        queued: FxHashSet::default(),
    };
    let mut stack = vec![root];
    while let Some(op) = stack.pop() {
        solver.push(ProgramPoint::AfterOp(op.handle()));
        let start = stack.len();
        for block in op.regions().flat_map(|region| region.blocks()) {
            solver.push(ProgramPoint::start(block));
            stack.extend(block.ops());
        }
        stack[start..].reverse();
    }
    while let Some(point) = solver.pending.pop_front() {
        solver.queued.remove(&point);
        match point {
            ProgramPoint::AfterOp(op) => solver.visit_op(solver.ir.op(op)),
            ProgramPoint::BlockStart(body, block) => {
                solver.visit_block(BlockRef::in_body(solver.ir, solver.ir.body(body), body, block));
            }
            ProgramPoint::BeforeOp(_) | ProgramPoint::BlockEnd(..) => {}
        }
    }
    solver.found
}

struct Solver<'a, 's, A: DenseForwardAnalysis> {
    analysis: &'s A,
    ir: &'a Ir,
    /// The solver, with the results of earlier stages.
    context: &'s DataFlowSolver<'a>,
    tables: Arc<SymbolTables>,
    found: PointStates<A::Lattice>,
    pending: VecDeque<ProgramPoint>,
    queued: FxHashSet<ProgramPoint>,
}

impl<'a, A: DenseForwardAnalysis> Solver<'a, '_, A> {
    fn push(&mut self, point: ProgramPoint) {
        if self.queued.insert(point) {
            self.pending.push_back(point);
        }
    }

    fn push_start(&mut self, block: BlockRef<'_>) {
        self.push(ProgramPoint::start(block));
    }

    fn push_entries(&mut self, op: OpRef<'_>) {
        op.regions().filter_map(|region| region.entry()).for_each(|entry| self.push_start(entry));
    }

    /// Sets the state after an op, and enqueues its dependents.
    fn set_after(&mut self, op: OpRef<'a>, state: A::Lattice) {
        let known = self.found.points.get(&ProgramPoint::AfterOp(op.handle()));
        if known == Some(&state) {
            return;
        }
        self.found.points.insert(ProgramPoint::AfterOp(op.handle()), state);
        if let Some(next) = op.next() {
            self.push(ProgramPoint::AfterOp(next.handle()));
        }
        let successors: Vec<BlockRef<'a>> = op.successors().collect();
        successors.into_iter().for_each(|block| self.push_start(block));
        let Some(parent) = op.parent_op().filter(|_| op.next().is_none()) else { return };
        if parent.interface::<dyn RegionBranchOp>().is_some() {
            self.push(ProgramPoint::AfterOp(parent.handle()));
            self.push_entries(parent);
        }
        if parent.interface::<dyn Callable>().is_some() {
            let calls = self.context.executable().calls_of(parent.handle()).map_or(Vec::new(), <[_]>::to_vec);
            calls.into_iter().for_each(|call| self.push(ProgramPoint::AfterOp(call)));
        }
    }

    fn set_start(&mut self, block: BlockRef<'a>, state: A::Lattice) {
        let point = ProgramPoint::start(block);
        if self.found.points.get(&point) == Some(&state) {
            return;
        }
        self.found.points.insert(point, state);
        if let Some(first) = block.first() {
            self.push(ProgramPoint::AfterOp(first.handle()));
        }
    }

    fn visit_block(&mut self, block: BlockRef<'a>) {
        if !self.context.executable().is_executable(block) {
            return;
        }
        let Some(region) = block.region() else { return };
        let mut state = A::Lattice::default();
        if region.entry() == Some(block) {
            let Some(parent) = region.parent_op() else { return };
            let callable = parent.interface::<dyn Callable>().and_then(|c| c.callable_region(parent));
            if callable == Some(region) {
                let calls = self
                    .context
                    .executable()
                    .calls_of(parent.handle())
                    .filter(|_| self.context.config().interprocedural);
                match calls.map(<[OpHandle]>::to_vec) {
                    None => state = self.analysis.entry_state(),
                    Some(calls) => {
                        for call in calls.into_iter().map(|call| self.ir.op(call)) {
                            if let Some(before) = self.found.before(call) {
                                state.join(&self.analysis.call_transfer(
                                    self.context,
                                    call,
                                    CallAction::Enter,
                                    before,
                                ));
                            }
                        }
                    }
                }
            } else if let Some(branch) = parent.interface::<dyn RegionBranchOp>() {
                self.join_region(parent, branch, RegionPoint::Region(region.index()), &mut state);
            } else {
                state = self.analysis.entry_state();
            }
        } else {
            for used in block.body().preds(block.id()) {
                let last =
                    OpRef::in_body(self.ir, block.body(), block.body_id(), block.body().use_owner(used));
                if self.goes_to(last, block)
                    && let Some(after) = self.found.points.get(&ProgramPoint::AfterOp(last.handle()))
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
        let taken = taken.and_then(|interface| {
            interface.successor_for_operands(branch, &self.context.operand_constants(branch))
        });
        taken.is_none_or(|index| branch.successors().nth(index) == Some(block))
    }

    /// Joins the incoming states of a program point in an op with regions.
    fn join_region(
        &self,
        op: OpRef<'a>,
        branch: &'static dyn RegionBranchOp,
        to: RegionPoint,
        state: &mut A::Lattice,
    ) {
        if branch.entry_successors(op, &self.context.operand_constants(op)).contains(&to)
            && let Some(before) = self.found.before(op)
        {
            state.join(&self.analysis.region_transfer(self.context, op, RegionPoint::Parent, to, before));
        }
        for (index, region) in op.regions().enumerate() {
            for block in region.blocks().filter(|block| self.context.executable().is_executable(*block)) {
                let Some(last) = block.last() else { continue };
                let Some(after) = self.found.points.get(&ProgramPoint::AfterOp(last.handle())) else {
                    continue;
                };
                let terminator = last.interface::<dyn RegionBranchTerminator>();
                if terminator.is_none() && !last.has_trait(TraitSet::ReturnLike) {
                    continue;
                }
                let from = RegionPoint::Region(index);
                let targets =
                    terminator.and_then(|t| t.successors(last, &self.context.operand_constants(last)));
                if targets.unwrap_or_else(|| branch.successors(op, from)).contains(&to) {
                    state.join(&self.analysis.region_transfer(self.context, op, from, to, after));
                }
            }
        }
    }

    fn visit_op(&mut self, op: OpRef<'a>) {
        if op.block().is_some_and(|block| !self.context.executable().is_executable(block)) {
            return;
        }
        let entry;
        let before = match (self.found.before(op), op.block()) {
            (Some(before), _) => before.clone(),
            (None, Some(_)) => return,
            (None, None) => {
                entry = self.analysis.entry_state();
                entry
            }
        };
        if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.push_entries(op);
            let mut state = A::Lattice::default();
            self.join_region(op, branch, RegionPoint::Parent, &mut state);
            return self.set_after(op, state);
        }
        if op.interface::<dyn CallLike>().is_some() {
            return self.visit_call(op, &before);
        }
        let after = self.analysis.transfer(self.context, op, &before);
        self.set_after(op, after);
    }

    fn visit_call(&mut self, op: OpRef<'a>, before: &A::Lattice) {
        let external = target(op, &self.tables).is_some_and(is_declaration);
        if external || !self.context.config().interprocedural {
            let after = self.analysis.call_transfer(self.context, op, CallAction::External, before);
            return self.set_after(op, after);
        }
        let Some(callee) = self.context.executable().callee_of(op.handle()).map(|callee| self.ir.op(callee))
        else {
            let after = self.analysis.entry_state();
            return self.set_after(op, after);
        };
        self.push_entries(callee);
        let mut state = A::Lattice::default();
        for block in
            callee.single_region().blocks().filter(|block| self.context.executable().is_executable(*block))
        {
            let Some(last) = block.last().filter(|last| last.has_trait(TraitSet::ReturnLike)) else {
                continue;
            };
            if let Some(after) = self.found.points.get(&ProgramPoint::AfterOp(last.handle())) {
                state.join(&self.analysis.call_transfer(self.context, op, CallAction::Exit, after));
            }
        }
        self.set_after(op, state);
    }
}
