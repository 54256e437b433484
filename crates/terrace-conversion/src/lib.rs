//! Dialect conversion: patterns turn ops that a target does not allow into ops that it does.
//!
//! The map: a [`target`] says which ops are legal, [`patterns`] rewrite those that are not, [`types`] says what
//! becomes of their types; [`rewriter`] is what a pattern changes IR with, [`driver`] applies the patterns,
//! [`casts`] removes the casts that cancel, and [`bodies`] runs all that on every body below an op, or says what it
//! would make legal.
//!
//! Order matters, since it shows in the output, and is upstream's: ops are legalized in order, outer ones first, blocks
//! along their branches; what a pattern made is legalized right after it. New ops and moved blocks are in the IR
//! at once, but a replaced op keeps its place and its uses until everything is legal: patterns see the values
//! that were there before, and ask the rewriter for those that take their place. Nothing is undone: where a
//! conversion fails, its IR is of no use any more.

#![forbid(unsafe_code)]

pub mod bodies;
pub mod casts;
pub mod driver;
pub mod patterns;
pub mod rewriter;
mod state;
pub mod target;
pub mod types;

pub use bodies::{ConversionPass, analyze};
pub use driver::{Conversion, ConversionMode, FoldingMode, Outcome, apply_full, apply_partial, apply_with};
pub use patterns::{Adaptor, ConversionPatterns};
pub use rewriter::ConversionRewriter;
pub use target::ConversionTarget;
pub use types::{SignatureConversion, TypeConversion, TypeConverter};

#[cfg(test)]
mod tests;
