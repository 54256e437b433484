//! Canonicalization of branches.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use terrace_ir::elements::{int_values, int_vector};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::matchers::m_constant_int;
use terrace_ir::{Attr, Block, Body, Op, OpKind, OpRef, Rewriter, Type, Value, View};
use terrace_support::apint::ApInt;

use super::{AssertOp, BrOp, CondBrOp, SwitchOp};
use crate::arith::SelectOp;
use crate::arith::canonicalize::constant_of;
use terrace_dialects_builtin::ub::UnreachableOp;

/// A block, and the operands for its arguments.
type Target = (Block, SmallVec<[Value; 4]>);

/// The block and the operands of a branch's successor.
fn target(op: OpRef<'_>, index: usize) -> Option<Target> {
    let block = op.successors().nth(index)?.id();
    let passed = op.interface::<dyn BranchOp>()?.successor_operands(op, index);
    Some((block, (passed.start..passed.start + passed.len).map(|i| op.operand(i).id()).collect()))
}

fn replace_by_br(rw: &mut Rewriter<'_>, op: Op, (block, operands): &Target) {
    let loc = rw.body().loc(op);
    rw.replace(op, BrOp::of(operands).loc(loc).dest(*block));
}

/// The only block that branches to this one, and only once.
fn single_predecessor(body: &Body, block: Block) -> Option<Op> {
    let mut preds = body.preds(block);
    let first = preds.next()?;
    preds.next().is_none().then(|| body.use_owner(first))
}

/// The target of a branch to a block that consists of a `cf.br` only, with such blocks skipped transitively. `None` for
/// other blocks, and for cycles of such blocks.
fn pass_through(rw: &Rewriter<'_>, (block, operands): &Target) -> Option<Target> {
    let body = rw.body();
    let br = |block: Block| body.last_op(block).filter(|&op| rw.op(op).isa::<BrOp>());
    let only = br(*block).filter(|&op| body.first_op(*block) == Some(op))?;
    if !body.args(*block).all(|arg| body.uses(arg).all(|used| body.use_owner(used) == only)) {
        return None;
    }
    let (dest, passed) = target(rw.op(only), 0)?;
    let mut visited: FxHashSet<Block> = [*block].into_iter().collect();
    let mut at = dest;
    loop {
        if !visited.insert(at) {
            return None;
        }
        match br(at) {
            Some(next) => at = target(rw.op(next), 0)?.0,
            None => break,
        }
    }
    let args: Vec<Value> = body.args(*block).collect();
    let mapped = |value: &Value| args.iter().position(|arg| arg == value).map_or(*value, |i| operands[i]);
    Some((dest, passed.iter().map(mapped).collect()))
}

/// Erases an assertion of a true condition.
pub(super) fn erase_true_assert(rw: &mut Rewriter<'_>, op: AssertOp) -> Option<()> {
    m_constant_int(op.view(rw).arg())?.is_one().then(|| rw.erase_op(op))
}

/// Merges a block with a single predecessor into that block; otherwise skips a block that only branches.
pub(super) fn simplify_br(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (dest, operands) = target(rw.op(op), 0)?;
    let parent = rw.body().block_of(op)?;
    if dest == parent {
        return None;
    }
    if single_predecessor(rw.body(), dest).is_some() {
        rw.erase_op(op);
        rw.inline_block(dest, terrace_ir::InsertPoint::End(parent), &operands);
        return Some(());
    }
    let on = pass_through(rw, &(dest, operands))?;
    replace_by_br(rw, op, &on);
    Some(())
}

/// Simplifies a conditional branch with a constant condition.
pub(super) fn cond_br_known(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let condition = m_constant_int(CondBrOp::view_of(view).condition())?;
    let taken = target(view, usize::from(condition.is_zero()))?;
    replace_by_br(rw, op, &taken);
    Some(())
}

/// Blocks that do nothing but branch on are skipped.
pub(super) fn cond_br_pass_through(rw: &mut Rewriter<'_>, op: CondBrOp) -> Option<()> {
    let view = rw.op(op);
    let (yes, no) = (target(view, 0)?, target(view, 1)?);
    let (new_yes, new_no) = (pass_through(rw, &yes), pass_through(rw, &no));
    if new_yes.is_none() && new_no.is_none() {
        return None;
    }
    let (yes, no) = (new_yes.unwrap_or(yes), new_no.unwrap_or(no));
    let view = op.view(rw);
    let (condition, weights, loc) = (view.condition().id(), view.branch_weights_attr(), view.0.loc());
    rw.replace(
        op,
        CondBrOp::of(condition)
            .loc(loc)
            .true_dest_operands(&yes.1)
            .false_dest_operands(&no.1)
            .branch_weights_attr(weights)
            .true_dest(yes.0)
            .false_dest(no.0),
    );
    Some(())
}

