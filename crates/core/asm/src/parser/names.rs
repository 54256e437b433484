//! Names of values within an isolated op.

use rustc_hash::FxHashMap;
use terrace_ir::Value;

use super::token_interning::{hash_text, same_text};

/// A value under a name, and where the name was first seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) value: Value,
    pub(crate) at: u32,
}

/// A name: its location in the source, its hash, and its values.
#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    hash: u32,
    /// The value with number 0, those with higher numbers follow it; or the place in `scattered`.
    first: u32,
    /// [`LONG`] for a name that is longer; zero where there is no entry.
    len: u16,
    /// The number of values, or [`SCATTERED`].
    count: u16,
}

const _: () = assert!(size_of::<Entry>() == 16);

const FREE: Entry = Entry { start: 0, hash: 0, first: 0, len: 0, count: 0 };

/// The values under the name do not follow each other, were first seen at different places, or are many.
const SCATTERED: u16 = u16::MAX;

/// The length stands elsewhere.
const LONG: u16 = u16::MAX;

/// Names of values, which nested regions see and shadow nothing of.
#[derive(Default)]
pub(crate) struct NameScope {
    /// Entries in the order of their hashes, each at the first free place from where its hash falls: a name is found
    /// with one look at memory as a rule, and there may be just as many places as are needed.
    slots: Vec<Entry>,
    /// The number of entries.
    len: usize,
    /// By the number after `#`.
    scattered: Vec<Vec<Option<Named>>>,
    /// Lengths of very long names, by their start.
    long: FxHashMap<u32, u32>,
    /// Names that were defined, by hash and start, to be forgotten when their region closes.
    defined: Vec<(u32, u32)>,
    /// The number of entries at the start of each open region.
    scopes: Vec<u32>,
}

impl NameScope {
    pub(crate) fn push(&mut self) {
        self.scopes.push(self.defined.len() as u32);
    }

    /// Removes the names defined since the matching `push`.
    pub(crate) fn pop(&mut self) {
        let from = self.scopes.pop().expect("each scope of names is closed once") as usize;
        if from == 0 && self.defined.len() == self.len && self.slots.len() < 8 * self.len {
            self.slots.fill(FREE);
            self.len = 0;
            self.scattered.clear();
            self.defined.clear();
            return;
        }
        let mut defined = std::mem::take(&mut self.defined);
        for (hash, start) in defined.drain(from..) {
            if let Ok(at) = self.look(hash, |_, e| e.start == start) {
                let entry = self.slots[at];
                if entry.count == SCATTERED {
                    self.scattered[entry.first as usize] = Vec::new();
                }
                self.remove(at);
            }
        }
        self.defined = defined;
    }

    /// Reserves space for `left / done` times the current number of names.
    pub(crate) fn reserve_in_proportion(&mut self, left: usize, done: usize) {
        let more = |len: usize| (len as u64 * left as u64).div_ceil(done.max(1) as u64) as usize;
        let wanted = self.len + more(self.len);
        if wanted >= Self::most(self.slots.len()) {
            self.resize(wanted + wanted / 3 + 16);
        }
        self.defined.reserve_exact(more(self.defined.len()));
    }

    /// The maximum number of entries in a table of `slots` slots.
    fn most(slots: usize) -> usize {
        slots - slots / 4
    }

    fn resize(&mut self, slots: usize) {
        let before = std::mem::replace(&mut self.slots, vec![FREE; slots]);
        for entry in before.into_iter().filter(|e| e.len > 0) {
            if let Err(at) = self.look(entry.hash, |_, _| false) {
                self.slots[at] = entry;
            }
        }
    }

