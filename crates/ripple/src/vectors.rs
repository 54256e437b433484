//! Parts of vectors, and vectors of parts.

use std::ops::Range;

use terrace_dialects_llvm::ops::{PoisonOp, ShuffleVectorOp};
use terrace_ir::{Loc, Rewriter, Value, ValueRef};

/// The number of elements of a vector of rank one and fixed length; `None` for other values.
pub(crate) fn lanes_of(value: ValueRef<'_>) -> Option<usize> {
    let cx = value.cx();
    let is_fixed = !terrace_dialects_llvm::types::is_scalable_vector(cx, value.ty());
    match value.ty().shape(cx) {
        Some(&[lanes]) if is_fixed && value.ty().is_vector(cx) => usize::try_from(lanes).ok(),
        _ => None,
    }
}

/// Elements of a vector, in order.
pub(crate) fn part_of(rw: &mut Rewriter<'_>, vector: Value, elements: Range<usize>, loc: Loc) -> Value {
    if lanes_of(rw.value(vector)) == Some(elements.len()) {
        return vector;
    }
    shuffle(rw, [vector, vector], elements, loc)
}

/// Vectors of one element type after each other; `None` if there are none.
pub(crate) fn concatenate(rw: &mut Rewriter<'_>, parts: &[Value], loc: Loc) -> Option<Value> {
    let (&first, rest) = parts.split_first()?;
    let mut whole = first;
    for &part in rest {
        let (lanes, width) = (lanes_of(rw.value(whole))?, lanes_of(rw.value(part))?);
        // A shuffle takes two vectors of one length.
        let wide = match lanes == width {
            true => part,
            false => {
                let ty = rw.body().value_type(part);
                let poison = rw.build_value(PoisonOp::of().loc(loc).res(ty));
                shuffle(rw, [part, poison], (0..lanes).map(|at| at.min(width)), loc)
            }
        };
        whole = shuffle(rw, [whole, wide], 0..lanes + width, loc);
    }
    Some(whole)
}

fn shuffle(
    rw: &mut Rewriter<'_>,
    vectors: [Value; 2],
    indices: impl IntoIterator<Item = usize>,
    loc: Loc,
) -> Value {
    let ty = rw.body().value_type(vectors[0]);
    let indices: Vec<i32> = indices.into_iter().map(|index| index as i32).collect();
    rw.build_value(ShuffleVectorOp::of_mask(rw.cx(), loc, vectors, ty, &indices))
}
