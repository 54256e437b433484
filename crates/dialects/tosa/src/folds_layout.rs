//! Folds of ops that move or reduce elements.

use terrace_ir::elements::{dense_attr, int_values};
use terrace_ir::{Attr, AttrData, Context, Folded, OpRef, Type};
use terrace_support::apint::ApInt;

use crate::folds::Splat;
use crate::shapes::int_attr;

/// Returns the integers of a constant operand.
fn numbers(cx: &Context, constants: &[Option<Attr>], at: usize) -> Option<Vec<i64>> {
    int_values(cx, (*constants.get(at)?)?)?.iter().map(ApInt::to_i64).collect()
}

/// The first operand, if its type is that of the result.
pub(crate) fn unchanged(op: OpRef<'_>) -> Folded {
    match op.operands().next() {
        Some(operand) if operand.ty() == op.single_result().ty() => operand.into(),
        _ => Folded::Unchanged,
    }
}

/// Returns the extent along the op's axis.
pub(crate) fn extent_along_axis(op: OpRef<'_>) -> Option<i64> {
    let axis = int_attr(op, "axis")?;
    op.single_operand().ty().shape(op.cx())?.get(usize::try_from(axis).ok()?).copied()
}

/// The operand, if it has one element along the axis.
pub(crate) fn fold_reduction(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    if extent_along_axis(op) == Some(1) { unchanged(op) } else { Folded::Unchanged }
}

/// The operand, if there is one element along the axis, or all are alike.
pub(crate) fn fold_reverse(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let is_splat = constants.first().copied().flatten().and_then(|attr| Splat::of(op.cx(), attr)).is_some();
    if is_splat || extent_along_axis(op) == Some(1) { unchanged(op) } else { Folded::Unchanged }
}

/// The operand, if nothing is added.
pub(crate) fn fold_pad(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let padding = numbers(op.cx(), constants, 1);
    match padding {
        Some(padding) if padding.iter().all(|&pad| pad == 0) => unchanged(op),
        _ => Folded::Unchanged,
    }
}

/// The operand, if it is taken once along each dimension.
pub(crate) fn fold_tile(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let multiples = numbers(op.cx(), constants, 1);
    match multiples {
        Some(multiples) if multiples.iter().all(|&multiple| multiple == 1) => unchanged(op),
        _ => Folded::Unchanged,
    }
}

/// The constant with the elements of another, in the same order, under a type.
pub(crate) fn with_type(cx: &Context, attr: Attr, ty: Type) -> Option<Attr> {
    let AttrData::DenseElements { ty: from, data, splat } = attr.data(cx) else { return None };
    let (count, wanted) = (from.num_elements(cx)?, ty.num_elements(cx)?);
    let size =
        data.len() / usize::try_from(if *splat { 1 } else { count }).ok().filter(|&count| count > 0)?;
    (*splat || count == wanted).then(|| dense_attr(cx, ty, data.clone(), size.max(1)))
}

/// The element of a constant at a position, as a constant of a type with one element.
pub(crate) fn element_at(cx: &Context, constant: Attr, position: Option<Vec<i64>>, ty: Type) -> Option<Attr> {
    let AttrData::DenseElements { ty: from, data, splat: false } = constant.data(cx) else { return None };
    let (shape, position) = (from.shape(cx)?, position?);
    if ty.num_elements(cx)? != 1 || position.len() != shape.len() {
        return None;
    }
    let at = position.iter().zip(shape).try_fold(0, |at: i64, (&index, &extent)| {
        (0..extent).contains(&index).then(|| at.checked_mul(extent)?.checked_add(index)).flatten()
    })?;
    let size = data.len() / usize::try_from(from.num_elements(cx)?).ok().filter(|&count| count > 0)?;
    let start = usize::try_from(at).ok()? * size;
    Some(dense_attr(cx, ty, data.get(start..start + size)?.to_vec(), size))
}
