//! Rank reduction of values by unit dimensions, and its inverse: by reshapes, or by slices.

use terrace_dialects_mem::index_values::{indices, known_indices, split};
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::{self as buffers, SubViewOp, infer_subview_type};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_mem::slices::{Slice, mixed};
use terrace_dialects_mem::tensor::{
    CollapseShapeOp, EmptyOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, PadOp, ParallelInsertSliceOp,
    YieldOp, with_shape,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    DYNAMIC, Loc, Op, OpFoldResult, OpRef, RankedTensorType, Rewriter, Type, TypeData, Value, ValueRef,
    pattern,
};

use terrace_dialects_mem::extents::extents;

/// A shape without some dimensions of one element.
pub(super) struct Shapes {
    /// The extents that are left.
    pub target: Vec<i64>,
    /// For each of them, the dimensions of the whole shape that go with it.
    pub groups: Vec<Vec<i64>>,
}

impl Shapes {
    /// The shape without the dimensions that are dropped.
    pub(super) fn without(shape: &[i64], dropped: &[bool]) -> Self {
        let (mut target, mut groups): (Vec<i64>, Vec<Vec<i64>>) = (Vec::new(), Vec::new());
        let mut group = Vec::new();
        for (dim, (&extent, &dropped)) in shape.iter().zip(dropped).enumerate() {
            if dropped {
                match groups.last_mut() {
                    Some(last) => last.push(dim as i64),
                    None => group.push(dim as i64),
                }
                continue;
            }
            group.push(dim as i64);
            groups.push(std::mem::take(&mut group));
            target.push(extent);
        }
        Self { target, groups }
    }
}

/// Whether the dimensions of a value cannot be put together: it has a layout or an encoding.
pub(super) fn is_fixed(value: ValueRef<'_>) -> bool {
    let cx = value.cx();
    match value.ty().data(cx) {
        TypeData::RankedTensor { encoding, .. } => encoding.is_some(),
        _ => memref(cx, value.ty()).is_some_and(|buffer| !buffer.has_identity_layout(cx)),
    }
}

/// Offsets of zero, these sizes and strides of one.
fn whole(sizes: Vec<OpFoldResult>) -> [Vec<OpFoldResult>; 3] {
    let rank = sizes.len();
    [vec![OpFoldResult::Static(0); rank], sizes, vec![OpFoldResult::Static(1); rank]]
}

/// The value under a shape without dimensions of one element.
pub(super) fn collapse(
    rw: &mut Rewriter<'_>,
    value: Value,
    shapes: &Shapes,
    slices: bool,
    loc: Loc,
) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    let groups = Some(groups_attr(cx, &shapes.groups));
    let Some(buffer) = memref(cx, ty) else {
        let to = with_shape(cx, ty, &shapes.target);
        if !slices {
            return Some(
                rw.build_value(CollapseShapeOp::of(value).reassociation_attr(groups).result(to).loc(loc)),
            );
        }
        let sizes = extents(rw, value, loc);
        let lists = whole(sizes);
        return Some(
            rw.build_value(
                ExtractSliceOp::of(value)
                    .loc(loc)
                    .mixed_offsets(&lists[0])
                    .mixed_sizes(&lists[1])
                    .mixed_strides(&lists[2])
                    .result(to),
            ),
        );
    };
    if !slices {
        let to = MemRef { shape: &shapes.target, layout: None, ..buffer }.ty(cx);
        return Some(rw.build_value(
            buffers::CollapseShapeOp::of(value).reassociation_attr(groups).result(to).loc(loc),
        ));
    }
    let lists = whole(extents(rw, value, loc));
    let [offsets, sizes, strides] = [0, 1, 2].map(|i| split(&lists[i]).1);
    let full = infer_subview_type(cx, &buffer, &Slice { offsets, sizes, strides })?;
    let full = memref(cx, full)?;
    let (steps, offset) = full.strides_and_offset(cx)?;
    // The dimension that stays of each group is the only one that may have more than one element.
    let kept: Vec<i64> = shapes
        .groups
        .iter()
        .zip(&shapes.target)
        .map(|(group, &extent)| {
            let dim = group.iter().find(|&&dim| full.shape[dim as usize] == extent).or(group.first());
            dim.map_or(1, |&dim| steps[dim as usize])
        })
        .collect();
    let layout = Some(strided_layout(cx, offset, &kept));
    let to = MemRef { shape: &shapes.target, layout, ..full }.ty(cx);
    Some(
        rw.build_value(
            SubViewOp::of(value)
                .loc(loc)
                .mixed_offsets(&lists[0])
                .mixed_sizes(&lists[1])
                .mixed_strides(&lists[2])
                .result(to),
        ),
    )
}

