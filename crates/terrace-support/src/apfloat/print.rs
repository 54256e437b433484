//! The text of a float attribute's value.
//!
//! The first of these that is exact is used: seven digits with an exponent, `1.500000e+00`, of which at most six are
//! significant; all significant digits, `0.699999988` or `1.0E+20`, unless that would read as an integer; and the
//! pattern in hexadecimal.

use super::ApFloat;
use super::exact;
use super::kind::FloatKind;
use super::parts::{Class, Parts};
use super::shorten::{self, Decimal, TENS};
use crate::apint::{ApInt, fill_digits, push_ascii};

/// The digits of the first form.
const SHORT_PRECISION: u32 = 6;

/// The zeros the second form writes before an exponent becomes shorter.
const MAX_PADDING: i32 = 3;

impl ApFloat {
    /// Appends the value as MLIR prints it in an attribute.
    pub fn write_mlir(&self, out: &mut String) {
        let parts = self.parts();
        match parts.class {
            Class::Zero => out.push_str(if parts.negative { "-0.000000e+00" } else { "0.000000e+00" }),
            Class::Finite => self.write_finite(parts, out),
            Class::Infinity | Class::Nan => self.write_hex(out),
        }
    }

    /// Appends the pattern in hexadecimal, with prefix.
    fn write_hex(&self, out: &mut String) {
        out.push_str("0x");
        ApInt::from_u128(128, self.bits()).write_hex(out);
    }

    fn write_finite(&self, parts: Parts, out: &mut String) {
        let zeros = parts.significand.trailing_zeros();
        let (odd, exponent) = (parts.significand >> zeros, parts.exponent + zeros as i32);
        let mut text = Text::new(parts.negative);
        let (short, count) = digits(odd, exponent, SHORT_PRECISION).rounded(SHORT_PRECISION);
        if self.reads_back(parts, short) {
            text.scientific(short, count, SHORT_PRECISION, b'e');
            return text.finish(out);
        }
        let precision = 2 + self.kind.precision() * 59 / 196;
        let (long, count) = digits(odd, exponent, precision).rounded(precision);
        if text.shortest(long, count, precision) { text.finish(out) } else { self.write_hex(out) }
    }

    /// Whether reading a decimal of at most six digits gives this value back.
    fn reads_back(&self, parts: Parts, decimal: Decimal) -> bool {
        match self.kind {
            // Six digits always tell apart values of at most 11 binary digits.
            kind if kind.precision() <= 11 => true,
            FloatKind::F32 => {
                let value = f32::from_bits(self.bits as u32 & i32::MAX as u32);
                read_f32(decimal) == value
            }
            FloatKind::F64 => {
                let value = f64::from_bits(self.bits as u64 & i64::MAX as u64);
                read_f64(decimal) == value
            }
            kind => {
                let format = kind.format();
                let boundary = parts.significand == 1 << (format.precision - 1);
                let lower_half = boundary && parts.exponent > format.min_exp - (format.precision as i32 - 1);
                exact::reads_back(decimal, parts.significand, parts.exponent, lower_half)
            }
        }
    }
}

/// The digits upstream considers at a precision, before rounding.
fn digits(odd: u128, exponent: i32, precision: u32) -> Decimal {
    let fast = match u64::try_from(odd) {
        Ok(odd) if precision <= 17 => shorten::leading_digits(odd, exponent, precision),
        _ => None,
    };
    fast.unwrap_or_else(|| exact::leading_digits(odd, exponent, precision))
}

/// The powers of ten that are exact in `f64`.
static F64_TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The nearest `f64` of a decimal of at most six digits.
fn read_f64(decimal: Decimal) -> f64 {
    let digits = decimal.digits as u64 as f64;
    // Both operands are exact, so that the operation rounds once.
    match (decimal.exponent, F64_TENS.get(decimal.exponent.unsigned_abs() as usize)) {
        (0.., Some(power)) => digits * power,
        (_, Some(power)) => digits / power,
        _ => {
            let text = decimal.plain();
            text.parse().unwrap_or(f64::NAN)
        }
    }
}

