//! Exponential functions: `x = k * log(2) + r`, and `e^x = 2^k * e^r`, where a polynomial approximates `e^r`.
//!
//! The coefficients are those of minimax polynomials (Remez' algorithm), rounded to the format one after the other.

use std::f64::consts::{LN_2, LN_10, LOG2_10, LOG2_E};

use super::expressions::Num;

/// `(e^r - 1 - r) / r^2`, for `|r| <= log(2) / 2`, within 2^-28 of `e^r`.
const EXP: &[f64] = &[4.9999994e-01, 1.6666509e-01, 4.166801e-02, 8.369979e-03, 1.3846685e-03];

/// `(2^r - 1) / r`, for `|r| <= 1/2`, within 2^-26 of `2^r`.
const EXP2: &[f64] = &[LN_2, 2.4022594e-01, 5.5503663e-02, 9.625421e-03, 1.338781e-03, 1.3336643e-04];

/// `(10^r - 1) / r`, for `|r| <= log10(2) / 2`, within 2^-25.8 of `10^r`.
const EXP10: &[f64] = &[LN_10, 2.6509464e+00, 2.0346599e+00, 1.1715934e+00, 5.416266e-01, 1.9627023e-01];

/// `(2^r - 1) / r` in double precision, for `|r| <= 1/2`, within 2^-39 of `2^r`.
const EXP2_SHORT: &[f64] = &[
    0.6931471805480267,
    0.2402265070537513,
    0.05550410939189488,
    0.009618126794204518,
    0.0013333450163450485,
    0.00015405113132486656,
    1.531047670027292e-05,
    1.2906024439602932e-06,
];

/// `(e^r - 1 - r) / r^2` in double precision, for `|r| <= log(2) / 2`, within 2^-43 of `e^r - 1`.
const EXPM1_SHORT: &[f64] = &[
    0.49999999999797223,
    0.16666666666885777,
    0.04166666689663181,
    0.008333333240946187,
    0.0013888820112390352,
    0.0001984136350757489,
    2.487716255346554e-05,
    2.7560540225402135e-06,
];

/// `(e^r - 1 - r) / r^2`, for `|r| <= log(2) / 2`, within 2^-63 of `e^r`.
const EXP_DOUBLE: &[f64] = &[
    0.5,
    0.1666666666666669,
    0.04166666666666686,
    0.008333333333311632,
    0.0013888888888748591,
    0.00019841269909410658,
    2.4801587646106284e-05,
    2.7557222214993587e-06,
    2.7556967178462006e-07,
    2.511631579298548e-08,
    2.101686898699944e-09,
];

/// `(e^r - 1 - r - r^2 / 2) / r^3`, for `|r| <= log(2) / 2`, within 2^-64 of `e^r - 1`.
const EXPM1_DOUBLE: &[f64] = &[
    0.16666666666666666,
    0.0416666666666667,
    0.00833333333333451,
    0.0013888888888864304,
    0.00019841269836611193,
    2.4801587368505937e-05,
    2.7557327138822667e-06,
    2.7557234881813527e-07,
    2.504605051093272e-08,
    2.092700057176508e-09,
    1.7785930534584894e-10,
];

/// `(2^r - 1) / r`, for `|r| <= 1/2`, within 2^-55 of `2^r`: the first coefficient alone limits it.
const EXP2_DOUBLE: &[f64] = &[
    LN_2,
    0.24022650695910072,
    0.05550410866482158,
    0.009618129107628487,
    0.0013333558146428307,
    0.00015403530393354252,
    1.525273380424938e-05,
    1.3215486822839724e-06,
    1.0178085886740405e-07,
    7.054891887412171e-09,
    4.445573802100587e-10,
    2.573696587554209e-11,
    1.366304411187786e-12,
];

/// The closest integer to a number, as a number and as an integer of the same width.
///
/// Adding 1.5 times the power of two whose unit is 1 makes the lowest bits those of the integer. No instruction
/// for rounding is needed, which not every target has.
#[derive(Clone, Copy)]
pub(super) struct Rounded<'e> {
    /// The integer as a float.
    pub float: Num<'e>,
    /// The integer.
    pub integer: Num<'e>,
}

/// The integer that is closest to `x * factor`, which has a magnitude below 2^22, or 2^51 in double precision.
pub(super) fn round_product<'e>(x: Num<'e>, factor: f64) -> Rounded<'e> {
    let (magic, bits) = match x.is_double() {
        true => (6_755_399_441_055_744.0, 6_755_399_441_055_744.0_f64.to_bits() as i64),
        false => (12_582_912.0, i64::from(12_582_912.0_f32.to_bits())),
    };
    let sum = x.mul_add(factor, magic);
    Rounded { float: sum - magic, integer: sum.bits() - bits }
}

/// `x * 2^k`, rounded once, for products that may be infinite, zero or denormal.
fn scale<'e>(x: Num<'e>, k: Rounded<'e>) -> Num<'e> {
    x.scaled(k.float).unwrap_or_else(|| scale_in_steps(x, k.integer))
}

/// `x * 2^n` in two steps, for products that may be infinite, zero or denormal.
fn scale_in_steps<'e>(x: Num<'e>, n: Num<'e>) -> Num<'e> {
    let (bias, mantissa, shift) = if x.is_double() { (1023_i64, 52_i64, 1 << 12) } else { (127, 23, 1 << 9) };
    // Half of it, without an arithmetic shift, which many targets lack for 64-bit elements.
    let half = (n + shift).shift_right_unsigned(1) - shift / 2;
    let power = |n: Num<'e>| ((n + bias) << mantissa).as_float();
    x * power(half) * power(n - half)
}

