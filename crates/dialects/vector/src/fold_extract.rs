//! Folding of extractions from vectors that other ops build.

use terrace_ir::{Change, DYNAMIC, Folded, OpFoldResultRef, Value, ValueRef, View};

use crate::attrs::i64_attrs;
use crate::elements::{delinearize, linearize, strides};
use crate::fold_element::{positions, with_positions};
use crate::types::vector;
use crate::{
    ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, ShapeCastOp, ShuffleOp, TransposeOp,
};

fn taken_from(op: View<'_, ExtractOp>, source: Value, at: &[i64]) -> Folded {
    let at: Vec<OpFoldResultRef<'_>> = at.iter().map(|&at| OpFoldResultRef::Static(at)).collect();
    with_positions(op.0, &[source], &at)
}

/// The rank of the extracted vector.
fn taken_rank(op: View<'_, ExtractOp>) -> usize {
    vector(op.0.cx(), op.result().ty()).rank()
}

/// Folds an extraction of an extraction.
pub(crate) fn extract_of_extract(op: View<'_, ExtractOp>, source: View<'_, ExtractOp>, at: &[i64]) -> Folded {
    let mut reversed: Vec<i64> = at.iter().rev().copied().collect();
    let mut current = source;
    loop {
        let outer = positions(current.0);
        if outer.contains(&DYNAMIC) {
            return Folded::Unchanged;
        }
        reversed.extend(outer.iter().rev());
        match current.source().defined_by::<ExtractOp>() {
            Some(next) => current = next,
            None => break,
        }
    }
    reversed.reverse();
    taken_from(op, current.source().id(), &reversed)
}

/// Folds an extraction of inserted elements, through transpositions.
///
/// The position has a marker, a negative number, for each dimension that is extracted whole: if the markers
/// are in order at the end, the inserted value can be used directly.
pub(crate) fn extract_of_inserts(op: View<'_, ExtractOp>, at: &[i64]) -> Folded {
    let whole = vector(op.0.cx(), op.source().ty()).rank().saturating_sub(at.len());
    let marks: Vec<i64> = (1..=whole as i64).map(|mark| -mark).collect();
    let mut place: Vec<i64> = at.iter().chain(&marks).copied().collect();
    let mut taken = at.len();
    let mut value = op.source();
    let in_place = |value: ValueRef<'_>, place: &[i64], taken: usize| {
        let movable = value != op.source() && place[taken..] == marks;
        if movable { taken_from(op, value.id(), &place[..taken]) } else { Folded::Unchanged }
    };
    while let Some(made) = value.defining_op() {
        if let Some(made) = made.cast::<TransposeOp>() {
            let mut before = vec![0; place.len()];
            for (from, &at) in made.permutation().iter().zip(&place) {
                before[from as usize] = at;
            }
            place = before;
            value = made.vector();
            continue;
        }
        let Some(made) = made.cast::<InsertOp>() else { break };
        let set = positions(made.0);
        if !set.contains(&DYNAMIC) {
            if set == place[..taken] {
                let fits = place[taken..] == marks;
                if fits {
                    return made.value_to_store().into();
                }
            }
            if place.starts_with(&set) {
                place.drain(..set.len());
                taken = place.len() - marks.len();
                return in_place(made.value_to_store(), &place, taken);
            }
        }
        let meets = |(&a, &b): (&i64, &i64)| a < 0 || b < 0 || a == b;
        if set.starts_with(&place) || place.iter().zip(&set).all(meets) {
            return Folded::Unchanged;
        }
        value = made.dest();
    }
    in_place(value, &place, taken)
}

pub(crate) fn extract_of_shuffle(
    op: View<'_, ExtractOp>,
    shuffle: View<'_, ShuffleOp>,
    at: &[i64],
) -> Folded {
    let cx = op.0.cx();
    let [first, result] = [shuffle.v1(), shuffle.vector()].map(|value| vector(cx, value.ty()));
    let (&[size], 1, &[at]) = (first.shape, result.rank(), at) else { return Folded::Unchanged };
    match usize::try_from(at).ok().and_then(|at| shuffle.mask().get(at)) {
        Some(from) if from < size => taken_from(op, shuffle.v1().id(), &[from]),
        Some(from) => taken_from(op, shuffle.v2().id(), &[from - size]),
        None => Folded::Unchanged,
    }
}

