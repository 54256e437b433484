//! Passes about the dialect linalg.

pub mod to_loops;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] =
    &[&to_loops::TO_AFFINE_LOOPS, &to_loops::TO_LOOPS, &to_loops::TO_PARALLEL_LOOPS];
