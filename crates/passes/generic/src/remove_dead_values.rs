//! `remove-dead-values`: erases values that are dead by liveness analysis: ops, arguments and results of
//! functions whose call sites are all known, block arguments, and values that are passed between regions.
//!
//! The plan is complete before the IR is modified; then users are erased before their operands.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_analysis::Liveness;
use terrace_analysis::sparse_backward::tied_result;
use terrace_dialects_builtin::ub::{PoisonOp, UnreachableOp, poison_attr};
use terrace_ir::effects::RecursiveEffects;
use terrace_ir::interfaces::{
    BranchOp, CallLike, FunctionOp, RegionBranchOp, RegionBranchTerminator, RegionPoint, terminator_operands,
};
use terrace_ir::symbols::{Visibility, defines_symbol, nearest_symbol_table, symbol_refs_of_op, visibility};
use terrace_ir::{
    Block, BlockRef, BodyId, InsertPoint, Ir, Op, OpHandle, OpRef, Rewriter, TraitSet, Type, Value, ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::greedy::{GreedyOptions, apply_greedily_to};
use terrace_rewrite::walk::post_order;
use terrace_rewrite::{PatternSet, RegionSimplify};

pass_options! {
    /// The options of the pass.
    struct RemoveDeadValuesOptions {
        /// Canonicalize region branch ops
        canonicalize("canonicalize"): bool = "true",
    }
}

/// The pass.
pub static REMOVE_DEAD_VALUES: PassDef = PassDef {
    name: "remove-dead-values",
    class: "RemoveDeadValues",
    doc: "Remove dead values",
    options: RemoveDeadValuesOptions::DEFS,
    make: |options| {
        let options = RemoveDeadValuesOptions::from(options);
        Ok(Pass::Ir(Box::new(RemoveDeadValues { canonicalize: options.canonicalize })))
    },
    ..EMPTY_PASS
};

struct RemoveDeadValues {
    canonicalize: bool,
}

impl IrPass for RemoveDeadValues {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let order = post_order(ir, op);
        let plan = Plan::make(ir.op(op), &order);
        plan.carry_out(ir);
        if self.canonicalize {
            canonicalize_regions(ir, op, run)?;
        }
        Ok(())
    }
}

type Key = (BodyId, Value);

fn key(value: ValueRef<'_>) -> Key {
    (value.body_id(), value.id())
}

/// The changes to make, in the order in which they were found.
#[derive(Default)]
struct Plan {
    /// Ops that go.
    ops: Vec<OpHandle>,
    /// Functions, and which arguments and results stay.
    functions: Vec<(OpHandle, Vec<bool>, Vec<bool>)>,
    /// Calls of such functions.
    calls: Vec<(OpHandle, OpHandle)>,
    /// Ops whose operands go: those that stay.
    returns: Vec<(OpHandle, Vec<bool>)>,
    /// Ops some of whose operands may be anything.
    poisoned: Vec<(OpHandle, Vec<usize>)>,
    /// Ops and the results that stay.
    results: Vec<(OpHandle, Vec<bool>)>,
    /// Blocks and the arguments that stay.
    blocks: Vec<(BodyId, Block, Vec<bool>)>,
    /// Branches, the number of a successor, and what of the values passed there stays.
    successors: Vec<(OpHandle, usize, Vec<bool>)>,
    dead: FxHashSet<Key>,
}

struct Planner<'a> {
    liveness: Arc<Liveness>,
    /// Who uses a function's name.
    uses: FxHashMap<OpHandle, Vec<OpRef<'a>>>,
    /// The branches to blocks, and the number of the successor.
    branches: FxHashMap<(BodyId, Block), Vec<(OpRef<'a>, usize)>>,
    effects: RecursiveEffects,
    /// The block arguments that are kept.
    arguments: FxHashMap<(BodyId, Block), Vec<bool>>,
    plan: Plan,
}

