//! `test-extract-fixed-outer-loops`: tiles nests of `scf.for` so that the outer loops have constant trip counts.

use std::collections::BTreeSet;

use terrace_dialects_core::arith::{AddIOp, DivUIOp, MinSIOp, MulIOp};
use terrace_dialects_core::scf::{ForOp, YieldOp};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::{Diag, InsertPoint, Loc, Op, OpKind, OpRef, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_scf::tile::loops::make_for;
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct FixedOuterLoopsOptions {
        /// fixed number of iterations that the outer loops should have
        sizes("test-outer-loop-sizes"): Vec<i64> = "",
    }
}

/// The pass.
pub(crate) static TEST_EXTRACT_FIXED_OUTER_LOOPS: PassDef = PassDef {
    name: "test-extract-fixed-outer-loops",
    class: "(anonymous namespace)::SimpleParametricLoopTilingPass",
    doc: "test application of parametric tiling to the outer loops so that the ranges of outer loops become static",
    options: FixedOuterLoopsOptions::DEFS,
    make: |options| {
        let FixedOuterLoopsOptions { sizes } = options.into();
        if sizes.iter().any(|&size| size <= 0) {
            return Err("'test-outer-loop-sizes' must be positive".to_owned());
        }
        Ok(Pass::Body(Box::new(FixedOuterLoops { sizes })))
    },
    ..EMPTY_PASS
};

struct FixedOuterLoops {
    sizes: Vec<i64>,
}

impl BodyPass for FixedOuterLoops {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.sizes.is_empty() {
            let rule = "missing `test-outer-loop-sizes` pass-option for outer loop sizes";
            let first = body_post_order(rw.body()).into_iter().next();
            let around = first.and_then(|op| rw.op(op).ancestors().last());
            run.report(Diag::error(around.map_or(Loc::UNKNOWN, |op| op.loc()), rule));
            return Err(Failed);
        }
        let is_outermost =
            |op: OpRef<'_>| op.isa::<ForOp>() && op.ancestors().all(|around| !around.isa::<ForOp>());
        let loops: Vec<Op> =
            body_post_order(rw.body()).into_iter().filter(|&op| is_outermost(rw.op(op))).collect();
        for op in loops {
            extract(rw, op, &self.sizes);
        }
        Ok(())
    }
}

/// The perfectly nested loops from a loop on, at most `count`.
fn nest_of(rw: &Rewriter<'_>, root: Op, count: usize) -> Vec<Op> {
    let mut nest = vec![root];
    while nest.len() < count
        && let Some(block) = nest.last().and_then(|&op| ForOp::view_of(rw.op(op)).region().entry())
        && let Some(first) =
            block.first().filter(|first| first.isa::<ForOp>() && first.next() == block.last())
    {
        nest.push(first.id());
    }
    nest
}

/// Tiles a nest so that its loops have these trip counts.
fn extract(rw: &mut Rewriter<'_>, root: Op, sizes: &[i64]) -> Option<()> {
    let nest = nest_of(rw, root, sizes.len());
    let carries = |&op: &Op| {
        let view = ForOp::view_of(rw.op(op));
        view.0.num_results() > 0 || view.unsigned_cmp_attr().is_some()
    };
    if nest.iter().any(carries) {
        return None;
    }
    let mut tile_sizes = Vec::new();
    for (&op, &size) in nest.iter().zip(sizes) {
        let view = ForOp::view_of(rw.op(op));
        let [lower, upper, step] =
            [view.lower_bound(), view.upper_bound(), view.step()].map(|value| value.id());
        let (loc, ty) = (view.0.loc(), view.step().ty());
        rw.set_insertion_point_before(op);
        let mut build = Arith::new(rw, loc);
        let span = build.sub(upper, lower);
        let one = build.int(1, ty);
        let less = build.sub(step, one);
        let sum = build.add(span, less);
        let count = build.binary::<DivUIOp>(sum, step);
        let [less, size] = [size - 1, size].map(|number| build.int(number, ty));
        let sum = build.add(count, less);
        tile_sizes.push(build.binary::<DivUIOp>(sum, size));
    }
    let mut target = *nest.last()?;
    let mut inner = Vec::new();
    for (&op, &size) in nest.iter().zip(&tile_sizes) {
        target = stripmine(rw, op, size, target)?;
        inner.push(target);
    }
    isolate(rw, &inner).then(|| isolate(rw, &nest));
    Some(())
}

/// Multiplies the step of a loop; a loop in the target runs the iterations that are left out. Returns that loop.
fn stripmine(rw: &mut Rewriter<'_>, op: Op, factor: Value, target: Op) -> Option<Op> {
    let view = ForOp::view_of(rw.op(op));
    let (step, upper) = (view.step().id(), view.upper_bound().id());
    let (variable, loc) = (view.region().entry()?.args().next()?.id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let scaled = rw.build_value(MulIOp::of(step, factor).loc(loc));
    rw.set_operand(op, 2, scaled);
    let view = ForOp::view_of(rw.op(target));
    let (block, loc) = (view.region().entry()?.id(), view.0.loc());
    let end = rw.body().last_op(block)?;
    let moved: Vec<Op> = rw.body().ops_of(block).filter(|&op| op != end).collect();
    rw.set_insertion_point_before(end);
    let next = rw.build_value(AddIOp::of(variable, scaled).loc(loc));
    let bound = rw.build_value(MinSIOp::of(upper, next).loc(loc));
    let (new, inner) = make_for(rw, [variable, bound, step], &[], None, loc);
    rw.set_insertion_point_to_end(inner);
    let inner_end: Op = rw.build(YieldOp::of(&[]).loc(loc)).into();
    moved.into_iter().for_each(|op| rw.move_op(op, InsertPoint::Before(inner_end)));
    let own = rw.body().args(inner).next()?;
    let inside: BTreeSet<Op> = terrace_rewrite::walk::nested_post_order(rw.body(), new).into_iter().collect();
    rw.replace_uses_with_if(variable, own, |_, user, _| user != new && inside.contains(&user));
    Some(new)
}

/// Moves ops between the loops of a band before the first loop; returns whether there are none left.
fn isolate(rw: &mut Rewriter<'_>, band: &[Op]) -> bool {
    let Some((&outer, others)) = band.split_first() else { return true };
    others.iter().all(|&inner| hoist_between(rw, outer, inner))
}

fn hoist_between(rw: &mut Rewriter<'_>, outer: Op, inner: Op) -> bool {
    let Some(block) = ForOp::view_of(rw.op(outer)).region().entry() else { return false };
    let (mut depends, mut hoisted, mut is_isolated) = (BTreeSet::new(), Vec::new(), true);
    let Some(variable) = block.args().next() else { return false };
    for op in block.ops().take_while(|op| op.id() != inner) {
        let is_variant = |value: &Value| *value == variable.id() || depends.contains(value);
        let is_dependent = std::iter::once(op)
            .chain(op.nested_ops())
            .any(|op| op.operands().any(|operand| is_variant(&operand.id())));
        let stays = op.regions().next().is_some() || !is_memory_effect_free(op);
        match () {
            () if is_dependent => {
                depends.extend(op.results().map(|result| result.id()));
                is_isolated = false;
            }
            () if op.isa::<ForOp>() || Some(op) == block.last() => {}
            () if stays => is_isolated = false,
            () => hoisted.push(op.id()),
        }
    }
    hoisted.into_iter().for_each(|op| rw.move_op(op, InsertPoint::Before(outer)));
    is_isolated
}
