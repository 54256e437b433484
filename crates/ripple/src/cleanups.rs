//! Paths through cleanups.
//!
//! For a scope with several exits, clang stores the number of the exit to a slot, executes the common cleanup (ends of
//! lifetimes, destructors), and branches on the slot. Here each exit gets a copy of the cleanup and jumps past that
//! branch. So control flow depends on conditions of the source alone, and a `continue` under a condition with a shape
//! is distinct from a `break` under a scalar one.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::{AllocaOp, BrOp, LoadOp, StoreOp, SwitchOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Op, OpRef, Rewriter, Value};

use crate::evaluate::{integer_of_constant, switch_cases};
use crate::levels::predecessors;
use crate::parallel_loops::copies::{copy_ops, create_blocks};

/// The largest number of ops that are copied in one function.
const MAX_COPIED: usize = 50_000;
/// The largest number of predecessors that are searched for the way that was taken.
const MAX_BACK: usize = 16;

/// A block that branches on which way a scope is left.
#[derive(Clone, Copy)]
struct Dispatch {
    block: Block,
    slot: Value,
    branch: Op,
}

/// Leads the ways out of scopes past the branches that tell them apart.
pub(crate) fn thread_cleanups(rw: &mut Rewriter<'_>) {
    let mut ways: FxHashMap<Block, (Value, i64)> = FxHashMap::default();
    let mut left = MAX_COPIED;
    loop {
        let blocks: Vec<Block> =
            rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region)).collect();
        let mut changed = false;
        for block in blocks {
            let Some(dispatch) = dispatch_of(rw, block) else { continue };
            let size = rw.body().ops_of(dispatch.block).count();
            for (way, edges) in edges_by_way(rw, dispatch, &ways) {
                if size > left {
                    return;
                }
                left -= size;
                let copy = lead_past(rw, dispatch, way);
                ways.insert(copy, (dispatch.slot, way));
                for (op, index) in edges {
                    rw.set_successor(op, index, copy);
                }
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The dispatch at the end of a block, if it branches on which way a scope is left.
fn dispatch_of(rw: &Rewriter<'_>, block: Block) -> Option<Dispatch> {
    let view = rw.block(block);
    let branch = view.terminator()?.cast::<SwitchOp>()?;
    let load = branch.value().defining_op()?;
    let slot = load.cast::<LoadOp>()?.addr();
    let is_here = load.block().map(|from| from.id()) == Some(block);
    if !is_here || rw.body().n_args(block) > 0 || !is_slot_of_ways(slot.defining_op()?) {
        return None;
    }
    // Values of the block are used in it only, so that it can be copied alone.
    let is_own = view.ops().all(|op| {
        let is_store = op.cast::<StoreOp>().is_some_and(|store| store.addr().id() == slot.id());
        let mut users = op.results().flat_map(|result| result.uses().map(|(user, _)| user.block()));
        !is_store && users.all(|user| user.is_some_and(|user| user.id() == block))
    });
    let branch = view.terminator()?.id();
    is_own.then_some(Dispatch { block, slot: slot.id(), branch })
}

/// Whether an allocation only ever holds constants that switches branch on.
fn is_slot_of_ways(alloca: OpRef<'_>) -> bool {
    alloca.isa::<AllocaOp>()
        && alloca.single_result().uses().all(|(user, index)| {
            if let Some(store) = user.cast::<StoreOp>() {
                let value = store.value().defining_op();
                return index == 1 && value.and_then(integer_of_constant).is_some();
            }
            user.isa::<LoadOp>() && user.single_result().uses().all(|(user, _)| user.isa::<SwitchOp>())
        })
}

/// The edges to a block for each way that is known, in order.
fn edges_by_way(
    rw: &Rewriter<'_>,
    dispatch: Dispatch,
    ways: &FxHashMap<Block, (Value, i64)>,
) -> Vec<(i64, Vec<(Op, usize)>)> {
    let mut found: Vec<(i64, Vec<(Op, usize)>)> = Vec::new();
    for (op, index) in predecessors(rw.body(), dispatch.block) {
        let Some(from) = rw.body().block_of(op) else { continue };
        let Some(way) = way_at_end(rw, dispatch.slot, from, ways) else { continue };
        match found.iter_mut().find(|(other, _)| *other == way) {
            Some((_, edges)) => edges.push((op, index)),
            None => found.push((way, vec![(op, index)])),
        }
    }
    found
}

/// The value of a slot at the end of a block, if it is stored there or in blocks on all ways to it.
fn way_at_end(
    rw: &Rewriter<'_>,
    slot: Value,
    block: Block,
    ways: &FxHashMap<Block, (Value, i64)>,
) -> Option<i64> {
    let mut block = block;
    for _ in 0..MAX_BACK {
        let stores = rw.block(block).ops().filter_map(|op| op.cast::<StoreOp>());
        let last = stores.filter(|store| (*store).addr().id() == slot).last();
        if let Some(store) = last {
            return store.value().defining_op().and_then(integer_of_constant);
        }
        if let Some(&(known, way)) = ways.get(&block)
            && known == slot
        {
            return Some(way);
        }
        let &[(op, _)] = &predecessors(rw.body(), block)[..] else { return None };
        block = rw.body().block_of(op)?;
    }
    None
}

/// A copy of a block that goes on where it branches to for a way.
fn lead_past(rw: &mut Rewriter<'_>, dispatch: Dispatch, way: i64) -> Block {
    let mut map = IrMapping::new();
    create_blocks(rw, &[dispatch.block], dispatch.block, &mut map);
    let copy = map.block(dispatch.block);
    copy_ops(rw, dispatch.block, copy, Some(dispatch.branch), &mut map);
    let view = rw.op(dispatch.branch);
    let cases = view.cast::<SwitchOp>().map(|switch| switch_cases(switch, rw.cx())).unwrap_or_default();
    // The slot has 32 bits.
    let case = cases.iter().position(|&case| case as u32 == way as u32);
    let successor = case.map_or(0, |case| case + 1);
    let (target, operands) = passed_to(view, successor);
    let operands: Vec<Value> = operands.into_iter().map(|value| map.value(value)).collect();
    let loc = rw.body().loc(dispatch.branch);
    rw.set_insertion_point_to_end(copy);
    rw.build(BrOp::of(&operands).loc(loc).dest(target));
    copy
}

/// A successor of a terminator, and what is passed to it.
pub(crate) fn passed_to(op: OpRef<'_>, successor: usize) -> (Block, Vec<Value>) {
    let target = op.successors().nth(successor).expect("the branch has this successor").id();
    let operands = op.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(op, successor));
    let operands = operands.map_or(Vec::new(), |range| {
        op.operands().skip(range.start).take(range.len).map(|value| value.id()).collect()
    });
    (target, operands)
}
