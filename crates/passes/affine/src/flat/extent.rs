//! Constant numbers of values between bounds of a dimension that are functions of symbols.

use terrace_affine::{AffineExpr, Linear};

use super::slice::Known;
use super::{Flat, factor};

/// The number of values of a dimension, and the first of them.
pub(crate) struct Extent {
    /// The number.
    pub(crate) size: i64,
    /// The first value, as a function of the symbols.
    pub(crate) lower: AffineExpr,
}

impl Flat<'_> {
    /// The expressions of symbols, and of local variables that are quotients of them.
    fn known_symbols(&self) -> Known {
        let mut known = Known::new();
        let dims = self.dims.iter().enumerate();
        known.extend(dims.map(|(at, var)| (var.id, AffineExpr::dim(at as u32))));
        let symbols = self.symbols.iter().enumerate();
        known.extend(symbols.map(|(at, var)| (var.id, AffineExpr::symbol(at as u32))));
        loop {
            let unknown = self.locals.iter().filter(|local| !known.contains_key(local));
            let found = unknown.filter_map(|&local| Some((local, self.quotient_of(local, &known)?)));
            let found: Vec<_> = found.collect();
            if found.is_empty() {
                return known;
            }
            known.extend(found);
        }
    }

    /// The equality of a dimension and a function of symbols, and of local variables.
    fn symbolic_equality(&self, variable: usize) -> Option<&Linear> {
        self.equalities.iter().find(|row| {
            let others = self.dims.iter().filter(|var| var.id != variable);
            factor(row, variable).abs() == 1 && others.clone().all(|var| factor(row, var.id) == 0)
        })
    }

    /// The least constant extent of a dimension between two bounds; `None` if there are no bounds whose difference is
    /// constant.
    pub(crate) fn constant_extent(&self, variable: usize) -> Option<Extent> {
        let known = self.known_symbols();
        let num_symbols = self.symbols.len() as u32;
        if let Some(row) = self.symbolic_equality(variable) {
            let locals = self.locals.iter().filter(|&&local| factor(row, local) != 0);
            let is_symbolic =
                |local: &usize| known.get(local).is_some_and(AffineExpr::is_symbolic_or_constant);
            if locals.clone().all(is_symbolic) {
                let lower = self.by_equality(row, variable, &known)?.simplify(0, num_symbols);
                return Some(Extent { size: 1, lower });
            }
        }
        let symbolic = |row: &Linear| {
            let sum = self.expression(row, variable, |other| known.get(&other).cloned())?;
            sum.is_symbolic_or_constant().then_some(sum)
        };
        let mut found: Option<Extent> = None;
        for up in self.inequalities.iter().filter(|row| factor(row, variable) < 0) {
            let Some(upper) = symbolic(up) else { continue };
            let upper = AffineExpr::floor_div(
                upper,
                AffineExpr::constant(i64::try_from(-factor(up, variable)).ok()?),
            );
            for low in self.inequalities.iter().filter(|row| factor(row, variable) > 0) {
                let Some(lower) = symbolic(low) else { continue };
                let divisor = i64::try_from(factor(low, variable)).ok()?;
                let rounded = lower.negated() + AffineExpr::constant(divisor.checked_sub(1)?);
                let lower = AffineExpr::floor_div(rounded, AffineExpr::constant(divisor));
                let difference = upper.clone() - lower.clone() + AffineExpr::constant(1);
                let Some(size) = difference.simplify(0, num_symbols).as_constant() else { continue };
                let size = size.max(0);
                if found.as_ref().is_none_or(|found| size < found.size) {
                    found = Some(Extent { size, lower });
                }
            }
        }
        found
    }
}
