//! Builders of slices of tensors and buffers, and of empty tensors.

use terrace_ir::tiling::Tile;
use terrace_ir::{Loc, Op, OpFoldResult, RankedTensorType, Rewriter, Type, Value};

use crate::index_values::split;
use crate::layout::memref as memref_of;
use crate::memref::{SubViewOp, infer_subview_type};
use crate::slices::slice_of;
use crate::tensor::{EmptyOp, ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, with_shape};

/// The offsets, sizes and strides of a tile whose elements are next to each other.
fn lists_of(tile: &Tile) -> [Vec<OpFoldResult>; 3] {
    [tile.offsets.clone(), tile.sizes.clone(), vec![OpFoldResult::Static(1); tile.offsets.len()]]
}

/// `tensor.extract_slice` at the insertion point, of the tile's rank.
pub fn extract_slice(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, loc: Loc) -> Op {
    let ty = with_shape(rw.cx(), rw.value(source).ty(), &split(&tile.sizes).1);
    extract_slice_as(rw, source, tile, ty, loc)
}

/// `tensor.extract_slice` at the insertion point, of a type that may leave out dimensions of extent one.
pub fn extract_slice_as(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, ty: Type, loc: Loc) -> Op {
    let [offsets, sizes, strides] = lists_of(tile);
    rw.build(
        ExtractSliceOp::of(source)
            .loc(loc)
            .mixed_offsets(&offsets)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(ty),
    )
    .into()
}

/// `tensor.extract_slice` at the insertion point, with offsets, sizes and strides, of a type that may leave out dimensions of
/// extent one.
pub fn extract_slice_of(
    rw: &mut Rewriter<'_>,
    source: Value,
    lists: &[Vec<OpFoldResult>; 3],
    ty: Type,
    loc: Loc,
) -> Op {
    let [offsets, sizes, strides] = lists;
    rw.build(
        ExtractSliceOp::of(source)
            .loc(loc)
            .mixed_offsets(offsets)
            .mixed_sizes(sizes)
            .mixed_strides(strides)
            .result(ty),
    )
    .into()
}

/// `tensor.insert_slice` at the insertion point; returns its result.
pub fn insert_slice(rw: &mut Rewriter<'_>, source: Value, dest: Value, tile: &Tile, loc: Loc) -> Value {
    let [offsets, sizes, strides] = lists_of(tile);
    let ty = rw.value(dest).ty();
    rw.build_value(
        InsertSliceOp::of(source, dest)
            .loc(loc)
            .mixed_offsets(&offsets)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(ty),
    )
}

/// `tensor.parallel_insert_slice` at the insertion point.
pub fn parallel_insert_slice(rw: &mut Rewriter<'_>, source: Value, dest: Value, tile: &Tile, loc: Loc) -> Op {
    let [offsets, sizes, strides] = lists_of(tile);
    rw.build(
        ParallelInsertSliceOp::of(source, dest)
            .loc(loc)
            .mixed_offsets(&offsets)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides),
    )
    .into()
}

/// `memref.subview` at the insertion point, of the tile's rank. `None` for a buffer without strides.
pub fn subview(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, loc: Loc) -> Option<Op> {
    let cx = rw.cx();
    let lists = lists_of(tile);
    let ty = infer_subview_type(cx, &memref_of(cx, rw.value(source).ty())?, &slice_of(&lists))?;
    let [offsets, sizes, strides] = lists;
    Some(
        rw.build(
            SubViewOp::of(source)
                .loc(loc)
                .mixed_offsets(&offsets)
                .mixed_sizes(&sizes)
                .mixed_strides(&strides)
                .result(ty),
        )
        .into(),
    )
}

/// `memref.subview` at the insertion point, of a type that may leave out dimensions of extent one; returns its result.
pub fn subview_as(
    rw: &mut Rewriter<'_>,
    source: Value,
    lists: &[Vec<OpFoldResult>; 3],
    ty: Type,
    loc: Loc,
) -> Value {
    let [offsets, sizes, strides] = lists;
    rw.build_value(
        SubViewOp::of(source)
            .loc(loc)
            .mixed_offsets(offsets)
            .mixed_sizes(sizes)
            .mixed_strides(strides)
            .result(ty),
    )
}

/// Creates a slice of a tensor or buffer at the insertion point. `None` for other types.
pub fn slice_any(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, loc: Loc) -> Option<Op> {
    let (cx, ty) = (rw.cx(), rw.value(source).ty());
    if ty.is_memref(cx) {
        return subview(rw, source, tile, loc);
    }
    ty.is_tensor(cx).then(|| extract_slice(rw, source, tile, loc))
}

/// `tensor.empty` at the insertion point, with the elements and the encoding of a tensor type.
pub fn empty_like(rw: &mut Rewriter<'_>, sizes: &[OpFoldResult], like: Type, loc: Loc) -> Value {
    let (cx, (values, shape)) = (rw.cx(), split(sizes));
    let ty = with_shape(cx, like, &shape);
    rw.build_value(EmptyOp::of(&values).result(ty).loc(loc))
}

/// `tensor.empty` at the insertion point, without an encoding.
pub fn empty(rw: &mut Rewriter<'_>, sizes: &[OpFoldResult], element: Type, loc: Loc) -> Value {
    let (values, shape) = split(sizes);
    let ty = RankedTensorType::get(rw.cx(), &shape, element);
    rw.build_value(EmptyOp::of(&values).result(ty).loc(loc))
}
