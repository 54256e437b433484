//! `affine-loop-normalize`: loops begin at zero and step by one.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineParallelOp};
use terrace_ir::fold::Change;
use terrace_ir::{Attr, InsertPoint, OpKind, OpRef, Rewriter, Type, Value, View, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::body_post_order;

use terrace_passes_shared::arithmetic::Arith;

pass_options! {
    /// The options of the pass.
    struct LoopNormalizeOptions {
        /// Promote single-iteration loops
        promote_single_iter("promote-single-iter"): bool = "false",
    }
}

/// The pass.
pub static LOOP_NORMALIZE: PassDef = PassDef {
    name: "affine-loop-normalize",
    class: "AffineLoopNormalize",
    doc: "Apply normalization transformations to affine loop-like ops",
    anchor: Some(FuncOp::DEF.name),
    options: LoopNormalizeOptions::DEFS,
    make: |options| {
        let options = LoopNormalizeOptions::from(options);
        Ok(Pass::Body(Box::new(LoopNormalize { promote: options.promote_single_iter })))
    },
    ..EMPTY_PASS
};

struct LoopNormalize {
    promote: bool,
}

impl BodyPass for LoopNormalize {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in body_post_order(rw.body()) {
            let view = rw.op(op);
            op_match!(view, {
                AffineParallelOp => {
                    normalize_parallel(rw, AffineParallelOp::assume(op));
                }
                AffineForOp => {
                    let op = AffineForOp::assume(op);
                    if !(self.promote && promote_if_one_iteration(rw, op).is_some()) {
                        normalize_for(rw, op);
                    }
                }
                _ => {}
            })
        }
        Ok(())
    }
}

/// The slot of a step.
pub(super) fn slot(op: OpRef<'_>, name: &str) -> Option<usize> {
    op.def()?.props.iter().position(|prop| prop.name == name)
}

/// The only lower bound of a loop, and how much more the upper bounds are.
fn span<'a>(view: View<'a, AffineForOp>) -> Option<(ValueMap<'a>, ValueMap<'a>)> {
    let [lower, upper] = view.bounds()?;
    if lower.map.num_results() != 1 {
        return None;
    }
    let span = upper.minus(&lower.repeated(upper.map.num_results()));
    Some((lower, span))
}

fn divided(results: &[AffineExpr], step: i64) -> Vec<AffineExpr> {
    results.iter().map(|result| AffineExpr::ceil_div(result.clone(), AffineExpr::constant(step))).collect()
}

/// The only lower bound of a loop, and how often it runs by each of its upper bounds.
pub(super) fn trip_counts<'a>(view: View<'a, AffineForOp>) -> Option<(ValueMap<'a>, ValueMap<'a>)> {
    let (lower, mut span) = span(view)?;
    span.map.results = divided(&span.map.results, view.constant_step());
    Some((lower, span))
}

/// The trip count of a loop; `None` if the bounds do not determine it.
pub(super) fn trip_count(view: View<'_, AffineForOp>) -> Option<u64> {
    if view.constant_lower_bound().is_some() && view.constant_upper_bound().is_some() {
        return view.constant_trip_count();
    }
    let (_, span) = span(view)?;
    let counts: Option<Vec<i64>> =
        divided(&span.map.results, view.constant_step()).iter().map(AffineExpr::as_constant).collect();
    // A count below zero is more than any other in upstream.
    let least = if view.0.cx().matches_upstream() { i64::MIN } else { 0 };
    counts?.into_iter().map(|count| count.max(least) as u64).min()
}

/// Replaces a loop that runs once by its body; `None`, without modifications, if it may run another number of times.
pub fn promote_if_one_iteration(rw: &mut Rewriter<'_>, op: AffineForOp) -> Option<()> {
    let view = op.view(rw);
    if trip_count(view) != Some(1) {
        return None;
    }
    let [lower, _] = view.bounds()?;
    if lower.map.num_results() != 1 {
        return None;
    }
    let (loc, block) = (view.0.loc(), view.region().entry()?);
    let variable = block.args().next()?;
    let (variable, is_used, block) = (variable.id(), !variable.is_unused(), block.id());
    let inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
    let (fixed, operands, map) = (view.constant_lower_bound(), lower.values(), lower.map);
    let mut values = vec![variable];
    if is_used {
        values[0] = match fixed {
            Some(number) => {
                let entry = rw.body().top_regions().first().and_then(|&region| rw.body().entry(region));
                match entry {
                    Some(entry) => rw.set_insertion_point_to_start(entry),
                    None => rw.set_insertion_point_before(op),
                }
                Arith::new(rw, loc).index(number)
            }
            None if map == AffineMap::identity(1) => *operands.first()?,
            None => {
                rw.set_insertion_point_before(op);
                let map = rw.cx().affine_map_attr(map);
                rw.build_value(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc))
            }
        };
    }
    values.extend(inits);
    let end = rw.body().last_op(block)?;
    rw.inline_block(block, InsertPoint::Before(op.into()), &values);
    let results: Vec<Value> = rw.body().operands(end).collect();
    rw.replace_op(op, &results);
    rw.erase_op(end);
    Some(())
}

