//! Folding: ops that change nothing, that undo each other, and constants.

use terrace_dialects_core::fold::is_poison;
use terrace_dialects_core::{arith, ub};
use terrace_ir::dialect_interfaces::DialectFoldInterface;
use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, AttrData, Change, Context, FoldValue, Folded, OpName, OpRef, Type, ValueRef};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::attrs::integers;
use crate::elements::{Elements, dense, elements_in_box, fixed_count, splat_of};
use crate::fold_extract::slice_of_inserted_slices;
use crate::shape::{BroadcastOp, check_broadcast};
use crate::types::vector;
use crate::{BitCastOp, FromElementsOp, ShapeCastOp, ToElementsOp, TransposeOp, TransposeOpView};

/// The op that holds a constant.
pub(crate) fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let dialect = if is_poison(cx, attr) { &ub::UB } else { &arith::ARITH };
    cx.dialect_interface::<dyn DialectFoldInterface>(dialect.name)?.materialize_constant(cx, attr, ty)
}

/// The elements of a constant under a type of as many elements, or of any number where they are all the same.
fn retyped(cx: &Context, attr: Attr, ty: Type, only_splat: bool) -> Option<Attr> {
    let AttrData::DenseElements { data, splat, .. } = attr.data(cx) else { return None };
    if only_splat && !splat {
        return None;
    }
    Some(cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: *splat }))
}

/// The op of this kind that makes the first operand.
pub(crate) fn source_op<K: terrace_ir::OpKind>(op: OpRef<'_>) -> Option<OpRef<'_>> {
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
    let dims = view.permutation().to_vec();
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

pub(crate) fn bitcast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if let Some(value) = same_type(op) {
        return value.into();
    }
    let Some(inner) = source_op::<BitCastOp>(op) else { return bitcast_constant(op, constants).into() };
    let value = inner.operand(0);
    if value.ty() == op.result(0).ty() {
        return value.into();
    }
    Change::Operand(0, value.id()).into()
}

/// The bits of one number, repeated to the width of a wider type: of `f16` as `f32`, or of integers.
fn bitcast_constant(op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Attr> {
    let (cx, to) = (op.cx(), op.result(0).ty());
    let source = constants[0]?;
    let [from_element, to_element] = [source.ty(cx)?, to].map(|ty| ty.element_type_or_self(cx));
    if from_element == Type::F16 && to_element == Type::F32 {
        let Numbers::Splat(value) = Numbers::<ApFloat>::of_attr(cx, source)? else { return None };
        let half = value.bits() & 0xffff;
        let kind = to_element.float_kind(cx)?;
        return Numbers::Splat(ApFloat::from_bits(kind, half << 16 | half)).to_attr(cx, to);
    }
    if !from_element.is_int_or_index(cx) || !to_element.is_integer(cx) {
        return None;
    }
    let Numbers::Splat(value) = Numbers::<ApInt>::of_attr(cx, source)? else { return None };
    let (narrow, wide) = (from_element.bit_width(cx)?, to_element.bit_width(cx)?);
    if wide <= narrow || !wide.is_multiple_of(narrow) {
        return None;
    }
    let (once, shift) = (value.zext_or_trunc(wide), ApInt::new(wide, u64::from(narrow)));
    let all = (0..wide / narrow).fold(ApInt::new(wide, 0), |all, _| all.shl(&shift).or(&once));
    Numbers::Splat(all).to_attr(cx, to)
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
    let folded = slice_of_inserted_slices(op);
    if folded != Folded::Unchanged {
        return folded;
    }
    constants[0].and_then(|attr| slice_of_constant(op, attr)).into()
}

fn slice_of_constant(op: OpRef<'_>, attr: Attr) -> Option<Attr> {
    let (cx, to) = (op.cx(), op.result(0).ty());
    if let Some(splat) = retyped(cx, attr, to, true) {
        return Some(splat);
    }
    let elements = Elements::of(cx, attr)?;
    fixed_count(cx, to)?;
    let (from, sizes) = (vector(cx, op.operand(0).ty()).shape, vector(cx, to).shape);
    let mut offsets = integers(cx, op.inherent_attr("offsets")?);
    offsets.resize(sizes.len(), 0);
    let numbers = elements_in_box(from, &offsets, sizes);
    let part: Option<Vec<&[u8]>> =
        numbers.into_iter().map(|i| elements.get(usize::try_from(i).ok()?)).collect();
    dense(cx, to, &part?)
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

/// A constant of these numbers; `None` if some are no numbers of the element type.
fn elements_of(cx: &Context, values: &[Attr], ty: Type) -> Option<Attr> {
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
    let [Some(v1), Some(v2)] = *constants else { return Folded::Unchanged };
    match [v1, v2].map(|attr| is_poison(cx, attr)) {
        [true, true] => v1.into(),
        poisoned => shuffled_constant(op, [v1, v2], poisoned, &mask, first).into(),
    }
}

/// The elements that a mask takes; for poison, whatever stands first.
fn shuffled_constant(
    op: OpRef<'_>,
    sources: [Attr; 2],
    poisoned: [bool; 2],
    mask: &[i64],
    first: i64,
) -> Option<Attr> {
    let (cx, to) = (op.cx(), op.result(0).ty());
    if vector(cx, op.operand(0).ty()).rank() != 1 {
        return None;
    }
    let of = |i: usize| if poisoned[i] { Some(None) } else { Elements::of(cx, sources[i]).map(Some) };
    let lists = [of(0)?, of(1)?];
    let any = lists.iter().flatten().next()?.get(0)?;
    let one = |&at: &i64| {
        let (list, at) = if at < first { (&lists[0], at) } else { (&lists[1], at - first) };
        match (list, usize::try_from(at)) {
            (Some(list), Ok(at)) => list.get(at),
            _ => Some(any),
        }
    };
    let elements: Option<Vec<&[u8]>> = mask.iter().map(one).collect();
    dense(cx, to, &elements?)
}