/// Replaces a conditional branch with the same block for both successors by a branch to it, with `arith.select` for
/// operands that differ.
pub(super) fn cond_br_same_successor(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (yes, no) = (target(view, 0)?, target(view, 1)?);
    if yes.0 != no.0 {
        return None;
    }
    if yes.1 == no.1 {
        replace_by_br(rw, op, &yes);
        return Some(());
    }
    if rw.body().preds(yes.0).any(|used| rw.body().use_owner(used) != op) {
        return None;
    }
    let (condition, loc) = (CondBrOp::view_of(view).condition().id(), view.loc());
    let mut choose = |(&a, &b): (&Value, &Value)| {
        let ty = rw.body().value_type(a);
        if a == b { a } else { rw.build_value(SelectOp::of(condition, a, b).result(ty).loc(loc)) }
    };
    let chosen = yes.1.iter().zip(&no.1).map(&mut choose).collect();
    replace_by_br(rw, op, &(yes.0, chosen));
    Some(())
}

/// Replaces the condition by a constant in a block that is reached by a branch on the same condition.
pub(super) fn cond_br_same_condition(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let body = rw.body();
    let block = body.block_of(op)?;
    let pred = rw.op(single_predecessor(body, block)?).cast::<CondBrOp>()?;
    let view = rw.op(op);
    if pred.condition() != CondBrOp::view_of(view).condition() {
        return None;
    }
    let taken = target(view, usize::from(pred.true_dest().id() != block))?;
    replace_by_br(rw, op, &taken);
    Some(())
}

/// In the blocks that only this branch reaches, the condition is known.
/// The ops of a block that use a value, each once: found by the uses or in the block, whichever are fewer.
fn users_in(body: &Body, value: Value, block: Block) -> Vec<Op> {
    let mut users = Vec::new();
    let (mut uses, mut ops) = (body.uses(value), body.ops_of(block));
    loop {
        let Some(used) = uses.next() else { return users };
        let user = body.use_owner(used);
        if body.block_of(user) == Some(block) && users.last() != Some(&user) {
            users.push(user);
        }
        if ops.next().is_none() {
            let uses_it = |op: &Op| body.operands(*op).any(|operand| operand == value);
            let mut users: Vec<Op> = body.ops_of(block).filter(uses_it).collect();
            // Later uses come first among all uses.
            users.reverse();
            return users;
        }
    }
}

pub(super) fn cond_br_truth(rw: &mut Rewriter<'_>, op: CondBrOp) -> Option<()> {
    let view = op.view(rw);
    let (condition, loc) = (view.condition().id(), view.0.loc());
    let sides = [(view.true_dest().id(), Attr::TRUE), (view.false_dest().id(), Attr::FALSE)];
    let mut changed = None;
    for (block, attr) in sides {
        if single_predecessor(rw.body(), block).is_none() {
            continue;
        }
        let users = users_in(rw.body(), condition, block);
        if users.is_empty() {
            continue;
        }
        let known = constant_of(rw, attr, Type::I1, loc)?;
        for user in users {
            for index in 0..rw.op(user).num_operands() {
                if rw.body().operand(user, index) == condition {
                    rw.set_operand(user, index, known);
                }
            }
        }
        changed = Some(());
    }
    changed
}

/// Drops a branch to a block that consists of `ub.unreachable`.
pub(super) fn cond_br_unreachable(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let unreachable = |block: Block| {
        let first = rw.body().first_op(block);
        first.is_some_and(|op| rw.op(op).isa::<UnreachableOp>()) && first == rw.body().last_op(block)
    };
    let (yes, no) = (target(view, 0)?, target(view, 1)?);
    let taken = if unreachable(yes.0) {
        no
    } else if unreachable(no.0) {
        yes
    } else {
        return None;
    };
    replace_by_br(rw, op, &taken);
    Some(())
}

// Switches.

/// The cases of a switch: a value and its target.
fn cases(op: OpRef<'_>) -> Option<Vec<(ApInt, Target)>> {
    let values =
        SwitchOp::view_of(op).case_values_attr().map_or(Some(Vec::new()), |v| int_values(op.cx(), v))?;
    values.into_iter().enumerate().map(|(i, value)| Some((value, target(op, i + 1)?))).collect()
}

