//! Ways on which control ends: calls that do not return, and what is unreachable.
//!
//! A block that ends in `unreachable` is no way out of what it is in. Whatever follows is never executed, so it may as well be what
//! follows on the other way: with a branch there, `if (c) abort();` is a condition like any other, under which a call is carried out. Neither
//! loops nor masks need to know of it. What is promised to be unreachable without a call becomes an assumption.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp, ConstantOp, InvokeOp, SwitchOp, UnreachableOp, XOrOp};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Body, Op, Rewriter, Type, Value};
use terrace_rewrite::regions::erase_unreachable_blocks;

use crate::cleanups::passed_to;
use crate::dialect::is_ripple;
use crate::levels::predecessors;
use crate::parallel_loops::copies::{copy_ops, create_blocks};

/// The largest number of blocks of ways that end that are copied in one function.
const MAX_COPIED: usize = 10_000;

/// Lets ways on which control ends go on where the other way from the same branch goes.
pub(crate) fn rejoin_dead_ends(rw: &mut Rewriter<'_>) {
    let blocks: Vec<Block> =
        rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region)).collect();
    let is_end = |block: Block| last_of(rw.body(), block).is_some_and(|op| rw.op(op).isa::<UnreachableOp>());
    let ends: FxHashSet<Block> = blocks.iter().copied().filter(|&block| is_end(block)).collect();
    if ends.is_empty() {
        return;
    }
    let returns = |block: &Block| {
        last_of(rw.body(), *block).is_some_and(|op| rw.body().successors(op).next().is_none())
            && !ends.contains(block)
    };
    let returning = reaching(rw.body(), blocks.iter().copied().filter(returns));
    let ending = reaching(rw.body(), ends.iter().copied());
    let mut copied = 0;
    for &block in blocks.iter().filter(|block| returning.contains(*block)) {
        let Some(branch) = last_of(rw.body(), block) else { continue };
        let view = rw.op(branch);
        if !view.isa::<CondBrOp>() && !view.isa::<SwitchOp>() || is_mark_of_loop(rw, branch) {
            continue;
        }
        let targets: Vec<Block> = view.successors().map(|target| target.id()).collect();
        let Some(other) = targets.iter().position(|target| returning.contains(target)) else { continue };
        let goes_on = passed_to(view, other);
        for (index, &target) in targets.iter().enumerate() {
            if returning.contains(&target) || !ending.contains(&target) {
                continue;
            }
            if ends.contains(&target) && rw.body().ops_of(target).count() == 1 {
                assume_other(rw, branch, index);
                rw.set_successor_operands(branch, index, &goes_on.1);
                rw.set_successor(branch, index, goes_on.0);
                continue;
            }
            let way = reachable(rw.body(), target);
            copied += way.len();
            if copied > MAX_COPIED {
                return;
            }
            let mut map = IrMapping::new();
            create_blocks(rw, &way, target, &mut map);
            for &from in &way {
                copy_ops(rw, from, map.block(from), None, &mut map);
            }
            rw.set_successor(branch, index, map.block(target));
            for copy in way.iter().map(|&from| map.block(from)) {
                let Some(end) = last_of(rw.body(), copy).filter(|&op| rw.op(op).isa::<UnreachableOp>())
                else {
                    continue;
                };
                let loc = rw.body().loc(end);
                rw.set_insertion_point_before(end);
                rw.build(BrOp::of(&goes_on.1).loc(loc).dest(goes_on.0));
                rw.erase_op(end);
            }
        }
        branch_once(rw, branch);
    }
    erase_unreachable_blocks(rw);
}

fn last_of(body: &Body, block: Block) -> Option<Op> {
    body.last_op(block)
}

/// The blocks from which control may reach some blocks, and those.
fn reaching(body: &Body, to: impl Iterator<Item = Block>) -> FxHashSet<Block> {
    let mut pending: Vec<Block> = to.collect();
    let mut found: FxHashSet<Block> = pending.iter().copied().collect();
    while let Some(block) = pending.pop() {
        let from = predecessors(body, block).into_iter().filter_map(|(op, _)| body.block_of(op));
        pending.extend(from.filter(|&from| found.insert(from)));
    }
    found
}

/// The blocks that control may reach from a block on.
fn reachable(body: &Body, from: Block) -> Vec<Block> {
    let (mut found, mut at) = (vec![from], 0);
    while let Some(&block) = found.get(at) {
        at += 1;
        let targets = last_of(body, block).into_iter().flat_map(|op| body.successors(op));
        let new: Vec<Block> = targets.filter(|target| !found.contains(target)).collect();
        new.into_iter().for_each(|target| {
            if !found.contains(&target) {
                found.push(target);
            }
        });
    }
    found
}

/// Whether a branch is on the call that marks an annotated loop: what is unreachable there is no promise of the program's.
fn is_mark_of_loop(rw: &Rewriter<'_>, branch: Op) -> bool {
    rw.op(branch).operands().any(|operand| {
        let mut value = operand;
        while let Some(op) = value.defining_op() {
            if is_ripple(op) {
                return true;
            }
            let Some(next) = op.operands().next() else { return false };
            value = next;
        }
        false
    })
}

/// Assumes before a branch on a condition that a successor of it is not taken.
fn assume_other(rw: &mut Rewriter<'_>, branch: Op, successor: usize) {
    let Some(view) = rw.op(branch).cast::<CondBrOp>() else { return };
    let (condition, loc, cx) = (view.condition().id(), rw.body().loc(branch), rw.cx());
    rw.set_insertion_point_before(branch);
    let holds: Value = match successor {
        0 => {
            let one = ConstantOp::of().loc(loc).value_attr(cx.int_attr(Type::I1, 1)).res(Type::I1);
            let one = rw.build_value(one);
            rw.build_value(XOrOp::of(condition, one).loc(loc))
        }
        _ => condition,
    };
    rw.build(AssumeOp::of(holds).loc(loc).op_bundle_operands(&[]));
}

/// Makes a branch whose ways all lead to one block with the same values a branch without a condition.
fn branch_once(rw: &mut Rewriter<'_>, branch: Op) {
    let view = rw.op(branch);
    if view.isa::<InvokeOp>() {
        return;
    }
    let mut ways = (0..view.num_successors()).map(|index| passed_to(view, index));
    let Some((target, operands)) = ways.next() else { return };
    if !ways.all(|way| way == (target, operands.clone())) {
        return;
    }
    drop(ways);
    let loc = rw.body().loc(branch);
    rw.set_insertion_point_before(branch);
    rw.build(BrOp::of(&operands).loc(loc).dest(target));
    rw.erase_op(branch);
}
