//! Tiling of `linalg.pack` and `linalg.unpack`. Their iteration domain has no dimensions for inner tiles.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::{BoundKind, ValueBoundsConstraintSet, Variable};
use terrace_dialects_core::arith::MulIOp;
use terrace_dialects_mem::affine::make::{apply_expr, composed_min, make_apply, map_of_expr};
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{indices, known_index, value_of};
use terrace_dialects_mem::make_slices::{empty, extract_slice};
use terrace_ir::tiling::{IteratorType, Range, Refusal, ReifyShapes, Tile, Tiled, TilingInterface};
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, op_match};

use crate::copies::copy_with;
use crate::pack_unpack::{PackOp, Tiling, UnPackOp};

/// Either op, without views.
struct Relayout {
    loc: Loc,
    source: Value,
    dest: Value,
    /// The padding value and the sizes of inner tiles.
    others: Vec<Value>,
    unpacked: Vec<i64>,
    packed: Vec<i64>,
    tiles: Vec<OpFoldResult>,
    inner: Vec<i64>,
    outer: Vec<usize>,
    pads: bool,
}

impl Relayout {
    fn of(op: OpRef<'_>) -> Result<Self, Refusal> {
        let (cx, tiling) = (op.cx(), Tiling::of(op));
        let (source, dest) = op_match!(op, {
            PackOp(pack) => (pack.source(), pack.dest()),
            UnPackOp(unpack) => (unpack.source(), unpack.dest()),
            _ => return Err(None),
        });
        let shape = |ty: Type| ty.shape(cx).map(<[i64]>::to_vec).ok_or(None);
        Ok(Self {
            loc: op.loc(),
            source: source.id(),
            dest: dest.id(),
            others: op.operands().skip(2).map(|value| value.id()).collect(),
            unpacked: shape(tiling.unpacked)?,
            packed: shape(tiling.packed)?,
            tiles: indices(&tiling.tiles),
            inner: tiling.inner,
            outer: tiling.outer.iter().map(|&dim| dim as usize).collect(),
            pads: PackOp::padding(op).is_some(),
        })
    }

    /// The inner tile's size along a dimension of the unpacked tensor.
    fn tile_along(&self, dim: usize) -> Option<OpFoldResult> {
        let at = self.inner.iter().position(|&inner| inner == dim as i64)?;
        self.tiles.get(at).copied()
    }

    /// A list along dimensions of the unpacked tensor in the order of the packed one's outer dimensions.
    fn ordered<T: Copy>(&self, list: &[T]) -> Vec<T> {
        if self.outer.is_empty() { list.to_vec() } else { self.outer.iter().map(|&at| list[at]).collect() }
    }

    /// A list along the packed tensor's outer dimensions in the order of the unpacked tensor's dimensions.
    fn unordered<T: Copy>(&self, list: &[T]) -> Vec<T> {
        let mut found = list.to_vec();
        self.outer.iter().zip(list).for_each(|(&to, &item)| found[to] = item);
        found
    }

    /// The op on parts of its source and its destination, with the slices that take them.
    fn copy(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        parts: [Value; 2],
        slices: Vec<Op>,
    ) -> Result<Tiled, Refusal> {
        let operands = [&parts[..], &self.others].concat();
        let ty = rw.value(parts[1]).ty();
        let made = copy_with(rw, op, &operands, &[ty]).ok_or(None)?;
        Ok(Tiled { ops: vec![made], values: rw.body().results(made).collect(), slices })
    }

    fn domain(&self, rw: &mut Rewriter<'_>) -> Vec<Range> {
        let sizes = extents(rw, self.dest, self.loc);
        sizes.into_iter().take(self.unpacked.len()).map(Range::up_to).collect()
    }
}

/// Both lists of a tile in another order.
fn reordered(tile: &Tile, order: impl Fn(&[OpFoldResult]) -> Vec<OpFoldResult>) -> Tile {
    Tile { offsets: order(&tile.offsets), sizes: order(&tile.sizes) }
}

fn mul(rw: &mut Rewriter<'_>, a: OpFoldResult, b: OpFoldResult, loc: Loc) -> OpFoldResult {
    apply_expr(rw, AffineExpr::dim(0) * AffineExpr::symbol(0), &[a, b], loc)
}

fn sub(rw: &mut Rewriter<'_>, a: OpFoldResult, b: OpFoldResult, loc: Loc) -> OpFoldResult {
    apply_expr(rw, AffineExpr::dim(0) - AffineExpr::dim(1), &[a, b], loc)
}

