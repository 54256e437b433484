//! The canonical form of each operator, with the rules upstream applies when an expression is built.

use crate::expr::{AffineExpr, BinaryOp};
use std::ops::{Add, Mul, Neg, Rem, Sub};

#[allow(
    clippy::should_implement_trait,
    reason = "the operators are implemented too; these are named as the others"
)]
impl AffineExpr {
    /// Applies an operator.
    pub fn binary(op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        match op {
            BinaryOp::Add => AffineExpr::add(lhs, rhs),
            BinaryOp::Mul => AffineExpr::mul(lhs, rhs),
            BinaryOp::Mod => AffineExpr::modulo(lhs, rhs),
            BinaryOp::FloorDiv => AffineExpr::floor_div(lhs, rhs),
            BinaryOp::CeilDiv => AffineExpr::ceil_div(lhs, rhs),
        }
    }

    /// The sum.
    pub fn add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        simplified_add(&lhs, &rhs).unwrap_or_else(|| {
            let (lhs, rhs) = ordered(lhs, rhs);
            AffineExpr::raw(BinaryOp::Add, lhs, rhs)
        })
    }

    /// The difference, which is a sum with a negated operand.
    pub fn sub(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::add(lhs, rhs.negated())
    }

    /// The product.
    pub fn mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        simplified_mul(&lhs, &rhs).unwrap_or_else(|| {
            let (lhs, rhs) = ordered(lhs, rhs);
            AffineExpr::raw(BinaryOp::Mul, lhs, rhs)
        })
    }

    /// The product with minus one.
    pub fn negated(self) -> AffineExpr {
        AffineExpr::mul(self, AffineExpr::constant(-1))
    }

    /// The Euclidean remainder.
    pub fn modulo(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        match rhs.as_constant() {
            // A remainder by another divisor is undefined and not simplified.
            Some(divisor) if divisor >= 1 => modulo_constant(lhs, divisor),
            _ => AffineExpr::raw(BinaryOp::Mod, lhs, rhs),
        }
    }

    /// The quotient rounded down.
    pub fn floor_div(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        match rhs.as_constant() {
            None | Some(0) => AffineExpr::raw(BinaryOp::FloorDiv, lhs, rhs),
            Some(divisor) => floor_div_constant(lhs, divisor),
        }
    }

    /// The quotient rounded up.
    pub fn ceil_div(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let folded = match rhs.as_constant() {
            None | Some(0) => None,
            Some(divisor) => match lhs.as_constant() {
                Some(value) => ceil_quotient(value, divisor).map(AffineExpr::constant),
                None => exact_quotient(&lhs, divisor),
            },
        };
        folded.unwrap_or_else(|| AffineExpr::raw(BinaryOp::CeilDiv, lhs, rhs))
    }
}

/// The quotient rounded down; `None` for a zero divisor and on overflow.
pub(crate) fn floor_quotient(value: i64, divisor: i64) -> Option<i64> {
    let quotient = value.checked_div(divisor)?;
    Some(quotient - i64::from(value % divisor != 0 && (value < 0) != (divisor < 0)))
}

/// The quotient rounded up; `None` for a zero divisor and on overflow.
pub(crate) fn ceil_quotient(value: i64, divisor: i64) -> Option<i64> {
    let quotient = value.checked_div(divisor)?;
    Some(quotient + i64::from(value % divisor != 0 && (value < 0) == (divisor < 0)))
}

/// The canonical order of operands: dimensions before symbols, each by position; anything else stays.
fn ordered(lhs: AffineExpr, rhs: AffineExpr) -> (AffineExpr, AffineExpr) {
    let swap = match (lhs.as_dim(), lhs.as_symbol(), rhs.as_dim(), rhs.as_symbol()) {
        (Some(l), _, Some(r), _) | (_, Some(l), _, Some(r)) => l > r,
        (_, Some(_), Some(_), _) => true,
        _ => false,
    };
    if swap { (rhs, lhs) } else { (lhs, rhs) }
}

/// The coefficient of a term and what it multiplies.
fn coefficient(term: &AffineExpr) -> (&AffineExpr, i64) {
    term.constant_operand_of(BinaryOp::Mul).unwrap_or((term, 1))
}

/// The outcome of one round of the rules for sums.
enum Sum {
    Simplified(AffineExpr),
    Unchanged,
    /// The last summand of the left operand may still combine with the right one.
    TryLastSummand,
}

