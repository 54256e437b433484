//! The dialect complex: arithmetic on complex numbers.
//!
//! The map: [`number`] holds the constant attribute, [`ops`] the ops that create and decompose complex
//! numbers, [`arith`] complex functions; `fold` folds them.

pub mod arith;
mod fold;
pub mod number;
pub mod ops;

pub use arith::*;
pub use number::{NumberAttr, number_attr};
pub use ops::*;

use terrace_ir::constraints::COMPLEX_KIND;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, TypeConstraint};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Context, OpKind, Type, TypeData, pattern};

/// The dialect.
pub static COMPLEX: DialectDef = DialectDef {
    name: "complex",
    doc: "Arithmetic on complex numbers.",
    ops: &[
        AbsOp::DEF,
        AddOp::DEF,
        AngleOp::DEF,
        Atan2Op::DEF,
        BitcastOp::DEF,
        ConjOp::DEF,
        ConstantOp::DEF,
        CosOp::DEF,
        CreateOp::DEF,
        DivOp::DEF,
        EqualOp::DEF,
        ExpOp::DEF,
        Expm1Op::DEF,
        ImOp::DEF,
        Log1pOp::DEF,
        LogOp::DEF,
        MulOp::DEF,
        NegOp::DEF,
        NotEqualOp::DEF,
        PowOp::DEF,
        PowiOp::DEF,
        ReOp::DEF,
        RsqrtOp::DEF,
        SignOp::DEF,
        SinOp::DEF,
        SqrtOp::DEF,
        SubOp::DEF,
        TanOp::DEF,
        TanhOp::DEF,
    ],
    attrs: &[NumberAttr::DEF],
    depends: &["arith"],
    canonicalize: &[pattern!("merge_arith_bitcast", crate::arith::BitcastOp, |rw, op| {
        fold::merge_arith_bitcast(rw, op.into())
    })],
    interfaces: &[
        &(&fold::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// The element type of a complex type.
pub fn element_of(cx: &Context, ty: Type) -> Option<Type> {
    match ty.data(cx) {
        TypeData::Complex(element) => Some(*element),
        _ => None,
    }
}

/// Any complex type.
pub static ANY_COMPLEX: TypeConstraint =
    TypeConstraint::new("complex-type", |cx, ty| element_of(cx, ty).is_some()).of_kind(&COMPLEX_KIND);

/// A complex type over floats.
pub static COMPLEX_OF_FLOAT: TypeConstraint =
    TypeConstraint::new("complex type with floating-point elements", |cx, ty| {
        element_of(cx, ty).is_some_and(|element| element.is_float(cx))
    })
    .of_kind(&COMPLEX_KIND);

/// A rule that ties the type of `to` to the element type of the slot `complex`.
const fn element_rule(summary: &'static str, to: &'static str) -> TypesMatch {
    TypesMatch::new(summary, "complex", to, element_of)
}
