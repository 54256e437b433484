//! A diagnostic and the sinks that receive it.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::location::Location;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The input is wrong or a transformation failed.
    Error,
    /// The input is suspicious.
    Warning,
    /// Information on a transformation.
    Remark,
    /// Further facts about the diagnostic it is attached to.
    Note,
}

impl Severity {
    /// The lower-case name that every renderer and `expected-*` designator uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One message about the program at one location, with its notes.
///
/// Only errors, warnings and remarks carry notes; notes are flat.
#[must_use = "a diagnostic says nothing until a sink receives it"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A stable identifier, shown by the rich and JSON renderers alone.
    pub code: Option<&'static str>,
    /// The location.
    pub location: Location,
    /// The message: lower case, no full stop, upstream's wording where it has one.
    pub message: String,
    /// Further facts, each with its own location.
    pub notes: Vec<Diagnostic>,
    /// Suggested fixes, in the imperative; shown by the rich and JSON renderers only.
    pub help: Vec<String>,
    /// Facts for programs, shown by the JSON renderer alone.
    pub properties: Vec<(&'static str, Property)>,
}

/// A fact about a diagnostic, for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Property {
    /// A word or a sentence.
    Text(String),
    /// A number.
    Number(u64),
    /// Numbers.
    Numbers(Vec<u64>),
    /// Unknown.
    Null,
}

impl Diagnostic {
    /// A diagnostic of the given severity without notes.
    pub fn new(severity: Severity, location: Location, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code: None,
            location,
            message: message.into(),
            notes: Vec::new(),
            help: Vec::new(),
            properties: Vec::new(),
        }
    }

    /// An error.
    pub fn error(location: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// A warning.
    pub fn warning(location: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, location, message)
    }

    /// A remark.
    pub fn remark(location: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Remark, location, message)
    }

    /// Attaches a note at its own location.
    pub fn note(mut self, location: Location, message: impl Into<String>) -> Self {
        self.push_note(location, message);
        self
    }

    /// Attaches a note at the location of the diagnostic itself.
    pub fn note_here(mut self, message: impl Into<String>) -> Self {
        self.push_note(self.location.clone(), message);
        self
    }

    /// Attaches a note in place; the by-value form is [`Diagnostic::note`].
    pub fn push_note(&mut self, location: Location, message: impl Into<String>) {
        self.notes.push(Self::new(Severity::Note, location, message));
    }

    /// Names the diagnostic with a stable identifier.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Adds an imperative hint.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Receives diagnostics; object-safe, so that passes need no type parameter for it.
pub trait DiagnosticSink: Send {
    /// Takes one diagnostic together with its notes.
    fn emit(&mut self, diagnostic: Diagnostic);
}

impl DiagnosticSink for Vec<Diagnostic> {
    fn emit(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}

impl<T: DiagnosticSink + ?Sized> DiagnosticSink for Box<T> {
    fn emit(&mut self, diagnostic: Diagnostic) {
        (**self).emit(diagnostic);
    }
}

/// A sink with a cheap handle: clones share one list, from any thread.
#[derive(Clone, Default, Debug)]
pub struct Collector {
    list: Arc<Mutex<Vec<Diagnostic>>>,
}

impl Collector {
    /// An empty collector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes every diagnostic received so far, in order of arrival.
    pub fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.lock())
    }

    /// Whether an error was received since the last [`Collector::take`].
    pub fn has_errors(&self) -> bool {
        self.lock().iter().any(Diagnostic::is_error)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Diagnostic>> {
        // A push cannot leave the list half-written, so a poisoned lock still holds a valid list.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DiagnosticSink for Collector {
    fn emit(&mut self, diagnostic: Diagnostic) {
        self.lock().push(diagnostic);
    }
}

/// The severities shown by the driver (`--mlir-diagnostic-verbosity-level`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Verbosity {
    /// `errors`
    Errors,
    /// `warnings`: errors and warnings.
    Warnings,
    /// `remarks`: everything, the default.
    #[default]
    Remarks,
}

impl Verbosity {
    /// Whether a top-level diagnostic of this severity is shown.
    pub fn shows(self, severity: Severity) -> bool {
        match severity {
            Severity::Error | Severity::Note => true,
            Severity::Warning => self != Verbosity::Errors,
            Severity::Remark => self == Verbosity::Remarks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builder_keeps_everything() {
        let diag = Diagnostic::error(Location::unknown(), "bad")
            .code("E1")
            .note_here("first")
            .note(Location::file("a", 1, 2), "second")
            .help("fix it");
        assert_eq!(diag.notes.len(), 2);
        assert_eq!(diag.notes[0].severity, Severity::Note);
        assert_eq!(diag.notes[1].location, Location::file("a", 1, 2));
        assert_eq!((diag.code, diag.help.as_slice()), (Some("E1"), &["fix it".to_string()][..]));
    }

    #[test]
    fn collector_clones_share() {
        let collector = Collector::new();
        let mut sink: Box<dyn DiagnosticSink> = Box::new(collector.clone());
        sink.emit(Diagnostic::warning(Location::unknown(), "w"));
        assert!(!collector.has_errors());
        sink.emit(Diagnostic::error(Location::unknown(), "e"));
        assert!(collector.has_errors());
        assert_eq!(collector.take().len(), 2);
        assert!(collector.take().is_empty());
    }

    #[test]
    fn verbosity_levels() {
        assert!(!Verbosity::Errors.shows(Severity::Warning));
        assert!(Verbosity::Warnings.shows(Severity::Warning));
        assert!(!Verbosity::Warnings.shows(Severity::Remark));
        assert!(Verbosity::Remarks.shows(Severity::Remark));
    }
}
