//! Integers scaled by a multiplier and a shift.

use terrace_interp::fault::{Fault, Outcome};

use crate::number::IntType;

fn check(multiplier: i64, shift: i64) -> Outcome {
    if multiplier < 0 {
        return Err(Fault::new(format!("a negative multiplier: {multiplier}")));
    }
    if !(2..=62).contains(&shift) {
        return Err(Fault::new(format!("a shift by {shift} bits, which is not from 2 to 62")));
    }
    Ok(())
}

/// Scales a number of up to 48 bits by a multiplier of 16 bits: `apply_scale_16` of the specification.
///
/// # Errors
///
/// If the multiplier is negative, the shift is not from 2 to 62, or the result does not fit 32 bits.
pub fn scale_16(value: i64, multiplier: i64, shift: i64) -> Outcome<i64> {
    check(multiplier, shift)?;
    let product = i128::from(value) * i128::from(multiplier) + (1 << (shift - 1));
    IntType::I32.fit(product >> shift)
}

/// Scales a number of 32 bits by a multiplier of 32 bits: `apply_scale_32` of the specification.
///
/// # Errors
///
/// If the multiplier is negative, the shift is not from 2 to 62, or the value needs more bits than the shift has.
pub fn scale_32(value: i64, multiplier: i64, shift: i64, double_round: bool) -> Outcome<i64> {
    check(multiplier, shift)?;
    let limit = 1i64 << (shift - 1);
    if !(-limit..limit).contains(&value) {
        return Err(Fault::new(format!("{value} does not fit into the {shift} bits of the shift")));
    }
    scale_freely(value, multiplier, shift, double_round)
}

/// Scales a number by any multiplier: the op `tosa.apply_scale`, which the specification does not have.
///
/// # Errors
///
/// If the shift is not from 1 to 63, or the result does not fit 32 bits.
pub fn scale_freely(value: i64, multiplier: i64, shift: i64, double_round: bool) -> Outcome<i64> {
    if !(1..=63).contains(&shift) {
        return Err(Fault::new(format!("a shift by {shift} bits, which is not from 1 to 63")));
    }
    let mut round = 1i128 << (shift - 1);
    if double_round && shift > 31 {
        round += if value >= 0 { 1 << 30 } else { -(1 << 30) };
    }
    IntType::I32.fit((i128::from(value) * i128::from(multiplier) + round) >> shift)
}

/// Returns the multiplier and the shift of the reciprocal of a positive number.
pub fn reciprocal_scale(value: u32) -> (i64, i64) {
    let digits = i64::from(32 - (value - 1).leading_zeros());
    let numerator = ((1i64 << 30) + 1) << digits;
    (numerator / i64::from(value), 30 + digits)
}
