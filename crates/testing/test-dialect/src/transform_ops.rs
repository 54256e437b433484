//! Ops of the dialect transform that tests of the interpreter use, as upstream's test extension has them.

use crate::transform_extension::{
    TestAddTestExtensionOp, TestCheckIfTestExtensionPresentOp, TestRemapOperandToSelfOp,
    TestRemoveTestExtensionOp,
};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, I64Attr, StrAttr, UnitAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{CustomArg, CustomDirective, EMPTY_PARAMS, TypeConstraint, TypeDef, op_error};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, AttrData, CheckResult, Context, Diag, InsertPoint, Loc, Op, OpHandle, OpKind, OpRef, OpSpec,
    Rewriter, Type, Value,
};
use terrace_macros::op;
use terrace_rewrite::PatternSet;
use terrace_transform::effects::{
    FunctionalStyle, Navigation, NoEffects, ProducesHandles, ReadsHandlesModifiesPayload, consumes_handle,
    modifies_payload, only_reads_handle, only_reads_payload, produces_handle,
};
use terrace_transform::interfaces::PatternDescriptorOpInterface;
use terrace_transform::types::{
    TRANSFORM_HANDLE, TRANSFORM_PARAM, TRANSFORM_VALUE_HANDLE, TransformHandleTypeInterface,
    TransformParamTypeInterface,
};
use terrace_transform::{
    Each, EachResult, Mapping, MatchOpInterface, Matcher, TransformEachOp, TransformFailure,
    TransformOpInterface, TransformResult, TransformResults, TransformState,
};

/// The ops that this module adds to the dialect transform.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        TestAddTestExtensionOp::DEF,
        TestAddToParamOp::DEF,
        TestCheckIfTestExtensionPresentOp::DEF,
        TestConsumeOperand::DEF,
        TestConsumeOperandEach::DEF,
        TestConsumeOperandOfOpKindOrFail::DEF,
        TestCopyPayloadOp::DEF,
        TestCorrectNumberOfMultiResultsOp::DEF,
        TestDialectOp::DEF,
        TestDummyPayloadOp::DEF,
        TestEmitRemarkAndEraseOperandOp::DEF,
        TestMixedNullAndNonNullResultsOp::DEF,
        TestMixedSuccessAndSilenceableOp::DEF,
        TestNotifyPayloadOpReplacedOp::DEF,
        TestPatternsOp::DEF,
        TestProduceEmptyPayloadOp::DEF,
        TestProduceParamOp::DEF,
        TestProduceParamWithNumberOfTestOps::DEF,
        TestProduceSelfHandleOrForwardOperandOp::DEF,
        TestProduceValueHandleToArgumentOfParentBlock::DEF,
        TestProduceValueHandleToResult::DEF,
        TestProduceValueHandleToSelfOperand::DEF,
        TestRemapOperandToSelfOp::DEF,
        TestRemoveTestExtensionOp::DEF,
        TestReportNumberOfTrackedHandlesNestedUnder::DEF,
        TestReversePayloadOpsOp::DEF,
        TestSucceedIfOperandOfOpKind::DEF,
        TestTrackedRewriteOp::DEF,
        TestTransformOp::DEF,
        TestWrongNumberOfMultiResultsOp::DEF,
        TestWrongNumberOfResultsOp::DEF,
    ],
    types: &[&TEST_DIALECT_OP, &TEST_DIALECT_PARAM],
    ..EMPTY_EXTENSION
};

/// `!transform.test_dialect_op`: a handle to ops of the dialect test.
static TEST_DIALECT_OP: TypeDef = TypeDef {
    name: "transform.test_dialect_op",
    doc: "A handle to ops of the dialect test.",
    format: Some(""),
    interfaces: &[&(&TestOps as &dyn TransformHandleTypeInterface)],
    ..EMPTY_PARAMS
};

struct TestOps;

