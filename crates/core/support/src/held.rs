//! Values that borrow from memory they own: tables that are created at run time, with the same interface as
//! static ones.
//!
//! A [`Held`] is a reference to a value that is either static or in an [`Arena`] that it shares. Reading it costs what
//! reading a reference costs.

#![allow(unsafe_code)]

use std::alloc::{Layout, dealloc};
use std::any::Any;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex};

use crate::append_vec::AppendVec;

/// Memory that is freed as a whole.
#[derive(Default)]
pub struct Arena {
    plain: Mutex<Vec<(NonNull<u8>, Layout)>>,
    owned: AppendVec<Box<dyn Any + Send + Sync>>,
}

// SAFETY: the pointers are freed by `drop` alone; their pointees are handed out as shared references of types
// that may be sent and shared.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

impl Arena {
    /// Returns an empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stores a value that may borrow from the arena and has nothing to drop.
    pub fn alloc<'a, T: Send + Sync + 'a>(&'a self, value: T) -> &'a T {
        const { assert!(!std::mem::needs_drop::<T>()) };
        &self.alloc_slice([value])[0]
    }

    /// Stores a list of values that may borrow from the arena and have nothing to drop.
    pub fn alloc_slice<'a, T: Send + Sync + 'a>(&'a self, values: impl IntoIterator<Item = T>) -> &'a [T] {
        const { assert!(!std::mem::needs_drop::<T>()) };
        let values: Box<[T]> = values.into_iter().collect();
        let layout = Layout::for_value(&*values);
        let start = NonNull::from(Box::leak(values));
        if layout.size() > 0 {
            self.plain.lock().unwrap_or_else(|e| e.into_inner()).push((start.cast(), layout));
        }
        // SAFETY: the allocation lives until the arena is dropped, which outlives `'a`, and nothing changes it.
        unsafe { start.as_ref() }
    }

    /// Stores a copy of a text.
    pub fn alloc_str(&self, text: &str) -> &str {
        std::str::from_utf8(self.alloc_slice(text.bytes())).unwrap_or("")
    }

    /// Stores a value that is dropped with the arena, for example a closure.
    pub fn own<T: Send + Sync + 'static>(&self, value: T) -> &T {
        let at = self.owned.push(Box::new(value));
        self.owned[at].downcast_ref().expect("the value was stored with its type")
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        for (start, layout) in self.plain.get_mut().unwrap_or_else(|e| e.into_inner()).drain(..) {
            // SAFETY: it was allocated with this layout, and nothing refers to it any more.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}

/// A type with a lifetime that may be shortened.
pub trait Covariant: 'static {
    /// The type, with the lifetime.
    type At<'a>: Send + Sync;

    /// Returns the same reference.
    fn shorten<'short, 'long: 'short>(value: &'short Self::At<'long>) -> &'short Self::At<'short>;
}

/// A reference to a value that is static, or in an arena that lives as long as the references to it.
pub struct Held<T: Covariant> {
    value: NonNull<T::At<'static>>,
    arena: Option<Arc<Arena>>,
}

// SAFETY: it is a shared reference to a value that may be sent and shared.
unsafe impl<T: Covariant> Send for Held<T> {}
// SAFETY: as above.
unsafe impl<T: Covariant> Sync for Held<T> {}

impl<T: Covariant> Clone for Held<T> {
    fn clone(&self) -> Self {
        Self { value: self.value, arena: self.arena.clone() }
    }
}

impl<T: Covariant> From<&'static T::At<'static>> for Held<T> {
    fn from(value: &'static T::At<'static>) -> Self {
        Self { value: NonNull::from(value), arena: None }
    }
}

impl<T: Covariant> Held<T> {
    /// Builds a value in a new arena.
    pub fn new(build: impl for<'a> FnOnce(&'a Arena) -> &'a T::At<'a>) -> Self {
        let arena = Arc::new(Arena::new());
        let value = NonNull::from(build(&arena)).cast();
        Self { value, arena: Some(arena) }
    }

    /// Returns the value.
    #[inline]
    pub fn get(&self) -> &T::At<'_> {
        // SAFETY: the value is static, or in the arena, which `self` keeps. That the lifetime in its type is longer than the
        // arena's does not show: it is shortened by a function that holds for any lifetime.
        T::shorten(unsafe { self.value.as_ref() })
    }

    /// Returns a value that this one refers to.
    pub fn map<U: Covariant>(&self, part: impl for<'a> FnOnce(&'a T::At<'a>) -> &'a U::At<'a>) -> Held<U> {
        let value = NonNull::from(part(self.get())).cast();
        Held { value, arena: self.arena.clone() }
    }
}

/// A [`Held`] whose family need not be known where it is kept: any type can name it, and is [`Covariant`] where the value is
/// read.
pub struct HeldAs<T> {
    value: NonNull<()>,
    arena: Option<Arc<Arena>>,
    family: PhantomData<fn() -> T>,
}

// SAFETY: it is a shared reference to a value that may be sent and shared, as all `Covariant` types are.
unsafe impl<T> Send for HeldAs<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for HeldAs<T> {}

impl<T: Covariant> From<Held<T>> for HeldAs<T> {
    fn from(held: Held<T>) -> Self {
        Self { value: held.value.cast(), arena: held.arena, family: PhantomData }
    }
}

impl<T: Covariant> HeldAs<T> {
    /// Returns the value.
    #[inline]
    pub fn get(&self) -> &T::At<'_> {
        // SAFETY: the value is one of `T`, since a `HeldAs<T>` is made of a `Held<T>` alone; it is static, or in the arena,
        // which `self` keeps. Its lifetime is shortened as in `Held::get`.
        T::shorten(unsafe { self.value.cast::<T::At<'static>>().as_ref() })
    }

    /// Returns the value as one that is held for itself.
    pub fn to_held(&self) -> Held<T> {
        Held { value: self.value.cast(), arena: self.arena.clone() }
    }
}

impl<T> HeldAs<T> {
    /// Returns whether this is the value at the address of `other`.
    #[inline]
    pub fn is<U>(&self, other: &U) -> bool {
        std::ptr::addr_eq(self.value.as_ptr(), other)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Arena, Covariant, Held, HeldAs};

