//! Alias sets: the values that may share a buffer, and their accesses.

use terrace_ir::Op;

use crate::interface::OperandKey;
use crate::interval_index::Layers;

/// An alias set, with the reads, writes and definitions of its values.
#[derive(Default, Debug)]
pub(super) struct AliasSet {
    /// The reads, by the ops whose writes may come between them and their definitions.
    pub(super) reads: Layers<OperandKey>,
    /// The writes in place, at their ops.
    pub(super) writes: Layers<OperandKey>,
    /// The reads over the ops before the definition that they must see, in regions of several blocks.
    pub(super) reads_before: Layers<OperandKey>,
    /// The in-place writes, at the last number that they dominate: a write whose point is in the interval of
    /// a read does not dominate the definition of that read.
    pub(super) writes_before: Layers<OperandKey>,
    /// Whether one of the values must not be written.
    pub(super) read_only: bool,
    /// Whether one of the writes must not go to a buffer from outside of its parallel region.
    pub(super) privatizes: bool,
    /// An op of which nothing is known, and whose operands are in the set since it may give any of them.
    pub(super) forwards: Option<Op>,
}

impl AliasSet {
    /// Adds another set to this one.
    pub(super) fn merge(&mut self, other: AliasSet) {
        self.reads.merge(other.reads);
        self.writes.merge(other.writes);
        self.reads_before.merge(other.reads_before);
        self.writes_before.merge(other.writes_before);
        self.read_only |= other.read_only;
        self.privatizes |= other.privatizes;
        self.forwards = self.forwards.or(other.forwards);
    }
}