impl TransformHandleTypeInterface for TestOps {
    fn check_payload(&self, _: &Context, _: Type, loc: Loc, payload: &[OpRef<'_>]) -> TransformResult {
        match payload.iter().find(|op| !op.name_text().starts_with("test.")) {
            None => Ok(()),
            Some(_) => Err(TransformFailure::silenceable(Diag::error(
                loc,
                "expected the payload operation to belong to the 'test' dialect",
            ))),
        }
    }
}

/// `!transform.test_dialect_param`: a parameter whose values are 32-bit integers.
static TEST_DIALECT_PARAM: TypeDef = TypeDef {
    name: "transform.test_dialect_param",
    doc: "A parameter whose values are 32-bit integers.",
    format: Some(""),
    interfaces: &[&(&Int32Params as &dyn TransformParamTypeInterface)],
    ..EMPTY_PARAMS
};

static TEST_PARAM: TypeConstraint = TypeConstraint::only(
    "TestTransformTestDialectParamType instance",
    |cx, ty| cx.type_params(ty, &TEST_DIALECT_PARAM).is_some(),
    |cx| cx.dialect_type(&TEST_DIALECT_PARAM, &[]).unwrap_or(Type::NONE),
);

struct Int32Params;

impl TransformParamTypeInterface for Int32Params {
    fn check_payload(&self, cx: &Context, _: Type, loc: Loc, params: &[Attr]) -> TransformResult {
        let is_int32 =
            |param: &Attr| matches!(param.data(cx), AttrData::Integer { ty, .. } if *ty == Type::I32);
        match params.iter().all(is_int32) {
            true => Ok(()),
            false => Err(TransformFailure::silenceable(Diag::error(
                loc,
                "expected the parameter to be a i32 integer attribute",
            ))),
        }
    }
}

/// Implements `apply` of an op, with names for its parameters.
macro_rules! apply {
    ($($kind:ident($op:ident, $state:ident, $results:ident) $body:block)*) => {
        $(impl TransformOpInterface for $kind {
            fn apply<'s>(
                &self,
                $op: OpRef<'s>,
                $state: &mut TransformState<'s>,
                $results: &mut TransformResults,
            ) -> TransformResult $body
        })*
    };
}

/// Implements `apply_to_one` of an op, with names for its parameters.
macro_rules! apply_to_one {
    ($($kind:ident($op:ident, $target:ident, $state:ident) $body:block)*) => {
        $(impl TransformEachOp for $kind {
            fn apply_to_one(&self, $op: OpRef<'_>, $target: OpHandle, $state: &mut TransformState<'_>) -> EachResult $body
        })*
    };
}

pub(crate) use {apply, apply_to_one};

/// Reports that it is applied.
#[op("transform.test_transform_op",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = NoEffects), customs(&OPTIONAL_MESSAGE),
     format = "`` custom<OptionalMessage>($message) attr-dict")]
pub struct TestTransformOp {
    message: OptProp<StrAttr>,
}

/// A string, or nothing.
static OPTIONAL_MESSAGE: CustomDirective =
    CustomDirective { name: "OptionalMessage", parse: parse_message, print: print_message };

fn parse_message(p: &mut dyn OpParser, state: &mut ParseState, _: &[CustomArg]) -> PResult<bool> {
    let message = p.optional_string()?;
    let Some(message) = message else { return Ok(true) };
    let cx = p.cx();
    state.set_prop(cx, "message", cx.string_attr(&String::from_utf8_lossy(&message)));
    Ok(true)
}

fn print_message(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    if let Some(message) = TestTransformOp::view_of(op).message() {
        p.text(" ");
        p.quoted(message.as_bytes());
    }
}

/// A handle to the op itself, or to its operand's payload.
#[op("transform.test_produce_self_handle_or_forward_operand",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "($operand^)? attr-dict `:` functional-type($operand, $res)")]
pub struct TestProduceSelfHandleOrForwardOperandOp {
    operand: OptOperand<TRANSFORM_HANDLE>,
    res: Res<TRANSFORM_HANDLE>,
}

