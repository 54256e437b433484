//! Ops that convert loops to other loops, and one that assumes a branch is taken.

use terrace_dialects_core::region_if::replace_by_region;
use terrace_dialects_core::scf::{ForallOp, IfOp, ParallelOp};
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_scf::convert::{convert_to_nested_for, convert_to_parallel};
use terrace_transform::effects::{FunctionalStyle, ReadsHandlesModifiesPayload};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use super::single_target;

/// Replaces `scf.forall` by a nest of `scf.for`.
#[op("transform.loop.forall_to_for", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct ForallToForOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: VarRes<TRANSFORM_HANDLE>,
}

/// Checks that a payload op has a name, and no outputs.
fn check_name<K: OpKind>(
    op: OpRef<'_>,
    target: OpHandle,
    state: &TransformState<'_>,
) -> Result<(), TransformFailure> {
    let payload = state.op(target);
    match payload.isa::<K>() {
        true => Ok(()),
        false => Err(TransformFailure::at(op, format!("expected the payload to be {}", K::DEF.name))
            .note(payload.loc(), "payload op")),
    }
}

/// The nest of loops that a loop is replaced by, one for each result of the op.
fn nest(
    op: OpRef<'_>,
    target: OpHandle,
    state: &mut TransformState<'_>,
    failed: &str,
    results: &mut TransformResults,
) -> TransformResult {
    let payload = state.op(target);
    let loc = payload.loc();
    let loops = payload.interface::<dyn LoopLike>();
    let variables = loops.map_or(0, |loops| loops.induction_vars(payload).len());
    if op.num_results() != variables {
        let message = format!(
            "op expects as many results ({}) as payload has induction variables ({variables})",
            op.num_results()
        );
        return Err(TransformFailure::at(op, message).note(loc, "payload op"));
    }
    let Some(made) = state.rewrite(target.body, |rw| convert_to_nested_for(rw, target.op)) else {
        return Err(TransformFailure::at(op, failed).note(loc, "payload op"));
    };
    for (i, made) in made.into_iter().enumerate() {
        results.set(i, vec![OpHandle { body: target.body, op: made }]);
    }
    Ok(())
}

impl TransformOpInterface for ForallToForOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let target = single_target(op, ForallToForOp::view_of(op).target(), state)?;
        check_name::<ForallOp>(op, target, state)?;
        if ForallOp::view_of(state.op(target)).outputs().len() > 0 {
            return Err(TransformFailure::at(op, "unsupported shared outputs (didn't bufferize?)"));
        }
        nest(op, target, state, "failed to convert forall into for", results)
    }
}

/// Replaces `scf.forall` by `scf.parallel`.
#[op("transform.loop.forall_to_parallel", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct ForallToParallelOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for ForallToParallelOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let target = single_target(op, ForallToParallelOp::view_of(op).target(), state)?;
        check_name::<ForallOp>(op, target, state)?;
        let payload = state.op(target);
        let loc = payload.loc();
        if ForallOp::view_of(payload).outputs().len() > 0 {
            return Err(TransformFailure::at(op, "unsupported shared outputs (didn't bufferize?)"));
        }
        if op.num_results() != 1 {
            let message = format!("op expects one result, given {}", op.num_results());
            return Err(TransformFailure::at(op, message).note(loc, "payload op"));
        }
        let Some(made) = state.rewrite(target.body, |rw| convert_to_parallel(rw, target.op)) else {
            return Err(
                TransformFailure::at(op, "failed to convert forall into parallel").note(loc, "payload op")
            );
        };
        results.set(0, vec![OpHandle { body: target.body, op: made }]);
        Ok(())
    }
}

/// Replaces `scf.parallel` by a nest of `scf.for`.
#[op("transform.loop.parallel_for_to_nested_fors",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct ParallelForToNestedForOps {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for ParallelForToNestedForOps {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let target = single_target(op, ParallelForToNestedForOps::view_of(op).target(), state)?;
        check_name::<ParallelOp>(op, target, state)?;
        if state.op(target).num_results() > 0 {
            return Err(TransformFailure::at(op, "unsupported shared outputs (didn't bufferize?)"));
        }
        nest(op, target, state, "failed to convert parallel into nested fors", results)
    }
}

/// Replaces `scf.if` by one of its branches.
#[op("transform.scf.take_assumed_branch",
     interfaces(dyn TransformOpInterface = Each(TakeAssumedBranchOp::MODEL), dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target (`take_else_branch` $take_else_branch^)? attr-dict `:` functional-type(operands, results)")]
pub struct TakeAssumedBranchOp {
    target: Operand<TRANSFORM_HANDLE>,
    take_else_branch: OptProp<UnitAttr>,
}

impl TransformEachOp for TakeAssumedBranchOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let (takes_else, branch) =
            (TakeAssumedBranchOp::view_of(op).take_else_branch(), IfOp::view_of(state.op(target)));
        let (region, name) = match takes_else {
            true => (branch.else_region(), "`else`"),
            false => (branch.then_region(), "`then`"),
        };
        if !region.has_one_block() {
            let message = format!("requires an scf.if op with a single-block {name} region");
            return Err(state.definite_at(op, message));
        }
        let region = region.id();
        state.rewrite(target.body, |rw| replace_by_region(rw, target.op, region, &[]));
        Ok(Vec::new())
    }

    fn target_name(&self) -> Option<&'static str> {
        Some(IfOp::DEF.name)
    }
}
