//! Where buffers are allocated and freed.
//!
//! The map: [`flow`] says which values may stand for which buffers, [`liveness`] which buffers are live where blocks begin.
//! [`ownership`] frees what is allocated.

#![forbid(unsafe_code)]

pub mod flow;
pub mod liveness;
pub mod ownership;

use terrace_pass::{PassDef, PipelineDef};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[&ownership::OWNERSHIP_BASED_BUFFER_DEALLOCATION];

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = &[];
