//! Tensors in loops of sizes that do not depend on the loops: as large as they may get, with slices of them in their place.

use rustc_hash::FxHashSet;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{fixed_attr, indices, split};
use terrace_dialects_mem::make_slices::{empty, extract_slice_as};
use terrace_dialects_mem::tensor::{EmptyOp, PadOp, YieldOp, constant_padding_value};
use terrace_ir::OpFoldResult;
use terrace_ir::tiling::{ReifyShapes, Tile};
use terrace_ir::{DYNAMIC, Loc, Op, OpKind, Rewriter, Type, Value, ValueRef};
use terrace_passes_shared::value_bounds::reified_upper_bound;

/// Whether a value does not depend on any of these values.
fn is_independent(value: ValueRef<'_>, of: &[Value]) -> bool {
    let (mut seen, mut pending) = (FxHashSet::default(), vec![value]);
    while let Some(value) = pending.pop() {
        if !seen.insert(value.id()) {
            continue;
        }
        if of.contains(&value.id()) {
            return false;
        }
        if let Some(maker) = value.defining_op() {
            pending.extend(maker.operands());
        }
    }
    true
}

/// An upper bound of a size in terms of values that do not depend on others, at the insertion point; a number is its own. `None`
/// if there is none.
fn bound_of(rw: &mut Rewriter<'_>, size: OpFoldResult, of: &[Value], loc: Loc) -> Option<OpFoldResult> {
    let OpFoldResult::Value(value) = size else { return Some(size) };
    reified_upper_bound(rw, value, &|value| is_independent(value, of), loc)
}

fn bounds_of(
    rw: &mut Rewriter<'_>,
    sizes: &[OpFoldResult],
    of: &[Value],
    loc: Loc,
) -> Option<Vec<OpFoldResult>> {
    let mut bounds = Vec::with_capacity(sizes.len());
    for &size in sizes {
        bounds.push(bound_of(rw, size, of, loc)?);
    }
    Some(bounds)
}

/// Replaces a `tensor.empty` or a `tensor.pad` by a slice of one whose sizes do not depend on values; returns the op that makes
/// the result, which is the op itself where nothing depends on them. `None` if sizes have no bounds.
pub fn make_independent(rw: &mut Rewriter<'_>, op: Op, of: &[Value]) -> Option<Op> {
    rw.set_insertion_point_before(op);
    if rw.op(op).isa::<PadOp>() {
        independent_pad(rw, PadOp::assume(op), of)
    } else {
        independent_empty(rw, EmptyOp::assume(op), of)
    }
}

fn independent_empty(rw: &mut Rewriter<'_>, op: EmptyOp, of: &[Value]) -> Option<Op> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let mut dynamic: Vec<Value> = view.dynamic_sizes().map(|size| size.id()).collect();
    dynamic.reverse();
    let size = |&known: &i64| match known {
        DYNAMIC => dynamic.pop().map(OpFoldResult::Value),
        known => Some(OpFoldResult::Static(known)),
    };
    let sizes: Vec<OpFoldResult> = ty.shape(cx)?.iter().map(size).collect::<Option<_>>()?;
    let bounds = bounds_of(rw, &sizes, of, loc)?;
    if bounds == sizes {
        return Some(op.into());
    }
    let larger = empty(rw, &bounds, ty.element_type(cx)?, loc);
    let part = Tile { offsets: vec![OpFoldResult::Static(0); sizes.len()], sizes };
    let slice = extract_slice_as(rw, larger, &part, ty, loc);
    rw.replace_op_with(op, slice);
    Some(slice)
}

fn independent_pad(rw: &mut Rewriter<'_>, op: PadOp, of: &[Value]) -> Option<Op> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let (low, high) = (indices(&view.mixed_low()), indices(&view.mixed_high()));
    let (value, nofold) = (constant_padding_value(view.0)?.id(), view.nofold_attr());
    let new_low = bounds_of(rw, &low, of, loc)?;
    let new_high = bounds_of(rw, &high, of, loc)?;
    if new_low == low && new_high == high {
        return Some(op.into());
    }
    let shape = ty.shape(cx)?.to_vec();
    let point = rw.insertion_point()?;
    let region = rw.new_region();
    let args: Vec<(Type, Loc)> = shape.iter().map(|_| (Type::INDEX, loc)).collect();
    let block = rw.create_block(region, &args);
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(value).loc(loc));
    rw.set_insertion_point(point);
    let (fixed_low, fixed_high) = (fixed_attr(cx, &new_low), fixed_attr(cx, &new_high));
    let (low_values, high_values) = (split(&new_low).0, split(&new_high).0);
    let larger = rw.build_value(
        PadOp::of(source)
            .loc(loc)
            .low(&low_values)
            .high(&high_values)
            .static_low_attr(fixed_low)
            .static_high_attr(fixed_high)
            .nofold_attr(nofold)
            .result(ty)
            .region(region),
    );
    let reified = PadOp::MODEL.reify_shapes(rw, op.into())?.into_iter().next()?;
    let difference = AffineMap::new(2, 0, vec![AffineExpr::dim(0) - AffineExpr::dim(1)]);
    let mut offsets = Vec::with_capacity(low.len());
    for (&own, &bound) in low.iter().zip(&new_low) {
        offsets.push(match (bound, own) {
            (_, OpFoldResult::Static(_)) => OpFoldResult::Static(0),
            // Upstream leaves these as they are.
            (OpFoldResult::Value(bound), OpFoldResult::Value(own)) => {
                let map = cx.affine_map_attr(difference.clone());
                OpFoldResult::Value(
                    rw.build_value(
                        AffineApplyOp::of(&[bound, own]).map_attr(map).result(Type::INDEX).loc(loc),
                    ),
                )
            }
            (bound, own) => composed_apply(rw, &difference, &[bound, own], loc),
        });
    }
    let sizes = shape.iter().zip(reified).map(|(&known, size)| match known {
        DYNAMIC => size,
        known => OpFoldResult::Static(known),
    });
    let part = Tile { offsets, sizes: sizes.collect() };
    let slice = extract_slice_as(rw, larger, &part, ty, loc);
    rw.replace_op_with(op, slice);
    Some(slice)
}
