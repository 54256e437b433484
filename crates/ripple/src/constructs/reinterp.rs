//! Reinterpretations: the bytes of a value in another shape and type.

use terrace_ir::data_layout::DataLayout;
use terrace_ir::{OpKind, OpRef};
use terrace_macros::op;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::{ADDRESS, NUMBER};
use crate::intrinsics::Intrinsic;
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// The same bytes as a value of another type in the shape of a block.
#[op(
    "ripple.reinterp",
    format = "`(` $block `:` type($block) `)` `[` $value attr-dict `:` type($value) `]` `->` type($result)"
)]
pub struct ReinterpOp {
    block: Operand<ADDRESS>,
    value: Operand<NUMBER>,
    result: Res<NUMBER>,
}

/// The construct.
pub(crate) struct ReinterpConstruct;

impl Construct for ReinterpConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("reinterp", |call| call.with::<ReinterpOp>(2))];
}

impl InferShape for ReinterpConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let view = ReinterpOp::view_of(op);
        let block = analysis.block_operand(op, view.block())?;
        let (value, result) = (view.value(), op.single_result());
        let shape = analysis.of(value);
        let layout = DataLayout::of(analysis.function);
        let bytes = |ty, shape: Shape| {
            layout.type_size(op.cx(), ty).map_or(0, |size| size.minimum) * shape.elements() as u64
        };
        let (from, to) = (bytes(value.ty(), shape), bytes(result.ty(), block));
        if from != to {
            let message = format!(
                "a value of shape {shape} with {from} bytes cannot be taken for one of shape {block} with {to} bytes; \
                 make the block as large as the value"
            );
            analysis.report(Tag::ReinterpSize, op, message);
        }
        Some(block)
    }
}

impl Render for ReinterpConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let value = ReinterpOp::view_of(emit.rw.op(at.op)).value().id();
        let lanes = emit.lanes(value);
        let value = emit.vector_of(&lanes);
        let whole = emit.shaped(at.ty, at.shape);
        let value = emit.bitcast(value, whole);
        Some(Lanes::opaque(value, at.ty, at.shape))
    }
}
