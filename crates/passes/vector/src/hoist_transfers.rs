//! Transfers of vectors between memory and registers that every iteration of a loop repeats move out of the loop, which carries
//! the vector instead.

use rustc_hash::FxHashSet;
use terrace_affine::AffineExpr;
use terrace_analysis::value_bounds::{BoundKind, ValueBoundsConstraintSet, Variable};
use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::memref::AssumeAlignmentOp;
use terrace_dialects_vector::transfer::{TransferReadOp, TransferWriteOp};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::traits::TraitSet;
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{InsertPoint, Op, OpKind, OpRef, Rewriter, ValueRef, View};
use terrace_rewrite::passes::licm::hoist_invariants;
use terrace_rewrite::walk::body_post_order;

/// The number of times that the search restarts after a pair was hoisted, as upstream's does each time. After that,
/// each search runs to the end of the body, which bounds the time for many pairs; transfers may then be in another
/// order.
const MOST_RESTARTS: usize = 64;

/// Moves reads of memory, and pairs of a read and a write of the same part, out of the loops of a body. With `non_zero_trip` only
/// out of loops that are known to have an iteration.
pub fn hoist_redundant_vector_transfers(rw: &mut Rewriter<'_>, non_zero_trip: bool) {
    let mut restarts = 0;
    loop {
        hoist_invariants(rw);
        let is_read = |op: OpRef<'_>| {
            let read = op.cast::<TransferReadOp>();
            read.is_some_and(|read: View<'_, TransferReadOp>| read.base().ty().is_memref(op.cx()))
        };
        let reads: Vec<Op> =
            body_post_order(rw.body()).into_iter().filter(|&op| is_read(rw.op(op))).collect();
        let mut changed = false;
        for read in reads {
            changed |= hoist_read(rw, read, non_zero_trip) == Some(Hoisted::Pair);
            if changed && restarts < MOST_RESTARTS {
                break;
            }
        }
        if !changed {
            return;
        }
        restarts += 1;
    }
}

/// The transfers that were hoisted out of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hoisted {
    Read,
    Pair,
}

fn hoist_read(rw: &mut Rewriter<'_>, read: Op, non_zero_trip: bool) -> Option<Hoisted> {
    let view = TransferReadOp::view_of(rw.op(read));
    let looped = view.0.parent_op().filter(|op| op.isa::<ForOp>() || op.isa::<AffineForOp>())?;
    if non_zero_trip && !has_iteration(looped) {
        return None;
    }
    let is_outside = |value: ValueRef<'_>| {
        let around = value.parent_region().and_then(|region| region.parent_op());
        around.is_none_or(|around| !looped.is_ancestor(around))
    };
    let write = find_write(view);
    if !view.0.operands().all(is_outside) {
        return None;
    }
    let looped_op = looped.id();
    let Some(write) = write else {
        if !has_no_other_access(view, rw.op(looped_op)) {
            return None;
        }
        rw.move_op(read, InsertPoint::Before(looped_op));
        return Some(Hoisted::Read);
    };
    if !is_matching_pair(view, write) || !is_only_pair(view, write, rw.op(looped_op)) {
        return None;
    }
    let (write, written, vector) = (write.0.id(), write.value_to_store().id(), view.vector().id());
    rw.move_op(read, InsertPoint::Before(looped_op));
    let after = rw.body().next_op(looped_op).map_or_else(
        || rw.body().block_of(looped_op).map(InsertPoint::End),
        |next| Some(InsertPoint::Before(next)),
    )?;
    rw.move_op(write, after);
    let inner: Vec<(Op, usize)> = rw
        .value(vector)
        .uses()
        .filter(|(user, _)| rw.op(looped_op).is_ancestor(*user))
        .map(|(user, index)| (user.id(), index))
        .collect();
    let new = rw.replace_with_additional_yields(looped_op, vector, written)?;
    let view = rw.op(new);
    let looped = view.interface::<dyn LoopLike>()?;
    let carried = looped.iter_args(view).last()?.id();
    let result = looped.results(view)?.last()?.id();
    for (user, index) in inner {
        rw.set_operand(user, index, carried);
    }
    let stored = rw.op(write).operands().position(|operand| operand.id() == written)?;
    rw.set_operand(write, stored, result);
    // The yielded vector may be the one that was read.
    if written == vector {
        let yielded = rw.op(new).interface::<dyn LoopLike>()?.regions(rw.op(new)).first()?.entry()?.last()?;
        let (terminator, last) = (yielded.id(), yielded.num_operands() - 1);
        rw.set_operand(terminator, last, carried);
    }
    Some(Hoisted::Pair)
}

/// Whether a loop is known to have an iteration.
pub(crate) fn has_iteration(looped: OpRef<'_>) -> bool {
    let Some(interface) = looped.interface::<dyn LoopLike>() else { return false };
    let (lower, upper) = (interface.lower_bounds(looped), interface.upper_bounds(looped));
    let bound = |kind, at| ValueBoundsConstraintSet::compute_constant_bound(kind, &Variable::from(at));
    !lower.is_empty()
        && lower.len() == upper.len()
        && lower.into_iter().zip(upper).all(|(lower, upper)| {
            match (bound(BoundKind::Upper, lower), bound(BoundKind::Lower, upper)) {
                (Some(lower), Some(upper)) => lower < upper,
                _ => false,
            }
        })
}

