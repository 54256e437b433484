//! Divisions that are known to have a quotient.

use terrace_ir::ValueRef;
use terrace_ir::int_range::{InferIntRange, Range, full_range};
use terrace_ir::matchers::m_constant_int;
use terrace_support::apint::ApInt;

/// The known range of a value: that of a constant, or the range that the defining op infers for any operands.
fn own_range(value: ValueRef<'_>) -> Option<Range> {
    if let Some(constant) = m_constant_int(value) {
        return Some(Range::constant(constant));
    }
    let op = value.defining_op()?;
    let infer = op.interface::<dyn InferIntRange>()?;
    let operands: Vec<Option<Range>> = op.operands().map(|operand| Some(full_range(operand))).collect();
    let mut found = None;
    infer.infer(op, &operands, &mut |result, range| {
        if result == value.id() {
            found = Some(range);
        }
    });
    found
}

/// Whether a divisor is known not to be zero.
fn is_not_zero(range: &Range) -> bool {
    let is_positive = !range.smin().is_negative() && !range.smin().is_zero();
    !range.umin().is_zero() || is_positive || range.smax().is_negative()
}

/// Whether a divisor is known not to be minus one either, by which the least number has no quotient.
fn has_quotient(range: &Range) -> bool {
    let is_less = range.smax().slt(&ApInt::all_ones(range.width()));
    is_not_zero(range) && (!range.umax().is_all_ones() || !range.smin().is_negative() || is_less)
}

/// Whether an integer divided by a value of any dialect is known to have a quotient, with or without a sign.
pub fn may_divide_by(divisor: ValueRef<'_>, signed: bool) -> bool {
    let is_safe = if signed { has_quotient } else { is_not_zero };
    own_range(divisor).is_some_and(|range| is_safe(&range))
}