fn add(rw: &mut Rewriter<'_>, a: OpFoldResult, b: OpFoldResult, loc: Loc) -> OpFoldResult {
    apply_expr(rw, AffineExpr::dim(0) + AffineExpr::dim(1), &[a, b], loc)
}

fn min(rw: &mut Rewriter<'_>, a: OpFoldResult, b: OpFoldResult, loc: Loc) -> OpFoldResult {
    composed_min(rw, &AffineMap::identity(2), &[a, b], loc)
}

/// The least number that an index is known not to be greater than.
fn upper_bound(rw: &Rewriter<'_>, index: OpFoldResult) -> Option<i64> {
    match index {
        OpFoldResult::Static(number) => Some(number),
        OpFoldResult::Value(value) => {
            let variable = Variable::from(Quantity::index(rw.value(value)));
            ValueBoundsConstraintSet::compute_constant_bound(BoundKind::Upper, &variable)
        }
    }
}

/// Whether two indices are known to be the same.
fn same(rw: &Rewriter<'_>, a: OpFoldResult, b: OpFoldResult) -> bool {
    a == b || known_index(rw, a).is_some_and(|number| known_index(rw, b) == Some(number))
}

/// The given slice, if it is the only one and of the source.
fn source_part(tiles: &[(usize, Tile)]) -> Result<&Tile, Refusal> {
    match tiles {
        [(0, tile)] => Ok(tile),
        _ => Err(None),
    }
}

impl ReifyShapes for PackOp {
    fn reify_shapes(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>> {
        let (dest, loc) = (PackOp::view_of(rw.op(op)).dest().id(), rw.body().loc(op));
        Some(vec![extents(rw, dest, loc)])
    }
}

impl ReifyShapes for UnPackOp {
    fn reify_shapes(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>> {
        let (dest, loc) = (UnPackOp::view_of(rw.op(op)).dest().id(), rw.body().loc(op));
        Some(vec![extents(rw, dest, loc)])
    }
}

/// Creates a `linalg.pack` of the slice of its source that a tile of the outer dimensions covers.
fn pack_into(
    rw: &mut Rewriter<'_>,
    op: Op,
    relayout: &Relayout,
    slice: Op,
    tile: &Tile,
) -> Result<Tiled, Refusal> {
    let part = PackOp::MODEL.result_tile_position(rw, op, 0, tile)?;
    let dest = extract_slice(rw, relayout.dest, &part, relayout.loc);
    let parts = [slice, dest].map(|slice| rw.body().single_result(slice));
    relayout.copy(rw, op, parts, vec![slice, dest])
}

impl TilingInterface for PackOp {
    fn loop_iterator_types(&self, op: OpRef<'_>) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; PackOp::view_of(op).source().ty().shape(op.cx()).map_or(0, <[i64]>::len)]
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        Ok(Relayout::of(rw.op(op))?.domain(rw))
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let relayout = Relayout::of(rw.op(op))?;
        let loc = relayout.loc;
        let unpacked = reordered(tile, |list| relayout.unordered(list));
        let ends = extents(rw, relayout.source, loc);
        let mut part = Tile::default();
        for (dim, &end) in ends.iter().enumerate() {
            let (mut offset, mut size) = (unpacked.offsets[dim], unpacked.sizes[dim]);
            if let Some(inner) = relayout.tile_along(dim) {
                offset = mul(rw, offset, inner, loc);
                size = mul(rw, size, inner, loc);
            }
            if relayout.pads {
                let left = sub(rw, end, offset, loc);
                size = min(rw, size, left, loc);
            }
            part.offsets.push(offset);
            part.sizes.push(size);
        }
        let slice = extract_slice(rw, relayout.source, &part, loc);
        pack_into(rw, op, &relayout, slice, tile)
    }

    fn result_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        let (shapes, mut part) = (self.reify_shapes(rw, op).ok_or(None)?, tile.clone());
        for &size in shapes.iter().flatten().skip(tile.sizes.len()) {
            part.offsets.push(OpFoldResult::Static(0));
            part.sizes.push(size);
        }
        Ok(part)
    }

