//! Names of values within an isolated op.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
use terrace_ir::Value;

use super::words::{hash_text, same_text, spread};

/// A value under a name, and where the name was first seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) value: Value,
    pub(crate) at: u32,
}

/// A name: where it stands in the source, its hash, and the values under it.
#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    len: u32,
    hash: u32,
    /// The value with number 0, those with higher numbers follow it; or the place in `scattered`.
    first: u32,
    /// How many there are, or [`SCATTERED`].
    count: u32,
}

/// The values under the name do not follow each other, or were first seen at different places.
const SCATTERED: u32 = u32::MAX;

/// Names of values, which nested regions see and shadow nothing of.
#[derive(Default)]
pub(crate) struct NameScope {
    table: HashTable<Entry>,
    /// By the number after `#`.
    scattered: Vec<Vec<Option<Named>>>,
    /// Names that were defined, by hash and start, to be forgotten when their region closes.
    defined: Vec<(u32, u32)>,
    /// How many there were when each open region began.
    scopes: Vec<u32>,
}

impl NameScope {
    pub(crate) fn push(&mut self) {
        self.scopes.push(self.defined.len() as u32);
    }

    /// Forgets the names defined since the matching `push`.
    pub(crate) fn pop(&mut self) {
        let from = self.scopes.pop().unwrap_or(0) as usize;
        if from == 0 && self.defined.len() == self.table.len() && self.table.capacity() < 8 * self.table.len()
        {
            self.table.clear();
            self.scattered.clear();
            self.defined.clear();
            return;
        }
        for (hash, start) in self.defined.drain(from..) {
            if let Ok(found) = self.table.find_entry(spread(hash), |e| e.start == start) {
                let (entry, _) = found.remove();
                if entry.count == SCATTERED {
                    self.scattered[entry.first as usize] = Vec::new();
                }
            }
        }
    }

    /// Makes room for `left / done` times as many names as there are.
    pub(crate) fn reserve_in_proportion(&mut self, left: usize, done: usize) {
        let more = |len: usize| (len as u64 * left as u64).div_ceil(done.max(1) as u64) as usize;
        self.table.reserve(more(self.table.len()), |e| spread(e.hash));
        self.defined.reserve_exact(more(self.defined.len()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The value under `name` with number `number`, and under number 0.
    #[inline]
    pub(crate) fn get(&self, src: &[u8], name: (u32, u32), number: u32) -> (Option<Named>, Option<Named>) {
        let hash = hash_text(src, name);
        let found =
            self.table.find(spread(hash), |e| e.hash == hash && same_text(src, (e.start, e.len), name));
        match found {
            Some(entry) => (self.value_of(entry, number), self.value_of(entry, 0)),
            None => (None, None),
        }
    }

    #[inline]
    fn value_of(&self, entry: &Entry, number: u32) -> Option<Named> {
        if entry.count == SCATTERED {
            return self.scattered[entry.first as usize].get(number as usize).copied().flatten();
        }
        (number < entry.count)
            .then(|| Named { value: Value::from_u32(entry.first + number), at: entry.start })
    }

    /// Puts values that follow each other under a name that is new here; false if it is not. They are forgotten
    /// when the innermost open region closes.
    #[inline]
    pub(crate) fn define_run(&mut self, src: &[u8], name: (u32, u32), first: Value, count: u32) -> bool {
        let hash = hash_text(src, name);
        let same = |e: &Entry| e.hash == hash && same_text(src, (e.start, e.len), name);
        match self.table.entry(spread(hash), same, |e| spread(e.hash)) {
            Slot::Occupied(_) => false,
            Slot::Vacant(slot) => {
                slot.insert(Entry { start: name.0, len: name.1, hash, first: first.as_u32(), count });
                self.defined.push((hash, name.0));
                true
            }
        }
    }

    /// Puts a value under a name; gives the one that was there. A definition is forgotten when the innermost
    /// open region closes.
    pub(crate) fn set(
        &mut self,
        src: &[u8],
        name: (u32, u32),
        number: u32,
        named: Named,
        definition: bool,
    ) -> Option<Named> {
        let hash = hash_text(src, name);
        let same = |e: &Entry| e.hash == hash && same_text(src, (e.start, e.len), name);
        let mut slot = match self.table.entry(spread(hash), same, |e| spread(e.hash)) {
            Slot::Occupied(found) => found,
            Slot::Vacant(slot) => slot.insert(Entry { start: name.0, len: name.1, hash, first: 0, count: 0 }),
        };
        let entry = slot.get_mut();
        let before = if entry.count <= 1 && number == 0 {
            let known = Named { value: Value::from_u32(entry.first), at: entry.start };
            let before = (entry.count == 1).then_some(known);
            (entry.start, entry.first, entry.count) = (named.at, named.value.as_u32(), 1);
            before
        } else {
            if entry.count != SCATTERED {
                let run = |i| Some(Named { value: Value::from_u32(entry.first + i), at: entry.start });
                self.scattered.push((0..entry.count).map(run).collect());
                (entry.first, entry.count) = (self.scattered.len() as u32 - 1, SCATTERED);
            }
            let values = &mut self.scattered[entry.first as usize];
            if values.len() <= number as usize {
                values.resize(number as usize + 1, None);
            }
            values[number as usize].replace(named)
        };
        let key = (hash, entry.start);
        if definition && self.defined.last() != Some(&key) {
            self.defined.push(key);
        }
        before
    }
}
