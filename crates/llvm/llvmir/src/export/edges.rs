//! Branches that reach a block more than once.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Op, OpRef, RegionRef, Value};
use terrace_llvm_ir::model::{BlockId, LocalId};

/// Edges that are split by a new block at the end of the function: several edges from a terminator to one
/// block with different operands. In LLVM IR, the value of a `phi` depends only on the predecessor block.
#[derive(Default)]
pub(super) struct SplitEdges {
    /// The terminators and which of their successors it is, in order, each with its block.
    pub(super) edges: Vec<(Op, usize, BlockId)>,
    by_edge: FxHashMap<(Op, usize), BlockId>,
    /// The values that each block passes on.
    values: FxHashMap<BlockId, Vec<LocalId>>,
}

impl SplitEdges {
    /// Finds the edges of a region, whose blocks get handles from `next` on.
    pub(super) fn of(region: RegionRef<'_>, mut next: u32) -> Self {
        let mut split = Self::default();
        for op in region.blocks().filter_map(|block| block.last()) {
            let mut seen: FxHashMap<Block, Vec<Option<Value>>> = FxHashMap::default();
            for (index, successor) in op.successors().enumerate().filter(|(_, to)| to.args().len() > 0) {
                let passed = passed(op, index, successor.args().len());
                match seen.entry(successor.id()) {
                    Entry::Vacant(entry) => drop(entry.insert(passed)),
                    Entry::Occupied(first) if *first.get() == passed => {}
                    Entry::Occupied(_) => {
                        split.edges.push((op.id(), index, BlockId(next)));
                        split.by_edge.insert((op.id(), index), BlockId(next));
                        next += 1;
                    }
                }
            }
        }
        split
    }

    /// Sets the values that a block passes on.
    pub(super) fn set_values(&mut self, block: BlockId, values: Vec<LocalId>) {
        self.values.insert(block, values);
    }

    /// The value that a block passes on for an argument.
    pub(super) fn value(&self, block: BlockId, argument: usize) -> LocalId {
        self.values[&block][argument]
    }

    /// The block of an edge.
    pub(super) fn block(&self, op: Op, successor: usize) -> Option<BlockId> {
        if self.edges.is_empty() {
            return None;
        }
        self.by_edge.get(&(op, successor)).copied()
    }
}

/// The operands that a terminator passes to a successor; `None` for those that the terminator produces.
fn passed(op: OpRef<'_>, successor: usize, count: usize) -> Vec<Option<Value>> {
    let operands = op.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(op, successor));
    let value = |index| Some(op.operand(operands.as_ref()?.operand_for(index)?).id());
    (0..count).map(value).collect()
}
