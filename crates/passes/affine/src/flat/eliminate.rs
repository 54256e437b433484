//! Elimination of variables: by equalities, and by pairs of bounds (Fourier and Motzkin).

use std::collections::HashMap;

use terrace_affine::Linear;

use super::{Flat, factor, gcd};

/// The maximum number of constraints; a projection with more of them fails.
const MAX_ROWS: usize = 1000;

impl Flat<'_> {
    /// Projects variables out. `None`, with the system in any state, if it becomes too large.
    pub(crate) fn project_out(&mut self, variables: &[usize]) -> Option<()> {
        self.tighten();
        let mut rest = Vec::new();
        for &variable in variables {
            let is_bounded = self.inequalities.iter().any(|row| factor(row, variable) != 0);
            match self.equalities.iter().position(|row| factor(row, variable) != 0) {
                Some(at) => self.substitute(variable, at)?,
                None if is_bounded => rest.push(variable),
                None => {}
            }
        }
        while let Some(at) = self.best_of(&rest) {
            let variable = rest.remove(at);
            self.eliminate(variable)?;
        }
        self.drop_variables(variables);
        self.tighten();
        Some(())
    }

    /// Removes variables that have no factors any more.
    fn drop_variables(&mut self, variables: &[usize]) {
        self.dims.retain(|var| !variables.contains(&var.id));
        self.symbols.retain(|var| !variables.contains(&var.id));
        self.locals.retain(|id| !variables.contains(id));
    }

    /// The position of the variable whose elimination makes the fewest constraints.
    fn best_of(&self, variables: &[usize]) -> Option<usize> {
        let products = variables.iter().map(|&variable| {
            let lower = self.inequalities.iter().filter(|row| factor(row, variable) > 0).count();
            let upper = self.inequalities.iter().filter(|row| factor(row, variable) < 0).count();
            lower * upper
        });
        products.enumerate().min_by_key(|&(_, product)| product).map(|(at, _)| at)
    }

    /// Divides rows by their common factors, and rounds the constants of inequalities.
    pub(crate) fn tighten(&mut self) {
        for row in &mut self.equalities {
            *row = std::mem::take(row).in_lowest_terms(true);
        }
        for row in &mut self.inequalities {
            *row = std::mem::take(row).in_lowest_terms(false);
        }
    }

    /// Substitutes a variable by an equality, which is removed.
    pub(super) fn substitute(&mut self, variable: usize, at: usize) -> Option<()> {
        let equality = self.equalities.remove(at);
        let own = factor(&equality, variable);
        let replaced = |row: &Linear, is_equality: bool| {
            let other = factor(row, variable);
            if other == 0 {
                return Some(row.clone());
            }
            // The row itself is multiplied by a positive number, so that its direction stays.
            let common = gcd(other, own);
            let scaled = row.times(own.abs() / common)?;
            Some(scaled.plus(&equality, -(other / common) * own.signum())?.in_lowest_terms(is_equality))
        };
        self.equalities = self.equalities.iter().map(|row| replaced(row, true)).collect::<Option<_>>()?;
        self.inequalities =
            self.inequalities.iter().map(|row| replaced(row, false)).collect::<Option<_>>()?;
        Some(())
    }

    fn eliminate(&mut self, variable: usize) -> Option<()> {
        if let Some(at) = self.equalities.iter().position(|row| factor(row, variable) != 0) {
            return self.substitute(variable, at);
        }
        self.tighten();
        let (with, rest): (Vec<Linear>, Vec<Linear>) =
            std::mem::take(&mut self.inequalities).into_iter().partition(|row| factor(row, variable) != 0);
        let (lower, upper): (Vec<Linear>, Vec<Linear>) =
            with.into_iter().partition(|row| factor(row, variable) > 0);
        if lower.len().saturating_mul(upper.len()) > MAX_ROWS {
            return None;
        }
        for up in &upper {
            for low in &lower {
                let (a, b) = (factor(low, variable), -factor(up, variable));
                let common = gcd(a, b);
                self.inequalities.push(low.times(b / common)?.plus(up, a / common)?);
            }
        }
        self.inequalities.extend(rest);
        self.drop_trivial();
        (self.inequalities.len() <= MAX_ROWS).then_some(())
    }

    /// Whether the elimination of variables is exact over the integers: each is eliminated with a factor of one.
    pub(crate) fn is_exactly_projected(&self, variables: &[usize]) -> bool {
        let mut system = self.clone();
        system.tighten();
        let mut rest: Vec<usize> = variables.to_vec();
        while !rest.is_empty() {
            let unit = |system: &Self, variable: usize| {
                system.equalities.iter().position(|row| factor(row, variable).abs() == 1)
            };
            let found = rest.iter().enumerate().find_map(|(at, &v)| Some((at, unit(&system, v)?)));
            if let Some((at, equality)) = found {
                let variable = rest.remove(at);
                if system.substitute(variable, equality).is_none() {
                    return false;
                }
                continue;
            }
            let is_exact = |variable: usize| {
                system.equalities.iter().all(|row| factor(row, variable) == 0)
                    && (system.inequalities.iter().all(|row| factor(row, variable) <= 1)
                        || system.inequalities.iter().all(|row| factor(row, variable) >= -1))
            };
            let Some(at) = rest.iter().position(|&variable| is_exact(variable)) else { return false };
            if system.eliminate(rest.remove(at)).is_none() {
                return false;
            }
        }
        true
    }

    /// Removes inequalities that always hold, and those that differ from a stricter one by the constant alone.
    pub(crate) fn drop_trivial(&mut self) {
        self.tighten();
        let mut strictest: HashMap<Vec<(usize, i128)>, usize> = HashMap::new();
        let mut keep = vec![true; self.inequalities.len()];
        for (at, row) in self.inequalities.iter().enumerate() {
            if row.terms.is_empty() && row.constant >= 0 {
                keep[at] = false;
                continue;
            }
            let terms: Vec<(usize, i128)> = row.terms.iter().map(|(&at, &value)| (at, value)).collect();
            match strictest.get_mut(&terms) {
                Some(other) if self.inequalities[*other].constant > row.constant => {
                    keep[*other] = false;
                    *other = at;
                }
                Some(_) => keep[at] = false,
                None => {
                    strictest.insert(terms, at);
                }
            }
        }
        let mut keep = keep.into_iter();
        self.inequalities.retain(|_| keep.next() == Some(true));
    }

    /// Removes inequalities that follow from the others, the first ones first.
    pub(crate) fn drop_redundant(&mut self) {
        let mut at = 0;
        while at < self.inequalities.len() {
            let row = self.inequalities.remove(at);
            if !self.constraints().implies(&row) {
                self.inequalities.insert(at, row);
                at += 1;
            }
        }
    }

    /// Substitutes local variables that equal a sum of others.
    pub(crate) fn drop_local_equalities(&mut self) -> Option<()> {
        self.tighten();
        loop {
            let found = self.equalities.iter().enumerate().find_map(|(at, row)| {
                let local = self.locals.iter().find(|&&local| factor(row, local).abs() == 1)?;
                Some((at, *local))
            });
            let Some((at, local)) = found else { return Some(()) };
            self.substitute(local, at)?;
            self.drop_variables(&[local]);
        }
    }

    /// Substitutes the numbers of symbols that equal one.
    pub(crate) fn fold_constant_symbols(&mut self) -> Option<()> {
        let symbols: Vec<usize> = self.symbols.iter().map(|var| var.id).collect();
        for variable in symbols {
            let is_constant = |row: &Linear| row.terms.len() == 1 && factor(row, variable).abs() == 1;
            if let Some(at) = self.equalities.iter().position(is_constant) {
                self.substitute(variable, at)?;
                self.drop_variables(&[variable]);
            }
        }
        Some(())
    }
}
