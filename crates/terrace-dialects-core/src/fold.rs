//! Folding of constants, element by element; poison in, poison out.

use terrace_ir::elements::{Number, Numbers};
use terrace_ir::{Attr, Context, Folded, OpRef, Type};
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

/// One constant operand, each number changed by `f`; the result has type `ty`.
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

/// Two constant operands, number by number; the result has type `ty`. None where `f` gives none for any.
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

/// [`binary`] on integers, for an op whose result has the type of its operands.
pub fn ints(
    op: OpRef<'_>,
    constants: &[Option<Attr>],
    f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Folded {
    binary(op.cx(), constants, op.result(0).ty(), f).into()
}

/// [`binary`] on floats, for an op whose result has the type of its operands.
pub fn floats(
    op: OpRef<'_>,
    constants: &[Option<Attr>],
    f: impl Fn(&ApFloat, &ApFloat) -> Option<ApFloat>,
) -> Folded {
    binary(op.cx(), constants, op.result(0).ty(), f).into()
}

/// The integer that a constant is, in all its elements.
pub fn single_int(cx: &Context, constant: Option<Attr>) -> Option<ApInt> {
    Numbers::of_attr(cx, constant?)?.single().cloned()
}

/// The float that a constant is, in all its elements.
pub fn single_float(cx: &Context, constant: Option<Attr>) -> Option<ApFloat> {
    Numbers::of_attr(cx, constant?)?.single().cloned()
}

/// Whether a constant is the integer zero in all its elements.
pub fn is_zero(cx: &Context, constant: Option<Attr>) -> bool {
    single_int(cx, constant).is_some_and(|value| value.is_zero())
}

/// Whether a constant is the integer one in all its elements.
pub fn is_one(cx: &Context, constant: Option<Attr>) -> bool {
    single_int(cx, constant).is_some_and(|value| value.is_one())
}
