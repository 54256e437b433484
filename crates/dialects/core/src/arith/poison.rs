//! Analysis of the ops that may create poison.

use terrace_ir::effects::is_pure;
use terrace_ir::fold::constant_value;
use terrace_ir::matchers::m_constant_int;
use terrace_ir::{OpRef, ValueRef};

use super::attrs::{FastMathFlags, IntegerOverflowFlags, fastmath_flags, overflow_flags};
use super::{FPToSIOp, FPToUIOp, ShLIOp, ShRSIOp, ShRUIOp};
use crate::index::{ShlOp, ShrSOp, ShrUOp};
use terrace_dialects_builtin::fold::is_poison;

/// The maximum number of ops that [`may_be_poison`] visits; the results of longer computations may be poison.
const MAX_OPS: usize = 64;

/// The fewest bits that an index has.
const INDEX_BITS: u32 = 32;

/// Whether pure ops of `arith` and `index`, or `ub.poison`, may create poison in the computation of a value,
/// given that block arguments and the results of other ops are not poison. Visits at most a constant number
/// of ops.
pub fn may_be_poison(value: ValueRef<'_>) -> bool {
    let mut pending = vec![value];
    let mut seen = 0;
    while let Some(value) = pending.pop() {
        let Some(op) = value.defining_op() else { continue };
        seen += 1;
        if seen > MAX_OPS || creates_poison(op) {
            return true;
        }
        if is_pure(op) {
            pending.extend(op.operands());
        }
    }
    false
}

/// Whether an op may return poison where none of its operands is.
fn creates_poison(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let constant = op.results().next().and_then(constant_value);
    if let Some(constant) = constant {
        return is_poison(cx, constant);
    }
    let wraps = overflow_flags(op).is_some_and(|flags| flags != IntegerOverflowFlags::NONE);
    let is_exact = op.inherent_attr("isExact").is_some();
    let numbers = FastMathFlags::NNAN | FastMathFlags::NINF;
    let loses_numbers = fastmath_flags(op).is_some_and(|flags| flags & numbers != FastMathFlags::NONE);
    wraps || is_exact || loses_numbers || op.isa::<FPToSIOp>() || op.isa::<FPToUIOp>() || shifts_too_far(op)
}

/// Whether an op is a shift by an amount that is not known to be less than the width.
fn shifts_too_far(op: OpRef<'_>) -> bool {
    let is_arith = op.isa::<ShLIOp>() || op.isa::<ShRSIOp>() || op.isa::<ShRUIOp>();
    let is_index = op.isa::<ShlOp>() || op.isa::<ShrSOp>() || op.isa::<ShrUOp>();
    if !is_arith && !is_index {
        return false;
    }
    let mut operands = op.operands();
    let Some(amount) = operands.next_back() else { return false };
    let ty = amount.ty().element_type_or_self(op.cx());
    // An index has no width; which one it gets is not known here.
    let width = ty.bit_width(op.cx()).unwrap_or(INDEX_BITS);
    m_constant_int(amount).and_then(|amount| amount.to_u64()).is_none_or(|amount| amount >= u64::from(width))
}
