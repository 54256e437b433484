//! Bounds of index values and extents: constraints that ops declare, collected along use-def chains.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use terrace_affine::{AffineExpr, Constraints, Linear};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::value_bounds::{BoundSet, Quantity, Relation, Scale, ValueBounds};
use terrace_ir::{DYNAMIC, OpFoldResultRef, OpRef, ValueHandle, ValueRef};

/// The kind of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundKind {
    /// Equality with the quantity.
    Equal,
    /// The greatest number that it is known not to be less than.
    Lower,
    /// The least number that it is known not to be greater than.
    Upper,
}

/// An expression of quantities, by upstream's name.
#[derive(Clone)]
pub struct Variable<'a> {
    /// The expression, over symbols.
    pub expr: AffineExpr,
    /// The quantities that the symbols represent.
    pub operands: Vec<Quantity<'a>>,
}

impl<'a> From<Quantity<'a>> for Variable<'a> {
    fn from(quantity: Quantity<'a>) -> Self {
        Variable { expr: AffineExpr::symbol(0), operands: vec![quantity] }
    }
}

impl<'a> From<OpFoldResultRef<'a>> for Variable<'a> {
    fn from(mixed: OpFoldResultRef<'a>) -> Self {
        match mixed {
            OpFoldResultRef::Static(number) => {
                Variable { expr: AffineExpr::constant(number), operands: Vec::new() }
            }
            OpFoldResultRef::Value(value) => Quantity::index(value).into(),
        }
    }
}

/// The condition on which the traversal of definitions stops.
#[derive(Clone, Copy)]
enum Stop<'s, 'a> {
    /// At quantities in terms of which the bound is wanted.
    At(&'s dyn Fn(Quantity<'a>) -> bool),
    /// Everywhere as soon as the first variable has the bound.
    Bounded(BoundKind),
    /// Everywhere as soon as two sums compare so, or, where both ways matter, are known not to.
    Compared(&'s Comparison),
    /// Nowhere.
    Never,
}

#[derive(Clone)]
struct Comparison {
    /// The expression compared with zero.
    difference: Linear,
    relation: Relation,
    /// Whether the opposite is an answer as well.
    strong: bool,
}

/// The maximum number of quantities visited in one query. It bounds the time of a query, and the depth of the queries
/// that ops issue on the way.
const MOST_QUANTITIES: usize = 256;

/// Constraints on index values and extents, by upstream's name.
pub struct ValueBoundsConstraintSet<'s, 'a> {
    constraints: Constraints,
    /// The variable of each symbol that an expression can hold.
    symbols: Vec<usize>,
    quantities: Vec<Quantity<'a>>,
    known: FxHashMap<(ValueHandle, Option<usize>), usize>,
    pending: VecDeque<usize>,
    stop: Stop<'s, 'a>,
    /// The bounds of `vscale`, and the value that represents it.
    scale: Option<(i64, i64, Option<ValueRef<'a>>)>,
}

impl<'s, 'a> ValueBoundsConstraintSet<'s, 'a> {
    fn new(stop: Stop<'s, 'a>) -> Self {
        Self {
            constraints: Constraints::new(),
            symbols: Vec::new(),
            quantities: Vec::new(),
            known: FxHashMap::default(),
            pending: VecDeque::new(),
            stop,
            scale: None,
        }
    }

    /// A bound of a variable in terms of the quantities for which `stop` holds.
    pub fn compute_bound(
        kind: BoundKind,
        variable: &Variable<'a>,
        stop: &dyn Fn(Quantity<'a>) -> bool,
    ) -> Option<Variable<'a>> {
        let mut set = ValueBoundsConstraintSet::new(Stop::At(stop));
        let target = set.insert(variable)?;
        set.process();
        set.bound_of(target, kind, stop)
    }

    /// A number that bounds a variable.
    pub fn compute_constant_bound(kind: BoundKind, variable: &Variable<'a>) -> Option<i64> {
        let mut set = ValueBoundsConstraintSet::new(Stop::Bounded(kind));
        let target = set.insert(variable)?;
        set.process();
        set.constant_bound(target, kind)
    }

    /// A bound of a variable in terms of the factor of scalable vectors alone, which lies between two numbers.
    pub fn compute_scalable_bound(
        kind: BoundKind,
        variable: &Variable<'a>,
        least: i64,
        most: i64,
    ) -> Option<Variable<'a>> {
        let mut set = ValueBoundsConstraintSet::new(Stop::Never);
        set.scale = Some((least, most, None));
        set.constraints.assumes_positive_divisors = true;
        let target = set.insert(variable)?;
        set.process();
        if set.constraints.is_empty() {
            return None;
        }
        let scale = set.scale.and_then(|scale| scale.2);
        set.constraints.forget_quotients();
        set.bound_of(target, kind, |quantity| Some(quantity.value) == scale)
    }

