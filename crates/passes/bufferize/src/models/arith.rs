//! The dialect arith: constants, and ops that forward buffers.

use terrace_dialects_core::arith::{ConstantOp, IndexCastOp, SelectOp};
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::layout::{MemRef, memory_space, memref as memref_of};
use terrace_dialects_mem::memref;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Diag, Op, OpKind, OpRef, Rewriter, Type, UnrankedMemRefType, Value, ValueRef};

use crate::buffers::{
    BufferTypes, buffer_type, cast_buffer, fully_dynamic_buffer_type, get_buffer, get_buffer_type,
    replace_op_with_new_bufferized_op,
};
use crate::globals::Wanted;
use crate::interface::{
    AliasingValue, AliasingValues, BufferRelation, BufferizableOp, BufferizeCx, Bufferized, Operand, both,
    failure,
};
use crate::models::uniform::Uniform;
use crate::options::BufferizationOptions;
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "arith", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    (ConstantOp::DEF, &Constant),
    (IndexCastOp::DEF, &Uniform::viewing(BufferRelation::Equivalent, index_cast)),
    (SelectOp::DEF, &Select),
];

/// `arith.constant`: a global, which is not written.
struct Constant;

impl BufferizableOp for Constant {
    never_written!(read: false);

    fn is_writable(&self, _value: ValueRef<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn global(&self, op: OpRef<'_>, options: &BufferizationOptions) -> Option<Wanted> {
        let view = ConstantOp::view_of(op);
        let (tensor, value) = (view.result().ty(), view.value_attr());
        // Constants are vectors, too.
        tensor.shape(op.cx()).filter(|_| tensor.is_tensor_like(op.cx()))?;
        let space = options.default_memory_space(op.cx(), tensor)?;
        let ty = buffer_type(op.cx(), tensor, None, space);
        Some(Wanted { value, tensor, ty, alignment: options.buffer_alignment })
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (context, view) = (rw.cx(), rw.op(op));
        let tensor = ConstantOp::view_of(view).result().ty();
        if tensor.shape(context).is_none() {
            return Err(failure(view));
        }
        if cx.options.default_memory_space(context, tensor).is_none() {
            return Err(plain_error(view, "could not infer memory space"));
        }
        let global = self.global(view, cx.options);
        let global = cx.state.globals.zip(global).and_then(|(globals, wanted)| globals.find(view, wanted));
        let Some((name, ty)) = global else { return Err(failure(view)) };
        replace_op_with_new_bufferized_op::<memref::GetGlobalOp>(rw, op, &[], &[Some(name)], &[ty]);
        Ok(())
    }
}

/// `arith.index_cast`: a buffer with other elements, laid out alike.
fn index_cast(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let source = rw.op(op).single_operand().id();
    let buffer = get_buffer(rw, source, cx)?;
    let (context, source) = (rw.cx(), rw.value(buffer).ty());
    let Some(element) = rw.op(op).single_result().ty().element_type(context) else {
        return Err(failure(rw.op(op)));
    };
    let ty = match memref_of(context, source) {
        Some(ranked) => MemRef { element, ..ranked }.ty(context),
        None => UnrankedMemRefType::get(context, element, memory_space(context, source)),
    };
    replace_op_with_new_bufferized_op::<IndexCastOp>(rw, op, &[buffer], &[], &[ty]);
    Ok(())
}

/// `arith.select`: one of two buffers.
struct Select;

impl BufferizableOp for Select {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        let value = SelectOp::view_of(operand.op).result();
        let relation = BufferRelation::Equivalent;
        smallvec::smallvec![AliasingValue { value, relation, is_definite: false }]
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let cx = value.cx();
        let Some(select) = value.defined_by::<SelectOp>() else {
            return Ok(value.ty());
        };
        let (first, second) = (types.of(select.true_value()), types.of(select.false_value()));
        let [first, second] = both(first, second)?;
        if first == second {
            return Ok(first);
        }
        if memory_space(cx, first) != memory_space(cx, second) {
            return Err(plain_error(select.0, "inconsistent memory space on true/false operands"));
        }
        // They can only differ in their layouts.
        Ok(fully_dynamic_buffer_type(cx, value.ty(), memory_space(cx, first)))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = SelectOp::view_of(rw.op(op));
        let condition = view.condition();
        if condition.ty() != Type::I1 {
            return Err(op_error(view.0, "only i1 condition values are supported"));
        }
        let [condition, first, second, result] =
            [condition, view.true_value(), view.false_value(), view.result()].map(|value| value.id());
        let (first, second) = (get_buffer(rw, first, cx), get_buffer(rw, second, cx));
        let mut buffers = both(first, second)?;
        if rw.value(buffers[0]).ty() != rw.value(buffers[1]).ty() {
            let ty = get_buffer_type(rw, result, cx)?;
            for buffer in &mut buffers {
                *buffer = cast_buffer(rw, op, *buffer, ty)?;
            }
        }
        let ty = rw.value(buffers[0]).ty();
        let operands: [Value; 3] = [condition, buffers[0], buffers[1]];
        replace_op_with_new_bufferized_op::<SelectOp>(rw, op, &operands, &[], &[ty]);
        Ok(())
    }
}
