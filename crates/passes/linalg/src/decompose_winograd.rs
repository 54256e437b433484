//! The transformations of Winograd's algorithm as loops over tiles with products of matrices.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{AddFOp, ConstantOp, MulFOp};
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_linalg::builders::{Loops, make_fill, make_generic, make_named};
use terrace_dialects_linalg::matmul::MatmulOp;
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::winograd::{
    WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp,
};
use terrace_dialects_mem::affine::make::make_apply;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::make_slices::{empty, extract_slice_as, insert_slice};
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::Tile;
use terrace_ir::{
    DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, RankedTensorType, Rewriter, Type, Value, op_match, pattern,
};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_support::apfloat::ApFloat;

use crate::winograd_matrices::{Algorithm, Matrix};

/// Writes the transformations of Winograd's algorithm as loops.
pub static DECOMPOSE_WINOGRAD: &[Pattern] = &[
    pattern!("DecomposeWinogradFilterTransform", WinogradFilterTransformOp, |rw, op| {
        decompose_winograd(rw, op.into()).map(|_| ())
    }),
    pattern!("DecomposeWinogradInputTransform", WinogradInputTransformOp, |rw, op| {
        decompose_winograd(rw, op.into()).map(|_| ())
    }),
    pattern!("DecomposeWinogradOutputTransform", WinogradOutputTransformOp, |rw, op| {
        decompose_winograd(rw, op.into()).map(|_| ())
    }),
];

/// Whether an op is a transformation of Winograd's algorithm.
#[must_use]
pub fn is_winograd_transform(op: OpRef<'_>) -> bool {
    op.isa::<WinogradFilterTransformOp>()
        || op.isa::<WinogradInputTransformOp>()
        || op.isa::<WinogradOutputTransformOp>()
}

/// Replaces a transformation of Winograd's algorithm on floats, all of whose loops have static bounds, by loops; returns the
/// outermost one. `None`, without modifications, for other ops.
pub fn decompose_winograd(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (kind, fmr) = op_match!(view, {
        WinogradFilterTransformOp => (TransformedTensor::Filter, WinogradFilterTransformOp::view_of(view).fmr()),
        WinogradInputTransformOp => (TransformedTensor::Input, WinogradInputTransformOp::view_of(view).fmr()),
        WinogradOutputTransformOp => (TransformedTensor::Output, WinogradOutputTransformOp::view_of(view).fmr()),
        _ => return None,
    });
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let &[source, dest] = &operands[..] else { return None };
    let [from, to] = [source, dest].map(|value| rw.value(value).ty().ranked_shape(cx).to_vec());
    let element = rw.value(source).ty().element_type(cx)?;
    // The height and width of the input are not needed, nor is the shape that a tile is inserted into.
    let has_extents = match kind {
        TransformedTensor::Filter | TransformedTensor::Output => !from.contains(&DYNAMIC),
        TransformedTensor::Input => {
            !to.contains(&DYNAMIC) && [0, 3].iter().all(|&dim| from.get(dim) != Some(&DYNAMIC))
        }
    };
    if !has_extents || element.float_kind(cx).is_none() {
        return rw.notify_match_failure(op, "expected static extents, and elements of a floating-point type");
    }
    // A dimension of one element is not transformed.
    let sides = match kind {
        TransformedTensor::Filter => [from.get(1)? != &1, from.get(2)? != &1],
        TransformedTensor::Input => [to.first()? != &1, to.get(1)? != &1],
        TransformedTensor::Output => [from.first()? != &1, from.get(1)? != &1],
    };
    let algorithm = Algorithm::of(fmr);
    let transform = Transform { algorithm, sides, source, element, from, loc: view.loc() };
    if !transform.fits(kind) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let result = match kind {
        TransformedTensor::Filter => transform.filter(rw, dest)?,
        TransformedTensor::Input => transform.input(rw, dest, &to)?,
        TransformedTensor::Output => transform.output(rw, dest)?,
    };
    rw.replace_op(op, &[result]);
    rw.value(result).defining_op().map(|op| op.id())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TransformedTensor {
    Filter,
    Input,
    Output,
}

/// A transformation: from the left, from the right, or both.
struct Transform {
    algorithm: &'static Algorithm,
    sides: [bool; 2],
    source: Value,
    /// The shape of the source.
    from: Vec<i64>,
    element: Type,
    loc: Loc,
}

/// A tile of two dimensions within a tensor of more, the others of which have one element in it.
struct TilePlace<'a> {
    offsets: &'a [OpFoldResult],
    /// The dimensions of the tile.
    dims: [usize; 2],
    extents: [i64; 2],
}

impl TilePlace<'_> {
    fn tile(&self) -> Tile {
        let mut sizes = vec![OpFoldResult::Static(1); self.offsets.len()];
        for (dim, extent) in self.dims.into_iter().zip(self.extents) {
            sizes[dim] = OpFoldResult::Static(extent);
        }
        Tile { offsets: self.offsets.to_vec(), sizes }
    }
}

