//! Canonicalization of `scf.while`.

use rustc_hash::FxHashSet;
use terrace_ir::{Attr, Block, Body, InsertPoint, Op, OpKind, Region, Rewriter, Type, Value};

use super::canonicalize::{is_only_terminator, terminator, types_of, yielded};
use super::{ConditionOp, IfOp, WhileOp};
use crate::arith::CmpIOp;
use crate::arith::canonicalize::constant_of;
use crate::region_branch::region_of;

/// The parts of an `scf.while`.
struct Loop {
    before: Region,
    after: Region,
    /// Arguments of the second region.
    after_args: Vec<Value>,
    /// The terminator of the first region, with the condition and the forwarded values.
    end: Op,
    condition: Value,
    passed: Vec<Value>,
}

impl Loop {
    fn of(rw: &Rewriter<'_>, op: Op) -> Option<Self> {
        let looped = WhileOp::view_of(rw.op(op));
        let (before, after) = (looped.before().id(), looped.after().id());
        let end = terminator(rw.body(), before)?;
        let view = ConditionOp::view_of(rw.op(end).cast::<ConditionOp>()?.0);
        Some(Loop {
            before,
            after,
            after_args: rw.body().args(rw.body().entry(after)?).collect(),
            end,
            condition: view.condition().id(),
            passed: view.args().map(|v| v.id()).collect(),
        })
    }
}

/// Replaces the condition by true in the second region.
pub(super) fn while_condition_truth(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let it = Loop::of(rw, op)?;
    let loc = rw.body().loc(op);
    let mut truth = None;
    for (&value, &arg) in it.passed.iter().zip(&it.after_args) {
        if value != it.condition || rw.body().first_use(arg).is_none() {
            continue;
        }
        let value = match truth {
            Some(value) => value,
            None => *truth.insert(constant_of(rw, Attr::TRUE, Type::I1, loc)?),
        };
        rw.replace_all_uses_with(arg, value);
    }
    truth.map(|_| ())
}

/// Replaces, in the second region, the comparison that is the loop condition by true, and its inverse by
/// false.
pub(super) fn while_cmp_cond(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let it = Loop::of(rw, op)?;
    let comparison = rw.value(it.condition).defined_by::<CmpIOp>()?;
    let (operands, predicate) = ([comparison.lhs().id(), comparison.rhs().id()], comparison.predicate());
    let mut changed = None;
    for (&value, &arg) in it.passed.iter().zip(&it.after_args) {
        for side in (0..2).filter(|&side| operands[side] == value) {
            let users: Vec<Op> = rw.body().uses(arg).map(|used| rw.body().use_owner(used)).collect();
            for user in users {
                if rw.body().is_erased(user) {
                    continue;
                }
                let view = rw.op(user);
                let Some(comparison) = view.cast::<CmpIOp>() else { continue };
                if view.operand(1 - side).id() != operands[1 - side] {
                    continue;
                }
                let outcome = match comparison.predicate() {
                    same if same == predicate => Attr::TRUE,
                    other if other == predicate.inverse() => Attr::FALSE,
                    _ => continue,
                };
                let loc = view.loc();
                let known = constant_of(rw, outcome, Type::I1, loc)?;
                rw.replace_op(user, &[known]);
                changed = Some(());
            }
        }
    }
    changed
}

/// Passes the arguments of the first region on in their own order, if they are permuted.
pub(super) fn while_align_before_args(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let it = Loop::of(rw, op)?;
    let before = rw.body().entry(it.before)?;
    let args: Vec<Value> = rw.body().args(before).collect();
    let distinct: FxHashSet<Value> = it.passed.iter().copied().collect();
    if args == it.passed || args.len() != it.passed.len() || distinct.len() != it.passed.len() {
        return None;
    }
    if !args.iter().all(|arg| distinct.contains(arg)) {
        return None;
    }
    // Where each value that was passed on is now.
    let places: Vec<usize> = it.passed.iter().map(|value| rw.body().value_index(*value) as usize).collect();
    let (condition, loc, end_loc) = (it.condition, rw.body().loc(op), rw.body().loc(it.end));
    rw.replace(it.end, ConditionOp::of(condition, &args).loc(end_loc));
    let inits: Vec<Value> = rw.body().operands(op).collect();
    let types = types_of(rw.body(), &args);
    let after = rw.body().entry(it.after)?;
    let locs: Vec<_> = (0..args.len()).map(|i| rw.body().arg_loc(after, i)).collect();
    let before_region = rw.new_region();
    let arguments: Vec<_> =
        (0..args.len()).map(|i| (rw.body().value_type(args[i]), rw.body().arg_loc(before, i))).collect();
    let moved = rw.create_block(before_region, &arguments);
    let moved_args: Vec<Value> = rw.body().args(moved).collect();
    let after_region = rw.new_region();
    let fresh: Vec<_> = types.iter().copied().zip(locs).collect();
    let block = rw.create_block(after_region, &fresh);
    let new_args: Vec<Value> = rw.body().args(block).collect();
    let mapped: Vec<Value> = places.iter().map(|&place| new_args[place]).collect();
    rw.set_insertion_point_before(op);
    let new =
        rw.build(WhileOp::of(&inits).loc(loc).results(&types).before(before_region).after(after_region));
    // Ops are moved into the new loop, as upstream moves them: those that nothing uses any more are looked at again.
    rw.inline_block(before, InsertPoint::End(moved), &moved_args);
    rw.inline_block(after, InsertPoint::End(block), &mapped);
    let results: Vec<Value> = rw.body().results(new).collect();
    let results: Vec<Value> = places.iter().map(|&place| results[place]).collect();
    rw.replace_op(op, &results);
    Some(())
}

