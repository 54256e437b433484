//! Types, constraints of operands, and common verifiers.

use terrace_ir::constraints::RANKED_TENSOR_KIND;
use terrace_ir::def::{EMPTY_PARAMS, TypeConstraint, TypeDef, op_error};
use terrace_ir::{CheckResult, Context, OpRef, Type, TypeData};

macro_rules! shape_types {
    ($($(#[doc = $doc:tt])* $def:ident, $constraint:ident, $is:ident, $make:ident = $name:literal;)*) => {
        $(
            $(#[doc = $doc])*
            pub static $def: TypeDef =
                TypeDef { name: $name, doc: concat!($($doc),*), format: Some(""), ..EMPTY_PARAMS };

            #[doc = concat!("`!", $name, "`. Upstream has no words for it.")]
            pub static $constraint: TypeConstraint = TypeConstraint::only("", $is, $make);

            #[doc = concat!("Whether a type is `!", $name, "`.")]
            pub fn $is(cx: &Context, ty: Type) -> bool {
                matches!(ty.data(cx), TypeData::Dialect { .. }) && cx.type_params(ty, &$def).is_some()
            }

            #[doc = concat!("`!", $name, "`.")]
            pub fn $make(cx: &Context) -> Type {
                cx.dialect_type(&$def, &[]).unwrap_or(Type::NONE)
            }
        )*
    };
}

shape_types! {
    /// A shape, known or not, or an error.
    SHAPE_TYPE, IS_SHAPE, is_shape, shape_type = "shape.shape";
    /// An extent, known or not, or an error.
    SIZE_TYPE, IS_SIZE, is_size, size_type = "shape.size";
    /// A value with its shape.
    VALUE_SHAPE_TYPE, IS_VALUE_SHAPE, is_value_shape, value_shape_type = "shape.value_shape";
    /// The proof that a condition holds.
    WITNESS_TYPE, IS_WITNESS, is_witness, witness_type = "shape.witness";
}

/// Whether a type is a tensor of rank one of extents.
pub fn is_extent_tensor(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::RankedTensor { shape, element, .. } => shape.len() == 1 && *element == Type::INDEX,
        _ => false,
    }
}

fn is_size_or_index(cx: &Context, ty: Type) -> bool {
    ty == Type::INDEX || is_size(cx, ty)
}

fn is_shape_or_extents(cx: &Context, ty: Type) -> bool {
    is_shape(cx, ty) || is_extent_tensor(cx, ty)
}

/// An extent: with an error or without.
pub static SIZE_OR_INDEX: TypeConstraint = TypeConstraint::new("size or index", is_size_or_index);
/// A shape: with an error or without.
pub static SHAPE_OR_EXTENT_TENSOR: TypeConstraint =
    TypeConstraint::new("shape or extent tensor", is_shape_or_extents);
/// A shape or an extent, either may be an error.
pub static SHAPE_OR_SIZE: TypeConstraint =
    TypeConstraint::new("shape or size", |cx, ty| is_shape(cx, ty) || is_size(cx, ty));
/// A shape or an extent.
pub static ANY_SHAPE_OR_SIZE: TypeConstraint = TypeConstraint::new("any shape or size", |cx, ty| {
    is_size_or_index(cx, ty) || is_shape_or_extents(cx, ty)
});
/// A tensor of extents.
pub static EXTENT_TENSOR: TypeConstraint =
    TypeConstraint::new("1D tensor of index values", is_extent_tensor).of_kind(&RANKED_TENSOR_KIND);
/// Shaped types and value shapes.
pub static SHAPED_OR_VALUE_SHAPE: TypeConstraint =
    TypeConstraint::new("shaped of any type values or ", |cx, ty| ty.is_shaped(cx) || is_value_shape(cx, ty));
/// Types that represent a shape.
pub static INTS_OR_VALUE_SHAPE: TypeConstraint =
    TypeConstraint::new("1D tensor of integer or index values or ", |cx, ty| {
        let ints = |shape: &[i64], element: Type| shape.len() == 1 && element.is_int_or_index(cx);
        match ty.data(cx) {
            TypeData::RankedTensor { shape, element, .. } => ints(shape, *element),
            _ => is_value_shape(cx, ty),
        }
    });

/// Whether an operand may be an error.
fn may_fail(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    op.operands().any(|v| is_size(cx, v.ty()) || is_shape(cx, v.ty()) || is_value_shape(cx, v.ty()))
}

/// Verifies that an extent computed from possible errors has an error type.
pub(super) fn verify_size_result(op: OpRef<'_>) -> CheckResult {
    if may_fail(op) && !is_size(op.cx(), op.single_result().ty()) {
        let rule = "if at least one of the operands can hold error values then the result must be of type `size` to \
                    propagate them";
        return Err(op_error(op, rule));
    }
    Ok(())
}

/// Verifies that a shape computed from possible errors has an error type.
pub(super) fn verify_shape_result(op: OpRef<'_>) -> CheckResult {
    if may_fail(op) && !is_shape(op.cx(), op.single_result().ty()) {
        let rule = "if at least one of the operands can hold error values then the result must be of type `shape` to \
                    propagate them";
        return Err(op_error(op, rule));
    }
    Ok(())
}

/// Whether both are single types that `fits`.
pub(super) fn each(cx: &Context, a: &[Type], b: &[Type], fits: fn(&Context, Type) -> bool) -> bool {
    matches!((a, b), (&[a], &[b]) if fits(cx, a) && fits(cx, b))
}

/// Whether extents with and without errors are compatible.
pub(super) fn sizes_compatible(cx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    each(cx, inferred, found, is_size_or_index)
}
