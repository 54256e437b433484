//! Rewrites an annotated loop as a loop over full blocks and a remainder.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{BrOp, CondBrOp};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Block, Diag, InsertPoint, Loc, Op, OpKind, Rewriter, TraitSet, Type, Value};

use super::build::Build;
use super::copies::{copy_ops, create_blocks};
use super::count::Start;
use super::exits::is_left_by_exception;
use super::form::{Amount, LoopForm};
use super::marks::{AnnotatedLoop, Remainder, asks_for_chunk, number};
use super::remainder::{Counts, Iteration};
use super::{BLOCKS_LOOP, FITTED, SINGLE};
use crate::diagnostics::{Tag, error};
use crate::dialect::SetShapeOp;
use crate::dialect::WatchOp;

pub(super) const NONE: IntegerOverflowFlags = IntegerOverflowFlags::NONE;

/// The result of a distribution.
#[derive(Clone, Copy, Default)]
pub(super) struct Distributed {
    /// Whether values with uses after the loop were demoted to stack variables, to be promoted again.
    pub(super) leaves_slots: bool,
}

/// The block of processing elements of a loop, as values before it.
pub(super) struct Elements {
    /// The type of indices and sizes.
    pub(super) word: Type,
    pub(super) block: Value,
    pub(super) dims: Vec<usize>,
    /// The sizes in the dimensions.
    pub(super) sizes: Vec<Value>,
    /// The number of elements, in the type that counts iterations.
    pub(super) count: Value,
    /// The same, if it is static.
    pub(super) static_count: Option<i64>,
}

/// Distributes the iterations of a loop over the elements of a block.
///
/// # Errors
///
/// If the end of the loop has another form.
pub(super) fn distribute(
    rw: &mut Rewriter<'_>,
    annotated: &AnnotatedLoop,
    form: &LoopForm,
    word: Type,
) -> Result<Distributed, Box<Diag>> {
    let latch_end = rw.body().last_op(form.latch).filter(|&op| rw.op(op).isa::<BrOp>());
    let Some(latch_end) = latch_end else {
        return Err(error(Tag::LoopForm, annotated.loc, "the annotated loop is closed by a condition"));
    };
    if annotated.remainder == Remainder::Masked && is_left_by_exception(rw, &form.exits) {
        let message = "a loop whose last iterations are carried out under a mask is left by an exception: promise that there \
                       are none (NoRemainder), or have them carried out one by one (BlockIndependent)";
        return Err(error(Tag::LoopExit, annotated.loc, message));
    }
    Ok(Distribution::new(rw, annotated, form, latch_end).carry_out(word))
}

pub(super) struct Distribution<'d, 'r> {
    pub(super) rw: &'d mut Rewriter<'r>,
    pub(super) annotated: &'d AnnotatedLoop,
    pub(super) form: &'d LoopForm,
    pub(super) loc: Loc,
    pub(super) latch_end: Op,
    /// The blocks of the loop without those of the condition.
    pub(super) body: Vec<Block>,
    pub(super) inside: FxHashSet<Block>,
    /// The arguments of the old header.
    pub(super) args: Vec<Value>,
    /// The copies, before the loop, of the values that the condition's blocks compute.
    pub(super) before: IrMapping,
    /// Variables for the values that are used after the loop.
    pub(super) slots: Vec<(Value, Value)>,
}

/// A scalar loop, whose arguments are a count, the first counter of an iteration, and what else the loop carries.
pub(super) struct ScalarLoop {
    pub(super) header: Block,
    pub(super) count: Value,
    pub(super) counter: Value,
    pub(super) others: Vec<Value>,
}

