//! Ops that replace single ops.

use terrace_dialects_linalg::named_elementwise::CopyOp as LinalgCopyOp;
use terrace_dialects_linalg::structured::has_tensor_semantics;
use terrace_dialects_mem::memref::CopyOp;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{BinaryOpView, Diag, OpHandle, OpKind, OpRef, Type};
use terrace_macros::op;
use terrace_passes_linalg::img2col::rewrite_in_img2col;
use terrace_passes_linalg::transpose_conv::transpose_conv2d;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformState,
};

use super::actions::{check_structured, not_applied};
use super::tile::handles;

/// Changes the order of the dimensions of the filter of convolutions.
#[op("transform.structured.transpose_conv2d",
     interfaces(dyn TransformOpInterface = Each(TransposeConv2DOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, results)")]
pub struct TransposeConv2DOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for TransposeConv2DOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        match state.rewrite(target.body, |rw| transpose_conv2d(rw, target.op)) {
            Some(made) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            None => Err(not_applied(op, state, target)),
        }
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Writes `linalg.copy` as `memref.copy`.
#[op("transform.structured.linalg_copy_to_memref",
     interfaces(dyn TransformOpInterface = Each(LinalgCopyToMemrefOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct LinalgCopyToMemrefOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

/// The reason why an op cannot be converted to `memref.copy`; `None` if it can.
fn refused_copy(payload: OpRef<'_>) -> Option<&'static str> {
    let cx = payload.cx();
    if !payload.isa::<LinalgCopyOp>() {
        return Some("only linalg.copy target ops are supported");
    }
    if has_tensor_semantics(payload) {
        return Some("cannot transform a linalg.copy on tensors into a memref.copy");
    }
    let elements: Vec<Option<Type>> = payload.operands().map(|value| value.ty().element_type(cx)).collect();
    match elements.as_slice() {
        [None, ..] => Some("cannot transform a linalg.copy which input has no shape"),
        [source, dest] if source != dest => {
            Some("cannot transform a linalg.copy with different source and destination element types ")
        }
        _ => None,
    }
}

impl TransformEachOp for LinalgCopyToMemrefOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        let loc = payload.loc();
        if let Some(message) = refused_copy(payload) {
            let error = Diag::error(op.loc(), message).note(loc, "target op");
            return Err(TransformFailure::silenceable(error));
        }
        let (source, dest) = BinaryOpView(payload).operands();
        let (source, dest) = (source.id(), dest.id());
        let made = state.rewrite(target.body, |rw| {
            rw.set_insertion_point_before(target.op);
            let made = rw.build(CopyOp::of(source, dest).loc(loc));
            rw.replace_op(target.op, &[]);
            made.into()
        });
        Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])])
    }
}

/// Writes convolutions as products of matrices.
#[op("transform.structured.convert_conv2d_to_img2col",
     interfaces(dyn TransformOpInterface = Each(ConvertConv2DToImg2ColOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, results)")]
pub struct ConvertConv2DToImg2ColOp {
    target: Operand<TRANSFORM_HANDLE>,
    img2col_tensor: Res<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for ConvertConv2DToImg2ColOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let Some(made) = state.rewrite(target.body, |rw| rewrite_in_img2col(rw, target.op)) else {
            return Err(not_applied(op, state, target));
        };
        Ok(handles(target, [made.img2col, made.result]).map(|op| Mapping::Ops(vec![op])).collect())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
