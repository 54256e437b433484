//! Merging of slices of slices, and of nested insertions.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{fixed_attr, indices, known_mixed, split};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides, rank_reduction_mask, slice};
use terrace_dialects_mem::tensor::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp};
use terrace_ir::OpFoldResult;
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Loc, Op, OpKind, OpRef, Rewriter, Value, pattern};

/// Merges slices of slices.
pub static MERGE_SLICES: &[Pattern] = &[
    pattern!("MergeConsecutiveExtractSlice", ExtractSliceOp, merge_extractions),
    pattern!("MergeConsecutiveInsertSlice", InsertSliceOp, |rw, op| merge_insertions(rw, op.into())),
    pattern!("MergeConsecutiveParallelInsertSlice", ParallelInsertSliceOp, |rw, op| merge_insertions(
        rw,
        op.into()
    )),
];

/// Offsets, sizes and strides.
struct Lists([Vec<OpFoldResult>; 3]);

impl Lists {
    fn of(op: OpRef<'_>) -> Self {
        Self([mixed_offsets(op), mixed_sizes(op), mixed_strides(op)].map(|list| indices(&list)))
    }

    /// The lists of a part within a part, where the outer one leaves out dimensions.
    fn within(&self, rw: &mut Rewriter<'_>, inner: &Lists, dropped: &[bool], loc: Loc) -> Option<Lists> {
        let (mut offsets, mut sizes, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
        let place = AffineMap::new(0, 3, vec![s0.clone() * s1.clone() + s2]);
        let product = AffineMap::new(0, 2, vec![s0 * s1]);
        for (dim, &is_dropped) in dropped.iter().enumerate() {
            if is_dropped {
                offsets.push(self.0[0][dim]);
                sizes.push(self.0[1][dim]);
                strides.push(self.0[2][dim]);
                continue;
            }
            let [offset, size, stride] = [0, 1, 2].map(|list| inner.0[list].get(at).copied());
            let (offset, size, stride) = (offset?, size?, stride?);
            let [outer_offset, outer_stride] = [self.0[0][dim], self.0[2][dim]];
            offsets.push(composed_apply(rw, &place, &[offset, outer_stride, outer_offset], loc));
            sizes.push(size);
            strides.push(composed_apply(rw, &product, &[stride, outer_stride], loc));
            at += 1;
        }
        Some(Lists([offsets, sizes, strides]))
    }
}

fn merge_extractions(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let before = view.source().defining_op()?.cast::<ExtractSliceOp>()?;
    let (source, ty, loc) = (before.source().id(), view.result().ty(), view.0.loc());
    let dropped = rank_reduction_mask(&slice(before.0).sizes, view.source().ty().shape(cx)?)?;
    let (outer, inner) = (Lists::of(before.0), Lists::of(view.0));
    let Lists(lists) = outer.within(rw, &inner, &dropped, loc)?;
    let [a, b, c] = [0, 1, 2].map(|list| fixed_attr(cx, &lists[list]));
    let [offsets, sizes, strides] = lists.map(|list| split(&list).0);
    let new = rw.build(
        ExtractSliceOp::of(source)
            .loc(loc)
            .offsets(&offsets)
            .sizes(&sizes)
            .strides(&strides)
            .static_offsets_attr(a)
            .static_sizes_attr(b)
            .static_strides_attr(c)
            .result(ty),
    );
    rw.replace_op_with(op, new);
    Some(())
}

/// An insertion of a tensor that something was inserted into, all of which it covers.
fn merge_insertions(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let is_parallel = view.isa::<ParallelInsertSliceOp>();
    let (source, dest) = match is_parallel {
        true => (ParallelInsertSliceOp::view_of(view).source(), ParallelInsertSliceOp::view_of(view).dest()),
        false => (InsertSliceOp::view_of(view).source(), InsertSliceOp::view_of(view).dest()),
    };
    let before = source.defining_op()?.cast::<InsertSliceOp>()?;
    let (inserted, dest) = (before.source(), dest.id());
    let (from, whole) = (inserted.ty().shape(cx)?, source.ty().shape(cx)?);
    let is_dense = |op: OpRef<'_>| mixed_strides(op).into_iter().all(|stride| known_mixed(stride) == Some(1));
    // Nothing of the tensor that was inserted into may be left.
    if from.contains(&DYNAMIC) || whole.contains(&DYNAMIC) || rank_reduction_mask(whole, from).is_none() {
        return None;
    }
    if !is_dense(before.0) || !is_dense(view) {
        return None;
    }
    let (inserted, lists) = (inserted.id(), Lists::of(view).0);
    replace_insertion(rw, op, inserted, dest, lists);
    Some(())
}

/// Replaces an insertion, in parallel or not, by one of another tensor at offsets, with sizes and strides.
pub(super) fn replace_insertion(
    rw: &mut Rewriter<'_>,
    op: Op,
    inserted: Value,
    dest: Value,
    lists: [Vec<OpFoldResult>; 3],
) {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (is_parallel, loc, ty) = (view.isa::<ParallelInsertSliceOp>(), view.loc(), rw.value(dest).ty());
    let [a, b, c] = [0, 1, 2].map(|list| fixed_attr(cx, &lists[list]));
    let [offsets, sizes, strides] = lists.map(|list| split(&list).0);
    if is_parallel {
        rw.build(
            ParallelInsertSliceOp::of(inserted, dest)
                .loc(loc)
                .offsets(&offsets)
                .sizes(&sizes)
                .strides(&strides)
                .static_offsets_attr(a)
                .static_sizes_attr(b)
                .static_strides_attr(c),
        );
        rw.erase_op(op);
        return;
    }
    let new = rw.build(
        InsertSliceOp::of(inserted, dest)
            .loc(loc)
            .offsets(&offsets)
            .sizes(&sizes)
            .strides(&strides)
            .static_offsets_attr(a)
            .static_sizes_attr(b)
            .static_strides_attr(c)
            .result(ty),
    );
    rw.replace_op_with(op, new);
}
