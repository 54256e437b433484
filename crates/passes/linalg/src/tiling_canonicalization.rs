//! Canonicalization of what tiling creates.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::scf::{ForOp, ParallelOp};
use terrace_dialects_linalg::LINALG;
use terrace_dialects_linalg::structured::Structured;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineMaxOp, AffineMinOp};
use terrace_dialects_mem::memref::{SubViewOp, ViewOp};
use terrace_dialects_mem::tensor::{
    CastOp, EmptyOp, ExtractSliceOp, FOLD_EMPTY_TENSOR_WITH_DIM, InsertSliceOp, PadOp,
};
use terrace_ir::OpKind;
use terrace_ir::def::OpDef;
use terrace_ir::pattern::Pattern;
use terrace_passes_shared::greedy::canonicalization_of;

/// The patterns that canonicalize the ops that tiling creates.
pub fn tiling_canonicalization() -> Vec<Pattern> {
    let ops: &[&'static OpDef] = &[
        AffineApplyOp::DEF,
        AffineForOp::DEF,
        AffineMinOp::DEF,
        AffineMaxOp::DEF,
        ForOp::DEF,
        ParallelOp::DEF,
        ConstantOp::DEF,
        ExtractSliceOp::DEF,
        InsertSliceOp::DEF,
        CastOp::DEF,
        EmptyOp::DEF,
        PadOp::DEF,
        SubViewOp::DEF,
        ViewOp::DEF,
    ];
    let structured =
        LINALG.ops.iter().filter(|def| def.interfaces.iter().any(|entry| entry.is::<dyn Structured>()));
    let of_ops = ops.iter().chain(structured).flat_map(|def| canonicalization_of(def));
    of_ops.chain([FOLD_EMPTY_TENSOR_WITH_DIM]).chain(LINALG.canonicalize.iter().cloned()).collect()
}
