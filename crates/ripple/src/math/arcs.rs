//! Arc sines and arc cosines, of both precisions.

use std::f64::consts::{FRAC_PI_2, PI};

use super::expressions::Num;

/// The constants of the functions of one precision.
pub(super) struct Constants<'c> {
    /// The coefficients of `(asin(x) / x - 1) / x^2` by `x^2`.
    pub asin: &'c [f64],
    /// The differences of pi/2 and of pi from their rounded values.
    pub frac_pi_2_rest: f64,
    pub pi_rest: f64,
}

/// The arc sine of numbers up to 1/2, half of the arc cosine of others: a number, and a correction to add.
pub(super) struct Arc<'e> {
    pub most: Num<'e>,
    pub rest: Num<'e>,
    pub is_large: Num<'e>,
}

/// Computes the arc of a magnitude up to 1.
pub(super) fn arc<'e>(size: Num<'e>, constants: &Constants<'_>) -> Arc<'e> {
    let is_large = size.gt(0.5);
    let square = (size * size).unless(is_large, (size.float(1.0) - size) * 0.5);
    let root = size.unless(is_large, square.sqrt());
    Arc { most: root, rest: root * square * square.polynomial(constants.asin), is_large }
}

/// The arc cosine.
pub(super) fn acos<'e>(x: Num<'e>, constants: &Constants<'_>) -> Num<'e> {
    let Arc { most, rest, is_large } = arc(x.abs(), constants);
    let is_negative = x.lt(0.0);
    let angle = most + rest;
    let signed = angle.unless(is_negative, -angle);
    let small = angle.float(FRAC_PI_2) - (signed - constants.frac_pi_2_rest);
    let double = angle * 2.0;
    let large = double.unless(is_negative, double.float(PI) - (double - constants.pi_rest));
    small.unless(is_large, large)
}
