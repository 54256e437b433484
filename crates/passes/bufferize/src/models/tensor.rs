//! The dialect tensor: [`views`] of tensors, [`slices`] that are copied, ops that [`make`] tensors, and
//! single elements.

pub mod make;
pub mod slices;
pub mod views;

use terrace_dialects_mem::memref;
use terrace_dialects_mem::tensor::{
    CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, ExtractSliceOp,
    FromElementsOp, GenerateOp, InsertOp, InsertSliceOp, PadOp, ParallelInsertSliceOp, RankOp, ReshapeOp,
    SplatOp,
};
use terrace_ir::build::OperationState;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Op, OpKind, Rewriter, Value};

use crate::buffers::{get_buffer, operand_buffer, replace_op_with_bufferized_values};
use crate::interface::{
    BufferRelation, BufferizableOp, BufferizeCx, Bufferized, Destination, DestinationBufferizableOp,
};
use crate::models::uniform::Uniform;

const SAME: BufferRelation = BufferRelation::Equivalent;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "tensor", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] = &[
    (CastOp::DEF, &Uniform::viewing(SAME, views::cast).typed(views::cast_type)),
    // A copy may be needed, which is not known before the rewriting.
    (CollapseShapeOp::DEF, &Uniform::viewing(SAME, views::collapse).typed(views::collapse_type).that_reads()),
    (ConcatOp::DEF, &Uniform::allocating(slices::concat)),
    (DimOp::DEF, &Uniform::looking(replace_operand::<memref::DimOp>)),
    (EmptyOp::DEF, &make::Empty),
    (ExpandShapeOp::DEF, &Uniform::viewing(SAME, views::expand).typed(views::expand_type)),
    (ExtractOp::DEF, &Uniform::reading(replace_operand::<memref::LoadOp>)),
    (
        ExtractSliceOp::DEF,
        &Uniform::viewing(BufferRelation::Unknown, views::extract_slice).typed(views::extract_slice_type),
    ),
    (
        FromElementsOp::DEF,
        &Uniform::allocating(|rw, op, cx| make::from_elements(rw, FromElementsOp::assume(op), cx)),
    ),
    (GenerateOp::DEF, &Uniform::allocating(make::generate)),
    (InsertOp::DEF, &Destination(Insert)),
    (InsertSliceOp::DEF, &Destination(slices::InsertSlice)),
    (PadOp::DEF, &Uniform::allocating(make::pad).typed(make::pad_type)),
    (ParallelInsertSliceOp::DEF, &slices::ParallelInsertSlice),
    (RankOp::DEF, &Uniform::looking(replace_operand::<memref::RankOp>)),
    (ReshapeOp::DEF, &views::Reshape),
    (SplatOp::DEF, &Uniform::allocating(make::splat)),
];

/// Creates the same op on a buffer: only the first operand changes.
fn replace_operand<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
    let buffer = operand_buffer(rw, op, 0, cx)?;
    let others = rw.op(op).operands().skip(1).map(|value| value.id());
    let operands: Vec<Value> = [buffer].into_iter().chain(others).collect();
    rw.replace(op, OperationState::positional::<K>(&operands, &[]));
    Ok(())
}

struct Insert;

impl DestinationBufferizableOp for Insert {
    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let (dest, loc) = (InsertOp::view_of(rw.op(op)).dest().id(), rw.op(op).loc());
        let buffer = get_buffer(rw, dest, cx)?;
        let view = InsertOp::view_of(rw.op(op));
        let (scalar, indices) =
            (view.scalar().id(), view.indices().map(|value| value.id()).collect::<Vec<_>>());
        rw.build(memref::StoreOp::of(scalar, buffer, &indices).loc(loc));
        replace_op_with_bufferized_values(rw, op, &[buffer]);
        Ok(())
    }
}
