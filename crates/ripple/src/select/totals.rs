//! Variables of which only the total over all elements matters.
//!
//! A variable to which vectors are added, in loops and under conditions, and of which all that is read is the sum of its
//! elements, may have what is added to one element in another one. It becomes one of fewer elements: as many as fill a
//! few registers, and as instructions leave of what they add up.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::intrinsics::VectorReduceAddOp;
use terrace_dialects_llvm::ops::{AddOp, ConstantOp, SelectOp, SubOp, ZeroOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Op, OpRef, Rewriter, Type, Value, ValueDef, ValueRef, op_match};
use terrace_target::Target;

use super::partial_sums::{SumType, Sums};
use super::plans::Plan;
use super::terms::Term;
use crate::evaluate::is_everywhere;
use crate::levels::predecessors;
use crate::op_kinds::pair_of;
use crate::vectors::{lanes_of, number, scalar_width};

/// The largest number of values that are one variable.
const MAX_VALUES: usize = 256;
/// The largest number of registers that a variable fills.
const MAX_REGISTERS: usize = 4;
/// The largest number of steps from a value that is selected to the other one.
const MAX_STEPS: usize = 64;

/// Makes sums of which only the total matters variables of fewer elements; returns whether there were any.
pub(super) fn select_totals(rw: &mut Rewriter<'_>, target: &dyn Target) -> bool {
    let totals: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<VectorReduceAddOp>()).collect();
    let mut any = false;
    for total in totals {
        if !rw.body().is_erased(total)
            && let Some(variable) = Variable::of(rw, total)
        {
            any |= variable.rewrite(rw, target).is_some();
        }
    }
    any
}

/// The values of a variable.
struct Variable {
    /// Its type.
    ty: Type,
    /// The number of elements.
    count: usize,
    /// The arguments of blocks and the results of ops that are values of it.
    values: Vec<Value>,
    known: FxHashSet<Value>,
}

/// The definition of a value of a variable.
enum VariableValue {
    /// Another value of the variable, and terms that are added to it.
    Sum(Value, Vec<Term>),
    /// Two values of the variable, combined element by element.
    Both,
}

impl VariableValue {
    fn terms(&self) -> &[Term] {
        match self {
            Self::Sum(_, terms) => terms,
            Self::Both => &[],
        }
    }
}

impl Variable {
    /// The variable that an op computes the total of, if all that is read of it are totals.
    fn of(rw: &Rewriter<'_>, total: Op) -> Option<Self> {
        let last = rw.op(total).operands().next()?;
        let (ty, count) = (last.ty(), lanes_of(last)?);
        if !count.is_power_of_two() {
            return None;
        }
        let (arguments, sums) = candidates(rw, last.id())?;
        let mut known: FxHashSet<Value> = arguments.iter().copied().collect();
        // What is computed from an argument is the variable; what is not is added to it.
        loop {
            let before = known.len();
            for &value in &sums {
                let is_sum = rw.value(value).defining_op().is_some_and(|op| {
                    operands_of_sum(op).iter().any(|operand| known.contains(&operand.id()))
                });
                if is_sum {
                    known.insert(value);
                }
            }
            if known.len() == before {
                break;
            }
        }
        let values = arguments.into_iter().chain(sums).filter(|value| known.contains(value)).collect();
        let variable = Self { ty, count, values, known };
        let is_closed = variable.known.contains(&last.id())
            && variable.values.iter().all(|&value| variable.is_read_in_total(rw, value));
        is_closed.then_some(variable)
    }

    /// Whether nothing but the variable and totals is computed from a value of it.
    fn is_read_in_total(&self, rw: &Rewriter<'_>, value: Value) -> bool {
        rw.value(value).uses().all(|(user, index)| {
            if user.isa::<VectorReduceAddOp>() {
                return true;
            }
            if let Some(branch) = user.interface::<dyn BranchOp>() {
                return user.successors().enumerate().any(|(successor, target)| {
                    let passed = branch.successor_operands(user, successor);
                    let place = index.checked_sub(passed.start).filter(|&place| place < passed.len);
                    let argument = place.and_then(|place| target.args().nth(place + passed.produced));
                    argument.is_some_and(|argument| self.known.contains(&argument.id()))
                });
            }
            let is_sum = user.num_results() == 1 && self.known.contains(&user.single_result().id());
            is_sum && operands_of_sum(user).iter().any(|operand| operand.id() == value) && {
                // A subtrahend is no sum that is subtracted from, nor is a condition chosen.
                !(user.isa::<SubOp>() && index == 1 || user.isa::<SelectOp>() && index == 0)
            }
        })
    }

