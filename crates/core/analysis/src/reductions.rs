//! Recognition of reductions: loop-carried values that each iteration combines with one value.

use std::collections::HashSet;

use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::{OpRef, TraitSet, Value, ValueRef};

/// Returns the op that combines the carried value with the value of an iteration. `carried` are the block
/// arguments for carried values, in the operand order of the terminator. `None` if it is not a reduction.
pub fn match_reduction<'a>(carried: &[ValueRef<'a>], at: usize) -> Option<OpRef<'a>> {
    let argument = *carried.get(at)?;
    let combiner = only_user(argument)?;
    if combiner.num_operands() != 2 || combiner.has_trait(TraitSet::Terminator) {
        return None;
    }
    let region_op = argument.owner_block()?.region()?.parent_op()?;
    let inside = combiner.parent_op().is_some_and(|parent| parent.handle() == region_op.handle());
    if !inside || combiner.num_results() != 1 || !is_memory_effect_free(combiner) {
        return None;
    }
    let added = combiner.operands().find(|&value| value != argument)?;
    if depends_on(added, carried, region_op) {
        return None;
    }
    let combined = combiner.single_result();
    let end = only_user(combined)?;
    let passed = end.has_trait(TraitSet::Terminator) && end.operands().nth(at) == Some(combined);
    passed.then_some(combiner)
}

fn only_user(value: ValueRef<'_>) -> Option<OpRef<'_>> {
    let mut uses = value.uses();
    let (user, _) = uses.next()?;
    uses.next().is_none().then_some(user)
}

/// Whether the computation of a value in the regions of an op uses one of these.
fn depends_on<'a>(value: ValueRef<'a>, carried: &[ValueRef<'a>], region_op: OpRef<'a>) -> bool {
    let (mut seen, mut pending) = (HashSet::<Value>::new(), vec![value]);
    while let Some(value) = pending.pop() {
        if carried.contains(&value) {
            return true;
        }
        if !seen.insert(value.id()) {
            continue;
        }
        let maker = value.defining_op().filter(|op| op.body_id() == region_op.body_id());
        let Some(maker) = maker else { continue };
        if region_op.is_proper_ancestor(maker) {
            pending.extend(maker.operands());
        }
    }
    false
}