impl Plan {
    fn make(root: OpRef<'_>, order: &[OpHandle]) -> Plan {
        let (ir, tables) = (root.ir(), root.ir().symbol_tables());
        let mut uses: FxHashMap<OpHandle, Vec<OpRef<'_>>> = FxHashMap::default();
        let mut branches: FxHashMap<_, Vec<(OpRef<'_>, usize)>> = FxHashMap::default();
        for &handle in order {
            let user = ir.op(handle);
            for (index, block) in user.successors().enumerate() {
                branches.entry((block.body_id(), block.id())).or_default().push((user, index));
            }
            for symbol in symbol_refs_of_op(user) {
                let target =
                    nearest_symbol_table(user).and_then(|table| tables.lookup_nearest(table, symbol));
                if let Some(target) = target {
                    uses.entry(target.handle()).or_default().push(user);
                }
            }
        }
        let mut planner = Planner {
            liveness: root.ir().analysis(root.handle()),
            effects: RecursiveEffects::new(),
            uses,
            branches,
            arguments: FxHashMap::default(),
            plan: Plan::default(),
        };
        for &handle in order {
            planner.visit(ir.op(handle));
        }
        planner.plan
    }
}

impl<'a> Planner<'a> {
    fn is_live(&self, value: ValueRef<'_>) -> bool {
        !self.plan.dead.contains(&key(value)) && self.liveness.is_live(value)
    }

    fn lives(&self, values: impl Iterator<Item = ValueRef<'a>>) -> Vec<bool> {
        values.map(|value| self.is_live(value)).collect()
    }

    fn visit(&mut self, op: OpRef<'a>) {
        if op.interface::<dyn FunctionOp>().is_some() {
            self.visit_function(op);
        } else if let Some(branch) = op.interface::<dyn RegionBranchOp>() {
            self.visit_region_branch(op, branch);
        } else if let Some(branch) = op.interface::<dyn BranchOp>() {
            self.visit_branch(op, branch);
        } else if !op.has_trait(TraitSet::Terminator) && op.interface::<dyn CallLike>().is_none() {
            self.visit_simple(op);
        }
    }

    fn visit_simple(&mut self, op: OpRef<'a>) {
        // Users of a dead value are dead.
        let unused = op.operands().any(|operand| !self.is_live(operand));
        let needed = |planner: &Self| {
            !planner.effects.is_free(op) || op.results().any(|result| planner.is_live(result))
        };
        if unused || !needed(self) {
            self.plan.ops.push(op.handle());
            self.plan.dead.extend(op.results().map(key));
        }
    }

    fn visit_function(&mut self, op: OpRef<'a>) {
        let Some(entry) = op.single_region().entry() else { return };
        if !defines_symbol(op) || visibility(op) == Visibility::Public {
            return;
        }
        let uses = self.uses.get(&op.handle()).cloned().unwrap_or_default();
        // Other ops take the function as a value, of its type.
        if uses.iter().any(|user| user.interface::<dyn CallLike>().is_none()) {
            return;
        }
        let arguments = self.lives(entry.args());
        for (arg, _) in entry.args().zip(&arguments).filter(|(_, live)| !**live) {
            self.plan.dead.insert(key(arg));
        }
        self.plan.calls.extend(uses.iter().map(|call| (call.handle(), op.handle())));
        let count = op.interface::<dyn FunctionOp>().map_or(0, |function| function.result_types(op).len());
        let mut results = vec![false; count];
        for call in &uses {
            for (kept, live) in results.iter_mut().zip(self.lives(call.results())) {
                *kept |= live;
            }
        }
        for block in op.single_region().blocks() {
            let Some(last) = block.last().filter(|last| last.has_trait(TraitSet::ReturnLike)) else {
                continue;
            };
            if last.num_operands() == count {
                self.plan.returns.push((last.handle(), results.clone()));
            }
        }
        self.plan.functions.push((op.handle(), arguments, results.clone()));
        if count == 0 {
            return;
        }
        for call in uses.iter().filter(|call| call.num_results() == count) {
            self.plan.results.push((call.handle(), results.clone()));
            let dead = call.results().zip(&results).filter(|(_, kept)| !**kept).map(|(value, _)| key(value));
            self.plan.dead.extend(dead);
        }
    }

