//! Vectors of which all elements are the same.

use terrace_dialects_llvm::ops::{ConstantOp, InsertElementOp, ShuffleVectorOp};
use terrace_ir::ValueRef;
use terrace_ir::elements::Numbers;
use terrace_support::apint::ApInt;

/// The constant number that all elements of a value are.
pub(crate) fn number_everywhere(value: ValueRef<'_>) -> Option<i64> {
    let constant = value.defining_op().and_then(|op| Some((op.cast::<ConstantOp>()?.value_attr(), op.cx())));
    let numbers = constant.and_then(|(attr, cx)| Numbers::<ApInt>::of_attr(cx, attr))?;
    numbers.single()?.to_i64()
}

/// The number in all elements of a vector.
pub(crate) fn splat_of(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let shuffle = value.defining_op()?.cast::<ShuffleVectorOp>()?;
    let insert = shuffle.v1().defining_op()?.cast::<InsertElementOp>()?;
    let is_first = number_everywhere(insert.position()) == Some(0);
    let mask = shuffle.mask_attr().as_i32_array(value.cx())?;
    (is_first && mask.iter().all(|&at| at == 0)).then(|| insert.value())
}
