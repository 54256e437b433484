//! Folding of ops that take and set elements and subvectors.

use terrace_dialects_builtin::fold::is_poison;
use terrace_dialects_builtin::ub::poison_attr;
use terrace_ir::elements::{Number, Numbers};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{
    Attr, Change, Context, DYNAMIC, Folded, OpFoldResultRef, OpKind, OpRef, OptionalAttr, Type, Value,
    ValueRef, View,
};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::elements::{Elements, dense, fixed_count, single};
use crate::fold_extract::{
    extract_of_extract, extract_of_inserted_slices, extract_of_inserts, extract_of_shape_cast,
    extract_of_shuffle, extract_of_slice,
};
use crate::shape::{BroadcastOp, POISON_INDEX, ShapeCastOp, ShuffleOp};
use crate::types::vector;
use crate::{ExtractOp, ExtractStridedSliceOp, FromElementsOp, InsertOp, InsertStridedSliceOp};

pub(crate) fn positions(op: OpRef<'_>) -> Vec<i64> {
    op.inherent_attr("static_position").optional_i64s(op.cx())
}

/// The op with other positions, after the operands before them.
pub(crate) fn with_positions(op: OpRef<'_>, front: &[Value], positions: &[OpFoldResultRef<'_>]) -> Folded {
    let fixed = fixed(positions);
    let values = positions.iter().filter_map(|position| match position {
        OpFoldResultRef::Static(_) => None,
        OpFoldResultRef::Value(value) => Some(value.id()),
    });
    let operands = front.iter().copied().chain(values).collect();
    // The positions are the one inherent attribute.
    Folded::Changed(vec![Change::Operands(operands), Change::Prop(0, op.cx().i64_array(&fixed))])
}

/// The positions as numbers, [`DYNAMIC`] for values.
fn fixed(positions: &[OpFoldResultRef<'_>]) -> Vec<i64> {
    let number = |position: &OpFoldResultRef<'_>| match position {
        OpFoldResultRef::Static(at) => *at,
        OpFoldResultRef::Value(_) => DYNAMIC,
    };
    positions.iter().map(number).collect()
}

/// Returns the positions, and the op with these if some values among them are constants within the shape. Further folds
/// see the constants, so that one fold suffices. The operands before the positions are `front` many.
fn constant_positions<'a>(
    op: OpRef<'a>,
    constants: &[Option<Attr>],
    front: usize,
    shape: &[i64],
) -> (Vec<OpFoldResultRef<'a>>, Folded) {
    let mut mixed = mixed_values(&positions(op), op.operands().skip(front));
    let mut known = constants.iter().skip(front);
    let mut changed = false;
    for (position, &extent) in
        mixed.iter_mut().zip(shape).filter(|(p, _)| matches!(p, OpFoldResultRef::Value(_)))
    {
        let value = known.next().copied().flatten().and_then(|attr| attr.as_i64(op.cx()));
        if let Some(value) = value.filter(|value| (POISON_INDEX..extent).contains(value)) {
            *position = OpFoldResultRef::Static(value);
            changed = true;
        }
    }
    let front: Vec<Value> = op.operands().take(front).map(|value| value.id()).collect();
    let folded = if changed { with_positions(op, &front, &mixed) } else { Folded::Unchanged };
    (mixed, folded)
}

/// The number of the first of the elements at a position.
pub(crate) fn linear(positions: &[i64], shape: &[i64]) -> Option<usize> {
    let mut at = 0i64;
    for (i, &extent) in shape.iter().enumerate() {
        at = at.checked_mul(extent)?.checked_add(positions.get(i).copied().unwrap_or(0))?;
    }
    usize::try_from(at).ok()
}

fn part<T: Number + Clone>(cx: &Context, attr: Attr, start: Option<usize>, ty: Type) -> Option<Attr> {
    match Numbers::<T>::of_attr(cx, attr)? {
        Numbers::Scalar(_) => None,
        Numbers::Splat(value) if ty.is_vector(cx) => Numbers::Splat(value).to_attr(cx, ty),
        Numbers::Splat(value) => Numbers::Scalar(value).to_attr(cx, ty),
        Numbers::List(list) => {
            let start = start?;
            if !ty.is_vector(cx) {
                return Numbers::Scalar(list.get(start)?.clone()).to_attr(cx, ty);
            }
            let count = usize::try_from(vector(cx, ty).num_elements()).ok()?;
            Numbers::List(list.get(start..start.checked_add(count)?)?.to_vec()).to_attr(cx, ty)
        }
    }
}

pub(crate) fn extract(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), ExtractOp::view_of(op));
    let (source, ty) = (view.source(), view.result().ty());
    let from = vector(cx, source.ty());
    let (mixed, in_place) = constant_positions(op, constants, 1, from.shape);
    if mixed.is_empty() && source.ty() == ty {
        return source.into();
    }
    if let Some(poison) = constants[0].filter(|&attr| is_poison(cx, attr)) {
        return poison.into();
    }
    match extract_at(view, constants, &mixed) {
        Folded::Unchanged => in_place,
        folded => folded,
    }
}

