//! Checks that the verifiers of several ops share.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbols::symbol_uses;
use terrace_ir::traits::TraitSet;
use terrace_ir::{
    Attr, AttrData, BlockRef, CheckResult, Diag, NamedAttr, OpHandle, OpRef, RegionRef, ValueRef,
};
use terrace_rewrite::walk::walk;
use terrace_support::graph::components;

use super::sequence::{FUNCTION, IncludeOp, NamedSequenceOp, YieldOp};
use crate::effects::is_handle_consumed;
use crate::interfaces::TransformOpInterface;
use crate::interpreter::SILENCE_TRACKING_FAILURES;
use crate::nested_effects::NestedEffects;
use crate::types::{HandleKind, handle_kind};

/// The attribute of a module that may hold named sequences.
pub const WITH_NAMED_SEQUENCE: &str = "transform.with_named_sequence";
/// The attribute of an argument that is used up.
pub const CONSUMED: &str = "transform.consumed";
/// The attribute of an argument that is only read.
pub const READONLY: &str = "transform.readonly";

/// The attribute that names an op for selective transformation.
const TARGET_TAG: &str = "transform.target_tag";
/// The error for recursive named sequences.
pub(crate) const RECURSION: &str = "recursion not allowed in named sequences";

/// Checks an attribute of the dialect on an op.
///
/// # Errors
///
/// The error, at the op; for named sequences that run each other in a circle, at the first of them.
pub(crate) fn verify_op_attr(op: OpRef<'_>, (name, value): NamedAttr) -> CheckResult {
    let cx = op.cx();
    let name = name.text(cx);
    // Upstream does not show the op with the errors that are placed at it by hand.
    let fail_at_op = |message: String| Err(Diag::error(op.loc(), message));
    let fail = |message: String| Err(plain_error(op, message));
    match name {
        WITH_NAMED_SEQUENCE if !op.has_trait(TraitSet::SymbolTable) => {
            fail_at_op(format!("\"{name}\" attribute can only be attached to operations with symbol tables"))
        }
        WITH_NAMED_SEQUENCE => verify_no_recursion(op),
        TARGET_TAG if value.as_str(cx).is_none() => fail(format!("\"{name}\" attribute must be a string")),
        SILENCE_TRACKING_FAILURES | CONSUMED | READONLY if value != Attr::UNIT => {
            fail(format!("\"{name}\" must be a unit attribute"))
        }
        TARGET_TAG | SILENCE_TRACKING_FAILURES | CONSUMED | READONLY => Ok(()),
        _ => fail_at_op(format!("unknown attribute: \"{name}\"")),
    }
}

/// Verifies that no named sequence nested in an op includes itself. Recursion through other ops may
/// terminate, as with a matcher that matches nothing more; the interpreter stops infinite recursion.
fn verify_no_recursion(module: OpRef<'_>) -> CheckResult {
    let tables = module.ir().symbol_tables();
    let mut sequences: Vec<OpRef<'_>> = Vec::new();
    walk(module, |op| {
        if op.isa::<NamedSequenceOp>() {
            sequences.push(op);
        }
    });
    let numbers: FxHashMap<OpHandle, usize> =
        sequences.iter().enumerate().map(|(i, op)| (op.handle(), i)).collect();
    // The sequences that each one names.
    let named = |&sequence: &OpRef<'_>| -> Vec<usize> {
        let uses = symbol_uses(sequence).into_iter().flatten();
        uses.filter(|&(op, _)| op.isa::<IncludeOp>() && op.handle() != module.handle())
            .filter_map(|(op, symbol)| numbers.get(&tables.lookup_nearest(op, symbol)?.handle()).copied())
            .collect()
    };
    let edges: Vec<Vec<usize>> = sequences.iter().map(named).collect();
    let mut error = None;
    components(
        0..sequences.len(),
        |node| edges[node].iter().copied(),
        |members| {
            let mut stack = members.iter().rev().map(|&member| sequences[member]);
            if error.is_none()
                && (members.len() > 1 || edges[members[0]].contains(&members[0]))
                && let Some(first) = stack.next()
            {
                let found = Diag::error(first.loc(), RECURSION);
                error =
                    Some(stack.fold(found, |found, op| found.note(op.loc(), "operation on recursion stack")));
            }
        },
    );
    error.map_or(Ok(()), Err)
}

/// Whether an op is a transform op.
pub(crate) fn is_transform_op(op: OpRef<'_>) -> bool {
    op.interface::<dyn TransformOpInterface>().is_some()
}

