//! `vector.step` as a constant.

use terrace_dialects_core::arith;
use terrace_dialects_vector::StepOp;
use terrace_dialects_vector::types::vector;
use terrace_ir::elements::int_elements;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, Rewriter, pattern};
use terrace_support::apint::ApInt;

/// Lowers `vector.step` of fixed extent.
pub static STEP_LOWERING: &[Pattern] =
    &[pattern!("StepToArithConstantOpRewrite", StepOp, |rw, op| step(rw, op.into()))];

fn step(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let ty = view.single_result().ty();
    let own = vector(cx, ty);
    if own.is_scalable() {
        return None;
    }
    let numbers: Vec<ApInt> = (0..own.shape.first().copied()?).map(|at| ApInt::from_i64(64, at)).collect();
    let elements = int_elements(cx, ty, &numbers)?;
    rw.replace(op, arith::ConstantOp::of().value_attr(elements));
    Some(())
}
