//! Folding.

use smallvec::smallvec;
use terrace_dialects_builtin::fold::{is_poison, poison_in};
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::fold::{Change, FoldValue};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Attr, BinaryOpView, Context, DYNAMIC, Folded, OpKind, OpRef, Type};
use terrace_support::apint::ApInt;

use super::shapes::extents_type;
use super::{AddOp, DimOp, ShapeOfOp};

/// The extents of a constant shape.
pub(super) fn extents(cx: &Context, constant: Option<Attr>) -> Option<Vec<i64>> {
    int_values(cx, constant?)?.iter().map(ApInt::to_i64).collect()
}

/// A constant shape of these extents.
pub(super) fn shape_attr(cx: &Context, extents: &[i64]) -> Option<Attr> {
    let values: Vec<ApInt> = extents.iter().map(|&extent| ApInt::from_i64(64, extent)).collect();
    int_elements(cx, extents_type(cx, extents.len() as i64), &values)
}

/// The number that the `i`th operand is.
fn number(op: OpRef<'_>, constants: &[Option<Attr>], i: usize) -> Option<i64> {
    constants.get(i).copied().flatten()?.as_i64(op.cx())
}

fn index(cx: &Context, number: i64) -> Attr {
    cx.int_attr(Type::INDEX, number)
}

/// A constant under another type.
pub(super) fn fold_same(_op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    constants.first().copied().flatten().into()
}

pub(super) fn fold_add(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (lhs, rhs) = (number(op, constants, 0), number(op, constants, 1));
    if rhs == Some(0) && AddOp::view_of(op).lhs().ty() == op.single_result().ty() {
        return AddOp::view_of(op).lhs().into();
    }
    let sum = || lhs.zip(rhs).map(|(a, b)| index(op.cx(), a.wrapping_add(b)));
    poison_in(op.cx(), constants).or_else(sum).into()
}

pub(super) fn fold_mul(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let factors = number(op, constants, 0).zip(number(op, constants, 1));
    factors.map(|(a, b)| index(op.cx(), a.wrapping_mul(b))).into()
}

pub(super) fn fold_div(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let numbers = number(op, constants, 0).zip(number(op, constants, 1)).filter(|&(_, b)| b != 0);
    let floor = |(a, b): (i64, i64)| {
        let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
        index(op.cx(), if quotient < 0 && rest != 0 { quotient - 1 } else { quotient })
    };
    numbers.map(floor).into()
}

pub(super) fn fold_extreme(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    (lhs == rhs).then_some(lhs).into()
}

/// Any of several equal shapes is the last, where that is known.
pub(super) fn fold_any(_op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    constants.last().copied().flatten().into()
}

pub(super) fn fold_concat(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let parts: Option<Vec<Vec<i64>>> = constants.iter().map(|&part| extents(op.cx(), part)).collect();
    parts.and_then(|parts| shape_attr(op.cx(), &parts.concat())).into()
}

pub(super) fn fold_split(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let split = || {
        let shape = extents(op.cx(), *constants.first()?)?;
        let (at, rank) = (number(op, constants, 1)?, shape.len() as i64);
        if at < -rank || at > rank {
            return None;
        }
        let (head, tail) = shape.split_at(if at < 0 { at + rank } else { at } as usize);
        let (head, tail) = (shape_attr(op.cx(), head)?, shape_attr(op.cx(), tail)?);
        Some(Folded::Results(smallvec![FoldValue::Attr(head), FoldValue::Attr(tail)]))
    };
    split().unwrap_or(Folded::Unchanged)
}

pub(super) fn fold_from_extents(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let numbers: Option<Vec<i64>> = (0..constants.len()).map(|i| number(op, constants, i)).collect();
    numbers.and_then(|numbers| shape_attr(op.cx(), &numbers)).into()
}

pub(super) fn fold_to_extents(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let shape = extents(op.cx(), constants.first().copied().flatten());
    shape.and_then(|shape| shape_attr(op.cx(), &shape)).into()
}

pub(super) fn fold_dim(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = DimOp::view_of(op);
    let extent = || {
        let at = usize::try_from(m_scalar_i64(view.index())?).ok()?;
        view.value().ty().shape(op.cx())?.get(at).copied().filter(|&extent| extent != DYNAMIC)
    };
    extent().map(|extent| index(op.cx(), extent)).into()
}

pub(super) fn fold_get_extent(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let extent = || {
        let at = usize::try_from(number(op, constants, 1)?).ok()?;
        extents(op.cx(), *constants.first()?)?.get(at).copied()
    };
    extent().map(|extent| index(op.cx(), extent)).into()
}

