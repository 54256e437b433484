//! The destinations of tiled ops.

use terrace_dialects_mem::make_slices::empty_like;
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::tiling::{Refusal, ReifyShapes, TilingInterface};
use terrace_ir::{DYNAMIC, Op, OpFoldResult, Rewriter, Value};

/// The destination of a result: the operand it is tied to, or else an empty tensor, made before the op.
pub fn destination(rw: &mut Rewriter<'_>, op: Op, result: usize) -> Option<Value> {
    let view = rw.op(op);
    if let Some(style) = view.interface::<dyn DestinationStyleOp>() {
        let (first, count) = style.inits(view);
        let tensors = (first..first + count).filter(|&i| view.operand(i).ty().is_tensor(view.cx()));
        return tensors.map(|i| view.operand(i).id()).nth(result);
    }
    let (cx, ty, loc) = (view.cx(), view.result(result).ty(), view.loc());
    let shape = ty.shape(cx)?.to_vec();
    let reify = view.interface::<dyn ReifyShapes>();
    let point = rw.insertion_point();
    rw.set_insertion_point_before(op);
    let sizes = match shape.contains(&DYNAMIC) {
        true => reify?.reify_shapes(rw, op)?.into_iter().nth(result)?,
        false => shape.into_iter().map(OpFoldResult::Static).collect(),
    };
    let made = empty_like(rw, &sizes, ty, loc);
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    Some(made)
}

/// The destinations of the results that are tensors.
pub fn destinations(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Value>> {
    let results = rw.op(op).num_results();
    let mut found = Vec::with_capacity(results);
    for result in 0..results {
        if rw.op(op).result(result).ty().is_tensor(rw.cx()) {
            found.push(destination(rw, op, result)?);
        }
    }
    Some(found)
}

/// The tiling interface of an op.
///
/// # Errors
///
/// If it has none.
pub fn tiling_of(rw: &Rewriter<'_>, op: Op) -> Result<&'static dyn TilingInterface, Refusal> {
    rw.op(op).interface::<dyn TilingInterface>().ok_or(None)
}
