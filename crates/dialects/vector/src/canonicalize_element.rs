//! Canonicalization of taking and setting elements and subvectors.

use terrace_dialects_core::arith;
use terrace_ir::OpKind;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{DYNAMIC, Op, OpRef, Rewriter, Value, ValueRef, VectorType};

use crate::elements::{delinearize, fixed_count, linearize, splat_of, strides};
use crate::fold_element::{linear, positions, repeated};
use crate::mask::known_mask;
use crate::shape::{BroadcastOp, POISON_INDEX, ShapeCastOp, check_broadcast};
use crate::types::{as_vector, vector};
use crate::{CreateMaskOp, ExtractOp, FromElementsOp, InsertOp, ToElementsOp};

/// The scalar that is in all places of a value.
pub(crate) fn splat_source(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let broadcast = value.defined_by::<BroadcastOp>()?;
    Some(broadcast.source()).filter(|source| !source.ty().is_vector(value.cx()))
}

// Taking.

/// Replaces an extract from a broadcast by a broadcast to the smaller type.
pub(crate) fn extract_from_broadcast(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let repeated = view.source().defining_op().and_then(repeated)?;
    let ty = view.result().ty();
    as_vector(cx, ty)?;
    check_broadcast(cx, repeated.ty(), ty).ok()?;
    let source = repeated.id();
    rw.replace(op, BroadcastOp::of(source));
    Some(())
}

/// A part of a mask is a mask, where it is known whether it is within the box.
pub(crate) fn extract_from_create_mask(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let made = view.source().defined_by::<CreateMaskOp>()?;
    let ty = view.result().ty();
    as_vector(cx, ty)?;
    let shape = vector(cx, made.0.single_result().ty()).shape;
    let at = positions(view.0);
    let (mut unknown, mut empty) = (false, known_mask(made.0.single_result()) == Some(false));
    for (dim, &at) in at.iter().enumerate() {
        match m_scalar_i64(made.0.operand(dim)) {
            _ if empty => break,
            None => unknown = true,
            Some(bound) if at != DYNAMIC => empty |= at >= bound,
            Some(bound) => unknown |= bound < shape[dim],
        }
    }
    if empty {
        let zero = splat_of(cx, cx.bool_attr(false), ty)?;
        rw.replace(op, arith::ConstantOp::of().value_attr(zero));
        return Some(());
    }
    if unknown {
        return None;
    }
    let sizes: Vec<Value> = made.0.operands().skip(at.len()).map(|size| size.id()).collect();
    rw.replace(op, CreateMaskOp::of(&sizes));
    Some(())
}

/// Replaces an extraction of all elements of a reshaped vector by a reshape.
pub(crate) fn extract_from_shape_cast(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source().defined_by::<ShapeCastOp>()?.source();
    let (from, to) = (vector(cx, source.ty()), as_vector(cx, view.result().ty())?);
    if from.num_elements() != to.num_elements() {
        return None;
    }
    let source = source.id();
    rw.replace(op, ShapeCastOp::of(source));
    Some(())
}

/// Some of given elements.
pub(crate) fn extract_from_elements(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let at = positions(view.0);
    let ty = view.result().ty();
    as_vector(cx, ty)?;
    let made = view.source().defined_by::<FromElementsOp>()?;
    let from = vector(cx, made.dest().ty());
    if at.contains(&DYNAMIC) || from.is_scalable() {
        return None;
    }
    let (start, count) = (linear(&at, from.shape)?, fixed_count(cx, ty)?);
    let elements: Vec<Value> = made.0.operands().skip(start).take(count).map(|value| value.id()).collect();
    rw.replace(op, FromElementsOp::of(&elements));
    Some(())
}

// Setting.

/// Replaces an insertion of all elements by a broadcast.
pub(crate) fn insert_to_broadcast(rw: &mut Rewriter<'_>, op: InsertOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let value = view.value_to_store();
    let (from, to) = (as_vector(cx, value.ty())?, vector(cx, view.result().ty()));
    if from.num_elements() != to.num_elements() {
        return None;
    }
    let value = value.id();
    rw.replace(op, BroadcastOp::of(value));
    Some(())
}

/// Folds an insert of a splat into a splat of the same scalar.
pub(crate) fn insert_splat(rw: &mut Rewriter<'_>, op: InsertOp) -> Option<()> {
    let view = op.view(rw);
    let splat = splat_source(view.value_to_store())?;
    if splat_source(view.dest()) != Some(splat) {
        return None;
    }
    let splat = splat.id();
    rw.replace(op, BroadcastOp::of(splat));
    Some(())
}

/// A part that is set: its first element's number, how many elements, the value.
struct InsertedPart {
    start: usize,
    count: usize,
    value: Value,
}

