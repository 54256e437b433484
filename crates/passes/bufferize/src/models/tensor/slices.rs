//! Parts of tensors that are written: copies to parts of buffers.

use terrace_affine::AffineExpr;
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_dialects_mem::bufferization::ToBufferOp;
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::infer_rank_reduced_subview_type;
use terrace_dialects_mem::slices::{is_whole, mixed_lists, slice_of};
use terrace_dialects_mem::tensor::{ConcatOp, InsertSliceOp, ParallelInsertSliceOp};
use terrace_ir::def::plain_error;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value};

use super::make::allocate_like;
use crate::buffers::{buffer_type, create_copy, get_buffer, replace_op_with_bufferized_values};
use crate::interface::{
    AliasingValues, BufferizableOp, BufferizeCx, Bufferized, DestinationBufferizableOp, Operand, failure,
    not_strided,
};
use crate::provenance::Cause;
use crate::state::State;

/// Offsets, sizes and strides of an op.
pub(super) fn lists(op: OpRef<'_>) -> [Vec<OpFoldResult>; 3] {
    mixed_lists(op).map(|list| indices(&list))
}

/// The part of a buffer that a tensor is inserted into.
fn inserted_part(
    rw: &mut Rewriter<'_>,
    op: Op,
    source: Type,
    dest: Value,
) -> Result<Value, Box<terrace_ir::Diag>> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (lists, loc) = (lists(view), view.loc());
    let shape = source.ranked_shape(cx);
    let ty = infer_rank_reduced_subview_type(cx, rw.value(dest).ty(), &slice_of(&lists), shape);
    let ty = ty.ok_or_else(|| not_strided(view, rw.value(dest).ty()))?;
    Ok(subview_as(rw, dest, &lists, ty, loc))
}

/// `tensor.insert_slice`.
pub struct InsertSlice;

impl DestinationBufferizableOp for InsertSlice {
    /// A destination is not read that is written as a whole.
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        let op = operand.op;
        if operand.index == 0 {
            return true;
        }
        let shape = InsertSliceOp::view_of(op).dest().ty().ranked_shape(op.cx());
        !is_whole(op, shape)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = InsertSliceOp::view_of(rw.op(op));
        let (source, ty, dest) = (view.source().id(), view.source().ty(), view.dest().id());
        let dest = get_buffer(rw, dest, cx)?;
        let part = inserted_part(rw, op, ty, dest)?;
        let source = get_buffer(rw, source, cx)?;
        let loc = rw.op(op).loc();
        create_copy(rw, source, part, loc, cx, Cause::Written(op, 0));
        replace_op_with_bufferized_values(rw, op, &[dest]);
        Ok(())
    }
}

/// `tensor.parallel_insert_slice`: the destination is that of the loop around it.
pub struct ParallelInsertSlice;

impl BufferizableOp for ParallelInsertSlice {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        operand.index == 0
    }

    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        operand.index == 1
    }

    fn aliasing_values<'a>(&self, _operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        AliasingValues::new()
    }

    /// It is in place by definition.
    fn resolve_conflicts(&self, _rw: &mut Rewriter<'_>, _op: Op, _state: &State<'_>) -> Bufferized {
        Ok(())
    }

    /// The copy stands before the terminator that the op is in.
    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let Some(terminator) = rw.op(op).parent_op().map(|parent| parent.id()) else {
            return Err(failure(rw.op(op)));
        };
        rw.set_insertion_point_before(terminator);
        let view = ParallelInsertSliceOp::view_of(rw.op(op));
        let (source, ty, dest) = (view.source().id(), view.source().ty(), view.dest().id());
        let dest = get_buffer(rw, dest, cx)?;
        let source = get_buffer(rw, source, cx)?;
        let part = inserted_part(rw, op, ty, dest)?;
        let loc = rw.op(op).loc();
        create_copy(rw, source, part, loc, cx, Cause::Written(op, 0));
        // What frees the source must not run before the copy.
        let frees = |op: OpRef<'_>| {
            own_effects(op).is_some_and(|effects| effects.iter().any(|e| e.kind == EffectKind::Free))
        };
        let freeing = rw.value(source).uses().map(|(user, _)| user).find(|&user| frees(user));
        let moved = freeing.filter(|user| user.block() == rw.op(terminator).block()).map(|user| user.id());
        if let Some(user) = moved {
            rw.move_op(user, terrace_ir::InsertPoint::Before(terminator));
        }
        rw.erase_op(op);
        Ok(())
    }
}

/// `tensor.concat`: copies to parts of a new buffer.
///
/// # Errors
///
/// If the buffer is in a memory space other than the default, or the type of an input's buffer cannot be
/// inferred.
pub fn concat(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let (context, loc) = (rw.cx(), rw.op(op).loc());
    let tensor = allocate_like(rw, op, cx)?;
    let view = rw.op(op);
    let result = view.single_result().ty();
    if cx.options.default_memory_space(context, result) != Some(None) {
        return Err(plain_error(view, "memory space not implemented yet"));
    }
    let Some(concat) = view.cast::<ConcatOp>() else { return Err(failure(view)) };
    let dim = concat.dim() as usize;
    let inputs: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let ty = buffer_type(context, result, None, None);
    let dest = rw.build_value(ToBufferOp::of(tensor).buffer(ty).loc(loc));
    let sizes = extents(rw, dest, loc);
    let mut lists = [
        vec![OpFoldResult::Static(0); sizes.len()],
        sizes.clone(),
        vec![OpFoldResult::Static(1); sizes.len()],
    ];
    let mut at = OpFoldResult::Static(0);
    for (number, input) in inputs.into_iter().enumerate() {
        let source = get_buffer(rw, input, cx)?;
        let size = extent(rw, source, dim, loc);
        lists[0][dim] = at;
        lists[1][dim] = size;
        let shape: Vec<i64> = rw.value(input).ty().ranked_shape(context).to_vec();
        let part_ty = infer_rank_reduced_subview_type(context, ty, &slice_of(&lists), &shape);
        let part_ty = part_ty.ok_or_else(|| failure(rw.op(op)))?;
        let part = subview_as(rw, dest, &lists, part_ty, loc);
        create_copy(rw, source, part, loc, cx, Cause::Written(op, number));
        at = apply_expr(rw, AffineExpr::symbol(0) + AffineExpr::symbol(1), &[at, size], loc);
    }
    replace_op_with_bufferized_values(rw, op, &[dest]);
    Ok(())
}
