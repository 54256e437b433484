//! Elements of dense integer constants: creation from integers, and reading.

use crate::VectorType;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::attrs::{Attr, AttrData};
use crate::blob::Blob;
use crate::context::Context;
use crate::print::elements::ElementKind;
use crate::types::Type;

/// Bits of an integer or index element, and the bytes it takes in a constant.
fn int_layout(cx: &Context, element: Type) -> Option<(u32, usize)> {
    let width = if element == Type::INDEX { 64 } else { element.bit_width(cx)? };
    (element == Type::INDEX || element.is_integer(cx)).then(|| (width, (width as usize).div_ceil(8).max(1)))
}

/// A dense constant of shaped type `ty` over integers or index, from its elements in order (or one element
/// for all). Equal elements result in a splat. `None` if the type has no integer elements.
pub fn int_elements(cx: &Context, ty: Type, values: &[ApInt]) -> Option<Attr> {
    let (_, bytes) = int_layout(cx, ty.element_type(cx)?)?;
    let splat = values.first().is_some_and(|first| values.iter().all(|v| v == first));
    let kept = if splat { &values[..1] } else { values };
    let mut data = Vec::with_capacity(kept.len() * bytes);
    for value in kept {
        let words = value.words();
        data.extend((0..bytes).map(|i| words.get(i / 8).map_or(0, |w| (w >> (i % 8 * 8)) as u8)));
    }
    Some(cx.attr(AttrData::DenseElements { ty, data: data.into(), splat }))
}

/// A vector of integers, from its elements. `None` if there are none, or if `element` is no integer type.
pub fn int_vector(cx: &Context, element: Type, values: &[ApInt]) -> Option<Attr> {
    let shape = [i64::try_from(values.len()).ok()?];
    let ty = VectorType::get_checked(cx, &shape, element).ok()?;
    int_elements(cx, ty, values)
}

/// A dense constant whose elements have these bytes, `size` each; one element, or all alike, is a splat.
pub fn dense_attr(cx: &Context, ty: Type, data: impl Into<Blob>, size: usize) -> Attr {
    let mut data = data.into();
    let count = data.len().checked_div(size).unwrap_or(1);
    // All elements are equal if every byte equals the one an element before it.
    let splat = count == 1 || (count > 1 && data[size..] == data[..data.len() - size]);
    if splat && count > 1 {
        data = data[..size].to_vec().into();
    }
    cx.attr(AttrData::DenseElements { ty, data, splat })
}

/// A dense constant from the bytes that files have for it: as it keeps them, but that elements of `i1` are packed eight to a
/// byte, and a splat of those is a byte of zeros or ones. `None` if the type has no such elements, or another size.
pub fn dense_from_raw(cx: &Context, ty: Type, data: Blob) -> Option<Attr> {
    let (kind, complex) = ElementKind::of(cx, ty.element_type(cx)?)?;
    let count = usize::try_from(ty.num_elements(cx)?).ok()?;
    if matches!(kind, ElementKind::Bool) && !complex {
        if data.len() == 1 && count != 1 && matches!(data[0], 0 | 0xff) {
            return Some(dense_attr(cx, ty, vec![data[0] & 1], 1));
        }
        if data.len() != count.div_ceil(8) {
            return None;
        }
        let bits: Vec<u8> = (0..count).map(|i| data[i / 8] >> (i % 8) & 1).collect();
        return Some(dense_attr(cx, ty, bits, 1));
    }
    let size = kind.bytes() * if complex { 2 } else { 1 };
    let fits = data.len() == size || Some(data.len()) == size.checked_mul(count);
    fits.then(|| dense_attr(cx, ty, data, size))
}

/// Packs elements of `i1`, a byte each, eight to a byte.
pub fn pack_bools(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(8).map(|c| c.iter().enumerate().fold(0, |b, (i, &v)| b | (v & 1) << i)).collect()
}

/// The most elements for which a splat is written out element by element. A type with a short text may have
/// more elements than fit into memory.
pub const MAX_EXPANDED_ELEMENTS: usize = 1 << 20;

