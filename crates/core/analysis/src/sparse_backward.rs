//! Sparse backward analyses: lattice elements of values, propagated from uses to definitions.
//!
//! The state of a result or argument is propagated to the values that are passed to it, along branches,
//! regions and calls; the analysis defines the states of other operands. Elements are monotone, so that the
//! iteration terminates. Blocks that are unreachable according to [`Executable`](crate::Executable) are not
//! visited.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::ids::ValueHandle;
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, DestinationStyleOp, RegionBranchOp, RegionBranchTerminator, RegionPoint,
    terminator_operands,
};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Ir, OpHandle, OpRef, ValueRef};

use crate::calls::target;
use crate::lattice::{Lattice, ValueStates};
use crate::solver::DataFlowSolver;
use crate::sparse_forward::without;

/// Returns the result that an operand of an op with regions is part of, though no terminator passes it on: an init of
/// `scf.forall`, whose elements stay where nothing is inserted. Upstream overlooks it.
pub fn tied_result(op: OpRef<'_>, at: usize) -> Option<ValueRef<'_>> {
    let (start, len) = op.interface::<dyn DestinationStyleOp>()?.inits(op);
    let index = at.checked_sub(start).filter(|&index| index < len && !op.cx().matches_upstream())?;
    op.results().nth(index)
}

/// An analysis of values from their uses on. The bottom of the lattice: nothing uses the value.
pub trait SparseBackwardAnalysis {
    /// The lattice of values.
    type Lattice: Lattice;
    /// Returns the element of a value that is passed to unknown code.
    fn exit_state(&self) -> Self::Lattice;
    /// Computes the states of an op's operands from the states of its results.
    fn transfer(&self, op: OpRef<'_>, results: &[Self::Lattice]) -> OperandLattices<Self::Lattice>;
    /// Computes the state of the operand `index` of `op` that decides control flow or is not forwarded, from the states
    /// of the results of `owner`, the op with the regions.
    fn deciding_operand(
        &self,
        _op: OpRef<'_>,
        _index: usize,
        owner: OpRef<'_>,
        results: &[Self::Lattice],
    ) -> Self::Lattice {
        self.transfer(owner, results).of(0)
    }
    /// Computes the state of an argument of an op's region that no operand is forwarded to.
    fn argument(&self, op: OpRef<'_>, results: &[Self::Lattice]) -> Self::Lattice {
        self.transfer(op, results).of(0)
    }
    /// Computes the state of a call's operand that is not passed to the callee.
    fn call_operand(&self, _call: OpRef<'_>, _index: usize) -> Self::Lattice {
        self.exit_state()
    }
    /// Computes the state of a call's operand if the callee is not analyzed.
    fn external_call_operand(&self, call: OpRef<'_>, index: usize) -> Self::Lattice {
        self.call_operand(call, index)
    }
}

/// The elements that an op has for its operands.
#[derive(Clone, PartialEq, Debug)]
pub enum OperandLattices<L> {
    /// The same for all.
    All(L),
    /// One for each.
    Each(Vec<L>),
}

impl<L: Lattice> OperandLattices<L> {
    /// The element for the operand `index`.
    pub fn of(&self, index: usize) -> L {
        match self {
            OperandLattices::All(element) => element.clone(),
            OperandLattices::Each(list) => list[index].clone(),
        }
    }
}

/// Computes the elements of all values, for [`DataFlowSolver`].
pub(crate) fn solve_sparse_backward<A: SparseBackwardAnalysis>(
    analysis: &A,
    context: &DataFlowSolver<'_>,
) -> ValueStates<A::Lattice> {
    let root = context.root();
    let mut solver = Solver {
        analysis,
        context,
        tables: root.ir().symbol_tables(),
        found: ValueStates::default(),
        pending: VecDeque::new(),
        queued: FxHashSet::default(),
        returned: FxHashMap::default(),
        passed: FxHashMap::default(),
        recorded: FxHashSet::default(),
        grown: Vec::new(),
    };
    // Users before what they use, as far as the order of ops allows.
    let mut order = Vec::new();
    let mut stack = vec![root];
    while let Some(op) = stack.pop() {
        order.push(op.handle());
        // Blocks in order, the ops of each from the last on.
        let start = stack.len();
        for block in op.regions().flat_map(|region| region.blocks()) {
            let before = stack.len();
            stack.extend(block.ops());
            stack[before..].reverse();
        }
        stack[start..].reverse();
    }
    order.into_iter().for_each(|op| solver.push(op));
    let ir = root.ir();
    while let Some(op) = solver.pending.pop_front() {
        solver.queued.remove(&op);
        solver.visit(ir.op(op));
        solver.pass_on_grown(ir);
    }
    solver.found
}

struct Solver<'a, 's, A: SparseBackwardAnalysis> {
    analysis: &'s A,
    /// The solver, with the results of earlier stages.
    context: &'s DataFlowSolver<'a>,
    tables: Arc<SymbolTables>,
    found: ValueStates<A::Lattice>,
    pending: VecDeque<OpHandle>,
    queued: FxHashSet<OpHandle>,
    /// For each callable the joined state of the results of its calls, so that not every return visits every
    /// call.
    returned: FxHashMap<OpHandle, Vec<A::Lattice>>,
    /// The operands that are forwarded to an argument by ops with many operands, which are then not visited
    /// as a whole.
    passed: FxHashMap<ValueHandle, Vec<(OpHandle, usize)>>,
    /// The ops that these operands belong to.
    recorded: FxHashSet<OpHandle>,
    /// Arguments of which more holds than was passed on to these operands.
    grown: Vec<ValueHandle>,
}

/// Ops with fewer operands are visited as a whole.
const FEW: usize = 8;

impl<A: SparseBackwardAnalysis> Solver<'_, '_, A> {
    fn push(&mut self, op: OpHandle) {
        if self.queued.insert(op) {
            self.pending.push_back(op);
        }
    }

    fn join(&mut self, value: ValueRef<'_>, element: &A::Lattice) {
        if self.found.entry(value).join(element) {
            self.push_sources(value);
        }
    }

    /// Propagates the state of `input` to `value`, which is passed to it.
    fn join_with(&mut self, value: ValueRef<'_>, input: ValueRef<'_>) {
        let element = self.found.of(input).clone();
        self.join(value, &element);
    }

    /// The operand `at` of `op` is passed to `input`; `is_new` if that is not recorded yet.
    fn pass(&mut self, op: OpRef<'_>, at: usize, input: ValueRef<'_>, is_new: bool) {
        if is_new {
            self.passed.entry(input.handle()).or_default().push((op.handle(), at));
        }
        self.join_with(op.operand(at), input);
    }

    /// Whether the operands forwarded by an op are recorded.
    fn records(&mut self, op: OpRef<'_>) -> bool {
        op.num_operands() >= FEW && self.recorded.insert(op.handle())
    }

    /// Propagates the states of arguments to the recorded operands.
    fn pass_on_grown(&mut self, ir: &Ir) {
        while let Some(input) = self.grown.pop() {
            let (element, operands) = (self.found.get(input).clone(), self.passed.remove(&input));
            for &(op, at) in operands.iter().flatten() {
                self.join(ir.op(op).operand(at), &element);
            }
            self.passed.extend(operands.map(|operands| (input, operands)));
        }
    }

    /// Enqueues an op that may be the origin of an argument, unless its operands are recorded.
    fn push_unrecorded(&mut self, op: OpHandle, is_argument: bool) {
        if !is_argument || !self.recorded.contains(&op) {
            self.push(op);
        }
    }

    /// Enqueues the ops that a value originates from.
    fn push_sources(&mut self, value: ValueRef<'_>) {
        let is_argument = value.defining_op().is_none();
        if is_argument && self.passed.contains_key(&value.handle()) {
            self.grown.push(value.handle());
        }
        let owner = match (value.defining_op(), value.owner_block()) {
            (Some(op), _) => op,
            (None, Some(block)) => {
                let body = value.body();
                let preds: Vec<OpRef<'_>> = body
                    .preds(block.id())
                    .map(|used| OpRef::in_body(value.ir(), body, value.body_id(), body.use_owner(used)))
                    .collect();
                preds.into_iter().for_each(|pred| self.push_unrecorded(pred.handle(), true));
                match block.region().and_then(|region| region.parent_op()) {
                    Some(parent) => parent,
                    None => return,
                }
            }
            (None, None) => return,
        };
        self.push_unrecorded(owner.handle(), is_argument);
        if owner.interface::<dyn RegionBranchOp>().is_some() {
            for block in owner.regions().flat_map(|region| region.blocks()) {
                if let Some(last) = block.last() {
                    self.push_unrecorded(last.handle(), is_argument);
                }
            }
        }
        if owner.interface::<dyn Callable>().is_some() {
            let calls = self.context.executable().found_calls_of(owner.handle()).to_vec();
            calls.into_iter().for_each(|call| self.push(call));
        }
        if let Some(callee) = self.context.executable().callee_of(owner.handle()) {
            if self.is_returned(value, callee) {
                return;
            }
            for block in owner.ir().op(callee).regions().flat_map(|region| region.blocks()) {
                if let Some(last) = block.last() {
                    self.push(last.handle());
                }
            }
        }
    }

    /// Joins the state of a call's result; whether it adds nothing to the callee's returns.
    fn is_returned(&mut self, value: ValueRef<'_>, callee: OpHandle) -> bool {
        let element = self.found.of(value).clone();
        let returned = self.returned.entry(callee).or_default();
        let index = value.index() as usize;
        if returned.len() <= index {
            returned.resize(index + 1, A::Lattice::default());
        }
        !returned[index].join(&element)
    }

    fn results(&self, op: OpRef<'_>) -> Vec<A::Lattice> {
        op.results().map(|result| self.found.of(result).clone()).collect()
    }

    fn visit(&mut self, op: OpRef<'_>) {
        if op.block().is_some_and(|block| !self.context.executable().is_executable(block)) {
            return;
        }
        if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            return self.visit_region_branch(op, branch);
        }
        if let Some(branch) = op.interface::<dyn BranchOp>() {
            return self.visit_branch(op, branch);
        }
        if let Some(call) = op.interface::<dyn CallLike>()
            && self.visit_call(op, call)
        {
            return;
        }
        let parent = op.parent_op();
        if op.interface::<dyn RegionBranchTerminator>().is_some() || op.has_trait(TraitSet::ReturnLike) {
            if let Some(parent) = parent
                && let Some(branch) = parent.interface::<dyn RegionBranchOp>()
            {
                return self.visit_region_terminator(op, parent, branch);
            }
            if let Some(parent) = parent.filter(|parent| parent.interface::<dyn Callable>().is_some())
                && op.has_trait(TraitSet::ReturnLike)
            {
                return self.visit_return(op, parent);
            }
        }
        let elements = self.analysis.transfer(op, &self.results(op));
        op.operands().enumerate().for_each(|(index, operand)| self.join(operand, &elements.of(index)));
    }

    /// Operands that are not passed on are the op's own.
    fn join_rest(&mut self, op: OpRef<'_>, owner: OpRef<'_>, passed: &[bool]) {
        if passed.iter().all(|passed| *passed) {
            return;
        }
        let results = self.results(owner);
        for (index, _) in passed.iter().enumerate().filter(|(_, passed)| !**passed) {
            let element = self.analysis.deciding_operand(op, index, owner, &results);
            self.join(op.operand(index), &element);
        }
    }

    fn visit_region_branch(&mut self, op: OpRef<'_>, branch: &'static dyn RegionBranchOp) {
        let mut passed = vec![false; op.num_operands()];
        let is_new = self.records(op);
        for target in branch.successors(op, RegionPoint::Parent) {
            let inputs = branch.successor_inputs(op, target);
            for (at, &input) in branch.entry_successor_operands(op, target).zip(&inputs) {
                passed[at] = true;
                self.pass(op, at, input, is_new);
                if let Some(result) = tied_result(op, at) {
                    self.pass(op, at, result, is_new);
                }
            }
            let RegionPoint::Region(index) = target else { continue };
            let Some(entry) = op.region(index).entry() else { continue };
            // Arguments that nothing is passed to, such as induction variables.
            let element = self.analysis.argument(op, &self.results(op));
            for arg in without(entry.args().collect(), &inputs) {
                self.join(arg, &element);
            }
        }
        self.join_rest(op, op, &passed);
    }

    fn visit_region_terminator(
        &mut self,
        op: OpRef<'_>,
        parent: OpRef<'_>,
        branch: &'static dyn RegionBranchOp,
    ) {
        let Some(region) = op.block().and_then(|block| block.region()) else { return };
        let mut passed = vec![false; op.num_operands()];
        let terminator = op.interface::<dyn RegionBranchTerminator>();
        let unknown = vec![None; op.num_operands()];
        let targets = terminator.and_then(|terminator| terminator.successors(op, &unknown));
        let from = RegionPoint::Region(region.index());
        let is_new = self.records(op);
        for target in targets.unwrap_or_else(|| branch.successors(parent, from)) {
            let inputs = branch.successor_inputs(parent, target);
            for (at, &input) in terminator_operands(op, target).into_iter().flatten().zip(&inputs) {
                passed[at] = true;
                self.pass(op, at, input, is_new);
            }
        }
        self.join_rest(op, parent, &passed);
    }

    fn visit_branch(&mut self, op: OpRef<'_>, branch: &'static dyn BranchOp) {
        let mut passed = vec![false; op.num_operands()];
        let is_new = self.records(op);
        for (index, block) in op.successors().enumerate() {
            let operands = branch.successor_operands(op, index);
            for (i, arg) in block.args().enumerate() {
                if let Some(at) = operands.operand_for(i) {
                    passed[at] = true;
                    self.pass(op, at, arg, is_new);
                }
            }
        }
        self.join_rest(op, op, &passed);
    }

    /// Whether the callee is known to be a callable; if not, a call is an op like others.
    fn visit_call(&mut self, op: OpRef<'_>, call: &'static dyn CallLike) -> bool {
        let Some(target) = target(op, &self.tables) else { return false };
        let Some(callable) = target.interface::<dyn Callable>() else { return false };
        let region = callable.callable_region(target).filter(|_| self.context.config().interprocedural);
        let Some(entry) = region.and_then(|region| region.entry()) else {
            for (index, operand) in op.operands().enumerate() {
                let element = self.analysis.external_call_operand(op, index);
                self.join(operand, &element);
            }
            return true;
        };
        let mut passed = vec![false; op.num_operands()];
        let (start, len) = call.arguments(op);
        for (at, arg) in (start..start + len).zip(entry.args()) {
            passed[at] = true;
            self.join_with(op.operand(at), arg);
        }
        for (index, _) in passed.iter().enumerate().filter(|(_, passed)| !**passed) {
            let element = self.analysis.call_operand(op, index);
            self.join(op.operand(index), &element);
        }
        true
    }

    /// The operands of a return have the elements of the results of the calls.
    fn visit_return(&mut self, op: OpRef<'_>, callable: OpRef<'_>) {
        let is_seen = self.context.config().interprocedural
            && self.context.executable().calls_of(callable.handle()).is_some();
        match is_seen.then(|| self.returned.get(&callable.handle()).cloned().unwrap_or_default()) {
            Some(returned) => {
                op.operands().zip(&returned).for_each(|(operand, element)| self.join(operand, element));
            }
            None => {
                let element = self.analysis.exit_state();
                op.operands().for_each(|operand| self.join(operand, &element));
            }
        }
    }
}
