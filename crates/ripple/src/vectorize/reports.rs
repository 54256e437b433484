//! The notes that `terrace explain --ripple` shows: the accesses and calls that those of the program became, and why.
//!
//! While an access is rendered, each access of the result is noted; the sentence is made at the end, since accesses
//! that lie between each other are put together after they were rendered.

use std::fmt::Write as _;

use terrace_ir::{Diag, Loc};

use crate::diagnostics::{Tag, remark};
use crate::shape::Shape;

/// The kind of an access of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AccessKind {
    /// It reads.
    Load,
    /// It writes.
    Store,
}

impl AccessKind {
    /// The name of the kind.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Store => "store",
        }
    }
}

/// The elements of a run that are accessed, and how those of a mask are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunMask {
    /// All.
    Unmasked,
    /// Those of a mask, by masked instructions.
    Instruction,
    /// Those of a mask whose active elements are the first ones, or the last ones: their bytes are copied.
    Copied,
    /// Those of a mask, on a target without masked instructions whose pages are known: the run is loaded as a whole from
    /// one page, and stored as a whole if all elements are active; otherwise, each active element by itself.
    Whole,
}

/// A part of what an access became.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// An access to so many bytes that follow each other.
    Run {
        /// The number of bytes.
        bytes: usize,
        /// The elements that are accessed.
        mask: RunMask,
    },
    /// An access to so many addresses, by one instruction where the target has it.
    Scattered(usize),
    /// An access to the first ones of so many elements, which are moved apart or were moved together.
    Ranked(usize),
    /// A loop over so many elements.
    Loop(usize),
    /// A branch for each of so many elements, on whether it is active.
    Branches(usize),
    /// A lookup in a table that registers hold.
    Permutation,
    /// Entries of a table that are computed.
    Computed,
    /// Entries of a table that are read one by one, and put together in words.
    Words,
    /// A value that was loaded before.
    Known,
}

/// The accesses that an access was lowered to.
#[derive(Clone, Debug)]
pub(super) struct AccessReport {
    pub(super) loc: Loc,
    pub(super) kind: AccessKind,
    pub(super) shape: Shape,
    pub(super) ty: String,
    pub(super) mask: Option<Shape>,
    pub(super) steps: Vec<Step>,
    /// Whether it is of a local variable, at a constant address.
    pub(super) is_local: bool,
    pub(super) reason: String,
}

impl AccessReport {
    fn message(&self) -> String {
        let Self { kind, shape, ty, .. } = self;
        let mut text = format!("{} of shape {shape} of '{ty}'", kind.word());
        // Writing to a string does not fail.
        if let Some(mask) = self.mask {
            let _ = write!(text, " under a mask of shape {mask}");
        }
        let mut at = 0;
        let mut separator = ": ";
        while let Some(step) = self.steps.get(at) {
            let count = self.steps[at..].iter().take_while(|other| *other == step).count();
            let _ = write!(text, "{separator}{}", self.words(step, count));
            separator = ", ";
            at += count;
        }
        if !self.reason.is_empty() {
            let _ = write!(text, "; {}", self.reason);
        }
        if self.is_local {
            text.push_str("; a local variable");
        }
        text
    }

