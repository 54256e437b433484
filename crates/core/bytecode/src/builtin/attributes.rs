//! Attributes.

use terrace_ir::bytecode::{DialectBytecodeReader, ReadResult};
use terrace_ir::{Attr, AttrData, Str, Type};
use terrace_support::apint::ApInt;

use crate::writer::emitter::push_varint;

use super::{
    BuiltinWriter, elements, locations, note_location, read_list, read_string_attr, write_string_attr,
    wrong_class,
};

const ARRAY: u64 = 0;
const DICTIONARY: u64 = 1;
const STRING: u64 = 2;
const TYPED_STRING: u64 = 3;
const FLAT_SYMBOL_REF: u64 = 4;
const SYMBOL_REF: u64 = 5;
const TYPE: u64 = 6;
const UNIT: u64 = 7;
const INTEGER: u64 = 8;
const FLOAT: u64 = 9;
pub(super) const CALL_SITE_LOC: u64 = 10;
pub(super) const FILE_LINE_COL_LOC: u64 = 11;
pub(super) const FUSED_LOC: u64 = 12;
pub(super) const FUSED_LOC_WITH_METADATA: u64 = 13;
pub(super) const NAME_LOC: u64 = 14;
pub(super) const UNKNOWN_LOC: u64 = 15;
pub(super) const DENSE_RESOURCE: u64 = 16;
pub(super) const DENSE_ARRAY: u64 = 17;
pub(super) const DENSE_ELEMENTS: u64 = 18;
pub(super) const DENSE_STRING: u64 = 19;
pub(super) const SPARSE: u64 = 20;
const DISTINCT: u64 = 21;
pub(super) const FILE_LINE_COL_RANGE: u64 = 22;

/// Returns the encoding of the string with a number.
pub(crate) fn encoded_string(number: u64) -> Vec<u8> {
    let mut encoding = Vec::new();
    push_varint(&mut encoding, STRING);
    push_varint(&mut encoding, number);
    encoding
}

/// Writes an attribute; false if it has no encoding.
pub(crate) fn write(data: &AttrData, writer: &mut impl BuiltinWriter) -> bool {
    match data {
        AttrData::Array(items) => {
            writer.write_varint(ARRAY);
            writer.write_varint(items.len() as u64);
            items.iter().for_each(|&item| writer.write_attribute(item));
        }
        AttrData::Dict(entries) => {
            writer.write_varint(DICTIONARY);
            writer.write_varint(entries.len() as u64);
            for &(name, value) in entries {
                write_string_attr(writer, name);
                writer.write_attribute(value);
            }
        }
        &AttrData::String { value, ty } => {
            writer.write_varint(if ty == Type::NONE { STRING } else { TYPED_STRING });
            writer.write_text(value);
            if ty != Type::NONE {
                writer.write_type(ty);
            }
        }
        AttrData::SymbolRef { root, nested } => {
            writer.write_varint(if nested.is_empty() { FLAT_SYMBOL_REF } else { SYMBOL_REF });
            write_string_attr(writer, *root);
            if !nested.is_empty() {
                writer.write_varint(nested.len() as u64);
                for &name in nested {
                    let reference = writer.cx().flat_symbol_ref(name);
                    writer.write_attribute(reference);
                }
            }
        }
        &AttrData::Type(ty) => {
            writer.write_varint(TYPE);
            writer.write_type(ty);
        }
        AttrData::Unit => writer.write_varint(UNIT),
        AttrData::Integer { ty, value } => {
            writer.write_varint(INTEGER);
            writer.write_type(*ty);
            writer.write_ap_int(value);
        }
        &AttrData::Float { ty, bits } => {
            writer.write_varint(FLOAT);
            writer.write_type(ty);
            let width = ty.number_width(writer.cx());
            writer.write_ap_int(&ApInt::from_words(width, &bits));
        }
        // As text it keeps its number in the file, which texts that have it in them refer to.
        AttrData::Distinct { .. } if !writer.cx().matches_upstream() => return false,
        AttrData::Distinct { attr, .. } => {
            writer.write_varint(DISTINCT);
            writer.write_attribute(*attr);
        }
        AttrData::Loc(loc) => locations::write(loc, writer),
        AttrData::DenseArray { .. }
        | AttrData::DenseElements { .. }
        | AttrData::DenseString { .. }
        | AttrData::DenseResource { .. }
        | AttrData::Sparse { .. } => elements::write(data, writer),
        AttrData::AffineMap(_)
        | AttrData::IntegerSet(_)
        | AttrData::StridedLayout { .. }
        | AttrData::Opaque { .. }
        | AttrData::Encoded(_)
        | AttrData::Dialect { .. }
        | AttrData::Null => return false,
    }
    true
}

