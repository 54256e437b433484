//! Bufferization of a module with its functions' boundaries: callees are analyzed before their callers, so that what is
//! known of them is known at calls. Functions that call each other in circles are bufferized as if nothing was known.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::{CallOp, FuncOp, FuncOpView, ReturnOp};
use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_dialects_mem::memref;
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, BodyId, Diag, Ir, Op, OpHandle, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_rewrite::walk::walk;

use super::bodies::{Counted, Env, Work, analyze_and_work, bodies_of, bufferize};
use crate::analysis::Analysis;
use crate::annotate::Annotations;
use crate::buffers::check_elements;
use crate::empty_tensor_elimination::eliminate_empty_tensors;
use crate::explain::recursion::recursion;
use crate::functions::{Analyzed, FunctionInfo, Functions};
use crate::globals::Globals;
use crate::interface::BufferizeCx;
use crate::models::cf::bufferize_block_signature;
use crate::models::func::{
    BUFFER_ACCESS, BUFFER_LAYOUT, WRITABLE, argument_attr, argument_type, boundary_type,
};
use crate::options::{LayoutMap, Options};
use crate::state::{RequiredInPlaceOnly, State};
use crate::tensor_copy_insertion::insert_tensor_copies;

/// The attribute that says which arguments' buffers a function returns.
const EQUIVALENT_ARGS: &str = "__equivalent_func_args__";

/// The functions of a module.
struct Plan {
    /// Each after those that it calls, as far as that is possible.
    ordered: Vec<OpHandle>,
    /// Where each wave of functions begins that do not call each other; those that call each other in circles are the last.
    waves: Vec<usize>,
    /// How many of them come after all that they call.
    known: usize,
    /// Those that are called without a tensor: nothing is done to the calls, which say what they give.
    fixed: FxHashSet<OpHandle>,
}

impl Plan {
    fn waves(&self) -> impl Iterator<Item = (bool, &[OpHandle])> + '_ {
        let ends = self.waves.iter().skip(1).copied().chain([self.ordered.len()]);
        self.waves.iter().zip(ends).map(|(&start, end)| (start < self.known, &self.ordered[start..end]))
    }
}

/// Orders the functions of a module by their calls.
fn order_by_calls(ir: &Ir, module: OpHandle, functions: &mut Functions) -> Plan {
    let (tables, table) = (ir.symbol_tables(), ir.op(module));
    let all: Vec<OpRef<'_>> = table
        .regions()
        .flat_map(|region| region.blocks())
        .flat_map(|block| block.ops())
        .filter(|op| op.isa::<FuncOp>())
        .collect();
    let numbers: FxHashMap<OpHandle, usize> =
        all.iter().enumerate().map(|(i, op)| (op.handle(), i)).collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut open_calls = vec![0usize; all.len()];
    let mut fixed = FxHashSet::default();
    for (i, &function) in all.iter().enumerate() {
        let mut called = FxHashSet::default();
        walk(function, |op| {
            let Some(call) = op.cast::<CallOp>() else { return };
            let Some(reference) = call.callee_attr().as_symbol_ref(op.cx()) else { return };
            let Some(callee) = tables.lookup(table, reference.0).filter(|callee| callee.isa::<FuncOp>())
            else {
                return;
            };
            functions.resolve(call.callee_attr(), callee.handle());
            if !has_tensor_signature(callee) {
                fixed.insert(callee.handle());
            } else if let Some(&number) = numbers.get(&callee.handle())
                && called.insert(number)
            {
                callers[number].push(i);
                open_calls[i] += 1;
            }
        });
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
    Plan { ordered, waves, known, fixed }
}

fn signature<'a>(function: OpRef<'a>) -> (&'a [Type], &'a [Type]) {
    function.cast::<FuncOp>().map_or((&[], &[]), |function| function.function_type())
}

fn has_tensor_signature(function: OpRef<'_>) -> bool {
    let (inputs, outputs) = signature(function);
    inputs.iter().chain(outputs).any(|ty| ty.is_tensor(function.cx()))
}

/// The functions of a module in order, with the types of their boundaries.
fn plan_functions(ir: &Ir, module: OpHandle, options: &Options, functions: &mut Functions) -> Plan {
    let plan = order_by_calls(ir, module, functions);
    for &function in &plan.ordered {
        let op = ir.op(function);
        let (inputs, outputs) = signature(op);
        let arguments = inputs.iter().enumerate().map(|(i, &ty)| argument_type(op, i, ty, options)).collect();
        let result =
            |&ty: &Type| if ty.is_tensor(op.cx()) { boundary_type(op.cx(), ty, options) } else { ty };
        let types = (arguments, outputs.iter().map(result).collect());
        let has_body = !FuncOpView(op).is_declaration();
        *functions.info_mut(function) =
            FunctionInfo { buffer_types: Some(types), has_body, ..FunctionInfo::default() };
    }
    plan
}

