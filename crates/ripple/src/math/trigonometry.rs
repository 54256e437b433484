//! Trigonometric functions and their inverses.
//!
//! Arguments are reduced to `r = x - k * pi/2` of at most pi/4 in magnitude: with fused multiply-add in single
//! precision, with pi/2 in three parts (Cody and Waite), otherwise in double precision. From 2^17 on, `x * 2/pi` is
//! computed in integers, modulo 4, from the relevant bits of 2/pi (Payne and Hanek).

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, PI};

use terrace_support::apfloat::FloatKind;

use super::arcs::{self, Arc, Constants, arc};
use super::exponentials::round_product;
use super::expressions::Num;

/// `(sin(r) / r - 1) / r^2` by `r^2`, for `|r| <= pi/4`, within 2^-27 of `sin(r)`.
const SIN: &[f64] = &[-1.6666654e-01, 8.332106e-03, -1.9507883e-04];

/// `(cos(r) - 1 + r^2 / 2) / r^4` by `r^2`, for `|r| <= pi/4`, within 2^-32 of `cos(r)`.
const COS: &[f64] = &[4.1666646e-02, -1.3887298e-03, 2.4430085e-05];

/// The same in double precision, within 2^-37 and 2^-42.
const SIN_SHORT: &[f64] =
    &[-0.16666666638640865, 0.008333329056078533, -0.00019839232657332723, 2.7173666870339275e-06];
const COS_SHORT: &[f64] =
    &[0.04166666661550768, -0.001388888316333478, 2.4799372698121284e-05, -2.719862547716147e-07];

/// `(atan(x) / x - 1) / x^2` by `x^2`, for `|x| <= 1`, within 2^-31 of `atan(x)`.
const ATAN: &[f64] = &[
    -3.3333328e-01,
    1.9999716e-01,
    -1.4280343e-01,
    1.1061233e-01,
    -8.821462e-02,
    6.763649e-02,
    -4.4983257e-02,
    2.2777617e-02,
    -7.425363e-03,
    1.1345221e-03,
];

/// The same in double precision, within 2^-39.
const ATAN_SHORT: &[f64] = &[
    -0.33333333292387896,
    0.19999996635798842,
    -0.14285617090193256,
    0.11109685247735085,
    -0.0907843134483825,
    0.0762101570989494,
    -0.06385076437678198,
    0.05082280633415072,
    -0.0357579213105641,
    0.02038090834239831,
    -0.00850148035743192,
    0.002251491610185216,
    -0.0002800355058483378,
];

/// `(asin(x) / x - 1) / x^2` by `x^2`, for `|x| <= 1/2`, within 2^-31 of `asin(x)`.
const ASIN: &[f64] =
    &[1.666666e-01, 7.500522e-02, 4.4513386e-02, 3.1838752e-02, 1.4317285e-02, 3.7691746e-02];

/// pi/2 in three parts of 24 bits.
const FRAC_PI_2_SINGLE: [f64; 3] = [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15];

/// pi/2 in a part of 33 bits and the rest.
const FRAC_PI_2_DOUBLE: [f64; 2] = [1.5707963267341256, 6.077100506506192e-11];

/// The rounding errors of pi/2 and pi in single precision.
const FRAC_PI_2_REST: f64 = -4.3711390001862426e-08;
const PI_REST: f64 = -8.742278000372485e-08;

/// The magnitude from which arguments are reduced in integers.
const LARGE: f64 = 131_072.0;

/// 8 zero bits and the bits of 2/pi, in words of 32 bits.
const FRAC_2_PI_WORDS: [i64; 8] =
    [0x00A2_F983, 0x6E4E_4415, 0x29FC_2757, 0xD1F5_34DD, 0xC0DB_6295, 0x993C_4390, 0x41FE_5163, 0xABDE_BBC5];

/// An argument reduced by a multiple of pi/2: the remainder in double precision, and the factor modulo 4 in 32 bits.
struct Reduced<'e> {
    rest: Num<'e>,
    quadrant: Num<'e>,
}

