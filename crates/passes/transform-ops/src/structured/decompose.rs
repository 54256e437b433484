//! Ops that write structured ops as simpler ones.

use terrace_dialects_linalg::classify::is_elementwise;
use terrace_dialects_linalg::softmax::SoftmaxOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Diag, OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_linalg::decompose_softmax::decompose_softmax;
use terrace_passes_linalg::downscale_convolution::downscale_convolution;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformState,
};

use terrace_passes_linalg::flatten::flatten_elementwise;

use super::actions::{check_structured, not_applied};

/// Decomposes convolutions to such of lower dimension.
#[op("transform.structured.decompose",
     interfaces(dyn TransformOpInterface = Each(DecomposeOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct DecomposeOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for DecomposeOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        match state.rewrite(target.body, |rw| downscale_convolution(rw, target.op)) {
            Some(made) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            None => Err(not_applied(op, state, target)),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Decomposes ops that are aggregates of others.
#[op("transform.structured.decompose_interface",
     interfaces(dyn TransformOpInterface = Each(DecomposeInterfaceOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct DecomposeInterfaceOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for DecomposeInterfaceOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let made = state.rewrite(target.body, |rw| {
            let value = decompose_softmax(rw, SoftmaxOp::assume(target.op))?;
            rw.value(value).defining_op().map(OpRef::handle)
        });
        match made {
            Some(made) => Ok(vec![Mapping::Ops(vec![made])]),
            None => Err(not_applied(op, state, target)),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Flattens elementwise ops to tensors and buffers of rank one.
#[op("transform.structured.flatten_elementwise",
     interfaces(dyn TransformOpInterface = Each(FlattenElementwiseLinalgOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, results)")]
pub struct FlattenElementwiseLinalgOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for FlattenElementwiseLinalgOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let payload = state.op(target);
        let (loc, loops) = (payload.loc(), as_structured(payload).map_or(0, |it| it.parallel(payload).len()));
        let fail = |message: &str| Err(TransformFailure::silenceable(Diag::error(loc, message)));
        if !is_elementwise(payload) {
            return fail("only elementwise flattening is supported");
        }
        if loops <= 1 {
            return Ok(vec![Mapping::Ops(vec![target])]);
        }
        match state.rewrite(target.body, |rw| flatten_elementwise(rw, target.op)) {
            Some(made) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            None => fail("attempted to flatten, but failed"),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
