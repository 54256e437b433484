//! Checks that the verifiers of several ops share.

use rustc_hash::FxHashSet;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, Op, OpRef, op_match};

use crate::matching::{OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp};
use crate::pattern::{PatternOp, RewriteOp};

/// Whether the results of an op have a binding use: a `pdl.result` counts only if it is bound itself.
fn has_binding_use(op: OpRef<'_>) -> bool {
    op.results().flat_map(|result| result.uses().map(|(user, _)| user)).any(|user| {
        let is_result = user.isa::<ResultOp>() || user.isa::<ResultsOp>();
        !is_result || user.results().any(|result| result.uses().next().is_some())
    })
}

/// Verifies that a value defined by an op in the match part of a pattern has a binding use.
pub(crate) fn verify_has_binding_use(op: OpRef<'_>) -> CheckResult {
    if !op.parent_op().is_some_and(|parent| parent.isa::<PatternOp>()) || has_binding_use(op) {
        return Ok(());
    }
    Err(op_error(op, "expected a bindable user when defined in the matcher body of a `pdl.pattern`"))
}

/// Whether an op is a node of the graph that a pattern matches, and the rewrite uses it.
pub(crate) fn connects(op: OpRef<'_>) -> bool {
    let is_node = op.isa::<OperandOp>()
        || op.isa::<OperandsOp>()
        || op.isa::<ResultOp>()
        || op.isa::<ResultsOp>()
        || op.isa::<OperationOp>();
    let rewrites = |user: OpRef<'_>| {
        user.isa::<RewriteOp>() || user.parent_op().is_some_and(|parent| parent.isa::<RewriteOp>())
    };
    is_node && op.results().flat_map(|result| result.uses()).any(|(user, _)| rewrites(user))
}

/// Returns the first node that no path through operands and uses connects with the first one.
pub(crate) fn disconnected<'a>(nodes: impl Iterator<Item = OpRef<'a>>) -> Option<OpRef<'a>> {
    let nodes: Vec<OpRef<'a>> = nodes.collect();
    let mut visited: FxHashSet<Op> = FxHashSet::default();
    let mut pending: Vec<OpRef<'a>> = nodes.first().copied().into_iter().collect();
    while let Some(op) = pending.pop() {
        let in_pattern = op.parent_op().is_some_and(|parent| parent.isa::<PatternOp>());
        if !in_pattern || op.isa::<RewriteOp>() || !visited.insert(op.id()) {
            continue;
        }
        let operands: Vec<OpRef<'a>> = op_match!(op, {
            OperationOp(view) => {
                view.operand_values().filter_map(|v| v.defining_op()).collect()
            }
            ResultOp | ResultsOp => op.operands().filter_map(|v| v.defining_op()).collect(),
            _ => Vec::new(),
        });
        pending.extend(operands);
        pending.extend(op.results().flat_map(|result| result.uses().map(|(user, _)| user)));
    }
    nodes.into_iter().find(|node| !visited.contains(&node.id()))
}
