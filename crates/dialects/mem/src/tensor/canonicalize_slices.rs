//! Canonicalization of ops that extract and insert slices.

use terrace_ir::interfaces::ParallelCombiningOp;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Context, DYNAMIC, Loc, Op, OpFoldResult, OpRef, Rewriter, Type, Value, ValueRef};

use super::canonicalize::replace_cast;
use super::fold::{foldable_cast_source, keeps_extents};
use super::{CastOp, ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, with_shape};
use crate::index_values::{indices, known_mixed};
use crate::slices::{
    check_rank_reduced, fold_known, mixed_lists, mixed_sizes, rank_reduction_mask, slice, slice_of,
    verify_in_bounds,
};

pub(super) type Lists = [Vec<OpFoldResult>; 3];

pub(super) fn lists_of(op: OpRef<'_>) -> Lists {
    mixed_lists(op).map(|list| indices(&list))
}

pub(super) fn make_extract(rw: &mut Rewriter<'_>, source: Value, lists: &Lists, ty: Type, loc: Loc) -> Value {
    rw.build_value(
        ExtractSliceOp::of(source)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(ty),
    )
}

/// The type of the part of a tensor of type `whole` with these sizes, of this rank: the first extents of one are
/// left out.
fn part_type(cx: &Context, whole: Type, sizes: &[i64], rank: usize) -> Option<Type> {
    let mut surplus = sizes.len().checked_sub(rank)?;
    let mut shape = Vec::with_capacity(rank);
    for &size in sizes {
        if size == 1 && surplus > 0 {
            surplus -= 1;
        } else {
            shape.push(size);
        }
    }
    Some(with_shape(cx, whole, &shape))
}

/// The type of the part of a slice whose numbers are now known: the dimensions that its type left out before are left
/// out still, though others may be known to have one element now.
fn known_part_type(op: OpRef<'_>, whole: Type, lists: &Lists, part: Type) -> Option<Type> {
    let (cx, sizes) = (op.cx(), slice_of(lists).sizes);
    let before = part.shape(cx)?;
    match rank_reduction_mask(&slice(op).sizes, before) {
        Some(dropped) => {
            let kept = sizes.iter().zip(dropped).filter(|(_, dropped)| !dropped);
            Some(with_shape(cx, whole, &kept.map(|(&size, _)| size).collect::<Vec<_>>()))
        }
        None => part_type(cx, whole, &sizes, before.len()),
    }
}

