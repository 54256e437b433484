//! Folding of integer arithmetic.

use std::cell::Cell;
use terrace_ir::OpKind;
use terrace_ir::matchers::{is_one, is_zero, m_constant_int, single_int};

use smallvec::smallvec;
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::fold::FoldValue;
use terrace_ir::{Attr, BinaryOpView, Folded, OpRef, ValueRef};
use terrace_support::apint::ApInt;

use super::attrs::IntegerOverflowFlags;
use super::{
    AddIOp, AddUIExtendedOp, AndIOp, CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, MulIOp,
    RemSIOp, RemUIOp, SubIOp, XOrIOp,
};
use terrace_dialects_builtin::divisors::may_divide_by;
use terrace_dialects_builtin::fold::{binary, bool_attr, int_attr, ints, operands_of, zero_int};

type Constants<'a> = &'a [Option<Attr>];

pub(super) fn addi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    if is_zero(op.cx(), constants[1]) {
        return lhs.into();
    }
    // Adding what was subtracted returns what it was subtracted from.
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some([a, b]) = operands_of::<SubIOp, 2>(difference)
            && b == other
        {
            return a.into();
        }
    }
    ints(op, constants, |a, b| Some(a.add(b)))
}

pub(super) fn subi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, (lhs, rhs)) = (op.cx(), BinaryOpView(op).operands());
    if lhs == rhs && (!lhs.ty().is_shaped(cx) || lhs.ty().has_static_shape(cx)) {
        return zero_int(op);
    }
    if is_zero(cx, constants[1]) {
        return lhs.into();
    }
    if let Some([a, b]) = operands_of::<AddIOp, 2>(lhs) {
        if b == rhs {
            return a.into();
        }
        if a == rhs {
            return b.into();
        }
    }
    ints(op, constants, |a, b| Some(a.sub(b)))
}

pub(super) fn muli(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if is_zero(op.cx(), constants[1]) {
        return BinaryOpView(op).rhs().into();
    }
    if is_one(op.cx(), constants[1]) {
        return BinaryOpView(op).lhs().into();
    }
    ints(op, constants, |a, b| Some(a.mul(b)))
}

// Ops with two results.

fn two(first: impl Into<FoldValue>, second: Attr) -> Folded {
    Folded::Results(smallvec![first.into(), FoldValue::Attr(second)])
}

pub(super) fn addui_extended(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, view) = (op.cx(), AddUIExtendedOp::view_of(op));
    let (ty, flag) = (view.sum().ty(), view.overflow().ty());
    if is_zero(cx, constants[1])
        && let Some(no) = bool_attr(cx, flag, false)
    {
        return two(view.lhs(), no);
    }
    let sum = binary(cx, constants, ty, |a: &ApInt, b: &ApInt| Some(a.add(b)));
    let overflows = |a: &ApInt, b: &ApInt| Some(ApInt::new(1, u64::from(a.uadd_overflow(b).1)));
    match (sum, binary(cx, constants, flag, overflows)) {
        (Some(sum), Some(overflow)) if !terrace_dialects_builtin::fold::is_poison(cx, sum) => {
            two(sum, overflow)
        }
        _ => Folded::Unchanged,
    }
}

/// The upper half of a product.
fn high(a: &ApInt, b: &ApInt, signed: bool) -> ApInt {
    let width = a.width();
    let wide = |n: &ApInt| if signed { n.sext(width * 2) } else { n.zext_or_trunc(width * 2) };
    wide(a).mul(&wide(b)).lshr_by(width).trunc(width)
}

fn mul_extended(op: OpRef<'_>, constants: Constants<'_>, signed: bool) -> Folded {
    let (cx, lhs) = (op.cx(), BinaryOpView(op).lhs());
    let ty = lhs.ty();
    if is_zero(cx, constants[1])
        && let Some(zero) = constants[1]
    {
        return two(zero, zero);
    }
    if !signed
        && is_one(cx, constants[1])
        && let Some(zero) = int_attr(cx, ty, 0)
    {
        return two(lhs, zero);
    }
    let low = binary(cx, constants, ty, |a: &ApInt, b: &ApInt| Some(a.mul(b)));
    match (low, binary(cx, constants, ty, |a: &ApInt, b: &ApInt| Some(high(a, b, signed)))) {
        (Some(low), Some(high)) => two(low, high),
        _ => Folded::Unchanged,
    }
}

