//! Reads an IR from a file.

mod build;
pub(crate) mod cursor;
pub(crate) mod entry_table;
pub(crate) mod file;
mod lazy;
pub(crate) mod ops;
mod property_table;
pub(crate) mod resources;
mod scopes;
mod slots;
mod state;

use std::ops::Range;
use std::sync::Arc;

use terrace_asm::{ParseOptions, ParseOutput, assemble, finish_top_level, parse_source};
use terrace_diag::{BufferId, SourceMap};
use terrace_ir::dialect_interfaces::MlirReaderDialectInterface;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::resources::ResourceValue;
use terrace_ir::{Blob, Context, Diag, Ir, Loc};

use crate::config::BytecodeReaderConfig;
use crate::encoding::{MAGIC, SectionKind};
pub use lazy::{LazyBytecode, open_lazily, read_symbol, read_symbol_of};

use build::Builder;
use cursor::{FileError, Outcome};
use file::{File, Header};
use slots::Tables;
use state::State;

/// Returns whether these bytes claim to be a bytecode file.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The reader of modules that other crates find in the dialect builtin.
pub static EXTENSIONS: &[&DialectExtension] = &[&DialectExtension {
    dialect: "builtin",
    dialect_interfaces: &[&(&ModuleReader as &dyn MlirReaderDialectInterface)],
    ..EMPTY_EXTENSION
}];

struct ModuleReader;

impl MlirReaderDialectInterface for ModuleReader {
    fn read(&self, cx: &Arc<Context>, bytes: Vec<u8>, name: &str) -> Result<Ir, Vec<Box<Diag>>> {
        let too_large = |_| vec![Diag::error(Loc::UNKNOWN, format!("'{name}' is too large"))];
        let mut sources = SourceMap::new();
        let buffer = sources.add(name.to_owned(), bytes).map_err(too_large)?;
        let read = read_source(cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let mut module = read.ir.ok_or(read.diags)?;
        module.resolve_locations();
        Ok(module)
    }
}

/// Reads one buffer of `sources`, or the part of it in `range`: bytecode or text, distinguished by the first bytes.
/// Errors are in the output.
pub fn read_source(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    buffer: BufferId,
    range: Option<Range<usize>>,
    options: ParseOptions,
) -> ParseOutput {
    let owner = sources.buffer(buffer).shared_bytes();
    let bytes = sources.buffer(buffer).bytes();
    let part = range.clone().unwrap_or(0..bytes.len());
    match is_bytecode(&bytes[part.clone()]) {
        true => {
            let name = sources.buffer(buffer).name().clone();
            let file = Blob::part_of(owner, part);
            read_bytecode(cx, sources, &file, &name, options, &BytecodeReaderConfig::default())
        }
        false => parse_source(cx, sources, buffer, range, options),
    }
}

/// Reads a bytecode file; large constants refer to slices of it. `name` is the file name in locations. Errors
/// are in the output.
pub fn read_bytecode(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    bytes: &Blob,
    name: &str,
    options: ParseOptions,
    config: &BytecodeReaderConfig,
) -> ParseOutput {
    let place = Loc::from_attr(cx.file_loc(cx.str(name), 0, 0));
    let failed = |diags| ParseOutput { ir: None, diags, external: Vec::new() };
    let (header, rest) = match Header::read(bytes) {
        Ok(read) => read,
        Err(error) => return failed(vec![diagnostic(place, &error, None, None)]),
    };
    let file = match File::read(bytes, &header, rest) {
        Ok(file) => file,
        Err(error) => return failed(vec![diagnostic(place, &error, Some(&header), None)]),
    };
    match build(cx, sources, bytes, &file, options, place, config) {
        Ok((ir, external)) => ParseOutput { ir: Some(ir), diags: Vec::new(), external },
        Err(Failure::File(error)) => {
            failed(vec![diagnostic(place, &error, Some(&header), file.section_at(error.offset))])
        }
        Err(Failure::Upgrade(diag)) => failed(vec![diag]),
    }
}

enum Failure {
    File(Box<FileError>),
    Upgrade(Box<Diag>),
}

impl From<Box<FileError>> for Failure {
    fn from(error: Box<FileError>) -> Self {
        Self::File(error)
    }
}

type External = Vec<(String, String, ResourceValue)>;

fn build(
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    whole: &Blob,
    file: &File<'_>,
    options: ParseOptions,
    place: Loc,
    config: &BytecodeReaderConfig,
) -> Result<(Ir, External), Failure> {
    let mut state = State::new(cx, whole, file, config, Tables::new(cx, file, config));
    let external = state.read_resources()?;
    state.read_positions();
    let mut ir = build_ops(&mut state, cx, sources, options, place)?;
    ir.external.clone_from(&external);
    ir.origin = state.origin()?.map(Arc::new);
    for dialect in state.versions() {
        dialect.upgrade(&mut ir, place).map_err(Failure::Upgrade)?;
    }
    // Large constants, if there are any, are loaded again when they are looked at.
    terrace_support::file::release(whole);
    Ok((ir, external))
}

fn build_ops(
    state: &mut State<'_>,
    cx: &Arc<Context>,
    sources: &Arc<SourceMap>,
    options: ParseOptions,
    place: Loc,
) -> Outcome<Ir> {
    let section = state.file.section(SectionKind::Ir);
    let version = state.file.version;
    let mut builder = Builder::new(state);
    ops::walk_ops(section, version, &mut builder)?;
    let (top, mut bodies, count) = builder.finish(&section)?;
    finish_top_level(cx, top, &mut bodies, options.implicit_module.then_some(place))
        .map_err(|message| section.error(message))?;
    Ok(assemble(cx, sources.clone(), bodies, count))
}

/// Returns the diagnostic about a file: the message, the version and producer if they were read, and the
/// position of the error.
fn diagnostic(
    place: Loc,
    error: &FileError,
    header: Option<&Header>,
    section: Option<SectionKind>,
) -> Box<Diag> {
    let mut diag = Diag::error(place, error.message.clone());
    if let Some(Header { version, producer }) = header {
        diag = diag.note(place, format!("in bytecode version {version} produced by: {producer}"));
    }
    let section =
        section.or(error.section).map_or(String::new(), |kind| format!(" in section {}", kind.name()));
    diag.note(place, format!("at offset {}{section}", error.offset))
}
