//! Scalar code of a warp's region that all lanes can run.

use rustc_hash::FxHashSet;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::{InsertPoint, Op, Rewriter, TraitSet};

use super::region::Warp;

/// Moves ops without effects, regions and vector results whose operands are from outside before the region.
pub fn move_scalar_uniform_code(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) {
    let (cx, Some(warp)) = (rw.cx(), Warp::of(rw, op)) else { return };
    let mut moved: FxHashSet<Op> = FxHashSet::default();
    let mut order = Vec::new();
    for op in rw.block(warp.block).ops() {
        let has_vector = op.results().any(|result| as_vector(cx, result.ty()).is_some());
        let is_simple = !op.has_trait(TraitSet::Terminator) && op.num_regions() == 0 && !has_vector;
        let mut operands = op.operands();
        let is_uniform = operands.all(|operand| {
            let is_moved = operand.defining_op().is_some_and(|def| moved.contains(&def.id()));
            is_moved || warp.is_outside(rw, operand.id())
        });
        if is_simple && is_uniform && is_memory_effect_free(op) {
            moved.insert(op.id());
            order.push(op.id());
        }
    }
    order.into_iter().for_each(|op| rw.move_op(op, InsertPoint::Before(warp.op)));
}