/// A handle to an operand of the op itself.
#[op("transform.test_produce_value_handle_to_self_operand",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$handle attr-dict `:` functional-type($handle, $out)")]
pub struct TestProduceValueHandleToSelfOperand {
    handle: Operand<TRANSFORM_HANDLE>,
    out: Res<TRANSFORM_VALUE_HANDLE>,
}

/// Handles to a result of each op.
#[op("transform.test_produce_value_handle_to_result",
     interfaces(dyn TransformOpInterface = Each(TestProduceValueHandleToResult::MODEL), dyn MemoryEffects = Navigation),
     format = "$handle `,` $number attr-dict `:` functional-type($handle, $out)")]
pub struct TestProduceValueHandleToResult {
    handle: Operand<TRANSFORM_HANDLE>,
    number: Prop<I64Attr>,
    out: Res<TRANSFORM_VALUE_HANDLE>,
}

/// Handles to an argument of the block around each op.
#[op("transform.test_produce_value_handle_to_argument_of_parent_block",
     interfaces(dyn TransformOpInterface = Each(TestProduceValueHandleToArgumentOfParentBlock::MODEL),
                dyn MemoryEffects = Navigation),
     format = "$handle `,` $number attr-dict `:` functional-type($handle, $out)")]
pub struct TestProduceValueHandleToArgumentOfParentBlock {
    handle: Operand<TRANSFORM_HANDLE>,
    number: Prop<I64Attr>,
    out: Res<TRANSFORM_VALUE_HANDLE>,
}

/// Uses up its operands.
#[op("transform.test_consume_operand", interfaces(dyn TransformOpInterface, dyn MemoryEffects),
     format = "$operand (`,` $second_operand^)? attr-dict `:` type($operand) (`,` type($second_operand)^)?")]
pub struct TestConsumeOperand {
    operand: Operand<ANY_TYPE>,
    second_operand: OptOperand<TRANSFORM_HANDLE>,
    allow_repeated_handles: OptProp<UnitAttr>,
}

impl MemoryEffects for TestConsumeOperand {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        modifies_payload(out);
    }
}

impl TransformOpInterface for TestConsumeOperand {
    fn apply<'s>(
        &self,
        _op: OpRef<'s>,
        _state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        Ok(())
    }

    fn allows_repeated_handle_operands(&self, op: OpRef<'_>) -> bool {
        TestConsumeOperand::view_of(op).allow_repeated_handles()
    }
}

