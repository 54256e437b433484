//! Writes a file from an IR: numbers all referenced entities, then writes the sections.

pub(crate) mod emitter;
mod entries;
mod ops;
mod pinned;
mod positions;
mod resources;
mod tables;
mod use_lists;
mod walk;

pub(crate) mod numbering;

use std::fmt;
use std::io;

use rustc_hash::FxHashMap;
use terrace_ir::bytecode::{DialectBytecodeWriter, DialectVersion};
use terrace_ir::{Attr, Context, Ir, OpName, OpRef, Str, Type};

use crate::builtin::BuiltinWriter;
use crate::config::BytecodeWriterConfig;
use crate::encoding::{
    CURRENT_VERSION, DIALECT_VERSIONS, ELIDE_UNKNOWN_LOCATIONS, MAGIC, NATIVE_PROPERTIES, SectionKind,
};
use emitter::{Emitter, StringTable, push_varint};
use numbering::Numbering;
use pinned::Pinned;

/// An error that prevents writing.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The IR cannot be written with the given options; the message is about the outermost op.
    Invalid(String),
    /// The output cannot be written to.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(message) => f.write_str(message),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The information that an older version of the format cannot represent.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct WriteLosses {
    /// The number of distinct locations whose end was dropped.
    pub location_ranges: usize,
}

/// Writes the IR nested in `root` as a file; returns the information that its version could not represent.
///
/// # Errors
///
/// If the version is none that can be written, if an op lacks an attribute that it must have, or if `out` fails.
pub fn write_bytecode(
    ir: &Ir,
    root: OpRef<'_>,
    config: &BytecodeWriterConfig,
    out: &mut dyn io::Write,
) -> Result<WriteLosses, WriteError> {
    let pinned = ir.origin.as_deref().and_then(Pinned::new);
    let kept = pinned.as_ref().map(|pinned| pinned.header.version);
    let version = match config.version {
        None => kept.unwrap_or(CURRENT_VERSION),
        Some(version) => {
            u64::try_from(version).ok().filter(|&version| version <= CURRENT_VERSION).ok_or_else(|| {
                WriteError::Invalid(format!(
                    "unsupported version requested {version}, must be in range [0, {CURRENT_VERSION}]"
                ))
            })?
        }
    };
    if let Some(kept) = kept
        && kept != version
    {
        return Err(WriteError::Invalid(format!(
            "the file has parts of dialects that are not registered, in encodings for version {kept} of the format, not {version}"
        )));
    }
    let mut strings = StringTable::default();
    let mut properties = Properties::default();
    if let Some(Pinned { file, .. }) = &pinned {
        file.strings.iter().for_each(|&text| strings.pin(file.bytes(text)));
        let all =
            (0..file.properties.len() as u64).filter_map(|number| file.properties_at(number).ok().flatten());
        all.for_each(|encoding| properties.pin(file.bytes(encoding)));
    }
    let numbering = Numbering::new(ir, root, config, version, pinned);
    let mut writer = Writer {
        numbering,
        strings,
        properties,
        written_properties: WrittenProperties::default(),
        encoding: Emitter::copying(),
        use_order: Vec::new(),
    };
    let mut file = Emitter::default();
    file.bytes.extend_from_slice(MAGIC);
    file.varint(version);
    file.bytes.extend_from_slice(config.producer.as_bytes());
    file.bytes.push(0);
    writer.write_dialects(&mut file);
    writer.write_entries(&mut file);
    writer.numbering.attrs.drop_groups();
    writer.numbering.types.drop_groups();
    writer.write_ops(root, &mut file);
    writer.write_resources(&mut file);
    file.section(SectionKind::String, writer.strings.finish());
    if version >= NATIVE_PROPERTIES {
        file.section(SectionKind::Properties, writer.properties.finish());
    }
    if let Some(message) = writer.numbering.error {
        return Err(WriteError::Invalid(message));
    }
    file.write_to(out)?;
    Ok(WriteLosses { location_ranges: writer.numbering.cut_ranges })
}

