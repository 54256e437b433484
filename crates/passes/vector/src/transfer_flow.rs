//! Forwarding of stored vectors to later reads, and elimination of writes that are overwritten before they are read.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_mem::memref::{CastOp, SubViewOp};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_strides};
use terrace_dialects_vector::elements::splat_element;
use terrace_dialects_vector::transfer::{Transfer, TransferReadOp, TransferWriteOp};
use terrace_ir::dominance::{PostDomTree, ancestor_in};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::OpFoldResultRef;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Op, OpKind, OpRef, Region, Rewriter, ValueRef, View, op_match};
use terrace_rewrite::motion::Dominance;
use terrace_rewrite::walk::{body_post_order, nested_post_order};

use super::hoist_transfers::BufferPart;

/// Replaces reads of buffers by the vectors that were written to the same elements, and erases writes that
/// others overwrite before anything is read. The algorithm is that of `transferOpflowOpt` in upstream's
/// `VectorTransferOpTransforms`; an op without effects that derives another buffer from one, other than as a
/// view, is treated as an access here.
///
/// Only transfers in the regions of `root` are changed; without it, those of the whole body.
pub fn optimize_transfer_flow(rw: &mut Rewriter<'_>, root: Option<Op>) {
    let mut flow = Flow::default();
    for read in transfers(rw, root, |op| op.isa::<TransferReadOp>()) {
        if let Some(write) = flow.forwarded(rw, read) {
            let vector = TransferWriteOp::view_of(rw.op(write)).value_to_store().id();
            rw.replace_op(read, &[vector]);
        }
    }
    let dead: Vec<Op> = transfers(rw, root, |op| op.isa::<TransferWriteOp>())
        .into_iter()
        .filter(|&write| flow.overwritten(rw, write).is_some())
        .collect();
    // A write that another dead one overwrites is dead because of the last of them, which stays.
    dead.into_iter().for_each(|write| rw.erase_op(write));
}

/// The transfers of a kind that access buffers.
fn transfers(rw: &Rewriter<'_>, root: Option<Op>, is_kind: fn(OpRef<'_>) -> bool) -> Vec<Op> {
    let is_access = |op: OpRef<'_>| {
        is_kind(op) && Transfer::of(op).is_some_and(|transfer| transfer.shaped.is_memref(op.cx()))
    };
    let ops = root.map_or_else(|| body_post_order(rw.body()), |root| nested_post_order(rw.body(), root));
    ops.into_iter().filter(|&op| is_access(rw.op(op))).collect()
}

