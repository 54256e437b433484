//! `ownership-based-buffer-deallocation`: the ownership of a buffer is passed along with it, as an `i1` value, and
//! owned buffers that are not passed on are freed at the end of their block.
//!
//! Entry: bufferized functions without deallocations, except for those that are marked as manual; [`check`] has the
//! other preconditions, whose violation is an error. Exit: `bufferization.dealloc` at the end of blocks; branches and
//! regions pass ownership values along with buffers.
//!
//! The map: [`state`] is the ownership state, `kept` the results that are kept for other blocks, [`models`]
//! are ops with custom deallocation, [`check`] the preconditions of functions; this module processes blocks
//! and ops. A block owns the buffers that are allocated in it, those that its arguments pass with an
//! ownership value, and those that are live in it and defined before it in the same region. At its end, one
//! op frees all of these except those that are needed further on; its results are the ownership of those.
//!
//! Blocks are visited in an order in which dominators come first, so that their ownership values are known,
//! even in loops. Only the order of the output needs care, and it is upstream's.

pub mod check;
mod kept;
pub mod models;
pub mod state;

use rustc_hash::FxHashSet;
use terrace_dialects_core::arith::XOrIOp;
use terrace_dialects_core::cf::AssertOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::bufferization::create_clone;
use terrace_dialects_mem::memref::causes::{ALLOCATOR_CLONE, RETURN_CLONE};
use terrace_ir::def::{Arity, plain_error};
use terrace_ir::effects::{Effect, EffectKind, SCOPE_RESOURCE, own_effects};
use terrace_ir::interfaces::{
    BranchOp, CallLike, Callee, FunctionOp, MaskingOp, RegionBranchOp, RegionPoint, terminator_operands,
};
use terrace_ir::symbols::{SymbolTables, Visibility, visibility};
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Block, CheckResult, Diag, InsertPoint, Ir, Op, OpHandle, OpRef, Region, Rewriter, Type, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::pass_options;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassOptions, PassRun};
use terrace_passes_shared::build::if_else;
use terrace_rewrite::regions::erase_unreachable_blocks;
use terrace_rewrite::walk::{post_order, walk};

use crate::allocators::clone_returned;
use crate::flow::is_region_terminator;
use models::BufferDeallocationOp;
use state::{DeallocationState, Liveness, Ownership, block_of, is_buffer, is_true, make_bool, make_dealloc};

/// The attribute of allocations and deallocations that are managed manually.
const MANUAL: &str = "bufferization.manual_deallocation";

/// The error for an op that passes buffers on and cannot have further operands or results.
const NO_PLACE: &str = "the op cannot pass on the ownership of buffers";

pass_options! {
    /// The options of the pass.
    pub struct OwnershipOptions {
        /// Allows to add additional arguments to private functions to dynamically pass ownership of memrefs to
        /// callees. This can enable earlier deallocations.
        private_function_dynamic_ownership("private-function-dynamic-ownership"): bool = "false",
        /// Accept programs that upstream rejects: unstructured loops, buffers that are used after a branch
        /// that forwards them, and unreachable blocks.
        unstructured_control_flow("unstructured-control-flow"): Option<bool> = "unset",
    }
}

/// The pass.
pub static OWNERSHIP_BASED_BUFFER_DEALLOCATION: PassDef = PassDef {
    name: "ownership-based-buffer-deallocation",
    class: "OwnershipBasedBufferDeallocationPass",
    doc: "Adds all required dealloc operations for all allocations in the input program",
    options: OwnershipOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(DeallocationPass { rules: Rules::new(options) }))),
    ..EMPTY_PASS
};

/// The pass with a mistake of upstream's: it queries the liveness of results of ops that it has replaced, and
/// does not find them. Such a buffer may be freed while it is in use. For comparisons only; it is not
/// registered.
pub static FORGETFUL_DEALLOCATION: PassDef = PassDef {
    make: |options| {
        let rules = Rules { forgets: true, ..Rules::new(options) };
        Ok(Pass::Ir(Box::new(DeallocationPass { rules })))
    },
    ..OWNERSHIP_BASED_BUFFER_DEALLOCATION
};

