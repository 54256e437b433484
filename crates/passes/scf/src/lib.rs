//! Internal to Terrace; no promise of stability. Passes on the loops of `scf`, one module each; [`convert`] has the
//! conversions to other loops. [`tile`] tiles ops with loops. `build` creates loops, `min_max` derives minima and
//! maxima from loop bounds.

#![forbid(unsafe_code)]

pub mod affine_coalesce;
pub mod build;
pub mod cf;
pub mod coalesce;
pub mod coalesce_pass;
pub mod collapsing;
pub mod convert;
mod counts;
pub mod forall;
pub mod hoist_pad;

pub mod loop_canonicalization;
pub mod memory_order;
mod min_max;
pub mod outline;
pub mod parallel_fusion;
pub mod parallel_unroll;
pub mod peeling;
pub mod pipeline;
pub mod range_folding;
pub mod sibling_fusion;
pub mod slice_of_collapse;
pub mod specialization;
pub mod tile;
pub mod tiling;
pub mod to_cf;
pub mod unroll;
pub mod unroll_jam;
pub mod uplift_while;
pub mod zero_trip_check;

pub use terrace_passes_shared::structural_types;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &coalesce_pass::AFFINE_LOOP_COALESCING,
    &collapsing::PARALLEL_LOOP_COLLAPSING,
    &convert::FORALL_TO_FOR,
    &convert::FORALL_TO_PARALLEL,
    &convert::FOR_TO_WHILE,
    &convert::PARALLEL_TO_FOR,
    &loop_canonicalization::FOR_LOOP_CANONICALIZATION,
    &parallel_fusion::PARALLEL_LOOP_FUSION,
    &peeling::FOR_LOOP_PEELING,
    &range_folding::FOR_LOOP_RANGE_FOLDING,
    &specialization::FOR_LOOP_SPECIALIZATION,
    &specialization::PARALLEL_LOOP_SPECIALIZATION,
    &tiling::PARALLEL_LOOP_TILING,
    &to_cf::CONVERT_SCF_TO_CF,
];
