//! The form of dot products of the bytes, or the halves, of elements of 32 bits.
//!
//! `ripple-vectorize` writes products of all bytes, and sums of those at each place of an element.

use terrace_dialects_llvm::ops::{AddOp, MulOp, ShuffleVectorOp};
use terrace_ir::ValueRef;

use super::factors::Factor;
use crate::vectors::lanes_of;

/// The factors of products, of which each element has the sum of so many.
#[derive(Clone, Copy)]
pub(super) struct Dot {
    pub(super) factors: [Factor; 2],
    pub(super) per_element: usize,
}

impl Dot {
    /// The dot product that a vector is.
    pub(super) fn of(value: ValueRef<'_>) -> Option<Self> {
        let (mut picks, mut pending) = (Vec::new(), vec![value]);
        while let Some(value) = pending.pop() {
            let op = value.defining_op()?;
            match op.cast::<AddOp>() {
                Some(add) if picks.len() + pending.len() < 4 => pending.extend([add.lhs(), add.rhs()]),
                Some(_) => return None,
                None => picks.push(op.cast::<ShuffleVectorOp>()?),
            }
        }
        let (per_element, count) = (picks.len(), lanes_of(value)?);
        let products = picks[0].v1();
        let bits = 32 / per_element as u32;
        let mut places: Vec<usize> = picks
            .iter()
            .map(|pick| {
                let mask = pick.mask_attr().as_i32_array(value.cx())?;
                let place = usize::try_from(*mask.first()?).ok()?;
                let is_even =
                    mask.iter().enumerate().all(|(at, &lane)| lane as usize == place + at * per_element);
                (is_even && pick.v1() == products).then_some(place)
            })
            .collect::<Option<_>>()?;
        places.sort_unstable();
        let is_whole =
            places.into_iter().eq(0..per_element) && lanes_of(products) == Some(count * per_element);
        if ![2, 4].contains(&per_element) || !is_whole {
            return None;
        }
        let product = products.defining_op()?.cast::<MulOp>()?;
        let [Some(a), Some(b)] =
            [product.lhs(), product.rhs()].map(|factor| Factor::extended_from(factor, bits))
        else {
            return None;
        };
        Some(Self { factors: [a, b], per_element })
    }
}
