//! Runs sparse forward analyses together: reachability, and the propagation of states.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::ids::ValueHandle;
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint, shares_destinations,
    terminator_operands,
};
use terrace_ir::symbols::{SymbolTables, defines_symbol};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, BlockRef, Ir, OpHandle, OpRef, ValueRef};

use super::Loaded;
use super::settled::{FEW, Settled};
use crate::calls::target;
use crate::executable::Executable;

/// The analyses that run together.
pub(crate) type Analyses<'a> = Vec<Box<dyn Loaded<'a> + 'a>>;

pub(crate) struct Engine<'a, 's> {
    interprocedural: bool,
    pub(super) analyses: &'s mut Analyses<'a>,
    pub(super) ir: &'a Ir,
    tables: Arc<SymbolTables>,
    executable: &'s mut Executable,
    pending: VecDeque<OpHandle>,
    queued: FxHashSet<OpHandle>,
    /// Ops whose results follow from values that they do not use, such as the operand of an op that they fold with.
    dependents: FxHashMap<ValueHandle, Vec<OpHandle>>,
    /// The same as pairs.
    depending: FxHashSet<(ValueHandle, OpHandle)>,
    /// Ops that pass values on, and already wherever they may.
    pub(super) settled: FxHashMap<OpHandle, Settled>,
    scope: OpHandle,
}

impl<'a, 's> Engine<'a, 's> {
    /// Computes the states of the IR nested in `root`, whose own entry blocks are reachable.
    pub(crate) fn run(
        root: OpRef<'a>,
        interprocedural: bool,
        analyses: &'s mut Analyses<'a>,
        executable: &'s mut Executable,
    ) {
        let tables = root.ir().symbol_tables();
        executable.find_open_callables(root, &tables);
        let mut engine = Engine {
            interprocedural,
            analyses,
            ir: root.ir(),
            tables,
            executable,
            pending: VecDeque::new(),
            queued: FxHashSet::default(),
            dependents: FxHashMap::default(),
            depending: FxHashSet::default(),
            settled: FxHashMap::default(),
            scope: root.handle(),
        };
        engine.reach_regions(root, true);
        while let Some(op) = engine.pending.pop_front() {
            engine.queued.remove(&op);
            let ir = engine.ir;
            engine.visit(ir.op(op));
        }
    }

    fn push(&mut self, op: OpHandle) {
        if self.queued.insert(op) {
            self.pending.push_back(op);
        }
    }

