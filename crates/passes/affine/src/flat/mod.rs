//! Systems of linear constraints whose variables stand for values, in order.
//!
//! The dimensions and symbols of a system are values; local variables are quotients. Variables are projected out, and
//! what remains is read as bounds of some dimensions in terms of the others: as slices of loops, and as regions of
//! memrefs. Unlike [`Constraints`], the order of variables and constraints is kept, on which the form of bounds depends.

mod eliminate;
mod extent;
pub(crate) mod slice;
mod union;

use std::collections::HashMap;

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, Constraints, Linear};
use terrace_dialects_mem::affine::identifiers::Identifiers;
use terrace_dialects_mem::affine::loop_ranges::loop_of;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineForOp, AffineParallelOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{ValueRef, View};

/// A variable of a system, with the value that it stands for.
#[derive(Clone, Copy)]
pub(crate) struct Var<'a> {
    /// Its number, which stays when others are added or projected out.
    pub(crate) id: usize,
    /// The value.
    pub(crate) value: ValueRef<'a>,
}

/// The side of a bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// A closed bound from below.
    Lower,
    /// An open bound from above.
    Upper,
    /// Both.
    Equal,
}

/// The system.
#[derive(Clone, Default)]
pub(crate) struct Flat<'a> {
    /// The dimensions.
    pub(crate) dims: Vec<Var<'a>>,
    /// The symbols.
    pub(crate) symbols: Vec<Var<'a>>,
    /// Local variables.
    pub(crate) locals: Vec<usize>,
    /// Sums that are zero.
    pub(crate) equalities: Vec<Linear>,
    /// Sums that are not negative.
    pub(crate) inequalities: Vec<Linear>,
    next: usize,
}

/// The new numbers of variables that were added to another system.
#[derive(Default)]
pub(crate) struct Numbers(HashMap<usize, usize>);

impl Numbers {
    /// A row of the added system, on the new variables.
    pub(crate) fn renumbered(&self, row: &Linear) -> Linear {
        let terms = row.terms.iter().filter_map(|(at, &value)| Some((*self.0.get(at)?, value)));
        Linear { terms: terms.collect(), constant: row.constant }
    }
}

/// The factor of a variable.
pub(crate) fn factor(row: &Linear, variable: usize) -> i128 {
    row.terms.get(&variable).map_or(0, |factor| *factor)
}

impl<'a> Flat<'a> {
    /// A system without constraints.
    pub(crate) fn new(dims: &[ValueRef<'a>], symbols: &[ValueRef<'a>]) -> Self {
        let mut system = Self::default();
        dims.iter().for_each(|&value| system.add_dim(value));
        symbols.iter().for_each(|&value| system.add_symbol(value));
        system
    }

