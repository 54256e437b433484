//! Positions of ops and values in printed text.

use std::ops::Range;

use terrace_ir::{OpHandle, ValueHandle};

/// The entity printed at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// An op starts; the range is empty.
    Op(OpHandle),
    /// The name of a value, where it is defined or used.
    Value(ValueHandle),
}

/// A place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The bytes.
    pub range: Range<usize>,
    /// The entity printed there.
    pub what: What,
}

/// Text, and the positions of ops and values in it.
#[derive(Clone, Default, Debug)]
pub struct Marked {
    /// The text.
    pub text: String,
    /// The places, by their starts.
    pub marks: Vec<Mark>,
}
