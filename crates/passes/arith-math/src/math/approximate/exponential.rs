//! Exponential functions, logarithms, and functions that are derived from them.

use terrace_dialects_core::arith::{self, CmpFPredicate};
use terrace_dialects_core::math::*;

use super::{Approximated, max, min};
use terrace_passes_shared::expressions::Num;

/// A quotient of polynomials of the number, limited to where the quotient is one; the number itself where that is tiny.
pub(super) fn tanh<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let operand = a.operand();
    let [least, greatest] = a.constants([-7.9988117, 7.9988117]);
    let x = max(min(operand, greatest), least);
    let tiny = a.cst(0.0004);
    let is_tiny = operand.unary::<AbsFOp>().cmpf(CmpFPredicate::Olt, tiny);
    let mut odd = a.constants([
        0.0048935246,
        0.00063726195,
        1.48572235e-5,
        5.1222973e-8,
        -8.604672e-11,
        2.000188e-13,
        -2.7607684e-16,
    ]);
    let mut even = a.constants([0.004893525, 0.0022684347, 0.00011853471, 1.1982584e-6]);
    odd.reverse();
    even.reverse();
    let square = x * x;
    let dividend = x * a.horner(square, odd);
    let divisor = a.horner(square, even);
    is_tiny.select(x, dividend / divisor)
}

/// The fraction in `[0.5, 1)` and the exponent of a positive number.
fn fraction_and_exponent<'e>(a: &Approximated<'e, '_, '_>, x: Num<'e>) -> (Num<'e>, Num<'e>) {
    let (integer, float) = (a.i32_type(), x.ty());
    let (bias, half, fraction_mask) = (a.scalar(126.0), a.scalar(0.5), a.scalar_of_bits(!0x7f80_0000));
    let scalar = |number: Num<'e>| number.cast::<arith::BitcastOp>(number.integer_type(32));
    let (half, fraction_mask) = (scalar(half), scalar(fraction_mask));
    let bits = x.cast::<arith::BitcastOp>(integer);
    let fraction = bits & a.broadcast(fraction_mask);
    let fraction = (fraction | a.broadcast(half)).cast::<arith::BitcastOp>(float);
    let bits = x.cast::<arith::BitcastOp>(integer);
    let exponent = bits.shift_right_unsigned(a.int(23)).cast::<arith::SIToFPOp>(float);
    (fraction, exponent - a.broadcast(bias))
}

/// The exponent plus a polynomial of the fraction, after J. Pommier's library for SSE.
pub(super) fn log<'e>(a: &Approximated<'e, '_, '_>, base_two: bool) -> Num<'e> {
    use CmpFPredicate::{Oeq, Olt, Ult};
    let operand = a.operand();
    let [zero, one, minus_half] = a.constants([0.0, 1.0, -0.5]);
    let [least_normal, minus_infinity, infinity, nan] =
        [0x0080_0000, 0xff80_0000, 0x7f80_0000, 0x7fc0_0000].map(|bits| a.of_bits(bits));
    let root_of_half = a.cst(0.70710677);
    let p = a.constants([
        0.070376836,
        -0.1151461,
        0.116769984,
        -0.12420141,
        0.14249323,
        -0.16668057,
        0.20000714,
        -0.24999994,
        0.3333333,
    ]);
    let x = max(operand, least_normal);
    let (x, exponent) = fraction_and_exponent(a, x);
    // From the root of one half to the root of two, less one.
    let is_small = x.cmpf(Olt, root_of_half);
    let twice = is_small.select(x, zero);
    let x = x - one;
    let exponent = exponent - is_small.select(one, zero);
    let x = x + twice;
    let square = x * x;
    let cube = square * x;
    let thirds = [p[0].fma(x, p[1]), p[3].fma(x, p[4]), p[6].fma(x, p[7])];
    let thirds = [thirds[0].fma(x, p[2]), thirds[1].fma(x, p[5]), thirds[2].fma(x, p[8])];
    let sum = thirds[0].fma(cube, thirds[1]).fma(cube, thirds[2]) * cube;
    let x = x + minus_half.fma(square, sum);
    let x = if base_two {
        x.fma(a.cst(std::f64::consts::LOG2_E), exponent)
    } else {
        exponent.fma(a.cst(std::f64::consts::LN_2), x)
    };
    let is_invalid = operand.cmpf(Ult, zero);
    let is_zero = operand.cmpf(Oeq, zero);
    let is_infinite = operand.cmpf(Oeq, infinity);
    let result = is_infinite.select(infinity, x);
    is_zero.select(minus_infinity, is_invalid.select(nan, result))
}

