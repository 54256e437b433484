//! Text as upstream prints it.

use crate::expr::{AffineExpr, BinaryOp, ExprKind};
use crate::{AffineMap, IntegerSet};
use std::fmt::{self, Write};

/// A dimension or a symbol, for a callback that names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PrintedIdentifier<'a> {
    /// An expression; a tight one puts operators in parentheses.
    Expr(&'a AffineExpr, bool),
    Text(&'static str),
    Number(i64),
}

impl AffineExpr {
    /// Writes the expression, naming each operand with `name`, which gets its position and whether it is a symbol.
    pub fn write_with<W: Write>(
        &self,
        out: &mut W,
        mut name: impl FnMut(&mut W, u32, bool) -> fmt::Result,
    ) -> fmt::Result {
        let mut open = vec![PrintedIdentifier::Expr(self, false)];
        while let Some(part) = open.pop() {
            match part {
                PrintedIdentifier::Text(text) => out.write_str(text)?,
                PrintedIdentifier::Number(value) => write!(out, "{value}")?,
                PrintedIdentifier::Expr(expr, tight) => match expr.kind() {
                    ExprKind::Constant(value) => write!(out, "{value}")?,
                    ExprKind::Dim(position) => name(out, position, false)?,
                    ExprKind::Symbol(position) => name(out, position, true)?,
                    ExprKind::Binary(op, lhs, rhs) => {
                        if tight {
                            out.write_str("(")?;
                            open.push(PrintedIdentifier::Text(")"));
                        }
                        // The stack takes the parts from last to first.
                        open.extend(binary_parts(op, lhs, rhs).into_iter().flatten().rev());
                    }
                },
            }
        }
        Ok(())
    }

    /// Appends the expression.
    pub fn write(&self, out: &mut String) {
        // Writing to a string does not fail.
        let _ = self.write_with(out, plain_name);
    }
}

/// Writes `d0` or `s0`.
fn plain_name<W: Write>(out: &mut W, position: u32, symbol: bool) -> fmt::Result {
    write!(out, "{}{position}", if symbol { 's' } else { 'd' })
}

/// Returns the parts of an operation, from left to right.
fn binary_parts<'a>(
    op: BinaryOp,
    lhs: &'a AffineExpr,
    rhs: &'a AffineExpr,
) -> [Option<PrintedIdentifier<'a>>; 5] {
    let spelling = match op {
        BinaryOp::Add => return sum_parts(lhs, rhs),
        BinaryOp::Mul if rhs.as_constant() == Some(-1) => {
            return [
                Some(PrintedIdentifier::Text("-")),
                Some(PrintedIdentifier::Expr(lhs, true)),
                None,
                None,
                None,
            ];
        }
        BinaryOp::Mul => " * ",
        BinaryOp::Mod => " mod ",
        BinaryOp::FloorDiv => " floordiv ",
        BinaryOp::CeilDiv => " ceildiv ",
    };
    [
        Some(PrintedIdentifier::Expr(lhs, true)),
        Some(PrintedIdentifier::Text(spelling)),
        Some(PrintedIdentifier::Expr(rhs, true)),
        None,
        None,
    ]
}

/// A sum; a negative summand is subtracted.
fn sum_parts<'a>(lhs: &'a AffineExpr, rhs: &'a AffineExpr) -> [Option<PrintedIdentifier<'a>>; 5] {
    let first = Some(PrintedIdentifier::Expr(lhs, false));
    let minus = Some(PrintedIdentifier::Text(" - "));
    match rhs.constant_operand_of(BinaryOp::Mul) {
        Some((base, -1)) => {
            let tight = base.operands_of(BinaryOp::Add).is_some();
            return [first, minus, Some(PrintedIdentifier::Expr(base, tight)), None, None];
        }
        Some((base, factor)) if factor < -1 => {
            let times = Some(PrintedIdentifier::Text(" * "));
            return [
                first,
                minus,
                Some(PrintedIdentifier::Expr(base, true)),
                times,
                Some(PrintedIdentifier::Number(factor.wrapping_neg())),
            ];
        }
        _ => {}
    }
    match rhs.as_constant() {
        Some(value) if value < 0 => {
            [first, minus, Some(PrintedIdentifier::Number(value.wrapping_neg())), None, None]
        }
        _ => [
            first,
            Some(PrintedIdentifier::Text(" + ")),
            Some(PrintedIdentifier::Expr(rhs, false)),
            None,
            None,
        ],
    }
}

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(f, plain_name)
    }
}

/// Writes `(d0, d1)[s0]`.
fn write_operands(f: &mut fmt::Formatter<'_>, dims: u32, symbols: u32) -> fmt::Result {
    f.write_str("(")?;
    write_list(f, 0..dims, |f, dim| write!(f, "d{dim}"))?;
    f.write_str(")")?;
    if symbols > 0 {
        f.write_str("[")?;
        write_list(f, 0..symbols, |f, symbol| write!(f, "s{symbol}"))?;
        f.write_str("]")?;
    }
    Ok(())
}

/// Writes items between commas.
fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    Ok(())
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_operands(f, self.num_dims, self.num_symbols)?;
        f.write_str(" -> (")?;
        write_list(f, &self.results, |f, result| result.fmt(f))?;
        f.write_str(")")
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_operands(f, self.num_dims, self.num_symbols)?;
        f.write_str(" : (")?;
        write_list(f, &self.constraints, |f, (expr, equality)| {
            write!(f, "{expr} {} 0", if *equality { "==" } else { ">=" })
        })?;
        f.write_str(")")
    }
}
