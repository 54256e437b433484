//! Locations of operations and block arguments: four bytes each.

use crate::attrs::Attr;
use crate::context::Context;

/// Where an op came from: a position in the loaded sources, a location attribute, or an inlined call.
///
/// A source position is an offset into the whole of the loaded buffers (31 bits); it becomes a
/// `file:line:col` attribute only when someone asks. So does what was inlined become a stack of call sites.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc(u32);

const ATTR_BIT: u32 = 1 << 31;
const CALL_SITE_BITS: u32 = ATTR_BIT | 1 << 30;

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
        assert!(attr.as_u32() & CALL_SITE_BITS == 0, "too many attributes");
        Self(attr.as_u32() | ATTR_BIT)
    }

    /// What inlining made, by its number below 2^30.
    pub(crate) fn call_site(id: u32) -> Self {
        assert!(id & CALL_SITE_BITS == 0, "too many inlined locations");
        Self(id | CALL_SITE_BITS)
    }

    /// The position in the loaded sources, if that is what it is.
    #[inline]
    pub fn as_source(self) -> Option<u32> {
        if self.0 & ATTR_BIT == 0 { Some(self.0) } else { None }
    }

    /// The number of what inlining made, if that is what it is.
    pub(crate) fn as_call_site(self) -> Option<u32> {
        (self.0 & CALL_SITE_BITS == CALL_SITE_BITS).then_some(self.0 & !CALL_SITE_BITS)
    }

    /// The location attribute; `None` for a source position.
    pub fn as_attr(self, cx: &Context) -> Option<Attr> {
        if let Some(id) = self.as_call_site() {
            return Some(cx.call_sites.attr(cx, id));
        }
        (self.0 & ATTR_BIT != 0).then_some(Attr::from_u32(self.0 & !ATTR_BIT))
    }

    /// The raw bits: equal for equal locations of one kind.
    pub fn as_u32(self) -> u32 {
        self.0
    }
}
