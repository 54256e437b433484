//! Casts, reshapes and slices of tensors.

use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_dialects_mem::layout::{MemRef, memory_space, memref as memref_of, strided_layout};
use terrace_dialects_mem::memref::{self, collapsed_type, expanded_type, is_guaranteed_collapsible};
use terrace_dialects_mem::reshape_patterns::{groups_of, reshape_source};
use terrace_dialects_mem::slices::slice;
use terrace_dialects_mem::tensor::{CastOp, CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, ReshapeOp};
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Attr, Context, Diag, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};

use super::slices::lists;
use crate::buffers::{
    BufferTypes, buffer_type, fully_dynamic_buffer_type, get_buffer, get_buffer_type,
    replace_op_with_bufferized_values, replace_op_with_new_bufferized_op,
};
use crate::interface::{
    AliasingValues, BufferizableOp, BufferizeCx, Bufferized, Operand, both, equivalent, failure, not_strided,
};
use crate::provenance::Cause;
use crate::state::State;
use crate::tensor_copy_insertion::allocate_tensor_for_shaped_value;
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::infer_rank_reduced_subview_type;

/// The op that a value is the result of.
fn maker(value: ValueRef<'_>) -> Result<OpRef<'_>, Box<Diag>> {
    value.defining_op().ok_or_else(|| Diag::error(value.loc(), ""))
}

/// The buffer type of the source.
fn source_type(op: OpRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    types.of(source(op).ok_or_else(|| failure(op))?)
}

/// The source of a cast, a reshape or a slice.
fn source(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    if let Some(cast) = op.cast::<CastOp>() {
        return Some(cast.source());
    }
    if let Some(extract) = op.cast::<ExtractSliceOp>() {
        return Some(extract.source());
    }
    op.cast::<ReshapeOp>().map(|reshape| reshape.source()).or_else(|| reshape_source(op))
}

/// The buffer of the source of a cast, reshape or slice.
fn source_buffer(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Result<Value, Box<Diag>> {
    let view = rw.op(op);
    let source = source(view).ok_or_else(|| failure(view))?.id();
    get_buffer(rw, source, cx)
}

/// The buffer of a value, copied to a new one without a layout.
fn copied_to_identity(
    rw: &mut Rewriter<'_>,
    op: Op,
    space: Option<Attr>,
    cx: &BufferizeCx<'_>,
) -> Result<Value, Box<Diag>> {
    let view = rw.op(op);
    let (source, loc) = (source(view).ok_or_else(|| failure(view))?.id(), view.loc());
    let copy = allocate_tensor_for_shaped_value(rw, loc, source, true, cx.state, Cause::Layout(op))?;
    let ty = buffer_type(rw.cx(), rw.value(source).ty(), None, space);
    Ok(rw.build_value(ToBufferOp::of(copy).buffer(ty).loc(loc)))
}

/// Infers the type: between ranked tensors layouts are kept; otherwise the layout is dynamic.
///
/// # Errors
///
/// If the type of the source's buffer cannot be inferred.
pub fn cast_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    let (cx, op) = (value.cx(), maker(value)?);
    let source = source_type(op, types)?;
    let space = memory_space(cx, source);
    match memref_of(cx, source) {
        Some(ranked) if value.ty().shape(cx).is_some() => {
            Ok(buffer_type(cx, value.ty(), ranked.layout, space))
        }
        _ => Ok(fully_dynamic_buffer_type(cx, value.ty(), space)),
    }
}

/// `tensor.cast`.
///
/// # Errors
///
/// If the type of a buffer cannot be inferred.
pub fn cast(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let buffer = source_buffer(rw, op, cx)?;
    let ty = get_buffer_type(rw, rw.body().single_result(op), cx)?;
    if rw.value(buffer).ty() == ty {
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        return Ok(());
    }
    replace_op_with_new_bufferized_op::<memref::CastOp>(rw, op, &[buffer], &[], &[ty]);
    Ok(())
}

/// The type of a buffer with collapsed dimensions; `None` if they may not be contiguous.
fn collapsed(cx: &Context, source: Type, op: OpRef<'_>) -> Option<Type> {
    let source = memref_of(cx, source)?;
    let groups = groups_of(op);
    is_guaranteed_collapsible(cx, &source, &groups).then(|| collapsed_type(cx, &source, &groups))?
}

/// Infers the type: the layout of the source, if dimensions are contiguous; otherwise that of a new buffer.
///
/// # Errors
///
/// If the type of the source's buffer cannot be inferred.
pub fn collapse_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    let (cx, op) = (value.cx(), maker(value)?);
    let source = source_type(op, types)?;
    let plain = || buffer_type(cx, value.ty(), None, memory_space(cx, source));
    Ok(collapsed(cx, source, op).unwrap_or_else(plain))
}

