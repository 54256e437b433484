//! Folding of what is taken from vectors that other ops put together.

use terrace_ir::interfaces::Mixed;
use terrace_ir::{Change, DYNAMIC, Folded, OpRef, Value, ValueRef};

use crate::attrs::{i64_attrs, integers};
use crate::elements::{delinearize, linearize, strides};
use crate::fold_element::{positions, with_positions};
use crate::types::vector;
use crate::{ExtractOp, InsertOp, InsertStridedSliceOp, TransposeOp};

fn taken_from(op: OpRef<'_>, source: Value, at: &[i64]) -> Folded {
    let at: Vec<Mixed<'_>> = at.iter().map(|&at| Mixed::Static(at)).collect();
    with_positions(op, &[source], &at)
}

/// The number of dimensions of what is taken.
fn taken_rank(op: OpRef<'_>) -> usize {
    vector(op.cx(), op.result(0).ty()).rank()
}

/// Taking from what was taken.
pub(crate) fn extract_of_extract(op: OpRef<'_>, source: OpRef<'_>, at: &[i64]) -> Folded {
    let mut reversed: Vec<i64> = at.iter().rev().copied().collect();
    let mut current = source;
    loop {
        let outer = positions(current);
        if outer.contains(&DYNAMIC) {
            return Folded::Unchanged;
        }
        reversed.extend(outer.iter().rev());
        match current.operand(0).defining_op().filter(|next| next.isa::<ExtractOp>()) {
            Some(next) => current = next,
            None => break,
        }
    }
    reversed.reverse();
    taken_from(op, current.operand(0).id(), &reversed)
}

/// Taking from what was set, through transpositions.
///
/// The place that is looked for is kept with a mark, a negative number, for each dimension that is taken whole:
/// where the marks are in order at the end, the value found can be used as it is.
pub(crate) fn extract_of_inserts(op: OpRef<'_>, at: &[i64]) -> Folded {
    let whole = vector(op.cx(), op.operand(0).ty()).rank().saturating_sub(at.len());
    let marks: Vec<i64> = (1..=whole as i64).map(|mark| -mark).collect();
    let mut place: Vec<i64> = at.iter().chain(&marks).copied().collect();
    let mut taken = at.len();
    let mut value = op.operand(0);
    let in_place = |value: ValueRef<'_>, place: &[i64], taken: usize| {
        let movable = value.id() != op.operand(0).id() && place[taken..] == marks;
        if movable { taken_from(op, value.id(), &place[..taken]) } else { Folded::Unchanged }
    };
    while let Some(made) = value.defining_op() {
        if made.isa::<TransposeOp>() {
            let permutation =
                made.inherent_attr("permutation").and_then(|p| p.as_i64_array(op.cx())).unwrap_or_default();
            let mut before = vec![0; place.len()];
            for (&from, &at) in permutation.iter().zip(&place) {
                before[from as usize] = at;
            }
            place = before;
            value = made.operand(0);
            continue;
        }
        if !made.isa::<InsertOp>() {
            break;
        }
        let set = positions(made);
        if !set.contains(&DYNAMIC) {
            if set == place[..taken] {
                let fits = place[taken..] == marks;
                if fits {
                    return made.operand(0).into();
                }
            }
            if place.starts_with(&set) {
                place.drain(..set.len());
                taken = place.len() - marks.len();
                return in_place(made.operand(0), &place, taken);
            }
        }
        let meets = |(&a, &b): (&i64, &i64)| a < 0 || b < 0 || a == b;
        if set.starts_with(&place) || place.iter().zip(&set).all(meets) {
            return Folded::Unchanged;
        }
        value = made.operand(1);
    }
    in_place(value, &place, taken)
}

pub(crate) fn extract_of_shuffle(op: OpRef<'_>, shuffle: OpRef<'_>, at: &[i64]) -> Folded {
    let cx = op.cx();
    let mask = shuffle.inherent_attr("mask").and_then(|mask| mask.as_i64_array(cx)).unwrap_or_default();
    let [first, result] = [shuffle.operand(0), shuffle.result(0)].map(|value| vector(cx, value.ty()));
    let (&[size], 1, &[at]) = (first.shape, result.rank(), at) else { return Folded::Unchanged };
    match usize::try_from(at).ok().and_then(|at| mask.get(at)) {
        Some(&from) if from < size => taken_from(op, shuffle.operand(0).id(), &[from]),
        Some(&from) => taken_from(op, shuffle.operand(1).id(), &[from - size]),
        None => Folded::Unchanged,
    }
}