    /// The definition of a value that an op computes; `None` if more than the total matters.
    fn step<'a>(&self, rw: &'a Rewriter<'_>, op: OpRef<'a>) -> Option<VariableValue> {
        let is_known = |value: ValueRef<'_>| self.known.contains(&value.id());
        if let Some(select) = op.cast::<SelectOp>() {
            let [yes, no] = [select.true_value(), select.false_value()];
            let condition = select.condition();
            if !condition.ty().is_vector(op.cx()) && is_known(yes) && is_known(no) {
                return Some(VariableValue::Both);
            }
            // The one is the other, and terms that are added under the condition.
            let added = self.added_between(rw, no.id(), yes.id(), &[(condition, true)], 0);
            if let Some(terms) = added.filter(|_| is_known(no)) {
                return Some(VariableValue::Sum(no.id(), terms));
            }
            let added = self.added_between(rw, yes.id(), no.id(), &[(condition, false)], 0);
            return added.filter(|_| is_known(yes)).map(|terms| VariableValue::Sum(yes.id(), terms));
        }
        let [lhs, rhs] = pair_of(op)?;
        match (op.isa::<SubOp>(), is_known(lhs), is_known(rhs)) {
            (false, true, true) => Some(VariableValue::Both),
            (is_sub, true, false) => Some(VariableValue::Sum(lhs.id(), Term::all_of(rhs, is_sub, &[]))),
            (false, false, true) => Some(VariableValue::Sum(rhs.id(), Term::all_of(lhs, false, &[]))),
            _ => None,
        }
    }

    /// The terms that are added to one value of the variable until it is another one.
    fn added_between<'a>(
        &self,
        rw: &'a Rewriter<'_>,
        from: Value,
        to: Value,
        conditions: &[(ValueRef<'a>, bool)],
        depth: usize,
    ) -> Option<Vec<Term>> {
        let (mut at, mut terms) = (to, Vec::new());
        let mut steps = 0;
        while at != from {
            steps += 1;
            if steps > MAX_STEPS || depth > 4 {
                return None;
            }
            let view = rw.value(at);
            let op = view.defining_op().filter(|_| self.known.contains(&at))?;
            let is_known = |value: ValueRef<'_>| self.known.contains(&value.id());
            if let Some(select) = op.cast::<SelectOp>() {
                let [yes, no] = [select.true_value().id(), select.false_value().id()];
                let chosen = select.condition();
                chosen.ty().is_vector(op.cx()).then_some(())?;
                let under = |holds| [conditions, &[(chosen, holds)]].concat();
                let (next, added) = match self.added_between(rw, no, yes, &under(true), depth + 1) {
                    Some(added) => (no, added),
                    None => (yes, self.added_between(rw, yes, no, &under(false), depth + 1)?),
                };
                terms.extend(added);
                at = next;
                continue;
            }
            let [lhs, rhs] = pair_of(op)?;
            let is_sub = op.isa::<SubOp>();
            let (next, added) = match (is_known(lhs), is_known(rhs)) {
                (true, false) => (lhs, rhs),
                (false, true) if !is_sub => (rhs, lhs),
                _ => return None,
            };
            terms.extend(Term::all_of(added, is_sub, conditions));
            at = next.id();
        }
        Some(terms)
    }

    /// Rewrites the variable to one of fewer elements, if that pays.
    fn rewrite(&self, rw: &mut Rewriter<'_>, target: &dyn Target) -> Option<()> {
        let cx = rw.cx();
        let element = self.ty.element_type(cx)?;
        let width = scalar_width(cx, element);
        let mut steps: Vec<(Op, VariableValue, Vec<Plan>)> = Vec::new();
        for &value in &self.values {
            let ValueDef::Result(op) = rw.body().value_def(value) else { continue };
            let step = self.step(rw, rw.op(op))?;
            let plans = step.terms().iter().map(|term| Plan::of(term, target, (self.count, width))).collect();
            steps.push((op, step, plans));
        }
        let to = self.sum_type(target, (element, width), &steps, cx)?;
        let users = self.values.iter().flat_map(|&value| rw.value(value).uses());
        let totals = users.map(|(user, _)| user).filter(|user| user.isa::<VectorReduceAddOp>());
        let totals: Vec<Op> = totals.map(|user| user.id()).collect();
        for &value in &self.values {
            rw.set_type(value, to.ty);
        }
        self.rewrite_beginnings(rw, target, to);
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        for (op, step, plans) in steps {
            let old = rw.op(op).single_result().id();
            let new = self.rewrite_step(rw, target, to, (op, &step, &plans), &replaced)?;
            rw.replace_op(op, &[new]);
            replaced.insert(old, new);
        }
        for total in totals.into_iter().filter(|_| to.lanes.is_none()) {
            let value = rw.op(total).operands().next()?.id();
            rw.replace_op(total, &[value]);
        }
        Some(())
    }

    /// The type of the sums; `None` if they are as they are best.
    fn sum_type(
        &self,
        target: &dyn Target,
        (element, width): (Type, u32),
        steps: &[(Op, VariableValue, Vec<Plan>)],
        cx: &terrace_ir::Context,
    ) -> Option<SumType> {
        let plans = || steps.iter().flat_map(|(.., plans)| plans);
        let is_counted = plans().all(|plan| matches!(plan, Plan::Count(..))) && plans().next().is_some();
        if is_counted && target.counts_masks() {
            return Some(SumType { ty: element, lanes: None, element, width });
        }
        let register = (target.register_bytes() * 8 / width as usize).max(1);
        let terms = steps.iter().flat_map(|(_, step, plans)| step.terms().iter().zip(plans));
        let sums =
            terms.filter_map(|(term, plan)| plan.most_sums(target, (self.count * term.per_element(), width)));
        let most = sums.min();
        let lanes = most.unwrap_or(self.count).min(self.count).min(MAX_REGISTERS * register).max(1);
        if most.is_none() && lanes == self.count {
            return None;
        }
        let ty = vector_type(cx, element, lanes as i64, false);
        Some(SumType { ty, lanes: Some(lanes), element, width })
    }

    /// Passes the first values as sums.
    fn rewrite_beginnings(&self, rw: &mut Rewriter<'_>, target: &dyn Target, to: SumType) -> Option<()> {
        for &value in &self.values {
            let ValueDef::Argument(block) = rw.body().value_def(value) else { continue };
            let index = rw.body().args(block).position(|arg| arg == value)?;
            for (branch, successor) in predecessors(rw.body(), block) {
                let op = rw.op(branch);
                let operands = op.interface::<dyn BranchOp>()?.successor_operands(op, successor);
                let place = operands.operand_for(index)?;
                let (first, loc) = (op.operand(place), op.loc());
                if self.known.contains(&first.id()) || first.ty() != self.ty {
                    continue;
                }
                let is_zero = is_zero(first);
                let first = first.id();
                rw.set_insertion_point_before(branch);
                let first = match is_zero {
                    true if to.lanes.is_none() => {
                        let zero = rw.cx().int_attr(to.ty, 0);
                        rw.build_value(ConstantOp::of().loc(loc).value_attr(zero).res(to.ty))
                    }
                    true => number(rw, 0, to.ty, loc),
                    false => Sums { rw, target, loc, count: self.count, to }.folded(first, true)?,
                };
                rw.set_operand(branch, place, first);
            }
        }
        Some(())
    }

    fn rewrite_step(
        &self,
        rw: &mut Rewriter<'_>,
        target: &dyn Target,
        to: SumType,
        (op, step, plans): (Op, &VariableValue, &[Plan]),
        replaced: &FxHashMap<Value, Value>,
    ) -> Option<Value> {
        let view = rw.op(op);
        let loc = view.loc();
        rw.set_insertion_point_before(op);
        let value = match step {
            VariableValue::Sum(sum, terms) => {
                let mut sum = replaced.get(sum).copied().unwrap_or(*sum);
                for (term, &plan) in terms.iter().zip(plans) {
                    let count = self.count * term.per_element();
                    sum = Sums { rw, target, loc, count, to }.add_term(sum, term, plan)?;
                }
                sum
            }
            VariableValue::Both => {
                let operands: Vec<Value> = rw.op(op).operands().map(|operand| operand.id()).collect();
                match operands[..] {
                    [condition, yes, no] => {
                        rw.build_value(SelectOp::of(condition, yes, no).loc(loc).res(to.ty))
                    }
                    [a, b, ..] => rw.build_value(AddOp::of(a, b).loc(loc).res(to.ty)),
                    _ => return None,
                }
            }
        };
        Some(value)
    }
}

