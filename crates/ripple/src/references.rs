//! Reads through references to locals: `std::min(a, b)` returns one of two addresses, and what is read is at one of them.
//!
//! A read from an address that control chooses among locals becomes a choice among reads, so that the locals are promoted
//! all the same.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{AllocaOp, LoadOp};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Rewriter, Value, ValueRef};
use terrace_rewrite::regions::simplify_regions;

use crate::dialect::ExpressionOp;
use crate::levels::predecessors;

/// The largest number of reads that are moved in one function.
const MAX_READS: usize = 10_000;

/// Lets reads from chosen locals be choices among reads; returns whether there were any.
pub(crate) fn read_before_choice(rw: &mut Rewriter<'_>) -> bool {
    let mut pending: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<LoadOp>()).collect();
    let mut moved = Moved::default();
    while let Some(load) = pending.pop().filter(|_| moved.len() < MAX_READS) {
        pending.extend(move_read(rw, load, &mut moved).into_iter().flatten());
    }
    if !moved.is_empty() {
        // The choices of addresses are not used any more.
        simplify_regions(rw, false);
    }
    !moved.is_empty()
}

/// Whether an op allocates one local of a type.
fn is_local_of(op: OpRef<'_>, ty: terrace_ir::Type) -> bool {
    op.cast::<AllocaOp>().is_some_and(|alloca| alloca.elem_type() == ty)
}

/// Whether a value is the address of one of several locals of a type.
fn names_locals(value: ValueRef<'_>, ty: terrace_ir::Type, seen: &mut FxHashSet<Value>) -> bool {
    if let Some(op) = value.defining_op() {
        let chosen = op.cast::<ExpressionOp>().map(|view| view.value());
        return is_local_of(op, ty) || chosen.is_some_and(|chosen| names_locals(chosen, ty, seen));
    }
    let Some(block) = value.owner_block().filter(|block| !block.has_no_predecessors()) else { return false };
    if !seen.insert(value.id()) {
        return true;
    }
    let index = value.index() as usize;
    predecessors(block.body(), block.id()).into_iter().all(|(op, successor)| {
        let view = OpRef::in_body(block.ir(), block.body(), block.body_id(), op);
        passed(view, successor, index).is_some_and(|value| names_locals(value, ty, seen))
    })
}

fn passed(branch: OpRef<'_>, successor: usize, index: usize) -> Option<ValueRef<'_>> {
    let operands = branch.interface::<dyn BranchOp>()?.successor_operands(branch, successor);
    Some(branch.operand(operands.operand_for(index)?))
}

/// The argument of a block with several ways to it that an address is, if no memory is written from there to the read.
fn chosen_at(rw: &Rewriter<'_>, load: Op) -> Option<(Block, usize, bool)> {
    let view = rw.op(load);
    let read = view.cast::<LoadOp>()?;
    if read.volatile_() || read.ordering() != terrace_dialects_llvm::enums::AtomicOrdering::NotAtomic {
        return None;
    }
    let mut value = read.addr();
    if !names_locals(value, view.single_result().ty(), &mut FxHashSet::default()) {
        return None;
    }
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
            return Some((block, value.index() as usize, is_expression));
        }
        let &[(branch, successor)] = &edges[..] else { return None };
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

/// The values that were read, by the choice of an address that a loop may carry: reads of one have one type.
type Moved = FxHashMap<(Block, usize, bool), Value>;

/// Moves a read before the choice of its address; returns the new reads.
fn move_read(rw: &mut Rewriter<'_>, load: Op, moved: &mut Moved) -> Option<Vec<Op>> {
    let (block, index, is_expression) = chosen_at(rw, load)?;
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
