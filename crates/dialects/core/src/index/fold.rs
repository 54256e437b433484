//! Folding of `index` arithmetic. An index may have 32 or 64 bits: results that differ between both are not
//! folded.

use std::cmp::Ordering;

use terrace_ir::build::OperationState;
use terrace_ir::fold::{FoldValue, constant_value};
use terrace_ir::matchers::{m_scalar_int, m_zero};
use terrace_ir::{
    Attr, AttrData, BinaryOpView, Context, Folded, Op, OpKind, OpName, OpRef, Rewriter, Type, op_match,
};
use terrace_support::apint::ApInt;

use super::{BoolConstantOp, CmpOp, ConstantOp, MaxSOp, MaxUOp, MinSOp, MinUOp, SubOp};
use crate::arith::CmpIPredicate;
use terrace_dialects_builtin::fold::operands_of;

type Constants<'a> = &'a [Option<Attr>];

fn number(cx: &Context, constant: Option<Attr>) -> Option<&ApInt> {
    constant?.as_integer(cx).map(|(value, _)| value)
}

fn index_attr(cx: &Context, value: ApInt) -> Attr {
    cx.attr(AttrData::Integer { ty: Type::INDEX, value })
}

/// Computes with 64 bits, for functions whose lower bits depend on lower bits alone.
fn unchecked(
    op: OpRef<'_>,
    constants: Constants<'_>,
    f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Option<Attr> {
    let (a, b) = (number(op.cx(), constants[0])?, number(op.cx(), constants[1])?);
    Some(index_attr(op.cx(), f(a, b)?))
}

/// Computes with 64 and 32 bits, and returns the result if both agree.
fn checked(
    op: OpRef<'_>,
    constants: Constants<'_>,
    f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Option<Attr> {
    let (a, b) = (number(op.cx(), constants[0])?, number(op.cx(), constants[1])?);
    let wide = f(a, b)?;
    let narrow = f(&a.trunc(32), &b.trunc(32))?;
    (wide.trunc(32) == narrow).then(|| index_attr(op.cx(), wide))
}

macro_rules! folds {
    ($($name:ident: $mode:ident($f:expr) $(, neutral $neutral:literal)? $(, zero $zero:literal)?;)*) => {
        $(pub(super) fn $name(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
            if let Some(attr) = $mode(op, constants, $f) {
                return attr.into();
            }
            $(if number(op.cx(), constants[1]).is_some_and(|n| n.to_u64() == Some($neutral)) {
                return BinaryOpView(op).lhs().into();
            })?
            $(if number(op.cx(), constants[1]).is_some_and(|n| n.to_u64() == Some($zero)) {
                return constants[1].into();
            })?
            Folded::Unchanged
        })*
    };
}

folds! {
    add: unchecked(|a, b| Some(a.add(b))), neutral 0;
    sub: unchecked(|a, b| Some(a.sub(b))), neutral 0;
    mul: unchecked(|a, b| Some(a.mul(b))), neutral 1, zero 0;
    divs: checked(ApInt::sdiv);
    divu: checked(ApInt::udiv);
    ceildivu: checked(ApInt::uceildiv);
    rems: checked(ApInt::srem);
    remu: checked(ApInt::urem);
    maxs: checked(|a, b| Some(a.smax(b)));
    maxu: checked(|a, b| Some(a.umax(b)));
    mins: checked(|a, b| Some(a.smin(b)));
    minu: checked(|a, b| Some(a.umin(b)));
    shl: unchecked(|a, b| shift(a, b, ApInt::shl));
    shrs: checked(|a, b| shift(a, b, ApInt::ashr));
    shru: checked(|a, b| shift(a, b, ApInt::lshr));
    and: unchecked(|a, b| Some(a.and(b)));
    or: unchecked(|a, b| Some(a.or(b)));
    xor: unchecked(|a, b| Some(a.xor(b)));
}

pub(super) fn ceildivs(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    divide(op, constants, ceildivs_as_upstream, ApInt::sceildiv)
}

pub(super) fn floordivs(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    divide(op, constants, floordivs_as_upstream, ApInt::sfloordiv)
}

/// Divides as upstream does; not where another result is the right one.
fn divide(
    op: OpRef<'_>,
    constants: Constants<'_>,
    as_upstream: fn(&ApInt, &ApInt) -> Option<ApInt>,
    right: fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Folded {
    let is_right = |n: &ApInt, m: &ApInt, quotient: &ApInt| {
        op.cx().matches_upstream() || right(n, m).is_none_or(|right| right == *quotient)
    };
    checked(op, constants, |n, m| as_upstream(n, m).filter(|quotient| is_right(n, m, quotient))).into()
}

/// A shift by less than both widths.
fn shift(a: &ApInt, b: &ApInt, f: fn(&ApInt, &ApInt) -> ApInt) -> Option<ApInt> {
    b.to_u64().is_some_and(|n| n < 32).then(|| f(a, b))
}

// Divisions by way of `n / m` for positive quotients; the least integer wraps on the way.

fn ceildivs_as_upstream(n: &ApInt, m: &ApInt) -> Option<ApInt> {
    if m.is_zero() || n.is_zero() {
        return (!m.is_zero()).then(|| n.clone());
    }
    let one = ApInt::new(n.width(), 1);
    let positive = |value: &ApInt| !value.is_negative();
    if positive(n) != positive(m) {
        return Some(n.neg().sdiv(m)?.neg());
    }
    let step = if positive(m) { one.neg() } else { one.clone() };
    Some(n.add(&step).sdiv(m)?.add(&one))
}

fn floordivs_as_upstream(n: &ApInt, m: &ApInt) -> Option<ApInt> {
    if m.is_zero() || n.is_zero() {
        return (!m.is_zero()).then(|| n.clone());
    }
    if n.is_negative() == m.is_negative() {
        return n.sdiv(m);
    }
    let one = ApInt::new(n.width(), 1);
    let step = if m.is_negative() { one.clone() } else { one.neg() };
    Some(one.neg().sub(&step.sub(n).sdiv(m)?))
}

/// Converts a constant to or from an index.
fn cast(op: OpRef<'_>, constants: Constants<'_>, signed: bool) -> Option<Attr> {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    let value = number(cx, constants[0])?;
    let extend = |value: &ApInt, width: u32| match signed {
        true => value.sext(width),
        false => value.zext_or_trunc(width),
    };
    let resize = |value: &ApInt, width: u32| match width < value.width() {
        true => value.trunc(width),
        false => extend(value, width),
    };
    let Some(width) = ty.bit_width(cx) else { return Some(index_attr(cx, resize(value, 64))) };
    let result = resize(value, width);
    // With 32 bits of the index it must be the same.
    let same = width <= 32 || resize(&value.trunc(32), width) == result;
    same.then(|| cx.attr(AttrData::Integer { ty, value: result }))
}

pub(super) fn casts(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    cast(op, constants, true).into()
}

pub(super) fn castu(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    cast(op, constants, false).into()
}

/// The predicate of a comparison.
fn predicate(op: OpRef<'_>) -> CmpIPredicate {
    CmpOp::view_of(op).pred().into()
}

/// The inclusive range of a value, signed or unsigned.
struct Range {
    signed: bool,
    least: ApInt,
    greatest: ApInt,
}

/// The result of comparing a range with a number; `None` if it depends on the value.
fn compare_range(predicate: CmpIPredicate, range: &Range, number: &ApInt) -> Option<bool> {
    let Range { signed, least, greatest } = range;
    // A range read with the other sign says something only where it does not cross it.
    let crosses = least.is_negative() != greatest.is_negative();
    let width = number.width();
    let bounds = |want: bool| match (want == *signed || !crosses, want) {
        (true, _) => (least.clone(), greatest.clone()),
        (false, true) => (ApInt::signed_min(width), ApInt::signed_max(width)),
        (false, false) => (ApInt::zero(width), ApInt::all_ones(width)),
    };
    let order = |signed: bool| {
        let (least, greatest) = bounds(signed);
        match signed {
            true => (least.scmp(number), greatest.scmp(number)),
            false => (least.ucmp(number), greatest.ucmp(number)),
        }
    };
    let decide = |(least, greatest): (Ordering, Ordering), holds: fn(Ordering) -> bool| {
        (holds(least) == holds(greatest)).then(|| holds(least))
    };
    use CmpIPredicate::*;
    match predicate {
        Eq | Ne => {
            let outside = [true, false].into_iter().all(|signed| {
                let (least, greatest) = order(signed);
                least == Ordering::Greater || greatest == Ordering::Less
            });
            let equal =
                [true, false].into_iter().any(|signed| order(signed) == (Ordering::Equal, Ordering::Equal));
            let known = if outside { Some(false) } else { equal.then_some(true) };
            known.map(|known| known == (predicate == Eq))
        }
        Slt | Ult => decide(order(predicate == Slt), Ordering::is_lt),
        Sle | Ule => decide(order(predicate == Sle), Ordering::is_le),
        Sgt | Ugt => decide(order(predicate == Sgt), Ordering::is_gt),
        Sge | Uge => decide(order(predicate == Sge), Ordering::is_ge),
    }
}

/// The range of the greater or lesser of anything and a number.
fn range_of(op: OpRef<'_>, number: &ApInt) -> Option<Range> {
    let width = number.width();
    let range = |signed, least, greatest| Some(Range { signed, least, greatest });
    op_match!(op, {
        MinSOp(_) => range(true, ApInt::signed_min(width), number.clone()),
        MinUOp(_) => range(false, ApInt::zero(width), number.clone()),
        MaxSOp(_) => range(true, number.clone(), ApInt::signed_max(width)),
        MaxUOp(_) => range(false, number.clone(), ApInt::all_ones(width)),
        _ => None,
    })
}

pub(super) fn cmp(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    known_comparison(op, constants).map(|holds| if holds { Attr::TRUE } else { Attr::FALSE }).into()
}

fn known_comparison(op: OpRef<'_>, constants: Constants<'_>) -> Option<bool> {
    let (cx, view, predicate) = (op.cx(), CmpOp::view_of(op), predicate(op));
    let (lhs, rhs) = (number(cx, constants[0]), number(cx, constants[1]));
    let agree = |f: &dyn Fn(&dyn Fn(&ApInt) -> ApInt) -> Option<bool>| {
        let (wide, narrow) = (f(&|n| n.clone()), f(&|n| n.trunc(32)));
        wide.filter(|_| wide == narrow)
    };
    if let (Some(a), Some(b)) = (lhs, rhs)
        && let Some(holds) = agree(&|cut| Some(predicate.holds(&cut(a), &cut(b))))
    {
        return Some(holds);
    }
    if let (Some(inner), Some(b)) = (view.lhs().defining_op().and_then(BinaryOpView::of), rhs)
        && let Some(a) = m_scalar_int(inner.rhs())
        && let Some(holds) = agree(&|cut| compare_range(predicate, &range_of(inner.0, &cut(&a))?, &cut(b)))
    {
        return Some(holds);
    }
    (view.lhs() == view.rhs()).then_some(predicate.is_reflexive())
}

/// The constant op for an attribute: of an index, or a boolean.
pub(super) fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let def = match ty {
        Type::I1 if attr == Attr::TRUE || attr == Attr::FALSE => BoolConstantOp::DEF,
        Type::INDEX if attr.as_integer(cx).is_some_and(|(_, ty)| ty == Type::INDEX) => ConstantOp::DEF,
        _ => return None,
    };
    Some((cx.op_name(def.name), vec![attr]))
}

/// `(x op c0) op c1` is `x op (c0 op c1)`, where that is known.
pub(super) fn combine_constants<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = BinaryOpView(rw.op(op));
    let c1 = constant_value(view.rhs())?;
    let [x, c0] = operands_of::<K, 2>(view.lhs())?;
    let c0 = constant_value(c0)?;
    let Folded::Results(folded) = (K::DEF.fold?)(view.0, &[Some(c1), Some(c0)]) else { return None };
    let FoldValue::Attr(attr) = *folded.first()? else { return None };
    let (x, loc) = (x.id(), view.0.loc());
    let constant = rw.materialize_constant(&materialize, attr, Type::INDEX, loc)?;
    let constant = rw.body().single_result(constant);
    rw.replace(op, OperationState::binary::<K>(x, constant));
    Some(())
}

/// Replaces the comparison of a difference with zero for equality by one of its operands; orders are not
/// preserved if the difference wraps.
pub(super) fn cmp_of_difference(rw: &mut Rewriter<'_>, op: CmpOp) -> Option<()> {
    let view = op.view(rw);
    if !rw.cx().matches_upstream() && !matches!(predicate(view.0), CmpIPredicate::Eq | CmpIPredicate::Ne) {
        return None;
    }
    let [a, b] = if m_zero(view.rhs()) {
        operands_of::<SubOp, 2>(view.lhs())?
    } else if m_zero(view.lhs()) {
        let [a, b] = operands_of::<SubOp, 2>(view.rhs())?;
        [b, a]
    } else {
        return None;
    };
    rw.replace(op, CmpOp::of(a, b).pred_attr(view.pred_attr()));
    Some(())
}
