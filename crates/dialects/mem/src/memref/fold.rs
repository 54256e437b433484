//! Folding.

use terrace_dialects_builtin::fold::operand_of;
use terrace_ir::fold::Change;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    Attr, DYNAMIC, Folded, OpFoldResult, OpFoldResultRef, OpKind, OpRef, Type, ValueRef, op_match,
};

use super::{
    Allocation, AssumeAlignmentOp, CastOp, DimOp, ExtractStridedMetadataOp, MemorySpaceCastOp, RankOp,
    ReinterpretCastOp, SubViewOp, TransposeOp, ViewOp, dropped_dims,
};
use crate::index_values::{indices, known_mixed};
use crate::layout::memref;
use crate::slices::{mixed_offsets, mixed_sizes, mixed_strides, slice};

/// Replaces operands that are ranked casts by their sources, except for the operand `except`.
pub(crate) fn fold_casts_but(op: OpRef<'_>, except: Option<ValueRef<'_>>) -> Folded {
    let changes: Vec<Change> = op
        .operands()
        .enumerate()
        .filter(|&(_, value)| Some(value) != except)
        .filter_map(|(i, value)| Some((i, operand_of::<CastOp>(value)?)))
        .filter(|(_, source)| memref(op.cx(), source.ty()).is_some())
        .map(|(i, source)| Change::Operand(i, source.id()))
        .collect();
    if changes.is_empty() { Folded::Unchanged } else { Folded::Changed(changes) }
}

/// Replaces operands that are ranked casts by their sources.
pub fn fold_casts(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    fold_casts_but(op, None)
}

/// The source of a cast whose type is at least as static as the result; `None` for other values.
pub(super) fn foldable_cast_source(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let cx = value.cx();
    let source = operand_of::<CastOp>(value)?;
    let (from, to) = (memref(cx, source.ty())?, memref(cx, value.ty())?);
    let ((strides, offset), (kept, kept_offset)) = (from.strides_and_offset(cx)?, to.strides_and_offset(cx)?);
    let tells = |from: i64, to: i64| from == to || from != DYNAMIC || to == DYNAMIC;
    let all = |from: &[i64], to: &[i64]| {
        from.len() == to.len() && from.iter().zip(to).all(|(&from, &to)| tells(from, to))
    };
    (from.element == to.element
        && all(from.shape, to.shape)
        && tells(offset, kept_offset)
        && all(&strides, &kept))
    .then_some(source)
}

pub(super) fn fold_copy(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let change = |(i, value)| Some(Change::Operand(i, foldable_cast_source(value)?.id()));
    op.operands().enumerate().find_map(change).into()
}

/// Folds a repeated alignment assumption.
pub(super) fn fold_alignment(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = AssumeAlignmentOp::view_of(op);
    let inner = view.memref().defined_by::<AssumeAlignmentOp>();
    inner.filter(|inner| inner.alignment_attr() == view.alignment_attr()).map(|_| view.memref()).into()
}

/// A cast through another space is one cast.
pub(super) fn fold_space_cast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    operand_of::<MemorySpaceCastOp>(MemorySpaceCastOp::view_of(op).source())
        .map(|source| Change::Operand(0, source.id()))
        .into()
}

pub(super) fn fold_rank(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let rank = RankOp::view_of(op).memref().ty().shape(op.cx()).map(<[i64]>::len);
    rank.map(|rank| op.cx().int_attr(Type::INDEX, rank as i64)).into()
}

pub(super) fn fold_dim(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_known_dim(op, constants).map_or(Folded::Unchanged, |folded| folded)
}

fn fold_known_dim(op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Folded> {
    let cx = op.cx();
    let source = DimOp::view_of(op).source();
    let buffer = memref(cx, source.ty())?;
    let at = usize::try_from((*constants.get(1)?)?.as_i64(cx)?).ok()?;
    let extent = *buffer.shape.get(at)?;
    if extent != DYNAMIC {
        return Some(cx.int_attr(Type::INDEX, extent).into());
    }
    let dynamic_at = buffer.shape[..at].iter().filter(|&&extent| extent == DYNAMIC).count();
    if let Some(maker) = source.defining_op() {
        let size = if let Some(allocation) = Allocation::of(maker) {
            allocation.dynamic_sizes.get(dynamic_at).map(|size| size.id())
        } else {
            op_match!(maker, {
                ViewOp(view) => view.sizes().nth(dynamic_at).map(|size| size.id()),
                SubViewOp(view) => {
                    let from = memref(cx, view.source().ty())?;
                    let dropped = dropped_dims(cx, &from, &buffer, &slice(maker).sizes)?;
                    let sizes = indices(&mixed_sizes(maker));
                    let kept = sizes.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).nth(at)?.0;
                    if let OpFoldResult::Value(value) = kept { Some(*value) } else { None }
                }
                _ => None,
            })
        };
        if let Some(size) = size {
            return Some(size.into());
        }
    }
    Some(fold_casts_but(op, None))
}

