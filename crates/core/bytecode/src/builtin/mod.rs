//! The encodings of attributes, types and locations that are part of the language.
//!
//! Each encoding begins with a code that identifies its kind. Affine maps and sets, strided layouts and float
//! types of at most eight bits have no encoding, and are written as text.

pub(crate) mod attributes;
mod elements;
pub(crate) mod locations;
pub(crate) mod types;

use terrace_ir::bytecode::{
    BytecodeDialectInterface, DialectBytecodeReader, DialectBytecodeWriter, DialectVersion, ReadResult,
};
use terrace_ir::{Attr, AttrData, Blob, Context, Str, Type};

/// The encodings of the dialect `builtin`. Files are written by [`attributes::write`] and [`types::write`], without an
/// indirection.
pub(crate) struct BuiltinBytecode;

impl BytecodeDialectInterface for BuiltinBytecode {
    fn read_attribute(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        attributes::read(reader)
    }

    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        types::read(reader)
    }

    fn write_attribute(&self, attr: Attr, writer: &mut dyn DialectBytecodeWriter) -> bool {
        // The writer changes while the attribute stays as it is.
        let data = attr.data(writer.cx()).clone();
        attributes::write(&data, &mut DynWriter(writer))
    }

    fn write_type(&self, ty: Type, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let data = ty.data(writer.cx()).clone();
        types::write(&data, &mut DynWriter(writer))
    }
}

/// Returns the encodings of the dialect `builtin`, for callbacks that write other attributes and types as such.
pub fn builtin_encodings() -> &'static dyn BytecodeDialectInterface {
    &BuiltinBytecode
}

/// Any writer.
struct DynWriter<'w>(&'w mut dyn DialectBytecodeWriter);

impl BuiltinWriter for DynWriter<'_> {
    fn string_attr(&self, text: Str) -> Attr {
        self.0.cx().str_attr(text)
    }
}

impl DialectBytecodeWriter for DynWriter<'_> {
    fn cx(&self) -> &Context {
        self.0.cx()
    }

    fn bytecode_version(&self) -> u64 {
        self.0.bytecode_version()
    }

    fn dialect_version(&self, dialect: &str) -> Option<DialectVersion> {
        self.0.dialect_version(dialect)
    }

    fn write_attribute(&mut self, attr: Attr) {
        self.0.write_attribute(attr);
    }

    fn write_optional_attribute(&mut self, attr: Attr) {
        self.0.write_optional_attribute(attr);
    }

    fn write_type(&mut self, ty: Type) {
        self.0.write_type(ty);
    }

    fn write_resource_handle(&mut self, dialect: &str, key: Str) {
        self.0.write_resource_handle(dialect, key);
    }

    fn write_varint(&mut self, value: u64) {
        self.0.write_varint(value);
    }

    fn write_byte(&mut self, byte: u8) {
        self.0.write_byte(byte);
    }

    fn write_string(&mut self, text: &[u8]) {
        self.0.write_string(text);
    }

    fn write_blob(&mut self, bytes: &[u8]) {
        self.0.write_blob(bytes);
    }

    fn write_shared_blob(&mut self, blob: &Blob) {
        self.0.write_shared_blob(blob);
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

/// A writer of builtin encodings.
pub(crate) trait BuiltinWriter: DialectBytecodeWriter {
    /// Returns the attribute of a string, which is cached.
    fn string_attr(&self, text: Str) -> Attr;

    /// Writes a string, without a copy where possible.
    fn write_text(&mut self, text: Str) {
        let bytes = text.bytes(self.cx()).to_vec();
        self.write_string(&bytes);
    }
}

/// Writes a reference to the attribute of a string.
fn write_string_attr(writer: &mut impl BuiltinWriter, text: Str) {
    let attr = writer.string_attr(text);
    writer.write_attribute(attr);
}

/// An error about an attribute of an unexpected kind.
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
