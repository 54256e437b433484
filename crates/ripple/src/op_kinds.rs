//! Kinds of ops of the dialect llvm that its traits do not tell apart.

use terrace_dialects_llvm::intrinsics::{AssumeOp, IntrinsicOp, LifetimeEndOp, LifetimeStartOp};
use terrace_dialects_llvm::ops::{CallIntrinsicOp, SDivOp, SRemOp, UDivOp, URemOp};
use terrace_ir::{OpRef, TraitSet, ValueRef};

/// Whether an op divides, which is undefined for some divisors.
pub(crate) fn is_division(op: OpRef<'_>) -> bool {
    op.isa::<UDivOp>() || op.isa::<SDivOp>() || op.isa::<URemOp>() || op.isa::<SRemOp>()
}

/// The name of LLVM's intrinsic that an op is a call of, without `llvm.` and the types that it is overloaded on.
pub(crate) fn intrinsic_of(op: OpRef<'_>) -> Option<&str> {
    op.interface::<dyn IntrinsicOp>()?.intrinsic().name.strip_prefix("llvm.")
}

/// Whether an op begins or ends the lifetime of an object.
pub(crate) fn is_lifetime_marker(op: OpRef<'_>) -> bool {
    op.isa::<LifetimeStartOp>() || op.isa::<LifetimeEndOp>()
}

/// Whether an op neither computes nor does anything.
pub(crate) fn is_marker(op: OpRef<'_>) -> bool {
    is_lifetime_marker(op) || op.has_trait(TraitSet::DebugInfo) || op.isa::<AssumeOp>()
}

/// Whether an op counts how often it is executed, for a profile or the coverage of tests.
pub(crate) fn is_counter(op: OpRef<'_>) -> bool {
    op.cast::<CallIntrinsicOp>().is_some_and(|call| call.intrin().starts_with("llvm.instrprof."))
}

/// The operands of an op that has two.
pub(crate) fn pair_of(op: OpRef<'_>) -> Option<[ValueRef<'_>; 2]> {
    let mut operands = op.operands();
    match (operands.next(), operands.next(), operands.next()) {
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}