/// Uses up its operand, op by op.
#[op("transform.test_consume_operand_each",
     interfaces(dyn TransformOpInterface = Each(TestConsumeOperandEach::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` type($target)")]
pub struct TestConsumeOperandEach {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Consumes its operand if the payload is an op of this name, and fails otherwise.
#[op("transform.test_consume_operand_of_op_kind_or_fail",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$operand `,` $op_kind attr-dict `:` type($operand)")]
pub struct TestConsumeOperandOfOpKindOrFail {
    operand: Operand<TRANSFORM_HANDLE>,
    op_kind: Prop<StrAttr>,
}

/// Matches ops of a name.
#[op("transform.test_succeed_if_operand_of_op_kind",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$operand `,` $op_kind attr-dict `:` type($operand)")]
pub struct TestSucceedIfOperandOfOpKind {
    operand: Operand<TRANSFORM_HANDLE>,
    op_kind: Prop<StrAttr>,
}

/// A payload op that is part of the dialect.
#[op("transform.test_dialect_op", interfaces(dyn MemoryEffects = NoEffects), format = "attr-dict")]
pub struct TestDialectOp {}

/// A payload op with results.
#[op("transform.test_dummy_payload_op", interfaces(dyn MemoryEffects = NoEffects), verify = verify_dummy,
     format = "$args attr-dict `:` functional-type(operands, results)")]
pub struct TestDummyPayloadOp {
    args: VarOperand<ANY_TYPE>,
    fail_to_verify: OptProp<UnitAttr>,
    results: VarRes<ANY_TYPE>,
}

fn verify_dummy(op: OpRef<'_>) -> CheckResult {
    match TestDummyPayloadOp::view_of(op).fail_to_verify() {
        true => Err(op_error(op, "fail_to_verify is set")),
        false => Ok(()),
    }
}

/// Counts ops of the dialect test.
#[op("transform.test_produce_param_with_number_of_test_ops",
     interfaces(dyn TransformOpInterface = Each(TestProduceParamWithNumberOfTestOps::MODEL),
                dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$handle attr-dict `:` type($handle)")]
pub struct TestProduceParamWithNumberOfTestOps {
    handle: Operand<TRANSFORM_HANDLE>,
    result: Res<TEST_PARAM>,
}

/// Adds a number to parameters.
#[op("transform.test_add_to_param", interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects),
     format = "($param^ `,`)? $addendum attr-dict")]
pub struct TestAddToParamOp {
    param: OptOperand<TEST_PARAM>,
    addendum: Prop<terrace_ir::attr_kind::I32Attr>,
    result: Res<TEST_PARAM>,
}

impl MemoryEffects for TestAddToParamOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

/// A parameter with this value.
#[op("transform.test_produce_param", interfaces(dyn TransformOpInterface, dyn MemoryEffects = ProducesHandles),
     format = "`(` $attr `)` attr-dict `:` type($result)")]
pub struct TestProduceParamOp {
    attr: Prop<AnyAttr>,
    result: Res<TRANSFORM_PARAM>,
}

/// A handle with an empty payload.
#[op("transform.test_produce_empty_payload", interfaces(dyn TransformOpInterface, dyn MemoryEffects = ProducesHandles),
     format = "attr-dict `:` type($out)")]
pub struct TestProduceEmptyPayloadOp {
    out: Res<TRANSFORM_HANDLE>,
}

/// Another handle to the same ops.
#[op("transform.test_copy_payload", interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$handle attr-dict `:` functional-type(operands, results)")]
pub struct TestCopyPayloadOp {
    handle: Operand<TRANSFORM_HANDLE>,
    copy: Res<TRANSFORM_HANDLE>,
}

/// The same ops, the last first.
#[op("transform.test_reverse_payload_ops", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct TestReversePayloadOpsOp {
    target: Operand<TRANSFORM_HANDLE>,
    result: Res<TRANSFORM_HANDLE>,
}

/// Emits a remark, and erases its operand.
#[op("transform.test_emit_remark_and_erase_operand",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target `,` $remark attr-dict `:` type($target)")]
pub struct TestEmitRemarkAndEraseOperandOp {
    target: Operand<TRANSFORM_HANDLE>,
    remark: Prop<StrAttr>,
    fail_after_erase: OptProp<UnitAttr>,
}

/// Sets one result of three.
#[op("transform.test_wrong_number_of_results",
     interfaces(dyn TransformOpInterface = Each(TestWrongNumberOfResultsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct TestWrongNumberOfResultsOp {
    target: Operand<TRANSFORM_HANDLE>,
    a: Res<TRANSFORM_HANDLE>,
    b: Res<TRANSFORM_HANDLE>,
    c: Res<TRANSFORM_HANDLE>,
}

/// The marker that an op has set the result of its first target.
struct FirstTarget;

/// Creates a result of the first target.
#[op("transform.test_wrong_number_of_multi_results",
     interfaces(dyn TransformOpInterface = Each(TestWrongNumberOfMultiResultsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct TestWrongNumberOfMultiResultsOp {
    target: Operand<TRANSFORM_HANDLE>,
    result: Res<TRANSFORM_HANDLE>,
}

/// Sets two results for each target.
#[op("transform.test_correct_number_of_multi_results",
     interfaces(dyn TransformOpInterface = Each(TestCorrectNumberOfMultiResultsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct TestCorrectNumberOfMultiResultsOp {
    target: Operand<TRANSFORM_HANDLE>,
    result1: Res<TRANSFORM_HANDLE>,
    result2: Res<TRANSFORM_HANDLE>,
}

/// Returns one result with an empty payload, and one for its target.
#[op("transform.test_mixed_null_and_non_null_results",
     interfaces(dyn TransformOpInterface = Each(TestMixedNullAndNonNullResultsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct TestMixedNullAndNonNullResultsOp {
    target: Operand<TRANSFORM_HANDLE>,
    null: Res<TRANSFORM_HANDLE>,
    non_null: Res<TRANSFORM_HANDLE>,
}

/// Fails on every other target.
#[op("transform.test_mixed_success_and_silenceable",
     interfaces(dyn TransformOpInterface = Each(TestMixedSuccessAndSilenceableOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` type($target)")]
pub struct TestMixedSuccessAndSilenceableOp {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Notifies handles of the replacement of payload ops.
#[op("transform.test_notify_payload_op_replaced",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$original `,` $replacement attr-dict `:` functional-type(operands, results)")]
pub struct TestNotifyPayloadOpReplacedOp {
    original: Operand<TRANSFORM_HANDLE>,
    replacement: Operand<TRANSFORM_HANDLE>,
}

/// Counts the handles to ops nested in the targets.
#[op("transform.test_report_number_of_tracked_handles_nested_under",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation), format = "$target attr-dict `:` type($target)")]
pub struct TestReportNumberOfTrackedHandlesNestedUnder {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Replaces and erases payload while it iterates over it.
#[op("transform.test_tracked_rewrite",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$handle attr-dict `:` functional-type(operands, results)")]
pub struct TestTrackedRewriteOp {
    handle: Operand<TRANSFORM_HANDLE>,
}

/// Patterns that replace ops by ops of the name that an attribute has, or erase them.
#[op("transform.apply_patterns.transform.test_patterns",
     interfaces(dyn PatternDescriptorOpInterface), format = "attr-dict")]
pub struct TestPatternsOp {}

impl PatternDescriptorOpInterface for TestPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        patterns.add_all(op.cx(), PATTERNS);
        Ok(())
    }
}

