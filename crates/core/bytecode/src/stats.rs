//! The contents of a file, determined without an IR and without its dialects.

use std::fmt;

use crate::encoding::{SECTIONS, SectionKind};
use crate::reader::cursor::{Cursor, FileError, Outcome};
use crate::reader::entry_table::EntryTable;
use crate::reader::file::{File, Header, Span};
use crate::reader::ops::{OpVisitor, RawBlock, RawOp, Visit, walk_ops};

/// An error that prevents reading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytecodeError {
    /// The error message.
    pub message: String,
    /// The offset from the start of the file, in bytes.
    pub offset: usize,
    /// The section that it is in; `None` outside of all sections.
    pub section: Option<SectionKind>,
}

impl fmt::Display for BytecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at offset {}", self.message, self.offset)?;
        self.section.map_or(Ok(()), |section| write!(f, " in section {}", section.name()))
    }
}

impl std::error::Error for BytecodeError {}

impl From<Box<FileError>> for BytecodeError {
    fn from(error: Box<FileError>) -> Self {
        Self { message: error.message, offset: error.offset, section: error.section }
    }
}

/// The header of a bytecode file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytecodeHeader {
    /// The version of the format.
    pub version: u64,
    /// The producer string.
    pub producer: String,
}

impl BytecodeHeader {
    /// Reads the start of a file.
    ///
    /// # Errors
    ///
    /// If the file is cut short there, or of a version that is not known.
    pub fn read(bytes: &[u8]) -> Result<Self, BytecodeError> {
        let (Header { version, producer }, _) = Header::read(bytes)?;
        Ok(Self { version, producer })
    }
}

/// A dialect that a file is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectStats {
    /// Its namespace.
    pub name: String,
    /// Its version, as the dialect encodes it; `None` if it has none.
    pub version: Option<Vec<u8>>,
    /// The number of the dialect's ops.
    pub ops: u64,
    /// The number of the dialect's attributes, and their size in bytes.
    pub attributes: (usize, usize),
    /// The same for types.
    pub types: (usize, usize),
}

/// The ops of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpStats {
    /// The full name.
    pub name: String,
    /// The number of such ops.
    pub count: u64,
    /// Whether the op was registered when the file was written, if recorded.
    pub registered: Option<bool>,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeStats {
    /// Its number in the file.
    pub number: usize,
    /// The namespace of its dialect.
    pub dialect: String,
    /// Its size in bytes.
    pub size: usize,
    /// Its text, if it is kept as text.
    pub text: Option<String>,
}

/// Statistics of a bytecode file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytecodeStats {
    /// The version of the format.
    pub version: u64,
    /// The producer string.
    pub producer: String,
    /// The size of the file.
    pub size: usize,
    /// The present sections and their sizes, by kind.
    pub sections: Vec<(SectionKind, usize)>,
    /// The number of strings.
    pub strings: usize,
    /// The dialects, in the order of the file.
    pub dialects: Vec<DialectStats>,
    /// The ops by name, the most frequent first.
    pub ops: Vec<OpStats>,
    /// The number of blocks.
    pub blocks: u64,
    /// The attributes, the largest first.
    pub attributes: Vec<AttributeStats>,
    /// The number of types.
    pub types: usize,
    /// The number of distinct properties of ops.
    pub properties: usize,
    /// Resources: the group, the key and the size in bytes.
    pub resources: Vec<(String, String, usize)>,
}

/// Counts ops and blocks.
struct Counter<'f, 'a> {
    file: &'f File<'a>,
    ops: Vec<u64>,
    blocks: u64,
}

impl<'a> OpVisitor<'a> for Counter<'_, 'a> {
    fn op(&mut self, op: &RawOp, cursor: &Cursor<'a>) -> Outcome<Visit> {
        let name = cursor.index(op.name, self.file.op_names.len(), "operation name")?;
        self.ops[name] += 1;
        Ok(Visit::Regions)
    }

    fn begin_region(&mut self, _blocks: usize, _values: u64, _cursor: &Cursor<'a>) -> Outcome<()> {
        Ok(())
    }

    fn block(&mut self, _block: &RawBlock, _cursor: &Cursor<'a>) -> Outcome<()> {
        self.blocks += 1;
        Ok(())
    }

    fn end_region(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn end_op(&mut self) -> Outcome<()> {
        Ok(())
    }
}

/// Returns the statistics of a file.
///
/// # Errors
///
/// If the file is not well-formed. Dialect encodings are not checked.
pub fn bytecode_stats(bytes: &[u8]) -> Result<BytecodeStats, BytecodeError> {
    let (header, rest) = Header::read(bytes)?;
    let file = File::read(bytes, &header, rest)?;
    let mut counter = Counter { file: &file, ops: vec![0; file.op_names.len()], blocks: 0 };
    walk_ops(file.section(SectionKind::Ir), file.version, &mut counter)
        .map_err(|error| file.within_section(error))?;
    let Counter { ops: counts, blocks, .. } = counter;
    let text = |span: Span| String::from_utf8_lossy(file.bytes(span)).into_owned();
    let size = |span: Span| file.bytes(span).len();
    let per_dialect = |table: &EntryTable| {
        let mut sums = vec![(0, 0); file.dialects.len()];
        for entry in table.iter(bytes) {
            let (count, bytes) = &mut sums[entry.dialect as usize];
            (*count, *bytes) = (*count + 1, *bytes + size(entry.data));
        }
        sums
    };
    let (attribute_sums, type_sums) = (per_dialect(&file.attributes), per_dialect(&file.types));
    let mut op_sums = vec![0; file.dialects.len()];
    for (name, count) in file.op_names.iter().zip(&counts) {
        op_sums[name.dialect as usize] += count;
    }
    let dialects = file.dialects.iter().enumerate().map(|(number, dialect)| DialectStats {
        name: text(dialect.name),
        version: dialect.version.map(|version| file.bytes(version).to_vec()),
        ops: op_sums[number],
        attributes: attribute_sums[number],
        types: type_sums[number],
    });
    let mut ops: Vec<OpStats> = file
        .op_names
        .iter()
        .zip(&counts)
        .map(|(name, &count)| {
            let (dialect, own) = (file.dialect_name(name.dialect), text(name.name));
            let name_text = if own.is_empty() { dialect } else { format!("{dialect}.{own}") };
            OpStats { name: name_text, count, registered: name.registered }
        })
        .collect();
    ops.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let mut attributes: Vec<AttributeStats> = file
        .attributes
        .iter(bytes)
        .enumerate()
        .map(|(number, entry)| AttributeStats {
            number,
            dialect: file.dialect_name(entry.dialect),
            size: size(entry.data),
            text: (!entry.encoded).then(|| text(entry.data).trim_end_matches('\0').to_owned()),
        })
        .collect();
    attributes.sort_by_key(|attribute| std::cmp::Reverse(attribute.size));
    let resources = file.resources.iter().flat_map(|group| {
        let name = text(group.name);
        group.resources.iter().map(move |entry| (name.clone(), text(entry.key), size(entry.data)))
    });
    let sections = SECTIONS.iter().filter_map(|&kind| Some((kind, size(file.sections[kind as usize]?))));
    Ok(BytecodeStats {
        version: header.version,
        producer: header.producer.clone(),
        size: bytes.len(),
        sections: sections.collect(),
        strings: file.strings.len(),
        dialects: dialects.collect(),
        ops,
        blocks,
        attributes,
        types: file.types.len(),
        properties: file.properties.len(),
        resources: resources.collect(),
    })
}
