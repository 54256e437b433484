//! The header, the sections, and the tables of strings, dialects, op names, attributes, types and properties, none of
//! which is interpreted yet.

use std::ops::Deref;

use super::cursor::{Cursor, FileError, Outcome};
use super::entry_table::EntryTable;
use super::property_table::PropertyTable;
use crate::builtin::attributes::encoded_string;
use crate::encoding::{
    CURRENT_VERSION, DIALECT_VERSIONS, ELIDE_UNKNOWN_LOCATIONS, MAGIC, NATIVE_PROPERTIES, NUM_SECTIONS,
    SECTIONS, SectionKind,
};

/// A part of the file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Span {
    start: u32,
    size: u32,
}

impl Span {
    /// The offset of its first byte in the file.
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }
}

/// A dialect: its name and its version, if there is one.
pub(crate) struct FileDialect {
    pub(crate) name: Span,
    pub(crate) version: Option<Span>,
}

/// The name of an op.
pub(crate) struct FileOpName {
    pub(crate) dialect: u32,
    /// Without the dialect.
    pub(crate) name: Span,
    /// Whether the op was registered when the file was written, if recorded.
    pub(crate) registered: Option<bool>,
}

/// An attribute or type.
#[derive(Clone, Copy)]
pub(crate) struct FileEntry {
    pub(crate) dialect: u32,
    /// Whether it is in an encoding of its dialect, not text.
    pub(crate) encoded: bool,
    pub(crate) data: Span,
}

/// A resource of a group.
pub(crate) struct FileResource {
    pub(crate) key: Span,
    pub(crate) kind: u8,
    pub(crate) data: Span,
}

/// Resources of a dialect, by its number, or of others, by their name.
pub(crate) struct FileResources {
    pub(crate) dialect: Option<u32>,
    pub(crate) name: Span,
    pub(crate) resources: Vec<FileResource>,
}

/// A file cut into its parts.
pub(crate) struct File<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) parts: FileParts,
}

impl Deref for File<'_> {
    type Target = FileParts;

    fn deref(&self) -> &FileParts {
        &self.parts
    }
}

/// The parts of a file, by their places.
#[derive(Default)]
pub(crate) struct FileParts {
    pub(crate) version: u64,
    pub(crate) sections: [Option<Span>; NUM_SECTIONS],
    pub(crate) strings: Vec<Span>,
    pub(crate) dialects: Vec<FileDialect>,
    pub(crate) op_names: Vec<FileOpName>,
    pub(crate) attributes: EntryTable,
    pub(crate) types: EntryTable,
    pub(crate) properties: PropertyTable,
    pub(crate) resources: Vec<FileResources>,
}

/// Version and producer of a file.
#[derive(Clone)]
pub(crate) struct Header {
    pub(crate) version: u64,
    pub(crate) producer: String,
}

impl Header {
    /// Reads the start of a file; returns the rest as well.
    pub(crate) fn read(bytes: &[u8]) -> Outcome<(Self, Cursor<'_>)> {
        let mut cursor = Cursor::new(bytes, 0);
        cursor.take(MAGIC.len() as u64)?;
        let version = cursor.varint()?;
        if version > CURRENT_VERSION {
            return Err(cursor.error(format!(
                "bytecode version {version} is newer than the current version {CURRENT_VERSION}"
            )));
        }
        let producer = String::from_utf8_lossy(cursor.nul_terminated()?).into_owned();
        Ok((Self { version, producer }, cursor))
    }
}

impl Span {
    /// Returns the span of `size` bytes at `start`.
    pub(crate) fn new(start: u32, size: u32) -> Self {
        Self { start, size }
    }

    /// Returns the positions in the file.
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.size) as usize
    }
}

impl<'a> File<'a> {
    /// Cuts a file, whose header was read, into its parts.
    pub(crate) fn read(bytes: &'a [u8], header: &Header, rest: Cursor<'a>) -> Outcome<Self> {
        let mut file = Self::read_sections(bytes, header, rest)?;
        file.read_parts().and_then(|()| file.read_all()).map_err(|error| file.within_section(error))?;
        Ok(file)
    }

    /// Parses the small sections: strings, dialects, op names and resources.
    fn read_parts(&mut self) -> Outcome<()> {
        self.read_strings()?;
        self.read_properties()?;
        self.read_dialects()?;
        self.read_resources()
    }

    fn read_all(&mut self) -> Outcome<()> {
        self.properties.read_all(self.bytes)?;
        self.read_entries(None).map(drop)
    }

