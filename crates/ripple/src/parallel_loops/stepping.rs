//! Counts iterations with a loop if the counter wraps before it reaches the bound.

use terrace_dialects_llvm::enums::IntegerOverflowFlags;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Op, Type, Value};

use super::count::{Start, iterations, may_wrap, wraps};
use super::distribute::{Distribution, NONE};
use super::form::Amount;

impl Distribution<'_, '_> {
    /// Computes the number of iterations at the end of a block; returns the block at whose end it is known, which is
    /// the insertion point, and the number.
    pub(super) fn count_iterations(&mut self, last: Block, start: Start, word: Type) -> (Block, Value) {
        let form = self.form;
        let count = iterations(&mut self.at_end(last), form, start, word);
        if !may_wrap(form) || self.is_exact(start) {
            return (last, count);
        }
        let ty = self.build_type(count);
        let wraps = wraps(&mut self.at_end(last), form, start, count);
        let counter = self.before.value(self.args[form.counter_arg]);
        let counter_type = self.build_type(counter);
        let (header, step, counted) =
            (self.new_block(&[counter_type, ty]), self.new_block(&[]), self.new_block(&[ty]));
        let mut build = self.at_end(last);
        let zero = build.integer(0, ty);
        build.branch_if(wraps, (header, &[counter, zero]), (counted, &[count]));
        let args: Vec<Value> = self.rw.body().args(header).collect();
        let (at, number) = (args[0], args[1]);
        let compared = self.as_compared(header, at);
        let goes_on = self.at_end(header).compare(form.predicate, compared, start.bound);
        self.build().branch_if(goes_on, (step, &[]), (counted, &[number]));
        let mut build = self.at_end(step);
        let next = match start.step {
            Amount::Constant(step) => {
                let step = build.integer(step, counter_type);
                build.add(at, step, NONE)
            }
            Amount::Value { value, negated } => {
                let value = build.resize(value, counter_type, true);
                if negated { build.sub(at, value, NONE) } else { build.add(at, value, NONE) }
            }
        };
        let one = build.integer(1, ty);
        let number = build.add(number, one, IntegerOverflowFlags::NUW);
        build.branch(header, &[next, number]);
        self.rw.set_insertion_point_to_end(counted);
        (counted, self.rw.body().arg(counted, 0))
    }

    /// Whether the computed number of iterations is correct even if the counter wraps.
    fn is_exact(&self, start: Start) -> bool {
        let is_different = self.form.predicate == terrace_dialects_llvm::enums::ICmpPredicate::Ne;
        is_different && !self.form.is_mixed && matches!(start.step, Amount::Constant(_))
    }

    /// A value of the counter as it is compared, at the end of a block.
    fn as_compared(&mut self, block: Block, counter: Value) -> Value {
        let original = self.args[self.form.counter_arg];
        let mut casts: Vec<Op> = Vec::new();
        let mut value = self.form.compared;
        while value != original
            && let Some(op) = self.rw.value(value).defining_op()
            && let Some(operand) = op.operands().next()
        {
            casts.push(op.id());
            value = operand.id();
        }
        let mut map = IrMapping::new();
        map.map(original, counter);
        self.rw.set_insertion_point_to_end(block);
        for op in casts.into_iter().rev() {
            self.rw.clone_op(op, &mut map).expect("a cast holds no isolated ops");
        }
        map.value(self.form.compared)
    }
}
