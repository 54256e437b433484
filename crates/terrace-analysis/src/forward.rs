//! Spreads facts about values forward, along the ways that control can take.
//!
//! A block is reached when something that is reached goes there, and its arguments hold what is passed to it.
//! Facts only grow (by [`Facts::join`]), so that the work ends; ops are looked at again when what they use has
//! grown. Branches go where their constant operands say; regions run as [`RegionBranchOp`] tells; a function
//! all of whose calls can be seen holds in its arguments what they pass, and gives back what it returns.
//!
//! The algorithm is Wegman and Zadeck, "Constant Propagation with Conditional Branches" (1991), for any facts.

use std::cell::RefCell;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::ids::ValueHandle;
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callable, RegionBranchOp, RegionBranchTerminator, RegionPoint, shares_destinations,
    terminator_operands,
};
use terrace_ir::symbols::{SymbolTables, Visibility, defines_symbol, symbol_uses, visibility};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, BlockRef, BodyId, Ir, OpHandle, OpRef, ValueRef};

use crate::calls::target;

mod settled;

use settled::{FEW, Settled};

/// What is known of a value. The default is that nothing has reached it.
pub trait Facts: Clone + PartialEq + Default {
    /// Whether nothing has reached the value.
    fn is_unreached(&self) -> bool;
    /// Takes in what else may reach the value; whether that was new.
    fn join(&mut self, other: &Self) -> bool;
    /// The constant that the value is.
    fn constant(&self) -> Option<Attr>;
}

