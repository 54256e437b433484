//! Uniquing: equal values get the same `u32`.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::append_vec::AppendVec;

const SHARDS: usize = 8;

/// Uniques values of one kind. Look-up by handle takes no lock; interning locks one of eight shards.
///
/// Handles are valid for the interner's life and dense from zero. The numbers depend on the order of
/// interning, so nothing that is printed may depend on them.
pub struct Interner<T> {
    items: AppendVec<T>,
    shards: [Mutex<HashTable<Entry>>; SHARDS],
}

/// A handle and 32 bits of its value's hash, so that growing a table reads no value again.
type Entry = (u32, u32);

/// The table takes its tag from the top bits and the bucket from the low ones.
#[inline]
fn spread(short: u32) -> u64 {
    u64::from(short).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<T: Hash + Eq> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// An empty interner; allocates nothing.
    pub const fn new() -> Self {
        Self { items: AppendVec::new(), shards: [const { Mutex::new(HashTable::new()) }; SHARDS] }
    }

    /// The handle of the value equal to `key`, created with `make` if there is none.
    #[inline]
    pub fn intern_with<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = FxBuildHasher.hash_one(key);
        let short = (hash >> 32) as u32 ^ hash as u32;
        let hash = spread(short);
        let mut table = self.shards[short as usize % SHARDS].lock().unwrap_or_else(|e| e.into_inner());
        if let Some(&(_, id)) = table.find(hash, |&(h, id)| h == short && self.items[id].borrow() == key) {
            return id;
        }
        let id = self.items.push(make());
        table.insert_unique(hash, (short, id), |&(short, _)| spread(short));
        id
    }

    /// The handle of `value`.
    #[inline]
    pub fn intern(&self, value: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&value);
        let short = (hash >> 32) as u32 ^ hash as u32;
        let hash = spread(short);
        let mut table = self.shards[short as usize % SHARDS].lock().unwrap_or_else(|e| e.into_inner());
        if let Some(&(_, id)) = table.find(hash, |&(h, id)| h == short && self.items[id] == value) {
            return id;
        }
        let id = self.items.push(value);
        table.insert_unique(hash, (short, id), |&(short, _)| spread(short));
        id
    }

    /// The handle of the value equal to `key`, if it was interned before.
    pub fn lookup<Q>(&self, key: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = FxBuildHasher.hash_one(key);
        let short = (hash >> 32) as u32 ^ hash as u32;
        let table = self.shards[short as usize % SHARDS].lock().unwrap_or_else(|e| e.into_inner());
        table.find(spread(short), |&(h, id)| h == short && self.items[id].borrow() == key).map(|&(_, id)| id)
    }

    /// Adds a value without uniquing it; no later `intern` finds it.
    pub fn add_distinct(&self, value: T) -> u32 {
        self.items.push(value)
    }

    /// The value behind a handle of this interner.
    #[inline]
    pub fn get(&self, id: u32) -> &T {
        &self.items[id]
    }

    /// How many values there are.
    pub fn len(&self) -> u32 {
        self.items.len()
    }

    /// Whether nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_a_handle() {
        let strings: Interner<Box<[u8]>> = Interner::new();
        let a = strings.intern_with(b"abc".as_slice(), || b"abc".as_slice().into());
        let b = strings.intern(b"abc".as_slice().into());
        let c = strings.intern(b"abd".as_slice().into());
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(strings.lookup(b"abd".as_slice()), Some(c));
        assert_eq!(strings.lookup(b"x".as_slice()), None);
        assert_eq!(&**strings.get(c), b"abd");
    }

    #[test]
    fn threads_agree() {
        let numbers: Interner<u64> = Interner::new();
        let (a, b) = std::thread::scope(|s| {
            let run = || (0..2000u64).map(|i| numbers.intern(i)).collect::<Vec<_>>();
            let (a, b) = (s.spawn(run), s.spawn(run));
            (a.join().expect("no panic"), b.join().expect("no panic"))
        });
        assert_eq!(a, b);
        assert_eq!(numbers.len(), 2000);
    }
}
