//! Reductions of structured ops in parts.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::match_reduction;
use terrace_dialects_core::arith::{self, reductions::neutral_element};
use terrace_dialects_mem::make_slices::{empty, extract_slice_as};
use terrace_dialects_mem::tensor::with_shape;
use terrace_ir::def::op_error;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::{PartialReduction, PartialReductionOp, Reduced, Refusal, Tile, Tiled};
use terrace_ir::{Attr, Op, OpFoldResult, OpRef, Rewriter, Type, Value};

use crate::builders::{self, make_fill, make_generic, tensor_types};
use crate::copies::copy_with;
use crate::map_reduce::ReduceOp;
use crate::region_ops::YieldOp;
use crate::structured::{element_or_self, has_buffer_semantics};
use crate::tiling::{Loops, StructuredTiling};

/// The map of a destination, with the dimensions that are reduced in parts after the others.
fn partial_map(map: &AffineMap, dims: &[usize]) -> AffineMap {
    let mut results = map.results.clone();
    results.extend(dims.iter().map(|&dim| AffineExpr::dim(dim as u32)));
    AffineMap::new(map.num_dims, map.num_symbols, results)
}

/// The dimensions of the iteration domain that the dimensions of a partial result are.
fn partial_dims(loops: &Loops, result: usize, dims: &[usize]) -> Result<Vec<usize>, Refusal> {
    let map = partial_map(loops.maps.get(loops.destinations.0 + result).ok_or(None)?, dims);
    let places = map.results.iter().map(|expr| expr.as_dim().map(|dim| dim as usize));
    places.collect::<Option<Vec<usize>>>().ok_or(None)
}

/// The op in a structured op's body that combines a destination with the value of an iteration.
fn combiner<'a>(op: OpRef<'a>, loops: &Loops, result: usize) -> Option<OpRef<'a>> {
    let args: Vec<_> = op.single_region().entry()?.args().skip(loops.destinations.0).collect();
    match_reduction(&args, result)
}

/// The part of a partial result that a tile is about, and its shape where dimensions of one result are left out.
fn partial_part(
    loops: &Loops,
    result: usize,
    tile: &Tile,
    reduced: &Reduced<'_>,
) -> Result<(Tile, Vec<i64>), Refusal> {
    let (mut part, mut shape) = (Tile::default(), Vec::new());
    for dim in partial_dims(loops, result, reduced.dims)? {
        let (offset, size) = (*tile.offsets.get(dim).ok_or(None)?, *tile.sizes.get(dim).ok_or(None)?);
        let place = reduced.dims.iter().position(|&reduced| reduced == dim);
        let (offset, size) = match (place, reduced.strategy) {
            (None, _) => (offset, size),
            (Some(_), PartialReduction::OuterReduction) => (OpFoldResult::Static(0), size),
            (Some(place), PartialReduction::OuterParallel) => {
                part.offsets.push(*reduced.places.get(place).ok_or(None)?);
                part.sizes.push(OpFoldResult::Static(1));
                continue;
            }
        };
        part.offsets.push(offset);
        part.sizes.push(size);
        shape.push(size.fixed());
    }
    Ok((part, shape))
}

impl PartialReductionOp for StructuredTiling {
    fn initial_tensors(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        sizes: &[OpFoldResult],
        dims: &[usize],
    ) -> Result<Vec<Value>, Refusal> {
        let view = rw.op(op);
        let loops = Loops::of(view)?;
        if has_buffer_semantics(view) {
            return Err(Some(op_error(view, "expected operation to have tensor semantics")));
        }
        let mut inits = Vec::new();
        for result in 0..rw.op(op).num_results() {
            let view = rw.op(op);
            let Some(combiner) = combiner(view, &loops, result) else {
                return Err(Some(op_error(view, "Failed to anaysis the reduction operation.")));
            };
            let Some(identity) = neutral_element(combiner) else {
                let message = "Failed to get an identity value for the reduction operation.";
                return Err(Some(op_error(view, message)));
            };
            let (ty, element) =
                (combiner.single_result().ty(), element_or_self(rw.cx(), view.result(result).ty()));
            let places = partial_dims(&loops, result, dims)?;
            let shape = places.into_iter().map(|dim| sizes.get(dim).copied());
            let shape = shape.collect::<Option<Vec<OpFoldResult>>>().ok_or(None)?;
            let tensor = empty(rw, &shape, element, loops.loc);
            let start =
                rw.build_value(arith::ConstantOp::of().value_attr(identity).result(ty).loc(loops.loc));
            let filled = make_fill(rw, start, tensor, loops.loc).ok_or(None)?;
            inits.push(rw.body().single_result(filled));
        }
        Ok(inits)
    }

