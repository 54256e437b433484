//! Conversion of expressions by control flow to selects, and unrolling of loops over the members of elements.
//!
//! `c ? a : b` is control flow where clang does not optimize. Where both values are computed by a few ops without effects,
//! it becomes a select: the block goes on in one piece, in which accesses to members are found together, and in which
//! arithmetic is narrowed through it. Other expressions stay: what they read is read for the elements that choose it.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::enums::AtomicOrdering;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp, GEPOp, LoadOp, MulOp, SExtOp, SelectOp, ShlOp, StoreOp};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, InsertPoint, Op, OpKind, OpRef, Rewriter, Type, Value, ValueDef, ValueRef, View};
use terrace_rewrite::passes::cse::eliminate_common_subexpressions;

use crate::addresses::stride;
use crate::dialect::{AssignedOp, ExpressionOp, IndexOp};
use crate::evaluate::integer_of_constant;
use crate::faults::{Fault, is_planted};
use crate::levels::predecessors;
use crate::op_kinds::is_division;
use crate::unroll::{CountedLoop, fold_constants, fold_indices, passed, unroll_loops};

/// The largest number of ops that compute what an expression may choose.
const MAX_OPS: usize = 16;

/// The largest number of rounds, in each of which loops around unrolled ones are unrolled.
const MAX_ROUNDS: usize = 3;

/// Converts expressions to selects, and unrolls short loops over members of elements: accesses are one after the other
/// then.
pub(crate) fn straighten(rw: &mut Rewriter<'_>) {
    merge_chains(rw);
    select_expressions(rw);
    merge_chains(rw);
    for _ in 0..MAX_ROUNDS {
        let is_wanted = |rw: &Rewriter<'_>, counted: &CountedLoop| {
            accesses_members(rw, counted) || multiplies_words(rw, counted)
        };
        if !unroll_loops(rw, is_wanted) {
            return;
        }
        fold_constants(rw);
        fold_indices(rw);
        select_expressions(rw);
        merge_chains(rw);
        eliminate_common_subexpressions(rw);
    }
}

/// Whether a loop multiplies numbers of 16 bits: a filter, whose products are added up in pairs.
fn multiplies_words(rw: &Rewriter<'_>, counted: &CountedLoop) -> bool {
    let is_word = |value: ValueRef<'_>| {
        let extension = value.defining_op().and_then(|op| op.cast::<SExtOp>());
        extension.is_some_and(|extension| extension.arg().ty().bit_width(rw.cx()) == Some(16))
    };
    let mut ops = counted.blocks.iter().flat_map(|&block| rw.body().ops_of(block)).map(|op| rw.op(op));
    ops.any(|op| op.cast::<MulOp>().is_some_and(|product| is_word(product.lhs()) && is_word(product.rhs())))
}

/// Merges blocks that are always executed one after the other.
fn merge_chains(rw: &mut Rewriter<'_>) {
    let Some(&region) = rw.body().top_regions().first() else { return };
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let mut gone: FxHashSet<Block> = FxHashSet::default();
    for block in blocks {
        while !gone.contains(&block)
            && let Some((last, next)) = only_successor(rw, block)
        {
            let values = passed(rw, last, 0);
            rw.erase_op(last);
            rw.inline_block(next, InsertPoint::End(block), &values);
            gone.insert(next);
        }
    }
}

/// The end of a block, and the block that follows it alone, and nothing else.
fn only_successor(rw: &Rewriter<'_>, block: Block) -> Option<(Op, Block)> {
    let body = rw.body();
    let last = body.last_op(block).filter(|&last| rw.op(last).isa::<BrOp>())?;
    let next = body.successors(last).next()?;
    let is_marked = |arg: Value| rw.value(arg).uses().any(|(user, _)| user.isa::<ExpressionOp>());
    let is_entry = body.region_of(next).and_then(|region| body.entry(region)) == Some(next);
    let follows = next != block && !is_entry && predecessors(body, next).len() == 1;
    (follows && !body.args(next).any(is_marked)).then_some((last, next))
}

/// Converts what expressions choose to selects.
fn select_expressions(rw: &mut Rewriter<'_>) {
    let Some(&region) = rw.body().top_regions().first() else { return };
    // Inner expressions first: these are after those around them.
    let mut pending: Vec<Block> = rw.body().blocks_of(region).collect();
    let mut gone: FxHashSet<Block> = FxHashSet::default();
    while let Some(block) = pending.pop() {
        if gone.contains(&block) {
            continue;
        }
        let Some(chosen) = expression_at(rw, block) else { continue };
        gone.extend(chosen.arms.iter().map(|arm| arm.block).filter(|&arm| arm != block));
        gone.insert(chosen.join);
        select(rw, block, &chosen);
        // What was decided there may be a part of a value that is decided before.
        pending.push(block);
        pending
            .extend(predecessors(rw.body(), block).into_iter().filter_map(|(op, _)| rw.body().block_of(op)));
    }
}

