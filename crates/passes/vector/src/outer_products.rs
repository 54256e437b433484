//! Products of a vector broadcast along rows and one broadcast along columns as outer products.

use terrace_dialects_core::arith::{MulFOp, MulIOp};
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{BroadcastOp, OuterProductOp, TransposeOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, Rewriter, Value, ValueRef};

/// Multiplications as outer products.
pub static ELEMENTWISE_TO_VECTOR: &[Pattern] = &[
    Pattern::new("FoldArithToVectorOuterProduct", MulFOp::DEF.name, |rw, op| {
        let view = MulFOp::view_of(rw.op(op));
        multiply(rw, op, [view.lhs().id(), view.rhs().id()])
    }),
    Pattern::new("FoldArithToVectorOuterProduct", MulIOp::DEF.name, |rw, op| {
        let view = MulIOp::view_of(rw.op(op));
        multiply(rw, op, [view.lhs().id(), view.rhs().id()])
    }),
];

/// The vector of one dimension that is broadcast to the rows of another.
fn broadcast_row(rw: &Rewriter<'_>, value: ValueRef<'_>) -> Option<Value> {
    let source = value.defining_op()?.cast::<BroadcastOp>()?.source();
    (as_vector(rw.cx(), source.ty())?.rank() == 1).then_some(source.id())
}

/// The vector of one dimension that is broadcast to the columns of another.
fn broadcast_column(rw: &Rewriter<'_>, value: ValueRef<'_>) -> Option<Value> {
    let transpose = value.defining_op()?.cast::<TransposeOp>()?;
    if transpose.permutation().to_vec() != [1, 0] {
        return None;
    }
    broadcast_row(rw, transpose.vector())
}

fn multiply(rw: &mut Rewriter<'_>, op: Op, [lhs, rhs]: [Value; 2]) -> Option<()> {
    let (ty, loc) = (rw.op(op).single_result().ty(), rw.op(op).loc());
    if as_vector(rw.cx(), ty).is_none_or(|own| own.rank() != 2) {
        return rw.notify_match_failure(op, "expects a vector of two dimensions");
    }
    let of = |rw: &Rewriter<'_>, column: Value, row: Value| {
        Some([broadcast_column(rw, rw.value(column))?, broadcast_row(rw, rw.value(row))?])
    };
    let Some([column, row]) = of(rw, lhs, rhs).or_else(|| of(rw, rhs, lhs)) else {
        return rw.notify_match_failure(op, "operands are not broadcast along columns and rows");
    };
    let new = rw.build(OuterProductOp::of(column, row).loc(loc).result(ty));
    rw.replace_op_with(op, new);
    Some(())
}
