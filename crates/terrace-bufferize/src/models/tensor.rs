//! The dialect tensor.

use terrace_dialects_mem::memref;
use terrace_ir::{Op, Rewriter, Value, ValueRef};

use crate::buffers::{
    buffer_type, create_alloc, get_buffer_type, operand_buffer, replace_op_with_bufferized_values,
};
use crate::interface::{
    AliasingValues, BufferizableOp, BufferizeCx, Bufferized, Destination, DestinationBufferizableOp, Operand,
    Row,
};
use crate::state::State;
use terrace_dialects_mem::layout::memory_space;

/// What the ops tell.
pub static ROWS: &[Row] =
    &[("tensor.empty", &Empty), ("tensor.extract", &Extract), ("tensor.insert", &Destination(Insert))];

struct Empty;

impl BufferizableOp for Empty {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, _operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        AliasingValues::new()
    }

    fn result_bufferizes_to_memory_write(&self, _result: ValueRef<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = rw.op(op);
        if view.result(0).is_unused() {
            rw.erase(op);
            return Ok(());
        }
        let (result, loc) = (view.result(0).id(), view.loc());
        let sizes: Vec<Value> = view.operands().map(|value| value.id()).collect();
        // What is allocated has no layout, whatever users of the value would take.
        let tensor = view.result(0).ty();
        let space = memory_space(rw.cx(), get_buffer_type(rw, result, cx)?);
        let alloc = create_alloc(rw, buffer_type(rw.cx(), tensor, None, space), &sizes, loc, cx);
        replace_op_with_bufferized_values(rw, op, &[alloc]);
        Ok(())
    }
}

struct Extract;

impl BufferizableOp for Extract {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, _operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        AliasingValues::new()
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 0, cx)?;
        let indices = rw.op(op).operands().skip(1).map(|value| value.id());
        let operands: Vec<Value> = [buffer].into_iter().chain(indices).collect();
        rw.replace_as::<memref::LoadOp>(op, &operands, &[]);
        Ok(())
    }
}

struct Insert;

impl DestinationBufferizableOp for Insert {
    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let buffer = operand_buffer(rw, op, 1, cx)?;
        let (scalar, loc) = (rw.op(op).operand(0).id(), rw.op(op).loc());
        let indices = rw.op(op).operands().skip(2).map(|value| value.id());
        let operands: Vec<Value> = [scalar, buffer].into_iter().chain(indices).collect();
        rw.make::<memref::StoreOp>(&operands, &[], &[], loc);
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}