/// A branch of an expression: the block between the condition and the join, or that of the condition if there is none.
struct Arm {
    block: Block,
    values: Vec<Value>,
}

/// Values that the condition at the end of a block chooses.
struct Chosen {
    condition: Value,
    arms: [Arm; 2],
    join: Block,
}

/// The values that the end of a block chooses, if these are expressions alone.
fn expression_at(rw: &Rewriter<'_>, block: Block) -> Option<Chosen> {
    let body = rw.body();
    let end = body.last_op(block)?;
    let branch = rw.op(end).cast::<CondBrOp>()?;
    let targets = [branch.true_dest().id(), branch.false_dest().id()];
    if targets[0] == targets[1] {
        return None;
    }
    let after = |target: Block| {
        let last = body.last_op(target).filter(|&last| rw.op(last).isa::<BrOp>())?;
        body.successors(last).next()
    };
    // Both targets join, or one is where the other one ends.
    let join = match [after(targets[0]), after(targets[1])] {
        [Some(first), _] if first == targets[1] => first,
        [_, Some(second)] if second == targets[0] => second,
        [Some(first), Some(second)] if first == second => first,
        _ => return None,
    };
    if join == block || predecessors(body, join).len() != 2 {
        return None;
    }
    let arm = |at: usize| {
        let target = targets[at];
        if target == join {
            return Some(Arm { block, values: passed(rw, end, at) });
        }
        let ops: Vec<Op> = body.ops_of(target).take(MAX_OPS + 2).collect();
        let (last, computed) = ops.split_last()?;
        let is_simple = predecessors(body, target).len() == 1
            && body.n_args(target) == 0
            && computed.len() <= MAX_OPS
            && computed.iter().all(|&op| is_cheap(rw.op(op)) || read_before(rw, block, op).is_some());
        is_simple.then(|| Arm { block: target, values: passed(rw, *last, 0) })
    };
    let arms = [arm(0)?, arm(1)?];
    let is_chosen =
        body.args(join).zip(arms[0].values.iter().zip(&arms[1].values)).all(|(arg, (yes, no))| {
            let arg = rw.value(arg);
            let is_number = arg.ty().is_integer(rw.cx()) || arg.ty().is_float(rw.cx());
            let marks = arg.uses().filter(|(user, _)| user.isa::<ExpressionOp>()).count();
            // A variable has not the shape of the condition; a block or an address is not selected.
            is_number && marks == arg.uses().count() || yes == no && marks == 0
        });
    is_chosen.then(|| Chosen { condition: branch.condition().id(), arms, join })
}

/// Whether an op is computed for all elements, whether they need it or not.
fn is_cheap(op: OpRef<'_>) -> bool {
    let is_free = op.num_operands() == 0;
    op.has_trait(TraitSet::Pure)
        && (op.has_trait(TraitSet::Lanewise) || is_free)
        && !is_division(op)
        && !op.isa::<AssignedOp>()
        && !op.isa::<ExpressionOp>()
        && op.num_regions() == 0
}

/// The largest number of ops that are looked at for an earlier load.
const MAX_LOOKED_AT: usize = 100;

/// The value that a load reads, if a block reads the same place before its end, and writes nothing after that.
fn read_before(rw: &Rewriter<'_>, block: Block, op: Op) -> Option<Value> {
    let is_plain = |load: View<'_, LoadOp>| !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
    let load = rw.op(op).cast::<LoadOp>().filter(|&load| is_plain(load))?;
    let (address, ty) = (load.addr().id(), load.res().ty());
    let mut at = rw.body().last_op(block);
    for _ in 0..MAX_LOOKED_AT {
        let earlier = rw.op(at?);
        if let Some(other) = earlier.cast::<LoadOp>().filter(|&load| is_plain(load)) {
            if other.addr().id() == address && other.res().ty() == ty {
                return Some(other.res().id());
            }
        } else if !(earlier.has_trait(TraitSet::Pure)
            || earlier.has_trait(TraitSet::NoMemoryEffect)
            || earlier.has_trait(TraitSet::Terminator)
            || earlier.isa::<GEPOp>())
        {
            return None;
        }
        at = rw.body().prev_op(at?);
    }
    None
}

