//! `scf.parallel` in the place of `scf.forall`, and `scf.forall` from zero on by one.

use terrace_affine::AffineExpr;
use terrace_dialects_core::scf::*;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_dialects_mem::index_values::{indices, value_of};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{InsertPoint, Op, OpFoldResult, OpKind, Rewriter, Value};

use super::tile::loops::make_forall;

/// Lower bounds, upper bounds and steps of a loop as values, made before it.
fn bounds(rw: &mut Rewriter<'_>, op: Op) -> [Vec<Value>; 3] {
    rw.set_insertion_point_before(op);
    let (view, loc) = (rw.op(op), rw.body().loc(op));
    let loops = &ForallOp::MODEL;
    let lists: [Vec<OpFoldResult>; 3] =
        [indices(&loops.lower_bounds(view)), indices(&loops.upper_bounds(view)), indices(&loops.steps(view))];
    lists.map(|list| list.into_iter().map(|index| value_of(rw, index, loc)).collect())
}

/// Creates an `scf.parallel` before an `scf.forall` and moves its body to it; returns it and the old
/// terminator, which is after the new one and must be erased. `None` for a loop with results.
pub(crate) fn make_parallel(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<(Op, Op)> {
    let view = op.view(rw);
    if view.outputs().len() > 0 {
        return rw
            .notify_match_failure(op, "only fully bufferized scf.forall ops can be lowered to scf.parallel");
    }
    let (loc, mapping) = (view.0.loc(), view.mapping_attr());
    let [lower, upper, steps] = bounds(rw, op.into());
    let region = rw.take_regions(op.into())[0];
    let parallel = rw
        .build(ParallelOp::of().loc(loc).lower_bound(&lower).upper_bound(&upper).step(&steps).region(region));
    let block = rw.body().entry(region)?;
    let end = rw.body().last_op(block)?;
    let end_loc = rw.body().loc(end);
    rw.set_insertion_point_to_end(block);
    rw.build(ReduceOp::of(&[]).loc(end_loc));
    if let Some(mapping) = mapping {
        let attrs = rw.cx().dict(vec![(rw.cx().str("mapping"), mapping)]);
        rw.set_attrs(parallel, attrs);
    }
    rw.set_insertion_point_after(parallel);
    Some((parallel.into(), end))
}

/// Replaces an `scf.forall` by one whose numbers start at zero and have a step of one; returns the loop.
pub fn normalize_forall(rw: &mut Rewriter<'_>, op: ForallOp) -> Op {
    let view = op.view(rw);
    if view.is_normalized() {
        return op.into();
    }
    let (loc, mapping) = (view.0.loc(), view.mapping_attr());
    let loops = &ForallOp::MODEL;
    let lower = indices(&loops.lower_bounds(view.0));
    let upper = indices(&loops.upper_bounds(view.0));
    let steps = indices(&loops.steps(view.0));
    let outputs: Vec<Value> = view.outputs().map(|value| value.id()).collect();
    let Some(old) = view.region().entry().map(|block| block.id()) else { return op.into() };
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
    let count = AffineExpr::ceil_div(s1.clone() - s0.clone(), s2);
    let point = rw.insertion_point();
    rw.set_insertion_point_before(op);
    let counts: Vec<OpFoldResult> = (0..lower.len())
        .map(|i| apply_expr(rw, count.clone(), &[lower[i], upper[i], steps[i]], loc))
        .collect();
    let (zeros, ones) =
        (vec![OpFoldResult::Static(0); counts.len()], vec![OpFoldResult::Static(1); counts.len()]);
    let (made, block, combining) = make_forall(rw, [&zeros, &counts, &ones], &outputs, mapping, loc);
    let end = rw.body().last_op(block);
    rw.set_insertion_point_to_start(block);
    let mut values: Vec<Value> = rw.body().args(block).collect();
    let place = s0 + AffineExpr::dim(0) * s1;
    for i in 0..counts.len() {
        let number =
            apply_expr(rw, place.clone(), &[OpFoldResult::Value(values[i]), lower[i], steps[i]], loc);
        values[i] = value_of(rw, number, loc);
    }
    // The old terminator takes the place of the new one.
    debug_assert!(rw.body().first_op(combining).is_none(), "nothing is combined yet");
    end.into_iter().for_each(|end| rw.erase_op(end));
    rw.inline_block(old, InsertPoint::End(block), &values);
    rw.replace_op_with(op, made);
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    made
}
