//! Ops on loops of `scf` and `affine`: conversion to other loops, splitting and fusion of iteration spaces,
//! and code motion out of loops.

pub mod convert;
pub mod fuse;
pub mod outline;
pub mod patterns;
pub mod restructure;

use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Loc, OpHandle, OpKind, OpRef};
use terrace_transform::{TransformFailure, TransformState};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        patterns::ApplyForLoopCanonicalizationPatternsOp::DEF,
        patterns::ApplySCFToControlFlowPatternsOp::DEF,
        patterns::ApplySCFStructuralConversionPatternsOp::DEF,
        convert::ForallToForOp::DEF,
        convert::ForallToParallelOp::DEF,
        convert::ParallelForToNestedForOps::DEF,
        convert::TakeAssumedBranchOp::DEF,
        fuse::LoopFuseSiblingOp::DEF,
        fuse::LoopCoalesceOp::DEF,
        outline::LoopOutlineOp::DEF,
        restructure::LoopPeelOp::DEF,
        restructure::LoopPipelineOp::DEF,
        restructure::LoopPromoteIfOneIterationOp::DEF,
        restructure::LoopUnrollOp::DEF,
        restructure::LoopUnrollAndJamOp::DEF,
        restructure::HoistLoopInvariantSubsetsOp::DEF,
    ],
    ..EMPTY_EXTENSION
};

/// The failure of an op that is applied to payload of another name.
fn wrong_kind(op: OpRef<'_>, target: Loc) -> TransformFailure {
    TransformFailure::at(op, "transform applied to the wrong op kind").note(target, "when applied to this op")
}

/// The only payload op of a handle.
fn single_target(
    op: OpRef<'_>,
    handle: terrace_ir::ValueRef<'_>,
    state: &TransformState<'_>,
) -> Result<OpHandle, TransformFailure> {
    match state.payload_ops(handle).as_slice() {
        &[target] => Ok(target),
        _ => Err(TransformFailure::at(op, "expected a single payload op")),
    }
}