/// `tensor.collapse_shape`; collapses a copy if the dimensions may not be contiguous in the buffer.
///
/// # Errors
///
/// If the type of a buffer cannot be inferred, or the source is unranked.
pub fn collapse(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let mut buffer = source_buffer(rw, op, cx)?;
    let (context, view) = (rw.cx(), rw.op(op));
    let attr = CollapseShapeOp::view_of(view).reassociation_attr();
    let Some(source) = memref_of(context, rw.value(buffer).ty()) else { return Err(failure(view)) };
    let is_scalar = view.single_result().ty().shape(context).is_some_and(<[i64]>::is_empty);
    let ty = if is_scalar {
        let layout = match source.has_identity_layout(context) {
            true => None,
            false => {
                let strides = source.strides_and_offset(context);
                let (_, offset) = strides.ok_or_else(|| not_strided(view, rw.value(buffer).ty()))?;
                Some(strided_layout(context, offset, &[]))
            }
        };
        MemRef { shape: &[], layout, ..source }.ty(context)
    } else {
        match collapsed(context, rw.value(buffer).ty(), view) {
            Some(ty) => ty,
            None => {
                buffer = copied_to_identity(rw, op, source.space, cx)?;
                let ty = collapsed(context, rw.value(buffer).ty(), rw.op(op));
                ty.ok_or_else(|| failure(rw.op(op)))?
            }
        }
    };
    replace_op_with_new_bufferized_op::<memref::CollapseShapeOp>(rw, op, &[buffer], &[Some(attr)], &[ty]);
    Ok(())
}

fn expanded(cx: &Context, source: Type, op: OpRef<'_>) -> Result<Type, Box<Diag>> {
    let shape = op.single_result().ty().shape(cx);
    let ty = memref_of(cx, source)
        .zip(shape)
        .and_then(|(source, shape)| expanded_type(cx, &source, shape, &groups_of(op)));
    ty.ok_or_else(|| not_strided(op, source))
}

/// The layout of the source, taken apart.
///
/// # Errors
///
/// If the layout of the source's buffer cannot be taken apart.
pub fn expand_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    let op = maker(value)?;
    let source = source_type(op, types)?;
    expanded(value.cx(), source, op)
}

/// `tensor.expand_shape`.
///
/// # Errors
///
/// If the layout of the source's buffer cannot be taken apart.
pub fn expand(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let buffer = source_buffer(rw, op, cx)?;
    let view = rw.op(op);
    let ty = expanded(rw.cx(), rw.value(buffer).ty(), view)?;
    let sizes = ExpandShapeOp::view_of(view).output_shape().map(|value| value.id());
    let operands: Vec<Value> = [buffer].into_iter().chain(sizes).collect();
    let mut props: Vec<Option<Attr>> = view.props().iter().map(|&attr| Some(attr)).collect();
    // Buffers are stricter: static sizes are those of the type.
    let shape = ty.ranked_shape(rw.cx());
    if shape.iter().filter(|&&size| size == DYNAMIC).count() + 1 != operands.len() {
        return Err(failure(view));
    }
    if let Some(at) = ExpandShapeOp::DEF.props.iter().position(|prop| prop.name == "static_output_shape") {
        props[at] = Some(rw.cx().i64_array(shape));
    }
    replace_op_with_new_bufferized_op::<memref::ExpandShapeOp>(rw, op, &operands, &props, &[ty]);
    Ok(())
}

/// The layout of the source, started elsewhere.
///
/// # Errors
///
/// If the source's buffer has no strides.
pub fn extract_slice_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    let (cx, op) = (value.cx(), maker(value)?);
    let source = source_type(op, types)?;
    let shape = value.ty().ranked_shape(cx);
    infer_rank_reduced_subview_type(cx, source, &slice(op), shape).ok_or_else(|| not_strided(op, source))
}

/// `tensor.extract_slice`.
///
/// # Errors
///
/// If the source's buffer has no strides.
pub fn extract_slice(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let buffer = source_buffer(rw, op, cx)?;
    let ty = get_buffer_type(rw, rw.body().single_result(op), cx)?;
    let (lists, loc) = (lists(rw.op(op)), rw.op(op).loc());
    let part = subview_as(rw, buffer, &lists, ty, loc);
    replace_op_with_bufferized_values(rw, op, &[part]);
    Ok(())
}

/// `tensor.reshape`: the source has the buffer of the result, the shape is read.
pub struct Reshape;

impl BufferizableOp for Reshape {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        operand.index == 1
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        if operand.index == 0 { equivalent(operand.op.single_result()) } else { AliasingValues::new() }
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let source = source_type(maker(value)?, types)?;
        Ok(buffer_type(value.cx(), value.ty(), None, memory_space(value.cx(), source)))
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let shape = ReshapeOp::view_of(rw.op(op)).shape().id();
        let (source, shape) = (source_buffer(rw, op, cx), get_buffer(rw, shape, cx));
        let [mut source, shape] = both(source, shape)?;
        let ty = get_buffer_type(rw, rw.body().single_result(op), cx)?;
        let context = rw.cx();
        if let Some(buffer) = memref_of(context, rw.value(source).ty())
            && !buffer.has_identity_layout(context)
        {
            source = copied_to_identity(rw, op, buffer.space, cx)?;
        }
        replace_op_with_new_bufferized_op::<memref::ReshapeOp>(rw, op, &[source, shape], &[], &[ty]);
        Ok(())
    }
}