    /// Whether `lhs` is known to relate so to `rhs`.
    pub fn compare(lhs: &Variable<'a>, relation: Relation, rhs: &Variable<'a>) -> bool {
        Self::order(lhs, relation, rhs, false) == Some(true)
    }

    /// Whether the relation holds between `lhs` and `rhs`; `None` if it is unknown.
    pub fn strong_compare(lhs: &Variable<'a>, relation: Relation, rhs: &Variable<'a>) -> Option<bool> {
        Self::order(lhs, relation, rhs, true)
    }

    /// Whether two variables are equal; `None` if it is unknown.
    pub fn are_equal(lhs: &Variable<'a>, rhs: &Variable<'a>) -> Option<bool> {
        Self::strong_compare(lhs, Relation::Equal, rhs)
    }

    fn order(lhs: &Variable<'a>, relation: Relation, rhs: &Variable<'a>, strong: bool) -> Option<bool> {
        let mut set = ValueBoundsConstraintSet::new(Stop::Never);
        let (lhs, rhs) = (Linear::variable(set.insert(lhs)?), Linear::variable(set.insert(rhs)?));
        let difference = match relation {
            Relation::AtMost => rhs.plus(&lhs, -1)?,
            Relation::AtLeast | Relation::Equal => lhs.plus(&rhs, -1)?,
        };
        let comparison = Comparison { difference, relation, strong };
        // What is pending has not been asked for yet: only now is it known where to stop.
        let mut set = ValueBoundsConstraintSet { stop: Stop::Compared(&comparison), ..set };
        set.process();
        set.compared(&comparison)
    }

    /// The answer to a comparison, where it is known.
    fn compared(&self, comparison: &Comparison) -> Option<bool> {
        let difference = &comparison.difference;
        if self.constraints.is_empty() {
            return None;
        }
        let opposite = difference.times(-1)?;
        let equal = comparison.relation == Relation::Equal;
        if self.constraints.implies(difference) && (!equal || self.constraints.implies(&opposite)) {
            return Some(true);
        }
        if !comparison.strong {
            return None;
        }
        let below = |sum: &Linear| Linear::constant(-1).plus(sum, 1);
        let refuted = |sum: &Linear| below(sum).is_some_and(|sum| self.constraints.implies(&sum));
        (refuted(&opposite) || equal && refuted(difference)).then_some(false)
    }

    /// The number of a constraint variable that equals an expression; `None` if that is not affine.
    fn insert(&mut self, variable: &Variable<'a>) -> Option<usize> {
        let target = self.constraints.add_variable();
        let symbols: Vec<AffineExpr> =
            variable.operands.iter().map(|&quantity| self.expr(quantity)).collect();
        let sum = self.linear(&variable.expr.replace_dims_and_symbols(&[], &symbols))?;
        self.constraints.add_zero(Linear::variable(target).plus(&sum, -1)?);
        Some(target)
    }

    /// An expression as a sum; `None` if it is not affine.
    fn linear(&mut self, expr: &AffineExpr) -> Option<Linear> {
        if !expr.is_pure_affine() && !self.constraints.assumes_positive_divisors {
            return None;
        }
        self.constraints.linear(expr, &[], &self.symbols)
    }

    fn constant_bound(&self, variable: usize, kind: BoundKind) -> Option<i64> {
        match kind {
            BoundKind::Equal => self.constraints.value(variable),
            BoundKind::Lower => self.constraints.bound(variable, false),
            BoundKind::Upper => self.constraints.bound(variable, true),
        }
    }

    fn bound_of(
        &self,
        target: usize,
        kind: BoundKind,
        kept: impl Fn(Quantity<'a>) -> bool,
    ) -> Option<Variable<'a>> {
        let mut symbols = vec![None; target + 1];
        symbols.resize(symbols.len().max(self.symbols.iter().copied().fold(0, Ord::max) + 1), None);
        for (position, (&variable, &quantity)) in self.symbols.iter().zip(&self.quantities).enumerate() {
            symbols[variable] = kept(quantity).then_some(position as u32);
        }
        let bounds = self.constraints.bounds_of(target, &symbols);
        let expr = match kind {
            BoundKind::Equal => bounds.lower.filter(|lower| bounds.upper.as_ref() == Some(lower))?,
            BoundKind::Lower => bounds.lower?,
            BoundKind::Upper => bounds.upper?,
        };
        let mut operands = Vec::new();
        let symbols: Vec<AffineExpr> = (0..self.quantities.len() as u32)
            .map(|position| {
                if !expr.is_function_of_symbol(position) {
                    return AffineExpr::constant(0);
                }
                operands.push(self.quantities[position as usize]);
                AffineExpr::symbol(operands.len() as u32 - 1)
            })
            .collect();
        Some(Variable { expr: expr.replace_dims_and_symbols(&[], &symbols), operands })
    }

