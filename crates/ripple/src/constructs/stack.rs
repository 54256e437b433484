//! Stacks: values beside each other in the outermost dimension of a block.

use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpKind, OpRef, Value};
use terrace_macros::op;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::{ADDRESS, NUMBER};
use crate::intrinsics::{Fault, Intrinsic};
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// Values beside each other in the outermost dimension of a block.
#[op("ripple.stack", verify = verify_stack,
     format = "`(` $block `:` type($block) `)` `[` $values attr-dict `:` type($values) `]` `->` type($result)")]
pub struct StackOp {
    block: Operand<ADDRESS>,
    values: VarOperand<NUMBER>,
    result: Res<NUMBER>,
}

fn verify_stack(op: OpRef<'_>) -> CheckResult {
    let view = StackOp::view_of(op);
    match view.values().all(|value| value.ty() == view.result().ty()) {
        true if view.values().len() > 0 => Ok(()),
        true => Err(op_error(op, "expects at least one value")),
        false => Err(op_error(op, "expects values of the type of the result")),
    }
}

/// The construct.
pub(crate) struct StackConstruct;

impl Construct for StackConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("stack", |call| match call.args {
        [] => Err(Fault::Operands),
        args => call.op::<StackOp>(args),
    })];
}

impl InferShape for StackConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let view = StackOp::view_of(op);
        let block = analysis.block_operand(op, view.block())?;
        let outermost = block.dims().next_back().unwrap_or(0);
        let needed = block.size(outermost) as usize;
        if view.values().len() < needed {
            let message = format!(
                "a stack of shape {block} takes {needed} operands, not {}; its outermost dimension says how many",
                view.values().len()
            );
            analysis.report(Tag::StackCount, op, message);
            return None;
        }
        let part = block.with(outermost, 1);
        for operand in view.values().take(needed) {
            let shape = analysis.of(operand);
            if !shape.is_within(part) {
                let message = format!(
                    "an operand of a stack of shape {block} has shape {shape}, which does not fit {part}"
                );
                analysis.report(Tag::ShapeMismatch, op, message);
            }
        }
        Some(block)
    }
}

impl Render for StackConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let outermost = at.shape.dims().next_back().unwrap_or(0);
        let part = at.shape.with(outermost, 1);
        let values: Vec<Value> =
            StackOp::view_of(emit.rw.op(at.op)).values().map(|value| value.id()).collect();
        let mut parts = Vec::new();
        for operand in values.into_iter().take(at.shape.size(outermost) as usize) {
            let lanes = emit.lanes(operand).in_shape(part);
            parts.push(emit.vector_of(&lanes));
        }
        let value = emit.concatenate(parts);
        Some(Lanes::opaque(value, at.ty, at.shape))
    }
}