/// Checks an op that can be the outermost one of a script.
///
/// # Errors
///
/// The error, at the op.
pub fn verify_possible_top_level(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let fail = |message: &str| Err(op_error(op, message.to_owned()));
    let Some(region) = op.regions().next() else { return fail("expects at least one region") };
    if !region.has_one_block() {
        return fail("expects a single-block region");
    }
    let Some(block) = region.entry() else { return Ok(()) };
    let Some(first) = block.args().next() else {
        return fail("expects the entry block to have at least one argument");
    };
    if handle_kind(cx, first.ty()) != Some(HandleKind::Op) {
        return fail(
            "expects the first entry block argument to be of type implementing TransformHandleTypeInterface",
        );
    }
    if op.operands().next().is_some_and(|operand| operand.ty() != first.ty()) {
        return fail("expects the type of the block argument to match the type of the operand");
    }
    for (i, arg) in block.args().enumerate().skip(1) {
        if handle_kind(cx, arg.ty()).is_none() {
            let message = "expects trailing entry block arguments to be of type implementing \
                           TransformHandleTypeInterface, TransformValueHandleTypeInterface or \
                           TransformParamTypeInterface";
            return Err(op_error(op, message.to_owned()).note(op.loc(), format!("argument #{i} does not")));
        }
    }
    let outer = op.ancestors().find(|outer| {
        outer.interface::<dyn TransformOpInterface>().is_some_and(TransformOpInterface::is_possible_top_level)
    });
    match outer {
        Some(outer) if op.num_operands() != block.args().len() => {
            Err(op_error(op, "expects operands to be provided for a nested op".to_owned())
                .note(outer.loc(), "nested in another possible top-level op"))
        }
        _ => Ok(()),
    }
}

/// A value is used up once at most.
pub(crate) fn check_double_consume(value: ValueRef<'_>, report: impl FnOnce() -> Box<Diag>) -> CheckResult {
    if value.uses().nth(1).is_none() {
        // The effects of a use may be those of all that is nested in it.
        return Ok(());
    }
    let mut consumers = value.uses().filter(|(user, _)| is_handle_consumed(*user, value.id()));
    let (Some(first), Some(second)) = (consumers.next(), consumers.next()) else { return Ok(()) };
    let used = |index: usize| format!("used here as operand #{index}");
    let mut error = report();
    error.message.push_str(" has more than one potential consumer");
    Err(error.note(first.0.loc(), used(first.1)).note(second.0.loc(), used(second.1)))
}

/// The numbers of the block's arguments that its ops use up.
pub(crate) fn consumed_arguments(block: BlockRef<'_>) -> FxHashSet<usize> {
    let nested = block.region().and_then(|region| region.parent_op()).map(NestedEffects::new);
    let nested = nested.unwrap_or_default();
    block.args().enumerate().filter(|(_, arg)| nested.is_argument_consumed(*arg)).map(|(i, _)| i).collect()
}

/// Whether a function's argument has an attribute.
pub(crate) fn has_arg_attr(function: OpRef<'_>, index: usize, name: &str) -> bool {
    let cx = function.cx();
    let dicts = function.inherent_attr("arg_attrs").and_then(|attrs| attrs.as_array(cx));
    let dict = dicts.and_then(|dicts| dicts.get(index)).map(|dict| dict.data(cx));
    matches!(dict, Some(AttrData::Dict(attrs)) if attrs.iter().any(|(key, _)| key.text(cx) == name))
}

