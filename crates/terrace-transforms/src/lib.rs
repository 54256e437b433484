//! Passes that know dialects, one module each: [`duplicate_functions`].

#![forbid(unsafe_code)]

pub mod duplicate_functions;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[&duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION];
