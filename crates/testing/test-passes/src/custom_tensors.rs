//! Ops on the tensors and buffers of the test dialect, which bufferization turns into each other.

use terrace_bufferize::buffers::{get_buffer, get_buffer_type, replace_op_with_bufferized_values};
use terrace_bufferize::interface::{BufferizableOp, BufferizeCx, Bufferized};
use terrace_dialects_mem::bufferization::types::{BUFFER_LIKE, TENSOR_LIKE};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Op, OpKind, Rewriter, ValueRef};
use terrace_macros::op;

/// The ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "test",
    ops: &[CreateMemrefOp::DEF, CreateTensorOp::DEF, DummyMemrefOp::DEF, DummyTensorOp::DEF],
    ..EMPTY_EXTENSION
};

/// Returns a new buffer.
#[op("test.create_memref_op")]
pub struct CreateMemrefOp {
    output: Res<BUFFER_LIKE>,
}

/// Returns a new tensor.
#[op("test.create_tensor_op", interfaces(dyn BufferizableOp = CreateTensor))]
pub struct CreateTensorOp {
    output: Res<TENSOR_LIKE>,
}

/// Returns a buffer made of another one.
#[op("test.dummy_memref_op")]
pub struct DummyMemrefOp {
    input: Operand<BUFFER_LIKE>,
    output: Res<BUFFER_LIKE>,
}

/// Returns a tensor made of another one.
#[op("test.dummy_tensor_op", interfaces(dyn BufferizableOp = DummyTensor))]
pub struct DummyTensorOp {
    input: Operand<TENSOR_LIKE>,
    output: Res<TENSOR_LIKE>,
}

struct CreateTensor;

impl BufferizableOp for CreateTensor {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    terrace_bufferize::never_written!(read: true);

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let result = rw.body().single_result(op);
        let ty = get_buffer_type(rw, result, cx)?;
        let buffer = rw.build_value(CreateMemrefOp::of().output(ty));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

struct DummyTensor;

impl BufferizableOp for DummyTensor {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    terrace_bufferize::never_written!(read: true);

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = DummyTensorOp::view_of(rw.op(op));
        let (input, output) = (view.input().id(), view.output().id());
        let input = get_buffer(rw, input, cx)?;
        let ty = get_buffer_type(rw, output, cx)?;
        let buffer = rw.build_value(DummyMemrefOp::of(input).output(ty));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}
