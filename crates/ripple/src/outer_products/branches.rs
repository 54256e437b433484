//! Copies of the blocks and branches of a loop.

use terrace_dialects_llvm::ops::{BrOp, CondBrOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Op, Type, Value};

use super::recognize::OuterProduct;
use super::writer::Writer;

impl Writer<'_, '_> {
    /// Copies a loop, with or without the accumulator among the block arguments; the insertion point is after it then.
    /// `copy_op` copies an op.
    pub(super) fn copy_loop(
        &mut self,
        product: &OuterProduct,
        with_state: bool,
        mut copy_op: impl FnMut(&mut Self, Op),
    ) {
        let mut copies = Vec::new();
        for &block in &product.blocks {
            let args = self.rw.body().args(block);
            let args: Vec<Value> =
                args.filter(|arg| with_state || !product.state_args.contains(arg)).collect();
            let types: Vec<Type> = args.iter().map(|&arg| self.rw.body().value_type(arg)).collect();
            let copy = self.block(&types);
            let new: Vec<Value> = self.rw.body().args(copy).collect();
            args.into_iter().zip(new).for_each(|(from, to)| self.set(from, to));
            self.map.map_block(block, copy);
            copies.push(copy);
        }
        let done = self.block(&[]);
        let (exit, index) = product.exit;
        if let Some(target) = self.rw.body().successors(exit).nth(index) {
            self.map.map_block(target, done);
        }
        let operands = self.passed_values(product, product.entry, with_state);
        self.build().branch(copies[0], &operands);
        for (&block, &copy) in product.blocks.iter().zip(&copies) {
            self.enter(copy);
            let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
            ops.into_iter().for_each(|op| copy_op(self, op));
        }
        self.enter(done);
    }

    /// The operands that a branch passes to a successor in the loop, with or without the accumulator.
    fn passed_values(
        &mut self,
        product: &OuterProduct,
        (branch, index): (Op, usize),
        with_state: bool,
    ) -> Vec<Value> {
        let view = self.rw.op(branch);
        let target = view.successors().nth(index).map(|block| block.id());
        let Some(target) = target.filter(|target| product.inside.contains(target)) else { return Vec::new() };
        let operands = view.interface::<dyn BranchOp>().map(|op| op.successor_operands(view, index));
        let values: Vec<Value> = self
            .rw
            .body()
            .args(target)
            .enumerate()
            .filter(|(_, arg)| with_state || !product.state_args.contains(arg))
            .filter_map(|(place, _)| Some(view.operand(operands.as_ref()?.operand_for(place)?).id()))
            .collect();
        values.into_iter().map(|value| self.value(value)).collect()
    }

    /// Copies an op if it is a branch of the loop; returns whether it is.
    pub(super) fn copy_branch(&mut self, product: &OuterProduct, op: Op, with_state: bool) -> bool {
        let view = self.rw.op(op);
        if let Some(branch) = view.cast::<BrOp>() {
            let dest = branch.dest().id();
            let operands = self.passed_values(product, (op, 0), with_state);
            let dest = self.map.block(dest);
            self.build().branch(dest, &operands);
            return true;
        }
        let Some(branch) = view.cast::<CondBrOp>() else { return false };
        let (condition, yes, no) =
            (branch.condition().id(), branch.true_dest().id(), branch.false_dest().id());
        let [to_yes, to_no] = [0, 1].map(|index| self.passed_values(product, (op, index), with_state));
        let condition = self.value(condition);
        let (yes, no) = (self.map.block(yes), self.map.block(no));
        self.build().branch_if(condition, (yes, &to_yes), (no, &to_no));
        true
    }
}
