//! Passes that run scripts, or look at them.

pub mod interpreter;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[&interpreter::INTERPRETER];
