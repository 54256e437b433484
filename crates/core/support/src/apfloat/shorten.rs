//! The decimal digits upstream chooses for a float.
//!
//! Upstream first cuts a value's exact decimal expansion down to roughly the wanted precision, estimating the
//! number of digits from the number of bits, and then rounds the rest half up. If the cut leaves exactly the
//! wanted number of digits, nothing is rounded, so that 0.7 as f32 prints as `0.699999988`. The estimate is
//! therefore reproduced exactly.
//!
//! The cut needs `floor(n * 2^e / 10^t)`. It is computed from powers of five with 128 leading bits; where the bits cut
//! off could change the result, the caller falls back to exact arithmetic.

/// `digits * 10^exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    pub(super) digits: u128,
    pub(super) exponent: i32,
}

/// Upstream's estimate of the bits that hold `precision` decimal digits.
pub(super) fn required_bits(precision: u32) -> u32 {
    (precision * 196).div_ceil(59)
}

/// Upstream's estimate of the decimal digits that can be cut off a number of `bits` bits.
pub(super) fn removable_tens(bits: u32, required: u32) -> u32 {
    if bits <= required { 0 } else { (bits - required) * 59 / 196 }
}

/// The powers of five that have an entry, on both sides of zero.
const LIMIT: i32 = 350;

/// `5^k` is in `[mantissa, mantissa + 2) * 2^exponent` for each `k` from `-LIMIT` to `LIMIT`; the top bit of each
/// mantissa is set.
static FIVES: [(u128, i16); 2 * LIMIT as usize + 1] = {
    let mut table = [(0, 0); 2 * LIMIT as usize + 1];
    // 256 bits, most significant word first, so that the truncation of each step stays far below the 128 bits kept.
    let mut up = ([1u64 << 63, 0, 0, 0], -127i16);
    let mut down = up;
    let mut k = 0;
    while k <= LIMIT as usize {
        table[LIMIT as usize + k] = ((up.0[0] as u128) << 64 | up.0[1] as u128, up.1);
        table[LIMIT as usize - k] = ((down.0[0] as u128) << 64 | down.0[1] as u128, down.1);
        up = times_five(up.0, up.1);
        down = fifth(down.0, down.1);
        k += 1;
    }
    table
};

const fn times_five(words: [u64; 4], exponent: i16) -> ([u64; 4], i16) {
    let mut product = [0; 4];
    let mut carry = 0;
    let mut i = 4;
    while i > 0 {
        i -= 1;
        let value = words[i] as u128 * 5 + carry;
        product[i] = value as u64;
        carry = value >> 64;
    }
    // The carry is 2 to 4, so the product has two or three bits too many.
    let shift = if carry >= 4 { 3 } else { 2 };
    let mut above = carry as u64;
    let mut i = 0;
    while i < 4 {
        let word = product[i];
        product[i] = word >> shift | above << (64 - shift);
        above = word;
        i += 1;
    }
    (product, exponent + shift as i16)
}

const fn fifth(words: [u64; 4], exponent: i16) -> ([u64; 4], i16) {
    let mut quotient = [0; 5];
    let mut rest = 0u128;
    let mut i = 0;
    while i < 5 {
        let value = rest << 64 | if i < 4 { words[i] as u128 } else { 0 };
        quotient[i] = (value / 5) as u64;
        rest = value % 5;
        i += 1;
    }
    let shift = quotient[0].leading_zeros();
    let mut normalized = [0; 4];
    let mut i = 0;
    while i < 4 {
        normalized[i] = quotient[i] << shift | quotient[i + 1] >> (64 - shift);
        i += 1;
    }
    (normalized, exponent - shift as i16)
}

/// The powers of ten below 2^64.
pub(super) static TENS: [u64; 20] = {
    let mut tens = [1; 20];
    let mut i = 1;
    while i < 20 {
        tens[i] = tens[i - 1] * 10;
        i += 1;
    }
    tens
};

/// A product of a 64-bit number and a power of five: `[low, high] * 2^exponent` in units of 2^64, with its bounds.
struct Product {
    lower: (u128, u64),
    upper: (u128, u64),
    exponent: i32,
}

/// `n * 5^k`, where the top bit of `n` is set.
fn scaled(n: u64, k: i32) -> Option<Product> {
    let &(mantissa, exponent) = FIVES.get(usize::try_from(k + LIMIT).ok()?)?;
    let low = u128::from(n) * u128::from(mantissa as u64);
    let high = u128::from(n) * (mantissa >> 64);
    let lower = (high + (low >> 64), low as u64);
    // 5^55 is the last power that fits.
    let slack = if (0..=55).contains(&k) { 0 } else { 2 * u128::from(n) };
    let low = u128::from(lower.1) + slack;
    let upper = (lower.0.checked_add(low >> 64)?, low as u64);
    Some(Product { lower, upper, exponent: i32::from(exponent) })
}

