//! Folding and canonicalization of loops and conditions.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::region_if::replace_by_region;
use terrace_ir::fold::{Change, FoldValue};
use terrace_ir::{Attr, Folded, OpKind, OpRef, Rewriter, Value, ValueRef, View};

use super::loop_ranges::drop_redundant;
use super::value_map::ValueMap;
use super::{AffineForOp, AffineForOpView, AffineIfOp, AffineParallelOp, AffineParallelOpView, trip_count};
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

/// Bounds in their canonical form; a loop that only passes values on returns them.
pub(super) fn fold_for(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = AffineForOp::view_of(op);
    let Some(old) = view.bounds() else { return Folded::Unchanged };
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
    Folded::Changed(view.with_bounds(lower, upper))
}

/// Other inherent attributes of an op, by name.
fn props(op: OpRef<'_>, given: &[(&str, Attr)]) -> Vec<Change> {
    let slot = |name| op.def().and_then(|def| def.props.iter().position(|prop| prop.name == name));
    given.iter().filter_map(|&(name, attr)| Some(Change::Prop(slot(name)?, attr))).collect()
}

impl<'a> AffineForOpView<'a> {
    /// The changes that replace the bounds of the loop.
    pub fn with_bounds(self, lower: &ValueMap<'_>, upper: &ValueMap<'_>) -> Vec<Change> {
        let cx = self.0.cx();
        let inits: Vec<Value> = self.inits().map(|value| value.id()).collect();
        let sizes = [lower.operands.len(), upper.operands.len(), inits.len()].map(|size| size as i32);
        let given = [
            ("lowerBoundMap", cx.affine_map_attr(lower.map.clone())),
            ("upperBoundMap", cx.affine_map_attr(upper.map.clone())),
            ("operandSegmentSizes", cx.i32_array(&sizes)),
        ];
        let operands = Change::Operands([lower.values(), upper.values(), inits].concat());
        std::iter::once(operands).chain(props(self.0, &given)).collect()
    }

    /// The bounds as maps of values.
    pub fn bounds(self) -> Option<[ValueMap<'a>; 2]> {
        let map = |attr: Attr| attr.as_affine_map(self.0.cx()).cloned();
        Some([
            ValueMap::new(map(self.lower_bound_map_attr())?, self.lower_bound_operands()),
            ValueMap::new(map(self.upper_bound_map_attr())?, self.upper_bound_operands()),
        ])
    }
}

impl<'a> AffineParallelOpView<'a> {
    /// The changes that replace the bounds of the loop. The number of bounds of each dimension must stay the same.
    pub fn with_bounds(self, lower: &ValueMap<'_>, upper: &ValueMap<'_>) -> Vec<Change> {
        let cx = self.0.cx();
        let given = [
            ("lowerBoundsMap", cx.affine_map_attr(lower.map.clone())),
            ("upperBoundsMap", cx.affine_map_attr(upper.map.clone())),
        ];
        let operands = Change::Operands([lower.values(), upper.values()].concat());
        std::iter::once(operands).chain(props(self.0, &given)).collect()
    }

    /// The bounds as maps of values.
    pub fn bounds(self) -> Option<[ValueMap<'a>; 2]> {
        let map = |attr: Attr| attr.as_affine_map(self.0.cx()).cloned();
        Some([
            ValueMap::new(map(self.lower_bounds_map_attr())?, self.lower_operands()),
            ValueMap::new(map(self.upper_bounds_map_attr())?, self.upper_operands()),
        ])
    }
}

/// The results of a loop that runs `count` times, if that is known, and does nothing but pass values on.
fn passed_on<'a>(view: View<'a, AffineForOp>, count: Option<u64>) -> Option<Vec<ValueRef<'a>>> {
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
    let view = AffineParallelOp::view_of(op);
    let Some(old) = view.bounds() else { return Folded::Unchanged };
    let mut new = old.clone();
    new.iter_mut().for_each(ValueMap::compose);
    if new == old {
        return Folded::Unchanged;
    }
    let [lower, upper] = &new;
    Folded::Changed(view.with_bounds(lower, upper))
}

/// A condition on the values that compute its operands.
pub(super) fn fold_if(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineIfOp::view_of(op));
    let set = view.condition();
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
pub(super) fn remove_dead_else(rw: &mut Rewriter<'_>, op: AffineIfOp) -> Option<()> {
    let view = op.view(rw);
    let block = view.else_region().entry().filter(|_| view.0.num_results() == 0)?;
    if block.first() != block.last() {
        return None;
    }
    let block = block.id();
    rw.erase_block(block);
    rw.notify_op_modified(op);
    Some(())
}

/// A condition that always holds, or never, is decided.
pub(super) fn remove_known_condition(rw: &mut Rewriter<'_>, op: AffineIfOp) -> Option<()> {
    let view = op.view(rw);
    let set = view.condition();
    let taken = if set.is_canonically_empty() {
        view.else_region()
    } else if matches!(set.constraints.as_slice(), [(expr, true)] if AffineExpr::as_constant(expr) == Some(0))
    {
        view.then_region()
    } else {
        return None;
    };
    if taken.is_empty() {
        rw.erase_op(op);
        return Some(());
    }
    let taken = taken.id();
    replace_by_region(rw, op.into(), taken, &[])
}
