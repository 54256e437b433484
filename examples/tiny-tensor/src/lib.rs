//! A small language of tensor expressions: its frontend, its dialect and the lowering of the dialect.

#![forbid(unsafe_code)]

pub mod dialect;
pub mod extension;
pub mod frontend;
pub mod lowering;

use terrace::prelude::*;

/// Returns all dialects and passes of terrace, and those of the language, under the name of the compiler.
pub fn setup() -> Setup {
    terrace::tools::setup()
        .with(&[&dialect::TINY], &[&lowering::LOWER_TINY])
        .named("tiny-tensor", env!("CARGO_PKG_VERSION"))
}
