//! What may be chosen when files are written and read.

use terrace_ir::bytecode::{DialectBytecodeReader, DialectBytecodeWriter, DialectVersion, ReadResult};
use terrace_ir::{Attr, Type};

use crate::encoding::CURRENT_VERSION;

/// Writes an attribute or type instead of its dialect; false, with nothing written, if it does not. It may set the name
/// under which the entry is grouped, which readers are told.
pub type WriteCallback<T> =
    Box<dyn Fn(T, &mut Option<String>, &mut dyn DialectBytecodeWriter) -> bool + Send + Sync>;

/// Reads an attribute or type of the group with this name instead of its dialect; `None` if it does not.
pub type ReadCallback<T> =
    Box<dyn Fn(&mut dyn DialectBytecodeReader, &str) -> ReadResult<Option<T>> + Send + Sync>;

/// How a file is written.
pub struct BytecodeWriterConfig {
    /// The version of the format.
    pub version: i64,
    /// What the file says that it was written by.
    pub producer: String,
    /// Whether resources are declared without their data.
    pub elide_resource_data: bool,
    /// The versions of dialects to write for; those that are not listed are written as they are.
    pub dialect_versions: Vec<(String, DialectVersion)>,
    /// Asked for each attribute before its dialect, in order.
    pub attribute_callbacks: Vec<WriteCallback<Attr>>,
    /// Asked for each type before its dialect, in order.
    pub type_callbacks: Vec<WriteCallback<Type>>,
}

impl Default for BytecodeWriterConfig {
    fn default() -> Self {
        Self {
            version: CURRENT_VERSION as i64,
            producer: concat!("Terrace", env!("CARGO_PKG_VERSION")).to_owned(),
            elide_resource_data: false,
            dialect_versions: Vec::new(),
            attribute_callbacks: Vec::new(),
            type_callbacks: Vec::new(),
        }
    }
}

impl BytecodeWriterConfig {
    /// Returns the version of a dialect to write for, if one is set.
    pub(crate) fn dialect_version(&self, dialect: &str) -> Option<DialectVersion> {
        self.dialect_versions.iter().find(|(name, _)| name == dialect).map(|(_, version)| version.clone())
    }
}

/// How a file is read.
#[derive(Default)]
pub struct BytecodeReaderConfig {
    /// Asked for each attribute in an encoding before its dialect, in order.
    pub attribute_callbacks: Vec<ReadCallback<Attr>>,
    /// Asked for each type in an encoding before its dialect, in order.
    pub type_callbacks: Vec<ReadCallback<Type>>,
}
