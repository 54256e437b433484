//! `linalg.pack` and `linalg.unpack` of single tiles as transpositions and slices.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::builders::make_transpose;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::known_index;
use terrace_dialects_mem::make_slices::{empty, extract_slice, extract_slice_as, insert_slice};
use terrace_dialects_mem::tensor::EmptyOp;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::Tile;
use terrace_ir::{DYNAMIC, Loc, OpFoldResult, OpKind, RankedTensorType, Rewriter, Type, Value, pattern};

use super::lower_pack::dims;
use super::pad::make_pad_high;

/// Decomposes relayouts whose tiled dimensions have one tile each.
pub static DECOMPOSE_PACK_UNPACK: &[Pattern] = &[
    pattern!("DecomposeOuterUnitDimsPackOpPattern", PackOp, decompose_pack),
    pattern!("DecomposeOuterUnitDimsUnPackOpPattern", UnPackOp, decompose_unpack),
];

/// A part that begins at zero.
fn first_part(sizes: Vec<OpFoldResult>) -> Tile {
    Tile { offsets: vec![OpFoldResult::Static(0); sizes.len()], sizes }
}

/// Whether each tiled dimension has one tile. Upstream uses the permutation in place of its inverse; ops that
/// it rejects for this reason are rejected here as well.
fn has_single_tiles(packed: &[i64], inner: &[usize], order: &[usize]) -> bool {
    let inverse = |dim: usize| order.iter().position(|&at| at == dim).unwrap_or(dim);
    let direct = |dim: usize| order.get(dim).copied().unwrap_or(dim);
    inner.iter().all(|&dim| packed[inverse(dim)] == 1 && packed[direct(dim)] == 1)
}

/// Whether no dimension is moved that is not tiled and has more than one element.
fn keeps_untiled_dims(packed: &[i64], inner: &[usize], order: &[usize]) -> bool {
    let mut previous = 0;
    for &dim in order.iter().filter(|dim| !inner.contains(dim)) {
        if dim < previous && (packed[previous] != 1 || packed[dim] != 1) {
            return false;
        }
        previous = dim;
    }
    true
}

/// Pads the source of a pack with a single tile along each tiled dimension to the size of the tile.
fn padded_source(
    rw: &mut Rewriter<'_>,
    (source, value): (Value, Value),
    (inner, tiles): (&[usize], &[OpFoldResult]),
    loc: Loc,
) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.value(source).ty());
    let mut shape = ty.shape(cx)?.to_vec();
    let mut wanted: Vec<Option<OpFoldResult>> =
        shape.iter().map(|&extent| (extent != DYNAMIC).then_some(OpFoldResult::Static(extent))).collect();
    for (&dim, &tile) in inner.iter().zip(tiles) {
        wanted[dim] = Some(tile);
        shape[dim] = known_index(rw, tile).unwrap_or(DYNAMIC);
    }
    let map = AffineMap::new(2, 0, vec![AffineExpr::dim(0) - AffineExpr::dim(1)]);
    let mut high = vec![OpFoldResult::Static(0); shape.len()];
    for (dim, wanted) in wanted.into_iter().enumerate() {
        if let Some(wanted) = wanted {
            let own = extent(rw, source, dim, loc);
            high[dim] = composed_apply(rw, &map, &[wanted, own], loc);
        }
    }
    let padded = RankedTensorType::get(cx, &shape, ty.element_type(cx)?);
    let pad = make_pad_high(rw, source, &high, value, false, padded, loc)?;
    rw.body().results(pad).next()
}

/// Decomposes a `linalg.pack` with a single tile into padding, a transposition and an insertion.
fn decompose_pack(rw: &mut Rewriter<'_>, op: PackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, dest, loc) = (view.source().id(), view.dest().id(), view.0.loc());
    let (ty, padding) = (view.source().ty(), view.padding_value().map(|value| value.id()));
    let packed = view.dest().ty().shape(cx)?.to_vec();
    let rank = ty.shape(cx)?.len();
    let inner = dims(&view.inner_dims_pos().to_vec(), rank)?;
    let order = dims(&view.outer_dims_perm().to_vec(), rank)?;
    let tiles = mixed_values(&view.static_inner_tiles().to_vec(), view.inner_tiles());
    let tiles: Vec<OpFoldResult> = tiles.into_iter().map(OpFoldResult::from).collect();
    let tiles: Vec<OpFoldResult> =
        tiles.into_iter().map(|tile| known_index(rw, tile).map_or(tile, OpFoldResult::Static)).collect();
    if !has_single_tiles(&packed, &inner, &order) {
        return rw.notify_match_failure(op, "not all outer dimensions of the result are 1s");
    }
    if !keeps_untiled_dims(&packed, &inner, &order) {
        return rw.notify_match_failure(op, "a dimension that is not tiled is permuted");
    }
    rw.set_insertion_point_before(op);
    let input = match padding {
        Some(value) => padded_source(rw, (source, value), (&inner, &tiles), loc)?,
        None => source,
    };
    let untiled: Vec<usize> = (0..rank).filter(|dim| !inner.contains(dim)).collect();
    let permutation: Vec<i64> = untiled.iter().chain(&inner).map(|&dim| dim as i64).collect();
    let mut sizes: Vec<OpFoldResult> = untiled.iter().map(|&dim| extent(rw, input, dim, loc)).collect();
    sizes.extend(&tiles);
    let init = empty(rw, &sizes, ty.element_type(cx)?, loc);
    let transpose = make_transpose(rw, input, init, &permutation, loc);
    let transposed = rw.body().results(transpose).next()?;
    let mut part: Vec<OpFoldResult> = (0..rank).map(|dim| extent(rw, dest, dim, loc)).collect();
    part.extend(&tiles);
    let inserted = insert_slice(rw, transposed, dest, &first_part(part), loc);
    rw.replace_op(op, &[inserted]);
    Some(())
}