/// A cast that keeps the dimensions which are taken whole only renumbers the others.
pub(crate) fn extract_of_shape_cast(
    op: View<'_, ExtractOp>,
    cast: View<'_, ShapeCastOp>,
    at: &[i64],
) -> Folded {
    let cx = op.0.cx();
    let kept = taken_rank(op);
    let from = vector(cx, cast.source().ty()).shape;
    let to = vector(cx, cast.result().ty()).shape;
    let taken = vector(cx, op.result().ty()).shape;
    let Some(outer) = from.len().checked_sub(kept) else { return Folded::Unchanged };
    if from[outer..] != taken[..] || at.len() + kept != to.len() {
        return Folded::Unchanged;
    }
    let number = linearize(at, &strides(&to[..at.len()]));
    taken_from(op, cast.source().id(), &delinearize(number, &strides(&from[..outer])))
}

/// Taking from a box is taking from where the box was taken.
pub(crate) fn extract_of_slice(
    op: View<'_, ExtractOp>,
    slice: View<'_, ExtractStridedSliceOp>,
    at: &[i64],
) -> Folded {
    let cx = op.0.cx();
    let [from, to] = [slice.source(), slice.0.single_result()].map(|value| vector(cx, value.ty()).shape);
    let mut offsets: Vec<i64> = slice.offsets().iter().collect();
    while let Some(&last) = offsets.last() {
        let dim = offsets.len() - 1;
        if last != 0 || from.get(dim) != to.get(dim) {
            break;
        }
        offsets.pop();
    }
    if taken_rank(op) + offsets.len() > from.len() || at.len() < offsets.len() {
        return Folded::Unchanged;
    }
    let mut place = at.to_vec();
    place.iter_mut().zip(&offsets).for_each(|(at, offset)| *at += offset);
    taken_from(op, slice.source().id(), &place)
}

/// Folds an extraction from the inserted slice that contains the position, past other slices that do not.
pub(crate) fn extract_of_inserted_slices(
    op: View<'_, ExtractOp>,
    last: View<'_, InsertStridedSliceOp>,
    at: &[i64],
) -> Folded {
    let cx = op.0.cx();
    let kept = taken_rank(op);
    let mut insert = Some(last);
    while let Some(current) = insert {
        let part = vector(cx, current.value_to_store().ty()).shape;
        let whole = vector(cx, current.dest().ty()).shape;
        let lead = whole.len() - part.len();
        let Some(outer) = part.len().checked_sub(kept) else { return Folded::Unchanged };
        let mut inside = Vec::new();
        let mut disjoint = false;
        for (dim, (&at, start)) in at.iter().zip(current.offsets().iter()).enumerate() {
            let size = dim.checked_sub(lead).map_or(1, |dim| part[dim]);
            if !(start..start + size).contains(&at) {
                disjoint = true;
                break;
            }
            if dim >= lead {
                inside.push(at - start);
            }
        }
        if !disjoint {
            let same = (0..kept).all(|i| part[outer + i] == whole[outer + i + lead]);
            let source = current.value_to_store().id();
            return if same { taken_from(op, source, &inside) } else { Folded::Unchanged };
        }
        insert = current.dest().defined_by::<InsertStridedSliceOp>();
    }
    Folded::Unchanged
}

/// Taking a box from a box that was set, past others that do not meet it. Where mlir-opt is followed, a box that begins
/// before the other one does not meet it.
pub(crate) fn slice_of_inserted_slices(op: View<'_, ExtractStridedSliceOp>) -> Folded {
    let cx = op.0.cx();
    let (starts, sizes) = (op.offsets(), op.sizes());
    let whole = vector(cx, op.source().ty()).shape;
    let rank = whole.len();
    let mut insert = op.source().defined_by::<InsertStridedSliceOp>();
    while let Some(current) = insert {
        let part = vector(cx, current.value_to_store().ty()).shape;
        let offsets: Vec<i64> = current.offsets().iter().collect();
        if part.len() != rank || starts.len() > offsets.len() {
            return Folded::Unchanged;
        }
        let (mut partial, mut disjoint, mut inside) = (false, false, Vec::new());
        for (dim, (at, size)) in starts.iter().zip(sizes.iter()).enumerate() {
            let (start, end) = (offsets[dim], offsets[dim] + part[dim]);
            let is_before = if cx.matches_upstream() { at < start } else { at + size <= start };
            if is_before || at >= end {
                disjoint = true;
                break;
            }
            partial |= at < start || at + size > end;
            inside.push(at - start);
        }
        if !disjoint {
            // Dimensions without an offset are taken as a whole.
            if partial || part[starts.len()..] != whole[starts.len()..] {
                return Folded::Unchanged;
            }
            let attr = i64_attrs(cx, &inside);
            return Folded::Changed(vec![
                Change::Operand(0, current.value_to_store().id()),
                Change::Prop(0, attr),
            ]);
        }
        insert = current.dest().defined_by::<InsertStridedSliceOp>();
    }
    Folded::Unchanged
}
