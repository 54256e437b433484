//! Ops of scripts in a package of their own. Each chapter is an extension of the dialect `transform` and a program that has
//! it, `transform-opt-ch2` and so on: `terrace opt` with the ops of the chapter.
//!
//! [`chapter2`] has an op that changes payload in place, [`chapter3`] one that replaces it and a type of handles,
//! [`chapter4`] a matcher with a region.

#![forbid(unsafe_code)]

pub mod chapter2;
pub mod chapter3;
pub mod chapter4;

use std::process::ExitCode;

use terrace::prelude::*;

/// Returns all that terrace has, and an extension.
///
/// # Panics
///
/// If the extension defines an op that is defined already.
pub fn setup(extension: &'static DialectExtension) -> Setup {
    terrace::tools::setup().extend([extension]).expect("its ops have names of their own")
}

/// Does what `terrace opt` does, with an extension.
pub fn opt(extension: &'static DialectExtension) -> ExitCode {
    let (argv0, args) = terrace::tools::start::arguments();
    terrace::tools::start::opt(&argv0, &args, &setup(extension))
}
