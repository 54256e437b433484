//! Tiles of the transformations of Winograd's algorithm: a loop for each dimension of filters, and of the tiles of inputs and
//! outputs.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::make_apply;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::extract_slice;
use terrace_ir::tiling::{IteratorType, Range, Refusal, Tile, Tiled, TilingInterface};
use terrace_ir::{Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};

use crate::copies::copy_with;
use crate::winograd::{
    WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp, shape, sizes,
};

/// The whole domain of a tensor.
fn domain_of(rw: &mut Rewriter<'_>, value: Value, op: Op) -> Vec<Range> {
    let loc = rw.op(op).loc();
    let [offset, stride] = [0, 1].map(OpFoldResult::Static);
    extents(rw, value, loc).into_iter().map(|size| Range { offset, size, stride }).collect()
}

/// The op on a part of its source and the part of its destination that belongs to a tile.
fn tile_with(
    rw: &mut Rewriter<'_>,
    op: Op,
    tiling: &dyn TilingInterface,
    (source, tile): (&Tile, &Tile),
) -> Result<Tiled, Refusal> {
    let loc = rw.op(op).loc();
    let operands: Vec<Value> = rw.op(op).operands().map(|operand| operand.id()).collect();
    let &[from, to] = operands.as_slice() else { return Err(None) };
    let source = extract_slice(rw, from, source, loc);
    let dest = tiling.result_tile_position(rw, op, 0, tile)?;
    let dest = extract_slice(rw, to, &dest, loc);
    let parts = [source, dest].map(|slice| rw.body().single_result(slice));
    let types: [Type; 1] = [rw.value(parts[1]).ty()];
    let made = copy_with(rw, op, &parts, &types).ok_or(None)?;
    Ok(Tiled { ops: vec![made], values: rw.body().results(made).collect(), slices: vec![source, dest] })
}

/// The extent of a transformed tile in a dimension; one if the dimension is not transformed.
fn tile_extent((m, r): (i64, i64), extent: i64) -> OpFoldResult {
    OpFoldResult::Static(if extent == 1 { 1 } else { m + r - 1 })
}

/// A number of tiles times the elements of one and some more; as it is where the dimension is not transformed.
fn scaled(rw: &mut Rewriter<'_>, index: OpFoldResult, (factor, more): (i64, i64), op: Op) -> OpFoldResult {
    let loc = rw.op(op).loc();
    let expr = AffineExpr::dim(0) * AffineExpr::constant(factor) + AffineExpr::constant(more);
    OpFoldResult::Value(make_apply(rw, loc, &AffineMap::new(1, 0, vec![expr]), &[index]))
}

/// The indices of a tile in another order.
fn pick(tile: &Tile, dims: &[usize]) -> (Vec<OpFoldResult>, Vec<OpFoldResult>) {
    dims.iter().map(|&dim| (tile.offsets[dim], tile.sizes[dim])).unzip()
}

/// A tile that begins with two whole dimensions of these extents.
fn with_whole(extents: [OpFoldResult; 2], (offsets, sizes): (Vec<OpFoldResult>, Vec<OpFoldResult>)) -> Tile {
    let zero = [OpFoldResult::Static(0); 2];
    Tile { offsets: [&zero[..], &offsets].concat(), sizes: [&extents[..], &sizes].concat() }
}

impl TilingInterface for WinogradFilterTransformOp {
    fn loop_iterator_types(&self, _: OpRef<'_>) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; 4]
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        let filter = WinogradFilterTransformOp::view_of(rw.op(op)).filter().id();
        Ok(domain_of(rw, filter, op))
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let &[_, height, width, _] = shape(WinogradFilterTransformOp::view_of(rw.op(op)).filter()) else {
            return Err(None);
        };
        let zero = OpFoldResult::Static(0);
        let source = Tile {
            offsets: vec![tile.offsets[0], zero, zero, tile.offsets[3]],
            sizes: vec![
                tile.sizes[0],
                OpFoldResult::Static(height),
                OpFoldResult::Static(width),
                tile.sizes[3],
            ],
        };
        tile_with(rw, op, self, (&source, tile))
    }

