//! The passes: [`one_shot`], and those that prepare for it or tidy up behind it.

pub mod one_shot;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&one_shot::ONE_SHOT_BUFFERIZE];