/// Inserts an op of the name `foo` before a target.
fn insert_foo(state: &mut TransformState<'_>, target: OpHandle) -> Mapping {
    let loc = state.op(target).loc();
    let made = state.rewrite(target.body, |rw| {
        rw.set_insertion_point_before(target.op);
        let name = rw.cx().op_name("foo");
        rw.create_op(&OpSpec {
            name,
            operands: &[],
            results: &[],
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        })
    });
    Mapping::Ops(vec![OpHandle { body: target.body, op: made }])
}

static PATTERNS: &[Pattern] = &[
    Pattern::any("ReplaceWithNewOp", |rw, op| {
        let name = rw.op(op).attr("replace_with_new_op")?.as_str(rw.cx())?.to_owned();
        let types = rw.op(op).result_types();
        let (operands, loc): (Vec<Value>, Loc) =
            (rw.op(op).operands().map(|value| value.id()).collect(), rw.op(op).loc());
        // Upstream's op of that name has inherent constants.
        rw.set_insertion_point_before(op);
        let name = rw.cx().op_name(&name);
        let spec = OpSpec {
            name,
            operands: &operands,
            results: &types,
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        };
        let new = rw.create_op(&spec);
        rw.replace_op_with(op, new);
        Some(())
    }),
    Pattern::new("EraseOp", "test.erase_op", |rw: &mut Rewriter<'_>, op: Op| {
        if is_used(rw.op(op)) {
            return rw.notify_match_failure(op, "the op has uses");
        }
        rw.erase_op(op);
        Some(())
    }),
];

/// Returns whether something uses a result.
fn is_used(op: OpRef<'_>) -> bool {
    op.results().any(|result| !result.is_unused())
}