    /// Copies the elements of values in all analyses.
    pub(super) fn read(&mut self, values: &[ValueRef<'a>]) {
        self.analyses.iter_mut().for_each(|analysis| analysis.read(values));
    }

    /// Whether nothing has reached a value that was read.
    fn is_uninitialized(&self, at: usize) -> bool {
        !self.analyses.is_empty() && self.analyses.iter().all(|analysis| analysis.is_uninitialized(at))
    }

    /// Returns the constants that the values are that were read.
    fn constants(&self, count: usize) -> Vec<Option<Attr>> {
        (0..count).map(|at| self.analyses.iter().find_map(|analysis| analysis.constant(at))).collect()
    }

    /// Joins something to a value in each analysis, and visits its users again if that was new in one.
    pub(super) fn update(
        &mut self,
        value: ValueRef<'a>,
        mut join: impl FnMut(&mut (dyn Loaded<'a> + 'a)) -> bool,
    ) {
        let mut changed = false;
        for analysis in self.analyses.iter_mut() {
            changed |= join(&mut **analysis);
        }
        if !changed {
            return;
        }
        for (user, index) in value.uses() {
            if !self.settled.is_empty()
                && let Some(settled) = self.settled.get_mut(&user.handle())
            {
                settled.changed.push(index);
            }
            self.push(user.handle());
        }
        if !self.dependents.is_empty() {
            let dependents = self.dependents.get(&value.handle()).cloned().unwrap_or_default();
            dependents.into_iter().for_each(|op| self.push(op));
        }
        // What a region is given may decide where control goes inside.
        if let Some(block) = value.owner_block()
            && let Some(last) = block.last()
        {
            self.push(last.handle());
        }
    }

    fn join_all(&mut self, from: &[ValueRef<'a>], to: &[ValueRef<'a>]) {
        for (&from, &to) in from.iter().zip(to) {
            self.update(to, |analysis| analysis.join_value(from, to));
        }
    }

    fn set_to_entry_state(&mut self, value: ValueRef<'a>) {
        self.update(value, |analysis| analysis.join_entry_state(value));
    }

    fn set_all_to_entry_state(&mut self, values: impl Iterator<Item = ValueRef<'a>>) {
        values.for_each(|value| self.set_to_entry_state(value));
    }

    /// Control reaches a block: its ops are visited.
    fn reach(&mut self, block: BlockRef<'a>) {
        if self.executable.blocks.insert((block.body_id(), block.id())) {
            let ops: Vec<OpHandle> = block.ops().map(|op| op.handle()).collect();
            ops.into_iter().for_each(|op| self.push(op));
        }
    }

    /// Marks all regions of an op as reachable, with unknown arguments.
    fn reach_regions(&mut self, op: OpRef<'a>, forget: bool) {
        for region in op.regions() {
            if let Some(entry) = region.entry() {
                // Ops are visited in order first, and only then again for what they use.
                self.reach(entry);
                if forget {
                    self.set_all_to_entry_state(entry.args());
                }
            }
        }
    }

    fn join_implicit_argument(&mut self, op: OpRef<'a>, arg: ValueRef<'a>) {
        self.update(arg, |analysis| analysis.join_implicit_argument(op, arg));
    }

    /// Marks the regions of an op without control flow interfaces reached.
    fn reach_unmodelled_regions(&mut self, op: OpRef<'a>) {
        for entry in op.regions().filter_map(|region| region.entry()) {
            self.reach(entry);
            entry.args().for_each(|arg| self.join_implicit_argument(op, arg));
        }
    }

    fn visit(&mut self, op: OpRef<'a>) {
        if op.block().is_some_and(|block| !self.executable.is_executable(block)) {
            return;
        }
        if self.pass_on_changes(op) {
            return;
        }
        let operands: Vec<ValueRef<'a>> = op.operands().collect();
        self.read(&operands);
        if op.has_trait(TraitSet::Terminator) || op.num_successors() > 0 || may_be_terminator(op) {
            self.visit_terminator(op);
        }
        if op.interface::<dyn CallLike>().is_some() {
            self.visit_call(op);
        } else if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.visit_region_branch(op, branch);
            if !op.cx().matches_upstream() && shares_destinations(op) {
                self.forget_shared_outputs(op, branch);
            }
        } else {
            self.visit_plain(op);
        }
    }

    fn visit_plain(&mut self, op: OpRef<'a>) {
        if op.num_regions() > 0 {
            match op.interface::<dyn Callable>() {
                Some(_) => {
                    if self.executable.is_open(op) {
                        self.reach_regions(op, true);
                    } else if self.executable.calls.contains_key(&op.handle()) {
                        self.reach_regions(op, !self.interprocedural);
                    }
                }
                None => self.reach_unmodelled_regions(op),
            }
        }
        if op.num_results() == 0 {
            return;
        }
        let (mut asked, mut any) = (Vec::new(), false);
        for analysis in self.analyses.iter_mut() {
            any |= analysis.transfer(op, &mut asked);
        }
        if !any {
            return;
        }
        let mut used: FxHashSet<ValueHandle> = FxHashSet::default();
        if asked.len() > 1 {
            used.extend(op.operands().map(|operand| operand.handle()));
        }
        for &value in &asked {
            let is_used = match asked.len() {
                1 => op.operands().any(|operand| operand.handle() == value),
                _ => used.contains(&value),
            };
            if !is_used && self.depending.insert((value, op.handle())) {
                self.dependents.entry(value).or_default().push(op.handle());
            }
        }
        for (index, result) in op.results().enumerate() {
            self.update(result, |analysis| analysis.join_result(index, result));
        }
    }

    fn visit_region_branch(&mut self, op: OpRef<'a>, branch: &'static dyn RegionBranchOp) {
        let count = op.num_operands();
        let constants = self.constants(count);
        // While a decision waits for an operand, it is too early to go anywhere.
        if (0..count).any(|at| self.is_uninitialized(at)) {
            return;
        }
        let targets = branch.entry_successors(op, &constants);
        // What iterations share is forgotten by another way.
        if op.results().len() + count >= FEW && !shares_destinations(op) {
            let unknown = vec![None; count];
            if !op.has_trait(TraitSet::Terminator) && targets == branch.entry_successors(op, &unknown) {
                self.settle(
                    op,
                    true,
                    |target| {
                        (branch.entry_successor_operands(op, target), branch.successor_inputs(op, target))
                    },
                    &targets,
                );
            }
        }
        for target in targets {
            let passed: Vec<ValueRef<'a>> =
                branch.entry_successor_operands(op, target).map(|i| op.operand(i)).collect();
            self.enter(op, branch, target, &passed);
        }
    }

