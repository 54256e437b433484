//! The interfaces of dialects and ops for bytecode files: encodings of attributes, types and properties, and versions.
//!
//! A dialect implements [`BytecodeDialectInterface`] to encode its attributes and types in fewer bytes than
//! their text, to write a version, and to upgrade IR of earlier versions. An op implements
//! [`BytecodeOpInterface`] if its properties are not encoded as a sequence of attributes. Names are
//! upstream's; reader and writer are in the crate that knows the format.

use std::any::Any;
use std::sync::Arc;

use terrace_support::apint::ApInt;

use crate::attrs::Attr;
use crate::blob::Blob;
use crate::context::Context;
use crate::diag::CheckResult;
use crate::ir::Ir;
use crate::strings::Str;
use crate::types::Type;

/// The version of a dialect, of a type that the dialect chooses.
pub type DialectVersion = Arc<dyn Any + Send + Sync>;

/// Reading failed. The reader keeps the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadFailed;

/// The result of reading bytecode.
pub type ReadResult<T> = Result<T, ReadFailed>;

/// A reader of the encodings of a dialect's types and attributes.
///
/// Reading must have no side effects: an entry may be read again from its start once the entries it refers to are
/// resolved.
pub trait DialectBytecodeReader {
    /// Returns the context.
    fn cx(&self) -> &Context;

    /// Records an error; the first one is reported.
    fn error(&mut self, message: String) -> ReadFailed;

    /// Returns the version of the format.
    fn bytecode_version(&self) -> u64;

    /// Returns the version of a dialect that the file was written by, or `None` if it has none or does not use the dialect.
    ///
    /// # Errors
    ///
    /// If the version cannot be read.
    fn dialect_version(&mut self, dialect: &str) -> ReadResult<Option<DialectVersion>>;

    /// Reads a reference to an attribute.
    ///
    /// # Errors
    ///
    /// If there is none, or if the attribute itself cannot be read.
    fn read_attribute(&mut self) -> ReadResult<Attr>;

    /// Reads a reference to an attribute that may be absent, as [`Attr::NULL`].
    ///
    /// # Errors
    ///
    /// As [`read_attribute`](Self::read_attribute).
    fn read_optional_attribute(&mut self) -> ReadResult<Attr>;

    /// Reads a reference to a type.
    ///
    /// # Errors
    ///
    /// If there is none, or if the type itself cannot be read.
    fn read_type(&mut self) -> ReadResult<Type>;

    /// Reads a reference to a resource of a dialect; returns its key in the context.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn read_resource_handle(&mut self) -> ReadResult<Str>;

    /// Reads an unsigned integer of variable width.
    ///
    /// # Errors
    ///
    /// At the end of the data.
    fn read_varint(&mut self) -> ReadResult<u64>;

    /// Reads a byte.
    ///
    /// # Errors
    ///
    /// At the end of the data.
    fn read_byte(&mut self) -> ReadResult<u8>;

    /// Reads a reference to a string.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn read_string(&mut self) -> ReadResult<Str>;

    /// Reads a length and as many bytes.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    fn read_blob(&mut self) -> ReadResult<&[u8]>;

