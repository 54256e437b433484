//! Attributes: their data, and the handle.

mod create;
mod values;

use std::sync::Arc;

use terrace_affine::{AffineMap, IntegerSet};
use terrace_support::apint::ApInt;

use crate::blob::Blob;
use crate::encoded::EncodedPart;
pub use crate::handles::Attr;
use crate::handles::{AttrDefId, Str};
use crate::types::Type;
pub use values::dict_get;

/// A named attribute.
pub type NamedAttr = (Str, Attr);

/// The data of a location attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocData {
    /// `unknown`.
    Unknown,
    /// `"file":1:2` or a range `"file":1:2 to 3:4`.
    File {
        /// File name.
        file: Str,
        /// First line, from 1; 0 where there is none.
        line: u32,
        /// First column.
        col: u32,
        /// Last line.
        end_line: u32,
        /// Last column.
        end_col: u32,
    },
    /// `"name"(child)`.
    Name {
        /// The name.
        name: Str,
        /// The location it wraps.
        child: Attr,
    },
    /// `callsite(callee at caller)`.
    CallSite {
        /// The location of the callee's op.
        callee: Attr,
        /// The location of the call.
        caller: Attr,
    },
    /// `fused<metadata>[...]`.
    Fused {
        /// The parts.
        locations: Box<[Attr]>,
        /// Any attribute, or [`Attr::NULL`].
        metadata: Attr,
    },
}

/// The data of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// The absent attribute, the value of an unset optional slot. Never printed.
    Null,
    /// `unit`.
    Unit,
    /// `5 : i32`, `true`.
    Integer {
        /// Integer or index type.
        ty: Type,
        /// Value, as wide as the type (64 bits for index).
        value: ApInt,
    },
    /// `1.0 : f32`.
    Float {
        /// Floating-point type.
        ty: Type,
        /// The bits, low word first.
        bits: [u64; 2],
    },
    /// `"text"`, or `"text" : i32` with a type other than `none`.
    String {
        /// The bytes.
        value: Str,
        /// `none` unless written.
        ty: Type,
    },
    /// `[a, b]`.
    Array(Box<[Attr]>),
    /// `{a = 1}`, sorted by name.
    Dict(Box<[NamedAttr]>),
    /// A type as an attribute.
    Type(Type),
    /// `@a::@b`.
    SymbolRef {
        /// Outermost symbol.
        root: Str,
        /// Symbols below it.
        nested: Box<[Str]>,
    },
    /// `affine_map<...>`.
    AffineMap(Arc<AffineMap>),
    /// `affine_set<...>`.
    IntegerSet(Arc<IntegerSet>),
    /// `dense<...>` over integers, index, floats or complex numbers of them.
    ///
    /// Elements are little endian, each padded to whole bytes; a complex element is two of them. An `i1` takes a byte.
    DenseElements {
        /// Shaped type.
        ty: Type,
        /// Element bytes: one element when `splat`.
        data: Blob,
        /// Every element is the same.
        splat: bool,
    },
    /// `dense<"text">` over any element type.
    DenseString {
        /// Shaped type.
        ty: Type,
        /// One string when every element is the same, all of them otherwise.
        values: Box<[Str]>,
    },
    /// `array<i32: 1, 2>`.
    DenseArray {
        /// Element type: `i1`, an integer of whole bytes, or a float.
        element: Type,
        /// Number of elements.
        len: usize,
        /// Elements, little endian; an `i1` takes a byte.
        data: Box<[u8]>,
    },
    /// `dense_resource<key>`.
    DenseResource {
        /// Shaped type.
        ty: Type,
        /// Key of the blob among the builtin dialect's resources.
        key: Str,
    },
    /// `sparse<indices, values>`.
    Sparse {
        /// Shaped type.
        ty: Type,
        /// Indices, dense over `i64`.
        indices: Attr,
        /// Values, dense.
        values: Attr,
    },
    /// `#dialect<"...">` of a dialect that is not loaded.
    Opaque {
        /// Dialect namespace.
        dialect: Str,
        /// The rest of the text, uninterpreted.
        data: Str,
        /// `none` unless written.
        ty: Type,
    },
    /// An attribute, or the properties of an op, of a bytecode file, in an encoding that nothing here reads.
    Encoded(Arc<EncodedPart>),
    /// `strided<[?, 1], offset: ?>`.
    StridedLayout {
        /// Offset; [`crate::types::DYNAMIC`] where unknown.
        offset: i64,
        /// Strides.
        strides: Box<[i64]>,
    },
    /// `distinct[0]<attr>`.
    Distinct {
        /// Distinguishes it from others with the same content.
        id: u64,
        /// The content.
        attr: Attr,
    },
    /// A location.
    Loc(LocData),
    /// An attribute that a dialect defines.
    Dialect {
        /// Its definition.
        def: AttrDefId,
        /// Its parameters, in the definition's order; an absent optional one is [`Attr::NULL`].
        params: Box<[Attr]>,
    },
}

macro_rules! known_attrs {
    ($($name:ident = $data:expr),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)] // Named as the constants are.
        #[repr(u32)]
        enum Known { $($name),* }
        impl Attr {
            $(#[doc = concat!("The attribute `", stringify!($name), "`.")]
              pub const $name: Attr = Attr::from_u32(Known::$name as u32);)*
        }
        pub(crate) fn known_attrs() -> Vec<AttrData> { vec![$($data),*] }
    };
}

known_attrs! {
    NULL = AttrData::Null,
    UNIT = AttrData::Unit,
    EMPTY_DICT = AttrData::Dict(Box::new([])),
    EMPTY_ARRAY = AttrData::Array(Box::new([])),
    FALSE = AttrData::Integer { ty: Type::I1, value: ApInt::new(1, 0) },
    TRUE = AttrData::Integer { ty: Type::I1, value: ApInt::new(1, 1) },
    UNKNOWN_LOC = AttrData::Loc(LocData::Unknown),
}

impl Attr {
    /// Whether this is the absent attribute.
    #[inline]
    pub fn is_null(self) -> bool {
        self == Attr::NULL
    }

    /// `None` for the absent attribute.
    #[inline]
    pub fn opt(self) -> Option<Attr> {
        if self.is_null() { None } else { Some(self) }
    }
}