    fn result_tile_value(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tiled, Refusal> {
        let relayout = Relayout::of(rw.op(op))?;
        let outer = tile.sizes.len().checked_sub(relayout.tiles.len()).ok_or(None)?;
        let whole = tile.offsets[outer..].iter().all(|&offset| known_index(rw, offset) == Some(0));
        let sizes = tile.sizes[outer..].iter().zip(&relayout.tiles);
        if !whole || !{ sizes }.all(|(&size, &inner)| same(rw, size, inner)) {
            return Err(None);
        }
        let outer = reordered(tile, |list| list[..outer].to_vec());
        self.tiled_implementation(rw, op, &outer)
    }

    fn domain_tile_of_operands(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tiles: &[(usize, Tile)],
    ) -> Result<Tile, Refusal> {
        let (relayout, source) = (Relayout::of(rw.op(op))?, source_part(tiles)?);
        let (loc, rank) = (relayout.loc, relayout.unpacked.len());
        let counts = relayout.unordered(&relayout.packed[..rank]);
        let (d0, s0) = (AffineExpr::dim(0), AffineExpr::symbol(0));
        let mut tile = Tile::default();
        for (dim, &count) in counts.iter().enumerate() {
            let (offset, size) = (source.offsets[dim], source.sizes[dim]);
            let Some(inner) = relayout.tile_along(dim) else {
                tile.offsets.push(offset);
                tile.sizes.push(size);
                continue;
            };
            let most = upper_bound(rw, size);
            let whole = relayout.unpacked[dim];
            if whole != DYNAMIC && most.is_some_and(|most| most >= whole) {
                tile.offsets.push(offset);
                tile.sizes.push(match count {
                    DYNAMIC => extent(rw, relayout.dest, dim, loc),
                    count => OpFoldResult::Static(count),
                });
                continue;
            }
            // Only whole inner tiles can be packed by themselves.
            let known = known_index(rw, inner).filter(|&inner| inner != 0).ok_or(None)?;
            if most.ok_or(None)?.wrapping_rem(known) != 0 {
                return Err(None);
            }
            let first = AffineExpr::floor_div(d0.clone(), s0.clone());
            tile.offsets.push(apply_expr(rw, first, &[offset, inner], loc));
            let count = AffineExpr::ceil_div(d0.clone(), s0.clone());
            tile.sizes.push(apply_expr(rw, count, &[size, inner], loc));
        }
        Ok(reordered(&tile, |list| relayout.ordered(list)))
    }

    fn tiled_from_operand_tiles(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tiles: &[(usize, Tile)],
    ) -> Result<Tiled, Refusal> {
        let (relayout, source) = (Relayout::of(rw.op(op))?, source_part(tiles)?);
        let slice = extract_slice(rw, relayout.source, source, relayout.loc);
        let tile = self.domain_tile_of_operands(rw, op, tiles)?;
        pack_into(rw, op, &relayout, slice, &tile)
    }
}

/// The source tiles that a tile of an unpacked tensor needs along one dimension.
struct UnpackedDim {
    /// Whether it consists of whole inner tiles.
    aligned: bool,
    /// The first inner tile, and how many.
    source: (OpFoldResult, OpFoldResult),
    /// The offset of the tile in these inner tiles, and its size.
    dest: (OpFoldResult, OpFoldResult),
}

impl UnpackedDim {
    fn of(rw: &mut Rewriter<'_>, relayout: &Relayout, dim: usize, tile: &Tile) -> Self {
        let (offset, size, loc) = (tile.offsets[dim], tile.sizes[dim], relayout.loc);
        let (zero, one) = (OpFoldResult::Static(0), OpFoldResult::Static(1));
        let Some(inner) = relayout.tile_along(dim) else {
            return Self { aligned: true, source: (offset, size), dest: (zero, size) };
        };
        let [d0, d1] = [0, 1].map(AffineExpr::dim);
        let first = AffineExpr::floor_div(d0.clone(), d1.clone());
        let known = upper_bound(rw, size).zip(known_index(rw, inner).filter(|&inner| inner != 0));
        if let Some((most, inner_size)) = known.filter(|(most, inner)| most.wrapping_rem(*inner) == 0) {
            let at = apply_expr(rw, first, &[offset, inner], loc);
            let count = if most == inner_size {
                one
            } else {
                apply_expr(rw, AffineExpr::ceil_div(d0, d1), &[size, inner], loc)
            };
            return Self { aligned: true, source: (at, count), dest: (zero, size) };
        }
        let rest = AffineExpr::modulo(d0, d1);
        let [quotient, rest] = [first, rest].map(map_of_expr);
        let operands = [offset, inner].map(|index| OpFoldResult::Value(value_of(rw, index, loc)));
        let start = OpFoldResult::Value(make_apply(rw, loc, &quotient, &operands));
        let within = OpFoldResult::Value(make_apply(rw, loc, &rest, &operands));
        let end = add(rw, offset, size, loc);
        let last = sub(rw, end, one, loc);
        let operands = [last, inner].map(|index| OpFoldResult::Value(value_of(rw, index, loc)));
        let last = OpFoldResult::Value(make_apply(rw, loc, &quotient, &operands));
        make_apply(rw, loc, &rest, &operands);
        let less = sub(rw, last, start, loc);
        let count = add(rw, less, one, loc);
        let [count_value, inner] = [count, inner].map(|index| value_of(rw, index, loc));
        let whole = rw.build_or_fold_value(MulIOp::of(count_value, inner).loc(loc));
        Self { aligned: false, source: (start, count), dest: (within, OpFoldResult::Value(whole)) }
    }
}

impl TilingInterface for UnPackOp {
    fn loop_iterator_types(&self, op: OpRef<'_>) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; UnPackOp::view_of(op).dest().ty().shape(op.cx()).map_or(0, <[i64]>::len)]
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        Ok(Relayout::of(rw.op(op))?.domain(rw))
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        let relayout = Relayout::of(rw.op(op))?;
        let loc = relayout.loc;
        let dims: Vec<UnpackedDim> =
            (0..relayout.unpacked.len()).map(|dim| UnpackedDim::of(rw, &relayout, dim, tile)).collect();
        let (offsets, sizes): (Vec<OpFoldResult>, Vec<OpFoldResult>) =
            dims.iter().map(|dim| dim.source).unzip();
        let mut part = reordered(&Tile { offsets, sizes }, |list| relayout.ordered(list));
        for &inner in &relayout.tiles {
            part.offsets.push(OpFoldResult::Static(0));
            part.sizes.push(inner);
        }
        let source = extract_slice(rw, relayout.source, &part, loc);
        let mut slices = vec![source];
        let source = rw.body().single_result(source);
        if dims.iter().all(|dim| dim.aligned) {
            let dest = extract_slice(rw, relayout.dest, tile, loc);
            slices.push(dest);
            let dest = rw.body().single_result(dest);
            return relayout.copy(rw, op, [source, dest], slices);
        }
        let (offsets, sizes): (Vec<OpFoldResult>, Vec<OpFoldResult>) =
            dims.iter().map(|dim| dim.dest).unzip();
        let element = rw.value(relayout.dest).ty().element_type_or_self(rw.cx());
        let dest = empty(rw, &sizes, element, loc);
        let mut tiled = relayout.copy(rw, op, [source, dest], slices)?;
        let part = Tile { offsets, sizes: tile.sizes.clone() };
        let value = tiled.values.first_mut().ok_or(None)?;
        let taken = extract_slice(rw, *value, &part, loc);
        *value = rw.body().single_result(taken);
        Ok(tiled)
    }

