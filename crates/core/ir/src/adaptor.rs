//! Adaptors: by slots, the values that replace the operands of an op while it is converted, or the operands'
//! types before the op exists. `#[op]` generates an adaptor with an accessor for each operand.

use smallvec::SmallVec;

/// Values or types in place of the operands of an op, grouped by slots.
pub struct OperandGroups<'a, T> {
    groups: SmallVec<[&'a [T]; 4]>,
}

impl<'a, T: Copy> OperandGroups<'a, T> {
    /// Groups `all` by the start and the length of each slot.
    ///
    /// # Panics
    ///
    /// If a slot is not within `all`.
    pub fn new(all: &'a [T], slots: impl Iterator<Item = (usize, usize)>) -> Self {
        Self { groups: slots.map(|(start, len)| &all[start..start + len]).collect() }
    }

    /// The only element of a slot.
    ///
    /// # Panics
    ///
    /// If the slot is empty.
    #[inline]
    pub fn one(&self, slot: usize) -> T {
        self.groups[slot][0]
    }

    /// The elements of a slot.
    #[inline]
    pub fn group(&self, slot: usize) -> &'a [T] {
        self.groups[slot]
    }
}

impl<'a, T> From<Vec<&'a [T]>> for OperandGroups<'a, T> {
    fn from(groups: Vec<&'a [T]>) -> Self {
        Self { groups: groups.into() }
    }
}
