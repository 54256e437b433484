//! Entity handles: `u32` newtypes, and options of them that stay four bytes.

use std::fmt;

/// A `u32` handle into an arena. The all-ones pattern is reserved for "none".
pub trait Entity: Copy + Eq {
    /// The handle for `index`; `index` must be below `u32::MAX`.
    fn from_index(index: usize) -> Self;
    /// The position in the arena.
    fn index(self) -> usize;
}

/// Declares a `u32` entity handle with a printed prefix.
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $vis:vis struct $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        $vis struct $name(u32);

        impl $name {
            /// The handle for `index`.
            #[inline]
            pub const fn from_u32(index: u32) -> Self { Self(index) }
            /// The raw number.
            #[inline]
            pub const fn as_u32(self) -> u32 { self.0 }
        }

        impl $crate::entity::Entity for $name {
            #[inline]
            fn from_index(index: usize) -> Self { Self(index as u32) }
            #[inline]
            fn index(self) -> usize { self.0 as usize }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// `Option<E>` in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct PackedOption<E: Entity> {
    raw: u32,
    _kind: std::marker::PhantomData<E>,
}

impl<E: Entity> PackedOption<E> {
    /// The absent handle.
    pub const NONE: Self = Self { raw: u32::MAX, _kind: std::marker::PhantomData };

    /// Wraps a handle.
    #[inline]
    pub fn some(entity: E) -> Self {
        Self { raw: entity.index() as u32, _kind: std::marker::PhantomData }
    }

    /// Unpacks into an ordinary option.
    #[inline]
    pub fn get(self) -> Option<E> {
        if self.raw == u32::MAX { None } else { Some(E::from_index(self.raw as usize)) }
    }

    /// Whether there is no handle.
    #[inline]
    pub fn is_none(self) -> bool {
        self.raw == u32::MAX
    }

    /// Whether there is a handle.
    #[inline]
    pub fn is_some(self) -> bool {
        self.raw != u32::MAX
    }
}

impl<E: Entity> Default for PackedOption<E> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<E: Entity> From<Option<E>> for PackedOption<E> {
    #[inline]
    fn from(value: Option<E>) -> Self {
        match value {
            Some(e) => Self::some(e),
            None => Self::NONE,
        }
    }
}

impl<E: Entity> From<E> for PackedOption<E> {
    #[inline]
    fn from(value: E) -> Self {
        Self::some(value)
    }
}

impl<E: Entity + fmt::Debug> fmt::Debug for PackedOption<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
