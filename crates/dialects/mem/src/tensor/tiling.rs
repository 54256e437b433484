//! Tiling of padded tensors: the part of the source in a tile, with the remaining padding.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{CmpIOp, CmpIPredicate, OrIOp};
use terrace_dialects_core::scf;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::{IteratorType, Range, Refusal, ReifyShapes, Tile, Tiled, TilingInterface};
use terrace_ir::{
    DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, RankedTensorType, Rewriter, Type, Value, View,
};

use super::{CastOp, DimOp, GenerateOp, PadOp, YieldOp, constant_padding_value, padded_type};
use crate::affine::make::{apply_expr, composed_apply, composed_max, composed_min};
use crate::extents::extent;
use crate::index_values::{index_constant, indices, known_index, split, value_of};
use crate::make_slices::extract_slice;

/// The borders before and after the source.
fn borders(pad: View<'_, PadOp>) -> [Vec<OpFoldResult>; 2] {
    [indices(&pad.mixed_low()), indices(&pad.mixed_high())]
}

impl ReifyShapes for PadOp {
    fn reify_shapes(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Vec<Vec<OpFoldResult>>> {
        let view = PadOp::view_of(rw.op(op));
        let (source, loc) = (view.source().id(), view.0.loc());
        let [low, high] = borders(view);
        let shape = view.result().ty().shape(rw.cx())?.to_vec();
        let sum = AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::dim(2);
        let mut sizes = Vec::with_capacity(shape.len());
        for (dim, &known) in shape.iter().enumerate() {
            if known != DYNAMIC {
                sizes.push(OpFoldResult::Static(known));
                continue;
            }
            let number = index_constant(rw, dim as i64, loc);
            let inner = rw.build_or_fold_value(DimOp::of(source, number).result(Type::INDEX).loc(loc));
            sizes.push(apply_expr(rw, sum.clone(), &[OpFoldResult::Value(inner), low[dim], high[dim]], loc));
        }
        Some(vec![sizes])
    }
}

/// Creates index arithmetic.
struct Indices<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
}

impl Indices<'_, '_> {
    fn sub(&mut self, a: OpFoldResult, b: OpFoldResult) -> OpFoldResult {
        let map = AffineMap::new(2, 0, vec![AffineExpr::dim(0) - AffineExpr::dim(1)]);
        composed_apply(self.rw, &map, &[a, b], self.loc)
    }

    fn min(&mut self, a: OpFoldResult, b: OpFoldResult) -> OpFoldResult {
        composed_min(self.rw, &AffineMap::identity(2), &[a, b], self.loc)
    }

    fn max(&mut self, a: OpFoldResult, b: OpFoldResult) -> OpFoldResult {
        composed_max(self.rw, &AffineMap::identity(2), &[a, b], self.loc)
    }
}

/// The contents of one tile of a padded tensor.
#[derive(Default)]
struct Content {
    /// The part of the source.
    part: Tile,
    low: Vec<OpFoldResult>,
    high: Vec<OpFoldResult>,
    /// Whether the tile contains nothing of the source.
    none: bool,
    /// The same as a value, if it is dynamic.
    is_empty: Option<Value>,
}

impl Content {
    /// Adds a dimension: the borders, the extent of the source, and the offset and size of the tile along it.
    fn push(
        &mut self,
        make: &mut Indices<'_, '_>,
        [low, high]: [OpFoldResult; 2],
        source: (Value, usize),
        [offset, size]: [OpFoldResult; 2],
    ) {
        const ZERO: OpFoldResult = OpFoldResult::Static(0);
        let [has_low, has_high] = [low, high].map(|border| known_index(make.rw, border) != Some(0));
        if !has_low && !has_high {
            self.add([offset, size, low, high]);
            return;
        }
        let end = extent(make.rw, source.0, source.1, make.loc);
        let mut new_low = ZERO;
        let mut start = offset;
        if has_low {
            let before = make.sub(low, offset);
            new_low = make.max(ZERO, before);
            start = make.sub(offset, low);
            start = make.max(start, ZERO);
        }
        let start = make.min(start, end);
        let left = make.sub(end, start);
        let wanted = make.sub(size, new_low);
        let mut length = make.min(left, wanted);
        if has_low {
            length = make.max(length, ZERO);
        }
        if known_index(make.rw, length) == Some(0) {
            self.none = true;
        } else if !self.none {
            self.check(make, length);
        }
        let mut new_high = ZERO;
        if has_high {
            let behind = make.sub(size, length);
            new_high = make.sub(behind, new_low);
        }
        self.add([start, length, new_low, new_high]);
    }