    fn visit_region_branch(&mut self, op: OpRef<'a>, branch: &'static dyn RegionBranchOp) {
        // The conditions of a dead op are not live.
        if self.effects.would_be_trivially_dead(op) && !op.results().any(|result| self.is_live(result)) {
            self.plan.ops.push(op.handle());
            return;
        }
        // The values that each operand of the op and of its terminators is forwarded to.
        let mut passed: Vec<(OpRef<'a>, Vec<Vec<ValueRef<'a>>>)> = Vec::new();
        let mut to = vec![Vec::new(); op.num_operands()];
        for target in branch.successors(op, RegionPoint::Parent) {
            for (at, input) in
                branch.entry_successor_operands(op, target).zip(branch.successor_inputs(op, target))
            {
                to[at].push(input);
                to[at].extend(tied_result(op, at));
            }
        }
        passed.push((op, to));
        for (index, region) in op.regions().enumerate() {
            for last in region.blocks().filter_map(|block| block.last()) {
                let Some(passes) = passing(last) else { continue };
                let mut to = vec![Vec::new(); last.num_operands()];
                let unknown = vec![None; last.num_operands()];
                let targets = passes.and_then(|terminator| terminator.successors(last, &unknown));
                let targets = targets.unwrap_or_else(|| branch.successors(op, RegionPoint::Region(index)));
                for target in targets {
                    let operands = terminator_operands(last, target).into_iter().flatten();
                    for (at, input) in operands.zip(branch.successor_inputs(op, target)) {
                        to[at].push(input);
                    }
                }
                passed.push((last, to));
            }
        }
        for (owner, to) in passed {
            let dead: Vec<usize> = (to.iter().enumerate())
                .filter(|(_, inputs)| !inputs.is_empty())
                .filter(|(at, inputs)| {
                    !self.is_live(owner.operand(*at)) || !inputs.iter().any(|input| self.is_live(*input))
                })
                .map(|(at, _)| at)
                .collect();
            if !dead.is_empty() {
                self.plan.poisoned.push((owner.handle(), dead));
            }
        }
    }

    /// Returns which arguments of a block are kept. The result holds for all branches to the block: an argument is kept
    /// if any of them passes a live value.
    fn kept_arguments(&mut self, block: BlockRef<'a>) -> Vec<bool> {
        if let Some(kept) = self.arguments.get(&(block.body_id(), block.id())) {
            return kept.clone();
        }
        let mut kept = vec![false; block.args().len()];
        let branches = self.branches.get(&(block.body_id(), block.id())).map_or(&[][..], Vec::as_slice);
        for &(branch, index) in branches {
            let Some(interface) = branch.interface::<dyn BranchOp>() else { continue };
            let passed = interface.successor_operands(branch, index);
            kept.iter_mut().take(passed.produced).for_each(|kept| *kept = true);
            for (kept, at) in
                kept.iter_mut().skip(passed.produced).zip(passed.start..passed.start + passed.len)
            {
                *kept |= self.is_live(branch.operand(at));
            }
        }
        self.arguments.insert((block.body_id(), block.id()), kept.clone());
        kept
    }

