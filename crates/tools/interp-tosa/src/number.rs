//! Numbers as elements of tensors.

use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_ir::{Signedness, Type, TypeData};
use terrace_support::apfloat::{ApFloat, FloatKind};

/// A number: an integer of up to 64 bits, or a float of at most the precision of `f64`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
}

impl Number {
    /// Returns the integer; a fault for a float.
    pub fn int(self) -> Outcome<i64> {
        match self {
            Self::Int(value) => Ok(value),
            Self::Float(_) => Err(Fault::new("an integer is expected")),
        }
    }

    /// Returns the number as a float.
    pub fn float(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntType {
    /// The width in bits, from 1 to 64.
    pub width: u32,
    /// Whether there are no negative ones: truth values are 0 and 1.
    pub unsigned: bool,
}

impl IntType {
    /// Integers of 32 bits.
    pub const I32: Self = Self::signed(32);

    /// Signed integers of a width.
    pub const fn signed(width: u32) -> Self {
        Self { width, unsigned: false }
    }

    /// The least integer of the type.
    pub fn min(self) -> i64 {
        if self.unsigned { 0 } else { i64::MIN >> (64 - self.width) }
    }

    /// The greatest integer of the type.
    pub fn max(self) -> i64 {
        if self.unsigned {
            (i64::MAX >> (63 - self.width.min(63))).max(1)
        } else {
            i64::MAX >> (64 - self.width)
        }
    }

    /// Returns an integer that must be of the type.
    ///
    /// # Errors
    ///
    /// If it is not: what the specification requires does not hold.
    #[inline]
    pub fn fit(self, value: i128) -> Outcome<i64> {
        let (min, max) = (i128::from(self.min()), i128::from(self.max()));
        if (min..=max).contains(&value) { Ok(value as i64) } else { Err(self.overflow(value)) }
    }

    #[cold]
    fn overflow(self, value: i128) -> Fault {
        Fault::new(format!("integer overflow: {value} is no {self}"))
    }

    /// Returns the integer of the type with the same low bits.
    #[inline]
    pub fn wrap(self, value: i64) -> i64 {
        let above = 64 - self.width;
        if self.unsigned { ((value as u64) << above >> above) as i64 } else { value << above >> above }
    }

    /// Returns the nearest integer of the type.
    pub fn clamp(self, value: i64) -> i64 {
        value.clamp(self.min(), self.max())
    }
}

impl std::fmt::Display for IntType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let prefix = if self.unsigned && self.width > 1 { "ui" } else { "i" };
        write!(f, "{prefix}{}", self.width)
    }
}

/// A type of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberType {
    /// Integers.
    Int(IntType),
    /// Floats.
    Float(FloatKind),
}

impl NumberType {
    /// The numbers that elements of a type are.
    ///
    /// # Errors
    ///
    /// If they are not supported.
    pub fn of(lw: &Lowering<'_>, ty: Type) -> Lowered<Self> {
        let element = ty.element_type_or_self(lw.cx);
        match element.data(lw.cx) {
            TypeData::Integer { width: width @ 1..=64, signedness } => {
                let unsigned = *width == 1 || *signedness == Signedness::Unsigned;
                if *width < 64 || !unsigned {
                    return Ok(Self::Int(IntType { width: *width, unsigned }));
                }
            }
            TypeData::Float(kind) if kind.width() <= 64 => return Ok(Self::Float(*kind)),
            _ => {}
        }
        let text = lw.cx.type_text(element);
        Err(format!("elements of type {text} are not supported by the interpreter"))
    }

    /// Returns the number that the bits of an element are.
    #[inline]
    pub fn of_bits(self, bits: u64) -> Number {
        match self {
            Self::Int(ty) => Number::Int(ty.wrap(bits as i64)),
            Self::Float(kind) => Number::Float(of_bits(kind, bits)),
        }
    }

    /// Returns the bits of a number of the type; floats are rounded.
    #[inline]
    pub fn to_bits(self, number: Number) -> u64 {
        match (self, number) {
            (Self::Int(IntType { width, .. }), Number::Int(value)) => {
                (value as u64) << (64 - width) >> (64 - width)
            }
            (Self::Int(_), Number::Float(_)) => 0,
            (Self::Float(kind), number) => to_bits(kind, number.float()),
        }
    }

