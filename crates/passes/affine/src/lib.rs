//! Internal to Terrace; no promise of stability. Passes about the dialect affine.

#![forbid(unsafe_code)]

pub mod access_patterns;
pub mod data_copy;
pub mod decompose;
pub mod dependence;
pub mod expand_index;
pub mod expand_index_as_affine;
mod flat;
mod footprint;
pub mod fusion;
pub mod licm;
pub mod loop_normalize;
pub mod lower;
pub mod nests;
pub mod parallelize;
pub mod permute;
pub mod pipeline_transfers;
pub mod raise_from_memref;
mod reduction_flags;
mod region;
pub mod scalrep;
pub mod simplify_min_max;
pub mod simplify_structures;
pub mod tile;
pub mod tile_parametric;
pub mod tile_pass;
pub mod unroll;
pub mod unroll_jam;
pub mod unroll_jam_pass;
pub mod unroll_pass;
pub mod unswitch;
pub mod vectorize;
mod vectorize_candidates;
mod vectorize_legality;
mod vectorize_memory;
mod vectorize_nest;
pub mod vectorize_pass;
pub mod vectorize_reductions;
pub mod vectorize_strategy;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &data_copy::AFFINE_DATA_COPY_GENERATE,
    &expand_index::AFFINE_EXPAND_INDEX_OPS,
    &expand_index_as_affine::AFFINE_EXPAND_INDEX_OPS_AS_AFFINE,
    &fusion::AFFINE_LOOP_FUSION,
    &licm::AFFINE_LICM,
    &loop_normalize::LOOP_NORMALIZE,
    &lower::LOWER_AFFINE,
    &parallelize::AFFINE_PARALLELIZE,
    &pipeline_transfers::AFFINE_PIPELINE_DATA_TRANSFER,
    &raise_from_memref::AFFINE_RAISE_FROM_MEMREF,
    &scalrep::AFFINE_SCALREP,
    &simplify_min_max::SIMPLIFY_MIN_MAX,
    &simplify_structures::SIMPLIFY_STRUCTURES,
    &tile_pass::AFFINE_LOOP_TILE,
    &unroll_jam_pass::AFFINE_LOOP_UNROLL_JAM,
    &unroll_pass::AFFINE_LOOP_UNROLL,
    &vectorize_pass::AFFINE_VECTORIZE,
];
