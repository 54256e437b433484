//! `ripple-prepare`: brings functions that use Ripple to the form on which shapes are computed.
//!
//! Entry: the dialect llvm as clang emits it without optimizations, with calls of Ripple's intrinsics or with ops of
//! ripple. Exit: no such calls; one copy of a function per vector length that its blocks depend on
//! ([`lengths`](crate::lengths)). In functions that use Ripple, locals are values unless their address escapes, values
//! that expressions choose are marked, and small functions are inlined.
//!
//! A value at a join has the shape of its incoming values. If it is an expression of the source (`c ? a : b`, `a && b`,
//! the return value of a function), it has the shape of the conditions, too. In the output of clang without
//! optimizations, variables of the source are in memory. So once the slots of clang's own (the return value, the
//! destination of a cleanup) are promoted, block arguments are exactly the expressions. They are marked with
//! `ripple.expression` before other slots are promoted.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::DIExpressionAttr;
use terrace_dialects_llvm::intrinsics::{DbgDeclareOp, LifetimeEndOp, LifetimeStartOp};
use terrace_dialects_llvm::ops::{AllocaOp, BrOp, GEPOp, LLVMFuncOp, LoadOp, StoreOp};
use terrace_dialects_llvm::types::address_space;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{
    Attr, BodyId, Diag, Ir, Op, OpHandle, OpRef, Rewriter, TraitSet, Value, ValueDef, ValueRef,
};
use terrace_rewrite::passes::mem2reg::{promote_slots, promote_slots_if};
use terrace_rewrite::passes::sroa::destructure_slots;
use terrace_rewrite::regions::erase_unreachable_blocks;

use crate::accumulators::{add_callers, allocate_accumulators};
use crate::aggregates::access_members;
use crate::analysis::is_single_local;
use crate::assignments::{drop_marks_of_others, mark_assignments};
use crate::cleanups::thread_cleanups;
use crate::dead_ends::rejoin_dead_ends;
use crate::dialect::WatchOp;
use crate::dialect::{IndexOp, LoopMarkOp, ParallelMarkOp};
use crate::functions::{
    addressed, always_inlined, callee, functions, functions_of_ripple, has_parameter, inline_calls, ops_of,
    passes_by_value, uses_ripple,
};
use crate::if_conversion::depends;
use crate::index_functions::only_computes;
use crate::lengths::specialize_for_lengths;
use crate::levels::predecessors;
use crate::lift::lift_calls;
use crate::locals::{fold_elements, split_locals};
use crate::pieces::fold_pieces;
use crate::references::read_before_choice;
use crate::results::{
    drop_marks, mark_arguments, mark_results, promote_results, return_from_own_memory, returned_through,
};
use crate::subprograms::retain_no_variables;
use crate::unroll::{CountedLoop, fold_constants, fold_indices, unroll_loops};
use crate::unwinding::{call_what_cannot_throw, drop_personality, functions_that_cannot_throw};
use crate::watches::VARIABLE;

/// The largest number of ops of a function that is inlined for its references.
const MAX_SMALL: usize = 60;

/// The largest number of ops of a function that is inlined for the indices of elements that it takes.
const MAX_INDEXED: usize = 400;

/// The largest number of ops that are copied into a function in this way.
const MAX_COPIED: usize = 20_000;

/// The largest number of ops of a function that is inlined for the structures that it takes or returns.
const MAX_PASSED: usize = 5_000;

/// The largest depth to which calls of functions that compute indices are inlined.
const MAX_INDEX_DEPTH: usize = 4;

