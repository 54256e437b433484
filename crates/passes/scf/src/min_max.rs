//! Simplification of minima and maxima with a known winner, by the bounds of the enclosing loops.

use std::collections::HashMap;

use terrace_affine::{AffineExpr, AffineMap, Constraints, Linear};
use terrace_dialects_core::scf::{ForOp, ForallOp, ParallelOp};
use terrace_dialects_mem::affine::apply::map_of;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineMinOp};
use terrace_dialects_mem::index_values::known_mixed;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Op, OpFoldResultRef, OpRef, Rewriter, Type, Value, ValueRef};

/// The maximum number of results and of operands of a map that is simplified: each adds a system of constraints.
const MAX_SIZE: usize = 64;

/// Constraints on values.
pub(super) struct Knowledge<'a> {
    constraints: Constraints,
    /// For each value its variable, and the variables in the order of dimensions and symbols.
    variables: HashMap<Value, usize>,
    dims: Vec<(usize, ValueRef<'a>)>,
    symbols: Vec<(usize, ValueRef<'a>)>,
}

impl<'a> Knowledge<'a> {
    /// Nothing.
    pub(super) fn new() -> Self {
        Self {
            constraints: Constraints::new(),
            variables: HashMap::new(),
            dims: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// The variable of a value, which is a dimension where it is new and `is_dim`.
    fn variable(&mut self, value: ValueRef<'a>, is_dim: bool) -> usize {
        if let Some(&variable) = self.variables.get(&value.id()) {
            return variable;
        }
        let variable = self.constraints.add_variable();
        self.variables.insert(value.id(), variable);
        let list = if is_dim { &mut self.dims } else { &mut self.symbols };
        list.push((variable, value));
        variable
    }

    /// The variable of a value that is known where it is a constant. As upstream, other constants are not looked at:
    /// they are folded into maps by canonicalization.
    fn control(&mut self, value: ValueRef<'a>) -> Linear {
        let is_new = !self.variables.contains_key(&value.id());
        let control = Linear::variable(self.variable(value, false));
        if let Some(number) = m_scalar_i64(value).filter(|_| is_new)
            && let Some(zero) = control.plus(&Linear::constant(number), -1)
        {
            self.constraints.add_zero(zero);
        }
        control
    }

    /// A bound of a loop.
    fn bound(&mut self, bound: OpFoldResultRef<'a>) -> Linear {
        match bound {
            OpFoldResultRef::Static(number) => Linear::constant(number),
            OpFoldResultRef::Value(value) => {
                let control = self.control(value);
                m_scalar_i64(value).map_or(control, Linear::constant)
            }
        }
    }

    /// The variable of a loop runs from its lower bound to the last value before its upper bound. `None` if the step
    /// is not known.
    fn add_loop(
        &mut self,
        variable: ValueRef<'a>,
        [lower, upper, step]: [OpFoldResultRef<'a>; 3],
    ) -> Option<()> {
        let step = known_mixed(step)?;
        let at = Linear::variable(self.variable(variable, true));
        let ends = known_mixed(lower).zip(known_mixed(upper));
        let (lower, upper) = (self.bound(lower), self.bound(upper));
        self.constraints.add_not_negative(at.plus(&lower, -1)?);
        let last = match ends {
            Some((lower, upper)) if lower.saturating_add(step) >= upper => Linear::constant(lower),
            _ => {
                // lower + step * ((upper - lower - 1) floordiv step)
                let span = upper.plus(&lower, -1)?.plus(&Linear::constant(1), -1)?;
                let rounds = self.constraints.quotient(span, step)?;
                lower.plus(&rounds, step.into())?
            }
        };
        self.constraints.add_not_negative(last.plus(&at, -1)?);
        Some(())
    }

    /// The loops whose variables are among the operands of an op; `None` if something about one is not known.
    pub(super) fn of_loops(op: OpRef<'a>) -> Option<Self> {
        let mut knowledge = Self::new();
        for value in op.operands() {
            let Some(bounds) = bounds_of(value).filter(|_| !knowledge.variables.contains_key(&value.id()))
            else {
                continue;
            };
            knowledge.add_loop(value, bounds)?;
        }
        Some(knowledge)
    }

    /// The constraints in a loop that was split: if `whole`, `step` fits between `variable` and the bound `upper`
    /// before the split; otherwise it does not.
    pub(super) fn of_split(
        variable: ValueRef<'a>,
        upper: ValueRef<'a>,
        step: ValueRef<'a>,
        whole: bool,
    ) -> Option<Self> {
        let mut knowledge = Self::new();
        let at = Linear::variable(knowledge.variable(variable, true));
        let [upper, step] = [upper, step].map(|value| knowledge.control(value));
        let room = upper.plus(&at, -1)?.plus(&step, -1)?;
        let sum = if whole { room } else { Linear::constant(-1).plus(&room, -1)? };
        knowledge.constraints.add_not_negative(sum);
        Some(knowledge)
    }

    /// Simplifies a minimum or maximum to a single expression; `None` if the constraints do not determine it.
    fn simplify(mut self, op: OpRef<'a>) -> Option<ValueMap<'a>> {
        let (is_min, map) = (op.isa::<AffineMinOp>(), map_of(op)?);
        if map.num_results().max(op.num_operands()) > MAX_SIZE {
            return None;
        }
        let result = self.constraints.add_variable();
        let operands: Vec<usize> = op.operands().map(|value| self.variable(value, false)).collect();
        let (dims, symbols) = operands.split_at(map.num_dims as usize);
        let results: Option<Vec<Linear>> =
            map.results.iter().map(|expr| self.constraints.linear(expr, dims, symbols)).collect();
        let results = results?;
        let sign = if is_min { 1 } else { -1 };
        for sum in &results {
            let room = sum.plus(&Linear::variable(result), -1)?.times(sign)?;
            self.constraints.add_not_negative(room);
        }
        let found = self
            .only_bound(result, sign)
            .or_else(|| self.constraints.bound(result, is_min).map(Linear::constant))?;
        // A loop that does not run would prove anything.
        if self.constraints.is_empty() {
            return None;
        }
        for sum in &results {
            if !self.constraints.implies(&sum.plus(&found, -1)?.times(sign)?) {
                return None;
            }
        }
        self.map_of(&found)
    }

    /// The only expression that bounds a result; `None` if there are several, or if the constraints have quotients.
    fn only_bound(&self, result: usize, sign: i128) -> Option<Linear> {
        if self.constraints.has_quotients() {
            return None;
        }
        let mut system = self.constraints.clone();
        system.drop_redundant();
        let mut rows = system.inequalities().iter().filter(|row| row.terms.contains_key(&result));
        let row = rows.next().filter(|_| rows.next().is_none())?;
        row.times(sign)?.plus(&Linear::variable(result), 1).filter(|sum| !sum.terms.contains_key(&result))
    }

    /// A sum as a map over its operands.
    fn map_of(&self, sum: &Linear) -> Option<ValueMap<'a>> {
        let mut expr = AffineExpr::constant(0);
        let mut operands = Vec::new();
        let mut counts = [0u32; 2];
        let lists =
            [(&self.dims, AffineExpr::dim as fn(u32) -> AffineExpr), (&self.symbols, AffineExpr::symbol)];
        for ((list, make), count) in lists.into_iter().zip(&mut counts) {
            for &(variable, value) in list {
                let Some(&factor) = sum.terms.get(&variable) else { continue };
                let operand = match self.constraints.value(variable) {
                    Some(number) if m_scalar_i64(value).is_none() => AffineExpr::constant(number),
                    _ => {
                        operands.push(value);
                        *count += 1;
                        make(*count - 1)
                    }
                };
                expr = expr + operand * AffineExpr::constant(i64::try_from(factor).ok()?);
            }
        }
        let expr = expr + AffineExpr::constant(i64::try_from(sum.constant).ok()?);
        let mut map = ValueMap::new(AffineMap::new(counts[0], counts[1], vec![expr]), operands);
        map.canonicalize();
        Some(map)
    }

    /// Replaces an op by its simplified map.
    pub(super) fn replace(rw: &mut Rewriter<'_>, op: Op, new: (AffineMap, Vec<Value>)) {
        let loc = rw.body().loc(op);
        let map = rw.cx().affine_map_attr(new.0);
        rw.set_insertion_point_before(op);
        let value = rw.build_value(AffineApplyOp::of(&new.1).map_attr(map).result(Type::INDEX).loc(loc));
        rw.replace_op(op, &[value]);
    }

    /// The map, and the handles of its operands, that an op is known to compute.
    pub(super) fn decide(self, op: OpRef<'a>) -> Option<(AffineMap, Vec<Value>)> {
        let found = self.simplify(op)?;
        let values = found.values();
        Some((found.map, values))
    }
}

/// The bounds and the step of the loop whose variable a value is.
fn bounds_of(value: ValueRef<'_>) -> Option<[OpFoldResultRef<'_>; 3]> {
    let op = match value.defining_op() {
        Some(_) => return None,
        None => value.owner_block()?.region()?.parent_op()?,
    };
    if !op.isa::<ForOp>() && !op.isa::<ParallelOp>() && !op.isa::<ForallOp>() {
        return None;
    }
    let looped = op.interface::<dyn LoopLike>()?;
    let at = looped.induction_vars(op).iter().position(|&variable| variable == value)?;
    let (lower, upper, steps) = (looped.lower_bounds(op), looped.upper_bounds(op), looped.steps(op));
    Some([*lower.get(at)?, *upper.get(at)?, *steps.get(at)?])
}

/// Replaces a least or greatest value by the one that is known to be it, by the loops whose variables it depends on.
pub(super) fn simplify_in_loops(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let found = Knowledge::of_loops(view)?.decide(view)?;
    Knowledge::replace(rw, op, found);
    Some(())
}
