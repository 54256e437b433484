//! Arithmetic and comparison. Each operation has an exact result that is rounded once.

use super::parts::{Class, FloatParts};
use super::wide::Wide;
use super::{ApFloat, Rounding, Status};
use std::cmp::Ordering;

/// The bit to which the topmost bit of an addition's operand is shifted. It leaves a bit for the carry, and below the
/// longest operand, an exact product of 226 bits, enough guard bits for a rounded difference.
const TOP_BIT: u32 = 254;

/// The exact value `significand * 2^exponent`.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    significand: Wide,
    exponent: i32,
}

impl Exact {
    fn of(parts: FloatParts) -> Exact {
        let FloatParts { negative, exponent, significand, .. } = parts;
        Exact { negative, significand: Wide::new(significand), exponent }
    }

    fn product(a: FloatParts, b: FloatParts) -> Exact {
        Exact {
            negative: a.negative != b.negative,
            significand: Wide::product(a.significand, b.significand),
            exponent: a.exponent + b.exponent,
        }
    }

    /// The same value with its topmost bit at `TOP_BIT`; the value is not zero.
    fn aligned(self) -> Exact {
        let shift = TOP_BIT - self.significand.bits();
        Exact { significand: self.significand.shl(shift), exponent: self.exponent - shift as i32, ..self }
    }
}

#[allow(clippy::should_implement_trait, reason = "arithmetic takes a rounding mode and reports exceptions")]
impl ApFloat {
    /// The result of an operation on a NaN: the first one, made quiet.
    fn propagate_nan(self, rhs: ApFloat) -> (ApFloat, Status) {
        let nan = if self.is_nan() { self } else { rhs };
        let invalid = self.is_signaling() || rhs.is_signaling();
        (nan.quieted(), if invalid { Status::INVALID } else { Status::OK })
    }

    /// The same NaN with its quiet bit set.
    pub(super) fn quieted(self) -> ApFloat {
        let quiet = if self.is_signaling() { 1 << (self.kind.precision() - 2) } else { 0 };
        ApFloat { bits: self.bits | quiet, ..self }
    }

    fn invalid(self) -> (ApFloat, Status) {
        (ApFloat::nan(self.kind, false), Status::INVALID)
    }

