//! The dialect cf.

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::cf::{AssertOp, BrOp, CondBrOp, SwitchOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::{BranchOp, SuccessorOperands};
use terrace_ir::{BlockRef, OpKind, OpRef, ValueRef};

use crate::fault::Fault;
use crate::lower::{Interpret, Lowered, Lowering};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "cf", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (BrOp::DEF, &branch),
    (CondBrOp::DEF, &conditional),
    (SwitchOp::DEF, &switch),
    (AssertOp::DEF, &assert),
];

/// Passes the operands of a successor and jumps there.
fn go(lw: &mut Lowering<'_>, op: OpRef<'_>, index: usize, block: BlockRef<'_>) -> Lowered {
    let passed = op
        .interface::<dyn BranchOp>()
        .map(|branch| branch.successor_operands(op, index))
        .unwrap_or_else(|| SuccessorOperands::of_slot(op, 0));
    let targets = lw.places(block.args())?;
    let values = (passed.start..passed.start + passed.len).map(|i| op.operand(i));
    lw.pass(op, values, &targets)?;
    let label = lw.block_label(block);
    lw.jump(label);
    Ok(())
}

/// Appends a branch to the only successor of an op.
///
/// # Errors
///
/// If the type of an operand is not supported.
pub fn branch(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    op.successors().enumerate().try_for_each(|(i, block)| go(lw, op, i, block))
}

fn conditional(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    conditional_branch(lw, op, CondBrOp::view_of(op).condition())
}

/// Appends a branch to the first successor of an op if the condition holds, to the second one otherwise.
///
/// # Errors
///
/// If the type of an operand is not supported.
pub fn conditional_branch(lw: &mut Lowering<'_>, op: OpRef<'_>, condition: ValueRef<'_>) -> Lowered {
    let (Some(yes), Some(no)) = (op.successors().next(), op.successors().nth(1)) else {
        return Err("a conditional branch has two successors".to_owned());
    };
    let other = lw.label();
    lw.jump_unless(condition, other)?;
    go(lw, op, 0, yes)?;
    lw.bind(other);
    go(lw, op, 1, no)
}

fn switch(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = SwitchOp::view_of(op);
    let values = match view.case_values_attr() {
        Some(attr) => super::arith::constant_of(lw, attr)?,
        None => return go(lw, op, 0, view.default_destination()),
    };
    let w = lw.element(view.flag().ty())?.scalar.bits();
    if w > 64 {
        return Err("a switch over an integer wider than 64 bits is not supported".to_owned());
    }
    let flag = lw.slot(view.flag())?;
    let d = lw.new_slots(1);
    for (case, block) in view.case_destinations().enumerate() {
        let (b, next) = (lw.constants(&values.get(case)), lw.label());
        lw.emit(crate::inst::Inst::Compare {
            predicate: CmpIPredicate::Ne,
            w: w.max(1) as u8,
            d,
            a: flag,
            b,
        });
        lw.jump_if(d, next);
        go(lw, op, case + 1, block)?;
        lw.bind(next);
    }
    go(lw, op, 0, view.default_destination())
}

fn assert(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AssertOp::view_of(op);
    let condition = lw.slot(view.arg())?;
    let message = view.msg().to_owned();
    lw.native(op, true, move |env| match env.slots[condition as usize] {
        0 => Err(Fault::new(format!("assertion failed: {message}"))),
        _ => Ok(()),
    })
}
