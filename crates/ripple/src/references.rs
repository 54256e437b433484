//! Reads through references: `std::min(a, b)` returns one of two addresses, and what is read is at one of them.
//!
//! A read from an address that control chooses among locals becomes a choice among reads, so that the locals are promoted
//! all the same. So does one from other addresses, where it is read on every way from the choice, as soon as it is made:
//! each read is at an address that is known by itself.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{AllocaOp, BrOp, LoadOp};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_rewrite::regions::simplify_regions;
use terrace_support::graph;

use crate::dialect::ExpressionOp;
use crate::levels::predecessors;

/// The largest number of reads that are moved in one function.
const MAX_READS: usize = 10_000;

/// Lets reads from chosen locals be choices among reads; returns whether there were any.
pub(crate) fn read_before_choice(rw: &mut Rewriter<'_>) -> bool {
    let mut pending: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<LoadOp>()).collect();
    let known = Known { types: types_of_locals(rw), repeated: repeated_blocks(rw) };
    let mut moved = Moved::default();
    while let Some(load) = pending.pop().filter(|_| moved.len() < MAX_READS) {
        pending.extend(move_read(rw, load, &known, &mut moved).into_iter().flatten());
    }
    if !moved.is_empty() {
        // The choices of addresses are not used any more.
        simplify_regions(rw, false);
    }
    !moved.is_empty()
}

/// The types of the locals whose addresses the arguments of blocks are. Other addresses, and those of locals of several
/// types, have `None`.
type Types = FxHashMap<Value, Option<Type>>;

/// The facts about a function that moved reads do not change: control stays.
struct Known {
    types: Types,
    /// The blocks of loops: a read there may not be followed by another one.
    repeated: FxHashSet<Block>,
}

fn types_of_locals(rw: &Rewriter<'_>) -> Types {
    let (mut passed_on, mut pending) = (FxHashMap::<Value, Vec<Value>>::default(), Vec::new());
    for block in rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region)) {
        let edges = predecessors(rw.body(), block);
        for (index, arg) in rw.body().args(block).enumerate() {
            if edges.is_empty() {
                pending.push((arg, None));
            }
            for &(branch, successor) in &edges {
                let value = passed(rw.op(branch), successor, index).map(source);
                match value.map(|value| (value, value.defining_op())) {
                    Some((value, None)) => passed_on.entry(value.id()).or_default().push(arg),
                    value => {
                        let local = value.and_then(|(_, op)| op?.cast::<AllocaOp>());
                        pending.push((arg, local.map(|local| local.elem_type())));
                    }
                }
            }
        }
    }
    let mut types = Types::default();
    while let Some((arg, ty)) = pending.pop() {
        let joined = ty.filter(|_| types.get(&arg).is_none_or(|&known| known == ty));
        if types.insert(arg, joined) != Some(joined) {
            pending.extend(passed_on.get(&arg).into_iter().flatten().map(|&to| (to, joined)));
        }
    }
    types
}

/// The value that an expression stands for.
fn source(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(expression) = value.defined_by::<ExpressionOp>() {
        value = expression.value();
    }
    value
}

