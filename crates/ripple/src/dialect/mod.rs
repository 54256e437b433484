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

use terrace_ir::def::OpDef;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{OpKind, OpRef, TraitSet, ValueRef};

use interface::RippleOpInterface;
pub(crate) use interface::{Across, AcrossElements, ShapeRule};

/// The ops that are no constructs.
pub(crate) const OPS: &[&OpDef] =
    &[ExpressionOp::DEF, AssignedOp::DEF, ParallelOp::DEF, ScalableOp::DEF, YieldOp::DEF];

/// Whether an op is about the elements of a block.
pub(crate) fn is_ripple(op: OpRef<'_>) -> bool {
    op.interface::<dyn AcrossElements>().is_some() && !op.has_trait(TraitSet::DebugInfo)
}

/// The rule for the shape of the results of an op.
pub(crate) fn shape_rule(op: OpRef<'_>) -> ShapeRule {
    match op.interface::<dyn RippleOpInterface>() {
        Some(rule) => rule.shape_rule(),
        None if op.interface::<dyn BranchOp>().is_some() => ShapeRule::Branch,
        None => ShapeRule::Lanewise,
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
