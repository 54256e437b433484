//! Finds annotated loops: the ops that mark them, and the numbers on the branches that close them.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::attrs::LoopAnnotationAttr;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::fold::constant_value;
use terrace_ir::{
    Block, Diag, Loc, Op, OpKind, OpRef, Region, Rewriter, Type, Value, ValueRef, View, op_match,
};
use terrace_rewrite::walk::body_pre_order;

use super::build::Build;
use crate::diagnostics::{Tag, error};
use crate::dialect::{GetSizeOp, IndexOp, LoopMarkOp, ParallelIdxOp, SetShapeOp, marked};
use crate::shape::MAX_DIMS;

/// The treatment of iterations that fill no block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remainder {
    /// One masked block executes them.
    Masked,
    /// None exist: the annotation promises full blocks.
    None,
    /// A scalar remainder loop executes them.
    Sequential,
}

/// A loop with an annotation.
#[derive(Debug)]
pub(super) struct AnnotatedLoop {
    /// The header: the target of all entry and back edges.
    pub(super) header: Block,
    /// The location of the annotation.
    pub(super) loc: Loc,
    /// The block of processing elements.
    pub(super) block: Value,
    /// The dimensions, the one that varies fastest first.
    pub(super) dims: Vec<usize>,
    /// The iterations that fill no block.
    pub(super) remainder: Remainder,
    /// The region that it is in.
    pub(super) region: Region,
    /// The depth of annotated loops nested in it.
    pub(super) height: usize,
    /// The ops that mark it.
    pub(super) marks: Vec<Op>,
}

/// An op that marks a loop.
struct Mark {
    op: Op,
    number: i64,
    block: Value,
    remainder: Remainder,
    dims: Vec<usize>,
    loc: Loc,
}

/// The annotated loops of a function, inner ones first, and errors.
pub(super) fn annotated_loops(rw: &Rewriter<'_>) -> (Vec<AnnotatedLoop>, Vec<Box<Diag>>) {
    let (mut loops, mut errors) = (Vec::new(), Vec::new());
    let of_loops = ops_of_kind::<LoopMarkOp>(rw);
    let mut marks = FxHashMap::default();
    for view in of_loops.iter().filter_map(|&op| rw.op(op).cast::<LoopMarkOp>()) {
        match mark(view) {
            Ok(mark) => _ = marks.insert(mark.op, mark),
            Err(error) => errors.push(error),
        }
    }
    let chunk_numbers = ops_of_kind::<ParallelIdxOp>(rw);
    if !errors.is_empty() || marks.is_empty() && chunk_numbers.is_empty() {
        return (loops, errors);
    }
    let mut resolved: FxHashSet<Op> = FxHashSet::default();
    for &region in rw.body().top_regions() {
        in_region(rw, region, &marks, &chunk_numbers, &mut loops, &mut resolved, &mut errors);
    }
    let bound: FxHashSet<Op> = loops.iter().flat_map(|annotated| annotated.marks.iter().copied()).collect();
    for op in of_loops.into_iter().filter(|op| !bound.contains(op) && !resolved.contains(op)) {
        let message = "the annotated loop is never repeated, or is not a loop with a counter";
        errors.push(error(Tag::LoopForm, marks[&op].loc, message));
    }
    for &op in chunk_numbers.iter().filter(|op| !resolved.contains(op)) {
        let message =
            "ripple_parallel_idx is not inside a loop that is annotated with the same block and dimensions";
        errors.push(error(Tag::ParallelIdx, rw.op(op).loc(), message));
    }
    (loops, errors)
}

