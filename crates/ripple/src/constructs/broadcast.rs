//! Values with further dimensions, in which all elements are the same.

use terrace_ir::constraints::I64;
use terrace_ir::{OpRef, ValueRef, op_match};
use terrace_macros::op;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::dialect::{ADDRESS, NUMBER};
use crate::intrinsics::Intrinsic;
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// A value with the dimensions of a block that a mask names.
#[op("ripple.broadcast", traits(AllTypesMatch(&["value", "result"])),
     format = "`(` $block `:` type($block) `)` `[` $dims `,` $value attr-dict `:` type($value) `]` `->` type($result)")]
pub struct BroadcastOp {
    block: Operand<ADDRESS>,
    dims: Operand<I64>,
    value: Operand<NUMBER>,
    result: Res<NUMBER>,
}

/// An address with the dimensions of a block that a mask names.
#[op("ripple.broadcast.ptr", traits(AllTypesMatch(&["value", "result"])),
     format = "`(` $block `:` type($block) `)` `[` $dims `,` $value attr-dict `:` type($value) `]` `->` type($result)")]
pub struct BroadcastPtrOp {
    block: Operand<ADDRESS>,
    dims: Operand<I64>,
    value: Operand<ADDRESS>,
    result: Res<ADDRESS>,
}

/// The operands of a broadcast of a number or an address.
#[derive(Clone, Copy)]
pub(crate) struct Broadcast<'a> {
    pub(crate) block: ValueRef<'a>,
    /// The dimensions, as bits.
    pub(crate) dims: ValueRef<'a>,
    pub(crate) value: ValueRef<'a>,
}

impl<'a> Broadcast<'a> {
    /// Returns the operands of an op, or `None` if it is no broadcast.
    pub(crate) fn of(op: OpRef<'a>) -> Option<Self> {
        op_match!(op, {
            BroadcastOp(view) => Some(Self { block: view.block(), dims: view.dims(), value: view.value() }),
            BroadcastPtrOp(view) => Some(Self { block: view.block(), dims: view.dims(), value: view.value() }),
            _ => None,
        })
    }
}

/// The construct.
pub(crate) struct BroadcastConstruct;

impl Construct for BroadcastConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("broadcast", |call| match call.ends_in_number() {
        true => call.with::<BroadcastOp>(3),
        false => call.with::<BroadcastPtrOp>(3),
    })];
}

impl InferShape for BroadcastConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let broadcast = Broadcast::of(op)?;
        let block = analysis.block_operand(op, broadcast.block)?;
        let dims = analysis.dimensions(op, broadcast.dims)?;
        let added = dims.into_iter().fold(Shape::SCALAR, |shape, dim| shape.with(dim, block.size(dim)));
        let value = analysis.of(broadcast.value);
        Some(analysis.join(op, [value, added]))
    }
}

impl Render for BroadcastConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let value = Broadcast::of(emit.rw.op(at.op))?.value.id();
        Some(emit.lanes(value).in_shape(at.shape))
    }
}