fn passed(branch: OpRef<'_>, successor: usize, index: usize) -> Option<ValueRef<'_>> {
    let operands = branch.interface::<dyn BranchOp>()?.successor_operands(branch, successor);
    Some(branch.operand(operands.operand_for(index)?))
}

/// The argument of a block with several ways to it that an address is, if no memory is written from there to the read.
fn chosen_at(rw: &Rewriter<'_>, load: Op, known: &Known) -> Option<(Block, usize, bool)> {
    let view = rw.op(load);
    let read = view.cast::<LoadOp>()?;
    if read.volatile_() || read.ordering() != terrace_dialects_llvm::enums::AtomicOrdering::NotAtomic {
        return None;
    }
    let mut value = read.addr();
    let chosen = known.types.get(&source(value).id())?;
    let are_locals = *chosen == Some(view.single_result().ty());
    let (mut at, mut block, mut is_expression) = (Some(load), view.block()?.id(), false);
    loop {
        // Nothing before writes memory.
        let before = rw.body().ops_of(block).take_while(|&op| Some(op) != at);
        if !before.into_iter().all(|op| is_memory_effect_free(rw.op(op)) || rw.op(op).isa::<LoadOp>()) {
            return None;
        }
        while let Some(op) = value.defining_op() {
            value = op.cast::<ExpressionOp>()?.value();
            is_expression = true;
        }
        let owner = value.owner_block()?.id();
        let edges = predecessors(rw.body(), block);
        if owner == block && edges.len() > 1 {
            // A call that ends a block may write memory.
            let are_free = edges.iter().all(|&(branch, _)| is_memory_effect_free(rw.op(branch)));
            let is_read = are_locals
                || edges.iter().all(|&(branch, _)| rw.op(branch).isa::<BrOp>())
                    && !known.repeated.contains(&block);
            return (are_free && is_read).then_some((block, value.index() as usize, is_expression));
        }
        let &[(branch, successor)] = &edges[..] else { return None };
        if !are_locals && !rw.op(branch).isa::<BrOp>() {
            return None;
        }
        if owner == block {
            value = passed(rw.op(branch), successor, value.index() as usize)?;
            if value.defining_op().is_some_and(|op| op.isa::<AllocaOp>()) {
                return None;
            }
        }
        block = rw.body().block_of(branch)?;
        at = None;
    }
}

/// The blocks that can be reached from themselves.
fn repeated_blocks(rw: &Rewriter<'_>) -> FxHashSet<Block> {
    let body = rw.body();
    let blocks = body.top_regions().iter().flat_map(|&region| body.blocks_of(region));
    let after = |block: Block| -> Vec<Block> {
        body.last_op(block).into_iter().flat_map(|last| body.successors(last)).collect()
    };
    graph::components_of(blocks, after)
        .into_iter()
        .filter(|members| members.len() > 1 || members.iter().any(|&block| after(block).contains(&block)))
        .flatten()
        .collect()
}

/// The values that were read, by the choice of an address that a loop may carry: reads of one have one type.
type Moved = FxHashMap<(Block, usize, bool), Value>;

/// Moves a read before the choice of its address; returns the new reads.
fn move_read(rw: &mut Rewriter<'_>, load: Op, known: &Known, moved: &mut Moved) -> Option<Vec<Op>> {
    let (block, index, is_expression) = chosen_at(rw, load, known)?;
    let (ty, loc) = (rw.op(load).single_result().ty(), rw.body().loc(load));
    if let Some(&value) = moved.get(&(block, index, is_expression)) {
        rw.replace_op(load, &[value]);
        return Some(Vec::new());
    }
    let alignment = rw.op(load).inherent_attr("alignment");
    let mut reads = Vec::new();
    for (branch, successor) in predecessors(rw.body(), block) {
        let address = passed(rw.op(branch), successor, index)?.id();
        rw.set_insertion_point_before(branch);
        let mut read = LoadOp::of(address).loc(loc);
        if let Some(alignment) = alignment {
            read = read.alignment_attr(alignment);
        }
        let read = rw.build(read.res(ty));
        reads.push((branch, successor, read));
    }
    let argument = rw.add_argument(block, ty, loc);
    for &(branch, successor, read) in &reads {
        let view = rw.op(branch);
        let operands = view.interface::<dyn BranchOp>()?.successor_operands(view, successor);
        let mut values: Vec<Value> =
            (0..operands.len).map(|at| view.operand(operands.start + at).id()).collect();
        values.push(rw.body().single_result(read));
        rw.set_successor_operands(branch, successor, &values);
    }
    let mut value = argument;
    if is_expression {
        rw.set_insertion_point(InsertPoint::start(rw.body(), block));
        value = rw.build_value(ExpressionOp::of(argument).loc(loc).result(ty));
    }
    moved.insert((block, index, is_expression), value);
    rw.replace_op(load, &[value]);
    Some(reads.into_iter().map(|(.., read)| read.into()).collect())
}
