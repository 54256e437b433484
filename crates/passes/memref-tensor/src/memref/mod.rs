//! Passes and other transformations about the dialect memref.

pub mod alloc_to_alloca;
pub mod compose_subviews;
pub mod expand;
pub mod extract_addresses;
pub mod flatten;
pub mod fold_alias;
pub mod memory_spaces;
pub mod multi_buffer;
pub mod narrow_types;
pub mod normalize;
pub mod normalize_functions;
pub mod resolve_dims;
pub mod strided_metadata;
pub mod strided_ranges;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &expand::EXPAND_REALLOC,
    &expand::MEMREF_EXPAND,
    &flatten::FLATTEN_MEMREF,
    &fold_alias::AFFINE_FOLD_MEMREF_ALIAS_OPS,
    &fold_alias::FOLD_MEMREF_ALIAS_OPS,
    &memory_spaces::BUBBLE_DOWN_MEMORY_SPACE_CASTS,
    &normalize_functions::NORMALIZE_MEMREFS,
    &resolve_dims::RESOLVE_RANKED_DIMS,
    &resolve_dims::RESOLVE_SHAPED_DIMS,
    &strided_metadata::EXPAND_STRIDED_METADATA,
];
