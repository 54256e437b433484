//! The terrace command: its dialects, its subcommands, and the start of its programs.
//!
//! - [`commands`]: the subcommands of `terrace`; [`mod@explain`], [`mod@reduce`] and [`mod@run`] are three of them;
//!   [`npy`]: files of NumPy;
//! - [`mod@help`]: pages about passes, dialects and ops;
//! - [`setup`]: every dialect, pass and pipeline that users get;
//! - [`start`]: from the process to a run of the driver; [`mod@stdout`]: its output stream, with every error reported.

#![forbid(unsafe_code)]

pub mod commands;
pub mod explain;
mod explain_page;
pub mod help;
pub mod npy;
pub mod reduce;
pub mod run;
pub mod start;
pub mod stdout;

use terrace_ir::def::DialectDef;
use terrace_ir::extension::DialectExtension;
use terrace_opt::Setup;
use terrace_pass::Registry;

/// Every dialect that users get.
pub fn dialects() -> Vec<&'static DialectDef> {
    [
        terrace_dialects_core::DIALECTS,
        terrace_dialects_mem::DIALECTS,
        terrace_dialects_linalg::DIALECTS,
        terrace_dialects_ml::DIALECTS,
        terrace_dialects_vector::DIALECTS,
    ]
    .concat()
}

/// What crates of the workspace add to the dialects of others.
pub fn extensions() -> Vec<&'static DialectExtension> {
    [terrace_buffers::EXTENSIONS, terrace_bufferize::EXTENSIONS, terrace_interp::EXTENSIONS].concat()
}

/// Every pass and pipeline that users get.
pub fn registry() -> Registry {
    let passes = terrace_rewrite::PASSES
        .iter()
        .chain(terrace_transforms::PASSES.iter().copied().flatten())
        .chain(terrace_bufferize::PASSES)
        .chain(terrace_buffers::PASSES)
        .chain(terrace_inspect::PASSES);
    let pipelines = terrace_rewrite::PIPELINES.iter().chain(terrace_buffers::PIPELINES);
    Registry::new(passes.copied(), pipelines.copied())
}

/// All that users get.
pub fn setup() -> Setup {
    Setup { dialects: dialects(), extensions: extensions(), registry: registry() }
}