/// Offsets, sizes and strides that are constants are numbers.
pub(super) fn extract_slice_constants(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source();
    let lists = fold_known(view.0, source.ty().shape(cx)?)?;
    let ty = known_part_type(view.0, source.ty(), &lists, view.result().ty())?;
    let (source, loc) = (source.id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = make_extract(rw, source, &lists, ty, loc);
    replace_cast(rw, op.into(), made);
    Some(())
}

/// A part of a cast tensor is a part of the tensor.
pub(super) fn extract_slice_of_cast(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.0.operands().any(|value| m_scalar_i64(value).is_some()) {
        return None;
    }
    let source = foldable_cast_source(view.source())?;
    verify_in_bounds(view.0, source.ty().shape(cx)?, &slice(view.0)).ok()?;
    let lists = lists_of(view.0);
    let (source, ty, loc) = (source.id(), view.result().ty(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = make_extract(rw, source, &lists, ty, loc);
    rw.replace_op(op, &[made]);
    Some(())
}

/// A part that is known better is taken so.
pub(super) fn cast_of_extract_slice(rw: &mut Rewriter<'_>, op: CastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (part, ty) = (view.source(), view.dest().ty());
    let extract = part.defined_by::<ExtractSliceOp>()?;
    let (shape, wanted) = (part.ty().shape(cx)?, ty.shape(cx)?);
    if !keeps_extents(cx, part.ty(), ty) || shape == wanted {
        return None;
    }
    let mut lists = lists_of(extract.0);
    let dropped = rank_reduction_mask(&slice(extract.0).sizes, shape);
    let mut extents = wanted.iter();
    for (i, size) in lists[1].iter_mut().enumerate() {
        if dropped.as_ref().is_some_and(|dropped| dropped[i]) {
            continue;
        }
        let extent = *extents.next()?;
        if extent != DYNAMIC {
            *size = OpFoldResult::Static(extent);
        }
    }
    let (source, loc) = (extract.source().id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = make_extract(rw, source, &lists, ty, loc);
    rw.replace_op(op, &[made]);
    Some(())
}

// tensor.insert_slice and tensor.parallel_insert_slice.

/// The source and the destination of an insertion.
fn inserted(op: OpRef<'_>) -> Option<(ValueRef<'_>, ValueRef<'_>)> {
    match op.cast::<InsertSliceOp>() {
        Some(insert) => Some((insert.source(), insert.dest())),
        None => op.cast::<ParallelInsertSliceOp>().map(|insert| (insert.source(), insert.dest())),
    }
}

/// Replaces an op that sets a part by one like it, with a cast of the result where its type differs.
fn replace_insert(rw: &mut Rewriter<'_>, op: Op, source: Value, dest: Value, lists: &Lists) {
    let (loc, parallel) = (rw.body().loc(op), rw.op(op).isa::<ParallelInsertSliceOp>());
    rw.set_insertion_point_before(op);
    if parallel {
        rw.build(
            ParallelInsertSliceOp::of(source, dest)
                .loc(loc)
                .mixed_offsets(&lists[0])
                .mixed_sizes(&lists[1])
                .mixed_strides(&lists[2]),
        );
        rw.erase_op(op);
        return;
    }
    let ty = rw.value(dest).ty();
    let made = rw.build_value(
        InsertSliceOp::of(source, dest)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(ty),
    );
    replace_cast(rw, op, made);
}

/// Casts the inserted tensor; before the parent op of a parallel insertion.
fn cast_source(rw: &mut Rewriter<'_>, op: Op, source: Value, ty: Type) -> Value {
    let view = rw.op(op);
    let (loc, parent) = (view.loc(), view.parent_op().map(|parent| parent.id()));
    match parent.filter(|_| view.interface::<dyn ParallelCombiningOp>().is_some()) {
        Some(parent) => rw.set_insertion_point_before(parent),
        None => rw.set_insertion_point_before(op),
    }
    rw.build_value(CastOp::of(source).dest(ty).loc(loc))
}

pub(super) fn insert_slice_constants(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (source, dest) = inserted(view)?;
    let lists = fold_known(view, dest.ty().shape(cx)?)?;
    let ty = known_part_type(view, dest.ty(), &lists, source.ty())?;
    let (same, mut source, dest) = (ty == source.ty(), source.id(), dest.id());
    if !same {
        source = cast_source(rw, op, source, ty);
    }
    replace_insert(rw, op, source, dest, &lists);
    Some(())
}

/// The dimensions that a shape drops; dynamic extents are compatible with any extent.
fn loose_mask(sizes: &[i64], shape: &[i64]) -> Option<Vec<bool>> {
    let mut rest = shape;
    let mut mask = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let fits = |&extent: &i64| extent == size || extent == DYNAMIC || size == DYNAMIC;
        let kept = rest.first().is_some_and(fits);
        if kept {
            rest = &rest[1..];
        } else if size != 1 {
            return None;
        }
        mask.push(!kept);
    }
    rest.is_empty().then_some(mask)
}

pub(super) fn insert_slice_of_cast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.operands().any(|value| m_scalar_i64(value).is_some()) {
        return None;
    }
    let uncast = |value: ValueRef<'_>| foldable_cast_source(value).map(|source| source.id());
    let (source, dest) = inserted(view)?;
    let (from, to) = (uncast(source), uncast(dest));
    if from.is_none() && to.is_none() {
        return None;
    }
    let (source, dest) = (from.unwrap_or(source.id()), to.unwrap_or(dest.id()));
    let (source_ty, dest_ty) = (rw.value(source).ty(), rw.value(dest).ty());
    let shape = source_ty.shape(cx)?;
    let mut lists = lists_of(view);
    let mask = loose_mask(&slice(view).sizes, shape)?;
    let mut at = 0;
    for (size, dropped) in lists[1].iter_mut().zip(mask) {
        // An unknown extent holds up those after it.
        if let Some(&extent) = shape.get(at).filter(|&&extent| !dropped && extent != DYNAMIC) {
            *size = OpFoldResult::Static(extent);
            at += 1;
        }
    }
    let part = slice_of(&lists);
    check_rank_reduced(cx, with_shape(cx, dest_ty, &part.sizes), source_ty).ok()?;
    verify_in_bounds(view, dest_ty.shape(cx)?, &part).ok()?;
    replace_insert(rw, op, source, dest, &lists);
    Some(())
}

/// Casts the source of an insertion to the static sizes of the slice.
pub(super) fn insert_slice_cast_source(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (source, dest) = inserted(view)?;
    let mut shape = source.ty().shape(cx)?.to_vec();
    let sizes = mixed_sizes(view);
    if shape.len() != sizes.len() {
        return None;
    }
    for (extent, &size) in shape.iter_mut().zip(&sizes) {
        if let Some(number) = known_mixed(size) {
            if number < 0 {
                return None;
            }
            *extent = number;
        }
    }
    let ty = with_shape(cx, source.ty(), &shape);
    if ty == source.ty()
        || !keeps_extents(cx, source.ty(), ty)
        || !super::cast_compatible(cx, &[source.ty()], &[ty])
    {
        return None;
    }
    let (lists, source, dest) = (lists_of(view), source.id(), dest.id());
    let cast = cast_source(rw, op, source, ty);
    replace_insert(rw, op, cast, dest, &lists);
    Some(())
}
