//! Full unrolling of short loops.
//!
//! `for (q = 0; q < 4; ++q) y[4 * i + q] = f(x[4 * i + q])` becomes four accesses, which are vectorized together. The
//! trip count is constant, and the body has no branches.

use rustc_hash::FxHashSet;
use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{
    AddOp, BrOp, CondBrOp, DYNAMIC_INDEX, GEPOp, GepIndex, GepIndexRef, ICmpOp,
};
use terrace_ir::analysis::RegionAnalysis;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Op, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_rewrite::regions::erase_unreachable_blocks;

use crate::dialect::marked;
use crate::evaluate::{integer_of_constant, masked, pure_integer, signed, width};
use crate::levels::predecessors;
use crate::parallel_loops::build::Build;

/// The largest number of iterations that are unrolled.
const MAX_ITERATIONS: usize = 16;

/// The largest number of ops that a loop may become.
const MAX_OPS: usize = 1024;

/// A loop whose trip count is constant.
pub(crate) struct CountedLoop {
    /// Its blocks in the order of execution, the header first.
    pub(crate) blocks: Vec<Block>,
    /// The header of the loop around it.
    pub(crate) around: Option<Block>,
    /// The entering branch.
    pub(crate) entry: Op,
    /// The header's branch, and its successors in the loop and after it.
    exit: (Op, usize, usize),
    /// The number of the induction variable among the header's arguments, and its values: one more than the trip count.
    counter: (usize, Vec<i64>),
}

impl CountedLoop {
    /// The induction variable.
    pub(crate) fn counter(&self, rw: &Rewriter<'_>) -> Value {
        rw.body().arg(self.blocks[0], self.counter.0)
    }
}

