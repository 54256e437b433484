//! Functions of floats.

use terrace_ir::def::OpDef;
use terrace_ir::infer::InferInput;
use terrace_ir::{OpKind, Type};
use terrace_macros::op;
use terrace_support::libm;

use super::fold;
use crate::arith::{FastMathFlagsAttr, no_fastmath};
use terrace_dialects_builtin::constraints::{FLOAT_LIKE, SIGNLESS_INT_OR_INDEX_LIKE};
use terrace_dialects_builtin::infer::first_operand;

macro_rules! unary_ops {
    ($list:ident: $($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(SameOperandsAndResultType, Pure, ElementwiseMappable, InferTypes),
                 format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
                 infer = first_operand $(, $key = $hook)*)]
            pub struct $name {
                operand: Operand<FLOAT_LIKE>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<FLOAT_LIKE>,
            }
        )*

        /// The ops of this table.
        pub(super) const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

unary_ops! {
    UNARY:
    /// The magnitude: clears the sign.
    AbsFOp = "math.absf", fold = fold::absf;
    /// The angle in `[0, pi]` whose cosine is the operand.
    AcosOp = "math.acos", fold = fold::one!(f64::acos, f32::acos);
    /// The inverse of the hyperbolic cosine, not negative.
    AcoshOp = "math.acosh", fold = fold::one!(|x| libm::acosh(x), |x| libm::acoshf(x));
    /// The angle in `[-pi/2, pi/2]` whose sine is the operand.
    AsinOp = "math.asin", fold = fold::one!(f64::asin, f32::asin);
    /// The inverse of the hyperbolic sine.
    AsinhOp = "math.asinh", fold = fold::one!(|x| libm::asinh(x), |x| libm::asinhf(x));
    /// The angle in `[-pi/2, pi/2]` whose tangent is the operand.
    AtanOp = "math.atan", fold = fold::one!(f64::atan, f32::atan);
    /// The inverse of the hyperbolic tangent.
    AtanhOp = "math.atanh", fold = fold::one!(|x| libm::atanh(x), |x| libm::atanhf(x));
    /// The cube root, negative for negative operands.
    CbrtOp = "math.cbrt";
    /// The least integer that is not below the operand.
    CeilOp = "math.ceil", fold = fold::ceil;
    /// The cosine of an angle in radians.
    CosOp = "math.cos", fold = fold::one!(f64::cos, f32::cos);
    /// The hyperbolic cosine.
    CoshOp = "math.cosh", fold = fold::one!(f64::cosh, f32::cosh);
    /// The Gauss error function.
    ErfOp = "math.erf", fold = fold::one!(|x| libm::erf(x), |x| libm::erff(x));
    /// One minus the Gauss error function, exact where that is close to one.
    ErfcOp = "math.erfc", fold = fold::one!(|x| libm::erfc(x), |x| libm::erfcf(x));
    /// `e` to the power of the operand.
    ExpOp = "math.exp", fold = fold::one!(f64::exp, f32::exp);
    /// Two to the power of the operand.
    Exp2Op = "math.exp2", fold = fold::one!(f64::exp2, f32::exp2);
    /// `e` to the power of the operand, minus one, exact near zero.
    ExpM1Op = "math.expm1", fold = fold::one!(f64::exp_m1, f32::exp_m1);
    /// The greatest integer that is not above the operand.
    FloorOp = "math.floor", fold = fold::floor;
    /// The natural logarithm.
    LogOp = "math.log", fold = fold::one!(f64::ln, f32::ln, where fold::is_positive);
    /// The logarithm to base ten.
    Log10Op = "math.log10", fold = fold::one!(f64::log10, f32::log10, where fold::is_positive);
    /// The natural logarithm of one plus the operand, exact near zero.
    Log1pOp = "math.log1p", fold = fold::one!(f64::ln_1p, f32::ln_1p, where fold::is_positive_plus_one);
    /// The logarithm to base two.
    Log2Op = "math.log2", fold = fold::one!(f64::log2, f32::log2, where fold::is_positive);
    /// The closest integer; halves go away from zero.
    RoundOp = "math.round", fold = fold::one!(f64::round, f32::round);
    /// The closest integer; halves go to the even one.
    RoundEvenOp = "math.roundeven", fold = fold::roundeven;
    /// One divided by the square root.
    RsqrtOp = "math.rsqrt";
    /// The sine of an angle in radians.
    SinOp = "math.sin", fold = fold::one!(f64::sin, f32::sin);
    /// The hyperbolic sine.
    SinhOp = "math.sinh", fold = fold::one!(f64::sinh, f32::sinh);
    /// The square root; NaN for operands below zero.
    SqrtOp = "math.sqrt", fold = fold::one!(f64::sqrt, f32::sqrt, where fold::is_positive);
    /// The tangent of an angle in radians.
    TanOp = "math.tan", fold = fold::one!(f64::tan, f32::tan);
    /// The hyperbolic tangent.
    TanhOp = "math.tanh", fold = fold::one!(f64::tanh, f32::tanh);
    /// The integer next to the operand in the direction of zero.
    TruncOp = "math.trunc", fold = fold::one!(f64::trunc, f32::trunc);
}

