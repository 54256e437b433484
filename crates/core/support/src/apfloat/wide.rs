//! A 256-bit natural number, wide enough for the exact product of two f128 significands and an addend.

/// `high * 2^128 + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Wide {
    pub(super) high: u128,
    pub(super) low: u128,
}

/// The part that a right shift cut off, compared with half a unit in the last place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lost {
    Nothing,
    LessThanHalf,
    Half,
    MoreThanHalf,
}

impl Wide {
    pub(super) fn new(low: u128) -> Wide {
        Wide { high: 0, low }
    }

    /// The exact product.
    pub(super) fn product(a: u128, b: u128) -> Wide {
        let split = |x: u128| (x >> 64, x & u128::from(u64::MAX));
        let ((a1, a0), (b1, b0)) = (split(a), split(b));
        let (c1, c0) = split(a0 * b0);
        let (d1, d0) = split(a1 * b0 + c1);
        let (e1, e0) = split(a0 * b1 + d0);
        Wide { high: a1 * b1 + d1 + e1, low: e0 << 64 | c0 }
    }

    pub(super) fn is_zero(self) -> bool {
        self.high == 0 && self.low == 0
    }

    /// The number of bits below and including the topmost set one.
    pub(super) fn bits(self) -> u32 {
        if self.high != 0 { 256 - self.high.leading_zeros() } else { 128 - self.low.leading_zeros() }
    }

    /// The left shift; bits beyond 256 are lost.
    pub(super) fn shl(self, n: u32) -> Wide {
        match n {
            0 => self,
            1..=127 => Wide { high: self.high << n | self.low >> (128 - n), low: self.low << n },
            128..=255 => Wide { high: self.low << (n - 128), low: 0 },
            _ => Wide::new(0),
        }
    }

    /// The right shift, without the lost bits.
    pub(super) fn shr(self, n: u32) -> Wide {
        match n {
            0 => self,
            1..=127 => Wide { high: self.high >> n, low: self.low >> n | self.high << (128 - n) },
            128..=255 => Wide::new(self.high >> (n - 128)),
            _ => Wide::new(0),
        }
    }

    /// The right shift with the fraction that it loses; `sticky` means that non-zero bits were lost below
    /// this number before.
    pub(super) fn shr_lost(self, n: u32, sticky: bool) -> (Wide, Lost) {
        if n == 0 {
            return (self, if sticky { Lost::LessThanHalf } else { Lost::Nothing });
        }
        let half_set = n <= 256 && self.shr(n - 1).low & 1 == 1;
        let below = sticky || if n <= 256 { !self.shl(257 - n).is_zero() } else { !self.is_zero() };
        let lost = match (half_set, below) {
            (false, false) => Lost::Nothing,
            (false, true) => Lost::LessThanHalf,
            (true, false) => Lost::Half,
            (true, true) => Lost::MoreThanHalf,
        };
        (self.shr(n), lost)
    }

    /// The sum, which must fit.
    pub(super) fn add(self, rhs: Wide) -> Wide {
        let (low, carry) = self.low.overflowing_add(rhs.low);
        Wide { high: self.high.wrapping_add(rhs.high).wrapping_add(u128::from(carry)), low }
    }

    /// The difference, which must not be negative.
    pub(super) fn sub(self, rhs: Wide) -> Wide {
        let (low, borrow) = self.low.overflowing_sub(rhs.low);
        Wide { high: self.high.wrapping_sub(rhs.high).wrapping_sub(u128::from(borrow)), low }
    }
}
