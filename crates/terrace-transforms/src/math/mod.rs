//! Passes on math.

pub mod libm;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&libm::CONVERT_MATH_TO_LIBM];
