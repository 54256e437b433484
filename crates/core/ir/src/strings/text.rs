//! The bytes and the text of interned strings.

use super::Str;
use crate::context::Context;

impl Str {
    /// The bytes.
    #[inline]
    pub fn bytes(self, cx: &Context) -> &[u8] {
        cx.str_bytes(self)
    }

    /// The text; empty where the bytes are not UTF-8.
    #[inline]
    pub fn text(self, cx: &Context) -> &str {
        std::str::from_utf8(cx.str_bytes(self)).unwrap_or("")
    }

    /// The part before the first `.`: the dialect of a prefixed name, if there is one.
    pub fn dialect_prefix(self, cx: &Context) -> Option<&str> {
        // Most names have no prefix; nothing else is looked at for them.
        let bytes = cx.str_bytes(self);
        let dot = bytes.iter().position(|&c| c == b'.')?;
        std::str::from_utf8(&bytes[..dot]).ok()
    }
}
