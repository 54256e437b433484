//! The plan of the bufferization of a module: its functions, callees before their callers, and the bodies outside of
//! functions.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_ir::{BodyId, CheckResult, Diag, Ir, OpHandle, OpKind, OpRef, TraitSet, Type};
use terrace_rewrite::walk::walk;

use crate::bodies::bodies_within;
use crate::buffers::check_elements;
use crate::functions::{FunctionInfo, Functions};
use crate::models::func::{argument_type, boundary_type};
use crate::options::BufferizationOptions;

/// The functions and bodies of a module.
pub(super) struct Plan {
    /// The functions in an order in which callees precede their callers, as far as possible.
    pub(super) ordered: Vec<OpHandle>,
    /// The start of each wave of functions that do not call each other; recursive functions are in the last wave.
    waves: Vec<usize>,
    /// The number of functions that are ordered after all of their callees.
    pub(super) known: usize,
    /// The functions that are called without a tensor in their signature: nothing is done to the calls, which hold the
    /// types of the results.
    pub(super) fixed: FxHashSet<OpHandle>,
    /// The bodies of each function: its own, and those of nested isolated ops other than functions.
    bodies: FxHashMap<OpHandle, Vec<BodyId>>,
    /// The bodies outside of functions, outer ones first: that of the module, and those of isolated ops in it. With
    /// `--match-upstream`, without those of nested symbol tables.
    pub(super) others: Vec<BodyId>,
}

impl Plan {
    pub(super) fn waves(&self) -> impl Iterator<Item = (bool, &[OpHandle])> + '_ {
        let ends = self.waves.iter().skip(1).copied().chain([self.ordered.len()]);
        self.waves.iter().zip(ends).map(|(&start, end)| (start < self.known, &self.ordered[start..end]))
    }

    /// The bodies of a function, outer ones first.
    pub(super) fn bodies(&self, function: OpHandle) -> &[BodyId] {
        self.bodies.get(&function).map_or(&[], Vec::as_slice)
    }
}

/// Whether an op is a symbol table in a module: upstream passes over those.
fn is_inner_table(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::SymbolTable)
}

/// The bodies of a module, among those outside of functions, that upstream bufferizes: not those nested in a
/// symbol table.
pub(super) fn without_inner_tables(module: OpRef<'_>) -> FxHashSet<BodyId> {
    bodies_within(module, is_inner_table).into_iter().collect()
}

/// The functions of a module, including those of nested symbol tables, in source order. With
/// `--match-upstream`, only those directly in it.
fn functions_of(module: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut all = Vec::new();
    if module.cx().matches_upstream() {
        let direct = module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        all.extend(direct.filter(|op| op.isa::<FuncOp>()));
    } else {
        walk(module, |op| {
            if op.isa::<FuncOp>() && op.handle() != module.handle() {
                all.push(op);
            }
        });
    }
    all
}

