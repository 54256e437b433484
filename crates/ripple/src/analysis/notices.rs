//! Warnings of what is seldom meant.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::{AllocaOp, CondBrOp, ConstantOp, LoadOp, StoreOp};
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, BlockRef, Diag, OpRef};

use super::{CallPlan, FunctionAnalysis, condition_of, is_single_local};
use crate::diagnostics::{Tag, warning};
use crate::dialect::ExpressionOp;
use crate::functions::callee_of;
use crate::parallel_loops::{REST, SINGLE, WAY_OUT};
use crate::shape::Shape;

/// Whether the condition under which the remainder of an annotated loop executes elements is part of a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RestMask {
    /// It is, as all others.
    Included,
    /// It is not.
    Excluded,
}

/// Whether a branch is on the condition under which a remainder executes elements.
fn is_on_rest(terminator: OpRef<'_>) -> bool {
    let condition = terminator.cast::<CondBrOp>().and_then(|branch| branch.condition().defining_op());
    condition.is_some_and(|op| op.discardable_attr(REST).is_some())
}

/// The ways to a block.
struct Ways {
    /// The number of ways, without back edges.
    forward: usize,
    /// The dimensions of the conditions between the block from which all of them come and blocks on them.
    masks: FxHashMap<Block, Shape>,
}

