//! Verification of calls against their callees.

use terrace_ir::def::plain_error;
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{CheckResult, LocData, OpKind, OpRef, Type, ValueRef, View, op_match};

use super::addresses::AddressOfOp;
use super::bundles::call_error;
use super::calls::{CallOp, LandingpadOp};
use super::casts::BitcastOp;
use super::constants::ZeroOp;
use super::function::LLVMFuncOp;
use super::globals::IFuncOp;
use crate::types::{ArrayType, FunctionType, PointerType, VoidType};

/// Verifies that the type of a variadic function matches the call.
pub(super) fn verify_var_callee(
    op: OpRef<'_>,
    ty: Option<Type>,
    arguments: &[Type],
    result: Option<ValueRef<'_>>,
) -> CheckResult {
    let cx = op.cx();
    let Some(callee) = ty.and_then(|ty| ty.dyn_cast::<FunctionType>(cx)) else { return Ok(()) };
    if !callee.var_arg(cx) {
        return call_error(op, "expected var_callee_type to be a variadic function type");
    }
    let params = callee.params(cx);
    if params.len() > arguments.len() {
        let message = format!("expected var_callee_type to have at most {} parameters", arguments.len());
        return call_error(op, message);
    }
    for (param, argument) in params.iter().zip(arguments) {
        if param != argument {
            let [param, argument] = [*param, *argument].map(|ty| cx.type_text(ty));
            let message = format!("var_callee_type parameter type mismatch: '{param}' != '{argument}'");
            return call_error(op, message);
        }
    }
    let returned = callee.return_type(cx);
    match result {
        None if !returned.isa::<VoidType>(cx) => call_error(op, "expected var_callee_type to return void"),
        Some(result) if result.ty() != returned => {
            let [returned, result] = [returned, result.ty()].map(|ty| cx.type_text(ty));
            call_error(op, format!("var_callee_type return type mismatch: '{returned}' != '{result}'"))
        }
        _ => Ok(()),
    }
}

/// Whether the location of an op has a subprogram.
fn has_subprogram(op: OpRef<'_>) -> bool {
    let (cx, mut pending) = (op.cx(), vec![op.ir().loc_attr(op.loc())]);
    while let Some(loc) = pending.pop() {
        match loc.as_loc(cx) {
            Some(LocData::Fused { metadata, locations }) => {
                if metadata.isa::<crate::attrs::DISubprogramAttr>(cx) {
                    return true;
                }
                pending.extend(locations.iter().copied());
            }
            Some(LocData::Name { child, .. }) => pending.push(*child),
            Some(LocData::CallSite { callee, caller }) => pending.extend([*callee, *caller]),
            _ => {}
        }
    }
    false
}

/// A call that may be inlined into a function with debug information needs a location.
fn verify_debug_info(op: OpRef<'_>, callee: View<'_, LLVMFuncOp>) -> CheckResult {
    if callee.is_external() {
        return Ok(());
    }
    let Some(function) = op.parent_of_kind::<LLVMFuncOp>() else { return Ok(()) };
    if !has_subprogram(function.0) || !has_subprogram(callee.0) {
        return Ok(());
    }
    if matches!(op.ir().loc_data(op.loc()), LocData::Unknown) {
        let message =
            "inlinable function call in a function with a DISubprogram location must have a debug location";
        return Err(plain_error(op, message));
    }
    Ok(())
}

