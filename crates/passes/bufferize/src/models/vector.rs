//! The dialect vector: transfers between vectors and buffers, and masks around them.

use terrace_dialects_mem::bufferization::AllocTensorOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_vector::mask::{MaskOp, YieldOp};
use terrace_dialects_vector::memory::{GatherOp, ScatterOp};
use terrace_dialects_vector::transfer::{Transfer, TransferReadOp, TransferWriteOp};
use terrace_ir::build::OperationState;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::matchers::m_scalar_int;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Attr, Op, OpKind, OpRef, Region, Rewriter, Type, Value, ValueRef};

use crate::buffers::{operand_buffer, replace_op_with_bufferized_values};
use crate::interface::{
    AliasingOperand, AliasingOperands, AliasingValues, BufferRelation, BufferizableOp, BufferizeCx,
    Bufferized, Destination, DestinationBufferizableOp, Operand, equivalent, failure,
};
use crate::models::uniform::Uniform;
use crate::state::State;
use crate::tensor_copy_insertion::resolve_operand_conflicts;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "vector", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    (GatherOp::DEF, &Uniform::reading(on_buffer::<GatherOp>)),
    (MaskOp::DEF, &Mask),
    (ScatterOp::DEF, &Scatter),
    (TransferReadOp::DEF, &Uniform::reading(on_buffer::<TransferReadOp>)),
    (TransferWriteOp::DEF, &Destination(TransferWrite)),
    (YieldOp::DEF, &Yield),
];

/// Creates the same op with a buffer for the operand `base`, before it; drops the alignment.
fn with_buffer<K: OpKind>(
    rw: &mut Rewriter<'_>,
    op: Op,
    base: usize,
    results: &[Type],
    cx: &BufferizeCx<'_>,
) -> Result<(Op, Value), Box<terrace_ir::Diag>> {
    let buffer = operand_buffer(rw, op, base, cx)?;
    rw.set_insertion_point_before(op);
    let view = rw.op(op);
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    operands[base] = buffer;
    let names = view.def().map_or(&[][..], |def| def.props).iter().map(|prop| prop.name);
    let kept = |(&attr, name): (&Attr, &str)| (name != "alignment").then_some(attr);
    let props: Vec<Option<Attr>> = view.props().iter().zip(names).map(kept).collect();
    let loc = view.loc();
    Ok((
        rw.build(OperationState::positional::<K>(&operands, &props).with_results(results).with_loc(loc)),
        buffer,
    ))
}

/// Reads from a buffer, the first operand.
fn on_buffer<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let results = rw.op(op).result_types();
    let (new, _) = with_buffer::<K>(rw, op, 0, &results, cx)?;
    rw.replace_op_with(op, new);
    Ok(())
}

struct TransferWrite;

/// Whether a write from the first element on reaches the last one of each dimension.
fn reaches_ends(op: OpRef<'_>, shape: &[i64], vector: &[i64]) -> bool {
    let Some(map) = Transfer::of(op).map(|transfer| transfer.permutation_map()) else { return false };
    let written = |dim: usize| {
        let at = map.results.iter().position(|result| result.as_dim() == Some(dim as u32));
        at.and_then(|at| vector.get(at)).copied().unwrap_or(1)
    };
    shape.iter().enumerate().all(|(dim, &extent)| extent <= written(dim))
}

impl DestinationBufferizableOp for TransferWrite {
    /// A tensor is not read that is written as a whole.
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        let (op, cx) = (operand.op, operand.op.cx());
        let Some(write) = op.cast::<TransferWriteOp>() else { return true };
        let shape = write.base().ty().ranked_shape(cx);
        let vector = write.value_to_store().ty().ranked_shape(cx);
        let is_start = |index: ValueRef<'_>| m_scalar_int(index).and_then(|n| n.to_i64()) == Some(0);
        // mlir-opt only asks for a `vector.mask` around the op. With a mask among its operands it would leave out the copy
        // of what the mask keeps.
        let is_masked = write.mask().is_some() || op.parent_op().is_some_and(|parent| parent.isa::<MaskOp>());
        shape.contains(&DYNAMIC)
            || !write.indices().all(is_start)
            || is_masked
            || shape.iter().zip(vector).any(|(extent, written)| extent > written)
            || !cx.matches_upstream() && !reaches_ends(op, shape, vector)
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (_, buffer) = with_buffer::<TransferWriteOp>(rw, op, 1, &[], cx)?;
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

struct Scatter;

impl BufferizableOp for Scatter {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        if operand.index == 0 { equivalent(operand.op.single_result()) } else { AliasingValues::new() }
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (_, buffer) = with_buffer::<ScatterOp>(rw, op, 0, &[], cx)?;
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}

/// The op under a mask.
fn masked<'a>(mask: OpRef<'a>) -> Option<OpRef<'a>> {
    MaskOp::view_of(mask).mask_region().entry()?.first()
}