impl Transform {
    fn fits(&self, kind: TransformedTensor) -> bool {
        let (extents, whole) = match kind {
            TransformedTensor::Filter => (self.from.get(1..3), self.algorithm.r),
            TransformedTensor::Output => (self.from.get(..2), self.algorithm.alpha()),
            TransformedTensor::Input => return self.from.len() == 4,
        };
        extents.is_some_and(|extents| extents.iter().all(|&extent| extent == 1 || extent == whole))
    }

    /// The extents of the result of a matrix, where it is applied.
    fn extents(&self, matrix: i64) -> [i64; 2] {
        self.sides.map(|is_transformed| if is_transformed { matrix } else { 1 })
    }

    fn extract(&self, rw: &mut Rewriter<'_>, source: Value, place: &TilePlace<'_>) -> Value {
        let ty = RankedTensorType::get(rw.cx(), &place.extents, self.element);
        let slice = extract_slice_as(rw, source, &place.tile(), ty, self.loc);
        rw.body().single_result(slice)
    }

    fn zero(&self, rw: &mut Rewriter<'_>) -> Option<Value> {
        let zero = zero_attr(rw.cx(), self.element)?;
        Some(rw.build_value(ConstantOp::of().value_attr(zero).result(self.element).loc(self.loc)))
    }

    fn zeros(&self, rw: &mut Rewriter<'_>, zero: Value, shape: [i64; 2]) -> Option<Value> {
        let init = empty(rw, &shape.map(OpFoldResult::Static), self.element, self.loc);
        let filled = make_fill(rw, zero, init, self.loc)?;
        Some(rw.body().single_result(filled))
    }

    /// Multiplies a tile by a matrix from the left, and by the transposed matrix from the right. The last product is
    /// added to `init`, or to zeros.
    fn multiply(
        &self,
        rw: &mut Rewriter<'_>,
        mut tile: Value,
        matrix: &Matrix,
        (zero, init): (Value, Option<Value>),
        width: i64,
    ) -> Option<Value> {
        let [rows, columns] = self.extents(matrix.num_rows());
        for (is_right, _) in [false, true].into_iter().zip(self.sides).filter(|(_, is_applied)| *is_applied) {
            let is_last = is_right || !self.sides[1];
            let init = match init.filter(|_| is_last) {
                Some(init) => init,
                None => self.zeros(rw, zero, [rows, if is_right { columns } else { width }])?,
            };
            let constant = matrix.constant(rw, is_right, self.element, self.loc)?;
            let inputs = if is_right { [tile, constant] } else { [constant, tile] };
            let product = make_named(rw, MatmulOp::DEF, &inputs, &[init], &[], self.loc)?;
            tile = rw.body().single_result(product);
        }
        Some(tile)
    }

