//! Folding of floating-point arithmetic.

use terrace_ir::matchers::single_float;
use terrace_ir::{Attr, BinaryOpView, Folded, OpKind, OpRef};
use terrace_support::apfloat::{ApFloat, Rounding, Status};
use terrace_support::apint::ApInt;

use super::attrs::FastMathFlags;
use super::{MulFOp, NegFOp};
use terrace_dialects_builtin::fold::{float, floats, operand_of};

type Constants<'a> = &'a [Option<Attr>];

/// Whether the second operand is a constant that satisfies `check`, in all its elements.
fn rhs_is(op: OpRef<'_>, constants: Constants<'_>, check: impl Fn(ApFloat) -> bool) -> bool {
    single_float(op.cx(), constants[1]).is_some_and(check)
}

fn is_one(value: ApFloat) -> bool {
    value == ApFloat::from_int(value.kind(), &ApInt::new(32, 1), false, Rounding::NearestEven).0
}

fn rounded(
    f: impl Fn(ApFloat, ApFloat, Rounding) -> (ApFloat, Status),
) -> impl Fn(&ApFloat, &ApFloat) -> Option<ApFloat> {
    move |a, b| Some(f(*a, *b, Rounding::NearestEven).0)
}

pub(super) fn addf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if rhs_is(op, constants, |value| value.is_zero() && value.is_negative()) {
        return BinaryOpView(op).lhs().into();
    }
    floats(op, constants, rounded(ApFloat::add))
}

pub(super) fn subf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if rhs_is(op, constants, |value| value.is_zero() && !value.is_negative()) {
        return BinaryOpView(op).lhs().into();
    }
    floats(op, constants, rounded(ApFloat::sub))
}

pub(super) fn mulf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if rhs_is(op, constants, is_one) {
        return BinaryOpView(op).lhs().into();
    }
    let needed = FastMathFlags::NNAN | FastMathFlags::NSZ;
    let view = MulFOp::view_of(op);
    if view.fastmath().contains(needed) && rhs_is(op, constants, ApFloat::is_zero) {
        return view.rhs().into();
    }
    floats(op, constants, rounded(ApFloat::mul))
}

pub(super) fn divf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if rhs_is(op, constants, is_one) {
        return BinaryOpView(op).lhs().into();
    }
    floats(op, constants, rounded(ApFloat::div))
}

pub(super) fn remf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    floats(op, constants, |a, b| Some(a.rem(*b).0))
}

pub(super) fn negf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if let Some(inner) = operand_of::<NegFOp>(op.single_operand()) {
        return inner.into();
    }
    float(op, constants, |a| Some(a.neg()))
}

/// Folds the maximum or minimum of two floats; `neutral` decides which constants leave the other operand
/// unchanged.
fn extremum(
    op: OpRef<'_>,
    constants: Constants<'_>,
    neutral: impl Fn(ApFloat) -> bool,
    f: fn(ApFloat, ApFloat) -> ApFloat,
) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    if lhs == rhs {
        return rhs.into();
    }
    if rhs_is(op, constants, neutral) {
        return lhs.into();
    }
    floats(op, constants, |a, b| Some(f(*a, *b)))
}

pub(super) fn maximumf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, |value| value.is_inf() && value.is_negative(), ApFloat::maximum)
}

pub(super) fn minimumf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, |value| value.is_inf() && !value.is_negative(), ApFloat::minimum)
}

pub(super) fn maxnumf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, ApFloat::is_nan, ApFloat::maxnum)
}

pub(super) fn minnumf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, ApFloat::is_nan, ApFloat::minnum)
}