/// `x - k * (high + low)`, where `k * high` is exact.
fn reduce<'e>(x: Num<'e>, k: Num<'e>, high: f64, low: f64) -> Num<'e> {
    k.mul_add(-low, k.mul_add(-high, x))
}

/// log(2), whose higher part has 10 bits in single and 41 bits in double precision.
const LN_2_SINGLE: (f64, f64) = (0.693359375, -2.121_944_400_546_905_8e-4);
const LN_2_DOUBLE: (f64, f64) = (0.693147180559663, 2.8235290563031577e-13);

/// log10(2), whose higher part has 14 bits.
const LOG10_2_SINGLE: (f64, f64) = (0.301025390625, 4.605038981195214e-06);

pub(super) fn exp<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.clamp(-104.0, 89.0);
    let k = round_product(x, LOG2_E);
    let r = reduce(x, k.float, LN_2_SINGLE.0, LN_2_SINGLE.1);
    let power = (r * r).mul_add(r.polynomial(EXP), r) + 1.0;
    scale(power, k)
}

pub(super) fn exp2<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.clamp(-151.0, 129.0);
    let k = round_product(x, 1.0);
    let r = x - k.float;
    scale(r.mul_add(r.polynomial(EXP2), 1.0), k)
}

pub(super) fn exp10<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.clamp(-46.0, 39.0);
    let k = round_product(x, LOG2_10);
    let r = reduce(x, k.float, LOG10_2_SINGLE.0, LOG10_2_SINGLE.1);
    scale(r.mul_add(r.polynomial(EXP10), 1.0), k)
}

/// `e^x - 1` in double precision, within 2^-40; `|x|` is below 700.
pub(super) fn expm1_short<'e>(x: Num<'e>) -> Num<'e> {
    let k = round_product(x, LOG2_E);
    let r = k.float.mul_add(-LN_2, x);
    let power = (r * r).mul_add(r.polynomial(EXPM1_SHORT), r);
    let two = ((k.integer + 1023) << 52).as_float();
    two.mul_add(power, two - 1.0)
}

pub(super) fn expm1<'e>(x: Num<'e>) -> Num<'e> {
    expm1_short(x.clamp(-30.0, 100.0).double()).single().copysign(x)
}

/// `2^x` in double precision, within 2^-39; `|x|` is below 1000.
pub(super) fn exp2_short<'e>(x: Num<'e>) -> Num<'e> {
    let k = round_product(x, 1.0);
    let r = x - k.float;
    r.mul_add(r.polynomial(EXP2_SHORT), 1.0) * ((k.integer + 1023) << 52).as_float()
}

/// The number `(1 + less) * 2^exponent`.
struct Power<'e> {
    less: Num<'e>,
    exponent: Rounded<'e>,
}

/// `e^x` in double precision.
fn exp_parts<'e>(x: Num<'e>) -> Power<'e> {
    let k = round_product(x, LOG2_E);
    let r = reduce(x, k.float, LN_2_DOUBLE.0, LN_2_DOUBLE.1);
    Power { less: (r * r).mul_add(r.polynomial(EXP_DOUBLE), r), exponent: k }
}

pub(super) fn exp_double<'e>(x: Num<'e>) -> Num<'e> {
    let Power { less, exponent } = exp_parts(x.clamp(-746.0, 710.0));
    scale(less + 1.0, exponent)
}

/// Half of `e^x` in double precision, for `x` of at least 0, and its rounding error.
pub(super) fn exp_half<'e>(x: Num<'e>) -> (Num<'e>, Num<'e>) {
    let Power { less, exponent } = exp_parts(x);
    let power = less + 1.0;
    let lost = (power.float(1.0) - power) + less;
    let half = Rounded { float: exponent.float - 1.0, integer: exponent.integer - 1 };
    (scale(power, half), scale(lost, half))
}

/// `e^(r * factor) * 2^n` in double precision.
pub(super) fn exp_of_product<'e>(r: Num<'e>, factor: f64, n: Num<'e>) -> Num<'e> {
    let r = r * factor;
    scale_in_steps((r * r).mul_add(r.polynomial(EXP_DOUBLE), r) + 1.0, n)
}

pub(super) fn exp2_double<'e>(x: Num<'e>) -> Num<'e> {
    let x = x.clamp(-1076.0, 1025.0);
    let k = round_product(x, 1.0);
    let r = x - k.float;
    scale(r.mul_add(r.polynomial(EXP2_DOUBLE), 1.0), k)
}

/// `e^x - 1` in double precision. Half of `2^k` is used, since `2^1024` is no number.
pub(super) fn expm1_double<'e>(x: Num<'e>) -> Num<'e> {
    let bounded = x.clamp(-40.0, 710.0);
    let k = round_product(bounded, LOG2_E);
    let r = k.float.mul_add(-LN_2_DOUBLE.0, bounded);
    let tail = k.float * -LN_2_DOUBLE.1;
    let sum = r + tail;
    let lost = (r - sum) + tail;
    let square = sum * sum;
    let rest = square.mul_add(0.5, (square * sum).mul_add(sum.polynomial(EXPM1_DOUBLE), lost));
    let half = ((k.integer + 1022) << 52).as_float();
    // 2^k * r + (2^k - 1) + 2^k * rest, with the rounding error of the first sum.
    let (large, small) = (half * sum, half * rest);
    let one = half - 0.5;
    let whole = one + large;
    let back = whole - one;
    let lost = (one - (whole - back)) + (large - back);
    let result = (whole + (small + lost)) * 2.0;
    // Half of a denormal number is not exact.
    result.unless(x.abs().lt(1e-18), x).copysign(x)
}
