//! Ops that match structured ops: `transform.match.structured`, and the predicates in it.

use terrace_analysis::reductions::match_reduction;
use terrace_dialects_linalg::classify::{
    check_contraction_body, contraction_dims, convolution_dims, is_elementwise,
};
use terrace_dialects_linalg::structured::{Structured, as_structured, static_loops};
use terrace_ir::attr_kind::{DenseI64ArrayAttr, I64Attr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::{CheckResult, OpHandle, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;
use terrace_transform::effects::{Navigation, only_reads_handle, only_reads_payload};
use terrace_transform::ops::FailurePropagationMode;
use terrace_transform::ops::FailurePropagationModeAttr;
use terrace_transform::ops::matchers::StrArrayAttr;
use terrace_transform::ops::navigation::{TRANSFORM_MATCH_DIMS, expand_positions, verify_positions};
use terrace_transform::types::{
    HandleKind, TRANSFORM_ANY_HANDLE_OR_PARAM, TRANSFORM_HANDLE, TRANSFORM_PARAM, TRANSFORM_VALUE_HANDLE,
    handle_kind,
};
use terrace_transform::{
    Mapping, MatchOpInterface, Matcher, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use super::semi_function_type::SEMI_FUNCTION_TYPE;

/// The only payload op of a handle.
fn single_op(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    handle: ValueRef<'_>,
) -> TransformResult<OpHandle> {
    match state.payload_ops(handle).as_slice() {
        &[payload] => Ok(payload),
        _ => {
            let message = "SingleOpMatchOpTrait requires the operand handle to point to a single payload op";
            Err(state.definite_at(op, message))
        }
    }
}

/// The only payload op of a handle, which must be a structured op.
pub(super) fn single_structured<'a>(
    op: OpRef<'_>,
    state: &'a mut TransformState<'_>,
    handle: ValueRef<'_>,
) -> TransformResult<(&'static dyn Structured, OpRef<'a>)> {
    let payload = single_op(op, state, handle)?;
    if as_structured(state.op(payload)).is_none() {
        return Err(state.definite_at(op, "expected a Linalg op"));
    }
    let payload = state.op(payload);
    match as_structured(payload) {
        Some(structured) => Ok((structured, payload)),
        None => Err(TransformFailure::Definite),
    }
}

/// Verifies that a predicate is nested in a `transform.match.structured` and applies to the op that this
/// matches.
pub(super) fn verify_predicate(op: OpRef<'_>, handle: ValueRef<'_>) -> CheckResult {
    let Some(parent) = op.parent_op().filter(|parent| parent.isa::<MatchStructuredOp>()) else {
        return Err(op_error(op, "expects parent op to be 'transform.match.structured'".to_owned()));
    };
    let block = MatchStructuredOp::view_of(parent).body_region().entry();
    match block.and_then(|block| block.args().next()) {
        Some(argument) if argument != handle => {
            Err(op_error(op, "expected predicate to apply to the surrounding structured op".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Matches a structured op that satisfies the predicates in the region.
#[op("transform.match.structured", traits(SingleBlockImplicitTerminator("transform.match.structured.yield")),
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     customs(&SEMI_FUNCTION_TYPE), verify = verify_structured_matcher,
     format = "(`failures` `(` $failure_propagation_mode^ `)`)? $current `:` \
               custom<SemiFunctionType>(type($current), type($outputs)) attr-dict-with-keyword regions")]
pub struct MatchStructuredOp {
    current: Operand<TRANSFORM_HANDLE>,
    failure_propagation_mode: OptProp<FailurePropagationModeAttr>,
    outputs: VarRes<TRANSFORM_ANY_HANDLE_OR_PARAM>,
    body_region: Region<Sized<1>>,
}

fn verify_structured_matcher(op: OpRef<'_>) -> CheckResult {
    let Some(block) = MatchStructuredOp::view_of(op).body_region().entry() else { return Ok(()) };
    let mut arguments = block.args();
    let (Some(argument), None) = (arguments.next(), arguments.next()) else {
        return Err(op_error(op, "expected one body argument".to_owned()));
    };
    if handle_kind(op.cx(), argument.ty()) != Some(HandleKind::Op) {
        let message = "expected body argument to implement TransformHandleTypeInterface";
        return Err(op_error(op, message.to_owned()));
    }
    let end = block.terminator();
    let mut nested = block.ops().filter(|nested| end.is_none_or(|end| end.id() != nested.id()));
    match nested.find(|nested| nested.interface::<dyn MatchOpInterface>().is_none()) {
        None => Ok(()),
        Some(other) => {
            let message = "expects nested operations to implement MatchOpInterface";
            Err(op_error(op, message.to_owned()).note(other.loc(), "offending operation"))
        }
    }
}

impl TransformOpInterface for MatchStructuredOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredOp::view_of(op);
        let mode = view.failure_propagation_mode().unwrap_or(FailurePropagationMode::Propagate);
        let suppress = mode == FailurePropagationMode::Suppress;
        let payload = single_op(op, state, view.current())?;
        if as_structured(state.op(payload)).is_none() {
            return match suppress {
                true => Ok(()),
                false => Err(TransformFailure::at(op, "expected a Linalg op")),
            };
        }
        let Some(block) = view.body_region().entry() else { return Ok(()) };
        let Some(end) = block.terminator() else { return Ok(()) };
        state.in_region_scope(|state| {
            state.map_block_arguments(view.body_region(), vec![Mapping::Ops(vec![payload])])?;
            let mut failed = None;
            for nested in block.ops().filter(|nested| nested.id() != end.id()) {
                match state.apply_transform(nested) {
                    Err(TransformFailure::Silenceable(_)) if suppress => {
                        failed = Some(nested);
                        break;
                    }
                    other => other?,
                }
            }
            // What comes from ops that were not applied stands for nothing.
            let is_defined = |operand: &ValueRef<'s>| {
                let maker = operand.defining_op().filter(|maker| {
                    maker.body_id() == op.body_id()
                        && maker.block().map(|block| block.id()) == Some(block.id())
                });
                match (maker, failed) {
                    (Some(maker), Some(failed)) => op.body().is_before(maker.id(), failed.id()),
                    _ => true,
                }
            };
            for (at, operand) in end.operands().enumerate().filter(|(_, operand)| is_defined(operand)) {
                for mapping in state.mapped_values([operand]) {
                    results.set_mapped(at, mapping);
                }
            }
            Ok(())
        })
    }
}

/// Returns the results of a matcher.
#[op("transform.match.structured.yield", traits(Terminator),
     interfaces(dyn MemoryEffects),
     format = "$handles attr-dict (`:` type($handles)^)?")]
