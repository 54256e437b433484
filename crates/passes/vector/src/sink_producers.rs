//! Loads of vectors, moved to where they are used first.

use terrace_dialects_vector::{LoadOp, TransferReadOp};
use terrace_ir::effects::{EffectKind, effects_recursively, is_memory_effect_free};
use terrace_ir::pattern::Pattern;
use terrace_ir::{InsertPoint, Op, OpRef, Rewriter, pattern};

/// Moves `vector.load` and `vector.transfer_read` before the first op that uses them.
pub static SINK_PRODUCERS: &[Pattern] = &[
    pattern!("SinkVectorProducerOps", TransferReadOp, |rw, op| sink(rw, op.into())),
    pattern!("SinkVectorProducerOps", LoadOp, |rw, op| sink(rw, op.into())),
];

/// Whether an op is one of those that are moved.
fn is_producer(op: OpRef<'_>) -> bool {
    op.isa::<LoadOp>() || op.isa::<TransferReadOp>()
}

/// The ops that use results of an op; `None` if one of them is in another block.
fn users_in_block(op: OpRef<'_>) -> Option<Vec<OpRef<'_>>> {
    let block = op.block().map(|block| block.id());
    let users = op.results().flat_map(|result| result.uses()).map(|(user, _)| user);
    users.map(|user| (user.block().map(|block| block.id()) == block).then_some(user)).collect()
}

/// Whether an op, and the loads after it, are used by the next op: moving one would move the others in turn.
fn is_in_place(op: OpRef<'_>) -> bool {
    let mut loads = vec![op];
    let mut next = op.next();
    while let Some(load) = next.filter(|next| is_producer(*next)) {
        loads.push(load);
        next = load.next();
    }
    let Some(next) = next else { return false };
    loads
        .into_iter()
        .all(|load| users_in_block(load).is_some_and(|users| users.iter().any(|user| user.id() == next.id())))
}

/// Whether the ops before `end` may modify the memory that an op reads.
pub(super) fn may_change(op: OpRef<'_>, end: Op) -> bool {
    if is_memory_effect_free(op) || op.cx().matches_upstream() {
        return false;
    }
    let between = std::iter::successors(op.next(), |op| op.next()).take_while(|op| op.id() != end);
    let writes = |op: OpRef<'_>| {
        effects_recursively(op).is_none_or(|effects| {
            effects.iter().any(|effect| matches!(effect.kind, EffectKind::Write | EffectKind::Free))
        })
    };
    between.into_iter().any(writes)
}

fn sink(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let users = users_in_block(view)?;
    if is_in_place(view) {
        return None;
    }
    let is_before = |a: &OpRef<'_>, b: &OpRef<'_>| rw.body().is_before(a.id(), b.id());
    let first = users.into_iter().reduce(|a, b| if is_before(&b, &a) { b } else { a })?.id();
    if may_change(view, first) {
        return rw.notify_match_failure(op, "what it reads may be written before its first use");
    }
    rw.move_op(op, InsertPoint::Before(first));
    Some(())
}