/// The parts that together set all elements, the last one first.
fn parts_of_all(op: OpRef<'_>) -> Option<Vec<InsertedPart>> {
    let last = InsertOp::view_of(op);
    let (cx, ty) = (op.cx(), last.result().ty());
    let total = fixed_count(cx, ty)?;
    let mut users = last.result().uses().filter_map(|(user, _)| user.cast::<InsertOp>());
    if users.any(|user| user.dest() == last.result()) {
        return None;
    }
    let mut chain = Vec::new();
    let mut current = Some(last);
    while let Some(insert) = current {
        if positions(insert.0).contains(&DYNAMIC) {
            return None;
        }
        chain.push(insert);
        current = insert.dest().defined_by::<InsertOp>();
        if let Some(next) = current
            && next.result().uses().count() != 1
        {
            return None;
        }
    }
    let shape = vector(cx, ty).shape;
    let (mut set, mut left) = (vec![false; total], total);
    let mut parts = Vec::new();
    for insert in chain {
        let at = positions(insert.0);
        if at.contains(&POISON_INDEX) {
            return None;
        }
        let (start, value) = (linear(&at, shape)?, insert.value_to_store());
        let count = if value.ty().is_vector(cx) { fixed_count(cx, value.ty())? } else { 1 };
        for flag in set.get_mut(start..start + count)? {
            left -= usize::from(!std::mem::replace(flag, true));
        }
        parts.push(InsertedPart { start, count, value: value.id() });
        if left == 0 {
            return Some(parts);
        }
    }
    None
}

/// Replaces insertions into all elements of a vector by an op that builds it from elements.
pub(crate) fn insert_all(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let cx = rw.cx();
    let parts = parts_of_all(rw.op(op))?;
    let total = fixed_count(cx, rw.op(op).single_result().ty())?;
    let loc = rw.body().loc(op);
    let mut elements: Vec<Option<Value>> = vec![None; total];
    for InsertedPart { start, count, value } in parts.into_iter().rev() {
        let Some(element) = rw.value(value).ty().element_type(cx) else {
            elements[start] = Some(value);
            continue;
        };
        let taken = rw.build(ToElementsOp::of(value).elements(&vec![element; count]).loc(loc));
        for (i, value) in rw.body().results(taken).enumerate() {
            elements[start + i] = Some(value);
        }
    }
    let elements: Vec<Value> = elements.into_iter().collect::<Option<_>>()?;
    rw.replace(op, FromElementsOp::of(&elements));
    Some(())
}

// All elements.

/// The elements of a repeated vector are those of the vector.
pub(crate) fn to_elements_of_broadcast(rw: &mut Rewriter<'_>, op: ToElementsOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let made = view.source().defined_by::<BroadcastOp>()?;
    let source = made.source();
    let from = as_vector(cx, source.ty())?;
    let to = vector(cx, made.vector().ty());
    let (inner, outer) = (strides(from.shape), strides(to.shape));
    let lead = to.rank() - from.rank();
    let number = |at: i64| {
        let place = delinearize(at, &outer);
        let repeated = |(dim, &extent): (usize, &i64)| if extent == 1 { 0 } else { place[lead + dim] };
        let place: Vec<i64> = from.shape.iter().enumerate().map(repeated).collect();
        linearize(&place, &inner) as usize
    };
    let numbers: Vec<usize> = (0..to.num_elements()).map(number).collect();
    let count = fixed_count(cx, source.ty())?;
    let (source, element, loc) = (source.id(), from.element, view.0.loc());
    let taken = rw.build(ToElementsOp::of(source).elements(&vec![element; count]).loc(loc));
    let values: Vec<Value> = numbers.into_iter().map(|i| rw.body().result(taken, i)).collect();
    rw.replace_op(op, &values);
    Some(())
}

/// Replaces a vector of equal elements by a broadcast.
pub(crate) fn from_equal_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let first = view.operands().next()?;
    if view.operands().any(|value| value != first) {
        return None;
    }
    let first = first.id();
    rw.replace(op, BroadcastOp::of(first));
    Some(())
}

/// The next position in a shape.
fn increment(position: &mut [i64], shape: &[i64]) {
    for (at, &extent) in position.iter_mut().zip(shape).rev() {
        *at += 1;
        if *at < extent {
            return;
        }
        *at = 0;
    }
}

/// Elements that stand together in another vector, in order, are a part of it.
pub(crate) fn from_consecutive_elements(rw: &mut Rewriter<'_>, op: FromElementsOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let total = vector(cx, view.dest().ty()).num_elements();
    if total == 1 {
        return None;
    }
    let Some(first) = view.elements().next()?.defined_by::<ExtractOp>() else {
        return rw.notify_match_failure(op, "element not from vector.extract");
    };
    let source = first.source();
    let from = vector(cx, source.ty());
    let start = positions(first.0);
    let (mut suffix, mut front) = (1i64, start.len());
    while front > 0 && start[front - 1] == 0 && suffix < total {
        suffix = suffix.wrapping_mul(from.shape[front - 1]);
        front -= 1;
    }
    if suffix != total {
        return rw.notify_match_failure(op, "elements do not form a suffix of source");
    }
    let mut expected = start.clone();
    let broken = view.0.operands().find_map(|element| {
        let Some(extract) = element.defined_by::<ExtractOp>() else {
            return Some("element not from vector.extract");
        };
        if extract.source() != source {
            return Some("element from different vector");
        }
        if positions(extract.0) != expected {
            return Some("elements not in ascending order (static order)");
        }
        increment(&mut expected, from.shape);
        None
    });
    if let Some(reason) = broken {
        return rw.notify_match_failure(op, reason);
    }
    let part = VectorType::get_scalable(cx, &from.shape[front..], &from.scalable[front..], from.element);
    let (source, loc) = (source.id(), view.0.loc());
    let at = cx.i64_array(&start[..front]);
    let taken = if front == start.len() { from.element } else { part };
    let extracted =
        rw.build_or_fold_value(ExtractOp::of(source).static_position_attr(at).result(taken).loc(loc));
    rw.replace(op, ShapeCastOp::of(extracted));
    Some(())
}