/// An odd significand, the exponent of two, and the bits of the integer `significand * 2^exponent` or, where the exponent
/// is negative, `significand * 5^-exponent`.
#[derive(Clone, Copy)]
pub(super) struct Narrow {
    significand: u64,
    exponent: i32,
    bits: u32,
}

/// `log2(5)`.
const LOG2_5: f64 = std::f64::consts::LOG2_10 - 1.0;

impl Narrow {
    /// Converts a non-zero significand; `None` if exact arithmetic is needed.
    pub(super) fn new(significand: u64, exponent: i32) -> Option<Narrow> {
        let zeros = significand.trailing_zeros();
        let (significand, exponent) = (significand >> zeros, exponent + zeros as i32);
        let length = 64 - significand.leading_zeros();
        let bits = if exponent >= 0 {
            length + exponent as u32
        } else if exponent >= -LIMIT {
            let shift = significand.leading_zeros();
            let product = scaled(significand << shift, -exponent)?;
            let bits =
                |(high, _): (u128, u64)| 192 - high.leading_zeros() as i32 + product.exponent - shift as i32;
            if bits(product.lower) != bits(product.upper) {
                return None;
            }
            bits(product.lower) as u32
        } else {
            // The logarithms are good to about 1e-12, so any other fraction leaves no doubt.
            let logarithm = (significand as f64).log2() - f64::from(exponent) * LOG2_5;
            if !(1e-9..1.0 - 1e-9).contains(&logarithm.fract()) {
                return None;
            }
            logarithm as u32 + 1
        };
        Some(Narrow { significand, exponent, bits })
    }

    /// The digits upstream considers at a precision of at most 17, before rounding, and their power of ten; `None` where
    /// exact arithmetic is needed.
    #[inline]
    pub(super) fn leading_digits(self, precision: u32) -> Option<(u64, i32)> {
        let Narrow { significand, exponent, bits } = self;
        let tens = removable_tens(bits, required_bits(precision)) as i32;
        if exponent >= 0 && bits <= 64 {
            return Some(((significand << exponent) / TENS[tens as usize], tens));
        }
        // Without the cut, the value is (n * 5^-e) * 10^e where e is negative.
        let power = tens + exponent.min(0);
        let shift = significand.leading_zeros();
        let product = scaled(significand << shift, -power)?;
        let drop = power - exponent - product.exponent + shift as i32;
        let cut = |(high, low): (u128, u64)| match drop {
            0 => Some(low),
            1..64 => Some((high as u64) << (64 - drop) | low >> drop),
            64..192 => Some((high >> (drop - 64)) as u64),
            _ => None,
        };
        // At most 62 bits are left, so the truncated bits above the 64 are zero.
        let digits = cut(product.lower)?;
        (cut(product.upper)? == digits).then_some((digits, power))
    }
}

/// Rounds half up to at most `precision` digits. Returns how many digits are left; zeros at the end are kept.
#[inline]
pub(super) fn rounded(digits: u64, power: i32, precision: u32) -> (u64, i32, u32) {
    let count = count_digits(digits);
    if count <= precision {
        return (digits, power, count);
    }
    let drop = count - precision;
    let unit = TENS[drop as usize];
    let (quotient, rest) = (digits / unit, digits % unit);
    let quotient = quotient + u64::from(rest >= unit / 2);
    let carried = u32::from(quotient == TENS[precision as usize]);
    (quotient, power + drop as i32, precision + carried)
}

impl Decimal {
    /// Rounds half up to at most `precision` digits and drops trailing zeros. Returns how many digits are left.
    pub(super) fn rounded(self, precision: u32) -> (Decimal, u32) {
        let Decimal { mut digits, mut exponent } = self;
        let count = digits.checked_ilog10().map_or(1, |log| log + 1);
        if count > precision {
            let unit = 10u128.pow(count - precision);
            digits = digits / unit + u128::from(digits % unit >= unit / 2);
            exponent += (count - precision) as i32;
        }
        while digits != 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent += 1;
        }
        (Decimal { digits, exponent }, digits.checked_ilog10().map_or(1, |log| log + 1))
    }
}

/// The number of decimal digits; one for zero.
#[inline]
pub(super) fn count_digits(value: u64) -> u32 {
    // 1233 / 4096 is just above log10(2), so the estimate is right or one too large.
    let estimate = ((64 - (value | 1).leading_zeros()) * 1233) >> 12;
    estimate + u32::from(value >= TENS[estimate as usize]).max(u32::from(estimate == 0))
}