/// The numbers of some dimensions among them, in order.
fn normalized(dims: &[usize]) -> Vec<usize> {
    let mut sorted = dims.to_vec();
    sorted.sort_unstable();
    dims.iter().map(|dim| sorted.binary_search(dim).expect("the sorted dimensions are the same")).collect()
}

/// The permutation from the unpacked to the packed tensor, without untiled unit dimensions.
fn reduced_permutation(shape: &[i64], inner: &[usize], order: &[usize]) -> Vec<usize> {
    let (mut outer_dims, mut inner_dims, mut reduced) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = 0;
    for (dim, &extent) in shape.iter().enumerate() {
        if inner.contains(&dim) {
            inner_dims.push(next);
        } else if extent != 1 {
            outer_dims.push(next);
            reduced.extend(order.get(dim));
        } else {
            continue;
        }
        next += 1;
    }
    let mut all: Vec<usize> = match reduced.is_empty() {
        true => outer_dims,
        false => normalized(&reduced).into_iter().map(|at| outer_dims[at]).collect(),
    };
    all.extend(normalized(inner).into_iter().map(|at| inner_dims[at]));
    all
}

/// Writes a `linalg.unpack` of one tile as a slice, a transposition and an insertion.
fn decompose_unpack(rw: &mut Rewriter<'_>, op: UnPackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, dest, loc) = (view.source().id(), view.dest().id(), view.0.loc());
    let (ty, dest_ty) = (view.source().ty(), view.dest().ty());
    let (packed, unpacked) = (ty.shape(cx)?.to_vec(), dest_ty.shape(cx)?.to_vec());
    let element: Type = ty.element_type(cx)?;
    let rank = unpacked.len();
    let inner = dims(&view.inner_dims_pos().to_vec(), rank)?;
    let order = dims(&view.outer_dims_perm().to_vec(), rank)?;
    let tiles = mixed_values(&view.static_inner_tiles().to_vec(), view.inner_tiles());
    let tiles: Vec<OpFoldResult> = tiles.into_iter().map(OpFoldResult::from).collect();
    if !has_single_tiles(&packed, &inner, &order) {
        return rw.notify_match_failure(op, "require the tiled outer dimensions of the result are all 1s");
    }
    rw.set_insertion_point_before(op);
    let (mut read_shape, mut read_sizes, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for (dim, &count) in packed[..rank].iter().enumerate() {
        if inner.contains(&dim) {
            read_sizes.push(OpFoldResult::Static(1));
            continue;
        }
        let own = extent(rw, source, dim, loc);
        read_sizes.push(own);
        if count != 1 {
            sizes.push(own);
            read_shape.push(count);
        }
    }
    read_sizes.extend(&tiles);
    sizes.extend(&tiles);
    read_shape.extend(&packed[rank..]);
    let read_ty = RankedTensorType::get(cx, &read_shape, element);
    let read = extract_slice_as(rw, source, &first_part(read_sizes), read_ty, loc);
    let tile = rw.body().results(read).next()?;
    let forward = reduced_permutation(&packed[..rank], &inner, &order);
    let mut permutation = vec![0; forward.len()];
    forward.iter().enumerate().for_each(|(at, &to)| permutation[to] = at);
    let sizes: Vec<OpFoldResult> = permutation.iter().map(|&at| sizes[at]).collect();
    let init = empty(rw, &sizes, element, loc);
    let permutation: Vec<i64> = permutation.into_iter().map(|at| at as i64).collect();
    let transpose = make_transpose(rw, tile, init, &permutation, loc);
    let transposed = rw.body().results(transpose).next()?;
    let (mut kept, mut written) = (Vec::new(), Vec::new());
    for (dim, &size) in unpacked.iter().enumerate() {
        if inner.contains(&dim) || size != 1 {
            let own = extent(rw, dest, dim, loc);
            kept.push(own);
            written.push(own);
        } else {
            written.push(OpFoldResult::Static(1));
        }
    }
    let partial = extract_slice(rw, transposed, &first_part(kept), loc);
    let partial = rw.body().results(partial).next()?;
    let inserted = insert_slice(rw, partial, dest, &first_part(written), loc);
    rw.replace_op(op, &[inserted]);
    Some(())
}

/// Replaces relayouts of empty tensors by their destination, where nothing pads.
pub static FOLD_RELAYOUT_OF_EMPTY: &[Pattern] = &[
    Pattern::new("FoldEmptyTensorWithPackOp", PackOp::DEF.name, |rw, op| {
        let view = PackOp::view_of(rw.op(op));
        let (source, dest) = (view.source(), view.dest().id());
        source.defined_by::<EmptyOp>().filter(|_| view.padding_value().is_none())?;
        rw.replace_op(op, &[dest]);
        Some(())
    }),
    Pattern::new("FoldEmptyTensorWithUnPackOp", UnPackOp::DEF.name, |rw, op| {
        let view = UnPackOp::view_of(rw.op(op));
        let (source, dest) = (view.source(), view.dest().id());
        source.defined_by::<EmptyOp>()?;
        rw.replace_op(op, &[dest]);
        Some(())
    }),
];