    fn visit_branch(&mut self, op: OpRef<'a>, branch: &'static dyn BranchOp) {
        let mut passed = vec![false; op.num_operands()];
        for index in 0..op.num_successors() {
            let operands = branch.successor_operands(op, index);
            passed[operands.start..operands.start + operands.len].fill(true);
        }
        let mut own = branch.condition_operands(op).into_iter().filter(|&at| !passed[at]);
        if own.any(|at| !self.is_live(op.operand(at))) {
            self.plan.ops.push(op.handle());
            return;
        }
        for (index, block) in op.successors().enumerate() {
            let kept = self.kept_arguments(block);
            let dead = block.args().zip(&kept).filter(|(_, kept)| !**kept).map(|(arg, _)| key(arg));
            self.plan.dead.extend(dead);
            self.plan.blocks.push((block.body_id(), block.id(), kept.clone()));
            self.plan.successors.push((op.handle(), index, kept));
        }
    }
}

/// The terminator interface of an op that passes values between regions; the outer `None` is for all other ops.
fn passing(op: OpRef<'_>) -> Option<Option<&'static dyn RegionBranchTerminator>> {
    let terminator = op.interface::<dyn RegionBranchTerminator>();
    (terminator.is_some() || op.has_trait(TraitSet::ReturnLike)).then_some(terminator)
}

fn kept<T: Copy>(values: impl Iterator<Item = T>, keep: &[bool]) -> Vec<T> {
    values.zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| value).collect()
}

impl Plan {
    fn carry_out(self, ir: &mut Ir) {
        for op in &self.ops {
            ir.rewrite(op.body, |rw| rw.drop_all_references(op.op));
        }
        let gone: FxHashSet<OpHandle> = self.ops.iter().copied().collect();
        let mut poison: Vec<OpHandle> = Vec::new();
        for (op, operands) in self.poisoned.iter().filter(|(op, _)| !gone.contains(op)) {
            ir.rewrite(op.body, |rw| {
                for &at in operands {
                    if at >= rw.body().operands(op.op).len() {
                        continue;
                    }
                    let old = rw.body().operand(op.op, at);
                    let new = make_poison(rw, op.op, old);
                    rw.set_operand(op.op, at, new.1);
                    poison.push(OpHandle { body: op.body, op: new.0 });
                }
            });
        }
        self.erase_block_arguments(ir, &mut poison);
        let erased = self.shrink_functions(ir, &mut poison);
        for &(call, function) in self.calls.iter().filter(|(call, _)| !gone.contains(call)) {
            if let Some(keep) = erased.get(&function) {
                ir.rewrite(call.body, |rw| shrink_call(rw, call.op, keep));
            }
        }
        for (call, keep) in
            self.results.iter().filter(|(call, keep)| !gone.contains(call) && keep.contains(&false))
        {
            ir.rewrite(call.body, |rw| {
                let dead: Vec<Value> =
                    kept(rw.body().results(call.op), &keep.iter().map(|k| !k).collect::<Vec<_>>());
                dead.into_iter().for_each(|value| poison_uses(rw, value, call.body, &mut poison));
                rw.keep_results(call.op, keep);
            });
        }
        for op in &self.ops {
            erase_op(ir, *op, &mut poison);
        }
        for op in poison {
            ir.rewrite(op.body, |rw| {
                if !rw.body().is_erased(op.op) && rw.op(op.op).results().all(|value| value.is_unused()) {
                    rw.erase_op(op.op);
                }
            });
        }
    }

    fn erase_block_arguments(&self, ir: &mut Ir, poison: &mut Vec<OpHandle>) {
        // All successors of a branch were found together.
        for group in self.successors.chunk_by(|a, b| a.0 == b.0) {
            let op = group[0].0;
            ir.rewrite(op.body, |rw| {
                let view = rw.op(op.op);
                let Some(branch) = view.interface::<dyn BranchOp>() else { return };
                let mut changes = Vec::new();
                for (_, index, keep) in group {
                    let passed = branch.successor_operands(view, *index);
                    if passed.produced + passed.len != keep.len() {
                        continue;
                    }
                    let values = (passed.start..passed.start + passed.len).map(|at| view.operand(at).id());
                    let values: Vec<Value> = kept(values, &keep[passed.produced..]);
                    if values.len() < passed.len {
                        changes.push((op.op, *index, values));
                    }
                }
                rw.set_passed(changes);
            });
        }
        // A block that several branches go to is done once.
        for (body, block, keep) in &self.blocks {
            ir.rewrite(*body, |rw| {
                if rw.body().n_args(*block) != keep.len() {
                    return;
                }
                for (index, _) in keep.iter().enumerate().rev().filter(|(_, keep)| !**keep) {
                    let arg = rw.body().arg(*block, index);
                    poison_uses(rw, arg, *body, poison);
                }
                rw.keep_args(*block, keep);
            });
        }
    }