/// Orders the functions of a module by their calls.
fn order_by_calls(ir: &Ir, module: OpHandle, functions: &mut Functions) -> Plan {
    let (tables, module) = (ir.symbol_tables(), ir.op(module));
    let all = functions_of(module);
    let numbers: FxHashMap<OpHandle, usize> =
        all.iter().enumerate().map(|(i, op)| (op.handle(), i)).collect();
    let is_function = |op: OpRef<'_>| numbers.contains_key(&op.handle());
    let mut fixed = FxHashSet::default();
    // Resolves the calls of bodies: the callees that are bufferized.
    let mut callees = |bodies: &[BodyId]| {
        let mut found = Vec::new();
        for &id in bodies {
            let body = ir.body(id);
            for op in body.live_ops() {
                let op = OpRef::in_body(ir, body, id, op);
                let Some(call) = op.cast::<CallOp>() else { continue };
                let callee = tables.lookup_nearest(op, call.callee_attr());
                let Some(callee) = callee.filter(|callee| callee.isa::<FuncOp>()) else { continue };
                functions.resolve(op.handle(), callee.handle());
                if !has_tensor_signature(callee) {
                    fixed.insert(callee.handle());
                } else if let Some(&number) = numbers.get(&callee.handle()) {
                    found.push(number);
                }
            }
        }
        found
    };
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut open_calls = vec![0usize; all.len()];
    let mut bodies = FxHashMap::default();
    for (i, &function) in all.iter().enumerate() {
        let own = bodies_within(function, is_function);
        let mut called = FxHashSet::default();
        for number in callees(&own) {
            if called.insert(number) {
                callers[number].push(i);
                open_calls[i] += 1;
            }
        }
        bodies.insert(function.handle(), own);
    }
    let mut others = bodies_within(module, is_function);
    callees(&others);
    if module.cx().matches_upstream() {
        let bufferized = without_inner_tables(module);
        others.retain(|body| bufferized.contains(body));
    }
    let mut ordered = Vec::with_capacity(all.len());
    let mut done = vec![false; all.len()];
    let mut waves = Vec::new();
    let mut ready: Vec<usize> = (0..all.len()).filter(|&i| open_calls[i] == 0).collect();
    while !ready.is_empty() {
        waves.push(ordered.len());
        for i in std::mem::take(&mut ready) {
            ordered.push(all[i].handle());
            done[i] = true;
            for &caller in &callers[i] {
                open_calls[caller] -= 1;
                if open_calls[caller] == 0 {
                    ready.push(caller);
                }
            }
        }
    }
    let known = ordered.len();
    ordered.extend((0..all.len()).filter(|&i| !done[i]).map(|i| all[i].handle()));
    if known < ordered.len() {
        waves.push(known);
    }
    Plan { ordered, waves, known, fixed, bodies, others }
}

pub(super) fn signature<'a>(function: OpRef<'a>) -> (&'a [Type], &'a [Type]) {
    function.cast::<FuncOp>().map_or((&[], &[]), |function| function.function_type())
}

pub(super) fn has_tensor_signature(function: OpRef<'_>) -> bool {
    let (inputs, outputs) = signature(function);
    inputs.iter().chain(outputs).any(|ty| ty.is_tensor_like(function.cx()))
}

/// Whether the boundary of a function is bufferized.
pub(super) fn has_buffers_at_boundary(function: OpRef<'_>, options: &BufferizationOptions) -> bool {
    options.is_op_allowed(function)
}

/// The types of a function's arguments and results once it is bufferized.
///
/// # Errors
///
/// If a memory space cannot be inferred, or a layout does not match.
fn boundary_types(
    function: OpRef<'_>,
    options: &BufferizationOptions,
) -> Result<(Vec<Type>, Vec<Type>), Box<Diag>> {
    let (inputs, outputs) = signature(function);
    let arguments = inputs.iter().enumerate().map(|(i, &ty)| argument_type(function, i, ty, options));
    let results = outputs.iter().map(|&ty| boundary_type(function, ty, options));
    Ok((arguments.collect::<Result<_, _>>()?, results.collect::<Result<_, _>>()?))
}

/// The functions of a module in order, with the types of their boundaries, as far as these can be inferred.
pub(super) fn plan_functions(
    ir: &Ir,
    module: OpHandle,
    options: &BufferizationOptions,
    functions: &mut Functions,
) -> Plan {
    let plan = order_by_calls(ir, module, functions);
    for &function in &plan.ordered {
        let op = ir.op(function);
        let types = has_buffers_at_boundary(op, options).then(|| boundary_types(op, options).ok()).flatten();
        let has_body = !FuncOp::view_of(op).is_declaration();
        *functions.info_mut(function) =
            FunctionInfo { buffer_types: types, has_body, ..FunctionInfo::default() };
    }
    plan
}

/// Checks that the types of function boundaries can be inferred, and that buffers may have their element
/// types.
///
/// # Errors
///
/// The first function whose boundary has no buffers.
pub(super) fn check_boundaries(ir: &Ir, plan: &Plan, options: &BufferizationOptions) -> CheckResult {
    for &function in &plan.ordered {
        let op = ir.op(function);
        if has_buffers_at_boundary(op, options) {
            let (inputs, outputs) = signature(op);
            check_elements(op, inputs.iter().chain(outputs).copied())?;
            boundary_types(op, options)?;
        }
    }
    Ok(())
}