pub struct MatchStructuredYieldOp {
    handles: VarOperand<TRANSFORM_ANY_HANDLE_OR_PARAM>,
}

impl MemoryEffects for MatchStructuredYieldOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        only_reads_payload(out);
    }
}

/// Matches ops whose computation is of a form.
#[op("transform.match.structured.body",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     verify = verify_body, format = "$operand_handle attr-dict `:` type($operand_handle)")]
pub struct MatchStructuredBodyOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
    reduction_position: OptProp<I64Attr>,
    passthrough: OptProp<UnitAttr>,
    elementwise: OptProp<UnitAttr>,
    contraction: OptProp<StrArrayAttr>,
}

fn verify_body(op: OpRef<'_>) -> CheckResult {
    let view = MatchStructuredBodyOp::view_of(op);
    let forms = [
        view.reduction_position().is_some(),
        view.passthrough(),
        view.elementwise(),
        view.contraction().is_some(),
    ];
    if forms.iter().filter(|&&form| form).count() > 1 {
        let message = "only one of {\"reduction_position\", \"passthrough\", \"elementwise\", \"contraction\"} is allowed";
        return Err(op_error(op, message.to_owned()));
    }
    if view.contraction().is_some_and(|names| names.len() != 2) {
        return Err(op_error(op, "expects \"contraction\" to contain two elements".to_owned()));
    }
    verify_predicate(op, view.operand_handle())
}

