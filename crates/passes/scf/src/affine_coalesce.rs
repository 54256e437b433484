//! Coalesces perfectly nested `affine.for`: a band of loops becomes one over all their iterations.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::identifiers::Identifiers;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineMaxOp, AffineMinOp};
use terrace_ir::{InsertPoint, Loc, Op, OpKind, Rewriter, Type, Value, ValueRef, View};
use terrace_passes_shared::value_bounds::is_known_non_negative;

use crate::build::is_inside;
use crate::coalesce::perfectly_nested;

/// Coalesces loops of the perfect nest that begins with an `affine.for`, from the inside out: loops must
/// begin at zero, step by one and carry no values, or the same in all iterations. Returns `None`, without modifications, if there is a nest
/// and none of its loops can be.
pub fn coalesce_perfectly_nested(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let loops = perfectly_nested::<AffineForOp>(rw, op);
    if loops.len() == 1 {
        return Some(());
    }
    let mut above = Vec::new();
    for (i, &inner) in loops.iter().enumerate() {
        let is_above = |&j: &usize| rw.op(inner).operands().all(|operand| !is_inside(operand, loops[j]));
        above.push((0..i).find(is_above).unwrap_or(i));
    }
    let mut coalesced = None;
    let mut end = loops.len();
    while end > 0 {
        let fits = |&start: &usize| above[start..end].iter().all(|&at| at <= start);
        let start = (0..end - 1).find(fits).unwrap_or(end - 1);
        if start + 1 < end && coalesce(rw, &loops[start..end]).is_some() {
            coalesced = Some(());
        }
        end = if start + 1 < end { start } else { end - 1 };
    }
    coalesced
}

/// The number of iterations of a loop from zero in steps of one, as a value that is not less than zero if `clamped`.
fn trip_count(rw: &mut Rewriter<'_>, op: AffineForOp, clamped: bool, loc: Loc) -> Option<Value> {
    let [_, upper] = op.view(rw).bounds()?;
    let (operands, count) = (upper.values(), upper.map.num_results());
    let map = rw.cx().affine_map_attr(upper.map);
    let count = match count {
        1 => rw.build_value(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc)),
        _ => rw.build_value(AffineMinOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc)),
    };
    if !clamped {
        return Some(count);
    }
    let results = vec![AffineExpr::symbol(0), AffineExpr::constant(0)];
    let map = rw.cx().affine_map_attr(AffineMap::new(0, 1, results));
    Some(rw.build_value(AffineMaxOp::of(&[count]).map_attr(map).result(Type::INDEX).loc(loc)))
}

/// Whether a loop from zero may have an upper bound that is less than that; never if upstream is matched.
fn may_end_before_zero(view: View<'_, AffineForOp>) -> bool {
    let Some([_, upper]) = view.bounds() else { return true };
    !view.0.cx().matches_upstream() && !is_known_non_negative(&upper)
}

/// Whether the upper bound of a loop depends on symbols alone: products and quotients of a dimension are not affine.
fn has_symbols_as_bounds(view: View<'_, AffineForOp>) -> bool {
    let mut identifiers = Identifiers::around(view.0);
    view.bounds()
        .is_some_and(|[_, upper]| upper.operands.iter().all(|&operand| identifiers.is_symbol(operand)))
}

/// `expr` of one dimension and one symbol.
fn apply(rw: &mut Rewriter<'_>, expr: AffineExpr, operands: [Value; 2], loc: Loc) -> Value {
    let map = rw.cx().affine_map_attr(AffineMap::new(1, 1, vec![expr]));
    rw.build_value(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc))
}

/// Whether a loop yields the values that it carries as they are, and its results are unused.
fn carries_invariants(view: View<'_, AffineForOp>) -> bool {
    let Some(block) = view.region().entry() else { return false };
    let carried: Vec<ValueRef<'_>> = block.args().skip(1).collect();
    let yielded = block.last().into_iter().flat_map(|end| end.operands());
    yielded.eq(carried.iter().copied()) && view.0.results().all(|result| result.is_unused())
}