/// A sum in a simpler form, where there is one.
fn simplified_add(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let mut summands = vec![];
    let mut last = lhs;
    loop {
        match add_rules(last, rhs) {
            Sum::Simplified(sum) => {
                return Some(
                    summands
                        .into_iter()
                        .rev()
                        .fold(sum, |sum, summand: &AffineExpr| AffineExpr::add(summand.clone(), sum)),
                );
            }
            Sum::Unchanged => return None,
            Sum::TryLastSummand => {
                let (first, rest) = last.operands_of(BinaryOp::Add)?;
                summands.push(first);
                last = rest;
            }
        }
    }
}

fn add_rules(lhs: &AffineExpr, rhs: &AffineExpr) -> Sum {
    if let (Some(l), Some(r)) = (lhs.as_constant(), rhs.as_constant()) {
        return l.checked_add(r).map_or(Sum::Unchanged, |sum| Sum::Simplified(AffineExpr::constant(sum)));
    }
    // Constants go to the right, and symbolic terms to the right of others.
    if lhs.as_constant().is_some() || lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
        return Sum::Simplified(AffineExpr::add(rhs.clone(), lhs.clone()));
    }
    if rhs.as_constant() == Some(0) {
        return Sum::Simplified(lhs.clone());
    }
    let offset = lhs.constant_operand_of(BinaryOp::Add);
    if let (Some((base, l)), Some(r)) = (offset, rhs.as_constant()) {
        return Sum::Simplified(AffineExpr::add(base.clone(), AffineExpr::constant(l.wrapping_add(r))));
    }
    let ((l_base, l_factor), (r_base, r_factor)) = (coefficient(lhs), coefficient(rhs));
    if l_base == r_base {
        let factor = AffineExpr::constant(l_factor.wrapping_add(r_factor));
        return Sum::Simplified(AffineExpr::mul(l_base.clone(), factor));
    }
    // (x + c) + y becomes (x + y) + c.
    if let Some((base, offset)) = offset {
        let sum = AffineExpr::add(base.clone(), rhs.clone());
        return Sum::Simplified(AffineExpr::add(sum, AffineExpr::constant(offset)));
    }
    remainder_rules(lhs, rhs)
}

/// Recognizes `x - (x floordiv q) * q` as `x mod q`.
fn remainder_rules(lhs: &AffineExpr, rhs: &AffineExpr) -> Sum {
    let Some((op, product, factor)) = rhs.as_binary() else {
        return Sum::Unchanged;
    };
    if factor.as_constant() == Some(-1)
        && let Some((quotient, divisor)) = product.operands_of(BinaryOp::Mul)
    {
        return match quotient.operands_of(BinaryOp::FloorDiv) {
            Some((dividend, q)) if q == divisor && dividend == lhs => {
                Sum::Simplified(AffineExpr::modulo(lhs.clone(), divisor.clone()))
            }
            // A product is no quotient, so the rule below cannot apply either.
            _ => Sum::Unchanged,
        };
    }
    let Some((dividend, divisor)) = product.operands_of(BinaryOp::FloorDiv).filter(|_| op == BinaryOp::Mul)
    else {
        return Sum::Unchanged;
    };
    if divisor.as_constant().is_some_and(|q| q > 0) && lhs == dividend && *divisor == factor.clone().negated()
    {
        return Sum::Simplified(AffineExpr::modulo(lhs.clone(), divisor.clone()));
    }
    if lhs.operands_of(BinaryOp::Add).is_some() { Sum::TryLastSummand } else { Sum::Unchanged }
}

/// A product in a simpler form, where there is one.
fn simplified_mul(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    if let (Some(l), Some(r)) = (lhs.as_constant(), rhs.as_constant()) {
        return l.checked_mul(r).map(AffineExpr::constant);
    }
    if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
        return None;
    }
    // The constant or symbolic factor is moved to the right.
    if !rhs.is_symbolic_or_constant() || lhs.as_constant().is_some() {
        return Some(AffineExpr::mul(rhs.clone(), lhs.clone()));
    }
    match rhs.as_constant() {
        Some(1) => return Some(lhs.clone()),
        Some(0) => return Some(AffineExpr::constant(0)),
        _ => {}
    }
    let (base, factor) = lhs.constant_operand_of(BinaryOp::Mul)?;
    Some(match rhs.as_constant() {
        Some(r) => AffineExpr::mul(base.clone(), AffineExpr::constant(factor.wrapping_mul(r))),
        None => AffineExpr::mul(AffineExpr::mul(base.clone(), rhs.clone()), AffineExpr::constant(factor)),
    })
}

