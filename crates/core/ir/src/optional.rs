//! Contents of attributes that may be absent, where nothing and an empty list mean the same.
//!
//! Required attributes are read by typed accessors of ops: these are for optional lists, and for printers, which
//! also write ops that have not been verified.

use crate::{Attr, Context, NamedAttr};

/// Access to the contents of an attribute that may be absent or of another kind: an empty list then.
pub trait OptionalAttr: Sized {
    /// The attribute, if it is there.
    fn present(self) -> Option<Attr>;

    /// The elements of an array attribute.
    fn optional_elements(self, cx: &Context) -> &[Attr] {
        self.present().and_then(|attr| attr.as_array(cx)).unwrap_or(&[])
    }

    /// The entries of a dictionary.
    fn optional_entries(self, cx: &Context) -> &[NamedAttr] {
        self.present().and_then(|attr| attr.as_dict(cx)).unwrap_or(&[])
    }

    /// The elements of an `array<i32: ...>`.
    fn optional_i32s(self, cx: &Context) -> Vec<i32> {
        self.present().and_then(|attr| attr.as_i32_array(cx)).unwrap_or_default()
    }

    /// The elements of an `array<i64: ...>`.
    fn optional_i64s(self, cx: &Context) -> Vec<i64> {
        self.present().and_then(|attr| attr.as_i64_array(cx)).unwrap_or_default()
    }

    /// The text of a string attribute.
    fn optional_text(self, cx: &Context) -> &str {
        self.present().and_then(|attr| attr.as_str(cx)).unwrap_or("")
    }

    /// The bytes of a string attribute.
    fn optional_bytes(self, cx: &Context) -> &[u8] {
        self.present().and_then(|attr| attr.as_string(cx)).map_or(b"", |text| text.bytes(cx))
    }
}

impl OptionalAttr for Attr {
    fn present(self) -> Option<Attr> {
        self.opt()
    }
}

impl OptionalAttr for Option<Attr> {
    fn present(self) -> Option<Attr> {
        self.and_then(Attr::opt)
    }
}

impl OptionalAttr for Option<&Attr> {
    fn present(self) -> Option<Attr> {
        self.copied().present()
    }
}
