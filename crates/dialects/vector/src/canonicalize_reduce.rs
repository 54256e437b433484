//! Canonicalization of reductions and contractions.

use terrace_dialects_core::arith;
use terrace_ir::build::OperationState;
use terrace_ir::matchers::{m_pos_zero_float, m_zero};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, BinaryOpView, Loc, Op, OpRef, Rewriter, Value};

use crate::ExtractOp;
use crate::attrs::CombiningKind;
use crate::contract::ContractionOp;
use crate::mask::masking_op;
use crate::reduction::{MultiDimReductionOp, ReductionOp};
use crate::shape::ShapeCastOp;
use crate::types::{as_vector, mask_of, vector};

/// Combines two values; under a mask, returns the second where its bit is not set.
fn combine(
    rw: &mut Rewriter<'_>,
    kind: CombiningKind,
    [a, b]: [Value; 2],
    flags: Option<Attr>,
    mask: Option<Value>,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let ty = rw.value(a).ty();
    let float = ty.element_type_or_self(cx).is_float(cx);
    macro_rules! make {
        ($op:ty, None) => {
            rw.build_or_fold_value(OperationState::binary::<$op>(a, b).with_results(&[ty]).with_loc(loc))
        };
        ($op:ty, flags) => {{
            let op = OperationState::binary::<$op>(a, b).with_attr("fastmath", flags);
            rw.build_or_fold_value(op.with_results(&[ty]).with_loc(loc))
        }};
    }
    use CombiningKind::*;
    let value = match (kind, float) {
        (Add, true) => make!(arith::AddFOp, flags),
        (Add, false) => make!(arith::AddIOp, None),
        (Mul, true) => make!(arith::MulFOp, flags),
        (Mul, false) => make!(arith::MulIOp, None),
        (Minnumf, _) => make!(arith::MinNumFOp, flags),
        (Maxnumf, _) => make!(arith::MaxNumFOp, flags),
        (Minimumf, _) => make!(arith::MinimumFOp, flags),
        (Maximumf, _) => make!(arith::MaximumFOp, flags),
        (Minsi, _) => make!(arith::MinSIOp, None),
        (Minui, _) => make!(arith::MinUIOp, None),
        (Maxsi, _) => make!(arith::MaxSIOp, None),
        (Maxui, _) => make!(arith::MaxUIOp, None),
        (And, _) => make!(arith::AndIOp, None),
        (Or, _) => make!(arith::OrIOp, None),
        (Xor, _) => make!(arith::XOrIOp, None),
    };
    let Some(mask) = mask else { return value };
    rw.build_value(arith::SelectOp::of(mask, value, b).result(ty).loc(loc))
}

/// The only element of a vector.
fn only_element(rw: &mut Rewriter<'_>, value: Value, rank: usize, loc: Loc) -> Value {
    let cx = rw.cx();
    let element = vector(cx, rw.value(value).ty()).element;
    let at = cx.i64_array(&vec![0; rank]);
    rw.build_value(ExtractOp::of(value).static_position_attr(at).result(element).loc(loc))
}

/// The op to replace, the op itself or the mask it is under, and that mask.
fn under_mask(op: OpRef<'_>) -> (Op, Option<Value>) {
    match masking_op(op) {
        Some(masking) => (masking.0.id(), Some(masking.mask().id())),
        None => (op.id(), None),
    }
}

/// The only element needs not be combined with others.
pub(crate) fn reduce_one(rw: &mut Rewriter<'_>, op: ReductionOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.vector();
    let from = vector(cx, source.ty());
    if from.rank() != 0 && from.shape[0] != 1 {
        return None;
    }
    let (rank, source, acc) = (from.rank(), source.id(), view.acc().map(|acc| acc.id()));
    let (kind, flags, loc) = (view.kind(), view.fastmath_attr(), view.0.loc());
    let (root, mask) = under_mask(view.0);
    rw.set_insertion_point_before(root);
    let mask = mask.map(|mask| only_element(rw, mask, rank, loc));
    let mut value = only_element(rw, source, rank, loc);
    if let Some(acc) = acc {
        value = combine(rw, kind, [value, acc], Some(flags), mask, loc);
    }
    rw.replace_op(root, &[value]);
    Some(())
}

/// Dimensions of one element need not be combined.
pub(crate) fn reduce_ones(rw: &mut Rewriter<'_>, op: MultiDimReductionOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let from = vector(cx, view.source().ty());
    let reduced = view.reduction_dims().to_vec();
    if reduced.iter().any(|&dim| from.shape.get(dim as usize) != Some(&1)) {
        return None;
    }
    let (to, rank) = (view.dest().ty(), from.rank());
    let (source, acc, loc) = (view.source().id(), view.acc().id(), view.0.loc());
    let kind = view.kind();
    let (root, mask) = under_mask(view.0);
    rw.set_insertion_point_before(root);
    let (mask, value) = if as_vector(cx, to).is_some() {
        let mask = mask.map(|mask| rw.build_value(ShapeCastOp::of(mask).result(mask_of(cx, to)).loc(loc)));
        (mask, rw.build_value(ShapeCastOp::of(source).result(to).loc(loc)))
    } else {
        let mask = mask.map(|mask| only_element(rw, mask, rank, loc));
        (mask, only_element(rw, source, rank, loc))
    };
    let value = combine(rw, kind, [acc, value], None, mask, loc);
    rw.replace_op(root, &[value]);
    Some(())
}

/// Uses an addend of a contraction with a zero accumulator as the accumulator.
pub(crate) fn contract_plus(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (a, b) = BinaryOpView(rw.op(op)).operands();
    let (contraction, other) = [(a, b), (b, a)].into_iter().find_map(|(maybe, other)| {
        let made = maybe.defined_by::<ContractionOp>()?;
        (m_zero(made.acc()) || m_pos_zero_float(made.acc())).then(|| (made, other.id()))
    })?;
    let mut map = IrMapping::new();
    map.map(contraction.acc().id(), other);
    let contraction = contraction.0.id();
    let copy = rw.clone_op(contraction, &mut map)?;
    rw.replace_op_with(op, copy);
    Some(())
}