    /// Reads a length and as many bytes, which stay a part of the file if there are many.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    fn read_shared_blob(&mut self) -> ReadResult<Blob> {
        Ok(self.read_blob()?.to_vec().into())
    }

    /// Returns how many bytes are left of the encoding: a list cannot have more elements.
    fn remaining(&self) -> usize;

    /// Reads a signed integer of variable width.
    ///
    /// # Errors
    ///
    /// At the end of the data.
    fn read_signed_varint(&mut self) -> ReadResult<i64> {
        let raw = self.read_varint()?;
        Ok((raw >> 1) as i64 ^ -((raw & 1) as i64))
    }

    /// Reads an integer of variable width whose lowest bit is a flag.
    ///
    /// # Errors
    ///
    /// At the end of the data.
    fn read_varint_with_flag(&mut self) -> ReadResult<(u64, bool)> {
        let raw = self.read_varint()?;
        Ok((raw >> 1, raw & 1 != 0))
    }

    /// Reads a byte as true or false.
    ///
    /// # Errors
    ///
    /// At the end of the data.
    fn read_bool(&mut self) -> ReadResult<bool> {
        Ok(self.read_byte()? != 0)
    }

    /// Reads the number of elements of a list, each of which takes a byte or more.
    ///
    /// # Errors
    ///
    /// If the rest of the encoding is too short for that number.
    fn read_length(&mut self) -> ReadResult<usize> {
        let length = self.read_varint()?;
        match usize::try_from(length) {
            Ok(length) if length <= self.remaining() => Ok(length),
            _ => {
                let left = self.remaining();
                Err(self.error(format!("a list of {length} elements in {left} bytes")))
            }
        }
    }

    /// Reads an integer of a width that is known from elsewhere.
    ///
    /// # Errors
    ///
    /// At the end of the data, or if it is wider.
    fn read_ap_int(&mut self, width: u32) -> ReadResult<ApInt> {
        if width <= 8 {
            return Ok(ApInt::new(width, u64::from(self.read_byte()?)));
        }
        if width <= 64 {
            return Ok(ApInt::new(width, self.read_signed_varint()? as u64));
        }
        let length = self.read_length()?;
        let mut words = Vec::with_capacity(length.min(width.div_ceil(64) as usize));
        for _ in 0..length {
            words.push(self.read_signed_varint()? as u64);
        }
        Ok(ApInt::from_words(width, &words))
    }

    /// Reads integers that are mostly zero into `array`; those that are not written stay as they are.
    ///
    /// # Errors
    ///
    /// At the end of the data, or if there are more than `array` has.
    fn read_sparse_array(&mut self, array: &mut [i32]) -> ReadResult<()> {
        let (count, sparse) = self.read_varint_with_flag()?;
        if count == 0 {
            return Ok(());
        }
        let len = array.len();
        if !sparse {
            if count > len as u64 {
                let message = format!("trying to read an array of {count} but only {len} storage available.");
                return Err(self.error(message));
            }
            for value in array.iter_mut().take(count as usize) {
                *value = self.read_varint()? as i32;
            }
            return Ok(());
        }
        let bits = self.read_varint()?;
        if bits > 8 {
            return Err(self.error(format!("reading sparse array with indexing above 8 bits: {bits}")));
        }
        for _ in 0..count {
            let pair = self.read_varint()?;
            let index = pair & !(u64::MAX << bits);
            let Some(value) = array.get_mut(index as usize) else {
                let message =
                    format!("reading a sparse array found index {index} but only {len} storage available.");
                return Err(self.error(message));
            };
            *value = (pair >> bits) as i32;
        }
        Ok(())
    }
}

/// A writer of the encodings of a dialect's types and attributes. Each encoding is written twice, the first time to
/// number its references; both must be the same.
pub trait DialectBytecodeWriter {
    /// Returns the context.
    fn cx(&self) -> &Context;

    /// Returns the version of the format.
    fn bytecode_version(&self) -> u64;

    /// Returns the version of a dialect that the file is to be written for, or `None` if that is the current one.
    fn dialect_version(&self, dialect: &str) -> Option<DialectVersion>;

    /// Writes a reference to an attribute.
    fn write_attribute(&mut self, attr: Attr);

    /// Writes a reference to an attribute that may be absent, as [`Attr::NULL`].
    fn write_optional_attribute(&mut self, attr: Attr);

    /// Writes a reference to a type.
    fn write_type(&mut self, ty: Type);

    /// Writes a reference to a resource of a dialect, by its key in the context.
    fn write_resource_handle(&mut self, dialect: &str, key: Str);

    /// Writes an unsigned integer of variable width.
    fn write_varint(&mut self, value: u64);

    /// Writes a byte.
    fn write_byte(&mut self, byte: u8);

    /// Writes a reference to a string.
    fn write_string(&mut self, text: &[u8]);

    /// Writes a length and the bytes.
    fn write_blob(&mut self, bytes: &[u8]);

    /// Writes a length and the bytes of a constant, which need not be copied.
    fn write_shared_blob(&mut self, blob: &Blob) {
        self.write_blob(blob);
    }

    /// Writes a signed integer of variable width.
    fn write_signed_varint(&mut self, value: i64) {
        self.write_varint((value << 1 ^ value >> 63) as u64);
    }

    /// Writes an integer of variable width whose lowest bit is a flag.
    fn write_varint_with_flag(&mut self, value: u64, flag: bool) {
        self.write_varint(value << 1 | u64::from(flag));
    }

    /// Writes true or false as a byte.
    fn write_bool(&mut self, value: bool) {
        self.write_byte(u8::from(value));
    }