/// The number of elements of a static shape; `None` if it is dynamic or more than [`MAX_EXPANDED_ELEMENTS`].
pub fn expandable_count(cx: &Context, ty: Type) -> Option<usize> {
    usize::try_from(ty.num_elements(cx)?).ok().filter(|&count| count <= MAX_EXPANDED_ELEMENTS)
}

/// The elements of a dense constant of integers or index, in order; a splat's element is repeated for each element of
/// the type. `None` for other attributes, and for splats that are too large by [`expandable_count`].
pub fn int_values(cx: &Context, attr: Attr) -> Option<Vec<ApInt>> {
    let AttrData::DenseElements { ty, data, splat } = attr.data(cx) else { return None };
    let (width, bytes) = int_layout(cx, ty.element_type(cx)?)?;
    let read = |chunk: &[u8]| {
        let word = |part: &[u8]| part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        ApInt::from_words(width, &chunk.chunks(8).map(word).collect::<Vec<u64>>())
    };
    let values: Vec<ApInt> = data.chunks_exact(bytes).map(read).collect();
    match (splat, values.first()) {
        (true, Some(first)) => Some(vec![first.clone(); expandable_count(cx, *ty)?]),
        _ => Some(values),
    }
}

/// A number of a dense constant's elements.
pub trait Number: Clone + PartialEq {
    /// The number of a scalar constant.
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self>;
    /// The scalar constant of a type.
    fn to_attr(&self, cx: &Context, ty: Type) -> Attr;
    /// Returns the bits of an element and the bytes it takes; `None` if the element type does not hold such numbers.
    fn layout(cx: &Context, element: Type) -> Option<(u32, usize)>;
    /// The number from the bytes of an element.
    fn from_bytes(cx: &Context, element: Type, bits: u32, bytes: &[u8]) -> Option<Self>;
    /// Appends the bytes of an element.
    fn to_bytes(&self, bytes: usize, out: &mut Vec<u8>);
}

impl Number for ApInt {
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self> {
        attr.as_integer(cx).map(|(value, _)| value.clone())
    }
    fn to_attr(&self, cx: &Context, ty: Type) -> Attr {
        cx.attr(AttrData::Integer { ty, value: self.clone() })
    }
    fn layout(cx: &Context, element: Type) -> Option<(u32, usize)> {
        int_layout(cx, element)
    }
    fn from_bytes(_cx: &Context, _element: Type, bits: u32, bytes: &[u8]) -> Option<Self> {
        Some(ApInt::from_le_bytes(bits, bytes))
    }
    fn to_bytes(&self, bytes: usize, out: &mut Vec<u8>) {
        let words = self.words();
        out.extend((0..bytes).map(|i| words.get(i / 8).map_or(0, |w| (w >> (i % 8 * 8)) as u8)));
    }
}

impl Number for ApFloat {
    fn of_attr(cx: &Context, attr: Attr) -> Option<Self> {
        attr.as_float(cx)
    }
    fn to_attr(&self, cx: &Context, ty: Type) -> Attr {
        cx.float_attr(ty, *self)
    }
    fn layout(cx: &Context, element: Type) -> Option<(u32, usize)> {
        let bits = element.float_kind(cx)?.width();
        Some((bits, (bits as usize).div_ceil(8)))
    }
    fn from_bytes(cx: &Context, element: Type, _bits: u32, bytes: &[u8]) -> Option<Self> {
        let bits = bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
        Some(ApFloat::from_bits(element.float_kind(cx)?, bits))
    }
    fn to_bytes(&self, bytes: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bits().to_le_bytes()[..bytes]);
    }
}

/// The numbers of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers<T> {
    /// One number, as a scalar.
    Scalar(T),
    /// The same number for every element.
    Splat(T),
    /// A number for each element, in order.
    List(Vec<T>),
}

impl<T: Number> Numbers<T> {
    /// The numbers of a scalar or dense constant; `None` for other attributes.
    pub fn of_attr(cx: &Context, attr: Attr) -> Option<Self> {
        if let AttrData::DenseElements { ty, data, splat } = attr.data(cx) {
            let element = ty.element_type(cx)?;
            let (bits, bytes) = T::layout(cx, element)?;
            if *splat {
                return T::from_bytes(cx, element, bits, data.get(..bytes)?).map(Numbers::Splat);
            }
            let list = data.chunks_exact(bytes).map(|chunk| T::from_bytes(cx, element, bits, chunk));
            return list.collect::<Option<Vec<T>>>().map(Numbers::List);
        }
        T::of_attr(cx, attr).map(Numbers::Scalar)
    }