/// Normalizes a loop to begin at zero and step by one.
fn normalize_for(rw: &mut Rewriter<'_>, op: AffineForOp) -> Option<()> {
    let view = op.view(rw);
    let (step, loc) = (view.constant_step(), view.0.loc());
    if view.constant_lower_bound() == Some(0) && step == 1 {
        return None;
    }
    let (lower, mut span) = span(view)?;
    span.compose();
    let upper = AffineMap::new(span.map.num_dims, span.map.num_symbols, divided(&span.map.results, step));
    let upper = ValueMap::new(upper, span.operands.iter().copied());
    let variable = view.region().entry()?.args().next()?;
    let scaled = AffineMap::new(1, 0, vec![-AffineExpr::dim(0) * AffineExpr::constant(step)]);
    let mut changes = view.with_bounds(&ValueMap::new(AffineMap::constant(0), []), &upper);
    changes.push(Change::Prop(slot(view.0, "step")?, rw.cx().int_attr(Type::INDEX, 1)));
    // The old induction variable is computed from the new one, with the new bounds of the loop.
    let mut old = lower.minus(&ValueMap::new(scaled, [variable]));
    old.compose();
    let (operands, map) = (old.values(), rw.cx().affine_map_attr(old.map));
    let (variable, block) = (variable.id(), view.region().entry()?.id());
    rw.apply(op.into(), &changes);
    rw.set_insertion_point_to_start(block);
    let made = rw.build(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc));
    let value = rw.body().single_result(made);
    rw.replace_all_uses_except(variable, value, made.into());
    Some(())
}

/// Normalizes a parallel loop with single lower and upper bounds to begin at zeros and step by ones.
fn normalize_parallel(rw: &mut Rewriter<'_>, op: AffineParallelOp) -> Option<()> {
    let view = op.view(rw);
    let (steps, loc, cx) = (view.step_values(), view.0.loc(), rw.cx());
    let [lower, upper] = view.bounds()?;
    if lower.map.num_results() != steps.len() || upper.map.num_results() != steps.len() {
        return None;
    }
    let starts: Vec<Option<i64>> = lower.map.results.iter().map(AffineExpr::as_constant).collect();
    if starts.iter().zip(&steps).all(|(&start, &step)| start == Some(0) && step == 1) {
        return None;
    }
    let ranges = upper.minus(&lower);
    let ends = ranges.map.results.iter().zip(&steps);
    let ends = ends.map(|(range, &step)| AffineExpr::ceil_div(range.clone(), AffineExpr::constant(step)));
    let ends = AffineMap::new(ranges.map.num_dims, ranges.map.num_symbols, ends.collect());
    let zeros = AffineMap::new(0, 0, vec![AffineExpr::constant(0); steps.len()]);
    let ones: Vec<Attr> = vec![cx.int_attr(Type::I64, 1); steps.len()];
    let mut changes =
        view.with_bounds(&ValueMap::new(zeros, []), &ValueMap::new(ends, ranges.operands.iter().copied()));
    changes.push(Change::Prop(slot(view.0, "steps")?, cx.array_attr(&ones)));

    let variables: Vec<Value> = view.induction_vars().iter().map(|value| value.id()).collect();
    let (block, num_dims) = (view.region().entry()?.id(), lower.map.num_dims as usize);
    let operands = lower.values();
    let (dims, symbols) = operands.split_at(num_dims);
    let results = lower.map.results;
    rw.apply(op.into(), &changes);
    rw.set_insertion_point_to_start(block);
    for ((&variable, start), &step) in variables.iter().zip(results).zip(&steps) {
        let expr = start + AffineExpr::dim(num_dims as u32) * AffineExpr::constant(step);
        let map = AffineMap::new(num_dims as u32 + 1, symbols.len() as u32, vec![expr]);
        let operands = [dims, &[variable], symbols].concat();
        let map = cx.affine_map_attr(map);
        let made = rw.build(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc));
        let value = rw.body().single_result(made);
        rw.replace_all_uses_except(variable, value, made.into());
    }
    Some(())
}
