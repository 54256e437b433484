//! Creation of `tensor.expand_shape` and `tensor.collapse_shape`, and the swap of the two.

use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{indices, split};
use terrace_dialects_mem::reshape_patterns::{groups_attr, groups_of, output_shape};
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp, collapsed_type, with_shape};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, DYNAMIC, Loc, OpFoldResult, Rewriter, Type, Value, pattern};

/// Moves expansions of dimensions before collapses of others.
pub static BUBBLE_UP_EXPAND_SHAPE: &[Pattern] =
    &[pattern!("BubbleUpExpandThroughParallelCollapse", ExpandShapeOp, expand_before_collapse)];

/// Creates a `tensor.expand_shape` at the insertion point, whose groups of dimensions were one each.
pub fn create_expand(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    shape: &[OpFoldResult],
    ty: Type,
    loc: Loc,
) -> Value {
    let op = ExpandShapeOp::of(source).loc(loc).mixed_output_shape(shape);
    rw.build_value(op.reassociation_attr(groups_attr(rw.cx(), groups)).result(ty))
}

/// Creates a `tensor.collapse_shape` to a type at the insertion point, where each group of dimensions becomes one.
pub fn create_collapse(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    ty: Type,
    loc: Loc,
) -> Value {
    let op = CollapseShapeOp::of(source).loc(loc);
    rw.build_value(op.reassociation_attr(groups_attr(rw.cx(), groups)).result(ty))
}

/// A group of dimensions of a shape.
pub fn part_of<'a, T>(shape: &'a [T], group: &[i64]) -> Option<&'a [T]> {
    let first = usize::try_from(*group.first()?).ok()?;
    shape.get(first..first.checked_add(group.len())?)
}

/// Whether a dimension can be expanded to these extents: a dynamic one to extents of which one is dynamic, a static one
/// to static extents with that product.
#[must_use]
pub fn is_expandable_to(extent: i64, expanded: &[i64]) -> bool {
    if extent == DYNAMIC || expanded.contains(&DYNAMIC) {
        return extent == DYNAMIC && expanded.contains(&DYNAMIC);
    }
    expanded.iter().try_fold(1_i64, |product, &next| product.checked_mul(next)) == Some(extent)
}

/// The type of a tensor with collapsed dimensions, which keeps the encoding.
pub fn collapsed_like(cx: &Context, ty: Type, groups: &[Vec<i64>]) -> Type {
    with_shape(cx, ty, collapsed_type(cx, ty, groups).shape_or_scalar(cx))
}

/// The expansion of a collapsed tensor is the collapse of an expanded one, if no group of dimensions is both collapsed
/// and expanded to other extents.
fn expand_before_collapse(rw: &mut Rewriter<'_>, op: ExpandShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let collapse = view.src().defined_by::<CollapseShapeOp>()?;
    let (apart, together) = (groups_of(view.0), groups_of(collapse.0));
    if apart.is_empty() || apart.len() != together.len() {
        return None;
    }
    let (source, loc) = (collapse.src(), view.0.loc());
    let new_sizes = indices(&output_shape(view.0));
    let (from, to) = (source.ty().shape(cx)?, split(&new_sizes).1);
    for (apart, together) in apart.iter().zip(&together) {
        let (old, new) = (part_of(from, together)?, part_of(&to, apart)?);
        let is_kept = || old == new && old.iter().filter(|&&extent| extent == DYNAMIC).count() < 2;
        if apart.len() == together.len() && !is_kept()
            || apart.len() != 1 && together.len() != 1 && apart.len() != together.len()
        {
            return None;
        }
    }
    let (source, source_ty) = (source.id(), source.ty());
    let old_sizes = extents(rw, source, loc);
    let mut swapped = Swapped::default();
    for (apart, together) in apart.iter().zip(&together) {
        match apart.len() >= together.len() {
            true => swapped.push(part_of(&new_sizes, apart)?, apart.len() == together.len(), true),
            false => swapped.push(part_of(&old_sizes, together)?, true, false),
        }
    }
    let Swapped { shape, expanded, collapsed } = swapped;
    let mut value = source;
    if expanded.len() != shape.len() {
        let ty = with_shape(cx, source_ty, &split(&shape).1);
        value = create_expand(rw, value, &expanded, &shape, ty, loc);
    }
    if collapsed.len() != shape.len() {
        let ty = collapsed_like(cx, rw.value(value).ty(), &collapsed);
        value = create_collapse(rw, value, &collapsed, ty, loc);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// The shape between an expansion and the collapse after it, and the groups of both.
#[derive(Default)]
struct Swapped {
    shape: Vec<OpFoldResult>,
    expanded: Vec<Vec<i64>>,
    collapsed: Vec<Vec<i64>>,
}

impl Swapped {
    /// Adds dimensions, which are groups of their own of the expansion or of the collapse, or are one group.
    fn push(&mut self, sizes: &[OpFoldResult], are_in_source: bool, are_in_result: bool) {
        let first = self.shape.len() as i64;
        self.shape.extend_from_slice(sizes);
        let dims: Vec<i64> = (first..self.shape.len() as i64).collect();
        for (groups, are_single) in
            [(&mut self.expanded, are_in_source), (&mut self.collapsed, are_in_result)]
        {
            match are_single {
                true => groups.extend(dims.iter().map(|&dim| vec![dim])),
                false => groups.push(dims.clone()),
            }
        }
    }
}