    /// Queries ops for the bounds of the pending quantities, and of those added meanwhile.
    fn process(&mut self) {
        while let Some(position) = self.pending.pop_front() {
            let quantity = self.quantities[position];
            let stops = match self.stop {
                Stop::At(stop) => stop(quantity),
                Stop::Bounded(kind) => self.constant_bound(0, kind).is_some(),
                Stop::Compared(comparison) => self.compared(comparison).is_some(),
                Stop::Never => false,
            };
            if stops {
                continue;
            }
            let Some(owner) = owner(quantity.value) else { continue };
            if let Some(bounds) = owner.interface::<dyn ValueBounds>() {
                bounds.bounds(owner, quantity, self);
            } else if let Some(tied) = tied_init(owner, quantity) {
                let expr = self.expr(quantity.of(tied));
                self.bound(quantity, Relation::Equal, expr);
            }
        }
    }
}

impl<'a> BoundSet<'a> for ValueBoundsConstraintSet<'_, 'a> {
    fn expr(&mut self, quantity: Quantity<'a>) -> AffineExpr {
        if let Some(number) = number(quantity) {
            return AffineExpr::constant(number);
        }
        let key = (quantity.value.handle(), quantity.dim);
        let position = *self.known.entry(key).or_insert_with(|| {
            self.symbols.push(self.constraints.add_variable());
            self.quantities.push(quantity);
            if self.quantities.len() <= MOST_QUANTITIES {
                self.pending.push_back(self.quantities.len() - 1);
            }
            self.quantities.len() - 1
        });
        AffineExpr::symbol(position as u32)
    }

    fn bound(&mut self, quantity: Quantity<'a>, relation: Relation, expr: AffineExpr) {
        let Some(&position) = self.known.get(&(quantity.value.handle(), quantity.dim)) else { return };
        let variable = self.symbols[position];
        let Some(sum) = self.linear(&expr).filter(|sum| !sum.terms.contains_key(&variable)) else { return };
        let difference = Linear::variable(variable).plus(&sum, -1);
        match (relation, difference) {
            (Relation::Equal, Some(sum)) => self.constraints.add_zero(sum),
            (Relation::AtLeast, Some(sum)) => self.constraints.add_not_negative(sum),
            (Relation::AtMost, Some(sum)) => {
                if let Some(sum) = sum.times(-1) {
                    self.constraints.add_not_negative(sum);
                }
            }
            (_, None) => {}
        }
    }

    fn holds(&mut self, lhs: Quantity<'a>, relation: Relation, rhs: Quantity<'a>) -> bool {
        let (lhs, rhs) = (self.expr(lhs), self.expr(rhs));
        self.process();
        let (Some(lhs), Some(rhs)) = (self.linear(&lhs), self.linear(&rhs)) else { return false };
        let (low, high) = if relation == Relation::AtMost { (&lhs, &rhs) } else { (&rhs, &lhs) };
        let Some(difference) = high.plus(low, -1) else { return false };
        self.compared(&Comparison { difference, relation, strong: false }) == Some(true)
    }

    fn scale(&mut self, value: ValueRef<'a>) -> Option<Scale<'a>> {
        let (least, most, known) = self.scale.as_mut()?;
        Some(Scale { value: *known.get_or_insert(value), least: *least, most: *most })
    }
}

/// The op that a value is a result of, or an argument of a region of.
fn owner(value: ValueRef<'_>) -> Option<OpRef<'_>> {
    value.defining_op().or_else(|| value.owner_block()?.region()?.parent_op())
}

/// The constant value of a quantity, determined only from its type and its defining op.
fn number(quantity: Quantity<'_>) -> Option<i64> {
    let value = quantity.value;
    match quantity.dim {
        Some(dim) => value.ty().shape(value.cx())?.get(dim).copied().filter(|&extent| extent != DYNAMIC),
        None => constant_value(value)?.as_integer(value.cx())?.0.to_i64(),
    }
}

/// The destination that a result is tied to, whose extents it has.
fn tied_init<'a>(op: OpRef<'a>, quantity: Quantity<'a>) -> Option<ValueRef<'a>> {
    quantity.dim?;
    quantity.value.defining_op()?;
    let (first, len) = op.interface::<dyn DestinationStyleOp>()?.inits(op);
    let mut tensors = (first..first + len).map(|i| op.operand(i)).filter(|init| init.ty().is_tensor(op.cx()));
    tensors.nth(quantity.value.index() as usize)
}