/// The options of the pass, decoded.
#[derive(Clone, Copy)]
struct Rules {
    dynamic: bool,
    unstructured: bool,
    forgets: bool,
}

impl Rules {
    fn new(options: &PassOptions) -> Self {
        let options = OwnershipOptions::from(options);
        Self {
            dynamic: options.private_function_dynamic_ownership,
            unstructured: options.unstructured_control_flow.unwrap_or(false),
            forgets: false,
        }
    }
}

impl Rules {
    /// Whether an op is a function whose callers own its results.
    fn gives_owned(self, op: OpRef<'_>) -> bool {
        op.interface::<dyn FunctionOp>().is_some() && !(self.dynamic && visibility(op) == Visibility::Private)
    }
}

struct DeallocationPass {
    rules: Rules,
}

impl IrPass for DeallocationPass {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut private: FxHashSet<OpHandle> = FxHashSet::default();
        if self.rules.dynamic
            && let Some(root) = ir.root()
        {
            walk(root, |op| {
                let defined = op.regions().next().is_some_and(|body| !body.is_empty());
                if defined && op.symbol_name().is_some() && visibility(op) == Visibility::Private {
                    private.insert(op.handle());
                }
            });
        }
        let tables = ir.symbol_tables();
        let functions = post_order(ir, op)
            .into_iter()
            .filter(|&op| ir.op(op).cast::<FuncOp>().is_some_and(|function| !function.is_declaration()));
        for function in functions.collect::<Vec<_>>() {
            if let Err(diag) = deallocate_function(ir, function, self.rules, &private, &tables) {
                return run.fail(diag);
            }
        }
        Ok(())
    }
}

fn deallocate_function(
    ir: &mut Ir,
    function: OpHandle,
    rules: Rules,
    private: &FxHashSet<OpHandle>,
    tables: &SymbolTables,
) -> CheckResult {
    let Some(inner) = ir.op(function).inner_body() else { return Ok(()) };
    let keeps_names = !rules.gives_owned(ir.op(function));
    let (arguments, returned) = ir.rewrite(inner, |rw| {
        if !rules.unstructured && check::has_cycle(rw) {
            let function = rw.ir().op(function);
            return Err(plain_error(function, "Only structured control-flow loops are supported."));
        }
        if rules.unstructured || check::unreached_blocks_pass_buffers(rw) {
            erase_unreachable_blocks(rw);
        }
        clone_returned(rw, keeps_names, &ALLOCATOR_CLONE)?;
        let liveness = Liveness { twice: rules.unstructured, forgets: rules.forgets };
        let state = DeallocationState::new(rw, liveness);
        let mut work = Deallocation { rules, private, tables, state };
        for block in blocks_in_order(rw) {
            work.deallocate(rw, block)?;
        }
        let entry = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region));
        let arguments = entry.map_or(Vec::new(), |entry| rw.block(entry).arg_types());
        Ok((arguments, returned_types(rw)))
    })?;
    let op = ir.op(function);
    let known = op.interface::<dyn FunctionOp>().map_or(Vec::new(), |known| known.result_types(op));
    if returned.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(plain_error(op, "there are multiple return operations with different operand types"));
    }
    let results = returned.into_iter().next().unwrap_or(known);
    ir.set_signature(function, &arguments, &results);
    Ok(())
}

/// The types that each op returns which ends the function.
fn returned_types(rw: &Rewriter<'_>) -> Vec<Vec<Type>> {
    let blocks = rw.body().top_regions().iter().flat_map(|&region| rw.region(region).blocks());
    let ends = blocks.flat_map(|block| block.ops()).filter(|op| is_region_terminator(*op));
    let types = |op: OpRef<'_>| {
        let operands = terminator_operands(op, RegionPoint::Parent).unwrap_or(0..0);
        operands.map(|at| op.operand(at).ty()).collect()
    };
    ends.map(types).collect()
}

