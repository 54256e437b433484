//! Functions of complex numbers.

use terrace_ir::traits::TypesMatch;
use terrace_macros::op;

use super::fold;
use super::ops::element_of_first_operand;
use super::{COMPLEX_OF_FLOAT, element_rule};
use crate::arith::{FastMathFlagsAttr, no_fastmath};
use terrace_dialects_builtin::constraints::{ANY_FLOAT, ANY_SIGNLESS_INT};
use terrace_dialects_builtin::infer::first_operand;

macro_rules! binary_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(Pure, SameOperandsAndResultType, Elementwise, InferTypes), infer = first_operand,
                 format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)" $(, $key = $hook)*)]
            pub struct $name {
                lhs: Operand<COMPLEX_OF_FLOAT>,
                rhs: Operand<COMPLEX_OF_FLOAT>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<COMPLEX_OF_FLOAT>,
            }
        )*
    };
}

binary_ops! {
    /// Adds.
    AddOp = "complex.add", fold = fold::add;
    /// The angle whose tangent is the quotient, on the complex plane.
    Atan2Op = "complex.atan2";
    /// Divides.
    DivOp = "complex.div", fold = fold::scale;
    /// Multiplies.
    MulOp = "complex.mul", fold = fold::scale;
    /// `lhs` to the power of `rhs`.
    PowOp = "complex.pow";
    /// Subtracts.
    SubOp = "complex.sub", fold = fold::sub;
}

macro_rules! unary_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(SameOperandsAndResultType, Pure, Elementwise, InferTypes), infer = first_operand,
                 format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)" $(, $key = $hook)*)]
            pub struct $name {
                complex: Operand<COMPLEX_OF_FLOAT>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<COMPLEX_OF_FLOAT>,
            }
        )*
    };
}

unary_ops! {
    /// The number with its imaginary part negated.
    ConjOp = "complex.conj", fold = fold::conj;
    /// The cosine.
    CosOp = "complex.cos";
    /// `e` to the power of the operand.
    ExpOp = "complex.exp", fold = fold::exp;
    /// `e` to the power of the operand, minus one, exact near zero.
    Expm1Op = "complex.expm1";
    /// The natural logarithm of one plus the operand, exact near zero.
    Log1pOp = "complex.log1p";
    /// The natural logarithm.
    LogOp = "complex.log", fold = fold::log;
    /// Both parts negated.
    NegOp = "complex.neg", fold = fold::neg;
    /// One divided by the square root.
    RsqrtOp = "complex.rsqrt";
    /// The number of magnitude one in the same direction; zero for zero.
    SignOp = "complex.sign";
    /// The sine.
    SinOp = "complex.sin";
    /// The square root.
    SqrtOp = "complex.sqrt";
    /// The tangent.
    TanOp = "complex.tan";
    /// The hyperbolic tangent.
    TanhOp = "complex.tanh";
}

static RESULT_IS_ELEMENT: TypesMatch = element_rule("complex element type matches result type", "result");

macro_rules! measures {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(TypesMatchWith(&RESULT_IS_ELEMENT), Pure, Elementwise, InferTypes),
                 infer = element_of_first_operand,
                 format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)" $(, $key = $hook)*)]
            pub struct $name {
                complex: Operand<COMPLEX_OF_FLOAT>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<ANY_FLOAT>,
            }
        )*
    };
}

measures! {
    /// The magnitude.
    AbsOp = "complex.abs";
    /// The angle in `[-pi, pi]` from the positive real axis.
    AngleOp = "complex.angle";
}

/// A complex number to the power of a signed integer.
#[op("complex.powi",
     traits(Pure, Elementwise, SameOperandsAndResultShape, AllTypesMatch(&["lhs", "result"]), InferTypes),
     infer = first_operand,
     format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)")]
pub struct PowiOp {
    lhs: Operand<COMPLEX_OF_FLOAT>,
    rhs: Operand<ANY_SIGNLESS_INT>,
    fastmath: OptProp<FastMathFlagsAttr>,
    result: Res<COMPLEX_OF_FLOAT>,
}