    /// The constant of a scalar or shaped type.
    pub fn to_attr(&self, cx: &Context, ty: Type) -> Option<Attr> {
        let values = match self {
            Numbers::Scalar(value) if !ty.is_shaped(cx) => return Some(value.to_attr(cx, ty)),
            Numbers::Scalar(value) | Numbers::Splat(value) => std::slice::from_ref(value),
            Numbers::List(values) => values,
        };
        let (_, bytes) = T::layout(cx, ty.element_type(cx)?)?;
        let splat = values.first().is_some_and(|first| values.iter().all(|v| v == first));
        let kept = if splat { &values[..1] } else { values };
        let mut data = Vec::with_capacity(kept.len() * bytes);
        kept.iter().for_each(|value| value.to_bytes(bytes, &mut data));
        Some(cx.attr(AttrData::DenseElements { ty, data: data.into(), splat }))
    }

    /// The number that all elements are, where it is one.
    pub fn single(&self) -> Option<&T> {
        match self {
            Numbers::Scalar(value) | Numbers::Splat(value) => Some(value),
            Numbers::List(_) => None,
        }
    }

    /// These numbers, each changed; `None` if one cannot be.
    pub fn map<R>(&self, f: impl Fn(&T) -> Option<R>) -> Option<Numbers<R>> {
        Some(match self {
            Numbers::Scalar(value) => Numbers::Scalar(f(value)?),
            Numbers::Splat(value) => Numbers::Splat(f(value)?),
            Numbers::List(values) => Numbers::List(values.iter().map(f).collect::<Option<_>>()?),
        })
    }

    /// These numbers and others element by element; `None` if a pair has no result.
    pub fn zip<U, R>(&self, other: &Numbers<U>, f: impl Fn(&T, &U) -> Option<R>) -> Option<Numbers<R>> {
        use Numbers::{List, Scalar, Splat};
        Some(match (self, other) {
            (Scalar(a), Scalar(b)) => Scalar(f(a, b)?),
            (Scalar(a) | Splat(a), Scalar(b) | Splat(b)) => Splat(f(a, b)?),
            (List(a), List(b)) if a.len() == b.len() => {
                List(a.iter().zip(b).map(|(a, b)| f(a, b)).collect::<Option<_>>()?)
            }
            (List(a), Scalar(b) | Splat(b)) => List(a.iter().map(|a| f(a, b)).collect::<Option<_>>()?),
            (Scalar(a) | Splat(a), List(b)) => List(b.iter().map(|b| f(a, b)).collect::<Option<_>>()?),
            (List(_), List(_)) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Signedness;

    fn vector(cx: &Context, n: i64, element: Type) -> Type {
        VectorType::get(cx, &[n], element)
    }

    #[test]
    fn integers_come_back() {
        let cx = Context::new(&[]);
        for width in [1, 7, 8, 33, 64, 65, 200] {
            let element = cx.integer(width, Signedness::Signless);
            let values: Vec<ApInt> =
                [-1i64, 0, 5, i64::MIN].map(|v| ApInt::from_i64(width, v)).into_iter().collect();
            let attr = int_elements(&cx, vector(&cx, 4, element), &values).expect("integer elements");
            assert_eq!(int_values(&cx, attr).as_deref(), Some(&values[..]), "i{width}");
        }
    }

    #[test]
    fn equal_elements_make_a_splat() {
        let cx = Context::new(&[]);
        let values = vec![ApInt::new(64, 3); 5];
        let attr = int_elements(&cx, vector(&cx, 5, Type::INDEX), &values).expect("index elements");
        assert!(matches!(attr.data(&cx), AttrData::DenseElements { splat: true, .. }));
        assert_eq!(int_values(&cx, attr), Some(values));
        assert_eq!(int_elements(&cx, vector(&cx, 5, Type::F32), &[]), None);
    }
}
