//! Ops of the dialect transform on extensions of a script's state.

use terrace_ir::attr_kind::StrAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Diag, OpKind, OpRef};
use terrace_macros::op;
use terrace_transform::effects::{Navigation, NoEffects};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

use crate::transform_ops::apply;

/// The text that the extension of the state has.
struct TestExtension(String);

/// Adds the extension.
#[op("transform.test_add_test_extension", interfaces(dyn TransformOpInterface, dyn MemoryEffects = NoEffects),
     format = "$message attr-dict")]
pub struct TestAddTestExtensionOp {
    message: Prop<StrAttr>,
}

/// Reports whether the extension is present.
#[op("transform.test_check_if_test_extension_present",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$operand attr-dict `:` type($operand)")]
pub struct TestCheckIfTestExtensionPresentOp {
    operand: Operand<TRANSFORM_HANDLE>,
}

/// Remaps the handles of its operand's payload op to the transform op itself.
#[op("transform.test_remap_operand_to_self",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$operand attr-dict `:` functional-type($operand, $out)")]
pub struct TestRemapOperandToSelfOp {
    operand: Operand<TRANSFORM_HANDLE>,
    out: OptRes<TRANSFORM_HANDLE>,
}

/// Removes the extension.
#[op("transform.test_remove_test_extension", interfaces(dyn TransformOpInterface, dyn MemoryEffects = NoEffects),
     format = "attr-dict")]
pub struct TestRemoveTestExtensionOp {}

apply! {
    TestAddTestExtensionOp(op, state, _results) {
        state.extensions.add(TestExtension(TestAddTestExtensionOp::view_of(op).message().to_owned()));
        Ok(())
    }
    TestCheckIfTestExtensionPresentOp(op, state, _results) {
        let Some(text) = state.extensions.get::<TestExtension>().map(|extension| extension.0.clone()) else {
            state.report_about(op, Diag::remark(op.loc(), "extension absent"));
            return Ok(());
        };
        let mut remark = Diag::remark(op.loc(), format!("extension present, {text}"));
        for payload in state.payload_ops(TestCheckIfTestExtensionPresentOp::view_of(op).operand()) {
            remark = remark.note(state.op(payload).loc(), "associated payload op");
        }
        state.report_about(op, remark);
        Ok(())
    }
    TestRemapOperandToSelfOp(op, state, results) {
        let view = TestRemapOperandToSelfOp::view_of(op);
        if state.extensions.get::<TestExtension>().is_none() {
            return Err(state.definite_at(op, "TestTransformStateExtension missing"));
        }
        let Some(payload) = state.payload_ops(view.operand()).first().copied() else { return Ok(()) };
        let results_of: Vec<_> = state.op(payload).results().map(|result| result.handle()).collect();
        let (fewer, tracked) = (op.num_results() < results_of.len(), results_of.iter().any(|value| !state.handles_of_value(*value).is_empty()));
        if fewer && tracked {
            let message = "cannot replace an op with another op producing fewer results while tracking handles";
            let loc = state.op(payload).loc();
            return Err(state.definite(Diag::error(loc, message)));
        }
        state.replace_payload_op(payload, Some(op.handle()));
        if view.out().is_some() {
            results.set(0, vec![op.handle()]);
        }
        Ok(())
    }
    TestRemoveTestExtensionOp(_op, state, _results) {
        state.extensions.remove::<TestExtension>();
        Ok(())
    }
}