    /// Returns an error with the section that it is in.
    pub(crate) fn within_section(&self, mut error: Box<FileError>) -> Box<FileError> {
        error.section = error.section.or_else(|| self.section_at(error.offset));
        error
    }

    /// Splits a file into sections, as [`File::read`] does, but finds its properties on demand; also returns the
    /// numbers of the attributes that equal this string.
    pub(crate) fn read_and_find(
        bytes: &'a [u8],
        header: &Header,
        rest: Cursor<'a>,
        text: &[u8],
    ) -> Outcome<(Self, Vec<usize>)> {
        let mut file = Self::read_sections(bytes, header, rest)?;
        let found = file.read_parts().and_then(|()| {
            let number = file.strings.iter().position(|&string| file.bytes(string) == text);
            file.read_entries(number)
        });
        let found = found.map_err(|error| file.within_section(error))?;
        Ok((file, found))
    }

    fn read_sections(bytes: &'a [u8], header: &Header, mut rest: Cursor<'a>) -> Outcome<Self> {
        let parts = FileParts { version: header.version, ..FileParts::default() };
        let mut file = File { bytes, parts };
        while !rest.is_empty() {
            let (kind, section) = rest.section()?;
            if file.parts.sections[kind as usize].replace(section.span()).is_some() {
                return Err(rest.error(format!("duplicate top-level section: {}", kind.name())));
            }
        }
        for kind in SECTIONS {
            if file.sections[kind as usize].is_none() && kind.is_required(file.version) {
                return Err(rest.error(format!("missing data for top-level section: {}", kind.name())));
            }
        }
        Ok(file)
    }

    /// Returns an attribute, by its number.
    pub(crate) fn attribute(&self, number: usize) -> FileEntry {
        self.attributes.get(self.bytes, number)
    }

    /// Returns a type, by its number.
    pub(crate) fn ty(&self, number: usize) -> FileEntry {
        self.types.get(self.bytes, number)
    }

    /// Returns properties, by their number; `None` if there are none.
    #[inline]
    pub(crate) fn properties_at(&self, number: u64) -> Outcome<Option<Span>> {
        self.properties.get(self.bytes, number)
    }

