//! The swap of pads and reshapes, where dimensions that are collapsed or expanded get no borders.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{indices, known_mixed};
use terrace_dialects_mem::reshape_patterns::{groups_of, output_shape};
use terrace_dialects_mem::tensor::{
    CollapseShapeOp, ExpandShapeOp, PadOp, PadOpView, constant_padding_value, with_shape,
};
use terrace_ir::{InsertPoint, OpFoldResult, Rewriter, Value, ValueDef};
use terrace_passes_shared::reshapes::{collapsed_like, create_collapse, create_expand};

use crate::pad::make_pad;

/// The borders of a pad, which fill dimensions that a reshape leaves alone.
struct Borders {
    value: Value,
    low: Vec<OpFoldResult>,
    high: Vec<OpFoldResult>,
}

impl Borders {
    /// The borders of a pad if `is_reshaped` holds for no dimension with some. A padding value that depends on the place
    /// is not supported.
    fn of(pad: PadOpView<'_>, is_reshaped: impl Fn(usize) -> bool) -> Option<Self> {
        let value = constant_padding_value(pad.0)?;
        let is_inside = value.defining_op().is_some_and(|op| op.parent_op() == Some(pad.0));
        let (low, high) = (pad.mixed_low(), pad.mixed_high());
        let is_empty = |dim: usize| known_mixed(low[dim]) == Some(0) && known_mixed(high[dim]) == Some(0);
        if is_inside || (0..low.len()).any(|dim| is_reshaped(dim) && !is_empty(dim)) {
            return None;
        }
        Some(Self { value: value.id(), low: indices(&low), high: indices(&high) })
    }

    /// The borders of the dimensions that these groups were, or became.
    fn of_dims(&self, dims: impl Iterator<Item = Option<usize>> + Clone) -> [Vec<OpFoldResult>; 2] {
        [&self.low, &self.high].map(|list| {
            let none = OpFoldResult::Static(0);
            dims.clone().map(|dim| dim.and_then(|dim| list.get(dim).copied()).unwrap_or(none)).collect()
        })
    }
}

/// For each expanded dimension, the collapsed dimension that is the same.
fn kept_dims(groups: &[Vec<i64>]) -> Vec<Option<usize>> {
    let of = |(at, group): (usize, &Vec<i64>)| vec![(group.len() == 1).then_some(at); group.len()];
    groups.iter().enumerate().flat_map(of).collect()
}

/// For each collapsed dimension, the expanded dimension that is the same.
fn single_dims(groups: &[Vec<i64>]) -> Vec<Option<usize>> {
    let of = |group: &Vec<i64>| match group[..] {
        [only] => usize::try_from(only).ok(),
        _ => None,
    };
    groups.iter().map(of).collect()
}

/// A pad of a collapsed tensor is the collapse of a padded one.
pub(super) fn pad_of_collapse(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let reshape = view.source().defined_by::<CollapseShapeOp>()?;
    let groups = groups_of(reshape.0);
    let borders = Borders::of(view, |dim| groups[dim].len() > 1)?;
    let (kept, ty) = (kept_dims(&groups), view.result().ty());
    let padded = ty.shape(cx)?;
    let source = reshape.src();
    let shape: Vec<i64> = kept
        .iter()
        .zip(source.ty().shape(cx)?)
        .map(|(dim, &extent)| dim.map_or(extent, |dim| padded[dim]))
        .collect();
    let (nofold, loc, source) = (view.nofold(), view.0.loc(), source.id());
    let lists = borders.of_dims(kept.iter().copied());
    let made = make_pad(rw, source, &lists, (borders.value, nofold), with_shape(cx, ty, &shape), loc)?;
    let result = rw.body().single_result(made);
    let collapsed = create_collapse(rw, result, &groups, ty, loc);
    rw.replace_op(op, &[collapsed]);
    Some(())
}