/// A tensor in the shape of another, which it has but for dimensions of one element.
pub(super) fn expand(
    rw: &mut Rewriter<'_>,
    value: Value,
    dest: Value,
    shapes: &Shapes,
    slices: bool,
    loc: Loc,
) -> Option<Value> {
    let ty = rw.value(dest).ty();
    if slices {
        let sizes = extents(rw, dest, loc);
        let lists = whole(sizes);
        return Some(
            rw.build_value(
                InsertSliceOp::of(value, dest)
                    .loc(loc)
                    .mixed_offsets(&lists[0])
                    .mixed_sizes(&lists[1])
                    .mixed_strides(&lists[2])
                    .result(ty),
            ),
        );
    }
    expand_to(rw, value, ty, &shapes.groups, loc)
}

/// `tensor.expand_shape` to a type, where each group has at most one extent that is not one.
fn expand_to(rw: &mut Rewriter<'_>, value: Value, ty: Type, groups: &[Vec<i64>], loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let shape = ty.shape(cx)?.to_vec();
    let mut sizes: Vec<OpFoldResult> = shape.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
    if shape.contains(&DYNAMIC) {
        let from = extents(rw, value, loc);
        for (group, &size) in groups.iter().zip(&from) {
            for &dim in group.iter().filter(|&&dim| shape[dim as usize] == DYNAMIC) {
                sizes[dim as usize] = size;
            }
        }
    }
    let groups = groups_attr(cx, groups);
    Some(rw.build_value(
        ExpandShapeOp::of(value).loc(loc).mixed_output_shape(&sizes).reassociation_attr(groups).result(ty),
    ))
}

