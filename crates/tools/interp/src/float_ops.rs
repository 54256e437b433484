//! Operations on floats of at most 64 bits, rounded to their type.

use terrace_dialects_core::arith::CmpFPredicate;
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};

/// The result of `maxnumf` and `minnumf` for zeros of different signs; either is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Zeros {
    /// The positive one is the larger one.
    #[default]
    Ordered,
    /// The negative one is the larger one.
    Reversed,
    /// The first operand.
    First,
    /// The second operand.
    Second,
}

impl Zeros {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ordered, Self::Reversed, Self::First, Self::Second];
}

/// A binary operation on floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names are those of the ops.
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Maximum,
    Minimum,
    MaxNum(Zeros),
    MinNum(Zeros),
    CopySign,
}

impl FloatOp {
    /// The operation that returns such zeros where either is allowed.
    #[must_use]
    pub fn with_zeros(self, zeros: Zeros) -> Self {
        match self {
            Self::MaxNum(_) => Self::MaxNum(zeros),
            Self::MinNum(_) => Self::MinNum(zeros),
            other => other,
        }
    }
}

/// Returns the larger number, or the smaller one; `zeros` selects among zeros of different signs.
fn extreme_number(larger: bool, zeros: Zeros, a: ApFloat, b: ApFloat) -> ApFloat {
    let either = a.is_zero() && b.is_zero() && a.is_negative() != b.is_negative();
    match zeros {
        Zeros::First if either => a,
        Zeros::Second if either => b,
        Zeros::Reversed if either => {
            if larger {
                a.minnum(b)
            } else {
                a.maxnum(b)
            }
        }
        _ => {
            if larger {
                a.maxnum(b)
            } else {
                a.minnum(b)
            }
        }
    }
}

/// The bits of the result of an operation on floats given by their bits.
#[inline]
pub fn binary(op: FloatOp, kind: FloatKind, a: u64, b: u64) -> u64 {
    match (op, kind) {
        (FloatOp::Add, FloatKind::F64) => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        (FloatOp::Sub, FloatKind::F64) => (f64::from_bits(a) - f64::from_bits(b)).to_bits(),
        (FloatOp::Mul, FloatKind::F64) => (f64::from_bits(a) * f64::from_bits(b)).to_bits(),
        (FloatOp::Div, FloatKind::F64) => (f64::from_bits(a) / f64::from_bits(b)).to_bits(),
        (FloatOp::Rem, FloatKind::F64) => (f64::from_bits(a) % f64::from_bits(b)).to_bits(),
        (FloatOp::Add, FloatKind::F32) => of_f32(as_f32(a) + as_f32(b)),
        (FloatOp::Sub, FloatKind::F32) => of_f32(as_f32(a) - as_f32(b)),
        (FloatOp::Mul, FloatKind::F32) => of_f32(as_f32(a) * as_f32(b)),
        (FloatOp::Div, FloatKind::F32) => of_f32(as_f32(a) / as_f32(b)),
        (FloatOp::Rem, FloatKind::F32) => of_f32(as_f32(a) % as_f32(b)),
        _ => {
            let value = |bits| ApFloat::from_bits(kind, u128::from(bits));
            exact(op, value(a), value(b)).bits() as u64
        }
    }
}

/// The result of an operation on floats of any one kind.
pub fn exact(op: FloatOp, a: ApFloat, b: ApFloat) -> ApFloat {
    match op {
        FloatOp::Add => a.add(b, Rounding::NearestEven).0,
        FloatOp::Sub => a.sub(b, Rounding::NearestEven).0,
        FloatOp::Mul => a.mul(b, Rounding::NearestEven).0,
        FloatOp::Div => a.div(b, Rounding::NearestEven).0,
        FloatOp::Rem => a.rem(b).0,
        FloatOp::Maximum => a.maximum(b),
        FloatOp::Minimum => a.minimum(b),
        FloatOp::MaxNum(zeros) => extreme_number(true, zeros, a, b),
        FloatOp::MinNum(zeros) => extreme_number(false, zeros, a, b),
        FloatOp::CopySign => a.copy_sign(b),
    }
}

/// The `f32` that is held in a slot.
#[inline(always)]
pub fn as_f32(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// A slot that holds an `f32`.
#[inline(always)]
pub fn of_f32(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// Whether floats compare so.
#[inline]
pub fn compare(predicate: CmpFPredicate, kind: FloatKind, a: u64, b: u64) -> bool {
    let order = match kind {
        FloatKind::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        FloatKind::F32 => as_f32(a).partial_cmp(&as_f32(b)),
        _ => {
            let value = |bits| ApFloat::from_bits(kind, u128::from(bits));
            value(a).compare(value(b))
        }
    };
    predicate.holds_for(order)
}
