//! Options of the bytecode writer and reader.

use terrace_ir::bytecode::{DialectBytecodeReader, DialectBytecodeWriter, DialectVersion, ReadResult};
use terrace_ir::{Attr, Type};
use terrace_support::options;

/// Encodes an attribute or type in place of its dialect; returns false, with nothing written, if it does not. It may
/// set the name of the entry's group, which readers receive.
pub type WriteCallback<T> =
    Box<dyn Fn(T, &mut Option<String>, &mut dyn DialectBytecodeWriter) -> bool + Send + Sync>;

/// Reads an attribute or type of the group with this name instead of its dialect; `None` if it does not.
pub type ReadCallback<T> =
    Box<dyn Fn(&mut dyn DialectBytecodeReader, &str) -> ReadResult<Option<T>> + Send + Sync>;

options! {
    /// Options of the bytecode writer.
    pub struct BytecodeWriterConfig {
        /// The version of the format; `None` for the current one, or that of the file whose unread parts the IR has.
        pub version: Option<i64>,
        /// The producer string in the file's header.
        pub producer: String,
        /// Whether resources are declared without their data.
        pub elide_resource_data: bool,
        /// The versions of dialects to write for; those that are not listed are written as they are.
        pub dialect_versions: Vec<(String, DialectVersion)>,
        /// Called for each attribute before its dialect's encoding, in order.
        pub attribute_callbacks: Vec<WriteCallback<Attr>>,
        /// Called for each type before its dialect's encoding, in order.
        pub type_callbacks: Vec<WriteCallback<Type>>,
    }
}

impl Default for BytecodeWriterConfig {
    fn default() -> Self {
        Self {
            version: None,
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

options! {
    /// Options of the bytecode reader.
    #[derive(Default)]
    pub struct BytecodeReaderConfig {
        /// Called for each encoded attribute before its dialect's encoding, in order.
        pub attribute_callbacks: Vec<ReadCallback<Attr>>,
        /// Called for each encoded type before its dialect's encoding, in order.
        pub type_callbacks: Vec<ReadCallback<Type>>,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use terrace_asm::{ParseOptions, ParseOutput, parse_source};
    use terrace_diag::SourceMap;
    use terrace_ir::{Context, Signedness, TypeData};

    use super::*;
    use crate::{read_bytecode, write_bytecode};

    fn read(cx: &Arc<Context>, bytes: &[u8], config: &BytecodeReaderConfig) -> ParseOutput {
        let options = ParseOptions::default().implicit_module(false);
        read_bytecode(cx, &Arc::default(), &bytes.to_vec().into(), "file", options, config)
    }

    #[test]
    fn callbacks_come_before_dialects() {
        let cx = Arc::new(Context::new(&[]));
        cx.set_allow_unregistered(true);
        let mut sources = SourceMap::new();
        let buffer = sources.add("text", "\"a.b\"() : () -> (i7, f32)".to_owned()).unwrap();
        let options = ParseOptions::default().implicit_module(false);
        let ir = parse_source(&cx, &Arc::new(sources), buffer, None, options).ir.unwrap();
        let mut config = BytecodeWriterConfig::default();
        config.type_callbacks.push(Box::new(|ty, group, writer| {
            let TypeData::Integer { width, .. } = *ty.data(writer.cx()) else { return false };
            *group = Some("widths".to_owned());
            writer.write_varint(u64::from(width));
            true
        }));
        let mut bytes = Vec::new();
        write_bytecode(&ir, ir.root().unwrap(), &config, &mut bytes).unwrap();

        let without = read(&cx, &bytes, &BytecodeReaderConfig::default());
        // The dialect of that name is not there, so that its types stay as they are.
        let kept = without.ir.unwrap();
        let types = kept.root().unwrap().result_types();
        assert!(matches!(types[0].data(&cx), TypeData::Encoded(part) if *part.data == [7 << 1 | 1]));
        let mut again = Vec::new();
        write_bytecode(&kept, kept.root().unwrap(), &BytecodeWriterConfig::default(), &mut again).unwrap();
        assert_eq!(again, bytes);
        let mut config = BytecodeReaderConfig::default();
        config.type_callbacks.push(Box::new(|reader, group| {
            if group != "widths" {
                // What is read before a callback declines is read again.
                reader.read_varint()?;
                return Ok(None);
            }
            let width = reader.read_varint()? as u32;
            Ok(Some(reader.cx().integer(width, Signedness::Signless)))
        }));
        let again = read(&cx, &bytes, &config).ir.unwrap();
        assert_eq!(again.root().unwrap().result_types(), ir.root().unwrap().result_types());
    }
}