    /// Removes arguments and results of functions; returns those whose arguments changed.
    fn shrink_functions(&self, ir: &mut Ir, poison: &mut Vec<OpHandle>) -> FxHashMap<OpHandle, Vec<bool>> {
        let mut erased = FxHashMap::default();
        for (function, arguments, results) in &self.functions {
            let Some(entry) = ir.op(*function).single_region().entry() else { continue };
            let (body, block) = (entry.body_id(), entry.id());
            ir.rewrite(body, |rw| {
                for (index, _) in arguments.iter().enumerate().rev().filter(|(_, keep)| !**keep) {
                    let arg = rw.body().arg(block, index);
                    poison_uses(rw, arg, body, poison);
                }
            });
            ir.keep_arguments(*function, arguments);
            ir.keep_results(*function, results);
            if arguments.contains(&false) {
                erased.insert(*function, arguments.clone());
            }
        }
        for (op, keep) in &self.returns {
            ir.rewrite(op.body, |rw| {
                let operands: Vec<Value> = kept(rw.body().operands(op.op), keep);
                rw.set_operands(op.op, &operands);
            });
        }
        erased
    }
}

/// Poison of a value's type before an op, with its defining op.
fn make_poison(rw: &mut Rewriter<'_>, before: Op, value: Value) -> (Op, Value) {
    let (ty, loc): (Type, _) = (rw.body().value_type(value), rw.value(value).loc());
    let attr = poison_attr(rw.cx());
    rw.set_insertion_point(InsertPoint::Before(before));
    let op = rw.build(PoisonOp::of().value_attr(attr).result(ty).loc(loc));
    (op.into(), rw.body().single_result(op))
}

/// Replaces the remaining uses of a value that is to be erased by poison.
fn poison_uses(rw: &mut Rewriter<'_>, value: Value, body: BodyId, poison: &mut Vec<OpHandle>) {
    while let Some(used) = rw.body().first_use(value) {
        let (owner, index) = (rw.body().use_owner(used), rw.body().use_index(used));
        let (op, new) = make_poison(rw, owner, value);
        rw.set_operand(owner, index, new);
        poison.push(OpHandle { body, op });
    }
}

/// Removes operands of a call that the callee no longer takes.
fn shrink_call(rw: &mut Rewriter<'_>, call: Op, keep: &[bool]) {
    let view = rw.op(call);
    let Some(interface) = view.interface::<dyn CallLike>() else { return };
    let (start, len) = interface.arguments(view);
    let Some(slots) = view.def().map(|def| def.operands.len()) else { return };
    let Some(slot) = (0..slots).find(|&slot| view.operand_range(slot) == (start, len)) else { return };
    let values: Vec<Value> = kept((start..start + len).map(|at| view.operand(at).id()), keep);
    if len == keep.len() {
        rw.set_operand_group(call, slot, &values);
    }
}

fn erase_op(ir: &mut Ir, op: OpHandle, poison: &mut Vec<OpHandle>) {
    if ir.body(op.body).is_erased(op.op) {
        return;
    }
    ir.rewrite(op.body, |rw| {
        let results: Vec<Value> = rw.body().results(op.op).collect();
        results.into_iter().for_each(|value| poison_uses(rw, value, op.body, poison));
        if rw.op(op.op).has_trait(TraitSet::Terminator) {
            let loc = rw.body().loc(op.op);
            rw.set_insertion_point_before(op.op);
            rw.build(UnreachableOp::of().loc(loc));
        }
    });
    ir.erase_op(op);
}

/// Canonicalizes ops that pass values among their regions, and what that touches.
fn canonicalize_regions(ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
    let mut by_body: Vec<(BodyId, Vec<Op>)> = Vec::new();
    let mut places: FxHashMap<BodyId, usize> = FxHashMap::default();
    for op in post_order(ir, root) {
        if ir.op(op).interface::<dyn RegionBranchOp>().is_none() {
            continue;
        }
        let place = *places.entry(op.body).or_insert_with(|| {
            by_body.push((op.body, Vec::new()));
            by_body.len() - 1
        });
        by_body[place].1.push(op.op);
    }
    if by_body.is_empty() {
        return Ok(());
    }
    let cx = ir.cx().clone();
    let patterns = PatternSet::canonicalization(&cx, &|_| true);
    let options = GreedyOptions::default().regions(RegionSimplify::Disabled);
    for (body, ops) in by_body {
        ir.rewrite(body, |rw| apply_greedily_to(rw, &ops, &patterns, &options)).report(run)?;
    }
    Ok(())
}
