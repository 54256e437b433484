//! Unrolls `affine.for`: several iterations become one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp};
use terrace_ir::fold::Change;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{OpKind, Rewriter, Type, Value, View};
use terrace_passes_shared::value_bounds::is_known_non_negative;

use super::dependence::system::never_ends_before_start;
pub use super::loop_normalize::promote_if_one_iteration;
use super::loop_normalize::{slot, trip_count, trip_counts};
use terrace_passes_shared::unroll::unroll_block_with;

/// The result of unrolling a loop where there is nothing to copy; `None` if there is.
pub(super) fn unroll_nothing(rw: &mut Rewriter<'_>, op: AffineForOp, factor: u64) -> Option<Option<()>> {
    let view = op.view(rw);
    if factor == 1 {
        let is_single = trip_count(view) == Some(1);
        return Some(if is_single { promote_if_one_iteration(rw, op) } else { Some(()) });
    }
    let Some(block) = view.region().entry() else { return Some(None) };
    (block.first() == block.last()).then_some(Some(()))
}

/// Unrolls a loop by a factor above zero; the iterations that are left over get a loop after it. Returns `None`, with
/// nothing changed, if there are known to be fewer iterations than that, or a bound of several results has to be split.
pub fn unroll_by_factor(rw: &mut Rewriter<'_>, op: AffineForOp, factor: u64) -> Option<()> {
    if let Some(result) = unroll_nothing(rw, op, factor) {
        return result;
    }
    let view = op.view(rw);
    let (count, block) = (trip_count(view), view.region().entry()?);
    if count.is_some_and(|count| count < factor) || rw.holds_isolated(op.into()) {
        return None;
    }
    let (loc, step, block) = (view.0.loc(), view.constant_step(), block.id());
    let factor_number = i64::try_from(factor).ok()?;
    let scaled = step.checked_mul(factor_number)?;
    if has_rest(view, factor) {
        split(rw, op, factor_number)?;
    }
    let view = op.view(rw);
    let step_slot = slot(view.0, "step")?;
    rw.apply(op.into(), &[Change::Prop(step_slot, rw.cx().int_attr(Type::INDEX, scaled))]);
    let stale_arguments = rw.cx().matches_upstream();
    unroll_block_with(
        rw,
        block,
        factor,
        stale_arguments,
        |rw, i, variable| {
            let bump = AffineExpr::dim(0) + AffineExpr::constant((i as i64).wrapping_mul(step));
            let map = rw.cx().affine_map_attr(AffineMap::new(1, 0, vec![bump]));
            rw.build_value(AffineApplyOp::of(&[variable]).map_attr(map).result(Type::INDEX).loc(loc))
        },
        &mut |_, _, _| {},
    )?;
    promote_if_one_iteration(rw, op);
    Some(())
}

/// Whether a loop may run another number of times than a multiple of a factor.
pub(super) fn has_rest(view: View<'_, AffineForOp>, factor: u64) -> bool {
    !largest_divisor_of_trip_count(view, trip_count(view)).is_multiple_of(factor)
}

/// The largest known divisor of a loop's trip count; at least one.
pub(super) fn largest_divisor_of_trip_count(view: View<'_, AffineForOp>, count: Option<u64>) -> u64 {
    if let Some(count) = count {
        return count;
    }
    let Some((_, counts)) = trip_counts(view) else { return 1 };
    // The trip count is the least of these, whichever that is. A loop that does not run has any divisor.
    let divisor = |count: &AffineExpr| match count.as_constant() {
        Some(..=0) => 0,
        Some(count) => count.unsigned_abs(),
        None => count.largest_known_divisor().unsigned_abs(),
    };
    match counts.map.results.iter().map(divisor).fold(0, gcd) {
        0 => u64::MAX,
        divisor => divisor,
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The bound between the whole groups of `factor` iterations of a loop and the remainder.
fn middle_bound(view: View<'_, AffineForOp>, factor: i64) -> Option<ValueMap<'_>> {
    let (mut lower, mut counts) = trip_counts(view)?;
    let step = view.constant_step();
    lower.canonicalize();
    // The negated number of whole groups, which is subtracted from the lower bound.
    let groups = |count: &AffineExpr| {
        let rest = AffineExpr::modulo(count.clone(), AffineExpr::constant(factor));
        (count.clone() - rest) * AffineExpr::constant(-step)
    };
    counts.map.results = counts.map.results.iter().map(groups).collect();
    let mut middle = lower.minus(&counts);
    middle.canonicalize();
    Some(middle)
}

/// Splits a loop after whole groups of `factor` iterations; a second loop runs the remainder.
pub(super) fn split(rw: &mut Rewriter<'_>, op: AffineForOp, factor: i64) -> Option<()> {
    let [lower, upper] = op.view(rw).bounds()?;
    if lower.map.num_results() != 1 || upper.map.num_results() != 1 {
        return None;
    }
    rw.set_insertion_point_after(op);
    let rest = rw.clone_op(op.into(), &mut IrMapping::new())?;
    let [lower, upper] = op.view(rw).bounds()?;
    let middle = middle_bound(op.view(rw), factor)?;
    let of_first = op.view(rw).with_bounds(&lower, &middle);
    // Whole groups of a negative number of iterations end before the upper bound, though there is no remainder.
    let is_exact = rw.cx().matches_upstream()
        || is_known_non_negative(&upper.minus(&lower))
        || never_ends_before_start(op.view(rw));
    let mut start = if is_exact { middle } else { middle.concat(&lower) };
    start.canonicalize();
    let of_rest = AffineForOp::view_of(rw.op(rest)).with_bounds(&start, &upper);
    rw.apply(op.into(), &of_first);
    rw.apply(rest, &of_rest);
    let results: Vec<(Value, Value)> = rw.body().results(op).zip(rw.body().results(rest)).collect();
    for &(result, new) in &results {
        rw.replace_all_uses_with(result, new);
    }
    // Loop-carried values come last.
    let mut operands: Vec<Value> = rw.body().operands(rest).collect();
    let first = operands.len() - results.len();
    operands.truncate(first);
    operands.extend(results.into_iter().map(|(result, _)| result));
    rw.set_operands(rest, &operands);
    promote_if_one_iteration(rw, AffineForOp::assume(rest));
    Some(())
}
