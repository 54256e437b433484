//! Shuffles of vectors of different lengths as those of vectors of one length.

use terrace_dialects_vector::ShuffleOp;
use terrace_dialects_vector::shape::POISON_INDEX;
use terrace_dialects_vector::types::vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, pattern};
use terrace_passes_shared::vector_ops::create_shuffle;

/// Extends the shorter one of two vectors that are shuffled by poison.
pub static LOWER_SHUFFLE: &[Pattern] =
    &[pattern!("MixedSizeInputShuffleOpRewrite", ShuffleOp, extend_shorter)];

fn extend_shorter(rw: &mut Rewriter<'_>, op: ShuffleOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, [first, second]) = (view.0.loc(), [view.v1(), view.v2()]);
    let [&[first_size], &[second_size]] = [first, second].map(|value| vector(cx, value.ty()).shape) else {
        return None;
    };
    if first_size == second_size {
        return None;
    }
    let (short, long) = (first_size.min(second_size), first_size.max(second_size));
    let places: Vec<i64> = (0..long).map(|at| if at < short { at } else { POISON_INDEX }).collect();
    let mask = view.mask().to_vec();
    let (first, second) = (first.id(), second.id());
    let is_first = first_size == short;
    let shorter = if is_first { first } else { second };
    let extended = create_shuffle(rw, [shorter, shorter], &places, loc);
    let (sources, mask) = match is_first {
        true => {
            let moved = |at: i64| if at < short { at } else { at + long - short };
            ([extended, second], mask.into_iter().map(moved).collect())
        }
        false => ([first, extended], mask),
    };
    let shuffled = create_shuffle(rw, sources, &mask, loc);
    rw.replace_op(op, &[shuffled]);
    Some(())
}