/// Prepares the functions of a module that use Ripple and those that they call: calls of Ripple's intrinsics become ops first.
/// `watches` keeps what debuggers are told of variables: those that become values are watched.
///
/// # Errors
///
/// Errors about calls that no op stands for. The module is then left partially transformed.
pub fn prepare(ir: &mut Ir, module: OpHandle, watches: bool) -> Result<(), Vec<Box<Diag>>> {
    let in_functions = functions(ir, module).filter_map(|function| function.inner_body());
    let bodies: Vec<BodyId> = ir.op(module).inner_body().into_iter().chain(in_functions).collect();
    let errors: Vec<Box<Diag>> = bodies.into_iter().flat_map(|body| ir.rewrite(body, lift_calls)).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    specialize_for_lengths(ir, module);
    let mut functions = functions_of_ripple(ir, module);
    add_callers(ir, module, &mut functions);
    let mut prepared: FxHashSet<OpHandle> = FxHashSet::default();
    let cannot_throw = functions_that_cannot_throw(ir, module);
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        call_what_cannot_throw(ir, body, &cannot_throw);
        if prepared.insert(function) {
            if watches {
                retain_no_variables(ir, function);
            }
            let returned = returned_through(ir, function);
            let layout = DataLayout::of(ir.op(function));
            ir.rewrite(body, |rw| {
                erase_debug_ops(rw, watches);
                if let Some(returned) = returned {
                    return_from_own_memory(rw, &layout, returned);
                }
                mark_expressions(rw, &layout);
            });
            drop_personality(ir, function);
        }
    }
    allocate_accumulators(ir, module, &mut functions);
    let recursive = recursive_functions(ir, &functions);
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        inline_calls(ir, body, always_inlined);
        promote(ir, function, body);
        if inline_calls(ir, body, passes_index_function) {
            promote(ir, function, body);
        }
        // A local that an inlined function passes on is visible after promotion of its parameters.
        let left = Cell::new(MAX_COPIED);
        for _ in 0..MAX_SPLITS {
            let counts =
                ops_of(ir.op(function)).any(|op| op.isa::<LoopMarkOp>() || op.isa::<ParallelMarkOp>());
            let wanted = |ir: &Ir, call: OpRef<'_>| {
                (passes_local(ir, call)
                    || passes_structure(ir, call)
                    || passes_index(ir, call, counts, &left)
                    || passes_index_function(ir, call))
                    && callee(ir, call).is_some_and(|callee| !recursive.contains(&callee.handle()))
            };
            if !inline_calls(ir, body, wanted) {
                break;
            }
            promote(ir, function, body);
            if ir.rewrite(body, read_before_choice) {
                promote(ir, function, body);
            }
        }
    }
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, drop_marks);
    }
    // Those that call each other are inlined into each other first.
    for _ in 0..MAX_INDEX_DEPTH {
        let mut inlined = false;
        for &function in &functions {
            let Some(body) = ir.op(function).inner_body() else { continue };
            inlined |= inline_calls(ir, body, only_computes);
        }
        if !inlined {
            break;
        }
    }
    Ok(())
}

/// The largest number of rounds in which locals whose addresses were in others are split.
const MAX_SPLITS: usize = 8;

fn promote(ir: &mut Ir, function: OpHandle, body: BodyId) {
    let layout = DataLayout::of(ir.op(function));
    ir.rewrite(body, |rw| {
        erase_lifetimes(rw);
        pass_on_what_is_returned(rw);
        let mut splits = 0;
        loop {
            unwatch_addresses(rw);
            fold_indices(rw);
            access_members(rw, &layout);
            let is_split = split_locals(rw, &layout, |_| true);
            if splits > 0 && !is_split {
                return;
            }
            destructure_slots(rw);
            watch_locals(rw);
            promote_results(rw);
            mark_assignments(rw);
            promote_slots(rw);
            drop_marks_of_others(rw);
            if has_indexed_local(rw) && unroll_loops(rw, indexes_local) {
                fold_constants(rw);
            }
            fold_pieces(rw, &layout);
            fold_elements(rw);
            // Parameters that point to locals are locals themselves, until they are promoted.
            splits += 1;
            if splits > MAX_SPLITS {
                return;
            }
        }
    });
}

/// Whether there are locals of which parts are accessed.
fn has_indexed_local(rw: &Rewriter<'_>) -> bool {
    let mut ops = rw.body().live_ops().map(|op| rw.op(op));
    ops.any(|op| op.isa::<GEPOp>() && is_in_local(op.single_result()))
}

/// Whether a loop accesses a local at an index that depends on its counter: its members may have shapes of their own if each
/// iteration names one.
fn indexes_local(rw: &Rewriter<'_>, counted: &CountedLoop) -> bool {
    let counter = counted.counter(rw);
    let ops = counted.blocks.iter().flat_map(|&block| rw.body().ops_of(block));
    ops.map(|op| rw.op(op)).any(|op| {
        op.isa::<GEPOp>()
            && is_in_local(op.single_result())
            && op.operands().any(|operand| depends(operand, |value| value.id() == counter, |_| true))
    })
}

