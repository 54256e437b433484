//! Values that are the same whenever a function runs: sizes of blocks, dimensions, masks of dimensions.
//!
//! They are constant once what leads to them is carried out: operations, calls of functions that compute with constants alone, and
//! branches whose conditions are constant, also where they depend on the size of a block.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::ops::{CallOp, CondBrOp, SwitchOp, parent_module};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, BlockRef, OpRef, Value, ValueDef, ValueRef};

use crate::analysis::Shapes;
use crate::dialect::{GetSizeOp, marked};
use crate::evaluate::{Evaluator, integer_of_constant, masked, pure_integer, signed, switch_cases, width};

/// The largest depth to which operands are followed for a constant.
const MAX_DEPTH: usize = 64;
/// The largest number of values and branches that are visited for one constant.
const MAX_LOOKED_AT: usize = 1_000;

/// Returns the integer that a value always is, or `None`. Shapes of blocks are known.
pub(crate) fn constant_integer(value: ValueRef<'_>, shapes: &Shapes) -> Option<i64> {
    Constants::new(shapes, None).integer(value, 0)
}

/// The same where control does not reach the blocks any more that `tree` is of.
pub(crate) fn constant_integer_by(tree: &DomTree, value: ValueRef<'_>, shapes: &Shapes) -> Option<i64> {
    Constants::new(shapes, Some(tree)).integer(value, 0)
}

/// The same while shapes of blocks are being computed, with the blocks whose sizes were asked for and are not known.
pub(crate) fn constant_integer_by_blocks(value: ValueRef<'_>, shapes: &Shapes) -> (Option<i64>, Vec<Value>) {
    let mut constants = Constants::new(shapes, None);
    (constants.integer(value, 0), constants.unknown)
}

struct Constants<'s> {
    shapes: &'s Shapes,
    /// The dominator tree; computed if `None`.
    tree: Option<&'s DomTree>,
    /// The number of values and branches that may still be visited.
    left: usize,
    /// The arguments of blocks that are being looked at: what depends on itself is not constant.
    active: FxHashSet<Value>,
    /// The blocks that have no shape.
    unknown: Vec<Value>,
}

impl<'s> Constants<'s> {
    fn new(shapes: &'s Shapes, tree: Option<&'s DomTree>) -> Self {
        Self { shapes, tree, left: MAX_LOOKED_AT, active: FxHashSet::default(), unknown: Vec::new() }
    }

    fn integer(&mut self, value: ValueRef<'_>, depth: usize) -> Option<i64> {
        self.left = self.left.checked_sub(1).filter(|_| depth <= MAX_DEPTH)?;
        if matches!(value.def(), ValueDef::Argument(_)) {
            if !self.active.insert(value.id()) {
                return None;
            }
            let chosen = self.chosen(value, depth);
            self.active.remove(&value.id());
            return chosen;
        }
        let op = value.defining_op()?;
        if let Some(number) = integer_of_constant(op) {
            return Some(number);
        }
        if let Some(value) = marked(op) {
            return self.integer(value, depth + 1);
        }
        if let Some(query) = op.cast::<GetSizeOp>() {
            let block = query.block().id();
            let Some(block) = self.shapes.block(block) else {
                self.unknown.push(block);
                return None;
            };
            let dim = usize::try_from(self.integer(query.dim(), depth + 1)?).ok()?;
            return (dim < crate::shape::MAX_DIMS).then(|| i64::from(block.size(dim)));
        }
        let result = width(op.cx(), value.ty())?;
        let operands: Vec<u64> =
            op.operands().map(|operand| self.bits(operand, depth)).collect::<Option<_>>()?;
        if op.isa::<CallOp>() {
            let module = parent_module(op)?;
            let result_of_call = Evaluator::new(op.ir(), module.handle()).result(op, &operands)?;
            return Some(signed(result_of_call, result));
        }
        Some(signed(pure_integer(op, &operands, result)?.ok()?, result))
    }

    fn bits(&mut self, value: ValueRef<'_>, depth: usize) -> Option<u64> {
        Some(masked(self.integer(value, depth + 1)? as u64, width(value.cx(), value.ty())?))
    }

    /// The integer that all branches pass that may be taken.
    fn chosen(&mut self, argument: ValueRef<'_>, depth: usize) -> Option<i64> {
        let block = argument.owner_block()?;
        // Paths to the conditions do not affect the selection.
        let from = match self.tree {
            Some(tree) => tree.immediate_dominator(block.id()),
            None => block.body().analysis::<DomTree>(block.region()?.id()).immediate_dominator(block.id()),
        }?;
        let mut found = None;
        for (branch, successor) in predecessors(block) {
            if !self.may_be_taken((branch, successor), from, depth + 1, &mut FxHashSet::default()) {
                continue;
            }
            let passed = branch.interface::<dyn BranchOp>()?.successor_operands(branch, successor);
            let operand = passed.operand_for(argument.index() as usize)?;
            let number = self.integer(branch.operand(operand), depth + 1)?;
            if found.is_some_and(|found| found != number) {
                return None;
            }
            found = Some(number);
        }
        found
    }

    /// Whether control may take a branch after a block: no constant conditions keep it from there. Blocks that were passed on the way back from
    /// the branch are not passed again.
    fn may_be_taken(
        &mut self,
        (branch, successor): (OpRef<'_>, usize),
        from: Block,
        depth: usize,
        passed: &mut FxHashSet<Block>,
    ) -> bool {
        let Some(left) = self.left.checked_sub(1).filter(|_| depth <= MAX_DEPTH) else { return true };
        self.left = left;
        let condition = branch.operands().next();
        let chosen = match branch.cast::<SwitchOp>() {
            Some(switch) => condition.and_then(|condition| self.bits(condition, depth)).map(|value| {
                let cases = switch_cases(switch, branch.cx());
                cases.iter().position(|&case| case == value).map_or(0, |case| case + 1)
            }),
            None => condition
                .filter(|_| branch.isa::<CondBrOp>())
                .and_then(|condition| self.bits(condition, depth))
                .map(|value| usize::from(value == 0)),
        };
        if chosen.is_some_and(|chosen| chosen != successor) {
            return false;
        }
        let Some(block) = branch.block() else { return true };
        if block.id() == from {
            return true;
        }
        passed.insert(block.id())
            && predecessors(block).any(|branch| self.may_be_taken(branch, from, depth + 1, passed))
    }
}

/// The branches to a block, and the number of the successor that it is.
fn predecessors(block: BlockRef<'_>) -> impl Iterator<Item = (OpRef<'_>, usize)> {
    let (ir, body, body_id) = (block.ir(), block.body(), block.body_id());
    body.preds(block.id()).map(move |used| {
        let branch = OpRef::in_body(ir, body, body_id, body.use_owner(used));
        (branch, body.successor_index(used))
    })
}