/// The reachable blocks: blocks in nested regions before the block of the op, otherwise each before its successors.
/// Regions of masking ops are skipped: they may not have further ops, and own nothing.
fn blocks_in_order(rw: &Rewriter<'_>) -> Vec<Block> {
    let body = rw.body();
    enum BlockOrderStep {
        Enter(Region),
        Do(Block),
    }
    let mut out = Vec::new();
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut pending: Vec<BlockOrderStep> =
        body.top_regions().iter().rev().map(|&region| BlockOrderStep::Enter(region)).collect();
    while let Some(step) = pending.pop() {
        let region = match step {
            BlockOrderStep::Do(block) => {
                out.push(block);
                continue;
            }
            BlockOrderStep::Enter(region) => region,
        };
        let start = pending.len();
        let mut stack: Vec<Block> = body.entry(region).into_iter().collect();
        while let Some(block) = stack.pop() {
            if !seen.insert(block) {
                continue;
            }
            let masks = |op: &Op| rw.op(*op).interface::<dyn MaskingOp>().is_some();
            let inside = body.ops_of(block).filter(|op| !masks(op)).flat_map(|op| body.regions(op));
            pending.extend(inside.map(BlockOrderStep::Enter));
            pending.push(BlockOrderStep::Do(block));
            let first = stack.len();
            stack.extend(body.last_op(block).into_iter().flat_map(|op| body.successors(op)));
            stack[first..].reverse();
        }
        pending[start..].reverse();
    }
    out
}

struct Deallocation<'a> {
    rules: Rules,
    private: &'a FxHashSet<OpHandle>,
    tables: &'a SymbolTables,
    state: DeallocationState,
}

/// The first effect of this kind on a value.
fn effect_on(effects: &[Effect], kind: EffectKind, value: Value) -> Option<Effect> {
    effects.iter().copied().find(|effect| effect.kind == kind && effect.value == Some(value))
}

/// The slot of any number of operands that ends before the operand with this number.
fn slot_ending_at(op: OpRef<'_>, end: usize) -> Option<usize> {
    let slots = op.def()?.operands;
    let ends = |&slot: &usize| {
        let (start, len) = op.operand_range(slot);
        len > 0 && start + len == end && slots[slot].arity == Arity::Variadic
    };
    (0..slots.len()).find(ends)
}