/// An analysis: what ops do to facts.
pub trait Forward {
    /// What it knows of a value.
    type Facts: Facts;
    /// What holds of a value about whose source nothing is known.
    fn anything(&self, value: ValueRef<'_>) -> Self::Facts;
    /// What holds of the results of an op without control flow; none for nothing. `known` tells what holds so
    /// far of other values of the same body.
    fn transfer(
        &self,
        op: OpRef<'_>,
        operands: &[Self::Facts],
        known: &dyn Fn(ValueRef<'_>) -> Self::Facts,
    ) -> Option<Vec<Self::Facts>>;
    /// What holds of an argument of a region that is not passed to it, such as an induction variable; `known`
    /// tells what holds of the op's operands.
    fn implicit_argument(
        &self,
        _op: OpRef<'_>,
        arg: ValueRef<'_>,
        _known: &dyn Fn(ValueRef<'_>) -> Self::Facts,
    ) -> Self::Facts {
        self.anything(arg)
    }
    /// Whether an op waits until something has reached all of its operands.
    fn waits_for_operands(&self) -> bool {
        true
    }
    /// Takes in what an op says of a value of its own; whether that was new. May take in more, so that facts which
    /// grow step by step come to an end.
    fn join_computed(&self, _value: ValueRef<'_>, facts: &mut Self::Facts, new: &Self::Facts) -> bool {
        facts.join(new)
    }
}

/// What was found.
pub struct Solution<F> {
    values: FxHashMap<BodyId, Vec<F>>,
    reached: FxHashSet<(BodyId, terrace_ir::Block)>,
    /// The calls of each callable that were reached.
    calls: FxHashMap<OpHandle, Vec<OpHandle>>,
    /// Callables that may be called from where nobody sees.
    open: FxHashSet<OpHandle>,
    /// What each call that was reached calls.
    callees: FxHashMap<OpHandle, OpHandle>,
    none: F,
}

impl<F: Facts> Solution<F> {
    /// What is known of a value.
    pub fn get(&self, value: ValueHandle) -> &F {
        self.values.get(&value.body).and_then(|v| v.get(value.value.as_u32() as usize)).unwrap_or(&self.none)
    }

    /// What is known of a value.
    pub fn of(&self, value: ValueRef<'_>) -> &F {
        self.get(ValueHandle { body: value.body_id(), value: value.id() })
    }

    /// Says what is known of a value that was made after the work.
    pub fn set(&mut self, value: ValueHandle, facts: F) {
        let values = self.values.entry(value.body).or_default();
        let index = value.value.as_u32() as usize;
        if values.len() <= index {
            values.resize(index + 1, F::default());
        }
        values[index] = facts;
    }

    /// The calls of a callable that control may reach; none where there may be others that nobody sees.
    pub fn calls_of(&self, callable: OpHandle) -> Option<&[OpHandle]> {
        let known = !self.open.contains(&callable);
        known.then(|| self.calls.get(&callable).map_or(&[][..], |calls| calls))
    }

    /// The calls of a callable that were found; there may be others that nobody sees.
    pub fn found_calls_of(&self, callable: OpHandle) -> &[OpHandle] {
        self.calls.get(&callable).map_or(&[], |calls| calls)
    }

    /// The callable below the root that a call which control may reach calls, where all is known of it.
    pub fn callee_of(&self, call: OpHandle) -> Option<OpHandle> {
        self.callees.get(&call).copied()
    }

    /// Whether control may reach a block.
    pub fn is_reached(&self, block: BlockRef<'_>) -> bool {
        self.reached.contains(&(block.body_id(), block.id()))
    }
}

/// How far the work goes.
#[derive(Clone, Copy, Debug)]
pub struct ForwardOptions {
    /// Whether calls are followed into what they call; if not, nothing is known of arguments and what calls give.
    pub interprocedural: bool,
}

/// Finds what holds of all values below `root`, whose own entry blocks are reached from outside.
pub fn solve<A: Forward>(analysis: &A, root: OpRef<'_>) -> Solution<A::Facts> {
    solve_with(analysis, root, ForwardOptions { interprocedural: true })
}

/// Like [`solve`], as far as the options say.
pub fn solve_with<A: Forward>(analysis: &A, root: OpRef<'_>, options: ForwardOptions) -> Solution<A::Facts> {
    let mut solver = Solver {
        options,
        analysis,
        ir: root.ir(),
        tables: SymbolTables::new(),
        found: Solution {
            values: FxHashMap::default(),
            reached: FxHashSet::default(),
            calls: FxHashMap::default(),
            open: FxHashSet::default(),
            callees: FxHashMap::default(),
            none: A::Facts::default(),
        },
        pending: VecDeque::new(),
        queued: FxHashSet::default(),
        dependents: FxHashMap::default(),
        depending: FxHashSet::default(),
        returned: FxHashMap::default(),
        settled: FxHashMap::default(),
        scope: root.handle(),
    };
    solver.find_open_callables(root);
    solver.reach_regions(root, true);
    while let Some(op) = solver.pending.pop_front() {
        solver.queued.remove(&op);
        let ir = solver.ir;
        solver.visit(ir.op(op));
    }
    solver.found
}

/// What the returns of a callable that were reached give back, joined.
struct Returned<F> {
    values: Vec<F>,
    /// Whether one was reached.
    any: bool,
    /// Whether they give back different numbers of values.
    mixed: bool,
}

impl<F> Default for Returned<F> {
    fn default() -> Self {
        Self { values: Vec::new(), any: false, mixed: false }
    }
}

impl<F: Facts> Returned<F> {
    /// Joins the operands of a return; returns whether that was new.
    fn take_in(&mut self, operands: &[F]) -> bool {
        if !std::mem::replace(&mut self.any, true) {
            self.values = operands.to_vec();
            return true;
        }
        if self.values.len() != operands.len() {
            return !std::mem::replace(&mut self.mixed, true);
        }
        let mut changed = false;
        for (known, new) in self.values.iter_mut().zip(operands) {
            changed |= known.join(new);
        }
        changed
    }
}

struct Solver<'a, A: Forward> {
    options: ForwardOptions,
    analysis: &'a A,
    ir: &'a Ir,
    tables: SymbolTables,
    found: Solution<A::Facts>,
    pending: VecDeque<OpHandle>,
    queued: FxHashSet<OpHandle>,
    /// Ops whose results follow from values that they do not use, such as the operand of an op that they fold with.
    dependents: FxHashMap<ValueHandle, Vec<OpHandle>>,
    /// The same as pairs.
    depending: FxHashSet<(ValueHandle, OpHandle)>,
    returned: FxHashMap<OpHandle, Returned<A::Facts>>,
    /// Ops that pass values on, and already wherever they may.
    settled: FxHashMap<OpHandle, Settled>,
    scope: OpHandle,
}

impl<'a, A: Forward> Solver<'a, A> {
    fn push(&mut self, op: OpHandle) {
        if self.queued.insert(op) {
            self.pending.push_back(op);
        }
    }

    fn known(&self, value: ValueRef<'_>) -> A::Facts {
        self.found.of(value).clone()
    }

    /// Takes in what else may reach a value, and looks at its users again if that was new.
    fn join(&mut self, value: ValueRef<'a>, facts: &A::Facts) {
        self.take_in(value, |known| known.join(facts));
    }

    /// Takes in what an op says of its result or of an argument that it makes itself.
    fn join_computed(&mut self, value: ValueRef<'a>, facts: &A::Facts) {
        let analysis = self.analysis;
        self.take_in(value, |known| analysis.join_computed(value, known, facts));
    }

    fn take_in(&mut self, value: ValueRef<'a>, join: impl FnOnce(&mut A::Facts) -> bool) {
        let body = value.body();
        let values = self.found.values.entry(value.body_id()).or_default();
        if values.len() < body.num_values() {
            values.resize(body.num_values(), A::Facts::default());
        }
        if join(&mut values[value.id().as_u32() as usize]) {
            for (user, index) in value.uses() {
                if !self.settled.is_empty()
                    && let Some(settled) = self.settled.get_mut(&user.handle())
                {
                    settled.changed.push(index);
                }
                self.push(user.handle());
            }
            let dependents = self.dependents.get(&value.handle()).cloned().unwrap_or_default();
            dependents.into_iter().for_each(|op| self.push(op));
            // What a region is given may decide where control goes inside.
            if let Some(block) = value.owner_block()
                && let Some(last) = block.last()
            {
                self.push(last.handle());
            }
        }
    }

    fn join_all(&mut self, from: &[ValueRef<'a>], to: &[ValueRef<'a>]) {
        for (&from, &to) in from.iter().zip(to) {
            let facts = self.known(from);
            self.join(to, &facts);
        }
    }

    fn forget(&mut self, value: ValueRef<'a>) {
        let facts = self.analysis.anything(value);
        self.join(value, &facts);
    }

    /// Control reaches a block: its ops are looked at.
    fn reach(&mut self, block: BlockRef<'a>) {
        if self.found.reached.insert((block.body_id(), block.id())) {
            let ops: Vec<OpHandle> = block.ops().map(|op| op.handle()).collect();
            ops.into_iter().for_each(|op| self.push(op));
        }
    }

    /// Control reaches all regions of an op, and nobody knows what they are given.
    fn reach_regions(&mut self, op: OpRef<'a>, forget: bool) {
        for region in op.regions() {
            if let Some(entry) = region.entry() {
                // Ops are looked at in order first, and only then again for what they use.
                self.reach(entry);
                if forget {
                    entry.args().collect::<Vec<_>>().into_iter().for_each(|arg| self.forget(arg));
                }
            }
        }
    }

    /// Control reaches the regions of an op that says nothing of control flow.
    fn reach_unmodelled_regions(&mut self, op: OpRef<'a>) {
        for entry in op.regions().filter_map(|region| region.entry()) {
            self.reach(entry);
            for arg in entry.args() {
                let facts = {
                    let known = |value: ValueRef<'_>| self.found.of(value).clone();
                    self.analysis.implicit_argument(op, arg, &known)
                };
                self.join_computed(arg, &facts);
            }
        }
    }

    /// Finds callables that may be called unseen: from outside, or other than by a call.
    fn find_open_callables(&mut self, root: OpRef<'a>) {
        let mut pending = vec![(root, root.parent_op().is_none())];
        while let Some((op, outer_seen)) = pending.pop() {
            // Symbols below an op that is no table are hidden there.
            let table = op.has_trait(TraitSet::SymbolTable);
            let hidden = !table || !defines_symbol(op) || visibility(op) == Visibility::Private;
            let all_seen = outer_seen || hidden;
            if table && op.num_regions() > 0 {
                self.open_callables_of(op, all_seen);
            }
            let inner = op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops());
            pending.extend(inner.filter(|inner| inner.num_regions() > 0).map(|inner| (inner, all_seen)));
        }
    }

    fn open_callables_of(&mut self, table: OpRef<'a>, all_seen: bool) {
        let ops: Vec<OpRef<'a>> = table.region(0).blocks().flat_map(|b| b.ops()).collect();
        let callable = |op: &&OpRef<'a>| op.interface::<dyn Callable>().is_some() && defines_symbol(**op);
        for op in ops.iter().filter(callable) {
            let visible = visibility(*op);
            if visible == Visibility::Public || (!all_seen && visible == Visibility::Nested) {
                self.found.open.insert(op.handle());
            }
        }
        for op in &ops {
            let Some(uses) = symbol_uses(*op) else {
                let all: Vec<OpHandle> = ops.iter().filter(callable).map(|op| op.handle()).collect();
                self.found.open.extend(all);
                return;
            };
            for (user, symbol) in uses {
                if user.interface::<dyn CallLike>().is_none()
                    && let Some(target) = self.tables.lookup_nearest(table, symbol)
                {
                    self.found.open.insert(target.handle());
                }
            }
        }
    }

    fn visit(&mut self, op: OpRef<'a>) {
        if op.block().is_some_and(|block| !self.found.is_reached(block)) {
            return;
        }
        if self.pass_on_changes(op) {
            return;
        }
        let operands: Vec<A::Facts> = op.operands().map(|v| self.known(v)).collect();
        if op.has_trait(TraitSet::Terminator) || op.num_successors() > 0 {
            self.visit_terminator(op, &operands);
        }
        if op.interface::<dyn CallLike>().is_some() {
            self.visit_call(op);
        } else if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.visit_region_branch(op, branch, &operands);
            if !op.cx().matches_upstream() && shares_destinations(op) {
                self.forget_shared_outputs(op, branch);
            }
        } else {
            self.visit_plain(op, &operands);
        }
    }

