//! Terrace: a multi-level compiler IR that reads, transforms and runs MLIR.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`ir`] | contexts, types, attributes, ops, rewriters, definitions, the verifier |
//! | [`dialects`] | the dialects; [`dialects::all`] returns them all |
//! | [`passes`] | passes, the pass manager, drivers of patterns, dialect conversion, analyses |
//! | [`bufferize`] | One-Shot Bufferize |
//! | [`interp`] | the interpreter |
//! | [`tools`] | `opt`, `run`, `explain`, `reduce` and `help` for any set-up |

#![forbid(unsafe_code)]

pub mod dialects;
pub mod passes;
pub mod tools;

pub use terrace_bufferize as bufferize;
pub use terrace_interp as interp;
pub use terrace_ir as ir;
