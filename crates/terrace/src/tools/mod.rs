//! The command's tools for any set-up: a `main` that calls [`commands::main`] is a tool with dialects and passes of its own.
//!
//! - [`commands`]: the subcommands of `terrace`; [`mod@bytecode`], [`mod@explain`], [`mod@reduce`], [`mod@ripple`], [`mod@run`],
//!   [`mod@transform`] and [`mod@translate`] are seven of them;
//!   [`npy`]: files of NumPy;
//! - [`mod@help`]: pages about passes, dialects and ops;
//! - [`setup`]: every dialect, pass and pipeline that users get;
//! - [`start`]: from the process to a run of the driver; [`mod@stdout`]: its output stream, with every error reported.

mod args;
pub mod bytecode;
mod bytecode_page;
pub mod commands;
pub mod explain;
mod explain_page;
pub mod help;
pub mod native;
pub mod npy;
pub mod reduce;
pub mod ripple;
pub mod run;
pub mod start;
pub mod stdout;
pub mod transform;
pub mod translate;

pub use terrace_opt::{Command, Io, Setup, run as opt};

/// Returns every dialect, pass and pipeline that users get.
pub fn setup() -> Setup {
    Setup {
        name: "terrace",
        version: env!("CARGO_PKG_VERSION"),
        commands: Vec::new(),
        dialects: crate::dialects::all(),
        extensions: crate::dialects::extensions(),
        registry: crate::passes::registry(),
        define_dialects: terrace_irdl::load_dialects,
        exits_after_run: false,
    }
}
