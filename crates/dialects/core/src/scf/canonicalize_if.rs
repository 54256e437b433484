//! Canonicalization of `scf.if`.

use rustc_hash::FxHashMap;
use terrace_ir::fold::{Change, constant_value};
use terrace_ir::matchers::m_constant_int;
use terrace_ir::{Attr, Body, Folded, Op, OpKind, OpRef, Region, Rewriter, Type, Value, ValueRef};

use super::IfOp;
use super::canonicalize::{
    add_yield, is_only_terminator, replace_by_region, replace_yield, terminator, types_of, yielded,
};
use crate::arith::canonicalize::constant_of;
use crate::arith::poison::may_be_poison;
use crate::arith::{AndIOp, SelectOp, XOrIOp};
use crate::region_branch::region_of;
use terrace_dialects_builtin::fold::operands_of;

/// Returns the operand of a boolean negation; `None` for other values.
fn negated(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let [condition, one] = operands_of::<XOrIOp, 2>(value)?;
    m_constant_int(one)?.is_one().then_some(condition)
}

/// Swaps the regions of an op with a negated condition.
pub(super) fn fold_if(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = IfOp::view_of(op);
    match negated(view.condition()) {
        Some(condition) if !view.else_region().is_empty() => {
            Folded::Changed(vec![Change::Operand(0, condition.id()), Change::SwapRegions(0, 1)])
        }
        _ => Folded::Unchanged,
    }
}

/// The regions of an `scf.if`.
fn sides(rw: &Rewriter<'_>, op: Op) -> [Region; 2] {
    let view = IfOp::view_of(rw.op(op));
    [view.then_region().id(), view.else_region().id()]
}

fn has_block(body: &Body, region: Region) -> bool {
    body.entry(region).is_some()
}

/// The index of the side that a region is nested in; `None` if it is in neither. Results are memoized in `known`.
fn side_of(
    body: &Body,
    from: Region,
    sides: [Region; 2],
    known: &mut FxHashMap<Region, Option<usize>>,
) -> Option<usize> {
    let (mut seen, mut at) = (Vec::new(), Some(from));
    let mut found = None;
    while let Some(region) = at {
        if let Some(&side) = known.get(&region) {
            found = side;
            break;
        }
        seen.push(region);
        if let Some(side) = sides.iter().position(|&side| side == region) {
            found = Some(side);
            break;
        }
        at = body.region_parent(region).and_then(|op| body.block_of(op)).and_then(|b| body.region_of(b));
    }
    known.extend(seen.into_iter().map(|region| (region, found)));
    found
}

/// The region that an op is in.
fn region_around(body: &Body, op: Op) -> Option<Region> {
    body.region_of(body.block_of(op)?)
}

/// Combines two consecutive ops with the same condition.
pub(super) fn combine_ifs(rw: &mut Rewriter<'_>, op: IfOp) -> Option<()> {
    let body = rw.body();
    let prev = body.prev_op(op.into())?;
    let (a, b) = (rw.op(prev).cast::<IfOp>()?.condition(), op.view(rw).condition());
    let (prev_sides, next_sides) = (sides(rw, prev), sides(rw, op.into()));
    // Which of the second one's regions belong to the first one's.
    let [next_then, next_else] = if negated(b) == Some(a) || negated(a) == Some(b) {
        [next_sides[1], next_sides[0]]
    } else if a == b {
        next_sides
    } else {
        return None;
    };
    let next = [next_then, next_else].map(|region| has_block(body, region).then_some(region));
    // Inside the second one it is known which results the first one has.
    let prev_yielded = prev_sides.map(|region| yielded(body, region));
    let results: Vec<Value> = body.results(prev).collect();
    let mut known = FxHashMap::default();
    for (i, &result) in results.iter().enumerate() {
        let uses: Vec<(Op, usize)> =
            rw.body().uses(result).map(|u| (rw.body().use_owner(u), rw.body().use_index(u))).collect();
        for (user, index) in uses {
            let Some(around) = region_around(rw.body(), user) else { continue };
            if let Some(side) = side_of(rw.body(), around, [next_then, next_else], &mut known) {
                rw.set_operand(user, index, prev_yielded[side][i]);
            }
        }
    }
    let condition = condition_of(rw, prev);
    let mut types = rw.op(prev).result_types();
    types.extend(rw.op(op).result_types());
    let loc = rw.body().loc(op);
    let regions = rw.take_regions(prev);
    let combined = [regions[0], regions[1]];
    for (side, next) in combined.into_iter().zip(next) {
        let Some(next) = next else { continue };
        let next_block = rw.body().entry(next)?;
        let second = rw.body().last_op(next_block)?;
        match rw.body().last_block(side) {
            None => rw.inline_region(next, side),
            Some(block) => {
                let first = rw.body().last_op(block)?;
                rw.inline_block(next_block, terrace_ir::InsertPoint::End(block), &[]);
                let mut values: Vec<Value> = rw.body().operands(first).collect();
                values.extend(rw.body().operands(second));
                let loc = rw.body().loc(second);
                add_yield(rw, block, &values, loc);
                rw.erase_op(first);
                rw.erase_op(second);
            }
        }
    }
    rw.set_insertion_point_before(op);
    let new = rw.build(
        IfOp::of(condition).loc(loc).results(&types).then_region(combined[0]).else_region(combined[1]),
    );
    let values: Vec<Value> = rw.body().results(new).collect();
    let (first, second) = values.split_at(results.len());
    rw.replace_op(prev, first);
    rw.replace_op(op, second);
    Some(())
}

