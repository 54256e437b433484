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

#[cfg(test)]
mod tests {
    use terrace_ir::enum_attr::EnumValue;

    use super::*;

    #[test]
    fn small_floats_round_as_their_kind_says() {
        let bits = |kind, value| ApFloat::from_f64(kind, value).bits() as u64;
        let (one, tiny) = (bits(FloatKind::BF16, 1.0), bits(FloatKind::BF16, 0.003));
        assert_eq!(binary(FloatOp::Add, FloatKind::BF16, one, tiny), one);
        let (two, three) = (bits(FloatKind::F16, 2.0), bits(FloatKind::F16, 3.0));
        assert_eq!(binary(FloatOp::Mul, FloatKind::F16, two, three), bits(FloatKind::F16, 6.0));
    }

    #[test]
    fn predicates_say_what_they_do_of_nan() {
        let (nan, one) = (f64::NAN.to_bits(), 1f64.to_bits());
        let all: Vec<CmpFPredicate> = (0..16).filter_map(CmpFPredicate::from_int).collect();
        let true_of = |a, b| -> Vec<u64> {
            let holds = all.iter().filter(|predicate| compare(**predicate, FloatKind::F64, a, b));
            holds.map(|predicate| predicate.to_int()).collect()
        };
        assert_eq!(true_of(nan, one), [8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(true_of(one, one), [1, 3, 5, 7, 8, 10, 12, 15]);
    }
}