/// The first write, in topological order, to the buffer of a read, of a value in the forward slice of the
/// read.
fn find_write<'a>(read: View<'a, TransferReadOp>) -> Option<View<'a, TransferWriteOp>> {
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    let next = |op: OpRef<'a>| -> Vec<OpRef<'a>> {
        let inner = op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops());
        let users = op.results().flat_map(|result| result.uses()).map(|(user, _)| user);
        let mut next: Vec<OpRef<'a>> = inner.chain(users).collect();
        next.reverse();
        next
    };
    // Depth first: an op is left after all that is computed from it.
    let mut found = None;
    let mut pending = vec![(read.0, next(read.0))];
    seen.insert(read.0.id());
    while let Some((op, ahead)) = pending.last_mut() {
        let op = *op;
        match ahead.pop() {
            Some(user) if seen.insert(user.id()) => {
                let of_user = next(user);
                pending.push((user, of_user));
            }
            Some(_) => {}
            None => {
                let write = op.cast::<TransferWriteOp>();
                let same =
                    write.filter(|write: &View<'_, TransferWriteOp>| write.base().id() == read.base().id());
                found = same.or(found);
                pending.pop();
            }
        }
    }
    found
}

/// Whether nothing in a loop but reads may access the buffer of a read.
fn has_no_other_access(read: View<'_, TransferReadOp>, looped: OpRef<'_>) -> bool {
    let mut source = read.base();
    while let Some(viewed) = source.defining_op().and_then(|def| def.view_source()) {
        source = viewed;
    }
    let mut pending: Vec<OpRef<'_>> = source.uses().map(|(user, _)| user).collect();
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    while let Some(user) = pending.pop() {
        if !seen.insert(user.id()) {
            continue;
        }
        if user.has_trait(TraitSet::ViewLike) {
            pending.extend(user.results().flat_map(|result| result.uses()).map(|(user, _)| user));
            continue;
        }
        if !is_memory_effect_free(user) && !user.isa::<TransferReadOp>() && looped.is_ancestor(user) {
            return false;
        }
    }
    true
}

/// Whether a write after a read, in the same block, accesses the same elements with the same map.
fn is_matching_pair(read: View<'_, TransferReadOp>, write: View<'_, TransferWriteOp>) -> bool {
    let same_indices = read.indices().map(|v| v.id()).eq(write.indices().map(|v| v.id()));
    let same_block = read.0.block().map(|b| b.id()) == write.0.block().map(|b| b.id());
    same_indices
        && read.vector().ty() == write.value_to_store().ty()
        && read.permutation_map() == write.permutation_map()
        && same_block
        && read.0.body().is_before(read.0.id(), write.0.id())
}

/// Whether nothing else in a loop may access the part that is read and written.
fn is_only_pair(read: View<'_, TransferReadOp>, write: View<'_, TransferWriteOp>, looped: OpRef<'_>) -> bool {
    let base = read.base();
    let mut source = base.defining_op();
    if let Some(assumed) = source.filter(|op| op.isa::<AssumeAlignmentOp>()) {
        // The buffer before the assumption has no other use.
        let buffer = AssumeAlignmentOp::view_of(assumed).memref();
        if base.uses().any(|(user, _)| looped.is_ancestor(user)) && buffer.uses().count() == 1 {
            source = buffer.defining_op();
        }
    }
    if source.is_some_and(|op| op.has_trait(TraitSet::ViewLike))
        || base.uses().any(|(user, _)| user.has_trait(TraitSet::ViewLike))
    {
        return false;
    }
    let part = BufferPart { indices: write.indices().collect(), vector: write.value_to_store() };
    base.uses().all(|(user, _)| {
        if !looped.is_ancestor(user) || user.id() == read.0.id() || user.id() == write.0.id() {
            return true;
        }
        if let Some(other) = user.cast::<TransferWriteOp>() {
            return part.is_disjoint(&BufferPart {
                indices: other.indices().collect(),
                vector: other.value_to_store(),
            });
        }
        user.cast::<TransferReadOp>().is_some_and(|other: View<'_, TransferReadOp>| {
            part.is_disjoint(&BufferPart { indices: other.indices().collect(), vector: other.vector() })
        })
    })
}

/// The part of a buffer that a transfer accesses.
pub(super) struct BufferPart<'a> {
    /// The indices at which it starts.
    pub(super) indices: Vec<ValueRef<'a>>,
    /// The vector that is read or written.
    pub(super) vector: ValueRef<'a>,
}

impl<'a> BufferPart<'a> {
    /// Whether no element is in both parts of one buffer.
    pub(super) fn is_disjoint(&self, other: &BufferPart<'a>) -> bool {
        let cx = self.vector.cx();
        if self.vector.ty() != other.vector.ty() {
            return false;
        }
        let Some(shape) = self.vector.ty().shape(cx) else { return false };
        let Some(leading) = self.indices.len().checked_sub(shape.len()) else { return false };
        self.indices.iter().zip(&other.indices).enumerate().any(|(at, (&first, &second))| {
            match at.checked_sub(leading) {
                None => {
                    let (first, second) = (Quantity::index(first), Quantity::index(second));
                    ValueBoundsConstraintSet::are_equal(&first.into(), &second.into()) == Some(false)
                }
                Some(dim) => distance(first, second)
                    .is_some_and(|distance| distance.unsigned_abs() >= shape[dim].unsigned_abs()),
            }
        })
    }
}

/// The difference of two indices, if it is known.
fn distance<'a>(first: ValueRef<'a>, second: ValueRef<'a>) -> Option<i64> {
    let difference = Variable {
        expr: AffineExpr::symbol(0) - AffineExpr::symbol(1),
        operands: vec![Quantity::index(first), Quantity::index(second)],
    };
    ValueBoundsConstraintSet::compute_constant_bound(BoundKind::Equal, &difference)
}
