//! A lock for a few instructions at a time.

#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

/// A lock that is acquired with one atomic exchange and released with a store, half the cost of an uncontended mutex. A
/// waiter spins for a while and then yields.
pub struct Spin<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached through the lock alone.
unsafe impl<T: Send> Sync for Spin<T> {}

impl<T> Spin<T> {
    /// Creates an unlocked lock.
    pub const fn new(value: T) -> Self {
        Self { taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Waits for the lock and holds it until the guard is dropped.
    #[inline]
    pub fn lock(&self) -> SpinGuard<'_, T> {
        if self.taken.swap(true, Ordering::Acquire) {
            self.wait();
        }
        SpinGuard { lock: self, _own: PhantomData }
    }

    #[cold]
    fn wait(&self) {
        let mut turns = 0;
        while self.taken.load(Ordering::Relaxed) || self.taken.swap(true, Ordering::Acquire) {
            turns += 1;
            if turns % 64 == 0 {
                std::thread::yield_now();
            }
            std::hint::spin_loop();
        }
    }
}

/// The lock is held for as long as this lives.
pub struct SpinGuard<'a, T> {
    lock: &'a Spin<T>,
    /// Stays on its thread: the value may be one that only one thread may look at.
    _own: PhantomData<*const ()>,
}

impl<T> Deref for SpinGuard<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: there is one guard at a time.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for SpinGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: there is one guard at a time, and it is borrowed alone.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for SpinGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.lock.taken.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::Spin;

    #[test]
    fn one_holds_it_at_a_time() {
        let count = Spin::new(0u32);
        std::thread::scope(|s| {
            for _ in 0..3 {
                s.spawn(|| (0..500).for_each(|_| *count.lock() += 1));
            }
        });
        assert_eq!(*count.lock(), 1500);
    }

    #[test]
    fn it_is_given_back_in_a_panic() {
        let count = Spin::new(0u32);
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _guard = count.lock();
            panic!("given back");
        }));
        assert_eq!(*count.lock(), 0);
    }
}
