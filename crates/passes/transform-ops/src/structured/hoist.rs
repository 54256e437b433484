//! Moves transfers and broadcasts of vectors out of loops.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_vector::hoist_broadcasts::hoist_redundant_vector_broadcasts;
use terrace_passes_vector::hoist_transfers::hoist_redundant_vector_transfers;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformState,
};

/// Hoists transfers of vectors out of the loops of functions.
#[op("transform.structured.hoist_redundant_vector_transfers",
     interfaces(dyn TransformOpInterface = Each(HoistRedundantVectorTransfersOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct HoistRedundantVectorTransfersOp {
    target: Operand<TRANSFORM_HANDLE>,
    verify_non_zero_trip: OptProp<UnitAttr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for HoistRedundantVectorTransfersOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        let Some(body) = payload.inner_body().filter(|_| payload.isa::<FuncOp>()) else {
            let message = "transform applied to the wrong op kind";
            return Err(TransformFailure::at(op, message).note(payload.loc(), "when applied to this op"));
        };
        let verify = HoistRedundantVectorTransfersOp::view_of(op).verify_non_zero_trip_attr().is_some();
        state.rewrite(body, |rw| hoist_redundant_vector_transfers(rw, verify));
        Ok(vec![Mapping::Ops(vec![target])])
    }
}

/// Hoists broadcasts of vectors out of the loops of ops that are isolated from what is around them.
#[op("transform.structured.hoist_redundant_vector_broadcasts",
     interfaces(dyn TransformOpInterface = Each(HoistRedundantVectorBroadcastsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct HoistRedundantVectorBroadcastsOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for HoistRedundantVectorBroadcastsOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        let Some(body) = payload.inner_body() else {
            let message = "expected an op that is isolated from above";
            return Err(TransformFailure::at(op, message).note(payload.loc(), "when applied to this op"));
        };
        state.rewrite(body, hoist_redundant_vector_broadcasts);
        Ok(vec![Mapping::Ops(vec![target])])
    }
}