    /// Returns the bytes of a part.
    pub(crate) fn bytes(&self, span: Span) -> &'a [u8] {
        &self.bytes[span.start as usize..(span.start + span.size) as usize]
    }

    /// Returns a cursor at the start of a part.
    pub(crate) fn cursor(&self, span: Span) -> Cursor<'a> {
        Cursor::new(self.bytes(span), span.start as usize)
    }

    /// Returns a cursor at the start of a section, which is empty if there is none.
    pub(crate) fn section(&self, kind: SectionKind) -> Cursor<'a> {
        self.cursor(self.sections[kind as usize].unwrap_or_default())
    }

    /// Returns the name of a dialect.
    pub(crate) fn dialect_name(&self, dialect: u32) -> String {
        String::from_utf8_lossy(self.bytes(self.dialects[dialect as usize].name)).into_owned()
    }

    /// Returns the section that a position is in, if it is in one.
    pub(crate) fn section_at(&self, offset: usize) -> Option<SectionKind> {
        let inside =
            |span: &Span| (span.start as usize..=(span.start + span.size) as usize).contains(&offset);
        SECTIONS.into_iter().find(|&kind| self.sections[kind as usize].as_ref().is_some_and(inside))
    }

    /// Reads a reference to a string.
    pub(crate) fn string(&self, cursor: &mut Cursor<'_>) -> Outcome<Span> {
        let number = cursor.varint()?;
        Ok(self.strings[cursor.index(number, self.strings.len(), "string")?])
    }

    /// The strings: their sizes from the last to the first, then their bytes, each ended by a zero byte.
    fn read_strings(&mut self) -> Outcome<()> {
        let section = self.section(SectionKind::String);
        let mut sizes = section;
        let count = sizes.varint()?;
        let mut end = section.remaining();
        self.parts.strings.reserve(count.min(end as u64 / 2) as usize);
        for _ in 0..count {
            let size = sizes.varint()?;
            let Some(size) = usize::try_from(size).ok().filter(|&size| size <= end) else {
                return Err(sizes.error("string size exceeds the available data size"));
            };
            end -= size;
            let start = (section.offset() + end) as u32;
            self.parts.strings.push(Span { start, size: size.saturating_sub(1) as u32 });
        }
        self.parts.strings.reverse();
        if sizes.offset() - section.offset() != end {
            return Err(
                sizes.error("unexpected trailing data between the offsets for strings and their data")
            );
        }
        Ok(())
    }

    fn read_properties(&mut self) -> Outcome<()> {
        self.parts.properties = PropertyTable::new(self.section(SectionKind::Properties))?;
        Ok(())
    }

    fn read_dialects(&mut self) -> Outcome<()> {
        let mut section = self.section(SectionKind::Dialect);
        for _ in 0..section.varint()? {
            let (name, versioned) = match self.version < DIALECT_VERSIONS {
                true => (section.varint()?, false),
                false => section.varint_with_flag()?,
            };
            let name = self.strings[section.index(name, self.strings.len(), "string")?];
            let mut version = None;
            if versioned {
                let (kind, own) = section.section()?;
                if kind != SectionKind::DialectVersions {
                    return Err(section.error("expected dialect version section"));
                }
                version = Some(own.span());
            }
            self.parts.dialects.push(FileDialect { name, version });
        }
        if self.version >= ELIDE_UNKNOWN_LOCATIONS {
            section.varint()?;
        }
        while !section.is_empty() {
            let (dialect, count) = self.group(&mut section)?;
            for _ in 0..count {
                let (name, registered) = match self.version < NATIVE_PROPERTIES {
                    true => (section.varint()?, None),
                    false => {
                        let (name, registered) = section.varint_with_flag()?;
                        (name, Some(registered))
                    }
                };
                let name = self.strings[section.index(name, self.strings.len(), "string")?];
                self.parts.op_names.push(FileOpName { dialect, name, registered });
            }
        }
        Ok(())
    }

    /// Reads the head of a group: the dialect, and how many things follow.
    fn group(&self, cursor: &mut Cursor<'_>) -> Outcome<(u32, u64)> {
        let dialect = cursor.varint()?;
        let dialect = cursor.index(dialect, self.dialects.len(), "dialect")?;
        Ok((dialect as u32, cursor.varint()?))
    }

    fn read_resources(&mut self) -> Outcome<()> {
        let present = |kind: SectionKind| self.sections[kind as usize].is_some();
        let mut offsets = self.section(SectionKind::ResourceOffset);
        match (present(SectionKind::Resource), present(SectionKind::ResourceOffset)) {
            (false, false) => return Ok(()),
            (false, true) => {
                return Err(
                    offsets.error("unexpected resource offset section when resource section is not present")
                );
            }
            (true, false) => {
                return Err(self
                    .section(SectionKind::Resource)
                    .error("expected resource offset section when resource section is present"));
            }
            (true, true) => {}
        }
        let mut data = self.section(SectionKind::Resource);
        let external = offsets.varint()?;
        let mut groups = 0;
        while groups < external || !offsets.is_empty() {
            let (dialect, name) = match groups < external {
                true => (None, self.string(&mut offsets)?),
                false => {
                    let dialect = offsets.varint()?;
                    let dialect = offsets.index(dialect, self.dialects.len(), "dialect")?;
                    (Some(dialect as u32), self.dialects[dialect].name)
                }
            };
            let mut resources = Vec::new();
            for _ in 0..offsets.varint()? {
                let key = self.string(&mut offsets)?;
                let size = offsets.varint()?;
                let kind = offsets.byte()?;
                resources.push(FileResource { key, kind, data: data.part(size)?.span() });
            }
            self.parts.resources.push(FileResources { dialect, name, resources });
            groups += 1;
        }
        Ok(())
    }

    /// Cuts the section of attributes and types by the sizes in the other one, where they are grouped by dialect. Returns the
    /// numbers of the attributes that are the string of this number.
    fn read_entries(&mut self, wanted: Option<usize>) -> Outcome<Vec<usize>> {
        let mut offsets = self.section(SectionKind::AttrTypeOffset);
        let mut data = self.section(SectionKind::AttrType);
        let counts = [offsets.varint()?, offsets.varint()?];
        let encoding = wanted.map(|number| encoded_string(number as u64));
        let mut found = Vec::new();
        let group = |cursor: &mut Cursor<'_>| self.group(cursor);
        let attributes =
            EntryTable::read(counts[0], &mut offsets, &mut data, &group, encoding.as_deref(), |number| {
                found.push(number)
            })?;
        let types = EntryTable::read(counts[1], &mut offsets, &mut data, &group, None, |_| ())?;
        (self.parts.attributes, self.parts.types) = (attributes, types);
        match offsets.is_empty() {
            true => Ok(found),
            false => Err(offsets.error("unexpected trailing data in the Attribute/Type offset section")),
        }
    }
}

/// An error at the start of a part.
pub(crate) fn error_at(span: Span, message: impl Into<String>) -> Box<FileError> {
    Box::new(FileError { message: message.into(), offset: span.start as usize, section: None })
}
