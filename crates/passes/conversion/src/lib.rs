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
//! that were there before, and ask the rewriter for those that take their place. A pattern whose ops cannot be legalized is
//! undone if it moved nothing and changed no other body; where a conversion fails, its IR is of no use any more.
//!
//! A pattern on a function enters its body ([`ConversionRewriter::enter`]) and converts the entry block there, as [`functions`]
//! does; what it replaces in the body is finished when the body is converted.

#![forbid(unsafe_code)]

pub mod bodies;
pub mod casts;
pub mod driver;
pub mod functions;
pub mod patterns;
pub mod rewriter;
mod state;
pub mod target;
pub mod types;

pub use bodies::{ConversionConfig, ConversionPass, analyze, apply_conversion};
pub use driver::{
    Conversion, ConversionMode, ConversionResult, FoldingMode, apply_full, apply_partial, apply_with,
};
pub use functions::{add_function_conversion, is_signature_legal};
pub use patterns::{Adaptor, ConversionPatterns};
pub use rewriter::ConversionRewriter;
pub use target::ConversionTarget;
pub use types::{SignatureConversion, TypeConversion, TypeConverter};

#[cfg(test)]
mod tests;