fn condition_of(rw: &Rewriter<'_>, op: Op) -> Value {
    IfOp::view_of(rw.op(op)).condition().id()
}

/// Combines an op that contains only another one into one op with the conjunction of both conditions.
pub(super) fn combine_nested_ifs(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let body = rw.body();
    let outer = sides(rw, op);
    let block = body.last_block(outer[0])?;
    let nested = body.first_op(block).filter(|&nested| rw.op(nested).isa::<IfOp>())?;
    if body.next_op(nested) != body.last_op(block) {
        return None;
    }
    let inner = sides(rw, nested);
    let empty = |region: Region| !has_block(body, region) || is_only_terminator(body, region);
    if !empty(outer[1]) || !empty(inner[1]) {
        return None;
    }
    let (mut yes, no) = (yielded(body, outer[0]), yielded(body, outer[1]));
    let (inner_yes, inner_no) = (yielded(body, inner[0]), yielded(body, inner[1]));
    let mut chosen = Vec::new();
    for (i, value) in yes.iter_mut().enumerate() {
        if rw.value(*value).defining_op().is_some_and(|op| op.id() == nested) {
            // What both ifs have where their conditions are false must be the same.
            let index = body.value_index(*value) as usize;
            if inner_no[index] != no[i] {
                return None;
            }
            *value = inner_yes[index];
        } else if region_of(body, *value) == Some(outer[0]) {
            return None;
        } else {
            chosen.push(i);
        }
    }
    let (a, b, loc) = (condition_of(rw, op), condition_of(rw, nested), body.loc(op));
    let types = rw.op(op).result_types();
    // Where the outer condition does not hold, the inner one may be poison, which `arith.andi` passes on.
    let condition = match !rw.cx().matches_upstream() && may_be_poison(rw.value(b)) {
        true => {
            let no = constant_of(rw, Attr::FALSE, Type::I1, loc)?;
            rw.build_value(SelectOp::of(a, b, no).result(Type::I1).loc(loc))
        }
        false => rw.build_value(AndIOp::of(a, b).result(Type::I1).loc(loc)),
    };
    let (then_region, else_region) = (rw.new_region(), rw.new_region());
    rw.inline_region(inner[0], then_region);
    let new = rw.build(
        IfOp::of(condition).loc(loc).results(&types).then_region(then_region).else_region(else_region),
    );
    let mut results: Vec<Value> = rw.body().results(new).collect();
    rw.set_insertion_point_before(new);
    for i in chosen {
        // Only the outer condition decides.
        results[i] = rw.build_value(SelectOp::of(a, yes[i], no[i]).result(types[i]).loc(loc));
    }
    replace_yield(rw, then_region, &yes)?;
    if !no.is_empty() {
        let block = rw.create_block(else_region, &[]);
        add_yield(rw, block, &no, loc);
    }
    rw.replace_op(op, &results);
    Some(())
}

/// Replaces the condition by a constant in the regions.
pub(super) fn propagate_condition(rw: &mut Rewriter<'_>, op: IfOp) -> Option<()> {
    let view = op.view(rw);
    if constant_value(view.condition()).is_some() {
        return None;
    }
    let (condition, loc) = (view.condition().id(), view.0.loc());
    // Used here alone, it is known nowhere else.
    rw.body().uses(condition).nth(1)?;
    let sides = sides(rw, op.into());
    let uses: Vec<(Op, usize)> =
        rw.body().uses(condition).map(|u| (rw.body().use_owner(u), rw.body().use_index(u))).collect();
    let mut known = FxHashMap::default();
    // Outside, and so is all that is around.
    if let Some(outside) = region_of(rw.body(), condition) {
        known.insert(outside, None);
    }
    let mut constants: [Option<Value>; 2] = [None, None];
    for (user, index) in uses {
        let Some(around) = region_around(rw.body(), user) else { continue };
        let Some(side) = side_of(rw.body(), around, sides, &mut known) else { continue };
        let value = match constants[side] {
            Some(value) => value,
            None => {
                let attr = if side == 0 { Attr::TRUE } else { Attr::FALSE };
                *constants[side].insert(constant_of(rw, attr, Type::I1, loc)?)
            }
        };
        rw.set_operand(user, index, value);
    }
    constants.iter().any(Option::is_some).then_some(())
}

