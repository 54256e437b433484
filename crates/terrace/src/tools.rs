//! The command's tools for any set-up: a `main` that calls [`commands::main`] is a tool with dialects and passes of its own.
//!
//! - [`setup()`]: every dialect, pass and pipeline that users get;
//! - [`opt`]: the driver; [`start`]: from the process to a run of it; [`mod@stdout`]: its output stream, with every error reported;
//! - with the feature `tools`, [`commands`]: the subcommands of `terrace`; [`mod@bytecode`], [`mod@explain`], [`mod@reduce`], [`mod@ripple`],
//!   [`mod@run`], [`mod@transform`] and [`mod@translate`] are seven of them; [`mod@help`]: pages about passes, dialects and ops;
//!   [`mod@page`]: the flags of a command as a table, by which [`args`] reads arguments, [`completion`] completes them in shells
//!   and [`man`] writes manuals;
//!   [`native`]: machine code; [`npy`]: files of NumPy; [`process`]: temporary directories, and children with a time limit.

#[cfg(feature = "tools")]
pub use terrace_commands::{
    args, bytecode, commands, completion, explain, help, man, native, npy, process, progress, reduce, ripple,
    run, search, transform, translate,
};
pub use terrace_opt::cl::{Described, described};
pub use terrace_opt::page::{self, Also, Flag, FlagValue, Page, Section};
pub use terrace_opt::{Command, Io, Setup, run as opt, start, stdout};

/// Returns every dialect, pass and pipeline that users get.
pub fn setup() -> Setup {
    Setup {
        name: "terrace",
        version: env!("CARGO_PKG_VERSION"),
        commands: Vec::new(),
        pages: Vec::new(),
        dialects: crate::dialects::all(),
        extensions: crate::dialects::extensions(),
        registry: crate::passes::registry(),
        define_dialects: terrace_irdl::load_dialects,
        exits_after_run: false,
    }
}
