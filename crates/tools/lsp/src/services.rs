//! Services that the server takes from the other commands of the tool.

use std::sync::Arc;

use terrace_ir::{Context, Diag};
use terrace_opt::Setup;

/// A word that may be at the end of a command line.
pub struct CommandWord {
    /// The whole word.
    pub text: String,
    /// A description; may be empty.
    pub doc: String,
}

/// The configuration of the tool, and what its other commands know.
#[derive(Clone, Copy)]
pub struct Services<'a> {
    /// The dialects, passes and pipelines.
    pub setup: &'a Setup,
    /// Returns the page about a topic, as an op or a pass: `None` if there is none.
    pub docs: &'a dyn Fn(&str) -> Option<String>,
    /// Returns what may be in place of the last of some words, which are a program and its arguments.
    pub complete: &'a dyn Fn(&[String]) -> Vec<CommandWord>,
    /// Reads a text of LLVM IR, with its name and the position of its first byte among all sources; returns the diagnostics.
    pub import: &'a dyn Fn(&Arc<Context>, &[u8], &str, u32) -> Vec<Box<Diag>>,
}
