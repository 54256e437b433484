//! Coalesces perfectly nested loops: a band of loops becomes one over all their iterations.

use terrace_affine::AffineExpr;
use terrace_dialects_core::arith::{CeilDivSIOp, DivSIOp, RemSIOp, SubIOp};
use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::AffineDelinearizeIndexOp;
use terrace_dialects_mem::index_values::value_of;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Block, InsertPoint, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};
use terrace_passes_shared::arithmetic::Arith;

use terrace_dialects_mem::affine::make::apply_expr;

use super::build::is_inside;
use super::counts::{clamped, denormalize_index, index_of, index_trip_count, max, replace_but_in};
use super::unroll::set_controls;

/// The perfectly nested loops of one kind, outermost first.
pub(super) fn perfectly_nested<K: OpKind>(rw: &Rewriter<'_>, op: Op) -> Vec<Op> {
    let mut loops = vec![op];
    let mut at = rw.op(op);
    while let Some(block) = at.single_region().entry()
        && let Some(first) = block.first().filter(|first| first.isa::<K>())
        && first.next().is_some_and(|next| Some(next) == block.last())
    {
        loops.push(first.id());
        at = first;
    }
    loops
}

/// Whether the loop-carried values of the outer loop are the inits of the inner one, and its results are
/// yielded.
fn carries_through(rw: &Rewriter<'_>, outer: Op, inner: Op) -> bool {
    let (outer, inner) = (ForOp::view_of(rw.op(outer)), ForOp::view_of(rw.op(inner)));
    let Some(block) = outer.region().entry() else { return false };
    block.args().skip(1).eq(inner.init_args())
        && block.last().is_some_and(|end| end.operands().eq(inner.0.results()))
}

/// Coalesces loops of the perfect nest that begins with an `scf.for`, from the inside out; returns `None`,
/// without modifications, if none can be.
pub fn coalesce_perfectly_nested(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let loops = perfectly_nested::<ForOp>(rw, op);
    // The outermost loop above which the bounds of each loop are defined, and the origin of its loop-carried
    // values.
    let (mut above, mut chain) = (Vec::new(), vec![0]);
    for (i, &inner) in loops.iter().enumerate() {
        let view = ForOp::view_of(rw.op(inner));
        let bounds = [view.lower_bound(), view.upper_bound(), view.step()];
        let is_above = |&j: &usize| bounds.iter().all(|&bound| !is_inside(bound, loops[j]));
        above.push((0..i).find(is_above).unwrap_or(i));
        if i > 0 {
            chain.push(if carries_through(rw, loops[i - 1], inner) { chain[i - 1] } else { i });
        }
    }
    let mut coalesced = None;
    let mut end = loops.len();
    while end > 0 {
        let fits = |&start: &usize| {
            let most = above[start..end].iter().copied().fold(0, Ord::max);
            most <= start && chain[end - 1] <= start
        };
        let start = (0..end - 1).find(fits).unwrap_or(end - 1);
        if start + 1 < end && coalesce(rw, &loops[start..end]).is_some() {
            coalesced = Some(());
        }
        end = if start + 1 < end { start } else { end - 1 };
    }
    coalesced
}

/// Computes the number of iterations of a loop, which is not less than zero if `clamped`.
fn trip_count(
    rw: &mut Rewriter<'_>,
    [lower, upper, step]: [Value; 3],
    ty: Type,
    clamped: bool,
    loc: Loc,
) -> OpFoldResult {
    if ty == Type::INDEX {
        return index_trip_count(rw, [lower, upper, step], clamped, loc);
    }
    let span = match m_scalar_i64(rw.value(lower)) {
        Some(0) => upper,
        _ => rw.build_or_fold_value(SubIOp::of(upper, lower).result(ty).loc(loc)),
    };
    let count = match m_scalar_i64(rw.value(step)) {
        Some(1) => span,
        _ => rw.build_or_fold_value(CeilDivSIOp::of(span, step).result(ty).loc(loc)),
    };
    if !clamped {
        return OpFoldResult::Value(count);
    }
    let zero = Arith::new(rw, loc).int(0, ty);
    OpFoldResult::Value(max(rw, [count, zero], false, loc))
}

/// Computes the original value of an induction variable that now counts iterations, and replaces its uses by
/// that.
fn denormalize(rw: &mut Rewriter<'_>, variable: Value, [lower, step]: [Value; 2], ty: Type, loc: Loc) {
    if ty == Type::INDEX {
        denormalize_index(rw, variable, [lower, step], loc);
        return;
    }
    let mut value = variable;
    if m_scalar_i64(rw.value(step)) != Some(1) {
        value = Arith::new(rw, loc).mul(value, step);
    }
    if m_scalar_i64(rw.value(lower)) != Some(0) {
        let scaled = value;
        value = Arith::new(rw, loc).add(value, lower);
        if scaled != variable {
            // The variable is used by the first of both alone.
            let keep = rw.value(scaled).defining_op().map(|op| op.id());
            rw.replace_uses_with_if(variable, value, |_, user, _| Some(user) != keep);
            return;
        }
    }
    replace_but_in(rw, variable, value);
}

/// The product of numbers of iterations.
fn product(rw: &mut Rewriter<'_>, values: &[Value], ty: Type, loc: Loc) -> Value {
    if ty == Type::INDEX {
        let factors = (0..values.len() as u32).map(AffineExpr::symbol);
        let expr = factors.reduce(|product, factor| product * factor).unwrap_or(AffineExpr::constant(1));
        let operands: Vec<OpFoldResult> = values.iter().map(|&value| index_of(rw, value)).collect();
        let all = apply_expr(rw, expr, &operands, loc);
        return value_of(rw, all, loc);
    }
    let mut all: Option<Value> = None;
    for &value in values {
        if m_scalar_i64(rw.value(value)) == Some(1) {
            continue;
        }
        all = Some(match all {
            Some(all) => Arith::new(rw, loc).mul(all, value),
            None => value,
        });
    }
    all.unwrap_or_else(|| Arith::new(rw, loc).int(1, ty))
}

