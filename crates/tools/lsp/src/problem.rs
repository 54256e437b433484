//! Diagnostics of a file.

use std::ops::Range;

use terrace_ir::diag::Severity;

/// A diagnostic.
pub(crate) struct Problem {
    /// The severity; `None` for a hint.
    pub(crate) severity: Option<Severity>,
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    /// More about it, each with its place, if that is in this file.
    pub(crate) notes: Vec<(Option<usize>, String)>,
    pub(crate) help: Vec<String>,
}

impl Problem {
    /// The message with the help.
    pub(crate) fn text(&self) -> String {
        let help = self.help.iter().map(|help| format!("\nhelp: {help}"));
        std::iter::once(self.message.clone()).chain(help).collect()
    }
}