/// The nearest `f32` of a decimal of at most six digits.
fn read_f32(decimal: Decimal) -> f32 {
    let value = read_f64(decimal);
    // Rounding twice goes wrong only where the first result lies on the middle of two f32, or is subnormal there.
    let middle = value.to_bits() & 0x1fff_ffff == 0x1000_0000;
    if middle || value < f64::from(f32::MIN_POSITIVE) {
        return decimal.plain().parse().unwrap_or(f32::NAN);
    }
    value as f32
}

impl Decimal {
    /// The number as text for the standard library to read.
    fn plain(self) -> String {
        format!("{}e{}", self.digits, self.exponent)
    }
}

/// A buffer that holds any output but patterns.
struct Text {
    bytes: [u8; 64],
    length: usize,
}

impl Text {
    fn new(negative: bool) -> Text {
        let mut text = Text { bytes: [b'0'; 64], length: 0 };
        if negative {
            text.push(b'-');
        }
        text
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    fn finish(self, out: &mut String) {
        push_ascii(out, &self.bytes[..self.length]);
    }

    /// Writes `d.ddd` with zeros up to `precision` digits after the point, and an exponent of at least `width` digits.
    fn scientific(&mut self, decimal: Decimal, count: u32, precision: u32, letter: u8) {
        let mut exponent = decimal.exponent + count as i32 - 1;
        let mut buffer = [0; 40];
        let digits = fill_wide(&mut buffer, decimal.digits);
        self.push(digits[0]);
        self.push(b'.');
        self.extend(&digits[1..]);
        // The buffer is filled with zeros.
        self.length += (precision as usize + 1).saturating_sub(digits.len());
        self.push(letter);
        self.push(if exponent < 0 { b'-' } else { b'+' });
        exponent = exponent.abs();
        if exponent < 10 && letter == b'e' {
            self.push(b'0');
        }
        let mut buffer = [0; 20];
        let start = fill_digits(&mut buffer, exponent as u64);
        self.extend(&buffer[start..]);
    }

    /// Writes all digits, with an exponent where that is shorter; false where the text has no point.
    fn shortest(&mut self, decimal: Decimal, count: u32, precision: u32) -> bool {
        let Decimal { digits: number, exponent } = decimal;
        let whole = exponent + count as i32;
        let scientific = if exponent >= 0 {
            exponent > MAX_PADDING || whole > precision as i32
        } else {
            whole <= 0 && 1 - whole > MAX_PADDING
        };
        if scientific {
            // A single digit still has a zero after the point.
            self.scientific(decimal, count, 1, b'E');
            return true;
        }
        if exponent >= 0 {
            return false;
        }
        let mut buffer = [0; 40];
        let digits = fill_wide(&mut buffer, number);
        if whole > 0 {
            let (integer, fraction) = digits.split_at(whole as usize);
            self.extend(integer);
            self.push(b'.');
            self.extend(fraction);
        } else {
            self.extend(b"0.");
            self.length += whole.unsigned_abs() as usize;
            self.extend(digits);
        }
        true
    }
}

/// Writes a number's decimal digits at the end of the buffer and returns them.
fn fill_wide(buffer: &mut [u8; 40], value: u128) -> &[u8] {
    let mut chunk = [0; 20];
    if let Ok(small) = u64::try_from(value) {
        let start = fill_digits(&mut chunk, small);
        buffer[20..].copy_from_slice(&chunk);
        return &buffer[20 + start..];
    }
    let unit = u128::from(TENS[19]);
    let start = fill_digits(&mut chunk, (value / unit) as u64);
    buffer[1..21].copy_from_slice(&chunk);
    let mut low = (value % unit) as u64;
    for byte in buffer[21..].iter_mut().rev() {
        *byte = b'0' + (low % 10) as u8;
        low /= 10;
    }
    &buffer[1 + start..]
}