/// The arguments and the sums that a value may be computed from.
fn candidates(rw: &Rewriter<'_>, last: Value) -> Option<(Vec<Value>, Vec<Value>)> {
    let body = rw.body();
    let ty = body.value_type(last);
    let (mut arguments, mut sums) = (Vec::new(), Vec::new());
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut pending = vec![last];
    while let Some(value) = pending.pop() {
        if body.value_type(value) != ty || !seen.insert(value) {
            continue;
        }
        if seen.len() > MAX_VALUES {
            return None;
        }
        if let ValueDef::Argument(block) = body.value_def(value) {
            let index = body.args(block).position(|arg| arg == value)?;
            let edges = predecessors(body, block);
            let passed: Option<Vec<Value>> = edges
                .iter()
                .map(|&(branch, successor)| {
                    let op = rw.op(branch);
                    let operands = op.interface::<dyn BranchOp>()?.successor_operands(op, successor);
                    Some(op.operand(operands.operand_for(index)?).id())
                })
                .collect();
            if let Some(passed) = passed.filter(|passed| !passed.is_empty()) {
                arguments.push(value);
                pending.extend(passed);
            }
        } else if let Some(op) = rw.value(value).defining_op() {
            let operands = operands_of_sum(op);
            if !operands.is_empty() {
                sums.push(value);
                pending.extend(operands.iter().map(|operand| operand.id()));
            }
        }
    }
    // Operands first, as far as they follow each other.
    sums.reverse();
    Some((arguments, sums))
}

/// The operands of an op that may be values of the variable that its result is one of.
fn operands_of_sum(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    op_match!(op, {
        AddOp(add) => vec![add.lhs(), add.rhs()],
        SubOp(sub) => vec![sub.lhs()],
        SelectOp(select) => vec![select.true_value(), select.false_value()],
        _ => Vec::new(),
    })
}

fn is_zero(value: ValueRef<'_>) -> bool {
    value.defined_by::<ZeroOp>().is_some() || is_everywhere(value, 0)
}
