//! The sum of a contraction and something else as a contraction that adds to that.

use terrace_dialects_linalg::named_elementwise::{AddOp, CopyOp, FillOp};
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics};
use terrace_ir::matchers::{m_any_zero_float, m_zero};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef, pattern};
use terrace_rewrite::motion::Dominance;

use super::specialize::is_contraction_op;

/// Adds into the destinations of contractions.
pub static FOLD_ADD_INTO_DEST: &[Pattern] = &[pattern!("FoldAddIntoDest", AddOp, fold_add)];

/// Whether a value is a zero, or zeros by constants, fills and copies.
fn is_defined_as_zero(value: ValueRef<'_>) -> bool {
    let mut value = value;
    loop {
        if m_zero(value) || m_any_zero_float(value) {
            return true;
        }
        let Some(op) = value.defining_op().filter(|op| op.isa::<FillOp>() || op.isa::<CopyOp>()) else {
            return false;
        };
        match op.operands().next() {
            Some(source) => value = source,
            None => return false,
        }
    }
}

/// The index of the destination operand of a contraction with a single use, whose destination is zero and indexed by an
/// ordered projection. The error is the condition that does not hold.
fn zero_destination(op: OpRef<'_>) -> Result<usize, &'static str> {
    let structured = as_structured(op).filter(|_| is_contraction_op(op) && op.num_results() == 1);
    let Some(structured) = structured else {
        return Err("expected dominated op to be single-result destination-passing contraction");
    };
    if op.single_result().uses().count() != 1 {
        return Err("expected linalg.add to be single user of contraction's result");
    }
    let (inputs, _) = structured.destinations(op);
    if !op.operands().nth(inputs).is_some_and(is_defined_as_zero) {
        return Err("expected dominated op's dest to be additive zero");
    }
    let maps = structured.indexing_maps(op);
    let dims = maps.get(inputs).map(|map| map.results.iter().map(|expr| expr.as_dim()).collect::<Vec<_>>());
    match dims {
        Some(dims) if dims.iter().all(Option::is_some) && dims.is_sorted() => Ok(inputs),
        _ => Err("expected index_map for contraction's dest to be an ordered projection"),
    }
}

/// The new accumulator and the contraction, from the operands of an addition. The left operand is preferred as the
/// contraction.
fn summands(rw: &Rewriter<'_>, add: Op) -> Option<(Value, Op)> {
    let view = rw.op(add);
    if !has_tensor_semantics(view) {
        return None;
    }
    let mut inputs = view.operands();
    let (lhs, rhs) = (inputs.next()?, inputs.next()?);
    let mut dominance = Dominance::default();
    [(rhs, lhs), (lhs, rhs)].into_iter().find_map(|(other, value)| {
        let producer = value.defining_op().filter(|&op| as_structured(op).is_some())?;
        dominance.is_in_scope(rw, other.id(), producer.id()).then(|| (other.id(), producer.id()))
    })
}

fn fold_add(rw: &mut Rewriter<'_>, op: AddOp) -> Option<()> {
    let (other, contraction) = summands(rw, op.into())?;
    let dest = match zero_destination(rw.op(contraction)) {
        Ok(dest) => dest,
        Err(reason) => return rw.notify_match_failure(contraction, reason),
    };
    rw.set_operand(contraction, dest, other);
    let sum = rw.body().single_result(contraction);
    rw.replace_op(op, &[sum]);
    Some(())
}
