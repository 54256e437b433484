//! Starts some ops of a loop one iteration ahead of the others.

use rustc_hash::FxHashSet;

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, Rewriter, Type, Value, View};

use crate::loop_normalize::promote_if_one_iteration;
use crate::nests::{Bound, create_loop, induction_var};

/// Whether the loop has one lower bound, and no induction variable up to one iteration after the last overflows.
pub(super) fn has_bounds(view: View<'_, AffineForOp>, count: u64) -> bool {
    let Some([lower, _]) = view.bounds() else { return false };
    let span =
        i64::try_from(count).ok().and_then(|count| count.checked_add(1)?.checked_mul(view.constant_step()));
    lower.map.num_results() == 1
        && span.is_some_and(|span| {
            view.constant_lower_bound().is_none_or(|first| first.checked_add(span).is_some())
        })
}

/// The loops that replace one.
struct Skew<'a> {
    op: AffineForOp,
    lower: Bound,
    /// The ops of each stage, in order: those that start ahead, and the others.
    stages: [&'a [Op]; 2],
}

/// Replaces a loop of `count` iterations: the ops `ahead` run before the others of the iteration before. The first of
/// them run before the loop, the last of the others after it. The ops must not need values of others in the loop.
pub(super) fn start_ahead(
    rw: &mut Rewriter<'_>,
    op: AffineForOp,
    count: u64,
    ahead: &FxHashSet<Op>,
) -> Option<()> {
    let view = op.view(rw);
    let block = view.region().entry()?;
    let end = block.last()?.id();
    let ops = block.ops().map(|op| op.id()).filter(|&op| op != end);
    let (first, second): (Vec<Op>, Vec<Op>) = ops.partition(|op| ahead.contains(op));
    let [lower, _] = view.bounds()?;
    let skew = Skew { op, lower: Bound::of(&lower), stages: [&first, &second] };
    let (count, step) = (i64::try_from(count).ok()?, view.constant_step());
    skew.create(rw, [0, step], 0..1)?;
    skew.create(rw, [step, count * step], 0..2)?;
    skew.create(rw, [count * step, (count + 1) * step], 1..2)?;
    rw.erase_op(op);
    Some(())
}

impl Skew<'_> {
    /// Creates a loop between two distances from the lower bound, with the ops of some of the stages.
    fn create(&self, rw: &mut Rewriter<'_>, between: [i64; 2], stages: std::ops::Range<usize>) -> Option<()> {
        let view = self.op.view(rw);
        let (loc, step, old) = (view.0.loc(), view.constant_step(), induction_var(view)?);
        let (old, is_used) = (old.id(), !old.is_unused());
        let bounds = between.map(|distance| {
            let results = self.lower.map.results.iter().cloned();
            let results = results.map(|result| result + AffineExpr::constant(distance)).collect();
            let map = AffineMap::new(self.lower.map.num_dims, self.lower.map.num_symbols, results);
            Bound { map, operands: self.lower.operands.clone() }
        });
        rw.set_insertion_point_before(self.op);
        let made = create_loop(rw, loc, [&bounds[0], &bounds[1]], step);
        let end = rw.body().last_op(made.block)?;
        rw.set_insertion_point_before(end);
        let mut mapping = IrMapping::new();
        for stage in stages {
            let variable =
                if stage == 0 || !is_used { made.variable } else { before(rw, &made.variable, step, loc) };
            mapping.map(old, variable);
            for &op in self.stages[stage] {
                rw.clone_op(op, &mut mapping)?;
            }
        }
        promote_if_one_iteration(rw, made.op);
        Some(())
    }
}

/// The induction variable of the iteration before.
fn before(rw: &mut Rewriter<'_>, variable: &Value, step: i64, loc: terrace_ir::Loc) -> Value {
    let map = AffineMap::new(1, 0, vec![AffineExpr::dim(0) + AffineExpr::constant(-step)]);
    let map = rw.cx().affine_map_attr(map);
    rw.build_value(AffineApplyOp::of(&[*variable]).map_attr(map).result(Type::INDEX).loc(loc))
}
