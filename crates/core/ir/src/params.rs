//! Types and attributes of dialects as Rust types, for `#[type_def]` and `#[attr_def]`.
//!
//! ```text
//! /// A number of coordinates.
//! #[type_def("geo.vec", format = "`<` $size `>`", verify = verify_vec)]
//! pub struct VecType { size: i64 }
//!
//! let ty = VecType::get(cx, 3);
//! let size = value.ty().dyn_cast::<VecType>(cx)?.size(cx);
//! ```

use terrace_affine::AffineMap;
use terrace_support::apint::ApInt;

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::def::{AttrDef, ParamKind, TypeDef};
use crate::enum_attr::{EnumValue, enum_attr};
use crate::param_syntax::is_list;
use crate::types::{Signedness, Type, TypeData};

/// A parameter of a dialect type or attribute, as a Rust type: its representation in the IR, where each
/// parameter is an attribute, and conversions of its value.
pub trait ParamType: 'static {
    /// The value, as accessors return it.
    type Value<'a>;
    /// The kind of the parameter, used by its parser and printer.
    const KIND: ParamKind;
    /// Whether it may be absent.
    const OPTIONAL: bool = false;

    /// Returns the value of a parameter; `None` if `attr` is of another kind.
    fn value(cx: &Context, attr: Attr) -> Option<Self::Value<'_>>;

    /// Returns the attribute with a value.
    fn attr(cx: &Context, value: Self::Value<'_>) -> Attr;

    /// Returns what accessors return for an absent parameter that has a default value.
    fn placeholder<'a>() -> Self::Value<'a>;
}

macro_rules! integers {
    ($($ty:ty: $kind:ident($width:literal), $signedness:ident, $read:ident;)*) => {
        $(impl ParamType for $ty {
            type Value<'a> = $ty;
            const KIND: ParamKind = ParamKind::$kind($width);

            fn value(cx: &Context, attr: Attr) -> Option<$ty> {
                let AttrData::Integer { value, .. } = attr.data(cx) else { return None };
                value.$read()?.try_into().ok()
            }

            fn attr(cx: &Context, value: $ty) -> Attr {
                let ty = cx.integer($width, Signedness::$signedness);
                cx.attr(AttrData::Integer { ty, value: ApInt::new($width, value as u64) })
            }

            fn placeholder<'a>() -> Self::Value<'a> {
                0
            }
        })*
    };
}

integers! {
    i32: Int(32), Signless, to_i64;
    i64: Int(64), Signless, to_i64;
    u32: UInt(32), Unsigned, to_u64;
    u64: UInt(64), Unsigned, to_u64;
}

/// Implements [`ParamType`] for what one attribute holds.
macro_rules! plain {
    ($($ty:ty: $value:ty, $kind:expr, $read:expr, $make:expr, $placeholder:expr;)*) => {
        $(impl ParamType for $ty {
            type Value<'a> = $value;
            const KIND: ParamKind = $kind;

            fn value(cx: &Context, attr: Attr) -> Option<Self::Value<'_>> {
                let read: fn(&Context, Attr) -> Option<Self::Value<'_>> = $read;
                read(cx, attr)
            }

            fn attr(cx: &Context, value: Self::Value<'_>) -> Attr {
                let make: fn(&Context, Self::Value<'_>) -> Attr = $make;
                make(cx, value)
            }

            fn placeholder<'a>() -> Self::Value<'a> {
                $placeholder
            }
        })*
    };
}

/// A quoted string.
pub struct StrParam;
/// A bare or quoted keyword.
pub struct KeywordParam;

plain! {
    bool: bool, ParamKind::Bool, |_, attr| [Attr::FALSE, Attr::TRUE].contains(&attr).then_some(attr == Attr::TRUE), |cx, value| cx.bool_attr(value), false;
    Type: Type, ParamKind::Type, |cx, attr| attr.as_type(cx), |cx, ty| cx.type_attr(ty), Type::NONE;
    Attr: Attr, ParamKind::Attr, |_, attr| Some(attr), |_, attr| attr, Attr::NULL;
    StrParam: &'a str, ParamKind::Str, |cx, attr| attr.as_str(cx), |cx, text| cx.string_attr(text), "";
    KeywordParam: &'a str, ParamKind::Keyword, |cx, attr| attr.as_str(cx), |cx, text| cx.string_attr(text), "";
}

impl ParamType for AffineMap {
    type Value<'a> = Option<&'a AffineMap>;
    const KIND: ParamKind = ParamKind::AffineMap;

    fn value(cx: &Context, attr: Attr) -> Option<Self::Value<'_>> {
        if let AttrData::AffineMap(map) = attr.data(cx) { Some(Some(map)) } else { None }
    }

    fn attr(cx: &Context, map: Self::Value<'_>) -> Attr {
        map.map_or(Attr::NULL, |map| cx.affine_map_attr(map.clone()))
    }

    fn placeholder<'a>() -> Self::Value<'a> {
        None
    }
}

