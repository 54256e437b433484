//! Bounds of an expression's value, given bounds of its dimensions and symbols.

use crate::build::{ceil_quotient, floor_quotient};
use crate::expr::{AffineExpr, BinaryOp, ExprKind};
use crate::map::AffineMap;
use crate::simplify::{Flattener, Row};
use std::cmp::Ordering;

/// The depth up to which bounds are looked for: nested quotients are looked at from each level.
const MAX_DEPTH: u32 = 256;

/// Numbers that some dimensions and symbols are known to be, or not to pass.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// The number of dimensions; the entries after them are those of symbols.
    pub num_dims: u32,
    /// The least value of each dimension and symbol, where one is known.
    pub lower: &'a [Option<i64>],
    /// The greatest value of each dimension and symbol, where one is known.
    pub upper: &'a [Option<i64>],
}

impl AffineExpr {
    /// The value for these values of dimensions and symbols, which may be unknown; and whether its evaluation
    /// has an undefined division.
    pub fn known_value(&self, dims: &[Option<i64>], symbols: &[Option<i64>]) -> (Option<i64>, bool) {
        let found = self.fold(
            |leaf| {
                let known = |list: &[Option<i64>], at: u32| list.get(at as usize).copied().flatten();
                Some(match leaf.kind() {
                    ExprKind::Constant(value) => (Some(value), false),
                    ExprKind::Dim(position) => (known(dims, position), false),
                    ExprKind::Symbol(position) => (known(symbols, position), false),
                    ExprKind::Binary(..) => (None, false),
                })
            },
            |_, op, lhs, rhs| {
                // As upstream, the second operand is not evaluated if the first one is unknown.
                let undefined = lhs.1 || lhs.0.is_some() && rhs.1;
                let (Some(l), Some(r)) = (lhs.0, rhs.0) else { return Some((None, undefined)) };
                Some(match op {
                    BinaryOp::Add => (Some(l.wrapping_add(r)), undefined),
                    BinaryOp::Mul => (Some(l.wrapping_mul(r)), undefined),
                    BinaryOp::Mod if r < 1 => (None, true),
                    BinaryOp::Mod => (Some(l.rem_euclid(r)), undefined),
                    BinaryOp::FloorDiv | BinaryOp::CeilDiv if r == 0 => (None, true),
                    BinaryOp::FloorDiv => (floor_quotient(l, r), undefined),
                    BinaryOp::CeilDiv => (ceil_quotient(l, r), undefined),
                })
            },
        );
        found.unwrap_or((None, false))
    }

    /// A number that no value of the expression passes: from above where `upper`, otherwise from below.
    pub fn bound(&self, bounds: Bounds<'_>, upper: bool) -> Option<i64> {
        if self.depth() > MAX_DEPTH {
            return None;
        }
        if let Some((op, lhs, rhs)) =
            self.as_binary().filter(|(op, ..)| !matches!(op, BinaryOp::Add | BinaryOp::Mul))
        {
            let divisor = rhs.as_constant().filter(|&divisor| divisor >= 1);
            match (op, divisor) {
                (BinaryOp::FloorDiv, _) => return floor_quotient(lhs.bound(bounds, upper)?, divisor?),
                (BinaryOp::CeilDiv, _) => return ceil_quotient(lhs.bound(bounds, upper)?, divisor?),
                (_, Some(divisor)) => {
                    // Within one interval between multiples of the divisor the remainder grows with the dividend.
                    let ends = lhs.bound(bounds, false).zip(lhs.bound(bounds, true));
                    let ends =
                        ends.filter(|&(l, u)| floor_quotient(l, divisor) == floor_quotient(u, divisor));
                    return Some(match (ends, upper) {
                        (Some((_, greatest)), true) => greatest.rem_euclid(divisor),
                        (Some((least, _)), false) => least.rem_euclid(divisor),
                        (None, true) => divisor - 1,
                        (None, false) => 0,
                    });
                }
                (_, None) => {}
            }
        }
        let num_symbols = bounds.lower.len().saturating_sub(bounds.num_dims as usize);
        let mut flattener = Flattener::new(bounds.num_dims, num_symbols as u32);
        let row = flattener.flatten(self)?;
        if !flattener.locals.is_empty() {
            return None;
        }
        let term = |sum: i64, (&column, &factor): (&usize, &i64)| {
            let list = if (factor > 0) == upper { bounds.upper } else { bounds.lower };
            sum.checked_add(list.get(column).copied().flatten()?.checked_mul(factor)?)
        };
        row.terms.iter().try_fold(row.constant, term)
    }
}

impl Row {
    /// The order of rows as lists of coefficients of which the constant is the last.
    fn order(&self, other: &Row) -> Ordering {
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            // Absent entries of a row are zero.
            let (l, r) = match (left.peek(), right.peek()) {
                (None, None) => return self.constant.cmp(&other.constant),
                (Some(&(a, &l)), Some(&(b, &r))) if a == b => {
                    left.next();
                    right.next();
                    (l, r)
                }
                (Some(&(a, &l)), b) if b.is_none_or(|&(b, _)| a < b) => {
                    left.next();
                    (l, 0)
                }
                (_, r) => {
                    let r = r.map_or(0, |&(_, &r)| r);
                    right.next();
                    (0, r)
                }
            };
            if l != r {
                return l.cmp(&r);
            }
        }
    }
}

impl AffineMap {
    /// The map with its results in the order of their coefficients; `None` where they are in order, and where one is
    /// no linear expression.
    pub fn sort_results(&self) -> Option<AffineMap> {
        let mut rows = Vec::with_capacity(self.results.len());
        for result in &self.results {
            let mut flattener = Flattener::new(self.num_dims, self.num_symbols);
            let row = result.is_pure_affine().then(|| flattener.flatten(result)).flatten()?;
            if !flattener.locals.is_empty() {
                return None;
            }
            rows.push((row, result));
        }
        if rows.is_sorted_by(|(a, _), (b, _)| a.order(b) != Ordering::Greater) {
            return None;
        }
        rows.sort_by(|(a, _), (b, _)| a.order(b));
        let results = rows.into_iter().map(|(_, result)| result.clone()).collect();
        Some(AffineMap::new(self.num_dims, self.num_symbols, results))
    }

    /// Returns [`AffineExpr::known_value`] of each result, given the `constants` of dimensions and symbols.
    pub fn known_values(&self, constants: &[Option<i64>]) -> Vec<(Option<i64>, bool)> {
        let (dims, symbols) = constants.split_at(constants.len().min(self.num_dims as usize));
        self.results.iter().map(|result| result.known_value(dims, symbols)).collect()
    }
}
