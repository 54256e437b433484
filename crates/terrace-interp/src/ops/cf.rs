//! The dialect cf.

use terrace_dialects_core::cf::{AssertOp, BrOp, CondBrOp, SwitchOp};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::{BranchOp, SuccessorOperands};
use terrace_ir::{BlockRef, OpKind, OpRef};

use crate::fault::Fault;
use crate::int_ops::Predicate;
use crate::lower::{Interpret, Lowered, Lowering};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "cf", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// How the ops are lowered.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (BrOp::DEF, &branch),
    (CondBrOp::DEF, &conditional),
    (SwitchOp::DEF, &switch),
    (AssertOp::DEF, &assert),
];

/// Passes the operands of a successor and goes there.
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

fn branch(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    op.successors().enumerate().try_for_each(|(i, block)| go(lw, op, i, block))
}

fn conditional(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let other = lw.label();
    lw.jump_unless(op.operand(0), other)?;
    for (i, block) in op.successors().enumerate() {
        if i == 1 {
            lw.bind(other);
        }
        go(lw, op, i, block)?;
    }
    Ok(())
}

fn switch(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let values = match op.inherent_attr("case_values") {
        Some(attr) => super::arith::constant_of(lw, attr)?,
        None => return op.successors().take(1).enumerate().try_for_each(|(i, block)| go(lw, op, i, block)),
    };
    let w = lw.element(op.operand(0).ty())?.scalar.bits();
    if w > 64 {
        return Err("a switch over an integer wider than 64 bits is not supported".to_owned());
    }
    let flag = lw.slot(op.operand(0))?;
    let d = lw.new_slots(1);
    for (case, block) in op.successors().skip(1).enumerate() {
        let (b, next) = (lw.constants(&values.get(case)), lw.label());
        lw.emit(crate::inst::Inst::Compare { predicate: Predicate::Ne, w: w.max(1) as u8, d, a: flag, b });
        lw.jump_if(d, next);
        go(lw, op, case + 1, block)?;
        lw.bind(next);
    }
    op.successors().take(1).try_for_each(|block| go(lw, op, 0, block))
}

fn assert(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let condition = lw.slot(op.operand(0))?;
    let message = op.inherent_attr("msg").and_then(|attr| attr.as_str(lw.cx)).unwrap_or("").to_owned();
    lw.native(op, true, move |env| match env.slots[condition as usize] {
        0 => Err(Fault::new(format!("assertion failed: {message}"))),
        _ => Ok(()),
    })
}
