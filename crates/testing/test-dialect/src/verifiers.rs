//! Ops whose verifiers report what they have verified, and ops of which types match.

use terrace_dialects_mem::constraints::ANY_TENSOR;
use terrace_ir::constraints::{ANY_TYPE, I32};
use terrace_ir::def::{OpDef, op_error, plain_error};
use terrace_ir::diag::{CheckResult, Diag};
use terrace_ir::types::DYNAMIC;
use terrace_ir::{OpKind, OpRef, Type, TypeData};
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

/// The shapes of ranked tensors.
fn shapes(op: OpRef<'_>, types: impl Iterator<Item = Type>) -> Vec<Vec<i64>> {
    let ranked = types.filter(|ty| matches!(ty.data(op.cx()), TypeData::RankedTensor { .. }));
    ranked.filter_map(|ty| Some(ty.shape(op.cx())?.to_vec())).collect()
}

/// The shape that both shapes broadcast to; `None` if there is none.
fn broadcast(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let rank = a.len().max(b.len());
    let extent = |shape: &[i64], at: usize| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    let merged = |at: usize| match (extent(a, at), extent(b, at)) {
        (DYNAMIC, 1) | (1, DYNAMIC) => Some(DYNAMIC),
        (DYNAMIC, other) | (other, DYNAMIC) | (1, other) | (other, 1) => Some(other),
        (one, other) => (one == other).then_some(one),
    };
    (0..rank).map(merged).collect()
}

fn shape_text(shape: &[i64]) -> String {
    let extent = |&extent: &i64| if extent == DYNAMIC { "?".to_owned() } else { extent.to_string() };
    format!("'{}'", shape.iter().map(extent).collect::<Vec<_>>().join("x"))
}

fn check_broadcast(op: OpRef<'_>) -> CheckResult {
    let types = || op.operands().map(|value| value.ty()).chain(op.results().map(|value| value.ty()));
    if types().any(|ty| ty.is_tensor(op.cx())) && types().any(|ty| ty.is_vector(op.cx())) {
        return Err(plain_error(op, "cannot broadcast vector with tensor"));
    }
    let operands = shapes(op, op.operands().map(|value| value.ty()));
    let Some((first, others)) = operands.split_first() else { return Ok(()) };
    let shape = others.iter().try_fold(first.clone(), |shape, other| broadcast(&shape, other));
    let Some(shape) = shape else {
        return Err(op_error(op, "operands don't have broadcast-compatible shapes"));
    };
    for result in shapes(op, op.results().map(|value| value.ty())) {
        let suffix = &result[result.len().saturating_sub(shape.len())..];
        let fits = |(&one, &other): (&i64, &i64)| one == DYNAMIC || other == DYNAMIC || one == other;
        if suffix.len() != shape.len() || !shape.iter().zip(suffix).all(fits) {
            let (result, shape) = (shape_text(&result), shape_text(&shape));
            let message = format!(
                "result type {result} not broadcast compatible with broadcasted operands's shapes {shape}"
            );
            return Err(op_error(op, message));
        }
    }
    Ok(())
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
