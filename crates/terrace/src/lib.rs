//! The terrace command: its dialects, its subcommands, and the start of its programs.
//!
//! - [`commands`]: the subcommands of `terrace`;
//! - [`dialects`]: every dialect that users get;
//! - [`start`]: from the process to a run of the driver.

#![forbid(unsafe_code)]

pub mod commands;
pub mod start;

use terrace_ir::def::DialectDef;

/// Every dialect that users get.
pub fn dialects() -> Vec<&'static DialectDef> {
    [terrace_dialects_core::DIALECTS, terrace_dialects_mem::DIALECTS].concat()
}