/// Analyzes a module with its functions' boundaries and copies what is not in place, still as tensors.
///
/// # Errors
///
/// What cannot be in place and cannot be copied.
pub fn insert_copies_in_module(ir: &mut Ir, module: OpHandle, env: Env<'_>) -> Result<(), Box<Diag>> {
    let mut functions = Functions::default();
    let plan = plan_functions(ir, module, env.options, &mut functions);
    analyze_functions(ir, &plan, env, &mut functions, &mut Counted::default(), &insert_tensor_copies)
}

/// Analyzes a module with its functions' boundaries and replaces empty tensors by parts of others. Where nothing is analyzed,
/// as in modules within, only what must be in place is.
///
/// # Errors
///
/// What cannot be in place and cannot be copied.
pub fn eliminate_empty_tensors_in_module(
    ir: &mut Ir,
    module: OpHandle,
    env: Env<'_>,
) -> Result<(), Box<Diag>> {
    let mut functions = Functions::default();
    let plan = plan_functions(ir, module, env.options, &mut functions);
    let eliminate = |rw: &mut Rewriter<'_>, state: &State<'_>| {
        eliminate_empty_tensors(rw, state);
        Ok(())
    };
    analyze_functions(ir, &plan, env, &mut functions, &mut Counted::default(), &eliminate)?;
    let analyzed: FxHashSet<BodyId> =
        plan.ordered.iter().flat_map(|&function| bodies_of(ir.op(function))).collect();
    for body in bodies_of(ir.op(module)) {
        if !analyzed.contains(&body) {
            let state = State::new(env.options, &functions, Rc::new(RequiredInPlaceOnly));
            ir.rewrite(body, |rw| eliminate_empty_tensors(rw, &state));
        }
    }
    Ok(())
}

/// Analyzes and bufferizes a module with its functions' boundaries.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn run_one_shot_module_bufferize(
    ir: &mut Ir,
    module: OpHandle,
    env: Env<'_>,
) -> Result<Counted, Box<Diag>> {
    let Env { options, .. } = env;
    let mut counted = Counted::default();
    let mut functions = Functions::default();
    let plan = plan_functions(ir, module, options, &mut functions);
    if !options.test_analysis_only {
        for &function in &plan.ordered {
            let (inputs, outputs) = signature(ir.op(function));
            check_elements(ir.op(function), inputs.iter().chain(outputs).copied())?;
        }
    }
    if !options.copy_before_write {
        if options.explain {
            counted.remarks.extend(recursion(ir, module, &plan.ordered[plan.known..]));
        }
        analyze_functions(ir, &plan, env, &mut functions, &mut counted, &insert_tensor_copies)?;
        if options.test_analysis_only {
            return Ok(counted);
        }
    }
    let unknown = Options { copy_before_write: true, ..options.clone() };
    let inner = ir.op(module).inner_body();
    let mut globals = Globals::default();
    for &function in &plan.ordered {
        for body in bodies_of(ir.op(function)) {
            globals.collect(ir, body, options);
        }
    }
    if let Some(body) = inner {
        globals.collect(ir, body, options);
    }
    for (_, wave) in plan.waves() {
        let (mut bodies, mut given) = (Vec::new(), Vec::new());
        for &function in wave {
            let op = ir.op(function);
            if FuncOpView(op).is_declaration() {
                continue;
            }
            let options = if is_skipped(op, options) { &unknown } else { options };
            let types = functions.info(function).and_then(|info| info.buffer_types.as_ref());
            let mut results = Some(types.map_or(Vec::new(), |types| types.1.clone()));
            for body in bodies_of(op) {
                bodies.push(body);
                given.push((results.take(), options));
            }
        }
        counted.allocations +=
            bufferize(ir, &bodies, env, &functions, &globals, given, |rw, cx, results| match results {
                Some(results) => bufferize_boundary(rw, &results, cx),
                None => Ok(()),
            })?;
        for &function in wave {
            if has_tensor_signature(ir.op(function)) {
                let types = functions.info(function).and_then(|info| info.buffer_types.as_ref());
                let (inputs, results) = types.map_or((&[][..], &[][..]), |types| (&types.0, &types.1));
                ir.set_signature(function, inputs, results);
            }
            let infers = options.function_boundary_type_conversion == LayoutMap::Infer;
            if infers && !plan.fixed.contains(&function) {
                fold_casts(ir, function, &mut functions);
            }
        }
    }
    if let Some(body) = inner {
        let given = vec![((), options)];
        counted.allocations += bufferize(ir, &[body], env, &functions, &globals, given, |_, _, ()| Ok(()))?;
    }
    globals.make(ir);
    for &function in &plan.ordered {
        remove_attributes(ir, function);
    }
    Ok(counted)
}

