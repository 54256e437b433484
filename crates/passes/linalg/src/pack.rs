//! Structured ops on packed operands: dimensions of the iteration space are split into tiles, and with them those of operands.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith;
use terrace_dialects_linalg::builders::{Loops, make_generic, tensor_types};
use terrace_dialects_linalg::classify::contraction_dims;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::make::{apply_expr, composed_apply};
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{
    fixed_attr, index_constant, indices, known_index, mixed_slot, split,
};
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor::{DimOp, with_shape};
use terrace_ir::OpFoldResult;
use terrace_ir::{Context, DYNAMIC, Loc, Op, OpKind, Rewriter, Type, Value};

use super::generalize::generalize;
use super::interchange::interchange;
use terrace_passes_shared::arithmetic::zero_attr;

/// The ops that packing created.
pub struct PackedOp {
    /// The op on packed operands.
    pub op: Op,
    /// The ops that pack operands.
    pub packs: Vec<Op>,
    /// The ops that unpack results.
    pub unpacks: Vec<Op>,
}

/// The packing of a tensor: inner dimensions, tile sizes and the permutation of outer dimensions.
#[derive(Clone, PartialEq)]
pub(super) struct Packing {
    /// For each tile, the dimension of the unpacked tensor.
    pub(super) dims: Vec<i64>,
    /// The sizes of the tiles.
    pub(super) tiles: Vec<OpFoldResult>,
    /// For each number of tiles, the dimension of the unpacked tensor; empty if their order is the same.
    pub(super) outer: Vec<i64>,
}

impl Packing {
    fn is_empty(&self) -> bool {
        self.dims.is_empty()
    }

