//! `scf.parallel` in the place of `scf.forall`.

use terrace_dialects_core::scf::*;
use terrace_dialects_mem::index_values::{Index, indices, value_of};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Op, Rewriter, Value};

/// Lower bounds, upper bounds and steps of a loop as values, made in front of it.
fn bounds(rw: &mut Rewriter<'_>, op: Op) -> [Vec<Value>; 3] {
    rw.before(op);
    let (view, loc) = (rw.op(op), rw.body().loc(op));
    let loops = &ForallOp;
    let lists: [Vec<Index>; 3] =
        [indices(&loops.lower_bounds(view)), indices(&loops.upper_bounds(view)), indices(&loops.steps(view))];
    lists.map(|list| list.into_iter().map(|index| value_of(rw, index, loc)).collect())
}

/// Makes an `scf.parallel` in front of an `scf.forall` that takes over its body; gives it and the body's old
/// terminator, which is behind the new one's and to be erased. None for a loop with results.
pub(crate) fn make_parallel(rw: &mut Rewriter<'_>, op: Op) -> Option<(Op, Op)> {
    let view = ForallOpView(rw.op(op));
    if view.outputs().len() > 0 {
        return rw.no_match(op, "only fully bufferized scf.forall ops can be lowered to scf.parallel");
    }
    let (loc, mapping) = (view.0.loc(), view.mapping());
    let [lower, upper, steps] = bounds(rw, op);
    let region = rw.take_regions(op)[0];
    let parallel =
        rw.add(|cx, body| ParallelOp::build(cx, body, &lower, &upper, &steps, &[], &[], region, loc));
    let block = rw.body().entry(region)?;
    let end = rw.body().last_op(block)?;
    let end_loc = rw.body().loc(end);
    rw.at_end(block);
    rw.add(|cx, body| ReduceOp::build(cx, body, &[], &[], end_loc));
    if let Some(mapping) = mapping {
        let attrs = rw.cx().dict(vec![(rw.cx().str("mapping"), mapping)]);
        rw.set_attrs(parallel, attrs);
    }
    rw.after(parallel);
    Some((parallel, end))
}