pub(super) fn verify_call_symbol(op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
    let (cx, view) = (op.cx(), CallOp::view_of(op));
    let arguments: Vec<Type> = view.arguments().map(|argument| argument.ty()).collect();
    verify_var_callee(op, view.var_callee_type(), &arguments, view.result())?;
    let Some(callee) = view.callee_attr() else {
        let Some(pointer) = view.callee_operands().next() else {
            return call_error(op, "must have either a `callee` attribute or at least an operand");
        };
        if !pointer.ty().isa::<PointerType>(cx) {
            let text = cx.type_text(pointer.ty());
            return call_error(op, format!("indirect call expects a pointer as callee: '{text}'"));
        }
        return Ok(());
    };
    let name =
        || view.callee().map_or(String::new(), |name| String::from_utf8_lossy(name.bytes(cx)).into_owned());
    let Some(symbol) = tables.lookup_nearest(op, callee) else {
        return call_error(op, format!("'{}' does not reference a symbol in the current scope", name()));
    };
    let ty = op_match!(symbol, {
        LLVMFuncOp(function) => {
            verify_debug_info(op, function)?;
            function.function_type()
        }
        IFuncOp(ifunc) => ifunc.i_func_type(),
        _ => {
            return call_error(op, format!("'{}' does not reference a valid LLVM function or IFunc", name()));
        }
    });
    let Some(function) = ty.dyn_cast::<FunctionType>(cx) else {
        let text = cx.type_text(ty);
        return call_error(op, format!("callee does not have a functional type: '{text}'"));
    };
    verify_signature(op, view, function, &arguments)
}

fn verify_signature(
    op: OpRef<'_>,
    view: View<'_, CallOp>,
    function: FunctionType,
    arguments: &[Type],
) -> CheckResult {
    let cx = op.cx();
    let (params, variadic) = (function.params(cx), function.var_arg(cx));
    if variadic && view.var_callee_type_attr().is_none() {
        return call_error(op, "missing var_callee_type attribute for vararg call");
    }
    let given = arguments.len();
    if !variadic && params.len() != given {
        let message =
            format!("incorrect number of operands ({given}) for callee (expecting: {})", params.len());
        return call_error(op, message);
    }
    if params.len() > given {
        let message = format!(
            "incorrect number of operands ({given}) for varargs callee (expecting at least: {})",
            params.len()
        );
        return call_error(op, message);
    }
    for (i, (argument, param)) in arguments.iter().zip(&params).enumerate() {
        if argument != param {
            let [argument, param] = [*argument, *param].map(|ty| cx.type_text(ty));
            return call_error(
                op,
                format!("operand type mismatch for operand {i}: '{argument}' != '{param}'"),
            );
        }
    }
    let returned = function.return_type(cx);
    match (view.result(), returned.isa::<VoidType>(cx)) {
        (None, false) => call_error(op, "expected function call to produce a value"),
        (Some(_), true) => call_error(op, "calling function with void result must not produce values"),
        (Some(result), false) if result.ty() != returned => {
            let [result, returned] = [result.ty(), returned].map(|ty| cx.type_text(ty));
            call_error(op, format!("result type mismatch: '{result}' != '{returned}'"))
        }
        _ => Ok(()),
    }
}

pub(super) fn verify_landingpad(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), LandingpadOp::view_of(op));
    if op.parent_of_kind::<LLVMFuncOp>().is_some_and(|function| function.personality_attr().is_none()) {
        return Err(plain_error(op, "llvm.landingpad needs to be in a function with a personality"));
    }
    if !view.cleanup() && view.operands().len() == 0 {
        let message = "landingpad instruction expects at least one clause or cleanup attribute";
        return Err(plain_error(op, message));
    }
    for (i, clause) in view.operands().enumerate() {
        if clause.ty().isa::<ArrayType>(cx) {
            continue;
        }
        if let Some(cast) = clause.defined_by::<BitcastOp>() {
            if cast.arg().defined_by::<AddressOfOp>().is_some() {
                continue;
            }
            let note = "global addresses expected as operand to bitcast used in clauses for landingpad";
            return Err(plain_error(op, "constant clauses expected").note(cast.0.loc(), note.to_string()));
        }
        if clause.defined_by::<ZeroOp>().is_none() && clause.defined_by::<AddressOfOp>().is_none() {
            let message = format!("clause #{i} is not a known constant - null, addressof, bitcast");
            return Err(plain_error(op, message));
        }
    }
    Ok(())
}
