//! Folding: ops that change nothing, that undo each other, and constants.

use terrace_dialects_core::fold::is_poison;
use terrace_dialects_core::{arith, ub};
use terrace_ir::{Attr, AttrData, Change, Context, FoldValue, Folded, OpName, OpRef, Type, ValueRef};

use crate::shape::{BroadcastOp, check_broadcast};
use crate::types::vector;
use crate::{BitCastOp, FromElementsOp, ShapeCastOp, ToElementsOp, TransposeOp, TransposeOpView};

/// The op that holds a constant.
pub(crate) fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let dialect = if is_poison(cx, attr) { &ub::UB } else { &arith::ARITH };
    dialect.materialize?(cx, attr, ty)
}

/// The elements of a constant under a type of as many elements, or of any number where they are all the same.
fn retyped(cx: &Context, attr: Attr, ty: Type, only_splat: bool) -> Option<Attr> {
    let AttrData::DenseElements { data, splat, .. } = attr.data(cx) else { return None };
    if only_splat && !splat {
        return None;
    }
    Some(cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: *splat }))
}

/// A number for each element; none where it is not of the element type.
fn splat_of(cx: &Context, attr: Attr, ty: Type) -> Option<Attr> {
    use terrace_ir::elements::Numbers;
    if attr.ty(cx) != ty.element_type(cx) {
        return None;
    }
    match attr.data(cx) {
        AttrData::Integer { value, .. } => Numbers::Splat(value.clone()).to_attr(cx, ty),
        AttrData::Float { .. } => Numbers::Splat(attr.as_float(cx)?).to_attr(cx, ty),
        _ => None,
    }
}

/// The op of this kind that makes the first operand.
fn source_op<K: terrace_ir::OpKind>(op: OpRef<'_>) -> Option<OpRef<'_>> {
    op.operand(0).defining_op().filter(|source| source.isa::<K>())
}

fn same_type(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let value = op.operand(0);
    (value.ty() == op.result(0).ty()).then_some(value)
}

fn poison(op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Attr> {
    constants.first().copied().flatten().filter(|&attr| is_poison(op.cx(), attr))
}

pub(crate) fn broadcast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, to) = (op.cx(), op.result(0).ty());
    if let Some(value) = same_type(op) {
        return value.into();
    }
    if let Some(change) = broadcast_of_shape_cast(op) {
        return change.into();
    }
    let Some(attr) = constants[0] else { return Folded::Unchanged };
    splat_of(cx, attr, to).or_else(|| retyped(cx, attr, to, true)).or_else(|| poison(op, constants)).into()
}

/// A cast that only adds or removes leading ones goes.
fn broadcast_of_shape_cast(op: OpRef<'_>) -> Option<Change> {
    let cx = op.cx();
    let cast = source_op::<ShapeCastOp>(op)?;
    let (from, to) = (cast.operand(0), cast.result(0));
    check_broadcast(cx, from.ty(), op.result(0).ty()).ok()?;
    let tails = vector(cx, from.ty()).shape.iter().rev().zip(vector(cx, to.ty()).shape.iter().rev());
    tails.into_iter().all(|(a, b)| a == b).then(|| Change::Operand(0, from.id()))
}

/// Whether a transposition leaves the elements in order: it moves nothing but dimensions of extent one.
pub(crate) fn keeps_order(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let view = TransposeOpView(op);
    let source = vector(cx, view.vector().ty());
    let dims = view.permutation().as_i64_array(cx).unwrap_or_default();
    let long = |&dim: &i64| {
        let dim = dim as usize;
        source.shape.get(dim) != Some(&1) || source.scalable.get(dim) == Some(&true)
    };
    dims.iter().copied().filter(long).is_sorted()
}

pub(crate) fn shape_cast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, to) = (op.cx(), op.result(0).ty());
    if let Some(value) = same_type(op) {
        return value.into();
    }
    if let Some(inner) = source_op::<ShapeCastOp>(op) {
        return Change::Operand(0, inner.operand(0).id()).into();
    }
    if let Some(inner) = source_op::<TransposeOp>(op) {
        return keeps_order(inner).then(|| Change::Operand(0, inner.operand(0).id())).into();
    }
    if let Some(inner) = source_op::<BroadcastOp>(op)
        && inner.operand(0).ty() == to
    {
        return inner.operand(0).into();
    }
    let Some(attr) = constants[0] else { return Folded::Unchanged };
    retyped(cx, attr, to, false).or_else(|| poison(op, constants)).into()
}

