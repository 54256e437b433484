//! Kinds of inherent attributes: which attributes a slot takes, and the value that its accessor returns.
//!
//! A field `value: Prop<BoolAttr>` of an `#[op]` makes two accessors: `value()`, which returns a `bool`, and
//! `value_attr()`, which returns the attribute. [`attr_kinds!`](crate::attr_kinds) defines kinds and
//! [`enums!`](crate::enums) enums with their kinds, under upstream's names.

use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use terrace_affine::{AffineMap, IntegerSet};

use crate::attrs::{Attr, AttrData, NamedAttr};
use crate::context::Context;
use crate::def::{AttrConstraint, AttrSyntax};
use crate::ir::OpRef;
use crate::property::Property;
use crate::strings::Str;
use crate::types::Type;

/// A kind of inherent attribute.
pub trait AttrKind: 'static {
    /// The value, as accessors return it.
    type Value<'a>: 'a;
    /// The constraint that accepts attributes of this kind, with their syntax in an op's format.
    const CONSTRAINT: &'static AttrConstraint;

    /// Returns the value of an attribute; `None` if it is not of the kind.
    fn value(cx: &Context, attr: Attr) -> Option<Self::Value<'_>>;

    /// Returns the attribute with a value.
    fn attr(cx: &Context, value: Self::Value<'_>) -> Attr;

    /// Returns what accessors return for an attribute that is absent or of another kind, which only an op that does
    /// not verify has.
    fn placeholder<'a>() -> Self::Value<'a>;
}