    /// A nest of loops from zero to these bounds, in which a tensor is updated.
    fn nest(
        &self,
        rw: &mut Rewriter<'_>,
        bounds: &[i64],
        init: Value,
        body: &mut dyn FnMut(&mut Rewriter<'_>, &[Value], Value) -> Option<Value>,
    ) -> Option<Value> {
        let zero = index_constant(rw, 0, self.loc);
        let bounds: Vec<Value> = bounds.iter().map(|&bound| index_constant(rw, bound, self.loc)).collect();
        let one = index_constant(rw, 1, self.loc);
        self.nest_in(rw, &bounds, [zero, one], &mut Vec::new(), init, body)
    }

    fn nest_in(
        &self,
        rw: &mut Rewriter<'_>,
        bounds: &[Value],
        [zero, one]: [Value; 2],
        indices: &mut Vec<Value>,
        init: Value,
        body: &mut dyn FnMut(&mut Rewriter<'_>, &[Value], Value) -> Option<Value>,
    ) -> Option<Value> {
        let Some((&bound, inner)) = bounds.split_first() else { return body(rw, indices, init) };
        let made = for_loop(rw, [zero, bound, one], &[init], self.loc, |rw, index, args| {
            indices.push(index);
            Some(vec![self.nest_in(rw, inner, [zero, one], indices, args[0], body)?])
        })?;
        rw.body().results(made).next()
    }

    /// Transforms each filter.
    fn filter(&self, rw: &mut Rewriter<'_>, dest: Value) -> Option<Value> {
        let &[features, height, width, channels] = &self.from[..] else { return None };
        let zero_index = OpFoldResult::Value(index_constant(rw, 0, self.loc));
        self.nest(rw, &[features, channels], dest, &mut |rw, indices, result| {
            let &[feature, channel] = indices else { return None };
            let [feature, channel] = [feature, channel].map(OpFoldResult::Value);
            let offsets = [feature, zero_index, zero_index, channel];
            let place = TilePlace { offsets: &offsets, dims: [1, 2], extents: [height, width] };
            let tile = self.extract(rw, self.source, &place);
            let zero = self.zero(rw)?;
            let tile = self.multiply(rw, tile, &self.algorithm.filter, (zero, None), width)?;
            let offsets = [zero_index, zero_index, channel, feature];
            let extents = self.extents(self.algorithm.alpha());
            let place = TilePlace { offsets: &offsets, dims: [0, 1], extents };
            Some(insert_slice(rw, tile, result, &place.tile(), self.loc))
        })
    }

    /// The places in the input or output where the tile with these numbers starts.
    fn starts(&self, rw: &mut Rewriter<'_>, numbers: [Value; 2]) -> [OpFoldResult; 2] {
        let mut starts = numbers.map(OpFoldResult::Value);
        for (start, is_transformed) in starts.iter_mut().zip(self.sides) {
            let expr = match is_transformed {
                true => AffineExpr::dim(0) * AffineExpr::constant(self.algorithm.m),
                false => AffineExpr::dim(0),
            };
            *start =
                OpFoldResult::Value(make_apply(rw, self.loc, &AffineMap::new(1, 0, vec![expr]), &[*start]));
        }
        starts
    }

    /// Transforms each tile of the input.
    fn input(&self, rw: &mut Rewriter<'_>, dest: Value, to: &[i64]) -> Option<Value> {
        let (&[batch, _, _, channels], &[_, _, tile_height, tile_width, ..]) = (&self.from[..], to) else {
            return None;
        };
        self.nest(rw, &[tile_height, tile_width, batch, channels], dest, &mut |rw, indices, result| {
            let &[row, column, batch, channel] = indices else { return None };
            let [height, width] = self.starts(rw, [row, column]);
            let numbers = [row, column, batch, channel].map(OpFoldResult::Value);
            let offsets = [numbers[2], height, width, numbers[3]];
            let extents = self.extents(self.algorithm.alpha());
            let place = TilePlace { offsets: &offsets, dims: [1, 2], extents };
            let tile = self.extract(rw, self.source, &place);
            let zero = self.zero(rw)?;
            let tile = self.multiply(rw, tile, &self.algorithm.input, (zero, None), extents[1])?;
            let offsets: Vec<OpFoldResult> =
                [OpFoldResult::Static(0); 2].into_iter().chain(numbers).collect();
            let place = TilePlace { offsets: &offsets, dims: [0, 1], extents };
            Some(insert_slice(rw, tile, result, &place.tile(), self.loc))
        })
    }

    /// Transforms the products to each tile of the output, and adds them to it.
    fn output(&self, rw: &mut Rewriter<'_>, dest: Value) -> Option<Value> {
        let &[height, width, tile_height, tile_width, batch, features] = &self.from[..] else { return None };
        let applied = self.sides.iter().filter(|is_applied| **is_applied).count() as u32;
        let factor = self.algorithm.factor.pow(applied);
        self.nest(rw, &[tile_height, tile_width, batch, features], dest, &mut |rw, indices, result| {
            let &[row, column, batch, feature] = indices else { return None };
            let numbers = [row, column, batch, feature].map(OpFoldResult::Value);
            let offsets: Vec<OpFoldResult> =
                [OpFoldResult::Static(0); 2].into_iter().chain(numbers).collect();
            let place = TilePlace { offsets: &offsets, dims: [0, 1], extents: [height, width] };
            let tile = self.extract(rw, self.source, &place);
            let zero = self.zero(rw)?;
            let [top, left] = self.starts(rw, [row, column]);
            let offsets = [numbers[2], top, left, numbers[3]];
            let extents = self.extents(self.algorithm.m);
            let place = TilePlace { offsets: &offsets, dims: [1, 2], extents };
            let init = self.extract(rw, result, &place);
            let own = (zero, Some(init).filter(|_| factor == 1));
            let mut tile = self.multiply(rw, tile, &self.algorithm.output, own, width)?;
            if factor != 1 {
                tile = self.add_scaled(rw, tile, factor, init)?;
            }
            Some(insert_slice(rw, tile, result, &place.tile(), self.loc))
        })
    }

    /// Adds a tile, multiplied by a factor, to another one.
    fn add_scaled(&self, rw: &mut Rewriter<'_>, tile: Value, factor: i64, to: Value) -> Option<Value> {
        let kind = self.element.float_kind(rw.cx())?;
        let factor = rw.cx().float_attr(self.element, ApFloat::from_f64(kind, factor as f64));
        let factor = rw.build_value(ConstantOp::of().value_attr(factor).result(self.element).loc(self.loc));
        let point = rw.insertion_point()?;
        let region = rw.new_region();
        let block = rw.create_block(region, &[(self.element, self.loc); 3]);
        rw.set_insertion_point_to_end(block);
        let args: Vec<Value> = rw.body().args(block).collect();
        let scaled = rw.build_value(MulFOp::of(args[0], args[1]).result(self.element).loc(self.loc));
        let sum = rw.build_value(AddFOp::of(scaled, args[2]).result(self.element).loc(self.loc));
        rw.build(YieldOp::of(&[sum]).loc(self.loc));
        rw.set_insertion_point(point);
        let maps = [AffineMap::new(2, 0, Vec::new()), AffineMap::identity(2), AffineMap::identity(2)];
        let loops = Loops { inputs: &[factor, tile], outputs: &[to], maps: &maps, parallel: &[true, true] };
        let types = [rw.value(to).ty()];
        let made = make_generic(rw, &loops, &types, region, self.loc);
        rw.body().results(made).next()
    }
}
