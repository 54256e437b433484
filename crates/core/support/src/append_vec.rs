//! An append-only vector: elements never move, readers take no lock.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use crate::spin::Spin;

const FIRST_BITS: u32 = 6;
const CHUNKS: usize = 27;

/// An append-only vector of up to `u32::MAX - 64` elements.
///
/// Chunk `k` holds `2^(k + 6)` elements, so an index is found with one leading-zero count. Elements are
/// written once, before their index is handed out, and dropped with the vector.
pub struct AppendVec<T> {
    chunks: [AtomicPtr<T>; CHUNKS],
    len: AtomicU32,
    push: Spin<()>,
}

impl<T> Default for AppendVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
fn locate(index: u32) -> (usize, usize) {
    let biased = index as u64 + (1 << FIRST_BITS);
    let top = 63 - biased.leading_zeros();
    ((top - FIRST_BITS) as usize, (biased - (1 << top)) as usize)
}

impl<T> AppendVec<T> {
    /// An empty vector; allocates nothing.
    pub const fn new() -> Self {
        Self {
            chunks: [const { AtomicPtr::new(std::ptr::null_mut()) }; CHUNKS],
            len: AtomicU32::new(0),
            push: Spin::new(()),
        }
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends `value` and returns its index. Panics past the capacity.
    pub fn push(&self, value: T) -> u32 {
        let _guard = self.push.lock();
        let index = self.len.load(Ordering::Relaxed);
        assert!(index < u32::MAX - 64, "AppendVec is full");
        let (chunk, at) = locate(index);
        let mut base = self.chunks[chunk].load(Ordering::Acquire);
        if base.is_null() {
            let mut fresh: Vec<T> = Vec::with_capacity(1usize << (chunk as u32 + FIRST_BITS));
            base = fresh.as_mut_ptr();
            std::mem::forget(fresh);
            self.chunks[chunk].store(base, Ordering::Release);
        }
        // SAFETY: `at` is below the chunk's capacity by `locate`, the slot is unused because `index` is
        // the first unused one, and the lock keeps other writers out.
        unsafe { base.add(at).write(value) };
        self.len.store(index + 1, Ordering::Release);
        index
    }

    /// The element at `index`, if it has been pushed.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&T> {
        if index >= self.len() {
            return None;
        }
        let (chunk, at) = locate(index);
        let base = self.chunks[chunk].load(Ordering::Acquire);
        // SAFETY: `index < len` was read with acquire ordering, so the slot was written and its chunk
        // published before; elements never move and live as long as `self`.
        Some(unsafe { &*base.add(at) })
    }
}

impl<T> std::ops::Index<u32> for AppendVec<T> {
    type Output = T;
    #[inline]
    fn index(&self, index: u32) -> &T {
        self.get(index).expect("AppendVec index out of range")
    }
}

impl<T> Drop for AppendVec<T> {
    fn drop(&mut self) {
        let mut left = *self.len.get_mut() as usize;
        for (k, chunk) in self.chunks.iter_mut().enumerate() {
            let base = *chunk.get_mut();
            if base.is_null() {
                break;
            }
            let capacity = 1usize << (k as u32 + FIRST_BITS);
            let used = left.min(capacity);
            left -= used;
            // SAFETY: the chunk came from a `Vec` of this capacity, and its first `used` slots are written.
            drop(unsafe { Vec::from_raw_parts(base, used, capacity) });
        }
    }
}

// SAFETY: elements are shared by reference and written once under the lock.
unsafe impl<T: Send + Sync> Sync for AppendVec<T> {}
// SAFETY: the vector owns its elements.
unsafe impl<T: Send> Send for AppendVec<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_dense_across_chunks() {
        let v = AppendVec::new();
        for i in 0..1000u32 {
            assert_eq!(v.push(i * 3), i);
        }
        assert!((0..1000).all(|i| v[i] == i * 3));
        assert_eq!(v.get(1000), None);
    }

    #[test]
    fn drops_every_element_once() {
        let token = std::sync::Arc::new(());
        let v = AppendVec::new();
        for _ in 0..200 {
            v.push(token.clone());
        }
        assert_eq!(std::sync::Arc::strong_count(&token), 201);
        drop(v);
        assert_eq!(std::sync::Arc::strong_count(&token), 1);
    }

    #[test]
    fn readers_see_what_writers_published() {
        let v = AppendVec::new();
        std::thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    for _ in 0..500 {
                        let i = v.push(7u64);
                        assert_eq!(v[i], 7);
                    }
                });
            }
        });
        assert_eq!(v.len(), 1000);
    }
}
