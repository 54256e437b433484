//! Loops whose iterations are distributed over threads.
//!
//! The mark of such a loop has the chunks of the calling thread, and the function that goes on to the next one. The
//! loop becomes two:
//!
//! - `while (next(chunks, n, around))`, where `n` is the number of iterations and `around` the dimensions of such loops
//!   around; the function writes the chunk's first iteration and its number of iterations to the beginning of `chunks`;
//! - `for (i = lb + first * step; i != lb + (first + count) * step; i += step)`, the loop as it was.
//!
//! The inner one keeps the number of the loop, so that it may be distributed over a vector, too.

use rustc_hash::FxHashSet;
use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate};
use terrace_dialects_llvm::ops::{AddressOfOp, BrOp, CallOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::{Attr, Block, Diag, Loc, Op, OpRef, Rewriter, Type, Value, View, op_match};

use super::distribute::{BrOpOperands, Distribution, ScalarLoop};
use super::form::{LoopForm, recognize};
use super::marks::{AnnotatedLoop, Remainder, erase, number, number_of, ops_of_kind, source, word};
use crate::diagnostics::{Tag, error};
use crate::dialect::{LoopMarkOp, MAX_THREAD_DIMS, ThreadMarkOp};

/// The bits of a dimension in the list of a mark.
const DIM_BITS: u32 = 4;

/// An op that marks a loop.
struct Mark {
    op: Op,
    chunks: Value,
    /// The symbol of the function that goes on to the next chunk.
    next: Attr,
    dims: Vec<i64>,
    loc: Loc,
}

impl Mark {
    /// The dimensions as bits.
    fn set(&self) -> i64 {
        self.dims.iter().fold(0, |set, &dim| set | 1 << dim)
    }
}

/// A loop and its mark.
struct ThreadLoop<'m> {
    mark: &'m Mark,
    header: Block,
    /// The dimensions of such loops around, as bits.
    around: i64,
}

/// Writes the loops of a function whose iterations are distributed over threads as loops over chunks; returns errors.
pub(super) fn distribute_over_threads(rw: &mut Rewriter<'_>) -> Vec<Box<Diag>> {
    let calls: Vec<Op> = ops_of_kind::<ThreadMarkOp>(rw);
    if calls.is_empty() {
        return Vec::new();
    }
    let (mut marks, mut errors) = (Vec::new(), Vec::new());
    for view in calls.into_iter().filter_map(|op| rw.op(op).cast::<ThreadMarkOp>()) {
        match mark(view) {
            Ok(mark) => marks.push(mark),
            Err(error) => errors.push(error),
        }
    }
    let mut loops = Vec::new();
    if errors.is_empty() {
        for &region in rw.body().top_regions() {
            let info = rw.body().analysis::<LoopInfo>(region);
            let tree = rw.body().analysis::<DomTree>(region);
            find_loops(rw, (&info, &tree), &marks, &mut loops, &mut errors);
        }
        let bound: FxHashSet<Op> = loops.iter().map(|found| found.mark.op).collect();
        for mark in marks.iter().filter(|mark| !bound.contains(&mark.op)) {
            let message = "the annotated loop is never repeated, or is not a loop with a counter";
            errors.push(error(Tag::LoopForm, mark.loc, message));
        }
    }
    if !errors.is_empty() {
        return errors;
    }
    errors.extend(erase::<ThreadMarkOp>(rw));
    let word = word(rw);
    for found in loops {
        let region = rw.body().region_of(found.header).expect("a block of a loop is in a region");
        let annotated = AnnotatedLoop {
            header: found.header,
            loc: found.mark.loc,
            block: found.mark.chunks,
            dims: Vec::new(),
            remainder: Remainder::None,
            region,
            height: 0,
            marks: Vec::new(),
        };
        let info = rw.body().analysis::<LoopInfo>(region);
        let done = recognize(rw, &info, &annotated)
            .and_then(|form| into_chunks(rw, &annotated, &form, (&found, word)));
        errors.extend(done.err());
    }
    errors
}

