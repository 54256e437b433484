//! Integers of any bit width with LLVM's semantics: a width and a bit pattern, without a sign.
//!
//! Operations wrap at the width, and an operation that depends on a sign names it (`sdiv`, `ult`). Binary operations
//! take two integers of one width; anything else is a broken invariant of the caller and panics.
//!
//! - `arith`: wrapping arithmetic, bitwise operations and shifts.
//! - `compare`: signed and unsigned orders, saturating and overflow-detecting variants.
//! - `divide`: quotients and remainders.
//! - `limbs`: multiplication and radix conversion below quadratic time.
//! - `text`: decimal and hexadecimal, in and out.

mod arith;
mod compare;
mod divide;
mod limbs;
mod text;

use std::fmt;

pub use text::push_u64;
pub(crate) use text::{PAIRS, fill_digits, push_ascii};

/// The widest integer type upstream can express, in bits.
pub const MAX_WIDTH: u32 = 1 << 24;

/// An integer of a fixed bit width; widths up to 64 bits are stored without allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ApInt {
    width: u32,
    repr: Repr,
}

/// Invariant: `Inline` exactly when the width is at most 64, and bits at or above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Inline(u64),
    Heap(Box<[u64]>),
}

/// The number of 64-bit words that hold `width` bits; never zero.
pub(crate) fn words_for(width: u32) -> usize {
    (width as usize).div_ceil(64).max(1)
}

/// The bits of the topmost word that lie below `width`.
fn top_mask(width: u32) -> u64 {
    match width {
        0 => 0,
        _ => u64::MAX >> ((64 - width % 64) % 64),
    }
}

impl ApInt {
    /// The low `width` bits of `value`, zero-extended where the width exceeds 64.
    pub fn new(width: u32, value: u64) -> Self {
        if width <= 64 {
            return ApInt { width, repr: Repr::Inline(value & top_mask(width)) };
        }
        let mut words = vec![0; words_for(width)];
        words[0] = value;
        ApInt { width, repr: Repr::Heap(words.into_boxed_slice()) }
    }

