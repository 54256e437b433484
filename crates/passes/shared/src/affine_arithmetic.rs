//! Affine expressions and maps as arithmetic.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::arith::{DivSIOp, MaxSIOp, MinSIOp, RemSIOp};
use terrace_ir::{Loc, Rewriter, Value};

use crate::arithmetic::Arith;
use terrace_dialects_core::arith::IntegerOverflowFlags;

/// The errors of an expression that cannot be expanded, in upstream's words: one for each divisor that is a
/// non-positive constant.
pub fn unsupported(expr: &AffineExpr) -> Vec<&'static str> {
    let mut out = Vec::new();
    // A bad divisor is found before what is below it.
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let Some((op, lhs, rhs)) = expr.as_binary() else { continue };
        let divides = !matches!(op, BinaryOp::Add | BinaryOp::Mul);
        if divides && rhs.as_constant().is_some_and(|divisor| divisor <= 0) {
            out.push(match op {
                BinaryOp::Mod => "modulo by non-positive value is not supported",
                _ => "division by non-positive value is not supported",
            });
            continue;
        }
        open.extend([rhs, lhs]);
    }
    out
}

/// Arithmetic that computes an expression. It has to be supported.
pub fn expand_expr(make: &mut Arith<'_, '_>, expr: &AffineExpr, dims: &[Value], symbols: &[Value]) -> Value {
    let make = std::cell::RefCell::new(make);
    let value = expr.fold(
        |leaf| {
            Some(match leaf.kind() {
                ExprKind::Dim(at) => dims[at as usize],
                ExprKind::Symbol(at) => symbols[at as usize],
                ExprKind::Constant(number) => make.borrow_mut().index(number),
                ExprKind::Binary(..) => return None,
            })
        },
        |_, op, lhs, rhs| Some(expand_op(&mut make.borrow_mut(), op, lhs, rhs)),
    );
    value.expect("an expression has a value")
}

fn expand_op(make: &mut Arith<'_, '_>, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
    match op {
        BinaryOp::Add => make.add(lhs, rhs),
        BinaryOp::Mul => {
            make.flagged::<terrace_dialects_core::arith::MulIOp>(lhs, rhs, IntegerOverflowFlags::NSW)
        }
        BinaryOp::Mod => {
            let rest = make.binary::<RemSIOp>(lhs, rhs);
            let zero = make.index(0);
            let negative = make.compare(CmpIPredicate::Slt, rest, zero);
            let corrected = make.add(rest, rhs);
            make.select(negative, corrected, rest)
        }
        // With a positive divisor one division is enough: of `-a - 1` where `a` is negative.
        BinaryOp::FloorDiv => {
            let (zero, minus_one) = (make.index(0), make.index(-1));
            let negative = make.compare(CmpIPredicate::Slt, lhs, zero);
            let mirrored = make.sub(minus_one, lhs);
            let dividend = make.select(negative, mirrored, lhs);
            let quotient = make.binary::<DivSIOp>(dividend, rhs);
            let mirrored = make.sub(minus_one, quotient);
            make.select(negative, mirrored, quotient)
        }
        BinaryOp::CeilDiv => {
            let (zero, one) = (make.index(0), make.index(1));
            let not_positive = make.compare(CmpIPredicate::Sle, lhs, zero);
            let negated = make.sub(zero, lhs);
            let decremented = make.sub(lhs, one);
            let dividend = make.select(not_positive, negated, decremented);
            let quotient = make.binary::<DivSIOp>(dividend, rhs);
            let negated = make.sub(zero, quotient);
            let incremented = make.add(quotient, one);
            make.select(not_positive, negated, incremented)
        }
    }
}

/// Arithmetic that computes the results of a map. They have to be supported.
pub fn expand_map(rw: &mut Rewriter<'_>, loc: Loc, map: &AffineMap, operands: &[Value]) -> Vec<Value> {
    let (dims, symbols) = operands.split_at(map.num_dims as usize);
    let mut make = Arith::new(rw, loc);
    map.results.iter().map(|expr| expand_expr(&mut make, expr, dims, symbols)).collect()
}

/// The greatest of a map's results.
pub fn expand_max(rw: &mut Rewriter<'_>, loc: Loc, map: &AffineMap, operands: &[Value]) -> Option<Value> {
    let values = expand_map(rw, loc, map, operands);
    values.into_iter().reduce(|a, b| Arith::new(rw, loc).binary::<MaxSIOp>(a, b))
}

/// The least of a map's results.
pub fn expand_min(rw: &mut Rewriter<'_>, loc: Loc, map: &AffineMap, operands: &[Value]) -> Option<Value> {
    let values = expand_map(rw, loc, map, operands);
    values.into_iter().reduce(|a, b| Arith::new(rw, loc).binary::<MinSIOp>(a, b))
}
