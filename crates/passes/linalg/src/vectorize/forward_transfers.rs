//! Transfers of vectors through a padded local buffer, which copy from or into what the buffer is a copy of.

use terrace_dialects_linalg::named_elementwise::FillOp;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{AllocOp, CopyOp, DeallocOp, SubViewOp, ViewOp};
use terrace_dialects_mem::slices::slice;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::effects::{EffectKind, effects_recursively};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef, pattern};
use terrace_passes_shared::transfers::{Read, create_read, create_write};

/// Forwards copies into and from local buffers to transfers.
pub static FORWARD_TRANSFERS: &[Pattern] = &[
    pattern!("LinalgCopyVTRForwardingPattern", TransferReadOp, forward_to_read),
    pattern!("LinalgCopyVTWForwardingPattern", TransferWriteOp, forward_to_write),
];

/// A local buffer with a transfer, a copy of its first elements, and at most one fill.
struct LocalBuffer {
    copy: Op,
    /// The other buffer of the copy.
    other: Value,
    /// The fill, and its value.
    fill: Option<(Op, Value)>,
}

impl LocalBuffer {
    /// The buffer, if nothing else reads or writes it. A copy is into the buffer for a read, and from it for a write.
    fn of(base: ValueRef<'_>, transfer: OpRef<'_>, reads: bool) -> Option<Self> {
        let maker = base.defining_op()?;
        let is_local = match maker.cast::<ViewOp>() {
            None => maker.isa::<AllocOp>(),
            Some(view) => {
                let is_other = |user: OpRef<'_>| user != maker && !user.isa::<DeallocOp>();
                view.source().defined_by::<AllocOp>().is_some()
                    && !view.source().uses().any(|(user, _)| is_other(user))
            }
        };
        if !is_local {
            return None;
        }
        let (mut part, mut fill) = (None, None);
        for (user, at) in base.uses() {
            let seen = terrace_ir::op_match!(user, {
                SubViewOp => part.replace(user).is_some(),
                FillOp => at == 0 || fill.replace(user).is_some(),
                DeallocOp => false,
                _ => user != transfer,
            });
            if seen {
                return None;
            }
        }
        let part = part?;
        let mut uses = part.single_result().uses();
        let copy = uses.next().filter(|_| uses.next().is_none())?.0.cast::<CopyOp>()?;
        let (own, other) =
            if reads { (copy.target(), copy.source()) } else { (copy.source(), copy.target()) };
        let offset_free = slice(part);
        let is_start = offset_free.offsets.iter().all(|&offset| offset == 0)
            && offset_free.strides.iter().all(|&stride| stride == 1)
            && part.single_result().ty().shape(part.cx())?.len() == base.ty().shape(part.cx())?.len();
        if own != part.single_result() || !is_start || memref(part.cx(), other.ty()).is_none() {
            return None;
        }
        let fill = match fill {
            Some(fill) => Some((fill.id(), fill.operands().next()?.id())),
            None => None,
        };
        Some(Self { copy: copy.0.id(), other: other.id(), fill })
    }
}

/// Whether one op is before another in its block, and no op between them may write to memory.
fn is_unchanged_between(rw: &Rewriter<'_>, first: Op, second: Op) -> bool {
    let (Some(block), body) = (rw.body().block_of(first), rw.body()) else { return false };
    if body.block_of(second) != Some(block) || !body.is_before(first, second) {
        return false;
    }
    let writes = |op: Op| {
        effects_recursively(rw.op(op))
            .is_none_or(|all| all.iter().any(|effect| effect.kind == EffectKind::Write))
    };
    let mut between =
        std::iter::successors(body.next_op(first), |&op| body.next_op(op)).take_while(|&op| op != second);
    !between.any(writes)
}

/// A read of a buffer into which another one was copied reads that one.
fn forward_to_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let view = op.view(rw);
    if view.mask().is_some() {
        return rw.notify_match_failure(op, "unsupported mask");
    }
    let Some(buffer) = LocalBuffer::of(view.base(), view.0, true) else {
        return rw.notify_match_failure(op, "no copy found");
    };
    if buffer.fill.is_some_and(|(_, value)| value != view.padding().id()) {
        return rw.notify_match_failure(op, "padding value does not match fill");
    }
    let is_filled_before = buffer.fill.is_none_or(|(fill, _)| {
        rw.body().block_of(fill) == rw.body().block_of(buffer.copy) && rw.body().is_before(fill, buffer.copy)
    });
    if !is_filled_before || !is_unchanged_between(rw, buffer.copy, op.into()) {
        return rw.notify_match_failure(op, "memory may change between the copy and the read");
    }
    let (loc, map) = (view.0.loc(), view.permutation_map().clone());
    let (padding, ty) = (view.padding().id(), view.vector().ty());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let in_bounds = vec![false; map.num_results()];
    let read = Read {
        base: buffer.other,
        indices: &indices,
        padding: Some(padding),
        mask: None,
        map,
        in_bounds: &in_bounds,
        ty,
    };
    let read = create_read(rw, &read, loc);
    buffer.fill.into_iter().for_each(|(fill, _)| rw.erase_op(fill));
    rw.erase_op(buffer.copy);
    rw.replace_op_with(op, read);
    Some(())
}

/// A write into a buffer that is copied into another one writes into that one, where the copy was.
fn forward_to_write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let view = op.view(rw);
    if view.mask().is_some() {
        return rw.notify_match_failure(op, "unsupported mask");
    }
    let Some(buffer) = LocalBuffer::of(view.base(), view.0, false).filter(|buffer| buffer.fill.is_none())
    else {
        return rw.notify_match_failure(op, "no copy found");
    };
    let (transfer, body) = (Op::from(op), rw.body());
    if body.block_of(buffer.copy) != body.block_of(transfer) || !body.is_before(transfer, buffer.copy) {
        return rw.notify_match_failure(op, "expected the copy after the write");
    }
    let (loc, map) = (view.0.loc(), view.permutation_map().clone());
    let value = view.value_to_store().id();
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let in_bounds = vec![false; map.num_results()];
    rw.set_insertion_point_before(buffer.copy);
    create_write(rw, value, buffer.other, &indices, &map, &in_bounds, loc);
    rw.erase_op(buffer.copy);
    rw.erase_op(op);
    Some(())
}
