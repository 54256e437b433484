//! `scf.while` as a check before a loop that runs at least once.

use terrace_dialects_core::scf::build::if_else;
use terrace_dialects_core::scf::{ConditionOp, WhileOp, YieldOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{InsertPoint, Loc, Op, Rewriter, Type, Value, pattern};

/// Checks the condition of loops before them, and at the end of their iterations.
pub static ROTATE_WHILE_LOOPS: &[Pattern] =
    &[pattern!("RotateWhileLoopPattern", WhileOp, |rw, op| wrap_in_zero_trip_check(rw, op, false)
        .map(|_| ()))];

/// Clones the condition of an `scf.while` before it, under which the loop runs; its iterations end with the condition
/// then. Returns the new loop; `None` if the loop has that form already, unless `force` is set, or cannot be cloned.
pub fn wrap_in_zero_trip_check(rw: &mut Rewriter<'_>, op: WhileOp, force: bool) -> Option<Op> {
    let view = op.view(rw);
    let (before, after) = (view.before().entry()?, view.after().entry()?);
    if !force && after.first()?.isa::<YieldOp>() {
        return rw.notify_match_failure(op, "the loop is in do-while form");
    }
    let condition = before.terminator()?.cast::<ConditionOp>()?;
    if before.ops().any(|inner| rw.holds_isolated(inner.id())) {
        return rw.notify_match_failure(op, "the condition has a body of its own");
    }
    let (check, passed): (Value, Vec<Value>) =
        (condition.condition().id(), condition.args().map(|value| value.id()).collect());
    let (types, loc) = (view.0.result_types(), view.0.loc());
    let end = condition.0.id();
    let ops: Vec<Op> = before.ops().map(|op| op.id()).filter(|&op| op != end).collect();
    let mut map = IrMapping::new();
    let args: Vec<Value> = before.args().map(|arg| arg.id()).collect();
    for (&arg, init) in args.iter().zip(view.inits()) {
        map.map(arg, init.id());
    }
    let (before, after) = (before.id(), after.id());
    rw.set_insertion_point_before(op);
    for inner in ops {
        rw.clone_op(inner, &mut map)?;
    }
    let check = map.value(check);
    let passed: Vec<Value> = passed.into_iter().map(|value| map.value(value)).collect();
    let mut looped = None;
    let branch = if_else(
        rw,
        check,
        loc,
        |rw| {
            let new = rotated(rw, [before, after], &passed, &types, loc)?;
            looped = Some(new);
            Some(rw.body().results(new).collect())
        },
        |_| Some(passed.clone()),
    )?;
    rw.replace_op_with(op, branch);
    looped
}

/// The loop that runs the body before the condition, at the insertion point.
fn rotated(
    rw: &mut Rewriter<'_>,
    [before, after]: [terrace_ir::Block; 2],
    inits: &[Value],
    types: &[Type],
    loc: Loc,
) -> Option<Op> {
    let point = rw.insertion_point()?;
    let (first_region, second_region) = (rw.new_region(), rw.new_region());
    let args: Vec<(Type, Loc)> = types.iter().map(|&ty| (ty, loc)).collect();
    let (first, second) = (rw.create_block(first_region, &args), rw.create_block(second_region, &args));
    let new_args: Vec<Value> = rw.body().args(first).collect();
    rw.inline_block(after, InsertPoint::End(first), &new_args);
    let end = rw.block(first).terminator()?.id();
    let yielded: Vec<Value> = rw.op(end).operands().map(|value| value.id()).collect();
    rw.inline_block(before, InsertPoint::End(first), &yielded);
    rw.erase_op(end);
    rw.set_insertion_point_to_end(second);
    let passed: Vec<Value> = rw.body().args(second).collect();
    rw.build(YieldOp::of(&passed).loc(loc));
    rw.set_insertion_point(point);
    let new = WhileOp::of(inits).results(types).before(first_region).after(second_region);
    Some(rw.build(new.loc(loc)).into())
}
