//! Tensors that are new: not filled, filled with elements, or computed by a region.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::map_reduce::MapOp;
use terrace_dialects_linalg::region_ops::{IndexOp, YieldOp as LinalgYieldOp};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, known_indices, value_of};
use terrace_dialects_mem::layout::memory_space;
use terrace_dialects_mem::memref;
use terrace_dialects_mem::tensor::{DimOp, FromElementsOp, InsertSliceOp, PadOp, SplatOp};
use terrace_ir::def::plain_error;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Diag, InsertPoint, Loc, Op, OpFoldResult, Region, Rewriter, Type, Value, ValueRef};

use crate::buffers::{BufferTypes, buffer_type, get_buffer_type, replace_op_with_bufferized_values};
use crate::interface::{BufferizableOp, BufferizeCx, Bufferized, failure};
use crate::provenance::Cause;
use crate::state::State;
use crate::tensor_copy_insertion::allocate_tensor_for_shaped_value;

/// `tensor.empty`: room for a tensor.
pub struct Empty;

impl BufferizableOp for Empty {
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        true
    }

    never_written!(read: false);

    fn result_bufferizes_to_memory_write(&self, _result: ValueRef<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        if rw.op(op).single_result().is_unused() {
            rw.erase_op(op);
            return Ok(());
        }
        let tensor = allocate_like(rw, op, cx)?;
        rw.replace_op(op, &[tensor]);
        Ok(())
    }
}

/// Room for the result of an op, as a tensor.
pub(super) fn allocate_like(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Result<Value, Box<Diag>> {
    let (result, loc) = (rw.body().single_result(op), rw.op(op).loc());
    allocate_tensor_for_shaped_value(rw, loc, result, false, cx.state, Cause::NewResult(op))
}

fn needs_default_space(rw: &Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let view = rw.op(op);
    match cx.options.default_memory_space(rw.cx(), view.single_result().ty()) {
        Some(None) => Ok(()),
        _ => Err(plain_error(view, "memory space not implemented yet")),
    }
}

/// `tensor.from_elements`: a store for each.
///
/// # Errors
///
/// If the type of the buffer cannot be inferred.
pub fn from_elements(rw: &mut Rewriter<'_>, op: FromElementsOp, cx: &BufferizeCx<'_>) -> Bufferized {
    let loc = rw.op(op).loc();
    let tensor = allocate_like(rw, op.into(), cx)?;
    let ty = get_buffer_type(rw, tensor, cx)?;
    let buffer = rw.build_value(ToBufferOp::of(tensor).buffer(ty).loc(loc));
    let view = op.view(rw);
    let shape: Vec<i64> = view.result().ty().ranked_shape(rw.cx()).to_vec();
    let elements: Vec<Value> = view.elements().map(|value| value.id()).collect();
    // There are as many elements as the shape has places: extents are no larger than that, unless there are none.
    let most = if elements.is_empty() { 0 } else { shape.iter().copied().fold(0, Ord::max) };
    let numbers: Vec<Value> = (0..most).map(|number| index_constant(rw, number, loc)).collect();
    let mut place = vec![0usize; shape.len()];
    for element in elements {
        let indices: Vec<Value> = place.iter().map(|&number| numbers[number]).collect();
        rw.build(memref::StoreOp::of(element, buffer, &indices).loc(loc));
        for (at, &extent) in place.iter_mut().zip(&shape).rev() {
            *at += 1;
            if (*at as i64) < extent {
                break;
            }
            *at = 0;
        }
    }
    replace_op_with_bufferized_values(rw, op.into(), &[buffer]);
    Ok(())
}

/// `linalg.map` without inputs at the insertion point, with an empty block.
fn map_into(rw: &mut Rewriter<'_>, dest: Value, loc: Loc) -> (Value, terrace_ir::Block) {
    let ty = rw.value(dest).ty();
    let element = ty.element_type_or_self(rw.cx());
    let region: Region = rw.new_region();
    let block = rw.create_block(region, &[(element, loc)]);
    let result = rw.build_value(MapOp::of(&[], dest).loc(loc).result(&[ty]).mapper(region));
    (result, block)
}

/// A tensor filled by the region of an op, which takes indices: as `linalg.map` into a tensor.
fn filled_by_region(rw: &mut Rewriter<'_>, op: Op, dest: Value) -> Result<Value, Box<Diag>> {
    let (cx, loc) = (rw.cx(), rw.op(op).loc());
    let Some(body) = rw.op(op).single_region().entry().map(|block| block.id()) else {
        return Err(failure(rw.op(op)));
    };
    let rank = rw.value(dest).ty().shape(cx).map_or(0, <[i64]>::len);
    let (result, block) = map_into(rw, dest, loc);
    rw.set_insertion_point_to_end(block);
    let mut numbers = Vec::with_capacity(rank);
    for dim in 0..rank {
        let dim = cx.int_attr(Type::I64, dim as i64);
        numbers.push(rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc)));
    }
    rw.inline_block(body, InsertPoint::End(block), &numbers);
    let Some(end) = rw.block(block).last().map(|last| last.id()) else { return Err(failure(rw.op(op))) };
    let yielded: Vec<Value> = rw.body().operands(end).collect();
    rw.replace(end, LinalgYieldOp::of(&yielded));
    rw.set_insertion_point_before(op);
    Ok(result)
}

