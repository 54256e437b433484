//! Unswitching: an `affine.if` leaves the loops that it does not depend on, of which each branch gets a copy.

use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp, AffineParallelOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Diag, InsertPoint, Op, OpDef, OpKind, OpRef, Region, Rewriter, Value};
use terrace_passes_shared::greedy::canonicalization_of;
use terrace_rewrite::greedy::apply_greedily_to;
use terrace_rewrite::walk::nested_post_order;
use terrace_rewrite::{GreedyOptions, PatternSet};

use crate::nests::create_if;

/// The outermost loop or condition around an `affine.if` that the operands of it are defined before, with nothing but
/// loops and conditions without results between; `None` if there is none.
fn outermost_invariant<'a>(condition: OpRef<'a>) -> Option<OpRef<'a>> {
    let can_leave = |around: &OpRef<'a>| {
        let is_affine =
            around.isa::<AffineForOp>() || around.isa::<AffineParallelOp>() || around.isa::<AffineIfOp>();
        is_affine
            && around.num_results() == 0
            && condition.operands().all(|operand| {
                let block = operand.owner_block().or_else(|| operand.defining_op()?.block());
                let parent = block.and_then(|block| block.region()?.parent_op());
                !parent.is_some_and(|parent| around.is_ancestor(parent))
            })
    };
    condition.ancestors().take_while(can_leave).last()
}

/// Moves an `affine.if` without results out of the loops and conditions that it does not depend on. `None` if there are
/// none; the op may be canonicalized, or erased, nevertheless.
pub fn hoist_affine_if(rw: &mut Rewriter<'_>, op: AffineIfOp) -> Option<()> {
    let op: Op = op.into();
    if rw.op(op).num_results() > 0 {
        return None;
    }
    let error = canonicalize_all(rw, &[op], &[AffineIfOp::DEF]);
    if error.is_some() || rw.body().is_erased(op) || !rw.op(op).isa::<AffineIfOp>() {
        return None;
    }
    let over = outermost_invariant(rw.op(op))?.id();
    if rw.holds_isolated(over) {
        return None;
    }
    let place = nested_post_order(rw.body(), over).into_iter().position(|inner| inner == op)?;
    let view = AffineIfOp::view_of(rw.op(op));
    let (loc, condition) = (view.0.loc(), view.condition_attr());
    let operands: Vec<Value> = view.0.operands().map(|value| value.id()).collect();
    rw.set_insertion_point_after(over);
    let copy = rw.clone_op(over, &mut IrMapping::new())?;
    let in_copy = nested_post_order(rw.body(), copy).into_iter().nth(place)?;
    rw.set_insertion_point_before(over);
    let (hoisted, [in_then, in_else]) = create_if(rw, loc, condition, &operands);
    rw.move_op(over, InsertPoint::Before(in_then));
    rw.move_op(copy, InsertPoint::Before(in_else));
    promote(rw, op, 0);
    promote(rw, in_copy, 1);
    // Loops that are left empty go, and then branches.
    let mut ops = nested_post_order(rw.body(), hoisted);
    ops.push(hoisted);
    canonicalize_all(rw, &ops, &[AffineIfOp::DEF]).is_none().then_some(())
}

/// Replaces an `affine.if` by the ops of one of its regions.
fn promote(rw: &mut Rewriter<'_>, op: Op, branch: usize) {
    let region: Option<Region> = rw.body().regions(op).nth(branch);
    if let Some(block) = region.and_then(|region| rw.body().entry(region))
        && let Some(end) = rw.body().last_op(block)
    {
        rw.inline_block(block, InsertPoint::Before(op), &[]);
        rw.erase_op(end);
    }
    rw.erase_op(op);
}

/// Applies the patterns of canonicalization of some kinds to ops, and to what results.
pub fn canonicalize_all(rw: &mut Rewriter<'_>, ops: &[Op], kinds: &[&'static OpDef]) -> Option<Box<Diag>> {
    let mut patterns = PatternSet::new();
    let own = kinds.iter().flat_map(|&def| canonicalization_of(def));
    patterns.add_all(rw.cx(), &own.collect::<Vec<Pattern>>());
    apply_greedily_to(rw, ops, &patterns, &GreedyOptions::bottom_up()).nontermination
}
