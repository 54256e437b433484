//! The strings of a module, each of which is there once.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A handle to a string of a module; equal strings have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Str(u32);

impl Str {
    /// The number of the string among those of its module.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The strings of a module, which are bytes of any kind.
#[derive(Default)]
pub struct Strings {
    bytes: Vec<u8>,
    /// The end of each string in the bytes.
    ends: Vec<usize>,
    table: HashTable<Str>,
}

fn slice<'a>(bytes: &'a [u8], ends: &[usize], text: Str) -> &'a [u8] {
    let index = text.index();
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &bytes[start..ends[index]]
}

impl Strings {
    /// The handle of a string.
    pub fn intern(&mut self, text: &[u8]) -> Str {
        let Self { bytes, ends, table } = self;
        let hash = FxBuildHasher.hash_one(text);
        if let Some(&known) = table.find(hash, |&known| slice(bytes, ends, known) == text) {
            return known;
        }
        let new = Str(u32::try_from(ends.len()).expect("a module has fewer than 2^32 strings"));
        bytes.extend_from_slice(text);
        ends.push(bytes.len());
        table.insert_unique(hash, new, |&known| FxBuildHasher.hash_one(slice(bytes, ends, known)));
        new
    }

    /// The handle of a string; `None` if it is not interned.
    pub fn find(&self, text: &[u8]) -> Option<Str> {
        let hash = FxBuildHasher.hash_one(text);
        self.table.find(hash, |&known| slice(&self.bytes, &self.ends, known) == text).copied()
    }

    /// The bytes of a string.
    pub fn bytes(&self, text: Str) -> &[u8] {
        slice(&self.bytes, &self.ends, text)
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no strings.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All strings, in the order of their handles.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| slice(&self.bytes, &self.ends, Str(index as u32)))
    }
}
