//! The digits of a float by exact arithmetic on big integers: slow, and right for every format and value.

use super::shorten::{Decimal, removable_tens, required_bits};
use crate::apint::ApInt;

/// `5^k` at a width that holds it.
fn power_of_five(k: u32) -> ApInt {
    // Five is below 2^2.322.
    let width = k * 2322 / 1000 + 3;
    let mut power = ApInt::new(width, 1);
    for bit in (0..32 - k.leading_zeros()).rev() {
        power = power.mul(&power);
        if k >> bit & 1 == 1 {
            power = power.mul(&ApInt::new(width, 5));
        }
    }
    power
}

/// The digits of `significand * 2^exponent` that upstream considers at a precision, before rounding.
pub(super) fn leading_digits(significand: u128, exponent: i32, precision: u32) -> Decimal {
    let scale = exponent.unsigned_abs();
    let (mut value, mut power) = if exponent >= 0 {
        (ApInt::from_u128(128 + scale, significand).shl_by(scale), 0)
    } else {
        let five = power_of_five(scale);
        let width = five.width() + 128;
        (five.zext_or_trunc(width).mul(&ApInt::from_u128(width, significand)), exponent)
    };
    let tens = removable_tens(value.active_bits(), required_bits(precision));
    if tens > 0 {
        power += tens as i32;
        let divisor = power_of_five(tens).zext_or_trunc(value.width());
        // A power of five is not zero.
        value = value.lshr_by(tens).udiv(&divisor).unwrap_or(value);
    }
    Decimal { digits: value.low_u128(), exponent: power }
}

/// Whether a decimal, read with rounding to nearest, yields `significand * 2^exponent`, where the significand has all
/// digits of its format. `lower_half`: the next value below is only half a unit away.
pub(super) fn reads_back(decimal: Decimal, significand: u128, exponent: i32, lower_half: bool) -> bool {
    // Everything is counted in quarters of the last binary place.
    let even = significand & 1 == 0;
    let above = significand * 4 + 2;
    let below = significand * 4 - if lower_half { 1 } else { 2 };
    let accepts = |order: std::cmp::Ordering| order.is_lt() || order.is_eq() && even;
    accepts(compare(decimal, above, exponent - 2)) && accepts(compare(decimal, below, exponent - 2).reverse())
}

/// The order of a decimal and `significand * 2^exponent`.
fn compare(decimal: Decimal, significand: u128, exponent: i32) -> std::cmp::Ordering {
    let scale = decimal.exponent.unsigned_abs();
    let five = power_of_five(scale);
    let shift = decimal.exponent - exponent;
    let width = five.width() + 160 + shift.unsigned_abs();
    let mut left = ApInt::from_u128(width, decimal.digits);
    let mut right = ApInt::from_u128(width, significand);
    let scaled = if decimal.exponent >= 0 { &mut left } else { &mut right };
    *scaled = scaled.mul(&five.zext_or_trunc(width));
    let shifted = if shift >= 0 { &mut left } else { &mut right };
    *shifted = shifted.shl_by(shift.unsigned_abs());
    left.ucmp(&right)
}
