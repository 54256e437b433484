//! Structured ops as two, the first points of a loop and the others.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::{apply_expr, composed_min};
use terrace_dialects_mem::index_values::known_index;
use terrace_dialects_mem::make_slices::insert_slice;
use terrace_ir::tiling::{Refusal, Tile};
use terrace_ir::{Op, OpFoldResult, Rewriter, Value};

use terrace_passes_shared::destinations::{destinations, tiling_of};

/// Computes a part of an op into `outputs`; returns the op that does, and the tensors with the part in them.
fn make_part(
    rw: &mut Rewriter<'_>,
    op: Op,
    tile: &Tile,
    outputs: &[Value],
) -> Result<(Op, Vec<Value>), Refusal> {
    let (tiling, loc) = (tiling_of(rw, op)?, rw.body().loc(op));
    let made = tiling.tiled_implementation(rw, op, tile)?;
    let mut values = Vec::with_capacity(outputs.len());
    for (result, (&value, &output)) in made.values.iter().zip(outputs).enumerate() {
        let place = tiling.result_tile_position(rw, op, result, tile)?;
        values.push(insert_slice(rw, value, output, &place, loc));
    }
    Ok((*made.ops.first().ok_or(None)?, values))
}

/// Splits an op along a dimension of its iteration domain, so that the first part has at most `point` points; the op is
/// replaced. Returns the parts; the op itself, and no second part, if nothing is left for that.
///
/// # Errors
///
/// A refusal if a part cannot be made.
pub fn split(
    rw: &mut Rewriter<'_>,
    op: Op,
    dimension: usize,
    point: OpFoldResult,
) -> Result<(Op, Option<Op>), Refusal> {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let domain = tiling_of(rw, op)?.iteration_domain(rw, op)?;
    let Some(range) = domain.get(dimension).copied() else { return Ok((op, None)) };
    let (offsets, sizes) = domain.iter().map(|range| (range.offset, range.size)).unzip();
    let whole = Tile { offsets, sizes };
    let [d0, d1, d2] = [0, 1, 2].map(AffineExpr::dim);
    let map = AffineMap::new(3, 0, vec![d0.clone(), d1.clone() + d2.clone()]);
    let point = composed_min(rw, &map, &[point, range.offset, range.size], loc);
    let rest = d0.clone() + d1.clone() - d2;
    let rest = apply_expr(rw, rest, &[range.offset, range.size, point], loc);
    if known_index(rw, rest) == Some(0) {
        return Ok((op, None));
    }
    let outputs = destinations(rw, op).ok_or(None)?;
    rw.set_insertion_point_before(op);
    let mut tile = whole.clone();
    tile.sizes[dimension] = point;
    let (first, values) = make_part(rw, op, &tile, &outputs)?;
    // The second part is sliced of an op whose destinations are the results of the first one.
    let inits = rw.body().operands(op).count() - values.len();
    for (at, &value) in values.iter().enumerate() {
        rw.set_operand(op, inits + at, value);
    }
    let mut tile = whole;
    tile.offsets[dimension] = apply_expr(rw, d0 + d1, &[range.offset, point], loc);
    tile.sizes[dimension] = rest;
    let (second, values) = make_part(rw, op, &tile, &values)?;
    rw.replace_op(op, &values);
    Ok((first, Some(second)))
}
