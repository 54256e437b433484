//! Constant trip counts of loops.

use std::cmp::Ordering;

use terrace_ir::OpFoldResultRef;
use terrace_ir::Type;
use terrace_ir::matchers::{m_constant_int, m_scalar_int};
use terrace_support::apint::ApInt;

use crate::arith::AddIOp;
use crate::arith::IntegerOverflowFlags;

fn constant(bound: OpFoldResultRef<'_>) -> Option<ApInt> {
    match bound {
        OpFoldResultRef::Static(n) => Some(ApInt::from_i64(64, n)),
        OpFoldResultRef::Value(value) => m_scalar_int(value),
    }
}

/// The bits of a bound, and whether it is an index; numbers that are known count as integers.
fn kind(bound: OpFoldResultRef<'_>) -> (u32, bool) {
    match bound {
        OpFoldResultRef::Static(_) => (64, false),
        OpFoldResultRef::Value(value) => (value.ty().integer_width(value.cx()), value.ty() == Type::INDEX),
    }
}

/// The constant `c` if `upper` is `lower + c` without overflow.
fn difference(lower: OpFoldResultRef<'_>, upper: OpFoldResultRef<'_>, signed: bool) -> Option<ApInt> {
    let (OpFoldResultRef::Value(lower), OpFoldResultRef::Value(upper)) = (lower, upper) else { return None };
    let sum = upper.defined_by::<AddIOp>()?;
    let needed = if signed { IntegerOverflowFlags::NSW } else { IntegerOverflowFlags::NUW };
    let wraps = !sum.overflow_flags().contains(needed);
    (!wraps && sum.lhs() == lower).then(|| m_constant_int(sum.rhs()))?
}

/// The trip count of a loop from `lower` to `upper`, exclusive; `None` if it is not constant. It is zero if the step is
/// not positive.
pub(super) fn trip_count(
    lower: OpFoldResultRef<'_>,
    upper: OpFoldResultRef<'_>,
    step: OpFoldResultRef<'_>,
    signed: bool,
) -> Option<u64> {
    if kind(lower) != kind(upper) {
        return None;
    }
    if lower == upper {
        return Some(0);
    }
    let step = constant(step);
    if step.as_ref().is_some_and(|step| step.is_zero() || step.is_negative()) {
        return Some(0);
    }
    let length = match (constant(lower), constant(upper)) {
        (Some(lower), Some(upper)) => {
            let order = if signed { upper.scmp(&lower) } else { upper.ucmp(&lower) };
            if order != Ordering::Greater {
                return Some(0);
            }
            // As an unsigned number, which it always fits; upstream takes a length that overflows for negative and
            // drops the loop.
            upper.sub(&lower)
        }
        (None, None) => {
            let length = difference(lower, upper, signed)?;
            if length.is_negative() {
                return Some(0);
            }
            length
        }
        _ => return None,
    };
    let step = step?;
    length.uceildiv(&step)?.to_u64().or(Some(u64::MAX))
}
