//! Tiling of structured ops: the indexing maps of an op determine the slice of each operand that a tile of
//! the iteration space accesses.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::make::{apply_expr, composed_apply, composed_min};
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{known_index, value_of};
use terrace_dialects_mem::make_slices::slice_any;
use terrace_dialects_mem::{memref, tensor};
use terrace_ir::def::op_error;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::{IteratorType, Range, Refusal, Tile, Tiled, TilingInterface};
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};

use crate::copies::copy_with;
use crate::region_ops::IndexOp;
use crate::structured::{as_structured, has_buffer_semantics};

/// Tiles ops that are structured.
#[derive(Clone, Copy, Debug)]
pub struct StructuredTiling;

/// The operands, maps and iterators of a structured op.
pub(crate) struct Loops {
    pub(crate) loc: Loc,
    pub(crate) operands: Vec<Value>,
    pub(crate) maps: Vec<AffineMap>,
    pub(crate) parallel: Vec<bool>,
    /// Number of the first destination, and how many.
    pub(crate) destinations: (usize, usize),
}

impl Loops {
    pub(crate) fn of(op: OpRef<'_>) -> Result<Self, Refusal> {
        let structured = as_structured(op).ok_or(None)?;
        Ok(Self {
            loc: op.loc(),
            operands: op.operands().map(|value| value.id()).collect(),
            maps: structured.indexing_maps(op),
            parallel: structured.parallel(op),
            destinations: structured.destinations(op),
        })
    }

    fn is_destination(&self, operand: usize) -> bool {
        (self.destinations.0..self.destinations.0 + self.destinations.1).contains(&operand)
    }

    /// The part of an operand that a tile is about. `last` is the last point of the tile, as a distance from its first.
    /// With the sizes of the loops, the part ends where the last of their points is.
    fn part(
        &self,
        rw: &mut Rewriter<'_>,
        operand: usize,
        tile: &Tile,
        last: &[OpFoldResult],
        sizes: Option<&[OpFoldResult]>,
    ) -> Result<Tile, Refusal> {
        let (value, map) = (self.operands[operand], &self.maps[operand]);
        let mut part = Tile::default();
        for dim in 0..map.num_results() {
            let along = map.sub_map(&[dim]);
            if !is_tiled(rw, &along, tile) {
                part.offsets.push(OpFoldResult::Static(0));
                part.sizes.push(extent(rw, value, dim, self.loc));
                continue;
            }
            let zeros = vec![0; map.num_dims as usize];
            let at_zero = along.eval(&zeros, &[]).ok_or(None)?[0];
            let start = along.results[0].clone() - AffineExpr::constant(at_zero);
            let offset = apply_expr(rw, start, &tile.offsets, self.loc);
            part.offsets.push(offset);
            let distance = composed_apply(rw, &along, last, self.loc);
            let size = AffineExpr::symbol(0) + AffineExpr::constant(1);
            let size = apply_expr(rw, size, &[distance], self.loc);
            let extent = rw.value(value).ty().shape(rw.cx()).and_then(|shape| shape.get(dim).copied());
            let fits =
                |size: i64| size == 1 || extent.is_some_and(|extent| extent != DYNAMIC && extent % size == 0);
            part.sizes.push(match sizes {
                Some(sizes) if !known_index(rw, size).is_some_and(fits) => {
                    bounded_size(rw, &along, size, offset, sizes, self.loc)
                }
                _ => size,
            });
        }
        Ok(part)
    }

    /// The slices of the first operands that a tile accesses; the whole operand if it has no slice.
    pub(crate) fn slices(
        &self,
        rw: &mut Rewriter<'_>,
        count: usize,
        tile: &Tile,
    ) -> Result<Vec<Value>, Refusal> {
        let offsets = tile.sizes.iter().zip(&tile.offsets).map(|(&size, &offset)| {
            if known_index(rw, size) == Some(0) { OpFoldResult::Static(0) } else { offset }
        });
        let tile = Tile { offsets: offsets.collect(), sizes: tile.sizes.clone() };
        let last = last_points(rw, &tile.sizes, self.loc);
        self.slices_of_parts(rw, count, &tile, &last, None)
    }

