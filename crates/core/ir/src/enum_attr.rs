//! Enums of dialects as Rust types: keywords in the text, integers in the IR, variants in code.

use crate::attrs::{Attr, AttrData};
use crate::bytecode::NativeProperty;
use crate::context::Context;
use crate::def::{AttrDef, EnumCase, EnumDef};
use crate::types::Signedness;

/// A Rust enum, or a set of flags, whose values are those of an [`EnumDef`].
pub trait EnumValue: Copy + Default + Eq + 'static {
    /// The keywords, and the integers that attributes store.
    const DEF: &'static EnumDef;

    /// Returns the value that is stored as this integer; `None` if there is none.
    fn from_int(value: u64) -> Option<Self>;

    /// Returns the integer that attributes store.
    fn to_int(self) -> u64;

    /// Returns the value of a keyword; `None` if it is not one of the enum's.
    fn from_keyword(keyword: &str) -> Option<Self> {
        Self::DEF.value_of(keyword).and_then(Self::from_int)
    }

    /// Returns the keyword; empty for several flags.
    fn keyword(self) -> &'static str {
        let value = self.to_int();
        Self::DEF.cases.iter().find(|case| case.value == value).map_or("", |case| case.name)
    }
}

/// Reads an enum that is stored as an integer; `None` if `attr` is not an integer of the enum's width, or no case.
pub fn enum_value<E: EnumValue>(cx: &Context, attr: Attr) -> Option<E> {
    let AttrData::Integer { ty, value } = attr.data(cx) else { return None };
    let is_stored_so = *ty == cx.integer(E::DEF.width, Signedness::Signless);
    E::from_int(value.to_u64()?).filter(|_| is_stored_so)
}

/// Returns the integer attribute that stores an enum.
pub fn enum_attr<E: EnumValue>(cx: &Context, value: E) -> Attr {
    crate::asm::enum_attr(cx, E::DEF, value.to_int())
}

/// Reads an enum that is the only parameter of a dialect attribute; `None` if `attr` is not one of `def`.
pub fn enum_param<E: EnumValue>(cx: &Context, attr: Attr, def: &'static AttrDef) -> Option<E> {
    E::from_int(cx.attr_params(attr, def)?.first()?.as_u64(cx)?)
}

/// Returns the dialect attribute whose only parameter is an enum; [`Attr::NULL`] if its dialect is not registered.
pub fn enum_param_attr<E: EnumValue>(cx: &Context, value: E, def: &'static AttrDef) -> Attr {
    cx.dialect_attr(def, &[enum_attr(cx, value)]).unwrap_or(Attr::NULL)
}

impl NativeProperty {
    /// Returns the encoding of an enum that is stored as an integer: that integer.
    pub const fn of_enum<E: EnumValue>() -> Self {
        Self {
            write: |attr, writer| {
                let value = attr.as_u64(writer.cx()).unwrap_or(0);
                writer.write_varint(value);
            },
            read: |reader| {
                let value = reader.read_varint()?;
                match E::from_int(value) {
                    Some(value) => Ok(enum_attr(reader.cx(), value)),
                    None => Err(reader.error(format!("invalid enum value {value} of {}", E::DEF.name))),
                }
            },
        }
    }
}

/// A case of an [`EnumDef`].
pub const fn case(name: &'static str, value: u64) -> EnumCase {
    EnumCase { name, value }
}

/// Defines enums: `pub enum Predicate("::mlir::arith::Predicate", 64) { Eq = 0 => "eq", Ne = 1 => "ne" }` with the name
/// in messages and the width of the stored integer. The first case is the default.
#[macro_export]
macro_rules! enums {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident($full:expr, $width:literal) {
        $first:ident = $first_value:literal => $first_word:literal
        $(, $case:ident = $value:literal => $word:literal)* $(,)?
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        $vis enum $name {
            #[doc = concat!("`", $first_word, "`.")]
            #[default]
            $first = $first_value,
            $(#[doc = concat!("`", $word, "`.")]
            $case = $value,)*
        }

        impl $crate::enum_attr::EnumValue for $name {
            const DEF: &'static $crate::def::EnumDef = {
                static DEF: $crate::def::EnumDef = $crate::def::EnumDef {
                    name: $full,
                    cases: &[
                        $crate::enum_attr::case($first_word, $first_value),
                        $($crate::enum_attr::case($word, $value)),*
                    ],
                    separator: None,
                    width: $width,
                };
                &DEF
            };

            fn from_int(value: u64) -> Option<Self> {
                match value {
                    $first_value => Some(Self::$first),
                    $($value => Some(Self::$case),)*
                    _ => None,
                }
            }

            fn to_int(self) -> u64 {
                self as u64
            }
        }
    )*};
}

/// Defines sets of flags: `pub struct Flags("::mlir::arith::Flags", 32, ",") { NSW = 1 => "nsw" }` with the name in
/// messages, the width of the stored integer and the text between keywords. No flag is the default; a case of zero
/// returns it a keyword.
#[macro_export]
macro_rules! bit_enums {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident($full:expr, $width:literal, $separator:literal) {
        $($(#[$case_meta:meta])* $case:ident = $value:literal => $word:literal),* $(,)?
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        $vis struct $name(u64);

        impl $name {
            $(#[doc = concat!("`", $word, "`.")]
            $(#[$case_meta])*
            pub const $case: Self = Self($value);)*

            /// Whether all flags of `other` are set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// The flags of either.
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The flags of this set that are not in the other.
            pub const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether no flag is set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl ::core::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }

        impl ::core::ops::BitAnd for $name {
            type Output = Self;
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl $crate::enum_attr::EnumValue for $name {
            const DEF: &'static $crate::def::EnumDef = {
                static DEF: $crate::def::EnumDef = $crate::def::EnumDef {
                    name: $full,
                    cases: &[$($crate::enum_attr::case($word, $value)),*],
                    separator: Some($separator),
                    width: $width,
                };
                &DEF
            };

            fn from_int(value: u64) -> Option<Self> {
                (value & !(0 $(| $value)*) == 0).then_some(Self(value))
            }

            fn to_int(self) -> u64 {
                self.0
            }
        }
    )*};
}