/// Returns the value of the inherent attribute with this number; the placeholder if it is absent or of another kind.
#[inline]
pub fn prop_value<K: AttrKind>(op: OpRef<'_>, index: usize) -> K::Value<'_> {
    optional_prop_value::<K>(op, index).unwrap_or_else(K::placeholder)
}

/// Returns the value of the inherent attribute with this number; `None` if it is absent or of another kind.
#[inline]
pub fn optional_prop_value<K: AttrKind>(op: OpRef<'_>, index: usize) -> Option<K::Value<'_>> {
    K::value(op.cx(), op.prop(index)?)
}

/// Returns the value of the inherent attribute with this number, or of what `default` makes if it is absent.
pub fn prop_value_or<K: AttrKind>(
    op: OpRef<'_>,
    index: usize,
    default: fn(&Context) -> Attr,
) -> K::Value<'_> {
    let attr = op.prop(index).unwrap_or_else(|| default(op.cx()));
    K::value(op.cx(), attr).unwrap_or_else(K::placeholder)
}

/// Defines kinds of attributes.
///
/// - `pub BoolAttr("bool attribute") -> bool { value: f, attr: g, syntax: s }`: `f(&Context, Attr)` returns an
///   `Option` of the value, and an attribute is of the kind if it has one; `g(&Context, value)` returns the attribute.
///   `placeholder: p` is needed where the value has no `Default`.
/// - `pub AnyAttr("any attribute") { accepts: f, syntax: s }`: the value is the attribute itself.
/// - `pub BoolArrayAttr("1-bit boolean array attribute") { array_of: BoolAttr }`: an array whose elements are of a
///   kind; the value is a [`TypedArray`].
/// - `pub PredicateAttr("predicate") -> Predicate { stored_as_integer }`: an enum, stored as an integer and
///   written as a keyword, and `{ native_enum }` if bytecode has the plain integer, `{ native_enum: FLAGS_ATTR }` if it
///   may be given as an attribute of that definition, too; `{ parameter_of: FLAGS_ATTR }`: an enum that is the only
///   parameter of attributes of that definition.
///
/// - `pub AlignmentProp("optional int64_t") -> Option<i64> { value: f, attr: g, property: Property::Optional(&Property::I64)
///   }`: a value that upstream keeps as it is, with the syntax and the encoding of a
///   [`Property`](crate::property::Property); without `value` and `attr`, the value is the attribute.
///
/// Without `syntax`, attributes are written in full. With `native`, bytecode has the plain value. `stored: f` is for properties that
/// may be given in several forms: `f(&Context, Attr)` returns the one that is stored.
#[macro_export]
macro_rules! attr_kinds {
    ($($(#[$meta:meta])* $vis:vis $name:ident($summary:expr) $(-> $value:ty)? { $($body:tt)* })*) => {
        $(
            $(#[$meta])*
            $vis struct $name;
            $crate::attr_kinds!(@kind $name, $summary, [$($value)?] $($body)*);
        )*
    };
    (@kind $name:ident, $summary:expr, [] accepts: $accepts:expr $(, syntax: $syntax:expr)?
     $(, stored: $stored:expr)? $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$crate::Attr]
            value: |cx: &$crate::Context, attr: $crate::Attr| {
                let accepts: fn(&$crate::Context, $crate::Attr) -> bool = $accepts;
                accepts(cx, attr).then_some(attr)
            },
            attr: |_, attr| attr,
            placeholder: $crate::Attr::NULL,
            $(syntax: $syntax,)?
            $(stored: $stored,)?
        }
    };
    (@kind $name:ident, $summary:expr, [] array_of: $element:ty $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$crate::attr_kind::TypedArray<'a, $element>]
            value: $crate::attr_kind::TypedArray::new,
            attr: |cx, array| cx.array_attr(array.attrs()),
        }
    };
    (@kind $name:ident, $summary:expr, [$value:ty] stored_as_integer $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$value]
            value: $crate::enum_attr::enum_value::<$value>,
            attr: |cx, value| $crate::enum_attr::enum_attr(cx, value),
            syntax: $crate::def::AttrSyntax::Enum(<$value as $crate::enum_attr::EnumValue>::DEF),
        }
    };
    (@kind $name:ident, $summary:expr, [$value:ty] native_enum $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$value]
            value: $crate::enum_attr::enum_value::<$value>,
            attr: |cx, value| $crate::enum_attr::enum_attr(cx, value),
            syntax: $crate::def::AttrSyntax::Enum(<$value as $crate::enum_attr::EnumValue>::DEF),
            native: $crate::bytecode::NativeProperty::of_enum::<$value>(),
        }
    };
    (@kind $name:ident, $summary:expr, [$value:ty] native_enum: $def:expr $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$value]
            value: |cx, attr| {
                let plain = $crate::enum_attr::enum_value::<$value>(cx, attr);
                plain.or_else(|| $crate::enum_attr::enum_param::<$value>(cx, attr, &$def))
            },
            attr: |cx, value| $crate::enum_attr::enum_attr(cx, value),
            syntax: $crate::def::AttrSyntax::Enum(<$value as $crate::enum_attr::EnumValue>::DEF),
            native: $crate::bytecode::NativeProperty::of_enum::<$value>(),
            stored: |cx, attr| match $crate::enum_attr::enum_param::<$value>(cx, attr, &$def) {
                Some(value) => $crate::enum_attr::enum_attr(cx, value),
                None => attr,
            },
        }
    };
    (@kind $name:ident, $summary:expr, [$value:ty] parameter_of: $def:expr $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$value]
            value: |cx, attr| $crate::enum_attr::enum_param::<$value>(cx, attr, &$def),
            attr: |cx, value| $crate::enum_attr::enum_param_attr(cx, value, &$def),
            syntax: $crate::def::AttrSyntax::Dialect(&$def),
        }
    };
    (@kind $name:ident, $summary:expr, [] property: $property:expr $(,)?) => {
        $crate::attr_kinds! { @kind $name, $summary, [$crate::Attr]
            value: |_, attr| Some(attr),
            attr: |_, attr| attr,
            placeholder: $crate::Attr::NULL,
            property: $property,
        }
    };
    (@kind $name:ident, $summary:expr, [$value:ty]
     value: $read:expr, attr: $make:expr $(, placeholder: $placeholder:expr)?, property: $property:expr $(,)?) => {
        impl $name {
            /// The values, with their syntax and encoding.
            pub const PROPERTY: &'static $crate::property::Property = &$property;
        }
        $crate::attr_kinds! { @kind $name, $summary, [$value]
            value: |cx, attr| {
                let read: fn(&$crate::Context, $crate::Attr) -> Option<$value> = $read;
                $name::PROPERTY.holds(cx, attr).then(|| read(cx, attr)).flatten()
            },
            attr: $make,
            $(placeholder: $placeholder,)?
            syntax: $crate::def::AttrSyntax::Property($name::PROPERTY),
            native: $crate::bytecode::NativeProperty {
                write: |attr, writer| $name::PROPERTY.write(attr, writer),
                read: |reader| $name::PROPERTY.read(reader),
            },
            stored: |cx, attr| $name::PROPERTY.stored(cx, attr).unwrap_or(attr),
        }
    };
    (@kind $name:ident, $summary:expr, [$value:ty]
     value: $read:expr, attr: $make:expr $(, placeholder: $placeholder:expr)? $(, syntax: $syntax:expr)?
     $(, native: $native:expr)? $(, stored: $stored:expr)? $(,)?) => {
        impl $crate::attr_kind::AttrKind for $name {
            type Value<'a> = $value;
            const CONSTRAINT: &'static $crate::def::AttrConstraint = {
                static CONSTRAINT: $crate::def::AttrConstraint = $crate::def::AttrConstraint {
                    summary: $summary,
                    pred: |cx, attr| <$name as $crate::attr_kind::AttrKind>::value(cx, attr).is_some(),
                    syntax: $crate::attr_kinds!(@or [$crate::def::AttrSyntax::Any] $($syntax)?),
                    native: $crate::attr_kinds!(@native $($native)?),
                    stored: $crate::attr_kinds!(@or [|_, attr| attr] $($stored)?),
                };
                &CONSTRAINT
            };
            #[inline]
            fn value(cx: &$crate::Context, attr: $crate::Attr) -> Option<Self::Value<'_>> {
                ($read)(cx, attr)
            }
            #[inline]
            fn attr(cx: &$crate::Context, value: Self::Value<'_>) -> $crate::Attr {
                let make: for<'c, 'v> fn(&'c $crate::Context, Self::Value<'v>) -> $crate::Attr = $make;
                make(cx, value)
            }
            fn placeholder<'a>() -> Self::Value<'a> {
                $crate::attr_kinds!(@or [::core::default::Default::default()] $($placeholder)?)
            }
        }
    };
    (@native) => { None };
    (@native $native:expr) => {{
        static NATIVE: $crate::bytecode::NativeProperty = $native;
        Some(&NATIVE)
    }};
    (@or [$default:expr]) => { $default };
    (@or [$default:expr] $given:expr) => { $given };
}