macro_rules! binary_ops {
    ($list:ident: $($(#[doc = $doc:tt])* $name:ident = $full:tt $(, $key:ident = $hook:expr)*;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(SameOperandsAndResultType, Pure, ElementwiseMappable, InferTypes),
                 format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
                 infer = first_operand $(, $key = $hook)*)]
            pub struct $name {
                lhs: Operand<FLOAT_LIKE>,
                rhs: Operand<FLOAT_LIKE>,
                fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
                result: Res<FLOAT_LIKE>,
            }
        )*

        /// The ops of this table.
        pub(super) const $list: &[&OpDef] = &[$($name::DEF),*];
    };
}

binary_ops! {
    BINARY:
    /// The angle in `[-pi, pi]` of the point with height `lhs` and width `rhs`.
    Atan2Op = "math.atan2", fold = fold::atan2;
    /// The magnitude of `lhs` with the sign of `rhs`.
    CopySignOp = "math.copysign", fold = fold::copysign;
    /// `lhs` to the power of `rhs`.
    PowFOp = "math.powf", fold = fold::two!(f64::powf, f32::powf);
}

/// The value, or the end of the range `[min, max]` that it passes.
#[op("math.clampf",
     traits(SameOperandsAndResultType, Pure, ElementwiseMappable, InferTypes),
     format = "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
     infer = first_operand)]
pub struct ClampFOp {
    value: Operand<FLOAT_LIKE>,
    min: Operand<FLOAT_LIKE>,
    max: Operand<FLOAT_LIKE>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    result: Res<FLOAT_LIKE>,
}

/// `a * b + c`, rounded once.
#[op("math.fma",
     traits(SameOperandsAndResultType, Pure, ElementwiseMappable, InferTypes),
     format = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
     infer = first_operand)]
pub struct FmaOp {
    a: Operand<FLOAT_LIKE>,
    b: Operand<FLOAT_LIKE>,
    c: Operand<FLOAT_LIKE>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    result: Res<FLOAT_LIKE>,
}

/// A float to the power of a signed integer.
#[op("math.fpowi",
     traits(SameOperandsAndResultShape, AllTypesMatch(&["lhs", "result"]), Pure, ElementwiseMappable, InferTypes),
     format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
     infer = first_operand)]
pub struct FPowIOp {
    lhs: Operand<FLOAT_LIKE>,
    rhs: Operand<SIGNLESS_INT_OR_INDEX_LIKE>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    result: Res<FLOAT_LIKE>,
}

/// The sine and the cosine of an angle in radians.
#[op("math.sincos",
     traits(SameOperandsAndResultShape, AllTypesMatch(&["operand", "sin", "cos"]), Pure, ElementwiseMappable, InferTypes),
     format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)",
     infer = twice_first_operand)]
pub struct SincosOp {
    operand: Operand<FLOAT_LIKE>,
    fastmath: DefaultProp<FastMathFlagsAttr, no_fastmath>,
    sin: Res<FLOAT_LIKE>,
    cos: Res<FLOAT_LIKE>,
}

/// Two results of the operand's type.
fn twice_first_operand(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    Ok(first_operand(input)?.repeat(2))
}
