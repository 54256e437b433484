//! Ops that take iterations apart and together: peeling, unrolling, promotion, pipelining; and hoisting from loops.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use terrace_dialects_core::scf::{
    ForOp, ForallOp, promote_forall_if_one_iteration, promote_if_one_iteration,
};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_vector::TransferReadOp;
use terrace_ir::attr_kind::{BoolAttr, I64Attr};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Attr, Context, Op, OpHandle, OpKind, OpRef, Rewriter, Type, op_match};
use terrace_macros::op;
use terrace_passes_affine::unroll as affine_unroll;
use terrace_passes_affine::unroll_jam::{jam_obstacle, unroll_jam_by_factor};
use terrace_passes_scf::memory_order::{Reordered, first_overtaken, first_reordered};
use terrace_passes_scf::peeling::{peel_first, peel_last};
use terrace_passes_scf::pipeline::{PipeliningOptions, pipeline_for_loop};
use terrace_passes_scf::unroll::unroll_by_factor;
use terrace_passes_scf::unroll_jam::unroll_and_jam_by_factor;
use terrace_rewrite::passes::subset_hoisting;
use terrace_transform::effects::{
    FunctionalStyle, ReadsHandlesModifiesPayload, consumes_handle, modifies_payload,
};
use terrace_transform::ops::navigation::PositiveI64Attr;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformState,
};

use super::wrong_kind;
use crate::types::SCF_FOR_HANDLE;

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

fn one(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 1)
}

fn ten(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 10)
}

/// Moves the first or the last iteration out of a loop.
#[op("transform.loop.peel",
     interfaces(dyn TransformOpInterface = Each(LoopPeelOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct LoopPeelOp {
    target: Operand<SCF_FOR_HANDLE>,
    peel_front: DefaultProp<BoolAttr, no>,
    fail_if_already_divisible: DefaultProp<BoolAttr, no>,
    peeled_loop: Res<TRANSFORM_HANDLE>,
    remainder_loop: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for LoopPeelOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let front = LoopPeelOp::view_of(op).peel_front();
        let peel = if front { peel_first } else { peel_last };
        let Some(rest) = state.rewrite(target.body, |rw| peel(rw, ForOp::assume(target.op))) else {
            let which = if front { "first" } else { "last" };
            return Err(TransformFailure::at(op, format!("failed to peel the {which} iteration")));
        };
        Ok(vec![Mapping::Ops(vec![target]), Mapping::Ops(vec![OpHandle { body: target.body, op: rest }])])
    }

    fn target_name(&self) -> Option<&'static str> {
        Some(ForOp::DEF.name)
    }
}

/// Pipelines a loop, so that an iteration loads the operands of a later one.
#[op("transform.loop.pipeline",
     interfaces(dyn TransformOpInterface = Each(LoopPipelineOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct LoopPipelineOp {
    target: Operand<SCF_FOR_HANDLE>,
    iteration_interval: DefaultProp<I64Attr, one>,
    read_latency: DefaultProp<I64Attr, ten>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for LoopPipelineOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let view = LoopPipelineOp::view_of(op);
        let Ok(interval @ 1..) = usize::try_from(view.iteration_interval()) else {
            return Err(TransformFailure::at(op, "expected a positive iteration interval"));
        };
        let latency = u64::try_from(view.read_latency()).unwrap_or(0);
        let loc = state.op(target).loc();
        let schedule = schedule(state.op(target), interval, latency);
        if !state.op(target).cx().matches_upstream()
            && let Some(found) = first_overtaken(state.op(target), &schedule)
        {
            return Err(reordered(op, "pipeline", found));
        }
        let made = state.rewrite(target.body, |rw| {
            pipeline_for_loop(rw, target.op, schedule, PipeliningOptions::default())
        });
        match made {
            Ok(Some(made)) => Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])]),
            Ok(None) => Err(TransformFailure::failed_to_apply(op, loc)),
            Err(diag) => {
                state.report(diag);
                Err(TransformFailure::failed_to_apply(op, loc))
            }
        }
    }

    fn target_name(&self) -> Option<&'static str> {
        Some(ForOp::DEF.name)
    }
}

/// The failure to do something with a loop that would reorder two accesses.
fn reordered(op: OpRef<'_>, what: &str, found: Reordered) -> TransformFailure {
    let message = format!(
        "failed to {what}: an access would come before one that it follows, maybe to the same memory"
    );
    let failure = TransformFailure::at(op, message).note(found.earlier, "this access comes first");
    failure.note(found.later, "this one follows it, now or in a later iteration")
}

/// The modulo schedule of a loop's ops with their stages, for an initiation interval of `interval` cycles:
/// each op as early as its operands permit, after `latency` cycles for a transfer read and one cycle for any
/// other op.
fn schedule(target: OpRef<'_>, interval: usize, latency: u64) -> Vec<(Op, usize)> {
    let view = ForOp::view_of(target);
    let span = match [view.lower_bound(), view.upper_bound()].map(m_scalar_i64) {
        [Some(lower), Some(upper)] => Some((upper as u32).wrapping_sub(lower as u32).wrapping_sub(1)),
        _ => None,
    };
    let mut cycles: FxHashMap<Op, u64> = FxHashMap::default();
    let mut wrapped: BTreeMap<usize, Vec<Op>> = BTreeMap::new();
    let end = view.region().entry().and_then(|block| block.last()).map(|end| end.id());
    for op in view.region().blocks().flat_map(|block| block.ops()).filter(|op| Some(op.id()) != end) {
        let ready = op.operands().filter_map(|value| {
            let def = value.defining_op()?;
            let taken = if def.isa::<TransferReadOp>() { latency } else { 1 };
            let taken = span.map_or(taken, |span| taken.min(u64::from(span)));
            Some(cycles.get(&def.id()).copied().unwrap_or(0) + taken)
        });
        let cycle = ready.fold(0, Ord::max);
        cycles.insert(op.id(), cycle);
        wrapped.entry((cycle % interval as u64) as usize).or_default().push(op.id());
    }
    let stage = |op: Op| (cycles[&op] / interval as u64) as usize;
    wrapped.into_values().flatten().map(|op| (op, stage(op))).collect()
}