/// The base of a transfer, if the op is one.
fn base_of(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let read = op.cast::<TransferReadOp>().map(|view: View<'_, TransferReadOp>| view.base());
    read.or_else(|| op.cast::<TransferWriteOp>().map(|view: View<'_, TransferWriteOp>| view.base()))
}

fn part_of(op: OpRef<'_>) -> Option<BufferPart<'_>> {
    if let Some(view) = op.cast::<TransferReadOp>() {
        return Some(BufferPart { indices: view.indices().collect(), vector: view.vector() });
    }
    let view = op.cast::<TransferWriteOp>()?;
    Some(BufferPart { indices: view.indices().collect(), vector: view.value_to_store() })
}

/// The buffer that views are of.
fn viewed(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(source) = value.defining_op().and_then(|def| def.view_source()) {
        value = source;
    }
    value
}

/// The buffer that casts, and slices that begin where it does, have the same elements at the same indices as.
fn same_elements(mut value: ValueRef<'_>) -> ValueRef<'_> {
    let all = |list: Vec<OpFoldResultRef<'_>>, number: i64| {
        list.into_iter().all(|entry| matches!(entry, OpFoldResultRef::Static(found) if found == number))
    };
    while let Some(def) = value.defining_op() {
        op_match!(def, {
            CastOp(view) => {
                let view: View<'_, CastOp> = view;
                value = view.source();
            }
            SubViewOp(view) if all(mixed_offsets(def), 0) && all(mixed_strides(def), 1) => {
                let view: View<'_, SubViewOp> = view;
                value = view.source();
            }
            _ => break,
        })
    }
    value
}

/// The ops that use a buffer or a view of it, but for views, and whether all that may reach its memory are among them.
fn users_of(base: ValueRef<'_>) -> Vec<OpRef<'_>> {
    let mut users = Vec::new();
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    let mut pending = vec![viewed(base)];
    while let Some(value) = pending.pop() {
        for (user, _) in value.uses() {
            if !seen.insert(user.id()) {
                continue;
            }
            if user.has_trait(TraitSet::ViewLike) {
                pending.extend(user.results());
            } else {
                users.push(user);
            }
        }
    }
    users
}

/// Whether an op neither accesses memory nor passes a buffer on.
fn is_no_access(op: OpRef<'_>) -> bool {
    let passes_on = op.has_trait(TraitSet::Terminator)
        || op.num_regions() > 0
        || op.results().any(|result| result.ty().is_memref(op.cx()));
    !passes_on && is_memory_effect_free(op)
}

/// Whether two transfers access the same elements of a buffer with the same map.
fn is_same_part(first: OpRef<'_>, second: OpRef<'_>) -> bool {
    let (Some(a), Some(b)) = (part_of(first), part_of(second)) else { return false };
    let (Some(from), Some(to)) = (base_of(first), base_of(second)) else { return false };
    let ids = |part: &BufferPart<'_>| part.indices.iter().map(|index| index.id()).collect::<Vec<_>>();
    let map = |op| Transfer::of(op).map(|transfer| transfer.permutation_map());
    same_elements(from).id() == same_elements(to).id()
        && ids(&a) == ids(&b)
        && a.vector.ty() == b.vector.ty()
        && map(first) == map(second)
}

/// Whether two transfers of one buffer have no element in common.
fn is_disjoint(first: OpRef<'_>, second: OpRef<'_>) -> bool {
    let same_base = base_of(first).map(|base| base.id()) == base_of(second).map(|base| base.id());
    let (Some(a), Some(b)) = (part_of(first), part_of(second)) else { return false };
    same_base && a.is_disjoint(&b)
}

/// Whether the elements that a read of the same part yields, those under its mask too, are those of the vector written.
fn writes_what_is_read(write: View<'_, TransferWriteOp>, read: View<'_, TransferReadOp>) -> bool {
    let (written, wanted) = (write.mask().map(|mask| mask.id()), read.mask().map(|mask| mask.id()));
    if wanted.is_none() {
        return written.is_none();
    }
    // Masked-off elements read as the padding, which must equal the splat that was written.
    let cx = read.0.cx();
    let padding = constant_value(read.padding());
    let splat = constant_value(write.value_to_store()).and_then(|value| splat_element(cx, value));
    (written.is_none() || written == wanted) && padding.is_some() && splat == padding
}

fn is_in_bounds(op: OpRef<'_>) -> bool {
    Transfer::of(op).is_some_and(|transfer| transfer.in_bounds().iter().all(|&flag| flag))
}

/// The ancestor of an op, or the op itself, in the region of `beside`.
fn ancestor_beside(rw: &Rewriter<'_>, beside: Op, op: Op) -> Option<Op> {
    let body = rw.body();
    ancestor_in(body, body.region_of(body.block_of(beside)?)?, op)
}

/// In which order ops are executed.
#[derive(Default)]
struct Flow {
    before: Dominance,
    after: FxHashMap<Region, PostDomTree>,
}

impl Flow {
    fn dominates(&mut self, rw: &Rewriter<'_>, a: Op, b: Op) -> bool {
        a == b || self.before.properly_dominates(rw, a, b, false)
    }

    /// Whether `a` is executed whenever `b` was, after it.
    fn post_dominates(&mut self, rw: &Rewriter<'_>, a: Op, b: Op) -> bool {
        let body = rw.body();
        let Some(block) = body.block_of(a) else { return false };
        let Some(region) = body.region_of(block) else { return false };
        let Some(around) = ancestor_in(body, region, b) else { return false };
        let Some(other) = body.block_of(around) else { return false };
        if block == other {
            return a == around || body.is_before(around, a);
        }
        let tree = self.after.entry(region).or_insert_with(|| PostDomTree::new(body, region));
        tree.post_dominates(block, other)
    }

    /// Whether `to` may be executed after `from`, both in the blocks of one region.
    fn reaches(&mut self, rw: &Rewriter<'_>, from: Op, to: Op) -> bool {
        if self.dominates(rw, from, to) {
            return true;
        }
        let body = rw.body();
        let (Some(start), Some(end)) = (body.block_of(from), body.block_of(to)) else { return false };
        let next = |block: Block| body.last_op(block).into_iter().flat_map(|op| body.successors(op));
        let mut pending: Vec<Block> = next(start).collect();
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        while let Some(block) = pending.pop() {
            if block == end {
                return true;
            }
            if seen.insert(block) {
                pending.extend(next(block));
            }
        }
        false
    }

    /// The write whose vector a read reads.
    fn forwarded(&mut self, rw: &Rewriter<'_>, read: Op) -> Option<Op> {
        let view = TransferReadOp::view_of(rw.op(read));
        if !is_in_bounds(view.0) {
            return None;
        }
        let (mut last, mut accesses) = (None, Vec::new());
        for user in users_of(view.base()) {
            if user.isa::<TransferReadOp>() || is_no_access(user) {
                continue;
            }
            if let Some(write) = user.cast::<TransferWriteOp>() {
                let write: View<'_, TransferWriteOp> = write;
                if is_disjoint(user, view.0) {
                    continue;
                }
                let provides =
                    is_in_bounds(user) && is_same_part(user, view.0) && writes_what_is_read(write, view);
                if provides && self.dominates(rw, user.id(), read) {
                    if last.is_none_or(|last| self.dominates(rw, last, user.id())) {
                        last = Some(user.id());
                    }
                    continue;
                }
            }
            accesses.push(user.id());
        }
        let last = last?;
        let reading = ancestor_beside(rw, last, read)?;
        let interferes = accesses.into_iter().any(|access| {
            ancestor_beside(rw, last, access).is_some_and(|around| {
                self.reaches(rw, around, reading) && !self.post_dominates(rw, last, around)
            })
        });
        (!interferes).then_some(last)
    }

    /// The write that overwrites another one before anything is read.
    fn overwritten(&mut self, rw: &Rewriter<'_>, write: Op) -> Option<Op> {
        let view = TransferWriteOp::view_of(rw.op(write));
        let mask = |view: View<'_, TransferWriteOp>| view.mask().map(|mask| mask.id());
        let (mut first, mut accesses) = (None, Vec::new());
        for user in users_of(view.base()) {
            if user.id() == write || is_no_access(user) {
                continue;
            }
            if let Some(next) = user.cast::<TransferWriteOp>()
                && is_same_part(user, view.0)
                && mask(next) == mask(view)
                && self.post_dominates(rw, user.id(), write)
            {
                if first.is_none_or(|first| self.post_dominates(rw, first, user.id())) {
                    first = Some(user.id());
                }
                continue;
            }
            if !is_disjoint(user, view.0) {
                accesses.push(user.id());
            }
        }
        let first = first?;
        let writing = ancestor_beside(rw, first, write)?;
        let interferes = accesses.into_iter().any(|access| {
            ancestor_beside(rw, first, access)
                .is_some_and(|around| self.reaches(rw, writing, around) && !self.dominates(rw, first, around))
        });
        (!interferes).then_some(first)
    }
}
