//! The values of attributes.

use terrace_affine::{AffineMap, IntegerSet};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::{Attr, AttrData, LocData, NamedAttr};
use crate::context::Context;
use crate::strings::Str;
use crate::types::Type;

impl Attr {
    /// Returns the data of the attribute.
    #[inline]
    pub fn data(self, cx: &Context) -> &AttrData {
        cx.attr_data(self)
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

    /// The value of an integer attribute, zero-extended, for attributes that are known to be one of at most 64 bits.
    ///
    /// # Panics
    ///
    /// If the attribute is no such integer.
    pub fn u64_value(self, cx: &Context) -> u64 {
        self.as_u64(cx).unwrap_or_else(|| panic!("'{}' is no integer of 64 bits", cx.attr_text(self)))
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
        Some(self.i32_chunks(cx)?.iter().map(|&chunk| i32::from_le_bytes(chunk)))
    }

    /// The bytes of the elements of an `array<i32: ...>`, the lowest first.
    #[inline]
    pub(crate) fn i32_chunks(self, cx: &Context) -> Option<&[[u8; 4]]> {
        match self.opt()?.data(cx) {
            AttrData::DenseArray { element: Type::I32, data, .. } => Some(data.as_chunks().0),
            _ => None,
        }
    }

    /// The elements of a `array<i64: ...>`.
    pub fn as_i64_array(self, cx: &Context) -> Option<Vec<i64>> {
        self.i64_elements(cx).map(Iterator::collect)
    }

    /// The elements of an array of `i64`, one after the other.
    pub fn i64_elements(self, cx: &Context) -> Option<impl ExactSizeIterator<Item = i64> + '_> {
        match self.data(cx) {
            AttrData::DenseArray { element: Type::I64, data, .. } => {
                Some(data.as_chunks().0.iter().map(|&bytes| i64::from_le_bytes(bytes)))
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