    /// The slices of the first operands that a tile accesses, whose last point is given; sizes of zero are those of whole
    /// dimensions. With the sizes of the loops, slices end where their operand does.
    fn slices_of_parts(
        &self,
        rw: &mut Rewriter<'_>,
        count: usize,
        tile: &Tile,
        last: &[OpFoldResult],
        sizes: Option<&[OpFoldResult]>,
    ) -> Result<Vec<Value>, Refusal> {
        let mut parts = Vec::with_capacity(count);
        for operand in 0..count {
            let ty = rw.value(self.operands[operand]).ty();
            let kept = self.is_destination(operand) && ty.is_tensor(rw.cx());
            let tiled = kept || is_tiled(rw, &self.maps[operand], tile);
            parts.push(if tiled { Some(self.part(rw, operand, tile, last, sizes)?) } else { None });
        }
        let mut values = self.operands[..count].to_vec();
        for (value, part) in values.iter_mut().zip(parts) {
            if let Some(part) = part {
                let made = slice_any(rw, *value, &part, self.loc).ok_or(None)?;
                *value = rw.body().single_result(made);
            }
        }
        Ok(values)
    }
}

/// The slice ops among the definitions of these values.
pub(crate) fn slices_among(rw: &Rewriter<'_>, values: &[Value]) -> Vec<Op> {
    let makers = values.iter().filter_map(|&value| rw.value(value).defining_op());
    makers
        .filter(|op| op.isa::<tensor::ExtractSliceOp>() || op.isa::<memref::SubViewOp>())
        .map(|op| op.id())
        .collect()
}

/// Whether a map runs along a dimension in which the tile has an extent.
fn is_tiled(rw: &Rewriter<'_>, map: &AffineMap, tile: &Tile) -> bool {
    let sizes = tile.sizes.iter().enumerate();
    sizes
        .filter(|(dim, _)| map.is_function_of_dim(*dim as u32))
        .any(|(_, &size)| known_index(rw, size) != Some(0))
}

/// The size of a part along one dimension, or the distance from its offset to the last point of the loops if that is
/// smaller.
fn bounded_size(
    rw: &mut Rewriter<'_>,
    along: &AffineMap,
    size: OpFoldResult,
    offset: OpFoldResult,
    sizes: &[OpFoldResult],
    loc: Loc,
) -> OpFoldResult {
    let last = last_points(rw, sizes, loc);
    let last = composed_apply(rw, along, &last, loc);
    let end = apply_expr(rw, AffineExpr::dim(0) + AffineExpr::constant(1), &[last], loc);
    let rest = AffineExpr::dim(1) - AffineExpr::dim(2);
    let map = AffineMap::new(3, 0, vec![rest, AffineExpr::dim(0)]);
    composed_min(rw, &map, &[size, end, offset], loc)
}

/// Clones a structured op on tensors for a part of its iterations, at the insertion point: of some loops a range, of
/// the others all. The part may reach beyond the end of the loops; the clone ends there.
///
/// # Errors
///
/// If a loop is along no dimension of an operand, or a slice does not exist.
pub fn clone_for_ranges(
    rw: &mut Rewriter<'_>,
    op: Op,
    ranges: &[Option<(OpFoldResult, OpFoldResult)>],
) -> Result<Op, Refusal> {
    let loops = Loops::of(rw.op(op))?;
    let mut sizes = Vec::with_capacity(ranges.len());
    for at in 0..ranges.len() as u32 {
        let place = loops.maps.iter().enumerate().find_map(|(operand, map)| {
            Some((operand, map.results.iter().position(|result| result.as_dim() == Some(at))?))
        });
        let (operand, dim) = place.ok_or(None)?;
        sizes.push(extent(rw, loops.operands[operand], dim, loops.loc));
    }
    let zero = OpFoldResult::Static(0);
    let tile = Tile {
        offsets: ranges.iter().map(|range| range.map_or(zero, |(offset, _)| offset)).collect(),
        sizes: ranges.iter().map(|range| range.map_or(zero, |(_, size)| size)).collect(),
    };
    let own = |(range, &size): (&Option<(OpFoldResult, OpFoldResult)>, &OpFoldResult)| {
        range.map_or(size, |(_, size)| size)
    };
    let own: Vec<OpFoldResult> = ranges.iter().zip(&sizes).map(own).collect();
    let last = last_points(rw, &own, loops.loc);
    let operands = loops.slices_of_parts(rw, loops.operands.len(), &tile, &last, Some(&sizes))?;
    let (first, count) = loops.destinations;
    let types: Vec<Type> = operands[first..first + count].iter().map(|&value| rw.value(value).ty()).collect();
    let clone = copy_with(rw, op, &operands, &types).ok_or(None)?;
    offset_indices(rw, clone, &tile.offsets);
    Ok(clone)
}

