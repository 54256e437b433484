//! Unrolls ops that create masks and change shapes.

use terrace_dialects_core::arith::{MaxSIOp, MinSIOp, SubIOp};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ConstantMaskOp, CreateMaskOp, ShapeCastOp};
use terrace_ir::{Rewriter, Type, Value};

use super::{UnrollOptions, fixed, part_type, zeros};
use terrace_passes_shared::vector_ops::{extract_slice, insert_slice};

/// Unrolls a mask whose sizes are values, which are clamped to those of the part.
pub(super) fn create_mask(rw: &mut Rewriter<'_>, op: CreateMaskOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.0.single_result().ty(), view.0.loc());
    let sizes: Vec<Value> = view.0.operands().map(|size| size.id()).collect();
    let own = fixed(cx, ty)?;
    let tiles = options.tiles(view.0, own.shape, true)?;
    let part_ty = part_type(cx, &tiles.size, Type::I1);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let mut operands = Vec::with_capacity(sizes.len());
        for ((&size, &offset), &extent) in sizes.iter().zip(&offsets).zip(&tiles.size) {
            let offset = index_constant(rw, offset, loc);
            let rest = rw.build_or_fold_value(SubIOp::of(size, offset).result(Type::INDEX).loc(loc));
            let zero = index_constant(rw, 0, loc);
            let extent = index_constant(rw, extent, loc);
            let rest = rw.build_or_fold_value(MaxSIOp::of(rest, zero).result(Type::INDEX).loc(loc));
            operands.push(rw.build_or_fold_value(MinSIOp::of(rest, extent).result(Type::INDEX).loc(loc)));
        }
        let part = rw.build_or_fold_value(CreateMaskOp::of(&operands).result(part_ty).loc(loc));
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a mask whose sizes are known.
pub(super) fn constant_mask(
    rw: &mut Rewriter<'_>,
    op: ConstantMaskOp,
    options: &UnrollOptions,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, sizes) = (view.0.single_result().ty(), view.0.loc(), view.mask_dim_sizes().to_vec());
    let own = fixed(cx, ty)?;
    let tiles = options.tiles(view.0, own.shape, true)?;
    let part_ty = part_type(cx, &tiles.size, Type::I1);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let clamp = |((&size, &offset), &extent): ((&i64, &i64), &i64)| (size - offset).max(0).min(extent);
        let mut sizes: Vec<i64> = sizes.iter().zip(&offsets).zip(&tiles.size).map(clamp).collect();
        // A mask that is empty along one dimension is empty.
        if sizes.contains(&0) {
            sizes.fill(0);
        }
        let part = rw.build_or_fold_value(
            ConstantMaskOp::of().mask_dim_sizes_attr(cx.i64_array(&sizes)).result(part_ty).loc(loc),
        );
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Whether a part takes whole rows of all dimensions but its first.
fn is_contiguous(part: &[i64], whole: &[i64]) -> bool {
    let without_units = |list: &[i64]| -> Vec<i64> { list.iter().copied().skip_while(|&n| n == 1).collect() };
    let (part, whole) = (without_units(part), without_units(whole));
    let Some((_, rows)) = part.split_first() else { return false };
    part.len() <= whole.len() && whole.ends_with(rows)
}

/// The shape of `count` elements of a vector that follow each other; `None` if they are not a slice.
fn contiguous_slice(shape: &[i64], count: i64) -> Option<Vec<i64>> {
    let (mut slice, mut left) = (vec![1; shape.len()], count);
    for (extent, &whole) in slice.iter_mut().zip(shape).rev() {
        if left <= 1 {
            break;
        }
        *extent = left.min(whole);
        if *extent == 0 || left % *extent != 0 {
            return None;
        }
        left /= *extent;
    }
    (left == 1).then_some(slice)
}

/// Unrolls a change of shape, where the elements of each part follow each other in the source and in the result.
pub(super) fn shape_cast(rw: &mut Rewriter<'_>, op: ShapeCastOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source().id(), view.result().ty(), view.0.loc());
    let (own, from) = (fixed(cx, ty)?, vector(cx, view.source().ty()));
    let tiles = options.tiles(view.0, own.shape, false)?;
    if !is_contiguous(&tiles.size, own.shape) {
        let reason = "Only supports cases where target shape is contiguous in result vector shape";
        return rw.notify_match_failure(op, reason);
    }
    let Some(slice_shape) = contiguous_slice(from.shape, tiles.size.iter().product()) else {
        let reason = "cannot extract target number of elements contiguously from source";
        return rw.notify_match_failure(op, reason);
    };
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let mut at = offsets.iter().zip(own.shape).fold(0, |at, (&offset, &extent)| at * extent + offset);
        let mut begin = vec![0; from.rank()];
        for (place, &extent) in begin.iter_mut().zip(from.shape).rev() {
            (*place, at) = (at % extent, at / extent);
        }
        let slice = extract_slice(rw, source, &begin, &slice_shape, loc);
        let part = rw.build_or_fold_value(ShapeCastOp::of(slice).result(part_ty).loc(loc));
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
