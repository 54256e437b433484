//! Boxes around two systems.

use terrace_affine::Linear;

use super::{Flat, Numbers, Side, factor};

/// Bounds of a dimension by functions of symbols, with a constant difference: sums of symbols for the dimension times a
/// divisor.
struct Bounds {
    divisor: i128,
    lower: Linear,
    upper: Linear,
}

impl<'a> Flat<'a> {
    /// Another system on the variables of this one, which gets those that it lacks: dimensions and symbols by their values.
    /// Returns the dimensions that each of them lacked.
    pub(crate) fn align(&mut self, other: &Flat<'a>) -> (Flat<'a>, [Vec<usize>; 2]) {
        let (mut numbers, mut added, mut taken) = (Numbers::default(), [Vec::new(), Vec::new()], Vec::new());
        for var in &self.dims {
            let found = other.dims.iter().find(|own| own.value == var.value && !taken.contains(&own.id));
            match found {
                Some(own) => {
                    taken.push(own.id);
                    numbers.0.insert(own.id, var.id);
                }
                None => added[1].push(var.id),
            }
        }
        for var in other.dims.iter().filter(|var| !taken.contains(&var.id)) {
            numbers.0.insert(var.id, self.next);
            added[0].push(self.next);
            self.add_dim(var.value);
        }
        let num_locals = self.locals.len();
        self.join_rest(other, &mut numbers);
        let mut aligned = self.clone();
        aligned.locals = self.locals.split_off(num_locals);
        aligned.equalities = other.equalities.iter().map(|row| numbers.renumbered(row)).collect();
        aligned.inequalities = other.inequalities.iter().map(|row| numbers.renumbered(row)).collect();
        (aligned, added)
    }

    /// Replaces the constraints by those of a box around this system and an aligned one, with the constraints that both
    /// have. `None`, with the system in any state, if a dimension has no bounds with a constant difference.
    pub(crate) fn unite(&mut self, other: &Flat<'a>) -> Option<()> {
        let both = |own: &[Linear], others: &[Linear]| -> Vec<Linear> {
            own.iter().filter(|row| others.contains(row)).cloned().collect()
        };
        let inequalities = both(&self.inequalities, &other.inequalities);
        let equalities = both(&self.equalities, &other.equalities);
        let mut rows = Vec::new();
        for var in &self.dims {
            let (own, others) = (self.symbolic_bounds(var.id)?, other.symbolic_bounds(var.id)?);
            if own.divisor != others.divisor {
                return None;
            }
            let bounds = [self, other].map(|system| system.constraints());
            let outer = |upper: bool| {
                let [first, second] = bounds.each_ref().map(|system| system.bound(var.id, upper));
                let (first, second) = (first?, second?);
                let constant = if upper { first.max(second) } else { first.min(second) };
                Linear::constant(constant).times(own.divisor)
            };
            let lower = match own.lower.terms == others.lower.terms {
                true if own.lower.constant <= others.lower.constant => own.lower.clone(),
                true => others.lower,
                false => outer(false)?,
            };
            let upper = match own.upper.terms == others.upper.terms {
                true if own.upper.constant >= others.upper.constant => own.upper.clone(),
                true => others.upper,
                false => outer(true)?,
            };
            let scaled = Linear::variable(var.id).times(own.divisor)?;
            rows.push(scaled.plus(&lower, -1)?);
            rows.push(upper.plus(&scaled, -1)?);
        }
        rows.extend(inequalities);
        (self.inequalities, self.equalities) = (rows, equalities);
        self.drop_trivial();
        Some(())
    }

    /// Bounds of a dimension with the least constant difference: by an equality, or by two inequalities that are opposite
    /// to each other.
    fn symbolic_bounds(&self, variable: usize) -> Option<Bounds> {
        let is_other_dim =
            |row: &Linear| self.dims.iter().any(|var| var.id != variable && factor(row, var.id) != 0);
        let rest = |row: &Linear, sign: i128| {
            let mut rest = row.times(sign)?;
            rest.terms.remove(&variable);
            Some(rest)
        };
        let is_unit = |row: &&Linear| factor(row, variable).abs() == 1 && !is_other_dim(row);
        if let Some(row) = self.equalities.iter().find(is_unit) {
            let value = rest(row, -factor(row, variable))?;
            return Some(Bounds { divisor: 1, lower: value.clone(), upper: value });
        }
        let mut found: Option<(i128, Bounds)> = None;
        for up in self.inequalities.iter().filter(|row| factor(row, variable) < 0 && !is_other_dim(row)) {
            for low in self.inequalities.iter().filter(|row| factor(row, variable) > 0 && !is_other_dim(row))
            {
                let sum = low.plus(up, 1)?;
                if !sum.terms.is_empty() {
                    continue;
                }
                let size = sum.constant.div_euclid(factor(low, variable)) + 1;
                if found.as_ref().is_none_or(|(least, _)| size.max(0) < *least) {
                    let divisor = factor(low, variable);
                    let bounds = Bounds { divisor, lower: rest(low, -1)?, upper: rest(up, 1)? };
                    found = Some((size.max(0), bounds));
                }
            }
        }
        found.map(|(_, bounds)| bounds)
    }

    /// Adds the bounds of the dimension of a memref as far as they are static.
    pub(crate) fn add_extent(&mut self, variable: usize, size: Option<i64>) {
        self.add_constant(Side::Lower, variable, 0);
        if let Some(size) = size {
            self.add_constant(Side::Upper, variable, size.saturating_sub(1));
        }
    }
}
