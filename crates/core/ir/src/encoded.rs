//! Unread parts of bytecode files, which are kept verbatim, and rewritten with the tables that they refer to.
//!
//! An encoding refers to attributes, types, strings and resources by their numbers in its file. Without
//! knowledge of the encoding the numbers cannot be changed, so that a file with such parts keeps its tables,
//! and new entries are appended.

use crate::blob::Blob;
use crate::handles::{Attr, Str, Type};
use crate::ids::OpName;

/// The section of a bytecode file that an unread part belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EncodedTable {
    /// An attribute.
    Attributes,
    /// A type.
    Types,
    /// The properties of an op.
    Properties,
}

/// An attribute, a type or the properties of an op, of a dialect that is not registered.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct EncodedPart {
    /// The file: [`BytecodeOrigin::id`].
    pub origin: u32,
    /// The section it belongs to.
    pub table: EncodedTable,
    /// Its number there.
    pub number: u32,
    /// The namespace of its dialect.
    pub dialect: Str,
    /// The encoding.
    pub data: Blob,
}

/// The number of bytes shown in the text of an encoding.
const SHOWN: usize = 32;

impl EncodedPart {
    /// Returns the text of the part, after the dialect. It is for display only: entries it refers to are not in it.
    pub fn text(&self) -> String {
        use std::fmt::Write;
        let what = match self.table {
            EncodedTable::Attributes | EncodedTable::Types => "encoded",
            EncodedTable::Properties => "encoded_properties",
        };
        let mut text = format!("{what} {} \"0x", self.number);
        for byte in self.data.iter().take(SHOWN) {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02X}");
        }
        text.push_str(if self.data.len() > SHOWN { "..\"" } else { "\"" });
        text
    }
}

/// A bytecode file with unread parts, and the entities that the others were parsed to, by number.
#[derive(Debug)]
pub struct BytecodeOrigin {
    /// Distinguishes the file from others that the context has read.
    pub id: u32,
    /// The file.
    pub file: Blob,
    /// The attributes; [`Attr::NULL`] where nothing refers to one.
    pub attributes: Vec<Attr>,
    /// The types.
    pub types: Vec<Option<Type>>,
    /// The names of ops.
    pub op_names: Vec<Option<OpName>>,
    /// The keys of resources of dialects in the context; `None` where the dialect is not registered.
    pub resources: Vec<Option<Str>>,
    /// The distinct attributes that texts of the file refer to by a number of the whole file, with these.
    pub distinct: Vec<(u64, Attr)>,
}
