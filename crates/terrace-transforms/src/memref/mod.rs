//! Passes about the dialect memref.

pub mod expand;
pub mod resolve_dims;
pub mod strided_metadata;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &expand::EXPAND_REALLOC,
    &expand::MEMREF_EXPAND,
    &resolve_dims::RESOLVE_RANKED_DIMS,
    &resolve_dims::RESOLVE_SHAPED_DIMS,
    &strided_metadata::EXPAND_STRIDED_METADATA,
];