impl<E: EnumValue> ParamType for E {
    type Value<'a> = E;
    const KIND: ParamKind = ParamKind::Enum(E::DEF);

    fn value(cx: &Context, attr: Attr) -> Option<E> {
        E::from_int(attr.as_u64(cx)?)
    }

    fn attr(cx: &Context, value: E) -> Attr {
        enum_attr(cx, value)
    }

    fn placeholder<'a>() -> Self::Value<'a> {
        E::default()
    }
}

impl<T: ParamType> ParamType for Vec<T> {
    type Value<'a> = Vec<T::Value<'a>>;
    const KIND: ParamKind = ParamKind::Array(&T::KIND);

    fn value(cx: &Context, attr: Attr) -> Option<Self::Value<'_>> {
        attr.as_array(cx)?.iter().map(|&element| T::value(cx, element)).collect()
    }

    fn attr(cx: &Context, values: Self::Value<'_>) -> Attr {
        let elements: Vec<Attr> = values.into_iter().map(|value| T::attr(cx, value)).collect();
        cx.array_attr(&elements)
    }

    fn placeholder<'a>() -> Self::Value<'a> {
        Vec::new()
    }
}

impl<T: ParamType> ParamType for Option<T> {
    type Value<'a> = Option<T::Value<'a>>;
    const KIND: ParamKind = T::KIND;
    const OPTIONAL: bool = true;

    fn value(cx: &Context, attr: Attr) -> Option<Self::Value<'_>> {
        match attr.opt() {
            Some(attr) => T::value(cx, attr).map(Some),
            None => Some(None),
        }
    }

    /// An empty list is absent: nothing is written of either.
    fn attr(cx: &Context, value: Self::Value<'_>) -> Attr {
        let attr = value.map_or(Attr::NULL, |value| T::attr(cx, value));
        let is_empty = is_list(&T::KIND) && attr.opt().is_some_and(|attr| attr.as_array(cx) == Some(&[]));
        if is_empty { Attr::NULL } else { attr }
    }

    fn placeholder<'a>() -> Self::Value<'a> {
        None
    }
}

/// Returns the value of the parameter with this number; the placeholder if it is absent.
pub fn param_value<'a, T: ParamType>(cx: &'a Context, params: &[Attr], index: usize) -> T::Value<'a> {
    let value = params.get(index).and_then(|&attr| T::value(cx, attr));
    value.unwrap_or_else(T::placeholder)
}

/// A Rust type for the types of one definition.
pub trait DefinedType: Copy {
    /// The definition.
    const DEF: &'static TypeDef;

    /// Wraps a type of the definition.
    fn from_type(ty: Type) -> Self;
}

/// A Rust type for the attributes of one definition.
pub trait DefinedAttr: Copy {
    /// The definition.
    const DEF: &'static AttrDef;

    /// Wraps an attribute of the definition.
    fn from_attr(attr: Attr) -> Self;
}

impl Type {
    /// The type as one of the definition of `T`; `None` if it is of another.
    pub fn dyn_cast<T: DefinedType>(self, cx: &Context) -> Option<T> {
        cx.type_params(self, T::DEF).map(|_| T::from_type(self))
    }

    /// Whether the type is one of the definition of `T`.
    pub fn isa<T: DefinedType>(self, cx: &Context) -> bool {
        cx.type_params(self, T::DEF).is_some()
    }
}

impl Attr {
    /// The attribute as one of the definition of `T`; `None` if it is of another.
    pub fn dyn_cast<T: DefinedAttr>(self, cx: &Context) -> Option<T> {
        cx.attr_params(self, T::DEF).map(|_| T::from_attr(self))
    }

    /// Whether the attribute is one of the definition of `T`.
    pub fn isa<T: DefinedAttr>(self, cx: &Context) -> bool {
        cx.attr_params(self, T::DEF).is_some()
    }
}

/// Returns the type of a definition with these parameters; if they do not verify, the verifier refuses ops with it.
///
/// # Panics
///
/// If the definition's dialect is not registered, or does not list it; with the place of the caller.
#[track_caller]
pub fn get_type(cx: &Context, def: &'static TypeDef, params: &[Attr]) -> Type {
    let Some(id) = cx.type_def_id(def) else { panic!("{}", cx.unknown_type_def(def)) };
    cx.ty(TypeData::Dialect { def: id, params: params.into() })
}

/// Returns the attribute of a definition with these parameters; if they do not verify, the verifier refuses ops with it.
///
/// # Panics
///
/// If the definition's dialect is not registered, or does not list it; with the place of the caller.
#[track_caller]
pub fn get_attr(cx: &Context, def: &'static AttrDef, params: &[Attr]) -> Attr {
    let Some(id) = cx.attr_def_id(def) else { panic!("{}", cx.unknown_attr_def(def)) };
    cx.attr(AttrData::Dialect { def: id, params: params.into() })
}
