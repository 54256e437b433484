//! Ranges of integers: the bounds a value keeps to, read as unsigned and as signed.

mod infer;

pub use infer::*;

use std::fmt;

use crate::apint::ApInt;

/// An interval of integers with inclusive signed and unsigned bounds. Either pair may be tighter than the other.
#[derive(Clone, PartialEq, Eq)]
pub struct IntRange {
    umin: ApInt,
    umax: ApInt,
    smin: ApInt,
    smax: ApInt,
}

impl IntRange {
    /// A range with these bounds, all of one width.
    pub fn new(umin: ApInt, umax: ApInt, smin: ApInt, smax: ApInt) -> Self {
        Self { umin, umax, smin, smax }
    }

    /// Every integer of a width.
    pub fn full(width: u32) -> Self {
        Self::unsigned(ApInt::zero(width), ApInt::all_ones(width))
    }

    /// One integer.
    pub fn constant(value: ApInt) -> Self {
        Self { umin: value.clone(), umax: value.clone(), smin: value.clone(), smax: value }
    }

    /// Bounds of the unsigned reading; the signed ones follow.
    pub fn unsigned(umin: ApInt, umax: ApInt) -> Self {
        let width = umin.width();
        let (smin, smax) = if umin.is_negative() == umax.is_negative() {
            (umin.smin(&umax), umin.smax(&umax))
        } else {
            (ApInt::signed_min(width), ApInt::signed_max(width))
        };
        Self { umin, umax, smin, smax }
    }

    /// Bounds of the signed reading; the unsigned ones follow.
    pub fn signed(smin: ApInt, smax: ApInt) -> Self {
        let width = smin.width();
        let (umin, umax) = if smin.is_negative() == smax.is_negative() {
            (smin.umin(&smax), smin.umax(&smax))
        } else {
            (ApInt::zero(width), ApInt::all_ones(width))
        };
        Self { umin, umax, smin, smax }
    }

    /// Bounds of one reading; the others follow.
    pub fn of(min: ApInt, max: ApInt, signed: bool) -> Self {
        if signed { Self::signed(min, max) } else { Self::unsigned(min, max) }
    }

    /// The smallest value read as unsigned.
    pub fn umin(&self) -> &ApInt {
        &self.umin
    }

    /// The largest value read as unsigned.
    pub fn umax(&self) -> &ApInt {
        &self.umax
    }

    /// The smallest value read as signed.
    pub fn smin(&self) -> &ApInt {
        &self.smin
    }

    /// The largest value read as signed.
    pub fn smax(&self) -> &ApInt {
        &self.smax
    }

    /// Bits of the integers; zero for other types.
    pub fn width(&self) -> u32 {
        self.umin.width()
    }

    /// Returns the smallest range that contains both ranges.
    pub fn union(&self, other: &Self) -> Self {
        match (self.width(), other.width()) {
            (0, _) => self.clone(),
            (_, 0) => other.clone(),
            _ => Self {
                umin: self.umin.umin(&other.umin),
                umax: self.umax.umax(&other.umax),
                smin: self.smin.smin(&other.smin),
                smax: self.smax.smax(&other.smax),
            },
        }
    }

    /// Returns the intersection of the ranges.
    pub fn intersection(&self, other: &Self) -> Self {
        match (self.width(), other.width()) {
            (0, _) => self.clone(),
            (_, 0) => other.clone(),
            _ => Self {
                umin: self.umin.umax(&other.umin),
                umax: self.umax.umin(&other.umax),
                smin: self.smin.smax(&other.smin),
                smax: self.smax.smin(&other.smax),
            },
        }
    }

    /// The only integer there can be.
    pub fn constant_value(&self) -> Option<&ApInt> {
        if self.width() == 0 {
            return None;
        }
        if self.umin == self.umax {
            return Some(&self.umin);
        }
        (self.smin == self.smax).then_some(&self.smin)
    }
}

impl fmt::Display for IntRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mut a, mut b, mut c, mut d] = [const { String::new() }; 4];
        self.umin.write_unsigned(&mut a);
        self.umax.write_unsigned(&mut b);
        self.smin.write_signed(&mut c);
        self.smax.write_signed(&mut d);
        write!(f, "unsigned : [{a}, {b}] signed : [{c}, {d}]")
    }
}

impl fmt::Debug for IntRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
