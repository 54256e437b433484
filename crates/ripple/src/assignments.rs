//! Marks of assignments to scalar variables.
//!
//! Once variables are values, the argument of a block tells what a variable is there, but not on which ways to the block
//! it was assigned and on which it is what it was before: both may be constants. That matters for a scalar variable under
//! a condition with a shape, where elements take several of these ways. So an assigned value that is passed on to where
//! such ways meet is marked with `ripple.assigned`.

use terrace_dialects_llvm::ops::{AllocaOp, StoreOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Op, OpRef, Rewriter};

use crate::dialect::AssignedOp;

/// Marks values that are stored to variables, before these are promoted.
pub(crate) fn mark_assignments(rw: &mut Rewriter<'_>) {
    let stores: Vec<Op> = rw.body().live_ops().filter(|&op| is_assignment(rw.op(op))).collect();
    for op in stores {
        let Some(store) = rw.op(op).cast::<StoreOp>() else { continue };
        let (value, ty) = (store.value().id(), store.value().ty());
        let stored = rw.op(op).operands().take_while(|operand| operand.id() != value).count();
        rw.set_insertion_point_before(op);
        let loc = rw.body().loc(op);
        let marked = rw.build_value(AssignedOp::of(value).loc(loc).result(ty));
        rw.set_operand(op, stored, marked);
    }
}

/// Whether an op assigns a number to a variable, under a condition or in a loop.
fn is_assignment(op: OpRef<'_>) -> bool {
    let Some(store) = op.cast::<StoreOp>() else { return false };
    let (value, cx) = (store.value(), op.cx());
    let is_number = value.ty().is_integer(cx) || value.ty().is_float(cx);
    let is_conditional = op.block().is_some_and(|block| block.body().preds(block.id()).next().is_some());
    is_number
        && is_conditional
        && store.addr().defining_op().is_some_and(|slot| slot.isa::<AllocaOp>())
        && !value.defining_op().is_some_and(|made| made.isa::<AssignedOp>())
}

/// Erases the marks of values that are not passed to a join.
pub(crate) fn drop_marks_of_others(rw: &mut Rewriter<'_>) {
    let marks: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<AssignedOp>()).collect();
    if marks.is_empty() {
        return;
    }
    let trees: Vec<DomTree> =
        rw.body().top_regions().iter().map(|&region| DomTree::new(rw.body(), region)).collect();
    let Some(tree) = trees.first() else { return };
    for op in marks {
        let Some(mark) = rw.op(op).cast::<AssignedOp>() else { continue };
        let value = mark.value().id();
        let uses: Vec<(Op, usize)> = mark.result().uses().map(|(user, index)| (user.id(), index)).collect();
        let mut is_kept = false;
        for (user, index) in uses {
            match meets_others(rw, tree, op, user, index) {
                true => is_kept = true,
                false => rw.set_operand(user, index, value),
            }
        }
        if !is_kept {
            rw.erase_op(op);
        }
    }
}

/// Whether a use passes a value to a block to which ways past the block lead in which the value is made.
fn meets_others(rw: &Rewriter<'_>, tree: &DomTree, made: Op, user: Op, operand: usize) -> bool {
    let Some(block) = rw.body().block_of(made) else { return false };
    let view = rw.op(user);
    let Some(branch) = view.interface::<dyn BranchOp>() else { return false };
    let target = view.successors().enumerate().find(|&(index, _)| {
        let passed = branch.successor_operands(view, index);
        (passed.start..passed.start + passed.len).contains(&operand)
    });
    let Some((_, target)) = target else { return false };
    !tree.dominates(block, target.id()) && !tree.dominates(target.id(), block)
}
