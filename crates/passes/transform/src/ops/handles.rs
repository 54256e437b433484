//! Ops on handles and parameters: copying, merging, splitting and counting of their payload.

use terrace_ir::attr_kind::{AnyAttr, BoolAttr, I64Attr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::{Attr, CheckResult, Context, OpHandle, OpKind, OpRef, Type};
use terrace_macros::op;

use crate::effects::{Navigation, ProducesHandles, only_reads_handle, only_reads_payload, produces_handle};
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{Each, EachResult, MatchOpInterface, Matcher, TransformEachOp, TransformOpInterface};
use crate::results::{Mapping, TransformResults};
use crate::state::TransformState;
use crate::text::value_in_error;
use crate::types::{
    HandleKind, TRANSFORM_ANY_HANDLE_OR_PARAM, TRANSFORM_HANDLE, TRANSFORM_PARAM, handle_kind,
};

/// Casts a handle to another type.
#[op("transform.cast", traits(CastLike),
     interfaces(dyn TransformOpInterface = Each(CastOp::MODEL), dyn MemoryEffects = Navigation),
     compatible = |_, _, _| true,
     format = "$input attr-dict `:` type($input) `to` type($output)")]
pub struct CastOp {
    input: Operand<TRANSFORM_HANDLE>,
    output: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for CastOp {
    fn apply_to_one(&self, _op: OpRef<'_>, target: OpHandle, _state: &mut TransformState<'_>) -> EachResult {
        Ok(vec![Mapping::Ops(vec![target])])
    }
}

/// Merges the payload of several handles.
#[op("transform.merge_handles", traits(SameOperandsAndResultType, InferTypes),
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects),
     infer = terrace_dialects_builtin::infer::first_operand,
     format = "(`deduplicate` $deduplicate^)? $handles attr-dict `:` type($result)")]
pub struct MergeHandlesOp {
    handles: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    deduplicate: OptProp<UnitAttr>,
    result: Res<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

impl MemoryEffects for MergeHandlesOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

impl TransformOpInterface for MergeHandlesOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MergeHandlesOp::view_of(op);
        let kind = handle_kind(op.cx(), view.result().ty()).unwrap_or(HandleKind::Op);
        let mut all = Mapping::empty(kind);
        for mapping in state.mapped_values(view.handles()) {
            all.append(mapping);
        }
        if view.deduplicate() {
            match &mut all {
                Mapping::Ops(ops) => deduplicate(ops),
                Mapping::Values(values) => deduplicate(values),
                Mapping::Params(params) => deduplicate(params),
            }
        }
        results.set_mapped(0, all);
        Ok(())
    }

    fn allows_repeated_handle_operands(&self, op: OpRef<'_>) -> bool {
        // Handles may be repeated here for no other reason than to become one.
        MergeHandlesOp::view_of(op).deduplicate()
    }
}

fn deduplicate<T: Copy + Eq + std::hash::Hash>(all: &mut Vec<T>) {
    let mut seen = rustc_hash::FxHashSet::default();
    all.retain(|&at| seen.insert(at));
}

/// Repeats the payload of handles by the number of payload ops of another one.
#[op("transform.replicate", interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     traits(AllTypesMatch(&["handles", "replicated"])),
     format = "`num` `(` $pattern `)` $handles attr-dict `:` type($pattern) `,` type($handles)")]
pub struct ReplicateOp {
    pattern: Operand<TRANSFORM_HANDLE>,
    handles: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    replicated: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

impl TransformOpInterface for ReplicateOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = ReplicateOp::view_of(op);
        let count = state.payload_ops(view.pattern()).len();
        for (i, mapping) in state.mapped_values(view.handles()).into_iter().enumerate() {
            let mut all = Mapping::empty(mapping.kind());
            for _ in 0..count {
                all.append(mapping.clone());
            }
            results.set_mapped(i, all);
        }
        Ok(())
    }
}

/// Splits a handle into one for each payload object.
#[op("transform.split_handle", interfaces(dyn TransformOpInterface, dyn MemoryEffects), verify = verify_split,
     format = "$handle attr-dict `:` functional-type(operands, results)")]
