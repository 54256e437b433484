//! `linalg.pack` as padding, a reshape and a transposition, and `linalg.unpack` the reverse.

use std::collections::BTreeSet;

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith;
use terrace_dialects_linalg::builders::{make_named, make_transpose};
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::make_slices::{empty, extract_slice_as, insert_slice};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_mem::slices::rank_reduction_mask;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp, collapsed_type, with_shape};
use terrace_ir::tiling::Tile;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value};

use super::pad::make_pad_high;
use terrace_passes_shared::arithmetic::zero_attr;

/// The ops that a `linalg.pack` became.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoweredPack {
    /// Pads the source to full tiles.
    pub pad: Op,
    /// The expansion of dimensions into outer and inner tile dimensions, and their transposition; `None` if
    /// the padded source was inserted into the destination directly.
    pub reordered: Option<(Op, Op)>,
}

/// The relation of the dimensions of a packed tensor to those of the unpacked one.
pub(super) struct Layout {
    /// For each dimension of the unpacked tensor, the outer dimension and, if it is tiled, the inner one.
    pub(super) groups: Vec<Vec<i64>>,
    /// For each dimension with tiles next to their number, its place in the packed tensor.
    pub(super) places: Vec<usize>,
    /// For each dimension of the unpacked tensor, the place of its number of tiles, with tiles next to that.
    outer: Vec<usize>,
}

/// The permutation that moves `from[i]` to `to[i]`, and keeps the order of the rest.
fn permutation(size: usize, from: &[usize], to: &[usize]) -> Vec<usize> {
    let mut order = vec![None; size];
    from.iter().zip(to).for_each(|(&from, &to)| order[to] = Some(from));
    let mut rest = (0..size).filter(|at| !from.contains(at));
    order
        .into_iter()
        .map(|at| at.or_else(|| rest.next()).expect("as many places are left as numbers"))
        .collect()
}

