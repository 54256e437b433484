//! `affine-parallelize`: loops whose iterations are independent become `affine.parallel`.
//!
//! A loop is parallel if no dependence between accesses in it is carried by it, and nothing else in it has side effects
//! than allocations. Values that the loop carries are allowed as reductions by one op, on request: the order of
//! combination changes then. The parallel loop starts sums of floats from 0.0, which a sum of negative zeros must not
//! contain: the first value has to be a constant other than -0.0, or the sign of zero insignificant.

use terrace_analysis::match_reduction;
use terrace_dialects_core::arith::reductions::reduction_kind;
use terrace_dialects_core::arith::{AddFOp, AtomicRMWKind, AtomicRMWKindAttr, FastMathFlags, fastmath_flags};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::{
    AffineForOp, AffineIfOp, AffineParallelOp, AffineYieldOp, group_sizes_attr, kind_fits,
};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::effects::{EffectKind, is_memory_effect_free, own_effects};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Attr, InsertPoint, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef, View};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};

use crate::dependence::{MemRefAccess, Obstacle, carried_dependence, nesting_depth};
use crate::nests::loops_outermost_first;
use crate::reduction_flags::{drop_flags_of_neutral, drop_flags_of_order};

pass_options! {
    /// The options of the pass.
    struct AffineParallelizeOptions {
        /// Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX).
        max_nested("max-nested"): u32 = "4294967295",
        /// Whether to parallelize reduction loops. Defaults to false.
        parallel_reductions("parallel-reductions"): bool = "false",
    }
}

/// The pass.
pub static AFFINE_PARALLELIZE: PassDef = PassDef {
    name: "affine-parallelize",
    class: "AffineParallelize",
    doc: "Convert affine.for ops into 1-D affine.parallel",
    anchor: Some(FuncOp::DEF.name),
    options: AffineParallelizeOptions::DEFS,
    make: |options| {
        let AffineParallelizeOptions { max_nested, parallel_reductions } = options.into();
        Ok(Pass::Body(Box::new(Parallelize {
            max_nested: max_nested as usize,
            reduces: parallel_reductions,
        })))
    },
    ..EMPTY_PASS
};

struct Parallelize {
    max_nested: usize,
    /// Whether reductions are allowed.
    reduces: bool,
}

impl BodyPass for Parallelize {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut found = Vec::new();
        for op in loops_outermost_first(rw) {
            match self.replaceable_reductions(op.view(rw)) {
                Ok(reductions) => found.push((op, reductions)),
                Err(Some(obstacle)) if !rw.cx().matches_upstream() => {
                    run.report(obstacle.to_remark(rw.op(op).loc(), "loop is not parallelized"));
                }
                Err(_) => {}
            }
        }
        for (op, reductions) in found {
            let around = rw.op(op).ancestors().filter(|around| around.isa::<AffineParallelOp>()).count();
            if around < self.max_nested {
                parallelize(rw, op, &reductions);
            }
        }
        Ok(())
    }
}

/// A reduction: the op that combines, its kind, and the value that an iteration adds.
struct Reduction {
    combiner: Op,
    kind: AtomicRMWKind,
    value: Value,
}

impl Parallelize {
    /// The reductions of a parallel loop; otherwise the obstacle, unless values that the loop carries are one.
    fn parallel_reductions<'a>(
        &self,
        view: View<'a, AffineForOp>,
    ) -> Result<Vec<Reduction>, Option<Obstacle<'a>>> {
        let carried = AffineForOp::MODEL.iter_args(view.0);
        if !carried.is_empty() && !self.reduces {
            return Err(None);
        }
        let reductions = (0..carried.len()).map(|at| reduction(&carried, at)).collect::<Option<Vec<_>>>();
        let reductions = reductions.ok_or(None)?;
        if view.0.results().any(|result| result.ty().is_memref(view.0.cx())) {
            return Err(None);
        }
        memory_obstacle(view).map_or(Ok(reductions), |obstacle| Err(Some(obstacle)))
    }

    /// The reductions of a parallel loop if it may start from their neutral values.
    fn replaceable_reductions<'a>(
        &self,
        view: View<'a, AffineForOp>,
    ) -> Result<Vec<Reduction>, Option<Obstacle<'a>>> {
        let reductions = self.parallel_reductions(view)?;
        let carried = AffineForOp::MODEL.iter_args(view.0);
        let mut combiners = (0..carried.len()).zip(view.inits()).filter_map(|(at, init)| {
            let combiner = match_reduction(&carried, at)?;
            may_lose_sign(combiner, init).then_some(combiner)
        });
        match combiners.next().filter(|_| !view.0.cx().matches_upstream()) {
            None => Ok(reductions),
            Some(source) => {
                let rule = "a sum in it may be -0.0, but starts from 0.0 in a parallel loop";
                Err(Some(Obstacle { rule, source, destination: None }))
            }
        }
    }
}

/// Whether an op computes a sum that may be -0.0, and is 0.0 if it starts from that.
fn may_lose_sign(combiner: OpRef<'_>, init: ValueRef<'_>) -> bool {
    let start = constant_value(init).and_then(|init| init.as_float(combiner.cx()));
    let has_sign = fastmath_flags(combiner).is_none_or(|flags| !flags.contains(FastMathFlags::NSZ));
    combiner.isa::<AddFOp>() && has_sign && start.is_none_or(|start| start.is_zero() && start.is_negative())
}

/// Whether the iterations of a loop that carries no values are independent.
pub(crate) fn is_parallel(view: View<'_, AffineForOp>) -> bool {
    Parallelize { max_nested: 0, reduces: false }.parallel_reductions(view).is_ok()
}

