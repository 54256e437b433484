//! Bufferization of a module with function boundaries: callees are analyzed before their callers, so that the
//! results are available at calls. Recursive functions are bufferized conservatively. Bodies outside of
//! functions are analyzed last, each separately; with `--match-upstream` they are not analyzed, and
//! everything in them is copied.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::memref;
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{
    Attr, BodyId, CheckResult, Diag, Ir, Op, OpHandle, OpKind, OpRef, OptionalAttr, Rewriter, Type, Value,
    ValueRef,
};

use super::bodies::{Counted, Env, Work, analyze_and_work, bufferize, work_unanalyzed};
use super::plan::{
    Plan, check_boundaries, has_buffers_at_boundary, has_tensor_signature, plan_functions, signature,
};
use crate::analysis::Analysis;
use crate::annotate::Annotations;
use crate::empty_tensor_elimination::eliminate_empty_tensors;
use crate::explain::recursion::recursion;
use crate::functions::{Analyzed, FunctionInfo, Functions};
use crate::globals::Globals;
use crate::interface::{BufferizeCx, is_unranked_tensor};
use crate::models::cf::bufferize_block_signature;
use crate::models::func::{BUFFER_ACCESS, BUFFER_LAYOUT, WRITABLE, argument_attr};
use crate::options::{BufferizationOptions, LayoutMap};
use crate::state::State;
use crate::tensor_copy_insertion::insert_tensor_copies;

/// The attribute with the arguments that are equivalent to a function's results.
const EQUIVALENT_ARGS: &str = "__equivalent_func_args__";

/// Analyzes a module across function boundaries, and inserts tensor copies of operands that are out of place.
///
/// # Errors
///
/// The first operand that can neither be in place nor be copied.
pub fn insert_copies_in_module(ir: &mut Ir, module: OpHandle, env: Env<'_>) -> Result<(), Box<Diag>> {
    let mut functions = Functions::default();
    let plan = plan_functions(ir, module, env.options, &mut functions);
    analyze_module(ir, &plan, env, &mut functions, &mut Counted::default(), &insert_tensor_copies)
}

/// Analyzes a module across function boundaries, and replaces empty tensors by slices of others.
///
/// # Errors
///
/// The first operand that can neither be in place nor be copied.
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
    analyze_module(ir, &plan, env, &mut functions, &mut Counted::default(), &eliminate)
}

/// Analyzes and bufferizes a module with function boundaries: its functions, those of nested modules, and the
/// bodies outside of functions, each separately.
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
        check_boundaries(ir, &plan, options)?;
    }
    if !options.copy_before_write {
        if options.explain {
            counted.remarks.extend(recursion(ir, module, &plan.ordered[plan.known..]));
        }
        analyze_module(ir, &plan, env, &mut functions, &mut counted, &insert_tensor_copies)?;
        if options.test_analysis_only {
            return Ok(counted);
        }
    }
    let unknown = BufferizationOptions { copy_before_write: true, ..options.clone() };
    let others = plan.others.clone();
    let mut globals = Globals::default();
    let of_functions = plan.ordered.iter().flat_map(|&function| plan.bodies(function));
    for &body in of_functions.chain(&others) {
        globals.collect(ir, body, options);
    }
    for (_, wave) in plan.waves() {
        let (mut bodies, mut given) = (Vec::new(), Vec::new());
        for &function in wave {
            let op = ir.op(function);
            if FuncOp::view_of(op).is_declaration() {
                continue;
            }
            let options = if is_skipped(op, options) { &unknown } else { options };
            let types = functions.info(function).and_then(|info| info.buffer_types.as_ref());
            let mut results = types.map(|types| types.1.clone());
            for &body in plan.bodies(function) {
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
            let types = functions.info(function).and_then(|info| info.buffer_types.as_ref());
            let Some((inputs, results)) = types else { continue };
            if has_tensor_signature(ir.op(function)) {
                ir.set_signature(function, inputs, results);
            }
            let infers = options.function_boundary_type_conversion == LayoutMap::Infer;
            if infers && !plan.fixed.contains(&function) {
                fold_casts(ir, function, &mut functions);
            }
        }
    }
    let given = vec![((), options); others.len()];
    counted.allocations += bufferize(ir, &others, env, &functions, &globals, given, |_, _, ()| Ok(()))?;
    check_other_functions(ir, &others, options)?;
    globals.make(ir);
    for &function in &plan.ordered {
        if has_buffers_at_boundary(ir.op(function), options) {
            remove_attributes(ir, function);
        }
    }
    Ok(counted)
}

/// Checks that functions of other dialects have no tensors at their boundaries, unless unknown ops may stay. Upstream does
/// not look.
///
/// # Errors
///
/// The first function that has one.
fn check_other_functions(ir: &Ir, bodies: &[BodyId], options: &BufferizationOptions) -> CheckResult {
    if options.allow_unknown_ops || ir.cx().matches_upstream() {
        return Ok(());
    }
    for &id in bodies {
        let body = ir.body(id);
        for op in body.live_ops() {
            let op = OpRef::in_body(ir, body, id, op);
            let function = op.interface::<dyn FunctionOp>().filter(|_| options.is_op_allowed(op));
            let types = function
                .map(|function| [function.argument_types(op), function.result_types(op)].concat())
                .unwrap_or_default();
            if types.iter().any(|ty| ty.is_tensor_like(op.cx())) {
                return Err(plain_error(op, "op was not bufferized"));
            }
        }
    }
    Ok(())
}

/// Whether a function is not to be analyzed.
fn is_skipped(function: OpRef<'_>, options: &BufferizationOptions) -> bool {
    let name = function.symbol_name().map(|name| name.text(function.cx()));
    name.is_some_and(|name| options.no_analysis_func_filter.iter().any(|skipped| skipped == name))
}

