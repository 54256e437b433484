//! Taking a pattern apart into sign, exponent and significand, and rounding such parts back into a pattern.

use super::kind::{FloatKind, NonFinite};
use super::wide::{Lost, Wide};
use super::{ApFloat, Rounding, Status};

/// The class of a bit pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Zero,
    Finite,
    Infinity,
    Nan,
}

/// The components of a value. A finite one is `significand * 2^exponent`; a NaN has its payload as significand.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatParts {
    pub(super) class: Class,
    pub(super) negative: bool,
    pub(super) exponent: i32,
    pub(super) significand: u128,
}

impl ApFloat {
    /// Decomposes the value.
    pub(super) fn parts(self) -> FloatParts {
        let format = self.kind.format();
        let stored = format.stored_significand();
        let negative = self.bits >> format.sign_bit() & 1 == 1;
        let field = (self.bits >> stored) as u32 & format.exponent_mask();
        let fraction = self.bits & ((1 << stored) - 1);
        let magnitude_mask = ((1u128 << stored) - 1) | u128::from(format.exponent_mask()) << stored;
        let magnitude = self.bits & magnitude_mask;
        let class = match format.non_finite {
            NonFinite::Ieee if field == format.exponent_mask() => {
                let infinity = 1 << 63 & f80_mask(self.kind);
                if fraction == infinity { Class::Infinity } else { Class::Nan }
            }
            NonFinite::NanAllOnes if magnitude == magnitude_mask => Class::Nan,
            NonFinite::NanNegativeZero if magnitude == 0 && negative => Class::Nan,
            _ if magnitude == 0 && self.kind.has_zero() => Class::Zero,
            _ => Class::Finite,
        };
        let lowest = format.precision as i32 - 1;
        let (exponent, significand) = match field {
            0 if self.kind.has_zero() => (format.min_exp - lowest, fraction),
            _ => (field as i32 - format.bias() - lowest, fraction | 1 << lowest),
        };
        let significand = if class == Class::Nan { fraction } else { significand };
        FloatParts { class, negative, exponent, significand }
    }

    /// Assembles a value from stored fields.
    pub(super) fn from_fields(kind: FloatKind, negative: bool, field: u32, significand: u128) -> ApFloat {
        let format = kind.format();
        let stored = format.stored_significand();
        let sign = u128::from(negative) << format.sign_bit();
        let bits = sign | u128::from(field) << stored | significand & ((1 << stored) - 1);
        ApFloat { kind, bits }
    }

    /// Zero, or its substitute in a format without such a zero.
    pub fn zero(kind: FloatKind, negative: bool) -> ApFloat {
        Self::from_fields(kind, negative && kind.has_negative_zero(), 0, 0)
    }

    /// The largest finite value.
    pub fn largest(kind: FloatKind, negative: bool) -> ApFloat {
        let format = kind.format();
        let field = (format.max_exp + format.bias()) as u32;
        let reserved = format.non_finite == NonFinite::NanAllOnes && format.precision > 1;
        Self::from_fields(kind, negative, field, u128::MAX << u32::from(reserved))
    }

    /// The smallest value above zero.
    pub fn smallest(kind: FloatKind, negative: bool) -> ApFloat {
        Self::from_fields(kind, negative, 0, u128::from(kind.has_zero()))
    }

    /// Infinity; NaN where the format has none, and upstream's pattern, a zero, where it has no NaN either.
    pub fn infinity(kind: FloatKind, negative: bool) -> ApFloat {
        match kind.format().non_finite {
            NonFinite::Ieee => {
                Self::from_fields(kind, negative, kind.format().exponent_mask(), 1 << 63 & f80_mask(kind))
            }
            NonFinite::None => Self::zero(kind, negative),
            _ => Self::nan(kind, negative),
        }
    }

