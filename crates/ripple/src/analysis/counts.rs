//! Warnings of scalars that change in loops which elements leave at different times.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, BlockRef, OpRef, Value, ValueRef};

use super::FunctionAnalysis;
use super::notices::RestMask;
use crate::diagnostics::{Tag, warning};
use crate::parallel_loops::WAY_OUT;
use crate::shape::Shape;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Warns of scalars that a loop changes which elements leave at different times, and that are read after it: they change until all
    /// elements have left, for those that left before as well.
    pub(super) fn warn_of_counts(&mut self, blocks: &[BlockRef<'a>], before: &DomTree, after: &PostDomTree) {
        let mut found = Vec::new();
        let mut told: FxHashSet<Value> = FxHashSet::default();
        for latch in blocks {
            let Some(op) = latch.terminator() else { continue };
            let Some(branch) = op.interface::<dyn BranchOp>() else { continue };
            for (index, header) in op.successors().enumerate() {
                if !before.dominates(header.id(), latch.id()) || op.attr(WAY_OUT).is_some() {
                    continue;
                }
                let mut masks: FxHashMap<Block, Shape> = FxHashMap::default();
                if let Some(above) = before.immediate_dominator(header.id()) {
                    masks.insert(above, Shape::SCALAR);
                }
                let mask = self.mask_of(latch.id(), (before, after), RestMask::Included, &mut masks);
                if mask.is_scalar() {
                    continue;
                }
                let body = loop_of(header, *latch);
                let passed = branch.successor_operands(op, index);
                for (place, arg) in header.args().enumerate() {
                    let Some(value) = passed.operand_for(place).map(|index| op.operand(index)) else {
                        continue;
                    };
                    let shape = self.shapes.of(arg.id());
                    if mask.without(shape).is_scalar()
                        || value.id() == arg.id()
                        || self.shapes.block(arg.id()).is_some()
                    {
                        continue;
                    }
                    if (is_read_after(arg, &body) || is_read_after(value, &body)) && told.insert(arg.id()) {
                        let loc = value.defining_op().map_or(op.loc(), |op| op.loc());
                        let message = format!(
                            "a variable of shape {shape} changes in a loop with a condition of shape {mask}, and is read after it: it changes until all elements \
                             have left the loop; initialize it with 'ripple_broadcast' to have one for each"
                        );
                        found.push(warning(Tag::AnyLane, loc, message));
                    }
                }
            }
        }
        self.found.warnings.extend(found);
    }
}

/// The blocks of the loop with a header and a block that branches back to it.
fn loop_of(header: BlockRef<'_>, latch: BlockRef<'_>) -> FxHashSet<Block> {
    let body = header.body();
    let mut found: FxHashSet<Block> = FxHashSet::default();
    found.insert(header.id());
    let mut pending = vec![latch.id()];
    while let Some(block) = pending.pop() {
        if found.insert(block) {
            pending.extend(body.preds(block).filter_map(|used| body.block_of(body.use_owner(used))));
        }
    }
    found
}

/// Whether a value is used outside of a loop, or passed on to a block there.
fn is_read_after(value: ValueRef<'_>, inside: &FxHashSet<Block>) -> bool {
    value.uses().any(|(user, index)| {
        let Some(block) = user.block() else { return false };
        if !inside.contains(&block.id()) {
            return true;
        }
        passes_out(user, index, inside)
    })
}

fn passes_out(user: OpRef<'_>, index: usize, inside: &FxHashSet<Block>) -> bool {
    let Some(branch) = user.interface::<dyn BranchOp>() else { return false };
    user.successors().enumerate().any(|(successor, target)| {
        let operands = branch.successor_operands(user, successor);
        let place = (0..target.args().len()).find(|&place| operands.operand_for(place) == Some(index));
        let arg = place.and_then(|place| target.args().nth(place));
        !inside.contains(&target.id()) && arg.is_some_and(|arg| !arg.is_unused())
    })
}
