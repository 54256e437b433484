//! The dialect tensor: [`views`] of tensors, [`slices`] that are copied, what [`make`]s tensors, and single elements.

pub mod make;
pub mod slices;
pub mod views;

use terrace_dialects_mem::memref;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Op, OpKind, Rewriter, Value};

use crate::buffers::{operand_buffer, replace_op_with_bufferized_values};
use crate::interface::{
    BufferRelation, BufferizableOp, BufferizeCx, Bufferized, Destination, DestinationBufferizableOp,
};
use crate::models::uniform::Uniform;

const SAME: BufferRelation = BufferRelation::Equivalent;

/// What the ops tell.
/// What bufferization adds to the dialect.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "tensor", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    ("tensor.cast", &Uniform::viewing(SAME, views::cast).typed(views::cast_type)),
    // A copy may be needed, which is not known before the rewriting.
    (
        "tensor.collapse_shape",
        &Uniform::viewing(SAME, views::collapse).typed(views::collapse_type).that_reads(),
    ),
    ("tensor.concat", &Uniform::allocating(slices::concat)),
    ("tensor.dim", &Uniform::looking(replace_operand::<memref::DimOp>)),
    ("tensor.empty", &make::Empty),
    ("tensor.expand_shape", &Uniform::viewing(SAME, views::expand).typed(views::expand_type)),
    ("tensor.extract", &Uniform::reading(replace_operand::<memref::LoadOp>)),
    (
        "tensor.extract_slice",
        &Uniform::viewing(BufferRelation::Unknown, views::extract_slice).typed(views::extract_slice_type),
    ),
    ("tensor.from_elements", &Uniform::allocating(make::from_elements)),
    ("tensor.generate", &Uniform::allocating(make::generate)),
    ("tensor.insert", &Destination(Insert)),
    ("tensor.insert_slice", &Destination(slices::InsertSlice)),
    ("tensor.pad", &Uniform::allocating(make::pad).typed(make::pad_type)),
    ("tensor.parallel_insert_slice", &slices::ParallelInsertSlice),
    ("tensor.rank", &Uniform::looking(replace_operand::<memref::RankOp>)),
    ("tensor.reshape", &views::Reshape),
    ("tensor.splat", &Uniform::allocating(make::splat)),
];

/// The same of a buffer: only the first operand is another.
fn replace_operand<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let buffer = operand_buffer(rw, op, 0, cx)?;
    let others = rw.op(op).operands().skip(1).map(|value| value.id());
    let operands: Vec<Value> = [buffer].into_iter().chain(others).collect();
    rw.replace_as::<K>(op, &operands, &[]);
    Ok(())
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