/// `tensor.generate`.
///
/// # Errors
///
/// If the buffer is to be in a memory space that is not the default.
pub fn generate(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    needs_default_space(rw, op, cx)?;
    let tensor = allocate_like(rw, op, cx)?;
    let filled = filled_by_region(rw, op, tensor)?;
    rw.replace_op(op, &[filled]);
    Ok(())
}

/// `tensor.splat`.
///
/// # Errors
///
/// If the buffer is to be in a memory space that is not the default.
pub fn splat(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let loc = rw.op(op).loc();
    let tensor = allocate_like(rw, op, cx)?;
    needs_default_space(rw, op, cx)?;
    let Some(input) = rw.op(op).cast::<SplatOp>().map(|splat| splat.input().id()) else {
        return Err(failure(rw.op(op)));
    };
    let (result, block) = map_into(rw, tensor, loc);
    rw.set_insertion_point_to_end(block);
    rw.build(LinalgYieldOp::of(&[input]).loc(loc));
    rw.replace_op(op, &[result]);
    Ok(())
}

/// Infers the type in the memory space of the source.
///
/// # Errors
///
/// If the type of the source's buffer cannot be inferred.
pub fn pad_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    let cx = value.cx();
    let Some(pad) = value.defined_by::<PadOp>() else { return Ok(value.ty()) };
    let source = types.of(pad.source())?;
    Ok(buffer_type(cx, value.ty(), None, memory_space(cx, source)))
}

/// `tensor.pad`: fills a new tensor as a whole, and inserts the source.
///
/// # Errors
///
/// If the padding is negative, or the type of a buffer cannot be inferred.
pub fn pad(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let (context, view) = (rw.cx(), rw.op(op));
    let Some(pad) = view.cast::<PadOp>() else { return Err(failure(view)) };
    let low: Vec<OpFoldResult> = known_indices(&pad.mixed_low());
    let high: Vec<OpFoldResult> = known_indices(&pad.mixed_high());
    if low.iter().chain(&high).any(|padding| matches!(padding, OpFoldResult::Static(size) if *size < 0)) {
        return Err(plain_error(view, "negative padding is not bufferizable"));
    }
    let (source, result, loc) = (pad.source().id(), pad.result().ty(), view.loc());
    let shape: Vec<i64> = result.ranked_shape(context).to_vec();
    let sum = AffineExpr::symbol(0) + AffineExpr::symbol(1) + AffineExpr::symbol(2);
    let sum = context.affine_map_attr(AffineMap::new(0, 3, vec![sum]));
    for (dim, _) in shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
        let number = index_constant(rw, dim as i64, loc);
        let inner = rw.build_value(DimOp::of(source, number).result(Type::INDEX).loc(loc));
        let (before, behind) = (value_of(rw, low[dim], loc), value_of(rw, high[dim], loc));
        rw.build_value(
            AffineApplyOp::of(&[inner, before, behind]).map_attr(sum).result(Type::INDEX).loc(loc),
        );
    }
    let tensor = allocate_like(rw, op, cx)?;
    let filled = filled_by_region(rw, op, tensor)?;
    let sizes = extents(rw, source, loc);
    let strides = vec![OpFoldResult::Static(1); shape.len()];
    let ty = rw.value(filled).ty();
    rw.replace(
        op,
        InsertSliceOp::of(source, filled)
            .loc(loc)
            .mixed_offsets(&low)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(ty),
    );
    Ok(())
}
