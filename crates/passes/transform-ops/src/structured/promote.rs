//! `transform.structured.promote_tensor`: tensors with buffers of their own.

use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::bufferization::{AllocTensorOp, MaterializeInDestinationOp};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor::DimOp;
use terrace_ir::attr_kind::AnyAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Attr, DYNAMIC, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value, ValueHandle, ValueRef};
use terrace_macros::op;
use terrace_transform::effects::ReadsHandlesModifiesPayload;
use terrace_transform::text::value_in_error;
use terrace_transform::types::TRANSFORM_VALUE_HANDLE;
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

/// Promotes tensors to separate buffers, in a memory space.
#[op("transform.structured.promote_tensor", traits(SameOperandsAndResultType),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "(`to` $memory_space^)? $tensor attr-dict `:` type($tensor)")]
pub struct PromoteTensorOp {
    tensor: Operand<TRANSFORM_VALUE_HANDLE>,
    memory_space: OptProp<AnyAttr>,
    promoted: Res<TRANSFORM_VALUE_HANDLE>,
}

/// Whether the contents of a tensor may be read: by any user other than a computation that ignores them.
fn may_be_read(value: ValueRef<'_>) -> bool {
    value.uses().any(|(user, operand)| {
        as_structured(user).is_none() || {
            let block = user.regions().next().and_then(|region| region.entry());
            block.and_then(|block| block.args().nth(operand)).is_none_or(|arg| !arg.is_unused())
        }
    })
}

/// Replaces a tensor in its users by a copy, or by an uninitialized tensor if nothing reads it.
fn promote(rw: &mut Rewriter<'_>, tensor: Value, space: Option<Attr>) -> Option<Value> {
    let view = rw.value(tensor);
    let (ty, loc, is_read) = (view.ty(), view.loc(), may_be_read(view));
    let shape = ty.shape(rw.cx())?.to_vec();
    match (view.defining_op().map(|op| op.id()), view.owner_block().map(|block| block.id())) {
        (Some(op), _) => rw.set_insertion_point_after(op),
        (None, Some(block)) => rw.set_insertion_point_to_start(block),
        (None, None) => return None,
    }
    let (mut sizes, mut kept): (Vec<Value>, Vec<Op>) = (Vec::new(), Vec::new());
    for (dim, _) in shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
        let number = index_constant(rw, dim as i64, loc);
        let size = rw.build_value(DimOp::of(tensor, number).result(Type::INDEX).loc(loc));
        kept.extend(rw.value(size).defining_op().map(|op| op.id()));
        sizes.push(size);
    }
    let mut promoted = rw
        .build_value(AllocTensorOp::of().loc(loc).dynamic_sizes(&sizes).memory_space_attr(space).result(ty));
    if is_read {
        promoted = rw.build_value(MaterializeInDestinationOp::of(tensor, promoted).result(ty).loc(loc));
        kept.extend(rw.value(promoted).defining_op().map(|op| op.id()));
    }
    rw.replace_uses_with_if(tensor, promoted, |_, user, _| !kept.contains(&user));
    Some(promoted)
}

impl TransformOpInterface for PromoteTensorOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), PromoteTensorOp::view_of(op));
        let space = view.memory_space();
        let mut promoted = Vec::new();
        for tensor in state.payload_values(view.tensor()) {
            let ty = state.value(tensor).ty();
            let made = match ty.data(cx) {
                TypeData::RankedTensor { .. } => {
                    state.rewrite(tensor.body, |rw| promote(rw, tensor.value, space))
                }
                _ => None,
            };
            let Some(value) = made else {
                let message = format!("non-tensor type: {}", value_in_error(state.value(tensor)));
                return Err(TransformFailure::at(op, message));
            };
            promoted.push(ValueHandle { body: tensor.body, value });
        }
        results.set_values(0, promoted);
        Ok(())
    }
}
