//! Natural numbers as little-endian limbs, in a binary or a decimal radix.
//!
//! Both radices share one Karatsuba multiplication, so that a number is converted from either radix to the other by
//! divide and conquer with multiplications in the target radix alone, and printing needs no long division.

/// The arithmetic of one limb; limbs are below the radix.
pub(super) trait Radix {
    /// `a + b + carry` as a limb and a carry.
    fn add(a: u64, b: u64, carry: bool) -> (u64, bool);
    /// `a - b - borrow` as a limb and a borrow.
    fn sub(a: u64, b: u64, borrow: bool) -> (u64, bool);
    /// `a * b + c + d` as a low and a high limb.
    fn mul_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64);
}

/// Radix 2^64.
pub(super) struct Binary;

/// Radix 10^19.
pub(super) struct Decimal;

/// The decimal radix, the largest power of ten below 2^64.
pub(super) const TEN_19: u64 = 10_000_000_000_000_000_000;

/// `floor((2^128 - 1) / TEN_19) - 2^64`, the reciprocal of Möller and Granlund, "Improved division by invariant
/// integers" (2011). The radix is above 2^63, so it needs no normalization.
const TEN_19_RECIPROCAL: u64 = (u128::MAX / TEN_19 as u128 - (1 << 64)) as u64;

impl Radix for Binary {
    fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
        let (sum, first) = a.overflowing_add(b);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        (sum, first | second)
    }

    fn sub(a: u64, b: u64, borrow: bool) -> (u64, bool) {
        let (difference, first) = a.overflowing_sub(b);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (difference, first | second)
    }

    fn mul_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
        let product = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
        (product as u64, (product >> 64) as u64)
    }
}

impl Radix for Decimal {
    fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
        let sum = u128::from(a) + u128::from(b) + u128::from(carry);
        if sum >= u128::from(TEN_19) {
            ((sum - u128::from(TEN_19)) as u64, true)
        } else {
            (sum as u64, false)
        }
    }

    fn sub(a: u64, b: u64, borrow: bool) -> (u64, bool) {
        let (difference, borrow) = Binary::sub(a, b, borrow);
        if borrow { (difference.wrapping_add(TEN_19), true) } else { (difference, false) }
    }

    fn mul_add(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
        let value = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
        let (high, low) = ((value >> 64) as u64, value as u64);
        let estimate = u128::from(TEN_19_RECIPROCAL) * u128::from(high) + value;
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut remainder = low.wrapping_sub(quotient.wrapping_mul(TEN_19));
        if remainder > estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            remainder = remainder.wrapping_add(TEN_19);
        }
        if remainder >= TEN_19 {
            quotient = quotient.wrapping_add(1);
            remainder -= TEN_19;
        }
        (remainder, quotient)
    }
}

/// The limbs without leading zeros.
pub(super) fn trim(limbs: &[u64]) -> &[u64] {
    let used = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    &limbs[..used]
}

/// Adds `b`, which is no longer than `a`; returns the carry out of `a`.
pub(super) fn add_assign<R: Radix>(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut carry = false;
    for (a, &b) in low.iter_mut().zip(b) {
        (*a, carry) = R::add(*a, b, carry);
    }
    for a in high {
        if !carry {
            return false;
        }
        (*a, carry) = R::add(*a, 0, carry);
    }
    carry
}

/// Subtracts `b`, which is no longer than `a`; returns the borrow out of `a`.
pub(super) fn sub_assign<R: Radix>(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut borrow = false;
    for (a, &b) in low.iter_mut().zip(b) {
        (*a, borrow) = R::sub(*a, b, borrow);
    }
    for a in high {
        if !borrow {
            return false;
        }
        (*a, borrow) = R::sub(*a, 0, borrow);
    }
    borrow
}

/// The product, `a.len() + b.len()` limbs long.
pub(super) fn mul<R: Radix>(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    mul_into::<R>(a, b, &mut out);
    out
}

/// Below this length schoolbook multiplication is faster.
const KARATSUBA_MIN: usize = 32;

/// Adds the product of `a` and `b` to `out`, which is at least as long and does not overflow.
fn mul_into<R: Radix>(a: &[u64], b: &[u64], out: &mut [u64]) {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    if short.len() < KARATSUBA_MIN {
        for (i, &s) in short.iter().enumerate() {
            let mut carry = 0;
            for (o, &l) in out[i..].iter_mut().zip(long) {
                (*o, carry) = R::mul_add(s, l, *o, carry);
            }
            add_assign::<R>(&mut out[i + long.len()..], &[carry]);
        }
        return;
    }
    let half = long.len().div_ceil(2);
    if short.len() <= half {
        for (i, chunk) in long.chunks(short.len()).enumerate() {
            mul_into::<R>(short, chunk, &mut out[i * short.len()..]);
        }
        return;
    }
    let (a0, a1) = long.split_at(half);
    let (b0, b1) = short.split_at(half);
    let mut middle = mul::<R>(&sum::<R>(a0, a1), &sum::<R>(b0, b1));
    for (at, product) in [(0, mul::<R>(a0, b0)), (2 * half, mul::<R>(a1, b1))] {
        sub_assign::<R>(&mut middle, &product);
        add_assign::<R>(&mut out[at..], &product);
    }
    add_assign::<R>(&mut out[half..], trim(&middle));
}