    /// Returns an element of an array.
    #[inline]
    pub fn read(self, array: &Array, at: usize) -> Number {
        let size = array.element.bytes();
        let mut word = [0; 8];
        word[..size].copy_from_slice(&array.bytes[at * size..(at + 1) * size]);
        self.of_bits(u64::from_le_bytes(word))
    }

    /// Sets an element of an array.
    #[inline]
    pub fn write(self, array: &mut Array, at: usize, number: Number) {
        let size = array.element.bytes();
        array.bytes[at * size..(at + 1) * size].copy_from_slice(&self.to_bits(number).to_le_bytes()[..size]);
    }

    /// Returns a number that is the identity of the greater number: the least one.
    pub fn least(self) -> Number {
        match self {
            Self::Int(ty) => Number::Int(ty.min()),
            Self::Float(kind) if kind.has_infinity() => Number::Float(f64::NEG_INFINITY),
            Self::Float(kind) => Number::Float(ApFloat::largest(kind, true).to_f64()),
        }
    }

    /// Returns the greatest number.
    pub fn greatest(self) -> Number {
        match self {
            Self::Int(ty) => Number::Int(ty.max()),
            Self::Float(kind) if kind.has_infinity() => Number::Float(f64::INFINITY),
            Self::Float(kind) => Number::Float(ApFloat::largest(kind, false).to_f64()),
        }
    }

    /// Returns the sum of two numbers of the type.
    ///
    /// # Errors
    ///
    /// If integers overflow.
    #[inline]
    pub fn add(self, a: Number, b: Number) -> Outcome<Number> {
        match self {
            Self::Int(ty) => Ok(Number::Int(ty.fit(i128::from(a.int()?) + i128::from(b.int()?))?)),
            Self::Float(kind) => Ok(Number::Float(round(kind, a.float() + b.float()))),
        }
    }

    /// Returns a number as one of the type: integers keep their low bits, floats are rounded.
    pub fn convert(self, number: Number) -> Number {
        match (self, number) {
            (Self::Int(ty), Number::Int(value)) => Number::Int(ty.wrap(value)),
            (Self::Float(kind), number) => Number::Float(round(kind, number.float())),
            (Self::Int(_), number) => number,
        }
    }
}

/// Returns the value of a float that is given by its bits.
#[inline]
fn of_bits(kind: FloatKind, bits: u64) -> f64 {
    match kind {
        FloatKind::F64 => f64::from_bits(bits),
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatKind::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ => ApFloat::from_bits(kind, u128::from(bits)).to_f64(),
    }
}

/// Returns the bits of a float that is rounded to a kind.
#[inline]
fn to_bits(kind: FloatKind, value: f64) -> u64 {
    match kind {
        FloatKind::F64 => value.to_bits(),
        FloatKind::F32 => u64::from((value as f32).to_bits()),
        _ => ApFloat::from_f64(kind, value).bits() as u64,
    }
}

/// Returns a float rounded to a kind, to the nearest one, the even one of two.
///
/// The sum, product or quotient of two floats of a kind of at most 32 bits is the correct one if it is computed with
/// `f64` and rounded after that, which has more than twice as many digits.
#[inline]
pub fn round(kind: FloatKind, value: f64) -> f64 {
    match kind {
        FloatKind::F64 => value,
        FloatKind::F32 => f64::from(value as f32),
        FloatKind::F16 => round_f16(value),
        _ => ApFloat::from_f64(kind, value).to_f64(),
    }
}

/// Returns the nearest number of 11 digits and exponents from -14 to 15, or the infinity beyond.
pub fn round_f16(value: f64) -> f64 {
    let magnitude = value.abs();
    if magnitude.is_nan() || magnitude == 0.0 {
        return value;
    }
    // The distance of neighbors: below 2^-14 it is that of the least normal ones.
    let exponent = ((magnitude.to_bits() >> 52) as i64 - 1023).max(-14);
    let unit = f64::from_bits(((exponent - 10 + 1023) as u64) << 52);
    let rounded = (magnitude / unit).round_ties_even() * unit;
    let result = if rounded > 65504.0 { f64::INFINITY } else { rounded };
    result.copysign(value)
}
