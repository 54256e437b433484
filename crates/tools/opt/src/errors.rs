//! Errors as the command prints them.

use std::fmt;
use std::sync::Arc;

use crate::cl::OptConfig;
use crate::report::Reporter;
use terrace_diag::SourceMap;
use terrace_ir::diag::Severity;
use terrace_ir::{Context, Diag, Ir};

/// The diagnostics of a failed step: at least one error, and the warnings and remarks before it.
#[derive(Clone, PartialEq, Eq)]
pub struct Errors {
    text: String,
    messages: Vec<String>,
}

impl Errors {
    /// Returns the messages of the errors without their locations.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Errors without a location.
    pub fn without_location(message: impl Into<String>) -> Self {
        let message = message.into();
        let message = message.trim_end();
        Self { text: format!("error: {message}\n"), messages: vec![message.to_owned()] }
    }

    /// Appends later errors.
    pub fn append(&mut self, after: Self) {
        self.text.push_str(&after.text);
        self.messages.extend(after.messages);
    }

    /// Renders diagnostics as the command does.
    pub fn of_diags(sources: &Arc<SourceMap>, cx: &Context, ir: Option<&Ir>, diags: &[Box<Diag>]) -> Self {
        let mut text = Vec::new();
        let config = OptConfig::default();
        let mut reporter = Reporter::new(sources.clone(), &config, false, &mut text);
        let mut messages = Vec::new();
        for diag in diags {
            reporter.diag(cx, ir, diag);
            if diag.severity == Severity::Error {
                messages.push(diag.message.clone());
            }
        }
        drop(reporter);
        Self { text: String::from_utf8_lossy(&text).into_owned(), messages }
    }
}

/// Each error with its file, line and column, the line of the source, and its notes.
impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

/// As `Display`, so that a `main` that returns errors shows them as the command does.
impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Errors {}
