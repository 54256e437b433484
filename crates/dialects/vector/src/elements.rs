//! The elements of constants, as they are in memory.

use terrace_ir::elements::{Numbers, expandable_count};
use terrace_ir::{Attr, AttrData, Context, Type, VectorType};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::types::vector;

/// The elements of a constant, each a run of bytes.
#[derive(Clone, Copy)]
pub(crate) struct Elements<'a> {
    bytes: &'a [u8],
    size: usize,
    splat: bool,
}

impl<'a> Elements<'a> {
    /// The elements of a dense constant of a vector type.
    pub(crate) fn of(cx: &'a Context, attr: Attr) -> Option<Self> {
        let AttrData::DenseElements { ty, data, splat } = attr.data(cx) else { return None };
        let count = if *splat { 1 } else { usize::try_from(ty.num_elements(cx)?).ok()? };
        let bytes = &data[..];
        let size = bytes.len().checked_div(count).filter(|&size| size > 0)?;
        Some(Self { bytes, size, splat: *splat })
    }

    /// The number that all elements are, where it is one.
    pub(crate) fn is_splat(&self) -> bool {
        self.splat
    }

    /// The element with this number.
    pub(crate) fn get(&self, index: usize) -> Option<&'a [u8]> {
        let start = if self.splat { 0 } else { index.checked_mul(self.size)? };
        self.bytes.get(start..start + self.size)
    }
}

/// A constant of these elements.
pub(crate) fn dense(cx: &Context, ty: Type, elements: &[&[u8]]) -> Option<Attr> {
    let first = elements.first()?;
    let splat = elements.iter().all(|element| element == first);
    let data = if splat { first.to_vec() } else { elements.concat() };
    Some(cx.attr(AttrData::DenseElements { ty, data: data.into(), splat }))
}

/// A number for each element; `None` if it is not of the element type.
pub fn splat_of(cx: &Context, attr: Attr, ty: Type) -> Option<Attr> {
    if attr.ty(cx) != ty.element_type(cx) {
        return None;
    }
    match attr.data(cx) {
        AttrData::Integer { value, .. } => Numbers::Splat(value.clone()).to_attr(cx, ty),
        AttrData::Float { .. } => Numbers::Splat(attr.as_float(cx)?).to_attr(cx, ty),
        _ => None,
    }
}

/// The element that a constant has everywhere; `None` where it has several, and for one that is no vector or tensor.
pub fn splat_element(cx: &Context, attr: Attr) -> Option<Attr> {
    let AttrData::DenseElements { ty, splat: true, .. } = attr.data(cx) else { return None };
    let element = ty.element_type(cx)?;
    if element.is_float(cx) {
        let number = *Numbers::<ApFloat>::of_attr(cx, attr)?.single()?;
        return Numbers::Scalar(number).to_attr(cx, element);
    }
    let number = Numbers::<ApInt>::of_attr(cx, attr)?.single()?.clone();
    Numbers::Scalar(number).to_attr(cx, element)
}

/// A number as a constant of one element of its type.
pub(crate) fn single(cx: &Context, attr: Attr) -> Option<Attr> {
    splat_of(cx, attr, VectorType::get(cx, &[1], attr.ty(cx)?))
}

/// The row-major strides of a shape.
pub(crate) fn strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].wrapping_mul(shape[i]);
    }
    strides
}

/// The number of the element at a position.
pub(crate) fn linearize(position: &[i64], strides: &[i64]) -> i64 {
    position.iter().zip(strides).map(|(at, stride)| at.wrapping_mul(*stride)).sum()
}

/// The position of the element with this number.
pub(crate) fn delinearize(number: i64, strides: &[i64]) -> Vec<i64> {
    let mut rest = number;
    strides
        .iter()
        .map(|&stride| {
            let at = if stride == 0 { 0 } else { rest / stride };
            rest -= at * stride;
            at
        })
        .collect()
}

/// The linear indices of the elements in a slice, in order: `shape` is the source shape, `offsets` and
/// `sizes` the slice.
pub(crate) fn elements_in_box(shape: &[i64], offsets: &[i64], sizes: &[i64]) -> Vec<i64> {
    let from = strides(shape);
    let inner = strides(sizes);
    let count: i64 = sizes.iter().product();
    (0..count)
        .map(|number| {
            let inside = delinearize(number, &inner);
            let position: Vec<i64> = inside.iter().zip(offsets).map(|(a, b)| a + b).collect();
            linearize(&position, &from)
        })
        .collect()
}

/// The number of elements of a type; `None` for scalable vectors and those with too many elements to list.
pub(crate) fn fixed_count(cx: &Context, ty: Type) -> Option<usize> {
    if vector(cx, ty).is_scalable() { None } else { expandable_count(cx, ty) }
}
