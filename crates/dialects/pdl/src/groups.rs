//! Groups of operands and results, as patterns name them.

use terrace_ir::traits::TraitSet;
use terrace_ir::{OpRef, ValueHandle, ValueRef};

/// Returns the operands of a group: those of the definition if it determines the sizes, otherwise all
/// following operands.
pub fn operand_group(op: OpRef<'_>, group: usize) -> Option<Vec<ValueHandle>> {
    if op.has_trait(TraitSet::AttrSizedOperandSegments) {
        let exists = group < op.def()?.operands.len();
        return exists.then(|| op.operand_group(group).map(ValueRef::handle).collect());
    }
    (group <= op.num_operands()).then(|| op.operands().skip(group).map(ValueRef::handle).collect())
}

/// Returns the results of a group, likewise; all of them without a number.
pub fn result_group(op: OpRef<'_>, group: Option<i64>) -> Option<Vec<ValueHandle>> {
    let Some(group) = group else { return Some(op.results().map(ValueRef::handle).collect()) };
    let group = usize::try_from(group).ok()?;
    if op.has_trait(TraitSet::AttrSizedResultSegments) {
        let exists = group < op.def()?.results.len();
        return exists.then(|| op.result_group(group).map(ValueRef::handle).collect());
    }
    (group <= op.num_results()).then(|| op.results().skip(group).map(ValueRef::handle).collect())
}
