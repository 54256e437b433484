//! `tensor.expand_shape` and `tensor.collapse_shape` that only add or drop dimensions of one element, folded into slices.

use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::make_slices::extract_slice_of;
use terrace_dialects_mem::slices::{check_rank_reduced, mixed_offsets, mixed_sizes, mixed_strides, slice};
use terrace_dialects_mem::tensor::{
    CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, with_shape,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpFoldResult, OpKind, OpRef, RankedTensorType, Rewriter, ValueRef, pattern};

use super::merge_slices::replace_insertion;

/// Folds changes of shape into slices and insertions.
pub static FOLD_REASSOCIATIVE_RESHAPES: &[Pattern] = &[
    pattern!("FoldExpandOfRankReducingExtract", ExpandShapeOp, expand_of_slice),
    pattern!("FoldUnPaddingCollapseIntoExtract", CollapseShapeOp, collapse_of_slice),
    pattern!("FoldInsertOfRankReducingInsert", InsertSliceOp, |rw, op| insert_of_collapse(rw, op.into())),
    pattern!("FoldInsertOfRankReducingInsert", ParallelInsertSliceOp, |rw, op| insert_of_collapse(
        rw,
        op.into()
    )),
    pattern!("FoldPaddingExpandIntoInsert", InsertSliceOp, |rw, op| insert_of_expand(rw, op.into())),
    pattern!("FoldPaddingExpandIntoInsert", ParallelInsertSliceOp, |rw, op| insert_of_expand(rw, op.into())),
];

/// The offsets, sizes and strides of a slice.
fn lists(op: OpRef<'_>) -> [Vec<OpFoldResult>; 3] {
    [mixed_offsets(op), mixed_sizes(op), mixed_strides(op)].map(|list| indices(&list))
}

/// The source and the destination of an insertion.
pub(super) fn inserted(op: OpRef<'_>) -> (ValueRef<'_>, ValueRef<'_>) {
    match op.cast::<InsertSliceOp>() {
        Some(insert) => (insert.source(), insert.dest()),
        None => (ParallelInsertSliceOp::view_of(op).source(), ParallelInsertSliceOp::view_of(op).dest()),
    }
}

/// The expansion of a slice that dropped the dimensions which it adds.
fn expand_of_slice(rw: &mut Rewriter<'_>, op: ExpandShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let taken = view.src().defined_by::<ExtractSliceOp>()?;
    if with_shape(cx, taken.source().ty(), &slice(taken.0).sizes) != ty {
        return None;
    }
    let (source, lists) = (taken.source().id(), lists(taken.0));
    let new = extract_slice_of(rw, source, &lists, ty, loc);
    rw.replace_op_with(op, new);
    Some(())
}

/// The collapse of a slice with no other use, which drops dimensions of one element.
fn collapse_of_slice(rw: &mut Rewriter<'_>, op: CollapseShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.result().ty();
    let taken = view.src().defined_by::<ExtractSliceOp>()?;
    if view.src().uses().count() != 1 {
        return None;
    }
    if check_rank_reduced(cx, view.src().ty(), ty).is_err() {
        return rw.notify_match_failure(op, "expected unpadding collapse");
    }
    let (source, lists, loc) = (taken.source().id(), lists(taken.0), taken.0.loc());
    let new = extract_slice_of(rw, source, &lists, ty, loc);
    rw.replace_op_with(op, new);
    Some(())
}

/// The insertion of a collapsed tensor, where it adds the dimensions which that dropped.
fn insert_of_collapse(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (source, dest) = inserted(view);
    let collapse = source.defined_by::<CollapseShapeOp>()?;
    let ty = RankedTensorType::get(cx, &slice(view).sizes, dest.ty().element_type(cx)?);
    if ty != collapse.src().ty() {
        return None;
    }
    let (source, dest, lists) = (collapse.src().id(), dest.id(), lists(view));
    replace_insertion(rw, op, source, dest, lists);
    Some(())
}

/// The insertion of a tensor to which dimensions of one element were added.
fn insert_of_expand(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (source, dest) = inserted(view);
    let expand = source.defined_by::<ExpandShapeOp>()?;
    if check_rank_reduced(cx, source.ty(), expand.src().ty()).is_err() {
        return rw.notify_match_failure(op, "expected rank increasing expansion");
    }
    let (source, dest, lists) = (expand.src().id(), dest.id(), lists(view));
    replace_insertion(rw, op, source, dest, lists);
    Some(())
}
