//! `finalizing-bufferize`: completes a partial bufferization.
//!
//! Entry: a function with casts between tensors and buffers. Exit: no ops on tensors, and no pairs of such casts. A
//! remaining op on tensors is an error, which is reported before anything is changed.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::bufferization::{ToBufferOp, ToTensorOp, fold_to_buffer_of_to_tensor};
use terrace_dialects_mem::layout::memref;
use terrace_ir::def::plain_error;
use terrace_ir::{Body, Op, OpKind, OpRef, Rewriter, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub static FINALIZING_BUFFERIZE: PassDef = PassDef {
    name: "finalizing-bufferize",
    class: "FinalizingBufferize",
    doc: "Finalize a partial bufferization",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(FinalizingBufferize))),
    ..EMPTY_PASS
};

struct FinalizingBufferize;

impl BodyPass for FinalizingBufferize {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ops = pre_order(rw.body());
        let is_cast = |op: OpRef<'_>| op.isa::<ToBufferOp>() || op.isa::<ToTensorOp>();
        let stays = |op: OpRef<'_>| if is_cast(op) { !is_convertible(op) } else { has_tensor_values(op) };
        if let Some(&left) = ops.iter().find(|&&op| stays(rw.op(op))) {
            let op = rw.op(left);
            return run.fail(plain_error(op, format!("failed to legalize operation '{}'", op.name_text())));
        }
        for &op in ops.iter().filter(|&&op| rw.op(op).isa::<ToBufferOp>()).collect::<Vec<_>>() {
            // A function's argument that is still a tensor has no buffer yet.
            let _ = fold_to_buffer_of_to_tensor(rw, ToBufferOp::assume(op), None, |_, _| ());
        }
        for op in ops {
            let is_unused = |view: View<'_, ToTensorOp>| view.result().is_unused();
            if !rw.body().is_erased(op) && rw.op(op).cast::<ToTensorOp>().is_some_and(is_unused) {
                rw.erase_op(op);
            }
        }
        Ok(())
    }
}

/// Whether a cast may go: a new buffer, should one be needed, is in row-major order.
fn is_convertible(op: OpRef<'_>) -> bool {
    let Some(view) = op.cast::<ToBufferOp>() else { return true };
    let (cx, to) = (op.cx(), view.buffer().ty());
    let Some(made) = view.tensor().defining_op() else { return true };
    made.operands().next().is_some_and(|from| from.ty() == to)
        || memref(cx, to).is_none_or(|to| to.has_identity_layout(cx))
}

/// Whether an operand or a result is a tensor.
fn has_tensor_values(op: OpRef<'_>) -> bool {
    op.operands().chain(op.results()).any(|value| value.ty().is_tensor_like(op.cx()))
}

/// The ops of a body, those around others first.
fn pre_order(body: &Body) -> Vec<Op> {
    let mut ops = Vec::new();
    let mut pending: Vec<Op> =
        body.top_regions().iter().flat_map(|&r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)).collect();
    pending.reverse();
    while let Some(op) = pending.pop() {
        ops.push(op);
        let start = pending.len();
        pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
        pending[start..].reverse();
    }
    ops
}