impl TransformOpInterface for MatchStructuredBodyOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredBodyOp::view_of(op);
        let (structured, payload) = single_structured(op, state, view.operand_handle())?;
        let Some(block) = payload.regions().next().and_then(|region| region.entry()) else { return Ok(()) };
        if let Some(position) = view.reduction_position() {
            let carried: Vec<ValueRef<'_>> = block.args().skip(structured.destinations(payload).0).collect();
            let found = usize::try_from(position).ok().and_then(|at| match_reduction(&carried, at));
            return match found {
                Some(_) => Ok(()),
                None => Err(TransformFailure::at(op, "could not match reduction")),
            };
        }
        if view.passthrough() {
            return match block.ops().count() {
                1 => Ok(()),
                _ => Err(TransformFailure::at(op, "not a passthrough").note(payload.loc(), "payload op")),
            };
        }
        if view.elementwise() {
            return match is_elementwise(payload) {
                true => Ok(()),
                false => Err(TransformFailure::at(op, "not elementwise")),
            };
        }
        if let Some(names) = view.contraction() {
            let (Some(first), Some(second)) = (names.get(0), names.get(1)) else {
                return Err(TransformFailure::at(op, "expected two names of ops in a contraction"));
            };
            let names = [first, second];
            return check_contraction_body(block, names)
                .map_err(|message| TransformFailure::at(op, format!("contraction: {message}")));
        }
        Err(state.definite_at(op, "unknown body condition"))
    }
}

/// Maps results to lists of dimensions.
fn set_dims(op: OpRef<'_>, results: &mut TransformResults, lists: &[Vec<i64>]) {
    for (at, list) in lists.iter().enumerate() {
        results.set_params(at, list.iter().map(|&dim| op.cx().int_attr(Type::I64, dim)).collect());
    }
}

/// Matches ops whose dimensions are those of a contraction, and returns these.
#[op("transform.match.structured.classify_contraction_dims",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     verify = |op| verify_predicate(op, MatchStructuredClassifyContractionDimsOp::view_of(op).operand_handle()),
     format = "$operand_handle attr-dict `:` functional-type(operands, results)")]
pub struct MatchStructuredClassifyContractionDimsOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
    batch: Res<TRANSFORM_PARAM>,
    m: Res<TRANSFORM_PARAM>,
    n: Res<TRANSFORM_PARAM>,
    k: Res<TRANSFORM_PARAM>,
}

impl TransformOpInterface for MatchStructuredClassifyContractionDimsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredClassifyContractionDimsOp::view_of(op);
        let (_, payload) = single_structured(op, state, view.operand_handle())?;
        let Some(dims) = contraction_dims(payload) else {
            return Err(TransformFailure::at(op, "could not infer contraction dimensions"));
        };
        set_dims(op, results, &[dims.batch, dims.m, dims.n, dims.k]);
        Ok(())
    }
}

/// Matches ops whose dimensions are those of a convolution, and returns these.
#[op("transform.match.structured.classify_convolution_dims",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     verify = |op| verify_predicate(op, MatchStructuredClassifyConvolutionDimsOp::view_of(op).operand_handle()),
     format = "$operand_handle attr-dict `:` functional-type(operands, results)")]
pub struct MatchStructuredClassifyConvolutionDimsOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
    batch: Res<TRANSFORM_PARAM>,
    output_image: Res<TRANSFORM_PARAM>,
    output_channel: Res<TRANSFORM_PARAM>,
    filter_loop: Res<TRANSFORM_PARAM>,
    input_channel: Res<TRANSFORM_PARAM>,
    depth: Res<TRANSFORM_PARAM>,
    strides: Res<TRANSFORM_PARAM>,
    dilations: Res<TRANSFORM_PARAM>,
}