fn in_region(
    rw: &Rewriter<'_>,
    region: Region,
    marks: &FxHashMap<Op, Mark>,
    chunk_numbers: &[Op],
    loops: &mut Vec<AnnotatedLoop>,
    resolved: &mut FxHashSet<Op>,
    errors: &mut Vec<Box<Diag>>,
) {
    let (info, tree) = (rw.body().analysis::<LoopInfo>(region), rw.body().analysis::<DomTree>(region));
    // Outer loops first.
    let mut order = Vec::new();
    let mut pending: Vec<LoopId> = info.top_level().collect();
    while let Some(id) = pending.pop() {
        order.push(id);
        pending.extend(info.get(id).children.iter().copied());
    }
    let by_block = marks_by_block(rw);
    let mut found: FxHashMap<LoopId, AnnotatedLoop> = FxHashMap::default();
    for &id in &order {
        let Some(number) = info.get(id).latches.iter().find_map(|&latch| number_of(rw, latch)) else {
            continue;
        };
        let stacked = marks_of(rw, &tree, &by_block, marks, number, info.get(id).header);
        let Some(first) = stacked.first() else { continue };
        match annotated(rw, info.get(id).header, &stacked) {
            Ok(annotated) => {
                if let Some(message) = nesting_error(&info, &found, id, &annotated) {
                    errors.push(error(Tag::LoopNest, annotated.loc, message));
                }
                found.insert(id, annotated);
            }
            Err(message) => {
                resolved.extend(stacked.iter().map(|mark| mark.op));
                errors.push(error(Tag::LoopNest, first.loc, message));
            }
        }
    }
    for &op in chunk_numbers {
        let Some(block) = rw.body().block_of(op).filter(|&block| rw.body().region_of(block) == Some(region))
        else {
            continue;
        };
        let mut at = info.loop_of(block);
        while let Some(id) = at {
            if found.get(&id).is_some_and(|annotated| asks_for_chunk(rw.op(op), annotated)) {
                resolved.insert(op);
                break;
            }
            at = info.get(id).parent;
        }
    }
    for id in order.iter().rev() {
        let Some(above) = found.get(id).map(|annotated| annotated.height + 1) else { continue };
        let mut at = info.get(*id).parent;
        while let Some(outer) = at {
            if let Some(outer) = found.get_mut(&outer) {
                outer.height = outer.height.max(above);
                break;
            }
            at = info.get(outer).parent;
        }
    }
    let mut in_order: Vec<AnnotatedLoop> = order.iter().filter_map(|id| found.remove(id)).collect();
    in_order.sort_by_key(|annotated| annotated.height);
    loops.extend(in_order);
}

/// The number that the branch at the end of a loop has.
pub(super) fn number_of(rw: &Rewriter<'_>, latch: Block) -> Option<i64> {
    let terminator = rw.block(latch).terminator()?;
    let cx = rw.cx();
    let branch = terminator.cast::<BrOp>().map(|branch| branch.loop_annotation());
    let annotation =
        branch.or_else(|| terminator.cast::<CondBrOp>().map(|branch| branch.loop_annotation()))??;
    annotation
        .dyn_cast::<LoopAnnotationAttr>(cx)?
        .pipeline(cx)?
        .initiationinterval(cx)?
        .as_integer(cx)?
        .0
        .to_i64()
}

/// The marks in each block, in order.
fn marks_by_block(rw: &Rewriter<'_>) -> FxHashMap<Block, Vec<Op>> {
    let mut by_block: FxHashMap<Block, Vec<Op>> = FxHashMap::default();
    for op in ops_of_kind::<LoopMarkOp>(rw) {
        by_block.entry(rw.body().block_of(op).expect("a mark is in a block")).or_default().push(op);
    }
    by_block
}

/// The marks of a loop in order: the closest with its number that dominates it, and those right before that.
fn marks_of<'m>(
    rw: &Rewriter<'_>,
    tree: &DomTree,
    by_block: &FxHashMap<Block, Vec<Op>>,
    marks: &'m FxHashMap<Op, Mark>,
    number: i64,
    header: Block,
) -> Vec<&'m Mark> {
    let in_block = |block: Block| {
        let ops = by_block.get(&block).map_or(&[][..], Vec::as_slice);
        ops.iter().rev().map(|op| &marks[op]).find(|mark| mark.number == number)
    };
    let mut at = tree.immediate_dominator(header);
    let mut stacked = Vec::new();
    while let Some(block) = at {
        match in_block(block) {
            Some(mark) => {
                stacked.push(mark);
                // Another annotation of the same loop ends in the branch to this block.
                let mut preds = rw.body().preds(block);
                at = preds.next().and_then(|used| rw.body().block_of(rw.body().use_owner(used)));
                if preds.next().is_some() || at.is_none_or(|pred| in_block(pred).is_none()) {
                    break;
                }
            }
            None => at = tree.immediate_dominator(block),
        }
    }
    stacked.reverse();
    stacked
}

/// The loop with these annotations.
fn annotated(rw: &Rewriter<'_>, header: Block, stacked: &[&Mark]) -> Result<AnnotatedLoop, String> {
    let first = stacked[0];
    let mut dims = Vec::new();
    for mark in stacked {
        if mark.block != first.block {
            return Err("annotations of one loop name different blocks".to_owned());
        }
        if mark.remainder != first.remainder {
            return Err("annotations of one loop treat the remainder differently".to_owned());
        }
        for &dim in &mark.dims {
            if dims.contains(&dim) {
                return Err(format!("dimension {dim} is listed twice"));
            }
            dims.push(dim);
        }
    }
    let marks = stacked.iter().map(|mark| mark.op).collect();
    let block = source(rw.value(first.block)).id();
    let region = rw.body().region_of(header).expect("a block of a loop is in a region");
    let remainder = first.remainder;
    Ok(AnnotatedLoop { header, loc: first.loc, block, dims, remainder, region, height: 0, marks })
}