    fn result_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let view = WinogradFilterTransformOp::view_of(rw.op(op));
        let (fmr, shape) = (sizes(view.0.cx(), view.fmr_attr()), shape(view.filter()));
        let &[_, height, width, _] = shape else { return Err(None) };
        Ok(with_whole([height, width].map(|extent| tile_extent(fmr, extent)), pick(tile, &[3, 0])))
    }
}

impl TilingInterface for WinogradInputTransformOp {
    fn loop_iterator_types(&self, _: OpRef<'_>) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; 6]
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        let output = WinogradInputTransformOp::view_of(rw.op(op)).output().id();
        Ok(domain_of(rw, output, op))
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let view = WinogradInputTransformOp::view_of(rw.op(op));
        let (m, r) = sizes(view.0.cx(), view.fmr_attr());
        let &[height, width, ..] = shape(view.output()) else { return Err(None) };
        let factor = |extent: i64| if extent == 1 { 1 } else { m };
        let offset_height = scaled(rw, tile.offsets[2], (factor(height), 0), op);
        let offset_width = scaled(rw, tile.offsets[3], (factor(width), 0), op);
        let size_height = scaled(rw, tile.sizes[2], (m, r - 1), op);
        let size_width = scaled(rw, tile.sizes[3], (m, r - 1), op);
        let size = |extent: i64, size: OpFoldResult| if extent == 1 { OpFoldResult::Static(1) } else { size };
        let source = Tile {
            offsets: vec![tile.offsets[4], offset_height, offset_width, tile.offsets[5]],
            sizes: vec![tile.sizes[4], size(height, size_height), size(width, size_width), tile.sizes[5]],
        };
        tile_with(rw, op, self, (&source, tile))
    }

    fn result_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let view = WinogradInputTransformOp::view_of(rw.op(op));
        let (fmr, shape) = (sizes(view.0.cx(), view.fmr_attr()), shape(view.output()));
        let &[height, width, ..] = shape else { return Err(None) };
        Ok(with_whole([height, width].map(|extent| tile_extent(fmr, extent)), pick(tile, &[2, 3, 4, 5])))
    }
}

impl TilingInterface for WinogradOutputTransformOp {
    fn loop_iterator_types(&self, _: OpRef<'_>) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; 6]
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        let value = WinogradOutputTransformOp::view_of(rw.op(op)).value().id();
        Ok(domain_of(rw, value, op))
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let view = WinogradOutputTransformOp::view_of(rw.op(op));
        let (fmr, shape) = (sizes(view.0.cx(), view.fmr_attr()), shape(view.value()));
        let &[height, width, ..] = shape else { return Err(None) };
        let whole = [height, width].map(|extent| tile_extent(fmr, extent));
        let source = with_whole(whole, pick(tile, &[2, 3, 4, 5]));
        tile_with(rw, op, self, (&source, tile))
    }

    fn result_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let view = WinogradOutputTransformOp::view_of(rw.op(op));
        let (m, _) = sizes(view.0.cx(), view.fmr_attr());
        let &[height, width, ..] = shape(view.value()) else { return Err(None) };
        let factor = |extent: i64| (if extent == 1 { 1 } else { m }, 0);
        let offset_height = scaled(rw, tile.offsets[2], factor(height), op);
        let offset_width = scaled(rw, tile.offsets[3], factor(width), op);
        let size_height = scaled(rw, tile.sizes[2], (m, 0), op);
        let size_width = scaled(rw, tile.sizes[3], (m, 0), op);
        let size = |extent: i64, size: OpFoldResult| if extent == 1 { OpFoldResult::Static(1) } else { size };
        Ok(Tile {
            offsets: vec![tile.offsets[4], offset_height, offset_width, tile.offsets[5]],
            sizes: vec![tile.sizes[4], size(height, size_height), size(width, size_width), tile.sizes[5]],
        })
    }
}
