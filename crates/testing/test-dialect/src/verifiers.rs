//! Ops whose verifiers report what they have verified, and ops of which types match.

use terrace_dialects_builtin::broadcast::check_broadcast;
use terrace_dialects_mem::constraints::ANY_TENSOR;
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::OpDef;
use terrace_ir::diag::{CheckResult, Diag};
use terrace_ir::{OpKind, OpRef};
use terrace_macros::op;

/// Reports that it is verified, and that what is in it is.
#[op("test.verifiers", traits(SingleBlock, NoTerminator, IsolatedFromAbove), verify = |op| remark(op, "success run of verifier"),
     verify_regions = |op| remark(op, "success run of region verifier"))]
pub struct VerifiersOp {
    input: Operand<I32>,
    region: Region<Sized<1>>,
}

fn remark(op: OpRef<'_>, message: &str) -> CheckResult {
    Err(Diag::remark(op.loc(), message))
}

/// Produces a value.
#[op("test.type_producer")]
pub struct TypeProducerOp {
    output: Res<ANY_TYPE>,
}

/// Produces a value.
#[op("test.another_type_producer")]
pub struct AnotherTypeProducerOp {
    output: Res<ANY_TYPE>,
}

/// Takes a value.
#[op("test.type_consumer")]
pub struct TypeConsumerOp {
    input: Operand<ANY_TYPE>,
}

/// Takes and returns tensors of one type.
#[op("test.same_operand_result_type", traits(SameOperandsAndResultType))]
pub struct SameOperandsResultType {
    operand: Operand<ANY_TENSOR>,
    result: Res<ANY_TENSOR>,
}

/// Has groups of results of one size, around one result.
#[op("test.mixed_normal_variadic_result")]
pub struct MixedNormalVariadicResults {
    output1: VarRes<ANY_TENSOR>,
    output2: Res<ANY_TENSOR>,
    output3: VarRes<ANY_TENSOR>,
}

/// Takes groups of operands of one size, around one operand.
#[op("test.mixed_normal_variadic_operand")]
pub struct MixedNormalVariadicOperandOp {
    input1: VarOperand<ANY_TENSOR>,
    input2: Operand<ANY_TENSOR>,
    input3: VarOperand<ANY_TENSOR>,
}

/// Broadcasts its operands to one shape.
#[op("test.broadcastable", traits(Check(check_broadcast)))]
pub struct BroadcastableOp {
    _operands: VarOperand<ANY_TENSOR>,
    _result: Res<ANY_TENSOR>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 8] = [
    VerifiersOp::DEF,
    TypeProducerOp::DEF,
    AnotherTypeProducerOp::DEF,
    TypeConsumerOp::DEF,
    SameOperandsResultType::DEF,
    MixedNormalVariadicResults::DEF,
    MixedNormalVariadicOperandOp::DEF,
    BroadcastableOp::DEF,
];
