//! Canonicalization of borders.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::fold::constant_value;
use terrace_ir::{
    DYNAMIC, Op, OpFoldResult, OpFoldResultRef, OpKind, RankedTensorType, Rewriter, Type, Value, View,
};

use super::canonicalize::replace_cast;
use super::canonicalize_slices::make_extract;
use super::fold::{foldable_cast_source, keeps_extents};
use super::{CastOp, ExtractSliceOp, PadOp, constant_padding_value, with_shape};
use crate::affine::make::composed_apply;
use crate::index_values::{indices, known_indices, known_mixed, split};
use crate::layout::add_extents;
use crate::slices::{mixed_offsets, mixed_sizes, mixed_strides, slice};

/// Borders of an op: before and after.
fn borders(pad: View<'_, PadOp>) -> [Vec<OpFoldResultRef<'_>>; 2] {
    [pad.mixed_low(), pad.mixed_high()]
}

/// Folds padding of zero width.
pub(super) fn pad_with_nothing(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let view = op.view(rw);
    let none = borders(view).iter().flatten().all(|&border| known_mixed(border) == Some(0));
    if !none || view.nofold() {
        return None;
    }
    let source = view.source().id();
    rw.replace(op, CastOp::of(source));
    Some(())
}

/// A cast tensor with borders is the tensor with borders, where the result's type stays.
pub(super) fn pad_of_cast(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = foldable_cast_source(view.source())?;
    let ty = view.result().ty();
    let known: Vec<Vec<i64>> = borders(view).iter().map(|list| split(&indices(list)).1).collect();
    let extents = source.ty().shape(cx)?.iter().zip(ty.shape(cx)?).enumerate();
    let shape: Vec<i64> = extents
        .map(|(i, (&extent, &given))| {
            let sum = add_extents(add_extents(extent, known[0][i]), known[1][i]);
            if sum == DYNAMIC { given } else { sum }
        })
        .collect();
    let made = RankedTensorType::get(cx, &shape, ty.element_type(cx)?);
    let source = source.id();
    if made == ty {
        rw.set_operand(op, 0, source);
        return Some(());
    }
    let view = op.view(rw);
    let (old, lists) = (view.source().id(), borders(view).map(|list| indices(&list)));
    replace_pad(rw, op.into(), old, &lists, made)
}

/// Replaces an op by one with other borders and another type, cast to the type that was.
fn replace_pad(
    rw: &mut Rewriter<'_>,
    op: Op,
    source: Value,
    lists: &[Vec<OpFoldResult>; 2],
    ty: Type,
) -> Option<()> {
    let made = make_pad(rw, PadOp::assume(op), source, lists, ty)?;
    replace_cast(rw, op, made);
    Some(())
}

/// An op with other borders and another type before one, whose region it takes.
fn make_pad(
    rw: &mut Rewriter<'_>,
    op: PadOp,
    source: Value,
    lists: &[Vec<OpFoldResult>; 2],
    ty: Type,
) -> Option<Value> {
    let (nofold, loc) = (op.view(rw).nofold_attr(), rw.body().loc(op));
    let region = *rw.take_regions(op.into()).first()?;
    rw.set_insertion_point_before(op);
    Some(
        rw.build_value(
            PadOp::of(source)
                .loc(loc)
                .mixed_low(&lists[0])
                .mixed_high(&lists[1])
                .nofold_attr(nofold)
                .result(ty)
                .region(region),
        ),
    )
}

/// Borders that are constants are numbers, where an extent of the result becomes known.
pub(super) fn pad_constants(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty) = (view.source(), view.result().ty());
    let lists = borders(view).map(|list| known_indices(&list));
    let [low, high] = [0, 1].map(|which| split(&lists[which]).1);
    let given = ty.shape(cx)?;
    let extents = source.ty().shape(cx)?.iter().zip(given).enumerate();
    let shape: Vec<i64> = extents
        .map(|(i, (&extent, &given))| match given {
            DYNAMIC => add_extents(add_extents(extent, low[i]), high[i]),
            given => given,
        })
        .collect();
    if shape == given || shape.iter().all(|&extent| extent == DYNAMIC) {
        return None;
    }
    let (source, made) = (source.id(), RankedTensorType::get(cx, &shape, ty.element_type(cx)?));
    replace_pad(rw, op.into(), source, &lists, made)
}

/// Borders of a tensor that is only cast to a better known type are added under that type.
pub(super) fn pad_then_cast(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let result = view.result();
    let mut uses = result.uses();
    let (Some((cast, _)), None) = (uses.next(), uses.next()) else { return None };
    let ty = cast.cast::<CastOp>()?.dest().ty();
    drop(uses);
    if !keeps_extents(cx, result.ty(), ty) {
        return None;
    }
    let (cast, source) = (cast.id(), view.source().id());
    let lists = borders(view).map(|list| indices(&list));
    let made = make_pad(rw, op, source, &lists, ty)?;
    rw.replace_op(op, &[made]);
    rw.replace_op(cast, &[made]);
    Some(())
}