    fn words(&self, step: &Step, count: usize) -> String {
        let word = self.kind.word();
        match *step {
            Step::Run { bytes, mask } => {
                let number = if count == 1 { "one".to_owned() } else { count.to_string() };
                let plural = if count == 1 { "" } else { "s" };
                match (mask, self.kind) {
                    (RunMask::Unmasked, _) => format!("{number} {word}{plural} of {bytes} bytes"),
                    (RunMask::Instruction, _) => format!("{number} masked {word}{plural} of {bytes} bytes"),
                    (RunMask::Copied, _) => {
                        format!("{number} {word}{plural} of as many of {bytes} bytes as are active")
                    }
                    (RunMask::Whole, AccessKind::Load) => format!(
                        "{number} {word}{plural} of {bytes} bytes if they are in one page, or else of each active element"
                    ),
                    (RunMask::Whole, AccessKind::Store) => format!(
                        "{number} {word}{plural} of {bytes} bytes if all elements are active, or else of each active element"
                    ),
                }
            }
            Step::Scattered(elements) if self.kind == AccessKind::Load => {
                format!("a gather of {elements} elements")
            }
            Step::Scattered(elements) => format!("a scatter of {elements} elements"),
            Step::Ranked(elements) if self.kind == AccessKind::Load => {
                format!("one load of as many of {elements} elements as are wanted, moved to their places")
            }
            Step::Ranked(elements) => {
                format!("one store of as many of {elements} elements as are wanted, moved together")
            }
            Step::Loop(elements) => format!("a loop over {elements} elements"),
            Step::Branches(elements) => format!("{elements} elements with a branch for each"),
            Step::Permutation => "a permutation of registers that hold the table".to_owned(),
            Step::Computed => "arithmetic that computes the entries of the table".to_owned(),
            Step::Words => "entries that are put together in words".to_owned(),
            Step::Known => "nothing".to_owned(),
        }
    }
}

/// The reports of a function; empty unless they are requested.
#[derive(Debug, Default)]
pub(super) struct Reports {
    /// Whether accesses are told of.
    pub is_wanted: bool,
    pub(super) accesses: Vec<AccessReport>,
    /// The one that is being rendered.
    pub(super) current: Option<usize>,
    /// Whether accesses are emitted again, which were told of.
    pub(super) is_muted: bool,
}

impl Reports {
    /// No reports yet.
    pub(super) fn new(is_wanted: bool) -> Self {
        Self { is_wanted, ..Self::default() }
    }

    /// Tells of no access until this is revoked, or revokes it; returns whether none was told of before.
    pub(super) fn mute(&mut self, is_muted: bool) -> bool {
        std::mem::replace(&mut self.is_muted, is_muted)
    }

    /// The number of the access that is being rendered.
    pub(super) fn current(&self) -> Option<usize> {
        self.current
    }

    /// Goes on with an access, or none; returns what was gone on with before.
    pub(super) fn resume(&mut self, access: Option<usize>) -> Option<usize> {
        std::mem::replace(&mut self.current, access)
    }

    /// Notes a part of what the access becomes.
    pub(super) fn step(&mut self, step: Step) {
        if let Some(report) = self.current.and_then(|at| self.accesses.get_mut(at)) {
            report.steps.push(step);
        }
    }

    /// Notes why the access became what it did.
    pub(super) fn reason(&mut self, reason: impl Into<String>) {
        if let Some(report) = self.current.and_then(|at| self.accesses.get_mut(at)) {
            report.reason = reason.into();
        }
    }

    /// Adds to why the access became what it did.
    pub(super) fn reason_more(&mut self, reason: &str) {
        if let Some(report) = self.current.and_then(|at| self.accesses.get_mut(at)) {
            let separator = if report.reason.is_empty() { "" } else { "; " };
            let _ = write!(report.reason, "{separator}{reason}");
        }
    }

    /// Puts what was noted of the access that is being rendered since it had so many parts in place of all that was
    /// noted of some accesses, which share it.
    pub(super) fn share(&mut self, members: &[Option<usize>], since: usize, reason: &str) {
        let Some(report) = self.current.and_then(|at| self.accesses.get_mut(at)) else { return };
        let shared = report.steps.split_off(since.min(report.steps.len()));
        for at in members.iter().flatten() {
            if let Some(report) = self.accesses.get_mut(*at) {
                report.steps.clone_from(&shared);
                reason.clone_into(&mut report.reason);
            }
        }
    }

    /// The number of steps recorded for the access that is being rendered.
    pub(super) fn steps(&self) -> usize {
        self.current.and_then(|at| self.accesses.get(at)).map_or(0, |report| report.steps.len())
    }

    /// All that was noted, as remarks.
    pub(super) fn into_remarks(self) -> impl Iterator<Item = Box<Diag>> {
        self.accesses.into_iter().map(|report| remark(Tag::Access, report.loc, report.message()))
    }
}
