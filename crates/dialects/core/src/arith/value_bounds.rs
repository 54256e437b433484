//! Bounds of index values.

use terrace_affine::AffineExpr;
use terrace_ir::value_bounds::{BoundSet, Quantity};
use terrace_ir::{BinaryOpView, OpKind, OpRef, value_bounds};

use super::{AddIOp, FloorDivSIOp, MulIOp, SelectOp, SubIOp};

/// Bounds the result by `combine` of both operands.
fn binary<'a>(
    op: OpRef<'a>,
    result: Quantity<'a>,
    set: &mut dyn BoundSet<'a>,
    combine: fn(AffineExpr, AffineExpr) -> AffineExpr,
) {
    let view = BinaryOpView(op);
    let (lhs, rhs) = (set.value(view.lhs()), set.value(view.rhs()));
    set.equal(result, combine(lhs, rhs));
}

/// Bounds the selection of one of two values; for elementwise selections, all shapes are equal.
fn select<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let view = SelectOp::view_of(op);
    let [condition, yes, no] = [view.condition(), view.true_value(), view.false_value()];
    if condition.ty().is_shaped(op.cx()) {
        [yes, no, condition].into_iter().for_each(|value| set.same(result, value));
    } else {
        set.either(result, [yes, no]);
    }
}

value_bounds! {
    index AddIOp = |op, result, set| binary(op, result, set, AffineExpr::add);
    index SubIOp = |op, result, set| binary(op, result, set, AffineExpr::sub);
    index MulIOp = |op, result, set| binary(op, result, set, AffineExpr::mul);
    index FloorDivSIOp = |op, result, set| binary(op, result, set, AffineExpr::floor_div);
    any SelectOp = select;
}
