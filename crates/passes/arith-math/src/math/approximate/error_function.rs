//! The error function and its complement.

use terrace_dialects_core::arith::CmpFPredicate;
use terrace_dialects_core::math::*;
use terrace_ir::Type;

use super::Approximated;
use terrace_passes_shared::expressions::Num;

/// Coefficients of polynomials for the three ranges that numbers are in, from that of the lowest power on.
#[allow(clippy::approx_constant)]
const DIVIDENDS: [[f64; 5]; 3] = [
    [0.0, 1.12837911, -0.52301854, 0.20974171, 0.02581468],
    [0.0, 1.1275069, -0.36472142, 0.1184074, 0.037064552],
    [-0.0033009306, 0.0035196193, -0.0014137363, 0.0002534471, -1.7104803e-5],
];
const DIVISORS: [[f64; 5]; 3] = [
    [1.0, -0.46351382, 0.5192301, -0.13180897, 0.073979646],
    [1.0, -0.327607, 0.4483691, -0.088346265, 0.05724428],
    [1.0, -2.0606916, 1.6270593, -0.5833899, 0.08219089],
];

/// An offset plus a quotient of polynomials, by the range that the magnitude is in; one beyond the last.
pub(super) fn erf<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let operand = a.operand();
    let [zero, one] = a.constants([0.0, 1.0]);
    let [mut dividend, second_dividend, third_dividend] = DIVIDENDS.map(|range| a.constants(range));
    let [mut divisor, second_divisor, third_divisor] = DIVISORS.map(|range| a.constants(range));
    let [mut offset, second_offset, third_offset] = a.constants([0.0, 0.0, 1.0]);
    let bounds = a.constants([0.8, 2.0, 3.75]);
    let is_negative = operand.cmpf(CmpFPredicate::Olt, zero);
    let x = is_negative.select(-operand, operand);
    for (bound, next_dividend, next_divisor, next_offset) in [
        (bounds[0], second_dividend, second_divisor, second_offset),
        (bounds[1], third_dividend, third_divisor, third_offset),
    ] {
        let is_less = x.cmpf(CmpFPredicate::Olt, bound);
        for at in 0..dividend.len() {
            dividend[at] = is_less.select(dividend[at], next_dividend[at]);
            divisor[at] = is_less.select(divisor[at], next_divisor[at]);
        }
        offset = is_less.select(offset, next_offset);
    }
    let is_in_range = x.cmpf(CmpFPredicate::Ult, bounds[2]);
    dividend.reverse();
    divisor.reverse();
    let (dividend, divisor) = (a.horner(x, dividend), a.horner(x, divisor));
    let value = is_in_range.select(offset + dividend / divisor, one);
    is_negative.select(-value, value)
}

/// A polynomial of `(x - 2) / (x + 2)` times `e^(-x * x)`, after M. M. Shepherd and J. G. Laframboise, "Chebyshev approximation
/// of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity".
pub(super) fn erfc<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    use CmpFPredicate::{Ogt, Olt};
    let operand = a.operand();
    let yes = a.broadcast(a.emitter.int(Type::I1, 1));
    let [zero, one, half, minus_four, minus_two, two, infinity, greatest] =
        a.constants([0.0, 1.0, 0.5, -4.0, -2.0, 2.0, f64::INFINITY, 10.0546875]);
    let abs = operand.unary::<AbsFOp>();
    let inverse = one / (abs + two);
    let quotient = minus_four.fma(inverse, one);
    let rest = (quotient + one).fma(minus_two, abs);
    let rest = (-abs).fma(quotient, rest);
    let quotient = inverse.fma(rest, quotient);
    let mut sum = a.cst(-0.00040113926);
    for coefficient in [
        -0.0012307521,
        0.0013135534,
        0.008632274,
        -0.00805992,
        -0.05420466,
        0.16405539,
        -0.16603136,
        -0.09276398,
        0.2769784,
    ] {
        let coefficient = a.cst(coefficient);
        sum = sum.fma(quotient, coefficient);
    }
    // Divided by 1 + 2x, with the error of that.
    let inverse = one / two.fma(abs, one);
    let scaled = sum.fma(inverse, inverse);
    let minus_abs = -abs;
    let error = scaled.fma(minus_abs, half);
    let error = error.fma(two, sum - scaled);
    let scaled = error.fma(inverse, scaled);
    // Times the exponential, with the error of the square.
    let square = abs * abs;
    let exp = (-square).unary::<ExpOp>();
    let error = (-abs).fma(abs, square);
    let value = scaled.fma(exp, scaled * exp * error);
    let is_not_finite = abs.cmpf(Olt, infinity) ^ yes;
    let value = is_not_finite.select(operand + operand, value);
    let value = abs.cmpf(Ogt, greatest).select(zero, value);
    let is_negative = operand.cmpf(Olt, zero);
    is_negative.select(two - value, value)
}