/// The elements of an array attribute, all of a kind.
pub struct TypedArray<'a, K> {
    cx: Option<&'a Context>,
    attrs: &'a [Attr],
    kind: PhantomData<K>,
}

impl<K> Clone for TypedArray<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for TypedArray<'_, K> {}

impl<K> Default for TypedArray<'_, K> {
    fn default() -> Self {
        Self { cx: None, attrs: &[], kind: PhantomData }
    }
}

impl<'a, K: AttrKind> TypedArray<'a, K> {
    /// The elements of `attr`; `None` if it is no array, or an element is not of the kind. Looks at each element.
    pub fn new(cx: &'a Context, attr: Attr) -> Option<Self> {
        let attrs = attr.as_array(cx)?;
        let all = attrs.iter().all(|&element| (K::CONSTRAINT.pred)(cx, element));
        all.then_some(Self { cx: Some(cx), attrs, kind: PhantomData })
    }

    /// The elements as attributes.
    pub fn attrs(self) -> &'a [Attr] {
        self.attrs
    }

    /// Returns how many elements there are.
    pub fn len(self) -> usize {
        self.attrs.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(self) -> bool {
        self.attrs.is_empty()
    }

    /// Returns the element with this number; `None` if there are fewer.
    pub fn get(self, index: usize) -> Option<K::Value<'a>> {
        K::value(self.cx?, *self.attrs.get(index)?)
    }

    /// The elements, in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = K::Value<'a>> + ExactSizeIterator + Clone {
        let value =
            move |&attr: &Attr| self.cx.and_then(|cx| K::value(cx, attr)).unwrap_or_else(K::placeholder);
        self.attrs.iter().map(value)
    }
}