/// Analyzes the bodies of a module, and processes them or annotates the decisions.
fn analyze_module(
    ir: &mut Ir,
    plan: &Plan,
    env: Env<'_>,
    functions: &mut Functions,
    counted: &mut Counted,
    then: Work<'_>,
) -> Result<(), Box<Diag>> {
    analyze_functions(ir, plan, env, functions, counted, then)?;
    let options = env.options;
    // Functions whose boundaries stay are analyzed like what is in none.
    let stays = |function: &OpHandle| {
        let op = ir.op(*function);
        !has_buffers_at_boundary(op, options) && !is_skipped(op, options)
    };
    let stay = plan.ordered.iter().copied().filter(stays);
    let bodies: Vec<BodyId> =
        stay.flat_map(|function| plan.bodies(function)).chain(&plan.others).copied().collect();
    if ir.cx().matches_upstream() {
        return if options.test_analysis_only {
            Ok(())
        } else {
            work_unanalyzed(ir, &bodies, env, functions, then)
        };
    }
    let nothing = |_: OpRef<'_>, _: &State<'_>, _: &Analysis<'_, '_, '_>, _: &mut Annotations| Ok(());
    analyze_and_work(ir, &bodies, env, functions, counted, &nothing, then)?;
    Ok(())
}

/// Analyzes functions, callees before callers.
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
            .filter(|&(function, _)| has_buffers_at_boundary(ir.op(function), options))
            .collect();
        let mut bodies = Vec::new();
        for &(function, skipped) in &wave {
            if is_known && !skipped {
                functions.info_mut(function).analyzed = Analyzed::InProgress;
            }
            if !skipped {
                bodies.extend(plan.bodies(function).iter().map(|&body| (body, function)));
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

/// Returns whether an argument's buffer is read and whether it is written, as its access attribute states.
fn access_of(function: OpRef<'_>, index: usize) -> Option<(bool, bool)> {
    let cx = function.cx();
    let access = argument_attr(function, index, BUFFER_ACCESS)?.as_string(cx)?;
    let access = access.text(cx);
    Some((matches!(access, "read" | "read-write"), matches!(access, "write" | "read-write")))
}

/// The summary of a function without a body: every result may alias any argument.
fn external_info(function: OpRef<'_>) -> FunctionInfo {
    let cx = function.cx();
    let (inputs, outputs) = signature(function);
    let results: Vec<usize> = (0..outputs.len()).filter(|&i| outputs[i].is_tensor_like(cx)).collect();
    let of_arg = |ty: &Type| if ty.is_tensor_like(cx) { results.clone() } else { Vec::new() };
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

/// Builds the summary of a function from its analysis.
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
    let Some(entry) = FuncOp::view_of(function).body().entry() else { return Ok(external_info(function)) };
    let is_ranked = |ty: Type| ty.is_tensor_like(cx) && !is_unranked_tensor(cx, ty);
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
        let is_tensor = inputs.get(i).is_some_and(|ty| ty.is_tensor_like(cx));
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
                .filter(|_| value.ty().is_tensor_like(cx))
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
        for (number, value) in end.operands().enumerate().filter(|(_, value)| value.ty().is_tensor_like(cx)) {
            info.read_only_results[number] |= analysis.may_be_read_only(value.id(), is_argument);
            let same = *first.entry(analysis.alias_class(value.id())).or_insert(number);
            if same != number && !info.aliasing_pairs.contains(&(same, number)) {
                info.aliasing_pairs.push((same, number));
            }
        }
    }
    Ok(info)
}

/// Sets or removes attributes of a function's arguments: the new dictionary of each.
fn change_argument_attrs(
    ir: &mut Ir,
    function: OpHandle,
    change: impl Fn(usize, Vec<terrace_ir::NamedAttr>) -> Vec<terrace_ir::NamedAttr>,
) {
    let op = ir.op(function);
    let cx = ir.cx().clone();
    let count = signature(op).0.len();
    let list = FuncOp::view_of(op).arg_attrs_attr().and_then(|attr| attr.as_array(&cx));
    let before = list.map_or(vec![Attr::EMPTY_DICT; count], <[Attr]>::to_vec);
    let after: Vec<Attr> = before
        .iter()
        .enumerate()
        .map(|(i, dict)| cx.dict(change(i, dict.optional_entries(&cx).to_vec())))
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

/// Annotates each argument with the access to its buffer.
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

/// Removes the annotations of argument buffers.
fn remove_attributes(ir: &mut Ir, function: OpHandle) {
    if FuncOp::view_of(ir.op(function)).is_declaration() {
        return;
    }
    let cx = ir.cx().clone();
    let gone = [cx.str(BUFFER_LAYOUT), cx.str(WRITABLE)];
    change_argument_attrs(ir, function, |_, mut dict| {
        dict.retain(|(name, _)| !gone.contains(name));
        dict
    });
}

/// Changes block arguments and the operands of returns to buffers.
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
            if rw.value(value).ty().is_tensor_like(rw.cx()) {
                rw.set_insertion_point_before(end);
                let buffer = rw.build_value(ToBufferOp::of(value).buffer(ty).loc(loc));
                rw.set_operand(end, i, buffer);
            }
        }
    }
    Ok(())
}

/// Removes casts of returned buffers, if all returns agree on the uncast type.
fn fold_casts(ir: &mut Ir, function: OpHandle, functions: &mut Functions) {
    let op = ir.op(function);
    let Some(body) = op.inner_body().filter(|_| !FuncOp::view_of(op).is_declaration()) else { return };
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
