//! Folding and canonicalization of loops and conditions.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::two_way::replace_by_region;
use terrace_ir::fold::{Change, FoldValue};
use terrace_ir::{Attr, Folded, Op, OpRef, Rewriter, Value, ValueRef};

use super::loop_ranges::drop_redundant;
use super::value_map::ValueMap;
use super::{AffineForOpView, AffineIfOpView, AffineParallelOpView, trip_count};
use crate::index_values::known;

/// A bound whose operands are known is a constant.
fn fold_bound(bound: &mut ValueMap<'_>, lower: bool) {
    if bound.map.is_single_constant() {
        return;
    }
    let constants: Vec<Option<i64>> = bound.operands.iter().map(|&value| known(value)).collect();
    let values: Option<Vec<i64>> = bound.map.known_values(&constants).iter().map(|known| known.0).collect();
    let value =
        values.and_then(|values| if lower { values.into_iter().max() } else { values.into_iter().min() });
    if let Some(value) = value {
        *bound = ValueMap::new(AffineMap::constant(value), []);
    }
}

/// The canonical form of a bound.
fn canonical_bound<'a>(bound: &ValueMap<'a>, lower: bool) -> ValueMap<'a> {
    let mut new = bound.clone();
    if !lower {
        new.map = drop_redundant(&new.map, &new.operands, false);
    }
    new.compose();
    new.canonicalize();
    if lower {
        new.map = drop_redundant(&new.map, &new.operands, true);
    }
    new.map.results.dedup();
    // Operands change only where the map does.
    if new.map == bound.map { bound.clone() } else { new }
}

/// Bounds in their canonical form; a loop that only passes values on gives them.
pub(super) fn fold_for(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineForOpView(op));
    let map = |attr: Attr| attr.as_affine_map(cx).cloned();
    let (Some(lower), Some(upper)) = (map(view.lower_bound_map()), map(view.upper_bound_map())) else {
        return Folded::Unchanged;
    };
    let old = [
        ValueMap::new(lower, view.lower_bound_operands()),
        ValueMap::new(upper, view.upper_bound_operands()),
    ];
    let mut new = old.clone();
    for (bound, lower) in new.iter_mut().zip([true, false]) {
        fold_bound(bound, lower);
        *bound = canonical_bound(bound, lower);
    }
    let [lower, upper] = &new;
    let ends = lower.map.single_constant().zip(upper.map.single_constant());
    let count = ends.and_then(|(lower, upper)| trip_count(lower, upper, view.constant_step()));
    if let Some(values) = passed_on(view, count) {
        return Folded::Results(values.into_iter().map(FoldValue::from).collect());
    }
    if new == old {
        return Folded::Unchanged;
    }
    let inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
    let sizes = [lower.operands.len(), upper.operands.len(), inits.len()].map(|size| size as i32);
    let slot = |name| op.def().and_then(|def| def.props.iter().position(|prop| prop.name == name));
    let props = [
        ("lowerBoundMap", cx.affine_map_attr(lower.map.clone())),
        ("upperBoundMap", cx.affine_map_attr(upper.map.clone())),
        ("operandSegmentSizes", cx.i32_array(&sizes)),
    ];
    let props = props.into_iter().filter_map(|(name, attr)| Some(Change::Prop(slot(name)?, attr)));
    let operands = Change::Operands([lower.values(), upper.values(), inits].concat());
    Folded::Changed(std::iter::once(operands).chain(props).collect())
}

/// The results of a loop that runs `count` times, if that is known, and does nothing but pass values on.
fn passed_on<'a>(view: AffineForOpView<'a>, count: Option<u64>) -> Option<Vec<ValueRef<'a>>> {
    let inits: Vec<ValueRef<'a>> = view.inits().collect();
    if view.0.num_results() == 0 {
        return None;
    }
    if count == Some(0) {
        return Some(inits);
    }
    let block = view.region().entry()?;
    let yielded = block.last().filter(|&last| block.first() == Some(last))?;
    let (mut results, mut outside, mut out_of_order) = (Vec::with_capacity(inits.len()), false, false);
    for (i, value) in yielded.operands().enumerate() {
        if value.owner_block().filter(|_| value.defining_op().is_none()).map(|b| b.id()) != Some(block.id()) {
            outside = true;
            results.push(value);
            continue;
        }
        let at = (value.index() as usize).checked_sub(1)?;
        out_of_order |= at != i;
        results.push(inits[at]);
    }
    match count {
        None if outside || out_of_order => None,
        Some(2..) if out_of_order => None,
        _ => Some(results),
    }
}

/// Bounds in their canonical form.
pub(super) fn fold_parallel(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineParallelOpView(op));
    let map = |attr: Attr| attr.as_affine_map(cx).cloned();
    let (Some(lower), Some(upper)) = (map(view.lower_bounds_map()), map(view.upper_bounds_map())) else {
        return Folded::Unchanged;
    };
    let old = [ValueMap::new(lower, view.lower_operands()), ValueMap::new(upper, view.upper_operands())];
    let mut new = old.clone();
    new.iter_mut().for_each(ValueMap::compose);
    if new == old {
        return Folded::Unchanged;
    }
    let slot = |name| op.def().and_then(|def| def.props.iter().position(|prop| prop.name == name));
    let maps = ["lowerBoundsMap", "upperBoundsMap"].into_iter().zip(&new);
    let maps = maps
        .filter_map(|(name, bound)| Some(Change::Prop(slot(name)?, cx.affine_map_attr(bound.map.clone()))));
    let operands = Change::Operands(new.iter().flat_map(ValueMap::values).collect());
    Folded::Changed(std::iter::once(operands).chain(maps).collect())
}

/// A condition on the values that compute its operands.
pub(super) fn fold_if(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineIfOpView(op));
    let Some(set) = view.condition().as_integer_set(cx) else { return Folded::Unchanged };
    let (old, equalities) = ValueMap::of_set(set, op.operands());
    let mut new = old.clone();
    if new.has_applies() {
        new.compose();
    }
    new.canonicalize();
    if new == old {
        return Folded::Unchanged;
    }
    let set = cx.integer_set_attr(new.to_set(&equalities));
    let operands = Change::Operands(new.values());
    let slot = op.def().and_then(|def| def.props.iter().position(|prop| prop.name == "condition"));
    slot.map_or(Folded::Unchanged, |slot| Folded::Changed(vec![operands, Change::Prop(slot, set)]))
}

/// An alternative that does nothing goes.
pub(super) fn remove_dead_else(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let block = view.region(1).entry().filter(|_| view.num_results() == 0)?;
    if block.first() != block.last() {
        return None;
    }
    let block = block.id();
    rw.erase_block(block);
    rw.modified(op);
    Some(())
}

/// A condition that always holds, or never, is decided.
pub(super) fn remove_known_condition(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = AffineIfOpView(rw.op(op));
    let set = view.condition().as_integer_set(rw.cx())?;
    let taken = if set.is_canonically_empty() {
        view.else_region()
    } else if matches!(set.constraints.as_slice(), [(expr, true)] if AffineExpr::as_constant(expr) == Some(0))
    {
        view.then_region()
    } else {
        return None;
    };
    if taken.is_empty() {
        rw.erase(op);
        return Some(());
    }
    let taken = taken.id();
    replace_by_region(rw, op, taken, &[])
}