/// The quotient of a product whose constant factor is a multiple of the divisor, or by one.
fn exact_quotient(lhs: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    if divisor == 1 {
        return Some(lhs.clone());
    }
    let (base, factor) = lhs.constant_operand_of(BinaryOp::Mul)?;
    (factor.wrapping_rem(divisor) == 0)
        .then(|| AffineExpr::mul(base.clone(), AffineExpr::constant(factor.wrapping_div(divisor))))
}

/// The quotient rounded down by a constant that is not zero. It is distributed over a sum where one summand is a
/// multiple of the divisor; the sum may be long, so the terms are kept on a stack.
fn floor_div_constant(lhs: AffineExpr, divisor: i64) -> AffineExpr {
    enum QuotientStep {
        Divide(AffineExpr),
        Add,
    }
    let divides = |expr: &AffineExpr| expr.largest_known_divisor().wrapping_rem(divisor) == 0;
    let mut steps = vec![QuotientStep::Divide(lhs)];
    let mut values = vec![];
    while let Some(step) = steps.pop() {
        match step {
            QuotientStep::Divide(expr) => {
                let folded = match expr.as_constant() {
                    Some(value) => floor_quotient(value, divisor).map(AffineExpr::constant),
                    None => exact_quotient(&expr, divisor),
                };
                let sum = expr.operands_of(BinaryOp::Add).filter(|(l, r)| divides(l) || divides(r));
                match (folded, sum) {
                    (Some(folded), _) => values.push(folded),
                    (None, Some((l, r))) => {
                        steps.extend([
                            QuotientStep::Add,
                            QuotientStep::Divide(r.clone()),
                            QuotientStep::Divide(l.clone()),
                        ]);
                    }
                    (None, None) => {
                        values.push(AffineExpr::raw(BinaryOp::FloorDiv, expr, AffineExpr::constant(divisor)));
                    }
                }
            }
            QuotientStep::Add => {
                if let (Some(rhs), Some(lhs)) = (values.pop(), values.pop()) {
                    values.push(AffineExpr::add(lhs, rhs));
                }
            }
        }
    }
    values.pop().unwrap_or_else(|| AffineExpr::constant(0))
}

/// The Euclidean remainder by a positive constant.
fn modulo_constant(mut lhs: AffineExpr, divisor: i64) -> AffineExpr {
    let divides = |expr: &AffineExpr| expr.largest_known_divisor() % divisor == 0;
    loop {
        if let Some(value) = lhs.as_constant() {
            return AffineExpr::constant(value.rem_euclid(divisor));
        }
        if divides(&lhs) {
            return AffineExpr::constant(0);
        }
        // A summand that is a multiple of the divisor is dropped, as is a remainder by a multiple of it.
        let next = match lhs.as_binary() {
            Some((BinaryOp::Add, l, r)) if divides(l) => Some(r.clone()),
            Some((BinaryOp::Add, l, r)) if divides(r) => Some(l.clone()),
            Some((BinaryOp::Mod, l, r)) if r.as_constant().is_some_and(|c| c >= 1 && c % divisor == 0) => {
                Some(l.clone())
            }
            _ => None,
        };
        match next {
            Some(next) => lhs = next,
            None => return AffineExpr::raw(BinaryOp::Mod, lhs, AffineExpr::constant(divisor)),
        }
    }
}

impl Add for AffineExpr {
    type Output = AffineExpr;

    fn add(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::add(self, rhs)
    }
}

impl Sub for AffineExpr {
    type Output = AffineExpr;

    fn sub(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::sub(self, rhs)
    }
}

impl Mul for AffineExpr {
    type Output = AffineExpr;

    fn mul(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::mul(self, rhs)
    }
}

impl Rem for AffineExpr {
    type Output = AffineExpr;

    fn rem(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::modulo(self, rhs)
    }
}

impl Neg for AffineExpr {
    type Output = AffineExpr;

    fn neg(self) -> AffineExpr {
        self.negated()
    }
}

impl From<i64> for AffineExpr {
    fn from(value: i64) -> AffineExpr {
        AffineExpr::constant(value)
    }
}
