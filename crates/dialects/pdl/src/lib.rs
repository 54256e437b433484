//! Internal to Terrace; no promise of stability. The dialects pdl, patterns of ops written as IR, and pdl_interp,
//! programs that match them.
//!
//! The map: [`types`] are the types of pattern entities, [`pattern`] has the pattern op, [`matching`] the ops
//! of the match part, [`rewriting`] those of the rewrite part, [`native`] the native functions of patterns,
//! [`interp`] is pdl_interp; [`verify`] has the common parts of their verifiers.

#![forbid(unsafe_code)]

mod attributes;
pub mod groups;
pub mod interp;
pub mod matching;
pub mod native;
pub mod pattern;
pub mod rewriting;
pub mod types;
mod verify;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&PDL, &interp::PDL_INTERP];

/// The dialect.
pub static PDL: DialectDef = DialectDef {
    name: "pdl",
    doc: "Rewrite patterns as IR.",
    ops: &[
        matching::ApplyNativeConstraintOp::DEF,
        rewriting::ApplyNativeRewriteOp::DEF,
        matching::AttributeOp::DEF,
        rewriting::EraseOp::DEF,
        matching::OperandOp::DEF,
        matching::OperandsOp::DEF,
        matching::OperationOp::DEF,
        pattern::PatternOp::DEF,
        rewriting::RangeOp::DEF,
        rewriting::ReplaceOp::DEF,
        matching::ResultOp::DEF,
        matching::ResultsOp::DEF,
        pattern::RewriteOp::DEF,
        matching::TypeOp::DEF,
        matching::TypesOp::DEF,
    ],
    types: &[&types::ATTRIBUTE, &types::OPERATION, types::RangeType::DEF, &types::TYPE, &types::VALUE],
    ..EMPTY_DIALECT
};
