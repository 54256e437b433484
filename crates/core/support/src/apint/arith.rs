//! Wrapping arithmetic, bitwise operations and shifts.

use super::limbs::{self, Binary};
use super::{ApInt, Repr};

impl ApInt {
    /// Applies `narrow` to single words or `wide` to word slices, and cuts the result to the width.
    fn zip(&self, rhs: &ApInt, narrow: impl Fn(u64, u64) -> u64, wide: impl Fn(&mut [u64], &[u64])) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of an integer operation differ in width");
        if let (Repr::Inline(a), Repr::Inline(b)) = (&self.repr, &rhs.repr) {
            return ApInt::new(self.width, narrow(*a, *b));
        }
        let mut words = self.words().to_vec();
        wide(&mut words, rhs.words());
        ApInt::from_vec(self.width, words)
    }

    /// Applies `f` to each pair of words.
    fn zip_words(&self, rhs: &ApInt, f: impl Fn(u64, u64) -> u64) -> ApInt {
        self.zip(rhs, &f, |a, b| a.iter_mut().zip(b).for_each(|(a, b)| *a = f(*a, *b)))
    }

    /// The sum, wrapped.
    pub fn add(&self, rhs: &ApInt) -> ApInt {
        self.zip(rhs, u64::wrapping_add, |a, b| {
            limbs::add_assign::<Binary>(a, b);
        })
    }

    /// The difference, wrapped.
    pub fn sub(&self, rhs: &ApInt) -> ApInt {
        self.zip(rhs, u64::wrapping_sub, |a, b| {
            limbs::sub_assign::<Binary>(a, b);
        })
    }

    /// The product, wrapped.
    pub fn mul(&self, rhs: &ApInt) -> ApInt {
        assert_eq!(self.width, rhs.width, "operands of an integer operation differ in width");
        match (self.inline(), rhs.inline()) {
            (Some(a), Some(b)) => ApInt::new(self.width, a.wrapping_mul(b)),
            _ => ApInt::from_vec(self.width, self.full_product(rhs)),
        }
    }

    /// The words of the product, without wrapping.
    pub(super) fn full_product(&self, rhs: &ApInt) -> Vec<u64> {
        limbs::mul::<Binary>(limbs::trim(self.words()), limbs::trim(rhs.words()))
    }

    /// The two's complement negation, wrapped.
    pub fn neg(&self) -> ApInt {
        match self.inline() {
            Some(word) => ApInt::new(self.width, word.wrapping_neg()),
            None => ApInt::zero(self.width).sub(self),
        }
    }

    /// The absolute value; the smallest signed value stays itself.
    pub fn abs(&self) -> ApInt {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The bitwise conjunction.
    pub fn and(&self, rhs: &ApInt) -> ApInt {
        self.zip_words(rhs, |a, b| a & b)
    }

    /// The bitwise disjunction.
    pub fn or(&self, rhs: &ApInt) -> ApInt {
        self.zip_words(rhs, |a, b| a | b)
    }

    /// The bitwise exclusive disjunction.
    pub fn xor(&self, rhs: &ApInt) -> ApInt {
        self.zip_words(rhs, |a, b| a ^ b)
    }

    /// The bitwise complement.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> ApInt {
        match self.inline() {
            Some(word) => ApInt::new(self.width, !word),
            None => ApInt::from_vec(self.width, self.words().iter().map(|word| !word).collect()),
        }
    }

    /// Returns the shift amount of an integer: its unsigned value, clamped to the width, where shifts saturate.
    fn shift_amount(&self, amount: &ApInt) -> u32 {
        amount.to_u64().map_or(self.width, |n| n.min(u64::from(self.width)) as u32)
    }

    /// The left shift by an unsigned amount; zero where the amount reaches the width.
    pub fn shl(&self, amount: &ApInt) -> ApInt {
        self.shl_by(self.shift_amount(amount))
    }

    /// The logical right shift by an unsigned amount; zero where the amount reaches the width.
    pub fn lshr(&self, amount: &ApInt) -> ApInt {
        self.lshr_by(self.shift_amount(amount))
    }

    /// The arithmetic right shift by an unsigned amount; the sign everywhere where the amount reaches the width.
    pub fn ashr(&self, amount: &ApInt) -> ApInt {
        self.ashr_by(self.shift_amount(amount))
    }

    /// The left shift by `n` bits; zero where `n` reaches the width.
    pub fn shl_by(&self, n: u32) -> ApInt {
        if n >= self.width {
            return ApInt::zero(self.width);
        }
        if let Some(word) = self.inline() {
            return ApInt::new(self.width, word << n);
        }
        let (skip, bits) = (n as usize / 64, n % 64);
        let source = self.words();
        let mut words = vec![0; source.len()];
        for i in skip..words.len() {
            let below = if i > skip { source[i - skip - 1] } else { 0 };
            words[i] = funnel(source[i - skip], below, bits);
        }
        ApInt::from_vec(self.width, words)
    }

    /// The logical right shift by `n` bits; zero where `n` reaches the width.
    pub fn lshr_by(&self, n: u32) -> ApInt {
        if n >= self.width {
            return ApInt::zero(self.width);
        }
        if let Some(word) = self.inline() {
            return ApInt::new(self.width, word >> n);
        }
        let (skip, bits) = (n as usize / 64, n % 64);
        let source = &self.words()[skip..];
        let shifted = |i: usize| match bits {
            0 => source[i],
            _ => source[i] >> bits | source.get(i + 1).unwrap_or(&0) << (64 - bits),
        };
        ApInt::from_vec(self.width, (0..source.len()).map(shifted).collect())
    }

    /// The arithmetic right shift by `n` bits; the sign everywhere where `n` reaches the width.
    pub fn ashr_by(&self, n: u32) -> ApInt {
        let shifted = self.lshr_by(n);
        if !self.is_negative() {
            return shifted;
        }
        let kept = self.width - n.min(self.width);
        shifted.or(&ApInt::all_ones(self.width).shl_by(kept))
    }

    /// The rotation to the left by `n` bits, taken modulo the width.
    pub fn rotl(&self, n: u32) -> ApInt {
        match n.checked_rem(self.width) {
            None | Some(0) => self.clone(),
            Some(n) => self.shl_by(n).or(&self.lshr_by(self.width - n)),
        }
    }

    /// The rotation to the right by `n` bits, taken modulo the width.
    pub fn rotr(&self, n: u32) -> ApInt {
        match n.checked_rem(self.width) {
            None | Some(0) => self.clone(),
            Some(n) => self.rotl(self.width - n),
        }
    }
}

/// The upper word of `high:low << bits`, for fewer than 64 bits.
fn funnel(high: u64, low: u64, bits: u32) -> u64 {
    if bits == 0 { high } else { high << bits | low >> (64 - bits) }
}