/// The properties of a file, each written once.
#[derive(Default)]
struct Properties {
    index: FxHashMap<Box<[u8]>, u32>,
    count: u32,
    bytes: Vec<u8>,
}

impl Properties {
    /// Returns the number of the properties with this encoding.
    fn insert(&mut self, encoding: &[u8]) -> u64 {
        if let Some(&known) = self.index.get(encoding) {
            return u64::from(known);
        }
        let number = self.count;
        self.pin(encoding);
        u64::from(number)
    }

    /// Adds properties, which may be there already.
    fn pin(&mut self, encoding: &[u8]) {
        self.index.entry(encoding.into()).or_insert(self.count);
        self.count += 1;
        push_varint(&mut self.bytes, encoding.len() as u64);
        self.bytes.extend_from_slice(encoding);
    }

    fn finish(&self) -> Emitter {
        let mut section = Emitter::default();
        section.varint(u64::from(self.count));
        section.bytes.extend_from_slice(&self.bytes);
        section
    }
}

/// The maximum number of an op's slots compared to find equal properties.
const FEW_SLOTS: usize = 4;
/// The number of written properties kept for reuse.
const REMEMBERED: usize = 1 << 10;

/// Properties that were written last, by the op's name and its inherent attributes.
#[derive(Default)]
struct WrittenProperties(Vec<Option<(OpName, [Attr; FEW_SLOTS], u32)>>);

impl WrittenProperties {
    #[inline]
    fn key(name: OpName, props: &[Attr]) -> Option<(usize, [Attr; FEW_SLOTS])> {
        if props.len() > FEW_SLOTS {
            return None;
        }
        let (mut slots, mut hash) = ([Attr::NULL; FEW_SLOTS], name.as_u32());
        for (slot, &prop) in slots.iter_mut().zip(props) {
            *slot = prop;
            hash = (hash.rotate_left(5) ^ prop.as_u32()).wrapping_mul(0x9E37_79B9);
        }
        Some((hash as usize >> 22 & (REMEMBERED - 1), slots))
    }

    /// Returns the number of properties that were written for an op of this name.
    #[inline]
    fn get(&self, name: OpName, props: &[Attr]) -> Option<u64> {
        let (at, slots) = Self::key(name, props)?;
        let &(known, known_slots, number) = self.0.get(at)?.as_ref()?;
        ((known, known_slots) == (name, slots)).then_some(u64::from(number))
    }

    fn set(&mut self, name: OpName, props: &[Attr], number: u64) {
        if let Some((at, slots)) = Self::key(name, props) {
            self.0.resize(REMEMBERED, None);
            self.0[at] = Some((name, slots, number as u32));
        }
    }
}

/// The writer of all sections.
struct Writer<'a> {
    numbering: Numbering<'a>,
    strings: StringTable,
    properties: Properties,
    written_properties: WrittenProperties,
    /// The properties of an op, with the blobs in them.
    encoding: Emitter,
    /// The order of the uses of a value, kept for its memory.
    use_order: Vec<(u64, u32)>,
}

