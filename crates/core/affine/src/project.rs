//! Bounds of one variable in terms of others, by projection of constraints.

use crate::constraints::{Constraints, EXPLOSION, Linear, eliminate, replace, tighten};
use crate::expr::AffineExpr;

/// The inclusive bounds of a variable, as expressions in other variables, which are symbols.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct VariableBounds {
    /// It is not less than this.
    pub lower: Option<AffineExpr>,
    /// It is not greater than this.
    pub upper: Option<AffineExpr>,
}

impl Constraints {
    /// Computes the bounds of `target` in terms of the variables that `kept` maps to symbols.
    ///
    /// The other variables are eliminated, except for quotients, which are expressed by their dividends. An equality
    /// determines both bounds, and so does a quotient. A constant bound is preferred over others on the same side.
    pub fn bounds_of(&self, target: usize, kept: &[Option<u32>]) -> VariableBounds {
        let keeps = |variable: usize| variable == target || matches!(kept.get(variable), Some(Some(_)));
        let mut gone: Vec<bool> = (0..self.variables).map(|variable| !keeps(variable)).collect();
        self.quotients.values().for_each(|&variable| gone[variable] = false);
        let Some(system) = self.without((0..self.variables).filter(|&variable| gone[variable])) else {
            return VariableBounds::default();
        };
        let mut exprs: Vec<Option<AffineExpr>> = (0..self.variables)
            .map(|variable| kept.get(variable).copied().flatten().map(AffineExpr::symbol))
            .collect();
        exprs[target] = None;
        system.express(&mut exprs);
        if let Some(expr) = exprs[target].take() {
            let expr = expr.simplify(0, kept.len() as u32);
            return VariableBounds { lower: Some(expr.clone()), upper: Some(expr) };
        }
        let [lower, upper] = if system.has_quotients() {
            [Vec::new(), Vec::new()]
        } else {
            system.explicit_bounds(target, &exprs)
        };
        let best = |mut found: Vec<AffineExpr>, is_upper| match found.len() {
            1 => found.pop(),
            _ => {
                system.bound(target, is_upper).map(AffineExpr::constant).or_else(|| found.into_iter().next())
            }
        };
        VariableBounds { lower: best(lower, false), upper: best(upper, true) }
    }

    /// The constraints that follow for the other variables; `None` where there is no solution.
    fn without(&self, gone: impl Iterator<Item = usize>) -> Option<Constraints> {
        let mut system = self.clone();
        let limit = EXPLOSION * (self.variables + 1);
        for variable in gone {
            let with = system.equalities.iter().position(|row| row.factor(variable) != 0);
            if let Some(at) = with {
                let equality = system.equalities.remove(at);
                let factor = equality.factor(variable);
                let replaced = |row: &Linear| replace(row, &equality, variable, factor);
                system.equalities = system.equalities.iter().filter_map(replaced).collect();
                system.inequalities = system.inequalities.iter().filter_map(replaced).collect();
            } else {
                system.inequalities = eliminate(system.inequalities, variable, limit);
            }
            system.inequalities = tighten(system.inequalities)?;
        }
        system.equalities.retain(|row| !row.terms.is_empty());
        Some(system)
    }

    /// Finds expressions for variables that are numbers, quotients or sums of variables with expressions.
    fn express(&self, exprs: &mut [Option<AffineExpr>]) {
        loop {
            let mut found = false;
            for variable in 0..exprs.len() {
                if exprs[variable].is_some() {
                    continue;
                }
                let expr = self
                    .value(variable)
                    .map(AffineExpr::constant)
                    .or_else(|| self.as_quotient(variable, exprs))
                    .or_else(|| self.as_sum(variable, exprs));
                found |= expr.is_some();
                exprs[variable] = expr;
            }
            if !found {
                return;
            }
        }
    }

    /// A variable whose product with a divisor is at most a dividend and misses it by less than the divisor.
    fn as_quotient(&self, variable: usize, exprs: &[Option<AffineExpr>]) -> Option<AffineExpr> {
        self.inequalities.iter().find_map(|upper| {
            let divisor = upper.factor(variable).checked_neg().filter(|&divisor| divisor > 0)?;
            let opposite = upper.times(-1)?;
            self.inequalities.iter().find(|lower| {
                let slack = lower.constant.checked_add(upper.constant);
                lower.terms == opposite.terms && slack.is_some_and(|slack| (0..divisor).contains(&slack))
            })?;
            Some(quotient(rest(upper, variable, exprs)?, i64::try_from(divisor).ok()?))
        })
    }