    /// A new variable that is in no list.
    fn add_variable(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// Adds a dimension after the others.
    pub(crate) fn add_dim(&mut self, value: ValueRef<'a>) {
        let id = self.add_variable();
        self.dims.push(Var { id, value });
    }

    /// Adds a symbol after the others.
    pub(crate) fn add_symbol(&mut self, value: ValueRef<'a>) {
        let id = self.add_variable();
        self.symbols.push(Var { id, value });
    }

    /// All variables, in order.
    pub(crate) fn variables(&self) -> Vec<usize> {
        let named = self.dims.iter().chain(&self.symbols).map(|var| var.id);
        named.chain(self.locals.iter().copied()).collect()
    }

    /// The first variable that stands for a value.
    pub(crate) fn variable_of(&self, value: ValueRef<'a>) -> Option<usize> {
        self.dims.iter().chain(&self.symbols).find(|var| var.value == value).map(|var| var.id)
    }

    /// The constraints, on the same variables.
    pub(crate) fn constraints(&self) -> Constraints {
        let mut system = Constraints::new();
        for _ in 0..self.next {
            system.add_variable();
        }
        self.equalities.iter().for_each(|row| system.add_zero(row.clone()));
        self.inequalities.iter().for_each(|row| system.add_not_negative(row.clone()));
        system
    }

    /// Adds what is known of a value that is in a bound or subscript: the range of an induction variable, or the number
    /// that a symbol is. `None` if the value is neither.
    pub(crate) fn add_terminal(&mut self, value: ValueRef<'a>) -> Option<()> {
        if self.variable_of(value).is_some() {
            return Some(());
        }
        if let Some(view) = loop_of(value) {
            self.add_dim(value);
            return self.add_loop(view, self.dims.last()?.id);
        }
        if let Some(view) = parallel_of(value) {
            for value in view.induction_vars() {
                if self.variable_of(value).is_none() {
                    self.add_dim(value);
                }
            }
            return self.add_parallel(view);
        }
        let mut identifiers = Identifiers::around(value_owner(value)?);
        if !identifiers.is_symbol(value) {
            return None;
        }
        self.add_symbol(value);
        self.add_constant_of(value, self.symbols.last()?.id);
        Some(())
    }

    /// Adds the number that a value is known to be.
    pub(crate) fn add_constant_of(&mut self, value: ValueRef<'a>, variable: usize) {
        if let Some(constant) = m_scalar_i64(value) {
            self.add_constant(Side::Equal, variable, constant);
        }
    }

    /// Adds a constant bound, which is closed.
    pub(crate) fn add_constant(&mut self, side: Side, variable: usize, constant: i64) {
        let mut row = Linear::constant(constant);
        row.terms.insert(variable, -1);
        match side {
            Side::Equal => self.equalities.push(row),
            Side::Upper => self.inequalities.push(row),
            Side::Lower => self.inequalities.extend(row.times(-1)),
        }
    }

    /// Adds the bounds of a loop on a variable, and its step if it begins at a constant.
    pub(crate) fn add_loop(&mut self, view: View<'a, AffineForOp>, variable: usize) -> Option<()> {
        let step = view.constant_step();
        if let (Some(lower), true) = (view.constant_lower_bound(), step != 1) {
            let mut offset = Linear::constant(lower).times(-1)?;
            offset.terms.insert(variable, 1);
            let quotient = self.quotient(&offset, step, false)?;
            self.equalities.push(offset.plus(&Linear::variable(quotient), -i128::from(step))?);
        }
        let [lower, upper] = view.bounds()?;
        match view.constant_lower_bound() {
            Some(constant) => self.add_constant(Side::Lower, variable, constant),
            None => self.add_bound(Side::Lower, variable, &lower)?,
        }
        match view.constant_upper_bound() {
            Some(constant) => self.add_constant(Side::Upper, variable, constant.checked_sub(1)?),
            None => self.add_bound(Side::Upper, variable, &upper)?,
        }
        Some(())
    }

    /// Adds the bounds of a parallel loop on the variables of its induction variables.
    pub(crate) fn add_parallel(&mut self, view: View<'a, AffineParallelOp>) -> Option<()> {
        for (at, value) in view.induction_vars().into_iter().enumerate() {
            let variable = self.variable_of(value)?;
            let [lower, upper] = parallel_bounds(view, at)?;
            self.add_bound(Side::Lower, variable, &lower)?;
            self.add_bound(Side::Upper, variable, &upper)?;
        }
        Some(())
    }

    /// Adds the results of a map as bounds of a variable. What the map computes with is added, too.
    pub(crate) fn add_bound(&mut self, side: Side, variable: usize, map: &ValueMap<'a>) -> Option<()> {
        let mut map = map.clone();
        map.compose_fully();
        map.map = map.map.simplify();
        map.canonicalize();
        map.operands.iter().try_for_each(|&value| self.add_terminal(value))?;
        for bound in self.sums(&map)? {
            // A bound by the variable itself states nothing.
            if factor(&bound, variable) != 0 {
                continue;
            }
            let difference = bound.plus(&Linear::variable(variable), -1)?;
            match side {
                Side::Equal => self.equalities.push(difference),
                Side::Lower => self.inequalities.push(difference.times(-1)?),
                Side::Upper => self.inequalities.push(difference.plus(&Linear::constant(1), -1)?),
            }
        }
        Some(())
    }

    /// The results of a map of known values as sums. Quotients in them become local variables, before the others.
    pub(crate) fn sums(&mut self, map: &ValueMap<'a>) -> Option<Vec<Linear>> {
        let all = map.operands.iter().map(|&value| self.variable_of(value)).collect::<Option<Vec<_>>>()?;
        let (dims, symbols) = all.split_at((map.map.num_dims as usize).min(all.len()));
        let old = std::mem::take(&mut self.locals);
        let mut known = Vec::new();
        let sums = map.map.results.iter().map(|result| self.linear(result, dims, symbols, &mut known));
        let sums = sums.collect::<Option<Vec<_>>>();
        self.locals.extend(old);
        sums
    }

    fn linear(
        &mut self,
        expr: &AffineExpr,
        dims: &[usize],
        symbols: &[usize],
        known: &mut Vec<(Linear, i64, usize)>,
    ) -> Option<Linear> {
        let divided = |system: &mut Self, dividend: Linear, divisor: i64, known: &mut Vec<_>| {
            system.known_quotient(dividend, divisor, known)
        };
        expr.fold(
            |leaf| {
                let dim = leaf.as_dim().and_then(|at| dims.get(at as usize));
                let input = dim.or_else(|| symbols.get(leaf.as_symbol()? as usize));
                input.map(|&at| Linear::variable(at)).or_else(|| leaf.as_constant().map(Linear::constant))
            },
            |expr, op, lhs, rhs| {
                if op == BinaryOp::Add {
                    return lhs.plus(&rhs, 1);
                }
                let constant = expr.as_binary()?.2.as_constant()?;
                match op {
                    BinaryOp::Mul => lhs.times(constant.into()),
                    BinaryOp::FloorDiv => divided(self, lhs, constant, known),
                    BinaryOp::CeilDiv => {
                        let rest = Linear::constant(constant.checked_sub(1)?);
                        divided(self, lhs.plus(&rest, 1)?, constant, known)
                    }
                    _ => {
                        let quotient = divided(self, lhs.clone(), constant, known)?;
                        lhs.plus(&quotient, -i128::from(constant))
                    }
                }
            },
        )
    }

    /// A quotient rounded down: a number, a sum, or a local variable.
    fn known_quotient(
        &mut self,
        dividend: Linear,
        divisor: i64,
        known: &mut Vec<(Linear, i64, usize)>,
    ) -> Option<Linear> {
        if divisor <= 0 {
            return None;
        }
        let divides = |value: i128| value % i128::from(divisor) == 0;
        if dividend.terms.values().all(|&value| divides(value)) {
            let terms = dividend.terms.into_iter().map(|(at, value)| (at, value / i128::from(divisor)));
            let constant = dividend.constant.div_euclid(divisor.into());
            return Some(Linear { terms: terms.collect(), constant });
        }
        let found = known.iter().find(|(other, by, _)| *by == divisor && *other == dividend);
        let variable = match found {
            Some(&(.., variable)) => variable,
            None => {
                let variable = self.quotient(&dividend, divisor, true)?;
                known.push((dividend, divisor, variable));
                variable
            }
        };
        Some(Linear::variable(variable))
    }

    /// A new local variable that is a quotient rounded down.
    fn quotient(&mut self, dividend: &Linear, divisor: i64, is_reduced: bool) -> Option<usize> {
        let (dividend, divisor) = match is_reduced {
            true => reduced(dividend, divisor),
            false => (dividend.clone(), divisor),
        };
        let variable = self.add_variable();
        self.locals.push(variable);
        let rest = dividend.plus(&Linear::variable(variable), -i128::from(divisor))?;
        self.inequalities.push(rest.clone());
        self.inequalities.push(Linear::constant(divisor.checked_sub(1)?).plus(&rest, -1)?);
        Some(variable)
    }

    /// Adds the variables and constraints of another system: its dimensions after these, symbols by their values. Returns
    /// the new numbers of its variables.
    pub(crate) fn join(&mut self, other: &Flat<'a>) -> Numbers {
        let mut numbers = Numbers::default();
        for var in &other.dims {
            numbers.0.insert(var.id, self.next);
            self.add_dim(var.value);
        }
        self.join_rest(other, &mut numbers);
        let renumbered = |rows: &[Linear]| rows.iter().map(|row| numbers.renumbered(row)).collect::<Vec<_>>();
        self.equalities.extend(renumbered(&other.equalities));
        self.inequalities.extend(renumbered(&other.inequalities));
        numbers
    }

    /// Adds the symbols and local variables of another system.
    fn join_rest(&mut self, other: &Flat<'a>, numbers: &mut Numbers) {
        for var in &other.symbols {
            let known = self.symbols.iter().find(|own| own.value == var.value).map(|own| own.id);
            let id = known.unwrap_or_else(|| {
                self.add_symbol(var.value);
                self.next - 1
            });
            numbers.0.insert(var.id, id);
        }
        for &local in &other.locals {
            let id = self.add_variable();
            self.locals.push(id);
            numbers.0.insert(local, id);
        }
    }

    /// Whether another system has the same constraints: its dimensions are those at the same positions, its symbols have the
    /// same values, and there are no local variables.
    pub(crate) fn has_same_rows(&self, other: &Flat<'a>) -> bool {
        let mut numbers = Numbers::default();
        numbers.0.extend(other.dims.iter().zip(&self.dims).map(|(var, own)| (var.id, own.id)));
        for var in &other.symbols {
            let own = self.symbols.iter().find(|own| own.value == var.value);
            numbers.0.extend(own.map(|own| (var.id, own.id)));
        }
        let are_same = |own: &[Linear], others: &[Linear]| {
            own.len() == others.len() && others.iter().all(|row| own.contains(&numbers.renumbered(row)))
        };
        let has_locals = !self.locals.is_empty() || !other.locals.is_empty();
        !has_locals
            && self.dims.len() == other.dims.len()
            && self.symbols.len() == other.symbols.len()
            && are_same(&self.equalities, &other.equalities)
            && are_same(&self.inequalities, &other.inequalities)
    }

    /// An expression of the symbols as a sum.
    pub(crate) fn sum_of_symbols(&mut self, expr: &AffineExpr) -> Option<Linear> {
        let symbols: Vec<usize> = self.symbols.iter().map(|var| var.id).collect();
        self.linear(expr, &[], &symbols, &mut Vec::new())
    }

    /// Makes symbols that are induction variables of loops the last dimensions.
    pub(crate) fn turn_counters_into_dims(&mut self) {
        let (counters, symbols): (Vec<_>, Vec<_>) =
            self.symbols.iter().partition(|var| loop_of(var.value).is_some());
        self.dims.extend(counters);
        self.symbols = symbols;
    }

    /// The sum of the other terms of a row as an expression; `None` if one of them has none.
    fn expression(
        &self,
        row: &Linear,
        without: usize,
        expr_of: impl Fn(usize) -> Option<AffineExpr>,
    ) -> Option<AffineExpr> {
        let mut sum = AffineExpr::constant(0);
        for variable in self.variables() {
            let factor = factor(row, variable);
            if variable != without && factor != 0 {
                sum = sum + expr_of(variable)? * AffineExpr::constant(i64::try_from(factor).ok()?);
            }
        }
        Some(sum + AffineExpr::constant(i64::try_from(row.constant).ok()?))
    }
}

/// A dividend and divisor without the factor that they have in common.
fn reduced(dividend: &Linear, divisor: i64) -> (Linear, i64) {
    let common = dividend.terms.values().fold(i128::from(divisor), |a, &b| gcd(a, b));
    let terms = dividend.terms.iter().map(|(&at, value)| (at, value / common)).collect();
    let constant = dividend.constant.div_euclid(common);
    (Linear { terms, constant }, i64::try_from(i128::from(divisor) / common).unwrap_or(divisor))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// The parallel loop whose induction variable a value is.
pub(crate) fn parallel_of(value: ValueRef<'_>) -> Option<View<'_, AffineParallelOp>> {
    if value.defining_op().is_some() {
        return None;
    }
    value.owner_block()?.region()?.parent_op()?.cast::<AffineParallelOp>()
}

/// An op in the scope of a value's definition.
fn value_owner(value: ValueRef<'_>) -> Option<terrace_ir::OpRef<'_>> {
    value.defining_op().or_else(|| value.owner_block()?.first())
}

/// The bounds of one induction variable of a parallel loop.
fn parallel_bounds<'a>(view: View<'a, AffineParallelOp>, at: usize) -> Option<[ValueMap<'a>; 2]> {
    use terrace_dialects_mem::affine::group_sizes;
    let cx = view.0.cx();
    let groups = [view.lower_bounds_groups_attr(), view.upper_bounds_groups_attr()];
    let mut bounds = view.bounds()?;
    for (bound, group) in bounds.iter_mut().zip(groups) {
        let sizes = group_sizes(cx, group);
        let start: usize = sizes.iter().take(at).sum();
        let size = *sizes.get(at)?;
        let results: Vec<AffineExpr> = bound.map.results.iter().skip(start).take(size).cloned().collect();
        bound.map = AffineMap::new(bound.map.num_dims, bound.map.num_symbols, results);
    }
    Some(bounds)
}