/// The dimensions with padding.
fn padded(borders: &[Vec<OpFoldResultRef<'_>>; 2]) -> Vec<bool> {
    let some = |&border: &OpFoldResultRef<'_>| known_mixed(border) != Some(0);
    borders[0].iter().zip(&borders[1]).map(|(low, high)| some(low) || some(high)).collect()
}

fn all_zero(list: &[OpFoldResultRef<'_>]) -> bool {
    list.iter().all(|&border| known_mixed(border) == Some(0))
}

/// Combines the padding of a slice, and of a slice of the result along other dimensions, to one op.
pub(super) fn pad_along_others(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let inner = view.source().defined_by::<ExtractSliceOp>()?;
    let first = inner.source().defined_by::<PadOp>().filter(|pad| !pad.nofold())?;
    let outer = first.source().defined_by::<ExtractSliceOp>()?;
    let rank = view.source().ty().shape(cx)?.len();
    let source = outer.source();
    if source.ty().shape(cx)?.len() != rank {
        return rw.notify_match_failure(op, "cannot fold rank-reducing chain");
    }
    if [inner, outer].iter().any(|part| slice(part.0).strides.iter().any(|&stride| stride != 1)) {
        return rw.notify_match_failure(op, "cannot fold non-unit stride ExtractSliceOps");
    }
    let (borders, first_borders) = (borders(view), borders(first));
    if !all_zero(&borders[0]) || !all_zero(&first_borders[0]) {
        return rw.notify_match_failure(op, "cannot fold PadOps with low padding");
    }
    let value = |pad: View<'_, PadOp>| constant_padding_value(pad.0).and_then(constant_value);
    if value(view).is_none() || value(view) != value(first) {
        return rw.notify_match_failure(op, "cannot fold PadOps with different padding values");
    }
    let (here, there) = (padded(&borders), padded(&first_borders));
    if here.iter().zip(&there).any(|(&a, &b)| a && b) {
        return rw.notify_match_failure(op, "cannot fold PadOps with common padding dimensions");
    }
    let (inner_offsets, outer_offsets) = (mixed_offsets(inner.0), mixed_offsets(outer.0));
    let (mut sizes, outer_sizes) = (mixed_sizes(inner.0), mixed_sizes(outer.0));
    let whole = inner.source().ty().shape(cx)?;
    let (mut offsets, mut high) = (Vec::with_capacity(rank), vec![OpFoldResult::Static(0); rank]);
    let (high_here, high_there) = (known_indices(&borders[1]), known_indices(&first_borders[1]));
    for dim in 0..rank {
        let zero = |offset: OpFoldResultRef<'_>| known_mixed(offset) == Some(0);
        if !here[dim] && zero(inner_offsets[dim]) {
            offsets.push(outer_offsets[dim]);
        } else if !there[dim] && zero(outer_offsets[dim]) {
            offsets.push(inner_offsets[dim]);
        } else {
            return rw.notify_match_failure(op, "cannot find zero-offset and zero-padding pair");
        }
    }
    for dim in 0..rank {
        if here[dim] {
            high[dim] = high_here[dim];
        }
        if there[dim] {
            if known_mixed(sizes[dim]) != Some(whole[dim]) {
                let rule = "cannot fold since the inner ExtractSliceOp size does not match the size of the outer \
                            padding";
                return rw.notify_match_failure(op, rule);
            }
            sizes[dim] = outer_sizes[dim];
            high[dim] = high_there[dim];
        }
    }
    let lists = [indices(&offsets), indices(&sizes), indices(&mixed_strides(inner.0))];
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let part_ty = with_shape(cx, source.ty(), &split(&lists[1]).1);
    let (source, low) = (source.id(), known_indices(&borders[0]));
    let part = make_extract(rw, source, &lists, part_ty, loc);
    let made = make_pad(rw, op, part, &[low, high], ty)?;
    rw.replace_op(op, &[made]);
    Some(())
}

/// Borders around borders of the same value are wider borders.
pub(super) fn pad_of_pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let view = op.view(rw);
    if view.nofold() {
        return rw.notify_match_failure(op, "skipping unfoldable pad");
    }
    let first = view.source().defined_by::<PadOp>();
    let Some(first) = first.filter(|pad| !pad.nofold()) else {
        return rw.notify_match_failure(op, "producer is not a foldable tensor.pad op");
    };
    let value = constant_padding_value(view.0);
    if value.is_none() || value != constant_padding_value(first.0) {
        return rw
            .notify_match_failure(op, "cannot fold PadOps with different or non-constant padding values");
    }
    let lists = [view, first].map(|pad| borders(pad).map(|list| known_indices(&list)));
    let (source, ty, loc) = (first.source().id(), view.result().ty(), view.0.loc());
    let map = AffineMap::new(2, 0, vec![AffineExpr::add(AffineExpr::dim(0), AffineExpr::dim(1))]);
    let mut sums = |which: usize| -> Vec<OpFoldResult> {
        let pairs = lists[0][which].iter().zip(&lists[1][which]);
        pairs.map(|(&a, &b)| composed_apply(rw, &map, &[a, b], loc)).collect()
    };
    let high = sums(1);
    let low = sums(0);
    let made = make_pad(rw, op, source, &[low, high], ty)?;
    rw.replace_op(op, &[made]);
    Some(())
}
