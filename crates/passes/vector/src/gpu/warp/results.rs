//! Results of regions that need no region.

use rustc_hash::FxHashMap;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_ir::effects::is_trivially_dead;
use terrace_ir::{Op, Rewriter, Value};

use super::region::Warp;

/// Drops results without uses, and those that are the same as others.
pub(super) fn drop_results(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let warp = Warp::of(rw, op)?;
    let (old, yields) = (warp.results(rw), warp.yields(rw));
    let (mut values, mut types): (Vec<Value>, Vec<_>) = (Vec::new(), Vec::new());
    let mut known = FxHashMap::default();
    let mut places = Vec::with_capacity(old.len());
    for (&result, &value) in old.iter().zip(&yields) {
        let view = rw.value(result);
        if view.is_unused() {
            places.push(None);
            continue;
        }
        let place = *known.entry((value, view.ty())).or_insert_with(|| {
            values.push(value);
            types.push(view.ty());
            values.len() - 1
        });
        places.push(Some(place));
    }
    if values.len() == yields.len() {
        return None;
    }
    let new = warp.with_yields(rw, &values, &types)?;
    let results = new.results(rw);
    for (&result, place) in old.iter().zip(&places) {
        if let Some(place) = *place {
            rw.replace_all_uses_with(result, results[place]);
        }
    }
    rw.erase_op(warp.op);
    let ops: Vec<Op> = rw.block(new.block).ops().map(|op| op.id()).collect();
    for op in ops.into_iter().rev() {
        if is_trivially_dead(rw.op(op)) {
            rw.erase_op(op);
        }
    }
    Some(())
}

/// Uses a value that was there before instead of a result that is that value.
pub(super) fn forward_operand(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let warp = Warp::of(rw, op)?;
    let args: Vec<Value> = op.view(rw).args().map(|value| value.id()).collect();
    let block_args: Vec<Value> = rw.body().args(warp.block).collect();
    let results = warp.results(rw);
    for (&value, &result) in warp.yields(rw).iter().zip(&results) {
        let from = match block_args.iter().position(|&arg| arg == value) {
            Some(at) => args[at],
            None if warp.is_outside(rw, value) => value,
            None => continue,
        };
        let view = rw.value(result);
        if !view.is_unused() && view.ty() == rw.value(from).ty() {
            rw.replace_all_uses_with(result, from);
            return Some(());
        }
    }
    None
}
