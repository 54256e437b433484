//! A search for the order of decisions that copies the fewest bytes: the heuristic `fewest-copies`.
//!
//! Operands that are decided early are more likely to be in place, and any set of operands that can be in
//! place together is the result of some order. So the orders of the other heuristics are tried, then each
//! costly out-of-place operand is decided first: changes that lower the estimate are kept (hill climbing).
//! The estimate counts a copy once, times eight for each enclosing loop.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_ir::interfaces::{RegionPoint, terminator_operands};
use terrace_ir::{Body, Op, OpRef, RegionRef, TypeData, ValueRef};
use terrace_rewrite::walk::body_pre_order;

use crate::analysis::{Analysis, OneShotDecisions};
use crate::explain::report::static_bytes;
use crate::functions::Functions;
use crate::happens_before::{Order, lies_in};
use crate::interface::{Operand, OperandKey, uses};
use crate::options::{BufferizationOptions, Heuristic};
use crate::state::State;

/// The maximum number of times that a body is analyzed.
const MOST_ANALYSES: usize = 96;
/// The number of out-of-place operands that are tried in each round, the most expensive first.
const MOST_TRIED: usize = 16;
/// The estimated trip count of a loop.
const RUNS_OF_LOOP: u64 = 8;
/// The bytes that a tensor of unknown size is taken to have.
const UNKNOWN_BYTES: u64 = 1 << 10;

/// The order in which the operands of a body are decided.
#[derive(Clone, Debug, Default)]
pub struct DecisionOrder {
    /// The order of those that are not in `first`.
    pub heuristic: Heuristic,
    /// The operands that are decided before all others.
    pub first: Vec<OperandKey>,
}

/// A decision order with its estimated cost.
struct Trial {
    order: DecisionOrder,
    /// The estimated copied bytes and the number of allocations: the maximum if the decisions are rejected.
    cost: (u64, u64),
    /// The operands that are out of place with the estimated bytes of each, the costliest first.
    out_of_place: Vec<(u64, OperandKey)>,
}

/// Returns the order of decisions with the lowest estimate of those that are tried, for the body of `any`. Analyzes the body a bounded number of times.
pub fn fewest_copies(options: &BufferizationOptions, functions: &Functions, any: OpRef<'_>) -> DecisionOrder {
    let options = BufferizationOptions { explain: false, ..options.clone() };
    let evaluate = |order: DecisionOrder| evaluate(&options, functions, any, order);
    let starts = [Heuristic::BottomUp, Heuristic::BottomUpFromTerminators, Heuristic::TopDown];
    let mut best: Option<Trial> = None;
    let mut analyses = 0;
    for heuristic in starts {
        let trial = evaluate(DecisionOrder { heuristic, first: Vec::new() });
        analyses += 1;
        if best.as_ref().is_none_or(|best| trial.cost < best.cost) {
            best = Some(trial);
        }
        if best.as_ref().is_some_and(|best| best.cost == (0, 0)) {
            break;
        }
    }
    let Some(mut best) = best else { return DecisionOrder::default() };
    'rounds: while best.cost > (0, 0) {
        for &(_, operand) in best.out_of_place.iter().take(MOST_TRIED) {
            if analyses >= MOST_ANALYSES {
                break 'rounds;
            }
            let others = best.order.first.iter().copied().filter(|&other| other != operand);
            let first = std::iter::once(operand).chain(others).collect();
            let trial = evaluate(DecisionOrder { heuristic: best.order.heuristic, first });
            analyses += 1;
            if trial.cost < best.cost {
                best = trial;
                continue 'rounds;
            }
        }
        break;
    }
    best.order
}

/// Analyzes the body in an order.
fn evaluate(
    options: &BufferizationOptions,
    functions: &Functions,
    any: OpRef<'_>,
    order: DecisionOrder,
) -> Trial {
    let decisions = Rc::new(OneShotDecisions::new(any.body()));
    let state = State::new(options, functions, decisions.clone());
    let Ok(analysis) = Analysis::run_in_order(&state, decisions, any, &order) else {
        return Trial { order, cost: (u64::MAX, u64::MAX), out_of_place: Vec::new() };
    };
    let mut out_of_place: Vec<(u64, OperandKey)> = Vec::new();
    let mut cost = (0u64, 0u64);
    for &(key, _) in &analysis.reasons {
        let op = OpRef::in_body(any.ir(), any.body(), any.body_id(), key.0);
        let operand = Operand { op, index: key.1 as usize };
        let runs = runs_of(&state, &analysis.order, op);
        let copied = if state.can_omit_tensor_copy(operand) { 0 } else { bytes(&state, operand) };
        let copied = copied.saturating_mul(runs);
        cost = (cost.0.saturating_add(copied), cost.1.saturating_add(runs));
        out_of_place.push((copied, key));
    }
    // Of equal ones, those that were decided last.
    out_of_place.reverse();
    out_of_place.sort_by_key(|&(copied, _)| std::cmp::Reverse(copied));
    Trial { order, cost, out_of_place }
}

