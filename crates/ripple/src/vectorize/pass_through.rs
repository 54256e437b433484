//! Masked loads whose other elements are chosen right after.
//!
//! A selection by the mask of a load, of what it loaded or of something else, is the load with the other value as its
//! pass-through. LLVM makes that of the two as well, but not where the load is
//! ([`terrace_target::Quirk::SelectedMaskedLoad`]). So no such pair is left to it.

use terrace_dialects_llvm::intrinsics::MaskedLoadOp;
use terrace_dialects_llvm::ops::{FreezeOp, SelectOp, XOrOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Region, Rewriter, TraitSet, Value, ValueRef};

use crate::evaluate::is_everywhere;
use crate::faults::{Fault, is_planted};

/// The largest depth to which masks are compared.
const MAX_DEPTH: usize = 8;

/// Lets masked loads pass through what a selection by their mask chooses otherwise.
pub(super) fn pass_through(rw: &mut Rewriter<'_>, region: Region) {
    if is_planted(Fault::SelectionsAfterLoads) {
        return;
    }
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let mut pairs: Vec<(Op, Op, Value)> = Vec::new();
    let mut passed: Vec<Op> = Vec::new();
    for op in blocks.iter().flat_map(|&block| rw.body().ops_of(block)) {
        if let Some((load, other)) = chosen_load(rw.op(op)) {
            pairs.push((op, load, other));
        } else if is_passed_on(rw.op(op)) {
            passed.push(op);
        }
    }
    // A select in another block follows the load directly once LLVM has merged the blocks.
    passed.into_iter().for_each(|load| freeze(rw, load));
    if pairs.is_empty() {
        return;
    }
    let tree = DomTree::new(rw.body(), region);
    for (select, load, other) in pairs {
        if !is_available(rw, &tree, other, load) {
            freeze(rw, load);
            continue;
        }
        let Some(place) = rw
            .op(load)
            .cast::<MaskedLoadOp>()
            .and_then(|view| view.pass_thru())
            .and_then(|passed| rw.op(load).operands().position(|operand| operand.id() == passed.id()))
        else {
            freeze(rw, load);
            continue;
        };
        rw.set_operand(load, place, other);
        let loaded = rw.body().single_result(load);
        rw.replace_op(select, &[loaded]);
    }
}

/// Whether an op is a masked load of what a block gets as an argument.
fn is_passed_on(op: OpRef<'_>) -> bool {
    op.isa::<MaskedLoadOp>()
        && op.single_result().uses().any(|(user, _)| user.interface::<dyn BranchOp>().is_some())
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
