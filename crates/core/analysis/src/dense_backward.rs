//! Dense backward analyses: lattice elements of program points, propagated against control flow.
//!
//! There is a lattice element before each op and at the end of each block. A transfer function computes the
//! element before an op from that after it; at control flow splits, elements are joined. Iteration continues
//! to a fixed point, so an analysis whose elements are not monotone has to converge by construction. Control
//! flow is that of [`Executable`](crate::Executable).

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint,
};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, BlockRef, Ir, OpHandle, OpRef};

use crate::calls::{is_declaration, target};
use crate::dense_forward::CallAction;
use crate::lattice::{Lattice, PointStates, ProgramPoint};
use crate::solver::DataFlowSolver;

/// A dense backward analysis of program points. Each hook updates `before`, the current state; it may query
/// the results of other analyses in `solver`.
pub trait DenseBackwardAnalysis {
    /// The lattice of program points.
    type Lattice: Lattice;
    /// Sets the state for an unknown continuation.
    fn set_to_exit_state(&self, before: &mut Self::Lattice);
    /// Computes the state before an op without control flow.
    fn transfer(
        &self,
        solver: &DataFlowSolver<'_>,
        op: OpRef<'_>,
        after: &Self::Lattice,
        before: &mut Self::Lattice,
    );
    /// Computes the state at the end of a block for the control flow edge to the block `to`.
    fn block_transfer(
        &self,
        _solver: &DataFlowSolver<'_>,
        _from: BlockRef<'_>,
        _to: BlockRef<'_>,
        after: &Self::Lattice,
        before: &mut Self::Lattice,
    ) {
        before.join(after);
    }
    /// Computes the state before a transfer of control from one region or op point of an op with regions to another.
    fn region_transfer(
        &self,
        _solver: &DataFlowSolver<'_>,
        _op: OpRef<'_>,
        _from: RegionPoint,
        _to: RegionPoint,
        after: &Self::Lattice,
        before: &mut Self::Lattice,
    ) {
        before.join(after);
    }
    /// Computes the state before a transfer of control along a call.
    fn call_transfer(
        &self,
        _solver: &DataFlowSolver<'_>,
        _call: OpRef<'_>,
        action: CallAction,
        after: &Self::Lattice,
        before: &mut Self::Lattice,
    ) {
        before.join(after);
        if action == CallAction::External {
            self.set_to_exit_state(before);
        }
    }
}

/// Computes the states of all program points, for [`DataFlowSolver`].
pub(crate) fn solve_dense_backward<'a, A: DenseBackwardAnalysis>(
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
        nothing: A::Lattice::default(),
        pending: VecDeque::new(),
        queued: FxHashSet::default(),
    };
    // Ops from the last on, each before what is in its regions; blocks in order.
    let mut stack = vec![ProgramPoint::BeforeOp(root.handle())];
    while let Some(point) = stack.pop() {
        solver.push(point);
        let start = stack.len();
        match point {
            ProgramPoint::BeforeOp(op) => {
                let blocks = solver.ir.op(op).regions().flat_map(|region| region.blocks());
                stack.extend(blocks.map(|block| ProgramPoint::end(block)));
                stack[start..].reverse();
            }
            ProgramPoint::BlockEnd(body, block) => {
                let block = BlockRef::in_body(solver.ir, solver.ir.body(body), body, block);
                stack.extend(block.ops().map(|op| ProgramPoint::BeforeOp(op.handle())));
            }
            ProgramPoint::AfterOp(_) | ProgramPoint::BlockStart(..) => {}
        }
    }
    while let Some(point) = solver.pending.pop_front() {
        solver.queued.remove(&point);
        solver.visit(point);
    }
    solver.found
}

struct Solver<'a, 's, A: DenseBackwardAnalysis> {
    analysis: &'s A,
    ir: &'a Ir,
    /// The solver, with the results of earlier stages.
    context: &'s DataFlowSolver<'a>,
    tables: Arc<SymbolTables>,
    found: PointStates<A::Lattice>,
    /// The initial lattice value.
    nothing: A::Lattice,
    pending: VecDeque<ProgramPoint>,
    queued: FxHashSet<ProgramPoint>,
}

