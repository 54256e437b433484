//! Roots, remainders, and other functions.

use super::exponentials::exp;
use super::expressions::Num;

/// `erf(x) / x - 1` by `x^2`, for `|x| <= 1`, within 2^-29 of `erf(x)`.
const ERF: &[f64] = &[
    1.2837917e-01,
    -3.7612626e-01,
    1.1283579e-01,
    -2.6853347e-02,
    5.187162e-03,
    -7.997853e-04,
    7.806903e-05,
];

/// `-log(1 - erf(x))` for `x` between 1 and 4, within 2^-35 of `erf(x)`.
const LOG_OF_ERFC: &[f64] = &[
    -1.8803106e-04,
    1.1295784e+00,
    6.332201e-01,
    1.0841835e-01,
    -2.5208106e-02,
    4.2045047e-03,
    -4.413245e-04,
    2.1685752e-05,
];

pub(super) fn sqrt<'e>(x: Num<'e>) -> Num<'e> {
    x.sqrt()
}

pub(super) fn erf<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let small = size.mul_add((size * size).polynomial(ERF), size);
    let large = size.float(1.0) - exp(-size.clamp(1.0, 4.0).polynomial(LOG_OF_ERFC));
    size.lt(1.0).select(small, large).copysign(x)
}

/// The cube root: a third of the exponent, then two steps of Halley's iteration in double precision.
pub(super) fn cbrt<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let wide = size.double();
    // A third of the upper half of the bits plus two thirds of the bias, less a constant that balances the error.
    let third = (wide.bits().shift_right_unsigned(32) * 0x5555_5556).shift_right_unsigned(32);
    let mut root = ((third + 715_094_163) << 32).as_float();
    for _ in 0..2 {
        let cube = root * root * root;
        root = root * ((wide + wide + cube) / (wide + cube + cube));
    }
    let is_usual = size.gt(0.0) & size.lt(f64::INFINITY);
    is_usual.select(root.single(), size).copysign(x)
}

pub(super) fn hypot<'e>(x: Num<'e>, y: Num<'e>) -> Num<'e> {
    let (a, b) = (x.abs(), y.abs());
    let (wide, high) = (a.double(), b.double());
    let length = (wide * wide + high * high).sqrt().single();
    length.unless(a.equals(f64::INFINITY) | b.equals(f64::INFINITY), f64::INFINITY)
}

/// The remainder of `x` by `y`, both positive, where the quotient is below 2^28: exact.
fn remainder_step<'e>(x: Num<'e>, y: Num<'e>) -> Num<'e> {
    // The closest integer: it may be one too large.
    let magic = 6_755_399_441_055_744.0;
    let quotient = (x / y + magic) - magic;
    let rest = x - quotient * y;
    rest.unless(rest.lt(0.0), rest + y)
}

pub(super) fn fmod<'e>(x: Num<'e>, y: Num<'e>) -> Num<'e> {
    let (x, y) = (x.freeze(), y.freeze());
    let (size, divisor) = (x.abs().double(), y.abs().double());
    let is_large = size.gt(divisor * 268_435_456.0) & size.lt(f64::INFINITY) & divisor.gt(0.0);
    let rest = remainder_step(size, divisor).rarely(is_large, || {
        (0..10).rev().fold(size, |rest, step| remainder_step(rest, divisor * 2.0_f64.powi(28 * step)))
    });
    let rest = rest.single().unless(divisor.gt(size), size.single());
    let is_undefined = divisor.equals(0.0) | size.equals(f64::INFINITY) | x.unordered(y);
    rest.unless(is_undefined, f64::NAN).copysign(x)
}
