//! Internal to Terrace; no promise of stability. Passes about the dialect affine.

#![forbid(unsafe_code)]

pub mod coalesce;
pub mod coalesce_pass;
pub mod expand_index;
pub mod expand_index_as_affine;
pub mod licm;
pub mod loop_normalize;
pub mod lower;
pub mod raise_from_memref;
pub mod simplify_min_max;
pub mod unroll;
pub mod unroll_pass;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &coalesce_pass::AFFINE_LOOP_COALESCING,
    &expand_index::AFFINE_EXPAND_INDEX_OPS,
    &expand_index_as_affine::AFFINE_EXPAND_INDEX_OPS_AS_AFFINE,
    &licm::AFFINE_LICM,
    &loop_normalize::LOOP_NORMALIZE,
    &lower::LOWER_AFFINE,
    &raise_from_memref::AFFINE_RAISE_FROM_MEMREF,
    &simplify_min_max::SIMPLIFY_MIN_MAX,
    &unroll_pass::AFFINE_LOOP_UNROLL,
];
