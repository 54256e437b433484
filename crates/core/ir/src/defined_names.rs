//! A cache of the names of ops by the addresses of their definitions.

use std::sync::atomic::AtomicU32;

/// The number of cache entries; a power of two.
const PLACES: usize = 512;

/// For each entry, one more than the name of the definition looked up last; zero if empty.
pub(crate) struct DefinedNames([AtomicU32; PLACES]);

impl DefinedNames {
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