impl<'a, A: DenseBackwardAnalysis> Solver<'a, '_, A> {
    fn push(&mut self, point: ProgramPoint) {
        if self.queued.insert(point) {
            self.pending.push_back(point);
        }
    }

    /// Looks again at the ends of the blocks of an op from which control may leave them.
    fn push_exits(&mut self, op: OpRef<'a>) {
        for block in op.regions().flat_map(|region| region.blocks()).filter(|block| is_exit(*block)) {
            self.push(ProgramPoint::end(block));
        }
    }

    fn visit(&mut self, point: ProgramPoint) {
        let mut state = match point {
            ProgramPoint::BeforeOp(op) => {
                let op = self.ir.op(op);
                if op.block().is_some_and(|block| !self.context.executable().is_executable(block)) {
                    return;
                }
                let mut state = self.found.points.get(&point).cloned().unwrap_or_default();
                self.visit_op(op, &mut state);
                state
            }
            ProgramPoint::BlockEnd(body, block) => {
                let block = BlockRef::in_body(self.ir, self.ir.body(body), body, block);
                if !self.context.executable().is_executable(block) {
                    return;
                }
                let mut state = self.found.end(block).cloned().unwrap_or_default();
                self.visit_end(block, &mut state);
                state
            }
            ProgramPoint::AfterOp(_) | ProgramPoint::BlockStart(..) => return,
        };
        let known = self.found.points.entry(point).or_default();
        if *known != state {
            std::mem::swap(known, &mut state);
            self.push_users(point);
        }
    }

    /// Enqueues the dependents of a modified state.
    fn push_users(&mut self, point: ProgramPoint) {
        let (block, op) = match point {
            ProgramPoint::BeforeOp(op) => {
                let op = self.ir.op(op);
                let Some(block) = op.block() else { return };
                (block, op.body().prev_op(op.id()))
            }
            ProgramPoint::BlockEnd(body, block) => {
                let block = BlockRef::in_body(self.ir, self.ir.body(body), body, block);
                (block, block.last().map(|last| last.id()))
            }
            ProgramPoint::AfterOp(_) | ProgramPoint::BlockStart(..) => return,
        };
        match op {
            Some(op) => self.push_in_front(self.ir.op(OpHandle { body: block.body_id(), op })),
            None => self.push_sources(block),
        }
    }

    /// Enqueues the program points that depend on the state after an op.
    fn push_in_front(&mut self, op: OpRef<'a>) {
        self.push(ProgramPoint::BeforeOp(op.handle()));
        if op.interface::<dyn RegionBranchOp>().is_some() {
            self.push_exits(op);
        }
        if let Some(callee) = self.context.executable().callee_of(op.handle()) {
            self.push_exits(self.ir.op(callee));
        }
    }

    /// Enqueues the program points that depend on the state at the start of a block.
    fn push_sources(&mut self, block: BlockRef<'a>) {
        let body = block.body();
        let preds: Vec<Block> =
            body.preds(block.id()).filter_map(|used| body.block_of(body.use_owner(used))).collect();
        preds.into_iter().for_each(|pred| self.push(ProgramPoint::BlockEnd(block.body_id(), pred)));
        let Some(region) = block.region().filter(|region| region.entry() == Some(block)) else { return };
        let Some(parent) = region.parent_op() else { return };
        if parent.interface::<dyn RegionBranchOp>().is_some() {
            self.push(ProgramPoint::BeforeOp(parent.handle()));
            self.push_exits(parent);
        }
        if parent.interface::<dyn Callable>().is_some() {
            let calls = self.context.executable().found_calls_of(parent.handle()).to_vec();
            calls.into_iter().for_each(|call| self.push(ProgramPoint::BeforeOp(call)));
        }
    }

    fn visit_op(&self, op: OpRef<'a>, before: &mut A::Lattice) {
        if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            let targets = branch.successors(op, RegionPoint::Parent);
            return self.join_regions(op, RegionPoint::Parent, &targets, before);
        }
        let after = self.found.after(op).unwrap_or(&self.nothing);
        if op.interface::<dyn CallLike>().is_some() {
            return self.visit_call(op, after, before);
        }
        self.analysis.transfer(self.context, op, after, before);
    }

    /// Joins the states of the region successors of a program point in an op with regions.
    fn join_regions(
        &self,
        op: OpRef<'a>,
        from: RegionPoint,
        targets: &[RegionPoint],
        before: &mut A::Lattice,
    ) {
        for &to in targets {
            let entry = match to {
                RegionPoint::Parent => None,
                RegionPoint::Region(index) => op.region(index).entry(),
            };
            let after = match entry {
                Some(entry) if !self.context.executable().is_executable(entry) => continue,
                Some(entry) => self.found.start(entry),
                None => self.found.after(op),
            };
            self.analysis.region_transfer(self.context, op, from, to, after.unwrap_or(&self.nothing), before);
        }
    }

    fn visit_call(&self, op: OpRef<'a>, after: &A::Lattice, before: &mut A::Lattice) {
        let external = !self.context.config().interprocedural;
        let callee = target(op, &self.tables).filter(|_| !external);
        if external || callee.is_some_and(is_declaration) {
            return self.analysis.call_transfer(self.context, op, CallAction::External, after, before);
        }
        let region = callee
            .and_then(|callee| callee.interface::<dyn Callable>().and_then(|c| c.callable_region(callee)));
        let Some(entry) = region.and_then(|region| region.entry()) else {
            return self.analysis.set_to_exit_state(before);
        };
        let after = self.found.start(entry).unwrap_or(&self.nothing);
        self.analysis.call_transfer(self.context, op, CallAction::Enter, after, before);
    }

    fn visit_end(&self, block: BlockRef<'a>, before: &mut A::Lattice) {
        if !is_exit(block) {
            let Some(last) = block.last() else { return };
            let taken = last.interface::<dyn BranchOp>();
            let taken = taken.and_then(|branch| {
                branch.successor_for_operands(last, &self.context.operand_constants(last))
            });
            for (index, to) in last.successors().enumerate() {
                if taken.is_none_or(|taken| taken == index) {
                    let after = self.found.start(to).unwrap_or(&self.nothing);
                    self.analysis.block_transfer(self.context, block, to, after, before);
                }
            }
            return;
        }
        let region = block.region();
        let parent = region.and_then(|region| region.parent_op());
        let (Some(region), Some(parent)) = (region, parent) else { return };
        let callable = parent.interface::<dyn Callable>();
        if callable.and_then(|callable| callable.callable_region(parent)) == Some(region) {
            let calls = self
                .context
                .executable()
                .calls_of(parent.handle())
                .filter(|_| self.context.config().interprocedural);
            let Some(calls) = calls else { return self.analysis.set_to_exit_state(before) };
            for call in calls.iter().map(|call| self.ir.op(*call)) {
                let after = self.found.after(call).unwrap_or(&self.nothing);
                self.analysis.call_transfer(self.context, call, CallAction::Exit, after, before);
            }
            return;
        }
        let (Some(branch), Some(last)) = (parent.interface::<dyn RegionBranchOp>(), block.last()) else {
            return self.analysis.set_to_exit_state(before);
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
