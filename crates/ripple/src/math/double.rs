//! Functions in double precision with algorithms of their own: rounding errors are carried along, so that results are
//! as accurate as in single precision.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LOG2_10, PI};

use terrace_dialects_llvm::intrinsics::{CosOp, SinOp};

use super::arcs::{self, Arc, Constants, arc};
use super::exponentials::{exp_half, exp_of_product, round_product};
use super::expressions::Num;
use super::logarithms::{LN_2_HIGH, LN_2_LOW, log_of_quotient, parts, with_limits};

/// `(sin(r) / r - 1) / r^2` by `r^2`, for `|r| <= pi/4`, within 2^-57 of `sin(r)`.
const SIN: &[f64] = &[
    -0.1666666666666663,
    0.00833333333332184,
    -0.00019841269829358487,
    2.755731353848523e-06,
    -2.505073438253953e-08,
    1.5895432784165589e-10,
];

/// `(cos(r) - 1 + r^2 / 2) / r^4` by `r^2`, for `|r| <= pi/4`, within 2^-63 of `cos(r)`.
const COS: &[f64] = &[
    0.041666666666666595,
    -0.0013888888888873307,
    2.4801587288965233e-05,
    -2.75573142030806e-07,
    2.0875703139650365e-09,
    -1.1358617003846577e-11,
];

/// `(atan(x) / x - 1) / x^2` by `x^2`, for `|x| <= 7/16`, within 2^-58 of `atan(x)`.
const ATAN: &[f64] = &[
    -0.33333333333333315,
    0.19999999999992946,
    -0.14285714284830456,
    0.11111111055467038,
    -0.09090907032947625,
    0.07692259068095696,
    -0.06665896718004233,
    0.05873969831209632,
    -0.051998322417094595,
    0.04432081408981542,
    -0.03189809953408268,
    0.013676672941978723,
];

/// `(asin(x) / x - 1) / x^2` by `x^2`, for `|x| <= 1/2`, within 2^-59 of `asin(x)`.
const ASIN: &[f64] = &[
    0.1666666666666666,
    0.07500000000002512,
    0.04464285713971038,
    0.030381944643438512,
    0.022372151643272095,
    0.01735294438468097,
    0.013961887499351552,
    0.011585830112265647,
    0.0094830252872305,
    0.010014255783868298,
    0.0006668203527583314,
    0.024860820938633364,
    -0.026195054107739403,
    0.03367073070410699,
];

/// `(sinh(x) / x - 1) / x^2` by `x^2`, for `|x| <= 1`, within 2^-59 of `sinh(x)`.
const SINH: &[f64] = &[
    0.16666666666666666,
    0.008333333333333333,
    0.000198412698412696,
    2.7557319224116297e-06,
    2.5052108346507378e-08,
    1.6059050601487424e-10,
    7.646482880145278e-13,
    2.848233434663064e-15,
];

/// pi/2 in two parts of 33 bits, and the rest.
const FRAC_PI_2_PARTS: [f64; 3] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];

/// The rounding errors of pi/2, pi and atan of 1/2, 1 and 3/2 in double precision.
const FRAC_PI_2_REST: f64 = 6.123233995736766e-17;
const PI_REST: f64 = 1.2246467991473532e-16;
const ATAN_HALF: (f64, f64) = (0.4636476090008061, 2.2698777452961687e-17);
const ATAN_ONE: (f64, f64) = (FRAC_PI_4, 3.061616997868383e-17);
const ATAN_ONE_AND_HALF: (f64, f64) = (0.982793723247329, 1.3903311031230998e-17);

/// The inverse of log(2), and log10(2) and the inverse of log(10), in a part of few bits and the rest.
const LOG2_E: (f64, f64) = (1.4426950407214463, 1.6751713164886512e-10);
const LOG10_E: (f64, f64) = (0.4342944818781689, 2.5082946711645275e-11);
const LOG10_2: (f64, f64) = (0.30102999566383914, 1.42050232272661e-13);

/// A sum and its rounding error, for operands of any order of magnitude.
fn sum<'e>(a: Num<'e>, b: Num<'e>) -> (Num<'e>, Num<'e>) {
    let sum = a + b;
    let taken = sum - a;
    (sum, (a - (sum - taken)) + (b - taken))
}

/// An argument reduced by a multiple of pi/2, with its rounding error, and the factor.
struct Reduced<'e> {
    rest: Num<'e>,
    lost: Num<'e>,
    quadrant: Num<'e>,
}

/// Reduces magnitudes below 2^20.
fn reduce<'e>(x: Num<'e>) -> Reduced<'e> {
    let [high, middle, low] = FRAC_PI_2_PARTS;
    let k = round_product(x, FRAC_2_PI);
    // Products with both parts are exact.
    let (rest, lost) = sum(k.float.mul_add(-high, x), k.float * -middle);
    let (rest, lost) = sum(rest, k.float.mul_add(-low, lost));
    Reduced { rest, lost, quadrant: k.integer }
}

