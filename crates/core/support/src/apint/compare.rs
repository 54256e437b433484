//! Signed and unsigned orders, overflow-detecting and saturating arithmetic.

use super::ApInt;
use std::cmp::Ordering;

impl ApInt {
    /// The order of the unsigned values.
    pub fn ucmp(&self, rhs: &ApInt) -> Ordering {
        assert_eq!(self.width, rhs.width, "operands of an integer comparison differ in width");
        self.words().iter().rev().cmp(rhs.words().iter().rev())
    }

    /// The order of the signed values.
    pub fn scmp(&self, rhs: &ApInt) -> Ordering {
        match (self.is_negative(), rhs.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.ucmp(rhs),
        }
    }

    /// Unsigned less than.
    pub fn ult(&self, rhs: &ApInt) -> bool {
        self.ucmp(rhs).is_lt()
    }

    /// Unsigned less than or equal.
    pub fn ule(&self, rhs: &ApInt) -> bool {
        self.ucmp(rhs).is_le()
    }

    /// Unsigned greater than.
    pub fn ugt(&self, rhs: &ApInt) -> bool {
        self.ucmp(rhs).is_gt()
    }

    /// Unsigned greater than or equal.
    pub fn uge(&self, rhs: &ApInt) -> bool {
        self.ucmp(rhs).is_ge()
    }

    /// Signed less than.
    pub fn slt(&self, rhs: &ApInt) -> bool {
        self.scmp(rhs).is_lt()
    }

    /// Signed less than or equal.
    pub fn sle(&self, rhs: &ApInt) -> bool {
        self.scmp(rhs).is_le()
    }

    /// Signed greater than.
    pub fn sgt(&self, rhs: &ApInt) -> bool {
        self.scmp(rhs).is_gt()
    }

    /// Signed greater than or equal.
    pub fn sge(&self, rhs: &ApInt) -> bool {
        self.scmp(rhs).is_ge()
    }

    /// The larger unsigned value.
    pub fn umax(&self, rhs: &ApInt) -> ApInt {
        if self.ult(rhs) { rhs.clone() } else { self.clone() }
    }

    /// The smaller unsigned value.
    pub fn umin(&self, rhs: &ApInt) -> ApInt {
        if rhs.ult(self) { rhs.clone() } else { self.clone() }
    }

    /// The larger signed value.
    pub fn smax(&self, rhs: &ApInt) -> ApInt {
        if self.slt(rhs) { rhs.clone() } else { self.clone() }
    }

    /// The smaller signed value.
    pub fn smin(&self, rhs: &ApInt) -> ApInt {
        if rhs.slt(self) { rhs.clone() } else { self.clone() }
    }

    /// The wrapped sum, and whether the unsigned sum wrapped.
    pub fn uadd_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let sum = self.add(rhs);
        let overflow = sum.ult(rhs);
        (sum, overflow)
    }

    /// The wrapped sum, and whether the signed sum wrapped.
    pub fn sadd_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let sum = self.add(rhs);
        let overflow = self.is_negative() == rhs.is_negative() && sum.is_negative() != self.is_negative();
        (sum, overflow)
    }

    /// The wrapped difference, and whether the unsigned difference wrapped.
    pub fn usub_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        (self.sub(rhs), self.ult(rhs))
    }

    /// The wrapped difference, and whether the signed difference wrapped.
    pub fn ssub_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let difference = self.sub(rhs);
        let overflow =
            self.is_negative() != rhs.is_negative() && difference.is_negative() != self.is_negative();
        (difference, overflow)
    }

    /// The wrapped product, and whether the unsigned product wrapped.
    pub fn umul_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let product = ApInt::from_vec(self.width * 2, self.full_product(rhs));
        let overflow = product.active_bits() > self.width;
        (product.trunc(self.width), overflow)
    }

    /// The wrapped product, and whether the signed product wrapped.
    pub fn smul_overflow(&self, rhs: &ApInt) -> (ApInt, bool) {
        let magnitude = ApInt::from_vec(self.width * 2, self.abs().full_product(&rhs.abs()));
        let negative = self.is_negative() != rhs.is_negative();
        let product = if negative { magnitude.neg() } else { magnitude };
        let overflow = self.width > 0 && product.min_signed_bits() > self.width;
        (product.trunc(self.width), overflow)
    }

    /// The wrapped left shift, and whether it lost set bits of an unsigned value or the amount reached the width.
    pub fn ushl_overflow(&self, n: u32) -> (ApInt, bool) {
        (self.shl_by(n), n >= self.width || n > self.leading_zeros())
    }

    /// The wrapped left shift, and whether it changed a signed value's sign or magnitude.
    pub fn sshl_overflow(&self, n: u32) -> (ApInt, bool) {
        let spare = if self.is_negative() { self.leading_ones() } else { self.leading_zeros() };
        (self.shl_by(n), n >= self.width || n >= spare)
    }

    /// The unsigned sum, held at the largest value.
    pub fn uadd_sat(&self, rhs: &ApInt) -> ApInt {
        let (sum, overflow) = self.uadd_overflow(rhs);
        if overflow { ApInt::all_ones(self.width) } else { sum }
    }

    /// The unsigned difference, held at zero.
    pub fn usub_sat(&self, rhs: &ApInt) -> ApInt {
        if self.ult(rhs) { ApInt::zero(self.width) } else { self.sub(rhs) }
    }

    /// The signed sum, held at the extreme values.
    pub fn sadd_sat(&self, rhs: &ApInt) -> ApInt {
        let (sum, overflow) = self.sadd_overflow(rhs);
        if overflow { self.signed_extreme() } else { sum }
    }

    /// The signed difference, held at the extreme values.
    pub fn ssub_sat(&self, rhs: &ApInt) -> ApInt {
        let (difference, overflow) = self.ssub_overflow(rhs);
        if overflow { self.signed_extreme() } else { difference }
    }

    /// The extreme signed value with this value's sign.
    fn signed_extreme(&self) -> ApInt {
        if self.is_negative() { ApInt::signed_min(self.width) } else { ApInt::signed_max(self.width) }
    }
}
