//! The conditions that decide what an expression chooses.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{CondBrOp, SwitchOp};
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::{Block, BlockRef, Op, OpRef, Value};

use super::FunctionAnalysis;
use crate::dialect::ExpressionOp;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Finds the conditions of all marked arguments.
    pub(super) fn find_conditions(&mut self, blocks: &[BlockRef<'a>]) {
        let region = self.function.region(0);
        let tree = DomTree::new(region.body(), region.id());
        let after = PostDomTree::new(region.body(), region.id());
        let mut known: FxHashMap<Block, Rc<[Value]>> = FxHashMap::default();
        for op in blocks.iter().flat_map(|block| block.ops()) {
            let Some(mark) = op.cast::<ExpressionOp>() else { continue };
            let value = mark.value();
            if value.defining_op().is_some() {
                continue;
            }
            let Some(merge) = value.owner_block() else { continue };
            let chosen = known
                .entry(merge.id())
                .or_insert_with(|| self.conditions_of(merge.id(), &tree, &after).unwrap_or_default())
                .clone();
            self.conditions.insert(op.id(), chosen);
        }
    }

    /// The conditions that decide by which edge a block is reached.
    fn conditions_of(&self, merge: Block, tree: &DomTree, after: &PostDomTree) -> Option<Rc<[Value]>> {
        let top = tree.immediate_dominator(merge)?;
        let region = self.function.region(0);
        let body = region.body();
        let mut seen = FxHashSet::default();
        let mut pending = vec![merge];
        let mut found = Vec::new();
        while let Some(block) = pending.pop() {
            for pred in body.preds(block).map(|used| body.use_owner(used)) {
                let Some(from) = body.block_of(pred) else { continue };
                if from == merge || !seen.insert(from) {
                    continue;
                }
                found.push(pred);
                if from != top {
                    pending.push(from);
                }
            }
        }
        // If the paths from a branch meet earlier, its selection is decided there.
        let meets_before = |pred: Op| {
            let mut targets = body.successors(pred);
            let first = targets.next();
            let meet = targets.fold(first, |meet, target| after.nearest_common_post_dominator(meet?, target));
            meet.is_some_and(|meet| meet != merge && seen.contains(&meet))
        };
        let ends = found.into_iter().filter(|&pred| !meets_before(pred));
        let view = |pred: Op| OpRef::in_body(self.function.ir(), body, region.body_id(), pred);
        Some(ends.filter_map(|pred| condition_of(view(pred))).collect())
    }
}

/// The value by which a terminator chooses; others go where they go for reasons of their own.
pub(crate) fn condition_of(terminator: OpRef<'_>) -> Option<Value> {
    if let Some(branch) = terminator.cast::<CondBrOp>() {
        return Some(branch.condition().id());
    }
    terminator.cast::<SwitchOp>().map(|switch| switch.value().id())
}
