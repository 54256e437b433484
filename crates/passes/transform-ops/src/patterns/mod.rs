//! Descriptors of patterns, for `transform.apply_patterns`: [`plain`] has those without options, [`configured`] the others.

pub mod configured;
pub mod plain;

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::scf::{ForOp, ParallelOp};
use terrace_dialects_linalg::LINALG;
use terrace_dialects_linalg::structured::Structured;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineMaxOp, AffineMinOp};
use terrace_dialects_mem::memref::{SubViewOp, ViewOp};
use terrace_dialects_mem::tensor::{CastOp, EmptyOp, ExtractSliceOp, InsertSliceOp, PadOp};
use terrace_ir::def::OpDef;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::pattern::Pattern;
use terrace_ir::{OpKind, OpRef};
use terrace_rewrite::PatternSet;
use terrace_transform::TransformState;
use terrace_transform::interfaces::PatternDescriptorOpInterface;

/// The pattern descriptors without options.
pub static PLAIN: DialectExtension =
    DialectExtension { dialect: "transform", ops: plain::OPS, ..EMPTY_EXTENSION };

/// The pattern descriptors with options.
pub static CONFIGURED: DialectExtension =
    DialectExtension { dialect: "transform", ops: configured::OPS, ..EMPTY_EXTENSION };

/// A descriptor of these patterns.
struct Patterns(fn() -> Vec<Pattern>);

impl PatternDescriptorOpInterface for Patterns {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        _: &TransformState<'_>,
        patterns: &mut PatternSet,
    ) -> Result<(), String> {
        patterns.add_all(op.cx(), &(self.0)());
        Ok(())
    }
}

/// The canonicalization patterns that an op's definition names.
pub(crate) fn canonicalization_of(def: &'static OpDef) -> impl Iterator<Item = Pattern> {
    def.canonicalize.iter().map(|&(name, rewrite)| Pattern::new(name, def.name, rewrite))
}

/// The patterns that canonicalize the ops that tiling creates.
fn tiling_canonicalization() -> Vec<Pattern> {
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
    of_ops.chain(LINALG.canonicalize.iter().cloned()).collect()
}
