//! Canonicalization of taking and setting elements and subvectors.

use terrace_dialects_core::arith;
use terrace_dialects_core::index_list::constant_int;
use terrace_ir::{DYNAMIC, Op, OpRef, Rewriter, Value, ValueRef};

use crate::canonicalize::known_mask;
use crate::elements::{delinearize, fixed_count, linearize, splat_of, strides};
use crate::fold_element::{linear, positions, repeats};
use crate::shape::{BroadcastOp, POISON_INDEX, ShapeCastOp, check_broadcast};
use crate::types::{as_vector, vector, vector_type};
use crate::{CreateMaskOp, ExtractOp, FromElementsOp, InsertOp, ToElementsOp};

/// The scalar that is in all places of a value.
pub(crate) fn splat_source(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let broadcast = value.defining_op().filter(|op| op.isa::<BroadcastOp>())?;
    Some(broadcast.operand(0)).filter(|source| !source.ty().is_vector(value.cx()))
}

/// The op of this kind that makes an operand.
pub(crate) fn made_by<K: terrace_ir::OpKind>(op: OpRef<'_>, operand: usize) -> Option<OpRef<'_>> {
    op.operand(operand).defining_op().filter(|source| source.isa::<K>())
}

// Taking.

/// What is taken from a repeated value repeats it less often.
pub(crate) fn extract_from_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let made = view.operand(0).defining_op().filter(|&made| repeats(made))?;
    let ty = view.result(0).ty();
    as_vector(cx, ty)?;
    check_broadcast(cx, made.operand(0).ty(), ty).ok()?;
    let source = made.operand(0).id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[source], &[]);
    Some(())
}

/// A part of a mask is a mask, where it is known whether it is within the box.
pub(crate) fn extract_from_create_mask(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let made = made_by::<CreateMaskOp>(view, 0)?;
    let ty = view.result(0).ty();
    as_vector(cx, ty)?;
    let shape = vector(cx, made.result(0).ty()).shape;
    let at = positions(view);
    let (mut unknown, mut empty) = (false, known_mask(made.result(0)) == Some(false));
    for (dim, &at) in at.iter().enumerate() {
        match constant_int(made.operand(dim)) {
            _ if empty => break,
            None => unknown = true,
            Some(bound) if at != DYNAMIC => empty |= at >= bound,
            Some(bound) => unknown |= bound < shape[dim],
        }
    }
    if empty {
        let zero = splat_of(cx, cx.bool_attr(false), ty)?;
        rw.replace_op_with_new::<arith::ConstantOp>(op, &[], &[Some(zero)]);
        return Some(());
    }
    if unknown {
        return None;
    }
    let sizes: Vec<Value> = made.operands().skip(at.len()).map(|size| size.id()).collect();
    rw.replace_op_with_new::<CreateMaskOp>(op, &sizes, &[]);
    Some(())
}

/// All elements of a vector of another shape.
pub(crate) fn extract_from_shape_cast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let source = made_by::<ShapeCastOp>(view, 0)?.operand(0);
    let (from, to) = (vector(cx, source.ty()), as_vector(cx, view.result(0).ty())?);
    if from.num_elements() != to.num_elements() {
        return None;
    }
    let source = source.id();
    rw.replace_op_with_new::<ShapeCastOp>(op, &[source], &[]);
    Some(())
}

/// Some of given elements.
pub(crate) fn extract_from_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let at = positions(view);
    let ty = view.result(0).ty();
    as_vector(cx, ty)?;
    let made = made_by::<FromElementsOp>(view, 0)?;
    let from = vector(cx, made.result(0).ty());
    if at.contains(&DYNAMIC) || from.is_scalable() {
        return None;
    }
    let (start, count) = (linear(&at, from.shape)?, fixed_count(cx, ty)?);
    let elements: Vec<Value> = made.operands().skip(start).take(count).map(|value| value.id()).collect();
    rw.replace_op_with_new::<FromElementsOp>(op, &elements, &[]);
    Some(())
}

// Setting.

/// All elements of a vector under another shape.
pub(crate) fn insert_to_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let value = view.operand(0);
    let (from, to) = (as_vector(cx, value.ty())?, vector(cx, view.result(0).ty()));
    if from.num_elements() != to.num_elements() {
        return None;
    }
    let value = value.id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[value], &[]);
    Some(())
}

/// What is set is what is everywhere.
pub(crate) fn insert_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let splat = splat_source(view.operand(0))?;
    if splat_source(view.operand(1)) != Some(splat) {
        return None;
    }
    let splat = splat.id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[splat], &[]);
    Some(())
}

/// A part that is set: its first element's number, how many elements, the value.
struct Part {
    start: usize,
    count: usize,
    value: Value,
}

