//! Internal to Terrace; no promise of stability. Dialect conversion: patterns turn ops that a target does not allow
//! into ops that it does.
//!
//! The map: a [`target`] defines the legal ops, [`patterns`] rewrite the others, [`types`] converts their
//! types; [`rewriter`] is the interface of patterns to the IR, [`config`] has the options, [`driver`] applies the patterns, [`casts`]
//! removes the casts that cancel, and [`bodies`] runs these on every body nested in an op, or computes the
//! ops that would become legal.
//!
//! The order affects the output, and is upstream's: ops are legalized in order, outer ops first, blocks in
//! control flow order; the ops that a pattern creates are legalized right after it. New ops and moved blocks
//! are inserted immediately, but a replaced op keeps its position and its uses until everything is legal:
//! patterns see the original values, and query the rewriter for their replacements. A pattern whose ops
//! cannot be legalized is rolled back if it moved nothing and modified no other body, and also if it moved something
//! with [`ConversionConfig::undo_moves`]; if a conversion fails, its IR must be discarded.
//!
//! A pattern on a function enters its body ([`ConversionRewriter::enter`]) and converts the entry block
//! there, as [`functions`] does; replacements in the body are finished when the body is converted.

#![forbid(unsafe_code)]

pub mod bodies;
pub mod casts;
pub mod config;
pub mod driver;
pub mod functions;
mod log;
pub mod patterns;
pub mod rewriter;
mod state;
pub mod target;
pub mod types;

pub use bodies::{ConversionPass, analyze, apply_conversion, apply_conversion_with_listener};
pub use config::{ConversionConfig, ConversionMode, FoldingMode};
pub use driver::{Conversion, ConversionResult, apply_full, apply_partial, apply_with};
pub use functions::{add_function_conversion, is_signature_legal};
pub use patterns::{Adaptor, ConversionPatterns};
pub use rewriter::ConversionRewriter;
pub use target::ConversionTarget;
pub use types::{SignatureConversion, TypeConversion, TypeConverter};

#[cfg(test)]
mod tests;
