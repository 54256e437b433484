//! Numbers of attributes, types and names of ops: what is used most gets the lowest.

use std::slice;

use terrace_support::entity::Entity;

/// What gets a number.
#[derive(Clone, Copy)]
struct Entry<T> {
    value: T,
    uses: u32,
    dialect: u32,
}

/// Entries by number, with the numbers of all.
pub(crate) struct Table<T> {
    /// What has the lowest numbers, and the dialects; `None` is what nothing refers to.
    pinned: Vec<(Option<T>, u32)>,
    /// The place of each value in the order of insertion, by handle; handles are dense.
    index: Vec<u32>,
    entries: Vec<Entry<T>>,
    /// The number of each entry, in the order of insertion.
    numbers: Vec<u32>,
}

/// The values of a group.
pub(crate) struct Group<'t, T>(slice::Iter<'t, Entry<T>>);

impl<T: Copy> Iterator for Group<'_, T> {
    type Item = T;

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
        Self { pinned: Vec::new(), index: Vec::new(), entries: Vec::new(), numbers: Vec::new() }
    }
}

/// The place of what has none.
const NONE: u32 = u32::MAX;
/// Set in the place of a pinned value, which is its number.
const PINNED: u32 = 1 << 31;

impl<T: Entity> Table<T> {
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

    fn place(&mut self, value: T) -> &mut u32 {
        let handle = value.index();
        if handle >= self.index.len() {
            self.index.resize((handle + 1).next_power_of_two(), NONE);
        }
        &mut self.index[handle]
    }

    /// Counts a use; returns the place of a value that is new.
    pub(crate) fn note(&mut self, value: T) -> Option<usize> {
        let handle = value.index();
        let place = *self.place(value);
        if place != NONE {
            if place & PINNED == 0 {
                self.entries[place as usize].uses += 1;
            }
            return None;
        }
        let next = self.entries.len();
        self.index[handle] = next as u32;
        self.entries.push(Entry { value, uses: 1, dialect: 0 });
        Some(next)
    }

    /// Sets the dialect of a new value.
    pub(crate) fn set_dialect(&mut self, place: usize, dialect: u32) {
        self.entries[place].dialect = dialect;
    }

    /// Numbers the values: by number of uses, then, among those whose numbers take as many bytes, by dialect.
    pub(crate) fn finish(&mut self) {
        let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.entries[at as usize].uses));
        let (mut first_dialect, mut size) = (0, 0usize);
        let mut rest = &mut order[..];
        for bytes in 1..9 {
            size = (1usize << (7 * bytes)) - size;
            let (group, after) = rest.split_at_mut(size.min(rest.len()));
            group.sort_by_key(|&at| {
                let dialect = self.entries[at as usize].dialect;
                (dialect != first_dialect, dialect)
            });
            // The next group begins with the dialect that this one ends with.
            if let Some(&last) = group.last() {
                first_dialect = self.entries[last as usize].dialect;
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        self.numbers = vec![0; order.len()];
        for (number, &at) in order.iter().enumerate() {
            self.numbers[at as usize] = number as u32;
        }
        self.entries = order.iter().map(|&at| self.entries[at as usize]).collect();
    }

    /// Returns the number of a value, which was noted.
    pub(crate) fn number(&self, value: T) -> u64 {
        let place = self.index[value.index()];
        match place & PINNED == 0 {
            true => self.pinned.len() as u64 + u64::from(self.numbers[place as usize]),
            false => u64::from(place & !PINNED),
        }
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
}