/// `x * log(u) / (u - 1)` where `u = x + 1`, after W. Kahan.
pub(super) fn log1p<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let one = a.cst(1.0);
    let x = a.operand();
    let u = x + one;
    let is_tiny = u.cmpf(CmpFPredicate::Oeq, one);
    let log = u.unary::<LogOp>();
    let is_infinite = u.cmpf(CmpFPredicate::Oeq, log);
    let result = x * (log / (u - one));
    (is_tiny | is_infinite).select(x, result)
}

/// Limits a number, NaN to NaN.
fn clamp<'e>(a: &Approximated<'e, '_, '_>, value: Num<'e>, least: f64, greatest: f64) -> Num<'e> {
    let bound = a.cst(least);
    let value = value.cmpf(CmpFPredicate::Uge, bound).select(value, bound);
    let bound = a.cst(greatest);
    value.cmpf(CmpFPredicate::Ule, bound).select(value, bound)
}

/// Two to the power of `n = round(x / ln 2)`, times a polynomial of the Cephes library for `x - n * ln 2`.
#[allow(clippy::approx_constant)]
pub(super) fn exp<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let [half, one, log2_e, minus_ln2, ln2_rest] =
        a.constants([0.5, 1.0, std::f64::consts::LOG2_E, -0.6933594, 0.00021219444]);
    let p = a.constants([0.00019875691, 0.0013981999, 0.008333452, 0.041665796, 0.16666666, 0.5]);
    // Beyond these the result is zero or infinite.
    let x = clamp(a, a.operand(), -87.8, 88.8);
    let n = x.fma(log2_e, half).unary::<FloorOp>();
    // The exponents that single precision has, and that of zero.
    let n = clamp(a, n, -127.0, 127.0);
    let x = minus_ln2.fma(n, x);
    let x = ln2_rest.fma(n, x);
    let mut sum = x.fma(p[0], p[1]);
    for &coefficient in &p[2..] {
        sum = sum.fma(x, coefficient);
    }
    let sum = one + sum.fma(x * x, x);
    let n = n.cast::<arith::FPToSIOp>(a.i32_type());
    let (place, bias) = (a.int(23), a.int(127));
    let power = ((n + bias) << place).cast::<arith::BitcastOp>(a.ty);
    sum * power
}

/// `(u - 1) * (x / log u)` where `u = e^x`.
pub(super) fn expm1<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    use CmpFPredicate::{Oeq, Ueq};
    let [one, minus_one] = a.constants([1.0, -1.0]);
    let x = a.operand();
    let u = x.unary::<ExpOp>();
    let is_tiny = u.cmpf(Ueq, one);
    let difference = u - one;
    let is_minus_one = difference.cmpf(Oeq, minus_one);
    let log = u.unary::<LogOp>();
    let is_infinite = log.cmpf(Oeq, u);
    let result = difference * (x / log);
    let result = is_infinite.select(u, result);
    is_tiny.select(x, is_minus_one.select(minus_one, result))
}

/// A third of the exponent, and two of Newton's steps, after H. S. Warren, "Hacker's Delight".
pub(super) fn cbrt<'e>(a: &Approximated<'e, '_, '_>) -> Num<'e> {
    let operand = a.operand();
    let [two, four, eight, magic] = [2, 4, 8, 0x2a51_37a0].map(|number| a.int(number));
    let [third, two_float, zero] = a.constants([0.33333334, 2.0, 0.0]);
    let abs = operand.unary::<AbsFOp>();
    let bits = abs.cast::<arith::BitcastOp>(a.i32_type());
    let shift = |number: Num<'e>, by: Num<'e>| number.int_binary::<arith::ShRSIOp>(by);
    // A quarter and a sixteenth, and sixteenths of that.
    let bits = shift(bits, two) + shift(bits, four);
    let bits = bits + shift(bits, four);
    let bits = bits + shift(bits, eight);
    let mut x = (bits + magic).cast::<arith::BitcastOp>(a.ty);
    for _ in 0..2 {
        let square = x * x;
        let twice = x * two_float;
        x = (twice + abs / square) * third;
    }
    let is_zero = abs.cmpf(CmpFPredicate::Oeq, zero);
    is_zero.select(zero, x).binary::<CopySignOp>(operand)
}
