//! Ops of the dialect transform with regions, and ops that make what no op may make, as upstream's test extension has them.

use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Attr, CheckResult, OpHandle, OpKind, OpRef, Type};
use terrace_macros::op;
use terrace_transform::effects::{
    Navigation, NoEffects, ProducesHandles, ReadsHandlesModifiesPayload, consumes_handle, modifies_payload,
};
use terrace_transform::ops::FailurePropagationMode;
use terrace_transform::types::{
    HandleKind, TRANSFORM_ANY_HANDLE_OR_PARAM, TRANSFORM_HANDLE, TRANSFORM_PARAM, TRANSFORM_VALUE_HANDLE,
    handle_kind,
};
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformOpInterface, TransformResult, TransformResults,
    TransformState,
};

use crate::transform_ops::{TestDummyPayloadOp, apply, apply_to_one};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        TestBranchingTransformOpTerminator::DEF,
        TestProduceInvalidIR::DEF,
        TestProduceNullParamOp::DEF,
        TestProduceNullPayloadOp::DEF,
        TestProduceNullValueOp::DEF,
        TestProduceTransformParamOrForwardOperandOp::DEF,
        TestReEnterRegionOp::DEF,
        TestTransformOpWithRegions::DEF,
    ],
    ..EMPTY_EXTENSION
};

/// Has two regions, and does nothing.
#[op("transform.test_transform_op_with_regions", traits(NoTerminator),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = NoEffects),
     format = "attr-dict-with-keyword regions")]
pub struct TestTransformOpWithRegions {
    first: Region,
    second: Region,
}

/// Ends a block, with any number of blocks to go on with.
#[op("transform.test_branching_transform_op_terminator", traits(Terminator),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = NoEffects))]
pub struct TestBranchingTransformOpTerminator {
    succ: VarSucc,
}

/// Runs its region several times.
#[op("transform.test_re_enter_region", verify = verify_re_enter,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects),
     format = "($args^ `:` type($args))? attr-dict-with-keyword regions")]
pub struct TestReEnterRegionOp {
    args: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    body: Region<Sized<1>>,
}

/// The number of times that the region is entered.
const ENTRIES: usize = 4;

fn verify_re_enter(op: OpRef<'_>) -> CheckResult {
    let view = TestReEnterRegionOp::view_of(op);
    match view.body().entry().map_or(0, |block| block.args().len()) == view.args().len() {
        true => Ok(()),
        false => Err(op_error(op, "expects as many operands as block arguments")),
    }
}

impl MemoryEffects for TestReEnterRegionOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        modifies_payload(out);
    }
}

/// Creates an op in its target that is not valid.
#[op("transform.test_produce_invalid_ir",
     interfaces(dyn TransformOpInterface = Each(TestProduceInvalidIR::MODEL), dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target attr-dict `:` type($target)")]
pub struct TestProduceInvalidIR {
    target: Operand<TRANSFORM_HANDLE>,
}

/// A parameter and an op, each in place of the other if requested.
#[op("transform.test_produce_transform_param_or_forward_operand",
     interfaces(dyn TransformOpInterface = Each(TestProduceTransformParamOrForwardOperandOp::MODEL),
                dyn MemoryEffects = Navigation),
     format = "$in attr-dict `:` functional-type(operands, results)")]
pub struct TestProduceTransformParamOrForwardOperandOp {
    r#in: Operand<TRANSFORM_HANDLE>,
    first_result_is_param: OptProp<UnitAttr>,
    first_result_is_null: OptProp<UnitAttr>,
    second_result_is_handle: OptProp<UnitAttr>,
    out: Res<ANY_TYPE>,
    param: Res<TRANSFORM_PARAM>,
}

/// Defines ops that map nothing where something must be mapped.
macro_rules! nulls {
    ($($(#[$meta:meta])* $op:ident ($name:literal, $constraint:ident, $message:literal);)*) => {$(
        $(#[$meta])*
        #[op($name, interfaces(dyn TransformOpInterface, dyn MemoryEffects = ProducesHandles),
             format = "attr-dict `:` type($out)")]
        pub struct $op {
            out: Res<$constraint>,
        }

        apply! {
            $op(op, state, _results) {
                Err(state.definite_at(op, $message))
            }
        }
    )*};
}

nulls! {
    /// A handle to no op where one is needed.
    TestProduceNullPayloadOp("transform.test_produce_null_payload", TRANSFORM_HANDLE,
        "attempting to assign a null payload op to this transform value");
    /// A parameter without an attribute.
    TestProduceNullParamOp("transform.test_produce_null_param", TRANSFORM_PARAM,
        "attempting to assign a null parameter to this transform value");
    /// A handle to no value where one is needed.
    TestProduceNullValueOp("transform.test_produce_null_value", TRANSFORM_VALUE_HANDLE,
        "attempting to assign a null payload value to this transform handle");
}

apply! {
    TestTransformOpWithRegions(_op, _state, _results) {
        Ok(())
    }
    TestBranchingTransformOpTerminator(_op, _state, _results) {
        Ok(())
    }
    TestReEnterRegionOp(op, state, _results) {
        let view = TestReEnterRegionOp::view_of(op);
        let mappings = state.mapped_values(view.args());
        for _ in 0..ENTRIES {
            state.in_region_scope(|state| {
                state.map_block_arguments(view.body(), mappings.clone())?;
                let mode = FailurePropagationMode::Propagate;
                state.apply_sequence(view.body(), mode, &mut TransformResults::new(0))
            })?;
        }
        Ok(())
    }
}

apply_to_one! {
    TestProduceInvalidIR(_op, target, state) {
        let payload = state.op(target);
        let block = payload.regions().next().and_then(|region| region.entry());
        let Some((body, block)) = block.map(|block| (block.body_id(), block.id())) else { return Ok(Vec::new()) };
        let loc = payload.loc();
        state.rewrite(body, |rw| {
            rw.set_insertion_point_to_start(block);
            rw.build(TestDummyPayloadOp::of(&[]).fail_to_verify_attr(Attr::UNIT).loc(loc));
        });
        Ok(Vec::new())
    }
    TestProduceTransformParamOrForwardOperandOp(op, target, state) {
        let (cx, view) = (op.cx(), TestProduceTransformParamOrForwardOperandOp::view_of(op));
        let param = |number| Mapping::Params(vec![cx.int_attr(Type::I64, number)]);
        let target: OpHandle = state.op(target).handle();
        let first = match (view.first_result_is_param(), view.first_result_is_null()) {
            (true, _) => param(0),
            (false, true) => {
                let kind = op.results().next().and_then(|result| handle_kind(cx, result.ty()));
                Mapping::empty(kind.unwrap_or(HandleKind::Op))
            }
            (false, false) => Mapping::Ops(vec![target]),
        };
        let second = if view.second_result_is_handle() { Mapping::Ops(vec![target]) } else { param(42) };
        Ok(vec![first, second])
    }
}
