//! Patterns that are functions of an op and its converted operands.

use terrace_conversion::{Adaptor, ConversionRewriter};

use terrace_llvm_common::converter::LlvmTypeConverter;

/// A conversion of an op, given its converted operands.
pub(crate) type Convert<K> = fn(&mut ConversionRewriter<'_>, K, &Adaptor, &LlvmTypeConverter) -> Option<()>;

/// Adds a pattern for each op with its name and its [`Convert`].
macro_rules! add_conversions {
    (($cx:expr, $patterns:expr, $converter:expr) $($op:ty, $name:literal, $convert:expr;)*) => {$({
        let (lower, convert): (_, $crate::conversions::Convert<$op>) = (std::sync::Arc::clone($converter), $convert);
        $patterns.add_with_type_converter::<$op>($cx, $name, &$converter.types, move |rw, op, adaptor| {
            convert(rw, op, adaptor, &lower)
        });
    })*};
}

pub(crate) use add_conversions;