impl TransformOpInterface for MatchStructuredClassifyConvolutionDimsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredClassifyConvolutionDimsOp::view_of(op);
        let (_, payload) = single_structured(op, state, view.operand_handle())?;
        let Some(dims) = convolution_dims(payload) else {
            return Err(TransformFailure::at(op, "could not infer convolution dimensions"));
        };
        let lists = [
            dims.batch,
            dims.output_image,
            dims.output_channel,
            dims.filter_loop,
            dims.input_channel,
            dims.depth,
            dims.strides,
            dims.dilations,
        ];
        set_dims(op, results, &lists);
        Ok(())
    }
}

/// Matches ops whose dimensions meet the conditions, and returns their extents.
#[op("transform.match.structured.dim",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     customs(&TRANSFORM_MATCH_DIMS, &SEMI_FUNCTION_TYPE), verify = verify_dim,
     format = "$operand_handle `[` custom<TransformMatchDims>($raw_dim_list, $is_inverted, $is_all) `]` attr-dict `:` \
               custom<SemiFunctionType>(type($operand_handle), type($result))")]
pub struct MatchStructuredDimOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
    raw_dim_list: Prop<DenseI64ArrayAttr>,
    is_inverted: OptProp<UnitAttr>,
    is_all: OptProp<UnitAttr>,
    parallel: OptProp<UnitAttr>,
    reduction: OptProp<UnitAttr>,
    result: OptRes<TRANSFORM_PARAM>,
}

fn verify_dim(op: OpRef<'_>) -> CheckResult {
    let view = MatchStructuredDimOp::view_of(op);
    if view.parallel() && view.reduction() {
        let message = "cannot request the same dimension to be both parallel and reduction";
        return Err(op_error(op, message.to_owned()));
    }
    verify_positions(op, &view.raw_dim_list().to_vec(), view.is_inverted(), view.is_all())?;
    verify_predicate(op, view.operand_handle())
}

impl TransformOpInterface for MatchStructuredDimOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredDimOp::view_of(op);
        let (structured, payload) = single_structured(op, state, view.operand_handle())?;
        let parallel = structured.parallel(payload);
        let raw = view.raw_dim_list().to_vec();
        let dims = expand_positions(op, (&raw, view.is_inverted(), view.is_all()), parallel.len()).map_err(
            |failure| failure.note(payload.loc(), "while considering dimensions of this payload operation"),
        )?;
        if view.parallel() || view.reduction() {
            let (wanted, word) = if view.parallel() { (true, "parallel") } else { (false, "reduction") };
            if let Some(dim) = dims.iter().find(|&&dim| parallel[dim] != wanted) {
                return Err(TransformFailure::at(op, format!("expects dimension #{dim} to be {word}")));
            }
        }
        if view.result().is_some() {
            let extents = static_loops(payload, &structured.indexing_maps(payload));
            let extent = |&dim: &usize| extents.get(dim).copied().unwrap_or(terrace_ir::DYNAMIC);
            set_dims(op, results, &[dims.iter().map(extent).collect()]);
        }
        Ok(())
    }
}

/// Returns how many bits the elements of a value have.
#[op("transform.match.structured.elemental_bitwidth",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$operand_handle attr-dict `:` functional-type(operands, results)")]
pub struct MatchStructuredElementalBitwidthOp {
    operand_handle: Operand<TRANSFORM_VALUE_HANDLE>,
    result: Res<TRANSFORM_PARAM>,
}

impl TransformOpInterface for MatchStructuredElementalBitwidthOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchStructuredElementalBitwidthOp::view_of(op);
        let &[value] = state.payload_values(view.operand_handle()).as_slice() else {
            let message =
                "SingleValueMatchOpTrait requires the value handle to point to a single payload value";
            return Err(state.definite_at(op, message));
        };
        let (cx, ty) = (op.cx(), state.value(value).ty());
        let Some(width) = ty.element_type_or_self(cx).bit_width(cx) else {
            let message = format!("unsupported type for bitwidth extraction: '{}'", cx.type_text(ty));
            return Err(TransformFailure::at(op, message));
        };
        set_dims(op, results, &[vec![i64::from(width)]]);
        Ok(())
    }
}
