//! A small language of tensor expressions: its frontend, its dialect and the lowering of the dialect.

#![forbid(unsafe_code)]

pub mod dialect;
pub mod extension;
pub mod frontend;
pub mod lowering;

use terrace::prelude::*;

/// Returns all dialects and passes of terrace, and those of the language.
pub fn setup() -> Setup {
    terrace::tools::setup().with(&[&dialect::TINY], &[&lowering::LOWER_TINY])
}
