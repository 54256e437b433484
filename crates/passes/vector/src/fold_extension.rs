//! Contractions of extended numbers as contractions of the numbers.

use terrace_dialects_core::arith::{ExtFOp, ExtSIOp};
use terrace_dialects_vector::ContractionOp;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, Rewriter, Value, pattern};

use super::reduction_to_contract::Contraction;

/// Folds extensions of both inputs into contractions.
pub static FOLD_ARITH_EXTENSION: &[Pattern] = &[
    pattern!("FoldArithExtFIntoContraction", ContractionOp, |rw, op| fold_extension::<ExtFOp>(rw, op.into())),
    pattern!("FoldArithExtSIIntoContraction", ContractionOp, |rw, op| fold_extension::<ExtSIOp>(
        rw,
        op.into()
    )),
];

fn extended<K: OpKind>(rw: &Rewriter<'_>, value: Value) -> Option<Value> {
    let extension = rw.value(value).defining_op().filter(|op| op.isa::<K>())?;
    Some(extension.operands().next()?.id())
}

fn fold_extension<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let ty = rw.op(op).single_result().ty();
    let mut contraction = Contraction::of(rw, op)?;
    let [lhs, rhs, acc] = contraction.operands;
    let (Some(lhs), Some(rhs)) = (extended::<K>(rw, lhs), extended::<K>(rw, rhs)) else {
        return rw.notify_match_failure(op, "no defining op on contract operands");
    };
    contraction.operands = [lhs, rhs, acc];
    let new = contraction.create(rw, ty);
    rw.replace_op_with(op, new);
    Some(())
}