/// Folds an extraction at these positions.
fn extract_at(
    view: View<'_, ExtractOp>,
    constants: &[Option<Attr>],
    mixed: &[OpFoldResultRef<'_>],
) -> Folded {
    let (cx, source, ty) = (view.0.cx(), view.source(), view.result().ty());
    let (from, at) = (vector(cx, source.ty()), fixed(mixed));
    if at.contains(&POISON_INDEX) {
        return poison_attr(cx).into();
    }
    if let Some(attr) = constants[0] {
        let start = if at.contains(&DYNAMIC) || from.is_scalable() { None } else { linear(&at, from.shape) };
        let found = if from.element.is_float(cx) {
            part::<ApFloat>(cx, attr, start, ty)
        } else {
            part::<ApInt>(cx, attr, start, ty)
        };
        if let Some(found) = found {
            return found.into();
        }
    }
    let Some(made) = source.defining_op() else { return Folded::Unchanged };
    if at.contains(&DYNAMIC) {
        return repeated(made).map_or(Folded::Unchanged, |input| extract_of_broadcast(view, input, mixed));
    }
    if let Some(made) = made.cast::<ExtractOp>() {
        let folded = extract_of_extract(view, made, &at);
        if folded != Folded::Unchanged {
            return folded;
        }
    }
    let folded = extract_of_inserts(view, &at);
    if folded != Folded::Unchanged {
        return folded;
    }
    if let Some(input) = repeated(made) {
        let folded = extract_of_broadcast(view, input, mixed);
        if folded != Folded::Unchanged {
            return folded;
        }
    }
    if let Some(made) = made.cast::<ShuffleOp>() {
        return extract_of_shuffle(view, made, &at);
    }
    if let Some(made) = made.cast::<ShapeCastOp>() {
        return extract_of_shape_cast(view, made, &at);
    }
    if let Some(made) = made.cast::<ExtractStridedSliceOp>() {
        return extract_of_slice(view, made, &at);
    }
    if let Some(made) = made.cast::<InsertStridedSliceOp>() {
        return extract_of_inserted_slices(view, made, &at);
    }
    let scalar = made.isa::<FromElementsOp>() && ty == from.element && !from.is_scalable();
    let index = if scalar { linear(&at, from.shape) } else { None };
    index.and_then(|index| made.operands().nth(index)).into()
}

/// The source of a broadcast, or of a shape cast that only adds leading unit dimensions.
pub(crate) fn repeated(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    if let Some(broadcast) = op.cast::<BroadcastOp>() {
        return Some(broadcast.source());
    }
    let cast = op.cast::<ShapeCastOp>()?;
    let shape = |value: ValueRef<'_>| vector(op.cx(), value.ty()).shape.to_vec();
    shape(cast.result()).ends_with(&shape(cast.source())).then(|| cast.source())
}

/// Folds an extraction from a broadcast.
fn extract_of_broadcast(
    view: View<'_, ExtractOp>,
    input: ValueRef<'_>,
    old: &[OpFoldResultRef<'_>],
) -> Folded {
    let (cx, op, ty) = (input.cx(), view.0, view.result().ty());
    if ty == input.ty() {
        return input.into();
    }
    let (from, to) = (vector(cx, input.ty()).shape, vector(cx, ty).shape);
    let repeated = vector(cx, view.source().ty()).rank() - from.len();
    let Some(taken) = from.len().checked_sub(to.len()) else { return Folded::Unchanged };
    if ty.is_vector(cx) && to != &from[taken..] {
        return Folded::Unchanged;
    }
    let new: Option<Vec<OpFoldResultRef<'_>>> = (0..taken)
        .map(|i| if from[i] == 1 { Some(OpFoldResultRef::Static(0)) } else { old.get(i + repeated).copied() })
        .collect();
    match new {
        Some(new) if input.ty().is_vector(cx) => with_positions(op, &[input.id()], &new),
        _ => Folded::Unchanged,
    }
}

pub(crate) fn insert(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), InsertOp::view_of(op));
    let (value, ty) = (view.value_to_store(), view.result().ty());
    let (mixed, in_place) = constant_positions(op, constants, 2, vector(cx, ty).shape);
    if mixed.is_empty() && value.ty() == ty {
        return value.into();
    }
    let at = fixed(&mixed);
    if let Some(below) = overwritten(op, &mixed) {
        return with_positions(op, &[value.id(), below], &mixed);
    }
    if at.contains(&POISON_INDEX) {
        return poison_attr(cx).into();
    }
    match insert_constant(op, constants, &at) {
        Some(constant) => constant.into(),
        None => in_place,
    }
}

/// Returns the destination of an insert below this one at the same positions, which this one overwrites.
fn overwritten(op: OpRef<'_>, place: &[OpFoldResultRef<'_>]) -> Option<Value> {
    let inner = InsertOp::view_of(op).dest().defined_by::<InsertOp>()?;
    let same = mixed_values(&positions(inner.0), inner.0.operands().skip(2)) == place;
    same.then(|| inner.dest().id())
}

/// Larger constants that others use as well are not copied.
pub(crate) const MOST_COPIED: usize = 256;

fn insert_constant(op: OpRef<'_>, constants: &[Option<Attr>], at: &[i64]) -> Option<Attr> {
    let (cx, view) = (op.cx(), InsertOp::view_of(op));
    let ty = view.result().ty();
    if at.contains(&DYNAMIC) {
        return None;
    }
    let dest = Elements::of(cx, constants[1]?)?;
    let value = constants[0]?;
    let count = fixed_count(cx, ty)?;
    if count > MOST_COPIED && view.result().uses().count() != 1 {
        return None;
    }
    let value = if value.is_elements(cx) { value } else { single(cx, value)? };
    let (part, inserted) =
        (Elements::of(cx, value)?, fixed_count(cx, view.value_to_store().ty()).unwrap_or(1));
    let start = linear(at, vector(cx, ty).shape)?;
    let all: Option<Vec<&[u8]>> = (0..count)
        .map(|i| match i.checked_sub(start).filter(|&inside| inside < inserted) {
            Some(inside) => part.get(inside),
            None => dest.get(i),
        })
        .collect();
    let all = all.filter(|all| all.iter().all(|element| element.len() == all[0].len()))?;
    dense(cx, ty, &all)
}
