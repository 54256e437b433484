//! Distribution of loops with several accumulators: one loop per accumulator, and one for the other live-out values.
//!
//! Such a loop does not write memory, so that it may be executed once per accumulator. Each loop has all tiles; factors
//! of several accumulators are loaded several times.

use rustc_hash::FxHashSet;
use terrace_analysis::loops::LoopId;
use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp, LoadOp, PoisonOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Ir, Op, OpHandle, Rewriter, Value};

use super::Analyses;
use super::linear::is_plain;
use super::recognize::Function;
use crate::dialect::{ExpressionOp, is_ripple};
use crate::parallel_loops::build::Build;
use crate::parallel_loops::copies::{copy_ops, create_blocks};

/// The largest number of loops that one loop is distributed into.
const MAX_COPIES: usize = 16;

/// A loop with several accumulators.
struct Several {
    header: Block,
    /// Its blocks, in reverse post-order.
    blocks: Vec<Block>,
    entry: (Op, usize),
    exit: (Op, usize),
    /// For each accumulator the number of the header's argument, and its values in the loop.
    accumulators: Vec<(usize, Vec<Value>)>,
    /// The other live-out values, such as a counter, which a copy without accumulators computes.
    others: Vec<Value>,
}

/// Distributes the loops of functions with several accumulators.
pub(super) fn divide_by_accumulators(ir: &mut Ir, module: OpHandle, functions: &[OpHandle]) {
    let divided: Vec<(OpHandle, Vec<Several>)> = Analyses::of(ir, module, functions)
        .without_errors()
        .filter(|(_, known)| !known.shapes.is_scalar())
        .map(|(function, known)| (function, Function::new(ir.op(function), &known.shapes).loops_of_several()))
        .collect();
    for (function, loops) in divided.into_iter().filter(|(_, loops)| !loops.is_empty()) {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| loops.iter().for_each(|several| divide(rw, several)));
    }
}

impl Function<'_> {
    fn loops_of_several(&self) -> Vec<Several> {
        let mut seen: FxHashSet<LoopId> = FxHashSet::default();
        let updates =
            self.op.region(0).blocks().flat_map(|block| block.ops()).filter(|&op| self.update(op).is_some());
        let ids = updates.filter_map(|op| self.loops.loop_of(op.block()?.id()));
        ids.filter(|&id| seen.insert(id)).filter_map(|id| self.several(id)).collect()
    }

    fn several(&self, id: LoopId) -> Option<Several> {
        let (blocks, header) = (self.loops.blocks(id), self.loops.get(id).header);
        let inside: FxHashSet<Block> = blocks.iter().copied().collect();
        let (entry, exit) = self.edges(header, &blocks, &inside).ok()?;
        let &[latch] = self.loops.get(id).latches.as_slice() else { return None };
        let latch = self.body.last_op(latch)?;
        let is_silent = |op: Op| {
            let view = self.view(op);
            view.has_trait(TraitSet::Pure)
                || view.cast::<LoadOp>().is_some_and(is_plain)
                || is_ripple(view)
                || view.isa::<ExpressionOp>()
                || view.isa::<AssumeOp>()
                || view.isa::<BrOp>()
                || view.isa::<CondBrOp>()
        };
        if !blocks.iter().flat_map(|&block| self.body.ops_of(block)).all(is_silent) {
            return None;
        }
        let is_state = |value: Value| self.shapes.of(value).dims().count() > 1;
        if blocks.iter().any(|&block| block != header && self.body.args(block).any(is_state)) {
            return None;
        }
        let view = self.view(latch);
        let back = view.successors().position(|block| block.id() == header)?;
        let passed = view.interface::<dyn BranchOp>()?.successor_operands(view, back);
        let mut accumulators = Vec::new();
        for (place, arg) in self.body.args(header).enumerate().filter(|&(_, arg)| is_state(arg)) {
            let next = view.operand(passed.operand_for(place)?).id();
            accumulators.push((place, self.chain(arg, next, latch, &inside)?));
        }
        let is_used_after = |&value: &Value| {
            let is_outside = |op: Op| self.body.block_of(op).is_none_or(|block| !inside.contains(&block));
            self.body.uses(value).any(|used| is_outside(self.body.use_owner(used)))
                || self.passed_out(exit).contains(&value)
        };
        let values = blocks.iter().flat_map(|&block| {
            let results = self.body.ops_of(block).flat_map(|op| self.body.results(op));
            self.body.args(block).chain(results).collect::<Vec<_>>()
        });
        let is_accumulator = |value: &Value| accumulators.iter().any(|(_, chain)| chain.contains(value));
        let others: Vec<Value> =
            values.filter(|value| !is_accumulator(value) && is_used_after(value)).collect();
        let copies = accumulators.len() + usize::from(!others.is_empty());
        (!accumulators.is_empty() && (2..=MAX_COPIES).contains(&copies)).then_some(Several {
            header,
            blocks,
            entry,
            exit,
            accumulators,
            others,
        })
    }

    /// The operands of an exiting edge of a loop.
    fn passed_out(&self, (op, index): (Op, usize)) -> Vec<Value> {
        let view = self.view(op);
        let target = view.successors().nth(index).map_or(0, |block| block.args().count());
        let operands = view.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(view, index));
        (0..target)
            .filter_map(|place| Some(view.operand(operands.as_ref()?.operand_for(place)?).id()))
            .collect()
    }

    /// The values of an accumulator from the header's argument to the latch's operand, if no other op of the loop uses
    /// them.
    fn chain(&self, arg: Value, next: Value, latch: Op, inside: &FxHashSet<Block>) -> Option<Vec<Value>> {
        let mut chain = vec![arg];
        let mut at = arg;
        loop {
            let users = self.body.uses(at).map(|used| self.body.use_owner(used));
            let mut users = users.filter(|&user| {
                let is_inside = self.body.block_of(user).is_some_and(|block| inside.contains(&block));
                is_inside && (user == latch || !self.view(user).has_trait(TraitSet::Terminator))
            });
            let (user, None) = (users.next()?, users.next()) else { return None };
            if user == latch {
                return (at == next).then_some(chain);
            }
            let view = self.view(user);
            let state = self.update(view)?.state;
            if state.id() != at {
                return None;
            }
            at = view.single_result().id();
            chain.push(at);
        }
    }
}

