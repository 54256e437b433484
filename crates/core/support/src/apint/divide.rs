//! Quotients and remainders. A zero divisor has no result, so each operation returns an option.

use super::ApInt;
use super::limbs;

impl ApInt {
    /// The unsigned quotient and remainder; `None` for a zero divisor.
    pub fn udivrem(&self, rhs: &ApInt) -> Option<(ApInt, ApInt)> {
        assert_eq!(self.width, rhs.width, "operands of an integer division differ in width");
        if rhs.is_zero() {
            return None;
        }
        if let (Some(a), Some(b)) = (self.inline(), rhs.inline()) {
            return Some((ApInt::new(self.width, a / b), ApInt::new(self.width, a % b)));
        }
        let (quotient, remainder) = limbs::divrem(limbs::trim(self.words()), limbs::trim(rhs.words()));
        Some((ApInt::from_vec(self.width, quotient), ApInt::from_vec(self.width, remainder)))
    }

    /// The unsigned quotient; `None` for a zero divisor.
    pub fn udiv(&self, rhs: &ApInt) -> Option<ApInt> {
        self.udivrem(rhs).map(|(quotient, _)| quotient)
    }

    /// The unsigned remainder; `None` for a zero divisor.
    pub fn urem(&self, rhs: &ApInt) -> Option<ApInt> {
        self.udivrem(rhs).map(|(_, remainder)| remainder)
    }

    /// The signed quotient, rounded towards zero and wrapped; `None` for a zero divisor.
    pub fn sdiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let quotient = self.abs().udiv(&rhs.abs())?;
        Some(if self.is_negative() != rhs.is_negative() { quotient.neg() } else { quotient })
    }

    /// The remainder of `sdiv`, which has the dividend's sign; `None` for a zero divisor.
    pub fn srem(&self, rhs: &ApInt) -> Option<ApInt> {
        let remainder = self.abs().urem(&rhs.abs())?;
        Some(if self.is_negative() { remainder.neg() } else { remainder })
    }

    /// The wrapped signed quotient, and whether it wrapped; `None` for a zero divisor.
    pub fn sdiv_overflow(&self, rhs: &ApInt) -> Option<(ApInt, bool)> {
        Some((self.sdiv(rhs)?, self.is_signed_min() && rhs.is_all_ones()))
    }

    /// The signed quotient, rounded down and wrapped; `None` for a zero divisor.
    pub fn sfloordiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let (quotient, remainder) = (self.sdiv(rhs)?, self.srem(rhs)?);
        let inexact_negative = !remainder.is_zero() && self.is_negative() != rhs.is_negative();
        Some(if inexact_negative { quotient.sub(&ApInt::new(self.width, 1)) } else { quotient })
    }

    /// The signed quotient, rounded up and wrapped; `None` for a zero divisor.
    pub fn sceildiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let (quotient, remainder) = (self.sdiv(rhs)?, self.srem(rhs)?);
        let inexact_positive = !remainder.is_zero() && self.is_negative() == rhs.is_negative();
        Some(if inexact_positive { quotient.add(&ApInt::new(self.width, 1)) } else { quotient })
    }

    /// The unsigned quotient, rounded up; `None` for a zero divisor.
    pub fn uceildiv(&self, rhs: &ApInt) -> Option<ApInt> {
        let (quotient, remainder) = self.udivrem(rhs)?;
        Some(if remainder.is_zero() { quotient } else { quotient.add(&ApInt::new(self.width, 1)) })
    }
}
