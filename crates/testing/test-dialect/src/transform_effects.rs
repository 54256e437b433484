//! An op of the dialect transform with configurable memory effects.

use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{OpKind, OpRef};
use terrace_macros::op;
use terrace_transform::effects::{consumes_handle, modifies_payload, produces_handle};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The ops that this module adds to the dialect transform.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[TestRequiredMemoryEffectsOp::DEF], ..EMPTY_EXTENSION };

/// Has the effects that its attributes name.
#[op("transform.test_required_memory_effects", interfaces(dyn TransformOpInterface, dyn MemoryEffects),
     format = "$in attr-dict `:` functional-type(operands, results)")]
pub struct TestRequiredMemoryEffectsOp {
    r#in: Operand<TRANSFORM_HANDLE>,
    has_operand_effect: OptProp<UnitAttr>,
    has_result_effect: OptProp<UnitAttr>,
    modifies_payload: OptProp<UnitAttr>,
    out: Res<TRANSFORM_HANDLE>,
}

impl MemoryEffects for TestRequiredMemoryEffectsOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = TestRequiredMemoryEffectsOp::view_of(op);
        if view.has_operand_effect() {
            consumes_handle(op.operands(), out);
        }
        if view.has_result_effect() {
            produces_handle([view.out()], out);
        }
        if view.modifies_payload() {
            modifies_payload(out);
        }
    }
}

impl TransformOpInterface for TestRequiredMemoryEffectsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let targets = op.operands().flat_map(|handle| state.payload_ops(handle)).collect();
        results.set(0, targets);
        Ok(())
    }
}