/// Results that are defined outside of the regions are chosen without them.
pub(super) fn results_to_select(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    if rw.body().results(op).len() == 0 {
        return None;
    }
    let [then_region, else_region] = sides(rw, op);
    let body = rw.body();
    let inside = |(a, b): (Value, Value)| {
        region_of(body, a) == Some(then_region) || region_of(body, b) == Some(else_region)
    };
    let (yes, no) = (terminator(body, then_region)?, terminator(body, else_region)?);
    if body.operands(yes).zip(body.operands(no)).all(inside) {
        return None;
    }
    let (yes, no) = (yielded(body, then_region), yielded(body, else_region));
    let stays: Vec<bool> = yes.iter().copied().zip(no.iter().copied()).map(inside).collect();
    let stay = |values: &[Value]| -> Vec<Value> {
        values.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(v, _)| *v).collect()
    };
    let (yes_inside, no_inside) = (stay(&yes), stay(&no));
    let types = types_of(rw.body(), &yes_inside);
    let (condition, loc) = (condition_of(rw, op), rw.body().loc(op));
    rw.take_regions(op);
    let new = rw.build(
        IfOp::of(condition).loc(loc).results(&types).then_region(then_region).else_region(else_region),
    );
    let mut kept = rw.body().results(new).collect::<Vec<Value>>().into_iter();
    rw.set_insertion_point_before(new);
    let mut results = Vec::with_capacity(yes.len());
    for ((&a, &b), stays) in yes.iter().zip(&no).zip(stays) {
        results.push(match stays {
            true => kept.next()?,
            false if a == b => a,
            false => {
                let ty = rw.body().value_type(a);
                rw.build_value(SelectOp::of(condition, a, b).result(ty).loc(loc))
            }
        });
    }
    replace_yield(rw, then_region, &yes_inside)?;
    replace_yield(rw, else_region, &no_inside)?;
    rw.replace_op(op, &results);
    Some(())
}

/// Erases an empty else region.
pub(super) fn remove_empty_else(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let [old_then, else_region] = sides(rw, op);
    if rw.body().results(op).len() > 0 || !is_only_terminator(rw.body(), else_region) {
        return None;
    }
    let (condition, attrs, loc) = (condition_of(rw, op), rw.body().attrs(op), rw.body().loc(op));
    let (then_region, empty) = (rw.new_region(), rw.new_region());
    rw.inline_region(old_then, then_region);
    let new = rw.build(IfOp::of(condition).loc(loc).then_region(then_region).else_region(empty));
    rw.set_attrs(new, attrs);
    rw.erase_op(op);
    Some(())
}

/// Replaces an op with a constant condition by one of its regions.
pub(super) fn remove_static_condition(rw: &mut Rewriter<'_>, op: IfOp) -> Option<()> {
    let side = match constant_value(op.view(rw).condition())? {
        Attr::TRUE => 0,
        Attr::FALSE => 1,
        _ => return None,
    };
    let taken = sides(rw, op.into())[side];
    if has_block(rw.body(), taken) {
        replace_by_region(rw, op.into(), taken, &[])?;
    } else {
        rw.erase_op(op);
    }
    Some(())
}

/// A result that is the same on both sides, or the condition, or its opposite, needs no if.
pub(super) fn replace_known_results(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let [then_region, else_region] = sides(rw, op);
    terminator(rw.body(), else_region)?;
    let (yes, no) = (yielded(rw.body(), then_region), yielded(rw.body(), else_region));
    let (condition, loc) = (condition_of(rw, op), rw.body().loc(op));
    let results: Vec<Value> = rw.body().results(op).collect();
    let mut changed = None;
    for ((a, b), result) in yes.into_iter().zip(no).zip(results) {
        if rw.body().first_use(result).is_none() {
            continue;
        }
        let known = (constant_value(rw.value(a)), constant_value(rw.value(b)));
        let value = if a == b {
            a
        } else if known == (Some(Attr::TRUE), Some(Attr::FALSE)) {
            condition
        } else if known == (Some(Attr::FALSE), Some(Attr::TRUE)) {
            let one = constant_of(rw, Attr::TRUE, Type::I1, loc)?;
            rw.build_value(XOrIOp::of(condition, one).result(Type::I1).loc(loc))
        } else {
            continue;
        };
        rw.replace_all_uses_with(result, value);
        changed = Some(());
    }
    changed
}
