//! Elements and rows: extractions and insertions at one place.

use terrace_affine::AffineExpr;
use terrace_dialects_core::arith::{CmpIOp, CmpIPredicate};
use terrace_dialects_core::scf::build::if_else;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_dialects_mem::index_values::{fixed_attr, index_constant, indices, split};
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{ExtractOp, InsertOp};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{Loc, OpFoldResult, OpKind, Rewriter, Type, Value};

use super::lanes::{apply, distributed_dim, distributed_dims, with_shape};
use super::reduction::shuffle_from;
use super::region::Warp;

fn extract_at(rw: &mut Rewriter<'_>, from: Value, place: &[OpFoldResult], ty: Type, loc: Loc) -> Value {
    let (dynamic, fixed) = (split(place).0, fixed_attr(rw.cx(), place));
    let extract = ExtractOp::of(from).dynamic_position(&dynamic).static_position_attr(fixed);
    rw.build_value(extract.result(ty).loc(loc))
}

fn insert_at(rw: &mut Rewriter<'_>, value: Value, dest: Value, place: &[OpFoldResult], loc: Loc) -> Value {
    let (dynamic, fixed, ty) = (split(place).0, fixed_attr(rw.cx(), place), rw.value(dest).ty());
    let insert = InsertOp::of(value, dest).dynamic_position(&dynamic).static_position_attr(fixed);
    rw.build_value(insert.result(ty).loc(loc))
}

/// The lane that holds an element, and its place there, if each lane holds `count` of a vector's elements.
fn lane_of(rw: &mut Rewriter<'_>, place: OpFoldResult, count: i64, loc: Loc) -> Value {
    let (place_expr, count) = (AffineExpr::symbol(0), AffineExpr::constant(count));
    // Upstream rounds up, which is the next lane for all but the first element of a part.
    let lane = match rw.cx().matches_upstream() {
        true => AffineExpr::ceil_div(place_expr, count),
        false => AffineExpr::floor_div(place_expr, count),
    };
    apply(rw, lane, &[place], loc)
}

/// An `scf.if` in the lane that has a number, which inserts a value into its part there.
fn insert_in_lane(
    rw: &mut Rewriter<'_>,
    lane: Value,
    inserting: Value,
    [value, dest]: [Value; 2],
    place: &[OpFoldResult],
    loc: Loc,
) -> Option<Value> {
    let is_inserting =
        rw.build_value(CmpIOp::of(lane, inserting).predicate(CmpIPredicate::Eq).result(Type::I1).loc(loc));
    let made = if_else(
        rw,
        is_inserting,
        loc,
        |rw| Some(vec![insert_at(rw, value, dest, place, loc)]),
        |_| Some(vec![dest]),
    )?;
    rw.set_insertion_point_after(made);
    Some(rw.body().single_result(made))
}

/// Extracts rows from parts of a vector of more than one dimension.
pub(super) fn move_extract(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<ExtractOp>())?;
    let view = ExtractOp::view_of(rw.op(def));
    let (source, whole, loc) = (view.source(), view.result().ty(), view.0.loc());
    let own = as_vector(cx, source.ty()).filter(|own| own.rank() > 1)?;
    let place = indices(&mixed_values(&view.static_position().to_vec(), view.dynamic_position()));
    if !split(&place).0.iter().all(|&value| warp.is_outside(rw, value)) {
        return rw.notify_match_failure(op, "the position is computed in the region");
    }
    let part = warp.result_type(rw, index);
    let mut source_part = source.ty();
    if part != whole {
        distributed_dim(cx, whole, part)?;
        let shape = [&own.shape[..place.len()], as_vector(cx, part)?.shape].concat();
        source_part = with_shape(cx, source.ty(), &shape);
    }
    let source = source.id();
    let (warp, values) = warp.append(rw, &[source], &[source_part])?;
    let value = extract_at(rw, *values.first()?, &place, part, loc);
    warp.replace_result(rw, index, value);
    Some(())
}

