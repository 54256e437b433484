//! A table by number whose entries are computed when they are first asked for.

use std::sync::OnceLock;

/// The number of entries of the first chunk; each further one has twice as many as the one before.
const FIRST: usize = 64;
/// Enough chunks for all numbers.
const CHUNKS: usize = 27;

/// Entries by number, computed at most once each, by whichever thread asks first. A look-up of a computed entry takes no
/// lock; the table takes memory up to the greatest number that was asked for.
pub struct LazyTable<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
}

impl<T> Default for LazyTable<T> {
    fn default() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS] }
    }
}

impl<T> LazyTable<T> {
    /// Forgets all entries that were computed.
    pub fn clear(&mut self) {
        for chunk in &mut self.chunks {
            chunk.take();
        }
    }

    /// The entry of a number, computed by `init` if it is the first time.
    #[inline]
    pub fn get_or_init(&self, number: u32, init: impl FnOnce() -> T) -> &T {
        let at = number as usize + FIRST;
        let size = 1 << at.ilog2();
        let chunk = &self.chunks[(at.ilog2() - FIRST.ilog2()) as usize];
        let entries = chunk.get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        entries[at - size].get_or_init(init)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn entries_are_computed_once() {
        let table = LazyTable::default();
        let count = Cell::new(0);
        let numbers = [0, 1, 63, 64, 65, 191, 192, 100_000, 0, 64, 192, 100_000];
        for number in numbers {
            let found = table.get_or_init(number, || {
                count.set(count.get() + 1);
                u64::from(number) * 3
            });
            assert_eq!(*found, u64::from(number) * 3);
        }
        assert_eq!(count.get(), 8);
        let mut table = table;
        table.clear();
        assert_eq!(*table.get_or_init(64, || 5), 5);
    }

    #[test]
    fn the_greatest_number_has_a_chunk() {
        let at = u32::MAX as usize + FIRST;
        assert_eq!((at.ilog2() - FIRST.ilog2()) as usize, CHUNKS - 1);
    }
}
