//! Folding of functions of numbers. Functions of floats are computed for `f32` and `f64`, by the C library.

use terrace_ir::elements::{Number, Numbers};
use terrace_ir::{Attr, Folded, OpRef};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;

use terrace_dialects_builtin::fold::{float, floats, int, ints};

type Constants<'a> = &'a [Option<Attr>];

fn from_f64(value: f64) -> ApFloat {
    ApFloat::from_bits(FloatKind::F64, u128::from(value.to_bits()))
}

fn from_f32(value: f32) -> ApFloat {
    ApFloat::from_bits(FloatKind::F32, u128::from(value.to_bits()))
}

fn as_f64(value: ApFloat) -> f64 {
    f64::from_bits(value.bits() as u64)
}

fn as_f32(value: ApFloat) -> f32 {
    f32::from_bits(value.bits() as u32)
}

/// Computes a function of a float where `defined` holds.
pub(super) fn compute(
    op: OpRef<'_>,
    constants: Constants<'_>,
    defined: fn(ApFloat) -> bool,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
) -> Folded {
    float(op, constants, |&a| match a.kind() {
        FloatKind::F64 if defined(a) => Some(from_f64(double(as_f64(a)))),
        FloatKind::F32 if defined(a) => Some(from_f32(single(as_f32(a)))),
        _ => None,
    })
}

/// The fold of a function of a float, computed in double and in single precision, and where a condition holds.
macro_rules! one {
    ($double:expr, $single:expr) => {
        $crate::math::fold::one!($double, $single, where |_| true)
    };
    ($double:expr, $single:expr, where $defined:expr) => {
        |op, constants| $crate::math::fold::compute(op, constants, $defined, $double, $single)
    };
}
pub(super) use one;

/// The fold of a function of two floats, computed in double and in single precision.
macro_rules! two {
    ($double:expr, $single:expr) => {
        |op, constants| $crate::math::fold::compute_two(op, constants, $double, $single)
    };
}
pub(super) use two;

/// Whether a number has a logarithm.
pub(super) fn is_positive(a: ApFloat) -> bool {
    !a.is_negative()
}

/// Whether a number plus one has a logarithm.
pub(super) fn is_positive_plus_one(a: ApFloat) -> bool {
    is_positive(a.add(ApFloat::from_f64(a.kind(), 1.0), Rounding::NearestEven).0)
}

/// Computes a function of two floats.
pub(super) fn compute_two(
    op: OpRef<'_>,
    constants: Constants<'_>,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Folded {
    floats(op, constants, |&a, &b| match a.kind() {
        FloatKind::F64 => Some(from_f64(double(as_f64(a), as_f64(b)))),
        FloatKind::F32 => Some(from_f32(single(as_f32(a), as_f32(b)))),
        _ => None,
    })
}

pub(super) fn atan2(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    floats(op, constants, |a, b| (a.is_zero() && b.is_zero()).then(|| ApFloat::nan(a.kind(), false)))
        .or_else(|| compute_two(op, constants, atan2_or_nan, atan2f_or_nan))
}

// Where an element of several is at the origin, upstream returns NaN for it too.

fn atan2_or_nan(a: f64, b: f64) -> f64 {
    if a == 0.0 && b == 0.0 { f64::NAN } else { a.atan2(b) }
}

fn atan2f_or_nan(a: f32, b: f32) -> f32 {
    if a == 0.0 && b == 0.0 { f32::NAN } else { a.atan2(b) }
}

pub(super) fn copysign(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    floats(op, constants, |a, b| Some(a.copy_sign(*b)))
}

pub(super) fn absf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    float(op, constants, |a| Some(a.abs()))
}

fn to_integral(op: OpRef<'_>, constants: Constants<'_>, rounding: Rounding) -> Folded {
    float(op, constants, |a| Some(a.round_to_integral(rounding).0))
}

pub(super) fn ceil(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    to_integral(op, constants, Rounding::TowardPositive)
}

pub(super) fn floor(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    to_integral(op, constants, Rounding::TowardNegative)
}

pub(super) fn roundeven(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    to_integral(op, constants, Rounding::NearestEven)
}

// Integers.

pub(super) fn absi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    int(op, constants, |a| Some(a.abs()))
}

pub(super) fn ctlz(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    int(op, constants, |a| Some(ApInt::new(a.width(), u64::from(a.leading_zeros()))))
}

pub(super) fn cttz(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    int(op, constants, |a| Some(ApInt::new(a.width(), u64::from(a.trailing_zeros()))))
}

pub(super) fn ctpop(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    int(op, constants, |a| Some(ApInt::new(a.width(), u64::from(a.count_ones()))))
}

pub(super) fn ipowi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    ints(op, constants, power)
}

/// A signed integer to the power of another; `None` for zero to a negative power.
fn power(base: &ApInt, exponent: &ApInt) -> Option<ApInt> {
    let one = ApInt::new(base.width(), 1);
    if exponent.is_zero() || *base == one && exponent.is_negative() {
        return Some(one);
    }
    if exponent.is_negative() {
        return match base {
            base if base.is_zero() => None,
            base if !base.is_all_ones() => Some(ApInt::zero(base.width())),
            // Minus one.
            base if exponent.bit(0) => Some(base.clone()),
            _ => Some(one),
        };
    }
    let (mut result, mut square, mut left) = (one, base.clone(), exponent.clone());
    loop {
        if left.bit(0) {
            result = result.mul(&square);
        }
        left = left.lshr_by(1);
        if left.is_zero() {
            return Some(result);
        }
        square = square.mul(&square);
    }
}

// Questions.

/// Answers a question about one number, or the same one in all elements.
fn ask(op: OpRef<'_>, constants: Constants<'_>, answer: fn(ApFloat) -> bool) -> Folded {
    let cx = op.cx();
    let numbers = constants[0].and_then(|attr| Numbers::<ApFloat>::of_attr(cx, attr));
    let one = numbers.as_ref().and_then(Numbers::single);
    one.and_then(|&value| {
        let value = ApInt::new(1, u64::from(answer(value)));
        match numbers {
            Some(Numbers::Scalar(_)) => Some(value.to_attr(cx, terrace_ir::Type::I1)),
            _ => Numbers::Splat(value).to_attr(cx, op.single_result().ty()),
        }
    })
    .into()
}

pub(super) fn isfinite(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    ask(op, constants, ApFloat::is_finite)
}

pub(super) fn isinf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    ask(op, constants, ApFloat::is_inf)
}

pub(super) fn isnan(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    ask(op, constants, ApFloat::is_nan)
}

pub(super) fn isnormal(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    ask(op, constants, |a| a.is_finite() && !a.is_zero() && !a.is_subnormal())
}
