//! Unrolls `affine.for`: several iterations become one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOpView};
use terrace_ir::fold::Change;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, OpRef, Rewriter, Type, Value};

pub use super::loop_normalize::promote_if_one_iteration;
use super::loop_normalize::{slot, trip_count};
use crate::scf::unroll::unroll_block;

/// Returns whether the number of iterations of a loop is known, so that it can be unrolled.
#[must_use]
pub fn is_supported(op: OpRef<'_>) -> bool {
    trip_count(AffineForOpView(op)).is_some()
}

/// Unrolls a loop by a factor above zero; the iterations that are left over get a loop after it. Returns `None`, with
/// nothing changed, if there are fewer iterations than that, or their number is not known.
pub fn unroll_by_factor(rw: &mut Rewriter<'_>, op: Op, factor: u64) -> Option<()> {
    let view = AffineForOpView(rw.op(op));
    let count = trip_count(view);
    if factor == 1 {
        return if count == Some(1) { promote_if_one_iteration(rw, op) } else { Some(()) };
    }
    let block = view.region().entry()?;
    if block.first() == block.last() {
        return Some(());
    }
    let count = count.filter(|&count| count >= factor)?;
    if rw.holds_isolated(op) {
        return None;
    }
    let (loc, step, block) = (view.0.loc(), view.constant_step(), block.id());
    let scaled = i64::try_from(factor).ok().and_then(|factor| step.checked_mul(factor))?;
    if count % factor != 0 {
        let whole = i64::try_from(count - count % factor).ok()?.checked_mul(step)?;
        split(rw, op, whole)?;
    }
    let view = AffineForOpView(rw.op(op));
    let step_slot = slot(view.0, "step")?;
    rw.apply(op, &[Change::Prop(step_slot, rw.cx().int_attr(Type::INDEX, scaled))]);
    unroll_block(rw, block, factor, |rw, i, variable| {
        let bump = AffineExpr::dim(0) + AffineExpr::constant((i as i64).wrapping_mul(step));
        let map = rw.cx().affine_map_attr(AffineMap::new(1, 0, vec![bump]));
        rw.create_value::<AffineApplyOp>(&[variable], &[Some(map)], Type::INDEX, loc)
    })?;
    promote_if_one_iteration(rw, op);
    Some(())
}

/// Lets a loop end `length` after its lower bound, and another one after it go on from there.
fn split(rw: &mut Rewriter<'_>, op: Op, length: i64) -> Option<()> {
    let [lower, upper] = AffineForOpView(rw.op(op)).bounds()?;
    if lower.map.num_results() != 1 || upper.map.num_results() != 1 {
        return None;
    }
    rw.set_insertion_point_after(op);
    let rest = rw.clone_op(op, &mut IrMapping::new())?;
    let [lower, upper] = AffineForOpView(rw.op(op)).bounds()?;
    let middle = lower.map.results.first()?.clone() + AffineExpr::constant(length);
    let middle = AffineMap::new(lower.map.num_dims, lower.map.num_symbols, vec![middle]);
    let middle = ValueMap::new(middle, lower.operands.iter().copied());
    let of_first = AffineForOpView(rw.op(op)).with_bounds(&lower, &middle);
    let of_rest = AffineForOpView(rw.op(rest)).with_bounds(&middle, &upper);
    rw.apply(op, &of_first);
    rw.apply(rest, &of_rest);
    let results: Vec<(Value, Value)> = rw.body().results(op).zip(rw.body().results(rest)).collect();
    for &(result, new) in &results {
        rw.replace_all_uses_with(result, new);
    }
    // What is carried comes last.
    let mut operands: Vec<Value> = rw.body().operands(rest).collect();
    let first = operands.len() - results.len();
    operands.truncate(first);
    operands.extend(results.into_iter().map(|(result, _)| result));
    rw.set_operands(rest, &operands);
    promote_if_one_iteration(rw, rest);
    Some(())
}
