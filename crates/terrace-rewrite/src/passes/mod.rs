//! The passes, one file each, and the tables of them.

pub mod canonicalize;
pub mod cse;

use terrace_pass::{PassDef, PipelineDef};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[&canonicalize::CANONICALIZE, &cse::CSE];

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = &[];