/// The body of a function; `None` for a declaration.
pub(crate) fn function_body(function: OpRef<'_>) -> Option<BlockRef<'_>> {
    function.regions().next()?.entry()
}

/// Verifies the consumption annotations of the arguments of a called sequence.
///
/// # Errors
///
/// The error, at the sequence.
pub(crate) fn verify_consume_annotations(function: OpRef<'_>) -> CheckResult {
    check_consume_annotations(function, true, &mut |_| ())
}

/// [`verify_consume_annotations`], which calls `warn` with each argument that is wrongly annotated as
/// consumed. A sequence that is defined and not called may have no annotations.
fn check_consume_annotations(
    function: OpRef<'_>,
    is_called: bool,
    warn: &mut dyn FnMut(usize),
) -> CheckResult {
    let fail = |message: String| Err(Diag::error(function.loc(), message));
    let body = function_body(function);
    let consumed = body.map_or_else(FxHashSet::default, consumed_arguments);
    for i in 0..FUNCTION.argument_types(function).len() {
        let (is_consumed, is_readonly) =
            (has_arg_attr(function, i, CONSUMED), has_arg_attr(function, i, READONLY));
        if is_consumed && is_readonly {
            return fail(format!("argument #{i} cannot be both readonly and consumed"));
        }
        if (is_called || body.is_none()) && !is_consumed && !is_readonly {
            return fail(
                "must provide consumed/readonly status for arguments of external or called ops".to_owned(),
            );
        }
        if consumed.contains(&i) && !is_consumed && is_readonly {
            return fail(format!("argument #{i} is consumed in the body but is not marked as such"));
        }
        if body.is_some() && is_consumed && !consumed.contains(&i) {
            warn(i);
        }
    }
    Ok(())
}

/// [`verify_consume_annotations`] with warnings of arguments that are marked as used up and are not.
fn verify_own_annotations(function: OpRef<'_>) -> CheckResult {
    let mut warnings: Vec<Box<Diag>> = Vec::new();
    let result = check_consume_annotations(function, false, &mut |i| {
        let message = format!("op argument #{i} is not consumed in the body but is marked as consumed");
        warnings.push(Diag::warning(function.loc(), message));
    });
    // The last one is what came last.
    let chain = |next: Option<Box<Diag>>, mut diag: Box<Diag>| {
        diag.next = next;
        Some(diag)
    };
    warnings.into_iter().rev().fold(result.err(), chain).map_or(Ok(()), Err)
}

/// Checks a sequence that is called by its name.
///
/// # Errors
///
/// The error, at the sequence or its terminator.
pub(crate) fn verify_named_sequence(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let fail = |at: OpRef<'_>, message: String| Diag::error(at.loc(), message);
    let table = op.ancestors().find(|op| op.has_trait(TraitSet::SymbolTable));
    if let Some(table) = table
        && table.attr(WITH_NAMED_SEQUENCE).is_none()
    {
        let message =
            format!("expects the parent symbol table to have the '{WITH_NAMED_SEQUENCE}' attribute");
        return Err(fail(op, message).note(table.loc(), "symbol table operation"));
    }
    if let Some(outer) = op.ancestors().find(|op| is_transform_op(*op)) {
        return Err(fail(op, "cannot be defined inside another transform op".to_owned())
            .note(outer.loc(), "ancestor transform op"));
    }
    let Some(block) = function_body(op) else { return verify_own_annotations(op) };
    let Some(end) = block.last() else { return Err(fail(op, "expected a non-empty body block".to_owned())) };
    if !end.isa::<YieldOp>() {
        return Err(
            fail(op, "expected 'transform.yield' as terminator".to_owned()).note(end.loc(), "terminator")
        );
    }
    let results = FUNCTION.result_types(op);
    if end.num_operands() != results.len() {
        let message = "expected terminator to have as many operands as the parent op has results";
        return Err(fail(end, message.to_owned()));
    }
    for (i, (operand, &result)) in end.operands().zip(&results).enumerate() {
        if operand.ty() != result {
            let (has, wanted) = (cx.type_text(operand.ty()), cx.type_text(result));
            return Err(fail(
                end,
                format!(
                    "the type of the terminator operand #{i} must match the type of the corresponding parent op result \
                     ('{has}' vs '{wanted}')"
                ),
            ));
        }
    }
    verify_own_annotations(op)
}

/// Verifies that all ops of a sequence are transform ops, and that each value is consumed at most once.
pub(crate) fn verify_children(
    op: OpRef<'_>,
    block: BlockRef<'_>,
    no_transform: impl Fn(OpRef<'_>) -> Box<Diag>,
) -> CheckResult {
    for arg in block.args() {
        check_double_consume(arg, || op_error(op, format!("block argument #{}", arg.index())))?;
    }
    let last = block.last();
    for child in block.ops() {
        if !is_transform_op(child) && last.is_none_or(|last| last.id() != child.id()) {
            return Err(no_transform(op).note(child.loc(), "op without interface"));
        }
        for result in child.results() {
            check_double_consume(result, || plain_error(child, format!("result #{}", result.index())))?;
        }
    }
    Ok(())
}

/// The arguments of each region have the types of the operands, if there are operands.
pub(crate) fn verify_entries(op: OpRef<'_>) -> CheckResult {
    if op.num_operands() == 0 {
        return Ok(());
    }
    let (cx, passed) = (op.cx(), op.operand_types());
    for (number, region) in op.regions().enumerate() {
        let inputs = region.entry().map_or(Vec::new(), |block| block.arg_types());
        let fail = |what: String| {
            let message = format!("along control flow edge from parent to Region #{number}: {what}");
            Err(op_error(op, message).note(op.loc(), "region branch point"))
        };
        if passed.len() != inputs.len() {
            return fail(format!(
                "region branch point has {} operands, but region successor needs {} inputs",
                passed.len(),
                inputs.len()
            ));
        }
        if let Some(i) = (0..inputs.len()).find(|&i| passed[i] != inputs[i]) {
            return fail(format!(
                "successor operand type #{i} '{}' should match successor input type #{i} '{}'",
                cx.type_text(passed[i]),
                cx.type_text(inputs[i])
            ));
        }
    }
    Ok(())
}

/// Checks that the operand types of a region's terminator match the op's result types.
pub(crate) fn verify_yields(op: OpRef<'_>, region: RegionRef<'_>) -> CheckResult {
    let Some(end) = region.entry().and_then(|block| block.last()) else { return Ok(()) };
    if end.operand_types() == op.result_types() {
        return Ok(());
    }
    let message = "expects the types of the terminator operands to match the types of the result";
    Err(op_error(op, message.to_owned()).note(end.loc(), "terminator"))
}

/// The sequence that a symbol refers to, looked up from an op.
pub(crate) fn callee<'a>(op: OpRef<'a>, symbol: terrace_ir::Attr) -> Option<OpRef<'a>> {
    op.ir().symbol_tables().lookup_nearest(op, symbol).filter(|callee| callee.isa::<NamedSequenceOp>())
}
