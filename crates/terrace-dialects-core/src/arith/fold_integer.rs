//! Folding of integer arithmetic.

use terrace_ir::{Attr, Folded, OpKind, OpRef, ValueRef};

use super::{AddIOp, SubIOp};
use crate::fold::{ints, is_one, is_zero};

/// The operands of the op that defines a value, if it is of this kind and has two.
fn pair<'a, K: OpKind>(value: ValueRef<'a>) -> Option<(ValueRef<'a>, ValueRef<'a>)> {
    let op = value.defining_op()?;
    op.isa::<K>().then(|| (op.operand(0), op.operand(1)))
}

pub(super) fn addi(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if is_zero(op.cx(), constants[1]) {
        return lhs.into();
    }
    // Adding what was subtracted gives what it was subtracted from.
    if let Some((a, b)) = pair::<SubIOp>(lhs)
        && b == rhs
    {
        return a.into();
    }
    if let Some((a, b)) = pair::<SubIOp>(rhs)
        && b == lhs
    {
        return a.into();
    }
    ints(op, constants, |a, b| Some(a.add(b)))
}

pub(super) fn subi(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, lhs, rhs) = (op.cx(), op.operand(0), op.operand(1));
    if lhs == rhs
        && lhs.ty().num_elements(cx).is_some_and(|n| n > 0) | !lhs.ty().is_shaped(cx)
        && let Some(zero) = super::zero_attr(cx, lhs.ty())
    {
        return zero.into();
    }
    if is_zero(cx, constants[1]) {
        return lhs.into();
    }
    if let Some((a, b)) = pair::<AddIOp>(lhs) {
        if b == rhs {
            return a.into();
        }
        if a == rhs {
            return b.into();
        }
    }
    ints(op, constants, |a, b| Some(a.sub(b)))
}

pub(super) fn muli(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if is_zero(op.cx(), constants[1]) {
        return op.operand(1).into();
    }
    if is_one(op.cx(), constants[1]) {
        return op.operand(0).into();
    }
    ints(op, constants, |a, b| Some(a.mul(b)))
}
