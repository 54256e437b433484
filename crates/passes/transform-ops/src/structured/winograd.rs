//! The ops of Winograd's algorithm for convolutions.

use terrace_dialects_linalg::attrs::WinogradConv2DFmrAttr;
use terrace_dialects_linalg::named_convolution::Conv2DNhwcFhwcOp;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Diag, OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_linalg::decompose_winograd::{decompose_winograd, is_winograd_transform};
use terrace_passes_linalg::winograd::winograd_conv2d;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformState,
};

use super::actions::check_structured;

/// Computes convolutions by Winograd's algorithm.
#[op("transform.structured.winograd_conv2d",
     interfaces(dyn TransformOpInterface = Each(WinogradConv2DOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, results)")]
pub struct WinogradConv2DOp {
    target: Operand<TRANSFORM_HANDLE>,
    fmr: Prop<WinogradConv2DFmrAttr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for WinogradConv2DOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        if !state.op(target).isa::<Conv2DNhwcFhwcOp>() {
            return Err(TransformFailure::at(
                op,
                "this operation is not supported to convert to Winograd Conv2D",
            ));
        }
        let fmr = WinogradConv2DOp::view_of(op).fmr();
        match state.rewrite(target.body, |rw| winograd_conv2d(rw, target.op, fmr)) {
            Some(made) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            None => Err(TransformFailure::at(op, "apply Winograd Conv2D failed")),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Decomposes ops of Winograd's algorithm.
#[op("transform.structured.decompose_winograd_op",
     interfaces(dyn TransformOpInterface = Each(DecomposeWinogradOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, results)")]
pub struct DecomposeWinogradOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for DecomposeWinogradOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let loc = state.op(target).loc();
        let fail = |message: &str| {
            Err(TransformFailure::silenceable(Diag::error(op.loc(), message).note(loc, "target op")))
        };
        if !is_winograd_transform(state.op(target)) {
            return fail("this operation is not supported to decompose into other operations");
        }
        match state.rewrite(target.body, |rw| decompose_winograd(rw, target.op)) {
            Some(made) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            None => fail("decompose Winograd operations failed"),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
