//! Slices of expanded and collapsed tensors as expanded and collapsed slices, where the slice of each group of dimensions is
//! one of the single dimension.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::value_bounds::{ValueBoundsConstraintSet, Variable};
use terrace_dialects_mem::affine::AffineLinearizeIndexOp;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{indices, known_indices, split, value_of};
use terrace_dialects_mem::make_slices::extract_slice_of;
use terrace_dialects_mem::reshape_patterns::{groups_attr, groups_of};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides};
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, with_shape};
use terrace_ir::pattern::Pattern;
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{Attr, Loc, OpFoldResult, Rewriter, Type, Value, View, pattern};

/// Moves slices before changes of shape.
pub static BUBBLE_UP_EXTRACT_SLICE: &[Pattern] = &[
    pattern!("BubbleUpExtractSliceThroughExpandShape", ExtractSliceOp, slice_of_expanded),
    pattern!("BubbleUpExtractSliceThroughCollapseShape", ExtractSliceOp, slice_of_collapsed),
];

/// The offsets and sizes of a slice that takes elements next to each other and keeps the rank.
fn unit_slice(view: View<'_, ExtractSliceOp>) -> Option<(Vec<OpFoldResult>, Vec<OpFoldResult>)> {
    let is_dense = known_indices(&mixed_strides(view.0)).iter().all(|&step| step == OpFoldResult::Static(1));
    let sizes = indices(&mixed_sizes(view.0));
    let rank = view.result().ty().shape(view.0.cx())?.len();
    (is_dense && sizes.len() == rank).then(|| (indices(&mixed_offsets(view.0)), sizes))
}

/// Whether a slice takes all of the dimensions of a group after the first one of which it takes more than one element.
fn is_contiguous(view: View<'_, ExtractSliceOp>, groups: &[Vec<i64>]) -> bool {
    let (offsets, sizes) = (mixed_offsets(view.0), mixed_sizes(view.0));
    let is_whole = |dim: usize| {
        let extent = Variable::from(Quantity { value: view.source(), dim: Some(dim) });
        known_indices(&[offsets[dim]]) == [OpFoldResult::Static(0)]
            && ValueBoundsConstraintSet::are_equal(&Variable::from(sizes[dim]), &extent) == Some(true)
    };
    groups.iter().all(|group| {
        let dims = group.iter().map(|&dim| dim as usize);
        let mut rest = dims.skip_while(|&dim| known_indices(&[sizes[dim]]) == [OpFoldResult::Static(1)]);
        rest.next();
        rest.all(is_whole)
    })
}

fn linearize(rw: &mut Rewriter<'_>, parts: &[OpFoldResult], basis: &[OpFoldResult], loc: Loc) -> Value {
    let parts: Vec<Value> = parts.iter().map(|&part| value_of(rw, part, loc)).collect();
    rw.build_value(
        AffineLinearizeIndexOp::of()
            .loc(loc)
            .multi_index(&parts)
            .mixed_basis(basis)
            .disjoint_attr(Attr::UNIT)
            .linear_index(Type::INDEX),
    )
}

