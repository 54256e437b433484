//! The parts of vectors that lanes hold, and the places of lanes.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::make_apply;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::{Context, Loc, OpFoldResult, Rewriter, Type, Value, VectorType};

/// A vector type with another shape.
pub(super) fn with_shape(cx: &Context, ty: Type, shape: &[i64]) -> Type {
    VectorType::get(cx, shape, ty.element_type_or_self(cx))
}

/// The type of the part of a vector that each lane holds; the type itself for other types, and for maps without results. `None`
/// if lanes cannot share it.
pub(super) fn distributed_type(cx: &Context, ty: Type, map: &AffineMap, lanes: i64) -> Option<Type> {
    let Some(vector) = as_vector(cx, ty) else { return Some(ty) };
    if map.results.is_empty() {
        return Some(ty);
    }
    let (mut shape, mut left) = (vector.shape.to_vec(), lanes);
    for expr in &map.results {
        let extent = shape.get_mut(expr.as_dim()? as usize).filter(|extent| **extent > 0)?;
        if *extent % left == 0 {
            *extent /= left;
            left = 1;
            break;
        }
        if left % *extent != 0 {
            return None;
        }
        left /= *extent;
        *extent = 1;
    }
    (left == 1 && !vector.is_scalable()).then(|| with_shape(cx, ty, &shape))
}

/// The dimensions of which lanes hold parts.
pub(super) fn distributed_dims(whole: &[i64], part: &[i64]) -> Vec<usize> {
    (0..whole.len()).filter(|&dim| part.get(dim) != Some(&whole[dim])).collect()
}

/// The only dimension of which lanes hold parts; `None` if there is not one.
pub(super) fn distributed_dim(cx: &Context, whole: Type, part: Type) -> Option<usize> {
    let (whole, part) = (as_vector(cx, whole)?, as_vector(cx, part)?);
    if whole.rank() != part.rank() {
        return None;
    }
    match distributed_dims(whole.shape, part.shape)[..] {
        [dim] => Some(dim),
        _ => None,
    }
}

/// The number of lanes along each dimension; `None` if these are not all lanes. Empty if each lane holds all.
pub(super) fn lanes_by_dim(whole: &[i64], part: &[i64], lanes: i64) -> Option<Vec<i64>> {
    if whole == part {
        return Some(Vec::new());
    }
    if whole.len() != part.len() {
        return None;
    }
    let count = |(&whole, &part): (&i64, &i64)| (part > 0 && whole % part == 0).then(|| whole / part);
    let counts: Vec<i64> = whole.iter().zip(part).map(count).collect::<Option<_>>()?;
    let product = counts.iter().try_fold(1_i64, |product, &count| product.checked_mul(count))?;
    (product == lanes).then_some(counts)
}

/// An expression of operands, dimensions first, as `affine.apply`.
pub(super) fn apply(rw: &mut Rewriter<'_>, expr: AffineExpr, operands: &[OpFoldResult], loc: Loc) -> Value {
    let map = terrace_dialects_mem::affine::make::map_of_expr(expr);
    make_apply(rw, loc, &map, operands)
}

/// The place of a lane along each dimension, for these numbers of lanes, of which the last ones are next to each other.
pub(super) fn place_of_lane(
    rw: &mut Rewriter<'_>,
    counts: &[i64],
    lanes: i64,
    lane: Value,
    loc: Loc,
) -> Vec<Value> {
    if counts.is_empty() {
        return Vec::new();
    }
    let mut places = vec![index_constant(rw, 0, loc); counts.len()];
    let (mut used, mut rest) = (1, lane);
    for (dim, &count) in counts.iter().enumerate().rev() {
        used *= count;
        if used == lanes {
            places[dim] = rest;
            break;
        }
        let symbol = AffineExpr::symbol(0);
        let count = AffineExpr::constant(count);
        places[dim] =
            apply(rw, AffineExpr::modulo(symbol.clone(), count.clone()), &[OpFoldResult::Value(rest)], loc);
        rest = apply(rw, AffineExpr::floor_div(symbol, count), &[OpFoldResult::Value(rest)], loc);
    }
    places
}

/// The indices of the part of a lane: those of the whole, plus the lane's places times the extents of parts, where `dims` says which
/// index a dimension of the vector is.
pub(super) fn part_indices(
    rw: &mut Rewriter<'_>,
    indices: &mut [Value],
    dims: &[(usize, usize)],
    (places, part): (&[Value], &[i64]),
    loc: Loc,
) {
    for &(index, dim) in dims {
        let scaled = AffineExpr::constant(part[dim]) * AffineExpr::dim(1);
        let operands = [indices[index], places[dim]].map(OpFoldResult::Value);
        indices[index] = apply(rw, AffineExpr::dim(0) + scaled, &operands, loc);
    }
}