apply! {
    TestTransformOp(op, state, _results) {
        let message = TestTransformOp::view_of(op).message().map_or(String::new(), |message| format!(" \"{message}\""));
        state.report_about(op, Diag::remark(op.loc(), format!("applying transformation{message}")));
        Ok(())
    }
    TestProduceSelfHandleOrForwardOperandOp(op, state, results) {
        let ops = match TestProduceSelfHandleOrForwardOperandOp::view_of(op).operand() {
            Some(operand) => state.payload_ops(operand),
            None => vec![op.handle()],
        };
        results.set(0, ops);
        Ok(())
    }
    TestProduceValueHandleToSelfOperand(op, _state, results) {
        results.set_values(0, op.operands().map(|operand| operand.handle()).collect());
        Ok(())
    }
    TestConsumeOperandOfOpKindOrFail(op, state, _results) {
        let view = TestConsumeOperandOfOpKindOrFail::view_of(op);
        let &[payload] = state.payload_ops(view.operand()).as_slice() else {
            return Err(state.definite_at(op, "expected a single payload op"));
        };
        let name = state.op(payload).name_text().to_owned();
        if name != view.op_kind() {
            let message = format!("op expected the operand to be associated a payload op of kind {} got {name}", view.op_kind());
            return Err(TransformFailure::at(op, message));
        }
        state.report_about(op, Diag::remark(op.loc(), "succeeded"));
        Ok(())
    }
    TestSucceedIfOperandOfOpKind(op, state, _results) {
        let view = TestSucceedIfOperandOfOpKind::view_of(op);
        let &[payload] = state.payload_ops(view.operand()).as_slice() else {
            return Err(state.definite_at(op, "expected a single payload op"));
        };
        let name = state.op(payload).name_text().to_owned();
        match name == view.op_kind() {
            true => Ok(()),
            false => {
                let message =
                    format!("op expected the operand to be associated with a payload op of kind {} got {name}", view.op_kind());
                Err(TransformFailure::at(op, message))
            }
        }
    }
    TestAddToParamOp(op, state, results) {
        let view = TestAddToParamOp::view_of(op);
        let values = view.param().map_or(vec![0], |param| {
            state.params(param).into_iter().filter_map(|param| param.as_i64(op.cx())).collect()
        });
        let sum = |value: i64| op.cx().int_attr(Type::I32, value + view.addendum());
        results.set_params(0, values.into_iter().map(sum).collect());
        Ok(())
    }
    TestProduceParamOp(op, _state, results) {
        results.set_params(0, vec![TestProduceParamOp::view_of(op).attr()]);
        Ok(())
    }
    TestProduceEmptyPayloadOp(_op, _state, results) {
        results.set(0, Vec::new());
        Ok(())
    }
    TestCopyPayloadOp(op, state, results) {
        results.set(0, state.payload_ops(TestCopyPayloadOp::view_of(op).handle()));
        Ok(())
    }
    TestReversePayloadOpsOp(op, state, results) {
        let mut ops = state.payload_ops(TestReversePayloadOpsOp::view_of(op).target());
        ops.reverse();
        results.set(0, ops);
        Ok(())
    }
    TestEmitRemarkAndEraseOperandOp(op, state, _results) {
        let view = TestEmitRemarkAndEraseOperandOp::view_of(op);
        state.report_about(op, Diag::remark(op.loc(), view.remark()));
        for payload in state.payload_ops(view.target()) {
            if is_used(state.op(payload)) {
                return Err(state.definite_at(op, "cannot erase an op that has uses"));
            }
            state.ir.erase_op(payload);
        }
        match view.fail_after_erase() {
            true => Err(TransformFailure::at(op, "silenceable error")),
            false => Ok(()),
        }
    }
    TestNotifyPayloadOpReplacedOp(op, state, _results) {
        let view = TestNotifyPayloadOpReplacedOp::view_of(op);
        let (originals, replacements) = (state.payload_ops(view.original()), state.payload_ops(view.replacement()));
        if originals.len() != replacements.len() {
            return Err(TransformFailure::at(op, "expected same number of original and replacement payload operations"));
        }
        for (original, replacement) in originals.into_iter().zip(replacements) {
            state.replace_payload_op(original, Some(replacement));
        }
        Ok(())
    }
    TestReportNumberOfTrackedHandlesNestedUnder(op, state, _results) {
        let mut count = 0;
        for target in state.payload_ops(TestReportNumberOfTrackedHandlesNestedUnder::view_of(op).target()) {
            let ops = terrace_transform::walk::post_order(state.ir, target);
            count += ops.into_iter().map(|op| state.handles_of_op(op).len()).sum::<usize>();
        }
        state.report_about(op, Diag::remark(op.loc(), format!("{count} handles nested under")));
        Ok(())
    }
    TestTrackedRewriteOp(op, state, _results) {
        let mut iterations = 0;
        for payload in state.payload_ops(TestTrackedRewriteOp::view_of(op).handle()) {
            if state.ir.body(payload.body).is_erased(payload.op) || state.op(payload).attr("replace_me").is_none() {
                continue;
            }
            iterations += 1;
            let view = state.op(payload);
            let next = view.next().filter(|next| next.attr("erase_me").is_some() && !is_used(*next)).map(OpRef::handle);
            let (name, types, loc) = (view.name(), view.result_types(), view.loc());
            if let Some(next) = next {
                state.ir.erase_op(next);
            }
            state.rewrite(payload.body, |rw| {
                let attrs = rw.cx().dict(vec![(rw.cx().str("new_op"), Attr::UNIT)]);
                rw.set_insertion_point(InsertPoint::Before(payload.op));
                let new = rw.create_op(&OpSpec {
                    name,
                    operands: &[],
                    results: &types,
                    props: &[],
                    attrs,
                    successors: &[],
                    loc,
                });
                rw.replace_op_with(payload.op, new);
            });
        }
        state.report_about(op, Diag::remark(op.loc(), format!("{iterations} iterations")));
        Ok(())
    }
}

