//! Folding.

use terrace_dialects_builtin::fold::operand_of;
use terrace_ir::elements::{Number, Numbers};
use terrace_ir::fold::Change;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    Attr, AttrData, Context, DYNAMIC, Folded, OpFoldResult, OpKind, OpRef, Type, ValueRef, View,
};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::constants::{element_at, flat_index, splat_element};
use super::{
    CastOp, CollapseShapeOp, DimOp, ExpandShapeOp, ExtractOp, ExtractSliceOp, FromElementsOp, GenerateOp,
    InsertOp, InsertSliceOp, RankOp, ReshapeOp, SplatOp, encoding,
};
use crate::index_values::{indices, known_mixed};
use crate::reshape_patterns::{fold_reshape, reshaped};
use crate::slices::{is_whole, mixed_lists, mixed_sizes};

/// Whether `to` knows all extents that `from` knows, and is otherwise the same.
pub fn keeps_extents(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(a), Some(b)) = (from.shape(cx), to.shape(cx)) else { return false };
    from.element_type(cx) == to.element_type(cx)
        && encoding(cx, from) == encoding(cx, to)
        && a.len() == b.len()
        && a.iter().zip(b).all(|(&from, &to)| from == DYNAMIC || to != DYNAMIC)
}

/// The source of a cast whose type is at least as static as the result; `None` for other values.
pub fn foldable_cast_source(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let source = operand_of::<CastOp>(value)?;
    keeps_extents(value.cx(), value.ty(), source.ty()).then_some(source)
}

/// A constant of one number, under the type of the result.
fn fold_splat_source(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let splat = |attr: &Attr| matches!(attr.data(cx), AttrData::DenseElements { splat: true, .. });
    let source = constants.first().copied().flatten().filter(splat);
    source.and_then(|attr| reshaped(cx, attr, op.single_result().ty())).into()
}

pub(super) fn fold_gather(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_splat_source(op, constants)
}

pub(super) fn fold_rank(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let rank = RankOp::view_of(op).tensor().ty().shape(op.cx()).map(<[i64]>::len);
    rank.map(|rank| op.cx().int_attr(Type::INDEX, rank as i64)).into()
}

pub(super) fn fold_dim(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_known_dim(op, constants).unwrap_or(Folded::Unchanged)
}

fn fold_known_dim(op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Folded> {
    let cx = op.cx();
    let source = DimOp::view_of(op).source();
    let shape = source.ty().shape(cx)?;
    let at = usize::try_from((*constants.get(1)?)?.as_i64(cx)?).ok()?;
    let extent = *shape.get(at)?;
    if extent != DYNAMIC {
        return Some(cx.int_attr(Type::INDEX, extent).into());
    }
    let maker = source.defining_op()?;
    if maker.isa::<GenerateOp>() {
        let before = shape[..at].iter().filter(|&&extent| extent == DYNAMIC).count();
        return Some(maker.operand(before).into());
    }
    if let Some(slice) = maker.cast::<ExtractSliceOp>()
        && slice.source().ty().shape(cx)?.len() == shape.len()
    {
        match indices(&mixed_sizes(maker)).get(at)? {
            OpFoldResult::Value(value) => return Some((*value).into()),
            OpFoldResult::Static(_) => return None,
        }
    }
    Some(Change::Operand(0, foldable_cast_source(source)?.id()).into())
}

pub(super) fn fold_extract(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, tensor) = (op.cx(), ExtractOp::view_of(op).tensor());
    let elements = constants.first().copied().flatten();
    if let Some(element) = elements.and_then(|elements| splat_element(cx, elements)) {
        return element.into();
    }
    let places = constants.get(1..).unwrap_or(&[]);
    if places.iter().any(Option::is_none) {
        return Folded::Unchanged;
    }
    let Some(shape) = tensor.ty().shape(cx) else { return Folded::Unchanged };
    let flat = flat_index(cx, shape, places);
    let maker = tensor.defining_op();
    if let Some(made) = maker.filter(|op| op.isa::<FromElementsOp>()) {
        return flat.filter(|&i| i < made.num_operands()).map(|i| made.operand(i)).into();
    }
    if let Some(element) = elements.zip(flat).and_then(|(elements, i)| element_at(cx, elements, i)) {
        return element.into();
    }
    let indices = ExtractOp::view_of(op).indices();
    let same = |insert: &View<'_, InsertOp>| {
        let equal = |(a, b)| a == b || m_scalar_i64(a).is_some_and(|place| m_scalar_i64(b) == Some(place));
        insert.indices().len() == indices.len() && insert.indices().zip(indices.clone()).all(equal)
    };
    maker.and_then(OpRef::cast::<InsertOp>).filter(same).map(|insert| insert.scalar()).into()
}