/// Whether a function is not to be analyzed.
fn is_skipped(function: OpRef<'_>, options: &Options) -> bool {
    let name = function.symbol_name().map(|name| name.text(function.cx()));
    name.is_some_and(|name| options.no_analysis_func_filter.iter().any(|skipped| skipped == name))
}

/// Analyzes functions, and works on them or writes down what was decided.
fn analyze_functions(
    ir: &mut Ir,
    plan: &Plan,
    env: Env<'_>,
    functions: &mut Functions,
    counted: &mut Counted,
    then: Work<'_>,
) -> Result<(), Box<Diag>> {
    let options = env.options;
    for (is_known, wave) in plan.waves() {
        let wave: Vec<(OpHandle, bool)> = wave
            .iter()
            .map(|&function| (function, is_skipped(ir.op(function), options)))
            .filter(|&(function, _)| options.is_op_allowed(ir.op(function)))
            .collect();
        let mut bodies = Vec::new();
        for &(function, skipped) in &wave {
            if is_known && !skipped {
                functions.info_mut(function).analyzed = Analyzed::InProgress;
            }
            if !skipped {
                bodies.extend(bodies_of(ir.op(function)).into_iter().map(|body| (body, function)));
            }
        }
        let ids: Vec<BodyId> = bodies.iter().map(|&(body, _)| body).collect();
        let about =
            |any: OpRef<'_>, state: &State<'_>, analysis: &Analysis<'_, '_, '_>, notes: &mut Annotations| {
                let function = any.body().parent().map(|parent| any.ir().op(parent));
                let function = function.filter(|op| op.cast::<FuncOp>().is_some_and(|f| !f.is_declaration()));
                let notes = options.test_analysis_only.then_some(notes);
                function.map(|function| function_info(function, state, analysis, notes)).transpose()
            };
        let found = analyze_and_work(ir, &ids, env, functions, counted, &about, then)?;
        let mut infos: FxHashMap<OpHandle, FunctionInfo> = FxHashMap::default();
        for ((body, function), found) in bodies.into_iter().zip(found) {
            if let Some(found) = found.flatten().filter(|_| ir.body(body).parent() == Some(function)) {
                infos.insert(function, found);
            }
        }
        for (function, skipped) in wave {
            let found = match infos.remove(&function) {
                Some(found) => found,
                None if skipped => FunctionInfo::default(),
                None => external_info(ir.op(function)),
            };
            // As upstream, nothing is found out about arguments of functions that call each other in circles.
            if options.test_analysis_only && !skipped && is_known {
                annotate_access(ir, function, &found);
            }
            if is_known && !skipped {
                let info = functions.info_mut(function);
                let (types, has_body) = (info.buffer_types.take(), info.has_body);
                *info = FunctionInfo { analyzed: Analyzed::Analyzed, buffer_types: types, has_body, ..found };
            }
        }
    }
    Ok(())
}

/// How an argument's attribute says that its buffer is used.
fn access_of(function: OpRef<'_>, index: usize) -> Option<(bool, bool)> {
    let cx = function.cx();
    let access = argument_attr(function, index, BUFFER_ACCESS)?.as_string(cx)?;
    let access = access.text(cx);
    Some((matches!(access, "read" | "read-write"), matches!(access, "write" | "read-write")))
}

/// What is known of a function without a body: every result may be any argument.
fn external_info(function: OpRef<'_>) -> FunctionInfo {
    let cx = function.cx();
    let (inputs, outputs) = signature(function);
    let results: Vec<usize> = (0..outputs.len()).filter(|&i| outputs[i].is_tensor(cx)).collect();
    let of_arg = |ty: &Type| if ty.is_tensor(cx) { results.clone() } else { Vec::new() };
    let access: Vec<(bool, bool)> =
        (0..inputs.len()).map(|i| access_of(function, i).unwrap_or((true, true))).collect();
    FunctionInfo {
        equivalent_args: vec![None; outputs.len()],
        aliasing_results: inputs.iter().map(of_arg).collect(),
        read_args: access.iter().map(|access| access.0).collect(),
        written_args: access.iter().map(|access| access.1).collect(),
        ..FunctionInfo::default()
    }
}