fn slice_of_expanded(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(expand) = view.source().defined_by::<ExpandShapeOp>() else {
        return rw.notify_match_failure(op, "tensor.extract_slice source not produced by expand_shape");
    };
    let (groups, (offsets, sizes)) = (groups_of(expand.0), unit_slice(view)?);
    if !is_contiguous(view, &groups) {
        return None;
    }
    let (expanded, source, ty, loc) =
        (view.source().id(), expand.src().id(), view.result().ty(), view.0.loc());
    let shape = extents(rw, expanded, loc);
    let product = AffineMap::new(2, 0, vec![AffineExpr::dim(0) * AffineExpr::dim(1)]);
    let mut lists: [Vec<OpFoldResult>; 3] = Default::default();
    for group in &groups {
        let of = |list: &[OpFoldResult]| -> Vec<OpFoldResult> {
            group.iter().map(|&dim| list[dim as usize]).collect()
        };
        let mut size = OpFoldResult::Static(1);
        for of_dim in of(&sizes) {
            size = composed_apply(rw, &product, &[size, of_dim], loc);
        }
        let offset = linearize(rw, &of(&offsets), &of(&shape), loc);
        lists[0].push(OpFoldResult::Value(offset));
        lists[1].push(size);
        lists[2].push(OpFoldResult::Static(1));
    }
    let slice_ty = with_shape(cx, rw.value(source).ty(), &split(&lists[1]).1);
    let slice = extract_slice_of(rw, source, &lists, slice_ty, loc);
    let slice = rw.body().single_result(slice);
    let expand = ExpandShapeOp::of(slice).loc(loc).mixed_output_shape(&sizes);
    let result = rw.build_value(expand.reassociation_attr(groups_attr(cx, &groups)).result(ty));
    rw.replace_op(op, &[result]);
    Some(())
}

/// The offsets and sizes in a group of dimensions that a slice of their product has; `None` if it is no slice of them.
fn in_group(shape: &[i64], offset: i64, size: i64) -> Option<Vec<(i64, i64)>> {
    let (mut offset, mut size) = (offset, size);
    let mut parts = Vec::with_capacity(shape.len());
    let mut extents = shape.iter().rev().peekable();
    while let Some(&extent) = extents.next_if(|&&extent| size >= extent) {
        if extent <= 0 || size % extent != 0 || offset % extent != 0 {
            return None;
        }
        parts.push((0, extent));
        (size, offset) = (size / extent, offset / extent);
    }
    for (at, &extent) in extents.enumerate() {
        let start = offset % extent;
        if at == 0 && size + start >= extent {
            return None;
        }
        parts.push((start, if at == 0 { size } else { 1 }));
        offset /= extent;
    }
    parts.reverse();
    Some(parts)
}

fn slice_of_collapsed(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(collapse) = view.source().defined_by::<CollapseShapeOp>() else {
        let reason = "tensor.extract_slice source not produced by tensor.collapse_shape";
        return rw.notify_match_failure(op, reason);
    };
    let (groups, (offsets, sizes)) = (groups_of(collapse.0), unit_slice(view)?);
    let shape = collapse.src().ty().shape(cx)?;
    let mut lists: [Vec<OpFoldResult>; 3] = Default::default();
    for ((&offset, &size), group) in offsets.iter().zip(&sizes).zip(&groups) {
        let extents: Vec<i64> = group.iter().map(|&dim| shape[dim as usize]).collect();
        if let (OpFoldResult::Static(offset), OpFoldResult::Static(size)) = (offset, size) {
            for (offset, size) in in_group(&extents, offset, size)? {
                lists[0].push(OpFoldResult::Static(offset));
                lists[1].push(OpFoldResult::Static(size));
            }
            continue;
        }
        // A dynamic range is a slice only if a single dimension is not a unit dimension.
        if extents.iter().filter(|&&extent| extent != 1).count() != 1 {
            return None;
        }
        for extent in extents {
            let is_unit = extent == 1;
            lists[0].push(if is_unit { OpFoldResult::Static(0) } else { offset });
            lists[1].push(if is_unit { OpFoldResult::Static(1) } else { size });
        }
    }
    lists[2] = vec![OpFoldResult::Static(1); shape.len()];
    let (source, ty) = (collapse.src(), view.result().ty());
    let (of_collapse, loc) = (collapse.0.loc(), view.0.loc());
    let slice_ty = with_shape(cx, source.ty(), &split(&lists[1]).1);
    let source = source.id();
    let slice = extract_slice_of(rw, source, &lists, slice_ty, of_collapse);
    let slice = rw.body().single_result(slice);
    let result = rw.build_value(
        CollapseShapeOp::of(slice).reassociation_attr(groups_attr(cx, &groups)).result(ty).loc(loc),
    );
    rw.replace_op(op, &[result]);
    Some(())
}