pub(super) fn mulsi_extended(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    mul_extended(op, constants, true)
}

pub(super) fn mului_extended(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    mul_extended(op, constants, false)
}

// Divisions. None folds where a divisor is zero or a quotient overflows.

/// `a`, where a division divides `a` times its divisor by it and the product cannot have overflowed.
fn undo_product(division: OpRef<'_>, flag: IntegerOverflowFlags) -> Option<ValueRef<'_>> {
    let (lhs, rhs) = BinaryOpView(division).operands();
    let product = lhs.defined_by::<MulIOp>()?;
    if !product.overflow_flags().contains(flag) {
        return None;
    }
    let (a, b) = (product.lhs(), product.rhs());
    if a == rhs {
        return Some(b);
    }
    (b == rhs).then_some(a)
}

/// A division by one returns its operand; others are computed.
fn divide(op: OpRef<'_>, constants: Constants<'_>, f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>) -> Folded {
    if is_one(op.cx(), constants[1]) {
        return BinaryOpView(op).lhs().into();
    }
    ints(op, constants, f)
}

pub(super) fn divui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if let (false, Some(factor)) =
        (is_one(op.cx(), constants[1]), undo_product(op, IntegerOverflowFlags::NUW))
    {
        return factor.into();
    }
    divide(op, constants, ApInt::udiv)
}

pub(super) fn divsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    if let (false, Some(factor)) =
        (is_one(op.cx(), constants[1]), undo_product(op, IntegerOverflowFlags::NSW))
    {
        return factor.into();
    }
    divide(op, constants, |a, b| a.sdiv_overflow(b).filter(|(_, wrapped)| !wrapped).map(|(q, _)| q))
}

pub(super) fn ceildivui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    divide(op, constants, ApInt::uceildiv)
}

pub(super) fn ceildivsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    // Upstream negates negative operands first, and returns up where that overflows.
    let lowest = |n: &ApInt| n.is_signed_min();
    divide(op, constants, |a, b| match a.is_zero() && !b.is_zero() {
        true => Some(a.clone()),
        false => a.sceildiv(b).filter(|_| !lowest(a) && !lowest(b)),
    })
}

pub(super) fn floordivsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    // As upstream has it, only the last element decides whether there is a result.
    let fails = Cell::new(false);
    let folded = divide(op, constants, |a, b| {
        fails.set(b.is_zero() || a.is_signed_min() && b.is_all_ones());
        Some(a.sfloordiv(b).unwrap_or_else(|| a.clone()))
    });
    if fails.get() { Folded::Unchanged } else { folded }
}

fn remainder(op: OpRef<'_>, constants: Constants<'_>, f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>) -> Folded {
    if is_one(op.cx(), constants[1]) {
        return zero_int(op);
    }
    ints(op, constants, f)
}

pub(super) fn remui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    remainder(op, constants, ApInt::urem)
}

pub(super) fn remsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    remainder(op, constants, ApInt::srem)
}

macro_rules! divisions {
    ($($name:ident: $signed:literal;)*) => {
        $(impl ConditionallySpeculatable for $name {
            /// A division is speculatable where it is known not to trap.
            fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
                match may_divide_by(BinaryOpView(op).rhs(), $signed) {
                    true => Speculatability::Yes,
                    false => Speculatability::No,
                }
            }
        })*
    };
}

divisions! {
    DivUIOp: false;
    CeilDivUIOp: false;
    DivSIOp: true;
    CeilDivSIOp: true;
}

macro_rules! divisions_that_upstream_speculates {
    ($($name:ident: $signed:literal;)*) => {
        $(impl ConditionallySpeculatable for $name {
            fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
                Speculatability::where_defined(op, || may_divide_by(BinaryOpView(op).rhs(), $signed))
            }
        })*
    };
}

