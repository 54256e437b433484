//! The dialect affine: loops, conditions and accesses whose bounds and subscripts are affine.
//!
//! The map: [`identifiers`] defines valid dimensions and symbols, [`operands`] parses and prints maps with
//! their operands, [`apply`] computes indices, [`for_loop`] and [`parallel`] are loops, [`branch`] has the
//! conditional and the terminators, [`memory`] accesses elements, [`dma`] has transfers. [`value_map`]
//! composes maps, [`make`] creates ops for them, [`loop_ranges`] simplifies them by the ranges of induction
//! variables, and `canonicalize_index` has the patterns of linearization ops. [`int_range`] infers integer
//! ranges.

pub mod apply;
pub mod branch;
mod canonicalize_index;
pub mod dma;
pub mod for_loop;
pub mod identifiers;
pub mod inline;
pub mod int_range;
pub mod loop_ranges;
pub mod make;
pub mod memory;
pub mod operands;
pub mod parallel;
mod value_bounds;
pub mod value_map;

pub use apply::*;
pub use branch::*;
pub use dma::*;
pub use for_loop::*;
pub use memory::*;
pub use parallel::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The dialect.
pub static AFFINE: DialectDef = DialectDef {
    name: "affine",
    doc: "Loops, conditions and accesses whose bounds and subscripts are affine.",
    ops: &[
        AffineApplyOp::DEF,
        AffineDelinearizeIndexOp::DEF,
        AffineDmaStartOp::DEF,
        AffineDmaWaitOp::DEF,
        AffineForOp::DEF,
        AffineIfOp::DEF,
        AffineLinearizeIndexOp::DEF,
        AffineLoadOp::DEF,
        AffineMaxOp::DEF,
        AffineMinOp::DEF,
        AffineParallelOp::DEF,
        AffinePrefetchOp::DEF,
        AffineStoreOp::DEF,
        AffineVectorLoadOp::DEF,
        AffineVectorStoreOp::DEF,
        AffineYieldOp::DEF,
    ],
    depends: &["arith", "ub"],
    interfaces: &[
        &(&terrace_dialects_core::arith::materialize as &dyn DialectFoldInterface),
        &(&inline::Inliner as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
