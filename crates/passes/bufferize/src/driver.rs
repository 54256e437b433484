//! The rewriting: ops on tensors become ops on buffers, one after the other.

use rustc_hash::FxHashSet;
use terrace_dialects_mem::bufferization::{ToBufferOp, ToTensorOp};
use terrace_dialects_mem::memref;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::rewriter::{Edit, Listener};
use terrace_ir::rule_counts::RuleKind;
use terrace_ir::{Body, BodyId, CheckResult, Op, OpRef, Rewriter, Type};
use terrace_rewrite::walk::body_post_order;

use crate::buffers::{check_elements, fold_to_buffer, other_buffer_type};
use crate::explain::errors::with_reason_for_tensors;
use crate::interface::{BufferizeCx, Bufferized, FAILED, failure};

/// The ops that were created and erased while one op was bufferized.
#[derive(Default)]
struct Changes {
    inserted: Vec<Op>,
    erased: FxHashSet<Op>,
    moved: FxHashSet<Op>,
}

impl Listener for Changes {
    fn edit(&mut self, _id: BodyId, _body: &Body, edit: Edit) {
        match edit {
            Edit::Inserted(op) => self.inserted.push(op),
            Edit::Erased(op) => {
                self.erased.insert(op);
            }
            Edit::Moved(op) => {
                self.moved.insert(op);
            }
            _ => {}
        }
    }
}

/// Checks that a `to_buffer` between an op and the users of its buffer does not cast a buffer to an
/// incompatible type.
fn check_boundary(op: OpRef<'_>) -> CheckResult {
    let Some(to_buffer) = op.cast::<ToBufferOp>().filter(|view| !view.buffer().is_unused()) else {
        return Ok(());
    };
    let Some(source) = to_buffer.tensor().defined_by::<ToTensorOp>() else { return Ok(()) };
    Err(other_buffer_type(op, source.buffer().ty(), to_buffer.buffer().ty()))
}

/// Bufferizes the ops of a body, which must need no further copies; returns the number of created
/// allocations.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn bufferize_body(rw: &mut Rewriter<'_>, cx: &BufferizeCx<'_>) -> Result<u64, Box<terrace_ir::Diag>> {
    bufferize_body_with(rw, cx, |_, _| Ok(()))
}

/// The same; `finish` rewrites the parents of the ops before canceling casts are removed.
///
/// # Errors
///
/// The first op that cannot be bufferized.
pub fn bufferize_body_with(
    rw: &mut Rewriter<'_>,
    cx: &BufferizeCx<'_>,
    finish: impl FnOnce(&mut Rewriter<'_>, &BufferizeCx<'_>) -> Bufferized,
) -> Result<u64, Box<terrace_ir::Diag>> {
    let ops = body_post_order(rw.body());
    let mut to_buffer: Vec<Op> = ops.iter().copied().filter(|&op| rw.op(op).isa::<ToBufferOp>()).collect();
    let given = to_buffer.len();
    let concerns = |rw: &Rewriter<'_>, op: Op| {
        cx.options.is_op_allowed(rw.op(op)) && cx.state.has_tensor_semantics(rw.op(op))
    };
    let mut worklist: Vec<Op> = ops.into_iter().filter(|&op| concerns(rw, op)).collect();
    let mut erased: FxHashSet<Op> = FxHashSet::default();
    let (mut allocations, mut next) = (0, 0);
    while let Some(&op) = worklist.get(next) {
        next += 1;
        if erased.contains(&op) {
            continue;
        }
        let view = rw.op(op);
        let Some(model) = cx.state.bufferizable(view) else { continue };
        if !cx.state.has_tensor_semantics(view) {
            continue;
        }
        let unstructured = |region: terrace_ir::RegionRef<'_>| !region.is_empty() && !region.has_one_block();
        if !model.supports_unstructured_control_flow()
            && view.inner_body().is_none()
            && view.regions().any(unstructured)
        {
            return Err(op_error(
                view,
                "op or BufferizableOpInterface implementation does not support unstructured control flow, but at \
                 least one region has multiple blocks",
            ));
        }
        view.cx().rule_applied(RuleKind::Bufferization, view.name_text(), view);
        let expected = cx.arguments.map(|known| known.expected(view));
        rw.set_insertion_point_before(op);
        let mut changes = Changes::default();
        {
            let mut listening = rw.listening(&mut changes);
            listening.set_insertion_point_before(op);
            let view = listening.op(op);
            let types = view.operands().chain(view.results()).map(|value| value.ty());
            let checked = check_elements(view, types);
            if let Err(diag) = checked.and_then(|()| model.bufferize(&mut listening, op, cx)) {
                let failed = failure(listening.op(op));
                return Err(if diag.message == FAILED { failed } else { diag.followed_by(failed) });
            }
        }
        erased.extend(changes.erased);
        if let Some(provenance) = cx.state.provenance {
            provenance.derive(op, &changes.inserted);
        }
        if let (Some(known), Some(expected)) = (cx.arguments, expected) {
            let inserted = changes.inserted.iter().filter(|&&new| !rw.body().is_erased(new));
            let tensors = inserted.filter_map(|&new| rw.op(new).cast::<ToTensorOp>());
            let buffers: Vec<Type> = tensors.map(|new| new.buffer().ty()).collect();
            known.turned_out(&expected, &buffers);
        }
        for new in changes.inserted {
            if erased.contains(&new) || rw.body().is_erased(new) {
                continue;
            }
            let view = rw.op(new);
            if view.isa::<memref::AllocOp>() || view.isa::<memref::AllocaOp>() {
                allocations += 1;
            }
            if view.isa::<ToBufferOp>() {
                to_buffer.push(new);
            } else if !view.isa::<ToTensorOp>() && concerns(rw, new) {
                worklist.push(new);
            }
        }
    }
    let mut changes = Changes::default();
    finish(&mut rw.listening(&mut changes), cx)?;
    to_buffer.extend(
        changes.inserted.into_iter().filter(|&op| !rw.body().is_erased(op) && rw.op(op).isa::<ToBufferOp>()),
    );
    for (i, op) in to_buffer.into_iter().enumerate() {
        if !erased.contains(&op) && !rw.body().is_erased(op) {
            // What does not fit stays where the input has it.
            let folded = fold_to_buffer(rw, op, cx).is_some();
            if !folded && i >= given {
                check_boundary(rw.op(op))?;
            }
        }
    }
    for op in body_post_order(rw.body()) {
        if rw.op(op).cast::<ToTensorOp>().is_some_and(|view| view.result().is_unused()) {
            rw.erase_op(op);
        }
    }
    if cx.options.allow_unknown_ops {
        return Ok(allocations);
    }
    for op in worklist {
        if erased.contains(&op) || rw.body().is_erased(op) || !concerns(rw, op) {
            continue;
        }
        let view = rw.op(op);
        let is_dead = view.results().all(|result| result.is_unused())
            && terrace_ir::effects::is_memory_effect_free(view);
        if is_dead || view.isa::<ToTensorOp>() || view.isa::<ToBufferOp>() {
            continue;
        }
        let failed = plain_error(view, "op was not bufferized");
        return Err(match cx.options.explain {
            true => with_reason_for_tensors(failed, view),
            false => failed,
        });
    }
    Ok(allocations)
}
