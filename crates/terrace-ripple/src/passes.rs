//! The passes.

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[&crate::parallel_loops::RIPPLE_LOWER_PARALLEL];