/// A cast that keeps the dimensions which are taken whole only renumbers the others.
pub(crate) fn extract_of_shape_cast(op: OpRef<'_>, cast: OpRef<'_>, at: &[i64]) -> Folded {
    let cx = op.cx();
    let kept = taken_rank(op);
    let from = vector(cx, cast.operand(0).ty()).shape;
    let to = vector(cx, cast.result(0).ty()).shape;
    let taken = vector(cx, op.result(0).ty()).shape;
    let Some(outer) = from.len().checked_sub(kept) else { return Folded::Unchanged };
    if from[outer..] != taken[..] || at.len() + kept != to.len() {
        return Folded::Unchanged;
    }
    let number = linearize(at, &strides(&to[..at.len()]));
    taken_from(op, cast.operand(0).id(), &delinearize(number, &strides(&from[..outer])))
}

fn list(op: OpRef<'_>, name: &str) -> Vec<i64> {
    op.inherent_attr(name).map_or(Vec::new(), |attr| integers(op.cx(), attr))
}

/// Taking from a box is taking from where the box was taken.
pub(crate) fn extract_of_slice(op: OpRef<'_>, slice: OpRef<'_>, at: &[i64]) -> Folded {
    let cx = op.cx();
    let [from, to] = [slice.operand(0), slice.result(0)].map(|value| vector(cx, value.ty()).shape);
    let mut offsets = list(slice, "offsets");
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
    taken_from(op, slice.operand(0).id(), &place)
}

/// Taking from the box that holds what is asked for, past others that do not.
pub(crate) fn extract_of_inserted_slices(op: OpRef<'_>, last: OpRef<'_>, at: &[i64]) -> Folded {
    let cx = op.cx();
    let kept = taken_rank(op);
    let mut insert = Some(last);
    while let Some(current) = insert {
        let part = vector(cx, current.operand(0).ty()).shape;
        let whole = vector(cx, current.operand(1).ty()).shape;
        let lead = whole.len() - part.len();
        let Some(outer) = part.len().checked_sub(kept) else { return Folded::Unchanged };
        let starts = list(current, "offsets");
        let mut inside = Vec::new();
        let mut disjoint = false;
        for (dim, (&at, &start)) in at.iter().zip(&starts).enumerate() {
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
            let source = current.operand(0).id();
            return if same { taken_from(op, source, &inside) } else { Folded::Unchanged };
        }
        insert = current.operand(1).defining_op().filter(|next| next.isa::<InsertStridedSliceOp>());
    }
    Folded::Unchanged
}

/// Taking a box from a box that was set, past others that do not meet it.
pub(crate) fn slice_of_inserted_slices(op: OpRef<'_>) -> Folded {
    let cx = op.cx();
    let (starts, sizes) = (list(op, "offsets"), list(op, "sizes"));
    let rank = vector(cx, op.operand(0).ty()).rank();
    let mut insert = op.operand(0).defining_op().filter(|next| next.isa::<InsertStridedSliceOp>());
    while let Some(current) = insert {
        let part = vector(cx, current.operand(0).ty()).shape;
        let offsets = list(current, "offsets");
        if part.len() != rank || starts.len() > offsets.len() {
            return Folded::Unchanged;
        }
        let (mut partial, mut disjoint, mut inside) = (false, false, Vec::new());
        for (dim, (&at, &size)) in starts.iter().zip(&sizes).enumerate() {
            let (start, end) = (offsets[dim], offsets[dim] + part[dim]);
            if !(start..end).contains(&at) {
                disjoint = true;
                break;
            }
            partial |= at + size > end;
            inside.push(at - start);
        }
        if !disjoint {
            if partial {
                return Folded::Unchanged;
            }
            let attr = i64_attrs(cx, &inside);
            return Folded::Changed(vec![Change::Operand(0, current.operand(0).id()), Change::Prop(0, attr)]);
        }
        insert = current.operand(1).defining_op().filter(|next| next.isa::<InsertStridedSliceOp>());
    }
    Folded::Unchanged
}
