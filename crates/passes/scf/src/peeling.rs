//! `scf-for-loop-peeling`: peels the last, partial iteration of a loop, or the first one, into a separate
//! loop.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::MinSIOp;
use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::make::apply_or_fold;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineMaxOp, AffineMinOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Root;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::{body_post_order, nested_post_order};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use super::counts::{max, may_end_before_start};
use super::min_max::Knowledge;

pass_options! {
    /// The options of the pass.
    struct ForLoopPeelingOptions {
        /// Peel the first iteration of loops
        peel_front("peel-front"): bool = "false",
        /// Do not peel loops inside of the last, partial iteration of an already peeled loop
        skip_partial("skip-partial"): bool = "true",
    }
}

/// The pass.
pub static FOR_LOOP_PEELING: PassDef = PassDef {
    name: "scf-for-loop-peeling",
    class: "SCFForLoopPeeling",
    doc: "Peel `for` loops at their upper bounds.",
    options: ForLoopPeelingOptions::DEFS,
    make: |options| {
        let options = ForLoopPeelingOptions::from(options);
        let (front, skip_partial) = (options.peel_front, options.skip_partial);
        Ok(Pass::Body(Box::new(ForLoopPeeling { front, skip_partial })))
    },
    ..EMPTY_PASS
};

#[derive(Clone, Copy)]
struct ForLoopPeeling {
    front: bool,
    skip_partial: bool,
}

/// Marks loops that are done.
const PEELED: &str = "__peeled_loop__";
/// Marks loops of one, incomplete iteration.
const PARTIAL: &str = "__partial_iteration__";

impl BodyPass for ForLoopPeeling {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (cx, pass) = (rw.cx(), *self);
        let mut patterns = PatternSet::new();
        let action = move |rw: &mut Rewriter<'_>, op: Op| pass.peel(rw, op);
        patterns.add_action(cx, "ForLoopPeelingPattern", Root::Op(ForOp::DEF.name), 1, Box::new(action));
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        for op in body_post_order(rw.body()) {
            for mark in [PEELED, PARTIAL] {
                if rw.op(op).discardable_attr(mark).is_some() {
                    rw.set_attr(op, mark, Attr::NULL);
                }
            }
        }
        Ok(())
    }
}

/// Whether an op is in a loop of one, incomplete iteration.
fn is_in_partial(op: OpRef<'_>) -> bool {
    op.ancestors().any(|around| around.isa::<ForOp>() && around.discardable_attr(PARTIAL).is_some())
}

impl ForLoopPeeling {
    fn peel(self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let view = ForOp::view_of(rw.op(op));
        if view.unsigned_cmp() || view.0.discardable_attr(PEELED).is_some() || rw.holds_isolated(op) {
            return None;
        }
        let other = if self.front {
            peel_first(rw, ForOp::assume(op))?
        } else if self.skip_partial && is_in_partial(view.0) {
            return None;
        } else {
            peel_last(rw, ForOp::assume(op))?
        };
        for (op, mark) in [(other, PEELED), (other, PARTIAL), (op, PEELED)] {
            rw.set_attr(op, mark, Attr::UNIT);
        }
        Some(())
    }
}

/// Whether where a loop is split can be computed: only an index is by a map.
fn is_split_known(view: View<'_, ForOp>) -> bool {
    view.lower_bound().ty() == Type::INDEX || !known_controls(view).contains(&None)
}

/// The numbers that bounds and step are known to be.
fn known_controls(view: View<'_, ForOp>) -> [Option<i64>; 3] {
    [view.lower_bound(), view.upper_bound(), view.step()].map(m_scalar_i64)
}

/// A bound computed from others, of their type.
fn split_bound(rw: &mut Rewriter<'_>, map: AffineMap, operands: &[Value], loc: Loc) -> Value {
    let [first, ..] = *operands else { unreachable!("a bound is computed from others") };
    let ty = rw.body().value_type(first);
    let index = apply_or_fold(rw, map, operands, loc);
    match m_scalar_i64(rw.value(index)) {
        Some(number) if rw.body().value_type(index) != ty => Arith::new(rw, loc).int(number, ty),
        _ => index,
    }
}

