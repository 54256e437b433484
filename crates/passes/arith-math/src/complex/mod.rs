//! Passes on complex numbers: [`to_standard`] computes with their parts, [`libm`] calls C's library.

mod division;
pub mod libm;
pub mod to_standard;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&libm::CONVERT_COMPLEX_TO_LIBM, &to_standard::CONVERT_COMPLEX_TO_STANDARD];
