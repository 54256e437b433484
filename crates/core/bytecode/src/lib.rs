//! The bytecode format, versions 0 to 6: files are read and written.
//!
//! - [`encoding`] has the constants, [`config`] the options, [`mod@properties`] the encoding of op
//!   properties.
//! - [`reader`] reads an IR from a file, [`writer`] writes a file from an IR.
//! - [`stats`] describes the contents of a file without its dialects.
//! - [`builtin`] has the encodings of the attributes, types and locations that are part of the language; a dialect has its own
//!   ([`terrace_ir::bytecode`]).
//!
//! No dialect is known in this crate.

#![forbid(unsafe_code)]

mod builtin;
mod config;
mod encoding;
mod properties;
mod reader;
mod stats;
mod writer;

pub use builtin::builtin_encodings;
pub use config::{BytecodeReaderConfig, BytecodeWriterConfig, ReadCallback, WriteCallback};
pub use encoding::{CURRENT_VERSION, SECTIONS, SectionKind};
pub use reader::{
    EXTENSIONS, LazyBytecode, is_bytecode, open_lazily, read_bytecode, read_source, read_symbol,
    read_symbol_of,
};
pub use stats::{
    AttributeStats, BytecodeError, BytecodeHeader, BytecodeStats, DialectStats, OpStats, bytecode_stats,
};
pub use writer::{WriteError, WriteLosses, write_bytecode};