    /// A variable that the first equality it is in is about, where the others in there have expressions.
    fn as_sum(&self, variable: usize, exprs: &[Option<AffineExpr>]) -> Option<AffineExpr> {
        let equality = self.equalities.iter().find(|row| row.factor(variable) != 0)?;
        let factor = i64::try_from(equality.factor(variable)).ok()?;
        let rest = if factor > 0 {
            rest(&equality.times(-1)?, variable, exprs)?
        } else {
            rest(equality, variable, exprs)?
        };
        Some(quotient(rest, factor.checked_abs()?))
    }

    /// The lower and the upper bounds that the inequalities state, without those that follow from others.
    fn explicit_bounds(&self, target: usize, exprs: &[Option<AffineExpr>]) -> [Vec<AffineExpr>; 2] {
        let mut system = self.clone();
        system.drop_redundant();
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for row in &system.inequalities {
            let Ok(factor) = i64::try_from(row.factor(target)) else { continue };
            if factor > 0 {
                let expr = row.times(-1).and_then(|row| rest(&row, target, exprs));
                let rounded = expr.map(|expr| quotient(expr + AffineExpr::constant(factor - 1), factor));
                lower.extend(rounded);
            } else if factor < 0 {
                let expr = rest(row, target, exprs);
                upper.extend(expr.and_then(|expr| Some(quotient(expr, factor.checked_neg()?))));
            }
        }
        [lower, upper]
    }
}

fn quotient(dividend: AffineExpr, divisor: i64) -> AffineExpr {
    AffineExpr::floor_div(dividend, AffineExpr::constant(divisor))
}

/// A sum without one of its variables; `None` where another has no expression.
fn rest(row: &Linear, variable: usize, exprs: &[Option<AffineExpr>]) -> Option<AffineExpr> {
    let mut row = row.clone();
    row.terms.remove(&variable);
    row.to_expr(|other| exprs.get(other)?.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[(usize, i128)], constant: i128) -> Linear {
        Linear { terms: terms.iter().copied().collect(), constant }
    }

    #[test]
    fn an_equality_gives_both_bounds() {
        let mut system = Constraints::new();
        let [x, y, a] = [0; 3].map(|_| system.add_variable());
        system.add_zero(sum(&[(x, 1), (y, -2)], 0));
        system.add_zero(sum(&[(y, 1), (a, -1)], -3));
        let bounds = system.bounds_of(x, &[None, None, Some(0)]);
        let expr = AffineExpr::symbol(0) * AffineExpr::constant(2) + AffineExpr::constant(6);
        assert_eq!(bounds, VariableBounds { lower: Some(expr.clone()), upper: Some(expr) });
    }

    #[test]
    fn a_quotient_is_expressed_by_its_dividend() {
        let mut system = Constraints::new();
        let [x, a] = [0; 2].map(|_| system.add_variable());
        let quotient = system.quotient(Linear::variable(a), 4).expect("no overflow");
        system.add_zero(Linear::variable(x).plus(&quotient, -1).expect("no overflow"));
        let bounds = system.bounds_of(x, &[None, Some(0)]);
        assert_eq!(bounds.upper, Some(AffineExpr::floor_div(AffineExpr::symbol(0), AffineExpr::constant(4))));
        assert_eq!(bounds.lower, bounds.upper);
    }

    #[test]
    fn numbers_are_preferred_among_several_bounds() {
        let mut system = Constraints::new();
        let [x, a] = [0; 2].map(|_| system.add_variable());
        system.add_not_negative(sum(&[(x, -1)], 7));
        system.add_not_negative(sum(&[(x, -1), (a, 1)], 0));
        system.add_not_negative(sum(&[(x, 1), (a, -1)], 2));
        let bounds = system.bounds_of(x, &[None, Some(0)]);
        assert_eq!(bounds.upper, Some(AffineExpr::constant(7)));
        assert_eq!(bounds.lower, Some(AffineExpr::symbol(0) + AffineExpr::constant(-2)));
    }
}
