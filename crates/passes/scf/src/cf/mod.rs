//! Passes about the dialect cf.

mod branches;
pub mod lift;
mod loops;
mod multiplexer;
mod order;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&lift::LIFT_CF_TO_SCF];
