//! The ops that hoist padding out of loops.

use terrace_dialects_core::scf::ForOp;
use terrace_dialects_mem::tensor::PadOp;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, I64Attr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{CheckResult, OpHandle, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_scf::hoist_pad::{build_packing_loop_nest, hoist_pad};
use terrace_transform::effects::{FunctionalStyle, ReadsHandlesModifiesPayload};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformOpInterface, TransformResult, TransformResults,
    TransformState,
};

use super::actions::{check_kind, not_applied, number_list};
use super::checks::{fail, is_permutation};
use super::sizes::no_numbers;

fn verify_hoist(op: OpRef<'_>, transpose: Vec<i64>) -> CheckResult {
    match is_permutation(&transpose) {
        true => Ok(()),
        false => {
            let found = number_list(&transpose);
            fail(op, format!("expects transpose to be a permutation, found {found}"))
        }
    }
}

/// Creates the packing loops of hoisted padding.
#[op("transform.structured.hoist_pad.build_packing_loop_nest",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target `above` $loop (`,` `transpose` `by` $transpose^)? attr-dict `:` functional-type(operands, results)",
     verify = |op| verify_hoist(op, HoistPadBuildPackingLoopNestOp::view_of(op).transpose().to_vec()))]
pub struct HoistPadBuildPackingLoopNestOp {
    target: Operand<TRANSFORM_HANDLE>,
    r#loop: Operand<TRANSFORM_HANDLE>,
    transpose: DefaultProp<DenseI64ArrayAttr, no_numbers>,
    packing_loop: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for HoistPadBuildPackingLoopNestOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = HoistPadBuildPackingLoopNestOp::view_of(op);
        let (targets, loops) = (state.payload_ops(view.target()), state.payload_ops(view.loop_()));
        let (&[target], &[looped]) = (&targets[..], &loops[..]) else {
            let (targets, loops) = (targets.len(), loops.len());
            let message =
                format!("requires exactly one target and one loop handle (got {targets} and {loops})");
            return Err(state.definite_at(op, message));
        };
        if !state.op(target).isa::<PadOp>() || !state.op(looped).isa::<ForOp>() {
            return Err(state.definite_at(op, "requires exactly 2 non-null handles"));
        }
        let transpose = view.transpose().to_vec();
        let made = match target.body == looped.body {
            true => state.rewrite(target.body, |rw| {
                build_packing_loop_nest(rw, PadOp::assume(target.op), looped.op, &transpose)
            }),
            false => None,
        };
        let Some(made) = made else { return Err(state.definite_at(op, "could not build packing loop nest")) };
        let made = made.outermost.unwrap_or(made.pad);
        results.set(0, vec![OpHandle { body: target.body, op: made }]);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Hoists padding out of loops.
#[op("transform.structured.hoist_pad",
     interfaces(dyn TransformOpInterface = Each(HoistPadOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target `by` $num_loops `loops` (`,` `transpose` `by` $transpose^)? attr-dict `:` \
               functional-type(operands, results)",
     verify = |op| verify_hoist(op, HoistPadOp::view_of(op).transpose().to_vec()))]
pub struct HoistPadOp {
    target: Operand<TRANSFORM_HANDLE>,
    num_loops: Prop<I64Attr>,
    transpose: DefaultProp<DenseI64ArrayAttr, no_numbers>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for HoistPadOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_kind(op, state, target, |payload| payload.isa::<PadOp>())?;
        let view = HoistPadOp::view_of(op);
        let (transpose, loops) = (view.transpose().to_vec(), usize::try_from(view.num_loops()).ok());
        let failure = not_applied(op, state, target);
        let made = state.rewrite(target.body, |rw| {
            let made = hoist_pad(rw, PadOp::assume(target.op), loops?, &transpose)?;
            rw.replace_op(target.op, &[made.value]);
            Some(made.pad)
        });
        let made = made.ok_or(failure)?;
        Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])])
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