/// The terminator's operand that a result of the op around it is equivalent to.
pub(super) fn yielded_to<'a>(value: ValueRef<'a>) -> AliasingOperands<'a> {
    let end = value.defining_op().and_then(|op| op.single_region().entry()?.last());
    let Some(op) = end.filter(|end| (value.index() as usize) < end.num_operands()) else {
        return AliasingOperands::new();
    };
    let operand = Operand { op, index: value.index() as usize };
    smallvec::smallvec![AliasingOperand { operand, relation: BufferRelation::Equivalent, is_definite: true }]
}

/// The result of the op around a terminator that is equivalent to the terminator's operand.
pub(super) fn passed_on<'a>(operand: Operand<'a>) -> AliasingValues<'a> {
    let parent = operand.op.parent_op().filter(|parent| operand.index < parent.num_results());
    parent.map_or_else(AliasingValues::new, |parent| equivalent(parent.result(operand.index)))
}

/// The values that a terminator passes on, buffers where they are tensors.
pub(super) fn passed_buffers(
    rw: &mut Rewriter<'_>,
    op: Op,
    cx: &BufferizeCx<'_>,
) -> Result<Vec<Value>, Box<terrace_ir::Diag>> {
    let mut passed = Vec::new();
    for index in 0..rw.op(op).num_operands() {
        let value = rw.op(op).operand(index);
        passed.push(match value.ty().is_tensor_like(rw.cx()) {
            true => operand_buffer(rw, op, index, cx)?,
            false => value.id(),
        });
    }
    Ok(passed)
}

/// `vector.mask`: its results are those of the op under the mask.
struct Mask;

impl BufferizableOp for Mask {
    never_written!(read: true);

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, _state: &State<'_>) -> AliasingOperands<'a> {
        yielded_to(value)
    }

    /// The region of a mask op cannot hold a copy in addition to the masked op.
    fn resolve_conflicts(&self, rw: &mut Rewriter<'_>, op: Op, state: &State<'_>) -> Bufferized {
        resolve_operand_conflicts(rw, op, state)?;
        let view = rw.op(op);
        let region = MaskOp::view_of(view).mask_region();
        if region.entry().is_some_and(|block| block.ops().any(OpRef::isa::<AllocTensorOp>)) {
            return Err(op_error(view, "body must bufferize in-place"));
        }
        Ok(())
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = rw.op(op);
        let Some(inner) = masked(view) else { return Err(failure(view)) };
        if cx.state.bufferizable(inner).is_none() {
            return Ok(());
        }
        let Some(end) = MaskOp::view_of(view).mask_region().entry().and_then(|block| block.last()) else {
            return Err(failure(view));
        };
        let of_inner = |value: ValueRef<'_>| value.defining_op() == Some(inner);
        // What is not a result of the op under the mask any more is a buffer from outside.
        let mut results: Vec<Option<Value>> =
            end.operands().map(|value| (!of_inner(value)).then_some(value.id())).collect();
        let kept: Vec<ValueRef<'_>> = end.operands().filter(|&value| of_inner(value)).collect();
        let types: Vec<Type> = kept.iter().map(|value| value.ty()).collect();
        let kept: Vec<Value> = kept.iter().map(|value| value.id()).collect();
        let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
        let (end, loc) = (end.id(), view.loc());
        rw.set_operands(end, &kept);
        let regions: Vec<Region> = rw.take_regions(op);
        rw.set_insertion_point_before(op);
        let name = rw.cx().op_name(MaskOp::DEF.name);
        let spec = terrace_ir::OpSpec {
            name,
            operands: &operands,
            results: &types,
            props: &[],
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        };
        let new = rw.create_op_with_regions(&spec, &regions);
        let mut made = rw.body().results(new).collect::<Vec<Value>>().into_iter();
        for result in &mut results {
            *result = result.or_else(|| made.next());
        }
        let values: Vec<Value> = results.into_iter().flatten().collect();
        replace_op_with_bufferized_values(rw, op, &values);
        Ok(())
    }
}

/// `vector.yield` below a mask.
struct Yield;

impl BufferizableOp for Yield {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        passed_on(operand)
    }

    fn must_bufferize_in_place(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let view = rw.op(op);
        let Some(mask) = view.parent_op().filter(|parent| parent.isa::<MaskOp>()) else {
            return Err(plain_error(view, "unsupported vector::YieldOp parent"));
        };
        if masked(mask).is_none_or(|inner| cx.state.bufferizable(inner).is_none()) {
            return Ok(());
        }
        let values = passed_buffers(rw, op, cx)?;
        rw.replace(op, YieldOp::of(&values));
        Ok(())
    }
}