impl<'a> FunctionAnalysis<'a, '_> {
    /// Warns of scalars that are assigned, and scalar memory that is written, under a condition with more dimensions: that
    /// happens once, if any element is active, which is seldom what is meant.
    pub(super) fn warn_of_scalars(&mut self, blocks: &[BlockRef<'a>], before: &DomTree, after: &PostDomTree) {
        let mut found: Vec<Box<Diag>> = Vec::new();
        let mut masks: FxHashMap<Block, Shape> = FxHashMap::default();
        let mut chosen: FxHashMap<Block, Shape> = FxHashMap::default();
        let mut ways: FxHashMap<Block, Ways> = FxHashMap::default();
        for block in blocks {
            block.ops().for_each(|op| self.warn_of_shared(op, &mut found));
            let mask = self.mask_of(block.id(), (before, after), RestMask::Included, &mut masks);
            if mask.is_scalar() {
                continue;
            }
            self.check_mask(*block, mask);
            // The first element of a remainder is always active: what happens once for a block happens once for it.
            let mask = self.mask_of(block.id(), (before, after), RestMask::Excluded, &mut chosen);
            for op in block.ops().filter(|_| !mask.is_scalar()) {
                let Some(store) = op.cast::<StoreOp>() else { continue };
                let address = store.addr();
                let shape = self.of(address);
                if !mask.without(shape).is_scalar()
                    && !address.defining_op().is_some_and(|op| op.isa::<AllocaOp>())
                {
                    let message = format!(
                        "memory of shape {shape} is written under a condition of shape {mask}: it is written if the condition holds for any element"
                    );
                    found.push(warning(Tag::AnyLane, op.loc(), message));
                }
            }
            self.warn_of_assignments(*block, (before, after), &mut ways, &mut found);
        }
        self.found.warnings.extend(found);
    }

    /// Warns of annotated loops over dimensions in which their block has one element.
    pub(super) fn warn_of_single(&mut self, blocks: &[BlockRef<'a>]) {
        for op in blocks.iter().filter_map(|block| block.terminator()).filter(|op| op.attr(SINGLE).is_some())
        {
            let message = "the block has one element in the dimensions of the annotated loop: its iterations are carried out one after the other";
            self.found.warnings.push(warning(Tag::DimRange, op.loc(), message));
        }
    }

    /// Warns of a reduction over no dimension.
    pub(crate) fn warn_of_no_dimension(&mut self, op: OpRef<'a>) {
        let message = "the mask of dimensions is 0, and nothing is reduced: bit 0 stands for dimension 0, which is mask 1";
        self.found.warnings.push(warning(Tag::DimRange, op.loc(), message));
    }

    /// Warns of variables whose addresses are passed to functions that are called for each element: all of them get the same one.
    fn warn_of_shared(&self, op: OpRef<'a>, found: &mut Vec<Box<Diag>>) {
        if !matches!(self.shapes.calls.get(&op.id()), Some(CallPlan::Sequential)) {
            return;
        }
        let shape = op.operands().map(|operand| self.of(operand)).find(|shape| !shape.is_scalar());
        let shared = op.operands().find(|operand| {
            self.of(*operand).is_scalar() && operand.defining_op().is_some_and(is_single_local)
        });
        if let (Some(shape), Some(_), Some(name)) = (shape, shared, callee_of(op)) {
            let message = format!(
                "a variable of shape Scalar is passed by its address to '{}', which is called for each element of shape {shape}: all of them \
                 get the same one; initialize it with 'ripple_broadcast' to have one for each",
                name.text(op.cx())
            );
            found.push(warning(Tag::AnyLane, op.loc(), message));
        }
    }

    /// Reports what accesses memory in a block for other elements than those of the mask under which it is: for each dimension there are
    /// elements of one block alone.
    fn check_mask(&mut self, block: BlockRef<'a>, mask: Shape) {
        for op in block.ops() {
            let address = match op.cast::<StoreOp>() {
                Some(store) => store.addr(),
                None => match op.cast::<LoadOp>() {
                    Some(load) => load.addr(),
                    None => continue,
                },
            };
            let shape = self.of(address);
            if let Err(mismatch) = mask.join(shape) {
                let message = format!(
                    "memory of shape {shape} is accessed under a condition of shape {mask}: dimension {} has size {} in one and {} in the other; \
                     use one block",
                    mismatch.dim, mismatch.sizes[1], mismatch.sizes[0]
                );
                self.report_mismatch(op, mismatch, message);
                return;
            }
        }
    }

    /// The dimensions of the conditions that decide whether a block is executed: those under which the block above it is,
    /// and the one that it ends in unless all ways from it lead here.
    pub(super) fn mask_of(
        &self,
        block: Block,
        (before, after): (&DomTree, &PostDomTree),
        rest: RestMask,
        masks: &mut FxHashMap<Block, Shape>,
    ) -> Shape {
        let mut chain = Vec::new();
        let mut at = Some(block);
        while let Some(block) = at.filter(|block| !masks.contains_key(block)) {
            chain.push(block);
            at = before.immediate_dominator(block);
        }
        let region = self.function.region(0);
        let mut mask = at.and_then(|block| masks.get(&block).copied()).unwrap_or(Shape::SCALAR);
        while let Some(block) = chain.pop() {
            if let Some(above) = before.immediate_dominator(block)
                && !after.post_dominates(block, above)
                && let Some(op) = region.body().last_op(above)
                && let branch = OpRef::in_body(self.function.ir(), region.body(), region.body_id(), op)
                && let Some(condition) = condition_of(branch)
                && (rest == RestMask::Included || !is_on_rest(branch))
            {
                mask = mask.join(self.shapes.of(condition)).unwrap_or(mask);
            }
            masks.insert(block, mask);
        }
        mask
    }

    /// Warns of values that a block passes on to where it meets ways that other elements take.
    fn warn_of_assignments(
        &self,
        block: BlockRef<'a>,
        (before, after): (&DomTree, &PostDomTree),
        ways: &mut FxHashMap<Block, Ways>,
        found: &mut Vec<Box<Diag>>,
    ) {
        let Some(op) = block.terminator().filter(|op| op.num_successors() == 1) else { return };
        let Some(branch) = op.interface::<dyn BranchOp>() else { return };
        // The number of a way out of an annotated loop is no variable.
        let first = usize::from(op.attr(WAY_OUT).is_some());
        for (index, target) in op.successors().enumerate() {
            // Counters of loops go on once for all elements; nobody means anything else.
            if before.dominates(target.id(), block.id()) {
                continue;
            }
            // A variable that begins here is not one that others have kept.
            let body = block.body();
            let ways = ways.entry(target.id()).or_insert_with(|| {
                let all = body.preds(target.id()).filter_map(|used| body.block_of(body.use_owner(used)));
                let forward = all.filter(|&from| !before.dominates(target.id(), from)).count();
                let above = before.immediate_dominator(target.id());
                Ways { forward, masks: above.into_iter().map(|above| (above, Shape::SCALAR)).collect() }
            });
            if ways.forward < 2 {
                continue;
            }
            // Conditions above the block from which all ways to the target come hold for all elements that get there.
            let mask = self.mask_of(block.id(), (before, after), RestMask::Excluded, &mut ways.masks);
            let passed = branch.successor_operands(op, index);
            for (place, arg) in target.args().enumerate().skip(first) {
                // Expressions and return values are no variables, and neither are values without uses.
                if arg.uses().all(|(user, _)| user.isa::<ExpressionOp>()) {
                    continue;
                }
                let Some(value) = passed.operand_for(place).map(|index| op.operand(index)) else { continue };
                let shape = self.shapes.of(arg.id());
                let is_here = value.defining_op().is_none_or(|defined| {
                    defined.block().map(|owner| owner.id()) == Some(block.id()) || defined.isa::<ConstantOp>()
                });
                let is_own = value.owner_block().is_none_or(|owner| owner.id() == block.id());
                if !mask.without(shape).is_scalar() && is_here && is_own {
                    let message = format!(
                        "a variable of shape {shape} is assigned under a condition of shape {mask}: it is assigned if the condition holds for any element; \
                         initialize it with 'ripple_broadcast' to have one for each"
                    );
                    found.push(warning(Tag::AnyLane, op.loc(), message));
                }
            }
        }
    }
}
