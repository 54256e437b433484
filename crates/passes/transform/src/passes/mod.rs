//! Passes that run scripts, or analyze them.

pub mod check_uses;
pub mod infer_effects;
pub mod interpreter;
pub mod library;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &check_uses::CHECK_USES,
    &infer_effects::INFER_EFFECTS,
    &interpreter::INTERPRETER,
    &library::PRELOAD_LIBRARY,
];
