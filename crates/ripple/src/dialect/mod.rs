//! The dialect ripple.

mod interface;
pub mod loop_marks;
pub mod ops;
pub mod parallel;
pub mod reductions;
pub(crate) mod rules;

pub use loop_marks::*;
pub use ops::*;
pub use parallel::*;
pub use reductions::*;

use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{OpKind, OpRef, ValueRef, op_match};

use interface::RippleOpInterface;
pub(crate) use interface::{BlockRule, ShapeRule};

/// The dialect.
pub static RIPPLE: DialectDef = DialectDef {
    name: "ripple",
    doc: "Blocks of processing elements, and operations across them.",
    ops: &[
        BroadcastOp::DEF,
        BroadcastPtrOp::DEF,
        ExpressionOp::DEF,
        AssignedOp::DEF,
        FloatCastOp::DEF,
        GetSizeOp::DEF,
        IndexOp::DEF,
        IShuffleOp::DEF,
        LoopMarkOp::DEF,
        ParallelIdxOp::DEF,
        ParallelMarkOp::DEF,
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
        RowOp::DEF,
        ScalableOp::DEF,
        SetShapeOp::DEF,
        ShuffleOp::DEF,
        ShufflePairOp::DEF,
        SliceOp::DEF,
        StackOp::DEF,
        ThreadMarkOp::DEF,
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

/// Whether an op is about the elements of a block: it declares one, asks for an element's place in it, moves values across elements, or
/// marks a loop that is distributed over them.
pub(crate) fn is_ripple(op: OpRef<'_>) -> bool {
    block_rule(op).is_some()
}

/// The rule of an op that is about the elements of a block, or `None` if it is another op.
pub(crate) fn block_rule(op: OpRef<'_>) -> Option<BlockRule> {
    match op.interface::<dyn RippleOpInterface>()?.shape_rule() {
        ShapeRule::Block(rule) => Some(rule),
        _ => None,
    }
}

/// The rule for the shape of the results of an op.
pub(crate) fn shape_rule(op: OpRef<'_>) -> ShapeRule {
    match op.interface::<dyn RippleOpInterface>() {
        Some(rule) => rule.shape_rule(),
        None if op.interface::<dyn BranchOp>().is_some() => ShapeRule::Branch,
        None => ShapeRule::Lanewise,
    }
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

/// The operands of a shuffle of the elements of one value, or of two.
#[derive(Clone, Copy)]
pub(crate) struct Shuffle<'a> {
    pub(crate) first: ValueRef<'a>,
    /// The second one of a pair.
    pub(crate) second: Option<ValueRef<'a>>,
    /// The index function.
    pub(crate) function: ValueRef<'a>,
}

impl<'a> Shuffle<'a> {
    /// Returns the operands of an op, or `None` if it is no shuffle.
    pub(crate) fn of(op: OpRef<'a>) -> Option<Self> {
        op_match!(op, {
            ShuffleOp(view) => Some(Self { first: view.value(), second: None, function: view.function() }),
            IShuffleOp(view) => Some(Self { first: view.value(), second: None, function: view.function() }),
            ShufflePairOp(view) => {
                Some(Self { first: view.first(), second: Some(view.second()), function: view.function() })
            }
            _ => None,
        })
    }
}

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
