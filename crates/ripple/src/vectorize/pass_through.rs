//! Masked loads whose other elements are chosen right after.
//!
//! A selection by the mask of a load, of what it loaded or of something else, is the load with the other value as its
//! pass-through. LLVM makes that of the two as well, but where the selection is, after memory may have been written
//! ([`terrace_target::Quirk::SelectedMaskedLoad`]). It sees more masks to be equal than are compared here, and moves
//! selections before casts and arithmetic. So no load is left to it of which anything is selected after a write.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::intrinsics::MaskedLoadOp;
use terrace_dialects_llvm::ops::{CallOp, FreezeOp, LoadOp, SelectOp, XOrOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::effects::is_speculatable;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Region, Rewriter, TraitSet, Value, ValueRef};

use crate::evaluate::is_everywhere;
use crate::faults::{Fault, is_planted};

/// The largest depth to which masks are compared.
const MAX_DEPTH: usize = 8;

/// The largest number of uses that are followed from a load.
const MAX_USES: usize = 64;

/// Lets masked loads pass through what a selection by their mask chooses otherwise, and freezes those that LLVM may move.
pub(super) fn pass_through(rw: &mut Rewriter<'_>, region: Region) {
    if is_planted(Fault::SelectionsAfterLoads) {
        return;
    }
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| rw.body().ops_of(block)).collect();
    let loads: Vec<Op> = ops.iter().copied().filter(|&op| rw.op(op).isa::<MaskedLoadOp>()).collect();
    let mut tree = None;
    for op in ops {
        let Some((load, other)) = chosen_load(rw.op(op)) else { continue };
        let tree = tree.get_or_insert_with(|| DomTree::new(rw.body(), region));
        let view =
            rw.op(load).cast::<MaskedLoadOp>().and_then(|view| view.pass_thru()).map(|value| value.id());
        let place = rw.op(load).operands().position(|operand| Some(operand.id()) == view);
        if let Some(place) = place.filter(|_| is_available(rw, tree, other, load)) {
            rw.set_operand(load, place, other);
            let loaded = rw.body().single_result(load);
            rw.replace_op(op, &[loaded]);
        }
    }
    let mut writes = FxHashMap::default();
    let mut holders: Vec<Block> = loads.iter().filter_map(|&load| rw.body().block_of(load)).collect();
    holders.dedup();
    for block in holders {
        let mut before = 0;
        for op in rw.body().ops_of(block) {
            writes.insert(op, before);
            before += usize::from(may_write(rw.op(op)));
        }
    }
    let late: Vec<Op> = loads.into_iter().filter(|&load| is_selected_late(rw, &writes, load)).collect();
    late.into_iter().for_each(|load| freeze(rw, load));
}

fn may_write(op: OpRef<'_>) -> bool {
    !op.has_trait(TraitSet::Lanewise)
        && !is_speculatable(op)
        && !op.isa::<MaskedLoadOp>()
        && !op.isa::<LoadOp>()
}

/// Whether anything that is computed of a load may be selected after memory may have been written. `writes` are the
/// numbers of writes before ops in their blocks.
fn is_selected_late(rw: &Rewriter<'_>, writes: &FxHashMap<Op, usize>, load: Op) -> bool {
    let block = rw.body().block_of(load);
    let (mut pending, mut followed) = (vec![load], 0);
    while let Some(op) = pending.pop() {
        for (user, _) in rw.op(op).results().flat_map(|result| result.uses()) {
            followed += 1;
            let is_elsewhere = rw.body().block_of(user.id()) != block;
            let is_late = is_elsewhere || writes.get(&user.id()) > writes.get(&load);
            // At the end of a branch, and in a function that is inlined, it may be selected.
            let leaves = user.has_trait(TraitSet::Terminator) || user.isa::<CallOp>();
            if followed > MAX_USES || is_late && user.isa::<SelectOp>() || leaves {
                return true;
            }
            if !may_write(user) {
                pending.push(user.id());
            }
        }
    }
    false
}

/// The masked load that a selection chooses where its mask is set, if nothing else uses it, and what it chooses
/// otherwise.
fn chosen_load(op: OpRef<'_>) -> Option<(Op, Value)> {
    let select = op.cast::<SelectOp>()?;
    let (condition, yes, no) = (select.condition(), select.true_value(), select.false_value());
    let load_of = |value: ValueRef<'_>, mask: ValueRef<'_>| {
        let load = value.defining_op()?;
        let view = load.cast::<MaskedLoadOp>()?;
        (value.uses().count() == 1 && is_same(view.mask(), mask, MAX_DEPTH)).then(|| load.id())
    };
    if let Some(load) = load_of(yes, condition) {
        return Some((load, no.id()));
    }
    let load = load_of(no, negated(condition)?)?;
    Some((load, yes.id()))
}

/// The mask that a mask is the negation of.
pub(super) fn negated(mask: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let xor = mask.defining_op()?.cast::<XOrOp>()?;
    let (lhs, rhs) = (xor.lhs(), xor.rhs());
    is_constant_mask(rhs, true).then_some(lhs)
}

/// Whether a mask is a constant whose elements are all set, or all not set.
pub(super) fn is_constant_mask(mask: ValueRef<'_>, is_set: bool) -> bool {
    is_everywhere(mask, if is_set { -1 } else { 0 })
}

/// Whether two values are computed alike, as LLVM sees once it has removed common subexpressions.
fn is_same(a: ValueRef<'_>, b: ValueRef<'_>, depth: usize) -> bool {
    if a.id() == b.id() {
        return true;
    }
    let (Some(first), Some(second)) = (a.defining_op(), b.defining_op()) else { return false };
    depth > 0
        && first.has_trait(TraitSet::Pure)
        && first.name() == second.name()
        && a.ty() == b.ty()
        && first.props() == second.props()
        && first.num_operands() == second.num_operands()
        && first.operands().zip(second.operands()).all(|(a, b)| is_same(a, b, depth - 1))
}

/// Whether a value is known at an op; constants that are made after it are made before it.
fn is_available(rw: &mut Rewriter<'_>, tree: &DomTree, value: Value, at: Op) -> bool {
    let Some(block) = rw.body().block_of(at) else { return false };
    let Some(made) = rw.value(value).defining_op() else {
        let owner = rw.value(value).owner_block();
        return owner.is_some_and(|owner| tree.dominates(owner.id(), block));
    };
    let (made, is_constant) = (made.id(), made.num_operands() == 0 && made.has_trait(TraitSet::Pure));
    let Some(from) = rw.body().block_of(made) else { return false };
    if from != block {
        return tree.dominates(from, block);
    }
    if rw.body().is_before(made, at) {
        return true;
    }
    if is_constant {
        rw.move_op(made, InsertPoint::Before(at));
    }
    is_constant
}

/// Keeps what a load loaded from what it is used by.
fn freeze(rw: &mut Rewriter<'_>, load: Op) {
    let (loaded, loc) = (rw.body().single_result(load), rw.body().loc(load));
    let ty = rw.body().value_type(loaded);
    rw.set_insertion_point_after(load);
    let frozen = rw.build(FreezeOp::of(loaded).loc(loc).res(ty));
    let value = rw.body().single_result(frozen);
    rw.replace_all_uses_except(loaded, value, frozen.into());
}