/// Folds a cast whose source is another view: the layout is replaced, so that of the source is irrelevant.
pub(super) fn fold_reinterpret(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ReinterpretCastOp::view_of(op);
    let source = view.source();
    let starts_at_zero =
        |op: OpRef<'_>| mixed_offsets(op).iter().all(|&offset| known_mixed(offset) == Some(0));
    let inner = source.defining_op().filter(|inner| {
        inner.isa::<ReinterpretCastOp>()
            || inner.isa::<CastOp>()
            || inner.isa::<SubViewOp>() && starts_at_zero(*inner)
    });
    if let Some(inner) = inner.and_then(OpRef::view_source) {
        return Change::Operand(0, inner.id()).into();
    }
    let ty = view.result().ty();
    let same = ty.has_static_shape(op.cx()) && source.ty() == ty && slice(op).offsets.first() == Some(&0);
    same.then_some(source).into()
}

pub(super) fn fold_subview(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = SubViewOp::view_of(op);
    let cx = op.cx();
    let (source, ty) = (view.source(), view.result().ty());
    let Some(result) = memref(cx, ty) else { return Folded::Unchanged };
    let fixed_layout = || {
        let is_strided = |layout: Attr| matches!(layout.data(cx), terrace_ir::AttrData::StridedLayout { .. });
        !result.layout.is_some_and(is_strided)
            || result
                .strides_and_offset(cx)
                .is_some_and(|(strides, offset)| offset != DYNAMIC && !strides.contains(&DYNAMIC))
    };
    if source.ty() != ty {
        return Folded::Unchanged;
    }
    if ty.has_static_shape(cx) && fixed_layout() {
        return source.into();
    }
    let Some(inner) = source.defining_op().filter(|inner| inner.isa::<SubViewOp>()) else {
        return Folded::Unchanged;
    };
    let all =
        |list: Vec<OpFoldResultRef<'_>>, number: i64| list.iter().all(|&m| known_mixed(m) == Some(number));
    let whole = all(mixed_offsets(op), 0)
        && all(mixed_strides(op), 1)
        && indices(&mixed_sizes(op)) == indices(&mixed_sizes(inner));
    whole.then_some(source).into()
}

pub(super) fn fold_transpose(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), TransposeOp::view_of(op));
    let Some(map) = view.permutation_attr().as_affine_map(cx) else { return Folded::Unchanged };
    if map.is_identity() && view.in_().ty() == view.result().ty() {
        return view.in_().into();
    }
    let inner = view.in_().defined_by::<TransposeOp>();
    let composed = inner.map(|inner| (inner.in_(), inner.permutation()));
    match composed {
        Some((source, first)) => {
            let map = cx.affine_map_attr(map.compose(first));
            Folded::Changed(vec![Change::Operand(0, source.id()), Change::Prop(0, map)])
        }
        None => Folded::Unchanged,
    }
}

pub(super) fn fold_view(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ViewOp::view_of(op);
    let (source, ty) = (view.source(), view.result().ty());
    let same =
        source.ty() == ty && ty.has_static_shape(op.cx()) && m_scalar_i64(view.byte_shift()) == Some(0);
    same.then_some(source).into()
}

/// Metadata that the type determines are constants; ranked casts are looked through.
pub(super) fn fold_metadata(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    metadata_changes(op).filter(|changes| !changes.is_empty()).map_or(Folded::Unchanged, Folded::Changed)
}

fn metadata_changes(op: OpRef<'_>) -> Option<Vec<Change>> {
    let (cx, source) = (op.cx(), ExtractStridedMetadataOp::view_of(op).source());
    let buffer = memref(cx, source.ty())?;
    let uncast = operand_of::<CastOp>(source).filter(|source| memref(cx, source.ty()).is_some());
    let mut changes = Vec::new();
    if op.results().skip(1).any(|result| !result.is_unused()) {
        let (strides, offset) = buffer.strides_and_offset(cx)?;
        let numbers = std::iter::once(&offset).chain(buffer.shape).chain(&strides);
        let known = (1..).zip(op.results().skip(1)).zip(numbers);
        let known = known.filter(|((_, result), number)| **number != DYNAMIC && !result.is_unused());
        changes.extend(known.map(|((i, _), &number)| Change::Constant(i, cx.int_attr(Type::INDEX, number))));
    }
    changes.extend(uncast.map(|source| Change::Operand(0, source.id())));
    Some(changes)
}