/// The parts that together set all elements, the last one first.
fn parts_of_all(op: OpRef<'_>) -> Option<Vec<Part>> {
    let (cx, ty) = (op.cx(), op.result(0).ty());
    let total = fixed_count(cx, ty)?;
    let continued = |(user, operand): (OpRef<'_>, usize)| user.isa::<InsertOp>() && operand == 1;
    if op.result(0).uses().any(continued) {
        return None;
    }
    let mut chain = Vec::new();
    let mut current = Some(op);
    while let Some(insert) = current {
        if positions(insert).contains(&DYNAMIC) {
            return None;
        }
        chain.push(insert);
        current = made_by::<InsertOp>(insert, 1);
        if let Some(next) = current
            && next.result(0).uses().count() != 1
        {
            return None;
        }
    }
    let shape = vector(cx, ty).shape;
    let (mut set, mut left) = (vec![false; total], total);
    let mut parts = Vec::new();
    for insert in chain {
        let at = positions(insert);
        if at.contains(&POISON_INDEX) {
            return None;
        }
        let (start, value) = (linear(&at, shape)?, insert.operand(0));
        let count = if value.ty().is_vector(cx) { fixed_count(cx, value.ty())? } else { 1 };
        for flag in set.get_mut(start..start + count)? {
            left -= usize::from(!std::mem::replace(flag, true));
        }
        parts.push(Part { start, count, value: value.id() });
        if left == 0 {
            return Some(parts);
        }
    }
    None
}

/// A vector all of whose elements are set is made of these.
pub(crate) fn insert_all(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let cx = rw.cx();
    let parts = parts_of_all(rw.op(op))?;
    let total = fixed_count(cx, rw.op(op).result(0).ty())?;
    let loc = rw.body().loc(op);
    let mut elements: Vec<Option<Value>> = vec![None; total];
    for Part { start, count, value } in parts.into_iter().rev() {
        let Some(element) = rw.value(value).ty().element_type(cx) else {
            elements[start] = Some(value);
            continue;
        };
        let taken = rw.create::<ToElementsOp>(&[value], &[], &vec![element; count], loc);
        for (i, value) in rw.body().results(taken).enumerate() {
            elements[start + i] = Some(value);
        }
    }
    let elements: Vec<Value> = elements.into_iter().collect::<Option<_>>()?;
    rw.replace_op_with_new::<FromElementsOp>(op, &elements, &[]);
    Some(())
}

// All elements.

/// The elements of a repeated vector are those of the vector.
pub(crate) fn to_elements_of_broadcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let made = made_by::<BroadcastOp>(view, 0)?;
    let source = made.operand(0);
    let from = as_vector(cx, source.ty())?;
    let to = vector(cx, made.result(0).ty());
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
    let (source, element, loc) = (source.id(), from.element, view.loc());
    let taken = rw.create::<ToElementsOp>(&[source], &[], &vec![element; count], loc);
    let values: Vec<Value> = numbers.into_iter().map(|i| rw.body().result(taken, i)).collect();
    rw.replace_op(op, &values);
    Some(())
}

/// The same element everywhere.
pub(crate) fn from_equal_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let first = view.operands().next()?;
    if view.operands().any(|value| value != first) {
        return None;
    }
    let first = first.id();
    rw.replace_op_with_new::<BroadcastOp>(op, &[first], &[]);
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
pub(crate) fn from_consecutive_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let total = vector(cx, view.result(0).ty()).num_elements();
    if total == 1 {
        return None;
    }
    let Some(first) = made_by::<ExtractOp>(view, 0) else {
        return rw.notify_match_failure(op, "element not from vector.extract");
    };
    let source = first.operand(0);
    let from = vector(cx, source.ty());
    let start = positions(first);
    let (mut suffix, mut front) = (1i64, start.len());
    while front > 0 && start[front - 1] == 0 && suffix < total {
        suffix = suffix.wrapping_mul(from.shape[front - 1]);
        front -= 1;
    }
    if suffix != total {
        return rw.notify_match_failure(op, "elements do not form a suffix of source");
    }
    let mut expected = start.clone();
    let broken = view.operands().find_map(|element| {
        let Some(extract) = element.defining_op().filter(|made| made.isa::<ExtractOp>()) else {
            return Some("element not from vector.extract");
        };
        if extract.operand(0) != source {
            return Some("element from different vector");
        }
        if positions(extract) != expected {
            return Some("elements not in ascending order (static order)");
        }
        increment(&mut expected, from.shape);
        None
    });
    if let Some(reason) = broken {
        return rw.notify_match_failure(op, reason);
    }
    let part = vector_type(cx, &from.shape[front..], &from.scalable[front..], from.element);
    let (source, loc) = (source.id(), view.loc());
    let at = cx.i64_array(&start[..front]);
    let taken = if front == start.len() { from.element } else { part };
    let extracted = rw.create_or_fold::<ExtractOp>(&[source], &[Some(at)], taken, loc);
    rw.replace_op_with_new::<ShapeCastOp>(op, &[extracted], &[]);
    Some(())
}
