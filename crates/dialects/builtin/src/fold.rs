//! Folding of constants, element by element; poison in, poison out.

use terrace_ir::elements::{Number, Numbers};
use terrace_ir::{Attr, Context, Folded, OpKind, OpRef, Type, ValueRef};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::ub::POISON;

/// Whether a constant is poison.
pub fn is_poison(cx: &Context, attr: Attr) -> bool {
    cx.attr_params(attr, &POISON).is_some()
}

/// The first operand that is poison.
pub fn poison_in(cx: &Context, constants: &[Option<Attr>]) -> Option<Attr> {
    constants.iter().flatten().copied().find(|&attr| is_poison(cx, attr))
}

/// Folds a unary op: applies `f` to each element of the constant operand; the result has type `ty`.
pub fn unary<T: Number, R: Number>(
    cx: &Context,
    constants: &[Option<Attr>],
    ty: Type,
    f: impl Fn(&T) -> Option<R>,
) -> Option<Attr> {
    if let Some(poison) = poison_in(cx, constants) {
        return Some(poison);
    }
    Numbers::<T>::of_attr(cx, (*constants.first()?)?)?.map(f)?.to_attr(cx, ty)
}

/// Folds a binary op: applies `f` to each pair of elements of the constant operands; the result has type
/// `ty`. `None` if `f` returns `None` for any.
pub fn binary<T: Number, R: Number>(
    cx: &Context,
    constants: &[Option<Attr>],
    ty: Type,
    f: impl Fn(&T, &T) -> Option<R>,
) -> Option<Attr> {
    if let Some(poison) = poison_in(cx, constants) {
        return Some(poison);
    }
    let [Some(lhs), Some(rhs)] = *constants else { return None };
    let (lhs, rhs) = (Numbers::<T>::of_attr(cx, lhs)?, Numbers::<T>::of_attr(cx, rhs)?);
    lhs.zip(&rhs, f)?.to_attr(cx, ty)
}

/// Whether the constants are of the result's type, or poison. A constant op may hold any attribute.
fn are_typed(op: OpRef<'_>, constants: &[Option<Attr>]) -> bool {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    constants.iter().flatten().all(|&attr| attr.ty(cx) == Some(ty) || is_poison(cx, attr))
}

/// [`binary`] on integers, for an op whose result has the type of its operands.
pub fn ints(
    op: OpRef<'_>,
    constants: &[Option<Attr>],
    f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Folded {
    are_typed(op, constants).then(|| binary(op.cx(), constants, op.single_result().ty(), f)).flatten().into()
}

/// [`binary`] on floats, for an op whose result has the type of its operands.
pub fn floats(
    op: OpRef<'_>,
    constants: &[Option<Attr>],
    f: impl Fn(&ApFloat, &ApFloat) -> Option<ApFloat>,
) -> Folded {
    are_typed(op, constants).then(|| binary(op.cx(), constants, op.single_result().ty(), f)).flatten().into()
}

/// [`unary`] on floats, for an op whose result has the type of its operand.
pub fn float(op: OpRef<'_>, constants: &[Option<Attr>], f: impl Fn(&ApFloat) -> Option<ApFloat>) -> Folded {
    are_typed(op, constants).then(|| unary(op.cx(), constants, op.single_result().ty(), f)).flatten().into()
}

/// [`unary`] on integers, for an op whose result has the type of its operand.
pub fn int(op: OpRef<'_>, constants: &[Option<Attr>], f: impl Fn(&ApInt) -> Option<ApInt>) -> Folded {
    are_typed(op, constants).then(|| unary(op.cx(), constants, op.single_result().ty(), f)).flatten().into()
}

/// The integer in the width of a type's elements, for each of them.
pub fn int_attr(cx: &Context, ty: Type, value: i64) -> Option<Attr> {
    let element = ty.element_type_or_self(cx);
    let width = if element == Type::INDEX { 64 } else { element.bit_width(cx)? };
    Numbers::Scalar(ApInt::from_i64(width, value)).to_attr(cx, ty)
}

/// `true` or `false` as a type over `i1`, for each of its elements.
pub fn bool_attr(cx: &Context, ty: Type, value: bool) -> Option<Attr> {
    int_attr(cx, ty, i64::from(value))
}

/// Folds to an integer zero, or a splat of it. There is no constant with dynamic extents, though upstream
/// creates one.
pub fn zero_int(op: OpRef<'_>) -> Folded {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    if ty.is_shaped(cx) && !ty.has_static_shape(cx) && !cx.matches_upstream() {
        return Folded::Unchanged;
    }
    int_attr(cx, ty, 0).into()
}

/// The first `N` operands of the op of kind `K` that defines a value.
pub fn operands_of<'a, K: OpKind, const N: usize>(value: ValueRef<'a>) -> Option<[ValueRef<'a>; N]> {
    let op = value.defining_op().filter(|op| op.isa::<K>() && op.num_operands() == N)?;
    Some(std::array::from_fn(|i| op.operand(i)))
}

/// The operand of the op of this kind that defines a value.
pub fn operand_of<K: OpKind>(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    operands_of::<K, 1>(value).map(|[operand]| operand)
}
