//! Locations of operations and block arguments: four bytes each.

use crate::attrs::Attr;

/// Where an op came from: a position in the loaded sources, or a location attribute.
///
/// A source position is an offset into the whole of the loaded buffers (31 bits); it becomes a
/// `file:line:col` attribute only when someone asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc(u32);

const ATTR_BIT: u32 = 1 << 31;

impl Loc {
    /// Not known.
    pub const UNKNOWN: Loc = Loc::from_attr(Attr::UNKNOWN_LOC);

    /// A position in the loaded sources, below 2^31.
    #[inline]
    pub const fn source(position: u32) -> Self {
        Self(position & !ATTR_BIT)
    }

    /// A location attribute.
    #[inline]
    pub const fn from_attr(attr: Attr) -> Self {
        Self(attr.as_u32() | ATTR_BIT)
    }

    /// The position in the loaded sources, if that is what it is.
    #[inline]
    pub fn as_source(self) -> Option<u32> {
        if self.0 & ATTR_BIT == 0 { Some(self.0) } else { None }
    }

    /// The location attribute, if that is what it is.
    #[inline]
    pub fn as_attr(self) -> Option<Attr> {
        if self.0 & ATTR_BIT != 0 { Some(Attr::from_u32(self.0 & !ATTR_BIT)) } else { None }
    }

    /// The raw bits: equal for equal locations of one kind.
    pub fn as_u32(self) -> u32 {
        self.0
    }
}