    /// Writes an integer whose width is known from elsewhere when it is read.
    fn write_ap_int(&mut self, value: &ApInt) {
        let words = value.words();
        match value.width() {
            0..=8 => self.write_byte(words[0] as u8),
            9..=64 => self.write_signed_varint(words[0] as i64),
            _ => {
                let active = words.iter().rposition(|&word| word != 0).map_or(1, |last| last + 1);
                self.write_varint(active as u64);
                for &word in &words[..active] {
                    self.write_signed_varint(word as i64);
                }
            }
        }
    }

    /// Writes integers that are mostly zero.
    fn write_sparse_array(&mut self, array: &[i32]) {
        let count = array.iter().filter(|&&value| value != 0).count();
        let last = array.iter().rposition(|&value| value != 0).unwrap_or(0);
        if last > 256 || count > array.len() / 2 {
            self.write_varint_with_flag(array.len() as u64, false);
            array.iter().for_each(|&value| self.write_varint(i64::from(value) as u64));
            return;
        }
        self.write_varint_with_flag(count as u64, true);
        if count == 0 {
            return;
        }
        let bits = (last + 1).next_power_of_two().trailing_zeros();
        self.write_varint(u64::from(bits));
        for (index, &value) in array.iter().enumerate().filter(|(_, value)| **value != 0) {
            self.write_varint(u64::from((value as u32) << bits | index as u32));
        }
    }
}

/// The encodings and versions of a dialect.
pub trait BytecodeDialectInterface: Send + Sync {
    /// Reads an attribute that [`write_attribute`](Self::write_attribute) wrote, of this version of the dialect or an earlier one.
    ///
    /// # Errors
    ///
    /// If it is not well-formed.
    fn read_attribute(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        Err(reader.error("dialect does not support reading attributes from bytecode".into()))
    }

    /// Reads a type that [`write_type`](Self::write_type) wrote, of this version of the dialect or an earlier one.
    ///
    /// # Errors
    ///
    /// If it is not well-formed.
    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        Err(reader.error("dialect does not support reading types from bytecode".into()))
    }

    /// Writes an attribute of the dialect; false, with nothing written, if its text is to be written.
    fn write_attribute(&self, _attr: Attr, _writer: &mut dyn DialectBytecodeWriter) -> bool {
        false
    }

    /// Writes a type of the dialect; false, with nothing written, if its text is to be written.
    fn write_type(&self, _ty: Type, _writer: &mut dyn DialectBytecodeWriter) -> bool {
        false
    }

    /// Writes the version of the dialect; a dialect without versions writes nothing.
    fn write_version(&self, _writer: &mut dyn DialectBytecodeWriter) {}

    /// Reads the version that a file was written by.
    ///
    /// # Errors
    ///
    /// If it is malformed, or newer than this dialect, which the message must state.
    fn read_version(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<DialectVersion> {
        Err(reader.error("dialect does not support versioning".into()))
    }

    /// Upgrades IR of an earlier version, in the bodies that are present: it is called once for each body of a file
    /// that has a version, together with others that are read at the same time. Bodies that were read before are
    /// detached.
    ///
    /// # Errors
    ///
    /// If the upgrade is impossible.
    fn upgrade_from_version(&self, _ir: &mut Ir, _version: &DialectVersion) -> CheckResult {
        Ok(())
    }
}

/// The bytecode encoding of an inherent attribute that upstream stores as a native property.
pub struct NativeProperty {
    /// Writes the value of an attribute.
    pub write: fn(Attr, &mut dyn DialectBytecodeWriter),
    /// Reads a value; returns its attribute.
    pub read: fn(&mut dyn DialectBytecodeReader) -> ReadResult<Attr>,
}

/// The bytecode encoding of an op's properties, segment sizes included, for ops that do not encode each as a reference
/// to an attribute.
pub trait BytecodeOpInterface: Send + Sync {
    /// Writes the properties, in the order of the op's slots.
    fn write_properties(&self, props: &[Attr], writer: &mut dyn DialectBytecodeWriter);

    /// Reads the properties into the op's slots; those that stay [`Attr::NULL`] get their default.
    ///
    /// # Errors
    ///
    /// If they are not well-formed.
    fn read_properties(&self, reader: &mut dyn DialectBytecodeReader, props: &mut [Attr]) -> ReadResult<()>;
}