/// What an analysis has found out about a function.
fn function_info(
    function: OpRef<'_>,
    state: &State<'_>,
    analysis: &Analysis<'_, '_, '_>,
    mut notes: Option<&mut Annotations>,
) -> Result<FunctionInfo, Box<Diag>> {
    let cx = function.cx();
    let (inputs, outputs) = signature(function);
    let ends = function.cast::<FuncOp>().map_or(Vec::new(), |function| function.returns());
    if ends.is_empty() {
        return Err(plain_error(function, "cannot bufferize func.func without func.return"));
    }
    let Some(entry) = FuncOpView(function).body().entry() else { return Ok(external_info(function)) };
    let is_ranked = |ty: Type| ty.is_tensor(cx) && ty.shape(cx).is_some();
    let mut info = FunctionInfo::default();
    // Only arguments of a result's set are asked about. Where sets are not known, all values are in one.
    let alias_set = |value: ValueRef<'_>| state.decisions.alias_set(value.id());
    let equivalence_set = |value: ValueRef<'_>| state.decisions.equivalence_set(value.id());
    let mut aliasing: FxHashMap<Option<usize>, Vec<ValueRef<'_>>> = FxHashMap::default();
    let mut equivalent: FxHashMap<Option<usize>, Vec<ValueRef<'_>>> = FxHashMap::default();
    for arg in entry.args().filter(|arg| is_ranked(arg.ty())) {
        aliasing.entry(alias_set(arg)).or_default().push(arg);
        equivalent.entry(equivalence_set(arg)).or_default().push(arg);
    }
    let mut seen: FxHashSet<(u32, usize)> = FxHashSet::default();
    info.aliasing_results = vec![Vec::new(); entry.args().len()];
    for end in &ends {
        for (number, value) in end.operands().enumerate().filter(|(_, value)| is_ranked(value.ty())) {
            for arg in aliasing.get(&alias_set(value)).into_iter().flatten() {
                if state.decisions.are_aliasing(value.id(), arg.id()) && seen.insert((arg.index(), number)) {
                    info.aliasing_results[arg.index() as usize].push(number);
                }
            }
        }
    }
    for (i, arg) in entry.args().enumerate() {
        let is_tensor = inputs.get(i).is_some_and(|ty| ty.is_tensor(cx));
        let access = match access_of(function, i) {
            Some(access) => access,
            None => (is_tensor && state.is_value_read(arg), is_tensor && analysis.is_value_written(arg.id())),
        };
        info.read_args.push(access.0);
        info.written_args.push(access.1);
    }
    for number in 0..outputs.len() {
        let mut equivalent_of = |end: &OpRef<'_>| {
            let value = end.operand(number);
            let args = equivalent.get(&equivalence_set(value)).into_iter().flatten();
            let found = args
                .copied()
                .filter(|_| value.ty().is_tensor(cx))
                .find(|arg| state.are_equivalent(value, *arg));
            let found = found.map(|arg| arg.index() as usize);
            if let (Some(notes), Some(arg)) = (notes.as_deref_mut(), found) {
                notes.equivalent(*end, EQUIVALENT_ARGS, number, arg);
            }
            found
        };
        let mut all = equivalent_of(&ends[0]);
        if all.is_some() {
            for end in &ends[1..] {
                if equivalent_of(end) != all {
                    all = None;
                    break;
                }
            }
        }
        info.equivalent_args.push(all);
    }
    let is_argument = |value: ValueRef<'_>| value.owner_block() == Some(entry);
    info.read_only_results = vec![false; outputs.len()];
    for end in &ends {
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        for (number, value) in end.operands().enumerate().filter(|(_, value)| value.ty().is_tensor(cx)) {
            info.read_only_results[number] |= analysis.may_be_read_only(value.id(), is_argument);
            let same = *first.entry(analysis.alias_class(value.id())).or_insert(number);
            if same != number && !info.aliasing_pairs.contains(&(same, number)) {
                info.aliasing_pairs.push((same, number));
            }
        }
    }
    Ok(info)
}

/// Sets, or takes away, attributes of a function's arguments: what each dictionary is to be.
fn change_argument_attrs(
    ir: &mut Ir,
    function: OpHandle,
    change: impl Fn(usize, Vec<terrace_ir::NamedAttr>) -> Vec<terrace_ir::NamedAttr>,
) {
    let op = ir.op(function);
    let cx = ir.cx().clone();
    let count = signature(op).0.len();
    let list = FuncOpView(op).arg_attrs_attr().and_then(|attr| attr.as_array(&cx));
    let before = list.map_or(vec![Attr::EMPTY_DICT; count], <[Attr]>::to_vec);
    let after: Vec<Attr> = before
        .iter()
        .enumerate()
        .map(|(i, dict)| cx.dict(change(i, dict.as_dict(&cx).unwrap_or(&[]).to_vec())))
        .collect();
    if before == after {
        return;
    }
    let attr = match after.iter().all(|&attr| attr == Attr::EMPTY_DICT) {
        true => Attr::NULL,
        false => cx.array_attr(&after),
    };
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "arg_attrs", attr));
}

