//! A cache of the names of ops, and of the numbers of other definitions, by the addresses of definitions.

use std::sync::atomic::AtomicU32;

/// For each of the entries, whose number is a power of two, one more than the name of the definition looked up last; zero
/// if empty.
pub(crate) struct DefinedNames<const PLACES: usize>([AtomicU32; PLACES]);

impl<const PLACES: usize> DefinedNames<PLACES> {
    /// Remembers nothing yet.
    pub(crate) const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; PLACES])
    }

    /// Returns the entry for the address of a definition, in units of the size of one.
    #[inline]
    pub(crate) fn place(&self, number: usize) -> &AtomicU32 {
        &self.0[number % PLACES]
    }
}