impl Deallocation<'_> {
    fn deallocate(&mut self, rw: &mut Rewriter<'_>, block: Block) -> CheckResult {
        self.enter(rw, block);
        let mut at = rw.body().first_op(block);
        while let Some(op) = at {
            at = rw.body().next_op(op);
            if rw.op(op).interface::<dyn BufferDeallocationOp>().is_none() {
                check::check_op(rw.op(op))?;
            }
            let op = self.follow(rw, op)?;
            self.fill_in(rw, op, block);
        }
        Ok(())
    }

    /// Initializes the ownership at the entry of a block.
    fn enter(&mut self, rw: &mut Rewriter<'_>, block: Block) {
        let Some(region) = rw.body().region_of(block) else { return };
        let start = InsertPoint::start(rw.body(), block);
        rw.set_insertion_point(start);
        for buffer in self.state.live_in(rw, block) {
            let defined = block_of(rw, buffer);
            if defined.and_then(|block| rw.body().region_of(block)) == Some(region) {
                let owner = self.state.own_ownership(rw, buffer);
                self.state.combine(rw, buffer, block, owner);
                self.state.free_later(buffer, block);
            } else {
                // What belongs to a region around is freed there.
                let loc = rw.value(buffer).loc();
                let owner = make_bool(rw, false, loc);
                self.state.combine(rw, buffer, block, Ownership::Unique(owner));
            }
        }
        let of_function = rw.body().entry(region) == Some(block)
            && rw.region(region).parent_op().is_some_and(|op| op.interface::<dyn FunctionOp>().is_some());
        for index in 0..rw.body().n_args(block) {
            let arg = rw.body().arg(block, index);
            if !is_buffer(rw, arg) {
                continue;
            }
            let loc = rw.body().arg_loc(block, index);
            rw.set_insertion_point(start);
            let owner = match of_function {
                true => make_bool(rw, false, loc),
                false => rw.add_argument(block, Type::I1, loc),
            };
            self.state.combine(rw, arg, block, Ownership::Unique(owner));
            self.state.free_later(arg, block);
        }
    }

    /// Processes an op according to its interfaces; returns the op, or its replacement.
    fn follow(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Result<Op, Box<Diag>> {
        if let Some(model) = rw.op(op).interface::<dyn BufferDeallocationOp>() {
            model.process(rw, op, &mut self.state)?;
            return Ok(op);
        }
        let mut op = op;
        self.follow_effects(rw, op)?;
        if rw.op(op).interface::<dyn RegionBranchOp>().is_some() {
            op = self.follow_regions(rw, op)?;
        }
        if rw.op(op).interface::<dyn CallLike>().is_some() {
            op = self.follow_call(rw, op)?;
        }
        if rw.op(op).interface::<dyn BranchOp>().is_some() {
            self.follow_branch(rw, op)?;
        }
        if is_region_terminator(rw.op(op)) {
            self.leave_region(rw, op)?;
        }
        Ok(op)
    }

    /// Sets ownership after an op with memory effects: allocated buffers are owned.
    fn follow_effects(&mut self, rw: &mut Rewriter<'_>, op: Op) -> CheckResult {
        let Some(effects) = own_effects(rw.op(op)).filter(|effects| !effects.is_empty()) else {
            return Ok(());
        };
        let Some(block) = rw.body().block_of(op) else { return Ok(()) };
        let (loc, manual) = (rw.body().loc(op), rw.op(op).attr(MANUAL).is_some());
        let operands: Vec<Value> = rw.body().operands(op).filter(|&value| is_buffer(rw, value)).collect();
        for operand in operands {
            if effect_on(&effects, EffectKind::Free, operand).is_none() {
                continue;
            }
            if !manual {
                return Err(plain_error(rw.op(op), "memory free side-effect on MemRef value not supported!"));
            }
            if let Ownership::Unique(owner) = self.state.ownership(operand, block) {
                rw.set_insertion_point_before(op);
                let yes = make_bool(rw, true, loc);
                let free = rw.build_value(XOrIOp::of(owner, yes).result(Type::I1).loc(loc));
                let cx = rw.cx();
                let message = cx.str_attr(cx.str("expected that the block does not have ownership"));
                rw.build(AssertOp::of(free).msg_attr(message).loc(loc));
            }
        }
        let results: Vec<Value> = rw.body().results(op).filter(|&value| is_buffer(rw, value)).collect();
        for result in results {
            let Some(effect) = effect_on(&effects, EffectKind::Allocate, result) else { continue };
            rw.set_insertion_point_to_start(block);
            if effect.resource == SCOPE_RESOURCE || manual {
                let no = make_bool(rw, false, loc);
                self.state.set(result, block, no);
            } else {
                let yes = make_bool(rw, true, loc);
                self.state.own_new(rw, result, yes);
            }
        }
        Ok(())
    }

    /// An op with the conditions of its buffers as further operands and results. Those operands follow the ones that the
    /// op passes on, in their slot.
    fn follow_regions(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Result<Op, Box<Diag>> {
        let view = rw.op(op);
        let (Some(branch), Some(block)) = (view.interface::<dyn RegionBranchOp>(), rw.body().block_of(op))
        else {
            return Ok(op);
        };
        let first = branch.successors(view, RegionPoint::Parent).first().copied();
        let entering = first.map_or(0..0, |target| branch.entry_successor_operands(view, target));
        let count = entering.clone().filter(|&at| is_buffer(rw, rw.body().operand(op, at))).count();
        let loc = rw.body().loc(op);
        let slot = slot_ending_at(view, entering.end);
        if count > 0 && slot.is_none() {
            return Err(plain_error(view, NO_PLACE));
        }
        rw.set_insertion_point_to_start(block);
        let no = make_bool(rw, false, loc);
        if let Some(slot) = slot.filter(|_| count > 0) {
            let (start, len) = rw.op(op).operand_range(slot);
            let passed = (start..start + len).map(|at| rw.body().operand(op, at));
            let operands: Vec<Value> = passed.chain(std::iter::repeat_n(no, count)).collect();
            rw.set_operand_group(op, slot, &operands);
        }
        self.append_owners(rw, op)
    }

    /// An op with a condition as further result for each result that is a buffer.
    fn append_owners(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Result<Op, Box<Diag>> {
        let old: Vec<Value> = rw.body().results(op).collect();
        let buffers: Vec<usize> = (0..old.len()).filter(|&at| is_buffer(rw, old[at])).collect();
        let view = rw.op(op);
        let last = view.def().and_then(|def| def.results.last());
        let extends = last.is_some_and(|slot| slot.arity == Arity::Variadic)
            && !view.has_trait(TraitSet::AttrSizedResultSegments);
        if !buffers.is_empty() && !extends {
            return Err(plain_error(view, NO_PLACE));
        }
        let made = rw.append_results(op, &vec![Type::I1; buffers.len()]);
        let results: Vec<Value> = rw.body().results(made).collect();
        for (&from, &to) in old.iter().zip(&results) {
            self.state.rename(from, to);
        }
        for (at, &owner) in buffers.into_iter().zip(&results[old.len()..]) {
            self.state.own_new(rw, results[at], owner);
        }
        Ok(made)
    }

    /// Sets the ownership of a call's results: owned, or as returned by a private callee that passes ownership.
    fn follow_call(&mut self, rw: &mut Rewriter<'_>, op: Op) -> Result<Op, Box<Diag>> {
        if self.rules.dynamic && self.calls_private(rw.op(op)) {
            return self.append_owners(rw, op);
        }
        let loc = rw.body().loc(op);
        rw.set_insertion_point_before(op);
        let yes = make_bool(rw, true, loc);
        let results: Vec<Value> = rw.body().results(op).filter(|&value| is_buffer(rw, value)).collect();
        for result in results {
            self.state.own_new(rw, result, yes);
        }
        Ok(op)
    }

    fn calls_private(&self, op: OpRef<'_>) -> bool {
        let callee = op.interface::<dyn CallLike>().and_then(|call| call.callee(op));
        let Some(Callee::Symbol(name)) = callee else { return false };
        // Those whose bodies are at work are found all the same: only the op is looked at.
        self.tables.lookup_nearest(op, name).is_some_and(|callee| self.private.contains(&callee.handle()))
    }

    fn follow_branch(&mut self, rw: &mut Rewriter<'_>, op: Op) -> CheckResult {
        let view = rw.op(op);
        let (Some(branch), Some(block)) = (view.interface::<dyn BranchOp>(), view.block()) else {
            return Ok(());
        };
        let (block, loc) = (block.id(), view.loc());
        match view.num_successors() {
            1 => {}
            0 => {
                let message =
                    "only BranchOpInterface operations with exactly one successor are supported yet";
                return Err(Diag::error(loc, message));
            }
            _ => {
                let message = "BranchOpInterface operations with multiple successors are not supported yet";
                return Err(plain_error(view, message));
            }
        }
        let passed = branch.successor_operands(view, 0);
        if passed.produced > 0 {
            return Err(plain_error(view, "produced operands are not supported"));
        }
        let mut operands: Vec<Value> =
            (passed.start..passed.start + passed.len).map(|at| view.operand(at).id()).collect();
        let target = view.successors().next().map(|target| target.id());
        rw.set_insertion_point_before(op);
        let (memrefs, conditions) = self.state.to_free(rw, block, loc)?;
        let retained = self.state.to_retain(rw, target, &operands);
        let owners = make_dealloc(rw, &memrefs, &conditions, &retained, loc);
        let count = operands.iter().filter(|&&value| is_buffer(rw, value)).count();
        self.state.set_retained(rw, block, &retained, &owners, count);
        operands.extend(&owners[..count]);
        rw.set_successor_operands(op, 0, &operands);
        Ok(())
    }

    /// Frees owned buffers that are not passed out of the region.
    fn leave_region(&mut self, rw: &mut Rewriter<'_>, op: Op) -> CheckResult {
        let owns_all = rw.op(op).parent_op().is_some_and(|parent| self.rules.gives_owned(parent));
        if owns_all {
            let count = rw.op(op).num_operands();
            for at in 0..count {
                let value = rw.body().operand(op, at);
                if is_buffer(rw, value) {
                    rw.set_insertion_point_before(op);
                    let owned = self.make_owned(rw, value, op);
                    rw.set_operand(op, at, owned);
                }
            }
        }
        let Some(range) = terminator_operands(rw.op(op), RegionPoint::Parent) else { return Ok(()) };
        let passed: Vec<Value> = range.clone().map(|at| rw.body().operand(op, at)).collect();
        let owners = self.state.free_at_end(rw, op, &passed)?;
        if owns_all {
            return Ok(());
        }
        let count = passed.iter().filter(|&&value| is_buffer(rw, value)).count();
        if count > 0 {
            let view = rw.op(op);
            let Some(slot) = slot_ending_at(view, range.end) else { return Err(plain_error(view, NO_PLACE)) };
            let (start, len) = view.operand_range(slot);
            let mut operands: Vec<Value> = (start..start + len).map(|at| rw.body().operand(op, at)).collect();
            operands.extend(owners.into_iter().take(count));
            rw.set_operand_group(op, slot, &operands);
        }
        Ok(())
    }

    /// A buffer like this one that the block of `op` owns for sure: a copy, where it does not when it runs.
    fn make_owned(&mut self, rw: &mut Rewriter<'_>, value: Value, op: Op) -> Value {
        let Some(block) = rw.body().block_of(op) else { return value };
        let defining =
            rw.value(value).defining_op().filter(|def| def.block().is_some_and(|b| b.id() == block));
        let said = defining.and_then(|def| Some((def.id(), def.interface::<dyn BufferDeallocationOp>()?)));
        let known = said.and_then(|(def, model)| model.owner_of(rw, def, &self.state));
        let (buffer, condition) = match known {
            Some(condition) => (value, condition),
            None => self.state.with_known_owner(rw, value, block),
        };
        if is_true(rw, condition) {
            return buffer;
        }
        let (loc, ty) = (rw.value(value).loc(), rw.body().value_type(buffer));
        let copy = |rw: &mut Rewriter<'_>| Some(vec![create_clone(rw, buffer, ty, loc, &RETURN_CLONE)]);
        let Some(chosen) = if_else(rw, condition, loc, |_| Some(vec![buffer]), copy) else { return buffer };
        let chosen = rw.body().single_result(chosen);
        let yes = make_bool(rw, true, loc);
        self.state.own_new(rw, chosen, yes);
        chosen
    }

    /// Results without known ownership may alias any buffer operand.
    fn fill_in(&mut self, rw: &mut Rewriter<'_>, op: Op, block: Block) {
        let results: Vec<Value> = rw.body().results(op).filter(|&value| is_buffer(rw, value)).collect();
        for result in results {
            if self.state.ownership(result, block) != Ownership::Uninitialized {
                continue;
            }
            let operands: Vec<Value> = rw.body().operands(op).filter(|&value| is_buffer(rw, value)).collect();
            for operand in operands {
                let owner = self.state.own_ownership(rw, operand);
                self.state.combine(rw, result, block, owner);
            }
            if self.state.ownership(result, block) == Ownership::Uninitialized {
                rw.set_insertion_point_before(op);
                let loc = rw.body().loc(op);
                let no = make_bool(rw, false, loc);
                self.state.set(result, block, no);
            }
        }
    }
}