pub(crate) fn bitcast(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    if let Some(value) = same_type(op) {
        return value.into();
    }
    let Some(inner) = source_op::<BitCastOp>(op) else { return Folded::Unchanged };
    let value = inner.operand(0);
    if value.ty() == op.result(0).ty() {
        return value.into();
    }
    Change::Operand(0, value.id()).into()
}

pub(crate) fn transpose(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if let Some(attr) = constants[0] {
        let constant = retyped(op.cx(), attr, op.result(0).ty(), true).or_else(|| poison(op, constants));
        if let Some(constant) = constant {
            return constant.into();
        }
    }
    same_type(op).filter(|_| keeps_order(op)).into()
}

pub(crate) fn extract_strided_slice(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if let Some(value) = same_type(op) {
        return value.into();
    }
    constants[0].and_then(|attr| retyped(op.cx(), attr, op.result(0).ty(), true)).into()
}

pub(crate) fn insert_strided_slice(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    same_type(op).into()
}

pub(crate) fn multi_reduction(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let dims = op.inherent_attr("reduction_dims").and_then(|dims| dims.as_i64_array(op.cx()));
    let source = op.operand(0);
    let nothing = vector(op.cx(), source.ty()).rank() == 1 && dims.is_some_and(|dims| dims.is_empty());
    nothing.then_some(source).into()
}

pub(crate) fn constant_mask(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), op.result(0).ty());
    let shape = vector(cx, ty).shape;
    let sizes =
        op.inherent_attr("mask_dim_sizes").and_then(|sizes| sizes.as_i64_array(cx)).unwrap_or_default();
    let all = if shape.is_empty() { sizes == [1] } else { sizes == shape };
    if !all && sizes.iter().any(|&size| size != 0) {
        return Folded::Unchanged;
    }
    splat_of(cx, cx.bool_attr(all), ty).into()
}

pub(crate) fn from_elements(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), op.result(0).ty());
    if let Some(source) = source_of_all(op) {
        return source.into();
    }
    let values: Option<Vec<Attr>> = constants.iter().copied().collect();
    values.and_then(|values| elements_of(cx, &values, ty)).into()
}

/// The vector whose elements, in order, are the operands.
fn source_of_all(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    if op.num_operands() == 0 {
        return None;
    }
    let taken = source_op::<ToElementsOp>(op)?;
    let source = taken.operand(0);
    let same = taken.results().map(|value| value.id()).eq(op.operands().map(|value| value.id()));
    (same && source.ty() == op.result(0).ty()).then_some(source)
}

/// A constant of these numbers; none where some are no numbers of the element type.
fn elements_of(cx: &Context, values: &[Attr], ty: Type) -> Option<Attr> {
    use terrace_ir::elements::Numbers;
    let element = ty.element_type(cx)?;
    if values.is_empty() || values.iter().any(|value| value.ty(cx) != Some(element)) {
        return None;
    }
    if element.is_float(cx) {
        let list = values.iter().map(|value| value.as_float(cx)).collect::<Option<Vec<_>>>()?;
        return Numbers::List(list).to_attr(cx, ty);
    }
    let list =
        values.iter().map(|value| Some(value.as_integer(cx)?.0.clone())).collect::<Option<Vec<_>>>()?;
    Numbers::List(list).to_attr(cx, ty)
}

pub(crate) fn to_elements(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    if let Some(made) = source_op::<FromElementsOp>(op) {
        return Folded::Results(made.operands().map(FoldValue::from).collect());
    }
    let Some(made) = source_op::<BroadcastOp>(op) else { return Folded::Unchanged };
    let value = made.operand(0);
    if value.ty().is_vector(op.cx()) {
        return Folded::Unchanged;
    }
    Folded::Results(op.results().map(|_| FoldValue::from(value)).collect())
}

pub(crate) fn shuffle(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let [first, second] = [0, 1].map(|i| vector(cx, op.operand(i).ty()).shape.first().copied());
    let (Some(first), Some(second)) = (first, second) else { return Folded::Unchanged };
    let mask = op.inherent_attr("mask").and_then(|mask| mask.as_i64_array(cx)).unwrap_or_default();
    if mask.iter().copied().eq(0..first) {
        return op.operand(0).into();
    }
    if mask.iter().copied().eq(first..first + second) {
        return op.operand(1).into();
    }
    let poisoned = constants.iter().all(|attr| attr.is_some_and(|attr| is_poison(cx, attr)));
    poison(op, constants).filter(|_| poisoned).into()
}
