//! Sines, cosines and their inverses.

use terrace_dialects_core::arith::{self, CmpFPredicate, CmpIPredicate};
use terrace_dialects_core::math::*;

use super::Approximated;
use terrace_passes_shared::expressions::Num;

/// The polynomials of the Cephes library on `[0, 0.66]`, to which `(x - 1) / (x + 1)` and `1 / x` reduce the rest.
pub(super) fn atan<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let operand = a.operand();
    let abs = operand.unary::<AbsFOp>();
    let one = a.cst(1.0);
    let is_middle = abs.cmpf(CmpFPredicate::Ogt, a.cst(0.66));
    let (sum, difference) = (abs + one, abs - one);
    let dividend = is_middle.select(difference, abs);
    let divisor = is_middle.select(sum, one);
    let is_large = abs.cmpf(CmpFPredicate::Ogt, a.cst(2.4142137));
    let dividend = is_large.select(one, dividend);
    let divisor = is_large.select(abs, divisor);
    let x = dividend / divisor;
    let square = x * x;
    let p = a.constants([-0.87506086, -16.157537, -75.00856, -122.886665, -64.85022]);
    let q = a.constants([24.858465, 165.02701, 432.88107, 485.3904, 194.55066]);
    let dividend = a.horner(square, p) * square;
    let divisor = a.horner(square, q);
    let angle = (dividend / divisor).fma(x, x);
    // The angles of the reductions.
    let of_middle = a.cst(std::f64::consts::FRAC_PI_4) + angle;
    let result = is_middle.select(of_middle, angle);
    let of_large = a.cst(std::f64::consts::FRAC_PI_2) - angle;
    let result = is_large.select(of_large, result);
    result.binary::<CopySignOp>(operand)
}

/// The arc tangent of the quotient, turned by half a circle where `x` is negative.
#[allow(clippy::approx_constant)]
pub(super) fn atan2<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    use CmpFPredicate::{Oeq, Ogt, Olt};
    let [y, x] = a.operands[..] else { unreachable!("atan2 has two operands") };
    let atan = (y / x).unary::<AtanOp>();
    let (zero, pi) = (a.cst(0.0), a.cst(std::f64::consts::PI));
    let (more, less) = (atan + pi, atan - pi);
    let flipped = atan.cmpf(Ogt, zero).select(less, more);
    let result = x.cmpf(Ogt, zero).select(atan, flipped);
    // On the vertical axis.
    let on_axis = x.cmpf(Oeq, zero);
    let is_up = on_axis & y.cmpf(Ogt, zero);
    let result = is_up.select(a.cst(1.5707964), result);
    let is_down = on_axis & y.cmpf(Olt, zero);
    let result = is_down.select(a.cst(-1.5707964), result);
    let is_origin = on_axis & y.cmpf(Oeq, zero);
    is_origin.select(a.of_bits(0x7fc0_0000), result)
}

/// A polynomial up to the root of one half, beyond which it is that of `sqrt(1 - x * x)`.
pub(super) fn asin<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let operand = a.operand();
    let abs = operand.unary::<AbsFOp>();
    let square = operand * operand;
    let other = (a.cst(1.0) - square).unary::<SqrtOp>();
    let is_large = square.cmpf(CmpFPredicate::Ogt, a.cst(0.5));
    let x = is_large.select(other, abs);
    let square = x * x;
    let fourth_power = square * square;
    let mut odd = a.cst(0.055579748);
    let mut even = a.cst(-0.062027913);
    for (coefficient_of_odd, coefficient_of_even) in [
        (0.054224465, -0.011326993),
        (0.0152688725, 0.010493798),
        (0.0141060455, 0.017339777),
        (0.022372961, 0.030381912),
        (0.04464286, 0.075),
    ] {
        odd = odd.fma(fourth_power, a.cst(coefficient_of_odd));
        even = even.fma(fourth_power, a.cst(coefficient_of_even));
    }
    let sum = odd.fma(square, even);
    let sum = sum.fma(square, a.cst(0.16666667));
    let cube = x * square;
    let angle = sum.fma(cube, x);
    let of_other = a.cst(1.5707964) - angle;
    is_large.select(of_other, angle).binary::<CopySignOp>(operand)
}

/// By the arc sine: of the number itself, or of the root of half its distance from one.
pub(super) fn acos<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    use CmpFPredicate::{Oge, Ogt, Olt};
    let operand = a.operand();
    let minus = -operand;
    let [zero, half, minus_one] = a.constants([0.0, 0.5, -1.0]);
    let x = operand.cmpf(Ogt, zero).select(minus, operand);
    let is_small = x.cmpf(Ogt, a.cst(-0.5625));
    // The product of these two is half of pi, more precisely than single precision has it.
    let (first, second) = (a.cst(0.93282187), a.cst(1.6839188));
    let of_small = first.fma(second, x.unary::<AsinOp>());
    let root = half.fma(x, half).unary::<SqrtOp>();
    let angle = root.unary::<AsinOp>();
    let of_large = a.cst(2.0) * angle;
    let result = is_small.select(of_small, of_large);
    let is_negative = operand.cmpf(Oge, minus_one) & operand.cmpf(Olt, zero);
    let (first, second) = (a.cst(1.8656437), a.cst(1.6839188));
    let of_negative = first.fma(second, -result);
    is_negative.select(of_negative, result)
}

/// Polynomials for sine and cosine on a quarter of the circle, chosen and negated by the number of the quarter.
pub(super) fn sine_or_cosine<'e>(a: &Approximated<'e, '_, '_>, is_sine: bool) -> Num<'e> {
    let two_over_pi = a.cst(std::f64::consts::FRAC_2_PI);
    let pi_over_two = a.cst(std::f64::consts::FRAC_PI_2);
    let x = a.operand();
    let quarter = (x * two_over_pi).unary::<FloorOp>();
    let rest = x - quarter * pi_over_two;
    let (one, minus_one) = (a.cst(1.0), a.cst(-1.0));
    let of_sine = a.constants([-0.16666667, 0.008333348, -0.00019842605, 2.7600126e-6, -2.5029328e-8]);
    let of_cosine = a.constants([-0.5, 0.04166664, -0.001388833, 2.4756235e-5, -2.5963018e-7]);
    let quarter = quarter.cast::<arith::FPToSIOp>(a.i32_type()) & a.int(3);
    let is_quarter = [0, 1, 2, 3].map(|number| quarter.cmpi(CmpIPredicate::Eq, a.int(number)));
    let (takes_cosine, is_negated) = if is_sine {
        (is_quarter[1] | is_quarter[3], quarter.cmpi(CmpIPredicate::Sgt, a.int(1)))
    } else {
        (is_quarter[0] | is_quarter[2], is_quarter[1] | is_quarter[2])
    };
    let square = rest * rest;
    let base = takes_cosine.select(one, rest);
    let mut coefficients = of_sine;
    for (coefficient, of_cosine) in coefficients.iter_mut().zip(of_cosine) {
        *coefficient = takes_cosine.select(of_cosine, *coefficient);
    }
    let [second, fourth, sixth, eighth, tenth] = coefficients;
    let sum = a.horner(square, [tenth, eighth, sixth, fourth, second, one]);
    let value = base * sum;
    is_negated.select(minus_one * value, value)
}