divisions_that_upstream_speculates! {
    FloorDivSIOp: true;
    RemUIOp: false;
    RemSIOp: true;
}

// Bits.

/// Returns the constant of all ones with which a value is the bitwise complement of `other`; `None` if it is not.
fn flipped<'a>(value: ValueRef<'a>, other: ValueRef<'a>) -> Option<ValueRef<'a>> {
    let [a, ones] = operands_of::<XOrIOp, 2>(value)?;
    (a == other && m_constant_int(ones)?.is_all_ones()).then_some(ones)
}

pub(super) fn andi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, (lhs, rhs)) = (op.cx(), BinaryOpView(op).operands());
    match single_int(cx, constants[1]) {
        Some(value) if value.is_zero() => return rhs.into(),
        Some(value) if value.is_all_ones() => return lhs.into(),
        _ => {}
    }
    if flipped(rhs, lhs).or_else(|| flipped(lhs, rhs)).is_some() {
        return zero_int(op);
    }
    for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
        if operands_of::<AndIOp, 2>(inner).is_some_and(|operands| operands.contains(&other)) {
            return inner.into();
        }
    }
    ints(op, constants, |a, b| Some(a.and(b)))
}

pub(super) fn ori(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, (lhs, rhs)) = (op.cx(), BinaryOpView(op).operands());
    match single_int(cx, constants[1]) {
        Some(value) if value.is_zero() => return lhs.into(),
        Some(value) if value.is_all_ones() => return constants[1].into(),
        _ => {}
    }
    if let Some(ones) = flipped(rhs, lhs).or_else(|| flipped(lhs, rhs)) {
        return ones.into();
    }
    ints(op, constants, |a, b| Some(a.or(b)))
}

pub(super) fn xori(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    if is_zero(op.cx(), constants[1]) {
        return lhs.into();
    }
    if lhs == rhs {
        return zero_int(op);
    }
    for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
        match operands_of::<XOrIOp, 2>(inner) {
            Some([a, b]) if b == other => return a.into(),
            Some([a, b]) if a == other => return b.into(),
            _ => {}
        }
    }
    ints(op, constants, |a, b| Some(a.xor(b)))
}

fn shift(op: OpRef<'_>, constants: Constants<'_>, f: impl Fn(&ApInt, &ApInt) -> ApInt) -> Folded {
    if is_zero(op.cx(), constants[1]) {
        return BinaryOpView(op).lhs().into();
    }
    // As upstream has it, only the last element decides whether there is a result.
    let bounded = Cell::new(false);
    let folded = ints(op, constants, |a, b| {
        bounded.set(b.to_u64().is_some_and(|n| n < u64::from(b.width())));
        Some(f(a, b))
    });
    if bounded.get() { folded } else { Folded::Unchanged }
}

pub(super) fn shli(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    shift(op, constants, ApInt::shl)
}

pub(super) fn shrui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    shift(op, constants, ApInt::lshr)
}

pub(super) fn shrsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    shift(op, constants, ApInt::ashr)
}

// Greatest and least.

/// Folds the maximum or minimum of two integers, given the absorbing and the neutral constant.
fn extremum(
    op: OpRef<'_>,
    constants: Constants<'_>,
    absorbing: fn(u32) -> ApInt,
    absorbed: fn(u32) -> ApInt,
    f: fn(&ApInt, &ApInt) -> ApInt,
) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    if lhs == rhs {
        return rhs.into();
    }
    match single_int(op.cx(), constants[1]) {
        Some(value) if value == absorbing(value.width()) => return rhs.into(),
        Some(value) if value == absorbed(value.width()) => return lhs.into(),
        _ => {}
    }
    ints(op, constants, |a, b| Some(f(a, b)))
}

pub(super) fn maxsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, ApInt::signed_max, ApInt::signed_min, ApInt::smax)
}

pub(super) fn maxui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, ApInt::all_ones, ApInt::zero, ApInt::umax)
}

pub(super) fn minsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, ApInt::signed_min, ApInt::signed_max, ApInt::smin)
}

pub(super) fn minui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    extremum(op, constants, ApInt::zero, ApInt::all_ones, ApInt::umin)
}
