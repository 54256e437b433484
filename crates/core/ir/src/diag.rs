//! Diagnostics of the IR: located by [`Loc`], resolved to files and lines when emitted.

use std::backtrace::Backtrace;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrace_diag::Property;

use crate::ids::OpHandle;
use crate::loc::Loc;
use crate::remarks::OptimizationRemark;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The input is wrong or the work could not be done.
    Error,
    /// Suspicious, but allowed.
    Warning,
    /// Emitted on request.
    Remark,
}

/// An error, warning or remark with its notes.
#[derive(Clone, Debug)]
pub struct Diag {
    /// The severity.
    pub severity: Severity,
    /// The location.
    pub loc: Loc,
    /// The message, without a trailing full stop.
    pub message: String,
    /// More about it.
    pub notes: Vec<(Loc, String)>,
    /// The notes, by number, that end with the text of an op.
    pub note_ops: Vec<(usize, OpHandle)>,
    /// Suggested fixes, in the imperative; omitted by upstream's renderer, which has no such lines.
    pub help: Vec<String>,
    /// A stable identifier for the kind of error, shown by the rich and JSON renderers alone; the driver names the
    /// stage (`parse`, `verify`, a pass) where there is none.
    pub code: Option<&'static str>,
    /// The op it is about, printed as a note on request.
    pub op: Option<OpHandle>,
    /// The text of that op when this was reported, where the op may have changed by the time this is shown.
    pub op_text: Option<String>,
    /// The op's text belongs at the end of the message.
    pub appends_op: bool,
    /// An error that is reported after this one.
    pub next: Option<Box<Diag>>,
    /// Facts for programs: of the diagnostic itself, or of the note with that number.
    pub properties: Vec<(Option<usize>, &'static str, Property)>,
    /// The optimization remark that it shows, which may be written to a file instead.
    pub optimization: Option<Box<OptimizationRemark>>,
    /// The stack of the thread when this was created, while that is [captured](StackTraces).
    pub trace: Option<Arc<Backtrace>>,
}

/// The number of those that want stack traces.
static TRACED: AtomicUsize = AtomicUsize::new(0);

/// As long as one lives, diagnostics of the process keep the stack trace of where they are created. Whether they are shown
/// is up to who shows the diagnostics.
#[derive(Debug)]
pub struct StackTraces(());

impl StackTraces {
    /// Captures stack traces from now on.
    pub fn capture() -> Self {
        TRACED.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for StackTraces {
    fn drop(&mut self) {
        TRACED.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The result of a check; the diagnostic of a failed one is boxed.
pub type CheckResult = Result<(), Box<Diag>>;

impl Diag {
    /// An error at `loc`.
    pub fn error(loc: Loc, message: impl Into<String>) -> Box<Self> {
        Self::new(Severity::Error, loc, message)
    }

    /// A warning at `loc`.
    pub fn warning(loc: Loc, message: impl Into<String>) -> Box<Self> {
        Self::new(Severity::Warning, loc, message)
    }

    /// A remark at `loc`.
    pub fn remark(loc: Loc, message: impl Into<String>) -> Box<Self> {
        Self::new(Severity::Remark, loc, message)
    }

    fn new(severity: Severity, loc: Loc, message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            severity,
            loc,
            message: message.into(),
            notes: Vec::new(),
            help: Vec::new(),
            code: None,
            op: None,
            op_text: None,
            note_ops: Vec::new(),
            appends_op: false,
            next: None,
            properties: Vec::new(),
            optimization: None,
            trace: (TRACED.load(Ordering::Relaxed) > 0).then(|| Arc::new(Backtrace::force_capture())),
        })
    }

    /// Returns whether this or what follows it is an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        std::iter::successors(Some(self), |diag| diag.next.as_deref())
            .any(|diag| diag.severity == Severity::Error)
    }

    /// Returns the diagnostic with the op it is about.
    #[must_use]
    pub fn about(mut self: Box<Self>, op: OpHandle) -> Box<Self> {
        self.op = Some(op);
        self
    }

    /// Returns the diagnostic with other locations, those of its notes and of what follows included.
    #[must_use]
    pub fn map_locations(mut self: Box<Self>, map: &dyn Fn(Loc) -> Loc) -> Box<Self> {
        self.loc = map(self.loc);
        self.notes.iter_mut().for_each(|(loc, _)| *loc = map(*loc));
        self.next = self.next.take().map(|next| next.map_locations(map));
        self
    }

    /// Adds an error that is reported after this one and all that follow it.
    pub fn followed_by(mut self: Box<Self>, next: Box<Diag>) -> Box<Self> {
        let mut last = &mut self.next;
        while let Some(diag) = last {
            last = &mut diag.next;
        }
        *last = Some(next);
        self
    }

    /// Adds a note.
    pub fn note(mut self: Box<Self>, loc: Loc, message: impl Into<String>) -> Box<Self> {
        self.notes.push((loc, message.into()));
        self
    }

    /// Adds a note that ends with the text of an op.
    pub fn note_with_op(
        mut self: Box<Self>,
        loc: Loc,
        message: impl Into<String>,
        op: OpHandle,
    ) -> Box<Self> {
        self.note_ops.push((self.notes.len(), op));
        self.note(loc, message)
    }

    /// Adds an imperative hint.
    pub fn help(mut self: Box<Self>, text: impl Into<String>) -> Box<Self> {
        self.help.push(text.into());
        self
    }

    /// Adds the hint that another name was meant, if there is one.
    pub fn did_you_mean(self: Box<Self>, name: Option<impl std::fmt::Display>) -> Box<Self> {
        match name {
            Some(name) => self.help(format!("did you mean '{name}'?")),
            None => self,
        }
    }

    /// Adds a fact for programs, which the JSON renderer alone shows.
    pub fn property(mut self: Box<Self>, key: &'static str, value: Property) -> Box<Self> {
        self.properties.push((None, key, value));
        self
    }

    /// Adds a fact for programs about the note that was added last.
    pub fn note_property(mut self: Box<Self>, key: &'static str, value: Property) -> Box<Self> {
        let note = self.notes.len().checked_sub(1);
        self.properties.push((note, key, value));
        self
    }
}