pub(super) fn fold_insert(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let &[Some(scalar), Some(dest), ..] = constants else { return Folded::Unchanged };
    (splat_element(op.cx(), dest) == Some(scalar)).then_some(dest).into()
}

fn numbers_of<T: Number>(cx: &Context, constants: &[Option<Attr>], ty: Type) -> Option<Attr> {
    let values: Option<Vec<T>> = constants.iter().map(|attr| T::of_attr(cx, (*attr)?)).collect();
    Numbers::List(values?).to_attr(cx, ty)
}

pub(super) fn fold_from_elements(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), FromElementsOp::view_of(op).result().ty());
    let element = ty.element_type(cx);
    if element.is_some_and(|element| element.is_float(cx)) {
        return numbers_of::<ApFloat>(cx, constants, ty).into();
    }
    if constants.is_empty() && !element.is_some_and(|element| element.is_int_or_index(cx)) {
        return Folded::Unchanged;
    }
    numbers_of::<ApInt>(cx, constants, ty).or_else(|| numbers_of::<ApFloat>(cx, constants, ty)).into()
}

pub(super) fn fold_splat(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), SplatOp::view_of(op).aggregate().ty());
    if !ty.has_static_shape(cx) {
        return Folded::Unchanged;
    }
    let value = &constants[..constants.len().min(1)];
    if value.is_empty() {
        return Folded::Unchanged;
    }
    numbers_of::<ApInt>(cx, value, ty).or_else(|| numbers_of::<ApFloat>(cx, value, ty)).into()
}

pub(super) fn fold_concat(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let alone = op.num_operands() == 1 && op.single_operand().ty() == op.single_result().ty();
    alone.then(|| op.single_operand()).into()
}

pub(super) fn fold_expand(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_reshape::<CollapseShapeOp>(op, constants)
}

pub(super) fn fold_collapse(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_reshape::<ExpandShapeOp>(op, constants)
}

pub(super) fn fold_tensor_reshape(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let view = ReshapeOp::view_of(op);
    let cx = op.cx();
    let source = view.source();
    fold_splat_source(op, constants).or_else(|| {
        if let Some(inner) = source.defined_by::<ReshapeOp>() {
            return Change::Operand(0, inner.source().id()).into();
        }
        let Some(shape) = source.ty().shape(cx).filter(|_| source.ty() == view.result().ty()) else {
            return Folded::Unchanged;
        };
        let elements = view.shape().defining_op().filter(|shape| shape.isa::<FromElementsOp>());
        // The shape is made of the tensor's own extents.
        let own = |(at, element): (usize, ValueRef<'_>)| match m_scalar_i64(element) {
            Some(number) => number == shape[at],
            None => element
                .defined_by::<DimOp>()
                .is_some_and(|dim| dim.source() == source && m_scalar_i64(dim.index()) == Some(at as i64)),
        };
        let whole = elements
            .is_some_and(|made| made.num_operands() == shape.len() && made.operands().enumerate().all(own));
        (shape.len() <= 1 || whole).then_some(source).into()
    })
}

/// Whether two ops on slices mean the same one.
fn same_slice(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let lists = |op| mixed_lists(op).map(|list| indices(&list));
    lists(a) == lists(b)
}

pub(super) fn fold_extract_slice(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let view = ExtractSliceOp::view_of(op);
    fold_splat_source(op, constants).or_else(|| {
        let (source, ty) = (view.source(), view.result().ty());
        let shape = ty.ranked_shape(op.cx());
        if source.ty() == ty && is_whole(op, shape) {
            return source.into();
        }
        let insert = source.defined_by::<InsertSliceOp>();
        let same = |insert: &View<'_, InsertSliceOp>| insert.source().ty() == ty && same_slice(insert.0, op);
        insert.filter(same).map(|insert| insert.source()).into()
    })
}

pub(super) fn fold_insert_slice(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = InsertSliceOp::view_of(op);
    let cx = op.cx();
    let (source, dest, ty) = (view.source(), view.dest(), view.result().ty());
    let shape = ty.ranked_shape(cx);
    if ty.has_static_shape(cx) && source.ty() == ty && is_whole(op, shape) {
        return source.into();
    }
    if let Some(before) = dest.defined_by::<InsertSliceOp>()
        && before.source().ty() == source.ty()
        && same_slice(before.0, op)
    {
        return Change::Operand(1, before.dest().id()).into();
    }
    let taken = source.defined_by::<ExtractSliceOp>();
    let unchanged = taken.is_some_and(|taken| taken.source() == dest && same_slice(taken.0, op))
        || mixed_sizes(op).iter().any(|&size| known_mixed(size) == Some(0));
    unchanged.then_some(dest).into()
}
