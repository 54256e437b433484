//! The dialect bufferization: conversions between tensors and buffers.

use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::bufferization::{
    AllocTensorOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp,
};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::layout::memory_space;
use terrace_dialects_mem::memref;
use terrace_ir::def::plain_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Diag, Op, OpKind, Rewriter, Type, Value, ValueRef};

use crate::buffers::{
    BufferTypes, buffer_type, create_alloc, create_copy, fold_to_buffer, get_buffer, get_buffer_type,
    replace_op_with_bufferized_values,
};
use crate::interface::{AliasingValues, BufferizableOp, BufferizeCx, Bufferized, Operand, equivalent};
use crate::provenance::Cause;
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "bufferization", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    (AllocTensorOp::DEF, &AllocTensor),
    (DeallocTensorOp::DEF, &DeallocTensor),
    (MaterializeInDestinationOp::DEF, &Materialize),
    (ToBufferOp::DEF, &ToBuffer),
    (ToTensorOp::DEF, &ToTensor),
];

struct AllocTensor;

impl BufferizableOp for AllocTensor {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    never_written!(read: true);

    /// Only a copy defines the contents of the tensor.
    fn result_bufferizes_to_memory_write(&self, result: ValueRef<'_>, _state: &State<'_>) -> bool {
        result.defining_op().is_some_and(|op| AllocTensorOp::view_of(op).copy().is_some())
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let cx = value.cx();
        let Some(op) = value.defining_op().and_then(|op| op.cast::<AllocTensorOp>().map(|view| (op, view)))
        else {
            return Ok(value.ty());
        };
        let (op, view) = op;
        let space = match (view.memory_space_attr(), view.copy()) {
            (Some(space), _) => Some(space),
            (None, Some(copy)) => memory_space(cx, types.of(copy)?),
            (None, None) => match types.cx.options.default_memory_space(cx, value.ty()) {
                Some(space) => space,
                None => return Err(plain_error(op, "could not infer memory space")),
            },
        };
        Ok(buffer_type(cx, value.ty(), None, space))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = AllocTensorOp::view_of(rw.op(op));
        if view.result().is_unused() {
            rw.erase_op(op);
            return Ok(());
        }
        let (result, loc) = (view.result().id(), view.0.loc());
        let copied = view.copy().map(|v| v.id());
        let mut sizes: Vec<Value> = view.dynamic_sizes().map(|v| v.id()).collect();
        let shape: Vec<i64> = view.result().ty().ranked_shape(rw.cx()).to_vec();
        let copied = copied.map(|value| get_buffer(rw, value, cx)).transpose()?;
        let ty = get_buffer_type(rw, result, cx)?;
        if let Some(buffer) = copied {
            sizes.clear();
            for (i, _) in shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
                let index = index_constant(rw, i as i64, loc);
                sizes.push(rw.build_value(memref::DimOp::of(buffer, index).result(Type::INDEX).loc(loc)));
            }
        }
        let alloc = create_alloc(rw, ty, &sizes, loc, cx, Cause::AllocTensor(op));
        if let Some(buffer) = copied {
            create_copy(rw, buffer, alloc, loc, cx, Cause::AllocTensor(op));
        }
        replace_op_with_bufferized_values(rw, op, &[alloc]);
        Ok(())
    }
}

struct DeallocTensor;

impl BufferizableOp for DeallocTensor {
    never_written!(read: false);

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let tensor = DeallocTensorOp::view_of(rw.op(op)).tensor().id();
        let buffer = get_buffer(rw, tensor, cx)?;
        rw.replace(op, memref::DeallocOp::of(buffer));
        Ok(())
    }
}

struct ToBuffer;

impl BufferizableOp for ToBuffer {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        // Nothing is known of who uses the buffer.
        true
    }

    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        !ToBufferOp::view_of(operand.op).read_only()
    }

    fn aliasing_values<'a>(&self, _operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        AliasingValues::new()
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        // A cast of what has no buffer yet stays.
        let _ = fold_to_buffer(rw, op, cx);
        Ok(())
    }
}

struct ToTensor;

impl BufferizableOp for ToTensor {
    never_written!(read: false);

    fn is_writable(&self, value: ValueRef<'_>, _state: &State<'_>) -> bool {
        value.defining_op().is_some_and(|op| ToTensorOp::view_of(op).writable())
    }

    fn buffer_type(&self, value: ValueRef<'_>, _types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        Ok(value.defining_op().map_or(value.ty(), |op| ToTensorOp::view_of(op).buffer().ty()))
    }

    fn bufferize(&self, _rw: &mut Rewriter<'_>, _op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        Ok(())
    }
}

struct Materialize;

impl BufferizableOp for Materialize {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        operand.index == 0
    }

    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        operand.index == 1
    }

    fn must_bufferize_in_place(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        // The source is only read and the destination must be what it is.
        true
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let result = MaterializeInDestinationOp::view_of(operand.op).result();
        result.filter(|_| operand.index == 1).map_or_else(AliasingValues::new, equivalent)
    }

    fn bufferizes_to_elementwise_access(
        &self,
        _op: terrace_ir::OpRef<'_>,
        _operands: [usize; 2],
        _state: &State<'_>,
    ) -> bool {
        true
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = MaterializeInDestinationOp::view_of(rw.op(op));
        let is_tensor = view.dest().ty().is_tensor_like(rw.cx());
        let (source, dest, loc) = (view.source().id(), view.dest().id(), view.0.loc());
        let results = view.result().iter().len();
        let to = if is_tensor { get_buffer(rw, dest, cx)? } else { dest };
        let from = get_buffer(rw, source, cx)?;
        create_copy(rw, from, to, loc, cx, Cause::Written(op, 0));
        replace_op_with_bufferized_values(rw, op, &[to][..results]);
        Ok(())
    }
}