    fn add(&mut self, [offset, size, low, high]: [OpFoldResult; 4]) {
        self.part.offsets.push(offset);
        self.part.sizes.push(size);
        self.low.push(low);
        self.high.push(high);
    }

    /// The tile is empty as well where this length is zero.
    fn check(&mut self, make: &mut Indices<'_, '_>, length: OpFoldResult) {
        let (rw, loc) = (&mut *make.rw, make.loc);
        let [length, zero] = [length, OpFoldResult::Static(0)].map(|index| value_of(rw, index, loc));
        let mut empty =
            rw.build_value(CmpIOp::of(length, zero).predicate(CmpIPredicate::Eq).result(Type::I1).loc(loc));
        if let Some(before) = self.is_empty {
            empty = rw.build_value(OrIOp::of(empty, before).result(Type::I1).loc(loc));
        }
        self.is_empty = Some(empty);
    }
}

/// The state for creating one tile.
struct Maker {
    op: Op,
    content: Content,
    /// The value that borders are filled with.
    padding: Value,
    sizes: Vec<OpFoldResult>,
    ty: Type,
    loc: Loc,
}

impl Maker {
    fn cast(&self, rw: &mut Rewriter<'_>, value: Value) -> Value {
        if rw.value(value).ty() == self.ty {
            return value;
        }
        rw.build_value(CastOp::of(value).dest(self.ty).loc(self.loc))
    }

    /// A tensor of nothing but the border's value.
    fn generate(&self, rw: &mut Rewriter<'_>) -> Op {
        let (values, _) = split(&self.sizes);
        let region = rw.new_region();
        let block = rw.create_block(region, &vec![(Type::INDEX, self.loc); self.sizes.len()]);
        let op = rw.build(GenerateOp::of(&values).loc(self.loc).result(self.ty).body(region));
        let point = rw.insertion_point();
        rw.set_insertion_point_to_end(block);
        rw.build(YieldOp::of(self.padding).loc(self.loc));
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        op.into()
    }

    /// A part of the source with borders: the op, and the one that takes the part.
    fn pad(&self, rw: &mut Rewriter<'_>) -> Result<(Op, Op), Refusal> {
        let (cx, view) = (rw.cx(), PadOp::view_of(rw.op(self.op)));
        let (source, nofold, attrs) = (view.source().id(), view.nofold_attr(), view.0.attrs());
        let from = view.region().id();
        let slice = extract_slice(rw, source, &self.content.part, self.loc);
        let part = rw.body().single_result(slice);
        let [low, high] = [&self.content.low, &self.content.high].map(|list| split(list));
        let ty = padded_type(cx, rw.value(part).ty(), &low.1, &high.1).ok_or(None)?;
        let region = rw.new_region();
        let op = rw.build(
            PadOp::of(part)
                .loc(self.loc)
                .mixed_low(&self.content.low)
                .mixed_high(&self.content.high)
                .nofold_attr(nofold)
                .result(ty)
                .region(region),
        );
        rw.set_attrs(op, attrs);
        rw.clone_region(from, region, &mut IrMapping::new()).ok_or(None)?;
        Ok((op.into(), slice))
    }

