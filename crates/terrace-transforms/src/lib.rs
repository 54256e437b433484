//! Passes that know dialects: [`duplicate_functions`], those on the ops of [`linalg`], and those on the loops of [`scf`].

#![forbid(unsafe_code)]

pub mod duplicate_functions;
pub mod linalg;
pub mod scf;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION,
    &linalg::depthwise::SIMPLIFY_DEPTHWISE_CONV,
    &linalg::elementwise::CONVERT_ELEMENTWISE_TO_LINALG,
    &linalg::elementwise::FOLD_INTO_ELEMENTWISE,
    &linalg::fusion::FUSE_ELEMENTWISE_OPS,
    &linalg::generalize::GENERALIZE_NAMED_OPS,
    &linalg::generalize::MORPH_OPS,
    &linalg::scalars::INLINE_SCALAR_OPERANDS,
    &linalg::specialize::SPECIALIZE_GENERIC_OPS,
    &linalg::unit_dims::FOLD_UNIT_EXTENT_DIMS,
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