/// All ops in a region in post-order.
fn ops_inside_out(body: &Body, region: Region) -> Vec<Op> {
    // Outside in and backwards, turned around.
    let mut pending: Vec<Op> = Vec::new();
    let push = |region: Region, pending: &mut Vec<Op>| {
        pending.extend(body.blocks_of(region).flat_map(|block| body.ops_of(block)));
    };
    push(region, &mut pending);
    let mut order = Vec::new();
    while let Some(op) = pending.pop() {
        order.push(op);
        body.regions(op).for_each(|region| push(region, &mut pending));
    }
    order.reverse();
    order
}

/// Moves an `scf.if` on the loop's condition from the end of the first region to the start of the second one.
pub(super) fn while_move_if_down(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let it = Loop::of(rw, op)?;
    let moved = rw.body().prev_op(it.end)?;
    let view = rw.op(moved).cast::<IfOp>()?;
    let condition = view.condition().id();
    let (then_region, else_region) = (view.then_region().id(), view.else_region().id());
    let no_else = rw.body().entry(else_region).is_none() || is_only_terminator(rw.body(), else_region);
    if condition != it.condition || !no_else {
        return None;
    }
    let loc = rw.body().loc(op);
    let results: Vec<Value> = rw.body().results(moved).collect();
    let (yes, no) = (yielded(rw.body(), then_region), yielded(rw.body(), else_region));
    let mut direct: Vec<(Value, Value)> = Vec::new();
    for (&value, &arg) in it.passed.iter().zip(&it.after_args) {
        if let Some(index) = results.iter().position(|&result| result == value) {
            rw.replace_all_uses_with(value, no[index]);
            // What the first region defines cannot be used in the second one; it is passed on like what the if
            // uses. Upstream leaves invalid IR here.
            if region_of(rw.body(), yes[index]) == Some(it.before) {
                direct.push((arg, yes[index]));
            } else {
                rw.replace_all_uses_with(arg, yes[index]);
            }
        }
    }
    // What the if uses of the first region has to be passed on.
    let mut used: Vec<Value> = Vec::new();
    let mut seen = FxHashSet::default();
    for inner in ops_inside_out(rw.body(), then_region) {
        for value in rw.body().operands(inner) {
            if region_of(rw.body(), value) == Some(it.before) && seen.insert(value) {
                used.push(value);
            }
        }
    }
    used.extend(direct.iter().map(|&(_, value)| value).filter(|&value| seen.insert(value)));
    let more = types_of(rw.body(), &used);
    let mut types = rw.op(op).result_types();
    let kept = types.len();
    types.extend(&more);
    let inits: Vec<Value> = rw.body().operands(op).collect();
    let regions = rw.take_regions(op);
    rw.set_insertion_point_before(op);
    let new = rw.build(WhileOp::of(&inits).loc(loc).results(&types).before(regions[0]).after(regions[1]));
    let after: Block = rw.body().entry(it.after)?;
    let args: Vec<Value> = more.iter().map(|&ty| rw.add_argument(after, ty, loc)).collect();
    let mut passed: Vec<Value> = rw.body().operands(it.end).collect();
    passed.extend(&used);
    rw.set_operands(it.end, &passed);
    let inside: FxHashSet<Op> = ops_inside_out(rw.body(), then_region).into_iter().collect();
    for (&value, &arg) in used.iter().zip(&args) {
        rw.replace_uses_with_if(value, arg, |_, user, _| inside.contains(&user));
    }
    for (old, value) in direct {
        if let Some(place) = used.iter().position(|&other| other == value) {
            rw.replace_all_uses_with(old, args[place]);
        }
    }
    let end = terminator(rw.body(), then_region)?;
    let block = rw.body().entry(then_region)?;
    rw.erase_op(end);
    let start = InsertPoint::start(rw.body(), after);
    rw.inline_block(block, start, &[]);
    rw.erase_op(moved);
    let values: Vec<Value> = rw.body().results(new).take(kept).collect();
    rw.replace_op(op, &values);
    Some(())
}
