//! Logarithms and powers: `x = 2^k * m` with `m` between the roots of 1/2 and 2, and `log(x) = k * log(2) + log(m)`.

use std::f64::consts::{LN_2, SQRT_2};

use terrace_support::apfloat::FloatKind;

use super::exponentials::exp2_short;
use super::expressions::Num;

/// `(log(1 + f) - f + f^2 / 2) / f^3`, for `1 + f` between the roots of 1/2 and 2, within 2^-29 of `log(1 + f)`.
const LOG: &[f64] = &[
    3.3333313e-01,
    -2.5000167e-01,
    2.0002224e-01,
    -1.6659367e-01,
    1.420956e-01,
    -1.2549688e-01,
    1.2108923e-01,
    -1.09163634e-01,
    5.3384233e-02,
];

/// `log2(1 + f) / f` in double precision, within 2^-35.
const LOG2_SHORT: &[f64] = &[
    1.442695040868713,
    -0.721347520869094,
    0.4808983613942602,
    -0.360673674785043,
    0.2885372935416842,
    -0.2404531675392503,
    0.20617535819635405,
    -0.18030055987563615,
    0.1587697945630182,
    -0.14315688103258983,
    0.1447488106694965,
    -0.14283769419963166,
    0.0773680691452018,
];

/// `log2((1 + s) / (1 - s)) / s` by `s^2`, for `(1 + s) / (1 - s)` between the roots of 1/2 and 2, within 2^-51.
const LOG2_OF_QUOTIENT: &[f64] = &[
    2.885390081777927,
    0.9617966939244049,
    0.577078017231055,
    0.4121984034035669,
    0.32061633429140346,
    0.26144511337481197,
    0.24291312929071704,
];

/// `(log((1 + s) / (1 - s)) / s - 2) / s^2` by `s^2`, within 2^-59 of the logarithm.
const LOG_OF_QUOTIENT: &[f64] = &[
    0.6666666666666735,
    0.3999999999940915,
    0.2857142874377588,
    0.22222198415322264,
    0.1818357328902909,
    0.1531380275104867,
    0.14798606084029778,
];

/// log(2), whose higher part has 41 bits.
pub(super) const LN_2_HIGH: f64 = 0.693147180559663;
pub(super) const LN_2_LOW: f64 = 2.8235290563031577e-13;

/// A positive number as `2^k * m`.
pub(super) struct Parts<'e> {
    /// The exponent.
    pub exponent: Num<'e>,
    /// The number between the roots of 1/2 and 2.
    pub significand: Num<'e>,
}

/// The parts of numbers in double precision that are positive, finite and not denormal.
pub(super) fn parts<'e>(x: Num<'e>) -> Parts<'e> {
    let half = (SQRT_2 / 2.0).to_bits() as i64;
    let bits = x.bits();
    // Positive, since the exponent is not 0: no arithmetic shift and no conversion from integers is needed.
    let biased = (bits - (half - (1023 << 52))).shift_right_unsigned(52);
    let two_to_52: f64 = 4_503_599_627_370_496.0;
    let exponent = (biased | two_to_52.to_bits() as i64).as_float() - (two_to_52 + 1023.0);
    let significand = (bits - ((biased - 1023) << 52)).as_float();
    Parts { exponent, significand }
}

/// The logarithm for all numbers; `log` is valid for positive finite ones.
pub(super) fn with_limits<'e>(log: Num<'e>, x: Num<'e>) -> Num<'e> {
    let finite = log.unless(x.equals(f64::INFINITY), x);
    let below = x.equals(0.0).select(x.float(f64::NEG_INFINITY), f64::NAN);
    x.gt(0.0).select(finite, below)
}

pub(super) fn log<'e>(x: Num<'e>) -> Num<'e> {
    let denormal = x.lt(f64::from(f32::MIN_POSITIVE));
    let scaled = x.unless(denormal, x * 8_388_608.0);
    let half = i64::from((SQRT_2 as f32 / 2.0).to_bits());
    let bits = scaled.bits() - half;
    let exponent = (bits >> 23).signed_to_float(FloatKind::F32);
    let exponent = exponent.unless(denormal, exponent - 23.0);
    let f = ((bits & 0x7F_FFFF) + half).as_float() - 1.0;
    let square = f * f;
    let rest = f * square * f.polynomial(LOG);
    let rest = exponent.mul_add(-2.121_944_400_546_905_8e-4, rest);
    let sum = f + square.mul_add(-0.5, rest);
    with_limits(exponent.mul_add(0.693359375, sum), x)
}