/// Replaces a loop that runs once by its body.
#[op("transform.loop.promote_if_one_iteration",
     interfaces(dyn TransformOpInterface = Each(LoopPromoteIfOneIterationOp::MODEL), dyn MemoryEffects),
     format = "$target attr-dict `:` type($target)")]
pub struct LoopPromoteIfOneIterationOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl MemoryEffects for LoopPromoteIfOneIterationOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        modifies_payload(out);
    }
}

impl TransformEachOp for LoopPromoteIfOneIterationOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        if payload.interface::<dyn LoopLike>().is_none() {
            return Err(wrong_kind(op, payload.loc()));
        }
        let promote: fn(&mut Rewriter<'_>, Op) -> Option<()> = op_match!(payload, {
            ForOp => |rw, op| promote_if_one_iteration(rw, ForOp::assume(op)),
            ForallOp => |rw, op| promote_forall_if_one_iteration(rw, ForallOp::assume(op)),
            _ => return Ok(Vec::new()),
        });
        state.rewrite(target.body, |rw| promote(rw, target.op));
        Ok(Vec::new())
    }
}

/// Unrolls a loop by a factor.
type Unroll = fn(&mut Rewriter<'_>, Op, u64) -> Option<()>;

/// Unrolls a loop of `scf` or `affine`.
fn unroll(
    op: OpRef<'_>,
    (target, factor): (OpHandle, i64),
    state: &mut TransformState<'_>,
    [of_scf, of_affine]: [Unroll; 2],
    failed: &str,
) -> EachResult {
    let payload = state.op(target);
    let unroll = op_match!(payload, {
        ForOp => of_scf,
        AffineForOp => of_affine,
        _ => {
            return Err(TransformFailure::at(op, format!("{failed}, incorrect type of payload")));
        }
    });
    let factor = u64::try_from(factor).unwrap_or(1);
    match state.rewrite(target.body, |rw| unroll(rw, target.op, factor)) {
        Some(()) => Ok(Vec::new()),
        None => Err(TransformFailure::at(op, failed)),
    }
}

/// Unrolls a loop.
#[op("transform.loop.unroll",
     interfaces(dyn TransformOpInterface = Each(LoopUnrollOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` type($target)")]
pub struct LoopUnrollOp {
    target: Operand<TRANSFORM_HANDLE>,
    factor: Prop<PositiveI64Attr>,
}

impl TransformEachOp for LoopUnrollOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let factor = LoopUnrollOp::view_of(op).factor();
        let ways: [Unroll; 2] = [unroll_by_factor, |rw, op, factor| {
            affine_unroll::unroll_by_factor(rw, AffineForOp::assume(op), factor)
        }];
        unroll(op, (target, factor), state, ways, "failed to unroll")
    }
}

/// Unrolls a loop, and fuses the copies of its nested loops.
#[op("transform.loop.unroll_and_jam",
     interfaces(dyn TransformOpInterface = Each(LoopUnrollAndJamOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` type($target)")]
pub struct LoopUnrollAndJamOp {
    target: Operand<TRANSFORM_HANDLE>,
    factor: Prop<PositiveI64Attr>,
}

impl TransformEachOp for LoopUnrollAndJamOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let factor = LoopUnrollAndJamOp::view_of(op).factor();
        let payload = state.op(target);
        let (times, is_checked) = (u64::try_from(factor).unwrap_or(1), !payload.cx().matches_upstream());
        if is_checked
            && payload.isa::<ForOp>()
            && let Some(found) = first_reordered(payload, times)
        {
            return Err(reordered(op, "unroll and jam", found));
        }
        if is_checked
            && let Some(view) = payload.cast::<AffineForOp>()
            && let Some(obstacle) = jam_obstacle(view, times)
        {
            let failure = TransformFailure::at(op, format!("failed to unroll and jam: {}", obstacle.rule));
            let what = if obstacle.destination.is_some() { "the source of the dependence" } else { "the op" };
            let failure = failure.note(obstacle.source.loc(), what);
            return Err(match obstacle.destination {
                Some(destination) => failure.note(destination.loc(), "the destination of the dependence"),
                None => failure,
            });
        }
        let ways: [Unroll; 2] = [unroll_and_jam_by_factor, |rw, op, factor| {
            unroll_jam_by_factor(rw, AffineForOp::assume(op), factor)
        }];
        unroll(op, (target, factor), state, ways, "failed to unroll and jam")
    }
}

/// Hoists parts of carried tensors that every iteration accesses.
#[op("transform.loop.hoist_loop_invariant_subsets",
     interfaces(dyn TransformOpInterface = HoistSubsets, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target attr-dict `:` type($target)")]
pub struct HoistLoopInvariantSubsetsOp {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Hoists from each target; losing a handle is a failure.
struct HoistSubsets;

impl TransformOpInterface for HoistSubsets {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut terrace_transform::TransformResults,
    ) -> TransformResult {
        Each(HoistLoopInvariantSubsetsOp::MODEL).apply(op, state, results)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

impl TransformEachOp for HoistLoopInvariantSubsetsOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        if payload.interface::<dyn LoopLike>().is_none() {
            return Err(wrong_kind(op, payload.loc()));
        }
        state.rewrite(target.body, |rw| subset_hoisting::hoist_from_loop(rw, target.op));
        Ok(Vec::new())
    }
}