macro_rules! dense_arrays {
    ($($(#[$meta:meta])* $name:ident($int:ty, $element:expr);)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Default)]
        pub struct $name<'a> {
            bytes: &'a [u8],
        }

        impl<'a> $name<'a> {
            /// The elements of `attr`; `None` if it is no array of this type.
            #[inline]
            pub fn new(cx: &'a Context, attr: Attr) -> Option<Self> {
                match attr.data(cx) {
                    AttrData::DenseArray { element, data, .. } if *element == $element => Some(Self { bytes: data }),
                    _ => None,
                }
            }

            /// Returns how many elements there are.
            pub fn len(self) -> usize {
                self.bytes.len() / size_of::<$int>()
            }

            /// Whether there are no elements.
            pub fn is_empty(self) -> bool {
                self.bytes.is_empty()
            }

            /// Returns the element with this number; `None` if there are fewer.
            pub fn get(self, index: usize) -> Option<$int> {
                let (chunks, _) = self.bytes.as_chunks();
                chunks.get(index).map(|&chunk| <$int>::from_le_bytes(chunk))
            }

            /// The elements, in order.
            #[inline]
            pub fn iter(self) -> impl DoubleEndedIterator<Item = $int> + ExactSizeIterator + Clone + use<'a> {
                let (chunks, _) = self.bytes.as_chunks();
                chunks.iter().map(|&chunk| <$int>::from_le_bytes(chunk))
            }

            /// The elements, in a vector.
            pub fn to_vec(self) -> Vec<$int> {
                self.iter().collect()
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.iter()).finish()
            }
        }
    )*};
}

dense_arrays! {
    /// The elements of an `array<i32: ..>`.
    DenseI32Array(i32, Type::I32);
    /// The elements of an `array<i64: ..>`.
    DenseI64Array(i64, Type::I64);
}

static NO_MAP: LazyLock<AffineMap> = LazyLock::new(|| AffineMap::new(0, 0, Vec::new()));
static NO_SET: LazyLock<IntegerSet> = LazyLock::new(|| IntegerSet::new(0, 0, Vec::new()));

attr_kinds! {
    /// Any attribute.
    pub AnyAttr("any attribute") { accepts: |_, _| true }
    /// A unit attribute: an optional slot of this kind is a flag, and its accessor returns a `bool`.
    pub UnitAttr("unit attribute") -> () {
        value: |_, attr| (attr == Attr::UNIT).then_some(()),
        attr: |_, ()| Attr::UNIT,
        syntax: AttrSyntax::Unit,
    }
    /// A flag that upstream keeps as a bool: `false` if it is not set.
    pub UnitProp("unit property") -> bool {
        value: |_, attr| (attr == Attr::UNIT || attr == Attr::FALSE).then_some(attr == Attr::UNIT),
        attr: |_, set| if set { Attr::UNIT } else { Attr::FALSE },
        property: Property::Unit,
    }
    /// A string.
    pub StrAttr("string attribute") -> &'a str {
        value: |cx, attr: Attr| attr.as_str(cx),
        attr: |cx, text| cx.string_attr(text),
        syntax: AttrSyntax::Typed(|_| Type::NONE),
    }
    /// A string that names a symbol.
    pub SymbolNameAttr("string attribute") -> Str {
        value: |cx, attr: Attr| attr.as_string(cx),
        attr: |cx, name| cx.str_attr(name),
        placeholder: Str::EMPTY,
        syntax: AttrSyntax::SymbolName,
    }
    /// `true` or `false`.
    pub BoolAttr("bool attribute") -> bool {
        value: |_, attr| (attr == Attr::TRUE || attr == Attr::FALSE).then_some(attr == Attr::TRUE),
        attr: |cx, value| cx.bool_attr(value),
        syntax: AttrSyntax::Typed(|_| Type::I1),
    }
    /// A symbol reference: the outermost symbol, and those below it.
    pub SymbolRefAttr("symbol reference attribute") -> (Str, &'a [Str]) {
        value: |cx, attr: Attr| attr.as_symbol_ref(cx),
        attr: |cx, (root, nested)| cx.attr(AttrData::SymbolRef { root, nested: nested.into() }),
        placeholder: (Str::EMPTY, &[]),
    }
    /// A symbol reference without nested parts.
    pub FlatSymbolRefAttr("flat symbol reference attribute") -> Str {
        value: |cx, attr: Attr| attr.as_flat_symbol_ref(cx),
        attr: |cx, name| cx.flat_symbol_ref(name),
        placeholder: Str::EMPTY,
    }
    /// A dictionary, sorted by name.
    pub DictionaryAttr("dictionary of named attribute values") -> &'a [NamedAttr] {
        value: |cx, attr: Attr| attr.as_dict(cx),
        attr: |cx, entries| cx.dict(entries.to_vec()),
    }
    /// An affine map.
    pub AffineMapAttr("AffineMap attribute") -> &'a AffineMap {
        value: |cx, attr: Attr| attr.as_affine_map(cx),
        attr: |cx, map| cx.affine_map_attr(map.clone()),
        placeholder: &*NO_MAP,
    }
    /// An integer set.
    pub IntegerSetAttr("IntegerSet attribute") -> &'a IntegerSet {
        value: |cx, attr: Attr| attr.as_integer_set(cx),
        attr: |cx, set| cx.integer_set_attr(set.clone()),
        placeholder: &*NO_SET,
    }
    /// An array of any attributes.
    pub ArrayAttr("array attribute") -> &'a [Attr] {
        value: |cx, attr: Attr| attr.as_array(cx),
        attr: |cx, items| cx.array_attr(items),
    }
    /// An array of dictionaries.
    pub DictArrayAttr("Array of dictionary attributes") { array_of: DictionaryAttr }
    /// An array of affine maps.
    pub AffineMapArrayAttr("AffineMap array attribute") { array_of: AffineMapAttr }
    /// An array of `true` and `false`.
    pub BoolArrayAttr("1-bit boolean array attribute") { array_of: BoolAttr }
    /// An array of `i64` integers.
    pub I64ArrayAttr("64-bit integer array attribute") { array_of: I64Attr }
    /// A type.
    pub TypeAttr("any type attribute") -> Type {
        value: |cx, attr: Attr| attr.as_type(cx),
        attr: |cx, ty| cx.type_attr(ty),
        placeholder: Type::NONE,
        syntax: AttrSyntax::Type,
    }
    /// A function type: the types of the inputs, and of the results.
    pub FunctionTypeAttr("type attribute of function type") -> (&'a [Type], &'a [Type]) {
        value: |cx, attr: Attr| attr.as_type(cx)?.function(cx),
        attr: |cx, (inputs, results)| cx.type_attr(cx.function_type(inputs, results)),
        syntax: AttrSyntax::Type,
    }
    /// An attribute that has a type.
    pub TypedAttr("TypedAttr instance") { accepts: |cx, attr| attr.ty(cx).is_some() }
    /// An integer of any type.
    pub IntegerAttr("arbitrary integer attribute") { accepts: |cx, attr| attr.as_integer(cx).is_some() }
    /// `array<i32: ..>`.
    pub DenseI32ArrayAttr("i32 dense array attribute") -> DenseI32Array<'a> {
        value: DenseI32Array::new,
        attr: |cx, array| cx.i32_array(&array.to_vec()),
        syntax: AttrSyntax::DenseArray(Type::I32),
    }
    /// `array<i64: ..>`.
    pub DenseI64ArrayAttr("i64 dense array attribute") -> DenseI64Array<'a> {
        value: DenseI64Array::new,
        attr: |cx, array| cx.i64_array(&array.to_vec()),
        syntax: AttrSyntax::DenseArray(Type::I64),
    }
}

