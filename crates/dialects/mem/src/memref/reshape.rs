//! Grouping dimensions and taking groups apart.

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::op_error;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, Folded, OpKind, OpRef, Rewriter, Type};
use terrace_macros::op;

use super::CastOp;
use super::canonicalize::replace_by_cast;
use super::fold::foldable_cast_source;
use crate::constraints::{ANY_STRIDED_MEMREF, IndexListArrayAttr};
use crate::index_values::{known_indices, split};
use crate::layout::{MemRef, memref, mul_extents, strided_layout};
use crate::reassociation::{collapsed_size, groups, verify_memref_groups};
use crate::reshape_patterns::{
    ReassociativeReshape, Reshapes, collapse_of_expand, compose_collapse, compose_expand, expand_of_collapse,
    fold_reshape, groups_of, make_collapse, make_expand, output_shape,
};
use crate::slices::numbers;

/// Expands dimensions to several each.
#[op("memref.expand_shape", interfaces(dyn ValueBounds, dyn ReassociativeReshape), fold = fold_expand, canonicalize(compose_expand: compose_expand::<Buffers>, expand_of_collapse: expand_of_collapse::<Buffers>, expand_of_cast), traits(ViewLike, Pure), customs(&DYNAMIC_INDEX_LIST), verify = verify_expand,
     names = "expand_shape",
     format = "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) \
               attr-dict `:` type($src) `into` type($result)")]
pub struct ExpandShapeOp {
    src: Operand<ANY_STRIDED_MEMREF>,
    output_shape: VarOperand<INDEX>,
    reassociation: Prop<IndexListArrayAttr>,
    static_output_shape: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_STRIDED_MEMREF>,
}

/// Collapses several dimensions to one.
#[op("memref.collapse_shape", interfaces(dyn ValueBounds, dyn ReassociativeReshape), fold = fold_collapse, canonicalize(compose_collapse: compose_collapse::<Buffers>, collapse_of_expand: collapse_of_expand::<Buffers>, collapse_of_cast), traits(ViewLike, Pure), verify = verify_collapse, names = "collapse_shape",
     format = "$src $reassociation attr-dict `:` type($src) `into` type($result)")]
pub struct CollapseShapeOp {
    src: Operand<ANY_STRIDED_MEMREF>,
    reassociation: Prop<IndexListArrayAttr>,
    result: Res<ANY_STRIDED_MEMREF>,
}

/// The layout of a buffer whose dimensions were taken apart into these groups.
fn expanded_layout(cx: &Context, source: &MemRef<'_>, shape: &[i64], groups: &[Vec<i64>]) -> Option<Attr> {
    let (strides, offset) = source.strides_and_offset(cx)?;
    let mut out = Vec::with_capacity(shape.len());
    let mut extents = shape.iter().rev();
    for (group, &stride) in groups.iter().zip(&strides).rev() {
        let mut stride = stride;
        for _ in group {
            out.push(stride);
            stride = mul_extents(stride, extents.next().copied().unwrap_or(1));
        }
    }
    out.reverse();
    out.resize(shape.len(), 1);
    Some(strided_layout(cx, offset, &out))
}

/// The type of a buffer whose dimensions are taken apart; `None` if it has no strides.
pub fn expanded_type(cx: &Context, source: &MemRef<'_>, shape: &[i64], groups: &[Vec<i64>]) -> Option<Type> {
    let layout = match source.has_identity_layout(cx) {
        true => None,
        false => Some(expanded_layout(cx, source, shape, groups)?),
    };
    Some(MemRef { shape, layout, ..*source }.ty(cx))
}

/// The layout of a buffer with collapsed dimensions; `None` if they are known not to be contiguous, or, if
/// `strict`, not known to be.
fn collapsed_layout(cx: &Context, source: &MemRef<'_>, groups: &[Vec<i64>], strict: bool) -> Option<Attr> {
    let (strides, offset) = source.strides_and_offset(cx)?;
    let shape = source.shape;
    let mut out = Vec::with_capacity(groups.len());
    for group in groups {
        // Where an extent is one, its stride says nothing.
        let skipped = group.iter().skip(1).rev().take_while(|&&dim| shape[dim as usize] == 1).count();
        let last = *group.get(group.len().checked_sub(skipped + 1)?)? as usize;
        let alone = group.len() - skipped == 1;
        // An unknown extent may turn out to be one.
        out.push(if shape[last] != DYNAMIC || alone { strides[last] } else { DYNAMIC });
    }
    for (group, &stride) in groups.iter().zip(&out) {
        let mut stride = stride;
        for &dim in group.iter().skip(1).rev() {
            let dim = dim as usize;
            stride = mul_extents(stride, shape[dim]);
            let outer = strides[dim - 1];
            let known = stride != DYNAMIC && outer != DYNAMIC;
            if shape[dim - 1] != 1 && (strict && !known || known && stride != outer) {
                return None;
            }
        }
    }
    Some(strided_layout(cx, offset, &out))
}

/// The type of a buffer with collapsed dimensions; `None` if they are known not to be contiguous.
pub fn collapsed_type(cx: &Context, source: &MemRef<'_>, groups: &[Vec<i64>]) -> Option<Type> {
    let sizes: Vec<i64> = groups.iter().map(|group| collapsed_size(source.shape, group)).collect();
    let layout = match source.has_identity_layout(cx) {
        true => None,
        false => Some(collapsed_layout(cx, source, groups, false)?),
    };
    Some(MemRef { shape: &sizes, layout, ..*source }.ty(cx))
}

/// Whether the collapsed dimensions are known to be contiguous.
pub fn is_guaranteed_collapsible(cx: &Context, source: &MemRef<'_>, groups: &[Vec<i64>]) -> bool {
    source.has_identity_layout(cx) || collapsed_layout(cx, source, groups, true).is_some()
}

