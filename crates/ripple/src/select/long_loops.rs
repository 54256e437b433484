//! Loops that LLVM does not unroll any more.
//!
//! LLVM unrolls a loop whose number of iterations is not known until its body fills what a processor decodes ahead, and adds
//! a second loop for the iterations that are left, as its vectorizer does not let it for the loops that are its own. An
//! iteration over a block that fills registers is long already: more of them take time to compile, and gain none.

use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::attrs::{LoopAnnotationAttr, LoopUnrollAttr};
use terrace_dialects_llvm::ops::{BitcastOp, BrOp, CondBrOp, ShuffleVectorOp};
use terrace_dialects_llvm::reader::KEPT;
use terrace_ir::{Attr, Context, Op, OpRef, Rewriter};

use crate::evaluate::extended;
use crate::vectors::{lanes_of, scalar_width};

/// The number of operations on registers from which on a body is long.
const LONG: usize = 16;

/// The attribute of branches that annotates loops.
const ANNOTATION: &str = "loop_annotation";

/// Marks innermost loops with long bodies as not to be unrolled but by a known number. Loops that the program says something
/// of are left as they are.
pub(super) fn mark_long_loops(rw: &mut Rewriter<'_>, register_bytes: usize) {
    let Some(&region) = rw.body().top_regions().first() else { return };
    let all = || rw.body().live_ops().map(|op| registers_of(rw.op(op), register_bytes));
    if all().sum::<usize>() < LONG {
        return;
    }
    let info = rw.body().analysis::<LoopInfo>(region);
    let mut pending: Vec<LoopId> = info.top_level().collect();
    let mut latches: Vec<Op> = Vec::new();
    while let Some(id) = pending.pop() {
        let (inner, blocks) = (info.get(id), info.blocks(id));
        pending.extend(inner.children.iter().copied());
        let ops = || blocks.iter().flat_map(|&block| rw.block(block).ops());
        let length = || ops().map(|op| registers_of(op, register_bytes)).sum::<usize>();
        if !inner.children.is_empty() || length() < LONG {
            continue;
        }
        let body = rw.body();
        let branches = body.preds(inner.header).map(|used| body.use_owner(used));
        let branches = branches.filter(|&op| body.block_of(op).is_some_and(|from| blocks.contains(&from)));
        latches.extend(branches);
    }
    for latch in latches {
        let view = rw.op(latch);
        if !view.isa::<BrOp>() && !view.isa::<CondBrOp>() || has_kept_annotation(view) {
            continue;
        }
        let known = view.inherent_attr(ANNOTATION).filter(|&known| known != Attr::NULL);
        if let Some(annotation) = not_unrolled(rw.cx(), known) {
            rw.set_attr(latch, ANNOTATION, annotation);
        }
    }
}

/// Whether a branch has an annotation of LLVM that its attribute cannot express.
fn has_kept_annotation(branch: OpRef<'_>) -> bool {
    let cx = branch.cx();
    let kept = branch.discardable_attr(KEPT).zip(cx.find_str("metadata"));
    let attached = kept.and_then(|(kept, name)| kept.dict_get(cx, name)?.as_array(cx));
    let kinds = attached.into_iter().flatten().filter_map(|pair| pair.as_array(cx)?.first()?.as_str(cx));
    kinds.into_iter().any(|kind| kind == "llvm.loop")
}

/// The number of registers that an op computes, reads or writes.
fn registers_of(op: OpRef<'_>, register_bytes: usize) -> usize {
    // Parts of vectors, and vectors of parts, take no instructions, nor do extensions of what is compared or truncated.
    let is_free = op.isa::<BitcastOp>()
        || extended(op).is_some()
        || op.cast::<ShuffleVectorOp>().is_some_and(|shuffle| {
            let mask: Vec<i32> = shuffle.mask().iter().collect();
            mask.len() > 1 && mask.windows(2).all(|pair| pair[1] == pair[0] + 1)
        });
    if is_free || op.num_operands() == 0 || op.num_successors() > 0 {
        return 0;
    }
    let cx = op.cx();
    let values = op.results().chain(op.operands().take(usize::from(op.num_results() == 0)));
    let registers = values.filter_map(|value| {
        let bits = value.ty().element_type(cx).map(|element| scalar_width(cx, element) as usize)?;
        Some((lanes_of(value)? * bits).div_ceil(register_bytes * 8))
    });
    registers.max().unwrap_or(0)
}

/// The annotation of a loop that is unrolled by a known number at most; `None` if what is known says how it is unrolled.
fn not_unrolled(cx: &Context, known: Option<Attr>) -> Option<Attr> {
    let yes = Some(cx.bool_attr(true));
    let unroll = Some(LoopUnrollAttr::get(cx, None, None, yes, None, None, None, None));
    let Some(known) = known else {
        let all = LoopAnnotationAttr::get(
            cx,
            None,
            None,
            None,
            unroll,
            None,
            None,
            None,
            None,
            None,
            None,
            None,
            None,
            None,
            None,
            Vec::new(),
        );
        return Some(all.into());
    };
    let known = known.dyn_cast::<LoopAnnotationAttr>(cx).filter(|known| known.unroll(cx).is_none())?;
    let all = LoopAnnotationAttr::get(
        cx,
        known.disable_nonforced(cx),
        known.vectorize(cx),
        known.interleave(cx),
        unroll,
        known.unroll_and_jam(cx),
        known.licm(cx),
        known.distribute(cx),
        known.pipeline(cx),
        known.peeled(cx),
        known.unswitch(cx),
        known.must_progress(cx),
        known.is_vectorized(cx),
        known.start_loc(cx),
        known.end_loc(cx),
        known.parallel_accesses(cx),
    );
    Some(all.into())
}