/// The functions that call themselves, by way of others too.
fn recursive_functions(ir: &Ir, functions: &[OpHandle]) -> FxHashSet<OpHandle> {
    let called = |function: OpHandle| -> Vec<OpHandle> {
        let mut seen: FxHashSet<OpHandle> = FxHashSet::default();
        let callees = ops_of(ir.op(function)).filter_map(|op| Some(callee(ir, op)?.handle()));
        callees.filter(|&callee| seen.insert(callee)).collect()
    };
    let calls: FxHashMap<OpHandle, Vec<OpHandle>> =
        functions.iter().map(|&function| (function, called(function))).collect();
    let is_recursive = |&function: &OpHandle| {
        let mut reached: FxHashSet<OpHandle> = FxHashSet::default();
        let mut pending = calls[&function].clone();
        while let Some(next) = pending.pop() {
            if reached.insert(next) {
                pending.extend(calls.get(&next).into_iter().flatten());
            }
        }
        reached.contains(&function)
    };
    functions.iter().copied().filter(is_recursive).collect()
}

fn mark_expressions(rw: &mut Rewriter<'_>, layout: &DataLayout) {
    erase_unreachable_blocks(rw);
    thread_cleanups(rw);
    erase_unreachable_blocks(rw);
    rejoin_dead_ends(rw);
    // The return value of a function, or `c ? a : b`, may be a structure.
    fold_indices(rw);
    access_members(rw, layout);
    split_locals(rw, layout, is_made_by_compiler);
    promote_slots_if(rw, is_made_by_compiler);
    mark_results(rw, is_made_by_compiler);
    erase_lifetimes(rw);
    mark_arguments(rw, |_| true);
}

/// Whether an allocation is a slot of clang's own: variables of the source have lifetimes, or are stored from arguments.
fn is_made_by_compiler(alloca: OpRef<'_>) -> bool {
    if !alloca.isa::<AllocaOp>() {
        return false;
    }
    let mut pending = vec![alloca.single_result()];
    while let Some(address) = pending.pop() {
        for (user, index) in address.uses() {
            if user.isa::<GEPOp>() && index == 0 {
                // Parts of structures are passed by themselves.
                pending.push(user.single_result());
                continue;
            }
            let has_lifetime = user.isa::<LifetimeStartOp>() || user.isa::<LifetimeEndOp>();
            let stored = user.cast::<StoreOp>().map(|view| view.value()).filter(|_| index == 1);
            let from_argument = stored.is_some_and(|value| {
                matches!(value.def(), ValueDef::Argument(_))
                    && value.owner_block().is_some_and(|block| block.has_no_predecessors())
            });
            if has_lifetime || from_argument {
                return false;
            }
        }
    }
    true
}

/// Erases what debuggers are told of variables: these are vectors or in pieces, and what is done with a variable must not depend on it.
/// An allocation may keep its variable, where nothing is optimized.
fn erase_debug_ops(rw: &mut Rewriter<'_>, keeps_variables: bool) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).has_trait(TraitSet::DebugInfo)).collect();
    for op in ops {
        if keeps_variables && let Some(declare) = rw.op(op).cast::<DbgDeclareOp>() {
            let (loc, variable) = (rw.body().loc(op), declare.var_info());
            let expression = declare.location_expr().dyn_cast::<DIExpressionAttr>(rw.cx());
            let is_whole = expression.is_none_or(|expression| expression.operations(rw.cx()).is_empty());
            let alloca = declare.addr().defining_op().filter(|op| is_whole && op.isa::<AllocaOp>());
            if let Some(alloca) = alloca.map(|op| op.id()) {
                rw.set_attr(alloca, VARIABLE, variable);
                rw.set_loc(alloca, loc);
            }
        }
        rw.erase_op(op);
    }
}

/// Watches the locals that are about to become values, wherever they are assigned.
fn watch_locals(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| is_single_local(rw.op(op))).collect();
    for op in ops {
        let Some(variable) = rw.op(op).attr(VARIABLE) else { continue };
        // The address of another use may be kept: the variable stays in memory.
        let stores: Option<Vec<(Op, Value)>> = (rw.op(op).single_result().uses())
            .filter(|(user, _)| !user.isa::<LoadOp>())
            .map(|(user, index)| {
                let store = user.cast::<StoreOp>().filter(|store| index == 1 && !store.volatile_())?;
                Some((user.id(), store.value().id()))
            })
            .collect();
        let Some(stores) = stores else { continue };
        let loc = rw.body().loc(op);
        for (store, value) in stores {
            rw.set_insertion_point_after(store);
            rw.build(WatchOp::of(value).loc(loc).variable_attr(variable));
        }
        rw.set_attr(op, VARIABLE, Attr::NULL);
    }
}

/// Drops watches of the addresses of locals: locals that nothing else points to become values.
fn unwatch_addresses(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().collect();
    for op in ops {
        if rw.op(op).cast::<WatchOp>().is_some_and(|watch| is_in_local(watch.value())) {
            rw.erase_op(op);
        }
    }
}

