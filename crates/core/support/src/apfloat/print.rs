//! The text of a float attribute's value.
//!
//! The first of these that is exact is used: seven digits with an exponent, `1.500000e+00`, of which at most six are
//! significant; all significant digits, `0.699999988` or `1.0E+20`, unless that would read as an integer; and the
//! pattern in hexadecimal.

use super::ApFloat;
use super::exact;
use super::kind::FloatKind;
use super::parts::{Class, FloatParts};
use super::shorten::{self, Decimal, Narrow, TENS};
use crate::apint::{ApInt, PAIRS, fill_digits, push_ascii};

/// The digits of the first form.
const SHORT_PRECISION: u32 = 6;

/// The zeros the second form writes before an exponent becomes shorter.
const MAX_PADDING: i32 = 3;

/// A test of whether six digits read back as a value.
#[derive(Clone, Copy)]
enum ReadBack {
    /// Six digits always distinguish values of at most 11 binary digits.
    Always,
    F32(f32),
    F64(f64),
}

impl ApFloat {
    /// Appends the value as MLIR prints it in an attribute.
    pub fn write_mlir(&self, out: &mut String) {
        let bits = self.bits as u64;
        // Dense constants hold a million of these, so they get by without the general path.
        let (negative, field, fraction, mask, stored, bias, read_back) = match self.kind {
            FloatKind::F32 => {
                let magnitude = bits & 0x7fff_ffff;
                let value = ReadBack::F32(f32::from_bits(magnitude as u32));
                (bits >> 31 == 1, magnitude >> 23, magnitude & 0x7f_ffff, 0xff, 23, 127, value)
            }
            FloatKind::F64 => {
                let magnitude = bits << 1 >> 1;
                let value = ReadBack::F64(f64::from_bits(magnitude));
                (bits >> 63 == 1, magnitude >> 52, magnitude & ((1 << 52) - 1), 0x7ff, 52, 1023, value)
            }
            FloatKind::F16 => {
                (bits >> 15 == 1, bits >> 10 & 0x1f, bits & 0x3ff, 0x1f, 10, 15, ReadBack::Always)
            }
            FloatKind::BF16 => {
                (bits >> 15 == 1, bits >> 7 & 0xff, bits & 0x7f, 0xff, 7, 127, ReadBack::Always)
            }
            _ => return self.write_general(out),
        };
        if field == mask {
            return self.write_hex(out);
        }
        if field == 0 && fraction == 0 {
            return write_zero(negative, out);
        }
        let implicit = u64::from(field != 0) << stored;
        let exponent = field.max(1) as i32 - bias - stored;
        let narrow = Narrow::new(fraction | implicit, exponent);
        if narrow.and_then(|narrow| self.write_narrow(narrow, negative, read_back, out)).is_none() {
            self.write_general(out);
        }
    }

    /// Appends the value as MLIR prints it, or its pattern where the decimal number, which is read as a double, is not this value:
    /// formats that are wider than a double have such values.
    pub fn write_mlir_exactly(&self, out: &mut String) {
        let start = out.len();
        self.write_mlir(out);
        let is_wide = matches!(self.kind, FloatKind::F80 | FloatKind::F128);
        if is_wide && !out[start..].starts_with("0x") {
            let read = out[start..].parse().map(|value| Self::from_f64(self.kind, value));
            if read.is_ok_and(|read| read.bits() != self.bits()) {
                out.truncate(start);
                self.write_hex(out);
            }
        }
    }

    /// Appends the value with six significant digits, `1.500000e+00`, as LLVM IR has it. Returns false, with nothing appended, for
    /// a value that these digits do not read back as, infinities and NaN.
    pub fn write_short(&self, out: &mut String) -> bool {
        let parts = self.parts();
        match parts.class {
            Class::Zero => write_zero(parts.negative, out),
            Class::Infinity | Class::Nan => return false,
            Class::Finite => {
                let Some((short, count)) = self.short_decimal(parts) else { return false };
                let mut text = Text::new(parts.negative);
                text.scientific(short, count, SHORT_PRECISION, b'e');
                text.finish(out);
            }
        }
        true
    }

    /// The six digits of a finite value, and how many there are without zeros at the end; `None` if they are another value.
    fn short_decimal(&self, parts: FloatParts) -> Option<(Decimal, u32)> {
        if self.kind == FloatKind::F64
            && let Ok(significand) = u64::try_from(parts.significand)
            && let Some(narrow) = Narrow::new(significand, parts.exponent)
            && let Some((digits, power)) = narrow.leading_digits(SHORT_PRECISION)
        {
            let (digits, exponent, count) = shorten::rounded(digits, power, SHORT_PRECISION);
            let value = f64::from_bits(self.bits as u64).abs();
            let short = Decimal { digits: u128::from(digits), exponent };
            return (read_f64(digits, exponent) == value).then_some((short, count));
        }
        let zeros = parts.significand.trailing_zeros();
        let (odd, exponent) = (parts.significand >> zeros, parts.exponent + zeros as i32);
        let (short, count) = exact::leading_digits(odd, exponent, SHORT_PRECISION).rounded(SHORT_PRECISION);
        self.reads_back(parts, short).then_some((short, count))
    }

    /// Appends the pattern in hexadecimal, with prefix.
    fn write_hex(&self, out: &mut String) {
        out.push_str("0x");
        ApInt::from_u128(128, self.bits()).write_hex(out);
    }

