//! Expressions with symbolic factors and divisors.

use crate::expr::{AffineExpr, BinaryOp, ExprKind};
use crate::simplify::{Flattener, Row};

/// The depth up to which expressions are simplified here; deeper ones stay as they are, as the rules are recursive.
const MAX_DEPTH: u32 = 256;

/// Resolves quotients and remainders whose dividend is a multiple of their symbolic divisor.
pub(crate) fn simplified(expr: &AffineExpr, num_dims: u32, num_symbols: u32) -> AffineExpr {
    let Some((op, lhs, rhs)) = expr.as_binary().filter(|_| expr.depth() <= MAX_DEPTH) else {
        return expr.clone();
    };
    let new_lhs = simplified(lhs, num_dims, num_symbols);
    let new_rhs = simplified(rhs, num_dims, num_symbols);
    if matches!(op, BinaryOp::Add | BinaryOp::Mul) {
        return AffineExpr::binary(op, new_lhs, new_rhs);
    }
    // Upstream applies this to quotients too.
    if is_difference_from_remainder(&new_lhs, &new_rhs, num_dims, num_symbols) {
        return AffineExpr::constant(0);
    }
    let divisible = new_rhs.as_symbol().filter(|&symbol| is_divisible(lhs, symbol, op, false));
    match divisible {
        None => AffineExpr::binary(op, new_lhs, new_rhs),
        Some(_) if op == BinaryOp::Mod => AffineExpr::constant(0),
        Some(symbol) => {
            divide(&new_lhs, symbol, op).unwrap_or_else(|| AffineExpr::binary(op, new_lhs, new_rhs))
        }
    }
}

/// Whether an expression is a multiple of a symbol, seen from a division or remainder `op` by it.
fn is_divisible(expr: &AffineExpr, symbol: u32, op: BinaryOp, in_product: bool) -> bool {
    let (kind, lhs, rhs) = match expr.kind() {
        ExprKind::Constant(value) => return value == 0,
        ExprKind::Dim(_) => return false,
        ExprKind::Symbol(position) => return position == symbol,
        ExprKind::Binary(kind, lhs, rhs) => (kind, lhs, rhs),
    };
    match kind {
        BinaryOp::Add => is_divisible(lhs, symbol, op, false) && is_divisible(rhs, symbol, op, false),
        BinaryOp::Mod => is_divisible(lhs, symbol, kind, false) && is_divisible(rhs, symbol, kind, false),
        BinaryOp::Mul => is_divisible(lhs, symbol, op, true) || is_divisible(rhs, symbol, op, true),
        // Divisions of one kind commute, but not across a product.
        BinaryOp::FloorDiv | BinaryOp::CeilDiv => {
            kind == op && !in_product && is_divisible(lhs, symbol, kind, false)
        }
    }
}

/// The exact quotient by a symbol; `None` where the expression is no multiple of it.
fn divide(expr: &AffineExpr, symbol: u32, op: BinaryOp) -> Option<AffineExpr> {
    let (kind, lhs, rhs) = match expr.kind() {
        ExprKind::Constant(value) => return (value == 0).then(|| AffineExpr::constant(0)),
        ExprKind::Dim(_) => return None,
        ExprKind::Symbol(_) => return Some(AffineExpr::constant(1)),
        ExprKind::Binary(kind, lhs, rhs) => (kind, lhs, rhs),
    };
    Some(match kind {
        BinaryOp::Add => divide(lhs, symbol, op)? + divide(rhs, symbol, op)?,
        BinaryOp::Mod => divide(lhs, symbol, kind)? % divide(rhs, symbol, kind)?,
        BinaryOp::Mul if is_divisible(lhs, symbol, op, false) => divide(lhs, symbol, op)? * rhs.clone(),
        BinaryOp::Mul => lhs.clone() * divide(rhs, symbol, op)?,
        BinaryOp::FloorDiv | BinaryOp::CeilDiv => {
            AffineExpr::binary(kind, divide(lhs, symbol, kind)?, rhs.clone())
        }
    })
}

/// Whether `lhs` is `x - x mod rhs`, which is a multiple of `rhs`.
fn is_difference_from_remainder(lhs: &AffineExpr, rhs: &AffineExpr, num_dims: u32, num_symbols: u32) -> bool {
    let mut summands = vec![];
    let mut open = vec![lhs];
    while let Some(expr) = open.pop() {
        match expr.operands_of(BinaryOp::Add) {
            Some((l, r)) => open.extend([r, l]),
            None => summands.push(expr),
        }
    }
    summands.iter().enumerate().any(|(i, summand)| {
        let negated =
            summand.operands_of(BinaryOp::Mul).and_then(|(l, r)| match (l.as_constant(), r.as_constant()) {
                (Some(-1), _) => Some(r),
                (_, Some(-1)) => Some(l),
                _ => None,
            });
        let Some((dividend, divisor)) = negated.and_then(|expr| expr.operands_of(BinaryOp::Mod)) else {
            return false;
        };
        if divisor != rhs {
            return false;
        }
        let others = summands.iter().enumerate().filter(|&(j, _)| j != i);
        let sum = others.fold(AffineExpr::constant(0), |sum, (_, &other)| sum + other.clone());
        (sum - dividend.clone()).simplify(num_dims, num_symbols).as_constant() == Some(0)
    })
}

/// Returns the sum of a row, with its terms in upstream's order for semi-affine expressions: by the position of the
/// leading dimension or symbol; at one position first the dimension and its quotients and remainders by constants,
/// those added later first, then its combinations with symbols by their position, then the symbol.
pub(crate) fn rebuild_sorted(flattener: &Flattener, row: &Row) -> AffineExpr {
    let num_dims = flattener.num_dims as usize;
    let num_operands = flattener.num_operands();
    let mut before = 0;
    let mut after = i64::from(flattener.num_dims.max(flattener.num_symbols));
    let mut next_before = || {
        before -= 1;
        before
    };
    let mut next_after = || {
        after += 1;
        after
    };
    let mut keyed = vec![];
    let mut rest = vec![];
    let nonzero = |columns: std::ops::Range<usize>| row.terms.range(columns).map(|(&column, _)| column);
    for column in nonzero(num_dims..num_operands) {
        keyed.push((((column - num_dims) as u32, next_after()), column));
    }
    for column in nonzero(num_operands..usize::MAX) {
        let local = flattener.operand(column);
        let key = local.as_binary().and_then(|(_, lhs, rhs)| match (lhs.kind(), rhs.kind()) {
            (ExprKind::Dim(dim), ExprKind::Constant(_)) => Some((dim, next_before())),
            (ExprKind::Dim(dim), ExprKind::Symbol(symbol)) => Some((dim, i64::from(symbol))),
            (ExprKind::Symbol(symbol), ExprKind::Constant(_) | ExprKind::Symbol(_)) => {
                Some((symbol, next_after()))
            }
            _ => None,
        });
        match key {
            Some(key) => keyed.push((key, column)),
            None => rest.push(column),
        }
    }
    for column in nonzero(0..num_dims) {
        keyed.push(((column as u32, next_before()), column));
    }
    keyed.sort();
    let columns = keyed.into_iter().map(|(_, column)| column).chain(rest);
    let sum = columns.fold(AffineExpr::constant(0), |sum, column| {
        sum + flattener.operand(column) * AffineExpr::constant(row.terms[&column])
    });
    if row.constant == 0 { sum } else { sum + AffineExpr::constant(row.constant) }
}
