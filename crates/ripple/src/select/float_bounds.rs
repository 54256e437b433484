//! Bounds of floats that are clamped: by selections, minima and maxima with constants.

use terrace_dialects_llvm::enums::FCmpPredicate;
use terrace_dialects_llvm::intrinsics::{MaxNumOp, MaximumOp, MinNumOp, MinimumOp};
use terrace_dialects_llvm::ops::{ConstantOp, FCmpOp, SelectOp};
use terrace_ir::elements::Numbers;
use terrace_ir::{Value, ValueRef, op_match};
use terrace_support::apfloat::ApFloat;

use crate::splats::splat_of;

/// The largest number of bounds of a float.
const MAX_DEPTH: usize = 4;

/// The least and the largest number that a float may be.
type Bounds = (f64, f64);

const ANY: Bounds = (f64::NEG_INFINITY, f64::INFINITY);

/// The least and the largest number that a value may be, if it is one.
pub(super) fn float_bounds(value: ValueRef<'_>) -> Bounds {
    bounds_among(value, &mut Vec::new(), MAX_DEPTH)
}

/// The same where some values are known to be within bounds, unless they are no numbers.
fn bounds_among(value: ValueRef<'_>, known: &mut Vec<(Value, Bounds)>, depth: usize) -> Bounds {
    if let Some(number) = float_constant(value) {
        return if number.is_nan() { ANY } else { (number, number) };
    }
    let among = known.iter().filter(|(other, _)| *other == value.id());
    let outer = among.fold(ANY, |(low, high), (_, bounds)| (low.max(bounds.0), high.min(bounds.1)));
    let inner = depth.checked_sub(1).and_then(|depth| chosen_bounds(value, known, depth)).unwrap_or(ANY);
    (outer.0.max(inner.0), outer.1.min(inner.1))
}

/// The bounds of what is one of two values.
fn chosen_bounds(value: ValueRef<'_>, known: &mut Vec<(Value, Bounds)>, depth: usize) -> Option<Bounds> {
    let mut extreme = |a: ValueRef<'_>, b: ValueRef<'_>, is_minimum: bool| {
        let (inner, bound) = match (float_constant(a), float_constant(b)) {
            (None, Some(bound)) => (a, bound),
            (Some(bound), None) => (b, bound),
            _ => return None,
        };
        // Where the other operand is no number, the result may be the bound.
        let (low, high) = bounds_among(inner, known, depth);
        let bounds = if is_minimum { (low.min(bound), bound) } else { (bound, high.max(bound)) };
        (!bound.is_nan()).then_some(bounds)
    };
    op_match!(value.defining_op()?, {
        MinNumOp(view) => extreme(view.a(), view.b(), true),
        MinimumOp(view) => extreme(view.a(), view.b(), true),
        MaxNumOp(view) => extreme(view.a(), view.b(), false),
        MaximumOp(view) => extreme(view.a(), view.b(), false),
        SelectOp(select) => {
            let compare = select.condition().defining_op()?.cast::<FCmpOp>()?;
            let (of, bound, is_swapped) = match (float_constant(compare.lhs()), float_constant(compare.rhs())) {
                (None, Some(bound)) => (compare.lhs(), bound, false),
                (Some(bound), None) => (compare.rhs(), bound, true),
                _ => return None,
            };
            let is_less = match compare.predicate() {
                FCmpPredicate::Olt | FCmpPredicate::Ole | FCmpPredicate::Ult | FCmpPredicate::Ule => true,
                FCmpPredicate::Ogt | FCmpPredicate::Oge | FCmpPredicate::Ugt | FCmpPredicate::Uge => false,
                _ => return None,
            };
            if bound.is_nan() {
                return None;
            }
            let below = is_less != is_swapped;
            let mut side = |value: ValueRef<'_>, is_below: bool| {
                let fact = if is_below { (ANY.0, bound) } else { (bound, ANY.1) };
                known.push((of.id(), fact));
                let bounds = bounds_among(value, known, depth);
                known.pop();
                bounds
            };
            let (yes, no) = (side(select.true_value(), below), side(select.false_value(), !below));
            Some((yes.0.min(no.0), yes.1.max(no.1)))
        }
        _ => None,
    })
}

/// The float that all elements of a constant are.
pub(super) fn float_constant(value: ValueRef<'_>) -> Option<f64> {
    let op = splat_of(value).unwrap_or(value).defining_op()?;
    let attr = op.cast::<ConstantOp>()?.value_attr();
    Some(Numbers::<ApFloat>::of_attr(op.cx(), attr)?.single()?.to_f64())
}
