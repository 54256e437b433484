//! The accumulators of `ripple_sme_veclib.h`: variables that each function has by itself.
//!
//! The header names them as undefined globals. Once its functions are inlined, each function allocates the
//! ones that it names. A function that names them and does not clear them continues what its caller began: it is inlined.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{AddressOfOp, GlobalOp, StoreOp, parent_module};
use terrace_ir::symbols::symbol_name_of;
use terrace_ir::{InsertPoint, Ir, Op, OpHandle, OpRef, Rewriter, Str, Type, Value};

use crate::functions::{addressed, always_inlined, callee, inline_calls, ops_of};
use crate::parallel_loops::build::Build;
use crate::vectorize::{is_discardable, used_functions};

/// The beginning of their names.
const PREFIX: &str = "__ripple_accumulator_";

/// The one that is assigned where accumulators are cleared.
const BLOCK: &str = "__ripple_accumulator_block";

/// Allocates the accumulators that functions of a module name; functions that are inlined everywhere leave the list.
pub(crate) fn allocate_accumulators(ir: &mut Ir, module: OpHandle, functions: &mut Vec<OpHandle>) {
    let names_some = |&function: &OpHandle| ops_of(ir.op(function)).any(|op| accumulator(op).is_some());
    if !functions.iter().any(names_some) {
        return;
    }
    for wanted in [always_inlined, continues] {
        for &function in functions.iter() {
            let Some(body) = ir.op(function).inner_body() else { continue };
            inline_calls(ir, body, wanted);
        }
    }
    let inlined: FxHashSet<OpHandle> = (functions.iter().copied())
        .filter(|&function| is_continuing(ir.op(function)) && is_discardable(ir.op(function)))
        .collect();
    let used = used_functions(ir, module, &inlined);
    let is_left = |function: &OpHandle| !inlined.contains(function) || used.contains(function);
    let (left, gone): (Vec<OpHandle>, Vec<OpHandle>) =
        functions.iter().partition(|function| is_left(function));
    gone.into_iter().for_each(|function| ir.erase_op(function));
    *functions = left;
    for &function in functions.iter() {
        let types = types_of_accumulators(ir.op(function));
        let Some(body) = ir.op(function).inner_body().filter(|_| !types.is_empty()) else { continue };
        ir.rewrite(body, |rw| allocate(rw, &types));
    }
}

/// Adds the functions to some of a module that call functions which continue with accumulators, in the module's order.
pub(crate) fn add_callers(ir: &Ir, module: OpHandle, some: &mut Vec<OpHandle>) {
    if !some.iter().any(|&function| is_continuing(ir.op(function))) {
        return;
    }
    let mut found: FxHashSet<OpHandle> = some.iter().copied().collect();
    let mut pending = true;
    while pending {
        pending = false;
        for function in crate::functions::functions(ir, module) {
            let calls = |op: OpRef<'_>| {
                let callee = callee(ir, op).filter(|callee| found.contains(&callee.handle()));
                callee.is_some_and(|callee| is_continuing(callee) || calls_continuing(ir, callee))
            };
            if !found.contains(&function.handle()) && ops_of(function).any(calls) {
                found.insert(function.handle());
                pending = true;
            }
        }
    }
    *some = crate::functions::functions(ir, module)
        .map(|function| function.handle())
        .filter(|function| found.contains(function))
        .collect();
}

fn calls_continuing(ir: &Ir, function: OpRef<'_>) -> bool {
    ops_of(function).any(|op| callee(ir, op).is_some_and(is_continuing))
}

/// The accumulator whose address an op computes.
fn accumulator(op: OpRef<'_>) -> Option<Str> {
    if !op.isa::<AddressOfOp>() {
        return None;
    }
    addressed(op).filter(|name| name.text(op.cx()).starts_with(PREFIX))
}

/// Whether a call is of a function that names accumulators and does not clear them.
fn continues(ir: &Ir, call: OpRef<'_>) -> bool {
    callee(ir, call).is_some_and(is_continuing)
}

fn is_continuing(function: OpRef<'_>) -> bool {
    let clears = |op: OpRef<'_>| {
        let address = op.cast::<StoreOp>().and_then(|store| store.addr().defining_op());
        address.and_then(accumulator).is_some_and(|name| name.text(op.cx()) == BLOCK)
    };
    ops_of(function).any(|op| accumulator(op).is_some()) && !ops_of(function).any(clears)
}

/// The types of the accumulators that a function names.
fn types_of_accumulators(function: OpRef<'_>) -> FxHashMap<Str, Type> {
    let mut types = FxHashMap::default();
    for op in ops_of(function) {
        let (Some(name), Some(module)) = (accumulator(op), parent_module(op)) else { continue };
        let global = function.ir().symbol_tables().lookup(module, name);
        if let Some(global) = global.filter(|global| symbol_name_of(*global) == Some(name)) {
            types.extend(global.cast::<GlobalOp>().map(|global| (name, global.global_type())));
        }
    }
    types
}

fn allocate(rw: &mut Rewriter<'_>, types: &FxHashMap<Str, Type>) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| accumulator(rw.op(op)).is_some()).collect();
    let Some(entry) = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region)) else {
        return;
    };
    let mut slots: FxHashMap<Str, Value> = FxHashMap::default();
    for op in ops {
        let Some((name, &ty)) = accumulator(rw.op(op)).and_then(|name| Some((name, types.get(&name)?)))
        else {
            continue;
        };
        let loc = rw.body().loc(op);
        let slot = *slots.entry(name).or_insert_with(|| {
            let start = InsertPoint::start(rw.body(), entry);
            rw.set_insertion_point(start);
            Build { rw: &mut *rw, loc }.slot(ty)
        });
        rw.replace_op(op, &[slot]);
    }
}
