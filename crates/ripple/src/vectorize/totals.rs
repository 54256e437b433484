//! Sums of which only the total over all elements matters.
//!
//! A variable to which numbers are added, and which is read by a reduction in the end, may have what is added to one of
//! its elements in another one. `ripple-select-instructions` makes use of that, as long as sums are not selected in memory.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::DbgValueOp;
use terrace_dialects_llvm::ops::{AddOp, SubOp};
use terrace_ir::dominance::PostDomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, OpRef, Region, Rewriter, Value, ValueRef};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Original;
use crate::analysis::Shapes;
use crate::constants::constant_integer;
use crate::dialect::{Reduced, Reduction};
use crate::levels::predecessors;
use crate::shape::Shape;

/// The largest number of values that are one variable.
const MAX_VALUES: usize = 64;

/// The values of a function that are such sums.
pub(super) fn totals(
    rw: &Rewriter<'_>,
    region: Region,
    blocks: &[Block],
    shapes: &Shapes,
) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    let ops = || blocks.iter().flat_map(|&block| rw.block(block).ops());
    if !ops().any(|op| Reduction::of(op) == Some(Reduction::Add)) {
        return found;
    }
    let after = PostDomTree::new(rw.body(), region);
    for op in ops().filter(|op| op.isa::<AddOp>() || op.isa::<SubOp>()) {
        let sum = op.single_result();
        let is_candidate = sum.ty().is_integer(rw.cx())
            && !shapes.of(sum.id()).is_scalar()
            && !found.contains(&sum.id())
            && op.operands().any(|operand| operand.defining_op().is_none());
        if is_candidate && let Some(values) = variable(rw, sum, shapes, &after) {
            found.extend(values);
        }
    }
    found
}

/// Whether an op adds to its operand, or subtracts from it.
fn is_sum(op: OpRef<'_>, operand: usize) -> bool {
    op.isa::<AddOp>() || op.isa::<SubOp>() && operand == 0
}

/// All values of the variable that a sum is assigned to, if it begins in one place, only sums are assigned to it, and
/// only reductions read it.
fn variable(
    rw: &Rewriter<'_>,
    sum: ValueRef<'_>,
    shapes: &Shapes,
    after: &PostDomTree,
) -> Option<Vec<Value>> {
    let shape = shapes.of(sum.id());
    let mut values = vec![sum.id()];
    let mut reductions: Vec<Block> = Vec::new();
    let mut at = 0;
    while let Some(&value) = values.get(at) {
        at += 1;
        if values.len() > MAX_VALUES || shapes.of(value) != shape {
            return None;
        }
        for (user, index) in rw.value(value).uses() {
            if user.isa::<DbgValueOp>() {
                continue;
            }
            let next = if is_sum(user, index) {
                user.single_result().id()
            } else if let Some(branch) = user.interface::<dyn BranchOp>() {
                let (target, place) = user.successors().enumerate().find_map(|(successor, target)| {
                    let passed = branch.successor_operands(user, successor);
                    let is_passed = (passed.start..passed.start + passed.len).contains(&index);
                    is_passed.then(|| (target, index - passed.start))
                })?;
                target.args().nth(place)?.id()
            } else {
                reductions.push(reduced_in(user, shape, shapes)?);
                continue;
            };
            if !values.contains(&next) {
                values.push(next);
            }
        }
    }
    let root = begins_in(rw, &values)?;
    let is_read_by_all = reductions.iter().all(|&block| after.post_dominates(block, root));
    is_read_by_all.then_some(values)
}

/// The block of an op, if it adds all elements of values of a shape.
fn reduced_in(op: OpRef<'_>, shape: Shape, shapes: &Shapes) -> Option<Block> {
    let reduced = Reduced::of(op).filter(|reduced| reduced.kind == Reduction::Add)?;
    let dims = constant_integer(reduced.dims, shapes)?;
    let is_whole = shape.dims().all(|dim| dims >> dim & 1 == 1);
    is_whole.then_some(op.block()?.id())
}

/// The block of the argument with which a variable begins: the only one that gets something else than its values.
fn begins_in(rw: &Rewriter<'_>, values: &[Value]) -> Option<Block> {
    let body = rw.body();
    let mut root = None;
    for &value in values {
        let view = rw.value(value);
        if let Some(op) = view.defining_op() {
            if !op.operands().any(|operand| values.contains(&operand.id())) {
                return None;
            }
            continue;
        }
        let block = view.owner_block()?.id();
        let place = rw.body().args(block).position(|arg| arg == value)?;
        let edges = predecessors(body, block);
        if edges.is_empty() {
            return None;
        }
        for (branch, successor) in edges {
            let op = rw.op(branch);
            let operands = op.interface::<dyn BranchOp>()?.successor_operands(op, successor);
            let passed = op.operand(operands.operand_for(place)?).id();
            if !values.contains(&passed) && root.replace(block).is_some() {
                return None;
            }
        }
    }
    root
}

impl Emitter<'_, '_> {
    /// Renders an addition of which only the total over all elements matters.
    pub(super) fn added_in_total(&mut self, original: &Original) -> Option<Lanes> {
        let (result, ty) = original.results[0];
        let op = self.rw.op(original.op);
        let is_sub = op.isa::<SubOp>();
        if !self.values.totals.contains(&result) || !(is_sub || op.isa::<AddOp>()) {
            return None;
        }
        let shape = self.shapes.of(result);
        let &[a, b] = &original.operands[..] else { return None };
        let [a, b] = [a, b].map(|operand| {
            let operand = self.lanes(operand).in_shape(shape);
            self.vector_of(&operand)
        });
        // An element may have more than it would by itself: that it does not overflow is not known.
        let sum = if is_sub { self.binary::<SubOp>(a, b) } else { self.binary::<AddOp>(a, b) };
        self.values.added_in_total.insert(sum);
        Some(Lanes::opaque(sum, ty, shape))
    }
}