/// The sine of magnitudes below 2^20, `quadrants` quadrants on.
fn sine<'e>(size: Num<'e>, quadrants: i64) -> Num<'e> {
    let Reduced { rest, lost, quadrant } = reduce(size);
    let quadrant = if quadrants == 0 { quadrant } else { quadrant + quadrants };
    let square = rest * rest;
    let sine = rest + (rest * square).mul_add(square.polynomial(SIN), lost);
    let half = square * 0.5;
    let most = half.float(1.0) - half;
    let rounded = (half.float(1.0) - most) - half;
    let correction = lost.mul_add(-rest, rounded);
    let cosine = most + (square * square).mul_add(square.polynomial(COS), correction);
    let chosen = sine.unless((quadrant & 1).equals(1), cosine);
    (chosen.bits() ^ ((quadrant & 2) << 62)).as_float()
}

/// The magnitude from which arguments are left to libm.
const LARGE: f64 = 1_048_576.0;

pub(super) fn sin<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.freeze();
    let sine = sine(x.abs(), 0);
    let sine = (sine.bits() ^ (x.bits() & i64::MIN)).as_float();
    sine.rarely(x.abs().gt(LARGE), || x.each_element::<SinOp>())
}

pub(super) fn cos<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.freeze();
    sine(x.abs(), 1).rarely(x.abs().gt(LARGE), || x.each_element::<CosOp>())
}

pub(super) fn exp10<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.clamp(-325.0, 309.0);
    let k = round_product(x, LOG2_10);
    let r = k.float.mul_add(-LOG10_2.1, k.float.mul_add(-LOG10_2.0, x));
    exp_of_product(r, std::f64::consts::LN_10, k.integer)
}

/// `log(m)` for a significand, as a number of few bits and a remainder.
fn log_of_significand<'e>(m: Num<'e>) -> (Num<'e>, Num<'e>) {
    let f = m - 1.0;
    let half = f * f * 0.5;
    let most = ((f - half).bits() & !0xFFFF_FFFF).as_float();
    (most, ((f - most) - half) + log_of_quotient(f, half))
}

/// `k * (unit.0 + unit.1) + log(m) * (factor.0 + factor.1)`.
fn scaled_log<'e>(x: Num<'e>, unit: (f64, f64), factor: (f64, f64)) -> Num<'e> {
    let denormal = x.lt(f64::MIN_POSITIVE);
    let parts = parts(x.unless(denormal, x * 18_014_398_509_481_984.0));
    let k = parts.exponent.unless(denormal, parts.exponent - 54.0);
    let (most, rest) = log_of_significand(parts.significand);
    let small = (rest + most) * factor.1 + rest * factor.0;
    let small = if unit.1 == 0.0 { small } else { k * unit.1 + small };
    let (log, lost) = sum(k * unit.0, most * factor.0);
    with_limits(log + (small + lost), x)
}

pub(super) fn log2<'e>(x: Num<'e>) -> Num<'e> {
    scaled_log(x, (1.0, 0.0), LOG2_E)
}

pub(super) fn log10<'e>(x: Num<'e>) -> Num<'e> {
    scaled_log(x, LOG10_2, LOG10_E)
}

pub(super) fn log1p<'e>(x: Num<'e>) -> Num<'e> {
    let (whole, lost) = sum(x, x.float(1.0));
    let parts = parts(whole);
    let f = parts.significand - 1.0;
    let half = f * f * 0.5;
    // log(whole + lost) is log(whole) + lost / whole.
    let small = (parts.exponent * LN_2_LOW + lost / whole) + log_of_quotient(f, half);
    let log = parts.exponent * LN_2_HIGH - ((half - small) - f);
    let finite = log.unless(x.equals(f64::INFINITY), x);
    let below = x.equals(-1.0).select(x.float(f64::NEG_INFINITY), f64::NAN);
    let tiny = x.abs().lt(1e-18);
    x.gt(-1.0).select(finite, below).unless(tiny, x)
}

pub(super) fn sinh<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let square = size * size;
    let small = (size * square).mul_add(square.polynomial(SINH), size);
    let (half, lost) = exp_half(size.clamp(0.0, 711.0));
    size.lt(1.0).select(small, half - (half.float(0.25) / half - lost)).copysign(x)
}

pub(super) fn cosh<'e>(x: Num<'e>) -> Num<'e> {
    let (half, lost) = exp_half(x.abs().clamp(0.0, 711.0));
    half + (half.float(0.25) / half + lost)
}

pub(super) fn cbrt<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let denormal = size.lt(f64::MIN_POSITIVE);
    let is_large = size.gt(1e300);
    let scaled = size.unless(denormal, size * 18_014_398_509_481_984.0);
    let scaled = scaled.unless(is_large, size * (1.0 / 18_014_398_509_481_984.0));
    let third = (scaled.bits().shift_right_unsigned(32) * 0x5555_5556).shift_right_unsigned(32);
    let mut root = ((third + 715_094_163) << 32).as_float();
    for _ in 0..2 {
        let cube = root * root * root;
        root = root * ((scaled + scaled + cube) / (scaled + cube + cube));
    }
    // The square of a number of few bits is exact; one step of Newton's iteration computes the remainder.
    let root = ((root.bits() + (1 << 29)) & !0x3FFF_FFFF).as_float();
    let ratio = scaled / (root * root);
    let root = root + root * ((ratio - root) / (root + root + ratio));
    let root = root.unless(denormal, root * (1.0 / 262_144.0)).unless(is_large, root * 262_144.0);
    let is_usual = size.gt(0.0) & size.lt(f64::INFINITY);
    is_usual.select(root, size).copysign(x)
}

