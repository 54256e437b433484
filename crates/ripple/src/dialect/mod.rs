//! The dialect ripple.

pub mod ops;
pub mod parallel;

pub use ops::*;
pub use parallel::*;

use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::{OpKind, OpRef, ValueRef};

/// The dialect.
pub static RIPPLE: DialectDef = DialectDef {
    name: "ripple",
    doc: "Blocks of processing elements, and operations across them.",
    ops: &[
        BroadcastOp::DEF,
        BroadcastPtrOp::DEF,
        ExpressionOp::DEF,
        AssignedOp::DEF,
        GetSizeOp::DEF,
        IndexOp::DEF,
        IShuffleOp::DEF,
        ParallelIdxOp::DEF,
        ParallelOp::DEF,
        ReduceAddOp::DEF,
        ReduceAndOp::DEF,
        ReduceMaxOp::DEF,
        ReduceMaximumOp::DEF,
        ReduceMinOp::DEF,
        ReduceMinimumOp::DEF,
        ReduceMulOp::DEF,
        ReduceOrOp::DEF,
        ReduceXorOp::DEF,
        ReinterpOp::DEF,
        SetShapeOp::DEF,
        ShuffleOp::DEF,
        ShufflePairOp::DEF,
        SliceOp::DEF,
        StackOp::DEF,
        YieldOp::DEF,
    ],
    interfaces: &[
        &(&terrace_dialects_core::arith::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// The dialects of this crate.
pub static DIALECTS: &[&DialectDef] = &[&RIPPLE];

/// Whether an op marks a value, and has no meaning but for the shapes of values.
pub(crate) fn is_mark(op: OpRef<'_>) -> bool {
    marked(op).is_some()
}

/// The value that an op marks, if it marks one.
pub(crate) fn marked(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    match op.cast::<ExpressionOp>() {
        Some(mark) => Some(mark.value()),
        None => op.cast::<AssignedOp>().map(|mark| mark.value()),
    }
}