    /// The sum.
    pub fn add(self, rhs: ApFloat, rounding: Rounding) -> (ApFloat, Status) {
        assert_eq!(self.kind, rhs.kind, "operands of a float operation differ in format");
        let (a, b) = (self.parts(), rhs.parts());
        match (a.class, b.class) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagate_nan(rhs),
            (Class::Infinity, Class::Infinity) if a.negative != b.negative => self.invalid(),
            (Class::Infinity, _) => (self, Status::OK),
            (_, Class::Infinity) => (rhs, Status::OK),
            (Class::Zero, Class::Zero) => (self.zero_sum(a.negative, b.negative, rounding), Status::OK),
            (Class::Zero, _) => (rhs, Status::OK),
            (_, Class::Zero) => (self, Status::OK),
            _ => self.sum(Exact::of(a), Exact::of(b), rounding),
        }
    }

    /// The difference.
    pub fn sub(self, rhs: ApFloat, rounding: Rounding) -> (ApFloat, Status) {
        if rhs.is_nan() { self.add(rhs, rounding) } else { self.add_negated(rhs, rounding) }
    }

    fn add_negated(self, rhs: ApFloat, rounding: Rounding) -> (ApFloat, Status) {
        let (a, b) = (self.parts(), rhs.parts());
        // A format without negative zero cannot negate zero, and need not.
        match (a.class, b.class) {
            (Class::Zero, Class::Zero) => (self.zero_sum(a.negative, !b.negative, rounding), Status::OK),
            (_, Class::Zero) if a.class != Class::Nan => (self, Status::OK),
            _ => self.add(rhs.neg(), rounding),
        }
    }

    /// The zero that zeros or opposite values add up to.
    fn zero_sum(self, a: bool, b: bool, rounding: Rounding) -> ApFloat {
        let negative = if a == b { a } else { rounding == Rounding::TowardNegative };
        ApFloat::zero(self.kind, negative)
    }

    /// The rounded sum of two exact values that are not zero.
    fn sum(self, a: Exact, b: Exact, rounding: Rounding) -> (ApFloat, Status) {
        let (a, b) = (a.aligned(), b.aligned());
        let larger_first = (a.exponent, a.significand) >= (b.exponent, b.significand);
        let (large, small) = if larger_first { (a, b) } else { (b, a) };
        let shift = (large.exponent - small.exponent).unsigned_abs();
        let aligned = small.significand.shr(shift);
        let sticky = shift > 255 || aligned.shl(shift) != small.significand;
        let significand = if large.negative == small.negative {
            large.significand.add(aligned)
        } else {
            // The truncated bits are subtracted too, so the exact difference lies just above one less.
            large.significand.sub(aligned).sub(Wide::new(u128::from(sticky)))
        };
        if significand.is_zero() {
            return (self.zero_sum(a.negative, b.negative, rounding), Status::OK);
        }
        ApFloat::round(self.kind, large.negative, significand, large.exponent, sticky, rounding)
    }

    /// The product.
    pub fn mul(self, rhs: ApFloat, rounding: Rounding) -> (ApFloat, Status) {
        assert_eq!(self.kind, rhs.kind, "operands of a float operation differ in format");
        let (a, b) = (self.parts(), rhs.parts());
        let negative = a.negative != b.negative;
        match (a.class, b.class) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagate_nan(rhs),
            (Class::Infinity, Class::Zero) | (Class::Zero, Class::Infinity) => self.invalid(),
            (Class::Infinity, _) | (_, Class::Infinity) => {
                (ApFloat::infinity(self.kind, negative), Status::OK)
            }
            (Class::Zero, _) | (_, Class::Zero) => (ApFloat::zero(self.kind, negative), Status::OK),
            _ => {
                let product = Exact::product(a, b);
                ApFloat::round(self.kind, negative, product.significand, product.exponent, false, rounding)
            }
        }
    }

    /// The quotient.
    pub fn div(self, rhs: ApFloat, rounding: Rounding) -> (ApFloat, Status) {
        assert_eq!(self.kind, rhs.kind, "operands of a float operation differ in format");
        let (a, b) = (self.parts(), rhs.parts());
        let negative = a.negative != b.negative;
        match (a.class, b.class) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagate_nan(rhs),
            (Class::Infinity, Class::Infinity) | (Class::Zero, Class::Zero) => self.invalid(),
            (Class::Infinity, _) => (ApFloat::infinity(self.kind, negative), Status::OK),
            (Class::Zero, _) | (_, Class::Infinity) => (ApFloat::zero(self.kind, negative), Status::OK),
            (_, Class::Zero) => (ApFloat::infinity(self.kind, negative), Status::DIV_BY_ZERO),
            _ => {
                let (quotient, exponent, exact) = long_quotient(a, b);
                ApFloat::round(self.kind, negative, Wide::new(quotient), exponent, !exact, rounding)
            }
        }
    }

    /// The remainder of a quotient truncated to an integer, as C's `fmod`; it has this value's sign.
    pub fn rem(self, rhs: ApFloat) -> (ApFloat, Status) {
        assert_eq!(self.kind, rhs.kind, "operands of a float operation differ in format");
        let (a, b) = (self.parts(), rhs.parts());
        match (a.class, b.class) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagate_nan(rhs),
            (Class::Infinity, _) | (_, Class::Zero) => self.invalid(),
            (Class::Zero, _) | (_, Class::Infinity) => (self, Status::OK),
            _ if a.exponent < b.exponent => {
                // The divisor is a multiple of the dividend's unit, unless it is larger than the dividend anyway.
                let shift = (b.exponent - a.exponent) as u32;
                if shift > b.significand.leading_zeros() {
                    return (self, Status::OK);
                }
                let remainder = a.significand % (b.significand << shift);
                self.finish_remainder(a, remainder, a.exponent)
            }
            _ => {
                let mut remainder = a.significand % b.significand;
                let mut left = (a.exponent - b.exponent) as u32;
                while left > 0 && remainder != 0 {
                    let step = left.min(remainder.leading_zeros());
                    remainder = (remainder << step) % b.significand;
                    left -= step;
                }
                self.finish_remainder(a, remainder, b.exponent)
            }
        }
    }

    /// An exact remainder as a value.
    fn finish_remainder(self, a: FloatParts, remainder: u128, exponent: i32) -> (ApFloat, Status) {
        let wide = Wide::new(remainder);
        ApFloat::round(self.kind, a.negative, wide, exponent, false, Rounding::NearestEven)
    }

    /// `self * factor + addend`, rounded once.
    pub fn fma(self, factor: ApFloat, addend: ApFloat, rounding: Rounding) -> (ApFloat, Status) {
        assert!(
            self.kind == factor.kind && self.kind == addend.kind,
            "operands of a float operation differ in format"
        );
        let (a, b, c) = (self.parts(), factor.parts(), addend.parts());
        let finite = [a, b, c].iter().all(|parts| parts.class == Class::Finite);
        if finite {
            return self.sum(Exact::product(a, b), Exact::of(c), rounding);
        }
        if a.class == Class::Finite && b.class == Class::Finite {
            // Even a product beyond the largest value is finite here, so a special addend decides alone.
            return match c.class {
                Class::Zero => self.mul(factor, rounding),
                Class::Nan => self.propagate_nan(addend),
                _ => (addend, Status::OK),
            };
        }
        let (product, status) = self.mul(factor, rounding);
        let (sum, more) = product.add(addend, rounding);
        (sum, if status == Status::INVALID { Status::INVALID } else { more })
    }

    /// The value with the other sign; formats without negative zero keep zero and NaN.
    pub fn neg(self) -> ApFloat {
        let single_zero = !self.kind.has_negative_zero() && self.kind.has_zero();
        if single_zero && !matches!(self.parts().class, Class::Finite) {
            return self;
        }
        ApFloat { bits: self.bits ^ 1 << self.kind.format().sign_bit(), ..self }
    }

    /// The value without its sign.
    pub fn abs(self) -> ApFloat {
        if self.is_negative() { self.neg() } else { self }
    }

    /// This value with the sign of another.
    pub fn copy_sign(self, sign: ApFloat) -> ApFloat {
        if self.is_negative() == sign.is_negative() { self } else { self.neg() }
    }

    /// The order of the values; `None` where one is NaN. Zeros are equal.
    pub fn compare(self, rhs: ApFloat) -> Option<Ordering> {
        assert_eq!(self.kind, rhs.kind, "operands of a float comparison differ in format");
        let (a, b) = (self.parts(), rhs.parts());
        if a.class == Class::Nan || b.class == Class::Nan {
            return None;
        }
        let signum = |parts: &FloatParts| match (parts.class, parts.negative) {
            (Class::Zero, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        // Patterns of one sign are ordered as their magnitudes.
        let sign_mask = !(1 << self.kind.format().sign_bit());
        let magnitudes = (self.bits & sign_mask).cmp(&(rhs.bits & sign_mask));
        Some(match (signum(&a), signum(&b)) {
            (-1, -1) => magnitudes.reverse(),
            (1, 1) => magnitudes,
            (a, b) => a.cmp(&b),
        })
    }

    /// The smaller value, NaN where one is NaN; negative zero is below positive zero.
    pub fn minimum(self, rhs: ApFloat) -> ApFloat {
        match self.compare(rhs) {
            None => self.propagate_nan(rhs).0,
            Some(Ordering::Equal) => {
                if self.is_negative() {
                    self
                } else {
                    rhs
                }
            }
            Some(order) => {
                if order.is_lt() {
                    self
                } else {
                    rhs
                }
            }
        }
    }

    /// The larger value, NaN where one is NaN; negative zero is below positive zero.
    pub fn maximum(self, rhs: ApFloat) -> ApFloat {
        match self.compare(rhs) {
            None => self.propagate_nan(rhs).0,
            Some(Ordering::Equal) => {
                if self.is_negative() {
                    rhs
                } else {
                    self
                }
            }
            Some(order) => {
                if order.is_lt() {
                    rhs
                } else {
                    self
                }
            }
        }
    }

    /// Returns the result of an operation that prefers numbers to NaN if an operand is NaN, else `None`.
    fn number_of(self, rhs: ApFloat) -> Option<ApFloat> {
        if self.is_signaling() {
            return Some(self.quieted());
        }
        match (self.is_nan(), rhs.is_nan()) {
            _ if rhs.is_signaling() => Some(rhs.quieted()),
            (true, _) => Some(rhs),
            (_, true) => Some(self),
            _ => None,
        }
    }

    /// The smaller value, and the other one where one is a quiet NaN; negative zero is below positive zero.
    pub fn minnum(self, rhs: ApFloat) -> ApFloat {
        self.number_of(rhs).unwrap_or_else(|| self.minimum(rhs))
    }

    /// The larger value, and the other one where one is a quiet NaN; negative zero is below positive zero.
    pub fn maxnum(self, rhs: ApFloat) -> ApFloat {
        self.number_of(rhs).unwrap_or_else(|| self.maximum(rhs))
    }
}

/// The fraction bits of a quotient, more than any precision and a guard bit.
const QUOTIENT_BITS: u32 = 120;

/// The truncated quotient of two finite values as a significand and an exponent, and whether it is exact.
fn long_quotient(a: FloatParts, b: FloatParts) -> (u128, i32, bool) {
    let (a_shift, b_shift) = (a.significand.leading_zeros() - 1, b.significand.leading_zeros() - 1);
    let mut rest = a.significand << a_shift;
    let divisor = b.significand << b_shift;
    let mut quotient = 0;
    for _ in 0..=QUOTIENT_BITS {
        quotient <<= 1;
        if rest >= divisor {
            rest -= divisor;
            quotient |= 1;
        }
        rest <<= 1;
    }
    let exponent = (a.exponent - a_shift as i32) - (b.exponent - b_shift as i32) - QUOTIENT_BITS as i32;
    (quotient, exponent, rest == 0)
}
