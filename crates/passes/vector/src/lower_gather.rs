//! `vector.gather` of several dimensions as gathers of rows.

use terrace_dialects_builtin::ub;
use terrace_dialects_vector::GatherOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, Value, VectorType, pattern};

use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{extract, insert};

/// Unrolls gathers to those of one dimension.
pub static LOWER_GATHER: &[Pattern] = &[pattern!("UnrollGather", GatherOp, unroll)];

fn unroll(rw: &mut Rewriter<'_>, op: GatherOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let own = vector(cx, ty);
    if own.rank() < 2 {
        return rw.notify_match_failure(op, "already 1-D");
    }
    if own.scalable[0] {
        return rw.notify_match_failure(op, "cannot unroll scalable dim");
    }
    // Under a mask the op is to stay the only one.
    if is_masked(view.0) {
        return None;
    }
    let (base, alignment) = (view.base().id(), view.alignment());
    let offsets: Vec<Value> = view.offsets().map(|offset| offset.id()).collect();
    let inputs = [view.indices().id(), view.mask().id(), view.pass_thru().id()];
    let row_ty = VectorType::get_scalable(cx, &own.shape[1..], &own.scalable[1..], own.element);
    let mut result = rw.build_value(ub::PoisonOp::of().result(ty).loc(loc));
    for at in 0..own.shape[0] {
        let [indices, mask, pass_thru] = inputs.map(|input| extract(rw, input, &[at], loc));
        let mut gather = GatherOp::of(base, &offsets, indices, mask, pass_thru).loc(loc).result(row_ty);
        if let Some(alignment) = alignment {
            gather = gather.alignment(alignment);
        }
        let row = rw.build_value(gather);
        result = insert(rw, row, result, &[at], loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
