//! State that a context keeps for others: one value of each type, which the context itself does not know.

use std::any::Any;

pub use terrace_support::slots::SlotKey;

/// State of which a context keeps one value, created on first use: see [`Context::slot`](crate::Context::slot). Implemented by
/// [`context_slot!`](crate::context_slot).
pub trait ContextSlot: Any + Default + Send + Sync {
    /// The key, another one for each type.
    fn key() -> &'static SlotKey<Self>;
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
            fn key() -> &'static $crate::slots::SlotKey<Self> {
                static KEY: $crate::slots::SlotKey<$state> = $crate::slots::SlotKey::new();
                &KEY
            }
        })+
    };
}
