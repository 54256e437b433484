//! Faults at run time.

use terrace_ir::{Diag, Loc};

use crate::int_ops::NoValue;

/// The reason why an instruction failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The results are poison, for this reason.
    Poison(&'static str),
    /// The results are poison that originates from the origin of this number.
    Origin(u32),
    /// The program has undefined behavior; reported at the op, with notes.
    Undefined(Box<Undefined>),
}

/// Undefined behavior of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The message.
    pub message: String,
    /// Notes, with their locations.
    pub notes: Vec<(Loc, String)>,
}

/// The result of an instruction.
pub type Outcome<T = ()> = Result<T, Fault>;

impl Fault {
    /// A fault with a message.
    pub fn new(message: impl Into<String>) -> Self {
        Fault::Undefined(Box::new(Undefined { message: message.into(), notes: Vec::new() }))
    }

    /// Adds a note.
    pub fn note(mut self, loc: Loc, text: impl Into<String>) -> Self {
        if let Fault::Undefined(undefined) = &mut self {
            undefined.notes.push((loc, text.into()));
        }
        self
    }

    /// The fault as a diagnostic about the op at `loc`.
    pub fn into_diag(self, loc: Loc) -> Box<Diag> {
        match self {
            Fault::Poison(why) => Diag::error(loc, format!("a poison value is used: {why}")),
            Fault::Origin(_) => Diag::error(loc, "a poison value is used"),
            Fault::Undefined(undefined) => {
                let diag = Diag::error(loc, undefined.message);
                undefined.notes.into_iter().fold(diag, |diag, (loc, text)| diag.note(loc, text))
            }
        }
    }
}

impl From<NoValue> for Fault {
    fn from(reason: NoValue) -> Self {
        match reason {
            NoValue::Poison(why) => Fault::Poison(why),
            NoValue::Undefined(what) => Fault::new(what),
        }
    }
}
