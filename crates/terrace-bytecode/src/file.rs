//! The header, the sections, and the tables of strings, dialects and op names.

use crate::entries::Entries;
use crate::ir::check_ir;
use crate::reader::{NUM_SECTIONS, Outcome, Reader, index};

const MAGIC: &[u8] = b"ML\xefR";
/// The newest version there is.
const VERSION: u64 = 6;
/// From here on, dialects may have a version.
const DIALECT_VERSIONS: u64 = 1;
/// From here on, the number of op names is written, and locations of arguments may be left out.
pub(crate) const SHORT_ARGUMENTS: u64 = 4;
/// From here on, properties have a section.
const PROPERTIES: u64 = 5;

const SECTIONS: [&str; NUM_SECTIONS] = [
    "String (0)",
    "Dialect (1)",
    "AttrType (2)",
    "AttrTypeOffset (3)",
    "IR (4)",
    "Resource (5)",
    "ResourceOffset (6)",
    "DialectVersions (7)",
    "Properties (8)",
];

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytecodeError {
    /// The message, in upstream's words.
    pub message: String,
    /// Version and producer, if the header was read.
    pub origin: Option<(u64, String)>,
}

/// An op name: the dialect's index, and the name without the dialect.
pub(crate) struct Name<'a> {
    pub(crate) dialect: usize,
    pub(crate) text: &'a [u8],
}

/// What the IR section refers to.
pub(crate) struct Tables<'a> {
    pub(crate) version: u64,
    pub(crate) dialects: Vec<&'a [u8]>,
    pub(crate) names: Vec<Name<'a>>,
    pub(crate) entries: Entries<'a>,
}

/// Whether these bytes claim to be a bytecode file.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Checks the structure of a file; `known` tells whether ops of the dialect with this name may occur.
pub fn check(bytes: &[u8], known: &dyn Fn(&str) -> bool) -> Result<(), BytecodeError> {
    let mut reader = Reader::new(bytes);
    let header = header(&mut reader);
    let (version, producer) = header.map_err(|message| BytecodeError { message, origin: None })?;
    sections(reader, version, known)
        .map_err(|message| BytecodeError { message, origin: Some((version, producer)) })
}

fn header(reader: &mut Reader<'_>) -> Outcome<(u64, String)> {
    reader.take(MAGIC.len() as u64)?;
    let version = reader.number()?;
    if version > VERSION {
        return Err(format!("bytecode version {version} is newer than the current version {VERSION}"));
    }
    Ok((version, String::from_utf8_lossy(reader.text()?).into_owned()))
}

fn sections(mut reader: Reader<'_>, version: u64, known: &dyn Fn(&str) -> bool) -> Outcome<()> {
    let mut found: [Option<Reader<'_>>; NUM_SECTIONS] = [None; NUM_SECTIONS];
    while !reader.is_empty() {
        let (kind, section) = reader.section()?;
        if found[kind].replace(section).is_some() {
            return Err(format!("duplicate top-level section: {}", SECTIONS[kind]));
        }
    }
    for (kind, section) in found.iter().enumerate() {
        let needed = kind < 5 || (kind == 8 && version >= PROPERTIES);
        if section.is_none() && needed {
            return Err(format!("missing data for top-level section: {}", SECTIONS[kind]));
        }
    }
    let [Some(strings), Some(dialects), Some(data), Some(offsets), Some(ir), resources, resource_offsets, ..] =
        found
    else {
        return Ok(());
    };
    let strings = read_strings(strings)?;
    let (dialects, names) = read_dialects(dialects, &strings, version)?;
    match (resources, resource_offsets) {
        (None, Some(_)) => {
            return Err("unexpected resource offset section when resource section is not present".into());
        }
        (Some(_), None) => {
            return Err("expected resource offset section when resource section is present".into());
        }
        _ => {}
    }
    let entries = Entries::read(data, offsets, dialects.len())?;
    check_ir(&Tables { version, dialects, names, entries }, ir, known)
}

/// The strings: their sizes from the last to the first, then their bytes, each ended by a zero byte.
fn read_strings(section: Reader<'_>) -> Outcome<Vec<&[u8]>> {
    let mut sizes = section;
    let count = sizes.number()?;
    let mut end = section.remaining();
    let mut ranges = Vec::new();
    for _ in 0..count {
        let size = sizes.number()?;
        let Some(size) = usize::try_from(size).ok().filter(|&size| size <= end) else {
            return Err("string size exceeds the available data size".into());
        };
        ranges.push((end - size, size.saturating_sub(1)));
        end -= size;
    }
    if sizes.position() != end {
        return Err("unexpected trailing data between the offsets for strings and their data".into());
    }
    let mut all = section;
    let bytes = all.take(section.remaining() as u64)?;
    Ok(ranges.into_iter().rev().map(|(start, length)| &bytes[start..start + length]).collect())
}

type Dialects<'a> = (Vec<&'a [u8]>, Vec<Name<'a>>);

fn read_dialects<'a>(mut section: Reader<'a>, strings: &[&'a [u8]], version: u64) -> Outcome<Dialects<'a>> {
    let count = section.number()?;
    let mut dialects = Vec::new();
    for _ in 0..count {
        let (name, versioned) = match version {
            0 => (section.number()?, false),
            _ => section.number_and_flag()?,
        };
        dialects.push(strings[index(name, strings.len(), "string")?]);
        if version >= DIALECT_VERSIONS && versioned {
            let (kind, _) = section.section()?;
            if kind != 7 {
                return Err("expected dialect version section".into());
            }
        }
    }
    if version >= SHORT_ARGUMENTS {
        section.number()?;
    }
    let mut names = Vec::new();
    while !section.is_empty() {
        let dialect = index(section.number()?, dialects.len(), "dialect")?;
        for _ in 0..section.number()? {
            // Newer versions also tell whether the op was registered.
            let text = if version < PROPERTIES { section.number()? } else { section.number_and_flag()?.0 };
            names.push(Name { dialect, text: strings[index(text, strings.len(), "string")?] });
        }
    }
    Ok((dialects, names))
}
