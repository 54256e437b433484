//! Passes on the loops of `scf`, one module each; [`convert`] holds those that make other loops of them. `build` makes
//! loops, `min_max` knows what loops tell of least and greatest values.

pub(crate) mod build;
pub mod collapsing;
pub mod convert;
pub mod loop_canonicalization;
mod min_max;
pub mod peeling;
pub mod range_folding;
pub mod specialization;
pub mod tiling;