    #[inline]
    fn place(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    /// The place of the entry with this hash that is the right one, or the free place where it would stand.
    #[inline]
    fn look(&self, hash: u32, is: impl Fn(&Self, &Entry) -> bool) -> Result<usize, usize> {
        let mut at = self.place(hash);
        loop {
            match self.slots.get(at) {
                Some(entry) if entry.len == 0 => return Err(at),
                Some(entry) if entry.hash == hash && is(self, entry) => return Ok(at),
                Some(_) => at += 1,
                None if self.slots.is_empty() => return Err(0),
                None => at = 0,
            }
        }
    }

    #[inline]
    fn find(&self, src: &[u8], hash: u32, name: (u32, u32)) -> Result<usize, usize> {
        self.look(hash, |names, e| {
            let len = if e.len == LONG { names.long_len(e) } else { e.len.into() };
            same_text(src, (e.start, len), name)
        })
    }

    #[cold]
    fn long_len(&self, entry: &Entry) -> u32 {
        self.long.get(&entry.start).copied().unwrap_or(0)
    }

    /// Inserts an entry at the free slot that was found for it. Returns its index.
    fn insert(&mut self, mut at: usize, len: u32, mut entry: Entry) -> usize {
        if self.len >= Self::most(self.slots.len()) {
            // A large table is as a rule about as large as it has to be.
            let slots = self.slots.len();
            self.resize(if slots < 1 << 16 { 2 * slots + 16 } else { slots + slots / 4 });
            at = self.look(entry.hash, |_, _| false).unwrap_or_else(|at| at);
        }
        entry.len = u16::try_from(len).unwrap_or(LONG);
        if entry.len == LONG {
            self.long.insert(entry.start, len);
        }
        self.slots[at] = entry;
        self.len += 1;
        at
    }

    /// Removes an entry, and closes the gap: later entries are shifted towards their home slots.
    fn remove(&mut self, mut gap: usize) {
        let slots = self.slots.len();
        let mut at = gap;
        loop {
            at = if at + 1 == slots { 0 } else { at + 1 };
            let entry = self.slots[at];
            if entry.len == 0 {
                break;
            }
            // How far it stands after where it falls, and after the gap.
            let behind = |from: usize| if at >= from { at - from } else { at + slots - from };
            if behind(self.place(entry.hash)) >= behind(gap) {
                self.slots[gap] = entry;
                gap = at;
            }
        }
        self.slots[gap] = FREE;
        self.len -= 1;
    }

    /// Removes a name with all its values.
    pub(crate) fn forget(&mut self, src: &[u8], name: (u32, u32)) {
        if let Ok(at) = self.find(src, hash_text(src, name), name) {
            self.remove(at);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value under `name` with number `number`, and under number 0.
    #[inline]
    pub(crate) fn get(&self, src: &[u8], name: (u32, u32), number: u32) -> (Option<Named>, Option<Named>) {
        match self.find(src, hash_text(src, name), name) {
            Ok(at) => {
                let entry = &self.slots[at];
                let first = self.value_of(entry, 0);
                (if number == 0 { first } else { self.value_of(entry, number) }, first)
            }
            Err(_) => (None, None),
        }
    }

    #[inline]
    fn value_of(&self, entry: &Entry, number: u32) -> Option<Named> {
        if entry.count == SCATTERED {
            return self.scattered[entry.first as usize].get(number as usize).copied().flatten();
        }
        (number < u32::from(entry.count))
            .then(|| Named { value: Value::from_u32(entry.first + number), at: entry.start })
    }

    /// Binds consecutive values to a name that is new; false if it is not. The binding is dropped when the
    /// innermost open region closes.
    #[inline]
    pub(crate) fn define_run(&mut self, src: &[u8], name: (u32, u32), first: Value, count: u32) -> bool {
        let hash = hash_text(src, name);
        let Err(at) = self.find(src, hash, name) else { return false };
        let mut entry = Entry { start: name.0, hash, first: first.as_u32(), ..FREE };
        match u16::try_from(count) {
            Ok(count) if count != SCATTERED => entry.count = count,
            _ => {
                let run = |i| Some(Named { value: Value::from_u32(entry.first + i), at: name.0 });
                self.scattered.push((0..count).map(run).collect());
                (entry.first, entry.count) = (self.scattered.len() as u32 - 1, SCATTERED);
            }
        }
        self.insert(at, name.1, entry);
        self.defined.push((hash, name.0));
        true
    }

    /// Binds a value to a name; returns the previous value. The binding is dropped when the innermost open
    /// region closes.
    pub(crate) fn set(
        &mut self,
        src: &[u8],
        name: (u32, u32),
        number: u32,
        named: Named,
        definition: bool,
    ) -> Option<Named> {
        let hash = hash_text(src, name);
        let at = match self.find(src, hash, name) {
            Ok(at) => at,
            Err(at) => self.insert(at, name.1, Entry { start: name.0, hash, ..FREE }),
        };
        let entry = &mut self.slots[at];
        let before = if entry.count <= 1 && number == 0 {
            let known = Named { value: Value::from_u32(entry.first), at: entry.start };
            let before = (entry.count == 1).then_some(known);
            (entry.start, entry.first, entry.count) = (named.at, named.value.as_u32(), 1);
            if entry.len == LONG {
                self.long.insert(named.at, name.1);
            }
            before
        } else {
            if entry.count != SCATTERED {
                let run = |i| Some(Named { value: Value::from_u32(entry.first + i), at: entry.start });
                self.scattered.push((0..u32::from(entry.count)).map(run).collect());
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

#[cfg(test)]
mod tests {
    use super::{NameScope, Named};
    use terrace_ir::Value;

    /// Names of `len` bytes, one after the other.
    fn source(count: u32, len: usize) -> Vec<u8> {
        let name = |i: u32| "%".to_string() + &"0".repeat(len - 5) + &format!("{i:04} ");
        (0..count).flat_map(|i| name(i).into_bytes()).collect()
    }

    #[test]
    fn names_of_a_closed_region_are_forgotten() {
        let src = source(3000, 5);
        let name = |i: u32| (6 * i, 5);
        let mut names = NameScope::default();
        names.push();
        for i in 0..1000 {
            assert!(names.define_run(&src, name(i), Value::from_u32(i), 1));
        }
        names.push();
        for i in 1000..3000 {
            let named = Named { value: Value::from_u32(i), at: 6 * i };
            assert!(names.set(&src, name(i), 0, named, true).is_none());
        }
        assert!(!names.define_run(&src, name(7), Value::from_u32(1), 1));
        names.pop();
        for i in 0..3000 {
            let found = names.get(&src, name(i), 0).0.map(|named| named.value);
            assert_eq!(found, (i < 1000).then_some(Value::from_u32(i)), "{i}");
        }
        names.pop();
        assert!(names.is_empty());
    }

    #[test]
    fn names_and_packs_may_be_very_long() {
        let src = source(3, 70_000);
        let name = |i: u32| (70_001 * i, 70_000);
        let mut names = NameScope::default();
        names.push();
        assert!(names.define_run(&src, name(0), Value::from_u32(0), 70_000));
        assert!(names.define_run(&src, name(1), Value::from_u32(70_000), 2));
        assert_eq!(
            names.get(&src, name(0), 69_999).0.map(|named| named.value),
            Some(Value::from_u32(69_999))
        );
        assert_eq!(names.get(&src, name(1), 1).0.map(|named| named.value), Some(Value::from_u32(70_001)));
        assert!(names.get(&src, name(2), 0).0.is_none());
        assert!(names.get(&src, name(0), 70_000).0.is_none());
        names.pop();
        assert!(names.is_empty());
    }
}