impl Layout {
    pub(super) fn of(rank: usize, inner: &[usize], order: &[usize]) -> Self {
        // A tile is after the number of tiles.
        let before = |dim: &usize| inner.iter().filter(|other| *other < dim).count();
        let inserted: Vec<usize> = inner.iter().map(|dim| dim + before(dim) + 1).collect();
        let set: BTreeSet<usize> = inserted.iter().copied().collect();
        let (mut groups, mut outer): (Vec<Vec<i64>>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < rank {
            let tiled = set.contains(&(at + 1));
            outer.push(at);
            groups.push(if tiled { vec![at as i64, at as i64 + 1] } else { vec![at as i64] });
            at += if tiled { 2 } else { 1 };
        }
        let last: Vec<usize> = (rank - inner.len()..rank).collect();
        let tiles = permutation(rank, &last, &inserted);
        let moved: Vec<usize> = match order.is_empty() {
            true => outer.clone(),
            false => order.iter().map(|&at| outer[at]).collect(),
        };
        let outers = permutation(rank, &outer, &moved);
        let places = outers.iter().map(|&at| tiles[at]).collect();
        Self { groups, places, outer }
    }
}

/// Numbers of dimensions; `None` if one is not below `rank`.
pub(super) fn dims(numbers: &[i64], rank: usize) -> Option<Vec<usize>> {
    numbers.iter().map(|&dim| usize::try_from(dim).ok().filter(|&dim| dim < rank)).collect()
}

/// The padding value: the given one, or a zero constant.
fn padding_value(rw: &mut Rewriter<'_>, given: Option<Value>, ty: Type, loc: Loc) -> Option<Value> {
    match given {
        Some(value) => Some(value),
        None => {
            let cx = rw.cx();
            let zero = zero_attr(cx, ty)?;
            Some(rw.build_value(arith::ConstantOp::of().value_attr(zero).result(ty).loc(loc)))
        }
    }
}

/// `tensor.expand_shape` to a type, each of whose groups has one dynamic extent at most.
pub(super) fn make_expand(
    rw: &mut Rewriter<'_>,
    value: Value,
    groups: &[Vec<i64>],
    ty: Type,
    loc: Loc,
) -> Option<Op> {
    let cx = rw.cx();
    let shape = ty.shape(cx)?.to_vec();
    let mut sizes: Vec<OpFoldResult> = shape.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
    let from = extents(rw, value, loc);
    for (group, &whole) in groups.iter().zip(&from) {
        let extent = |&&dim: &&i64| shape[dim as usize] == DYNAMIC;
        let Some(&dynamic) = group.iter().find(extent) else { continue };
        let known: i64 =
            group.iter().map(|&dim| shape[dim as usize]).filter(|&extent| extent != DYNAMIC).product();
        let (whole, known) = (value_of(rw, whole, loc), index_constant(rw, known, loc));
        let size = rw.build_or_fold_value(arith::DivSIOp::of(whole, known).result(Type::INDEX).loc(loc));
        sizes[dynamic as usize] = OpFoldResult::Value(size);
    }
    let groups = groups_attr(cx, groups);
    Some(
        rw.build(
            ExpandShapeOp::of(value)
                .loc(loc)
                .mixed_output_shape(&sizes)
                .reassociation_attr(groups)
                .result(ty),
        )
        .into(),
    )
}

/// Replaces a `linalg.pack` by ops of other names; where it pads alone and `insert` is set, by an insertion. `None` for other
/// ops, and where the extents of tiles are not static.
pub fn lower_pack(rw: &mut Rewriter<'_>, op: PackOp, insert: bool) -> Option<LoweredPack> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if !view.0.isa::<PackOp>() {
        return None;
    }
    let (source, dest, loc) = (view.source().id(), view.dest().id(), view.0.loc());
    let (ty, given) = (view.dest().ty(), view.padding_value().map(|value| value.id()));
    let packed = ty.shape(cx)?.to_vec();
    let source_rank = view.source().ty().shape(cx)?.len();
    let (inner, order) = (view.inner_dims_pos().to_vec(), view.outer_dims_perm().to_vec());
    let (inner, order) = (dims(&inner, source_rank)?, dims(&order, source_rank)?);
    let tiles = view.static_inner_tiles().to_vec();
    if tiles.contains(&DYNAMIC) {
        return None;
    }
    let layout = Layout::of(packed.len(), &inner, &order);
    let strip: Vec<i64> = layout.places.iter().map(|&at| packed[at]).collect();
    rw.set_insertion_point_before(op);
    let map = AffineMap::new(2, 1, vec![AffineExpr::dim(0) * AffineExpr::symbol(0) - AffineExpr::dim(1)]);
    let mut high = vec![OpFoldResult::Static(0); source_rank];
    for (&dim, &tile) in inner.iter().zip(&tiles) {
        let own = extent(rw, source, dim, loc);
        let count = extent(rw, dest, layout.places[layout.outer[dim]], loc);
        high[dim] = composed_apply(rw, &map, &[count, own, OpFoldResult::Static(tile)], loc);
    }
    let strip_ty = with_shape(cx, ty, &strip);
    let padded_ty = collapsed_type(cx, strip_ty, &layout.groups);
    let value = padding_value(rw, given, ty.element_type(cx)?, loc)?;
    let pad = make_pad_high(rw, source, &high, value, false, padded_ty, loc)?;
    let padded = rw.body().results(pad).next()?;
    let unpadded = packed.len() - inner.len();
    let only_pads = packed[..unpadded].iter().all(|&extent| extent == 1)
        && inner.iter().copied().eq(0..inner.len())
        && rank_reduction_mask(&packed, padded_ty.shape(cx)?).is_some();
    if insert && only_pads {
        let sizes = extents(rw, dest, loc);
        let whole = Tile { offsets: vec![OpFoldResult::Static(0); packed.len()], sizes };
        let made = insert_slice(rw, padded, dest, &whole, loc);
        rw.replace_op(op, &[made]);
        return Some(LoweredPack { pad, reordered: None });
    }
    let expand = make_expand(rw, padded, &layout.groups, strip_ty, loc)?;
    let expanded = rw.body().results(expand).next()?;
    let mut inverse = vec![0_i64; packed.len()];
    layout.places.iter().enumerate().for_each(|(at, &place)| inverse[place] = at as i64);
    let transpose = make_transpose(rw, expanded, dest, &inverse, loc);
    rw.replace_op_with(op, transpose);
    Some(LoweredPack { pad, reordered: Some((expand, transpose)) })
}

