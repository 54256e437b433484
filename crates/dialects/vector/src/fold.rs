//! Folding: ops that change nothing, that undo each other, and constants.

use terrace_dialects_builtin::fold::is_poison;
use terrace_dialects_builtin::ub;
use terrace_dialects_core::arith;
use terrace_ir::dialect_interfaces::DialectFoldInterface;
use terrace_ir::elements::Numbers;
use terrace_ir::{
    Attr, AttrData, Change, Context, FoldValue, Folded, OpKind, OpName, OpRef, Type, ValueRef, View,
};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::ExtractStridedSliceOp;
use crate::InsertStridedSliceOp;
use crate::ShuffleOp;
use crate::attrs::integers;
use crate::elements::{Elements, dense, elements_in_box, fixed_count, splat_of};
use crate::fold_extract::slice_of_inserted_slices;
use crate::shape::{BroadcastOp, check_broadcast};
use crate::types::vector;
use crate::{BitCastOp, FromElementsOp, ShapeCastOp, ToElementsOp, TransposeOp};

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

/// A value that has a type already.
fn of_type(value: ValueRef<'_>, ty: Type) -> Option<ValueRef<'_>> {
    (value.ty() == ty).then_some(value)
}

fn poison(op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Attr> {
    constants.first().copied().flatten().filter(|&attr| is_poison(op.cx(), attr))
}

pub(crate) fn broadcast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), BroadcastOp::view_of(op));
    let to = view.vector().ty();
    if let Some(value) = of_type(view.source(), to) {
        return value.into();
    }
    if let Some(change) = broadcast_of_shape_cast(op) {
        return change.into();
    }
    let Some(attr) = constants[0] else { return Folded::Unchanged };
    splat_of(cx, attr, to).or_else(|| retyped(cx, attr, to, true)).or_else(|| poison(op, constants)).into()
}

/// Folds a shape cast that only adds or removes leading unit dimensions.
fn broadcast_of_shape_cast(op: OpRef<'_>) -> Option<Change> {
    let (cx, view) = (op.cx(), BroadcastOp::view_of(op));
    let cast = view.source().defined_by::<ShapeCastOp>()?;
    let (from, to) = (cast.source(), cast.result());
    check_broadcast(cx, from.ty(), view.vector().ty()).ok()?;
    let tails = vector(cx, from.ty()).shape.iter().rev().zip(vector(cx, to.ty()).shape.iter().rev());
    tails.into_iter().all(|(a, b)| a == b).then(|| Change::Operand(0, from.id()))
}

/// Whether a transposition leaves the elements in order: it moves nothing but dimensions of extent one.
pub(crate) fn keeps_order(view: View<'_, TransposeOp>) -> bool {
    let cx = view.0.cx();
    let source = vector(cx, view.vector().ty());
    let dims = view.permutation().to_vec();
    let long = |&dim: &i64| {
        let dim = dim as usize;
        source.shape.get(dim) != Some(&1) || source.scalable.get(dim) == Some(&true)
    };
    dims.iter().copied().filter(long).is_sorted()
}

pub(crate) fn shape_cast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), ShapeCastOp::view_of(op));
    let to = view.result().ty();
    if let Some(value) = of_type(view.source(), to) {
        return value.into();
    }
    if let Some(inner) = view.source().defined_by::<ShapeCastOp>() {
        return Change::Operand(0, inner.source().id()).into();
    }
    if let Some(inner) = view.source().defined_by::<TransposeOp>() {
        return keeps_order(inner).then(|| Change::Operand(0, inner.vector().id())).into();
    }
    if let Some(inner) = view.source().defined_by::<BroadcastOp>()
        && inner.source().ty() == to
    {
        return inner.source().into();
    }
    let Some(attr) = constants[0] else { return Folded::Unchanged };
    retyped(cx, attr, to, false).or_else(|| poison(op, constants)).into()
}

pub(crate) fn bitcast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let view = BitCastOp::view_of(op);
    if let Some(value) = of_type(view.source(), view.result().ty()) {
        return value.into();
    }
    let Some(inner) = view.source().defined_by::<BitCastOp>() else {
        return bitcast_constant(op, constants).into();
    };
    match of_type(inner.source(), view.result().ty()) {
        Some(value) => value.into(),
        None => Change::Operand(0, inner.source().id()).into(),
    }
}

/// The bits of one number, repeated to the width of a wider type: of `f16` as `f32`, or of integers.
fn bitcast_constant(op: OpRef<'_>, constants: &[Option<Attr>]) -> Option<Attr> {
    let (cx, to) = (op.cx(), BitCastOp::view_of(op).result().ty());
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
    let (view, to) = (TransposeOp::view_of(op), TransposeOp::view_of(op).result().ty());
    if let Some(attr) = constants[0] {
        let constant = retyped(op.cx(), attr, to, true).or_else(|| poison(op, constants));
        if let Some(constant) = constant {
            return constant.into();
        }
    }
    of_type(view.vector(), to).filter(|_| keeps_order(view)).into()
}