/// Reads an attribute.
pub(super) fn read(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let code = reader.read_varint()?;
    Ok(match code {
        ARRAY => {
            let items = read_list(reader, |reader| reader.read_attribute())?;
            items.iter().for_each(|&item| note_location(reader, item));
            reader.cx().array_attr(&items)
        }
        DICTIONARY => {
            let entries =
                read_list(reader, |reader| Ok((read_string_attr(reader)?, reader.read_attribute()?)))?;
            entries.iter().for_each(|&(_, value)| note_location(reader, value));
            if entries.iter().any(|&(name, _)| name == Str::EMPTY) {
                return Err(reader.error("an attribute in a dictionary has no name".into()));
            }
            let cx = reader.cx();
            let count = entries.len();
            let dict = cx.dict(entries);
            if dict.as_dict(cx).map_or(0, <[_]>::len) != count {
                return Err(reader.error("an attribute occurs more than once in a dictionary".into()));
            }
            dict
        }
        STRING => {
            let text = reader.read_string()?;
            reader.cx().str_attr(text)
        }
        TYPED_STRING => {
            let value = reader.read_string()?;
            let ty = reader.read_type()?;
            reader.cx().attr(AttrData::String { value, ty })
        }
        FLAT_SYMBOL_REF => {
            let root = read_string_attr(reader)?;
            reader.cx().flat_symbol_ref(root)
        }
        SYMBOL_REF => {
            let root = read_string_attr(reader)?;
            let nested = read_list(reader, |reader| {
                let attr = reader.read_attribute()?;
                let name = attr.as_flat_symbol_ref(reader.cx());
                name.ok_or_else(|| wrong_class(reader, "FlatSymbolRefAttr", attr))
            })?;
            reader.cx().attr(AttrData::SymbolRef { root, nested: nested.into() })
        }
        TYPE => {
            let ty = reader.read_type()?;
            reader.cx().type_attr(ty)
        }
        UNIT => Attr::UNIT,
        INTEGER => {
            let ty = reader.read_type()?;
            let width = if ty == Type::INDEX { Some(64) } else { int_width(reader, ty) };
            let Some(width) = width else {
                let text = reader.cx().type_text(ty);
                let message = format!("expected integer or index type for IntegerAttr, but got: '{text}'");
                return Err(reader.error(message));
            };
            let value = reader.read_ap_int(width)?;
            reader.cx().attr(AttrData::Integer { ty, value })
        }
        FLOAT => {
            let ty = reader.read_type()?;
            let Some(kind) = ty.float_kind(reader.cx()) else {
                return Err(reader.error("expected a type of floats for FloatAttr".into()));
            };
            let bits = reader.read_ap_int(kind.width())?.low_u128();
            reader.cx().attr(AttrData::Float { ty, bits: [bits as u64, (bits >> 64) as u64] })
        }
        DISTINCT => {
            let attr = reader.read_attribute()?;
            reader.cx().fresh_distinct(attr)
        }
        CALL_SITE_LOC
        | FILE_LINE_COL_LOC
        | FUSED_LOC
        | FUSED_LOC_WITH_METADATA
        | NAME_LOC
        | UNKNOWN_LOC
        | FILE_LINE_COL_RANGE => locations::read(code, reader)?,
        DENSE_RESOURCE | DENSE_ARRAY | DENSE_ELEMENTS | DENSE_STRING | SPARSE => {
            elements::read(code, reader)?
        }
        _ => return Err(reader.error(format!("unknown attribute code: {code}"))),
    })
}

/// Returns the width of an integer type.
fn int_width(reader: &mut dyn DialectBytecodeReader, ty: Type) -> Option<u32> {
    ty.bit_width(reader.cx()).filter(|_| ty.is_integer(reader.cx()))
}
