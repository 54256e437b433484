//! State that a context keeps for others: one value of each type, which the context itself does not know.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use terrace_support::append_vec::AppendVec;

/// The number of a type of state, the same in all contexts. It is assigned on first use.
pub struct SlotKey(AtomicU32);

impl SlotKey {
    /// A key without a number yet.
    #[expect(clippy::new_without_default, reason = "a key is a static; a copy of one would be another key")]
    pub const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    #[inline]
    fn index(&self) -> u32 {
        self.0.load(Ordering::Relaxed).checked_sub(1).unwrap_or_else(|| self.assign())
    }

    #[cold]
    fn assign(&self) -> u32 {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let assigned = self.0.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
        assigned.map_or_else(|other| other - 1, |_| number - 1)
    }
}

/// State of which a context keeps one value, created on first use: see [`Context::slot`](crate::Context::slot). Implemented by
/// [`context_slot!`](crate::context_slot).
pub trait ContextSlot: Any + Default + Send + Sync {
    /// The key, another one for each type.
    fn key() -> &'static SlotKey;
}

/// Declares types as state of contexts: [`ContextSlot`](crate::slots::ContextSlot).
///
/// # Examples
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use terrace_ir::{Context, context_slot};
///
/// #[derive(Default)]
/// struct Visits(AtomicUsize);
/// context_slot!(Visits);
///
/// let (cx, other) = (Context::new(&[]), Context::new(&[]));
/// cx.slot::<Visits>().0.fetch_add(1, Ordering::Relaxed);
/// assert_eq!([&cx, &other].map(|cx| cx.slot::<Visits>().0.load(Ordering::Relaxed)), [1, 0]);
/// ```
#[macro_export]
macro_rules! context_slot {
    ($($state:ty),+ $(,)?) => {
        $(impl $crate::slots::ContextSlot for $state {
            #[inline]
            fn key() -> &'static $crate::slots::SlotKey {
                static KEY: $crate::slots::SlotKey = $crate::slots::SlotKey::new();
                &KEY
            }
        })+
    };
}

/// The state in a context, by the numbers of its types.
#[derive(Default)]
pub(crate) struct SlotTable(AppendVec<OnceLock<Box<dyn Any + Send + Sync>>>);

impl SlotTable {
    /// Returns the state of a type; reading it takes no lock.
    #[inline]
    pub(crate) fn get<T: ContextSlot>(&self) -> &T {
        let index = T::key().index();
        let known = self.0.get(index).and_then(OnceLock::get);
        known.and_then(|state| state.downcast_ref()).unwrap_or_else(|| self.create(index, T::default))
    }

    /// Sets the state of a type, unless there is one already.
    pub(crate) fn set<T: ContextSlot>(&self, state: T) {
        self.create(T::key().index(), || state);
    }

    #[cold]
    fn create<T: ContextSlot>(&self, index: u32, create: impl FnOnce() -> T) -> &T {
        // Another thread may add slots at the same time: there are some more then.
        while self.0.len() <= index {
            self.0.push(OnceLock::new());
        }
        let state = self.0[index].get_or_init(|| Box::new(create()));
        known(&**state)
    }
}

/// Returns a value that is kept without its type, which its owner knows.
#[inline]
pub(crate) fn known<T: Any>(kept: &(dyn Any + Send + Sync)) -> &T {
    match kept.downcast_ref() {
        Some(value) => value,
        None => unreachable!("a value of a type is kept where another one belongs"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::SlotTable;

    static CREATED: AtomicUsize = AtomicUsize::new(0);

    struct Numbered(usize);

    impl Default for Numbered {
        fn default() -> Self {
            Self(CREATED.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[derive(Default)]
    struct Other(u8);

    crate::context_slot!(Numbered, Other);

    #[test]
    fn state_is_created_once_for_each_context() {
        let (first, second) = (SlotTable::default(), SlotTable::default());
        let numbers: Vec<usize> = std::thread::scope(|scope| {
            let read = || scope.spawn(|| (first.get::<Other>().0, first.get::<Numbered>().0).1);
            [read(), read(), read()].map(|thread| thread.join().expect("it only reads")).to_vec()
        });
        assert_eq!(numbers, [numbers[0]; 3]);
        assert_ne!(second.get::<Numbered>().0, numbers[0]);
        assert_eq!(CREATED.load(Ordering::Relaxed), 2);
    }
}