/// The numbers of all loops, computed from the one of all iterations, and the ops that use that.
fn delinearize(rw: &mut Rewriter<'_>, variable: Value, counts: &[Value], loc: Loc) -> (Vec<Value>, Vec<Op>) {
    let ty = rw.body().value_type(variable);
    if ty == Type::INDEX {
        let basis: Vec<OpFoldResult> = counts.iter().map(|&count| index_of(rw, count)).collect();
        let types = vec![ty; counts.len()];
        let op =
            rw.build(AffineDelinearizeIndexOp::of(variable).loc(loc).mixed_basis(&basis).multi_index(&types));
        return (rw.body().results(op).collect(), vec![op.into()]);
    }
    let is_one: Vec<bool> = counts.iter().map(|&count| m_scalar_i64(rw.value(count)) == Some(1)).collect();
    let leading = is_one.iter().take_while(|&&one| one).count();
    let mut numbers: Vec<Value> = (0..leading).map(|_| Arith::new(rw, loc).int(0, ty)).collect();
    numbers.resize(counts.len(), variable);
    let (mut previous, mut made) = (variable, Vec::new());
    for at in (leading..counts.len()).rev() {
        if at + 1 < counts.len() && !is_one[at + 1] {
            previous = Arith::new(rw, loc).binary::<DivSIOp>(previous, counts[at + 1]);
            made.push(previous);
        }
        numbers[at] = match (at == leading, is_one[at]) {
            (true, _) => previous,
            (false, false) => {
                let rest = Arith::new(rw, loc).binary::<RemSIOp>(previous, counts[at]);
                made.push(rest);
                rest
            }
            (false, true) => Arith::new(rw, loc).int(0, ty),
        };
    }
    let ops = made.into_iter().filter_map(|value| rw.value(value).defining_op().map(|op| op.id()));
    let ops = ops.collect();
    (numbers, ops)
}

fn block_of(rw: &Rewriter<'_>, op: Op) -> Option<Block> {
    ForOp::view_of(rw.op(op)).region().entry().map(|block| block.id())
}

/// Coalesces a band to one loop.
fn coalesce(rw: &mut Rewriter<'_>, loops: &[Op]) -> Option<()> {
    let (&outermost, &innermost) = (loops.first()?, loops.last()?);
    let innermost_block = block_of(rw, innermost)?;
    let controls_of = |&op: &Op| {
        let view = ForOp::view_of(rw.op(op));
        [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id())
    };
    let controls: Vec<[Value; 3]> = loops.iter().map(controls_of).collect();
    let clamped = clamped(rw, &controls);
    let mut counts = Vec::new();
    for ((&op, controls), clamped) in loops.iter().zip(controls).zip(clamped) {
        let view = ForOp::view_of(rw.op(op));
        let (loc, ty) = (view.0.loc(), view.step().ty());
        let variable = view.region().entry()?.args().next()?.id();
        rw.set_insertion_point_before(outermost);
        let count = trip_count(rw, controls, ty, clamped, loc);
        let zero = Arith::new(rw, loc).int(0, ty);
        let count = match count {
            OpFoldResult::Value(count) => count,
            OpFoldResult::Static(count) => Arith::new(rw, loc).int(count, ty),
        };
        let one = Arith::new(rw, loc).int(1, ty);
        set_controls(rw, ForOp::assume(op), [zero, count, one]);
        rw.set_insertion_point_to_start(innermost_block);
        denormalize(rw, variable, [controls[0], controls[2]], ty, loc);
        counts.push(count);
    }
    let view = ForOp::view_of(rw.op(outermost));
    let (loc, ty) = (view.0.loc(), view.step().ty());
    let [lower, step] = [view.lower_bound(), view.step()].map(|value| value.id());
    let variable = view.region().entry()?.args().next()?.id();
    rw.set_insertion_point_before(outermost);
    let all = product(rw, &counts, ty, loc);
    set_controls(rw, ForOp::assume(outermost), [lower, all, step]);
    rw.set_insertion_point_to_start(innermost_block);
    let (numbers, keep) = delinearize(rw, variable, &counts, loc);
    rw.replace_uses_with_if(variable, numbers[0], |_, user, _| !keep.contains(&user));
    for i in (1..loops.len()).rev() {
        let (inner, inner_block) = (loops[i], block_of(rw, loops[i])?);
        let outer_args: Vec<Value> = rw.body().args(block_of(rw, loops[i - 1])?).skip(1).collect();
        let inner_args: Vec<Value> = rw.body().args(inner_block).skip(1).collect();
        let end = rw.body().last_op(inner_block)?;
        // The arguments of the inner block are replaced by those of the outer one.
        let carried =
            |value: Value| inner_args.iter().position(|&arg| arg == value).map_or(value, |at| outer_args[at]);
        let yielded: Vec<Value> = rw.body().operands(end).map(carried).collect();
        rw.erase_op(end);
        let values: Vec<Value> = std::iter::once(numbers[i]).chain(outer_args.iter().copied()).collect();
        rw.inline_block(inner_block, InsertPoint::Before(inner), &values);
        rw.replace_op(inner, &yielded);
    }
    Some(())
}