    /// The digits of the second form.
    fn long_precision(&self) -> u32 {
        2 + self.kind.precision() * 59 / 196
    }

    /// Appends a value whose digits are found fast; `None` where they are not.
    #[inline]
    fn write_narrow(
        &self,
        narrow: Narrow,
        negative: bool,
        read_back: ReadBack,
        out: &mut String,
    ) -> Option<()> {
        let (digits, power) = narrow.leading_digits(SHORT_PRECISION)?;
        let (digits, power, count) = shorten::rounded(digits, power, SHORT_PRECISION);
        let exact = match read_back {
            ReadBack::Always => true,
            ReadBack::F32(value) => read_f32(digits, power) == value,
            ReadBack::F64(value) => read_f64(digits, power) == value,
        };
        let mut text = Text::new(negative);
        if exact {
            text.short(digits * TENS[(7 - count) as usize], power + count as i32 - 1);
            text.finish(out);
            return Some(());
        }
        let precision = self.long_precision();
        let (digits, power) = narrow.leading_digits(precision)?;
        let (mut digits, mut power, mut count) = shorten::rounded(digits, power, precision);
        while digits != 0 && digits.is_multiple_of(10) {
            (digits, power, count) = (digits / 10, power + 1, count - 1);
        }
        let long = Decimal { digits: u128::from(digits), exponent: power };
        if text.shortest(long, count, precision) {
            text.finish(out)
        } else {
            self.write_hex(out)
        }
        Some(())
    }

    /// Appends a value of any format.
    #[cold]
    fn write_general(&self, out: &mut String) {
        let parts = self.parts();
        match parts.class {
            Class::Zero => write_zero(parts.negative, out),
            Class::Finite => self.write_finite(parts, out),
            Class::Infinity | Class::Nan => self.write_hex(out),
        }
    }

    fn write_finite(&self, parts: FloatParts, out: &mut String) {
        let mut text = Text::new(parts.negative);
        if let Some((short, count)) = self.short_decimal(parts) {
            text.scientific(short, count, SHORT_PRECISION, b'e');
            return text.finish(out);
        }
        let zeros = parts.significand.trailing_zeros();
        let (odd, exponent) = (parts.significand >> zeros, parts.exponent + zeros as i32);
        let precision = self.long_precision();
        let (long, count) = exact::leading_digits(odd, exponent, precision).rounded(precision);
        if text.shortest(long, count, precision) { text.finish(out) } else { self.write_hex(out) }
    }

    /// Whether reading a decimal of at most six digits returns this value back.
    fn reads_back(&self, parts: FloatParts, decimal: Decimal) -> bool {
        let format = self.kind.format();
        if format.precision <= 11 {
            return true;
        }
        let boundary = parts.significand == 1 << (format.precision - 1);
        let lower_half = boundary && parts.exponent > format.min_exp - (format.precision as i32 - 1);
        exact::reads_back(decimal, parts.significand, parts.exponent, lower_half)
    }
}

fn write_zero(negative: bool, out: &mut String) {
    out.push_str(if negative { "-0.000000e+00" } else { "0.000000e+00" });
}

/// The powers of ten that are exact in `f64`.
pub(super) static F64_TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The nearest `f64` of a decimal of at most seven digits.
#[inline]
fn read_f64(digits: u64, power: i32) -> f64 {
    // Both operands are exact, so that the operation rounds once.
    match (power, F64_TENS.get(power.unsigned_abs() as usize)) {
        (0.., Some(ten)) => digits as f64 * ten,
        (_, Some(ten)) => digits as f64 / ten,
        _ => plain(digits, power).parse().unwrap_or(f64::NAN),
    }
}

/// The nearest `f32` of a decimal of at most seven digits.
#[inline]
fn read_f32(digits: u64, power: i32) -> f32 {
    let value = read_f64(digits, power);
    // Double rounding is wrong only if the first result is the midpoint of two f32, or is subnormal there.
    let middle = value.to_bits() & 0x1fff_ffff == 0x1000_0000;
    if middle || value < f64::from(f32::MIN_POSITIVE) {
        return plain(digits, power).parse().unwrap_or(f32::NAN);
    }
    value as f32
}

/// The number as text for the standard library to read.
#[cold]
fn plain(digits: u64, power: i32) -> String {
    format!("{digits}e{power}")
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

    /// Writes seven digits as `d.dddddd` with an exponent of at least two digits.
    fn short(&mut self, digits: u64, exponent: i32) {
        let start = self.length;
        let mut digits = digits as u32;
        for at in [6, 4, 2] {
            let pair = PAIRS[(digits % 100) as usize];
            digits /= 100;
            self.bytes[start + at..start + at + 2].copy_from_slice(&[pair[0], pair[1]]);
        }
        self.bytes[start] = b'0' + digits as u8;
        self.bytes[start + 1] = b'.';
        self.bytes[start + 8] = b'e';
        self.bytes[start + 9] = if exponent < 0 { b'-' } else { b'+' };
        self.length += 10;
        let exponent = exponent.unsigned_abs();
        if exponent >= 100 {
            self.push(b'0' + (exponent / 100) as u8);
        }
        self.extend(&PAIRS[(exponent % 100) as usize]);
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