fn replace_by_switch(rw: &mut Rewriter<'_>, op: SwitchOp, default: &Target, cases: &[(ApInt, Target)]) {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (flag, loc) = (view.flag(), view.0.loc());
    let values: Vec<ApInt> = cases.iter().map(|(value, _)| value.clone()).collect();
    let values = int_vector(cx, flag.ty(), &values);
    let operands: Vec<&[Value]> = cases.iter().map(|(_, target)| &target.1[..]).collect();
    let blocks: Vec<Block> = cases.iter().map(|(_, target)| target.0).collect();
    let flag = flag.id();
    rw.replace(
        op,
        SwitchOp::of(flag)
            .loc(loc)
            .default_operands(&default.1)
            .case_operands(&operands)
            .case_values_attr(values)
            .default_destination(default.0)
            .case_destinations(&blocks),
    );
}

/// A switch without cases is a branch.
pub(super) fn switch_only_default(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let default = (view.num_successors() == 1).then(|| target(view, 0))??;
    replace_by_br(rw, op, &default);
    Some(())
}

/// Keeps a subset of the cases. `None` if all are kept.
fn keep_cases(rw: &mut Rewriter<'_>, op: Op, keep: impl Fn(&(ApInt, Target)) -> bool) -> Option<()> {
    let (default, mut cases) = (target(rw.op(op), 0)?, cases(rw.op(op))?);
    let before = cases.len();
    cases.retain(keep);
    if cases.len() == before {
        return None;
    }
    replace_by_switch(rw, SwitchOp::assume(op), &default, &cases);
    Some(())
}

/// Drops cases with the target of the default.
pub(super) fn switch_drop_default_cases(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let default = target(rw.op(op), 0)?;
    keep_cases(rw, op, |(_, target)| *target != default)
}

/// Replaces a switch by a branch to the target of a value.
fn switch_to(rw: &mut Rewriter<'_>, op: Op, value: &ApInt) -> Option<()> {
    let view = rw.op(op);
    let case = cases(view)?.into_iter().find(|(case, _)| case == value);
    let taken = case.map(|(_, target)| target).or_else(|| target(view, 0))?;
    replace_by_br(rw, op, &taken);
    Some(())
}

/// A switch on a known value is a branch.
pub(super) fn switch_known(rw: &mut Rewriter<'_>, op: SwitchOp) -> Option<()> {
    let value = m_constant_int(op.view(rw).flag())?;
    switch_to(rw, op.into(), &value)
}

/// Blocks that do nothing but branch on are skipped.
pub(super) fn switch_pass_through(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (mut default, mut cases) = (target(rw.op(op), 0)?, cases(rw.op(op))?);
    let mut changed = None;
    for target in cases.iter_mut().map(|(_, target)| target).chain([&mut default]) {
        if let Some(on) = pass_through(rw, target) {
            *target = on;
            changed = Some(());
        }
    }
    changed?;
    replace_by_switch(rw, SwitchOp::assume(op), &default, &cases);
    Some(())
}

/// The switch on the same value that alone leads to this one's block, and whether it does so by default.
fn outer_switch<'a>(rw: &'a Rewriter<'_>, op: Op) -> Option<(View<'a, SwitchOp>, Block, bool)> {
    let block = rw.body().block_of(op)?;
    let pred = rw.op(single_predecessor(rw.body(), block)?).cast::<SwitchOp>()?;
    let default = pred.default_destination().id() == block;
    (pred.flag() == SwitchOp::view_of(rw.op(op)).flag()).then_some((pred, block, default))
}

/// Simplifies a switch in the target block of a case of another switch on the same value: the value is known.
pub(super) fn switch_in_case(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (pred, block, default) = outer_switch(rw, op)?;
    if default {
        return None;
    }
    let value = cases(pred.0)?.into_iter().find(|(_, target)| target.0 == block)?.0;
    switch_to(rw, op, &value)
}

/// Simplifies a switch in the default block of another switch on the same value: the other switch's cases are dropped.
pub(super) fn switch_in_default(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (pred, block, default) = outer_switch(rw, op)?;
    if !default {
        return None;
    }
    let others = cases(pred.0)?.into_iter().filter(|(_, target)| target.0 != block);
    let impossible: FxHashSet<ApInt> = others.map(|(value, _)| value).collect();
    keep_cases(rw, op, |(value, _)| !impossible.contains(value))
}