fn verify_expand(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExpandShapeOp::view_of(op));
    let (Some(from), Some(to)) = (memref(cx, view.src().ty()), memref(cx, view.result().ty())) else {
        return Ok(());
    };
    let (n, m) = (from.shape.len(), to.shape.len());
    if n > m {
        let ranks = format!("has source rank {n} and result rank {m}");
        return Err(op_error(op, format!("{ranks}. This is not an expansion ({n} > {m}).")));
    }
    let groups = groups(cx, view.reassociation_attr());
    verify_memref_groups(op, from.shape, to.shape, &groups)?;
    let Some(expected) = expanded_type(cx, &from, to.shape, &groups) else {
        return Err(op_error(op, "invalid source layout map"));
    };
    if expected != view.result().ty() {
        let (expected, found) = (cx.type_text(expected), cx.type_text(view.result().ty()));
        return Err(op_error(op, format!("expected expanded type to be '{expected}' but found '{found}'")));
    }
    let fixed = numbers(cx, view.static_output_shape_attr());
    if fixed.len() != m {
        let found = fixed.len();
        return Err(op_error(
            op,
            format!(
                "expected number of static shape bounds to be equal to the output rank ({m}) but found {found} \
                 inputs instead"
            ),
        ));
    }
    let (dynamic, given) = (fixed.iter().filter(|&&n| n == DYNAMIC).count(), view.output_shape().len());
    if given != dynamic {
        return Err(op_error(
            op,
            format!(
                "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has \
                 {dynamic} dynamic dims while output_shape has {given} values"
            ),
        ));
    }
    let wrong =
        to.shape.iter().zip(&fixed).position(|(&extent, &given)| extent != DYNAMIC && extent != given);
    match wrong {
        Some(at) => Err(op_error(op, format!("invalid output shape provided at pos {at}"))),
        None => Ok(()),
    }
}

fn verify_collapse(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), CollapseShapeOp::view_of(op));
    let (Some(from), Some(to)) = (memref(cx, view.src().ty()), memref(cx, view.result().ty())) else {
        return Ok(());
    };
    let (n, m) = (from.shape.len(), to.shape.len());
    if n < m {
        let ranks = format!("has source rank {n} and result rank {m}");
        return Err(op_error(op, format!("{ranks}. This is not a collapse ({n} < {m}).")));
    }
    let groups = groups(cx, view.reassociation_attr());
    verify_memref_groups(op, to.shape, from.shape, &groups)?;
    let layout = if from.has_identity_layout(cx) {
        None
    } else {
        let layout = collapsed_layout(cx, &from, &groups, false);
        if layout.is_none() {
            return Err(op_error(op, "invalid source layout map or collapsing non-contiguous dims"));
        }
        layout
    };
    let expected = MemRef { shape: to.shape, layout, ..from }.ty(cx);
    if expected != view.result().ty() {
        let (expected, found) = (cx.type_text(expected), cx.type_text(view.result().ty()));
        return Err(op_error(op, format!("expected collapsed type to be '{expected}' but found '{found}'")));
    }
    Ok(())
}

fn fold_expand(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_reshape::<CollapseShapeOp>(op, constants)
}

fn fold_collapse(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_reshape::<ExpandShapeOp>(op, constants)
}

/// The ops of buffers.
struct Buffers;

impl Reshapes for Buffers {
    type Expand = ExpandShapeOp;
    type Collapse = CollapseShapeOp;
    type Cast = CastOp;
}

/// A cast buffer taken apart is the buffer taken apart.
fn expand_of_cast(rw: &mut Rewriter<'_>, op: ExpandShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = foldable_cast_source(view.src())?;
    let buffer = memref(cx, source.ty())?;
    let shape = known_indices(&output_shape(view.0));
    let (_, fixed) = split(&shape);
    let groups = groups_of(view.0);
    for (group, &extent) in groups.iter().zip(buffer.shape) {
        let extents = group.iter().map(|&dim| fixed.get(dim as usize).copied().unwrap_or(DYNAMIC));
        let dynamic = extents.clone().any(|extent| extent == DYNAMIC);
        if dynamic != (extent == DYNAMIC) {
            return None;
        }
        // Sizes that contradict the extent are undefined at run time, not an invalid op.
        let product = extents.fold(1, |product: i64, extent| product.saturating_mul(extent));
        if !dynamic && product != extent {
            return rw.notify_match_failure(op, "the sizes contradict the extent that the cast hides");
        }
    }
    let ty = expanded_type(cx, &buffer, &fixed, &groups)?;
    let (source, same, loc) = (source.id(), ty == view.result().ty(), view.0.loc());
    if same {
        rw.set_operand(op, 0, source);
        return Some(());
    }
    rw.set_insertion_point_before(op);
    let made = make_expand::<Buffers>(rw, source, &groups, &shape, ty, loc);
    replace_by_cast(rw, op.into(), made);
    Some(())
}

/// Folds a cast of the source into a collapse.
fn collapse_of_cast(rw: &mut Rewriter<'_>, op: CollapseShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = foldable_cast_source(view.src())?;
    let groups = groups_of(view.0);
    let ty = collapsed_type(cx, &memref(cx, source.ty())?, &groups)?;
    let (source, same, loc) = (source.id(), ty == view.result().ty(), view.0.loc());
    if same {
        rw.set_operand(op, 0, source);
        return Some(());
    }
    rw.set_insertion_point_before(op);
    let made = make_collapse::<Buffers>(rw, source, &groups, ty, loc);
    replace_by_cast(rw, op.into(), made);
    Some(())
}