apply_to_one! {
    TestProduceValueHandleToResult(op, target, state) {
        let number = TestProduceValueHandleToResult::view_of(op).number();
        let payload = state.op(target);
        match usize::try_from(number).ok().and_then(|number| payload.results().nth(number)) {
            Some(result) => {
                Ok(vec![Mapping::Values(vec![result.handle()])])
            }
            None => Err(TransformFailure::at(op, "payload has no result #".to_owned() + &number.to_string())),
        }
    }
    TestProduceValueHandleToArgumentOfParentBlock(op, target, state) {
        let number = TestProduceValueHandleToArgumentOfParentBlock::view_of(op).number();
        let block = state.op(target).block();
        let argument = usize::try_from(number).ok().and_then(|number| block?.args().nth(number));
        match argument {
            Some(argument) => Ok(vec![Mapping::Values(vec![argument.handle()])]),
            None => Err(TransformFailure::at(op, "parent has no argument #".to_owned() + &number.to_string())),
        }
    }
    TestConsumeOperandEach(_op, _target, _state) {
        Ok(Vec::new())
    }
    TestProduceParamWithNumberOfTestOps(op, target, state) {
        let mut count = 0;
        for inner in terrace_transform::walk::post_order(state.ir, target) {
            count += i64::from(state.op(inner).name_text().starts_with("test."));
        }
        Ok(vec![Mapping::Params(vec![op.cx().int_attr(Type::I32, count)])])
    }
    TestWrongNumberOfResultsOp(_op, target, state) {
        Ok(vec![insert_foo(state, target)])
    }
    TestWrongNumberOfMultiResultsOp(_op, target, state) {
        // The first target alone has a result.
        Ok(state.extensions.add(FirstTarget).then(|| insert_foo(state, target)).into_iter().collect())
    }
    TestCorrectNumberOfMultiResultsOp(_op, target, state) {
        Ok(vec![insert_foo(state, target), insert_foo(state, target)])
    }
    TestMixedNullAndNonNullResultsOp(_op, target, state) {
        Ok(vec![Mapping::Ops(Vec::new()), insert_foo(state, target)])
    }
    TestMixedSuccessAndSilenceableOp(op, target, state) {
        match state.op(target).attr("target_me").is_some() {
            true => Ok(Vec::new()),
            false => Err(TransformFailure::failed_to_apply(op, state.op(target).loc())),
        }
    }
}
