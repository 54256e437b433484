//! Sizes of tiles that cover a loop without a rest.

use terrace_affine::AffineExpr;
use terrace_dialects_core::arith::{CmpIOp, CmpIPredicate};
use terrace_dialects_core::cf::AssertOp;
use terrace_dialects_linalg::structured::{as_structured, static_loops};
use terrace_dialects_mem::affine::make::{apply_expr, make_apply, map_of_expr};
use terrace_dialects_mem::index_values::{index_constant, known_index, value_of};
use terrace_ir::tiling::Refusal;
use terrace_ir::{DYNAMIC, Op, OpFoldResult, OpRef, Rewriter, Value};

use terrace_passes_shared::destinations::tiling_of;

/// The static trip count of a loop of a structured op; `None` if it is dynamic.
pub fn static_trip_count(op: OpRef<'_>, dimension: usize) -> Option<i64> {
    let maps = as_structured(op)?.indexing_maps(op);
    static_loops(op, &maps).get(dimension).copied().filter(|&count| count != DYNAMIC)
}

/// Sizes, and how many tiles have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwoTileSizes {
    /// The smaller size, and the number of its tiles.
    pub low: (i64, i64),
    /// The larger size, and the number of its tiles.
    pub high: (i64, i64),
}

/// Returns two sizes, both multiples of `divisor` and at most `target` if possible, whose tiles cover `count`
/// points; `None` if `count` is not a multiple of the divisor.
pub fn two_tile_sizes(count: i64, target: i64, divisor: i64) -> Option<TwoTileSizes> {
    let multiple =
        count.checked_div(divisor).filter(|_| count % divisor == 0 && divisor > 0 && target > 0)?;
    let most = target.checked_add(divisor - 1)? / divisor;
    let tiles = multiple.checked_add(most - 1)? / most;
    let low = multiple.checked_div(tiles)?.checked_mul(divisor)?;
    let high_tiles = multiple % tiles;
    Some(TwoTileSizes { low: (low, tiles - high_tiles), high: (low.checked_add(divisor)?, high_tiles) })
}

/// The greatest power of two that is less than a size above one.
fn next_size(size: u64) -> u64 {
    let power = 1 << size.ilog2();
    if power == size { power >> 1 } else { power }
}

/// Returns decreasing tile sizes, each with its number of tiles, which together cover `count` points.
pub fn continuous_sizes(count: i64, target: u64) -> Vec<(i64, i64)> {
    let (mut size, mut rest) = (target, count);
    let Some(tiles) = count.checked_div(size as i64) else { return Vec::new() };
    let mut sizes = vec![(size as i64, tiles)];
    rest -= tiles * size as i64;
    while size > 1 && rest != 0 {
        size = next_size(size);
        let tiles = rest / size as i64;
        if tiles > 0 {
            sizes.push((size as i64, tiles));
        }
        rest %= size as i64;
    }
    sizes
}

/// Computes sizes that get smaller, and how many tiles have each, so that together they cover a dimension of an op's
/// iteration domain; before the op.
///
/// # Errors
///
/// A refusal if the op has no such dimension.
pub fn make_continuous_sizes(
    rw: &mut Rewriter<'_>,
    op: Op,
    dimension: usize,
    target: u64,
) -> Result<Vec<(Value, Value)>, Refusal> {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let domain = tiling_of(rw, op)?.iteration_domain(rw, op)?;
    let range = *domain.get(dimension).ok_or(None)?;
    let [s0, s1] = [0, 1].map(AffineExpr::symbol);
    let tiles_of = AffineExpr::floor_div(s0.clone(), s1.clone());
    let [tiles_map, rest_map] = [tiles_of.clone(), AffineExpr::modulo(s0, s1)].map(map_of_expr);
    let mut size = index_constant(rw, target as i64, loc);
    let count = value_of(rw, range.size, loc);
    let mut number = target;
    let operands = [count, size].map(OpFoldResult::Value);
    let mut tiles = make_apply(rw, loc, &tiles_map, &operands);
    let mut rest = make_apply(rw, loc, &rest_map, &operands);
    // Upstream also checks whether this number is static; the ops that it creates for that stay.
    apply_expr(rw, tiles_of.clone(), &operands, loc);
    let mut sizes = vec![(size, tiles)];
    while number > 1 {
        number = next_size(number);
        size = index_constant(rw, number as i64, loc);
        let operands = [rest, size].map(OpFoldResult::Value);
        tiles = make_apply(rw, loc, &tiles_map, &operands);
        let folded = apply_expr(rw, tiles_of.clone(), &operands, loc);
        if known_index(rw, folded) != Some(0) {
            sizes.push((size, tiles));
        }
        rest = make_apply(rw, loc, &rest_map, &operands);
    }
    Ok(sizes)
}

/// Two sizes of tiles that cover a loop, and how many tiles have each, as values.
#[derive(Clone, Copy, Debug)]
pub struct TwoTileSizeValues {
    /// The smaller size, and the number of its tiles.
    pub low: (Value, Value),
    /// The larger size, and the number of its tiles.
    pub high: (Value, Value),
}

/// Computes what [`two_tile_sizes`] returns for a dimension of an op's iteration domain, before the op, and asserts that
/// the tiles cover the dimension.
///
/// # Errors
///
/// A refusal if the op has no such dimension, or a number is not positive.
pub fn make_two_tile_sizes(
    rw: &mut Rewriter<'_>,
    op: Op,
    dimension: usize,
    target: i64,
    divisor: i64,
) -> Result<TwoTileSizeValues, Refusal> {
    if target <= 0 || divisor <= 0 {
        return Err(None);
    }
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let target = index_constant(rw, target, loc);
    let divisor = index_constant(rw, divisor, loc);
    let domain = tiling_of(rw, op)?.iteration_domain(rw, op)?;
    let count = value_of(rw, domain.get(dimension).ok_or(None)?.size, loc);
    let [s0, s1, s2, s3] = [0, 1, 2, 3].map(AffineExpr::symbol);
    let mut apply = |expr: AffineExpr, values: &[Value]| {
        let operands: Vec<OpFoldResult> = values.iter().copied().map(OpFoldResult::Value).collect();
        make_apply(rw, loc, &map_of_expr(expr), &operands)
    };
    let round_up = AffineExpr::floor_div(s0.clone() + s1.clone() - AffineExpr::constant(1), s1.clone());
    let multiple = apply(AffineExpr::floor_div(s0.clone(), s1.clone()), &[count, divisor]);
    let most = apply(round_up.clone(), &[target, divisor]);
    let tiles = apply(round_up, &[multiple, most]);
    let size = AffineExpr::floor_div(s0.clone(), s1.clone()) * s2.clone();
    let low = apply(size, &[multiple, tiles, divisor]);
    let high_tiles = apply(AffineExpr::modulo(s0.clone(), s1.clone()), &[multiple, tiles]);
    let low_tiles = apply(s0.clone() - s1.clone(), &[tiles, high_tiles]);
    let high = apply(s0.clone() + s1.clone(), &[low, divisor]);
    let covered = apply(s0 * s1 + s2 * s3, &[low, low_tiles, high, high_tiles]);
    let equal = CmpIOp::of(covered, count).loc(loc).predicate(CmpIPredicate::Eq);
    let equal = rw.build_value(equal);
    let message = "could not compute dynamic multi-size tile shapes";
    rw.build(AssertOp::of(equal).loc(loc).msg(message));
    Ok(TwoTileSizeValues { low: (low, low_tiles), high: (high, high_tiles) })
}