/// The expansion of a padded tensor is the pad of an expanded one.
pub(super) fn expand_of_pad(rw: &mut Rewriter<'_>, op: ExpandShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let pad = view.src().defined_by::<PadOp>()?;
    let groups = groups_of(view.0);
    let borders = Borders::of(pad, |dim| groups[dim].len() > 1)?;
    let (kept, ty, loc) = (kept_dims(&groups), view.result().ty(), view.0.loc());
    let (source, nofold) = (pad.source(), pad.nofold());
    let unpadded = source.ty().shape(cx)?;
    let shape: Vec<i64> = kept
        .iter()
        .zip(ty.shape(cx)?)
        .map(|(dim, &extent)| dim.map_or(extent, |dim| unpadded[dim]))
        .collect();
    let sizes = indices(&output_shape(view.0));
    let needs_value =
        kept.iter().zip(&sizes).any(|(dim, size)| dim.is_none() && matches!(size, OpFoldResult::Value(_)));
    // Extents that are computed may be computed only just before the op.
    let point = match rw.body().value_def(source.id()) {
        ValueDef::Result(def) if !needs_value => InsertPoint::after(rw.body(), def),
        ValueDef::Argument(block) if !needs_value => InsertPoint::start(rw.body(), block),
        _ => InsertPoint::Before(op.into()),
    };
    let source = source.id();
    rw.set_insertion_point(point);
    let unpadded = extents(rw, source, loc);
    let sizes: Vec<OpFoldResult> =
        kept.iter().zip(sizes).map(|(dim, size)| dim.map_or(size, |dim| unpadded[dim])).collect();
    let expanded = create_expand(rw, source, &groups, &sizes, with_shape(cx, ty, &shape), loc);
    rw.set_insertion_point_before(op);
    let lists = borders.of_dims(kept.iter().copied());
    let made = make_pad(rw, expanded, &lists, (borders.value, nofold), ty, loc)?;
    rw.replace_op_with(op, made);
    Some(())
}

/// A pad of an expanded tensor is the expansion of a padded one.
pub(super) fn pad_of_expand(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let reshape = view.source().defined_by::<ExpandShapeOp>()?;
    let groups = groups_of(reshape.0);
    let (kept, single) = (kept_dims(&groups), single_dims(&groups));
    let borders = Borders::of(view, |dim| kept[dim].is_none())?;
    let mut sizes = indices(&output_shape(reshape.0));
    let (source, ty, nofold) = (reshape.src().id(), view.result().ty(), view.nofold());
    let (loc, pad_loc) = (reshape.0.loc(), view.0.loc());
    let sum = AffineMap::new(3, 0, vec![AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::dim(2)]);
    let lists = borders.of_dims(single.iter().copied());
    for (at, dim) in single.iter().enumerate().filter_map(|(at, dim)| Some((at, (*dim)?))) {
        sizes[dim] = composed_apply(rw, &sum, &[lists[0][at], lists[1][at], sizes[dim]], loc);
    }
    let padded = collapsed_like(cx, ty, &groups);
    let made = make_pad(rw, source, &lists, (borders.value, nofold), padded, loc)?;
    let result = rw.body().single_result(made);
    let expanded = create_expand(rw, result, &groups, &sizes, ty, pad_loc);
    rw.replace_op(op, &[expanded]);
    Some(())
}

/// The collapse of a padded tensor is the pad of a collapsed one.
pub(super) fn collapse_of_pad(rw: &mut Rewriter<'_>, op: CollapseShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let pad = view.src().defined_by::<PadOp>()?;
    let groups = groups_of(view.0);
    let kept = kept_dims(&groups);
    let borders = Borders::of(pad, |dim| kept[dim].is_none())?;
    let (ty, loc, nofold) = (view.result().ty(), view.0.loc(), pad.nofold());
    let (source, source_ty) = (pad.source().id(), pad.source().ty());
    let collapsed = create_collapse(rw, source, &groups, collapsed_like(cx, source_ty, &groups), loc);
    let lists = borders.of_dims(single_dims(&groups).into_iter());
    let made = make_pad(rw, collapsed, &lists, (borders.value, nofold), ty, loc)?;
    rw.replace_op_with(op, made);
    Some(())
}