/// Finds the loops of marks, outer ones first.
fn find_loops<'m>(
    rw: &Rewriter<'_>,
    (info, tree): (&LoopInfo, &DomTree),
    marks: &'m [Mark],
    loops: &mut Vec<ThreadLoop<'m>>,
    errors: &mut Vec<Box<Diag>>,
) {
    let vectors = ops_of_kind::<LoopMarkOp>(rw);
    // The block of the closest of some marks with a loop's number.
    let closest = |ops: &mut dyn Iterator<Item = Op>, id: LoopId| -> Option<(Op, Block)> {
        let wanted = info.get(id).latches.iter().find_map(|&latch| number_of(rw, latch))?;
        let of_loop: Vec<(Op, Block)> = ops
            .filter(|&op| id_of(rw.op(op)) == Some(wanted))
            .filter_map(|op| Some((op, rw.body().block_of(op)?)))
            .collect();
        let mut at = tree.immediate_dominator(info.get(id).header);
        while let Some(block) = at {
            if let Some(&found) = of_loop.iter().find(|&&(_, other)| other == block) {
                return Some(found);
            }
            at = tree.immediate_dominator(block);
        }
        None
    };
    let mut pending: Vec<(LoopId, i64, bool)> = info.top_level().map(|id| (id, 0, false)).collect();
    while let Some((id, mut around, mut is_in_vector)) = pending.pop() {
        let vector = closest(&mut vectors.iter().copied(), id);
        let thread = closest(&mut marks.iter().map(|mark| mark.op), id);
        if let Some((op, block)) = thread {
            let mark = marks.iter().find(|mark| mark.op == op).expect("it is one of the marks");
            let is_late = vector.is_some_and(|(_, outer)| outer != block && tree.dominates(outer, block));
            let message = if is_in_vector || is_late {
                Some(
                    "a loop is distributed over a vector before it is over threads: annotate it for threads first",
                )
            } else if around & mark.set() != 0 {
                Some("a loop over threads around this one has one of its dimensions; use another one")
            } else {
                None
            };
            errors.extend(message.map(|message| error(Tag::LoopNest, mark.loc, message)));
            loops.push(ThreadLoop { mark, header: info.get(id).header, around });
            around |= mark.set();
        }
        is_in_vector |= vector.is_some();
        pending.extend(info.get(id).children.iter().map(|&child| (child, around, is_in_vector)));
    }
}

/// The number of the loop that an op marks.
fn id_of(op: OpRef<'_>) -> Option<i64> {
    op_match!(op, {
        LoopMarkOp(mark) => Some(mark.number()),
        ThreadMarkOp(mark) => Some(mark.number()),
        _ => None,
    })
}

/// Reads a mark.
fn mark(mark: View<'_, ThreadMarkOp>) -> Result<Mark, Box<Diag>> {
    let op = mark.0;
    let (loc, rank) = (op.loc(), mark.rank());
    let malformed = || error(Tag::LoopForm, loc, "the mark of an annotated loop has unexpected operands");
    let next = source(mark.next()).defined_by::<AddressOfOp>();
    let next = next.map(|op| op.global_name_attr()).ok_or_else(malformed)?;
    let message = "a dimension of an annotated loop is not constant; make it a literal";
    let packed = number(mark.dims()).ok_or_else(|| error(Tag::NotConstant, loc, message))?;
    let dims: Vec<i64> =
        (0..rank).map(|place| packed >> (DIM_BITS * place as u32) & ((1 << DIM_BITS) - 1)).collect();
    if packed >> (DIM_BITS * rank as u32) != 0 || dims.iter().any(|&dim| dim >= MAX_THREAD_DIMS) {
        let message = "blocks of threads have dimensions 0 to 2; use one of them";
        return Err(error(Tag::DimRange, loc, message));
    }
    if (1..dims.len()).any(|at| dims[..at].contains(&dims[at])) {
        let message = "a dimension is listed twice; list each one once";
        return Err(error(Tag::LoopNest, loc, message));
    }
    if mark.dynamic() && dims != [0] {
        let message = "a dynamic schedule is for dimension 0 alone; use a static one for others";
        return Err(error(Tag::LoopNest, loc, message));
    }
    Ok(Mark { op: op.id(), chunks: source(mark.chunks()).id(), next, dims, loc })
}

