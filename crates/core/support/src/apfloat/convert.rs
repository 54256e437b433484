//! Conversions to and from other formats, integers, `f64` and literals.

use super::kind::{FloatKind, NonFinite};
use super::parts::{Class, FloatParts};
use super::print::F64_TENS;
use super::wide::{Lost, Wide};
use super::{ApFloat, Rounding, Status};
use crate::apint::ApInt;

impl ApFloat {
    /// The value rounded to the nearest one of a format, as a decimal literal of that type is.
    pub fn from_f64(kind: FloatKind, value: f64) -> ApFloat {
        match kind {
            FloatKind::F64 => ApFloat { kind, bits: u128::from(value.to_bits()) },
            FloatKind::F32 if !value.is_nan() => ApFloat { kind, bits: u128::from((value as f32).to_bits()) },
            _ => {
                Self::from_bits(FloatKind::F64, u128::from(value.to_bits()))
                    .convert(kind, Rounding::NearestEven)
                    .0
            }
        }
    }

    /// The value rounded to the nearest `f64`.
    pub fn to_f64(self) -> f64 {
        let double = self.convert(FloatKind::F64, Rounding::NearestEven).0;
        f64::from_bits(double.bits as u64)
    }

    /// The value in another format.
    pub fn convert(self, kind: FloatKind, rounding: Rounding) -> (ApFloat, Status) {
        if kind == self.kind {
            return (self, Status::OK);
        }
        let FloatParts { class, negative, exponent, significand } = self.parts();
        match class {
            Class::Zero => {
                let lost_sign = negative && kind.format().non_finite == NonFinite::NanNegativeZero;
                (ApFloat::zero(kind, negative), if lost_sign { Status::INEXACT } else { Status::OK })
            }
            Class::Finite => {
                ApFloat::round(kind, negative, Wide::new(significand), exponent, false, rounding)
            }
            Class::Infinity => {
                let lost = kind.has_nan() && !kind.has_infinity();
                (ApFloat::infinity(kind, negative), if lost { Status::INEXACT } else { Status::OK })
            }
            Class::Nan => {
                let status = if self.is_signaling() { Status::INVALID } else { Status::OK };
                (self.converted_nan(kind), status)
            }
        }
    }

    /// A NaN in another format: the upper bits of its payload where both formats have one, and quiet.
    fn converted_nan(self, kind: FloatKind) -> ApFloat {
        let FloatParts { negative, significand, .. } = self.parts();
        // A NaN that is encoded as negative zero has no sign.
        let signless = self.kind.format().non_finite == NonFinite::NanNegativeZero;
        let negative = negative && (!signless || kind.has_nan() && !kind.has_infinity());
        if !kind.has_infinity() {
            return ApFloat::nan(kind, negative);
        }
        let (from, to) = (self.kind.precision(), kind.precision());
        let payload = match self.kind.format().non_finite {
            NonFinite::Ieee => significand & ((1 << (from - 1)) - 1),
            NonFinite::NanAllOnes => (1 << (from - 1)) - 1,
            _ => 0,
        };
        let payload = if to >= from { payload << (to - from) } else { payload >> (from - to) };
        let plain = ApFloat::nan(kind, negative);
        ApFloat { bits: plain.bits | payload, ..plain }
    }

    /// The value rounded to an integer of the given width and signedness. A value out of range returns the nearest
    /// extreme, NaN returns zero, and both are invalid.
    pub fn to_int(self, width: u32, signed: bool, rounding: Rounding) -> (ApInt, Status) {
        let FloatParts { class, negative, exponent, significand } = self.parts();
        let extreme = || match (signed, negative) {
            (true, true) => ApInt::signed_min(width),
            (true, false) => ApInt::signed_max(width),
            (false, true) => ApInt::zero(width),
            (false, false) => ApInt::all_ones(width),
        };
        match class {
            Class::Nan => return (ApInt::zero(width), Status::INVALID),
            Class::Infinity => return (extreme(), Status::INVALID),
            Class::Zero => return (ApInt::zero(width), Status::OK),
            Class::Finite => {}
        }
        let (whole, lost) = integer_part(significand, exponent.min(0), negative, rounding);
        let shift = exponent.max(0) as u32;
        let bits = shift + 128 - whole.leading_zeros();
        // One bit more than the width holds every magnitude that may be in range.
        if whole != 0 && bits > width.saturating_add(1) {
            return (extreme(), Status::INVALID);
        }
        let magnitude = ApInt::from_u128((width + 1).max(128), whole).shl_by(shift);
        let value = if negative { magnitude.neg() } else { magnitude };
        let result = value.trunc(width);
        let back = if signed { result.sext(value.width()) } else { result.zext_or_trunc(value.width()) };
        if back != value {
            return (extreme(), Status::INVALID);
        }
        (result, if lost == Lost::Nothing { Status::OK } else { Status::INEXACT })
    }

