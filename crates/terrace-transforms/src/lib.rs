//! Passes that know dialects: [`duplicate_functions`], and those on the loops of [`affine`] and [`scf`].

#![forbid(unsafe_code)]

pub mod affine;
pub mod duplicate_functions;
pub mod scf;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &affine::loop_normalize::LOOP_NORMALIZE,
    &duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION,
    &scf::collapsing::PARALLEL_LOOP_COLLAPSING,
    &scf::convert::FORALL_TO_FOR,
    &scf::convert::FORALL_TO_PARALLEL,
    &scf::convert::FOR_TO_WHILE,
    &scf::convert::PARALLEL_TO_FOR,
    &scf::loop_canonicalization::FOR_LOOP_CANONICALIZATION,
    &scf::peeling::FOR_LOOP_PEELING,
    &scf::range_folding::FOR_LOOP_RANGE_FOLDING,
    &scf::specialization::FOR_LOOP_SPECIALIZATION,
    &scf::specialization::PARALLEL_LOOP_SPECIALIZATION,
    &scf::tiling::PARALLEL_LOOP_TILING,
];
