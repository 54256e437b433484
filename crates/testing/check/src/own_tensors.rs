//! Bufferizes the ops of the dialect `test` that work on tensors, as users bufferize theirs.

use terrace_bufferize::buffers::{
    buffer_type, cast_buffer, create_alloc, create_copy, get_buffer_type, operand_buffer,
    replace_op_with_bufferized_values,
};
use terrace_bufferize::interface::{
    AliasingValue, AliasingValues, BufferRelation, BufferizableOp, BufferizeCx, Bufferized, Operand,
    equivalent,
};
use terrace_bufferize::provenance::Cause;
use terrace_bufferize::state::State;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::memref::StoreOp;
use terrace_dialects_test::buffers::{PickOp, SetElementOp, TwinOp};
use terrace_ir::extension::OpModel;
use terrace_ir::{Op, OpFoldResult, OpKind, Rewriter, Value, ValueRef};

/// The models of the ops.
pub(crate) static MODELS: &[OpModel<dyn BufferizableOp>] =
    &[(PickOp::DEF, &Pick), (SetElementOp::DEF, &SetElement), (TwinOp::DEF, &Twin)];

/// Stores an element in the buffer of the destination.
struct SetElement;

impl BufferizableOp for SetElement {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        equivalent(operand.op.single_result())
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 1, cx)?;
        let view = SetElementOp::view_of(rw.op(op));
        let (scalar, loc) = (view.scalar().id(), view.0.loc());
        let indices: Vec<Value> = view.indices().map(|value| value.id()).collect();
        rw.build(StoreOp::of(scalar, buffer, &indices).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

/// Is one of two buffers.
struct Pick;

impl BufferizableOp for Pick {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let value = operand.op.single_result();
        smallvec::smallvec![AliasingValue { value, relation: BufferRelation::Unknown, is_definite: false }]
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (first, second) = (operand_buffer(rw, op, 1, cx)?, operand_buffer(rw, op, 2, cx)?);
        // The layout of the one buffer need not be that of the other.
        let ty = match rw.value(first).ty() == rw.value(second).ty() {
            true => rw.value(first).ty(),
            false => get_buffer_type(rw, rw.body().single_result(op), cx)?,
        };
        let (first, second) = (cast_buffer(rw, op, first, ty)?, cast_buffer(rw, op, second, ty)?);
        let view = PickOp::view_of(rw.op(op));
        let (condition, loc) = (view.condition().id(), view.0.loc());
        let picked = rw.build_value(PickOp::of(condition, first, second).result(ty).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[picked]);
        Ok(())
    }
}

/// Copies the source to a new buffer.
struct Twin;

impl BufferizableOp for Twin {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    terrace_bufferize::never_written!(read: true);

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let source = operand_buffer(rw, op, 0, cx)?;
        let (loc, ty) = (rw.op(op).loc(), buffer_type(rw.cx(), rw.op(op).single_result().ty(), None, None));
        let open = |size: OpFoldResult| match size {
            OpFoldResult::Value(value) => Some(value),
            OpFoldResult::Static(_) => None,
        };
        let sizes: Vec<Value> = extents(rw, source, loc).into_iter().filter_map(open).collect();
        let buffer = create_alloc(rw, ty, &sizes, loc, cx, Cause::NewResult(op));
        create_copy(rw, source, buffer, loc, cx, Cause::NewResult(op));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}
