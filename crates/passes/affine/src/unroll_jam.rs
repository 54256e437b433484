//! Unroll and jam: several iterations of a loop become one, in which the loops inside run together.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::match_reduction;
use terrace_dialects_core::arith::reductions::{self, neutral_element, reduction_kind};
use terrace_dialects_core::arith::{AtomicRMWKind, FastMathFlags, fastmath_flags};
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineYieldOp};
use terrace_ir::build::OperationState;
use terrace_ir::fold::{Change, constant_value};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Op, OpDef, OpKind, OpRef, Rewriter, Type, Value, View};
use terrace_passes_shared::arithmetic::Arith;

use crate::dependence::{
    Dependence, MemRefAccess, Obstacle, ancestors_in_common_block, dependence, nesting_depth,
};
use crate::loop_normalize::{promote_if_one_iteration, slot, trip_count};
use crate::nests::induction_var;
use crate::tile::accesses_in;
use crate::unroll::{has_rest, split, unroll_nothing};

/// The loops directly in the block of a loop, or in the block of one of these, inner ones first.
fn jammed_loops(view: View<'_, AffineForOp>) -> Vec<AffineForOp> {
    let mut found = Vec::new();
    let mut pending = vec![view];
    while let Some(view) = pending.pop() {
        let inner = view.region().entry().into_iter().flat_map(|block| block.ops());
        for op in inner.filter_map(|op| op.cast::<AffineForOp>().map(|_| op)) {
            found.push(AffineForOp::assume(op.id()));
            pending.push(AffineForOp::view_of(op));
        }
    }
    found.reverse();
    found
}

/// The ops between the loops of a block: each run by its first and last op, in the order in which they are nested.
fn runs_between_loops(view: View<'_, AffineForOp>) -> Vec<(Op, Op)> {
    let mut found = Vec::new();
    // The rest of a block whose loop is entered.
    let mut pending = vec![view.region().entry().and_then(|block| block.first())];
    while let Some(at) = pending.pop() {
        let (mut at, mut run) = (at, None);
        while let Some(op) = at.filter(|op| !op.isa::<AffineYieldOp>()) {
            at = op.next();
            if op.isa::<AffineForOp>() {
                pending.push(at);
                at = AffineForOp::view_of(op).region().entry().and_then(|block| block.first());
                found.extend(run.take());
            } else {
                run = Some((run.map_or(op.id(), |(first, _)| first), op.id()));
            }
        }
        found.extend(run);
    }
    found
}