/// Says of each argument how its buffer is used.
fn annotate_access(ir: &mut Ir, function: OpHandle, info: &FunctionInfo) {
    let cx = ir.cx().clone();
    let tensors: Vec<bool> = signature(ir.op(function)).0.iter().map(|ty| ty.is_tensor(&cx)).collect();
    change_argument_attrs(ir, function, |i, mut dict| {
        if tensors.get(i) == Some(&true) {
            let (read, written) = (info.read_args.get(i), info.written_args.get(i));
            let text = match (read == Some(&true), written == Some(&true)) {
                (true, true) => "read-write",
                (true, false) => "read",
                (false, true) => "write",
                (false, false) => "none",
            };
            let key = cx.str(BUFFER_ACCESS);
            dict.retain(|(name, _)| *name != key);
            dict.push((key, cx.string_attr(text)));
        }
        dict
    });
}

/// Takes away what was said about buffers of arguments.
fn remove_attributes(ir: &mut Ir, function: OpHandle) {
    if FuncOpView(ir.op(function)).is_declaration() {
        return;
    }
    let cx = ir.cx().clone();
    let gone = [cx.str(BUFFER_LAYOUT), cx.str(WRITABLE)];
    change_argument_attrs(ir, function, |_, mut dict| {
        dict.retain(|(name, _)| !gone.contains(name));
        dict
    });
}

/// Makes block arguments buffers, and lets returns return buffers.
fn bufferize_boundary(
    rw: &mut Rewriter<'_>,
    results: &[Type],
    cx: &BufferizeCx<'_>,
) -> Result<(), Box<Diag>> {
    let Some(&region) = rw.body().top_regions().first() else { return Ok(()) };
    let blocks: Vec<_> = rw.body().blocks_of(region).collect();
    for &block in &blocks {
        bufferize_block_signature(rw, block, cx)?;
    }
    for block in blocks {
        let Some(end) = rw.body().last_op(block).filter(|&end| rw.op(end).isa::<ReturnOp>()) else {
            continue;
        };
        let loc = rw.op(end).loc();
        for (i, &ty) in results.iter().enumerate().take(rw.op(end).num_operands()) {
            let value = rw.body().operand(end, i);
            if rw.value(value).ty().is_tensor(rw.cx()) {
                rw.set_insertion_point_before(end);
                let buffer = rw.create_value::<ToBufferOp>(&[value], &[], ty, loc);
                rw.set_operand(end, i, buffer);
            }
        }
    }
    Ok(())
}

/// Lets a function return buffers as they are, where all returns agree on the type, and not cast to another type.
fn fold_casts(ir: &mut Ir, function: OpHandle, functions: &mut Functions) {
    let op = ir.op(function);
    let Some(body) = op.inner_body().filter(|_| !FuncOpView(op).is_declaration()) else { return };
    let source = |value: terrace_ir::ValueRef<'_>| -> Value {
        match value.defined_by::<memref::CastOp>() {
            Some(cast) => cast.source().id(),
            None => value.id(),
        }
    };
    let ends = op.cast::<FuncOp>().map_or(Vec::new(), |function| function.returns());
    let outputs = signature(op).1.to_vec();
    let types: Vec<Option<Type>> = (0..outputs.len())
        .map(|i| {
            let mut found = ends.iter().map(|end| {
                let value = source(end.operand(i));
                end.body().value_type(value)
            });
            let first = found.next()?;
            found.all(|ty| ty == first).then_some(first)
        })
        .collect();
    let changes: Vec<(Op, usize, Value)> = ends
        .iter()
        .flat_map(|end| (0..outputs.len()).map(move |i| (end, i)))
        .filter(|(_, i)| types[*i].is_some())
        .map(|(end, i)| (end.id(), i, source(end.operand(i))))
        .collect();
    ir.rewrite(body, |rw| {
        for (end, i, value) in changes {
            if rw.body().operand(end, i) != value {
                rw.set_operand(end, i, value);
            }
        }
    });
    let results: Vec<Type> = types.iter().zip(&outputs).map(|(new, &old)| new.unwrap_or(old)).collect();
    let inputs = signature(ir.op(function)).0.to_vec();
    ir.set_signature(function, &inputs, &results);
    functions.info_mut(function).buffer_types = Some((inputs, results));
}