/// Moves the last iteration, if it is incomplete, to a copy of the loop after it; returns the copy; `None`, with nothing
/// changed, if that is none. Bounds of another type than `index` have to be known, and compare as signed numbers.
pub fn peel_last(rw: &mut Rewriter<'_>, op: ForOp) -> Option<Op> {
    let view = op.view(rw);
    let loc = view.0.loc();
    if !is_split_known(view) {
        return None;
    }
    match known_controls(view) {
        [_, _, Some(..=1)] => return None,
        [Some(lower), Some(upper), Some(step)] if upper.wrapping_sub(lower) % step == 0 => return None,
        _ => {}
    }
    let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
    let rest = AffineExpr::modulo(upper.clone() - lower, step);
    let controls: Vec<Value> = view.0.operands().take(3).map(|value| value.id()).collect();
    let mut known_rest = ValueMap::new(AffineMap::new(0, 3, vec![rest.clone()]), view.0.operands().take(3));
    known_rest.compose_fully();
    if known_rest.map.results[0].as_constant() == Some(0) {
        return None;
    }
    let may_be_less = may_end_before_start(rw, [controls[0], controls[1]], false);
    if may_be_less && !known_controls(op.view(rw)).contains(&None) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let mut split = split_bound(rw, AffineMap::new(0, 3, vec![upper - rest]), &controls, loc);
    if may_be_less {
        split = max(rw, [split, controls[0]], false, loc);
    }
    rw.set_insertion_point_after(op);
    let partial = rw.clone_op(op.into(), &mut IrMapping::new())?;
    rw.set_operand(partial, 0, split);
    let results: Vec<(Value, Value)> = rw.body().results(op).zip(rw.body().results(partial)).collect();
    for &(result, new) in &results {
        rw.replace_all_uses_with(result, new);
    }
    for (i, (result, _)) in results.into_iter().enumerate() {
        rw.set_operand(partial, controls.len() + i, result);
    }
    rw.set_operand(op, 1, split);
    simplify_min_max(rw, op, controls[1], true);
    simplify_min_max(rw, ForOp::assume(partial), controls[1], false);
    Some(partial)
}

/// Simplifies least and greatest values in a loop that was split at `upper`.
fn simplify_min_max(rw: &mut Rewriter<'_>, op: ForOp, upper: Value, whole: bool) {
    for inner in nested_post_order(rw.body(), op.into()) {
        let view = rw.op(inner);
        if !view.isa::<AffineMinOp>() && !view.isa::<AffineMaxOp>() {
            continue;
        }
        let looped = op.view(rw);
        let Some(variable) = looped.region().entry().and_then(|block| block.args().next()) else { continue };
        let knowledge = Knowledge::of_split(variable, rw.value(upper), looped.step(), whole);
        if let Some(found) = knowledge.and_then(|knowledge| knowledge.decide(view)) {
            Knowledge::replace(rw, inner, found);
        }
    }
}

/// Moves the first iteration to a copy of the loop before it; returns the copy. Bounds of another type than `index`
/// have to be known, and compare as signed numbers.
pub fn peel_first(rw: &mut Rewriter<'_>, op: ForOp) -> Option<Op> {
    let view = op.view(rw);
    let loc = view.0.loc();
    if !is_split_known(view) {
        return None;
    }
    if let [Some(lower), Some(upper), Some(step)] = known_controls(view)
        && (upper.wrapping_sub(lower) as f32 / step as f32).ceil() <= 1.0
    {
        return None;
    }
    let controls: Vec<Value> = view.0.operands().take(3).map(|value| value.id()).collect();
    let next = AffineMap::new(0, 2, vec![AffineExpr::symbol(0) + AffineExpr::symbol(1)]);
    rw.set_insertion_point_before(op);
    let split = split_bound(rw, next, &[controls[0], controls[2]], loc);
    // There may be no iteration at all, which upstream does not think of.
    let end = match known_controls(op.view(rw)) {
        [Some(_), Some(_), Some(_)] => split,
        _ if rw.cx().matches_upstream() => split,
        _ => {
            let ty = rw.body().value_type(split);
            rw.build_value(MinSIOp::of(split, controls[1]).result(ty).loc(loc))
        }
    };
    let first = rw.clone_op(op.into(), &mut IrMapping::new())?;
    rw.set_operand(first, 1, end);
    let results: Vec<Value> = rw.body().results(first).collect();
    for (i, result) in results.into_iter().enumerate() {
        rw.set_operand(op, controls.len() + i, result);
    }
    rw.set_operand(op, 0, split);
    Some(first)
}
