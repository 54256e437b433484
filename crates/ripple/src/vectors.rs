//! Parts of vectors, and vectors of parts.

use std::ops::Range;

use terrace_dialects_llvm::ops::{ConstantOp, PoisonOp, ShuffleVectorOp};
use terrace_ir::elements::int_elements;
use terrace_ir::{Context, Loc, Rewriter, Type, Value, ValueRef};
use terrace_support::apint::ApInt;

/// The number of elements of a vector of rank one and fixed length; `None` for other values.
pub(crate) fn lanes_of(value: ValueRef<'_>) -> Option<usize> {
    let cx = value.cx();
    let is_fixed = !terrace_dialects_llvm::types::is_scalable_vector(cx, value.ty());
    match value.ty().shape(cx) {
        Some(&[lanes]) if is_fixed && value.ty().is_vector(cx) => usize::try_from(lanes).ok(),
        _ => None,
    }
}

/// The width of an integer, a float or a pointer in bits.
pub(crate) fn scalar_width(cx: &Context, ty: Type) -> u32 {
    ty.bit_width(cx).unwrap_or(64)
}

/// Elements of a vector, in order.
pub(crate) fn part_of(rw: &mut Rewriter<'_>, vector: Value, elements: Range<usize>, loc: Loc) -> Value {
    if lanes_of(rw.value(vector)) == Some(elements.len()) {
        return vector;
    }
    shuffle(rw, [vector, vector], elements.map(|at| at as i32), loc)
}

/// Vectors of one element type after each other, pair by pair; `None` if there are none.
pub(crate) fn concatenate(rw: &mut Rewriter<'_>, parts: &[Value], loc: Loc) -> Option<Value> {
    let mut parts = parts.to_vec();
    while parts.len() > 1 {
        let mut pairs = Vec::with_capacity(parts.len().div_ceil(2));
        for pair in parts.chunks(2) {
            pairs.push(match *pair {
                [first, second] => concatenate_pair(rw, first, second, loc)?,
                _ => pair[0],
            });
        }
        parts = pairs;
    }
    parts.pop()
}

fn concatenate_pair(rw: &mut Rewriter<'_>, first: Value, second: Value, loc: Loc) -> Option<Value> {
    let (lanes, others) = (lanes_of(rw.value(first))?, lanes_of(rw.value(second))?);
    // A shuffle takes two vectors of one length.
    let length = lanes.max(others);
    let pair = [(first, lanes), (second, others)].map(|(part, lanes)| match lanes == length {
        true => part,
        false => {
            let ty = rw.body().value_type(part);
            let poison = rw.build_value(PoisonOp::of().loc(loc).res(ty));
            shuffle(rw, [part, poison], (0..length).map(|at| at.min(lanes) as i32), loc)
        }
    });
    let indices = (0..lanes).chain(length..length + others);
    Some(shuffle(rw, pair, indices.map(|at| at as i32), loc))
}

/// Elements of two vectors of a type; -1 for any.
pub(crate) fn shuffle(
    rw: &mut Rewriter<'_>,
    vectors: [Value; 2],
    indices: impl IntoIterator<Item = i32>,
    loc: Loc,
) -> Value {
    let ty = rw.body().value_type(vectors[0]);
    let indices: Vec<i32> = indices.into_iter().collect();
    rw.build_value(ShuffleVectorOp::of_mask(rw.cx(), loc, vectors, ty, &indices))
}

/// A constant number in all elements of a vector.
///
/// # Panics
///
/// Panics if the type is no vector of integers of a fixed length.
pub(crate) fn number(rw: &mut Rewriter<'_>, number: i64, ty: Type, loc: Loc) -> Value {
    numbers(rw, &[number], ty, loc)
}

/// A vector of constant numbers: one for all elements, or one for each.
///
/// # Panics
///
/// Panics if the type is no vector of so many integers.
pub(crate) fn numbers(rw: &mut Rewriter<'_>, numbers: &[i64], ty: Type, loc: Loc) -> Value {
    let cx = rw.cx();
    let width = ty.element_type(cx).and_then(|element| element.bit_width(cx));
    let value = width.and_then(|width| {
        let bits: Vec<ApInt> = numbers.iter().map(|&number| ApInt::from_i64(width, number)).collect();
        int_elements(cx, ty, &bits)
    });
    let value =
        value.unwrap_or_else(|| panic!("'{}' is no vector of {} integers", cx.type_text(ty), numbers.len()));
    rw.build_value(ConstantOp::of().loc(loc).value_attr(value).res(ty))
}