/// Replaces what a loop carries by the initial values.
fn drop_carried(rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Value>> {
    let view = AffineForOp::view_of(rw.op(op));
    let inits: Vec<Value> = view.inits().map(|init| init.id()).collect();
    let carried: Vec<Value> = view.region().entry()?.args().skip(1).map(|arg| arg.id()).collect();
    carried.into_iter().zip(&inits).for_each(|(arg, &init)| rw.replace_all_uses_with(arg, init));
    Some(inits)
}

/// Whether a loop is normalized, carries nothing that matters, and has a number of iterations that is a symbol.
fn can_be_coalesced(view: View<'_, AffineForOp>, is_outermost: bool) -> bool {
    let carries_nothing = view.0.num_results() == 0 || !is_outermost && carries_invariants(view);
    view.constant_step() == 1
        && view.constant_lower_bound() == Some(0)
        && carries_nothing
        && has_symbols_as_bounds(view)
}

/// Coalesces a band to one loop.
fn coalesce(rw: &mut Rewriter<'_>, loops: &[Op]) -> Option<()> {
    let fits = |(at, &op): (usize, &Op)| can_be_coalesced(AffineForOp::view_of(rw.op(op)), at == 0);
    if !loops.iter().enumerate().all(fits) {
        return None;
    }
    let (&outermost, &second, &innermost) = (loops.first()?, loops.get(1)?, loops.last()?);
    let loc = rw.body().loc(outermost);
    let (d0, s0) = (AffineExpr::dim(0), AffineExpr::symbol(0));
    rw.set_insertion_point_before(outermost);
    // The product of several numbers of iterations that are less than zero would be one where there is none.
    let may_be_less = |&&op: &&Op| may_end_before_zero(AffineForOp::view_of(rw.op(op)));
    let clamped = loops.iter().filter(may_be_less).count() > 1;
    let (mut counts, mut all) = (Vec::new(), None);
    for &op in loops {
        let count = trip_count(rw, AffineForOp::assume(op), clamped, loc)?;
        counts.push(count);
        all = Some(all.map_or(count, |all| apply(rw, d0.clone() * s0.clone(), [all, count], loc)));
    }
    let view = AffineForOp::view_of(rw.op(outermost));
    let [lower, _] = view.bounds()?;
    let upper = ValueMap::new(AffineMap::new(0, 1, vec![s0.clone()]), [rw.value(all?)]);
    let changes = view.with_bounds(&lower, &upper);
    rw.apply(outermost, &changes);
    let block_of = |rw: &Rewriter<'_>, op| Some(AffineForOp::view_of(rw.op(op)).region().entry()?.id());
    let (block, inner_block) = (block_of(rw, outermost)?, block_of(rw, innermost)?);
    rw.set_insertion_point_to_start(block);
    let variable = rw.body().args(block).next()?;
    let (mut previous, mut numbers) = (variable, vec![variable; loops.len()]);
    for i in (0..loops.len()).rev() {
        if i + 1 < loops.len() {
            let quotient = AffineExpr::floor_div(d0.clone(), s0.clone());
            previous = apply(rw, quotient, [previous, counts[i + 1]], loc);
        }
        numbers[i] = match i {
            0 => previous,
            _ => apply(rw, AffineExpr::modulo(d0.clone(), s0.clone()), [previous, counts[i]], loc),
        };
    }
    // The induction variable of the outermost loop now counts all iterations, except in the innermost one.
    let inner_ops = terrace_rewrite::walk::nested_post_order(rw.body(), innermost);
    let inner_ops: rustc_hash::FxHashSet<Op> = inner_ops.into_iter().collect();
    rw.replace_uses_with_if(variable, numbers[0], |_, user, _| inner_ops.contains(&user));
    for (&op, &number) in loops.iter().zip(&numbers).skip(1) {
        let variable = rw.body().args(block_of(rw, op)?).next()?;
        rw.replace_all_uses_with(variable, number);
    }
    let mut values = vec![*numbers.last()?];
    for &op in &loops[1..] {
        values.splice(1.., drop_carried(rw, op)?);
    }
    let end = rw.body().last_op(inner_block)?;
    rw.erase_op(end);
    rw.inline_block(inner_block, InsertPoint::Before(second), &values);
    rw.erase_op(second);
    Some(())
}
