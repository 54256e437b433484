//! Copies of tensors where operands are not in place, so that all of them are afterwards.

use terrace_dialects_mem::bufferization::{AllocTensorOp, ToTensorOp};
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::layout::memory_space;
use terrace_dialects_mem::tensor::DimOp;
use terrace_ir::def::plain_error;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Context, Diag, Loc, Op, RankedTensorType, Rewriter, Type, TypeData, Value};

use terrace_rewrite::walk::body_post_order;

use crate::buffers::BufferTypes;
use crate::interface::{BufferizeCx, Bufferized, Operand, OperandKey, is_unranked_tensor, tensor_operands};
use crate::provenance::Cause;
use crate::state::State;
use terrace_dialects_linalg::reify::reified_shape;

/// An extent of a tensor, or of a buffer after one.
fn dim(rw: &mut Rewriter<'_>, tensor: Value, index: usize, loc: Loc) -> Value {
    let index = index_constant(rw, index as i64, loc);
    rw.build_value(DimOp::of(tensor, index).result(Type::INDEX).loc(loc))
}

/// Allocates a tensor like a given tensor or memref: a copy of it, or uninitialized; records the cause.
///
/// # Errors
///
/// If the value is unranked, or the type of its buffer cannot be inferred.
pub fn allocate_tensor_for_shaped_value(
    rw: &mut Rewriter<'_>,
    loc: Loc,
    value: Value,
    copy: bool,
    state: &State<'_>,
    cause: Cause,
) -> Result<Value, Box<Diag>> {
    let cx = rw.cx();
    let buf = BufferizeCx { options: state.options, state, arguments: None };
    let ty = rw.value(value).ty();
    let tensor = match ty.data(cx) {
        TypeData::RankedTensor { .. } => value,
        TypeData::MemRef { shape, element, .. } => {
            let (shape, element) = (shape.clone(), *element);
            let tensor = RankedTensorType::get(cx, &shape, element);
            rw.build_value(ToTensorOp::of(value).result(tensor).loc(loc))
        }
        _ => {
            let owner = crate::interface::owner(rw.value(value));
            let message = no_copy(cx, ty);
            return Err(match owner {
                Some(op) => plain_error(op, message),
                None => Diag::error(loc, message),
            });
        }
    };
    let ty = rw.value(tensor).ty();
    let mut sizes = Vec::new();
    if !copy {
        let reified = if tensor == value { reified_shape(rw, value) } else { None };
        let shape: Vec<i64> = ty.ranked_shape(cx).to_vec();
        for (i, _) in shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
            sizes.push(match &reified {
                Some(all) => value_of(rw, all[i], loc),
                None => dim(rw, tensor, i, loc),
            });
        }
    }
    // A copy is where its source is.
    let space = match copy {
        true => None,
        false => {
            let buffer = BufferTypes::new(&buf).of(rw.value(tensor))?;
            memory_space(cx, buffer).or_else(|| state.options.default_memory_space(cx, ty).flatten())
        }
    };
    let copied = copy.then_some(tensor);
    let alloc = rw.build(
        AllocTensorOp::of().loc(loc).dynamic_sizes(&sizes).copy(copied).memory_space_attr(space).result(ty),
    );
    state.record(rw, cause, &[alloc.into()]);
    Ok(rw.body().single_result(alloc))
}

/// The error of a tensor that cannot be copied, since it has no extents to allocate another one with.
fn no_copy(cx: &Context, tensor: Type) -> String {
    match is_unranked_tensor(cx, tensor) {
        true => "copying of unranked tensors is not implemented".to_owned(),
        false => format!("copying of tensors of type '{}' is not implemented", cx.type_text(tensor)),
    }
}

/// Copies the operands of an op that are not in place; of an op that writes none of them and has one alias for such an
/// operand, the result is copied instead, which may be smaller.
///
/// # Errors
///
/// If a tensor that is to be copied has no rank, or a type of another dialect.
pub fn resolve_operand_conflicts(rw: &mut Rewriter<'_>, op: Op, state: &State<'_>) -> Bufferized {
    let cx = rw.cx();
    let (mut operands, mut results): (Vec<(OperandKey, bool)>, Vec<(Value, bool, usize)>) =
        Default::default();
    let view = rw.op(op);
    for operand in tensor_operands(view) {
        if state.is_in_place(operand) {
            continue;
        }
        if operand.value().ty().shape(cx).is_none() {
            return Err(plain_error(view, no_copy(cx, operand.value().ty())));
        }
        let copies = !state.can_omit_tensor_copy(operand);
        match copied_result(state, operand) {
            Some(result) => results.push((result, copies, operand.index)),
            None => operands.push((operand.key(), copies)),
        }
    }
    let loc = view.loc();
    for ((_, index), copies) in operands {
        rw.set_insertion_point_before(op);
        let value = rw.body().operand(op, index as usize);
        let cause = Cause::OutOfPlace(op, index as usize);
        let copy = allocate_tensor_for_shaped_value(rw, loc, value, copies, state, cause)?;
        rw.set_operand(op, index as usize, copy);
    }
    rw.set_insertion_point_after(op);
    for (value, copies, index) in results {
        let before: Vec<(Op, usize)> = rw.value(value).uses().map(|(op, index)| (op.id(), index)).collect();
        let cause = Cause::OutOfPlace(op, index);
        let copy = allocate_tensor_for_shaped_value(rw, loc, value, copies, state, cause)?;
        for (user, index) in before {
            if !rw.op(user).isa::<DimOp>() {
                rw.set_operand(user, index, copy);
            }
        }
    }
    Ok(())
}

/// Returns the one result that is an alias of an operand, which is not written, and of no other operand: it is copied if
/// the operand is out of place.
pub(crate) fn copied_result(state: &State<'_>, operand: Operand<'_>) -> Option<Value> {
    let aliases = state.aliasing_values(operand);
    let [alias] = aliases[..] else { return None };
    let result = alias.value;
    (result.defining_op().is_some()
        && !state.bufferizes_to_memory_write(operand)
        && state.aliasing_operands(result).len() == 1
        && result.ty().shape(result.cx()).is_some())
    .then_some(result.id())
}

/// Copies the out-of-place operands of all bufferizable ops of a body.
///
/// # Errors
///
/// The first that cannot be copied.
pub fn insert_tensor_copies(rw: &mut Rewriter<'_>, state: &State<'_>) -> Bufferized {
    for op in body_post_order(rw.body()) {
        let Some(model) = state.bufferizable(rw.op(op)) else { continue };
        rw.set_insertion_point_before(op);
        model.resolve_conflicts(rw, op, state)?;
    }
    Ok(())
}