impl Writer<'_> {
    fn version(&self) -> u64 {
        self.numbering.version
    }

    fn write_dialects(&mut self, file: &mut Emitter) {
        let version = self.version();
        let mut section = Emitter::default();
        section.varint(self.numbering.dialects.len() as u64);
        let pinned = self.numbering.pinned.as_ref();
        for (number, dialect) in self.numbering.dialects.iter().enumerate() {
            let name = self.strings.insert(dialect.name.as_bytes());
            if version < DIALECT_VERSIONS {
                section.varint(name);
                continue;
            }
            let mut own = Emitter::default();
            if let Some(interface) = dialect.interface {
                interface.write_version(&mut EntryWriter {
                    numbering: &self.numbering,
                    strings: &mut self.strings,
                    out: &mut own,
                });
            } else if let Some(file) = pinned.map(|pinned| &pinned.file)
                && let Some(version) = file.dialects.get(number).and_then(|dialect| dialect.version)
            {
                own.bytes.extend_from_slice(file.bytes(version));
            }
            let has_version = own.len() > 0;
            section.varint_with_flag(name, has_version);
            if has_version {
                section.section(SectionKind::DialectVersions, own);
            }
        }
        if version >= ELIDE_UNKNOWN_LOCATIONS {
            section.varint(self.numbering.op_names.len() as u64);
        }
        let cx = self.numbering.ir.cx();
        let strings = &mut self.strings;
        for names in
            pinned.iter().flat_map(|pinned| pinned.file.op_names.chunk_by(|a, b| a.dialect == b.dialect))
        {
            section.varint(u64::from(names[0].dialect));
            section.varint(names.len() as u64);
            for name in names {
                let text = strings.insert(pinned.map_or(&[], |pinned| pinned.file.bytes(name.name)));
                match name.registered {
                    None => section.varint(text),
                    Some(registered) => section.varint_with_flag(text, registered),
                }
            }
        }
        self.numbering.op_names.for_each_group(|dialect, names| {
            section.varint(u64::from(dialect));
            section.varint(names.len() as u64);
            for name in names {
                let info = cx.op_info(name);
                let text = info.name.bytes(cx);
                let dot = text.iter().position(|&byte| byte == b'.').map_or(text.len(), |dot| dot + 1);
                let text = strings.insert(&text[dot..]);
                match version < NATIVE_PROPERTIES {
                    true => section.varint(text),
                    false => section.varint_with_flag(text, info.def().is_some()),
                }
            }
        });
        file.section(SectionKind::Dialect, section);
    }
}

/// Writes an encoding, with references by number.
struct EntryWriter<'w, 'a> {
    numbering: &'w Numbering<'a>,
    strings: &'w mut StringTable,
    out: &'w mut Emitter,
}

impl BuiltinWriter for EntryWriter<'_, '_> {
    fn string_attr(&self, text: Str) -> Attr {
        self.numbering.string_attr(text)
    }

    fn write_text(&mut self, text: Str) {
        let number = self.strings.insert(text.bytes(self.numbering.ir.cx()));
        self.out.varint(number);
    }
}

impl DialectBytecodeWriter for EntryWriter<'_, '_> {
    fn cx(&self) -> &Context {
        self.numbering.ir.cx()
    }

    fn bytecode_version(&self) -> u64 {
        self.numbering.version
    }

    fn dialect_version(&self, dialect: &str) -> Option<DialectVersion> {
        self.numbering.config.dialect_version(dialect)
    }

    fn write_attribute(&mut self, attr: Attr) {
        self.out.varint(if attr.is_null() { 0 } else { self.numbering.attrs.number(attr.into()) });
    }

    fn write_optional_attribute(&mut self, attr: Attr) {
        match attr.is_null() {
            true => self.out.varint(0),
            false => self.out.varint_with_flag(self.numbering.attrs.number(attr.into()), true),
        }
    }

    fn write_type(&mut self, ty: Type) {
        self.out.varint(self.numbering.types.number(ty));
    }

    fn write_resource_handle(&mut self, dialect: &str, key: Str) {
        self.out.varint(self.numbering.resource(dialect, key));
    }

    fn write_varint(&mut self, value: u64) {
        self.out.varint(value);
    }

    fn write_byte(&mut self, byte: u8) {
        self.out.bytes.push(byte);
    }

    fn write_string(&mut self, text: &[u8]) {
        let number = self.strings.insert(text);
        self.out.varint(number);
    }

    fn write_blob(&mut self, bytes: &[u8]) {
        self.out.varint(bytes.len() as u64);
        self.out.bytes.extend_from_slice(bytes);
    }

    fn write_shared_blob(&mut self, blob: &terrace_ir::Blob) {
        self.out.varint(blob.len() as u64);
        self.out.blob(blob);
    }
}
