//! Ops on whole sparse tensors.

use terrace_dialects_builtin::infer::first_operand;
use terrace_dialects_mem::constraints::ANY_TENSOR;
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::{ANY_TYPE, RANKED_TENSOR_KIND};
use terrace_ir::def::TypeConstraint;
use terrace_macros::op;

use super::encoding::sparse_tensor_encoding;

/// A ranked tensor with an encoding of the dialect.
pub static SPARSE_TENSOR: TypeConstraint =
    TypeConstraint::new("sparse tensor of any type values", |cx, ty| {
        sparse_tensor_encoding(cx, ty).is_some()
    })
    .of_kind(&RANKED_TENSOR_KIND);

/// Creates a sparse tensor with the contents of a source, a pointer to a file for instance.
#[op("sparse_tensor.new", traits(Pure), format = "$source attr-dict `:` type($source) `to` type($result)")]
pub struct NewOp {
    source: Operand<ANY_TYPE>,
    result: Res<SPARSE_TENSOR>,
}

/// Returns the tensor that a sparse storage holds, after insertions into it.
#[op(
    "sparse_tensor.load",
    traits(SameOperandsAndResultType, InferTypes),
    infer = first_operand,
    format = "$tensor (`hasInserts` $hasInserts^)? attr-dict `:` type($tensor)"
)]
#[allow(non_snake_case)]
pub struct LoadOp {
    tensor: Operand<SPARSE_TENSOR>,
    hasInserts: OptProp<UnitAttr>,
    result: Res<ANY_TENSOR>,
}
