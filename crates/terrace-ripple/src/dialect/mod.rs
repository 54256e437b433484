//! The dialect ripple.

pub mod ops;

pub use ops::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The dialect.
pub static RIPPLE: DialectDef = DialectDef {
    name: "ripple",
    doc: "Blocks of processing elements, and what is computed across them.",
    ops: &[
        BroadcastOp::DEF,
        BroadcastPtrOp::DEF,
        ExpressionOp::DEF,
        GetSizeOp::DEF,
        IndexOp::DEF,
        IShuffleOp::DEF,
        ParallelIdxOp::DEF,
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
    ],
    interfaces: &[
        &(&terrace_dialects_core::arith::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_core::inline::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// The dialects of this crate.
pub static DIALECTS: &[&DialectDef] = &[&RIPPLE];