/// Moves what both arms compute, and what follows, to the end of a block, with selects between.
fn select(rw: &mut Rewriter<'_>, block: Block, chosen: &Chosen) {
    let Some(end) = rw.body().last_op(block) else { return };
    let loc = rw.body().loc(end);
    let mut read = FxHashMap::default();
    for arm in chosen.arms.iter().filter(|arm| arm.block != block) {
        let ops: Vec<Op> = rw.body().ops_of(arm.block).collect();
        for op in ops {
            if rw.op(op).isa::<LoadOp>()
                && let Some(value) = read_before(rw, block, op)
            {
                read.insert(rw.body().single_result(op), value);
                rw.replace_op(op, &[value]);
            }
        }
    }
    for arm in chosen.arms.iter().filter(|arm| arm.block != block) {
        if let Some(last) = rw.body().last_op(arm.block) {
            rw.erase_op(last);
        }
        rw.move_ops(arm.block, InsertPoint::Before(end));
    }
    let now = |value: Value| read.get(&value).copied().unwrap_or(value);
    let pairs: Vec<(Value, Value)> = chosen.arms[0]
        .values
        .iter()
        .map(|&value| now(value))
        .zip(chosen.arms[1].values.iter().map(|&value| now(value)))
        .collect();
    // Also one of two values that are the same has the shape of the condition.
    let marks: Vec<Vec<Op>> = (rw.body().args(chosen.join))
        .map(|arg| rw.value(arg).uses().map(|(user, _)| user.id()).collect())
        .map(|users: Vec<Op>| users.into_iter().filter(|&user| rw.op(user).isa::<ExpressionOp>()).collect())
        .collect();
    rw.set_insertion_point_before(end);
    let mut values = Vec::new();
    for (&(yes, no), marks) in pairs.iter().zip(&marks) {
        let is_chosen = yes != no || !marks.is_empty() && !is_planted(Fault::SameValuesNotSelected);
        values.push(match is_chosen {
            false => yes,
            true => {
                let ty = rw.body().value_type(yes);
                rw.build_value(SelectOp::of(chosen.condition, yes, no).loc(loc).res(ty))
            }
        });
    }
    rw.erase_op(end);
    for arm in chosen.arms.iter().filter(|arm| arm.block != block) {
        rw.erase_block(arm.block);
    }
    rw.inline_block(chosen.join, InsertPoint::End(block), &values);
    for mark in marks.into_iter().flatten() {
        let value = ExpressionOp::view_of(rw.op(mark)).value().id();
        rw.replace_op(mark, &[value]);
    }
}

/// Whether a loop accesses members: at addresses that depend on its counter, and are several members apart from element to
/// element.
fn accesses_members(rw: &Rewriter<'_>, counted: &CountedLoop) -> bool {
    let counter = counted.counter(rw);
    let inside: FxHashSet<Block> = counted.blocks.iter().copied().collect();
    let ops = counted.blocks.iter().flat_map(|&block| rw.body().ops_of(block)).map(|op| rw.op(op));
    let addresses = ops.filter_map(|op| match op.cast::<LoadOp>() {
        Some(load) => Some((load.addr(), load.res().ty())),
        None => op.cast::<StoreOp>().map(|store| (store.addr(), store.value().ty())),
    });
    addresses.into_iter().any(|(address, ty)| {
        let is_counter = |value: ValueRef<'_>| value.id() == counter;
        let is_inside = |op: OpRef<'_>| op.block().is_some_and(|block| inside.contains(&block.id()));
        address.defining_op().is_some_and(|op| op.isa::<GEPOp>())
            && depends(address, is_counter, is_inside)
            && depends(address, |value| is_scaled_index(value, ty), |_| true)
    })
}

/// Whether a value is a multiple of the index of an element, or the address of a structure by one.
fn is_scaled_index(value: ValueRef<'_>, accessed: Type) -> bool {
    let Some(op) = value.defining_op() else { return false };
    let is_index = |value: ValueRef<'_>| value.defining_op().is_some_and(|op| op.isa::<IndexOp>());
    let is_scaled = match op.cast::<GEPOp>() {
        Some(gep) => {
            let (cx, layout) = (op.cx(), DataLayout::of(op));
            stride(cx, &layout, gep.elem_type()) > stride(cx, &layout, accessed)
        }
        None => {
            let by = op.operands().filter_map(|operand| integer_of_constant(operand.defining_op()?)).max();
            op.isa::<MulOp>() && by > Some(1) || op.isa::<ShlOp>() && by > Some(0)
        }
    };
    let base = usize::from(op.isa::<GEPOp>());
    is_scaled && op.operands().skip(base).any(|operand| depends(operand, is_index, |_| true))
}

/// The largest number of values that are looked at for what an address depends on.
const MAX_FOLLOWED: usize = 200;

/// Whether a value is computed from one with a property, by ops that are followed.
pub(crate) fn depends<'a>(
    value: ValueRef<'a>,
    is_wanted: impl Fn(ValueRef<'a>) -> bool,
    is_followed: impl Fn(OpRef<'a>) -> bool,
) -> bool {
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if is_wanted(value) {
            return true;
        }
        if !seen.insert(value.id()) || seen.len() > MAX_FOLLOWED {
            continue;
        }
        if let ValueDef::Result(..) = value.def()
            && let Some(op) = value.defining_op().filter(|&op| is_followed(op))
        {
            pending.extend(op.operands());
        }
    }
    false
}
