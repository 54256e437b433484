//! The common parts of conversion ops.

use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, Context, OpRef, Type, TypeData};

/// Whether operands of these types can be converted to results of these types.
pub type Compatible = fn(&Context, inputs: &[Type], outputs: &[Type]) -> bool;

/// An op that converts values has results, and types that `compatible` accepts.
///
/// # Errors
///
/// If the op has no results, or the types are not compatible.
pub fn verify_cast(op: OpRef<'_>, compatible: Compatible) -> CheckResult {
    let (inputs, outputs) = (op.operand_types(), op.result_types());
    if outputs.is_empty() {
        return Err(op_error(op, "expected at least one result for cast operation"));
    }
    let cx = op.cx();
    if compatible(cx, &inputs, &outputs) {
        return Ok(());
    }
    let from = match inputs.len() {
        0 => "s []".to_string(),
        1 => format!(" {}", cx.types_text(&inputs)),
        _ => format!("s {}", cx.types_text(&inputs)),
    };
    let plural = if outputs.len() == 1 { "" } else { "s" };
    let to = cx.types_text(&outputs);
    Err(op_error(op, format!("operand type{from} and result type{plural} {to} are cast incompatible")))
}

/// The only input and output, where their encodings and shapes do not exclude each other.
pub fn one_to_one(cx: &Context, inputs: &[Type], outputs: &[Type]) -> Option<(Type, Type)> {
    let (&[from], &[to]) = (inputs, outputs) else { return None };
    let encoding = |ty: Type| match ty.data(cx) {
        TypeData::RankedTensor { encoding, .. } => Some(*encoding),
        _ => None,
    };
    if let (Some(a), Some(b)) = (encoding(from), encoding(to))
        && a != b
    {
        return None;
    }
    terrace_ir::verify::compatible_shapes(cx, from, to).then_some((from, to))
}

/// The type itself, or the element type of a vector or tensor; `None` for other types with elements.
pub fn scalar_of(cx: &Context, ty: Type) -> Option<Type> {
    if ty.is_shaped(cx) && !ty.is_vector(cx) && !ty.is_tensor(cx) {
        return None;
    }
    Some(ty.element_type_or_self(cx))
}

/// The same, where a ranked memref's element type counts too.
pub fn scalar_of_memref(cx: &Context, ty: Type) -> Option<Type> {
    match ty.data(cx) {
        TypeData::MemRef { element, .. } => Some(*element),
        _ => scalar_of(cx, ty),
    }
}