    /// The value of a signed or unsigned integer.
    pub fn from_int(kind: FloatKind, value: &ApInt, signed: bool, rounding: Rounding) -> (ApFloat, Status) {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        // 128 bits are more than any precision and a guard bit; of the rest, only whether it is non-zero matters.
        let dropped = magnitude.active_bits().saturating_sub(128);
        let sticky = magnitude.trailing_zeros() < dropped;
        let significand = Wide::new(magnitude.lshr_by(dropped).low_u128());
        ApFloat::round(kind, negative, significand, dropped as i32, sticky, rounding)
    }

    /// The value rounded to an integral value of the same format.
    pub fn round_to_integral(self, rounding: Rounding) -> (ApFloat, Status) {
        let FloatParts { class, negative, exponent, significand } = self.parts();
        match class {
            Class::Nan => (self.quieted(), if self.is_signaling() { Status::INVALID } else { Status::OK }),
            Class::Finite if exponent < 0 => {
                let (whole, lost) = integer_part(significand, exponent, negative, rounding);
                let value = ApFloat::round(self.kind, negative, Wide::new(whole), 0, false, rounding).0;
                (value, if lost == Lost::Nothing { Status::OK } else { Status::INEXACT })
            }
            _ => (self, Status::OK),
        }
    }

    /// The exponent of a finite value that is not zero, written `1.x * 2^e`.
    pub fn ilogb(self) -> Option<i32> {
        let FloatParts { class, exponent, significand, .. } = self.parts();
        (class == Class::Finite).then(|| exponent + 127 - significand.leading_zeros() as i32)
    }

    /// The value in another format, where that is exact.
    pub fn convert_exactly(self, kind: FloatKind, rounding: Rounding) -> Option<ApFloat> {
        let (value, status) = self.convert(kind, rounding);
        (status == Status::OK && value.convert(self.kind, Rounding::NearestEven).0 == self).then_some(value)
    }

    /// Whether the value is finite and integral.
    pub fn is_integer(self) -> bool {
        self.is_finite() && self.round_to_integral(Rounding::TowardZero).1 == Status::OK
    }
}

/// The integer that `significand * 2^exponent` rounds to, for an exponent that is not positive.
fn integer_part(significand: u128, exponent: i32, negative: bool, rounding: Rounding) -> (u128, Lost) {
    let (whole, lost) = Wide::new(significand).shr_lost(exponent.unsigned_abs(), false);
    let up = rounding.away(negative, lost, whole.low & 1 == 1);
    (whole.low + u128::from(up), lost)
}

/// The value of a decimal literal such as `1.5e-3`, with an optional sign; `None` for any other text. A literal beyond
/// the largest value is infinity.
pub fn parse_f64_literal(text: &[u8]) -> Option<f64> {
    if let Some(value) = parse_short_literal(text) {
        return Some(value);
    }
    let numeric = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    if !text.iter().all(numeric) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A literal whose digits and power of ten are both exact as `f64`, so that one operation rounds it; `None` for any
/// other text, right or wrong.
fn parse_short_literal(text: &[u8]) -> Option<f64> {
    let (mut digits, mut at, mut power) = (0u64, 0, 0i32);
    let digit = |at: usize| text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10);
    while let Some(value) = digit(at) {
        digits = digits.wrapping_mul(10).wrapping_add(u64::from(value));
        at += 1;
    }
    if at == 0 {
        return None;
    }
    if text.get(at) == Some(&b'.') {
        at += 1;
        while let Some(value) = digit(at) {
            digits = digits.wrapping_mul(10).wrapping_add(u64::from(value));
            at += 1;
            power -= 1;
        }
    }
    // More digits may have wrapped.
    if at > 20 || digits >> 53 != 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        at += 1;
        let negative = text.get(at) == Some(&b'-');
        at += usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        let first = digit(at)?;
        let exponent = match digit(at + 1) {
            Some(second) => i32::from(first) * 10 + i32::from(second),
            None => i32::from(first),
        };
        at += 1 + usize::from(digit(at + 1).is_some());
        power += if negative { -exponent } else { exponent };
    }
    if at != text.len() {
        return None;
    }
    let ten = F64_TENS.get(power.unsigned_abs() as usize)?;
    Some(if power < 0 { digits as f64 / ten } else { digits as f64 * ten })
}