fn erase_lifetimes(rw: &mut Rewriter<'_>) {
    let markers: Vec<Op> = rw.body().live_ops().collect();
    for op in markers {
        if rw.op(op).isa::<LifetimeStartOp>() || rw.op(op).isa::<LifetimeEndOp>() {
            rw.erase_op(op);
        }
    }
}

/// Lets what a block gets from the only branch to it be what the branch passes, as results of calls that were inlined are: structures are
/// found member by member then.
fn pass_on_what_is_returned(rw: &mut Rewriter<'_>) {
    let blocks: Vec<_> =
        rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region).skip(1)).collect();
    for block in blocks {
        let &[(branch, 0)] = &predecessors(rw.body(), block)[..] else { continue };
        if rw.body().n_args(block) == 0 || !rw.op(branch).isa::<BrOp>() {
            continue;
        }
        let passed: Vec<Value> = rw.body().operands(branch).collect();
        let args: Vec<Value> = rw.body().args(block).collect();
        for (&arg, &value) in args.iter().zip(&passed) {
            rw.replace_all_uses_with(arg, value);
        }
        rw.set_successor_operands(branch, 0, &[]);
        for index in (0..args.len()).rev() {
            rw.erase_argument(block, index);
        }
    }
}

/// Whether an argument of a call is the address of a function, or computed by a call without arguments, as the
/// function of a lambda is.
fn passes_index_function(ir: &Ir, call: OpRef<'_>) -> bool {
    let Some(callee) = callee(ir, call) else { return false };
    uses_ripple(callee)
        && call.operands().any(|operand| operand.defining_op().is_some_and(|op| names_function(ir, op)))
}

/// Whether a call of a small function passes the address of a local, as functions with references as parameters have it.
fn passes_local(ir: &Ir, call: OpRef<'_>) -> bool {
    let Some(callee) = callee(ir, call) else { return false };
    ops_of(callee).take(MAX_SMALL + 1).count() <= MAX_SMALL && call.operands().any(is_in_local)
}

/// Whether a call passes a number or an address that differs from element to element, as far as can be seen before shapes
/// are: an index of an element, or in a function with annotated loops what a loop counts. How elements follow each other in memory
/// is seen where both the index and the access are. `counts` tells whether there are such loops, and `left` the number of ops that
/// may still be copied for this.
fn passes_index(ir: &Ir, call: OpRef<'_>, counts: bool, left: &Cell<usize>) -> bool {
    let Some(callee) = callee(ir, call) else { return false };
    let is_left_alone = callee.cast::<LLVMFuncOp>().is_none_or(|function| function.no_inline());
    let copied = ops_of(callee).take(MAX_INDEXED + 1).count();
    if is_left_alone || copied > MAX_INDEXED.min(left.get()) {
        return false;
    }
    let is_index = |value: ValueRef<'_>| match value.defining_op() {
        Some(op) => op.isa::<IndexOp>(),
        None => counts && value.owner_block().is_some_and(|block| !block.has_no_predecessors()),
    };
    let passes = call.operands().any(|operand| {
        let is_number =
            operand.ty().is_integer(call.cx()) || address_space(call.cx(), operand.ty()).is_some();
        is_number && depends(operand, is_index, |op| !op.isa::<LoadOp>())
    });
    if passes {
        left.set(left.get() - copied);
    }
    passes
}

/// Whether a call passes or returns a structure by value. Calling conventions have such as a whole in arrays, in vectors, and in copies, where
/// members cannot have shapes.
fn passes_structure(ir: &Ir, call: OpRef<'_>) -> bool {
    let Some(callee) = callee(ir, call) else { return false };
    let passes = passes_by_value(call, callee) || has_parameter(callee, "llvm.sret");
    passes && ops_of(callee).take(MAX_PASSED + 1).count() <= MAX_PASSED
}

fn names_function(ir: &Ir, op: OpRef<'_>) -> bool {
    let Some(module) = terrace_dialects_llvm::ops::parent_module(op) else { return false };
    addressed(op)
        .and_then(|name| ir.symbol_tables().lookup(module, name))
        .is_some_and(|symbol| symbol.isa::<LLVMFuncOp>())
}

/// Whether a value is the address of a local, or of a part of one.
fn is_in_local(value: ValueRef<'_>) -> bool {
    let mut value = value;
    while let Some(gep) = value.defining_op().and_then(|op| op.cast::<GEPOp>()) {
        value = gep.base();
    }
    value.defining_op().is_some_and(|op| op.isa::<AllocaOp>())
}
