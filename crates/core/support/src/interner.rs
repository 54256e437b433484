//! Uniquing: equal values get the same `u32`.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::append_vec::AppendVec;
use crate::spin::Spin;

const SHARDS: usize = 8;

/// Uniques values of one kind. Look-up by handle takes no lock; interning locks one of eight shards.
///
/// Handles are valid for the interner's life and dense from zero. The numbers depend on the order of
/// interning, so nothing that is printed may depend on them.
pub struct Interner<T> {
    items: AppendVec<T>,
    shards: [Spin<Table>; SHARDS],
}

/// Handles by 32 bits of their values' hashes.
///
/// Entries are in the order of their hashes, each at the first free place from where its hash falls. So a look
/// at one takes one cache line as a rule, and a larger table is filled by reading and writing on in order.
struct Table {
    /// Hash and handle; [`FREE`] for neither.
    slots: Vec<(u32, u32)>,
    len: usize,
}

const FREE: (u32, u32) = (0, u32::MAX);

impl Table {
    const fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    #[inline]
    fn place(hash: u32, slots: usize) -> usize {
        ((u64::from(hash) * slots as u64) >> 32) as usize
    }

    /// The handle with this hash that is the right one, or the free place where it would stand.
    #[inline]
    fn find(&self, hash: u32, mut is: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        let mut at = Self::place(hash, self.slots.len());
        loop {
            match self.slots.get(at) {
                Some(&FREE) => return Err(at),
                Some(&(known, id)) if known == hash && is(id) => return Ok(id),
                Some(_) => at += 1,
                None if self.slots.is_empty() => return Err(0),
                None => at = 0,
            }
        }
    }

    /// Enters a handle at the free place that was found for it.
    #[inline]
    fn insert(&mut self, at: usize, hash: u32, id: u32) {
        if self.len >= self.slots.len() - self.slots.len() / 4 {
            return self.insert_in_more(hash, id);
        }
        self.slots[at] = (hash, id);
        self.len += 1;
    }

    #[cold]
    fn insert_in_more(&mut self, hash: u32, id: u32) {
        let more = (self.slots.len() + self.slots.len() / 2).next_multiple_of(16).max(32);
        let before = std::mem::replace(&mut self.slots, vec![FREE; more]);
        for entry in before.into_iter().filter(|entry| *entry != FREE).chain([(hash, id)]) {
            if let Err(free) = self.find(entry.0, |_| false) {
                self.slots[free] = entry;
            }
        }
        self.len += 1;
    }
}

/// 32 bits of a value's hash: the lowest choose the shard, the highest the place in it.
#[inline]
fn hash_of<Q: Hash + ?Sized>(value: &Q) -> u32 {
    let hash = FxBuildHasher.hash_one(value);
    ((hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

impl<T: Hash + Eq> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// An empty interner; allocates nothing.
    pub const fn new() -> Self {
        Self { items: AppendVec::new(), shards: [const { Spin::new(Table::new()) }; SHARDS] }
    }

    /// The handle of the value equal to `key`, created with `make` if there is none.
    #[inline]
    pub fn intern_with<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = hash_of(key);
        let mut table = self.shards[hash as usize % SHARDS].lock();
        match table.find(hash, |id| self.items[id].borrow() == key) {
            Ok(id) => id,
            Err(at) => {
                let id = self.items.push(make());
                table.insert(at, hash, id);
                id
            }
        }
    }

    /// The handle of `value`.
    #[inline]
    pub fn intern(&self, value: T) -> u32 {
        let hash = hash_of(&value);
        let mut table = self.shards[hash as usize % SHARDS].lock();
        match table.find(hash, |id| self.items[id] == value) {
            Ok(id) => id,
            Err(at) => {
                let id = self.items.push(value);
                table.insert(at, hash, id);
                id
            }
        }
    }

    /// The handle of `value`, which `check` sees if it was not interned before. The check may intern values itself, so it
    /// is called without a lock; of two threads that intern one value both may check it.
    ///
    /// # Errors
    ///
    /// If `check` returns one; the value is not interned then.
    #[inline]
    pub fn intern_checked<E>(&self, value: T, check: impl FnOnce(&T) -> Result<(), E>) -> Result<u32, E> {
        let hash = hash_of(&value);
        {
            let table = self.shards[hash as usize % SHARDS].lock();
            if let Ok(id) = table.find(hash, |id| self.items[id] == value) {
                return Ok(id);
            }
        }
        check(&value)?;
        Ok(self.intern(value))
    }

    /// The handle of the value equal to `key`, if it was interned before.
    pub fn lookup<Q>(&self, key: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = hash_of(key);
        let table = self.shards[hash as usize % SHARDS].lock();
        table.find(hash, |id| self.items[id].borrow() == key).ok()
    }

    /// Adds a value without uniquing it; no later `intern` finds it.
    pub fn add_distinct(&self, value: T) -> u32 {
        self.items.push(value)
    }

    /// The value after a handle of this interner.
    #[inline]
    pub fn get(&self, id: u32) -> &T {
        &self.items[id]
    }

    /// The number of values.
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
    fn many_values_are_found_again() {
        let numbers: Interner<u64> = Interner::new();
        let ids: Vec<u32> = (0..20_000).map(|i| numbers.intern(i * 0x1_0001)).collect();
        assert!((0..20_000).all(|i| numbers.lookup(&(i * 0x1_0001)) == Some(ids[i as usize])));
        assert_eq!(numbers.lookup(&1), None);
        assert_eq!(numbers.len(), 20_000);
    }

    #[test]
    fn a_value_is_checked_once_and_not_kept_if_it_is_refused() {
        let numbers: Interner<u64> = Interner::new();
        let intern = |number| {
            numbers.intern_checked(number, |&number| {
                // Interning within a check does not deadlock.
                numbers.intern(number + 1);
                if number % 2 == 0 { Ok(()) } else { Err(number) }
            })
        };
        let four = intern(4).expect("even numbers are taken");
        assert_eq!(intern(7), Err(7));
        assert_eq!((numbers.lookup(&7), numbers.lookup(&4)), (None, Some(four)));
        // It was interned without a check, so it is not checked again.
        assert_eq!(intern(5), Ok(numbers.lookup(&5).expect("it was interned by the check of four")));
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
