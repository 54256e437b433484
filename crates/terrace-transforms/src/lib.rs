//! Passes that know dialects.
//!
//! The map: [`duplicate_functions`] and [`reconcile_casts`] are about ops of any dialect, [`scf`] about loops and
//! branches made of regions. [`arithmetic`] makes the arithmetic that lowerings consist of.

#![forbid(unsafe_code)]

pub mod affine;
pub mod arithmetic;
pub mod build;
pub mod cf;
pub mod duplicate_functions;
pub mod linalg;
pub mod memref;
pub mod reconcile_casts;
pub mod reductions;
pub mod scf;
pub mod shape;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &cf::lift::LIFT_CF_TO_SCF,
    &duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION,
    &affine::expand_index::AFFINE_EXPAND_INDEX_OPS,
    &affine::expand_index_as_affine::AFFINE_EXPAND_INDEX_OPS_AS_AFFINE,
    &affine::lower::LOWER_AFFINE,
    &linalg::to_loops::TO_AFFINE_LOOPS,
    &linalg::to_loops::TO_LOOPS,
    &linalg::to_loops::TO_PARALLEL_LOOPS,
    &memref::expand::EXPAND_REALLOC,
    &memref::expand::MEMREF_EXPAND,
    &memref::strided_metadata::EXPAND_STRIDED_METADATA,
    &reconcile_casts::RECONCILE_UNREALIZED_CASTS,
    &scf::for_to_while::FOR_TO_WHILE,
    &scf::forall::FORALL_TO_FOR,
    &scf::forall::FORALL_TO_PARALLEL,
    &scf::parallel_fusion::PARALLEL_LOOP_FUSION,
    &scf::to_cf::CONVERT_SCF_TO_CF,
    &shape::constraints::CONVERT_SHAPE_CONSTRAINTS,
    &shape::to_standard::CONVERT_SHAPE_TO_STD,
];