    /// The low `width` bits of `value`, sign-extended where the width exceeds 64.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 || value >= 0 {
            return Self::new(width, value as u64);
        }
        let mut words = vec![u64::MAX; words_for(width)];
        words[0] = value as u64;
        Self::from_vec(width, words)
    }

    /// The low `width` bits of little-endian `words`; missing words are zero.
    pub fn from_words(width: u32, words: &[u64]) -> Self {
        if width <= 64 {
            return Self::new(width, words.first().copied().unwrap_or(0));
        }
        let kept = words.len().min(words_for(width));
        Self::from_vec(width, words[..kept].to_vec())
    }

    /// The low `width` bits of a 128-bit value.
    pub fn from_u128(width: u32, value: u128) -> Self {
        Self::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    /// Converts words, which are truncated or zero-extended to the width.
    pub(crate) fn from_vec(width: u32, mut words: Vec<u64>) -> Self {
        if width <= 64 {
            return Self::new(width, words.first().copied().unwrap_or(0));
        }
        words.resize(words_for(width), 0);
        if let Some(top) = words.last_mut() {
            *top &= top_mask(width);
        }
        ApInt { width, repr: Repr::Heap(words.into_boxed_slice()) }
    }

    /// Zero.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// The pattern with every bit set.
    pub fn all_ones(width: u32) -> Self {
        Self::from_i64(width, -1)
    }

    /// The largest signed value.
    pub fn signed_max(width: u32) -> Self {
        Self::all_ones(width).lshr_by(1)
    }

    /// The smallest signed value.
    pub fn signed_min(width: u32) -> Self {
        Self::signed_max(width).not()
    }

    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words, least significant first; bits at or above the width are zero.
    pub fn words(&self) -> &[u64] {
        match &self.repr {
            Repr::Inline(word) => std::slice::from_ref(word),
            Repr::Heap(words) => words,
        }
    }

    /// The only word of an integer of at most 64 bits.
    fn inline(&self) -> Option<u64> {
        match &self.repr {
            Repr::Inline(word) => Some(*word),
            Repr::Heap(_) => None,
        }
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Whether the value is one.
    pub fn is_one(&self) -> bool {
        self.active_bits() == 1
    }

    /// Whether every bit is one; true for width zero.
    pub fn is_all_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// Whether the topmost bit is set, which makes the value negative where it is read as signed.
    pub fn is_negative(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }

    /// Whether the value is the smallest signed one.
    pub fn is_signed_min(&self) -> bool {
        self.is_negative() && self.count_ones() == 1
    }

    /// The bit at `index`, counted from the least significant; false beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        match self.words().get(index as usize / 64) {
            Some(word) => word >> (index % 64) & 1 == 1,
            None => false,
        }
    }

    /// The unsigned value, where it fits.
    pub fn to_u64(&self) -> Option<u64> {
        let (&low, rest) = self.words().split_first()?;
        rest.iter().all(|&word| word == 0).then_some(low)
    }

    /// The unsigned value, where it fits.
    pub fn to_u128(&self) -> Option<u128> {
        (self.active_bits() <= 128).then(|| self.low_u128())
    }

    /// The low 128 bits.
    pub fn low_u128(&self) -> u128 {
        let words = self.words();
        u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64
    }

    /// The signed value, where it fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.width == 0 {
            return Some(0);
        }
        if let Some(word) = self.inline() {
            let unused = 64 - self.width;
            return Some((word << unused) as i64 >> unused);
        }
        (self.min_signed_bits() <= 64).then(|| self.words()[0] as i64)
    }

    /// The number of bits an unsigned value needs; zero for zero.
    pub fn active_bits(&self) -> u32 {
        self.width - self.leading_zeros()
    }

    /// The number of bits a signed value needs, its sign included; at least one.
    pub fn min_signed_bits(&self) -> u32 {
        if self.is_negative() { self.width - self.leading_ones() + 1 } else { self.active_bits() + 1 }
    }

    /// The number of zero bits above the topmost set one.
    pub fn leading_zeros(&self) -> u32 {
        let words = self.words();
        let unused = words.len() as u32 * 64 - self.width;
        let zero_words = words.iter().rev().take_while(|&&word| word == 0).count();
        let partial = words.iter().rev().nth(zero_words).map_or(0, |word| word.leading_zeros());
        zero_words as u32 * 64 + partial - unused
    }

    /// The number of set bits above the topmost zero.
    pub fn leading_ones(&self) -> u32 {
        self.not().leading_zeros()
    }

    /// The number of zero bits below the lowest set one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        let words = self.words();
        let zero_words = words.iter().take_while(|&&word| word == 0).count();
        match words.get(zero_words) {
            Some(word) => zero_words as u32 * 64 + word.trailing_zeros(),
            None => self.width,
        }
    }

    /// The number of set bits.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The same unsigned value at a larger width, or the low bits at a smaller one.
    pub fn zext_or_trunc(&self, width: u32) -> Self {
        if width == self.width { self.clone() } else { Self::from_words(width, self.words()) }
    }

    /// The same signed value at a larger width, or the low bits at a smaller one.
    pub fn sext(&self, width: u32) -> Self {
        if width <= self.width || !self.is_negative() {
            return self.zext_or_trunc(width);
        }
        if width <= 64 {
            return Self::from_i64(width, self.to_i64().unwrap_or(0));
        }
        let mut words = self.words().to_vec();
        let top = words.len() - 1;
        words[top] |= !top_mask(self.width);
        words.resize(words_for(width), u64::MAX);
        Self::from_vec(width, words)
    }

    /// The low bits at a smaller width.
    pub fn trunc(&self, width: u32) -> Self {
        self.zext_or_trunc(width)
    }

    /// The low `width` bits of a little-endian byte string; missing bytes are zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Self {
        if width <= 64 {
            return Self::new(width, le_word(&bytes[..bytes.len().min(8)]));
        }
        let kept = bytes.len().min(words_for(width) * 8);
        Self::from_vec(width, bytes[..kept].chunks(8).map(le_word).collect())
    }

    /// Appends the value as `ceil(width / 8)` little-endian bytes.
    pub fn to_le_bytes(&self, out: &mut Vec<u8>) {
        let mut left = (self.width as usize).div_ceil(8);
        for word in self.words() {
            let taken = left.min(8);
            out.extend_from_slice(&word.to_le_bytes()[..taken]);
            left -= taken;
        }
    }
}

/// Up to eight little-endian bytes as a word.
fn le_word(bytes: &[u8]) -> u64 {
    match <[u8; 8]>::try_from(bytes) {
        Ok(whole) => u64::from_le_bytes(whole),
        Err(_) => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

impl fmt::Debug for ApInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} : i{}", self.width)
    }
}

impl fmt::Display for ApInt {
    /// Writes the signed decimal value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_signed(&mut text);
        f.write_str(&text)
    }
}