/// Extracts an element of a vector of at most one dimension: the lane that holds it does, and the others get it from there.
pub(super) fn move_scalar_extract(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<ExtractOp>())?;
    let view = ExtractOp::view_of(rw.op(def));
    let (source, ty, loc) = (view.source(), view.result().ty(), view.0.loc());
    let own = as_vector(cx, source.ty()).filter(|own| own.rank() <= 1 && !own.is_scalable())?;
    let is_shuffled = ty == Type::I32 || ty.is_float(cx) && ty.bit_width(cx) == Some(32);
    if !is_shuffled {
        return rw.notify_match_failure(op, "only f32/i32 element types are supported");
    }
    let count = own.num_elements();
    let mut part = source.ty();
    if count != 1 {
        if count % warp.size != 0 {
            return rw.notify_match_failure(op, "lanes cannot share the vector");
        }
        part = with_shape(cx, part, &[count / warp.size]);
    }
    let places: Vec<Value> = view.dynamic_position().map(|value| value.id()).collect();
    let fixed = view.static_position().to_vec();
    let values: Vec<Value> = std::iter::once(source.id()).chain(places.iter().copied()).collect();
    let types: Vec<Type> = std::iter::once(part).chain(places.iter().map(|_| Type::INDEX)).collect();
    let (warp, values) = warp.append(rw, &values, &types)?;
    let (&source, moved) = values.split_first()?;
    let value = if count == 1 {
        extract_at(rw, source, &vec![OpFoldResult::Static(0); fixed.len()], ty, loc)
    } else {
        let place = match moved.first() {
            Some(&place) => OpFoldResult::Value(place),
            None => OpFoldResult::Static(*fixed.first()?),
        };
        let elements = count / warp.size;
        let lane = lane_of(rw, place, elements, loc);
        let at = match elements {
            1 => index_constant(rw, 0, loc),
            _ => {
                let rest = AffineExpr::modulo(AffineExpr::symbol(0), AffineExpr::constant(elements));
                apply(rw, rest, &[place], loc)
            }
        };
        let extracted = extract_at(rw, source, &[OpFoldResult::Value(at)], ty, loc);
        shuffle_from(rw, extracted, lane, warp.size, loc)
    };
    warp.replace_result(rw, index, value);
    Some(())
}

/// Inserts an element into a vector of at most one dimension, in the lane that holds its place.
pub(super) fn move_scalar_insert(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<InsertOp>())?;
    let view = InsertOp::view_of(rw.op(def));
    let (source, dest, loc) = (view.value_to_store(), view.dest(), view.0.loc());
    as_vector(cx, dest.ty()).filter(|own| own.rank() <= 1)?;
    let (part, whole) = (warp.result_type(rw, index), dest.ty());
    let places: Vec<Value> = view.dynamic_position().map(|value| value.id()).collect();
    let fixed = view.static_position().to_vec();
    let values = [&[dest.id(), source.id()][..], &places].concat();
    let mut types = vec![part, source.ty()];
    types.extend(places.iter().map(|_| Type::INDEX));
    let (warp, values) = warp.append(rw, &values, &types)?;
    let (dest, source) = (values[0], values[1]);
    let place = match (values.get(2), fixed.first()) {
        (Some(&place), _) => Some(OpFoldResult::Value(place)),
        (None, fixed) => fixed.copied().map(OpFoldResult::Static),
    };
    let value = if part == whole {
        insert_at(rw, source, dest, place.as_slice(), loc)
    } else {
        let (place, elements) = (place?, as_vector(cx, part)?.num_elements());
        let lane = lane_of(rw, place, elements, loc);
        let rest = AffineExpr::modulo(AffineExpr::symbol(0), AffineExpr::constant(elements));
        let at = apply_expr(rw, rest, &[place], loc);
        insert_in_lane(rw, warp.lane, lane, [source, dest], &[at], loc)?
    };
    warp.replace_result(rw, index, value);
    Some(())
}

/// Inserts rows into parts of a vector of more than one dimension: parts of them, or, where one lane holds the row, all in
/// that lane.
pub(super) fn move_insert(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let (index, def) = warp.yielded(rw, |def| def.isa::<InsertOp>())?;
    let view = InsertOp::view_of(rw.op(def));
    let (source, dest, loc) = (view.value_to_store(), view.dest(), view.0.loc());
    let own = as_vector(cx, dest.ty()).filter(|own| own.rank() > 1)?;
    let mut place = indices(&mixed_values(&view.static_position().to_vec(), view.dynamic_position()));
    if !split(&place).0.iter().all(|&value| warp.is_outside(rw, value)) {
        return rw.notify_match_failure(op, "the position is computed in the region");
    }
    let part = warp.result_type(rw, index);
    let part_shape = as_vector(cx, part)?.shape;
    let (mut source_part, mut lane) = (source.ty(), None);
    match distributed_dims(own.shape, part_shape)[..] {
        [] => {}
        [dim] if dim >= place.len() => {
            let mut shape = as_vector(cx, source.ty())?.shape.to_vec();
            shape[dim - place.len()] = part_shape[dim];
            source_part = with_shape(cx, source.ty(), &shape);
        }
        [dim] => {
            let (OpFoldResult::Static(at), elements) = (place[dim], part_shape[dim]) else { return None };
            lane = Some(at / elements);
            place[dim] = OpFoldResult::Static(at % elements);
        }
        _ => return rw.notify_match_failure(op, "several dimensions are distributed"),
    }
    let (source, dest) = (source.id(), dest.id());
    let (warp, values) = warp.append(rw, &[source, dest], &[source_part, part])?;
    let [source, dest] = values[..] else { return None };
    let value = match lane {
        None => insert_at(rw, source, dest, &place, loc),
        Some(lane) => {
            let lane = index_constant(rw, lane, loc);
            insert_in_lane(rw, warp.lane, lane, [source, dest], &place, loc)?
        }
    };
    warp.replace_result(rw, index, value);
    Some(())
}
