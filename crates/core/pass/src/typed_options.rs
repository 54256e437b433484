//! Options as fields of a struct: the parts of [`pass_options!`](crate::pass_options).

use crate::options::{OptionKind, PassOptions};

/// A type of an option of [`pass_options!`](crate::pass_options).
pub trait OptionType: Sized {
    /// The kind of the option's value, for the parser and the help text.
    const KIND: OptionKind;

    /// Returns the value of the option with a name.
    fn read(options: &PassOptions, name: &str) -> Self;
}

macro_rules! option_types {
    ($($ty:ty: $kind:expr, |$options:ident, $name:ident| $read:expr;)*) => {
        $(impl OptionType for $ty {
            const KIND: OptionKind = $kind;

            fn read($options: &PassOptions, $name: &str) -> Self {
                $read
            }
        })*
    };
}

// What is read is in the kind's range.
option_types! {
    bool: OptionKind::Bool, |options, name| options.bool(name);
    Option<bool>: OptionKind::OptionalBool, |options, name| options.optional_bool(name);
    i32: OptionKind::I32, |options, name| options.int(name) as i32;
    i64: OptionKind::I64, |options, name| options.int(name);
    u32: OptionKind::U32, |options, name| options.int(name) as u32;
    u64: OptionKind::U64, |options, name| options.int(name) as u64;
    f64: OptionKind::Float, |options, name| options.float(name);
    Option<String>: OptionKind::OptionalText, |options, name| options.optional_text(name).map(str::to_owned);
    String: OptionKind::Text, |options, name| options.text(name).to_owned();
    Vec<String>: OptionKind::List, |options, name| options.list(name).to_vec();
    Vec<i64>: OptionKind::IntList(i64::MIN, i64::MAX), |options, name| options.ints(name);
    Vec<i32>: OptionKind::IntList(i32::MIN as i64, i32::MAX as i64), |options, name| {
        options.ints(name).into_iter().map(|number| number as i32).collect()
    };
    Vec<u32>: OptionKind::IntList(0, u32::MAX as i64), |options, name| {
        options.ints(name).into_iter().map(|number| number as u32).collect()
    };
    Vec<u64>: OptionKind::IntList(0, i64::MAX), |options, name| {
        options.ints(name).into_iter().map(|number| number as u64).collect()
    };
}

/// Defines the options of a pass as a struct: `DEFS` are the `options` of a `PassDef`, and `From<&PassOptions>`
/// converts parsed options.
///
/// ```
/// use terrace_pass::{PassOptions, pass_options};
///
/// pass_options! {
///     /// How loops are unrolled.
///     pub struct UnrollOptions {
///         /// How often the body is repeated.
///         unroll_factor("unroll-factor"): u32 = "4",
///         /// Loops to leave alone.
///         exclude("exclude"): Vec<String> = "",
///     }
/// }
///
/// let mut given = PassOptions::new(UnrollOptions::DEFS);
/// given.parse("unroll-factor=8").unwrap();
/// assert_eq!(UnrollOptions::from(&given).unroll_factor, 8);
/// ```
///
/// A field's doc comment is its help text, its name in parentheses the name in pipelines, its type an
/// [`OptionType`], and its default is written in the option syntax. Options that mlir-opt lacks have an
/// optional type and the default `unset`: they are omitted from printed pipelines, so that mlir-opt can parse
/// these.
#[macro_export]
macro_rules! pass_options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[doc = $doc:literal])+ $field:ident($text:literal): $ty:ty = $default:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        $vis struct $name {
            $($(#[doc = $doc])+ $vis $field: $ty,)*
        }

        impl $name {
            /// The options, for the definition of the pass.
            $vis const DEFS: &'static [$crate::OptionDef] = &[$($crate::OptionDef {
                name: $text,
                doc: concat!($($doc),+).trim_ascii_start(),
                kind: <$ty as $crate::typed_options::OptionType>::KIND,
                default: $default,
            },)*];
        }

        impl From<&$crate::PassOptions> for $name {
            fn from(options: &$crate::PassOptions) -> Self {
                Self { $($field: $crate::typed_options::OptionType::read(options, $text),)* }
            }
        }
    };
}

/// Defines an enum for options, with the keyword of each case: `pub enum Mode { Full = "full", .. }`. The
/// first case is the default.
#[macro_export]
macro_rules! option_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$case_meta])* $case,)*
        }

        impl $crate::typed_options::OptionType for $name {
            const KIND: $crate::OptionKind = $crate::OptionKind::Choice(&[$($text),*]);

            fn read(options: &$crate::PassOptions, name: &str) -> Self {
                let text = options.text(name);
                [$(($text, $name::$case)),*].into_iter().find(|(case, _)| *case == text).map_or([$($name::$case),*][0], |(_, case)| case)
            }
        }
    };
}
