//! Ops on tensors that One-Shot Bufferize turns into ops on buffers, each with other answers to what it asks.

use terrace::bufferize::{
    buffers::*,
    interface::{Operand as OpOperand, *},
    state::State,
};
use terrace::dialects::{constraints::*, memref};
use terrace::ir::interfaces::DestinationStyleOp;
use terrace::prelude::*;

/// The operand with which each result of an op may share memory.
fn all_results<'a>(
    operand: OpOperand<'a>,
    relation: BufferRelation,
    is_definite: bool,
) -> AliasingValues<'a> {
    operand.op.results().map(|value| AliasingValue { value, relation, is_definite }).collect()
}

/// Replaces an element of a tensor.
#[op("my.set", traits(Pure), interfaces(dyn BufferizableOp),
     format = "$value `into` $dest `[` $index `]` attr-dict `:` type($value) `,` type($dest)",
     infer = |input| Ok(vec![input.operands[1]]))]
pub struct SetOp {
    value: Operand<ANY_TYPE>,
    dest: Operand<ANY_TENSOR>,
    index: Operand<INDEX>,
    result: Res<ANY_TENSOR>,
}

impl BufferizableOp for SetOp {
    fn bufferizes_to_memory_read(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn aliasing_values<'a>(&self, operand: OpOperand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        all_results(operand, BufferRelation::Equivalent, true)
    }

    /// An op with the attribute `my.no_conflict` promises that it does not change what is read elsewhere.
    fn is_not_conflicting(&self, read: OpOperand<'_>, write: OpOperand<'_>, _state: &State<'_>) -> bool {
        let promises = |op: OpRef<'_>| op.discardable_attr("my.no_conflict").is_some();
        promises(write.op) || promises(read.op)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 1, cx)?;
        let view = SetOp::view_of(rw.op(op));
        let (value, index, loc) = (view.value().id(), view.index().id(), view.0.loc());
        rw.build(memref::StoreOp::of(value, buffer, &[index]).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

/// Fills a tensor, or a buffer, with zeros. An op with a destination has nearly all answers ready.
#[op("my.zero", interfaces(dyn DestinationStyleOp, dyn BufferizableOp = Destination(ZeroModel)),
     format = "$dest attr-dict `:` type($dest) (`->` type($result)^)?")]
pub struct ZeroOp {
    dest: Operand<ANY_SHAPED>,
    result: OptRes<ANY_TENSOR>,
}

impl DestinationStyleOp for ZeroOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (0, 1)
    }
}

struct ZeroModel;

impl DestinationBufferizableOp for ZeroModel {
    fn bufferizes_to_memory_read(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 0, cx)?;
        let loc = rw.op(op).loc();
        rw.build(ZeroOp::of(buffer).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

/// Is one of two tensors, or of two buffers: nobody knows before run time which one.
#[op("my.pick", traits(Pure, SameOperandsAndResultType), interfaces(dyn BufferizableOp),
     format = "$a `or` $b attr-dict `:` type($a)")]
pub struct PickOp {
    a: Operand<ANY_SHAPED>,
    b: Operand<ANY_SHAPED>,
    result: Res<ANY_SHAPED>,
}

impl BufferizableOp for PickOp {
    fn bufferizes_to_memory_read(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: OpOperand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: OpOperand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        all_results(operand, BufferRelation::Unknown, false)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (a, b) = (operand_buffer(rw, op, 0, cx)?, operand_buffer(rw, op, 1, cx)?);
        // The layout of the one buffer need not be that of the other.
        let ty = match rw.value(a).ty() == rw.value(b).ty() {
            true => rw.value(a).ty(),
            false => get_buffer_type(rw, rw.op(op).single_result().id(), cx)?,
        };
        let (a, b, loc) = (cast_buffer(rw, op, a, ty)?, cast_buffer(rw, op, b, ty)?, rw.op(op).loc());
        let picked = rw.build_value(PickOp::of(a, b).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[picked]);
        Ok(())
    }
}

/// An op on tensors of which bufferization knows nothing.
#[op("my.boxed", traits(SameOperandsAndResultType), format = "$a attr-dict `:` type($a)")]
pub struct BoxedOp {
    a: Operand<ANY_TENSOR>,
    result: Res<ANY_TENSOR>,
}