/// Borders along the dimensions that have more than one element or get some.
pub(super) fn pad_without(rw: &mut Rewriter<'_>, op: PadOp, value: Value, slices: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty) = (view.source(), view.result().ty());
    let (shape, result) = (source.ty().shape(cx)?, ty.shape(cx)?.to_vec());
    let borders = [view.mixed_low(), view.mixed_high()];
    let [mut low, mut high] = borders.each_ref().map(|list| known_indices(list));
    let none = OpFoldResult::Static(0);
    let is_dropped = |i: usize| shape[i] == 1 && result[i] == 1 && low[i] == none && high[i] == none;
    let dropped: Vec<bool> = (0..shape.len()).map(is_dropped).collect();
    if !dropped.contains(&true) {
        return None;
    }
    // A dynamic extent stays dynamic, even if the padding is static.
    let [given_low, given_high] = borders.each_ref().map(|list| indices(list));
    let is_known = |index: &OpFoldResult| matches!(index, OpFoldResult::Static(_));
    for i in (0..shape.len()).filter(|&i| result[i] == DYNAMIC && shape[i] != DYNAMIC) {
        if is_known(&low[i]) && is_known(&high[i]) {
            (low[i], high[i]) = (given_low[i], given_high[i]);
        }
    }
    let kept = |list: Vec<OpFoldResult>| -> Vec<OpFoldResult> {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(index, _)| index).collect()
    };
    let (low, high) = (kept(low), kept(high));
    let (shapes, results) = (Shapes::without(shape, &dropped), Shapes::without(&result, &dropped));
    let (nofold, loc, source, element) =
        (view.nofold_attr(), view.0.loc(), source.id(), ty.element_type(cx)?);
    let source = collapse(rw, source, &shapes, slices, loc)?;
    let region = rw.new_region();
    let block = rw.create_block(region, &vec![(Type::INDEX, loc); results.target.len()]);
    let here = rw.insertion_point()?;
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(value).loc(loc));
    rw.set_insertion_point(here);
    let padded_ty = RankedTensorType::get(cx, &results.target, element);
    let padded = rw.build_value(
        PadOp::of(source)
            .loc(loc)
            .mixed_low(&low)
            .mixed_high(&high)
            .nofold_attr(nofold)
            .result(padded_ty)
            .region(region),
    );
    let value = if slices {
        let mut left = extents(rw, padded, loc).into_iter();
        let sizes: Vec<OpFoldResult> = dropped
            .iter()
            .map(|&dropped| {
                if dropped { OpFoldResult::Static(1) } else { left.next().unwrap_or(OpFoldResult::Static(1)) }
            })
            .collect();
        let (values, fixed) = split(&sizes);
        let empty_ty = RankedTensorType::get(cx, &fixed, element);
        let empty = rw.build_value(EmptyOp::of(&values).result(empty_ty).loc(loc));
        expand(rw, padded, empty, &results, true, loc)?
    } else {
        expand_to(rw, padded, ty, &results.groups, loc)?
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// Patterns that leave dimensions of one element out of slices.
pub(super) static SLICES: &[Pattern] = &[
    pattern!("extract_slice_without", ExtractSliceOp, extract_without),
    pattern!("insert_slice_without", InsertSliceOp, |rw, op| insert_without(rw, op.into())),
    pattern!("parallel_insert_slice_without", ParallelInsertSliceOp, |rw, op| insert_without(rw, op.into())),
];

/// The shape without its ones, where it has some; ones go with what follows them.
fn without_ones(shape: &[i64]) -> Option<Shapes> {
    let target: Vec<i64> = shape.iter().copied().filter(|&extent| extent != 1).collect();
    if target.len() == shape.len() {
        return None;
    }
    let (mut groups, mut group): (Vec<Vec<i64>>, Vec<i64>) = (Vec::new(), Vec::new());
    for (dim, &extent) in shape.iter().enumerate() {
        group.push(dim as i64);
        if extent != 1 {
            groups.push(std::mem::take(&mut group));
        }
    }
    if let Some(last) = groups.last_mut() {
        last.extend(group);
    }
    Some(Shapes { target, groups })
}

fn slice_lists(op: OpRef<'_>) -> [Vec<OpFoldResult>; 3] {
    [0, 1, 2].map(|which| indices(&mixed(op, which)))
}

fn extract_without(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.result().ty();
    let shapes = without_ones(ty.shape(cx)?)?;
    let lists = slice_lists(view.0);
    let (source, loc) = (view.source().id(), view.0.loc());
    let to = with_shape(cx, rw.value(source).ty(), &shapes.target);
    let part = rw.build_value(
        ExtractSliceOp::of(source)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(to),
    );
    let value = expand_to(rw, part, ty, &shapes.groups, loc)?;
    rw.replace_op(op, &[value]);
    Some(())
}

fn insert_without(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let source = view.operands().next()?;
    let shapes = without_ones(source.ty().shape(cx)?)?;
    let parallel = view.isa::<ParallelInsertSliceOp>();
    let parent = view.parent_op().map(|parent| parent.id());
    let (source, loc) = (source.id(), view.loc());
    if parallel {
        rw.set_insertion_point_before(parent?);
    }
    let value = collapse(rw, source, &shapes, false, loc)?;
    rw.set_insertion_point_before(op);
    rw.set_operand(op, 0, value);
    Some(())
}
