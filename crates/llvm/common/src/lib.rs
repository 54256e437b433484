//! Internal to Terrace; no promise of stability. The conversion of types, and other code that conversions to the
//! dialect llvm share.
//!
//! The map: [`converter`] converts types, [`descriptor`] reads and writes the structures for memrefs, [`ptr_metadata`] those for their metadata, [`build`]
//! creates ops.

#![forbid(unsafe_code)]

pub mod build;
pub mod converter;
pub mod descriptor;
pub mod ptr_metadata;

pub use converter::{LlvmTypeConverter, LowerToLlvmOptions};
