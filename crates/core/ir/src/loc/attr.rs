//! The attributes of locations.

use super::{ATTR_BIT, DEFERRED_BITS, Loc};
use crate::attrs::Attr;
use crate::context::Context;

impl Loc {
    /// The location attribute; `None` for a source position.
    pub fn as_attr(self, cx: &Context) -> Option<Attr> {
        if self.0 & DEFERRED_BITS == DEFERRED_BITS {
            return Some(match (self.as_position(), self.as_call_site()) {
                (Some(number), _) => cx.position(number).map_or(Attr::UNKNOWN_LOC, |at| at.attr(cx)),
                (None, site) => site.map_or(Attr::UNKNOWN_LOC, |id| cx.call_site_attr(id)),
            });
        }
        (self.0 & ATTR_BIT != 0).then_some(Attr::from_u32(self.0 & !ATTR_BIT))
    }
}
