//! Ops of the dialect transform that move definitions of values: `transform.test.move_*`, by upstream's names.

use terrace_ir::effects::MemoryEffects;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{BodyId, Diag, OpHandle, OpKind, OpRef, Rewriter, Value, ValueHandle, ValueRef};
use terrace_macros::op;
use terrace_rewrite::motion::{
    DIFFERENT_BLOCKS, Dominance, MoveRefusal, move_operation_dependencies, move_value_definitions,
};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::{TRANSFORM_HANDLE, TRANSFORM_VALUE_HANDLE};
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The extension of the dialect `transform` with this module's ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[TestMoveOperandDeps::DEF, TestMoveValueDefns::DEF],
    ..EMPTY_EXTENSION
};

/// Moves the backward slice of an op before another op.
#[op("transform.test.move_operand_deps", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$op `before` $insertion_point attr-dict `:` type($op) `,` type($insertion_point)")]
pub struct TestMoveOperandDeps {
    op: Operand<TRANSFORM_HANDLE>,
    insertion_point: Operand<TRANSFORM_HANDLE>,
}

/// Moves what defines values before an op.
#[op("transform.test.move_value_defns", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$values `before` $insertion_point attr-dict `:` `(` type($values) `)` `,` type($insertion_point)")]
pub struct TestMoveValueDefns {
    values: VarOperand<TRANSFORM_VALUE_HANDLE>,
    insertion_point: Operand<TRANSFORM_HANDLE>,
}

/// Moves a value or an op before the first op of a handle, and reports a refusal.
fn move_before(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    at: ValueRef<'_>,
    bodies: impl IntoIterator<Item = BodyId>,
    work: impl FnOnce(&mut Rewriter<'_>, OpHandle, &mut Dominance) -> Result<(), MoveRefusal>,
) -> TransformResult {
    let Some(&at) = state.payload_ops(at).first() else {
        return Err(state.definite_at(op, "Only one op can be specified as an insertion point"));
    };
    let moved = match bodies.into_iter().all(|body| body == at.body) {
        true => state.rewrite(at.body, |rw| work(rw, at, &mut Dominance::default())),
        false => Err(DIFFERENT_BLOCKS),
    };
    if let Err(why) = moved {
        state.report_about(op, Diag::remark(op.loc(), why));
    }
    Ok(())
}

impl TransformOpInterface for TestMoveOperandDeps {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestMoveOperandDeps::view_of(op);
        let Some(&target) = state.payload_ops(view.op()).first() else {
            return Err(state.definite_at(op, "Only one op can be specified as an insertion point"));
        };
        move_before(op, state, view.insertion_point(), [target.body], |rw, at, dominance| {
            move_operation_dependencies(rw, target.op, at.op, dominance)
        })
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

impl TransformOpInterface for TestMoveValueDefns {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestMoveValueDefns::view_of(op);
        let handles: Vec<ValueHandle> =
            view.values().flat_map(|handle| state.payload_values(handle)).collect();
        let values: Vec<Value> = handles.iter().map(|value| value.value).collect();
        let bodies = handles.iter().map(|value| value.body);
        move_before(op, state, view.insertion_point(), bodies, |rw, at, dominance| {
            move_value_definitions(rw, &values, at.op, dominance)
        })
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
