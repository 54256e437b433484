//! The normal form of an expression: a sum of products over dimensions, symbols and the quotients and
//! remainders that cannot be flattened, which are called locals.

use crate::expr::{AffineExpr, BinaryOp, ExprKind, gcd};
use crate::semi;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

impl AffineExpr {
    /// Returns the expression rebuilt from its normal form, as upstream's `simplifyAffineExpr` does. An expression with
    /// an undefined quotient or remainder, or over more dimensions or symbols than given, is returned unchanged.
    pub fn simplify(&self, num_dims: u32, num_symbols: u32) -> AffineExpr {
        let expr =
            if self.is_pure_affine() { self.clone() } else { semi::simplified(self, num_dims, num_symbols) };
        let mut flattener = Flattener::new(num_dims, num_symbols);
        let Some(row) = flattener.flatten(&expr) else {
            return expr;
        };
        if expr.is_pure_affine() {
            return flattener.rebuild(&row);
        }
        if expr == flattener.rebuild(&row) { expr } else { semi::rebuild_sorted(&flattener, &row) }
    }
}

/// The coefficients of dimensions, symbols and locals by column, without zeros, and a constant.
pub(crate) struct Row {
    pub(crate) terms: BTreeMap<usize, i64>,
    pub(crate) constant: i64,
}

impl Row {
    fn constant(constant: i64) -> Row {
        Row { terms: BTreeMap::new(), constant }
    }

    fn unit(column: usize) -> Row {
        Row { terms: BTreeMap::from([(column, 1)]), constant: 0 }
    }

    /// The sum; the shorter row is added to the longer one, so that a long sum costs little more than its length.
    fn add(self, rhs: Row) -> Row {
        let (mut long, short) = if self.terms.len() < rhs.terms.len() { (rhs, self) } else { (self, rhs) };
        for (column, value) in short.terms {
            match long.terms.entry(column) {
                Entry::Vacant(entry) => {
                    entry.insert(value);
                }
                Entry::Occupied(mut entry) => {
                    *entry.get_mut() = entry.get().wrapping_add(value);
                    if *entry.get() == 0 {
                        entry.remove();
                    }
                }
            }
        }
        long.constant = long.constant.wrapping_add(short.constant);
        long
    }

    fn map(mut self, f: impl Fn(i64) -> i64) -> Row {
        self.terms.values_mut().for_each(|value| *value = f(*value));
        self.terms.retain(|_, value| *value != 0);
        self.constant = f(self.constant);
        self
    }

    fn scale(self, factor: i64) -> Row {
        self.map(|value| value.wrapping_mul(factor))
    }

    /// The greatest common divisor of all coefficients, the constant and a positive number.
    fn gcd_with(&self, number: i64) -> i64 {
        self.terms.values().chain([&self.constant]).fold(number, |acc, &value| gcd(acc, value))
    }
}

/// The maximum number of terms processed before an expression is left unsimplified. Only nested sums and
/// quotients of thousands of terms come near; their normal forms would grow quadratically in their length.
const MAX_WORK: usize = 1 << 24;

/// Turns expressions into rows.
pub(crate) struct Flattener {
    pub(crate) num_dims: u32,
    pub(crate) num_symbols: u32,
    pub(crate) locals: Vec<AffineExpr>,
    local_columns: HashMap<AffineExpr, usize>,
    work: usize,
}

impl Flattener {
    pub(crate) fn new(num_dims: u32, num_symbols: u32) -> Flattener {
        Flattener { num_dims, num_symbols, locals: Vec::new(), local_columns: HashMap::new(), work: 0 }
    }

    /// The column of the first local.
    pub(crate) fn num_operands(&self) -> usize {
        self.num_dims as usize + self.num_symbols as usize
    }

    /// The coefficients of an expression; `None` where a divisor is not positive.
    pub(crate) fn flatten(&mut self, expr: &AffineExpr) -> Option<Row> {
        let (num_dims, num_symbols) = (self.num_dims, self.num_symbols);
        expr.fold(
            |leaf| match leaf.kind() {
                ExprKind::Constant(value) => Some(Row::constant(value)),
                ExprKind::Dim(position) => (position < num_dims).then(|| Row::unit(position as usize)),
                ExprKind::Symbol(position) => {
                    (position < num_symbols).then(|| Row::unit(num_dims as usize + position as usize))
                }
                ExprKind::Binary(..) => None,
            },
            |expr, op, lhs, rhs| {
                let constant = expr.as_binary()?.2.as_constant();
                if op != BinaryOp::Add {
                    self.work += lhs.terms.len() + rhs.terms.len();
                }
                if self.work > MAX_WORK {
                    return None;
                }
                match (op, constant) {
                    (BinaryOp::Add, _) => Some(lhs.add(rhs)),
                    (BinaryOp::Mul, Some(factor)) => Some(lhs.scale(factor)),
                    (BinaryOp::Mod, Some(divisor)) => self.remainder(lhs, divisor),
                    (_, Some(divisor)) => self.quotient(op, lhs, divisor),
                    (_, None) => {
                        let local = AffineExpr::binary(op, self.rebuild(&lhs), self.rebuild(&rhs));
                        Some(Row::unit(self.column(local)))
                    }
                }
            },
        )
    }

    /// The column of a local, which is added where it is new.
    fn column(&mut self, local: AffineExpr) -> usize {
        let next = self.num_operands() + self.locals.len();
        let column = *self.local_columns.entry(local.clone()).or_insert(next);
        if column == next {
            self.locals.push(local);
        }
        column
    }

    /// `lhs mod divisor` as `lhs - divisor * q` with the quotient `q` in lowest terms as a local.
    fn remainder(&mut self, lhs: Row, divisor: i64) -> Option<Row> {
        if divisor <= 0 {
            return None;
        }
        let common = lhs.gcd_with(divisor);
        if common == divisor {
            return Some(Row::constant(0));
        }
        let dividend = Row { terms: lhs.terms.clone(), constant: lhs.constant }.map(|value| value / common);
        let divided = AffineExpr::constant(divisor / common);
        let quotient = AffineExpr::floor_div(self.rebuild(&dividend), divided);
        let column = self.column(quotient);
        Some(lhs.add(Row::unit(column).scale(divisor.wrapping_neg())))
    }

    /// A quotient in lowest terms, as a local unless the division is exact.
    fn quotient(&mut self, op: BinaryOp, lhs: Row, divisor: i64) -> Option<Row> {
        if divisor <= 0 {
            return None;
        }
        let common = lhs.gcd_with(divisor);
        let lhs = lhs.map(|value| value / common);
        if divisor == common {
            return Some(lhs);
        }
        let local = AffineExpr::binary(op, self.rebuild(&lhs), AffineExpr::constant(divisor / common));
        Some(Row::unit(self.column(local)))
    }

    /// The expression of a column.
    pub(crate) fn operand(&self, column: usize) -> AffineExpr {
        match column.checked_sub(self.num_dims as usize) {
            None => AffineExpr::dim(column as u32),
            Some(symbol) if symbol < self.num_symbols as usize => AffineExpr::symbol(symbol as u32),
            Some(_) => self.locals[column - self.num_operands()].clone(),
        }
    }

    /// Returns the sum of a row.
    pub(crate) fn rebuild(&self, row: &Row) -> AffineExpr {
        let sum = row.terms.iter().fold(AffineExpr::constant(0), |sum, (&column, &factor)| {
            sum + self.operand(column) * AffineExpr::constant(factor)
        });
        if row.constant == 0 { sum } else { sum + AffineExpr::constant(row.constant) }
    }
}
