//! `scf-for-loop-range-folding`: sums and products of a loop's variable move into its bounds.

use terrace_dialects_core::arith::{AddIOp, MulIOp};
use terrace_dialects_core::scf::ForOp;
use terrace_ir::matchers::m_constant_int;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{OpKind, OpRef, Rewriter, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

use super::build::is_inside;

/// The pass.
pub static FOR_LOOP_RANGE_FOLDING: PassDef = PassDef {
    name: "scf-for-loop-range-folding",
    class: "SCFForLoopRangeFolding",
    doc: "Fold add/mul ops into loop range",
    make: |_| Ok(Pass::Body(Box::new(ForLoopRangeFolding))),
    ..EMPTY_PASS
};

struct ForLoopRangeFolding;

impl BodyPass for ForLoopRangeFolding {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            if rw.op(op).isa::<ForOp>() {
                while fold_only_use(rw, ForOp::assume(op)).is_some() {}
            }
        }
        Ok(())
    }
}

/// Folds the only use of a loop's variable into its bounds.
fn fold_only_use(rw: &mut Rewriter<'_>, op: ForOp) -> Option<()> {
    let view = op.view(rw);
    let variable = view.region().entry()?.args().next()?;
    let users: Vec<OpRef<'_>> = variable.uses().map(|(user, _)| user).take(2).collect();
    let &[user] = users.as_slice() else { return None };
    let is_sum = user.isa::<AddIOp>();
    if !is_sum && !user.isa::<MulIOp>() {
        return None;
    }
    if user.operands().any(|value| value != variable && is_inside(value, op.into())) {
        return None;
    }
    // Multiplied by zero, the step is invalid; multiplied by a negative number, the loop does not run.
    let is_positive =
        |value: ValueRef<'_>| m_constant_int(value).is_some_and(|n| !n.is_zero() && !n.is_negative());
    if !is_sum && !rw.cx().matches_upstream() && !user.operands().any(is_positive) {
        return None;
    }
    let (variable, user) = (variable.id(), user.id());
    let mut controls: Vec<Value> = rw.body().operands(op.into()).take(3).collect();
    // The distance from one number to the next changes with the factor alone.
    controls.truncate(if is_sum { 2 } else { 3 });
    for (i, control) in controls.into_iter().enumerate() {
        let mut map = IrMapping::new();
        map.map(variable, control);
        rw.set_insertion_point_before(op);
        let copy = rw.clone_op(user, &mut map)?;
        let folded = rw.body().single_result(copy);
        rw.set_operand(op, i, folded);
    }
    let result = rw.body().single_result(user);
    rw.replace_all_uses_with(result, variable);
    rw.erase_op(user);
    Some(())
}
