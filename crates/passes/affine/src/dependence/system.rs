//! Linear constraints on the iterations in which two accesses run.

use std::collections::HashMap;

use terrace_affine::{Constraints, Linear};
use terrace_dialects_mem::affine::identifiers::{Identifiers, affine_scope};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp, AffineParallelOp, group_sizes};
use terrace_ir::{OpRef, Value, ValueRef, View, op_match};

/// An induction variable around an op, with its loop.
pub(crate) type Counter<'a> = (OpRef<'a>, ValueRef<'a>);

/// The ops around an op in its affine scope, the outermost first.
pub(crate) fn ops_around(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let scope = affine_scope(op);
    let mut found = Vec::new();
    let mut inner = op;
    while inner.block().and_then(|block| block.region()) != scope
        && let Some(parent) = inner.parent_op()
    {
        found.push(parent);
        inner = parent;
    }
    found.reverse();
    found
}

/// The induction variables of affine loops around an op, the outermost first.
pub(crate) fn counters_around(op: OpRef<'_>) -> Vec<Counter<'_>> {
    let mut found = Vec::new();
    for around in ops_around(op) {
        op_match!(around, {
            AffineForOp(view) => {
                let variable = view.region().entry().and_then(|block| block.args().next());
                found.extend(variable.map(|variable| (around, variable)));
            }
            AffineParallelOp(view) => {
                found.extend(view.induction_vars().into_iter().map(|variable| (around, variable)));
            }
            _ => {}
        });
    }
    found
}

/// Whether a loop has an iteration whenever it is reached: in all iterations of the loops around it.
pub(crate) fn always_runs(looped: View<'_, AffineForOp>) -> bool {
    has_extent(looped, 1)
}

/// Whether the upper bound of a loop is never less than its lower one.
pub(crate) fn never_ends_before_start(looped: View<'_, AffineForOp>) -> bool {
    has_extent(looped, 0)
}

/// Whether the bounds of a loop are at least so far apart in all iterations of the loops around it.
fn has_extent(looped: View<'_, AffineForOp>, extent: i64) -> bool {
    if let (Some(lower), Some(upper)) = (looped.constant_lower_bound(), looped.constant_upper_bound()) {
        return i128::from(upper) - i128::from(lower) >= i128::from(extent);
    }
    let Some(bounds) = looped.bounds() else { return false };
    let (mut system, mut iteration) = (System::around(looped.0), Iteration::default());
    system.add_domain(looped.0, &mut iteration);
    let [lower, upper] = bounds.map(|mut bound| {
        bound.compose_fully();
        system.sums(&bound, &mut iteration)
    });
    let exceeds = |upper: &Option<Linear>, lower: &Option<Linear>| {
        let rest = upper.as_ref()?.plus(lower.as_ref()?, -1)?.plus(&Linear::constant(extent), -1)?;
        Some(system.constraints.implies(&rest))
    };
    lower.iter().all(|lower| upper.iter().all(|upper| exceeds(upper, lower) == Some(true)))
}

/// The iteration of one of the accesses: the variables that stand for values that depend on it.
#[derive(Default)]
pub(crate) struct Iteration {
    variables: HashMap<Value, usize>,
}

impl Iteration {
    /// An iteration that is the same as this one for some induction variables, those of which it has variables.
    pub(crate) fn sharing(&self, counters: &[ValueRef<'_>]) -> Self {
        let known = counters.iter().filter_map(|value| Some((value.id(), *self.variables.get(&value.id())?)));
        Self { variables: known.collect() }
    }
}

/// Constraints on iterations in one affine scope.
pub(crate) struct System<'a> {
    /// The constraints.
    pub(crate) constraints: Constraints,
    symbols: HashMap<Value, usize>,
    identifiers: Identifiers<'a>,
    matches_upstream: bool,
}

impl<'a> System<'a> {
    /// No constraints on iterations of ops in the scope around `op`.
    pub(crate) fn around(op: OpRef<'a>) -> Self {
        Self {
            constraints: Constraints::new(),
            symbols: HashMap::new(),
            identifiers: Identifiers::around(op),
            matches_upstream: op.cx().matches_upstream(),
        }
    }

    /// The variable of a value in an iteration. Symbols have the same value in all iterations.
    pub(crate) fn variable(&mut self, value: ValueRef<'a>, iteration: &mut Iteration) -> usize {
        let variables = match self.identifiers.is_symbol(value) {
            true => &mut self.symbols,
            false => &mut iteration.variables,
        };
        *variables.entry(value.id()).or_insert_with(|| self.constraints.add_variable())
    }

    /// The results of a map as sums; `None` for those that are not linear.
    pub(crate) fn sums(&mut self, map: &ValueMap<'a>, iteration: &mut Iteration) -> Vec<Option<Linear>> {
        let mut map = map.clone();
        map.canonicalize();
        let all: Vec<usize> = map.operands.iter().map(|&value| self.variable(value, iteration)).collect();
        let (dims, symbols) = all.split_at((map.map.num_dims as usize).min(all.len()));
        map.map.results.iter().map(|result| self.constraints.linear(result, dims, symbols)).collect()
    }

    /// Adds what holds whenever an op runs: the bounds and steps of the loops around it, and conditions.
    pub(crate) fn add_domain(&mut self, op: OpRef<'a>, iteration: &mut Iteration) {
        let around = ops_around(op);
        for (at, &parent) in around.iter().enumerate() {
            let inner = around.get(at + 1).copied().unwrap_or(op);
            op_match!(parent, {
                AffineForOp(view) => {
                    self.add_loop(view, iteration);
                }
                AffineParallelOp(view) => {
                    self.add_parallel(view, iteration);
                }
                AffineIfOp(view) => {
                    self.add_condition(view, inner, iteration);
                }
                _ => {}
            });
        }
    }

    fn add_loop(&mut self, view: View<'a, AffineForOp>, iteration: &mut Iteration) {
        let Some([lower, upper]) = view.bounds() else { return };
        let Some(counter) = view.region().entry().and_then(|block| block.args().next()) else { return };
        let counter = Linear::variable(self.variable(counter, iteration));
        self.add_range(&counter, [lower, upper], view.constant_step(), iteration);
    }

    fn add_parallel(&mut self, view: View<'a, AffineParallelOp>, iteration: &mut Iteration) {
        let Some(bounds) = view.bounds() else { return };
        let cx = view.0.cx();
        let groups = [view.lower_bounds_groups_attr(), view.upper_bounds_groups_attr()];
        let groups = groups.map(|attr| group_sizes(cx, attr));
        let mut starts = [0, 0];
        let steps = view.step_values();
        for (at, counter) in view.induction_vars().into_iter().enumerate() {
            let counter = Linear::variable(self.variable(counter, iteration));
            let mut own = bounds.clone();
            for side in 0..2 {
                let Some(&size) = groups[side].get(at) else { continue };
                let results = &bounds[side].map.results;
                let end = (starts[side] + size).min(results.len());
                own[side].map.results = results[starts[side].min(end)..end].to_vec();
                starts[side] = end;
            }
            self.add_range(&counter, own, steps.get(at).copied().unwrap_or(1), iteration);
        }
    }

    /// Adds that a counter begins at the greatest of the lower bounds, is below all of the upper ones, and advances
    /// by a step.
    fn add_range(
        &mut self,
        counter: &Linear,
        [mut lower, mut upper]: [ValueMap<'a>; 2],
        step: i64,
        iteration: &mut Iteration,
    ) {
        lower.compose_fully();
        upper.compose_fully();
        let starts = self.sums(&lower, iteration);
        for start in starts.iter().flatten() {
            self.add_not_negative(counter.plus(start, -1));
        }
        if let ([Some(start)], true) = (&starts[..], step > 1) {
            let count = Linear::variable(self.constraints.add_variable());
            let offset = counter.plus(start, -1).and_then(|offset| offset.plus(&count, -i128::from(step)));
            if let Some(offset) = offset {
                self.constraints.add_zero(offset);
            }
        }
        for end in self.sums(&upper, iteration).into_iter().flatten() {
            let below = end.plus(counter, -1).and_then(|sum| sum.plus(&Linear::constant(1), -1));
            self.add_not_negative(below);
        }
    }

    fn add_not_negative(&mut self, sum: Option<Linear>) {
        if let Some(sum) = sum {
            self.constraints.add_not_negative(sum);
        }
    }

    /// Adds the condition under which `inner`, which is directly in a region of an `affine.if`, runs. Upstream adds the
    /// condition in the region of `else`, too.
    fn add_condition(&mut self, view: View<'a, AffineIfOp>, inner: OpRef<'a>, iteration: &mut Iteration) {
        let Some(set) = view.condition_attr().as_integer_set(view.0.cx()) else { return };
        let is_else = inner.block().and_then(|block| block.region()).is_some_and(|region| region.index() > 0);
        let operands = view.0.operands().take((set.num_dims + set.num_symbols) as usize);
        let (mut map, equalities) = ValueMap::of_set(set, operands);
        map.compose_fully();
        let sums = self.sums(&map, iteration);
        if is_else && !self.matches_upstream {
            if let ([Some(sum)], [false]) = (&sums[..], &equalities[..]) {
                self.add_not_negative(Linear::constant(-1).plus(sum, -1));
            }
            return;
        }
        for (sum, is_equality) in sums.into_iter().zip(equalities) {
            match (sum, is_equality) {
                (Some(sum), true) => self.constraints.add_zero(sum),
                (sum, _) => self.add_not_negative(sum),
            }
        }
    }
}
