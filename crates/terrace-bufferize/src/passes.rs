//! The passes: [`one_shot`] with its [`module`] form, and those that prepare for it or tidy up behind it.

pub mod module;
pub mod one_shot;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&one_shot::ONE_SHOT_BUFFERIZE];
