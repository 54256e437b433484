//! Attributes that are created most.

use std::sync::Arc;

use smallvec::SmallVec;
use terrace_affine::{AffineMap, IntegerSet};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::{Attr, AttrData, LocData, NamedAttr};
use crate::context::Context;
use crate::strings::Str;
use crate::types::Type;

/// The first eight bytes as a number that orders as they do.
fn leading_bytes(bytes: &[u8]) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    }
}

impl Context {
    /// A distinct attribute unlike any other, over `attr`.
    pub fn fresh_distinct(&self, attr: Attr) -> Attr {
        self.attr(AttrData::Distinct { id: self.fresh_distinct_id(), attr })
    }

    /// An integer attribute of `ty` from a signed value, truncated to its width.
    pub fn int_attr(&self, ty: Type, value: i64) -> Attr {
        let width = ty.number_width(self);
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
        // The first eight bytes distinguish most names without a comparison of the rest.
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
