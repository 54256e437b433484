//! Integer ranges of affine map results.

use terrace_affine::{AffineExpr, BinaryOp, ExprKind};
use terrace_ir::infer_int_range;
use terrace_ir::int_range::Range;
use terrace_support::apint::ApInt;
use terrace_support::int_range::*;

use super::apply::{AffineApplyOp, map_of};

const NO_SIGNED_WRAP: NoWrap = NoWrap { signed: true, unsigned: false };

/// The range of an expression's value, given those of dimensions and, after them, symbols.
pub fn infer_affine_expr(expr: &AffineExpr, dims: usize, operands: &[Range]) -> Option<Range> {
    let leaf = |leaf: &AffineExpr| match leaf.kind() {
        ExprKind::Constant(value) => Some(Range::constant(ApInt::from_i64(64, value))),
        ExprKind::Dim(position) => operands.get(..dims)?.get(position as usize).cloned(),
        ExprKind::Symbol(position) => operands.get(dims..)?.get(position as usize).cloned(),
        ExprKind::Binary(..) => None,
    };
    expr.fold(leaf, |_, op, lhs, rhs| {
        Some(match op {
            BinaryOp::Add => infer_add(&lhs, &rhs, NO_SIGNED_WRAP),
            BinaryOp::Mul => infer_mul(&lhs, &rhs, NO_SIGNED_WRAP),
            BinaryOp::Mod => infer_mod(&lhs, &rhs),
            BinaryOp::FloorDiv => infer_floor_div_s(&lhs, &at_least_one(&rhs)),
            BinaryOp::CeilDiv => infer_ceil_div_s(&lhs, &at_least_one(&rhs)),
        })
    })
}

/// A divisor's range: divisors of affine expressions are positive.
fn at_least_one(range: &Range) -> Range {
    let one = ApInt::new(range.width(), 1);
    let unsigned = Range::unsigned(range.umin().umax(&one), range.umax().clone());
    unsigned.intersection(&Range::signed(range.smin().smax(&one), range.smax().clone()))
}

/// A remainder that is never negative, as that of affine expressions.
fn infer_mod(lhs: &Range, rhs: &Range) -> Range {
    let (first, last, divisor) = (lhs.smin(), lhs.smax(), rhs.smax());
    let width = rhs.width();
    if divisor.is_zero() {
        return Range::full(width);
    }
    let smallest = rhs.smin();
    if !smallest.is_zero() && !smallest.is_negative() && !first.is_negative() && last.ult(smallest) {
        return Range::unsigned(first.clone(), last.clone());
    }
    if smallest == divisor
        && !first.is_negative()
        && last.sub(first).ult(divisor)
        && let (Some(low), Some(high)) = (first.urem(divisor), last.urem(divisor))
        && low.ule(&high)
    {
        return Range::unsigned(low, high);
    }
    Range::unsigned(ApInt::zero(width), divisor.sub(&ApInt::new(width, 1)))
}

infer_int_range! {
    AffineApplyOp = |op, r| {
        let map = map_of(op)?;
        infer_affine_expr(map.results.first()?, map.num_dims as usize, r)
    };
}
