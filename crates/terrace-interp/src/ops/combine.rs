//! How reductions and atomic ops combine two numbers.

use super::arith::evaluate;
use super::elementwise::{float, set_float, set_integer};
use crate::fault::Outcome;
use crate::float_ops::{FloatOp, Zeros, exact};
use crate::int_ops::IntOp;
use crate::layout::Scalar;
use crate::lower::Lowered;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

/// A function of two numbers of one type.
#[derive(Clone, Copy, Debug)]
pub enum Combine {
    /// Of integers of so many bits.
    Int(IntOp, u32),
    /// Of floats.
    Float(FloatOp, Scalar),
    /// The second one.
    Assign,
}

impl Combine {
    /// The function of a name, as `vector` or `arith` have it, for numbers of a kind.
    pub fn named(name: &str, scalar: Scalar) -> Lowered<Self> {
        let is_float = matches!(scalar, Scalar::Float(_));
        let int = match name {
            "add" | "addi" if !is_float => IntOp::Add,
            "mul" | "muli" if !is_float => IntOp::Mul,
            "minui" | "minu" => IntOp::MinU,
            "minsi" | "mins" => IntOp::MinS,
            "maxui" | "maxu" => IntOp::MaxU,
            "maxsi" | "maxs" => IntOp::MaxS,
            "and" | "andi" => IntOp::And,
            "or" | "ori" => IntOp::Or,
            "xor" | "xori" => IntOp::Xor,
            "assign" => return Ok(Combine::Assign),
            _ => {
                let code = match name {
                    "add" | "addf" => FloatOp::Add,
                    "mul" | "mulf" => FloatOp::Mul,
                    "minnumf" => FloatOp::MinNum(Zeros::Ordered),
                    "maxnumf" => FloatOp::MaxNum(Zeros::Ordered),
                    "minimumf" => FloatOp::Minimum,
                    "maximumf" => FloatOp::Maximum,
                    _ => return Err(format!("combining with '{name}' is not supported by the interpreter")),
                };
                return match is_float {
                    true => Ok(Combine::Float(code, scalar)),
                    false => Err(format!("combining integers with '{name}'")),
                };
            }
        };
        Ok(Combine::Int(int, scalar.bits()))
    }

    /// The function that returns such zeros where either is allowed.
    #[must_use]
    pub fn with_zeros(self, zeros: Zeros) -> Self {
        match self {
            Self::Float(code, scalar) => Self::Float(code.with_zeros(zeros), scalar),
            other => other,
        }
    }

    /// What nothing combined gives.
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

    /// What comes of two numbers in slots.
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
