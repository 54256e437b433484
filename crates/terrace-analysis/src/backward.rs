//! Spreads facts about values backward, from where they are used to where they come from.
//!
//! What holds of a result or of an argument holds of what is passed to it, along branches, regions and calls; other
//! operands get what the analysis says. Facts only grow, so that the work ends. Blocks that control cannot reach are
//! left alone, as [`crate::forward`] tells.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::ids::ValueHandle;
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, DestinationStyleOp, RegionBranchOp, RegionBranchTerminator, RegionPoint,
    terminator_operands,
};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::traits::TraitSet;
use terrace_ir::{BodyId, Ir, OpHandle, OpRef, ValueRef};

use crate::calls::target;
use crate::constants::{Constant, ConstantPropagation};
use crate::forward::{ForwardOptions, Solution, solve_with, without};

/// Returns the result that an operand of an op with regions is part of, though no terminator passes it on: an init of
/// `scf.forall`, whose elements stay where nothing is inserted. Upstream overlooks it.
pub fn tied_result(op: OpRef<'_>, at: usize) -> Option<ValueRef<'_>> {
    let (start, len) = op.interface::<dyn DestinationStyleOp>()?.inits(op);
    let index = at.checked_sub(start).filter(|&index| index < len && !op.cx().matches_upstream())?;
    op.results().nth(index)
}

/// What is known of a value. The default is that nothing uses it.
pub trait UseFacts: Clone + PartialEq + Default {
    /// Takes in what another use says; whether that was new.
    fn meet(&mut self, other: &Self) -> bool;
}

/// An analysis: what ops say of their operands.
pub trait Backward {
    /// What it knows of a value.
    type Facts: UseFacts;
    /// What holds of a value that is passed to where nobody sees.
    fn exit(&self) -> Self::Facts;
    /// What an op says of its operands, given what is known of its results.
    fn transfer(&self, op: OpRef<'_>, results: &[Self::Facts]) -> Said<Self::Facts>;
    /// What is said of the operand `index` of `op`, which decides where control goes, or is passed to nobody: by
    /// `owner`, the op with the regions, given what is known of its results.
    fn deciding_operand(
        &self,
        _op: OpRef<'_>,
        _index: usize,
        owner: OpRef<'_>,
        results: &[Self::Facts],
    ) -> Self::Facts {
        self.transfer(owner, results).of(0)
    }
    /// What an op with regions says of an argument that nothing is passed to.
    fn argument(&self, op: OpRef<'_>, results: &[Self::Facts]) -> Self::Facts {
        self.transfer(op, results).of(0)
    }
    /// What a call says of an operand that is not passed to the callee.
    fn call_operand(&self, _call: OpRef<'_>, _index: usize) -> Self::Facts {
        self.exit()
    }
    /// What a call says of an operand where the callee is not followed.
    fn external_call_operand(&self, call: OpRef<'_>, index: usize) -> Self::Facts {
        self.call_operand(call, index)
    }
}

/// What an op says of its operands.
#[derive(Clone, PartialEq, Debug)]
pub enum Said<F> {
    /// The same of all.
    All(F),
    /// This of each.
    Each(Vec<F>),
}

impl<F: UseFacts> Said<F> {
    /// What is said of the operand `index`.
    pub fn of(&self, index: usize) -> F {
        match self {
            Said::All(facts) => facts.clone(),
            Said::Each(list) => list.get(index).cloned().unwrap_or_default(),
        }
    }
}

/// How far the work goes.
#[derive(Clone, Copy, Debug)]
pub struct BackwardOptions {
    /// Whether calls are followed into what they call.
    pub interprocedural: bool,
}

/// What was found.
pub struct BackwardSolution<F> {
    values: FxHashMap<BodyId, Vec<F>>,
    none: F,
    /// Constants, and what control may reach.
    pub control: Solution<Constant>,
}

impl<F: UseFacts> BackwardSolution<F> {
    /// What is known of a value.
    pub fn get(&self, value: ValueHandle) -> &F {
        self.values.get(&value.body).and_then(|v| v.get(value.value.as_u32() as usize)).unwrap_or(&self.none)
    }

    /// What is known of a value.
    pub fn of(&self, value: ValueRef<'_>) -> &F {
        self.get(ValueHandle { body: value.body_id(), value: value.id() })
    }
}

/// Finds what holds of all values below `root`.
pub fn solve_backward<A: Backward>(
    analysis: &A,
    root: OpRef<'_>,
    options: BackwardOptions,
) -> BackwardSolution<A::Facts> {
    let found = BackwardSolution {
        values: FxHashMap::default(),
        none: A::Facts::default(),
        control: solve_with(
            &ConstantPropagation,
            root,
            ForwardOptions { interprocedural: options.interprocedural },
        ),
    };
    let mut solver = Solver {
        analysis,
        options,
        tables: SymbolTables::new(),
        found,
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

struct Solver<'s, A: Backward> {
    analysis: &'s A,
    options: BackwardOptions,
    tables: SymbolTables,
    found: BackwardSolution<A::Facts>,
    pending: VecDeque<OpHandle>,
    queued: FxHashSet<OpHandle>,
    /// For each callable what holds of the results of its calls, so that not every return looks at every call.
    returned: FxHashMap<OpHandle, Vec<A::Facts>>,
    /// The operands that are passed to an argument, where ops pass many: for one of them they are not looked at as a whole.
    passed: FxHashMap<ValueHandle, Vec<(OpHandle, usize)>>,
    /// The ops that these operands belong to.
    recorded: FxHashSet<OpHandle>,
    /// Arguments of which more holds than was passed on to these operands.
    grown: Vec<ValueHandle>,
}

/// Ops with fewer operands are looked at as a whole.
const FEW: usize = 8;

impl<A: Backward> Solver<'_, A> {
    fn push(&mut self, op: OpHandle) {
        if self.queued.insert(op) {
            self.pending.push_back(op);
        }
    }

    fn meet(&mut self, value: ValueRef<'_>, facts: &A::Facts) {
        let values = self.found.values.entry(value.body_id()).or_default();
        if values.len() < value.body().num_values() {
            values.resize(value.body().num_values(), A::Facts::default());
        }
        if values[value.id().as_u32() as usize].meet(facts) {
            self.push_sources(value);
        }
    }

    /// `value` is passed to `input`: what holds of one holds of the other.
    fn meet_with(&mut self, value: ValueRef<'_>, input: ValueRef<'_>) {
        let facts = self.found.of(input).clone();
        self.meet(value, &facts);
    }

    /// The operand `at` of `op` is passed to `input`; `is_new` if that is not recorded yet.
    fn pass(&mut self, op: OpRef<'_>, at: usize, input: ValueRef<'_>, is_new: bool) {
        if is_new {
            self.passed.entry(input.handle()).or_default().push((op.handle(), at));
        }
        self.meet_with(op.operand(at), input);
    }

    /// Whether what an op passes is to be recorded.
    fn records(&mut self, op: OpRef<'_>) -> bool {
        op.num_operands() >= FEW && self.recorded.insert(op.handle())
    }

    /// Passes on what holds of arguments to the operands that were recorded.
    fn pass_on_grown(&mut self, ir: &Ir) {
        while let Some(input) = self.grown.pop() {
            let (facts, operands) = (self.found.get(input).clone(), self.passed.remove(&input));
            for &(op, at) in operands.iter().flatten() {
                self.meet(ir.op(op).operand(at), &facts);
            }
            self.passed.extend(operands.map(|operands| (input, operands)));
        }
    }

    /// Looks again at an op that an argument may come from, unless what it passes is recorded.
    fn push_unrecorded(&mut self, op: OpHandle, is_argument: bool) {
        if !is_argument || !self.recorded.contains(&op) {
            self.push(op);
        }
    }

    /// Looks again at the ops that a value comes from.
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
            let calls = self.found.control.found_calls_of(owner.handle()).to_vec();
            calls.into_iter().for_each(|call| self.push(call));
        }
        if let Some(callee) = self.found.control.callee_of(owner.handle()) {
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

    /// Takes in what holds of a call's result; whether nothing in it is new to the callee's returns.
    fn is_returned(&mut self, value: ValueRef<'_>, callee: OpHandle) -> bool {
        let facts = self.found.of(value).clone();
        let returned = self.returned.entry(callee).or_default();
        let index = value.index() as usize;
        if returned.len() <= index {
            returned.resize(index + 1, A::Facts::default());
        }
        !returned[index].meet(&facts)
    }

    fn results(&self, op: OpRef<'_>) -> Vec<A::Facts> {
        op.results().map(|result| self.found.of(result).clone()).collect()
    }

    fn visit(&mut self, op: OpRef<'_>) {
        if op.block().is_some_and(|block| !self.found.control.is_reached(block)) {
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
        let said = self.analysis.transfer(op, &self.results(op));
        op.operands().enumerate().for_each(|(index, operand)| self.meet(operand, &said.of(index)));
    }

    /// Operands that are not passed on are the op's own.
    fn meet_rest(&mut self, op: OpRef<'_>, owner: OpRef<'_>, passed: &[bool]) {
        if passed.iter().all(|passed| *passed) {
            return;
        }
        let results = self.results(owner);
        for (index, _) in passed.iter().enumerate().filter(|(_, passed)| !**passed) {
            let facts = self.analysis.deciding_operand(op, index, owner, &results);
            self.meet(op.operand(index), &facts);
        }
    }

    fn visit_region_branch(&mut self, op: OpRef<'_>, branch: &'static dyn RegionBranchOp) {
        let mut passed = vec![false; op.num_operands()];
        let is_new = self.records(op);
        for target in branch.successors(op, RegionPoint::Parent) {
            let inputs = branch.successor_inputs(op, target);
            for (at, &input) in branch.entry_operands(op, target).zip(&inputs) {
                passed[at] = true;
                self.pass(op, at, input, is_new);
                if let Some(result) = tied_result(op, at) {
                    self.pass(op, at, result, is_new);
                }
            }
            let RegionPoint::Region(index) = target else { continue };
            let Some(entry) = op.region(index).entry() else { continue };
            // Arguments that nothing is passed to, such as induction variables.
            let facts = self.analysis.argument(op, &self.results(op));
            for arg in without(entry.args().collect(), &inputs) {
                self.meet(arg, &facts);
            }
        }
        self.meet_rest(op, op, &passed);
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
            for (at, &input) in terminator_operands(op, target).unwrap_or_default().zip(&inputs) {
                passed[at] = true;
                self.pass(op, at, input, is_new);
            }
        }
        self.meet_rest(op, parent, &passed);
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
        self.meet_rest(op, op, &passed);
    }

    /// Whether the callee is known to be a callable; if not, a call is an op like others.
    fn visit_call(&mut self, op: OpRef<'_>, call: &'static dyn CallLike) -> bool {
        let Some(target) = target(op, &self.tables) else { return false };
        let Some(callable) = target.interface::<dyn Callable>() else { return false };
        let region = callable.callable_region(target).filter(|_| self.options.interprocedural);
        let Some(entry) = region.and_then(|region| region.entry()) else {
            for (index, operand) in op.operands().enumerate() {
                let facts = self.analysis.external_call_operand(op, index);
                self.meet(operand, &facts);
            }
            return true;
        };
        let mut passed = vec![false; op.num_operands()];
        let (start, len) = call.arguments(op);
        for (at, arg) in (start..start + len).zip(entry.args()) {
            passed[at] = true;
            self.meet_with(op.operand(at), arg);
        }
        for (index, _) in passed.iter().enumerate().filter(|(_, passed)| !**passed) {
            let facts = self.analysis.call_operand(op, index);
            self.meet(op.operand(index), &facts);
        }
        true
    }

    /// What a callable gives back is what its calls give.
    fn visit_return(&mut self, op: OpRef<'_>, callable: OpRef<'_>) {
        let is_seen =
            self.options.interprocedural && self.found.control.calls_of(callable.handle()).is_some();
        match is_seen.then(|| self.returned.get(&callable.handle()).cloned().unwrap_or_default()) {
            Some(returned) => {
                op.operands().zip(&returned).for_each(|(operand, facts)| self.meet(operand, facts));
            }
            None => {
                let facts = self.analysis.exit();
                op.operands().for_each(|operand| self.meet(operand, &facts));
            }
        }
    }
}
