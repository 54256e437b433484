//! The constructs of Ripple: ops about the elements of a block. A file has all about one: its op, the intrinsics that
//! programs state it with, the shape of its result, and how it is rendered.
//!
//! An op that passes name besides its construct is defined in [`crate::dialect`].

mod ballot;
mod block;
mod broadcast;
mod dot;
mod float_cast;
mod marks;
mod reduction;
mod reinterp;
mod row;
mod shuffle;
mod slice;
mod stack;
mod watch;

use terrace_ir::def::OpDef;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, Value};

pub use self::broadcast::{BroadcastOp, BroadcastPtrOp};
pub use self::dot::DotOp;
pub use self::float_cast::FloatCastOp;
pub use self::reinterp::ReinterpOp;
pub use self::row::RowOp;
pub use self::shuffle::{INDEX_FUNCTION, IShuffleOp, ShuffleOp, ShufflePairOp};
pub use self::slice::SliceOp;
pub use self::stack::StackOp;
pub(crate) use self::{broadcast::Broadcast, shuffle::Shuffle};

use crate::analysis::InferShape;
use crate::constants::constant_integer_by;
use crate::diagnostics::Tag;
use crate::dialect::*;
use crate::intrinsics::{Intrinsic, PREFIX};
use crate::vectorize::{Emitter, Render};

/// A construct: what the compiler asks of each.
pub(crate) trait Construct: InferShape + Render {
    /// The intrinsics that programs state it with.
    const INTRINSICS: &'static [Intrinsic];
}

/// The table of constructs, each with its ops.
macro_rules! constructs {
    ($($construct:path: [$($op:ident),*];)*) => {
        /// The ops of constructs.
        pub(crate) const OPS: &[&OpDef] = &[$($($op::DEF),*),*];

        const INTRINSICS: &[&[Intrinsic]] = &[$(<$construct as Construct>::INTRINSICS),*];

        static ACROSS: &[OpModel<dyn AcrossElements>] = &[$($(($op::DEF, &Across)),*),*];
        static SHAPES: &[OpModel<dyn InferShape>] = &[$($(($op::DEF, &$construct)),*),*];
        static RENDERINGS: &[OpModel<dyn Render>] = &[$($(($op::DEF, &$construct)),*),*];
    };
}

constructs! {
    block::BlockConstruct: [SetShapeOp];
    block::IndexConstruct: [IndexOp];
    block::SizeConstruct: [GetSizeOp];
    broadcast::BroadcastConstruct: [BroadcastOp, BroadcastPtrOp];
    dot::DotConstruct: [DotOp];
    float_cast::FloatCastConstruct: [FloatCastOp];
    marks::MarkConstruct: [LoopMarkOp, ThreadMarkOp, ParallelMarkOp, ParallelIdxOp];
    reduction::ReductionConstruct: [
        ReduceAddOp, ReduceMulOp, ReduceAndOp, ReduceOrOp, ReduceXorOp, ReduceMaxOp, ReduceMinOp, ReduceMaximumOp,
        ReduceMinimumOp
    ];
    reinterp::ReinterpConstruct: [ReinterpOp];
    row::RowConstruct: [RowOp];
    shuffle::ShuffleConstruct: [ShuffleOp, IShuffleOp, ShufflePairOp];
    slice::SliceConstruct: [SliceOp];
    stack::StackConstruct: [StackOp];
    watch::WatchConstruct: [WatchOp];
}

/// A size that grows with vectors, which [`crate::lengths`] replaces.
const SCALABLE: Intrinsic = ("scalable", |call| call.with::<ScalableOp>(1));

/// The interfaces of constructs.
pub(crate) static CONSTRUCTS: DialectExtension = DialectExtension {
    dialect: "ripple",
    interfaces: &[&ExternalModels(ACROSS), &ExternalModels(SHAPES), &ExternalModels(RENDERINGS)],
    ..EMPTY_EXTENSION
};

/// Returns the intrinsic of a name, which may end in types, or `None` if it is not one of Ripple's.
pub(crate) fn intrinsic_of(name: &str) -> Option<&'static Intrinsic> {
    let name = name.strip_prefix(PREFIX)?;
    let is_of = |of: &str| name.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    INTRINSICS.iter().copied().flatten().chain([&SCALABLE]).find(|(of, _)| is_of(of))
}

/// The number that a constant operand is; 0 after an error.
fn constant_number(emit: &mut Emitter<'_, '_>, value: Value) -> i64 {
    constant_integer_by(&emit.tree, emit.rw.value(value), emit.shapes).unwrap_or_else(|| {
        emit.error(Tag::NotConstant, "non-constant operand; make it a literal, or a constant after inlining");
        0
    })
}