/// The error of a loop inside other annotated ones.
fn nesting_error(
    info: &LoopInfo,
    found: &FxHashMap<LoopId, AnnotatedLoop>,
    id: LoopId,
    inner: &AnnotatedLoop,
) -> Option<String> {
    let mut at = info.get(id).parent;
    while let Some(around) = at {
        if let Some(outer) = found.get(&around) {
            if outer.block != inner.block {
                return Some("the annotated loop around this one names another block".to_owned());
            }
            if let Some(dim) = inner.dims.iter().find(|dim| outer.dims.contains(dim)) {
                return Some(format!("an annotated loop around this one has dimension {dim}, too"));
            }
        }
        at = info.get(around).parent;
    }
    None
}

/// Whether an op asks for the number of the chunk of iterations of a loop.
pub(super) fn asks_for_chunk(op: OpRef<'_>, annotated: &AnnotatedLoop) -> bool {
    let Some(asked) = op.cast::<ParallelIdxOp>() else { return false };
    // Missing dimensions are -1.
    let dims = asked.dims().map_while(|dim| number(dim).filter(|&dim| dim != -1));
    source(asked.block()).id() == annotated.block && dims.eq(annotated.dims.iter().map(|&dim| dim as i64))
}

/// The type of indices: that of the sizes of blocks and of indices in them.
pub(super) fn word(rw: &Rewriter<'_>) -> Type {
    let of_op = |op: OpRef<'_>| {
        op_match!(op, {
            SetShapeOp(block) => Some(block.peid().ty()),
            IndexOp(index) => Some(index.result().ty()),
            GetSizeOp(size) => Some(size.result().ty()),
            _ => None,
        })
    };
    match rw.body().live_ops().find_map(|op| of_op(rw.op(op))) {
        Some(Type::I32) => Type::I32,
        _ => Type::I64,
    }
}

/// The ops of a kind in a function, in order.
pub(super) fn ops_of_kind<K: OpKind>(rw: &Rewriter<'_>) -> Vec<Op> {
    body_pre_order(rw.body()).into_iter().filter(|&op| rw.op(op).isa::<K>()).collect()
}

/// Reads a mark.
fn mark(mark: View<'_, LoopMarkOp>) -> Result<Mark, Box<Diag>> {
    let (op, loc) = (mark.0.id(), mark.0.loc());
    let mut listed = Vec::new();
    for dim in mark.dims() {
        let message = "a dimension of an annotated loop is not constant";
        let dim = number(dim).ok_or_else(|| error(Tag::NotConstant, loc, message))?;
        match usize::try_from(dim) {
            Ok(dim) if dim < MAX_DIMS => listed.push(dim),
            _ => {
                let message =
                    format!("dimension {dim} does not exist: blocks have dimensions 0 to {}", MAX_DIMS - 1);
                return Err(error(Tag::DimRange, loc, message));
            }
        }
    }
    let remainder = match (mark.no_remainder(), mark.block_independent()) {
        (true, _) => Remainder::None,
        (false, true) => Remainder::Sequential,
        (false, false) => Remainder::Masked,
    };
    let (number, block) = (mark.number(), source(mark.block()).id());
    Ok(Mark { op, number, block, remainder, dims: listed, loc })
}

/// The value that an expression stands for.
pub(super) fn source(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(of) = value.defining_op().and_then(marked) {
        value = of;
    }
    value
}

/// The integer that a value is.
pub(super) fn number(value: ValueRef<'_>) -> Option<i64> {
    constant_value(value)?.as_integer(value.cx())?.0.to_i64()
}

/// Erases the marks of loops of a kind: the branches on them go to the loops.
pub(super) fn erase<K: OpKind>(rw: &mut Rewriter<'_>) -> Vec<Box<Diag>> {
    let marks = ops_of_kind::<K>(rw);
    let mut errors = Vec::new();
    for op in marks {
        let loc = rw.op(op).loc();
        let uses = || rw.op(op).results().flat_map(|result| result.uses());
        // The condition is the first operand.
        if uses().any(|(user, index)| index > 0 || !user.isa::<CondBrOp>()) {
            let message = "the mark of an annotated loop is used by other ops than a branch";
            errors.push(error(Tag::LoopForm, loc, message));
            continue;
        }
        let users: Vec<Op> = uses().map(|(user, _)| user.id()).collect();
        for user in users {
            let Some(branch) = rw.op(user).cast::<CondBrOp>() else { continue };
            let (dest, operands) =
                (branch.false_dest().id(), branch.false_dest_operands().map(|value| value.id()));
            let operands: Vec<Value> = operands.collect();
            rw.set_insertion_point_before(user);
            Build { rw, loc }.branch(dest, &operands);
            rw.erase_op(user);
        }
        if errors.is_empty() {
            rw.erase_op(op);
        }
    }
    errors
}