    /// Whether a callable may be called where nobody sees.
    fn is_open(&self, callable: OpRef<'_>) -> bool {
        self.found.open.contains(&callable.handle()) || !defines_symbol(callable)
    }

    fn visit_plain(&mut self, op: OpRef<'a>, operands: &[A::Facts]) {
        if op.num_regions() > 0 {
            match op.interface::<dyn Callable>() {
                Some(_) => {
                    let handle = op.handle();
                    if self.is_open(op) {
                        self.reach_regions(op, true);
                    } else if self.found.calls.contains_key(&handle) {
                        self.reach_regions(op, !self.options.interprocedural);
                    }
                }
                None => self.reach_unmodelled_regions(op),
            }
        }
        let waits = self.analysis.waits_for_operands();
        if op.num_results() == 0 || (waits && operands.iter().any(Facts::is_unreached)) {
            return;
        }
        let asked = RefCell::new(Vec::new());
        let found = {
            let known = |value: ValueRef<'_>| {
                asked.borrow_mut().push(value.handle());
                self.found.of(value).clone()
            };
            self.analysis.transfer(op, operands, &known)
        };
        let asked = asked.into_inner();
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
        let results: Vec<ValueRef<'a>> = op.results().collect();
        match found {
            Some(facts) => {
                results.into_iter().zip(&facts).for_each(|(result, facts)| self.join_computed(result, facts));
            }
            None => results.into_iter().for_each(|result| self.forget(result)),
        }
    }

    fn visit_region_branch(
        &mut self,
        op: OpRef<'a>,
        branch: &'static dyn RegionBranchOp,
        operands: &[A::Facts],
    ) {
        let constants: Vec<Option<Attr>> = operands.iter().map(Facts::constant).collect();
        // Where a decision waits for an operand, it is too early to go anywhere.
        if operands.iter().any(Facts::is_unreached) {
            return;
        }
        let targets = branch.entry_successors(op, &constants);
        // What iterations share is forgotten by another way.
        if op.results().len() + op.num_operands() >= FEW && !shares_destinations(op) {
            let unknown = vec![None; operands.len()];
            if !op.has_trait(TraitSet::Terminator) && targets == branch.entry_successors(op, &unknown) {
                self.settle(
                    op,
                    true,
                    |target| (branch.entry_operands(op, target), branch.successor_inputs(op, target)),
                    &targets,
                );
            }
        }
        for target in targets {
            let passed: Vec<ValueRef<'a>> =
                branch.entry_operands(op, target).map(|i| op.operand(i)).collect();
            self.enter(op, branch, target, &passed);
        }
    }

    /// What iterations that run at once share is written by all of them, in ops that are not followed: upstream takes it for
    /// what it was before, and never reaches the results.
    fn forget_shared_outputs(&mut self, op: OpRef<'a>, branch: &'static dyn RegionBranchOp) {
        let shared = branch.successor_inputs(op, RegionPoint::Region(0));
        shared.into_iter().chain(op.results()).for_each(|value| self.forget(value));
    }

    /// Control goes to a region of `op` or behind it, with values.
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
            let facts = {
                let known = |value: ValueRef<'_>| self.found.of(value).clone();
                self.analysis.implicit_argument(op, value, &known)
            };
            self.join_computed(value, &facts);
        }
    }

    fn visit_terminator(&mut self, op: OpRef<'a>, operands: &[A::Facts]) {
        let constants: Vec<Option<Attr>> = operands.iter().map(Facts::constant).collect();
        if op.num_successors() > 0 {
            self.visit_branch(op, operands, &constants);
            return;
        }
        let Some(region) = op.block().and_then(|b| b.region()) else { return };
        let Some(parent) = region.parent_op() else { return };
        if let Some(branch) = parent.interface::<dyn RegionBranchOp>() {
            if operands.iter().any(Facts::is_unreached) {
                return;
            }
            let from = RegionPoint::Region(region.index());
            let targets = match op.interface::<dyn RegionBranchTerminator>() {
                Some(terminator) => terminator.successors(op, &constants),
                None => None,
            };
            let is_full = |targets: &Vec<RegionPoint>| {
                let unknown = vec![None; operands.len()];
                let terminator = op.interface::<dyn RegionBranchTerminator>();
                terminator.and_then(|terminator| terminator.successors(op, &unknown)).as_ref()
                    == Some(targets)
            };
            let is_full = targets.as_ref().is_none_or(|targets| operands.len() >= FEW && is_full(targets));
            let targets = targets.unwrap_or_else(|| branch.successors(parent, from));
            if is_full && operands.len() >= FEW && op.num_regions() == 0 && op.results().len() == 0 {
                self.settle(
                    op,
                    true,
                    |target| {
                        (
                            terminator_operands(op, target).unwrap_or_default(),
                            branch.successor_inputs(parent, target),
                        )
                    },
                    &targets,
                );
            }
            for target in targets {
                let passed: Vec<ValueRef<'a>> =
                    terminator_operands(op, target).unwrap_or_default().map(|i| op.operand(i)).collect();
                self.enter(parent, branch, target, &passed);
            }
        } else if parent.interface::<dyn Callable>().is_some() {
            if !self.options.interprocedural {
                return;
            }
            let calls = || self.found.calls.get(&parent.handle()).cloned().unwrap_or_default();
            if !op.has_trait(TraitSet::ReturnLike) {
                for call in calls() {
                    self.ir.op(call).results().for_each(|result| self.forget(result));
                }
                return;
            }
            let returned = self.returned.entry(parent.handle()).or_default();
            if returned.take_in(operands) {
                for call in calls() {
                    self.return_to(self.ir.op(call), parent.handle());
                }
            }
        }
    }

    fn visit_branch(&mut self, op: OpRef<'a>, operands: &[A::Facts], constants: &[Option<Attr>]) {
        let branch = op.interface::<dyn BranchOp>();
        let taken = match branch {
            Some(branch) => match branch.successor_for(op, constants) {
                Some(index) => vec![index],
                None => {
                    // A condition that nothing has reached yet decides later.
                    let deciding = branch.deciding_operands(op);
                    if deciding.into_iter().any(|i| operands[i].is_unreached()) {
                        return;
                    }
                    (0..op.num_successors()).collect()
                }
            },
            None => (0..op.num_successors()).collect(),
        };
        if let Some(branch) = branch
            && operands.len() >= FEW
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
        // What is known is known of a block: where several successors are one block, all of them pass values.
        let blocks: Vec<BlockRef<'a>> = op.successors().collect();
        let reached: FxHashSet<terrace_ir::Block> =
            taken.iter().filter_map(|&index| Some(blocks.get(index)?.id())).collect();
        let reached = |index: &usize| reached.contains(&blocks[*index].id());
        for index in (0..blocks.len()).filter(reached).collect::<Vec<_>>() {
            let block = blocks[index];
            self.reach(block);
            let args: Vec<ValueRef<'a>> = block.args().collect();
            match branch {
                Some(branch) => {
                    let passed = branch.successor_operands(op, index);
                    for (i, arg) in args.into_iter().enumerate() {
                        match passed.operand_for(i) {
                            Some(at) => self.join(arg, &operands[at]),
                            None => self.forget(arg),
                        }
                    }
                }
                None => args.into_iter().for_each(|arg| self.forget(arg)),
            }
        }
    }

    /// The callable below the root that a call calls, where all is known of it.
    fn callee(&self, call: OpRef<'a>) -> Option<OpRef<'a>> {
        let target = target(call, &self.tables)?;
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
        let Some(target) = self.callee(call) else {
            call.results().collect::<Vec<_>>().into_iter().for_each(|result| self.forget(result));
            return;
        };
        let new = self.found.callees.insert(call.handle(), target.handle()).is_none();
        if new {
            self.found.calls.entry(target.handle()).or_default().push(call.handle());
            self.push(target.handle());
        }
        let Some((start, len)) = call.interface::<dyn CallLike>().map(|c| c.arguments(call)) else { return };
        if !self.options.interprocedural {
            return call.results().collect::<Vec<_>>().into_iter().for_each(|result| self.forget(result));
        }
        // What others pass is not known where not all calls are.
        if let Some(entry) = target.region(0).entry().filter(|_| !self.is_open(target)) {
            let passed: Vec<ValueRef<'a>> = (start..start + len).map(|i| call.operand(i)).collect();
            let args: Vec<ValueRef<'a>> = entry.args().collect();
            if passed.len() == args.len() {
                self.join_all(&passed, &args);
            } else {
                args.into_iter().for_each(|arg| self.forget(arg));
            }
        }
        if new {
            self.return_to(call, target.handle());
        }
    }

    /// A callee may come to its end: the results of a call hold what its returns give back.
    fn return_to(&mut self, call: OpRef<'a>, callee: OpHandle) {
        let Some(returned) = self.returned.get(&callee) else { return };
        let results: Vec<ValueRef<'a>> = call.results().collect();
        if returned.mixed || returned.values.len() != results.len() {
            return results.into_iter().for_each(|result| self.forget(result));
        }
        for (result, facts) in results.into_iter().zip(returned.values.clone()) {
            self.join(result, &facts);
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
