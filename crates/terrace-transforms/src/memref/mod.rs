//! Passes about the dialect memref.

pub mod expand;
pub mod strided_metadata;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] =
    &[&expand::EXPAND_REALLOC, &expand::MEMREF_EXPAND, &strided_metadata::EXPAND_STRIDED_METADATA];