pub(crate) fn extract_strided_slice(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if let Some(value) = of_type(ExtractStridedSliceOp::view_of(op).source(), op.single_result().ty()) {
        return value.into();
    }
    let folded = slice_of_inserted_slices(ExtractStridedSliceOp::view_of(op));
    if folded != Folded::Unchanged {
        return folded;
    }
    constants[0].and_then(|attr| slice_of_constant(op, attr)).into()
}

fn slice_of_constant(op: OpRef<'_>, attr: Attr) -> Option<Attr> {
    let view = ExtractStridedSliceOp::view_of(op);
    let (cx, to) = (op.cx(), op.single_result().ty());
    if let Some(splat) = retyped(cx, attr, to, true) {
        return Some(splat);
    }
    let elements = Elements::of(cx, attr)?;
    fixed_count(cx, to)?;
    let (from, sizes) = (vector(cx, view.source().ty()).shape, vector(cx, to).shape);
    let mut offsets = integers(cx, view.offsets_attr());
    offsets.resize(sizes.len(), 0);
    let numbers = elements_in_box(from, &offsets, sizes);
    let part: Option<Vec<&[u8]>> =
        numbers.into_iter().map(|i| elements.get(usize::try_from(i).ok()?)).collect();
    dense(cx, to, &part?)
}

pub(crate) fn insert_strided_slice(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = InsertStridedSliceOp::view_of(op);
    of_type(view.value_to_store(), view.result().ty()).into()
}

pub(crate) fn from_elements(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), FromElementsOp::view_of(op).dest().ty());
    if let Some(source) = source_of_all(op) {
        return source.into();
    }
    let values: Option<Vec<Attr>> = constants.iter().copied().collect();
    values.and_then(|values| elements_of(cx, &values, ty)).into()
}

/// The vector whose elements, in order, are the operands.
fn source_of_all(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let view = FromElementsOp::view_of(op);
    let taken = view.elements().next()?.defined_by::<ToElementsOp>()?;
    let source = taken.source();
    let same = taken.elements().eq(view.elements());
    (same && source.ty() == view.dest().ty()).then_some(source)
}

/// The bits of a number, converted to another width for integers; `None` if it is not a number.
fn bits_as(cx: &Context, value: Attr, width: u32) -> Option<ApInt> {
    match value.data(cx) {
        AttrData::Integer { value, .. } if value.width() <= width => Some(value.sext(width)),
        AttrData::Integer { value, .. } => Some(value.trunc(width)),
        AttrData::Float { ty, bits: [low, high] } => {
            let bits = ApInt::from_words(ty.bit_width(cx)?, &[*low, *high]);
            Some(bits.zext_or_trunc(width))
        }
        _ => None,
    }
}

/// A constant of these numbers; `None` if some are not numbers of the element type. Constants of the dialect
/// llvm may have a type other than that of their value.
fn elements_of(cx: &Context, values: &[Attr], ty: Type) -> Option<Attr> {
    let element = ty.element_type(cx)?;
    if values.is_empty() {
        return None;
    }
    if element.is_integer(cx) {
        let width = element.bit_width(cx)?;
        let list = values.iter().map(|&value| bits_as(cx, value, width)).collect::<Option<Vec<_>>>()?;
        return Numbers::List(list).to_attr(cx, ty);
    }
    if values.iter().any(|value| value.ty(cx) != Some(element)) {
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
    let view = ToElementsOp::view_of(op);
    if let Some(made) = view.source().defined_by::<FromElementsOp>() {
        return Folded::Results(made.0.operands().map(FoldValue::from).collect());
    }
    let Some(made) = view.source().defined_by::<BroadcastOp>() else { return Folded::Unchanged };
    let value = made.source();
    if value.ty().is_vector(op.cx()) {
        return Folded::Unchanged;
    }
    Folded::Results(op.results().map(|_| FoldValue::from(value)).collect())
}

pub(crate) fn shuffle(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), ShuffleOp::view_of(op));
    let [first, second] = [view.v1(), view.v2()].map(|v| vector(cx, v.ty()).shape.first().copied());
    let (Some(first), Some(second)) = (first, second) else { return Folded::Unchanged };
    let mask = view.mask().to_vec();
    if mask.iter().copied().eq(0..first) {
        return view.v1().into();
    }
    if mask.iter().copied().eq(first..first + second) {
        return view.v2().into();
    }
    let [Some(v1), Some(v2)] = *constants else { return Folded::Unchanged };
    match [v1, v2].map(|attr| is_poison(cx, attr)) {
        [true, true] => v1.into(),
        poisoned => shuffled_constant(op, [v1, v2], poisoned, &mask, first).into(),
    }
}

/// The elements that a shuffle mask selects; for poison, the first one.
fn shuffled_constant(
    op: OpRef<'_>,
    sources: [Attr; 2],
    poisoned: [bool; 2],
    mask: &[i64],
    first: i64,
) -> Option<Attr> {
    let (cx, view) = (op.cx(), ShuffleOp::view_of(op));
    let to = view.vector().ty();
    if vector(cx, view.v1().ty()).rank() != 1 {
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