    /// The default quiet NaN; upstream's pattern, a zero, where the format has none.
    pub fn nan(kind: FloatKind, negative: bool) -> ApFloat {
        let format = kind.format();
        match format.non_finite {
            NonFinite::Ieee => {
                let quiet = 1 << (format.precision - 2);
                Self::from_fields(kind, negative, format.exponent_mask(), quiet | 1 << 63 & f80_mask(kind))
            }
            NonFinite::NanAllOnes => {
                let negative = negative && format.precision > 1;
                Self::from_fields(kind, negative, format.exponent_mask(), u128::MAX)
            }
            NonFinite::NanNegativeZero => Self::from_fields(kind, true, 0, 0),
            NonFinite::None => Self::zero(kind, negative),
        }
    }

    /// Returns the result of an overflow, with its status.
    fn overflow(kind: FloatKind, negative: bool, rounding: Rounding) -> (ApFloat, Status) {
        let away = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::TowardPositive => !negative,
            Rounding::TowardNegative => negative,
            Rounding::TowardZero => false,
        };
        if away && kind.has_nan() {
            (Self::infinity(kind, negative), Status::OVERFLOW | Status::INEXACT)
        } else {
            (Self::largest(kind, negative), Status::INEXACT)
        }
    }

    /// Rounds `significand * 2^exponent` into a format. `sticky` means that the exact significand lies
    /// strictly between this one and the next; it then has more bits than the format's precision.
    pub(super) fn round(
        kind: FloatKind,
        negative: bool,
        significand: Wide,
        exponent: i32,
        sticky: bool,
        rounding: Rounding,
    ) -> (ApFloat, Status) {
        if significand.is_zero() && !sticky {
            return (Self::zero(kind, negative), Status::OK);
        }
        let format = kind.format();
        let lowest = format.precision as i32 - 1;
        let leading = exponent + significand.bits() as i32 - 1;
        if leading > format.max_exp {
            return Self::overflow(kind, negative, rounding);
        }
        let mut leading = leading.max(format.min_exp);
        let shift = leading - lowest - exponent;
        let (kept, lost) = if shift > 0 {
            significand.shr_lost(shift as u32, sticky)
        } else {
            (significand.shl(shift.unsigned_abs()), if sticky { Lost::LessThanHalf } else { Lost::Nothing })
        };
        let mut kept = kept.low;
        let ones = (1u128 << format.precision) - 1;
        let reserved = |kept: u128, leading: i32| {
            format.non_finite == NonFinite::NanAllOnes
                && format.precision > 1
                && leading == format.max_exp
                && kept == ones
        };
        if reserved(kept, leading) {
            return Self::overflow(kind, negative, rounding);
        }
        if rounding.away(negative, lost, kept & 1 == 1) {
            kept += 1;
            if kept > ones {
                if leading == format.max_exp {
                    return Self::overflow(kind, negative, Rounding::NearestEven);
                }
                kept >>= 1;
                leading += 1;
            }
            if reserved(kept, leading) {
                return Self::overflow(kind, negative, rounding);
            }
        }
        let mut status = if lost == Lost::Nothing { Status::OK } else { Status::INEXACT };
        if kept >> lowest == 0 && lost != Lost::Nothing {
            status = status | Status::UNDERFLOW;
        }
        if kept == 0 {
            return (Self::zero(kind, negative), status);
        }
        let field = if kept >> lowest == 0 { 0 } else { (leading + format.bias()) as u32 };
        (Self::from_fields(kind, negative, field, kept), status)
    }
}

/// All ones for f80, which stores the integer bit, and zero for the others.
fn f80_mask(kind: FloatKind) -> u128 {
    if kind == FloatKind::F80 { u128::MAX } else { 0 }
}

impl Rounding {
    /// Whether a significand is incremented, given the part that was cut off and whether it is odd.
    pub(super) fn away(self, negative: bool, lost: Lost, odd: bool) -> bool {
        match self {
            Rounding::NearestEven => lost == Lost::MoreThanHalf || lost == Lost::Half && odd,
            Rounding::NearestAway => matches!(lost, Lost::Half | Lost::MoreThanHalf),
            Rounding::TowardZero => false,
            Rounding::TowardPositive => !negative && lost != Lost::Nothing,
            Rounding::TowardNegative => negative && lost != Lost::Nothing,
        }
    }
}