/// Unrolls the innermost loops of a function that are wanted; returns whether there were any.
pub(crate) fn unroll_loops(
    rw: &mut Rewriter<'_>,
    is_wanted: impl Fn(&Rewriter<'_>, &CountedLoop) -> bool,
) -> bool {
    let Some(&region) = rw.body().top_regions().first() else { return false };
    let loops = LoopInfo::compute(rw.body(), region);
    let mut seen: FxHashSet<LoopId> = FxHashSet::default();
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let ids: Vec<LoopId> = blocks
        .into_iter()
        .filter_map(|block| loops.loop_of(block))
        .filter(|&id| loops.get(id).children.is_empty() && seen.insert(id))
        .collect();
    let found: Vec<CountedLoop> = ids
        .into_iter()
        .filter_map(|id| counted(rw, &loops, id))
        .filter(|counted| is_small(rw, counted) && is_wanted(rw, counted))
        .collect();
    found.iter().for_each(|counted| write_out(rw, counted));
    if !found.is_empty() {
        erase_unreachable_blocks(rw);
    }
    !found.is_empty()
}

fn is_small(rw: &Rewriter<'_>, counted: &CountedLoop) -> bool {
    let ops: usize = counted.blocks.iter().map(|&block| rw.body().ops_of(block).count()).sum();
    ops * counted.counter.1.len() <= MAX_OPS
}

fn counted(rw: &Rewriter<'_>, loops: &LoopInfo, id: LoopId) -> Option<CountedLoop> {
    let (body, header) = (rw.body(), loops.get(id).header);
    let around = loops.get(id).parent.map(|parent| loops.get(parent).header);
    let inside: FxHashSet<Block> = loops.blocks(id).into_iter().collect();
    // The header is the only exiting block, and each other block has one successor.
    let branch = rw.op(body.last_op(header)?).cast::<CondBrOp>()?;
    let targets = [branch.true_dest().id(), branch.false_dest().id()];
    let onward = targets.iter().position(|target| inside.contains(target))?;
    if inside.contains(&targets[1 - onward]) {
        return None;
    }
    let exit = (body.last_op(header)?, onward, 1 - onward);
    let mut blocks = vec![header];
    let mut at = targets[onward];
    while at != header {
        let from = predecessors(body, at);
        let last = body.last_op(at)?;
        // As each block has one predecessor, none is met twice.
        if blocks.len() > MAX_OPS || from.len() != 1 || !rw.op(last).isa::<BrOp>() {
            return None;
        }
        blocks.push(at);
        at = body.successors(last).next()?;
    }
    let latch = body.last_op(*blocks.last()?)?;
    let &[(first, _), (second, _)] = predecessors(body, header).as_slice() else { return None };
    let entry = if first == latch { second } else { first };
    if !rw.op(entry).isa::<BrOp>() {
        return None;
    }
    let counter = counter(rw, header, (entry, latch), (branch.condition(), onward == 0))?;
    Some(CountedLoop { blocks, around, entry, exit, counter })
}

/// The operands that a branch passes to a successor.
pub(crate) fn passed(rw: &Rewriter<'_>, branch: Op, index: usize) -> Vec<Value> {
    let view = rw.op(branch);
    let operands = view.interface::<dyn BranchOp>().map(|branch| branch.successor_operands(view, index));
    let count = view.successors().nth(index).map_or(0, |block| block.args().count());
    (0..count).filter_map(|place| Some(view.operand(operands.as_ref()?.operand_for(place)?).id())).collect()
}

/// The op that defines a value, without marks.
fn computed_by(mut value: ValueRef<'_>) -> Option<OpRef<'_>> {
    loop {
        let op = value.defining_op()?;
        match marked(op) {
            Some(inner) => value = inner,
            None => return Some(op),
        }
    }
}

/// The number and the values of a loop's induction variable, if the exit condition compares it with a constant.
fn counter(
    rw: &Rewriter<'_>,
    header: Block,
    (entry, latch): (Op, Op),
    (condition, goes_on_if): (ValueRef<'_>, bool),
) -> Option<(usize, Vec<i64>)> {
    let comparison = computed_by(condition)?.cast::<ICmpOp>()?;
    let (counter, limit) = (comparison.lhs(), comparison.rhs());
    let place = rw.body().args(header).position(|arg| arg == counter.id())?;
    let limit = integer_of_constant(computed_by(limit)?)?;
    let initial = rw.value(*passed(rw, entry, 0).get(place)?);
    let first = integer_of_constant(computed_by(initial)?)?;
    let next = computed_by(rw.value(*passed(rw, latch, 0).get(place)?))?.cast::<AddOp>()?;
    let step = integer_of_constant(computed_by(next.rhs())?).filter(|_| next.lhs().id() == counter.id())?;
    let holds = |at: i64| match comparison.predicate() {
        ICmpPredicate::Slt => Some(at < limit),
        ICmpPredicate::Sle => Some(at <= limit),
        ICmpPredicate::Sgt => Some(at > limit),
        ICmpPredicate::Sge => Some(at >= limit),
        ICmpPredicate::Ne => Some(at != limit),
        // Small numbers are the same as signed and unsigned integers.
        ICmpPredicate::Ult => (at >= 0 && limit >= 0).then_some(at < limit),
        ICmpPredicate::Ule => (at >= 0 && limit >= 0).then_some(at <= limit),
        _ => None,
    };
    let is_near = |number: i64| (-64..=64).contains(&number);
    let mut values = Vec::new();
    let mut at = first;
    while is_near(at) && values.len() <= MAX_ITERATIONS {
        values.push(at);
        if holds(at)? != goes_on_if {
            return (values.len() > 2).then_some((place, values));
        }
        at = at.checked_add(step)?;
    }
    None
}

fn write_out(rw: &mut Rewriter<'_>, counted: &CountedLoop) {
    let CountedLoop { blocks, entry, exit, counter: (place, counts), .. } = counted;
    let (header, loc) = (blocks[0], rw.body().loc(*entry));
    let args: Vec<Value> = rw.body().args(header).collect();
    let ty: Type = rw.body().value_type(args[*place]);
    let mut map = IrMapping::new();
    let mut values = passed(rw, *entry, 0);
    rw.set_insertion_point_before(*entry);
    for (iteration, &count) in counts.iter().enumerate() {
        values[*place] = Build { rw: &mut *rw, loc }.integer(count, ty);
        map_args(rw, header, &values, &mut map);
        copy_block(rw, header, &mut map);
        if iteration + 1 == counts.len() {
            break;
        }
        values = mapped(rw, exit.0, exit.1, &map);
        for &block in &blocks[1..] {
            map_args(rw, block, &values, &mut map);
            copy_block(rw, block, &mut map);
            if let Some(last) = rw.body().last_op(block) {
                values = mapped(rw, last, 0, &map);
            }
        }
    }
    // The values of the header's last execution are live after the loop.
    let inside: FxHashSet<Block> = blocks.iter().copied().collect();
    let results: Vec<Value> = rw.body().ops_of(header).flat_map(|op| rw.body().results(op)).collect();
    for value in args.into_iter().chain(results) {
        rw.replace_uses_with_if(value, map.value(value), |body, user, _| {
            body.block_of(user).is_none_or(|block| !inside.contains(&block))
        });
    }
    let after = mapped(rw, exit.0, exit.2, &map);
    let Some(target) = rw.body().successors(exit.0).nth(exit.2) else { return };
    rw.set_insertion_point_before(*entry);
    Build { rw: &mut *rw, loc }.branch(target, &after);
    rw.erase_op(*entry);
}

fn map_args(rw: &Rewriter<'_>, block: Block, values: &[Value], map: &mut IrMapping) {
    rw.body().args(block).zip(values).for_each(|(arg, &value)| map.map(arg, value));
}

/// The copies of the operands that a branch passes to a successor.
fn mapped(rw: &Rewriter<'_>, branch: Op, index: usize, map: &IrMapping) -> Vec<Value> {
    passed(rw, branch, index).into_iter().map(|value| map.value(value)).collect()
}

/// Copies the ops of a block except for its terminator.
fn copy_block(rw: &mut Rewriter<'_>, block: Block, map: &mut IrMapping) {
    let ops: Vec<Op> = rw.body().ops_of(block).collect();
    for op in ops.into_iter().filter(|&op| !rw.op(op).has_trait(TraitSet::Terminator)).collect::<Vec<_>>() {
        rw.clone_op(op, map).expect("an op of the dialect llvm holds no isolated ops");
    }
}

/// Replaces ops on constant integers by constants, as addresses with unrolled counters have them.
pub(crate) fn fold_constants(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).has_trait(TraitSet::Pure)).collect();
    for op in ops {
        let view = rw.op(op);
        let Some(ty) = view.results().next().map(|result| result.ty()) else { continue };
        let Some(bits) = width(rw.cx(), ty).filter(|_| view.num_results() == 1) else { continue };
        let operands: Option<Vec<u64>> = view
            .operands()
            .map(|operand| {
                let number = integer_of_constant(operand.defining_op()?)?;
                let of = width(rw.cx(), operand.ty())?;
                Some(masked(number as u64, of))
            })
            .collect();
        let Some(operands) = operands.filter(|operands| !operands.is_empty()) else { continue };
        let Some(Ok(number)) = pure_integer(view, &operands, bits) else { continue };
        let loc = rw.body().loc(op);
        rw.set_insertion_point_before(op);
        let constant = Build { rw: &mut *rw, loc }.integer(signed(number, bits), ty);
        rw.replace_op(op, &[constant]);
    }
}

/// Writes constant indices of addresses as numbers, by which parts of structures are told.
pub(crate) fn fold_indices(rw: &mut Rewriter<'_>) {
    let ops: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<GEPOp>()).collect();
    for op in ops {
        let Some(view) = rw.op(op).cast::<GEPOp>() else { continue };
        let mut folded = false;
        let indices: Vec<GepIndex> = view
            .indices()
            .map(|index| match index {
                GepIndexRef::Value(value) => {
                    match value.defining_op().and_then(integer_of_constant).map(i32::try_from) {
                        Some(Ok(number)) if number != DYNAMIC_INDEX => {
                            folded = true;
                            GepIndex::Constant(number)
                        }
                        _ => GepIndex::Value(value.id()),
                    }
                }
                other => other.into(),
            })
            .collect();
        if !folded {
            continue;
        }
        let (base, element, flags) = (view.base().id(), view.elem_type(), view.no_wrap_flags());
        let (loc, ty) = (rw.body().loc(op), view.res().ty());
        rw.set_insertion_point_before(op);
        let gep = GEPOp::of_indices(rw.cx(), loc, base, element, &indices).no_wrap_flags(flags).res(ty);
        let value = rw.build_value(gep);
        rw.replace_op(op, &[value]);
    }
}
