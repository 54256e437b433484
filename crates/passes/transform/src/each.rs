//! Ops that are applied to each payload op separately.

use rustc_hash::FxHashSet;
use terrace_ir::{Diag, Loc, OpHandle, OpRef};

use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::TransformEachOp;
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;
use crate::types::{HandleKind, handle_kind};

/// Applies an op to each payload op of its first operand, and maps its results to the concatenated results.
/// Silenceable failures are collected, and the other targets are still processed.
pub(crate) fn apply_to_each<'s>(
    each: &dyn TransformEachOp,
    op: OpRef<'s>,
    state: &mut TransformState<'s>,
    results: &mut TransformResults,
) -> TransformResult {
    let cx = op.cx();
    let kinds: Vec<HandleKind> =
        op.results().map(|result| handle_kind(cx, result.ty()).unwrap_or(HandleKind::Op)).collect();
    let mut all: Vec<Mapping> = kinds.iter().map(|&kind| Mapping::empty(kind)).collect();
    let Some(handle) = op.operands().next() else { return Ok(()) };
    let targets = state.payload_ops(handle);
    if state.expensive_checks && state.consumed_operands(op).contains(0) {
        check_nested_consumption(op, &targets, state)?;
    }
    let mut errors = Vec::new();
    for target in targets {
        let payload = state.ir.op(target);
        let loc = payload.loc();
        if each.target_name().is_some_and(|name| name != payload.name_text()) {
            let error = Diag::error(op.loc(), "transform applied to the wrong op kind");
            errors.push(error.note(loc, "when applied to this op"));
            continue;
        }
        let made = match each.apply_to_one(op, target, state) {
            Err(TransformFailure::Definite) => return Err(TransformFailure::Definite),
            Err(TransformFailure::Silenceable(more)) => {
                errors.extend(more);
                continue;
            }
            Ok(made) => made,
        };
        check_results(op, loc, &made, state)?;
        // Where one thing was not made, the handles stand for nothing of this target.
        if made.iter().any(Mapping::is_empty) {
            continue;
        }
        for (all, made) in all.iter_mut().zip(made) {
            all.append(made);
        }
    }
    for (i, mapping) in all.into_iter().enumerate() {
        results.set_mapped(i, mapping);
    }
    if errors.is_empty() { Ok(()) } else { Err(TransformFailure::Silenceable(errors)) }
}

/// Verifies that no op of a consumed handle is nested in a preceding one.
fn check_nested_consumption(
    op: OpRef<'_>,
    targets: &[OpHandle],
    state: &mut TransformState<'_>,
) -> TransformResult {
    let mut seen = FxHashSet::default();
    for &target in targets {
        let payload = state.ir.op(target);
        let ancestor = payload.self_and_ancestors().find(|op| seen.contains(&op.handle()));
        if let Some(ancestor) = ancestor {
            let message = "transform operation consumes a handle pointing to an ancestor payload operation before its \
                           descendant";
            let error = Diag::error(op.loc(), message)
                .note(op.loc(), "the ancestor is likely erased or rewritten before the descendant is accessed, leading to undefined behavior")
                .note(ancestor.loc(), "ancestor payload op")
                .note(payload.loc(), "descendant payload op");
            return Err(state.definite(error));
        }
        seen.insert(target);
    }
    Ok(())
}

/// Verifies that an op returned one payload object for each target and result.
fn check_results(
    op: OpRef<'_>,
    target: Loc,
    made: &[Mapping],
    state: &mut TransformState<'_>,
) -> TransformResult {
    let name = op.name_text();
    if made.len() != op.num_results() {
        let (expected, actual) = (op.num_results(), made.len());
        let message = format!(
            "application of {name} expected to produce {expected} results (actually produced {actual})."
        );
        let help = "if you need variadic results, consider a generic `apply` instead of the specialized `applyToOne`.";
        let error =
            Diag::error(op.loc(), message).note(target, "when applied to this op").note(op.loc(), help);
        return Err(state.definite(error));
    }
    for (i, (result, mapping)) in op.results().zip(made).enumerate() {
        let Some(kind) = handle_kind(op.cx(), result.ty()) else { continue };
        if kind != mapping.kind() {
            let word = |kind: HandleKind| match kind {
                HandleKind::Op => "an Operation *",
                HandleKind::Value => "a Value",
                HandleKind::Param => "an Attribute",
            };
            let message = format!("application of {name} expected to produce {} for result #{i}", word(kind));
            return Err(
                state.definite(Diag::error(op.loc(), message).note(target, "when applied to this op"))
            );
        }
    }
    Ok(())
}