/// The ops that a `linalg.unpack` became.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoweredUnpack {
    /// The transposition to an empty tensor, and the collapse of dimensions; `None` if the source is sliced
    /// directly.
    pub reordered: Option<[Op; 3]>,
    /// The slice without the padding.
    pub slice: Op,
}

/// Replaces a `linalg.unpack` by ops of other names; where it drops padding alone and `extract` is set, by a slice. `None` for
/// other ops.
pub fn lower_unpack(rw: &mut Rewriter<'_>, op: UnPackOp, extract: bool) -> Option<LoweredUnpack> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if !view.0.isa::<UnPackOp>() {
        return None;
    }
    let (source, dest, loc) = (view.source().id(), view.dest().id(), view.0.loc());
    let (ty, dest_ty) = (view.source().ty(), view.dest().ty());
    let packed = ty.shape(cx)?.to_vec();
    let rank = dest_ty.shape(cx)?.len();
    let (inner, order) = (view.inner_dims_pos().to_vec(), view.outer_dims_perm().to_vec());
    let (inner, order) = (dims(&inner, rank)?, dims(&order, rank)?);
    rw.set_insertion_point_before(op);
    let zeros = |count: usize| vec![OpFoldResult::Static(0); count];
    let only_pads = packed[..packed.len() - inner.len()].iter().all(|&extent| extent == 1)
        && inner.iter().copied().eq(0..inner.len());
    if extract && only_pads {
        let mut sizes = vec![OpFoldResult::Static(1); packed.len() - rank];
        sizes.extend(extents(rw, dest, loc));
        let part = Tile { offsets: zeros(packed.len()), sizes };
        let slice = extract_slice_as(rw, source, &part, dest_ty, loc);
        rw.replace_op_with(op, slice);
        return Some(LoweredUnpack { reordered: None, slice });
    }
    let layout = Layout::of(packed.len(), &inner, &order);
    let own = extents(rw, source, loc);
    let sizes: Vec<OpFoldResult> = layout.places.iter().map(|&at| own[at]).collect();
    let empty = empty(rw, &sizes, ty.element_type(cx)?, loc);
    let permutation: Vec<i64> = layout.places.iter().map(|&at| at as i64).collect();
    let transpose = make_transpose(rw, source, empty, &permutation, loc);
    let transposed = rw.body().results(transpose).next()?;
    let strip: Vec<i64> = layout.places.iter().map(|&at| packed[at]).collect();
    let collapsed_ty = collapsed_type(cx, with_shape(cx, ty, &strip), &layout.groups);
    let groups = Some(groups_attr(cx, &layout.groups));
    let collapse =
        rw.build(CollapseShapeOp::of(transposed).reassociation_attr(groups).result(collapsed_ty).loc(loc));
    let collapsed = rw.body().results(collapse).next()?;
    let part = Tile { offsets: zeros(rank), sizes: extents(rw, dest, loc) };
    let slice = extract_slice_as(rw, collapsed, &part, dest_ty, loc);
    let sliced = rw.body().results(slice).next()?;
    let copy = make_named(rw, CopyOp::DEF, &[sliced], &[dest], &[], loc)?;
    rw.replace_op_with(op, copy);
    let empty = rw.value(empty).defining_op().map(|op| op.id())?;
    Some(LoweredUnpack { reordered: Some([empty, transpose, collapse.into()]), slice })
}