/// `log2(x)` within 2^-34, for numbers of single precision in double precision.
fn log2_short<'e>(x: Num<'e>) -> Num<'e> {
    let parts = parts(x);
    let f = parts.significand - 1.0;
    f.mul_add(f.polynomial(LOG2_SHORT), parts.exponent)
}

pub(super) fn log2<'e>(x: Num<'e>) -> Num<'e> {
    with_limits(log2_short(x.double()).single(), x)
}

pub(super) fn log10<'e>(x: Num<'e>) -> Num<'e> {
    with_limits((log2_short(x.double()) * std::f64::consts::LOG10_2).single(), x)
}

pub(super) fn log1p<'e>(x: Num<'e>) -> Num<'e> {
    let wide = x.double();
    let parts = parts(wide + 1.0);
    // The sum rounds small numbers.
    let f = (parts.significand - 1.0).unless(parts.exponent.equals(0.0), wide);
    let log = f.mul_add(f.polynomial(LOG2_SHORT), parts.exponent) * LN_2;
    let finite = log.single().unless(x.equals(f64::INFINITY), x);
    let below = x.equals(-1.0).select(x.float(f64::NEG_INFINITY), f64::NAN);
    x.gt(-1.0).select(finite, below).copysign(x).unless(x.unordered(x), x)
}

/// `log2(x)` within 2^-50.
fn log2_for_power<'e>(x: Num<'e>) -> Num<'e> {
    let parts = parts(x);
    let s = (parts.significand - 1.0) / (parts.significand + 1.0);
    s.mul_add((s * s).polynomial(LOG2_OF_QUOTIENT), parts.exponent)
}

pub(super) fn pow<'e>(x: Num<'e>, y: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let wide = size.double();
    let log = log2_for_power(wide);
    let log = log.unless(wide.equals(0.0), f64::NEG_INFINITY);
    let log = wide.lt(f64::INFINITY).select(log, wide);
    // Infinite exponents are clamped to large ones: 1 to their power is 1.
    let exponent = y.clamp(-1e30, 1e30).double();
    let power = exp2_short((exponent * log).clamp(-300.0, 300.0)).single();
    // All numbers from 2^24 on are even integers.
    let bounded = y.abs();
    let bounded = bounded.lt(33_554_432.0).select(bounded, 33_554_432.0);
    let whole = bounded.to_i32();
    let is_integer = whole.signed_to_float(FloatKind::F32).equals(bounded);
    let is_odd = is_integer & (whole & 1).equals(1);
    let is_negative = x.bits().lt(0);
    let power = power.unless(is_negative & is_odd, -power);
    let is_undefined = x.lt(0.0) & x.gt(f64::NEG_INFINITY) & !is_integer;
    let power = power.unless(is_undefined, f64::NAN);
    power.unless(y.equals(0.0) | x.equals(1.0), 1.0)
}

pub(super) fn log_double<'e>(x: Num<'e>) -> Num<'e> {
    let denormal = x.lt(f64::MIN_POSITIVE);
    let scaled = x.unless(denormal, x * 18_014_398_509_481_984.0);
    let parts = parts(scaled);
    let k = parts.exponent.unless(denormal, parts.exponent - 54.0);
    let f = parts.significand - 1.0;
    let half = f * f * 0.5;
    let small = log_of_quotient(f, half) + k * LN_2_LOW;
    with_limits(k * LN_2_HIGH - ((half - small) - f), x)
}

/// `log(1 + f) - f + half` in double precision, where `half` is `f^2 / 2`.
pub(super) fn log_of_quotient<'e>(f: Num<'e>, half: Num<'e>) -> Num<'e> {
    let s = f / (f + 2.0);
    let square = s * s;
    s * (half + square * square.polynomial(LOG_OF_QUOTIENT))
}
