//! Reductions of few elements as arithmetic on the elements, and chains of reductions as one.

use terrace_dialects_core::arith::AddFOp;
use terrace_dialects_vector::ReductionOp;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::elements::splat_element;
use terrace_dialects_vector::types::vector;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::{Attr, OpKind, Rewriter, Value, pattern};
use terrace_rewrite::PatternSet;

use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{combine, create_reduction, extract};

/// Reductions whose accumulator is a reduction as one of the sum, which needs no zero. Floating-point sums are reassociated.
pub static CHAINED_REDUCTIONS: &[Pattern] = &[
    Pattern { benefit: 2, ..pattern!("ChainedReduction", ReductionOp, merge_chained) },
    pattern!("ReduceRedundantZero", ReductionOp, drop_added_zero),
];

/// Adds the pattern that breaks down reductions of vectors of at most `most` elements.
pub fn add_break_down_reduction(set: &mut PatternSet, cx: &terrace_ir::Context, most: i64) {
    let root = Root::Op(ReductionOp::DEF.name);
    set.add_action(
        cx,
        "BreakDownVectorReduction",
        root,
        1,
        Box::new(move |rw, op| break_down(rw, ReductionOp::assume(op), most)),
    );
}

fn break_down(rw: &mut Rewriter<'_>, op: ReductionOp, most: i64) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let own = vector(cx, view.vector().ty());
    if own.is_scalable() || own.rank() != 1 {
        return rw.notify_match_failure(op, "unsupported vector type");
    }
    if own.shape[0] > most {
        return rw.notify_match_failure(op, "has too many elements");
    }
    if is_masked(view.0) {
        return rw.notify_match_failure(op, "masked reductions are not broken down");
    }
    let (kind, flags, source) = (view.kind(), view.fastmath_attr(), view.vector().id());
    let (acc, count, loc) = (view.acc().map(|acc| acc.id()), own.shape[0], view.0.loc());
    let elements: Vec<Value> = (0..count).map(|at| extract(rw, source, &[at], loc)).collect();
    let mut elements = elements.into_iter().chain(acc);
    let mut result = elements.next()?;
    for element in elements {
        result = combine(rw, kind, result, element, None, loc);
        set_fastmath(rw, result, flags);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Sets the flags of the op that defines a float.
fn set_fastmath(rw: &mut Rewriter<'_>, value: Value, flags: Attr) {
    let (view, cx) = (rw.value(value), rw.cx());
    let defined = view.defining_op().filter(|_| view.ty().is_float(cx)).map(|op| op.id());
    if let Some(op) = defined {
        rw.set_attr(op, "fastmath", flags);
    }
}

/// Reduces the sum of the vectors of a reduction and of the one that defines its accumulator.
fn merge_chained(rw: &mut Rewriter<'_>, op: ReductionOp) -> Option<()> {
    let view = op.view(rw);
    if view.kind() != CombiningKind::Add || is_masked(view.0) {
        return None;
    }
    let inner = view.acc()?.defining_op()?.cast::<ReductionOp>()?;
    // An inner reduction under a mask is defined by the mask, and is not found.
    if inner.kind() != CombiningKind::Add || inner.vector().ty() != view.vector().ty() {
        return rw.notify_match_failure(op, "accumulator is no sum of a vector of the same type");
    }
    let (vectors, acc, loc) =
        ([inner.vector().id(), view.vector().id()], inner.acc().map(|acc| acc.id()), view.0.loc());
    let sum = combine(rw, CombiningKind::Add, vectors[0], vectors[1], None, loc);
    let new = create_reduction(rw, CombiningKind::Add, sum, acc, loc);
    rw.replace_op_with(op, new);
    Some(())
}

/// Drops zero from the left operand of a sum that is reduced.
fn drop_added_zero(rw: &mut Rewriter<'_>, op: ReductionOp) -> Option<()> {
    let view = op.view(rw);
    if view.kind() != CombiningKind::Add || is_masked(view.0) {
        return None;
    }
    let sum = view.vector().defining_op()?.cast::<AddFOp>()?;
    let inner = sum.lhs().defining_op()?.cast::<AddFOp>()?;
    let zero = splat_element(rw.cx(), constant_value(inner.rhs())?)?;
    if !zero.as_float(rw.cx())?.is_zero() {
        return rw.notify_match_failure(op, "addend is not zero");
    }
    let (lhs, rhs) = (inner.lhs().id(), sum.rhs().id());
    let (acc, loc) = (view.acc().map(|acc| acc.id()), view.0.loc());
    let sum = combine(rw, CombiningKind::Add, lhs, rhs, None, loc);
    let new = create_reduction(rw, CombiningKind::Add, sum, acc, loc);
    rw.replace_op_with(op, new);
    Some(())
}
