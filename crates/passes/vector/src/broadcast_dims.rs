//! Broadcasts along any dimensions, as `vector.broadcast` along the first ones and `vector.transpose`.

use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{BroadcastOp, TransposeOp};
use terrace_ir::{Rewriter, Type, Value, VectorType};

/// A vector of type `ty` without scalable dimensions, that repeats a value along `dims`, at the insertion point; folded where
/// it is the value. `None` if the value does not have the shape of the other dimensions.
pub fn create_or_fold_broadcast(
    rw: &mut Rewriter<'_>,
    value: Value,
    ty: Type,
    dims: &[i64],
) -> Option<Value> {
    let cx = rw.cx();
    let (from, loc) = (rw.value(value).ty(), rw.value(value).loc());
    let own = as_vector(cx, ty)?;
    let is_repeated = |dim: usize| dims.contains(&(dim as i64));
    let (repeated, kept): (Vec<usize>, Vec<usize>) = (0..own.rank()).partition(|&dim| is_repeated(dim));
    let shape_of = |dims: &[usize]| -> Vec<i64> { dims.iter().map(|&dim| own.shape[dim]).collect() };
    let Some(source) = as_vector(cx, from) else {
        return kept.is_empty().then(|| rw.build_or_fold_value(BroadcastOp::of(value).vector(ty).loc(loc)));
    };
    if source.shape != shape_of(&kept) || own.is_scalable() || source.is_scalable() {
        return None;
    }
    let shape = [shape_of(&repeated), shape_of(&kept)].concat();
    let leading = VectorType::get_scalable(cx, &shape, &vec![false; own.rank()], own.element);
    let result = rw.build_or_fold_value(BroadcastOp::of(value).vector(leading).loc(loc));
    // Each dimension comes from where the broadcast has it.
    let mut order = vec![0; own.rank()];
    repeated.iter().chain(&kept).enumerate().for_each(|(at, &dim)| order[dim] = at as i64);
    if order.is_sorted() {
        return Some(result);
    }
    Some(rw.build_or_fold_value(
        TransposeOp::of(result).permutation_attr(cx.i64_array(&order)).result(ty).loc(loc),
    ))
}