/// Two magnitudes, scaled by a power of two if the larger one is out of a range, and the inverse of the scale.
fn scaled<'e>(
    (a, b): (Num<'e>, Num<'e>),
    (high, down): (i32, i32),
    (low, up): (i32, i32),
) -> (Num<'e>, Num<'e>, Num<'e>) {
    let larger = a.gt(b).select(a, b);
    let (is_large, is_small) = (larger.gt(2.0_f64.powi(high)), larger.lt(2.0_f64.powi(low)));
    let (up, down) = (2.0_f64.powi(up), 2.0_f64.powi(down));
    let factor = |large: f64, small: f64| a.float(1.0).unless(is_large, large).unless(is_small, small);
    (a * factor(down, up), b * factor(down, up), factor(1.0 / down, 1.0 / up))
}

pub(super) fn hypot<'e>(x: Num<'e>, y: Num<'e>) -> Num<'e> {
    let (a, b) = (x.abs(), y.abs());
    // Squares neither overflow nor underflow.
    let (width, height, back) = scaled((a, b), (500, -600), (-450, 600));
    let length = (width * width + height * height).sqrt() * back;
    length.unless(a.equals(f64::INFINITY) | b.equals(f64::INFINITY), f64::INFINITY)
}

/// The arc tangent of the quotient of two magnitudes: a number, and a correction to add.
///
/// It is the sum of that of the nearest of 0, 1/2, 1, 3/2 and infinity, and of that of a reduced quotient.
fn atan_of_quotient<'e>(height: Num<'e>, width: Num<'e>) -> (Num<'e>, Num<'e>) {
    let range = |limit: f64| height.gt(width * limit);
    let (mut top, mut bottom) = (height, width);
    let (mut base, mut rest) = (height.float(0.0), height.float(0.0));
    let ranges = [
        (7.0 / 16.0, height * 2.0 - width, width * 2.0 + height, ATAN_HALF),
        (11.0 / 16.0, height - width, width + height, ATAN_ONE),
        (19.0 / 16.0, height - width * 1.5, width + height * 1.5, ATAN_ONE_AND_HALF),
        (39.0 / 16.0, -width, height, (FRAC_PI_2, FRAC_PI_2_REST)),
    ];
    for (limit, numerator, denominator, angle) in ranges {
        let is_above = range(limit);
        (top, bottom) = (top.unless(is_above, numerator), bottom.unless(is_above, denominator));
        (base, rest) = (base.unless(is_above, angle.0), rest.unless(is_above, angle.1));
    }
    let ratio = top / bottom;
    let square = ratio * ratio;
    let (angle, lost) = sum(base, ratio);
    (angle, (ratio * square).mul_add(square.polynomial(ATAN), rest + lost))
}

pub(super) fn atan<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let (angle, rest) = atan_of_quotient(size, x.float(1.0));
    (angle + rest).unless(size.equals(f64::INFINITY), FRAC_PI_2).copysign(x)
}

pub(super) fn atan2<'e>(y: Num<'e>, x: Num<'e>) -> Num<'e> {
    let (height, width, _) = scaled((y.abs(), x.abs()), (1000, -4), (-900, 100));
    // The quotient of zeros is taken as 0, that of infinities as 1.
    let are_infinite = width.equals(f64::INFINITY) & height.equals(f64::INFINITY);
    let are_zero = width.equals(0.0) & height.equals(0.0);
    let (height, width) = (height.unless(are_infinite, 1.0), width.unless(are_infinite | are_zero, 1.0));
    let (angle, rest) = atan_of_quotient(height, width);
    let (turned, lost) = sum(angle.float(PI), -angle);
    let turned = turned + ((lost - rest) + PI_REST);
    let angle = (angle + rest).unless(x.bits().lt(0), turned);
    angle.unless(x.unordered(y), f64::NAN).copysign(y)
}

const ARCS: Constants<'_> = Constants { asin: ASIN, frac_pi_2_rest: FRAC_PI_2_REST, pi_rest: PI_REST };

pub(super) fn asin<'e>(x: Num<'e>) -> Num<'e> {
    let Arc { most, rest, is_large } = arc(x.abs(), &ARCS);
    let (turned, lost) = sum(most.float(FRAC_PI_2), most * -2.0);
    let turned = turned + (lost - (rest * 2.0 - FRAC_PI_2_REST));
    (most + rest).unless(is_large, turned).copysign(x)
}

pub(super) fn acos<'e>(x: Num<'e>) -> Num<'e> {
    arcs::acos(x, &ARCS)
}
