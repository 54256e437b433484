//! Ops that write relayouts of tensors as simpler ops.

use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::def::TypeConstraint;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Attr, Context, OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_linalg::lower_pack::{lower_pack, lower_unpack};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformState,
};

/// The constraint of handles to ops of a name.
macro_rules! handle_of {
    ($name:literal) => {
        terrace_ir::def::TypeConstraint::new(
            concat!("Transform IR handle to ", $name, " operations"),
            |cx, ty| terrace_transform::types::operation_name(cx, ty).is_some_and(|name| name == $name),
        )
    };
}

static PACK_HANDLE: TypeConstraint = handle_of!("linalg.pack");
static PAD_HANDLE: TypeConstraint = handle_of!("tensor.pad");
static EXPAND_HANDLE: TypeConstraint = handle_of!("tensor.expand_shape");
static UNPACK_HANDLE: TypeConstraint = handle_of!("linalg.unpack");
static EMPTY_HANDLE: TypeConstraint = handle_of!("tensor.empty");
static COLLAPSE_HANDLE: TypeConstraint = handle_of!("tensor.collapse_shape");
static EXTRACT_HANDLE: TypeConstraint = handle_of!("tensor.extract_slice");
static TRANSPOSE_HANDLE: TypeConstraint = handle_of!("linalg.transpose");

/// The default of flags that are set.
fn yes(cx: &Context) -> Attr {
    cx.bool_attr(true)
}

/// Writes `linalg.pack` as padding, a reshape and a transposition.
#[op("transform.structured.lower_pack",
     interfaces(dyn TransformOpInterface = Each(LowerPackOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct LowerPackOp {
    target: Operand<PACK_HANDLE>,
    lowerPadLikeWithInsertSlice: DefaultProp<BoolAttr, yes>,
    pad_op: Res<PAD_HANDLE>,
    expand_shape_op: Res<EXPAND_HANDLE>,
    transpose_op: Res<TRANSPOSE_HANDLE>,
}

impl TransformEachOp for LowerPackOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let insert = LowerPackOp::view_of(op).lower_pad_like_with_insert_slice();
        let Some(made) = state.rewrite(target.body, |rw| lower_pack(rw, PackOp::assume(target.op), insert))
        else {
            let loc = state.op(target).loc();
            let error = terrace_ir::Diag::error(loc, "cannot lower to pad + expand + transpose");
            return Err(TransformFailure::silenceable(error));
        };
        let one = |op| Mapping::Ops(vec![OpHandle { body: target.body, op }]);
        let none = || Mapping::Ops(Vec::new());
        let (expand, transpose) = match made.reordered {
            Some((expand, transpose)) => (one(expand), one(transpose)),
            None => (none(), none()),
        };
        Ok(Vec::from([one(made.pad), expand, transpose]))
    }

    fn target_name(&self) -> Option<&'static str> {
        Some(PackOp::DEF.name)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Writes `linalg.unpack` as a transposition, a reshape and a slice.
#[op("transform.structured.lower_unpack",
     interfaces(dyn TransformOpInterface = Each(LowerUnPackOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct LowerUnPackOp {
    target: Operand<UNPACK_HANDLE>,
    lowerUnpadLikeWithExtractSlice: DefaultProp<BoolAttr, yes>,
    empty_op: Res<EMPTY_HANDLE>,
    transpose_op: Res<TRANSPOSE_HANDLE>,
    collapse_shape_op: Res<COLLAPSE_HANDLE>,
    extract_slice_op: Res<EXTRACT_HANDLE>,
}

impl TransformEachOp for LowerUnPackOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let extract = LowerUnPackOp::view_of(op).lower_unpad_like_with_extract_slice();
        let Some(made) =
            state.rewrite(target.body, |rw| lower_unpack(rw, UnPackOp::assume(target.op), extract))
        else {
            let loc = state.op(target).loc();
            let error = terrace_ir::Diag::error(loc, "cannot lower to transpose + collapse + extract_slice");
            return Err(TransformFailure::silenceable(error));
        };
        let one = |op| Mapping::Ops(vec![OpHandle { body: target.body, op }]);
        let mut results = match made.reordered {
            Some(ops) => Vec::from(ops.map(one)),
            None => vec![Mapping::Ops(Vec::new()); 3],
        };
        results.push(one(made.slice));
        Ok(results)
    }

    fn target_name(&self) -> Option<&'static str> {
        Some(UnPackOp::DEF.name)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
