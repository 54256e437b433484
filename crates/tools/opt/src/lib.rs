//! Internal to Terrace; no promise of stability. The mlir-opt compatible driver, as a library.
//!
//! | Module | Contents |
//! |---|---|
//! | [`cl`] | the command line: LLVM's rules, mlir-opt's options |
//! | [`driver`] | one run of the tool: files, set-up and output of the parts |
//! | `batch` | `--batch`: many runs in one process |
//! | [`exit`] | the exit codes of all commands |
//! | [`chunk`] | processing of one part of the input: parse, verify, print |
//! | [`split`] | `--split-input-file`: chunks in, one output |
//! | [`passes`] | the pipeline of the options, and its instrumentation |
//! | [`roundtrip`] | `--verify-roundtrip` |
//! | [`report`] | reporting of diagnostics to the error stream or the expectation matcher |
//! | `remarks` | optimization remarks: filters, policies, files |
//! | [`resolve`] | locations of the IR as locations of diagnostics |
//! | [`mod@translate`] | the translation tool, on the same driver |
//! | [`start`], [`mod@stdout`] | the entry point of the process; its output stream, with every error reported |
//! | [`steps`] | reading, verifying and printing, each in one call |
//! | [`page`] | the pages of commands: their flags as one table for help, completion and manuals |
//! | [`output`] | the output file, which is kept only on success |
//!
//! The tool keeps no state between runs, so that tests call it in-process, from several threads at once.
#![forbid(unsafe_code)]

mod batch;
pub mod chunk;
pub mod cl;
mod definitions;
pub mod driver;
mod errors;
pub mod exit;
mod match_failures;
pub mod output;
pub mod page;
pub mod passes;
mod remark_bitstream;
mod remark_yaml;
mod remarks;
pub mod report;
pub mod resolve;
pub mod roundtrip;
mod setup;
pub mod split;
pub mod start;
pub mod stdout;
pub mod steps;
pub mod translate;
mod written_remark;

pub use batch::run;
pub use driver::Io;
pub use errors::Errors;
pub use setup::{Command, Setup};
pub use translate::{Direction, ExportFn, ImportSource, Imported, Translation, Wanted, translate};
