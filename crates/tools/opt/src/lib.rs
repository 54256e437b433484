//! The mlir-opt compatible driver, as a library.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`cl`] | the command line: LLVM's rules, mlir-opt's options |
//! | [`driver`] | one run of the tool: files, exit code, what happens around the parts |
//! | [`chunk`] | what is done with one part of the input: read, verify, print |
//! | [`split`] | `--split-input-file`: chunks in, one output |
//! | [`passes`] | the pipeline that the options ask for, and what is shown of it |
//! | [`roundtrip`] | `--verify-roundtrip` |
//! | [`report`] | diagnostics on their way to the error stream or the expectation matcher |
//! | [`resolve`] | locations of the IR as locations of diagnostics |
//! | [`mod@translate`] | the tool that translates, on the same driver |
//! | [`start`], [`mod@stdout`] | from the process to a run of the driver; its output stream, with every error reported |
//! | [`steps`] | reading, verifying and printing, each in one call |
//! | [`output`] | the output file, which is kept only on success |
//!
//! The tool keeps no state between runs, so that tests call it in-process, from several threads at once.
#![forbid(unsafe_code)]

pub mod chunk;
pub mod cl;
mod definitions;
pub mod driver;
mod errors;
mod match_failures;
pub mod output;
pub mod passes;
pub mod report;
pub mod resolve;
pub mod roundtrip;
mod setup;
pub mod split;
pub mod start;
pub mod stdout;
pub mod steps;
pub mod translate;

pub use driver::{Io, run};
pub use errors::Errors;
pub use setup::{Command, Setup};
pub use translate::{Direction, ExportFn, ImportSource, Imported, Translation, Wanted, translate};
