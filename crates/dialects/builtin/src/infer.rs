//! Result types that follow from operand types.

use terrace_ir::infer::InferInput;
use terrace_ir::{Context, Type};

/// One result of the first operand's type.
///
/// # Errors
///
/// If the op has no operands.
pub fn first_operand(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    input.operands.first().map(|&ty| vec![ty]).ok_or_else(|| "expected an operand".to_string())
}

/// One result: `i1` in the shape of the first operand.
///
/// # Errors
///
/// If the op has no operands.
pub fn i1_like_first_operand(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    Ok(first_operand(input)?.into_iter().map(|ty| ty.i1_same_shape(input.cx)).collect())
}

/// `i1` in the shape of a type, as a rule between types needs it.
pub fn i1_same_shape(cx: &Context, ty: Type) -> Option<Type> {
    Some(ty.i1_same_shape(cx))
}