/// The bytes of the tensor that is copied if an operand is out of place: of the result that is copied instead, if there is
/// one.
fn bytes(state: &State<'_>, operand: Operand<'_>) -> u64 {
    let size = |value: ValueRef<'_>| {
        let cx = value.cx();
        match value.ty().data(cx) {
            TypeData::RankedTensor { shape, element, .. } => {
                static_bytes(cx, shape, *element).unwrap_or(UNKNOWN_BYTES)
            }
            _ => UNKNOWN_BYTES,
        }
    };
    match crate::tensor_copy_insertion::copied_result(state, operand) {
        Some(result) => size(crate::conflicts::view(operand.op, result)),
        None => size(operand.value()),
    }
}

/// The estimated number of executions of an op.
fn runs_of(state: &State<'_>, order: &Order, op: OpRef<'_>) -> u64 {
    let (body, mut runs, mut at) = (op.body(), 1u64, op);
    loop {
        let Some(region) = at.block().and_then(|block| block.region()) else { return runs };
        if is_in_cycle(order, body, region, at.id()) || state.is_repetitive(region) {
            runs = runs.saturating_mul(RUNS_OF_LOOP);
        }
        match at.parent_op().filter(|parent| parent.body_id() == op.body_id()) {
            Some(parent) => at = parent,
            None => return runs,
        }
    }
}

/// Whether control may come back to an op within its region.
fn is_in_cycle(order: &Order, body: &Body, region: RegionRef<'_>, op: Op) -> bool {
    !region.has_one_block() && order.is_in_cycle(body, region.id(), op)
}

/// Returns whether a loop leaves the buffer that it carries as it came in, where fewer copies are searched for: no op would
/// write to the argument or to an alias of it, if all were in place. The result may be another buffer that the loop makes.
pub(crate) fn only_reads(arg: ValueRef<'_>, state: &State<'_>) -> bool {
    state.options.heuristic == Heuristic::FewestCopies && !may_be_written(arg, state)
}

/// Returns whether an op writes to a tensor or to an alias of it, if all were in place.
fn may_be_written(tensor: ValueRef<'_>, state: &State<'_>) -> bool {
    let (mut seen, mut open) = (FxHashSet::default(), vec![tensor]);
    while let Some(value) = open.pop() {
        for operand in uses(value) {
            if state.bufferizes_to_memory_write(operand) {
                return true;
            }
            let aliases = state.aliasing_values(operand);
            open.extend(aliases.iter().map(|alias| alias.value).filter(|alias| seen.insert(alias.id())));
        }
    }
    false
}

/// Returns the ops of a body in the order of decisions.
pub(crate) fn ordered_ops(analysis: &Analysis<'_, '_, '_>, heuristic: Heuristic) -> Vec<Op> {
    let has_tensors = |op: &Op| analysis.state.has_tensor_semantics(analysis.op(*op));
    let top_down = || analysis.ops.iter().copied().filter(has_tensors);
    match heuristic {
        Heuristic::TopDown => top_down().collect(),
        Heuristic::BottomUp | Heuristic::FewestCopies => top_down().rev().collect(),
        Heuristic::Fuzzer(seed) => {
            // The op around the body has its place in the order as well.
            let around = analysis.body.body().parent().map(|handle| analysis.body.ir().op(handle));
            let around = around.is_some_and(|op| analysis.state.has_tensor_semantics(op));
            let mut ops: Vec<Option<Op>> = top_down().map(Some).chain(around.then_some(None)).collect();
            let mut random = crate::mersenne::Mersenne::new(seed as u32);
            for i in 0..ops.len() {
                let left = ops.len() - i;
                ops.swap(i, i + random.next() as usize % left);
            }
            ops.into_iter().flatten().collect()
        }
        Heuristic::BottomUpFromTerminators => {
            let mut ops = yielding_ops(analysis);
            let seen: FxHashSet<Op> = ops.iter().copied().collect();
            // From the end as well, but what is in an op comes before it.
            let others = body_pre_order(analysis.body.body()).into_iter().rev();
            ops.extend(others.filter(|op| !seen.contains(op) && has_tensors(op)));
            ops
        }
    }
}

/// Returns the terminators of regions, each followed by the definitions of its operands.
fn yielding_ops(analysis: &Analysis<'_, '_, '_>) -> Vec<Op> {
    let (mut ops, mut seen) = (Vec::new(), FxHashSet::default());
    for &terminator in &analysis.ops {
        let terminator = analysis.op(terminator);
        let Some(region) = terminator.block().and_then(|block| block.region()) else { continue };
        if terminator_operands(terminator, RegionPoint::Parent).is_none() || !seen.insert(terminator.id()) {
            continue;
        }
        ops.push(terminator.id());
        let is_result =
            |value: &ValueRef<'_>| value.ty().is_tensor_like(value.cx()) && value.defining_op().is_some();
        let mut open: Vec<ValueRef<'_>> = terminator.operands().filter(is_result).collect();
        while let Some(result) = open.pop() {
            let Some(op) = result.defining_op() else { continue };
            if !seen.insert(op.id()) {
                continue;
            }
            ops.push(op.id());
            if lies_in(region, op) {
                let operands = analysis.state.aliasing_operands(result);
                open.extend(operands.iter().map(|alias| alias.operand.value()).filter(is_result));
            }
        }
    }
    ops
}
