//! Canonicalization of witnesses and their users.

use std::collections::{HashMap, HashSet};

use terrace_dialects_core::region_if::replace_by_region;
use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, Op, Rewriter, Value};

use super::{AssumingAllOp, AssumingOp, AssumingYieldOp, ConstWitnessOp, CstrBroadcastableOp, CstrEqOp};

/// A shape equals itself.
pub(super) fn equal_to_itself(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let first = view.operands().next()?;
    if view.operands().any(|other| other != first) {
        return None;
    }
    rw.replace(op, ConstWitnessOp::of().passing_attr(Attr::TRUE));
    Some(())
}

/// Replaces a conjunction of one witness by that witness.
pub(super) fn all_of_one(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if view.num_operands() != 1 {
        return None;
    }
    let witness = view.single_operand().id();
    rw.replace_op(op, &[witness]);
    Some(())
}

/// Flattens nested conjunctions.
pub(super) fn merge_all(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let mut witnesses: Vec<Value> = Vec::new();
    for witness in view.operands() {
        match witness.defining_op().filter(|def| def.isa::<AssumingAllOp>()) {
            Some(all) => witnesses.extend(all.operands().map(|value| value.id())),
            None => witnesses.push(witness.id()),
        }
    }
    if witnesses.len() == view.num_operands() {
        return None;
    }
    rw.replace(op, AssumingAllOp::of(&witnesses));
    Some(())
}

/// Drops a witness of broadcastability that another one implies.
pub(super) fn drop_implied(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let mut seen = HashSet::new();
    let mut witnesses = Vec::new();
    for witness in view.operands() {
        let condition = witness.defining_op().filter(|def| def.isa::<CstrBroadcastableOp>())?;
        if seen.insert(condition.id()) {
            witnesses.push(condition);
        }
    }
    witnesses.sort_by_key(|condition| std::cmp::Reverse(condition.num_operands()));
    // The kept conditions, by each of their shapes.
    let mut kept_by_shape: HashMap<Value, Vec<usize>> = HashMap::new();
    let (mut kept, mut sets, mut implied): (Vec<Value>, Vec<HashSet<Value>>, Vec<Op>) = Default::default();
    for condition in witnesses {
        let shapes: HashSet<Value> = condition.operands().map(|shape| shape.id()).collect();
        let known = |shape: &Value| kept_by_shape.get(shape).map_or(&[][..], |list| list);
        let rarest = condition.operands().map(|shape| known(&shape.id())).min_by_key(|list| list.len());
        if rarest.unwrap_or(&[]).iter().any(|&at| shapes.is_subset(&sets[at])) {
            implied.push(condition.id());
            continue;
        }
        for shape in condition.operands().map(|shape| shape.id()) {
            kept_by_shape.entry(shape).or_default().push(kept.len());
        }
        kept.push(condition.single_result().id());
        sets.push(shapes);
    }
    if implied.is_empty() {
        return None;
    }
    rw.replace(op, AssumingAllOp::of(&kept));
    for condition in implied {
        if rw.op(condition).results().all(|result| result.is_unused()) {
            rw.erase_op(condition);
        }
    }
    Some(())
}

/// Equalities that share shapes are one equality of all.
pub(super) fn merge_equalities(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let mut shapes: Vec<Value> = Vec::new();
    let mut seen = HashSet::new();
    for witness in rw.op(op).operands() {
        let equality = witness.defining_op().filter(|def| def.isa::<CstrEqOp>())?;
        let own: Vec<Value> = equality.operands().map(|shape| shape.id()).collect();
        if !shapes.is_empty() && !own.is_empty() && !own.iter().any(|shape| seen.contains(shape)) {
            return None;
        }
        seen.extend(own.iter().copied());
        shapes.extend(own);
    }
    rw.replace(op, CstrEqOp::of(&shapes));
    Some(())
}

/// Inlines the region of an `shape.assuming` whose witness is the constant true.
pub(super) fn assuming_true(rw: &mut Rewriter<'_>, op: AssumingOp) -> Option<()> {
    let view = op.view(rw);
    if constant_value(view.witness()) != Some(Attr::TRUE) {
        return None;
    }
    let region = view.do_region().id();
    replace_by_region(rw, op.into(), region, &[])
}

/// Results that nothing uses go.
pub(super) fn drop_unused_results(rw: &mut Rewriter<'_>, op: AssumingOp) -> Option<()> {
    let view = op.view(rw);
    let used: Vec<bool> = view.0.results().map(|result| !result.is_unused()).collect();
    let end = view.do_region().entry()?.last()?;
    if used.iter().all(|&used| used) || end.num_operands() != used.len() {
        return None;
    }
    let kept = end.operands().zip(&used).filter(|(_, used)| **used).map(|(value, _)| value.id());
    let (kept, end): (Vec<Value>, Op) = (kept.collect(), end.id());
    rw.replace(end, AssumingYieldOp::of(&kept));
    rw.keep_results(op.into(), &used);
    Some(())
}