/// Sizes less one.
fn last_points(rw: &mut Rewriter<'_>, sizes: &[OpFoldResult], loc: Loc) -> Vec<OpFoldResult> {
    let before = AffineExpr::dim(0) - AffineExpr::constant(1);
    sizes.iter().map(|&size| apply_expr(rw, before.clone(), &[size], loc)).collect()
}

/// The numbers of iterations in a copied computation start where the tile does.
fn offset_indices(rw: &mut Rewriter<'_>, op: Op, offsets: &[OpFoldResult]) {
    let Some(block) = rw.op(op).single_region().entry() else { return };
    let indices: Vec<Op> = block.ops().filter(|op| op.isa::<IndexOp>()).map(|op| op.id()).collect();
    let point = rw.insertion_point();
    for index in indices {
        let (view, loc) = (rw.op(index), rw.body().loc(index));
        let dim = usize::try_from(IndexOp::view_of(view).dim()).ok();
        let Some(&offset) = dim.and_then(|dim| offsets.get(dim)) else { continue };
        let number = rw.body().single_result(index);
        rw.set_insertion_point_after(index);
        let sum = AffineExpr::dim(0) + AffineExpr::dim(1);
        let moved = apply_expr(rw, sum, &[OpFoldResult::Value(number), offset], loc);
        let moved = value_of(rw, moved, loc);
        let maker = rw.value(moved).defining_op().map(|op| op.id());
        rw.replace_uses_with_if(number, moved, |_, owner, _| Some(owner) != maker);
    }
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
}

/// The tile of the loops that parts of operands belong to: dimensions that the maps name have the parts' places, the
/// others are whole. Refused where the parts contradict each other.
fn loops_of_parts(rw: &mut Rewriter<'_>, op: Op, parts: &[(AffineMap, &Tile)]) -> Result<Tile, Refusal> {
    let mut places: Vec<Option<(OpFoldResult, OpFoldResult)>> = Vec::new();
    for (map, part) in parts {
        places.resize(map.num_dims as usize, None);
        for (expr, (&offset, &size)) in map.results.iter().zip(part.offsets.iter().zip(&part.sizes)) {
            let dim = expr.as_dim().ok_or(None)?;
            let place = &mut places[dim as usize];
            if place.is_some_and(|place| place != (offset, size)) {
                return Err(None);
            }
            *place = Some((offset, size));
        }
    }
    let domain = StructuredTiling.iteration_domain(rw, op)?;
    places.resize(domain.len(), None);
    let place = |(range, place): (Range, Option<(OpFoldResult, OpFoldResult)>)| {
        place.unwrap_or((range.offset, range.size))
    };
    let (offsets, sizes) = domain.into_iter().zip(places).map(place).unzip();
    Ok(Tile { offsets, sizes })
}

impl TilingInterface for StructuredTiling {
    fn loop_iterator_types(&self, op: OpRef<'_>) -> Vec<IteratorType> {
        let parallel = as_structured(op).map_or(Vec::new(), |structured| structured.parallel(op));
        let kind = |parallel| if parallel { IteratorType::Parallel } else { IteratorType::Reduction };
        parallel.into_iter().map(kind).collect()
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let map = AffineMap::concat(&loops.maps).inverse_permutation().ok_or(None)?;
        let point = rw.insertion_point();
        rw.set_insertion_point_before(op);
        let mut shapes = Vec::new();
        for &operand in &loops.operands {
            shapes.extend(extents(rw, operand, loops.loc));
        }
        let mut ranges = Vec::with_capacity(map.num_results());
        for expr in map.results {
            ranges.push(Range::up_to(apply_expr(rw, expr, &shapes, loops.loc)));
        }
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        Ok(ranges)
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let operands = loops.slices(rw, loops.operands.len(), tile)?;
        let slices = slices_among(rw, &operands);
        let (first, count) = loops.destinations;
        let types: Vec<Type> = match has_buffer_semantics(rw.op(op)) {
            true => Vec::new(),
            false => operands[first..first + count].iter().map(|&value| rw.value(value).ty()).collect(),
        };
        let tiled = copy_with(rw, op, &operands, &types).ok_or(None)?;
        offset_indices(rw, tiled, &tile.offsets);
        Ok(Tiled { ops: vec![tiled], values: rw.body().results(tiled).collect(), slices })
    }

