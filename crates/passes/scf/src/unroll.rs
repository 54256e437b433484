//! Unrolls loops: several iterations become one.

use terrace_dialects_core::arith::{DivUIOp, RemSIOp};
use terrace_dialects_core::scf::{ForOp, promote_if_one_iteration};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Loc, Op, OpKind, Rewriter, Type, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::unroll::unroll_block;

use crate::counts::{max, may_end_before_start};

/// Sets other bounds and another step of a loop.
pub(super) fn set_controls(rw: &mut Rewriter<'_>, op: ForOp, controls: [Value; 3]) {
    let inits: Vec<Value> = op.view(rw).init_args().map(|value| value.id()).collect();
    rw.set_operands(op, &[controls.as_slice(), &inits].concat());
}

/// `dividend` over `divisor`, rounded up; neither is negative.
fn ceil_div_positive(rw: &mut Rewriter<'_>, dividend: Value, divisor: Value, loc: Loc) -> Value {
    let ty = rw.body().value_type(dividend);
    let one = Arith::new(rw, loc).int(1, ty);
    let less = Arith::new(rw, loc).sub(divisor, one);
    let sum = Arith::new(rw, loc).add(dividend, less);
    Arith::new(rw, loc).binary::<DivUIOp>(sum, divisor)
}

/// Unrolls an `scf.for` by a factor above zero; the iterations that are left over get a loop after it. Returns `None` if
/// the loop cannot be unrolled.
pub fn unroll_by_factor(rw: &mut Rewriter<'_>, op: Op, factor: u64) -> Option<()> {
    unroll_by_factor_with(rw, ForOp::assume(op), factor, &mut |_, _, _| {})
}

/// As [`unroll_by_factor`], with a function that is called for each op of the unrolled loop with the number of its iteration.
pub fn unroll_by_factor_with(
    rw: &mut Rewriter<'_>,
    op: ForOp,
    factor: u64,
    visit: &mut dyn FnMut(&mut Rewriter<'_>, u64, Op),
) -> Option<()> {
    let view = op.view(rw);
    let block = view.region().entry()?;
    if block.first() == block.last() {
        return Some(());
    }
    if rw.holds_isolated(op.into()) {
        return None;
    }
    let (loc, ty, block) = (view.0.loc(), view.step().ty(), block.id());
    let [lower, upper, step] = [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
    let numbers = [lower, upper, step].map(|value| m_scalar_i64(rw.value(value)));
    let count = view.constant_trip_count();
    rw.set_insertion_point_before(op);
    let (new_upper, new_step, has_rest) = match (count, numbers) {
        (Some(count), [Some(low), Some(up), Some(by)]) => {
            if factor == 1 {
                return if count == 1 { promote_if_one_iteration(rw, op) } else { Some(()) };
            }
            let whole = count - count % factor;
            let end = low.wrapping_add((whole as i64).wrapping_mul(by));
            let new_upper = if end < up { Arith::new(rw, loc).int(end, ty) } else { upper };
            let new_step = Arith::new(rw, loc).int(by.wrapping_mul(factor as i64), ty);
            (new_upper, new_step, end < up)
        }
        _ => unrolled_bounds(rw, op, factor, (ty, loc)),
    };
    if has_rest {
        rw.set_insertion_point_after(op);
        let rest = rw.clone_op(op.into(), &mut IrMapping::new())?;
        let results: Vec<(Value, Value)> = rw.body().results(op).zip(rw.body().results(rest)).collect();
        for &(result, new) in &results {
            rw.replace_all_uses_with(result, new);
        }
        let inits = results.into_iter().map(|(result, _)| result);
        let operands: Vec<Value> = [new_upper, upper, step].into_iter().chain(inits).collect();
        rw.set_operands(rest, &operands);
        promote_if_one_iteration(rw, ForOp::assume(rest));
    }
    set_controls(rw, op, [lower, new_upper, new_step]);
    unroll_block(
        rw,
        block,
        factor,
        |rw, i, variable| {
            let ty = rw.body().value_type(variable);
            let number = Arith::new(rw, loc).int(i as i64, ty);
            let stride = Arith::new(rw, loc).mul(step, number);
            Arith::new(rw, loc).add(variable, stride)
        },
        visit,
    )?;
    promote_if_one_iteration(rw, op);
    Some(())
}

/// The upper bound and the step of an unrolled loop that are computed as it runs, and that there may be iterations left.
fn unrolled_bounds(
    rw: &mut Rewriter<'_>,
    op: ForOp,
    factor: u64,
    (ty, loc): (Type, Loc),
) -> (Value, Value, bool) {
    let view = op.view(rw);
    let unsigned = view.unsigned_cmp();
    let [lower, upper, step] = [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
    let span = Arith::new(rw, loc).sub(upper, lower);
    let count = ceil_div_positive(rw, span, step, loc);
    let factor = Arith::new(rw, loc).int(factor as i64, ty);
    let rest = Arith::new(rw, loc).binary::<RemSIOp>(count, factor);
    let whole = Arith::new(rw, loc).sub(count, rest);
    let length = Arith::new(rw, loc).mul(whole, step);
    let mut end = Arith::new(rw, loc).add(lower, length);
    // In steps of one, a negative number of iterations is rounded to one that is not less.
    let is_exact =
        m_scalar_i64(rw.value(step)) == Some(1) || !may_end_before_start(rw, [lower, upper], unsigned);
    if !is_exact {
        end = max(rw, [end, lower], unsigned, loc);
    }
    (end, Arith::new(rw, loc).mul(step, factor), true)
}
