//! Conversions between tensors and buffers.

use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{Effect, EffectKind, EffectOn, MemoryEffects, reads};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{CheckResult, DYNAMIC, OpKind, OpRef, ValueRef};
use terrace_macros::op;

use super::canonicalize::{fold_to_buffer, fold_to_tensor, to_buffer_of_cast, to_buffer_of_to_tensor};
use super::types::{BUFFER_LIKE, TENSOR_LIKE, verify_compatible_buffer_type};

use crate::constraints::{ANY_SHAPED, ANY_TENSOR};

/// The contents of a buffer as a tensor; attributes may restrict other uses of the buffer.
#[op(
    "bufferization.to_tensor", fold = fold_to_tensor,
    effects(reads(EffectOn::Operand(0))),
    traits(Check(match_types), SameOperandsAndResultShape, SameOperandsAndResultElementType),
    format = "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)"
)]
pub struct ToTensorOp {
    buffer: Operand<BUFFER_LIKE>,
    restrict: OptProp<UnitAttr>,
    writable: OptProp<UnitAttr>,
    result: Res<TENSOR_LIKE>,
}

/// The buffer that a tensor will have.
#[op(
    "bufferization.to_buffer", fold = fold_to_buffer, canonicalize(to_buffer_of_cast, to_buffer_of_to_tensor),
    traits(Check(match_types), SameOperandsAndResultShape, SameOperandsAndResultElementType, Pure),
    format = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"
)]
pub struct ToBufferOp {
    tensor: Operand<TENSOR_LIKE>,
    read_only: OptProp<UnitAttr>,
    buffer: Res<BUFFER_LIKE>,
}

/// The buffer can hold the tensor.
fn match_types(op: OpRef<'_>) -> CheckResult {
    let types = [op.single_operand().ty(), op.single_result().ty()];
    let [tensor, buffer] = if op.isa::<ToBufferOp>() { types } else { [types[1], types[0]] };
    verify_compatible_buffer_type(op.cx(), tensor, buffer).map_err(|why| {
        let rule = op_error(op, "failed to verify that specified tensor and buffer types match");
        plain_error(op, why).followed_by(rule)
    })
}

/// A tensor's elements in the buffer of another, or in a given buffer.
#[op("bufferization.materialize_in_destination", traits(AllElementTypesMatch(&["source", "dest"])),
     interfaces(dyn DestinationStyleOp, dyn MemoryEffects), verify = verify_materialize,
     format = "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` \
               functional-type(operands, results)")]
pub struct MaterializeInDestinationOp {
    source: Operand<ANY_TENSOR>,
    dest: Operand<ANY_SHAPED>,
    restrict: OptProp<UnitAttr>,
    writable: OptProp<UnitAttr>,
    result: OptRes<ANY_TENSOR>,
}

impl DestinationStyleOp for MaterializeInDestinationOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

impl MemoryEffects for MaterializeInDestinationOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let dest = MaterializeInDestinationOp::view_of(op).dest();
        if dest.ty().is_memref(op.cx()) {
            out.push(Effect::new(EffectKind::Write, Some(dest.id())));
        }
    }
}

fn verify_materialize(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MaterializeInDestinationOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let (source, dest) = (view.source().ty(), view.dest().ty());
    let is_buffer = dest.is_memref(cx);
    if dest.is_tensor(cx) {
        match view.result().map(ValueRef::ty) {
            None => return fail("tensor 'dest' implies exactly one tensor result"),
            Some(ty) if ty != dest => return fail("result and 'dest' types must match"),
            Some(_) => {}
        }
    } else if !is_buffer {
        return fail("'dest' must be a tensor or a memref");
    } else if view.result().is_some() {
        return fail("memref 'dest' implies zero results");
    }
    if view.restrict() && !is_buffer {
        return fail("'restrict' is valid only for memref destinations");
    }
    if view.writable() != is_buffer {
        return fail("'writable' must be specified if and only if the destination is of memref type");
    }
    let incompatible = "source/destination shapes are incompatible";
    let (from, to) = match (source.shape(cx), dest.shape(cx)) {
        (Some(from), Some(to)) => (from, to),
        (None, None) => return Ok(()),
        _ => return fail(incompatible),
    };
    if from.len() != to.len() {
        return fail("rank mismatch between source and destination shape");
    }
    let fits = |(&a, &b): (&i64, &i64)| a == b || a == DYNAMIC || b == DYNAMIC;
    if from.iter().zip(to).all(fits) { Ok(()) } else { fail(incompatible) }
}
