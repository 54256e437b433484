//! State whose owner does not know its type: [`Slots`] has one value of each type, [`AnyOnce`] one value. Values are created
//! on first use and read without a lock.

#![allow(unsafe_code)]

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

/// The number of types that a program may have values of in [`Slots`].
const COUNT: usize = 128;

/// The number of a type of state, the same in all tables of a process. It is assigned on first use.
pub struct SlotKey<T>(AtomicU32, PhantomData<fn() -> T>);

impl<T> SlotKey<T> {
    /// A key without a number yet.
    #[expect(clippy::new_without_default, reason = "a key is a static; a copy of one would be another key")]
    pub const fn new() -> Self {
        Self(AtomicU32::new(0), PhantomData)
    }

    /// The key's number, below [`COUNT`]; 0 is no key's, and what it is before one is assigned.
    #[inline]
    fn number(&self) -> usize {
        self.0.load(Ordering::Relaxed) as usize
    }

    #[cold]
    fn assign(&self) -> usize {
        static LAST: Mutex<u32> = Mutex::new(0);
        let mut last = LAST.lock().unwrap_or_else(|e| e.into_inner());
        if self.number() == 0 {
            assert!(((*last + 1) as usize) < COUNT, "the program has more than {} types of state", COUNT - 1);
            *last += 1;
            self.0.store(*last, Ordering::Relaxed);
        }
        self.number()
    }
}

/// Values by their keys, at most one for each.
pub struct Slots {
    /// The value of each key, or null. The first is always null.
    values: [AtomicPtr<()>; COUNT],
    /// For each value its number, and the function that drops it.
    created: Mutex<Vec<(usize, unsafe fn(*mut ()))>>,
}

impl Default for Slots {
    fn default() -> Self {
        Self {
            values: [const { AtomicPtr::new(std::ptr::null_mut()) }; COUNT],
            created: Mutex::new(Vec::new()),
        }
    }
}

impl Slots {
    /// Returns the value of a key, which is created on first use. Reading one that exists takes no lock.
    #[inline]
    pub fn get<T: Any + Default + Send + Sync>(&self, key: &SlotKey<T>) -> &T {
        let value = self.values[key.number()].load(Ordering::Acquire);
        if value.is_null() {
            return self.get_or_create(key, T::default);
        }
        // SAFETY: a number belongs to one key, hence to one type: the value was stored by `get_or_create` for this `T`. It was
        // written before the pointer was released, is never moved, and lives as long as `self`.
        unsafe { &*value.cast::<T>() }
    }

    /// Returns the value of a key, created by a function that does not use the table unless there is one.
    #[cold]
    pub fn get_or_create<T: Any + Send + Sync>(&self, key: &SlotKey<T>, create: impl FnOnce() -> T) -> &T {
        let number = key.assign();
        let slot = &self.values[number];
        let mut created = self.created.lock().unwrap_or_else(|e| e.into_inner());
        let mut value = slot.load(Ordering::Acquire);
        if value.is_null() {
            value = Box::into_raw(Box::new(create())).cast();
            created.push((number, drop_box::<T>));
            slot.store(value, Ordering::Release);
        }
        // SAFETY: as in `get`.
        unsafe { &*value.cast::<T>() }
    }
}

/// Drops a box of a `T`.
///
/// # Safety
///
/// The pointer is that of such a box, which nothing uses any more.
unsafe fn drop_box<T>(value: *mut ()) {
    // SAFETY: the caller's.
    drop(unsafe { Box::from_raw(value.cast::<T>()) });
}

impl Drop for Slots {
    fn drop(&mut self) {
        for (number, drop_value) in std::mem::take(self.created.get_mut().unwrap_or_else(|e| e.into_inner()))
        {
            // SAFETY: the value was stored with this function for its type, and is dropped once.
            unsafe { drop_value(*self.values[number].get_mut()) };
        }
    }
}

/// A value of any type, created on first use.
#[derive(Default)]
pub struct AnyOnce(OnceLock<Created>);

struct Created {
    value: NonNull<()>,
    ty: TypeId,
    drop_value: unsafe fn(*mut ()),
}

// SAFETY: `AnyOnce` takes values that may be sent and shared alone, and hands out shared references to them.
unsafe impl Send for Created {}
// SAFETY: as above.
unsafe impl Sync for Created {}

impl Drop for Created {
    fn drop(&mut self) {
        // SAFETY: the value is a box's, stored with this function for its type, and is dropped once.
        unsafe { (self.drop_value)(self.value.as_ptr()) };
    }
}

impl AnyOnce {
    /// Returns the value, created by `create` on first use.
    ///
    /// # Panics
    ///
    /// If it was created with another type.
    #[inline]
    pub fn get_or_init<T: Any + Send + Sync>(&self, create: impl FnOnce() -> T) -> &T {
        let created = self.0.get_or_init(|| Created {
            value: NonNull::from(Box::leak(Box::new(create()))).cast(),
            ty: TypeId::of::<T>(),
            drop_value: drop_box::<T>,
        });
        assert!(
            created.ty == TypeId::of::<T>(),
            "the value is of another type than {}",
            std::any::type_name::<T>()
        );
        // SAFETY: the value is a `T`, which is not moved, and lives as long as `self`.
        unsafe { created.value.cast::<T>().as_ref() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{AnyOnce, SlotKey, Slots};

    static CREATED: AtomicUsize = AtomicUsize::new(0);

    struct Numbered(usize);

    impl Default for Numbered {
        fn default() -> Self {
            Self(CREATED.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[test]
    fn a_value_is_created_once_for_each_table() {
        static NUMBERED: SlotKey<Numbered> = SlotKey::new();
        static TEXT: SlotKey<String> = SlotKey::new();
        let (first, second) = (Slots::default(), Slots::default());
        assert_eq!(first.get_or_create(&TEXT, || "set".to_owned()), "set");
        let numbers = std::thread::scope(|scope| {
            let read = || scope.spawn(|| (first.get(&TEXT).len(), first.get(&NUMBERED).0));
            [read(), read(), read()].map(|thread| thread.join().expect("it only reads"))
        });
        assert_eq!(numbers, [(3, numbers[0].1); 3]);
        assert_ne!(second.get(&NUMBERED).0, numbers[0].1);
        assert_eq!(second.get(&TEXT), "");
        assert_eq!(CREATED.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn values_are_dropped_with_the_table() {
        static SHARED: SlotKey<Option<Arc<()>>> = SlotKey::new();
        let token = Arc::new(());
        let table = Slots::default();
        table.get_or_create(&SHARED, || Some(token.clone()));
        assert_eq!(Arc::strong_count(&token), 2);
        drop(table);
        assert_eq!(Arc::strong_count(&token), 1);
    }

    #[test]
    fn a_value_of_any_type_is_created_and_dropped_once() {
        let token = Arc::new(());
        let value = AnyOnce::default();
        for _ in 0..2 {
            let kept: &Arc<()> = value.get_or_init(|| token.clone());
            assert!(Arc::ptr_eq(kept, &token));
        }
        assert_eq!(Arc::strong_count(&token), 2);
        drop(value);
        assert_eq!(Arc::strong_count(&token), 1);
    }

    #[test]
    #[should_panic(expected = "another type than u8")]
    fn a_value_is_read_as_its_type_alone() {
        let value = AnyOnce::default();
        value.get_or_init(String::new);
        value.get_or_init(|| 0u8);
    }
}
