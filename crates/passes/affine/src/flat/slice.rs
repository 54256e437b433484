//! Bounds of some dimensions in terms of the other variables.

use std::collections::HashMap;

use terrace_affine::{AffineExpr, AffineMap, Linear};

use super::{Flat, factor, gcd};

/// The lower and the upper bound of a dimension; `None` where there is none.
pub(crate) type SliceBounds = [Option<AffineMap>; 2];

/// The expressions of variables, as far as they are known.
pub(super) type Known = HashMap<usize, AffineExpr>;

impl Flat<'_> {
    /// The bounds of `count` dimensions from `offset` on, as maps of the other dimensions and the symbols. A dimension
    /// that is a function of these has that function, and one more, as bounds.
    pub(crate) fn slice_bounds(&mut self, offset: usize, count: usize) -> Vec<SliceBounds> {
        self.tighten();
        let targets: Vec<usize> = self.dims.iter().skip(offset).take(count).map(|var| var.id).collect();
        let known = self.known_variables(&targets);
        let (num_dims, num_symbols) = ((self.dims.len() - targets.len()) as u32, self.symbols.len() as u32);
        let map = |expr: AffineExpr| AffineMap::new(num_dims, num_symbols, vec![expr]);
        let mut without_redundant = None;
        let mut found = Vec::with_capacity(targets.len());
        for &target in &targets {
            if let Some(expr) = known.get(&target) {
                let expr = expr.simplify(num_dims, num_symbols);
                let next = expr.clone() + AffineExpr::constant(1);
                found.push([Some(map(expr)), Some(map(next))]);
                continue;
            }
            let mut bounds = [None, None];
            // With quotients, bounds are constants.
            if self.locals.is_empty() {
                let system = without_redundant.get_or_insert_with(|| {
                    let mut system = self.clone();
                    system.drop_redundant();
                    system
                });
                bounds = system.lower_and_upper_bound(target, &targets).map(|results| {
                    (results.len() == 1).then(|| AffineMap::new(num_dims, num_symbols, results))
                });
            }
            let constraints = self.constraints();
            for (bound, is_upper) in bounds.iter_mut().zip([false, true]) {
                if bound.is_none() {
                    let constant = constraints.bound(target, is_upper);
                    let constant = constant.and_then(|constant| constant.checked_add(i64::from(is_upper)));
                    *bound = constant.map(|constant| map(AffineExpr::constant(constant)));
                }
            }
            found.push(bounds);
        }
        found
    }

    /// The closed lower bounds and the open upper bounds of a variable in terms of those that are no targets.
    pub(crate) fn lower_and_upper_bound(&self, variable: usize, targets: &[usize]) -> [Vec<AffineExpr>; 2] {
        let others = self.dims.iter().filter(|var| !targets.contains(&var.id)).enumerate();
        let dims = others.map(|(at, var)| (var.id, AffineExpr::dim(at as u32)));
        let symbols = self.symbols.iter().enumerate();
        let symbols = symbols.map(|(at, var)| (var.id, AffineExpr::symbol(at as u32)));
        let exprs: Known = dims.chain(symbols).collect();
        let sum = |row: &Linear| {
            let row = if factor(row, variable) > 0 { row.times(-1)? } else { row.clone() };
            let divisor = -factor(&row, variable);
            let sum = self.expression(&row, variable, |other| exprs.get(&other).cloned())?;
            Some((sum, i64::try_from(divisor).ok()?))
        };
        let mut found = [Vec::new(), Vec::new()];
        for row in self.inequalities.iter().filter(|row| factor(row, variable) != 0) {
            let Some((sum, divisor)) = sum(row) else { continue };
            let divisor_expr = AffineExpr::constant(divisor);
            if factor(row, variable) > 0 {
                let rounded = sum + AffineExpr::constant(divisor.saturating_sub(1));
                found[0].push(AffineExpr::floor_div(rounded, divisor_expr));
            } else {
                let bound = AffineExpr::floor_div(sum, divisor_expr);
                found[1].push(bound + AffineExpr::constant(1));
            }
        }
        for row in self.equalities.iter().filter(|row| factor(row, variable) != 0) {
            let Some((sum, divisor)) = sum(row) else { continue };
            let divisor = AffineExpr::constant(divisor);
            found[1].push(AffineExpr::floor_div(sum.clone(), divisor.clone()) + AffineExpr::constant(1));
            found[0].push(AffineExpr::ceil_div(sum, divisor));
        }
        found
    }

    /// The expressions of targets and local variables that are functions of the other variables.
    fn known_variables(&self, targets: &[usize]) -> Known {
        let mut known = Known::new();
        let others = self.dims.iter().filter(|var| !targets.contains(&var.id)).enumerate();
        known.extend(others.map(|(at, var)| (var.id, AffineExpr::dim(at as u32))));
        let symbols = self.symbols.iter().enumerate();
        known.extend(symbols.map(|(at, var)| (var.id, AffineExpr::symbol(at as u32))));
        let constraints = self.constraints();
        loop {
            let mut changed = false;
            for variable in self.variables() {
                if known.contains_key(&variable) {
                    continue;
                }
                let lower = constraints.bound(variable, false);
                let upper = constraints.bound(variable, true);
                let found = lower.zip(upper).and_then(|(lower, upper)| match lower == upper {
                    true => Some(AffineExpr::constant(lower)),
                    false if lower == 0 && upper >= 1 => {
                        self.remainder(variable, upper.checked_add(1)?, &mut known)
                    }
                    false => None,
                });
                let found = found.or_else(|| self.quotient_of(variable, &known));
                let found = found.or_else(|| {
                    let row = self.equalities.iter().find(|row| factor(row, variable) != 0)?;
                    self.by_equality(row, variable, &known)
                });
                if let Some(expr) = found {
                    known.insert(variable, expr);
                    changed = true;
                }
            }
            if !changed {
                return known;
            }
        }
    }

    /// A variable as the remainder of a known dimension by a divisor that is one more than its greatest value. If its
    /// quotient is a variable, that one is known as well.
    fn remainder(&self, variable: usize, divisor: i64, known: &mut Known) -> Option<AffineExpr> {
        for row in &self.equalities {
            let own = factor(row, variable);
            if own == 0 || row.constant != 0 {
                continue;
            }
            let Some(period) = own.checked_mul(divisor.into()) else { continue };
            let named = self.dims.iter().chain(&self.symbols).map(|var| var.id);
            let others: Vec<usize> = named.filter(|&id| id != variable && factor(row, id) != 0).collect();
            let (quotients, dividends): (Vec<usize>, Vec<usize>) =
                others.into_iter().partition(|&id| factor(row, id) % period == 0);
            let mut dividend = Some(AffineExpr::constant(0));
            for id in dividends {
                dividend = (|| {
                    let factor = AffineExpr::constant(i64::try_from(factor(row, id)).ok()?);
                    Some(dividend? + known.get(&id)?.clone() * factor)
                })();
            }
            let (Some(dividend), Ok(size)) = (dividend, i64::try_from(own.abs())) else { continue };
            let dividend = if own > 0 { dividend.negated() } else { dividend };
            let (num_dims, num_symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
            let dividend =
                AffineExpr::floor_div(dividend, AffineExpr::constant(size)).simplify(num_dims, num_symbols);
            let Some(position) = dividend.as_dim() else { continue };
            if quotients.is_empty() {
                continue;
            }
            let by = AffineExpr::constant(divisor);
            if let [quotient] = quotients[..]
                && !known.contains_key(&quotient)
            {
                let sign = if factor(row, quotient).signum() * own.signum() > 0 { 1 } else { -1 };
                let expr = AffineExpr::floor_div(dividend.clone(), by.clone()) * AffineExpr::constant(sign);
                known.insert(quotient, expr);
            }
            let dimension = known.iter().find(|(_, expr)| expr.as_dim() == Some(position)).map(|(&id, _)| id);
            let is_small = dimension
                .and_then(|id| self.constraints().bound(id, true))
                .is_some_and(|upper| upper < divisor);
            return Some(if is_small { dividend } else { AffineExpr::modulo(dividend, by) });
        }
        None
    }

    /// A variable as a quotient of known ones, by two inequalities.
    pub(super) fn quotient_of(&self, variable: usize, known: &Known) -> Option<AffineExpr> {
        let upper = self.inequalities.iter().filter(|row| factor(row, variable) < 0);
        upper.clone().find_map(|up| {
            let lower = self.inequalities.iter().filter(|row| factor(row, variable) > 0);
            lower.clone().find_map(|low| {
                let sum = low.plus(up, 1)?;
                let divisor = factor(low, variable);
                let rest = divisor - 1 - sum.constant;
                if !sum.terms.is_empty() || !(0..divisor).contains(&rest) {
                    return None;
                }
                let mut dividend = up.clone();
                dividend.terms.remove(&variable);
                dividend.constant += rest;
                let common = dividend.terms.values().fold(divisor, |a, &b| gcd(a, b));
                let terms = dividend.terms.iter().map(|(&at, value)| (at, value / common)).collect();
                let dividend = Linear { terms, constant: dividend.constant.div_euclid(common) };
                let sum = self.expression(&dividend, variable, |other| known.get(&other).cloned())?;
                let divisor = i64::try_from(divisor / common).ok()?;
                Some(AffineExpr::floor_div(sum, AffineExpr::constant(divisor)))
            })
        })
    }

    /// A variable as a function of known ones, by an equality.
    pub(super) fn by_equality(&self, row: &Linear, variable: usize, known: &Known) -> Option<AffineExpr> {
        let own = i64::try_from(factor(row, variable)).ok()?;
        let sum = self.expression(row, variable, |other| known.get(&other).cloned())?;
        let sum = if own > 0 { sum.negated() } else { sum };
        Some(AffineExpr::floor_div(sum, AffineExpr::constant(own.checked_abs()?)))
    }
}
