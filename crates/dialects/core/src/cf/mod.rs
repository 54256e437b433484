//! The dialect cf: assertions and branches between blocks.

mod canonicalize;
mod switch;

use terrace_ir::Attr;
use terrace_ir::attr_kind::{DenseI32ArrayAttr, StrAttr};
use terrace_ir::constraints::{ANY_TYPE, I1};
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpKind, plain_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::dialect_interfaces::DialectInlinerInterface;
use terrace_ir::effects::{EffectOn, writes};
use terrace_ir::interfaces::{BranchOp, SuccessorOperands};
use terrace_ir::ir::OpRef;
use terrace_macros::op;

use canonicalize::*;

pub use switch::SwitchOp;

/// The dialect.
pub static CF: DialectDef = DialectDef {
    name: "cf",
    doc: "Assertions, and branches between the blocks of a region.",
    ops: &[AssertOp::DEF, BrOp::DEF, CondBrOp::DEF, SwitchOp::DEF],
    depends: &["arith", "ub"],
    interfaces: &[&(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface)],
    ..EMPTY_DIALECT
};

/// Ends the program with a message where its operand is false; does nothing where it is true.
#[op(
    "cf.assert",
    effects(writes(EffectOn::Anything)),
    format = "$arg `,` $msg attr-dict",
    canonicalize(erase_true_assert)
)]
pub struct AssertOp {
    arg: Operand<I1>,
    msg: Prop<StrAttr>,
}

/// Branches to a block, passing values for its arguments.
#[op("cf.br", traits(Pure, Terminator), interfaces(dyn BranchOp),
     format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict", canonicalize(simplify_br))]
pub struct BrOp {
    destOperands: VarOperand<ANY_TYPE>,
    dest: Succ,
}

/// Branches to one of two blocks, which may be the same, depending on a condition.
#[op("cf.cond_br", traits(AttrSizedOperandSegments, Pure, Terminator), interfaces(dyn BranchOp),
     verify = verify_weights,
     canonicalize(cond_br_known, cond_br_pass_through, cond_br_same_successor, cond_br_same_condition,
                  cond_br_truth, cond_br_unreachable),
     format = "$condition (`weights` `(` $branch_weights^ `)`)? `,` \
               $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
               $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? \
               attr-dict")]
pub struct CondBrOp {
    condition: Operand<I1>,
    trueDestOperands: VarOperand<ANY_TYPE>,
    falseDestOperands: VarOperand<ANY_TYPE>,
    branch_weights: OptProp<DenseI32ArrayAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

impl BranchOp for BrOp {
    fn successor_operands(&self, op: OpRef<'_>, _index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, 0)
    }
}

impl BranchOp for CondBrOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, index + 1)
    }

    fn successor_for_operands(&self, op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<usize> {
        terrace_ir::matchers::single_int(op.cx(), constants[0])
            .map(|condition| usize::from(condition.is_zero()))
    }
}

/// Verifies that there are as many weights as successors, and that one is not zero.
fn verify_weights(op: OpRef<'_>) -> CheckResult {
    let Some(weights) = CondBrOp::view_of(op).branch_weights() else {
        return Ok(());
    };
    if weights.is_empty() {
        return Ok(());
    }
    if weights.len() != op.num_successors() {
        let message = format!(
            "expects number of branch weights to match number of successors: {} vs {}",
            weights.len(),
            op.num_successors()
        );
        return Err(plain_error(op, message));
    }
    if weights.iter().all(|w| w == 0) {
        return Err(plain_error(op, "branch weights cannot all be zero"));
    }
    Ok(())
}