/// Copies the loop for each accumulator but the first.
fn divide(rw: &mut Rewriter<'_>, several: &Several) {
    let Several { header, blocks, entry, exit, accumulators, others } = several;
    let loc = rw.body().loc(exit.0);
    let Some(target) = rw.body().successors(exit.0).nth(exit.1) else { return };
    let passed = |rw: &Rewriter<'_>, (op, index): (Op, usize), count: usize| -> Vec<Value> {
        let view = rw.op(op);
        let operands = view.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(view, index));
        (0..count)
            .filter_map(|place| Some(view.operand(operands.as_ref()?.operand_for(place)?).id()))
            .collect()
    };
    let initial = passed(rw, *entry, rw.body().args(*header).count());
    let results = passed(rw, *exit, rw.body().args(target).count());
    let mut inside: FxHashSet<Block> = blocks.iter().copied().collect();
    let mut maps: Vec<IrMapping> = vec![IrMapping::new()];
    let mut last = *exit;
    // The other values are computed first, so that no loop is between the last accumulator and its uses.
    let before = usize::from(!others.is_empty());
    for _ in 1..accumulators.len() + before {
        let between = rw.create_block_before(target, &[]);
        let mut map = IrMapping::new();
        create_blocks(rw, blocks, target, &mut map);
        for &block in blocks {
            let copy = map.block(block);
            copy_ops(rw, block, copy, None, &mut map);
            inside.insert(copy);
        }
        rw.set_successor_operands(last.0, last.1, &[]);
        rw.set_successor(last.0, last.1, between);
        rw.set_insertion_point_to_end(between);
        let start = map.block(*header);
        Build { rw: &mut *rw, loc }.branch(start, &initial);
        let copied = rw.body().block_of(exit.0).map(|block| map.block(block));
        let Some(copied) = copied.and_then(|block| rw.body().last_op(block)) else { return };
        rw.set_successor_operands(copied, exit.1, &[]);
        rw.set_successor(copied, exit.1, target);
        rw.set_successor_operands(copied, exit.1, &results);
        last = (copied, exit.1);
        maps.push(map);
    }
    // Live-out values come from the loop that computes them.
    let of = |value: Value| {
        let place = accumulators.iter().position(|(_, chain)| chain.contains(&value));
        place.map_or(value, |place| maps[place + before].value(value))
    };
    let results: Vec<Value> = results.into_iter().map(of).collect();
    rw.set_successor_operands(last.0, last.1, &results);
    for &value in accumulators.iter().skip(1 - before).flat_map(|(_, chain)| chain) {
        rw.replace_uses_with_if(value, of(value), |body, user, _| {
            body.block_of(user).is_some_and(|block| !inside.contains(&block))
        });
    }
    for (kept, map) in maps.iter().enumerate() {
        let gone: Vec<usize> = accumulators
            .iter()
            .enumerate()
            .filter(|&(at, _)| at + before != kept)
            .map(|(_, &(place, _))| place)
            .collect();
        let copies: Vec<Block> = blocks.iter().map(|&block| map.block(block)).collect();
        drop_arguments(rw, map.block(*header), &gone, &copies);
    }
}

/// Erases arguments of a loop's header, and the ops that only compute their operands.
fn drop_arguments(rw: &mut Rewriter<'_>, header: Block, gone: &[usize], blocks: &[Block]) {
    let args: Vec<Value> = rw.body().args(header).collect();
    rw.set_insertion_point_to_start(header);
    for &place in gone {
        let (ty, loc) = (rw.body().value_type(args[place]), rw.body().arg_loc(header, place));
        let poison = rw.build_value(PoisonOp::of().loc(loc).res(ty));
        rw.replace_all_uses_with(args[place], poison);
    }
    let edges: Vec<(Op, usize)> = crate::levels::predecessors(rw.body(), header);
    for (op, index) in edges {
        let view = rw.op(op);
        let operands = view.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(view, index));
        let kept: Vec<Value> = (0..args.len())
            .filter(|place| !gone.contains(place))
            .filter_map(|place| Some(view.operand(operands.as_ref()?.operand_for(place)?).id()))
            .collect();
        rw.set_successor_operands(op, index, &kept);
    }
    let keep: Vec<bool> = (0..args.len()).map(|place| !gone.contains(&place)).collect();
    rw.keep_args(header, &keep);
    for &block in blocks.iter().rev() {
        let ops: Vec<Op> = rw.body().ops_of(block).collect();
        for op in ops.into_iter().rev() {
            let view = rw.op(op);
            let is_dead = (view.has_trait(TraitSet::Pure)
                || view.cast::<LoadOp>().is_some_and(is_plain)
                || is_ripple(view))
                && view.num_successors() == 0
                && view.num_results() > 0
                && view.results().all(|result| result.is_unused());
            if is_dead {
                rw.erase_op(op);
            }
        }
    }
}