/// The same in single precision, with the rounding error.
struct ReducedSingle<'e> {
    rest: Num<'e>,
    lost: Num<'e>,
    quadrant: Num<'e>,
}

impl<'e> Reduced<'e> {
    fn single(self) -> ReducedSingle<'e> {
        let rest = self.rest.single();
        ReducedSingle { rest, lost: (self.rest - rest.double()).single(), quadrant: self.quadrant }
    }
}

/// Reduces the magnitudes of numbers of single precision that are [`LARGE`].
fn reduce_large<'e>(x: Num<'e>) -> Reduced<'e> {
    let bits = x.bits();
    let exponent = bits.shift_right_unsigned(23).zero_extended();
    let mantissa = ((bits & 0x7F_FFFF) | 0x80_0000).zero_extended();
    // x is mantissa * 2^(exponent - 150). Bits of 2/pi before number exponent - 151 become multiples of 4.
    let first = exponent - (151 - 7);
    let (word, shift) = (first.shift_right_unsigned(5), first & 31);
    let bits_from = |place: usize| {
        let pair = |at: usize| {
            let (high, low) = (FRAC_2_PI_WORDS[at], FRAC_2_PI_WORDS[at + 1]);
            word.int(high << 32 | low)
        };
        let pair = (1..4).fold(pair(place), |all, at| all.unless(word.equals(at as i64), pair(at + place)));
        (pair << shift).shift_right_unsigned(32)
    };
    let (high, middle, low) = (bits_from(0), bits_from(1), bits_from(2));
    let product = ((mantissa * high) << 32) + mantissa * middle + (mantissa * low).shift_right_unsigned(32);
    // Two bits of the factor, and 62 bits of the remainder.
    let quadrant = (product + (1 << 61)).shift_right_unsigned(62);
    let rest = (product - (quadrant << 62)).signed_to_float(FloatKind::F64);
    let rest = rest * (FRAC_PI_2 / (1_u64 << 62) as f64);
    let rest = rest.unless((bits & 0x7F80_0000).equals(0x7F80_0000), f64::NAN);
    Reduced { rest, quadrant: quadrant.lower_half() }
}

/// Reduces the magnitudes of numbers of single precision in double precision.
fn reduce_double<'e>(x: Num<'e>) -> Reduced<'e> {
    let wide = x.double();
    let k = round_product(wide, FRAC_2_PI);
    let rest = k.float.mul_add(-FRAC_PI_2_DOUBLE[1], k.float.mul_add(-FRAC_PI_2_DOUBLE[0], wide));
    Reduced { rest, quadrant: k.integer.lower_half() }
}

/// Reduces the magnitudes of numbers of single precision.
fn reduce<'e>(x: Num<'e>) -> ReducedSingle<'e> {
    if !x.is_fused() {
        return reduce_double(x).single();
    }
    let k = round_product(x, FRAC_2_PI);
    let [high, middle, low] = FRAC_PI_2_SINGLE;
    // Exact: both numbers are multiples of the same power of two, and close.
    let first = k.float.mul_add(-high, x);
    let product = k.float * middle;
    let rest = first - product;
    let taken = rest - first;
    let lost = (first - (rest - taken)) - (product + taken);
    let lost = k.float.mul_add(-low, lost - k.float.mul_add(middle, -product));
    ReducedSingle { rest, lost, quadrant: k.integer }
}

/// The sine of a remainder, or its cosine if the quadrant is odd, with the sign of the quadrant.
fn sine_of<'e>(ReducedSingle { rest, lost, quadrant }: ReducedSingle<'e>) -> Num<'e> {
    let square = rest * rest;
    let sine = rest + (rest * square).mul_add(square.polynomial(SIN), lost);
    // 1 - r^2 / 2 with its rounding error.
    let half = square * 0.5;
    let most = half.float(1.0) - half;
    let rounded = (half.float(1.0) - most) - half;
    let correction = lost.mul_add(-rest, rounded);
    let cosine = most + (square * square).mul_add(square.polynomial(COS), correction);
    let chosen = sine.unless((quadrant & 1).equals(1), cosine);
    (chosen.bits() ^ ((quadrant & 2) << 30)).as_float()
}

