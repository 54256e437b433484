//! Tensor ops that handles look through where they replace an op: those with the elements of an operand.

use terrace_dialects_mem::tensor::{
    CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, ReshapeOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef, Value};
use terrace_passes_memref_tensor::tensor::drop_rank_expansion::same_elements;
use terrace_transform::interfaces::FindPayloadReplacementOpInterface;

/// The ops of tensor.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "tensor", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn FindPayloadReplacementOpInterface>] = &[
    (CollapseShapeOp::DEF, &Reshaped),
    (ExpandShapeOp::DEF, &Reshaped),
    (ExtractSliceOp::DEF, &Sliced),
    (InsertSliceOp::DEF, &Sliced),
    (ReshapeOp::DEF, &Reshaped),
];

/// Has the elements of its first operand.
struct Reshaped;

/// Has the elements of an operand if it is about all of them.
struct Sliced;

impl FindPayloadReplacementOpInterface for Reshaped {
    fn next_operands(&self, op: OpRef<'_>) -> Vec<Value> {
        op.operands().take(1).map(|source| source.id()).collect()
    }
}

impl FindPayloadReplacementOpInterface for Sliced {
    fn next_operands(&self, op: OpRef<'_>) -> Vec<Value> {
        same_elements(op).map(|source| source.id()).into_iter().collect()
    }
}
