//! Type constraints that dialects share, with upstream's descriptions, and the predicates that they consist
//! of.

use terrace_ir::attrs::{Attr, AttrData};
use terrace_ir::constraints::{INTEGER_KIND, RANKED_TENSOR_KIND};
use terrace_ir::def::{EnumDef, TypeConstraint};
use terrace_ir::{Context, Signedness, Type, TypeData};

/// The element type of a container with value semantics (vector, tensor).
pub fn value_element(cx: &Context, ty: Type) -> Option<Type> {
    if ty.is_vector(cx) || ty.is_tensor(cx) { ty.element_type(cx) } else { None }
}

/// Whether a type, or the element type of a vector or tensor, satisfies `pred`.
pub fn is_like(cx: &Context, ty: Type, pred: fn(&Context, Type) -> bool) -> bool {
    pred(cx, ty) || value_element(cx, ty).is_some_and(|element| pred(cx, element))
}

/// Whether a type is a ranked memref whose element type satisfies `pred`.
pub fn is_memref_of(cx: &Context, ty: Type, pred: fn(&Context, Type) -> bool) -> bool {
    matches!(ty.data(cx), TypeData::MemRef { element, .. } if pred(cx, *element))
}

/// Returns whether the type is `index` or a signless integer.
pub use terrace_ir::constraints::is_signless_int_or_index;

fn is_signless(cx: &Context, ty: Type) -> bool {
    ty.is_signless_integer(cx)
}

fn is_float(cx: &Context, ty: Type) -> bool {
    ty.is_float(cx)
}

macro_rules! type_constraints {
    ($($(#[$meta:meta])* $name:ident($summary:literal, $pred:expr);)*) => {
        $($(#[$meta])* pub static $name: TypeConstraint = TypeConstraint::new($summary, $pred);)*
    };
}

type_constraints! {
    /// `i1`, or a vector or tensor of it.
    BOOL_LIKE("bool-like", |cx, ty| is_like(cx, ty, |_, t| t == Type::I1));
    /// A signless integer or `index`, or a vector or tensor of them.
    SIGNLESS_INT_OR_INDEX_LIKE("signless-integer-like", |cx, ty| is_like(cx, ty, is_signless_int_or_index));
    /// A signless integer, or a vector or tensor of them.
    SIGNLESS_INT_LIKE("signless-integer", |cx, ty| is_like(cx, ty, is_signless));
    /// A signless integer, or a vector or tensor of them, as casts take it.
    SIGNLESS_FIXED_WIDTH_INT_LIKE("signless-fixed-width-integer-like", |cx, ty| is_like(cx, ty, is_signless));
    /// A float, or a vector or tensor of them.
    FLOAT_LIKE("floating-point-like", |cx, ty| is_like(cx, ty, is_float));
    /// A signless integer or float, or a vector or tensor of them.
    SIGNLESS_INT_OR_FLOAT_LIKE("signless-integer-like or floating-point-like", |cx, ty| {
        is_like(cx, ty, is_signless) || is_like(cx, ty, is_float)
    });
    /// A signless integer, `index` or float, or a vector or tensor of them.
    SIGNLESS_INT_OR_INDEX_OR_FLOAT_LIKE(
        "signless-integer-or-index-like or floating-point-like",
        |cx, ty| is_like(cx, ty, is_signless_int_or_index) || is_like(cx, ty, is_float)
    );
    /// The operand and result types of `arith.index_cast`.
    INDEX_CAST("signless-integer-like or memref of signless-integer", |cx, ty| {
        is_like(cx, ty, is_signless_int_or_index) || is_memref_of(cx, ty, is_signless_int_or_index)
    });
    /// The operand and result types of `arith.bitcast`.
    BITCAST("signless-integer-or-float-like or memref of signless-integer or float", |cx, ty| {
        let pred = |cx: &Context, t: Type| t.is_signless_integer(cx) || t.is_float(cx);
        is_like(cx, ty, pred) || is_memref_of(cx, ty, pred)
    });
    /// An integer of any signedness, or `index`.
    INT_OR_INDEX("integer or index", |cx, ty| ty.is_int_or_index(cx));
    /// A floating-point type.
    ANY_FLOAT("floating-point", is_float);
    /// A signless integer or `index`.
    ANY_SIGNLESS_INT_OR_INDEX("signless integer or index", is_signless_int_or_index);
}

/// A ranked tensor.
pub static ANY_RANKED_TENSOR: TypeConstraint =
    TypeConstraint::new("ranked tensor of any type values", |cx, ty| {
        matches!(ty.data(cx), TypeData::RankedTensor { .. })
    })
    .of_kind(&RANKED_TENSOR_KIND);

/// A signless integer.
pub static ANY_SIGNLESS_INT: TypeConstraint =
    TypeConstraint::new("signless integer", is_signless).of_kind(&INTEGER_KIND);

/// Whether an attribute is a signless integer of an enum's width that holds one of its cases.
pub fn is_enum_case(cx: &Context, attr: Attr, def: &EnumDef) -> bool {
    let AttrData::Integer { ty, value } = attr.data(cx) else { return false };
    *ty == cx.integer(def.width, Signedness::Signless)
        && value.to_u64().is_some_and(|v| def.cases.iter().any(|c| c.value == v))
}
