//! Passes on math: [`expand`] computes ops by simpler ones, [`libm`] calls C's library.

pub mod expand;
pub mod libm;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&expand::MATH_EXPAND_OPS, &libm::CONVERT_MATH_TO_LIBM];