impl<'d, 'r> Distribution<'d, 'r> {
    pub(super) fn new(
        rw: &'d mut Rewriter<'r>,
        annotated: &'d AnnotatedLoop,
        form: &'d LoopForm,
        latch_end: Op,
    ) -> Self {
        let body =
            form.blocks.iter().copied().filter(|block| !form.condition_blocks.contains(block)).collect();
        let inside = form.blocks.iter().copied().collect();
        let args = rw.body().args(annotated.header).collect();
        let (loc, before) = (annotated.loc, IrMapping::new());
        Self { rw, annotated, form, loc, latch_end, body, inside, args, before, slots: Vec::new() }
    }

    pub(super) fn build(&mut self) -> Build<'_, 'r> {
        Build { rw: self.rw, loc: self.loc }
    }

    pub(super) fn at_end(&mut self, block: Block) -> Build<'_, 'r> {
        self.rw.set_insertion_point(InsertPoint::End(block));
        self.build()
    }

    /// The arguments of the header but for the counter.
    pub(super) fn carried(&self) -> impl Iterator<Item = (usize, Value)> + '_ {
        self.args.iter().copied().enumerate().filter(|&(index, _)| index != self.form.counter_arg)
    }

    pub(super) fn new_block(&mut self, args: &[Type]) -> Block {
        let args: Vec<(Type, Loc)> = args.iter().map(|&ty| (ty, self.loc)).collect();
        self.rw.create_block_before(self.annotated.header, &args)
    }

    fn carry_out(mut self, word: Type) -> Distributed {
        let preheader = self.split_entries();
        let last = self.evaluate_condition(preheader);
        let (start, lower) = (self.start(last), self.before.value(self.args[self.form.counter_arg]));
        let inits: Vec<Value> = self.carried().map(|(_, arg)| self.before.value(arg)).collect();
        let (last, iterations) = self.count_iterations(last, start, word);
        let elements = self.elements(word, iterations);
        let full = self.build().divide(iterations, elements.count);
        let left = self.build().remainder(iterations, elements.count);

        // The values with uses after the loop, and the operands that the condition passes to its successors.
        let (into_body, out) = self.successors_of_condition();
        let to_latch: Vec<Value> = BrOpOperands::of(self.rw, self.latch_end);
        let watched = self.take_watches(to_latch[self.form.counter_arg]);
        let assigned = self.assigned_on_exits();
        self.separate_exits();
        self.make_slots();
        self.use_values_before();

        let blocks_loop = self.scalar_loop(self.build_type(iterations));
        let step = start.step;
        let entry_operands: Vec<Value> = {
            let mut build = self.at_end(last);
            let zero_ty = build.ty(iterations);
            let zero = build.integer(0, zero_ty);
            [zero, lower].into_iter().chain(inits).collect()
        };
        self.at_end(last).branch(blocks_loop.header, &entry_operands);
        let (begin, after) = (self.new_block(&[]), self.new_block(&[]));
        let goes_on = self.at_end(blocks_loop.header).compare(ICmpPredicate::Ult, blocks_loop.count, full);
        let condition = self.build().branch_if(goes_on, (begin, &[]), (after, &[]));
        self.rw.set_attr(condition, BLOCKS_LOOP, Attr::UNIT);
        let block = self.rw.value(self.annotated.block).defining_op();
        let is_fitted = block.is_some_and(|op| op.discardable_attr(FITTED).is_some());
        if elements.static_count == Some(1) && !is_fitted {
            self.rw.set_attr(condition, SINGLE, Attr::UNIT);
        }
        self.rw.set_insertion_point(InsertPoint::End(begin));
        let index = self.linear_index(&elements);
        let counter = self.counter(&blocks_loop, index, &elements, step);
        self.enter_body(&into_body, &blocks_loop, counter);
        self.watch(InsertPoint::start(self.rw.body(), into_body.0), &watched, counter);
        self.replace_header_values(&blocks_loop, counter);
        self.replace_chunk_calls(blocks_loop.count);

        let join_types: Vec<Type> = self.carried().map(|(_, arg)| self.rw.body().value_type(arg)).collect();
        let counter_ty = self.rw.body().value_type(self.args[self.form.counter_arg]);
        let join = self.new_block(&[&[counter_ty][..], &join_types].concat());
        let to_latch: Vec<Value> =
            to_latch.iter().map(|&value| self.in_body(value, &blocks_loop, counter)).collect();
        let next_carried: Vec<Value> = self.carried().map(|(index, _)| to_latch[index]).collect();
        self.rw.erase_op(self.latch_end);
        self.erase_update(to_latch[self.form.counter_arg], &next_carried);
        let counts = Counts { full, left, all: iterations };
        let iteration = Iteration { counter, step, next_carried: &next_carried, assigned: &assigned };
        self.finish((after, join), &blocks_loop, &counts, &elements, &iteration);

        // The end of the loop over blocks.
        let count_ty = self.rw.body().value_type(blocks_loop.count);
        let mut build = self.at_end(self.form.latch);
        let one = build.integer(1, count_ty);
        let next_count = build.add(blocks_loop.count, one, IntegerOverflowFlags::NUW);
        let follows = self.is_distance(blocks_loop.counter, elements.static_count, step);
        let next_counter = self.advance(blocks_loop.counter, elements.count, step, follows);
        let operands: Vec<Value> = [next_count, next_counter].into_iter().chain(next_carried).collect();
        self.build().branch(blocks_loop.header, &operands);

        self.watch(InsertPoint::End(join), &watched, self.rw.body().arg(join, 0));
        self.leave(join, &out);
        self.rw.erase_blocks(&self.form.condition_blocks);
        Distributed { leaves_slots: !self.slots.is_empty() }
    }

    /// The variables that have a value, and where they are declared: the ops that tell debuggers of it are erased.
    fn take_watches(&mut self, value: Value) -> Vec<(Attr, Loc)> {
        let watches: Vec<Op> = (self.rw.value(value).uses())
            .filter(|(user, _)| user.isa::<WatchOp>())
            .map(|(user, _)| user.id())
            .collect();
        let take = |op: Op| {
            let (variable, loc) = (WatchOp::view_of(self.rw.op(op)).variable(), self.rw.body().loc(op));
            self.rw.erase_op(op);
            (variable, loc)
        };
        watches.into_iter().map(take).collect()
    }

    /// Tells debuggers that variables have a value.
    fn watch(&mut self, at: InsertPoint, variables: &[(Attr, Loc)], value: Value) {
        for &(variable, loc) in variables {
            self.rw.set_insertion_point(at);
            self.rw.build(WatchOp::of(value).loc(loc).variable_attr(variable));
        }
    }

    pub(super) fn build_type(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    /// Redirects the entry edges of the loop to a new preheader.
    pub(super) fn split_entries(&mut self) -> Block {
        let types: Vec<Type> = self.args.iter().map(|&arg| self.rw.body().value_type(arg)).collect();
        let preheader = self.new_block(&types);
        let body = self.rw.body();
        let entries: Vec<(Op, usize)> = (body.preds(self.annotated.header))
            .map(|used| {
                let op = body.use_owner(used);
                (op, body.use_index(used) - body.operands(op).len())
            })
            .filter(|&(op, _)| op != self.latch_end)
            .collect();
        for (op, index) in entries {
            self.rw.set_successor(op, index, preheader);
        }
        let args: Vec<Value> = self.rw.body().args(preheader).collect();
        for (&from, to) in self.args.iter().zip(args) {
            self.before.map(from, to);
        }
        preheader
    }

    /// Copies the blocks of the condition, and the ops of the step, before the loop; returns the last block.
    pub(super) fn evaluate_condition(&mut self, preheader: Block) -> Block {
        let form = self.form;
        let (header, others) =
            form.condition_blocks.split_first().expect("the header computes the condition");
        create_blocks(self.rw, others, *header, &mut self.before);
        let branch = self.rw.body().last_op(form.exiting);
        copy_ops(self.rw, *header, preheader, branch, &mut self.before);
        for &block in others {
            let copy = self.before.block(block);
            copy_ops(self.rw, block, copy, branch, &mut self.before);
        }
        if form.exiting == *header { preheader } else { self.before.block(form.exiting) }
    }

    /// The initial state of the loop; the step is computed at the end of a block.
    pub(super) fn start(&mut self, last: Block) -> Start {
        let step = match self.form.step {
            Amount::Constant(step) => Amount::Constant(step),
            Amount::Value { value, negated } => {
                Amount::Value { value: self.step_before(value, last), negated }
            }
        };
        Start {
            condition: self.before.value(self.form.condition),
            compared: self.before.value(self.form.compared),
            bound: self.before.value(self.form.bound),
            step,
        }
    }

    /// Copies the ops of the step to the end of a block before the loop.
    fn step_before(&mut self, step: Value, last: Block) -> Value {
        let mut map = IrMapping::new();
        let used = self.form.step_ops.iter().flat_map(|&op| self.rw.body().operands(op)).chain([step]);
        used.for_each(|value| map.map(value, self.before.value(value)));
        self.rw.set_insertion_point(InsertPoint::End(last));
        for &op in &self.form.step_ops {
            let is_copied = self.rw.body().results(op).any(|result| self.before.value(result) != result);
            if !is_copied {
                self.rw.clone_op(op, &mut map).expect("an op of the dialect llvm holds no isolated ops");
            }
        }
        map.value(step)
    }

    /// The block's sizes, at the insertion point.
    fn elements(&mut self, word: Type, iterations: Value) -> Elements {
        let block = self.annotated.block;
        let dims = self.annotated.dims.clone();
        let known: Vec<Option<i64>> = match self.rw.value(block).defined_by::<SetShapeOp>() {
            Some(shape) => {
                let sizes: Vec<Option<i64>> = shape.sizes().map(number).collect();
                dims.iter()
                    .map(|&dim| sizes.get(dim).map_or(Some(1), |size| size.map(|size| size.max(1))))
                    .collect()
            }
            None => vec![None; dims.len()],
        };
        let ty = self.build_type(iterations);
        let mut build = self.build();
        let mut sizes = Vec::new();
        for (&dim, known) in dims.iter().zip(&known) {
            sizes.push(match *known {
                Some(size) => build.integer(size, word),
                None => build.block_size(block, dim, word),
            });
        }
        let static_count = known.iter().try_fold(1_i64, |product, size| product.checked_mul((*size)?));
        let count = match static_count {
            Some(count) => build.integer(count, ty),
            None => {
                let mut product = build.integer(1, word);
                for &size in &sizes {
                    product = build.mul(product, size, IntegerOverflowFlags::NUW);
                }
                build.resize(product, ty, false)
            }
        };
        Elements { word, block, dims, sizes, count, static_count }
    }

    /// The linear index of an element, at the insertion point.
    pub(super) fn linear_index(&mut self, elements: &Elements) -> Value {
        let both = IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW;
        let mut build = self.build();
        let mut linear = None;
        for (&dim, &size) in elements.dims.iter().zip(&elements.sizes).rev() {
            let index = build.index(elements.block, dim, elements.word);
            linear = Some(match linear {
                None => index,
                Some(outer) => {
                    let scaled = build.mul(outer, size, both);
                    build.add(scaled, index, both)
                }
            });
        }
        linear.unwrap_or_else(|| build.integer(0, elements.word))
    }

    /// The targets and operands of the branch on the condition, into the loop and out of it.
    pub(super) fn successors_of_condition(&self) -> ((Block, Vec<Value>), (Block, Vec<Value>)) {
        let branch =
            self.rw.body().last_op(self.form.exiting).and_then(|op| self.rw.op(op).cast::<CondBrOp>());
        let branch = branch.expect("the loop is left by a condition");
        let yes = (branch.true_dest().id(), branch.true_dest_operands().map(|value| value.id()).collect());
        let no = (branch.false_dest().id(), branch.false_dest_operands().map(|value| value.id()).collect());
        if self.form.stays == 0 { (yes, no) } else { (no, yes) }
    }

    /// Uses of what the condition's blocks compute, elsewhere, become uses of what was computed before the loop.
    pub(super) fn use_values_before(&mut self) {
        let condition = &self.form.condition_blocks;
        let mut values: Vec<Value> = Vec::new();
        for &block in condition {
            if block != self.annotated.header {
                values.extend(self.rw.body().args(block));
            }
            values.extend(self.rw.body().ops_of(block).flat_map(|op| self.rw.body().results(op)));
        }
        for value in values {
            let new = self.before.value(value);
            self.rw.replace_uses_with_if(value, new, |body, user, _| {
                body.block_of(user).is_some_and(|block| !condition.contains(&block))
            });
        }
    }

    /// A loop's header with a count, a counter and what is carried.
    pub(super) fn scalar_loop(&mut self, count: Type) -> ScalarLoop {
        let counter = self.rw.body().value_type(self.args[self.form.counter_arg]);
        let carried: Vec<Type> = self.carried().map(|(_, arg)| self.rw.body().value_type(arg)).collect();
        let header = self.new_block(&[&[count, counter][..], &carried].concat());
        let args: Vec<Value> = self.rw.body().args(header).collect();
        let looped = ScalarLoop { header, count: args[0], counter: args[1], others: args[2..].to_vec() };
        let stores: Vec<(Value, Value)> = self
            .carried()
            .zip(&looped.others)
            .filter_map(|((_, arg), &new)| Some((new, self.slot_of(arg)?)))
            .collect();
        let mut build = self.at_end(header);
        stores.into_iter().for_each(|(value, slot)| build.store(value, slot));
        looped
    }

    /// A value of the old loop as the body of a scalar loop sees it.
    pub(super) fn in_body(&self, value: Value, looped: &ScalarLoop, counter: Value) -> Value {
        match self.args.iter().position(|&arg| arg == value) {
            Some(index) if index == self.form.counter_arg => counter,
            Some(index) => looped.others[index - usize::from(index > self.form.counter_arg)],
            None => self.before.value(value),
        }
    }

    pub(super) fn enter_body(&mut self, into: &(Block, Vec<Value>), looped: &ScalarLoop, counter: Value) {
        let operands: Vec<Value> = into.1.iter().map(|&value| self.in_body(value, looped, counter)).collect();
        self.build().branch(into.0, &operands);
    }

    /// Uses of the old header's arguments in the body become uses of the new loop's values.
    pub(super) fn replace_header_values(&mut self, looped: &ScalarLoop, counter: Value) {
        for arg in self.args.clone() {
            let new = self.in_body(arg, looped, counter);
            // The blocks of the condition, whose uses change as well, are erased in the end.
            let inside = &self.inside;
            self.rw.replace_uses_with_if(arg, new, |ir, user, _| {
                ir.block_of(user).is_some_and(|block| inside.contains(&block))
            });
        }
    }

    fn replace_chunk_calls(&mut self, chunk: Value) {
        let ops = self.body.iter().flat_map(|&block| self.rw.body().ops_of(block));
        let calls: Vec<Op> = ops.filter(|&op| asks_for_chunk(self.rw.op(op), self.annotated)).collect();
        for op in calls {
            self.rw.set_insertion_point_before(op);
            let ty = self.build_type(self.rw.body().single_result(op));
            let number = Build { rw: self.rw, loc: self.loc }.resize(chunk, ty, false);
            self.rw.replace_op(op, &[number]);
        }
    }

    /// Branches from the common exit block to the successor of the loop.
    pub(super) fn leave(&mut self, join: Block, out: &(Block, Vec<Value>)) {
        let args: Vec<Value> = self.rw.body().args(join).collect();
        let carried: Vec<(usize, Value)> = self.carried().collect();
        let at_end = |value: Value| -> Option<Value> {
            if value == self.args[self.form.counter_arg] {
                return args.first().copied();
            }
            carried.iter().position(|&(_, arg)| arg == value).map(|at| args[at + 1])
        };
        let operands: Vec<Value> =
            out.1.iter().map(|&value| at_end(value).unwrap_or_else(|| self.before.value(value))).collect();
        let finals: Vec<(Value, Value)> =
            self.args.iter().filter_map(|&arg| Some((arg, at_end(arg)?))).collect();
        let stores: Vec<(Value, Value)> =
            finals.iter().filter_map(|&(arg, last)| Some((last, self.slot_of(arg)?))).collect();
        let mut build = self.at_end(join);
        stores.into_iter().for_each(|(value, slot)| build.store(value, slot));
        build.branch(out.0, &operands);
        for (arg, last) in finals {
            self.rw.replace_all_uses_with(arg, last);
        }
    }

    pub(super) fn slot_of(&self, value: Value) -> Option<Value> {
        self.slots.iter().find(|(of, _)| *of == value).map(|&(_, slot)| slot)
    }

    /// Demotes values of a loop with other exits to stack variables if they have uses after the loop.
    fn make_slots(&mut self) {
        if self.form.exits.is_empty() {
            return;
        }
        let condition = &self.form.condition_blocks;
        let mut values: Vec<Value> = self.args.clone();
        for &block in &self.body {
            values.extend(self.rw.body().args(block));
            values.extend(self.rw.body().ops_of(block).flat_map(|op| self.rw.body().results(op)));
        }
        for value in values {
            let users: Vec<(Op, usize)> = (self.rw.value(value).uses())
                .filter(|(user, _)| user.block().is_some_and(|block| !self.inside.contains(&block.id())))
                .map(|(user, index)| (user.id(), index))
                .collect();
            if users.is_empty() {
                continue;
            }
            let ty = self.build_type(value);
            let region = self.rw.body().region_of(condition[0]).expect("a block of a loop is in a region");
            let entry = self.rw.body().entry(region).expect("a function has an entry");
            self.rw.set_insertion_point_to_start(entry);
            let slot = self.build().slot(ty);
            for (user, index) in users {
                self.rw.set_insertion_point_before(user);
                let loaded = self.build().load(slot, ty);
                self.rw.set_operand(user, index, loaded);
            }
            if !self.args.contains(&value) {
                let point = match self.rw.value(value).defining_op().map(|op| op.id()) {
                    Some(op) => InsertPoint::after(self.rw.body(), op),
                    None => {
                        let block = self.rw.value(value).owner_block().expect("an argument has a block").id();
                        InsertPoint::start(self.rw.body(), block)
                    }
                };
                self.rw.set_insertion_point(point);
                self.build().store(value, slot);
            }
            self.slots.push((value, slot));
        }
    }

    /// Erases the ops that computed the counter's next value, but not those of values that are passed on.
    fn erase_update(&mut self, next: Value, kept: &[Value]) {
        let mut pending = vec![next];
        while let Some(value) = pending.pop() {
            if kept.contains(&value) {
                continue;
            }
            let view = self.rw.value(value);
            let Some(op) = view.defining_op().filter(|op| view.is_unused() && op.has_trait(TraitSet::Pure))
            else {
                continue;
            };
            if op.num_results() != 1 || op.block().is_none_or(|block| !self.inside.contains(&block.id())) {
                continue;
            }
            pending.extend(op.operands().map(|operand| operand.id()));
            let op = op.id();
            self.rw.erase_op(op);
        }
    }
}

/// The operands of a branch.
pub(super) struct BrOpOperands;

impl BrOpOperands {
    pub(super) fn of(rw: &Rewriter<'_>, op: Op) -> Vec<Value> {
        let branch = rw.op(op).cast::<BrOp>().expect("the loop is closed by a branch");
        branch.dest_operands().map(|value| value.id()).collect()
    }
}
