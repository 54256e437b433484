//! The order of ops in blocks that copy elements by calls, in which no value stays in a register across a call that
//! does not need it.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::LoadOp;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Rewriter, TraitSet, Value};

use super::emit::Emitter;

/// The copies of a function by calls.
pub(super) struct Copies {
    /// The memory through which elements pass. What a block writes there, it writes once.
    memory: FxHashSet<Value>,
    /// The blocks with copies.
    blocks: FxHashSet<Block>,
    /// Elements that were read from there and are not used.
    superseded: Vec<Value>,
}

impl Emitter<'_, '_> {
    /// Notes that a block copies elements by calls.
    pub(super) fn has_copies(&mut self, block: Block) {
        self.scratch.blocks.insert(block);
    }

    /// The copies by calls of the function, once it is written.
    pub(super) fn into_copies(self) -> Copies {
        Copies {
            memory: self.scratch.slots.into_values().collect(),
            blocks: self.scratch.blocks,
            superseded: self.scratch.superseded,
        }
    }
}

impl Copies {
    /// Erases the copies of what is not used.
    pub(super) fn erase_superseded(&self, rw: &mut Rewriter<'_>) {
        for &value in &self.superseded {
            let view = rw.value(value);
            let Some(load) =
                view.defining_op().filter(|_| view.is_unused()).and_then(|op| op.cast::<LoadOp>())
            else {
                continue;
            };
            let block = load.0.block().map(|block| block.id());
            let users = load.addr().uses().map(|(user, _)| user);
            let here: Vec<Op> = users
                .filter(|user| user.block().map(|block| block.id()) == block)
                .map(|user| user.id())
                .collect();
            here.into_iter().for_each(|op| rw.erase_op(op));
        }
    }

    /// Moves what has no effect to right before the first op that needs it; what other blocks need comes last.
    pub(super) fn compute_late(&self, rw: &mut Rewriter<'_>) {
        let Some(&region) = rw.body().top_regions().first() else { return };
        let blocks: Vec<Block> =
            rw.body().blocks_of(region).filter(|block| self.blocks.contains(block)).collect();
        blocks.into_iter().for_each(|block| self.put_in_order(rw, block));
    }

    fn put_in_order(&self, rw: &mut Rewriter<'_>, block: Block) {
        let ops: Vec<Op> = rw.body().ops_of(block).collect();
        let Some(last) = ops.len().checked_sub(1) else { return };
        let places: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(at, &op)| (op, at)).collect();
        let waits: Vec<bool> = ops.iter().map(|&op| self.may_wait(rw.op(op))).collect();
        let waiting = (0..last).filter(|&at| waits[at]);
        let roots = (0..last).filter(|&at| !waits[at]).chain(waiting);
        let mut is_placed = vec![false; ops.len()];
        let mut pending: Vec<(usize, bool)> = Vec::new();
        let point = InsertPoint::Before(ops[last]);
        for root in roots {
            pending.push((root, false));
            while let Some((at, is_ready)) = pending.pop() {
                if is_ready {
                    rw.move_op(ops[at], point);
                } else if !std::mem::replace(&mut is_placed[at], true) {
                    pending.push((at, true));
                    let needed: Vec<usize> = rw
                        .op(ops[at])
                        .operands()
                        .filter_map(|operand| places.get(&operand.defining_op()?.id()).copied())
                        .filter(|&place| waits[place])
                        .collect();
                    pending.extend(needed.into_iter().rev().map(|place| (place, false)));
                }
            }
        }
    }

    /// Whether an op may be carried out later than other ops of its block.
    fn may_wait(&self, op: OpRef<'_>) -> bool {
        let reads_copy = op.cast::<LoadOp>().is_some_and(|load| self.memory.contains(&load.addr().id()));
        op.num_successors() == 0 && (op.has_trait(TraitSet::Pure) || reads_copy)
    }
}