    fn result_tile_position(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        Ok(tile.clone())
    }

    fn result_tile_value(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tiled, Refusal> {
        self.tiled_implementation(rw, op, tile)
    }

    fn domain_tile_of_operands(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tiles: &[(usize, Tile)],
    ) -> Result<Tile, Refusal> {
        if let [(1, tile)] = tiles {
            return Ok(tile.clone());
        }
        let (relayout, source) = (Relayout::of(rw.op(op))?, source_part(tiles)?);
        let (loc, rank) = (relayout.loc, relayout.unpacked.len());
        let ends = extents(rw, relayout.dest, loc);
        let unpacked = reordered(source, |list| relayout.unordered(&list[..rank]));
        let mut tile = Tile::default();
        for (dim, &end) in ends.iter().enumerate() {
            let (mut offset, mut size) = (unpacked.offsets[dim], unpacked.sizes[dim]);
            if let Some(inner) = relayout.tile_along(dim) {
                offset = mul(rw, offset, inner, loc);
                size = mul(rw, size, inner, loc);
                let left = sub(rw, end, offset, loc);
                size = min(rw, size, left, loc);
            }
            tile.offsets.push(offset);
            tile.sizes.push(size);
        }
        Ok(tile)
    }

    fn tiled_from_operand_tiles(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        tiles: &[(usize, Tile)],
    ) -> Result<Tiled, Refusal> {
        let (relayout, source) = (Relayout::of(rw.op(op))?, source_part(tiles)?);
        let inner = source.sizes[relayout.unpacked.len()..].iter().zip(&relayout.tiles);
        if !{ inner }.all(|(&size, &inner)| same(rw, size, inner)) {
            return Err(None);
        }
        let tile = self.domain_tile_of_operands(rw, op, tiles)?;
        let dest = extract_slice(rw, relayout.dest, &tile, relayout.loc);
        let slice = extract_slice(rw, relayout.source, source, relayout.loc);
        let parts = [slice, dest].map(|slice| rw.body().single_result(slice));
        relayout.copy(rw, op, parts, vec![slice, dest])
    }
}
