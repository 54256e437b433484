//! Casts of the bits of long vectors as those of shorter ones.

use terrace_dialects_vector::BitCastOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, Op, OpKind, Rewriter, VectorType, View};
use terrace_passes_shared::vector_ops::{broadcast, extract_slice, insert_slice, zeros};
use terrace_rewrite::PatternSet;

/// Whether a cast is to be broken down.
pub type BitCastFilter = fn(View<'_, BitCastOp>) -> bool;

/// Adds a pattern that breaks casts of one dimension to fewer elements down to slices of as many elements as there are
/// in the result.
pub fn add_break_down_bitcasts(patterns: &mut PatternSet, cx: &Context, filter: BitCastFilter) {
    let action = Box::new(move |rw: &mut Rewriter<'_>, op: Op| {
        let op = BitCastOp::assume(op);
        filter(op.view(rw)).then_some(())?;
        break_down(rw, op)
    });
    patterns.add_action(cx, "BreakDownVectorBitCast", Root::Op(BitCastOp::DEF.name), 1, action);
}

fn break_down(rw: &mut Rewriter<'_>, op: BitCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.result().ty(), view.0.loc());
    let (from, to) = (vector(cx, source.ty()), vector(cx, ty));
    if from.is_scalable() {
        return rw.notify_match_failure(op, "Scalable vectors are not supported");
    }
    let (&[many], &[few]) = (from.shape, to.shape) else { return None };
    let ratio = many.checked_div(few)?;
    // Slices of other lengths are no whole elements of the result.
    if many < few || many == ratio || few % ratio != 0 || ratio > MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    let source = source.id();
    let part = VectorType::get(cx, &[few / ratio], to.element);
    let zero = zeros(rw, to.element, loc)?;
    let mut result = broadcast(rw, zero, ty, loc);
    for at in 0..ratio {
        let slice = extract_slice(rw, source, &[at * few], &[few], loc);
        let cast = rw.build_value(BitCastOp::of(slice).result(part).loc(loc));
        result = insert_slice(rw, cast, result, &[at * few / ratio], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