/// The obstacle to running `factor` iterations of a loop together.
pub fn jam_obstacle(view: View<'_, AffineForOp>, factor: u64) -> Option<Obstacle<'_>> {
    if carried_reductions(view).is_none() {
        let rule = "a value that it carries may not be combined in another order";
        return Some(Obstacle { rule, source: view.0, destination: None });
    }
    let has_loops = view.region().entry()?.ops().any(|op| op.isa::<AffineForOp>());
    if !has_loops {
        return None;
    }
    let accesses = match accesses_in(view.0) {
        Ok(accesses) => accesses,
        Err(obstacle) => return Some(obstacle),
    };
    let depth = nesting_depth(view.0) + 1;
    let span = i64::try_from(factor).ok().and_then(|factor| (factor - 1).checked_mul(view.constant_step()));
    for source in &accesses {
        for destination in &accesses {
            match dependence(source, destination, depth, false) {
                Dependence::None => {}
                Dependence::Unknown(reason) => return Some(Obstacle::between(source, destination, reason)),
                Dependence::Between(components) => {
                    let distance = components.get(depth - 1).and_then(|component| component.lower);
                    if distance.zip(span).is_some_and(|(distance, span)| distance > span) {
                        continue;
                    }
                    let inner = components[depth.min(components.len())..].iter();
                    let mut order = inner.map(|component| component.lower);
                    let keeps_order = match order.find(|lower| *lower != Some(0)) {
                        Some(lower) => lower.is_some_and(|lower| lower > 0),
                        None => is_in_order(source, destination),
                    };
                    if !keeps_order {
                        let rule = "a dependence between the iterations that run together would be reversed";
                        return Some(Obstacle::between(source, destination, rule));
                    }
                }
            }
        }
    }
    None
}

/// Whether the copies of a source run before those of the destination in the same iteration of all common loops, or are
/// among the same ops between loops.
fn is_in_order(source: &MemRefAccess<'_>, destination: &MemRefAccess<'_>) -> bool {
    let Some((first, second)) = ancestors_in_common_block(source.op, destination.op) else { return false };
    if first == second || first.body().is_before(first.id(), second.id()) {
        return true;
    }
    let is_jammed = first.parent_op().is_some_and(|parent| parent.isa::<AffineForOp>());
    let mut between = std::iter::successors(Some(second), |op| op.next().filter(|_| *op != first));
    !is_jammed || !between.any(|op| op.isa::<AffineForOp>())
}

/// A reduction that a loop carries.
struct Reduction {
    combiner: &'static OpDef,
    neutral: Option<Attr>,
}

/// Whether the values that a loop carries may be combined in another order. Upstream always assumes so.
fn is_reorderable(combiner: OpRef<'_>) -> bool {
    let needed = match reduction_kind(combiner) {
        Some(AtomicRMWKind::Addf) => FastMathFlags::REASSOC | FastMathFlags::NSZ,
        Some(AtomicRMWKind::Mulf) => FastMathFlags::REASSOC,
        _ => return true,
    };
    combiner.cx().matches_upstream() || fastmath_flags(combiner).is_some_and(|flags| flags.contains(needed))
}

/// The reductions that a loop carries; `None` if it carries another value.
fn carried_reductions(view: View<'_, AffineForOp>) -> Option<Vec<Reduction>> {
    let carried = AffineForOp::MODEL.iter_args(view.0);
    let one = |at| {
        let combiner = match_reduction(&carried, at)?;
        let kind = reduction_kind(combiner).filter(|_| is_reorderable(combiner))?;
        Some(Reduction { combiner: reductions::combiner(kind)?, neutral: neutral_element(combiner) })
    };
    (0..carried.len()).map(one).collect()
}

/// Whether the bounds of the loops inside of a loop do not depend on it.
fn has_invariant_bounds(view: View<'_, AffineForOp>) -> bool {
    view.0.nested_ops().filter_map(|op| op.cast::<AffineForOp>()).all(|inner| {
        let mut operands = inner.lower_bound_operands().chain(inner.upper_bound_operands());
        operands.all(|operand| {
            let block = operand.owner_block().or_else(|| operand.defining_op()?.block());
            let around = block.and_then(|block| block.region()?.parent_op());
            !around.is_some_and(|around| view.0.is_ancestor(around))
        })
    })
}

/// Runs `factor` iterations of a loop as one, above zero; those that are left over get a loop after it. Returns `None`,
/// with nothing changed, if that is not supported. Does not check dependences.
pub fn unroll_jam_by_factor(rw: &mut Rewriter<'_>, op: AffineForOp, factor: u64) -> Option<()> {
    if let Some(result) = unroll_nothing(rw, op, factor) {
        return result;
    }
    let view = op.view(rw);
    let count = trip_count(view);
    let is_too_short = count.is_some_and(|count| count < factor);
    if is_too_short || !has_invariant_bounds(view) || rw.holds_isolated(op.into()) {
        return None;
    }
    let reductions = carried_reductions(view)?;
    let (step, runs) = (view.constant_step(), runs_between_loops(view));
    let scaled = step.checked_mul(i64::try_from(factor).ok()?)?;
    let (mut carrying, variable) = (jammed_loops(view), induction_var(view)?.id());
    carrying.retain(|&inner| inner.view(rw).inits().len() > 0);
    if has_rest(view, factor) {
        split(rw, op, i64::try_from(factor).ok()?)?;
    }
    let mut maps: Vec<IrMapping> = (1..factor).map(|_| IrMapping::new()).collect();
    let mut jammed: Vec<Carrying> =
        carrying.into_iter().map(|inner| Carrying::extend(rw, inner, &mut maps)).collect::<Option<_>>()?;
    let mut op = op;
    let num_results = reductions.len();
    if num_results > 0 {
        let outer = Carrying::extend(rw, op, &mut maps)?;
        op = outer.op;
        jammed.push(outer);
    }
    let step_slot = slot(op.view(rw).0, "step")?;
    rw.apply(op.into(), &[Change::Prop(step_slot, rw.cx().int_attr(Type::INDEX, scaled))]);
    for (at, map) in maps.iter_mut().enumerate().rev() {
        for &run in &runs {
            copy_run(rw, run, variable, step.wrapping_mul(at as i64 + 1), map)?;
        }
        jammed.iter().for_each(|inner| inner.connect(rw, at + 1, map));
    }
    if num_results > 0 {
        start_from_neutral_elements(rw, op, &reductions);
        combine(rw, op, &reductions, factor as usize);
    }
    promote_if_one_iteration(rw, op);
    Some(())
}

/// Copies a run of ops after it, for a value of the induction variable that is greater by `distance`.
fn copy_run(
    rw: &mut Rewriter<'_>,
    (first, last): (Op, Op),
    variable: Value,
    distance: i64,
    map: &mut IrMapping,
) -> Option<()> {
    let run = std::iter::successors(Some(rw.op(first)), |op| op.next().filter(|_| op.id() != last));
    let ops: Vec<Op> = run.map(|op| op.id()).collect();
    rw.set_insertion_point_after(last);
    if !rw.value(variable).is_unused() {
        let loc = rw.value(variable).owner_block()?.region()?.parent_op()?.loc();
        let sum = AffineExpr::dim(0) + AffineExpr::constant(distance);
        let sum = rw.cx().affine_map_attr(AffineMap::new(1, 0, vec![sum]));
        let copy = rw.build_value(AffineApplyOp::of(&[variable]).map_attr(sum).result(Type::INDEX).loc(loc));
        map.map(variable, copy);
    }
    for op in ops {
        rw.clone_op(op, map)?;
    }
    Some(())
}

/// A loop that carries the values of all iterations that run together.
struct Carrying {
    op: AffineForOp,
    /// The number of values of one iteration.
    count: usize,
}

impl Carrying {
    /// Replaces a loop by one that carries a copy of each value for each of `maps`, which map the block arguments and
    /// results to the copies.
    fn extend(rw: &mut Rewriter<'_>, op: AffineForOp, maps: &mut [IrMapping]) -> Option<Self> {
        let view = op.view(rw);
        let inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
        let yielded: Vec<Value> = view.region().entry()?.last()?.operands().map(|value| value.id()).collect();
        let (block, count) = (view.region().entry()?.id(), inits.len());
        let mut new: Op = op.into();
        for _ in 0..maps.len() {
            for (&init, &value) in inits.iter().zip(&yielded) {
                new = rw.replace_with_additional_yields(new, init, value)?;
            }
        }
        let args: Vec<Value> = rw.body().args(block).skip(1).collect();
        let results: Vec<Value> = rw.body().results(new).collect();
        for (copy, map) in maps.iter_mut().enumerate() {
            for at in 0..count {
                map.map(args[at], args[(copy + 1) * count + at]);
                map.map(results[at], results[(copy + 1) * count + at]);
            }
        }
        Some(Self { op: AffineForOp::assume(new), count })
    }

    /// Sets the values of a copy of the iteration: those that it starts with and yields.
    fn connect(&self, rw: &mut Rewriter<'_>, copy: usize, map: &IrMapping) {
        let view = self.op.view(rw);
        let mut inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
        let Some(end) = view.region().entry().and_then(|block| block.last()) else { return };
        let mut yielded: Vec<Value> = end.operands().map(|value| value.id()).collect();
        let end = end.id();
        for at in 0..self.count {
            inits[copy * self.count + at] = map.value(inits[at]);
            yielded[copy * self.count + at] = map.value(yielded[at]);
        }
        rw.set_operand_group(self.op.into(), INITS, &inits);
        rw.set_operands(end, &yielded);
    }
}

/// The operand slot of the initial values of a loop.
const INITS: usize = 2;

/// Makes all copies of reductions but the first start from neutral elements, since the initial value counts once. With
/// `--match-upstream`, it counts in each copy.
fn start_from_neutral_elements(rw: &mut Rewriter<'_>, op: AffineForOp, reductions: &[Reduction]) {
    if rw.cx().matches_upstream() {
        return;
    }
    let view = op.view(rw);
    let loc = view.0.loc();
    let mut inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
    rw.set_insertion_point_before(op);
    for (at, reduction) in reductions.iter().enumerate() {
        let Some(neutral) = reduction.neutral else { continue };
        if constant_value(rw.value(inits[at])) == Some(neutral) {
            continue;
        }
        let ty = rw.body().value_type(inits[at]);
        let start = Arith::new(rw, loc).constant(neutral, ty);
        for copy in inits.iter_mut().skip(at).step_by(reductions.len()).skip(1) {
            *copy = start;
        }
    }
    rw.set_operand_group(op.into(), INITS, &inits);
}

/// Combines the results of the copies after the loop.
fn combine(rw: &mut Rewriter<'_>, op: AffineForOp, reductions: &[Reduction], factor: usize) {
    let loc = op.view(rw).0.loc();
    let results: Vec<Value> = rw.body().results(op).collect();
    rw.set_insertion_point_after(op);
    for (at, reduction) in reductions.iter().enumerate() {
        let (first, ty) = (results[at], rw.body().value_type(results[at]));
        let mut combined = first;
        let mut created = Vec::new();
        for copy in (1..factor).rev() {
            let mut state = OperationState::new(reduction.combiner).with_results(&[ty]).with_loc(loc);
            state.operand(0, combined);
            state.operand(1, results[copy * reductions.len() + at]);
            combined = rw.build_value(state);
            created.extend(rw.value(combined).defining_op().map(|op| op.id()));
        }
        rw.replace_uses_with_if(first, combined, |_, user, _| !created.contains(&user));
    }
}

/// Runs up to `factor` iterations of a loop as one.
pub fn unroll_jam_up_to_factor(rw: &mut Rewriter<'_>, op: AffineForOp, factor: u64) -> Option<()> {
    let count = trip_count(op.view(rw)).filter(|&count| count > 0);
    unroll_jam_by_factor(rw, op, count.map_or(factor, |count| count.min(factor)))
}