    fn result_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let last = last_points(rw, &tile.sizes, loops.loc);
        loops.part(rw, loops.destinations.0 + result, tile, &last, None)
    }

    fn domain_tile_of_result(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let map = loops.maps[loops.destinations.0 + result].clone();
        if !map.is_projected_permutation(false) {
            let message = "unhandled tiled implementation generation when result is not accessed using a permuted \
                           projection";
            return Err(Some(op_error(rw.op(op), message)));
        }
        loops_of_parts(rw, op, &[(map, tile)])
    }

    fn domain_tile_of_operands(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tiles: &[(usize, Tile)],
    ) -> Result<Tile, Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let part =
            |(operand, tile): &'_ (usize, Tile)| Some((loops.maps.get(*operand)?.clone(), tile.clone()));
        let parts: Vec<(AffineMap, Tile)> = tiles.iter().map(part).collect::<Option<_>>().ok_or(None)?;
        let parts: Vec<(AffineMap, &Tile)> = parts.iter().map(|(map, tile)| (map.clone(), tile)).collect();
        loops_of_parts(rw, op, &parts)
    }

    fn scalar_implementation(&self, rw: &mut Rewriter<'_>, op: Op, point: &[Value]) -> Result<(), Refusal> {
        let view = rw.op(op);
        let loops = Loops::of(view)?;
        if !has_buffer_semantics(view) {
            return Err(Some(op_error(view, "expected operation to have buffer semantics")));
        }
        let block = view.single_region().entry().ok_or(None)?;
        let args: Vec<(Value, bool)> = block.args().map(|arg| (arg.id(), !arg.is_unused())).collect();
        let inner: Vec<Op> = block.ops().map(|op| op.id()).collect();
        let mut map = IrMapping::new();
        for (operand, &(arg, used)) in args.iter().enumerate().filter(|(_, (_, used))| *used) {
            debug_assert!(used, "others were left out");
            let value = loops.operands[operand];
            let element = match rw.value(value).ty().is_memref(rw.cx()) {
                false => value,
                true => {
                    let places = places(rw, &loops.maps[operand], point, loops.loc);
                    let ty = rw.value(arg).ty();
                    rw.build_value(memref::LoadOp::of(value, &places).result(ty).loc(loops.loc))
                }
            };
            map.map(arg, element);
        }
        let (&last, inner) = inner.split_last().ok_or(None)?;
        for &op in inner {
            let view = rw.op(op);
            if view.isa::<IndexOp>() {
                let dim = usize::try_from(IndexOp::view_of(view).dim()).ok();
                let number = dim.and_then(|dim| point.get(dim).copied()).ok_or(None)?;
                map.map(rw.body().single_result(op), number);
            } else {
                rw.clone_op(op, &mut map).ok_or(None)?;
            }
        }
        let (values, loc) = (rw.body().operands(last).collect::<Vec<_>>(), rw.body().loc(last));
        for (i, value) in values.into_iter().enumerate() {
            let operand = loops.destinations.0 + i;
            let places = places(rw, &loops.maps[operand], point, loc);
            rw.build(memref::StoreOp::of(map.value(value), loops.operands[operand], &places).loc(loc));
        }
        Ok(())
    }
}

/// The indices at which a point accesses an operand.
fn places(rw: &mut Rewriter<'_>, map: &AffineMap, point: &[Value], loc: Loc) -> Vec<Value> {
    let mut places = Vec::with_capacity(map.num_results());
    for result in 0..map.num_results() {
        let map = rw.cx().affine_map_attr(map.sub_map(&[result]));
        places.push(rw.build_value(AffineApplyOp::of(point).map_attr(map).result(Type::INDEX).loc(loc)));
    }
    places
}
