//! Elements of constants.

use terrace_ir::elements::Number;
use terrace_ir::{Attr, AttrData, Context};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

fn number_at<T: Number>(cx: &Context, elements: Attr, index: usize) -> Option<Attr> {
    let AttrData::DenseElements { ty, data, splat } = elements.data(cx) else { return None };
    let element = ty.element_type(cx)?;
    let (bits, bytes) = T::layout(cx, element)?;
    let start = if *splat { 0 } else { index.checked_mul(bytes)? };
    Some(T::from_bytes(cx, element, bits, data.get(start..start + bytes)?)?.to_attr(cx, element))
}

/// An element of a constant.
pub(crate) fn element_at(cx: &Context, elements: Attr, index: usize) -> Option<Attr> {
    number_at::<ApInt>(cx, elements, index).or_else(|| number_at::<ApFloat>(cx, elements, index))
}

/// The only element of a constant all of whose elements are the same.
pub fn splat_element(cx: &Context, elements: Attr) -> Option<Attr> {
    match elements.data(cx) {
        AttrData::DenseElements { splat: true, .. } => element_at(cx, elements, 0),
        _ => None,
    }
}

/// The linear index of an element; `None` if it is not static or out of bounds.
pub(crate) fn flat_index(cx: &Context, shape: &[i64], indices: &[Option<Attr>]) -> Option<usize> {
    let mut flat = 0i64;
    for (&extent, index) in shape.iter().zip(indices) {
        let index = (*index)?.as_i64(cx)?;
        if index < 0 || index >= extent {
            return None;
        }
        flat = flat.checked_mul(extent)?.checked_add(index)?;
    }
    usize::try_from(flat).ok()
}
