//! Systems of linear constraints over the integers: emptiness, and bounds of variables.
//!
//! Equalities are used to substitute variables; the rest is decided by Fourier-Motzkin elimination, with
//! constants tightened to integers. The answers are conservative: a system that is reported as empty has no
//! solution, and a bound holds; if coefficients or the number of constraints grow too large, constraints are
//! dropped, which weakens the result.

use crate::expr::{AffineExpr, BinaryOp, ExprKind};
use std::collections::{BTreeMap, HashMap};

/// A sum of variables with factors, and a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    /// The factors that are not zero, by variable.
    pub terms: BTreeMap<usize, i128>,
    /// The number.
    pub constant: i128,
}

impl Linear {
    /// A number.
    pub fn constant(constant: i64) -> Linear {
        Linear { terms: BTreeMap::new(), constant: constant.into() }
    }

    /// A variable.
    pub fn variable(variable: usize) -> Linear {
        Linear { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// This and `factor` times `other`; `None` on overflow.
    pub fn plus(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let mut sum = self.clone();
        for (&variable, &value) in &other.terms {
            let entry = sum.terms.entry(variable).or_insert(0);
            *entry = entry.checked_add(value.checked_mul(factor)?)?;
            if *entry == 0 {
                sum.terms.remove(&variable);
            }
        }
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(sum)
    }

    /// This times `factor`; `None` on overflow.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        Linear::default().plus(self, factor)
    }

    pub(crate) fn factor(&self, variable: usize) -> i128 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// The greatest common divisor of the factors; zero where there are none.
    fn divisor(&self) -> i128 {
        self.terms.values().fold(0, |a, &b| gcd(a, b))
    }

    /// The sum of a constraint divided by the common factor of its terms. The number is rounded down, unless it is an
    /// equality, which stays as it is where the number is no multiple.
    pub fn in_lowest_terms(self, is_equality: bool) -> Linear {
        match self.divisor() {
            divisor @ 2.. if !is_equality || self.constant % divisor == 0 => self.divided(divisor),
            _ => self,
        }
    }

    fn divided(mut self, divisor: i128) -> Linear {
        self.terms.values_mut().for_each(|value| *value /= divisor);
        self.constant = self.constant.div_euclid(divisor);
        self
    }

    /// Returns the sum as an expression of the variables' expressions, returned by `operand`; `None` if a number is too
    /// large.
    pub fn to_expr(&self, operand: impl Fn(usize) -> Option<AffineExpr>) -> Option<AffineExpr> {
        let mut sum = AffineExpr::constant(0);
        for (&variable, &factor) in &self.terms {
            sum = sum + operand(variable)? * AffineExpr::constant(i64::try_from(factor).ok()?);
        }
        Some(sum + AffineExpr::constant(i64::try_from(self.constant).ok()?))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// The maximum ratio of constraints to variables during variable elimination.
pub(crate) const EXPLOSION: usize = 32;

/// Constraints on numbered integer variables.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    pub(crate) variables: usize,
    /// Sums that are zero.
    pub(crate) equalities: Vec<Linear>,
    /// Sums that are not negative.
    pub(crate) inequalities: Vec<Linear>,
    /// Variables of quotients, by dividend and divisor; rounded down.
    pub(crate) quotients: HashMap<(Linear, i64), usize>,
    /// Whether remainders by symbolic divisors are allowed, which are assumed to be positive.
    pub assumes_positive_divisors: bool,
}

impl Constraints {
    /// No constraints, on no variables.
    pub fn new() -> Constraints {
        Constraints::default()
    }

    /// A new variable.
    pub fn add_variable(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    /// Whether quotients are represented by local variables.
    pub fn has_quotients(&self) -> bool {
        !self.quotients.is_empty()
    }

    /// Treats quotients as ordinary variables from now on, with their constraints.
    pub fn forget_quotients(&mut self) {
        self.quotients.clear();
    }

    /// The sums that are not negative.
    pub fn inequalities(&self) -> &[Linear] {
        &self.inequalities
    }

    /// `sum` is zero.
    pub fn add_zero(&mut self, sum: Linear) {
        self.equalities.push(sum);
    }

    /// `sum` is not negative.
    pub fn add_not_negative(&mut self, sum: Linear) {
        self.inequalities.push(sum);
    }

    /// An expression over these variables as a sum; quotients in it become variables. `None` for products of variables,
    /// divisors that are none of the positive constants, and on overflow.
    pub fn linear(&mut self, expr: &AffineExpr, dims: &[usize], symbols: &[usize]) -> Option<Linear> {
        expr.fold(
            |leaf| match leaf.kind() {
                ExprKind::Constant(value) => Some(Linear::constant(value)),
                ExprKind::Dim(position) => dims.get(position as usize).map(|&at| Linear::variable(at)),
                ExprKind::Symbol(position) => symbols.get(position as usize).map(|&at| Linear::variable(at)),
                ExprKind::Binary(..) => None,
            },
            |expr, op, lhs, rhs| {
                let constant = expr.as_binary()?.2.as_constant();
                match op {
                    BinaryOp::Add => lhs.plus(&rhs, 1),
                    BinaryOp::Mul => lhs.times(constant?.into()),
                    BinaryOp::FloorDiv => self.quotient(lhs, constant?),
                    BinaryOp::CeilDiv => {
                        let divisor = constant?;
                        self.quotient(lhs.plus(&Linear::constant(divisor.checked_sub(1)?), 1)?, divisor)
                    }
                    BinaryOp::Mod if constant.is_none() && self.assumes_positive_divisors => {
                        // It is only constrained to be at least zero and less than the divisor.
                        let rest = Linear::variable(self.add_variable());
                        self.add_not_negative(rest.clone());
                        self.add_not_negative(rhs.plus(&rest, -1)?.plus(&Linear::constant(1), -1)?);
                        Some(rest)
                    }
                    BinaryOp::Mod => {
                        let divisor = constant?;
                        let quotient = self.quotient(lhs.clone(), divisor)?;
                        lhs.plus(&quotient, i128::from(divisor).checked_neg()?)
                    }
                }
            },
        )
    }

    /// A quotient rounded down, which is a new variable where it is none of the sums; `None` for divisors that are not
    /// positive, and on overflow.
    pub fn quotient(&mut self, dividend: Linear, divisor: i64) -> Option<Linear> {
        if divisor <= 0 {
            return None;
        }
        // A common factor of all that varies rounds the number alone.
        let common = gcd(dividend.divisor(), divisor.into());
        let (dividend, divisor) = (dividend.divided(common), divisor / common as i64);
        if divisor == 1 {
            return Some(dividend);
        }
        if dividend.terms.is_empty() {
            return Some(Linear { constant: dividend.constant.div_euclid(divisor.into()), ..dividend });
        }
        if let Some(&known) = self.quotients.get(&(dividend.clone(), divisor)) {
            return Some(Linear::variable(known));
        }
        let quotient = Linear::variable(self.add_variable());
        // The remainder is at least zero and less than the divisor.
        let rest = dividend.plus(&quotient, -i128::from(divisor))?;
        let most = Linear::constant(divisor - 1);
        self.add_not_negative(rest.clone());
        self.add_not_negative(most.plus(&rest, -1)?);
        self.quotients.insert((dividend, divisor), self.variables - 1);
        Some(quotient)
    }

    /// Whether the constraints are known to have no solution.
    pub fn is_empty(&self) -> bool {
        self.project(None).is_none()
    }

    /// Whether `sum` is known not to be negative.
    pub fn implies(&self, sum: &Linear) -> bool {
        let negation = Linear::constant(-1).plus(sum, -1);
        negation.is_some_and(|negation| {
            let mut system = self.clone();
            system.add_not_negative(negation);
            system.is_empty()
        })
    }

    /// A number that a variable does not pass: from above where `upper`, otherwise from below.
    pub fn bound(&self, variable: usize, upper: bool) -> Option<i64> {
        let rows = self.project(Some(variable))?;
        let bounds = rows.iter().filter_map(|row| {
            let factor = row.factor(variable);
            // The rows are rounded, so that their factors are one and minus one.
            (factor != 0 && (factor < 0) == upper).then_some(-factor * row.constant)
        });
        let bound = if upper { bounds.min() } else { bounds.max() };
        i64::try_from(bound?).ok()
    }

    /// The number that a variable is known to be.
    pub fn value(&self, variable: usize) -> Option<i64> {
        self.bound(variable, false).filter(|&lower| self.bound(variable, true) == Some(lower))
    }

    /// Drops inequalities that follow from the others, the first ones first.
    pub fn drop_redundant(&mut self) {
        let mut at = 0;
        while at < self.inequalities.len() {
            let row = self.inequalities.remove(at);
            if !self.implies(&row) {
                self.inequalities.insert(at, row);
                at += 1;
            }
        }
    }

    /// The inequalities that follow for one variable, or none, alone; `None` where there is no solution.
    fn project(&self, keep: Option<usize>) -> Option<Vec<Linear>> {
        let limit = EXPLOSION * (self.variables + 1);
        let mut equalities = self.equalities.clone();
        let mut rows = self.inequalities.clone();
        loop {
            rows = tighten(substitute(equalities, rows, keep)?)?;
            equalities = take_equalities(&mut rows, keep)?;
            if !equalities.is_empty() {
                continue;
            }
            let Some(variable) = best_variable(&rows, keep) else { return Some(rows) };
            rows = eliminate(rows, variable, limit);
            if rows.len() > limit {
                return Some(Vec::new());
            }
        }
    }
}

/// The inequalities with variables substituted by equalities; `None` if an equality cannot hold.
fn substitute(
    mut equalities: Vec<Linear>,
    mut rows: Vec<Linear>,
    keep: Option<usize>,
) -> Option<Vec<Linear>> {
    while let Some(equality) = equalities.pop() {
        let divisor = equality.divisor();
        if divisor == 0 {
            if equality.constant != 0 {
                return None;
            }
            continue;
        }
        if equality.constant % divisor != 0 {
            return None;
        }
        let equality = equality.divided(divisor);
        let others = equality.terms.iter().filter(|(variable, _)| Some(**variable) != keep);
        match others.min_by_key(|(_, factor)| factor.unsigned_abs()) {
            Some((&variable, &factor)) => {
                let replace = |row: &Linear| replace(row, &equality, variable, factor);
                equalities = equalities.iter().filter_map(replace).collect();
                // A common factor rounds the constant, which would be lost with the next variable.
                let rounded = |row: Linear| match row.divisor() {
                    divisor @ 2.. => row.divided(divisor),
                    _ => row,
                };
                rows = rows.iter().filter_map(replace).map(rounded).collect();
            }
            None => {
                rows.extend(equality.times(-1));
                rows.push(equality);
            }
        }
    }
    Some(rows)
}

/// Removes pairs of rows, of more than the kept variable, that are an equality; `None` if they contradict
/// each other.
fn take_equalities(rows: &mut Vec<Linear>, keep: Option<usize>) -> Option<Vec<Linear>> {
    let constants: HashMap<&BTreeMap<usize, i128>, i128> =
        rows.iter().map(|row| (&row.terms, row.constant)).collect();
    let (mut found, mut taken) = (Vec::new(), vec![false; rows.len()]);
    for (row, taken) in rows.iter().zip(&mut taken) {
        let Some(opposite) = row.times(-1) else { continue };
        let Some(&constant) = constants.get(&opposite.terms) else { continue };
        match row.constant.checked_add(constant) {
            Some(..0) => return None,
            Some(0) if row.terms.keys().any(|&variable| Some(variable) != keep) => {
                *taken = true;
                if row.terms.values().next().is_some_and(|&factor| factor > 0) {
                    found.push(row.clone());
                }
            }
            _ => {}
        }
    }
    let mut taken = taken.into_iter();
    rows.retain(|_| taken.next() != Some(true));
    Some(found)
}

/// The rows that follow for the other variables; none of them where there were more than `limit`.
pub(crate) fn eliminate(rows: Vec<Linear>, variable: usize, limit: usize) -> Vec<Linear> {
    let (with, mut rest): (Vec<Linear>, Vec<Linear>) =
        rows.into_iter().partition(|row| row.factor(variable) != 0);
    let (lower, upper): (Vec<Linear>, Vec<Linear>) =
        with.into_iter().partition(|row| row.factor(variable) > 0);
    if lower.len().saturating_mul(upper.len()) > limit {
        return rest;
    }
    for (low, up) in lower.iter().flat_map(|low| upper.iter().map(move |up| (low, up))) {
        let (a, b) = (low.factor(variable), -up.factor(variable));
        let common = gcd(a, b);
        rest.extend(low.times(b / common).and_then(|low| low.plus(up, a / common)));
    }
    rest
}

/// Eliminates a variable from the row by `equality`, in which it has the given factor; `None` on overflow.
pub(crate) fn replace(row: &Linear, equality: &Linear, variable: usize, factor: i128) -> Option<Linear> {
    let own = row.factor(variable);
    if own == 0 {
        return Some(row.clone());
    }
    // The row itself is multiplied by a positive number, so that its direction stays.
    let common = gcd(own, factor);
    let scaled = row.times(factor.abs() / common)?;
    scaled.plus(equality, -(own / common) * factor.signum())
}

/// Rows with factors in lowest terms and constants rounded down, of those with the same factors the strictest; `None`
/// where one can not hold.
pub(crate) fn tighten(rows: Vec<Linear>) -> Option<Vec<Linear>> {
    let mut strictest: BTreeMap<Vec<(usize, i128)>, i128> = BTreeMap::new();
    for row in rows {
        let divisor = row.divisor();
        if divisor == 0 {
            if row.constant < 0 {
                return None;
            }
            continue;
        }
        let row = row.divided(divisor);
        let entry = strictest.entry(row.terms.into_iter().collect()).or_insert(row.constant);
        *entry = row.constant.min(*entry);
    }
    let row = |(terms, constant): (Vec<(usize, i128)>, i128)| Linear {
        terms: terms.into_iter().collect(),
        constant,
    };
    Some(strictest.into_iter().map(row).collect())
}

/// The variable whose elimination makes the fewest rows.
fn best_variable(rows: &[Linear], keep: Option<usize>) -> Option<usize> {
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (&variable, &factor) in rows.iter().flat_map(|row| &row.terms) {
        let count = counts.entry(variable).or_default();
        if factor > 0 { count.0 += 1 } else { count.1 += 1 }
    }
    let others = counts.into_iter().filter(|(variable, _)| Some(*variable) != keep);
    others.min_by_key(|(_, (lower, upper))| lower * upper).map(|(variable, _)| variable)
}