    /// Sets to the entry state the outputs that concurrent iterations share and that are written in ops not followed.
    /// Upstream leaves them in their previous state, and never reaches the results.
    fn forget_shared_outputs(&mut self, op: OpRef<'a>, branch: &'static dyn RegionBranchOp) {
        let shared = branch.successor_inputs(op, RegionPoint::Region(0));
        self.set_all_to_entry_state(shared.into_iter().chain(op.results()));
    }

    /// Transfers control to a region of `op` or after it, with values.
    fn enter(
        &mut self,
        op: OpRef<'a>,
        branch: &'static dyn RegionBranchOp,
        target: RegionPoint,
        passed: &[ValueRef<'a>],
    ) {
        let inputs = branch.successor_inputs(op, target);
        let all: Vec<ValueRef<'a>> = match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(index) => {
                let Some(entry) = op.region(index).entry() else { return };
                self.reach(entry);
                entry.args().collect()
            }
        };
        self.join_all(passed, &inputs);
        for value in without(all, &inputs) {
            self.join_implicit_argument(op, value);
        }
    }

    fn visit_terminator(&mut self, op: OpRef<'a>) {
        let count = op.num_operands();
        let constants = self.constants(count);
        if op.num_successors() > 0 {
            self.visit_branch(op, &constants);
            return;
        }
        let Some(region) = op.block().and_then(|b| b.region()) else { return };
        let Some(parent) = region.parent_op() else { return };
        if let Some(branch) = parent.interface::<dyn RegionBranchOp>() {
            if (0..count).any(|at| self.is_uninitialized(at)) {
                return;
            }
            let from = RegionPoint::Region(region.index());
            let targets = match op.interface::<dyn RegionBranchTerminator>() {
                Some(terminator) => terminator.successors(op, &constants),
                None => None,
            };
            let is_full = |targets: &Vec<RegionPoint>| {
                let unknown = vec![None; count];
                let terminator = op.interface::<dyn RegionBranchTerminator>();
                terminator.and_then(|terminator| terminator.successors(op, &unknown)).as_ref()
                    == Some(targets)
            };
            let is_full = targets.as_ref().is_none_or(|targets| count >= FEW && is_full(targets));
            let targets = targets.unwrap_or_else(|| branch.successors(parent, from));
            if !passes_operands(op) && !op.cx().matches_upstream() {
                // Control may go anywhere, with values of which nothing is known.
                for target in targets {
                    self.enter(parent, branch, target, &[]);
                    self.set_all_to_entry_state(branch.successor_inputs(parent, target).into_iter());
                }
                return;
            }
            // As upstream, any other op passes nothing.
            let passed = |target| terminator_operands(op, target).unwrap_or(0..0);
            if is_full && count >= FEW && op.num_regions() == 0 && op.results().len() == 0 {
                self.settle(
                    op,
                    true,
                    |target| (passed(target), branch.successor_inputs(parent, target)),
                    &targets,
                );
            }
            for target in targets {
                let passed: Vec<ValueRef<'a>> = passed(target).map(|i| op.operand(i)).collect();
                self.enter(parent, branch, target, &passed);
            }
        } else if parent.interface::<dyn Callable>().is_some() {
            if !self.interprocedural {
                return;
            }
            let callee = parent.handle();
            if !op.has_trait(TraitSet::ReturnLike) {
                for call in self.executable.found_calls_of(callee).to_vec() {
                    self.set_all_to_entry_state(self.ir.op(call).results());
                }
                return;
            }
            let mut changed = false;
            for analysis in self.analyses.iter_mut() {
                changed |= analysis.join_returned(callee);
            }
            if changed {
                for call in self.executable.found_calls_of(callee).to_vec() {
                    self.return_to(self.ir.op(call), callee);
                }
            }
        }
    }

    fn visit_branch(&mut self, op: OpRef<'a>, constants: &[Option<Attr>]) {
        let branch = op.interface::<dyn BranchOp>();
        let taken = match branch {
            Some(branch) => match branch.successor_for_operands(op, constants) {
                Some(index) => vec![index],
                None => {
                    // A condition that nothing has reached yet decides later.
                    let deciding = branch.condition_operands(op);
                    if deciding.into_iter().any(|i| self.is_uninitialized(i)) {
                        return;
                    }
                    (0..op.num_successors()).collect()
                }
            },
            None => (0..op.num_successors()).collect(),
        };
        if let Some(branch) = branch
            && op.num_operands() >= FEW
            && taken.len() == op.num_successors()
            && op.num_regions() == 0
            && op.results().len() == 0
        {
            let all: Vec<usize> = (0..op.num_successors()).collect();
            let passed = |index: usize| {
                let passed = branch.successor_operands(op, index);
                let args = op.successors().nth(index).into_iter().flat_map(|block| block.args());
                (passed.start..passed.start + passed.len, args.skip(passed.produced).collect())
            };
            self.settle(op, false, passed, &all);
        }
        // Blocks are executable, not edges: if several successors are one block, all of them pass values.
        let blocks: Vec<BlockRef<'a>> = op.successors().collect();
        let reached: FxHashSet<terrace_ir::Block> =
            taken.iter().filter_map(|&index| Some(blocks.get(index)?.id())).collect();
        let reached = |index: &usize| reached.contains(&blocks[*index].id());
        for index in (0..blocks.len()).filter(reached).collect::<Vec<_>>() {
            let block = blocks[index];
            self.reach(block);
            match branch {
                Some(branch) => {
                    let passed = branch.successor_operands(op, index);
                    for (i, arg) in block.args().enumerate() {
                        match passed.operand_for(i) {
                            Some(at) => self.update(arg, |analysis| analysis.join_read(at, arg)),
                            None => self.set_to_entry_state(arg),
                        }
                    }
                }
                None => self.set_all_to_entry_state(block.args()),
            }
        }
    }

    /// Returns the callable below the root that a call calls; `None` if it is not known.
    fn callee(&self, call: OpRef<'a>) -> Option<OpRef<'a>> {
        let target = target(call, &self.tables)?;
        // Upstream knows the callees that are symbols.
        if call.cx().matches_upstream() && !defines_symbol(target) {
            return None;
        }
        let region = target.interface::<dyn Callable>()?.callable_region(target)?;
        let mut at = Some(target);
        while let Some(op) = at {
            if op.handle() == self.scope {
                return (!region.is_empty() && target.handle() != self.scope).then_some(target);
            }
            at = op.parent_op();
        }
        None
    }

    fn visit_call(&mut self, call: OpRef<'a>) {
        let Some(target) = self.callee(call) else { return self.set_all_to_entry_state(call.results()) };
        let new = self.executable.callees.insert(call.handle(), target.handle()).is_none();
        if new {
            self.executable.calls.entry(target.handle()).or_default().push(call.handle());
            self.push(target.handle());
        }
        let Some((start, len)) = call.interface::<dyn CallLike>().map(|c| c.arguments(call)) else { return };
        if !self.interprocedural {
            return self.set_all_to_entry_state(call.results());
        }
        // What others pass is unknown if not all calls are known.
        if let Some(entry) = target.single_region().entry().filter(|_| !self.executable.is_open(target)) {
            let passed: Vec<ValueRef<'a>> = (start..start + len).map(|i| call.operand(i)).collect();
            let args: Vec<ValueRef<'a>> = entry.args().collect();
            if passed.len() == args.len() {
                self.join_all(&passed, &args);
            } else {
                self.set_all_to_entry_state(args.into_iter());
            }
        }
        if new {
            self.return_to(call, target.handle());
        }
    }

    /// Handles the return of a callee: propagates its returned states to the results of the call.
    fn return_to(&mut self, call: OpRef<'a>, callee: OpHandle) {
        let results: Vec<ValueRef<'a>> = call.results().collect();
        let count = results.len();
        for (index, result) in results.into_iter().enumerate() {
            self.update(result, |analysis| analysis.join_call_result(callee, index, count, result));
        }
    }
}

/// The values of a list that are not among others.
pub(crate) fn without<'a>(mut all: Vec<ValueRef<'a>>, others: &[ValueRef<'a>]) -> Vec<ValueRef<'a>> {
    if all == others {
        return Vec::new();
    }
    let others: FxHashSet<ValueHandle> = others.iter().map(|value| value.handle()).collect();
    all.retain(|value| !others.contains(&value.handle()));
    all
}

/// Whether an op passes operands to the successors of its region.
fn passes_operands(op: OpRef<'_>) -> bool {
    op.interface::<dyn RegionBranchTerminator>().is_some() || op.has_trait(TraitSet::ReturnLike)
}

/// Whether an op of which nothing is known ends a block.
fn may_be_terminator(op: OpRef<'_>) -> bool {
    !op.is_registered() && op.next().is_none() && !op.cx().matches_upstream()
}
