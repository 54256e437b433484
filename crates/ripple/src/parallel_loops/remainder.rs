//! The remainder: iterations after the last full block.

use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{BrOp, CondBrOp};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Block, InsertPoint, Value};

use super::REST;
use super::copies::{copy_ops, create_blocks};
use super::distribute::{Distribution, Elements, ScalarLoop};
use super::exits::Assigned;
use super::form::Amount;
use super::marks::Remainder;
use crate::discriminators::mark_remainder;

/// Numbers of iterations, before the loop.
pub(super) struct Counts {
    /// The blocks that are full.
    pub(super) full: Value,
    /// The iterations that fill no block.
    pub(super) left: Value,
    /// All iterations.
    pub(super) all: Value,
}

/// The body of the loop over blocks, which is copied.
pub(super) struct Iteration<'i> {
    /// The counter of each element.
    pub(super) counter: Value,
    /// The step.
    pub(super) step: Amount,
    /// The values that the body passes on to the next iteration, without the counter.
    pub(super) next_carried: &'i [Value],
    /// The values that the body assigns to variables that are used after the loop.
    pub(super) assigned: &'i [Assigned],
}

impl Distribution<'_, '_> {
    /// Creates the remainder after the loop over blocks, up to the common exit block.
    pub(super) fn finish(
        &mut self,
        (after, join): (Block, Block),
        looped: &ScalarLoop,
        counts: &Counts,
        elements: &Elements,
        iteration: &Iteration<'_>,
    ) {
        let &Iteration { counter, step, next_carried, assigned } = iteration;
        let &Counts { full, left, all } = counts;
        self.rw.set_insertion_point(InsertPoint::End(after));
        let remainder = match elements.static_count {
            Some(1) => Remainder::None,
            _ => self.annotated.remainder,
        };
        let mut map = IrMapping::new();
        map.map(looped.count, full);
        if remainder == Remainder::Sequential {
            let single = self.scalar_loop(self.build_type(all));
            let done = {
                let mut build = self.at_end(after);
                build.mul(full, elements.count, IntegerOverflowFlags::NUW)
            };
            let operands: Vec<Value> =
                [done, looped.counter].into_iter().chain(looped.others.iter().copied()).collect();
            self.build().branch(single.header, &operands);
            let begin = self.new_block(&[]);
            let goes_on = self.at_end(single.header).compare(ICmpPredicate::Ult, single.count, all);
            let end: Vec<Value> = [single.counter].into_iter().chain(single.others.iter().copied()).collect();
            self.build().branch_if(goes_on, (begin, &[]), (join, &end));
            if let Some(slot) = self.slot_of(self.args[self.form.counter_arg]) {
                self.at_end(begin).store(single.counter, slot);
            }
            map.map(counter, single.counter);
            for (&from, &to) in looped.others.iter().zip(&single.others) {
                map.map(from, to);
            }
            let latch = self.copy_body(begin, looped, &mut map);
            let mut build = self.at_end(latch);
            let ty = build.ty(single.count);
            let one = build.integer(1, ty);
            let next = build.add(single.count, one, IntegerOverflowFlags::NUW);
            let one = build.integer(1, elements.word);
            let moved = self.advance(single.counter, one, step, true);
            let operands =
                [next, moved].into_iter().chain(next_carried.iter().map(|&value| map.value(value)));
            let operands: Vec<Value> = operands.collect();
            self.build().branch(single.header, &operands);
            return;
        }
        let exit = self.advance(looped.counter, left, step, false);
        let unchanged: Vec<Value> = [exit].into_iter().chain(looped.others.iter().copied()).collect();
        if remainder == Remainder::None {
            self.build().branch(join, &unchanged);
            return;
        }
        let (masked, begin) = (self.new_block(&[]), self.new_block(&[]));
        let zero = {
            let mut build = self.at_end(after);
            let ty = build.ty(left);
            build.integer(0, ty)
        };
        let is_left = self.build().compare(ICmpPredicate::Ne, left, zero);
        self.build().branch_if(is_left, (masked, &[]), (join, &unchanged));
        self.rw.set_insertion_point(InsertPoint::End(masked));
        let index = self.linear_index(elements);
        let bound = self.build().resize(left, elements.word, false);
        let executes = self.build().compare(ICmpPredicate::Ult, index, bound);
        if let Some(comparison) = self.rw.value(executes).defining_op().map(|op| op.id()) {
            self.rw.set_attr(comparison, REST, Attr::UNIT);
        }
        // The values carried to the next iteration are those carried to this one.
        let carried = next_carried.iter().zip(&looped.others);
        let carried = carried.map(|(&value, &otherwise)| Assigned { value, otherwise });
        let assigned: Vec<Assigned> = carried.chain(assigned.iter().copied()).collect();
        self.store_unassigned(&assigned, looped, exit);
        self.rw.set_insertion_point(InsertPoint::End(begin));
        let last = self.counter(looped, index, elements, step);
        map.map(counter, last);
        let latch = self.copy_body(begin, looped, &mut map);
        let changed: Vec<Value> =
            [exit].into_iter().chain(next_carried.iter().map(|&value| map.value(value))).collect();
        self.gather_exits((masked, executes, begin), (join, &unchanged), (latch, &changed), &map);
    }

    /// Copies the body after a block that enters it; returns the copy of its last block, which has no terminator.
    fn copy_body(&mut self, begin: Block, looped: &ScalarLoop, map: &mut IrMapping) -> Block {
        create_blocks(self.rw, &self.body, self.annotated.header, map);
        for block in self.body.clone() {
            let copy = map.block(block);
            copy_ops(self.rw, block, copy, None, map);
            mark_remainder(self.rw, copy);
        }
        let (into, operands) = self.entry_of_body(looped);
        let operands: Vec<Value> = operands.iter().map(|&value| map.value(value)).collect();
        let into = map.block(into);
        self.at_end(begin).branch(into, &operands);
        map.block(self.form.latch)
    }

    /// The first block of the body of the loop over blocks, and the operands passed to it.
    fn entry_of_body(&self, looped: &ScalarLoop) -> (Block, Vec<Value>) {
        let header_end =
            self.rw.body().last_op(looped.header).and_then(|op| self.rw.op(op).cast::<CondBrOp>());
        let begin = header_end.expect("the loop ends with a condition").true_dest().id();
        let branch = self.rw.body().last_op(begin).and_then(|op| self.rw.op(op).cast::<BrOp>());
        let branch = branch.expect("the body is entered");
        (branch.dest().id(), branch.dest_operands().map(|value| value.id()).collect())
    }
}
