//! Makes ops on parts of tensors and buffers, and empty tensors.

use terrace_ir::tiling::Tile;
use terrace_ir::{Attr, Loc, Op, Rewriter, Type, Value};

use crate::index_values::{Index, fixed_attr, split};
use crate::layout::memref as memref_of;
use crate::memref::{SubViewOp, infer_subview_type};
use crate::slices::slice_of;
use crate::tensor::{
    EmptyOp, ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, ranked_tensor, with_shape,
};

/// The lists of an op for a tile whose elements are next to each other.
struct Lists {
    values: [Vec<Value>; 3],
    fixed: [Attr; 3],
}

impl Lists {
    fn of(rw: &Rewriter<'_>, tile: &Tile) -> Self {
        let lists = [tile.offsets.clone(), tile.sizes.clone(), vec![Index::Known(1); tile.offsets.len()]];
        Self {
            fixed: [0, 1, 2].map(|which| fixed_attr(rw.cx(), &lists[which])),
            values: lists.map(|list| split(&list).0),
        }
    }
}

/// `tensor.extract_slice` at the insertion point, of the tile's rank.
pub fn extract_slice(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, loc: Loc) -> Op {
    let ty = with_shape(rw.cx(), rw.value(source).ty(), &split(&tile.sizes).1);
    extract_slice_as(rw, source, tile, ty, loc)
}

/// `tensor.extract_slice` at the insertion point, of a type that may leave out dimensions of extent one.
pub fn extract_slice_as(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, ty: Type, loc: Loc) -> Op {
    let Lists { values: [offsets, sizes, strides], fixed: [a, b, c] } = Lists::of(rw, tile);
    rw.build(|cx, body| ExtractSliceOp::build(cx, body, source, &offsets, &sizes, &strides, a, b, c, ty, loc))
}

/// `tensor.insert_slice` at the insertion point; returns its result.
pub fn insert_slice(rw: &mut Rewriter<'_>, source: Value, dest: Value, tile: &Tile, loc: Loc) -> Value {
    let Lists { values: [offsets, sizes, strides], fixed: [a, b, c] } = Lists::of(rw, tile);
    let ty = rw.value(dest).ty();
    rw.build_value(|cx, body| {
        InsertSliceOp::build(cx, body, source, dest, &offsets, &sizes, &strides, a, b, c, ty, loc)
    })
}

/// `tensor.parallel_insert_slice` at the insertion point.
pub fn parallel_insert_slice(rw: &mut Rewriter<'_>, source: Value, dest: Value, tile: &Tile, loc: Loc) -> Op {
    let Lists { values: [offsets, sizes, strides], fixed: [a, b, c] } = Lists::of(rw, tile);
    rw.build(|cx, body| {
        ParallelInsertSliceOp::build(cx, body, source, dest, &offsets, &sizes, &strides, a, b, c, loc)
    })
}

/// `memref.subview` at the insertion point, of the tile's rank. `None` for a buffer without strides.
pub fn subview(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, loc: Loc) -> Option<Op> {
    let cx = rw.cx();
    let whole = [tile.offsets.clone(), tile.sizes.clone(), vec![Index::Known(1); tile.offsets.len()]];
    let ty = infer_subview_type(cx, &memref_of(cx, rw.value(source).ty())?, &slice_of(&whole))?;
    let Lists { values: [offsets, sizes, strides], fixed: [a, b, c] } = Lists::of(rw, tile);
    Some(
        rw.build(|cx, body| SubViewOp::build(cx, body, source, &offsets, &sizes, &strides, a, b, c, ty, loc)),
    )
}

/// `memref.subview` at the insertion point, of a type that may leave out dimensions of extent one; returns its result.
pub fn subview_as(
    rw: &mut Rewriter<'_>,
    source: Value,
    lists: &[Vec<Index>; 3],
    ty: Type,
    loc: Loc,
) -> Value {
    let [a, b, c] = [0, 1, 2].map(|which| fixed_attr(rw.cx(), &lists[which]));
    let [offsets, sizes, strides] = [0, 1, 2].map(|which| split(&lists[which]).0);
    rw.build_value(|cx, body| {
        SubViewOp::build(cx, body, source, &offsets, &sizes, &strides, a, b, c, ty, loc)
    })
}

/// A part of a tensor or buffer at the insertion point. `None` for what has no parts.
pub fn slice_any(rw: &mut Rewriter<'_>, source: Value, tile: &Tile, loc: Loc) -> Option<Op> {
    let (cx, ty) = (rw.cx(), rw.value(source).ty());
    if ty.is_memref(cx) {
        return subview(rw, source, tile, loc);
    }
    ty.is_tensor(cx).then(|| extract_slice(rw, source, tile, loc))
}

/// `tensor.empty` at the insertion point, with the elements and the encoding of a tensor type.
pub fn empty_like(rw: &mut Rewriter<'_>, sizes: &[Index], like: Type, loc: Loc) -> Value {
    let (cx, (values, shape)) = (rw.cx(), split(sizes));
    let ty = with_shape(cx, like, &shape);
    rw.create_value::<EmptyOp>(&values, &[], ty, loc)
}

/// `tensor.empty` at the insertion point, without an encoding.
pub fn empty(rw: &mut Rewriter<'_>, sizes: &[Index], element: Type, loc: Loc) -> Value {
    let (values, shape) = split(sizes);
    let ty = ranked_tensor(rw.cx(), &shape, element, None);
    rw.create_value::<EmptyOp>(&values, &[], ty, loc)
}
