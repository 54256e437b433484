//! Interned byte strings: names of everything.

mod text;

pub use crate::handles::Str;

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
