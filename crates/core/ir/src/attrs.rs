//! Attributes: what they hold, and the handle.

use std::sync::Arc;

use smallvec::SmallVec;
use terrace_affine::{AffineMap, IntegerSet};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;
use terrace_support::entity;

use crate::blob::Blob;
use crate::context::Context;
use crate::def::AttrDefId;
use crate::encoded::EncodedPart;
use crate::strings::Str;
use crate::types::Type;

entity! {
    /// A handle to a uniqued attribute; equal attributes have equal handles within a context.
    pub struct Attr, "attr"
}

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
    /// The absent attribute: what an unset optional slot holds. Never printed.
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
    /// Elements are little endian, each padded to whole bytes; a complex element is two of them. An `i1`
    /// takes a byte.
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
    /// Returns the data of the attribute.
    #[inline]
    pub fn data(self, cx: &Context) -> &AttrData {
        cx.attr_data(self)
    }

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

    /// The text of a string attribute.
    pub fn as_str(self, cx: &Context) -> Option<&str> {
        self.as_string(cx).map(|s| s.text(cx))
    }

    /// The interned bytes of a string attribute.
    pub fn as_string(self, cx: &Context) -> Option<Str> {
        match self.data(cx) {
            AttrData::String { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer attribute, sign-extended; `None` if it does not fit.
    pub fn as_i64(self, cx: &Context) -> Option<i64> {
        match self.data(cx) {
            AttrData::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    }

    /// The value of an integer attribute, zero-extended; `None` if it does not fit.
    pub fn as_u64(self, cx: &Context) -> Option<u64> {
        match self.data(cx) {
            AttrData::Integer { value, .. } => value.to_u64(),
            _ => None,
        }
    }

    /// The integer attribute's value and type.
    pub fn as_integer(self, cx: &Context) -> Option<(&ApInt, Type)> {
        match self.data(cx) {
            AttrData::Integer { ty, value } => Some((value, *ty)),
            _ => None,
        }
    }

    /// The float attribute's value.
    pub fn as_float(self, cx: &Context) -> Option<ApFloat> {
        match self.data(cx) {
            AttrData::Float { ty, bits } => {
                Some(ApFloat::from_bits(ty.float_kind(cx)?, bits[0] as u128 | (bits[1] as u128) << 64))
            }
            _ => None,
        }
    }

    /// The elements of an array attribute.
    pub fn as_array(self, cx: &Context) -> Option<&[Attr]> {
        match self.data(cx) {
            AttrData::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a dictionary attribute, sorted by name.
    pub fn as_dict(self, cx: &Context) -> Option<&[NamedAttr]> {
        match self.data(cx) {
            AttrData::Dict(items) => Some(items),
            _ => None,
        }
    }

    /// The type a type attribute holds.
    pub fn as_type(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Root and nested parts of a symbol reference.
    pub fn as_symbol_ref(self, cx: &Context) -> Option<(Str, &[Str])> {
        match self.data(cx) {
            AttrData::SymbolRef { root, nested } => Some((*root, nested)),
            _ => None,
        }
    }

    /// Root of a symbol reference without nested parts.
    pub fn as_flat_symbol_ref(self, cx: &Context) -> Option<Str> {
        match self.data(cx) {
            AttrData::SymbolRef { root, nested } if nested.is_empty() => Some(*root),
            _ => None,
        }
    }

    /// The map of an affine map attribute.
    pub fn as_affine_map(self, cx: &Context) -> Option<&AffineMap> {
        match self.data(cx) {
            AttrData::AffineMap(map) => Some(map),
            _ => None,
        }
    }

    /// The set of an integer set attribute.
    pub fn as_integer_set(self, cx: &Context) -> Option<&IntegerSet> {
        match self.data(cx) {
            AttrData::IntegerSet(set) => Some(set),
            _ => None,
        }
    }

    /// The elements of a `array<i32: ...>`.
    pub fn as_i32_array(self, cx: &Context) -> Option<Vec<i32>> {
        self.i32_elements(cx).map(Iterator::collect)
    }

    /// The elements of a `array<i32: ...>`, one after the other.
    #[inline]
    pub fn i32_elements(self, cx: &Context) -> Option<impl ExactSizeIterator<Item = i32> + Clone + '_> {
        let AttrData::DenseArray { element: Type::I32, data, .. } = self.data(cx) else { return None };
        let (chunks, _) = data.as_chunks::<4>();
        Some(chunks.iter().map(|&chunk| i32::from_le_bytes(chunk)))
    }

    /// The elements of a `array<i64: ...>`.
    pub fn as_i64_array(self, cx: &Context) -> Option<Vec<i64>> {
        self.i64_elements(cx).map(Iterator::collect)
    }

    /// The elements of an array of `i64`, one after the other.
    pub fn i64_elements(self, cx: &Context) -> Option<impl ExactSizeIterator<Item = i64> + '_> {
        match self.data(cx) {
            AttrData::DenseArray { element: Type::I64, data, .. } => {
                Some(data.chunks_exact(8).map(|c| i64::from_le_bytes(c.try_into().unwrap_or_default())))
            }
            _ => None,
        }
    }

    /// The type of a typed attribute (integer, float, elements, string with a type, ...).
    pub fn ty(self, cx: &Context) -> Option<Type> {
        match self.data(cx) {
            AttrData::Integer { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::String { ty, .. }
            | AttrData::DenseElements { ty, .. }
            | AttrData::DenseString { ty, .. }
            | AttrData::DenseResource { ty, .. }
            | AttrData::Sparse { ty, .. }
            | AttrData::Opaque { ty, .. } => Some(*ty),
            AttrData::Dialect { def, params } => cx.attr_def(*def).def().typed.and_then(|f| f(cx, params)),
            _ => None,
        }
    }

    /// Whether the attribute is a constant over a shaped type.
    pub fn is_elements(self, cx: &Context) -> bool {
        matches!(
            self.data(cx),
            AttrData::DenseElements { .. }
                | AttrData::DenseString { .. }
                | AttrData::DenseResource { .. }
                | AttrData::Sparse { .. }
        )
    }

    /// Returns the data of a location attribute; `None` for other attributes.
    pub fn as_loc(self, cx: &Context) -> Option<&LocData> {
        match self.data(cx) {
            AttrData::Loc(loc) => Some(loc),
            _ => None,
        }
    }

    /// The entry `name` of a dictionary.
    pub fn dict_get(self, cx: &Context, name: Str) -> Option<Attr> {
        dict_get(cx, self.as_dict(cx)?, name)
    }
}

/// The entry `name` of sorted dictionary entries.
pub fn dict_get(cx: &Context, entries: &[NamedAttr], name: Str) -> Option<Attr> {
    if entries.len() <= 16 {
        return entries.iter().find(|e| e.0 == name).map(|e| e.1);
    }
    let bytes = name.bytes(cx);
    entries.binary_search_by(|e| e.0.bytes(cx).cmp(bytes)).ok().map(|i| entries[i].1)
}

/// The first eight bytes as a number that orders as they do.
fn leading_bytes(bytes: &[u8]) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    }
}

impl Context {
    /// An integer attribute of `ty` from a signed value, truncated to its width.
    pub fn int_attr(&self, ty: Type, value: i64) -> Attr {
        let width = ty.bit_width(self).unwrap_or(64);
        self.attr(AttrData::Integer { ty, value: ApInt::from_i64(width, value) })
    }

    /// `true` or `false`.
    pub fn bool_attr(&self, value: bool) -> Attr {
        if value { Attr::TRUE } else { Attr::FALSE }
    }

    /// A float attribute with the given bits.
    pub fn float_attr(&self, ty: Type, value: ApFloat) -> Attr {
        let bits = value.bits();
        self.attr(AttrData::Float { ty, bits: [bits as u64, (bits >> 64) as u64] })
    }

    /// A string attribute.
    pub fn string_attr(&self, text: &str) -> Attr {
        let value = self.str(text);
        self.attr(AttrData::String { value, ty: Type::NONE })
    }

    /// A string attribute from interned bytes.
    pub fn str_attr(&self, value: Str) -> Attr {
        self.attr(AttrData::String { value, ty: Type::NONE })
    }

    /// A type attribute.
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.attr(AttrData::Type(ty))
    }

    /// An array attribute.
    pub fn array_attr(&self, items: &[Attr]) -> Attr {
        self.attr(AttrData::Array(items.into()))
    }

    /// An array of types.
    pub fn type_array_attr(&self, types: &[Type]) -> Attr {
        let items: Vec<Attr> = types.iter().map(|&t| self.type_attr(t)).collect();
        self.array_attr(&items)
    }

    /// `@root`.
    pub fn flat_symbol_ref(&self, root: Str) -> Attr {
        self.attr(AttrData::SymbolRef { root, nested: Box::new([]) })
    }

    /// `array<i32: ...>`.
    pub fn i32_array(&self, values: &[i32]) -> Attr {
        let data = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.attr(AttrData::DenseArray { element: Type::I32, len: values.len(), data })
    }

    /// `array<i64: ...>`.
    pub fn i64_array(&self, values: &[i64]) -> Attr {
        let data = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.attr(AttrData::DenseArray { element: Type::I64, len: values.len(), data })
    }

    /// `array<i1: ...>`.
    pub fn bool_array(&self, values: &[bool]) -> Attr {
        let data = values.iter().map(|&v| v as u8).collect();
        self.attr(AttrData::DenseArray { element: Type::I1, len: values.len(), data })
    }

    /// A dictionary; sorts the entries by name. Of entries with one name, the first stays.
    pub fn dict(&self, mut entries: Vec<NamedAttr>) -> Attr {
        if entries.is_empty() {
            return Attr::EMPTY_DICT;
        }
        self.sort_by_name(&mut entries);
        entries.dedup_by_key(|e| e.0);
        self.attr(AttrData::Dict(entries.into()))
    }

    /// Sorts entries by name; those with one name keep their order.
    pub fn sort_by_name(&self, entries: &mut [NamedAttr]) {
        // The first eight bytes tell most names apart without a look at the rest.
        let mut keyed: SmallVec<[(u64, NamedAttr); 16]> =
            entries.iter().map(|&entry| (leading_bytes(entry.0.bytes(self)), entry)).collect();
        let order = |a: &(u64, NamedAttr), b: &(u64, NamedAttr)| {
            a.0.cmp(&b.0).then_with(|| a.1.0.bytes(self).cmp(b.1.0.bytes(self)))
        };
        if keyed.is_sorted_by(|a, b| order(a, b).is_le()) {
            return;
        }
        keyed.sort_by(order);
        for (entry, (_, sorted)) in entries.iter_mut().zip(keyed) {
            *entry = sorted;
        }
    }

    /// An affine map attribute.
    pub fn affine_map_attr(&self, map: AffineMap) -> Attr {
        self.attr(AttrData::AffineMap(Arc::new(map)))
    }

    /// An integer set attribute.
    pub fn integer_set_attr(&self, set: IntegerSet) -> Attr {
        self.attr(AttrData::IntegerSet(Arc::new(set)))
    }

    /// A location attribute.
    pub fn loc_attr(&self, loc: LocData) -> Attr {
        self.attr(AttrData::Loc(loc))
    }

    /// A file position.
    pub fn file_loc(&self, file: Str, line: u32, col: u32) -> Attr {
        self.loc_attr(LocData::File { file, line, col, end_line: line, end_col: col })
    }
}
