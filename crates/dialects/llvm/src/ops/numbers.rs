//! The numbers of dense constants.

use terrace_dialects_builtin::fold::int_attr;
use terrace_ir::elements::{Number, Numbers};
use terrace_ir::{Attr, Context, Type};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

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