    /// A part of the source with borders where there is such a part; nothing but borders where there is none.
    fn guarded(&self, rw: &mut Rewriter<'_>, is_empty: Value) -> Result<Tiled, Refusal> {
        let point = rw.insertion_point();
        let regions = [rw.new_region(), rw.new_region()];
        let blocks = regions.map(|region| rw.create_block(region, &[]));
        let made = rw.build(
            scf::IfOp::of(is_empty)
                .loc(self.loc)
                .results(&[self.ty])
                .then_region(regions[0])
                .else_region(regions[1]),
        );
        rw.set_insertion_point_to_end(blocks[0]);
        let filled = self.generate(rw);
        let value = rw.body().single_result(filled);
        rw.build(scf::YieldOp::of(&[value]).loc(self.loc));
        rw.set_insertion_point_to_end(blocks[1]);
        let (padded, slice) = self.pad(rw)?;
        let value = rw.body().single_result(padded);
        let value = self.cast(rw, value);
        rw.build(scf::YieldOp::of(&[value]).loc(self.loc));
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        Ok(Tiled { ops: vec![padded], values: rw.body().results(made).collect(), slices: vec![slice] })
    }
}

/// Computes a tile of a padded tensor at the insertion point, from a slice of the source. If `guard` is set,
/// a tile that may contain nothing of the source does not extract an empty slice. Fails if the padding is not
/// a single value.
///
/// # Errors
///
/// If the padding is not a single value, or the tile does not match.
pub fn bubble_up_pad_slice(
    rw: &mut Rewriter<'_>,
    op: PadOp,
    tile: &Tile,
    guard: bool,
) -> Result<Tiled, Refusal> {
    let view = op.view(rw);
    let padding = constant_padding_value(view.0).ok_or(None)?.id();
    let (source, element) = (view.source().id(), view.result().ty().element_type_or_self(view.0.cx()));
    let ([low, high], loc) = (borders(view), view.0.loc());
    let mut content = Content::default();
    let mut make = Indices { rw, loc };
    for dim in 0..low.len() {
        let place = [*tile.offsets.get(dim).ok_or(None)?, *tile.sizes.get(dim).ok_or(None)?];
        content.push(&mut make, [low[dim], high[dim]], (source, dim), place);
    }
    let sizes = tile.sizes.clone();
    let ty = RankedTensorType::get(rw.cx(), &split(&sizes).1, element);
    let (none, is_empty) = (content.none, content.is_empty);
    let maker = Maker { op: op.into(), content, padding, sizes, ty, loc };
    if none {
        let made = maker.generate(rw);
        return Ok(Tiled { ops: vec![made], values: rw.body().results(made).collect(), slices: Vec::new() });
    }
    if let Some(is_empty) = is_empty.filter(|_| guard) {
        return maker.guarded(rw, is_empty);
    }
    let (padded, slice) = maker.pad(rw)?;
    let value = rw.body().single_result(padded);
    let value = maker.cast(rw, value);
    Ok(Tiled { ops: vec![padded], values: vec![value], slices: vec![slice] })
}

impl TilingInterface for PadOp {
    fn loop_iterator_types(&self, op: OpRef<'_>) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; PadOp::view_of(op).result().ty().shape(op.cx()).map_or(0, <[i64]>::len)]
    }

    fn iteration_domain(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<Vec<Range>, Refusal> {
        let shapes = self.reify_shapes(rw, op).ok_or(None)?;
        Ok(shapes.into_iter().flatten().map(Range::up_to).collect())
    }

    fn tiled_implementation(&self, rw: &mut Rewriter<'_>, op: Op, tile: &Tile) -> Result<Tiled, Refusal> {
        bubble_up_pad_slice(rw, PadOp::assume(op), tile, true)
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

    fn domain_tile_of_result(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _result: usize,
        tile: &Tile,
    ) -> Result<Tile, Refusal> {
        Ok(tile.clone())
    }
}