/// The sum of `a` and `b`, where `b` is no longer than `a`.
fn sum<R: Radix>(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = Vec::with_capacity(a.len() + 1);
    out.extend_from_slice(a);
    out.push(0);
    add_assign::<R>(&mut out, b);
    out
}

/// Multiplies by one limb and adds one limb.
fn scale<R: Radix>(limbs: &mut Vec<u64>, factor: u64, addend: u64) {
    let mut carry = addend;
    for limb in limbs.iter_mut() {
        (*limb, carry) = R::mul_add(*limb, factor, carry, 0);
    }
    if carry != 0 {
        limbs.push(carry);
    }
}

/// The number of source limbs that are converted one by one at the leaves.
const LEAF: usize = 32;

/// Converts a number, where `push` appends one source limb to a number in radix `R`: it scales by the source radix
/// and adds the limb.
fn convert<R: Radix>(source: &[u64], push: impl Fn(&mut Vec<u64>, u64)) -> Vec<u64> {
    let leaf = |limbs: &[u64]| {
        let mut number = Vec::with_capacity(limbs.len() + 2);
        limbs.iter().rev().for_each(|&limb| push(&mut number, limb));
        number
    };
    let mut parts: Vec<Vec<u64>> = source.chunks(LEAF).map(leaf).collect();
    let mut power = vec![1];
    (0..LEAF).for_each(|_| push(&mut power, 0));
    while parts.len() > 1 {
        let join = |pair: &[Vec<u64>]| match pair {
            [low, high] => {
                let mut joined = mul::<R>(high, &power);
                joined.resize(joined.len().max(low.len()) + 1, 0);
                add_assign::<R>(&mut joined, low);
                joined.truncate(trim(&joined).len());
                joined
            }
            _ => pair.concat(),
        };
        parts = parts.chunks(2).map(join).collect();
        if parts.len() > 1 {
            power = mul::<R>(&power, &power);
            power.truncate(trim(&power).len());
        }
    }
    // Zero has no limbs.
    parts.pop().unwrap_or_default()
}

/// Converts limbs of radix 10^19 to limbs of radix 2^64.
pub(super) fn decimal_to_binary(source: &[u64]) -> Vec<u64> {
    convert::<Binary>(source, |number, limb| scale::<Binary>(number, TEN_19, limb))
}

/// Converts limbs of radix 2^64 to limbs of radix 10^19.
pub(super) fn binary_to_decimal(source: &[u64]) -> Vec<u64> {
    convert::<Decimal>(source, |number, limb| {
        scale::<Decimal>(number, 1 << 32, limb >> 32);
        scale::<Decimal>(number, 1 << 32, limb & u64::from(u32::MAX));
    })
}

/// The quotient and the remainder of trimmed binary numbers; the divisor is not empty.
///
/// Knuth, "The Art of Computer Programming", volume 2, algorithm 4.3.1 D.
pub(super) fn divrem(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    if a.len() < b.len() {
        return (Vec::new(), a.to_vec());
    }
    if let [divisor] = *b {
        let mut quotient = a.to_vec();
        let mut remainder = 0;
        for limb in quotient.iter_mut().rev() {
            let value = u128::from(remainder) << 64 | u128::from(*limb);
            *limb = (value / u128::from(divisor)) as u64;
            remainder = (value % u128::from(divisor)) as u64;
        }
        return (quotient, vec![remainder]);
    }
    let n = b.len();
    let shift = b[n - 1].leading_zeros();
    let divisor = shifted_left(b, shift);
    let divisor = &divisor[..n];
    let mut rest = shifted_left(a, shift);
    let mut quotient = vec![0; a.len() - n + 1];
    for j in (0..quotient.len()).rev() {
        let digit = quotient_digit(&rest[j..=j + n], divisor);
        quotient[j] = digit;
        let mut carry = 0;
        let mut borrow = false;
        for (r, &d) in rest[j..].iter_mut().zip(divisor.iter().chain(&[0])) {
            let (low, high) = Binary::mul_add(digit, d, carry, 0);
            carry = high;
            (*r, borrow) = Binary::sub(*r, low, borrow);
        }
        if borrow {
            quotient[j] -= 1;
            add_assign::<Binary>(&mut rest[j..=j + n], divisor);
        }
    }
    let mut remainder = rest[..n].to_vec();
    if shift > 0 {
        for i in 0..n {
            remainder[i] = rest[i] >> shift | if i + 1 < n { rest[i + 1] << (64 - shift) } else { 0 };
        }
    }
    (quotient, remainder)
}

/// The limbs shifted left by fewer than 64 bits, with one limb more.
fn shifted_left(limbs: &[u64], shift: u32) -> Vec<u64> {
    let mut out = Vec::with_capacity(limbs.len() + 1);
    let mut below = 0;
    for &limb in limbs.iter().chain(&[0]) {
        out.push(if shift == 0 { limb } else { limb << shift | below >> (64 - shift) });
        below = limb;
    }
    out
}

/// An estimate of the leading quotient digit that is right or one too large.
fn quotient_digit(rest: &[u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    let top = u128::from(rest[n]) << 64 | u128::from(rest[n - 1]);
    let first = u128::from(divisor[n - 1]);
    let (mut digit, mut left) = (top / first, top % first);
    while digit >> 64 != 0 || digit * u128::from(divisor[n - 2]) > (left << 64 | u128::from(rest[n - 2])) {
        digit -= 1;
        left += first;
        if left >> 64 != 0 {
            break;
        }
    }
    digit as u64
}