pub(super) fn fold_rank(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let shape = extents(op.cx(), constants.first().copied().flatten());
    shape.map(|shape| index(op.cx(), shape.len() as i64)).into()
}

pub(super) fn fold_num_elements(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let shape = extents(op.cx(), constants.first().copied().flatten());
    shape.map(|shape| index(op.cx(), shape.into_iter().fold(1, i64::wrapping_mul))).into()
}

pub(super) fn fold_shape_eq(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let known: Option<Vec<Attr>> = constants.iter().copied().collect();
    let known = known.filter(|known| !known.iter().any(|&attr| is_poison(op.cx(), attr)));
    known.map(|known| op.cx().bool_attr(known.windows(2).all(|w| w[0] == w[1]))).into()
}

pub(super) fn fold_is_broadcastable(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    (op.num_operands() < 2).then_some(Attr::TRUE).into()
}

// Witnesses.

pub(super) fn fold_cstr_eq(_op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let same = constants.iter().all(|&attr| attr.is_some() && attr == constants[0]);
    same.then_some(Attr::TRUE).into()
}

/// Drops witnesses that are known to be true; folds to one that is known to be false. Constants are the last
/// operands.
pub(super) fn fold_all(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let open = constants.iter().rposition(Option::is_none).map_or(0, |at| at + 1);
    let known = &constants[open..];
    if known.iter().any(|&witness| witness != Some(Attr::TRUE)) {
        return Attr::FALSE.into();
    }
    match open {
        0 => Attr::TRUE.into(),
        _ if known.is_empty() => Folded::Unchanged,
        _ => Change::Operands(op.operands().take(open).map(|value| value.id()).collect()).into(),
    }
}

/// Whether static shapes are known to be broadcastable.
fn broadcastable(shapes: &[Vec<i64>]) -> bool {
    let rank = shapes.iter().map(Vec::len).fold(0, Ord::max);
    (1..=rank).all(|from_end| {
        let mut seen = shapes
            .iter()
            .filter_map(|shape| Some(shape[shape.len().checked_sub(from_end)?]))
            .filter(|&extent| extent != 1);
        let first = seen.next();
        seen.all(|extent| Some(extent) == first && extent != DYNAMIC)
    })
}

/// The extents of a value that is a constant shape, or the shape of something of known rank.
fn shape_of(op: OpRef<'_>, constants: &[Option<Attr>], i: usize) -> Option<Vec<i64>> {
    if let Some(known) = extents(op.cx(), constants.get(i).copied().flatten()) {
        return Some(known);
    }
    op.operand(i).defined_by::<ShapeOfOp>()?.arg().ty().shape(op.cx()).map(<[i64]>::to_vec)
}

pub(super) fn fold_cstr_broadcastable(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let is_scalar = |i: usize| {
        op.operand(i).ty().shape(cx) == Some(&[0])
            || shape_of(op, constants, i).is_some_and(|shape| shape.is_empty())
    };
    let at_most_one = (0..op.num_operands()).filter(|&i| !is_scalar(i)).count() <= 1;
    let known = || (0..op.num_operands()).map(|i| shape_of(op, constants, i)).collect::<Option<Vec<_>>>();
    (at_most_one || known().is_some_and(|shapes| broadcastable(&shapes))).then_some(Attr::TRUE).into()
}

/// The extents that two shapes broadcast to; `None` if they are incompatible.
pub(super) fn broadcast(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let rank = a.len().max(b.len());
    let at = |shape: &[i64], i: usize| (i + shape.len()).checked_sub(rank).map_or(1, |i| shape[i]);
    let one = |i: usize| match (at(a, i), at(b, i)) {
        (1, other) | (other, 1) => Some(other),
        (DYNAMIC, other) | (other, DYNAMIC) => Some(other),
        (a, b) => (a == b).then_some(a),
    };
    (0..rank).map(one).collect()
}

pub(super) fn fold_broadcast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    if op.num_operands() == 1 {
        return (op.single_operand().ty() == op.single_result().ty()).then(|| op.single_operand()).into();
    }
    let shapes: Option<Vec<Vec<i64>>> = constants.iter().map(|&shape| extents(op.cx(), shape)).collect();
    let result = shapes.and_then(|shapes| {
        let (first, rest) = shapes.split_first()?;
        rest.iter().try_fold(first.clone(), |result, shape| broadcast(&result, shape))
    });
    result.and_then(|shape| shape_attr(op.cx(), &shape)).into()
}
