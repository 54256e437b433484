//! Internal to Terrace; no promise of stability. The subcommands of `terrace` for any set-up: a `main` that calls
//! [`commands::main`] with its own dialects and passes is a complete tool.
//!
//! The map: [`commands`] chooses the command; [`mod@bytecode`], [`mod@explain`], [`mod@reduce`], [`mod@ripple`], [`mod@run`], [`mod@transform`] and
//! [`mod@translate`] are seven of them, [`mod@help`] has pages about passes, dialects and ops, and [`mod@search`] finds them by words. [`native`] compiles programs, [`npy`] reads and
//! writes files of NumPy, [`args`] reads arguments by the flags of a page, [`completion`] and [`man`] write scripts for shells and manuals, [`process`] has temporary directories and child processes with a time limit, [`mod@progress`] shows that of long work.

#![forbid(unsafe_code)]

pub mod args;
pub mod bytecode;
mod bytecode_page;
pub mod commands;
pub mod completion;
pub mod explain;
mod explain_page;
pub mod help;
pub mod man;
pub mod native;
pub mod npy;
pub mod process;
mod programs;
pub mod progress;
pub mod reduce;
pub mod ripple;
pub mod run;
mod run_forms;
pub mod search;
mod show;
pub mod transform;
pub mod translate;