pub struct SplitHandleOp {
    handle: Operand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    pass_through_empty_handle: DefaultProp<BoolAttr, always>,
    fail_on_payload_too_small: DefaultProp<BoolAttr, always>,
    overflow_result: OptProp<I64Attr>,
    results: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

fn always(cx: &Context) -> Attr {
    cx.bool_attr(true)
}

fn verify_split(op: OpRef<'_>) -> CheckResult {
    let view = SplitHandleOp::view_of(op);
    let cx = op.cx();
    if let Some(overflow) = view.overflow_result()
        && (overflow < 0 || overflow as usize >= view.results().len())
    {
        return Err(op_error(op, "overflow_result is not a valid result index".to_owned()));
    }
    let kind = handle_kind(cx, view.handle().ty());
    if view.results().any(|result| handle_kind(cx, result.ty()) != kind) {
        let message = "expects result types to implement the same transform interface as the operand type";
        return Err(op_error(op, message.to_owned()));
    }
    Ok(())
}

impl MemoryEffects for SplitHandleOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
    }
}

impl TransformOpInterface for SplitHandleOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = SplitHandleOp::view_of(op);
        let kind = handle_kind(op.cx(), view.handle().ty()).unwrap_or(HandleKind::Op);
        let mapping = state.mapping(view.handle()).cloned().unwrap_or(Mapping::empty(kind));
        let (payloads, wanted) = (mapping.len(), view.results().len());
        let overflow = view.overflow_result().map(|at| at as usize);
        let is_empty = payloads == 0 && view.pass_through_empty_handle();
        let too_many = payloads > wanted && overflow.is_none();
        let too_few = payloads < wanted && !is_empty && view.fail_on_payload_too_small();
        if too_many || too_few {
            let handle = value_in_error(view.handle());
            let message =
                format!("{handle} expected to contain {wanted} payloads but it contains {payloads} payloads");
            return Err(TransformFailure::at(op, message));
        }
        let mut parts: Vec<Mapping> = vec![Mapping::empty(kind); wanted];
        for (i, part) in mapping.split().into_iter().enumerate() {
            // With an overflow result, what the results do not take goes there.
            let at = if i >= wanted { overflow.unwrap_or(i) } else { i };
            if let Some(slot) = parts.get_mut(at) {
                slot.append(part);
            }
        }
        for (i, part) in parts.into_iter().enumerate() {
            results.set_mapped(i, part);
        }
        Ok(())
    }
}

/// Counts the payload of a handle.
#[op("transform.num_associations",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     verify = verify_num_associations, format = "$handle attr-dict `:` functional-type(operands, results)")]
pub struct NumAssociationsOp {
    handle: Operand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    num: Res<TRANSFORM_PARAM>,
}

fn verify_num_associations(op: OpRef<'_>) -> CheckResult {
    let (cx, num) = (op.cx(), NumAssociationsOp::view_of(op).num());
    let i64_param = num.ty().dyn_cast::<crate::types::ParamType>(cx).map(|param| param.type_(cx));
    match i64_param == Some(Type::I64) || num.ty().isa::<crate::types::AnyParamType>(cx) {
        true => Ok(()),
        false => Err(op_error(op, "expects result type to be !transform.param<i64>".to_owned())),
    }
}

impl TransformOpInterface for NumAssociationsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let count = state.mapping(NumAssociationsOp::view_of(op).handle()).map_or(0, Mapping::len);
        results.set_params(0, vec![op.cx().int_attr(Type::I64, count as i64)]);
        Ok(())
    }
}

/// A parameter with one value.
#[op("transform.param.constant",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = ProducesHandles),
     format = "$value attr-dict `->` type($param)")]
pub struct ParamConstantOp {
    value: Prop<AnyAttr>,
    param: Res<TRANSFORM_PARAM>,
}

impl TransformOpInterface for ParamConstantOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        _state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        results.set_params(0, vec![ParamConstantOp::view_of(op).value()]);
        Ok(())
    }
}
