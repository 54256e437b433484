//! The combining functions of reductions and atomic ops.

use super::arith::evaluate;
use super::elementwise::{float, set_float, set_integer};
use crate::fault::Outcome;
use crate::float_ops::{FloatOp, Zeros, exact};
use crate::int_ops::IntOp;
use crate::layout::Scalar;
use crate::lower::Lowered;
use terrace_dialects_core::arith::AtomicRMWKind;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_ir::enum_attr::EnumValue;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

/// A function of two numbers of one type.
#[derive(Clone, Copy, Debug)]
pub enum Combine {
    /// Of integers of this width, in bits.
    Int(IntOp, u32),
    /// Of floats.
    Float(FloatOp, Scalar),
    /// The second one.
    Assign,
}

impl Combine {
    /// The function of an `arith` kind, for numbers of a type.
    ///
    /// # Errors
    /// The kind is not for such numbers.
    pub fn of_rmw(kind: AtomicRMWKind, scalar: Scalar) -> Lowered<Self> {
        use AtomicRMWKind as K;
        let (int, float) = match kind {
            K::Assign => return Ok(Combine::Assign),
            K::Addi => (Some(IntOp::Add), None),
            K::Muli => (Some(IntOp::Mul), None),
            K::Minu => (Some(IntOp::MinU), None),
            K::Mins => (Some(IntOp::MinS), None),
            K::Maxu => (Some(IntOp::MaxU), None),
            K::Maxs => (Some(IntOp::MaxS), None),
            K::Andi => (Some(IntOp::And), None),
            K::Ori => (Some(IntOp::Or), None),
            K::Xori => (Some(IntOp::Xor), None),
            K::Addf => (None, Some(FloatOp::Add)),
            K::Mulf => (None, Some(FloatOp::Mul)),
            K::Minnumf => (None, Some(FloatOp::MinNum(Zeros::Ordered))),
            K::Maxnumf => (None, Some(FloatOp::MaxNum(Zeros::Ordered))),
            K::Minimumf => (None, Some(FloatOp::Minimum)),
            K::Maximumf => (None, Some(FloatOp::Maximum)),
        };
        Self::of_ops(int, float, scalar, kind.keyword())
    }

    /// The function of a `vector` kind, for numbers of a type.
    ///
    /// # Errors
    /// The kind is not for such numbers.
    pub fn of_kind(kind: CombiningKind, scalar: Scalar) -> Lowered<Self> {
        use CombiningKind as K;
        let (int, float) = match kind {
            K::Add => (Some(IntOp::Add), Some(FloatOp::Add)),
            K::Mul => (Some(IntOp::Mul), Some(FloatOp::Mul)),
            K::Minui => (Some(IntOp::MinU), None),
            K::Minsi => (Some(IntOp::MinS), None),
            K::Maxui => (Some(IntOp::MaxU), None),
            K::Maxsi => (Some(IntOp::MaxS), None),
            K::And => (Some(IntOp::And), None),
            K::Or => (Some(IntOp::Or), None),
            K::Xor => (Some(IntOp::Xor), None),
            K::Minnumf => (None, Some(FloatOp::MinNum(Zeros::Ordered))),
            K::Maxnumf => (None, Some(FloatOp::MaxNum(Zeros::Ordered))),
            K::Minimumf => (None, Some(FloatOp::Minimum)),
            K::Maximumf => (None, Some(FloatOp::Maximum)),
        };
        Self::of_ops(int, float, scalar, kind.keyword())
    }

    fn of_ops(int: Option<IntOp>, float: Option<FloatOp>, scalar: Scalar, kind: &str) -> Lowered<Self> {
        match (scalar, int, float) {
            (Scalar::Float(_), _, Some(code)) => Ok(Combine::Float(code, scalar)),
            (Scalar::Float(_), _, None) => Err(format!("combining floats with '{kind}'")),
            (_, Some(code), _) => Ok(Combine::Int(code, scalar.bits())),
            (_, None, _) => Err(format!("combining integers with '{kind}'")),
        }
    }

    /// The function that returns such zeros where either is allowed.
    #[must_use]
    pub fn with_zeros(self, zeros: Zeros) -> Self {
        match self {
            Self::Float(code, scalar) => Self::Float(code.with_zeros(zeros), scalar),
            other => other,
        }
    }

    /// Returns the neutral element.
    pub fn neutral(self, scalar: Scalar) -> Vec<u64> {
        let mut slots = vec![0; scalar.slots() as usize];
        let mut set = |value: ApInt| set_integer(&value, &mut slots);
        let bits = scalar.bits();
        let one = || ApInt::new(bits, 1);
        let ones = || ApInt::zero(bits).sub(&one());
        let least = || one().shl(&ApInt::new(bits, u64::from(bits - 1)));
        match self {
            Combine::Int(IntOp::Mul, _) => set(one()),
            Combine::Int(IntOp::And | IntOp::MinU, _) => set(ones()),
            Combine::Int(IntOp::MinS, _) => set(least().sub(&one())),
            Combine::Int(IntOp::MaxS, _) => set(least()),
            Combine::Float(code, Scalar::Float(kind)) => {
                let value = match code {
                    FloatOp::Mul => ApFloat::from_f64(kind, 1.0),
                    FloatOp::MinNum(_) | FloatOp::MaxNum(_) => ApFloat::nan(kind, false),
                    FloatOp::Minimum => ApFloat::infinity(kind, false),
                    FloatOp::Maximum => ApFloat::infinity(kind, true),
                    _ => ApFloat::zero(kind, false),
                };
                set_float(value, &mut slots);
            }
            _ => {}
        }
        slots
    }

    /// Whether sums of products round once.
    pub fn is_float_sum(self) -> bool {
        matches!(self, Combine::Float(FloatOp::Add, _))
    }

    /// Combines two numbers in slots.
    ///
    /// # Errors
    ///
    /// If the result is undefined.
    pub fn apply(self, a: &[u64], b: &[u64], out: &mut [u64]) -> Outcome {
        match self {
            Combine::Assign => out.copy_from_slice(b),
            Combine::Int(code, bits) => evaluate(code, bits, 0, &[a, b].concat(), out)?,
            Combine::Float(code, scalar) => {
                if let Scalar::Float(kind) = scalar {
                    set_float(exact(code, float(kind, a), float(kind, b)), out);
                }
            }
        }
        Ok(())
    }

    /// The same of slots that may be poison, as marks.
    ///
    /// # Errors
    ///
    /// If the result is undefined.
    pub fn marked(
        self,
        a: Result<Vec<u64>, u32>,
        b: Result<Vec<u64>, u32>,
    ) -> Outcome<Result<Vec<u64>, u32>> {
        let (a, b) = match (a, b) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(mark), _) | (_, Err(mark)) => return Ok(Err(mark)),
        };
        let mut out = vec![0; a.len()];
        self.apply(&a, &b, &mut out)?;
        Ok(Ok(out))
    }
}
