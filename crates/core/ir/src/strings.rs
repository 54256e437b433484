//! Interned byte strings: names of everything.

use terrace_support::entity;

use crate::context::Context;

entity! {
    /// A handle to an interned byte string. MLIR strings may hold any bytes, so this is not always UTF-8.
    pub struct Str, "str"
}

/// Strings every context interns first, in this order, so that their handles are constants.
macro_rules! known_strings {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Known { $($name),* }
        impl Str {
            $(#[doc = concat!("`", $text, "`")] pub const $name: Str = Str::from_u32(Known::$name as u32);)*
        }
        pub(crate) const KNOWN: &[&str] = &[$($text),*];
    };
}

known_strings! {
    EMPTY = "",
    SYM_NAME = "sym_name",
    SYM_VISIBILITY = "sym_visibility",
    VALUE = "value",
    FUNCTION_TYPE = "function_type",
    ARG_ATTRS = "arg_attrs",
    RES_ATTRS = "res_attrs",
    OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
    RESULT_SEGMENT_SIZES = "resultSegmentSizes",
    BUILTIN = "builtin",
    BUILTIN_MODULE = "builtin.module",
    PRIVATE = "private",
    PUBLIC = "public",
    NESTED = "nested",
    CALLEE = "callee",
}

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
