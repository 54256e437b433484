//! The encodings of attributes, types and locations that are part of the language.
//!
//! Each begins with a number that tells what follows. Affine maps and sets, strided layouts and the types of floats of
//! eight bits and fewer have no encoding, and are written as text.

pub(crate) mod attributes;
mod elements;
pub(crate) mod locations;
pub(crate) mod types;

use terrace_ir::bytecode::{
    BytecodeDialectInterface, DialectBytecodeReader, DialectBytecodeWriter, ReadResult,
};
use terrace_ir::{Attr, AttrData, Str, Type};

/// Reads the encodings of the dialect `builtin`. They are written by [`attributes::write`] and [`types::write`], for any writer.
pub(crate) struct BuiltinBytecode;

impl BytecodeDialectInterface for BuiltinBytecode {
    fn read_attribute(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        attributes::read(reader)
    }

    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        types::read(reader)
    }
}

/// Reads a list of references.
fn read_list<T>(
    reader: &mut dyn DialectBytecodeReader,
    mut element: impl FnMut(&mut dyn DialectBytecodeReader) -> ReadResult<T>,
) -> ReadResult<Vec<T>> {
    let length = reader.read_length()?;
    let mut list = Vec::with_capacity(length);
    for _ in 0..length {
        list.push(element(reader)?);
    }
    Ok(list)
}

/// Reads a reference to a string attribute; returns its text.
fn read_string_attr(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Str> {
    let attr = reader.read_attribute()?;
    match attr.as_string(reader.cx()) {
        Some(text) => Ok(text),
        None => Err(wrong_class(reader, "StringAttr", attr)),
    }
}

/// What builtin encodings are written to.
pub(crate) trait BuiltinWriter: DialectBytecodeWriter {
    /// Returns the attribute of a string, which is often that of the last call.
    fn string_attr(&self, text: Str) -> Attr;
}

/// Writes a reference to the attribute of a string.
fn write_string_attr(writer: &mut impl BuiltinWriter, text: Str) {
    let attr = writer.string_attr(text);
    writer.write_attribute(attr);
}

/// An error about an attribute that is of another class than the place asks for.
fn wrong_class(
    reader: &mut dyn DialectBytecodeReader,
    class: &str,
    attr: Attr,
) -> terrace_ir::bytecode::ReadFailed {
    let text = reader.cx().attr_text(attr);
    reader.error(format!("expected {class}, but got: {text}"))
}

/// Notes that a location may be part of another attribute, for the printer.
fn note_location(reader: &mut dyn DialectBytecodeReader, attr: Attr) {
    if matches!(attr.data(reader.cx()), AttrData::Loc(_)) {
        reader.cx().note_loc_attr();
    }
}
