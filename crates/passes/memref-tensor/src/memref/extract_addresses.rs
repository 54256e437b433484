//! Accesses of buffers at indices as accesses of the first element of a `memref.subview` at those indices.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::index_values::split;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::{LoadOp, StoreOp, infer_subview_type};
use terrace_dialects_mem::slices::Slice;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Value, ValueRef};

use terrace_passes_shared::linearize::extract_strided_metadata;

/// Computes addresses apart from accesses.
pub static EXTRACT_ADDRESS_COMPUTATIONS: &[Pattern] = &[
    Pattern::new("LoadStoreLikeOpRewriter", LoadOp::DEF.name, |rw, op| {
        let view = LoadOp::view_of(rw.op(op));
        let (base, indices) = (view.memref().id(), numbers(view.indices()));
        rewrite(rw, op, base, &indices, false)
    }),
    Pattern::new("LoadStoreLikeOpRewriter", StoreOp::DEF.name, |rw, op| {
        let view = StoreOp::view_of(rw.op(op));
        let (base, indices) = (view.memref().id(), numbers(view.indices()));
        rewrite(rw, op, base, &indices, false)
    }),
    Pattern::new("LoadStoreLikeOpRewriter", TransferReadOp::DEF.name, |rw, op| {
        let view = TransferReadOp::view_of(rw.op(op));
        let (base, indices) = (view.base().id(), numbers(view.indices()));
        rewrite(rw, op, base, &indices, true)
    }),
    Pattern::new("LoadStoreLikeOpRewriter", TransferWriteOp::DEF.name, |rw, op| {
        let view = TransferWriteOp::view_of(rw.op(op));
        let (base, indices) = (view.base().id(), numbers(view.indices()));
        rewrite(rw, op, base, &indices, true)
    }),
];

/// Indices, as numbers where they are known.
fn numbers<'a>(indices: impl Iterator<Item = ValueRef<'a>>) -> Vec<OpFoldResult> {
    indices
        .map(|index| m_scalar_i64(index).map_or(OpFoldResult::Value(index.id()), OpFoldResult::Static))
        .collect()
}

/// The distance from indices to the end of a buffer, in each dimension.
fn rest_of(
    rw: &mut Rewriter<'_>,
    base: Value,
    shape: &[i64],
    indices: &[OpFoldResult],
    loc: Loc,
) -> Option<Vec<OpFoldResult>> {
    let metadata = extract_strided_metadata(rw, base, loc)?;
    let results: Vec<Value> = rw.body().results(metadata).collect();
    let difference = AffineMap::new(0, 2, vec![AffineExpr::symbol(0) - AffineExpr::symbol(1)]);
    let sizes = shape.iter().zip(&results[2..]).zip(indices).map(|((&extent, &size), &index)| {
        let size = if extent == DYNAMIC { OpFoldResult::Value(size) } else { OpFoldResult::Static(extent) };
        composed_apply(rw, &difference, &[size, index], loc)
    });
    Some(sizes.collect())
}

/// Makes an op access the first element of a part of its buffer: of one element, or of all from the indices on.
fn rewrite(
    rw: &mut Rewriter<'_>,
    op: Op,
    base: Value,
    indices: &[OpFoldResult],
    takes_rest: bool,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let Some(buffer) = memref(cx, rw.value(base).ty()) else {
        return rw.notify_match_failure(op, "source is not a memref");
    };
    if indices.is_empty() {
        return rw.notify_match_failure(op, "0-D accesses don't need rewriting");
    }
    if indices.iter().all(|index| matches!(index, OpFoldResult::Static(0))) {
        return rw.notify_match_failure(op, "no computation to extract: offsets are 0s");
    }
    let rank = indices.len();
    // Subviews exist only of strided buffers.
    buffer.strides_and_offset(cx)?;
    let sizes = match takes_rest {
        true => rest_of(rw, base, buffer.shape, indices, loc)?,
        false => vec![OpFoldResult::Static(1); rank],
    };
    let [offsets, extents] = [indices, &sizes].map(|list| split(list).1);
    let ty = infer_subview_type(cx, &buffer, &Slice { offsets, sizes: extents, strides: vec![1; rank] })?;
    let lists = [indices.to_vec(), sizes, vec![OpFoldResult::Static(1); rank]];
    let part = subview_as(rw, base, &lists, ty, loc);
    let zero = index_constant(rw, 0, loc);
    let operands: Vec<Value> = rw.op(op).operands().map(|value| value.id()).collect();
    let at = operands.iter().position(|&operand| operand == base)?;
    let mut new = operands;
    new[at] = part;
    new[at + 1..=at + rank].fill(zero);
    rw.set_operands(op, &new);
    Some(())
}
