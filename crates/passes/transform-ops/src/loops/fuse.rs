//! Ops that fuse loops.

use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{OpHandle, OpKind, OpRef, op_match};
use terrace_macros::op;
use terrace_passes_scf::coalesce::coalesce_perfectly_nested;
use terrace_passes_scf::sibling_fusion::{fuse_siblings, why_not_fusible};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

/// Fuses a loop into another one that does not depend on it.
#[op("transform.loop.fuse_sibling", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target `into` $source attr-dict `:` functional-type(operands, results)")]
pub struct LoopFuseSiblingOp {
    target: Operand<TRANSFORM_HANDLE>,
    source: Operand<TRANSFORM_HANDLE>,
    fused_loop: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for LoopFuseSiblingOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = LoopFuseSiblingOp::view_of(op);
        let (targets, sources) = (state.payload_ops(view.target()), state.payload_ops(view.source()));
        let (&[target], &[source]) = (targets.as_slice(), sources.as_slice()) else {
            let message = format!(
                "requires exactly one target handle (got {}) and exactly one source handle (got {})",
                targets.len(),
                sources.len()
            );
            return Err(state.definite_at(op, message));
        };
        let (a, b) = (state.op(target), state.op(source));
        let loc = a.loc();
        let fail = |loc, message: &str| {
            Err(TransformFailure::silenceable(terrace_ir::Diag::error(loc, message.to_owned())))
        };
        if a.interface::<dyn LoopLike>().is_none() || b.interface::<dyn LoopLike>().is_none() {
            return fail(loc, "target or source is not a loop op");
        }
        if let Some((loc, message)) = why_not_fusible(a, b) {
            return fail(loc, message);
        }
        let fused = state.rewrite(target.body, |rw| fuse_siblings(rw, target.op, source.op));
        let Some(fused) = fused else { return fail(loc, "operations cannot be fused") };
        results.set(0, vec![OpHandle { body: target.body, op: fused }]);
        Ok(())
    }
}

/// Coalesces the perfect nest that begins with a loop.
#[op("transform.loop.coalesce",
     interfaces(dyn TransformOpInterface = Each(LoopCoalesceOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type($target, $transformed)")]
pub struct LoopCoalesceOp {
    target: Operand<TRANSFORM_HANDLE>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for LoopCoalesceOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        let coalesced = op_match!(payload, {
            ForOp => state.rewrite(target.body, |rw| coalesce_perfectly_nested(rw, target.op)),
            AffineForOp => {
                state.rewrite(target.body, |rw| {
                    terrace_passes_scf::affine_coalesce::coalesce_perfectly_nested(rw, target.op)
                })
            }
            _ => None,
        });
        if coalesced.is_none() {
            return Err(TransformFailure::at(op, "failed to coalesce"));
        }
        Ok(vec![Mapping::Ops(vec![target])])
    }
}
