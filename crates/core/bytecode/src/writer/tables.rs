//! Indices of attributes, types and op names: the most frequently used entries get the lowest.

use std::slice;

use terrace_ir::{OpName, Type};
use terrace_support::entity::Entity;

/// A key of a table: a dense handle, of one of two kinds.
pub(crate) trait TableKey: Copy {
    /// Returns which kind of handle it is, and the handle.
    fn place(self) -> (usize, usize);
}

impl TableKey for Type {
    #[inline]
    fn place(self) -> (usize, usize) {
        (0, self.index())
    }
}

impl TableKey for OpName {
    #[inline]
    fn place(self) -> (usize, usize) {
        (0, self.index())
    }
}

/// An entry to be numbered.
#[derive(Clone, Copy)]
struct Entry<T> {
    value: T,
    uses: u32,
    dialect: u32,
}

/// Entries by number, with the numbers of all.
pub(crate) struct Table<T> {
    /// The entries with the lowest numbers, with their dialects; `None` for one that nothing refers to.
    pinned: Vec<(Option<T>, u32)>,
    /// The place of each value in the order of insertion, by handle, for each kind; its number when all have one.
    index: [Vec<u32>; 2],
    /// The entries in the order of insertion; in that of their numbers when they have some.
    entries: Vec<Entry<T>>,
    /// Values that have the number of another one.
    same: Vec<(T, T)>,
}

/// The values of a group.
pub(crate) struct Group<'t, T>(slice::Iter<'t, Entry<T>>);

impl<T: Copy> Iterator for Group<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.next().map(|entry| entry.value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T: Copy> ExactSizeIterator for Group<'_, T> {}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { pinned: Vec::new(), index: [const { Vec::new() }; 2], entries: Vec::new(), same: Vec::new() }
    }
}

/// The index of a missing entry.
const NONE: u32 = u32::MAX;
/// Set in the place of a pinned value, which is its number.
const PINNED: u32 = 1 << 31;

impl<T: TableKey> Table<T> {
    /// Reserves `count` values of a kind.
    pub(crate) fn reserve(&mut self, kind: usize, count: usize) {
        self.index[kind].resize(count, NONE);
        self.entries.reserve(count);
    }

    /// Assigns the next number to a value, before any that is noted. Of one that has two, the first counts.
    pub(crate) fn pin(&mut self, value: Option<T>, dialect: u32) {
        if let Some(value) = value {
            let number = self.pinned.len() as u32;
            let place = self.place(value);
            if *place == NONE {
                *place = number | PINNED;
            }
        }
        self.pinned.push((value, dialect));
    }

    #[inline]
    fn place(&mut self, value: T) -> &mut u32 {
        let (kind, handle) = value.place();
        let index = &mut self.index[kind];
        if handle >= index.len() {
            index.resize((handle + 1).next_power_of_two(), NONE);
        }
        &mut index[handle]
    }

    /// Counts a use; returns the index of a new value.
    #[inline]
    pub(crate) fn note(&mut self, value: T) -> Option<usize> {
        let next = self.entries.len();
        let place = self.place(value);
        if *place != NONE {
            let place = *place;
            self.note_again(place as usize);
            return None;
        }
        *place = next as u32;
        self.entries.push(Entry { value, uses: 1, dialect: 0 });
        Some(next)
    }

    /// Counts another use of the entry at an index.
    #[inline]
    pub(crate) fn note_again(&mut self, place: usize) {
        if let Some(entry) = self.entries.get_mut(place) {
            entry.uses += 1;
        }
    }

    /// Returns the index of a recorded value.
    pub(crate) fn place_of(&mut self, value: T) -> Option<usize> {
        let place = *self.place(value);
        (place != NONE).then_some(place as usize)
    }

    /// Takes the value that was noted last out again.
    pub(crate) fn drop_last(&mut self) {
        if let Some(last) = self.entries.pop() {
            *self.place(last.value) = NONE;
        }
    }

    /// Makes a value an alias of a recorded one.
    pub(crate) fn set_same(&mut self, value: T, other: T) {
        let place = *self.place(other);
        *self.place(value) = place;
        self.same.push((value, other));
    }

    /// Sets the dialect of a new value.
    pub(crate) fn set_dialect(&mut self, place: usize, dialect: u32) {
        self.entries[place].dialect = dialect;
    }

    /// Numbers the values: by number of uses, then, among those whose numbers take as many bytes, by dialect.
    pub(crate) fn finish(&mut self) {
        self.sort_by_uses();
        let (mut first_dialect, mut size) = (0, 0usize);
        let mut rest = &mut self.entries[..];
        for bytes in 1..9 {
            size = (1usize << (7 * bytes)) - size;
            let (group, after) = rest.split_at_mut(size.min(rest.len()));
            let order = |entry: &Entry<T>| (entry.dialect != first_dialect, entry.dialect);
            if !group.is_sorted_by_key(order) {
                group.sort_by_key(order);
            }
            // The next group begins with the dialect that this one ends with.
            if let Some(last) = group.last() {
                first_dialect = last.dialect;
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        for place in self.index.iter_mut().flatten().filter(|place| **place != NONE) {
            *place &= !PINNED;
        }
        let pinned = self.pinned.len() as u32;
        for (number, entry) in (pinned..).zip(&self.entries) {
            let (kind, handle) = entry.value.place();
            self.index[kind][handle] = number;
        }
        for (value, other) in std::mem::take(&mut self.same) {
            *self.place(value) = *self.place(other);
        }
    }

    /// Sorts the entries by number of uses; those of as many stay in order.
    fn sort_by_uses(&mut self) {
        // Most are used once.
        let used_again = |entry: &&Entry<T>| entry.uses != 1;
        let mut again: Vec<Entry<T>> = self.entries.iter().filter(used_again).copied().collect();
        again.sort_by_key(|entry| std::cmp::Reverse(entry.uses));
        let mut end = self.entries.len();
        for at in (0..end).rev() {
            if self.entries[at].uses == 1 {
                end -= 1;
                self.entries[end] = self.entries[at];
            }
        }
        self.entries[..again.len()].copy_from_slice(&again);
    }

    /// Returns the number of a value, which was noted.
    #[inline]
    pub(crate) fn number(&self, value: T) -> u64 {
        let (kind, handle) = value.place();
        u64::from(self.index[kind][handle])
    }

    /// Returns how many values there are.
    pub(crate) fn len(&self) -> usize {
        self.pinned.len() + self.entries.len()
    }

    /// Calls back with each run of values of one dialect that are not pinned: the dialect and the values.
    pub(crate) fn for_each_group(&self, mut group: impl FnMut(u32, Group<'_, T>)) {
        for run in self.entries.chunk_by(|a, b| a.dialect == b.dialect) {
            group(run[0].dialect, Group(run.iter()));
        }
    }

    /// Frees the data that only [`for_each_group`](Self::for_each_group) needs; there are no groups after that.
    pub(crate) fn drop_groups(&mut self) {
        self.entries = Vec::new();
    }
}
