//! Names of values within an isolated op.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
use smallvec::SmallVec;
use terrace_ir::Value;

/// A value under a name, and where the name was first seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) value: Value,
    pub(crate) at: u32,
}

struct Entry {
    name: (u32, u32),
    hash: u32,
    /// By the number after `#`.
    values: SmallVec<[Option<Named>; 1]>,
}

/// Names of values, which nested regions see and shadow nothing of.
pub(crate) struct NameScope {
    table: HashTable<u32>,
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// Entries defined in each open region, to be forgotten when it closes.
    scopes: Vec<Vec<u32>>,
}

fn hash_name(name: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = name.len() as u64;
    let mut chunks = name.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(K);
    }
    let mut tail = [0u8; 8];
    let rest = chunks.remainder();
    tail[..rest.len()].copy_from_slice(rest);
    hash = (hash.rotate_left(5) ^ u64::from_le_bytes(tail)).wrapping_mul(K);
    hash ^ (hash >> 29)
}

impl NameScope {
    pub(crate) fn new() -> Self {
        Self { table: HashTable::new(), entries: Vec::new(), free: Vec::new(), scopes: vec![Vec::new()] }
    }

    pub(crate) fn push(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Forgets the names defined since the matching `push`.
    pub(crate) fn pop(&mut self) {
        for at in self.scopes.pop().unwrap_or_default() {
            let entry = &mut self.entries[at as usize];
            if entry.values.is_empty() {
                continue;
            }
            entry.values.clear();
            let hash = u64::from(entry.hash);
            if let Ok(found) = self.table.find_entry(spread(hash), |&i| i == at) {
                found.remove();
                self.free.push(at);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    fn find(&self, src: &[u8], name: &[u8], hash: u32) -> Option<u32> {
        self.table
            .find(spread(u64::from(hash)), |&i| {
                let entry = &self.entries[i as usize];
                entry.hash == hash
                    && &src[entry.name.0 as usize..(entry.name.0 + entry.name.1) as usize] == name
            })
            .copied()
    }

    /// The value under `name` with number `number`, and under number 0.
    #[inline]
    pub(crate) fn get(&self, src: &[u8], name: (u32, u32), number: u32) -> (Option<Named>, Option<Named>) {
        let text = &src[name.0 as usize..(name.0 + name.1) as usize];
        match self.find(src, text, hash_name(text) as u32) {
            Some(at) => {
                let values = &self.entries[at as usize].values;
                (values.get(number as usize).copied().flatten(), values.first().copied().flatten())
            }
            None => (None, None),
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
        let text = &src[name.0 as usize..(name.0 + name.1) as usize];
        let hash = hash_name(text) as u32;
        let entries = &self.entries;
        let found = self.table.entry(
            spread(u64::from(hash)),
            |&i| {
                let entry = &entries[i as usize];
                entry.hash == hash
                    && &src[entry.name.0 as usize..(entry.name.0 + entry.name.1) as usize] == text
            },
            |&i| spread(u64::from(entries[i as usize].hash)),
        );
        let at = match found {
            Slot::Occupied(found) => *found.get(),
            Slot::Vacant(slot) => {
                let at = self.free.pop().unwrap_or(self.entries.len() as u32);
                slot.insert(at);
                let entry = Entry { name, hash, values: SmallVec::new() };
                match self.entries.get_mut(at as usize) {
                    Some(old) => *old = entry,
                    None => self.entries.push(entry),
                }
                at
            }
        };
        let values = &mut self.entries[at as usize].values;
        if values.len() <= number as usize {
            values.resize(number as usize + 1, None);
        }
        let before = values[number as usize].replace(named);
        if definition
            && let Some(scope) = self.scopes.last_mut()
            && scope.last() != Some(&at)
        {
            scope.push(at);
        }
        before
    }
}

/// The table takes its tag from the top bits.
fn spread(hash: u64) -> u64 {
    hash | hash << 32
}
