//! Folding.

use terrace_dialects_builtin::fold::{bool_attr, int_attr};
use terrace_ir::elements::{Number, Numbers, int_values};
use terrace_ir::fold::{Change, constant_value};
use terrace_ir::{Attr, AttrData, Context, Folded, OpKind, OpRef, Type, ValueRef};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::arith::ICmpOpView;
use super::casts::{AddrSpaceCastOp, AddrSpaceCastOpView, BitcastOp, BitcastOpView, ZExtOpView};
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
    let width = ZExtOpView(op).res().ty().bit_width(op.cx());
    match (integer(op.cx(), constants.first().copied().flatten()), width) {
        (Some(value), Some(width)) => int_result(op, value.zext_or_trunc(width)),
        _ => Folded::Unchanged,
    }
}

/// Values compare equal to themselves, and the address of a variable is not null.
pub(super) fn fold_icmp(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ICmpOpView(op);
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
    let view = BitcastOpView(op);
    let before = view.arg().defined_by::<BitcastOp>().map(|cast| cast.arg());
    fold_chain(view.arg(), view.res().ty(), before)
}

pub(super) fn fold_addrspacecast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = AddrSpaceCastOpView(op);
    let before = view.arg().defined_by::<AddrSpaceCastOp>().map(|cast| cast.arg());
    fold_chain(view.arg(), view.res().ty(), before)
}

/// The element of a dense constant with this number; `None` if it has fewer.
pub(super) fn element_at(cx: &Context, attr: Attr, element: Type, index: usize) -> Option<Attr> {
    fn at<T: Number>(cx: &Context, attr: Attr, element: Type, index: usize) -> Option<Attr> {
        let count = attr.ty(cx)?.num_elements(cx)?;
        match Numbers::<T>::of_attr(cx, attr)? {
            Numbers::Scalar(_) => None,
            Numbers::Splat(value) => ((index as i64) < count).then(|| value.to_attr(cx, element)),
            Numbers::List(values) => Some(values.get(index)?.to_attr(cx, element)),
        }
    }
    if element.is_float(cx) {
        at::<ApFloat>(cx, attr, element, index)
    } else {
        at::<ApInt>(cx, attr, element, index)
    }
}

/// Zero of an integer or floating-point type, or of a fixed vector of one; `None` for other types.
pub(super) fn zero_attr(cx: &Context, ty: Type) -> Option<Attr> {
    let element = ty.element_type_or_self(cx);
    match element.float_kind(cx) {
        Some(kind) => Numbers::Scalar(ApFloat::from_bits(kind, 0)).to_attr(cx, ty),
        None if element.is_int_or_index(cx) => int_attr(cx, ty, 0),
        None => None,
    }
}

/// Whether all elements of a dense constant are zero; `None` if they are no numbers.
pub(super) fn dense_is_zero(cx: &Context, attr: Attr, element: Type) -> Option<bool> {
    fn all<T: Number>(cx: &Context, attr: Attr, is_zero: fn(&T) -> bool) -> Option<bool> {
        Some(match Numbers::<T>::of_attr(cx, attr)? {
            Numbers::Scalar(value) | Numbers::Splat(value) => is_zero(&value),
            Numbers::List(values) => values.iter().all(is_zero),
        })
    }
    match element.is_float(cx) {
        true => all::<ApFloat>(cx, attr, |value| value.is_zero()),
        false => all::<ApInt>(cx, attr, |value| value.is_zero()),
    }
}
