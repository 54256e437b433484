//! Folding.

use terrace_dialects_builtin::fold::bool_attr;
use terrace_ir::elements::int_values;
use terrace_ir::fold::{Change, constant_value};
use terrace_ir::{Attr, AttrData, Context, Folded, OpKind, OpRef, Type, ValueRef};
use terrace_support::apint::ApInt;

use super::arith::ICmpOp;
use super::casts::{AddrSpaceCastOp, BitcastOp, ZExtOp};
use super::constants::ZeroOp;
use super::memory::AllocaOp;
use crate::enums::ICmpPredicate;

/// The integers that a value is known to be.
pub(super) fn known_divisor(value: ValueRef<'_>) -> Option<Vec<ApInt>> {
    let constant = constant_value(value)?;
    match constant.as_integer(value.cx()) {
        Some((value, _)) => Some(vec![value.clone()]),
        None => int_values(value.cx(), constant),
    }
}

/// The integer that a constant is; `None` for constants of other types.
fn integer(cx: &Context, constant: Option<Attr>) -> Option<&ApInt> {
    Some(constant?.as_integer(cx)?.0)
}

fn int_result(op: OpRef<'_>, value: ApInt) -> Folded {
    let ty = op.single_result().ty();
    op.cx().attr(AttrData::Integer { ty, value }).into()
}

pub(super) fn fold_shl(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let (Some(lhs), Some(rhs)) =
        (integer(cx, constants.first().copied().flatten()), integer(cx, constants.get(1).copied().flatten()))
    else {
        return Folded::Unchanged;
    };
    match rhs.to_u64() {
        Some(amount) if amount < u64::from(lhs.width()) => int_result(op, lhs.shl(rhs)),
        _ => Folded::Unchanged,
    }
}

pub(super) fn fold_or(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    match (
        integer(cx, constants.first().copied().flatten()),
        integer(cx, constants.get(1).copied().flatten()),
    ) {
        (Some(lhs), Some(rhs)) => int_result(op, lhs.or(rhs)),
        _ => Folded::Unchanged,
    }
}

pub(super) fn fold_zext(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let width = ZExtOp::view_of(op).res().ty().bit_width(op.cx());
    match (integer(op.cx(), constants.first().copied().flatten()), width) {
        (Some(value), Some(width)) => int_result(op, value.zext_or_trunc(width)),
        _ => Folded::Unchanged,
    }
}

/// Values compare equal to themselves, and the address of a variable is not null.
pub(super) fn fold_icmp(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ICmpOp::view_of(op);
    let (lhs, rhs, predicate) = (view.lhs(), view.rhs(), view.predicate());
    if !matches!(predicate, ICmpPredicate::Eq | ICmpPredicate::Ne) {
        return Folded::Unchanged;
    }
    let known = |equal: bool| {
        let value = equal == (predicate == ICmpPredicate::Eq);
        bool_attr(op.cx(), view.res().ty(), value).into()
    };
    let is = |value: ValueRef<'_>, name: &str| value.defining_op().is_some_and(|def| def.name_text() == name);
    if lhs == rhs {
        return known(true);
    }
    if is(lhs, AllocaOp::DEF.name) && is(rhs, ZeroOp::DEF.name) {
        return known(false);
    }
    if is(lhs, ZeroOp::DEF.name) && is(rhs, AllocaOp::DEF.name) {
        return Folded::Changed(vec![Change::Operand(0, rhs.id()), Change::Operand(1, lhs.id())]);
    }
    Folded::Unchanged
}

/// Casts to the same type, and casts of casts of a kind.
fn fold_chain<'a>(arg: ValueRef<'a>, ty: Type, before: Option<ValueRef<'a>>) -> Folded {
    if arg.ty() == ty {
        return arg.into();
    }
    match before {
        Some(source) if source.ty() == ty => source.into(),
        Some(source) => Change::Operand(0, source.id()).into(),
        None => Folded::Unchanged,
    }
}

pub(super) fn fold_bitcast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = BitcastOp::view_of(op);
    let before = view.arg().defined_by::<BitcastOp>().map(|cast| cast.arg());
    fold_chain(view.arg(), view.res().ty(), before)
}

pub(super) fn fold_addrspacecast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = AddrSpaceCastOp::view_of(op);
    let before = view.arg().defined_by::<AddrSpaceCastOp>().map(|cast| cast.arg());
    fold_chain(view.arg(), view.res().ty(), before)
}
