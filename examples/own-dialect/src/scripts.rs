//! Ops of scripts: one that changes payload, and a matcher.

use terrace::prelude::*;
use terrace::transform::prelude::*;

use crate::attributes::{ModeAttr, OpenOp, RangeAttr};

/// The ops that the dialect adds to the dialect `transform`.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[MatchRangeOp::DEF, SetModeOp::DEF], ..EMPTY_EXTENSION };

/// Lets each of its payload ops, which are `my.open`, open its box in a mode.
#[op("transform.my.set_mode",
     interfaces(dyn TransformOpInterface = Each(SetModeOp::MODEL), dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target `to` $mode attr-dict `:` type($target)")]
pub struct SetModeOp {
    target: Operand<TRANSFORM_HANDLE>,
    mode: Prop<ModeAttr>,
}

impl TransformEachOp for SetModeOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.op(target);
        if !payload.isa::<OpenOp>() {
            let failure = TransformFailure::at(op, "only applies to my.open payloads");
            return Err(failure.note(payload.loc(), "offending payload"));
        }
        let mode = SetModeOp::view_of(op).mode_attr();
        state.rewrite(target.body, |rw| rw.set_attr(target.op, "mode", mode));
        Ok(Vec::new())
    }
}

/// Succeeds for a `my.open`, and returns both ends of its range.
#[op("transform.match.my.range",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$op attr-dict `:` functional-type($op, results)")]
pub struct MatchRangeOp {
    op: Operand<TRANSFORM_HANDLE>,
    low: Res<TRANSFORM_PARAM>,
    high: Res<TRANSFORM_PARAM>,
}

impl TransformOpInterface for MatchRangeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), MatchRangeOp::view_of(op));
        let &[payload] = state.payload_ops(view.op()).as_slice() else {
            return Err(TransformFailure::at(op, "expected single payload"));
        };
        let payload = state.op(payload);
        let range = payload.isa::<OpenOp>().then(|| OpenOp::view_of(payload).range_attr());
        let Some(range) = range.and_then(|range| range.dyn_cast::<RangeAttr>(cx)) else {
            return Err(TransformFailure::at(op, "expected an op with a range"));
        };
        for (number, end) in [range.low(cx), range.high(cx)].into_iter().enumerate() {
            results.set_params(number, vec![cx.int_attr(Type::I64, end)]);
        }
        Ok(())
    }
}
