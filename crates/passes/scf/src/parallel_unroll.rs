//! Unrolls parallel loops: several iterations of a dimension become one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::scf::ParallelOp;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, Rewriter, Type, Value};

/// The constant lower bound, upper bound and step of each dimension, and its number of iterations.
fn ranges(rw: &Rewriter<'_>, op: ParallelOp) -> Option<Vec<(i64, u64)>> {
    let view = op.view(rw);
    let bounds = view.lower_bound().zip(view.upper_bound()).zip(view.step());
    let range = |((lower, upper), step)| {
        let (lower, upper, step) = (m_scalar_i64(lower)?, m_scalar_i64(upper)?, m_scalar_i64(step)?);
        let span = u64::try_from(upper.checked_sub(lower)?.max(0)).ok()?;
        Some((step, span.div_ceil(u64::try_from(step).ok().filter(|&step| step > 0)?)))
    };
    bounds.map(range).collect()
}

/// Unrolls the last dimensions of an `scf.parallel` without results by factors above zero that divide their numbers of
/// iterations. `visit` is called for each op of the unrolled body with the number of its iteration. `None`, without
/// modifications, if it cannot be unrolled.
pub fn unroll_parallel(
    rw: &mut Rewriter<'_>,
    op: ParallelOp,
    factors: &[u64],
    visit: &mut dyn FnMut(&mut Rewriter<'_>, u64, Op),
) -> Option<()> {
    let view = op.view(rw);
    let block = view.region().entry()?;
    let (loc, rank) = (view.0.loc(), block.args().len());
    let skipped = rank.checked_sub(factors.len())?;
    let is_empty = block.first() == block.last();
    if factors.is_empty() || factors.iter().all(|&factor| factor == 1) || is_empty {
        return rw.notify_match_failure(op, "Unrolling not applied if all factors are 1");
    }
    // The values that iterations are reduced with would be those of one iteration of several.
    if view.0.num_results() > 0 || rw.holds_isolated(op.into()) {
        return rw.notify_match_failure(op, "the loop has results, or ops with bodies of their own");
    }
    let block = block.id();
    let ranges = ranges(rw, op)?;
    let divides = |(&factor, &(step, count)): (&u64, &(i64, u64))| {
        factor > 0
            && count % factor == 0
            && i64::try_from(factor).is_ok_and(|f| step.checked_mul(f).is_some())
    };
    if !factors.iter().zip(&ranges[skipped..]).all(divides) {
        return rw.notify_match_failure(op, "Unroll factors don't divide the iteration space evenly");
    }
    for (at, (&factor, &(step, _))) in factors.iter().zip(&ranges[skipped..]).enumerate() {
        if factor > 1 {
            unroll_dim(rw, block, skipped + at, (factor, step), visit)?;
            rw.set_insertion_point_before(op);
            let step = index_constant(rw, step * factor as i64, loc);
            rw.set_operand(op, 2 * rank + skipped + at, step);
        }
    }
    Some(())
}

/// Appends copies of the ops of a block for the next values of an argument.
fn unroll_dim(
    rw: &mut Rewriter<'_>,
    block: terrace_ir::Block,
    dim: usize,
    (factor, step): (u64, i64),
    visit: &mut dyn FnMut(&mut Rewriter<'_>, u64, Op),
) -> Option<()> {
    let end = rw.body().last_op(block)?;
    let ops: Vec<Op> = rw.body().ops_of(block).filter(|&op| op != end).collect();
    let variable = rw.body().args(block).nth(dim)?;
    rw.set_insertion_point_before(end);
    for number in 1..factor {
        let mut map = IrMapping::new();
        if !rw.value(variable).is_unused() {
            let next = next_value(rw, variable, step.checked_mul(i64::try_from(number).ok()?)?);
            map.map(variable, next);
        }
        for &op in &ops {
            let copy = rw.clone_op(op, &mut map)?;
            visit(rw, number, copy);
        }
    }
    ops.into_iter().for_each(|op| visit(rw, 0, op));
    Some(())
}

/// A value plus a number.
fn next_value(rw: &mut Rewriter<'_>, value: Value, addend: i64) -> Value {
    let expr = AffineExpr::dim(0) + AffineExpr::constant(addend);
    let map = rw.cx().affine_map_attr(AffineMap::new(1, 0, vec![expr]));
    let loc = rw.value(value).loc();
    rw.build_value(AffineApplyOp::of(&[value]).map_attr(map).result(Type::INDEX).loc(loc))
}