    struct Table<'a> {
        name: &'a str,
        rows: &'a [Row<'a>],
        count: &'a (dyn Fn() -> usize + Send + Sync),
    }

    struct Row<'a> {
        name: &'a str,
    }

    struct Tables;

    impl Covariant for Tables {
        type At<'a> = Table<'a>;

        fn shorten<'short, 'long: 'short>(value: &'short Table<'long>) -> &'short Table<'short> {
            value
        }
    }

    struct Rows;

    impl Covariant for Rows {
        type At<'a> = Row<'a>;

        fn shorten<'short, 'long: 'short>(value: &'short Row<'long>) -> &'short Row<'short> {
            value
        }
    }

    fn build<'a>(arena: &'a Arena, name: &str, kept: Arc<()>) -> &'a Table<'a> {
        let rows = (0..3).map(|i| Row { name: arena.alloc_str(&format!("{name}{i}")) });
        let rows = arena.alloc_slice(rows);
        let count = arena.own(move || Arc::strong_count(&kept));
        arena.alloc(Table { name: arena.alloc_str(name), rows, count })
    }

    #[test]
    fn a_table_lives_as_long_as_what_refers_to_it() {
        let kept = Arc::new(());
        let held: Held<Tables> = Held::new(|arena| build(arena, "t", Arc::clone(&kept)));
        let row: Held<Rows> = held.map(|table| &table.rows[2]);
        assert_eq!((held.get().name, (held.get().count)()), ("t", 2));
        drop(held);
        assert_eq!((row.get().name, Arc::strong_count(&kept)), ("t2", 2));
        drop(row);
        assert_eq!(Arc::strong_count(&kept), 1, "the closure is dropped with the last reference");
    }

    #[test]
    fn a_kept_table_is_read_as_one_of_its_family() {
        let kept = Arc::new(());
        let held: Held<Tables> = Held::new(|arena| build(arena, "t", Arc::clone(&kept)));
        let row: HeldAs<Rows> = held.map::<Rows>(|table| &table.rows[1]).into();
        let other = held.get().rows[0].name.to_owned();
        assert!(row.is(&held.get().rows[1]) && !row.is(&held.get().rows[2]));
        drop(held);
        assert_eq!(row.get().name, "t1");
        let again = row.to_held();
        drop(row);
        assert_eq!((again.get().name, other.as_str(), Arc::strong_count(&kept)), ("t1", "t0", 2));
        drop(again);
        assert_eq!(Arc::strong_count(&kept), 1);
    }

    #[test]
    fn a_static_table_needs_no_arena() {
        static TABLE: Table<'static> = Table { name: "s", rows: &[Row { name: "r" }], count: &|| 7 };
        let held: Held<Tables> = Held::from(&TABLE);
        assert_eq!((held.clone().get().name, (held.get().count)()), ("s", 7));
        assert_eq!(Arena::new().alloc_slice::<u8>([]).len(), 0);
    }
}
