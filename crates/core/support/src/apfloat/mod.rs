//! Floats of every format MLIR knows, with LLVM's semantics: a format and a bit pattern.
//!
//! - `kind`: the formats and their parameters.
//! - `parts`: decoding, rounding and encoding; everything else is built on it.
//! - `arith`: arithmetic and comparison.
//! - `convert`: other formats, integers and `f64`.
//! - `print`: the text MLIR prints; `shorten` finds its digits fast, `exact` slowly for every format.
//! - `wide`: 256-bit numbers for exact products.

mod arith;
mod convert;
mod exact;
mod kind;
mod parts;
mod print;
mod shorten;
mod wide;

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::BitOr;

pub use convert::parse_f64_literal;
pub use kind::FloatKind;
use parts::Class;

/// A float of some format. Equality and hash are those of the pattern, so that NaN equals itself and the two zeros
/// differ; `compare` has the order of the values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ApFloat {
    kind: FloatKind,
    /// The pattern. The format without a sign keeps one in bit 127, as upstream holds a negative value there until it
    /// is written as bits.
    bits: u128,
}

/// A rounding mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// To the nearest value, and to the even one of two.
    NearestEven,
    /// To the nearest value, and away from zero between two.
    NearestAway,
    /// Towards zero.
    TowardZero,
    /// Towards positive infinity.
    TowardPositive,
    /// Towards negative infinity.
    TowardNegative,
}

/// The status of an operation, a set of IEEE 754 exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Status(u8);

impl Status {
    /// The result is exact.
    pub const OK: Status = Status(0);
    /// The operation has no value, as zero times infinity.
    pub const INVALID: Status = Status(1);
    /// A finite value was divided by zero.
    pub const DIV_BY_ZERO: Status = Status(2);
    /// The result is beyond the largest value.
    pub const OVERFLOW: Status = Status(4);
    /// The result is subnormal and inexact.
    pub const UNDERFLOW: Status = Status(8);
    /// The result was rounded.
    pub const INEXACT: Status = Status(16);

    /// Whether every exception of `other` happened.
    pub fn contains(self, other: Status) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Status {
    type Output = Status;

    fn bitor(self, rhs: Status) -> Status {
        Status(self.0 | rhs.0)
    }
}

impl ApFloat {
    /// The value with the given pattern; bits at or above the format's width are ignored.
    pub fn from_bits(kind: FloatKind, bits: u128) -> ApFloat {
        let bits = if kind.width() == 128 { bits } else { bits & ((1 << kind.width()) - 1) };
        let bits = if kind == FloatKind::F80 { canonical_f80(bits) } else { bits };
        ApFloat { kind, bits }
    }

    /// The pattern. Of a negative value of the format without a sign it has the top bit set, as upstream writes it.
    pub fn bits(self) -> u128 {
        match self.kind {
            FloatKind::F8E8M0FNU => self.bits & 0xff | self.bits >> 127 << 7,
            _ => self.bits,
        }
    }

    /// The format.
    pub fn kind(self) -> FloatKind {
        self.kind
    }

    /// Whether the value is NaN.
    pub fn is_nan(self) -> bool {
        self.parts().class == Class::Nan
    }

    /// Whether the value is an infinity.
    pub fn is_inf(self) -> bool {
        self.parts().class == Class::Infinity
    }

    /// Whether the value is a zero of either sign.
    pub fn is_zero(self) -> bool {
        self.parts().class == Class::Zero
    }

    /// Whether the sign is negative, of zeros and NaNs too.
    pub fn is_negative(self) -> bool {
        self.parts().negative
    }

    /// Whether the value is neither NaN nor an infinity.
    pub fn is_finite(self) -> bool {
        matches!(self.parts().class, Class::Zero | Class::Finite)
    }

    /// Whether the value is not zero and below the smallest normal one.
    pub fn is_subnormal(self) -> bool {
        let parts = self.parts();
        parts.class == Class::Finite && parts.significand >> (self.kind.precision() - 1) == 0
    }

    /// Whether the value is a NaN that raises an exception when used.
    pub fn is_signaling(self) -> bool {
        let quiet = self.kind.has_infinity() && self.bits >> (self.kind.precision() - 2) & 1 == 1;
        self.kind.has_infinity() && !quiet && self.is_nan()
    }
}

/// The pattern x87 hardware would write for a value read from `bits`: a missing or superfluous integer bit
/// results in a NaN or a normal number.
fn canonical_f80(bits: u128) -> u128 {
    let field = bits >> 64 & 0x7fff;
    let integer_bit = bits >> 63 & 1;
    match (field, integer_bit) {
        (0, 1) => bits | 1 << 64,
        (1..=0x7ffe, 0) => bits | 0x7fff << 64,
        _ => bits,
    }
}

impl fmt::Display for ApFloat {
    /// Writes the value as MLIR prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_mlir(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for ApFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} : {} ({:#x})", self.kind.name(), self.bits())
    }
}