/// The sine of magnitudes, `quadrants` quadrants on.
fn sine<'e>(size: Num<'e>, quadrants: i64) -> Num<'e> {
    let turned = |reduced: ReducedSingle<'e>| {
        let quadrant = reduced.quadrant;
        ReducedSingle { quadrant: if quadrants == 0 { quadrant } else { quadrant + quadrants }, ..reduced }
    };
    let size = size.freeze();
    sine_of(turned(reduce(size))).rarely(size.gt(LARGE), || sine_of(turned(reduce_large(size).single())))
}

pub(super) fn sin<'e>(x: Num<'e>) -> Num<'e> {
    let sine = sine(x.abs(), 0);
    (sine.bits() ^ (x.bits() & i64::from(i32::MIN))).as_float()
}

pub(super) fn cos<'e>(x: Num<'e>) -> Num<'e> {
    sine(x.abs(), 1)
}

/// The tangent of a reduced argument in double precision.
fn tangent_of<'e>(Reduced { rest, quadrant }: Reduced<'e>) -> Num<'e> {
    let square = rest * rest;
    let sine = (rest * square).mul_add(square.polynomial(SIN_SHORT), rest);
    let cosine = (square * square).mul_add(square.polynomial(COS_SHORT), square.mul_add(-0.5, 1.0));
    let is_odd = (quadrant & 1).equals(1);
    (is_odd.select(-cosine, sine) / is_odd.select(sine, cosine)).single()
}

pub(super) fn tan<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs().freeze();
    let tangent = tangent_of(reduce_double(size)).rarely(size.gt(LARGE), || tangent_of(reduce_large(size)));
    (tangent.bits() ^ (x.bits() & i64::from(i32::MIN))).as_float()
}

/// pi/2 less an angle of at most 1 and a small remainder.
fn quarter_less<'e>(angle: Num<'e>, rest: Num<'e>) -> Num<'e> {
    let right = angle.float(FRAC_PI_2);
    let difference = right - angle;
    let lost = (right - difference) - angle;
    difference + (lost - (rest - FRAC_PI_2_REST))
}

pub(super) fn atan<'e>(x: Num<'e>) -> Num<'e> {
    let size = x.abs();
    let is_large = size.gt(1.0);
    let ratio = size.unless(is_large, size.float(1.0) / size);
    let square = ratio * ratio;
    let rest = ratio * square * square.polynomial(ATAN);
    (ratio + rest).unless(is_large, quarter_less(ratio, rest)).copysign(x)
}

pub(super) fn atan2<'e>(y: Num<'e>, x: Num<'e>) -> Num<'e> {
    let (height, width) = (y.abs().double(), x.abs().double());
    let is_steep = height.gt(width);
    let (less, more) = (is_steep.select(width, height), is_steep.select(height, width));
    let ratio = (less / more).unless(more.equals(0.0), 0.0).unless(less.equals(f64::INFINITY), 1.0);
    let square = ratio * ratio;
    let angle = (ratio * square).mul_add(square.polynomial(ATAN_SHORT), ratio);
    let angle = angle.unless(is_steep, angle.float(FRAC_PI_2) - angle);
    let angle = angle.unless(x.bits().lt(0), angle.float(PI) - angle);
    angle.single().unless(x.unordered(y), f64::NAN).copysign(y)
}

const ARCS: Constants<'_> = Constants { asin: ASIN, frac_pi_2_rest: FRAC_PI_2_REST, pi_rest: PI_REST };

pub(super) fn asin<'e>(x: Num<'e>) -> Num<'e> {
    let Arc { most, rest, is_large } = arc(x.abs(), &ARCS);
    let turned = quarter_less(most * 2.0, rest * 2.0);
    (most + rest).unless(is_large, turned).copysign(x)
}

pub(super) fn acos<'e>(x: Num<'e>) -> Num<'e> {
    arcs::acos(x, &ARCS)
}
