//! Locations of operations and block arguments: four bytes each.

mod attr;

use crate::attrs::Attr;

/// The location of an op: a position in the loaded sources or in a table, a location attribute, or an inlined call.
///
/// A source position is an offset into the concatenated source buffers (31 bits). It is converted to a `file:line:col`
/// attribute on demand, as are positions in tables; inlined locations are converted to a stack of call sites.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc(u32);

const ATTR_BIT: u32 = 1 << 31;
/// Set, with the bit of attributes, where no attribute was made yet.
const DEFERRED_BITS: u32 = ATTR_BIT | 1 << 30;
/// Set, with the bits of deferred locations, for a position in a table.
const POSITION_BIT: u32 = 1 << 29;

impl Loc {
    /// Not known.
    pub const UNKNOWN: Loc = Loc::from_attr(Attr::UNKNOWN_LOC);

    /// A position in the loaded sources, below 2^31.
    #[inline]
    pub const fn source(position: u32) -> Self {
        Self(position & !ATTR_BIT)
    }

    /// A location attribute.
    ///
    /// # Panics
    /// If there are 2^30 attributes before it.
    #[inline]
    pub const fn from_attr(attr: Attr) -> Self {
        assert!(attr.as_u32() & DEFERRED_BITS == 0, "too many attributes");
        Self(attr.as_u32() | ATTR_BIT)
    }

    /// The maximum number of positions in tables.
    pub(crate) const MAX_POSITIONS: u32 = POSITION_BIT;

    /// The location of an inlined op, by its index, which is less than 2^29.
    pub(crate) fn call_site(id: u32) -> Self {
        assert!(id < POSITION_BIT, "too many inlined locations");
        Self(id | DEFERRED_BITS)
    }

    /// A position in one of the context's tables, by its number: see
    /// [`Context::add_positions`](crate::Context::add_positions).
    #[inline]
    pub const fn position(number: u32) -> Self {
        Self(number & (POSITION_BIT - 1) | POSITION_BIT | DEFERRED_BITS)
    }

    /// The position in the loaded sources, if it is one.
    #[inline]
    pub fn as_source(self) -> Option<u32> {
        if self.0 & ATTR_BIT == 0 { Some(self.0) } else { None }
    }

    /// The number of an inlined location, if it is one.
    pub(crate) fn as_call_site(self) -> Option<u32> {
        const BITS: u32 = DEFERRED_BITS | POSITION_BIT;
        (self.0 & BITS == DEFERRED_BITS).then_some(self.0 & !BITS)
    }

    /// The number of a position in the context's tables, if it is one.
    #[inline]
    pub fn as_position(self) -> Option<u32> {
        const BITS: u32 = DEFERRED_BITS | POSITION_BIT;
        if self.0 & BITS == BITS { Some(self.0 & !BITS) } else { None }
    }

    /// The raw bits: equal for equal locations of one kind.
    pub fn as_u32(self) -> u32 {
        self.0
    }
}
