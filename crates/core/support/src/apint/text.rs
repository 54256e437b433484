//! Decimal and hexadecimal text, in and out, below quadratic time.

use super::ApInt;
use super::limbs::{self, TEN_19};

/// Digits of one decimal limb.
const LIMB_DIGITS: usize = 19;

impl ApInt {
    /// The unsigned value of ASCII decimal digits, at the smallest width that holds it and at least one bit.
    pub fn parse_decimal(digits: &[u8]) -> ApInt {
        debug_assert!(digits.iter().all(u8::is_ascii_digit), "a decimal literal holds digits only");
        if digits.len() <= LIMB_DIGITS {
            return ApInt::minimal(vec![decimal_limb(digits)]);
        }
        let limbs: Vec<u64> = digits.rchunks(LIMB_DIGITS).map(decimal_limb).collect();
        ApInt::minimal(limbs::decimal_to_binary(limbs::trim(&limbs)))
    }

    /// The unsigned value of ASCII hexadecimal digits, at the smallest width that holds it and at least one bit.
    pub fn parse_hex(digits: &[u8]) -> ApInt {
        debug_assert!(digits.iter().all(u8::is_ascii_hexdigit), "a hexadecimal literal holds digits only");
        let word = |chunk: &[u8]| chunk.iter().fold(0, |word, &digit| word << 4 | hex_digit(digit));
        ApInt::minimal(digits.rchunks(16).map(word).collect())
    }

    /// The number at its smallest width.
    fn minimal(words: Vec<u64>) -> ApInt {
        let used = limbs::trim(&words);
        let bits = used.last().map_or(1, |top| used.len() as u32 * 64 - top.leading_zeros());
        ApInt::from_vec(bits, words)
    }

    /// Appends the signed value in decimal.
    pub fn write_signed(&self, out: &mut String) {
        if self.is_negative() {
            out.push('-');
            self.neg().write_unsigned(out);
        } else {
            self.write_unsigned(out);
        }
    }

    /// Appends the unsigned value in decimal.
    pub fn write_unsigned(&self, out: &mut String) {
        if let Some(word) = self.to_u64() {
            return push_u64(out, word);
        }
        let decimal = limbs::binary_to_decimal(limbs::trim(self.words()));
        let Some((&first, rest)) = limbs::trim(&decimal).split_last() else {
            return out.push('0');
        };
        out.reserve(decimal.len() * LIMB_DIGITS);
        push_u64(out, first);
        for &limb in rest.iter().rev() {
            // A leading one makes the limb twenty digits long and keeps its zeros.
            let mut digits = [0; 20];
            let start = fill_digits(&mut digits, limb % (TEN_19 / 10) + TEN_19 / 10);
            digits[start] = b'0' + (limb / (TEN_19 / 10)) as u8;
            push_ascii(out, &digits[start..]);
        }
    }

    /// Appends the unsigned value in upper-case hexadecimal, without a prefix or leading zeros.
    pub fn write_hex(&self, out: &mut String) {
        let nibbles = self.active_bits().div_ceil(4).max(1);
        for nibble in (0..nibbles).rev() {
            let word = self.words()[nibble as usize / 16];
            out.push(char::from(b"0123456789ABCDEF"[(word >> (nibble % 16 * 4) & 15) as usize]));
        }
    }
}

/// The value of up to nineteen decimal digits.
fn decimal_limb(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |limb, digit| limb * 10 + u64::from(digit.wrapping_sub(b'0') & 15))
}

/// The value of a hexadecimal digit.
fn hex_digit(digit: u8) -> u64 {
    u64::from(if digit.is_ascii_digit() { digit - b'0' } else { (digit | 32).wrapping_sub(b'a' - 10) & 15 })
}

/// The two digits of each number below one hundred.
pub(crate) static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

/// Writes a number's decimal digits at the end of the buffer and returns where they start.
pub(crate) fn fill_digits(buffer: &mut [u8; 20], mut value: u64) -> usize {
    let mut at = buffer.len();
    while value >= 100 {
        at -= 2;
        buffer[at..at + 2].copy_from_slice(&PAIRS[(value % 100) as usize]);
        value /= 100;
    }
    if value >= 10 {
        at -= 2;
        buffer[at..at + 2].copy_from_slice(&PAIRS[value as usize]);
    } else {
        at -= 1;
        buffer[at] = b'0' + value as u8;
    }
    at
}

/// Appends bytes that are ASCII.
#[allow(unsafe_code)]
pub(crate) fn push_ascii(out: &mut String, bytes: &[u8]) {
    debug_assert!(bytes.is_ascii(), "digits are ASCII");
    // SAFETY: the callers are in this crate and pass digits, signs, points and exponent letters only.
    out.push_str(unsafe { std::str::from_utf8_unchecked(bytes) });
}

/// The eight decimal digits of a number below 10^8 as numbers, the first in the lowest byte.
#[inline]
fn eight_digits(value: u64) -> u64 {
    // Halves, then quarters, then single digits, each side by side.
    let halves = (value / 10_000) | ((value % 10_000) << 32);
    let hundreds = ((halves * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = hundreds | ((halves - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((pairs - tens * 10) << 8)
}

/// Appends a number in decimal.
#[inline]
#[allow(unsafe_code)]
pub fn push_u64(out: &mut String, value: u64) {
    const LIMIT: u64 = 100_000_000;
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    if value < 100 {
        let [tens, ones] = PAIRS[value as usize];
        if value >= 10 {
            out.push(tens.into());
        }
        return out.push(ones.into());
    }
    let (mut low, short) = (value, value < LIMIT);
    if !short {
        push_u64_long(out, value / LIMIT);
        low = value % LIMIT;
    }
    let digits = eight_digits(low);
    // All but the last digit may go if they are zero and nothing is in front.
    let skipped = if short { digits.trailing_zeros().min(63) / 8 } else { 0 };
    let digits = (digits | ZEROS) >> (8 * skipped);
    // SAFETY: the appended bytes are ASCII: digits, and zero bytes that are cut off again.
    let bytes = unsafe { out.as_mut_vec() };
    let len = bytes.len() + 8 - skipped as usize;
    bytes.extend_from_slice(&digits.to_le_bytes());
    bytes.truncate(len);
}

#[inline(never)]
fn push_u64_long(out: &mut String, value: u64) {
    push_u64(out, value);
}