/// Rewrites a loop as a loop over chunks.
fn into_chunks(
    rw: &mut Rewriter<'_>,
    annotated: &AnnotatedLoop,
    form: &LoopForm,
    (found, word): (&ThreadLoop<'_>, Type),
) -> Result<(), Box<Diag>> {
    let latch_end = rw.body().last_op(form.latch).filter(|&op| rw.op(op).isa::<BrOp>());
    let Some(latch_end) = latch_end else {
        return Err(error(Tag::LoopForm, annotated.loc, "the annotated loop is closed by a condition"));
    };
    if form.exits.iter().any(|exit| !exit.is_unreachable(rw)) {
        let message = "a loop that is distributed over threads is left before its end: carry out all iterations, under a condition";
        return Err(error(Tag::LoopExit, annotated.loc, message));
    }
    Distribution::new(rw, annotated, form, latch_end).into_chunks(found, word);
    Ok(())
}

impl Distribution<'_, '_> {
    fn into_chunks(mut self, found: &ThreadLoop<'_>, word: Type) {
        let (chunks, form) = (found.mark.chunks, self.form);
        let preheader = self.split_entries();
        let last = self.evaluate_condition(preheader);
        let (start, lower) = (self.start(last), self.before.value(self.args[form.counter_arg]));
        let step = start.step;
        let inits: Vec<Value> = self.carried().map(|(_, arg)| self.before.value(arg)).collect();
        let (last, all) = self.count_iterations(last, start, word);
        let (into_body, out) = self.successors_of_condition();
        let to_latch = BrOpOperands::of(self.rw, self.latch_end);
        self.use_values_before();
        let end = self.advance(lower, all, step, false);
        let number = self.build().resize(all, word, false);
        let around = self.build().integer(found.around, word);

        let types: Vec<Type> = inits.iter().map(|&value| self.build_type(value)).collect();
        let counter_type = self.build_type(lower);
        let over_chunks = self.new_block(&types);
        let carried: Vec<Value> = self.rw.body().args(over_chunks).collect();
        let (chunk, back) = (self.new_block(&[]), self.new_block(&[]));
        let join = self.new_block(&[&[counter_type][..], &types].concat());
        let header = self.new_block(&[&[counter_type][..], &types].concat());
        let begin = self.new_block(&[]);
        self.at_end(last).branch(over_chunks, &inits);

        let mut build = self.at_end(over_chunks);
        let call = CallOp::of()
            .loc(build.loc)
            .callee_attr(found.mark.next)
            .callee_operands(&[chunks, number, around])
            .op_bundle_operands(&[])
            .result(word);
        let call = build.rw.build(call);
        let more = build.rw.body().single_result(call);
        let zero = build.integer(0, word);
        let goes_on = build.compare(ICmpPredicate::Ne, more, zero);
        let finals: Vec<Value> = [end].into_iter().chain(carried.iter().copied()).collect();
        build.branch_if(goes_on, (chunk, &[]), (join, &finals));

        let mut build = self.at_end(chunk);
        let first = build.load(chunks, word);
        let one = build.integer(1, word);
        let second = build.offset(chunks, word, one, GEPNoWrapFlags::INBOUNDS);
        let count = build.load(second, word);
        let from = self.advance(lower, first, step, false);
        let to = self.advance(from, count, step, false);
        let operands: Vec<Value> = [from].into_iter().chain(carried).collect();
        self.build().branch(header, &operands);

        let args: Vec<Value> = self.rw.body().args(header).collect();
        let looped = ScalarLoop { header, count: from, counter: args[0], others: args[1..].to_vec() };
        let counter = looped.counter;
        let stays = self.at_end(header).compare(ICmpPredicate::Ne, counter, to);
        self.build().branch_if(stays, (begin, &[]), (back, &[]));
        self.at_end(back).branch(over_chunks, &looped.others);
        self.rw.set_insertion_point_to_end(begin);
        self.enter_body(&into_body, &looped, counter);
        self.replace_header_values(&looped, counter);
        let to_latch: Vec<Value> =
            to_latch.iter().map(|&value| self.in_body(value, &looped, counter)).collect();
        let next: Vec<Value> = [to_latch[form.counter_arg]]
            .into_iter()
            .chain(self.carried().map(|(index, _)| to_latch[index]))
            .collect();
        self.rw.set_successor_operands(self.latch_end, 0, &[]);
        self.rw.set_successor(self.latch_end, 0, header);
        self.rw.set_successor_operands(self.latch_end, 0, &next);
        self.leave(join, &out);
        self.rw.erase_blocks(&form.condition_blocks);
    }
}
