//! Elements of dense integer constants: made from integers and read back.

use std::sync::Arc;

use terrace_support::apint::ApInt;

use crate::attrs::{Attr, AttrData, Blob};
use crate::context::Context;
use crate::types::Type;

/// Bits of an integer or index element, and the bytes it takes in a constant.
fn int_layout(cx: &Context, element: Type) -> Option<(u32, usize)> {
    let width = if element == Type::INDEX { 64 } else { element.bit_width(cx)? };
    (element == Type::INDEX || element.is_integer(cx)).then(|| (width, (width as usize).div_ceil(8).max(1)))
}

/// A dense constant of shaped type `ty` over integers or index, from its elements in order (or one element
/// for all). Equal elements make a splat. None where the type has no integer elements.
pub fn int_elements(cx: &Context, ty: Type, values: &[ApInt]) -> Option<Attr> {
    let (_, bytes) = int_layout(cx, ty.element_type(cx)?)?;
    let splat = values.first().is_some_and(|first| values.iter().all(|v| v == first));
    let kept = if splat { &values[..1] } else { values };
    let mut data = Vec::with_capacity(kept.len() * bytes);
    for value in kept {
        let words = value.words();
        data.extend((0..bytes).map(|i| words.get(i / 8).map_or(0, |w| (w >> (i % 8 * 8)) as u8)));
    }
    Some(cx.attr(AttrData::DenseElements { ty, data: Blob(Arc::new(data)), splat }))
}

/// The elements of a dense constant over integers or index, in order; a splat's element as often as the type
/// says. None for other attributes.
pub fn int_values(cx: &Context, attr: Attr) -> Option<Vec<ApInt>> {
    let AttrData::DenseElements { ty, data, splat } = attr.data(cx) else { return None };
    let (width, bytes) = int_layout(cx, ty.element_type(cx)?)?;
    let read = |chunk: &[u8]| {
        let word = |part: &[u8]| part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        ApInt::from_words(width, &chunk.chunks(8).map(word).collect::<Vec<u64>>())
    };
    let values: Vec<ApInt> = data.0.chunks_exact(bytes).map(read).collect();
    match (splat, values.first()) {
        (true, Some(first)) => Some(vec![first.clone(); usize::try_from(ty.num_elements(cx)?).ok()?]),
        _ => Some(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Signedness, TypeData};

    fn vector(cx: &Context, n: i64, element: Type) -> Type {
        cx.ty(TypeData::Vector { shape: [n].into(), scalable: [false].into(), element })
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