    fn tile_to_partial(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        inits: &[Value],
        tile: &Tile,
        reduced: &Reduced<'_>,
    ) -> Result<Tiled, Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let (first, count) = loops.destinations;
        let mut operands = loops.slices(rw, first, tile)?;
        let makers = operands.iter().filter_map(|&value| rw.value(value).defining_op());
        let mut slices: Vec<Op> = makers.map(|op| op.id()).collect();
        for (result, &init) in inits.iter().enumerate().take(count) {
            let (part, shape) = partial_part(&loops, result, tile, reduced)?;
            let ty = with_shape(rw.cx(), rw.value(init).ty(), &shape);
            let slice = extract_slice_as(rw, init, &part, ty, loops.loc);
            slices.push(slice);
            operands.push(rw.body().single_result(slice));
        }
        let types: Vec<Type> = operands[first..].iter().map(|&value| rw.value(value).ty()).collect();
        let made = match reduced.strategy {
            PartialReduction::OuterParallel => copy_with(rw, op, &operands, &types).ok_or(None)?,
            PartialReduction::OuterReduction => {
                let mut maps = loops.maps.clone();
                for map in &mut maps[first..] {
                    *map = partial_map(map, reduced.dims);
                }
                let mut parallel = loops.parallel.clone();
                for &dim in reduced.dims {
                    *parallel.get_mut(dim).ok_or(None)? = true;
                }
                let (inputs, outputs) = operands.split_at(first);
                let generic = builders::Loops { inputs, outputs, maps: &maps, parallel: &parallel };
                let (from, to) = (rw.op(op).single_region().id(), rw.new_region());
                let made = make_generic(rw, &generic, &types, to, loops.loc);
                rw.clone_region(from, to, &mut IrMapping::new()).ok_or(None)?;
                made
            }
        };
        Ok(Tiled { ops: vec![made], values: rw.body().results(made).collect(), slices })
    }

    fn merge(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        partial: &[Value],
        dims: &[usize],
    ) -> Result<(Vec<Op>, Vec<Value>), Refusal> {
        let loops = Loops::of(rw.op(op))?;
        let (first, count) = loops.destinations;
        let (mut ops, mut values) = (Vec::new(), Vec::new());
        for (result, &input) in partial.iter().enumerate().take(count) {
            let init = loops.operands[first + result];
            let places = partial_dims(&loops, result, dims)?;
            let reduced = (0..places.len()).filter(|&at| dims.contains(&places[at]));
            let reduced: Vec<i64> = reduced.map(|at| at as i64).collect();
            let combiner = combiner(rw.op(op), &loops, result).ok_or(None)?.id();
            let made = self.reduce(rw, (input, init), &reduced, combiner, &loops)?;
            values.push(rw.body().single_result(made));
            ops.push(made);
        }
        Ok((ops, values))
    }

    fn partial_tile_position(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        result: usize,
        tile: &Tile,
        reduced: &Reduced<'_>,
    ) -> Result<Tile, Refusal> {
        partial_part(&Loops::of(rw.op(op))?, result, tile, reduced).map(|(part, _)| part)
    }
}

impl StructuredTiling {
    /// `linalg.reduce` of a tensor along dimensions, by a copy of an op.
    fn reduce(
        self,
        rw: &mut Rewriter<'_>,
        (input, init): (Value, Value),
        dims: &[i64],
        combiner: Op,
        loops: &Loops,
    ) -> Result<Op, Refusal> {
        let (cx, loc) = (rw.cx(), loops.loc);
        let args = [input, init].map(|value| (element_or_self(cx, rw.value(value).ty()), loc));
        let region = rw.new_region();
        let block = rw.create_block(region, &args);
        let types = tensor_types(rw, &[init]);
        let dims: Attr = cx.i64_array(dims);
        let made = rw.build(
            ReduceOp::of()
                .loc(loc)
                .inputs(&[input])
                .inits(&[init])
                .dimensions_attr(dims)
                .results(&types)
                .combiner(region),
        );
        let point = rw.insertion_point();
        rw.set_insertion_point_to_end(block);
        let copy = rw.clone_op(combiner, &mut IrMapping::new()).ok_or(None)?;
        let args: Vec<Value> = rw.body().args(block).collect();
        rw.set_operands(copy, &args);
        let value = rw.body().single_result(copy);
        rw.build(YieldOp::of(&[value]).loc(loc));
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        Ok(made.into())
    }
}
