//! Ops of the dialect transform that transform what other dialects have, as extensions of it.
//!
//! The map: a module for each part of the op's names. [`debug`] tells what a script sees, [`structured`] has the ops on
//! structured ops of linalg.

#![forbid(unsafe_code)]

pub mod debug;
pub mod structured;

use terrace_ir::extension::DialectExtension;

/// The extensions this crate defines.
pub static EXTENSIONS: &[&DialectExtension] = &[&debug::EXTENSION, &structured::EXTENSION];