/// The value of an integer attribute of this type; `None` if it is of another type.
pub fn int_of_type(cx: &Context, attr: Attr, expected: Type) -> Option<i64> {
    match attr.data(cx) {
        AttrData::Integer { ty, .. } if *ty == expected => attr.as_i64(cx),
        _ => None,
    }
}

/// Defines kinds of integer attributes of one type: `pub PortAttr("port", Type::I32)`, or with a condition
/// `pub PortAttr("port", Type::I32, |value| value > 0)`. The value is an `i64`.
#[macro_export]
macro_rules! int_attr_kinds {
    ($($(#[$meta:meta])* $vis:vis $name:ident($summary:expr, $ty:expr $(, $accepts:expr)?);)*) => {
        $crate::attr_kinds! {$(
            $(#[$meta])*
            $vis $name($summary) -> i64 {
                value: |cx, attr| {
                    let accepts: fn(i64) -> bool = $crate::attr_kinds!(@or [|_| true] $($accepts)?);
                    $crate::attr_kind::int_of_type(cx, attr, $ty).filter(|&value| accepts(value))
                },
                attr: |cx, value| cx.int_attr($ty, value),
                syntax: $crate::def::AttrSyntax::Typed(|_| $ty),
            }
        )*}
    };
}

int_attr_kinds! {
    /// An `i8` integer.
    pub I8Attr("8-bit signless integer attribute", Type::I8);
    /// An `i16` integer.
    pub I16Attr("16-bit signless integer attribute", Type::I16);
    /// An `i32` integer.
    pub I32Attr("32-bit signless integer attribute", Type::I32);
    /// An `i64` integer.
    pub I64Attr("64-bit signless integer attribute", Type::I64);
    /// An `index` integer.
    pub IndexAttr("index attribute", Type::INDEX);
}