    /// The type of a packed tensor; `None` if a dimension is out of range, or a tile has no positive size.
    pub(super) fn packed_type(&self, cx: &Context, ty: Type) -> Option<Type> {
        let mut shape = ty.shape(cx)?.to_vec();
        let tiles = split(&self.tiles).1;
        for (&dim, &tile) in self.dims.iter().zip(&tiles) {
            let extent = shape.get_mut(usize::try_from(dim).ok()?)?;
            *extent = match (*extent, tile) {
                (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
                (_, tile) if tile <= 0 => return None,
                (extent, tile) => extent / tile + i64::from(extent % tile != 0),
            };
        }
        if !self.outer.is_empty() {
            let of = |&dim: &i64| shape.get(usize::try_from(dim).ok()?).copied();
            shape = self.outer.iter().map(of).collect::<Option<_>>()?;
        }
        shape.extend_from_slice(&tiles);
        Some(with_shape(cx, ty, &shape))
    }

    /// An empty tensor for what a packed value is unpacked to, whose tiles are all full.
    pub(super) fn unpacked_destination(
        &self,
        rw: &mut Rewriter<'_>,
        packed: Value,
        loc: Loc,
    ) -> Option<Value> {
        let (cx, ty) = (rw.cx(), rw.value(packed).ty());
        let counts = ty.shape(cx)?.len().checked_sub(self.tiles.len())?;
        let mut sizes = Vec::with_capacity(counts);
        for dim in 0..counts {
            sizes.push(extent(rw, packed, dim, loc));
        }
        if !self.outer.is_empty() {
            let mut ordered = vec![OpFoldResult::Static(0); counts];
            for (&size, &dim) in sizes.iter().zip(&self.outer) {
                *ordered.get_mut(usize::try_from(dim).ok()?)? = size;
            }
            sizes = ordered;
        }
        let product = AffineExpr::symbol(0) * AffineExpr::symbol(1);
        let map = AffineMap::new(0, 2, vec![product]);
        for (&dim, &tile) in self.dims.iter().zip(&self.tiles) {
            let size = sizes.get_mut(usize::try_from(dim).ok()?)?;
            *size = composed_apply(rw, &map, &[*size, tile], loc);
        }
        Some(empty(rw, &sizes, ty.element_type(cx)?, loc))
    }

    /// An empty tensor for the packed value.
    pub(super) fn destination(&self, rw: &mut Rewriter<'_>, source: Value, loc: Loc) -> Option<Value> {
        let (cx, ty) = (rw.cx(), rw.value(source).ty());
        let mut sizes = Vec::new();
        for (dim, &known) in ty.shape(cx)?.iter().enumerate() {
            sizes.push(match known {
                DYNAMIC => {
                    let number = index_constant(rw, dim as i64, loc);
                    OpFoldResult::Value(
                        rw.build_value(DimOp::of(source, number).result(Type::INDEX).loc(loc)),
                    )
                }
                known => OpFoldResult::Static(known),
            });
        }
        let count = AffineExpr::ceil_div(AffineExpr::dim(0), AffineExpr::dim(1));
        for (&dim, &tile) in self.dims.iter().zip(&self.tiles) {
            let size = sizes.get_mut(usize::try_from(dim).ok()?)?;
            *size = apply_expr(rw, count.clone(), &[*size, tile], loc);
        }
        if !self.outer.is_empty() {
            sizes = self
                .outer
                .iter()
                .map(|&dim| sizes.get(usize::try_from(dim).ok()?).copied())
                .collect::<Option<_>>()?;
        }
        sizes.extend_from_slice(&self.tiles);
        Some(empty(rw, &sizes, ty.element_type(cx)?, loc))
    }

    /// Whether the last tile may be partial.
    fn needs_padding(&self, rw: &Rewriter<'_>, source: Value) -> bool {
        let shape = rw.value(source).ty().ranked_shape(rw.cx());
        let fits = |(&dim, &tile): (&i64, &OpFoldResult)| {
            known_index(rw, tile).is_some_and(|tile| tile > 0 && shape[dim as usize] % tile == 0)
        };
        shape.contains(&DYNAMIC) || !self.dims.iter().zip(&self.tiles).all(fits)
    }

    pub(super) fn pack(
        &self,
        rw: &mut Rewriter<'_>,
        source: Value,
        dest: Value,
        padding: Option<Value>,
        loc: Loc,
    ) -> Op {
        let (cx, ty) = (rw.cx(), rw.value(dest).ty());
        let (tiles, fixed) = (split(&self.tiles).0, fixed_attr(cx, &self.tiles));
        let (outer, dims) = (cx.i64_array(&self.outer), cx.i64_array(&self.dims));
        rw.build(
            PackOp::of(source, dest)
                .loc(loc)
                .padding_value(padding)
                .inner_tiles(&tiles)
                .outer_dims_perm_attr(outer)
                .inner_dims_pos_attr(dims)
                .static_inner_tiles_attr(fixed)
                .result(ty),
        )
        .into()
    }

    pub(super) fn unpack(&self, rw: &mut Rewriter<'_>, source: Value, dest: Value, loc: Loc) -> Op {
        let (cx, ty) = (rw.cx(), rw.value(dest).ty());
        let (tiles, fixed) = (split(&self.tiles).0, fixed_attr(cx, &self.tiles));
        let (outer, dims) = (cx.i64_array(&self.outer), cx.i64_array(&self.dims));
        rw.build(
            UnPackOp::of(source, dest)
                .loc(loc)
                .inner_tiles(&tiles)
                .outer_dims_perm_attr(outer)
                .inner_dims_pos_attr(dims)
                .static_inner_tiles_attr(fixed)
                .result(ty),
        )
        .into()
    }

    pub(super) fn of_pack(rw: &Rewriter<'_>, op: Op) -> Self {
        let view = PackOp::view_of(rw.op(op));
        Self {
            dims: view.inner_dims_pos().to_vec(),
            tiles: indices(&mixed_slot(view.0, view.static_inner_tiles_attr(), 3)),
            outer: view.outer_dims_perm().to_vec(),
        }
    }

    pub(super) fn of_unpack(rw: &Rewriter<'_>, op: Op) -> Self {
        let view = UnPackOp::view_of(rw.op(op));
        Self {
            dims: view.inner_dims_pos().to_vec(),
            tiles: indices(&mixed_slot(view.0, view.static_inner_tiles_attr(), 2)),
            outer: view.outer_dims_perm().to_vec(),
        }
    }

    /// The same with tiles and numbers of tiles in another order, where one is given.
    pub(super) fn transposed(&self, rank: usize, inner: &[i64], outer: &[i64]) -> Self {
        let mut other = self.clone();
        if !inner.is_empty() {
            other.dims = inner.iter().map(|&at| self.dims[at as usize]).collect();
            other.tiles = inner.iter().map(|&at| self.tiles[at as usize]).collect();
        }
        if !outer.is_empty() {
            let own: Vec<i64> =
                if self.outer.is_empty() { (0..rank as i64).collect() } else { self.outer.clone() };
            other.outer = outer.iter().map(|&at| own[at as usize]).collect();
        }
        other
    }

    /// The same of a tensor whose dimension `permutation[i]` is the dimension `i` here.
    pub(super) fn with_dims(&self, permutation: &[i64]) -> Self {
        let of = |dims: &[i64]| dims.iter().map(|&dim| permutation[dim as usize]).collect();
        let outer = if self.outer.is_empty() { permutation.to_vec() } else { of(&self.outer) };
        Self { dims: of(&self.dims), tiles: self.tiles.clone(), outer }
    }
}

/// Replaces a structured op on tensors, at the insertion point, by a `linalg.generic` on packed operands; a
/// size for each loop, zero for loops that are not packed. `None` if a packed loop is a part of an index.
pub fn pack(rw: &mut Rewriter<'_>, op: Op, sizes: &[OpFoldResult]) -> Option<PackedOp> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (mut maps, mut parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let ((first, count), loc) = (structured.destinations(view), view.loc());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let region = view.single_region().id();
    if sizes.len() != parallel.len() {
        return rw.notify_match_failure(op, "incorrect number of pack sizes");
    }
    if sizes.iter().any(|&size| known_index(rw, size).is_some_and(|size| size < 0)) {
        return rw.notify_match_failure(op, "negative size of tiles");
    }
    let none = Packing { dims: Vec::new(), tiles: Vec::new(), outer: Vec::new() };
    let mut packings = vec![none; operands.len()];
    for (dim, &size) in sizes.iter().enumerate() {
        if known_index(rw, size) == Some(0) {
            continue;
        }
        let tile = parallel.len() as u32;
        parallel.push(parallel[dim]);
        for (map, packing) in maps.iter_mut().zip(&mut packings) {
            let mut results = map.results.clone();
            if let Some(at) = results.iter().position(|expr| expr.is_function_of_dim(dim as u32)) {
                results[at].as_dim()?;
                results.push(AffineExpr::dim(tile));
                packing.dims.push(at as i64);
                packing.tiles.push(size);
            }
            *map = AffineMap::new(tile + 1, map.num_symbols, results);
        }
    }
    let (mut packed, mut packs) = (operands.clone(), vec![None; operands.len()]);
    for (at, (&operand, packing)) in operands.iter().zip(&packings).enumerate() {
        if packing.is_empty() {
            continue;
        }
        let dest = packing.destination(rw, operand, loc)?;
        let padding = match packing.needs_padding(rw, operand) {
            true => {
                let element = rw.value(dest).ty().element_type(cx)?;
                let zero = zero_attr(cx, element)?;
                Some(rw.build_value(arith::ConstantOp::of().value_attr(zero).result(element).loc(loc)))
            }
            false => None,
        };
        let made = packing.pack(rw, operand, dest, padding, loc);
        packed[at] = rw.body().single_result(made);
        packs[at] = Some(made);
    }
    let (inputs, outputs) = packed.split_at(first);
    let types = tensor_types(rw, outputs);
    let region = take_region(rw, op, region);
    let loops = Loops { inputs, outputs, maps: &maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    let mut results: Vec<Value> = rw.body().results(made).collect();
    let mut unpacks = Vec::new();
    for at in 0..count.min(results.len()) {
        if packs[first + at].is_some() {
            let unpack = packings[first + at].unpack(rw, results[at], operands[first + at], loc);
            results[at] = rw.body().single_result(unpack);
            unpacks.push(unpack);
        }
    }
    rw.replace_op(op, &results);
    Some(PackedOp { op: made, packs: packs.into_iter().flatten().collect(), unpacks })
}

/// The region of an op that is about to be replaced.
fn take_region(rw: &mut Rewriter<'_>, op: Op, region: terrace_ir::Region) -> terrace_ir::Region {
    rw.take_regions(op).into_iter().next().unwrap_or(region)
}

/// The packing of the three innermost loops, those of a matrix multiplication.
pub struct GreedyPacking {
    /// The sizes of tiles of `m`, `n` and `k`.
    pub sizes: [i64; 3],
    /// The numbers that sizes of tiles are multiples of, zero for none; the tile is the whole dimension then.
    pub multiples: [i64; 3],
    /// The places of `m`, `n` and `k` among the tiles' loops.
    pub order: [i64; 3],
}

/// Packs the most minor product of matrices that an op has, after it. `None` if it has none.
pub fn pack_matmul_greedily(rw: &mut Rewriter<'_>, op: Op, packing: &GreedyPacking) -> Option<PackedOp> {
    let view = rw.op(op);
    let count = as_structured(view)?.parallel(view).len();
    if count <= 2 {
        return rw.notify_match_failure(op, "need 3+ loops to find a matmul to pack");
    }
    let (mut places, mut sizes, mut multiples) = ([0; 3], [0; 3], [0; 3]);
    for (at, place) in places.iter_mut().enumerate() {
        let order = usize::try_from(packing.order[at]).ok().filter(|&place| place < 3)?;
        *place = count - 3 + order;
        (sizes[order], multiples[order]) = (packing.sizes[at], packing.multiples[at]);
    }
    let dims = contraction_dims(view)?;
    let (&m, &n, &k) = (dims.m.last()?, dims.n.last()?, dims.k.last()?);
    rw.set_insertion_point_after(op);
    let generic = match rw.op(op).isa::<GenericOp>() {
        true => op,
        false => generalize(rw, op)?,
    };
    // The three loops get their places, the others keep their order.
    let moved = [m, n, k].map(|dim| dim as usize);
    let mut order = vec![None; count];
    for (&place, &dim) in places.iter().zip(&moved) {
        order[place] = Some(dim);
    }
    let mut rest = (0..count).filter(|dim| !moved.contains(dim));
    let order: Vec<usize> =
        order.into_iter().map(|dim| dim.or_else(|| rest.next())).collect::<Option<_>>()?;
    interchange(rw, generic, &order)?;
    rw.set_insertion_point_after(generic);
    let view = rw.op(generic);
    let (maps, loc) = (as_structured(view)?.indexing_maps(view), view.loc());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let mut ranges: Vec<Option<OpFoldResult>> = vec![None; count];
    for (&operand, map) in operands.iter().zip(&maps) {
        let extents = extents(rw, operand, loc);
        for (expr, &extent) in map.results.iter().zip(&extents) {
            if let Some(dim) = expr.as_dim() {
                ranges[dim as usize].get_or_insert(extent);
            }
        }
    }
    let mut packed = vec![OpFoldResult::Static(0); count - 3];
    for (&size, &multiple) in sizes.iter().zip(&multiples) {
        if multiple == 0 {
            packed.push(OpFoldResult::Static(size));
            continue;
        }
        let rounded = AffineExpr::ceil_div(AffineExpr::dim(0), AffineExpr::symbol(0)) * AffineExpr::symbol(0);
        let map = AffineMap::new(1, 1, vec![rounded]);
        let range = ranges[packed.len()]?;
        packed.push(composed_apply(rw, &map, &[range, OpFoldResult::Static(multiple)], loc));
    }
    pack(rw, generic, &packed)
}

/// The ops that transposing packed operands created.
pub struct TransposedPack {
    /// Packs.
    pub pack: Op,
    /// The op on packed operands.
    pub op: Op,
    /// Unpacks, where there was such an op.
    pub unpack: Option<Op>,
}

/// Permutes inner and outer dimensions in a pack, in the structured op that uses it, and in the unpack of its
/// result.
pub fn pack_transpose(
    rw: &mut Rewriter<'_>,
    pack: Op,
    op: Op,
    unpack: Option<Op>,
    outer: &[i64],
    inner: &[i64],
) -> Option<TransposedPack> {
    let (cx, view) = (rw.cx(), PackOp::view_of(rw.op(pack)));
    let (source, padding) = (view.source().id(), view.padding_value().map(|value| value.id()));
    let rank = view.source().ty().shape(cx)?.len();
    let (_, at) = view.0.single_result().uses().next()?;
    let own = Packing::of_pack(rw, pack);
    let other = own.transposed(rank, inner, outer);
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(pack);
    let dest = other.destination(rw, source, loc)?;
    let new_pack = other.pack(rw, source, dest, padding, loc);
    let value = rw.body().single_result(new_pack);
    let leading: Vec<u32> = match outer.is_empty() {
        true => (0..rank as u32).collect(),
        false => outer.iter().map(|&at| at as u32).collect(),
    };
    let trailing = (0..own.dims.len()).map(|place| {
        let place = if inner.is_empty() { place as i64 } else { inner[place] };
        (rank as i64 + place) as u32
    });
    let order: Vec<u32> = leading.into_iter().chain(trailing).collect();
    rw.set_insertion_point_before(op);
    let view = rw.op(op);
    let structured = as_structured(view)?;
    let (mut maps, parallel) = (structured.indexing_maps(view), structured.parallel(view));
    let (first, _) = structured.destinations(view);
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let region = view.single_region().id();
    operands[at] = value;
    maps[at] = AffineMap::permutation(&order).compose(&maps[at]);
    let (inputs, outputs) = operands.split_at(first);
    let types = tensor_types(rw, outputs);
    let region = take_region(rw, op, region);
    let loops = Loops { inputs, outputs, maps: &maps, parallel: &parallel };
    let made = make_generic(rw, &loops, &types, region, loc);
    // The types of results change with those of destinations.
    let results: Vec<Value> = rw.body().results(made).collect();
    rw.replace_op(op, &results);
    let new_unpack = match unpack {
        Some(unpack) => {
            let own = Packing::of_unpack(rw, unpack);
            let dest = UnPackOp::view_of(rw.op(unpack)).dest();
            let (rank, dest) = (dest.ty().shape(cx)?.len(), dest.id());
            rw.set_insertion_point_before(unpack);
            let other = own.transposed(rank, inner, outer);
            let source = *results.get(at.checked_sub(first)?)?;
            let made = other.unpack(rw, source, dest, loc);
            rw.replace_op_with(unpack, made);
            Some(made)
        }
        None => None,
    };
    rw.replace_op(pack, &[value]);
    Some(TransposedPack { pack: new_pack, op: made, unpack: new_unpack })
}