/// Whether the iterations of a loop are independent but for the values that it carries, which are reductions.
pub(crate) fn is_parallel_reduction(view: View<'_, AffineForOp>) -> bool {
    let reductions = Parallelize { max_nested: 0, reduces: true }.parallel_reductions(view);
    reductions.is_ok_and(|reductions| !reductions.is_empty())
}

/// The reduction of a carried value by one op, if parallel loops know it.
fn reduction(carried: &[ValueRef<'_>], at: usize) -> Option<Reduction> {
    let combiner = match_reduction(carried, at)?;
    let kind = reduction_kind(combiner)?;
    let ty = combiner.single_result().ty();
    // Upstream creates loops that do not verify for the others.
    if !kind_fits(combiner.cx(), kind, ty) {
        return None;
    }
    let value = combiner.operands().find(|&value| value != carried[at])?;
    Some(Reduction { combiner: combiner.id(), kind, value: value.id() })
}

/// Whether a memref, or the memref that it is a view of, is allocated inside of a loop.
fn is_local(value: ValueRef<'_>, looped: OpRef<'_>) -> bool {
    let mut value = value;
    while let Some(op) = value.defining_op().filter(|&op| looped.is_proper_ancestor(op)) {
        if allocates_only(op) {
            return true;
        }
        let Some(source) = op.view_source() else { return false };
        value = source;
    }
    false
}

/// Whether the only effect of an op is an allocation.
fn allocates_only(op: OpRef<'_>) -> bool {
    let effects = own_effects(op);
    effects.is_some_and(|effects| {
        effects.iter().count() == 1 && effects.iter().all(|effect| effect.kind == EffectKind::Allocate)
    })
}

/// Whether an op that is no affine access may have side effects that do not allow iterations to run at once.
fn may_serialize(op: OpRef<'_>) -> bool {
    let is_control = op.isa::<AffineForOp>() || op.isa::<AffineYieldOp>() || op.isa::<AffineIfOp>();
    !is_control && !allocates_only(op) && !is_memory_effect_free(op)
}

/// The obstacle for iterations of a loop to run at once that is in memory.
pub(crate) fn memory_obstacle(view: View<'_, AffineForOp>) -> Option<Obstacle<'_>> {
    let mut accesses = Vec::new();
    for op in view.0.nested_ops() {
        let Some(access) = MemRefAccess::of(op) else {
            if may_serialize(op) {
                return Some(Obstacle::effects(op));
            }
            continue;
        };
        // What is allocated in an iteration belongs to it.
        if !is_local(access.memref, view.0) {
            accesses.push(access);
        }
    }
    carried_dependence(&accesses, nesting_depth(view.0) + 1)
}

/// Replaces a loop by a parallel one that starts reductions from their neutral values, and combines the results with the
/// initial values after it.
fn parallelize(rw: &mut Rewriter<'_>, op: AffineForOp, reductions: &[Reduction]) -> Option<()> {
    let (view, cx) = (op.view(rw), rw.cx());
    let (loc, block) = (view.0.loc(), view.region().entry()?.id());
    let (lower, upper) = (view.lower_bound_map_attr(), view.upper_bound_map_attr());
    let groups = [view.lower_bound_map(), view.upper_bound_map()].map(|map| map.num_results());
    let groups = groups.map(|size| group_sizes_attr(cx, std::iter::once(size)));
    let bounds = view.lower_bound_operands().chain(view.upper_bound_operands());
    let bounds: Vec<Value> = bounds.map(|value| value.id()).collect();
    let (step, inits) = (view.constant_step(), view.inits().map(|value| value.id()).collect::<Vec<_>>());
    let types: Vec<Type> = reductions.iter().map(|reduction| rw.body().value_type(reduction.value)).collect();
    let kinds: Vec<Attr> =
        reductions.iter().map(|reduction| AtomicRMWKindAttr::attr(cx, reduction.kind)).collect();
    let region = rw.take_regions(op.into()).into_iter().next()?;
    rw.set_insertion_point_before(op);
    let made = rw.build(
        AffineParallelOp::of(&bounds)
            .reductions_attr(cx.array_attr(&kinds))
            .lower_bounds_map_attr(lower)
            .lower_bounds_groups_attr(groups[0])
            .upper_bounds_map_attr(upper)
            .upper_bounds_groups_attr(groups[1])
            .steps_attr(cx.array_attr(&[cx.int_attr(Type::I64, step)]))
            .results(&types)
            .region(region)
            .loc(loc),
    );
    let end = rw.body().last_op(block)?;
    let results: Vec<Value> = rw.body().results(made).collect();
    let old: Vec<Value> = rw.body().results(op).collect();
    for (at, reduction) in reductions.iter().enumerate() {
        rw.move_op(reduction.combiner, InsertPoint::Before(op.into()));
        rw.set_operands(reduction.combiner, &[inits[at], results[at]]);
        drop_flags_of_order(rw, reduction.combiner);
        drop_flags_of_neutral(rw, reduction.combiner);
        let combined = rw.body().single_result(reduction.combiner);
        rw.replace_all_uses_with(old[at], combined);
    }
    let values: Vec<Value> = reductions.iter().map(|reduction| reduction.value).collect();
    rw.set_operands(end, &values);
    let keep: Vec<bool> = (0..=reductions.len()).map(|at| at == 0).collect();
    rw.keep_args(block, &keep);
    rw.erase_op(op);
    Some(())
}
