//! The attributes, types, strings and dialects of a file as they are interpreted, each when it is first referred to.
//!
//! An entry that refers to others is read recursively, up to a depth; deeper entries are queued and read
//! first, after which the entry is read again. So depth costs heap memory.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_asm::{FragmentSymbols, parse_attribute_text, parse_type_text};
use terrace_ir::bytecode::{
    BytecodeDialectInterface, DialectBytecodeReader, DialectVersion, ReadFailed, ReadResult,
};
use terrace_ir::encoded::{BytecodeOrigin, EncodedPart, EncodedTable};
use terrace_ir::positions::FilePosition;
use terrace_ir::{Attr, AttrData, Blob, Context, Diag, Loc, OpName, Str, Type, TypeData};

use super::cursor::{Cursor, FileError, Outcome};
use super::file::{File, FileEntry, Span, error_at};
use super::slots::{LoadedDialect, Slot, Slots, Tables, VersionedDialect};
use crate::builtin::{BuiltinBytecode, locations};
use crate::config::BytecodeReaderConfig;
use crate::encoding::SectionKind;

/// The maximum recursion depth of reading entries.
const MAX_DEPTH: u32 = 200;
/// Stack that must be left to go one level deeper; below it, another segment is taken.
const RED_ZONE: usize = 64 << 10;
/// Size of such a segment.
const SEGMENT: usize = 4 << 20;

/// Fewer bytes are copied: the file need not be kept for them.
const SHARED_FROM: usize = 4096;

/// The two tables of entries.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Table {
    Attributes,
    Types,
}

/// A file that is being interpreted.
pub(crate) struct State<'a> {
    pub(crate) cx: &'a Arc<Context>,
    /// The bytes of the file, which large constants share.
    pub(super) whole: &'a Blob,
    pub(crate) file: &'a File<'a>,
    config: &'a BytecodeReaderConfig,
    pub(crate) tables: Tables,
    /// The error, after a failure.
    error: Option<Box<FileError>>,
    /// An entry too deeply nested to be read with the entry that refers to it.
    deferred: Option<(Table, usize)>,
}

impl<'a> State<'a> {
    /// A file of which so much was interpreted.
    pub(crate) fn new(
        cx: &'a Arc<Context>,
        whole: &'a Blob,
        file: &'a File<'a>,
        config: &'a BytecodeReaderConfig,
        tables: Tables,
    ) -> Self {
        Self { cx, whole, file, config, tables, error: None, deferred: None }
    }

    /// Converts a failure of a dialect's hook to the recorded error.
    fn outcome<T>(&mut self, result: ReadResult<T>, cursor: &Cursor<'_>) -> Outcome<T> {
        result.map_err(|ReadFailed| self.take_error(cursor))
    }

    /// Returns the attribute with a number, read at `cursor`.
    pub(crate) fn attribute_at(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<Attr> {
        let number = cursor.index(number, self.tables.attributes.len(), "Attribute")?;
        if let Some(attr) = self.known_attribute(number) {
            return Ok(attr);
        }
        if let Some(attr) = self.file_location(number) {
            self.tables.attributes.set(number, Slot::Read(attr));
            return Ok(attr);
        }
        let result = self.resolve(Table::Attributes, number);
        self.outcome(result, cursor)?;
        self.known_attribute(number)
            .ok_or_else(|| cursor.error(format!("attribute {number} could not be read")))
    }

    /// Returns an attribute that was read.
    #[inline]
    fn known_attribute(&self, number: usize) -> Option<Attr> {
        match self.tables.attributes.get(number) {
            Slot::Read(attr) => Some(attr),
            Slot::Position(at) => Some(self.position_attr(at)),
            Slot::Unread | Slot::Open => None,
        }
    }

    /// Returns the attribute of a position, by its number among those of the file.
    fn position_attr(&self, at: u32) -> Attr {
        let positions = self.tables.positions.as_ref().map_or(&[][..], |table| &table.positions);
        positions.get(at as usize).map_or(Attr::UNKNOWN_LOC, |position| position.attr(self.cx))
    }

    /// Returns the location with a number, read at `cursor`, and its attribute unless it is a position that was read ahead.
    #[inline]
    pub(super) fn location_at(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<Result<Loc, Attr>> {
        let at = cursor.index(number, self.tables.attributes.len(), "Attribute")?;
        match (self.tables.attributes.get(at), &self.tables.positions) {
            (Slot::Position(position), Some(table)) => Ok(Ok(Loc::position(table.first + position))),
            _ => self.attribute_at(number, cursor).map(Err),
        }
    }

    /// Reads all positions in files ahead: one after the other, and without an attribute for each.
    pub(super) fn read_positions(&mut self) {
        let Some(builtin) = self.tables.plain_builtin else { return };
        let file = self.file;
        // Each takes four bytes or more. Attributes that are none leave memory that is not touched.
        let room = file.attributes.len().min(file.section(SectionKind::AttrType).remaining() / 4);
        let mut positions: Vec<FilePosition> = Vec::with_capacity(room);
        let mut last_name = None;
        file.attributes.for_each_encoded(file.bytes, builtin, |number, cursor, end| {
            let Some((name, line, col)) = locations::read_position(cursor, end) else { return true };
            let name = match last_name {
                Some((known, text)) if known == name => text,
                _ => {
                    let attr = self.attribute_at(name, &cursor).ok();
                    // What is wrong is found once more when somebody asks for it.
                    let Some(text) = attr.and_then(|attr| attr.as_string(self.cx)) else { return false };
                    last_name = Some((name, text));
                    text
                }
            };
            if matches!(self.tables.attributes.get(number), Slot::Unread) {
                self.tables.attributes.set(number, Slot::Position(positions.len() as u32));
                positions.push(FilePosition { file: name, line, col });
            }
            true
        });
        self.tables.positions = self.cx.add_positions(positions);
        if self.tables.positions.is_none() {
            self.tables.attributes = Slots::new(file.attributes.len());
        }
    }

    /// Returns an attribute that is a file location whose file name is already read, as most attributes are;
    /// `None` for any other, and on any error.
    fn file_location(&mut self, number: usize) -> Option<Attr> {
        let entry = self.file.attribute(number);
        if Some(entry.dialect) != self.tables.plain_builtin || !entry.encoded {
            return None;
        }
        let mut cursor = self.file.cursor(entry.data);
        let code = cursor.varint().ok()?;
        if !locations::is_file(code) {
            return None;
        }
        let name = cursor.varint().ok()?;
        let file = match self.tables.last_file_name {
            Some((known, file)) if known == name => file,
            _ => {
                let at = usize::try_from(name).ok().filter(|&at| at < self.tables.attributes.len())?;
                let attr = self.tables.attributes.read(at)?;
                let file = attr.as_string(self.cx)?;
                self.tables.last_file_name = Some((name, file));
                file
            }
        };
        let loc = locations::read_file(code, file, &mut cursor)?;
        cursor.is_empty().then(|| self.cx.loc_attr(loc))
    }

    /// Returns the type with a number, read at `cursor`.
    #[inline]
    pub(crate) fn type_at(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<Type> {
        let number = cursor.index(number, self.tables.types.len(), "Type")?;
        match self.tables.types.read(number) {
            Some(ty) => Ok(ty),
            None => self.read_type_at(number, cursor),
        }
    }

    #[cold]
    fn read_type_at(&mut self, number: usize, cursor: &Cursor<'a>) -> Outcome<Type> {
        let result = self.resolve(Table::Types, number);
        self.outcome(result, cursor)?;
        self.tables.types.read(number).ok_or_else(|| cursor.error(format!("type {number} could not be read")))
    }

    /// Returns the name of ops with a number, read at `cursor`, and whether such ops were registered when the file was
    /// written, if recorded.
    pub(crate) fn op_name(&mut self, number: u64, cursor: &Cursor<'a>) -> Outcome<(OpName, Option<bool>)> {
        let number = cursor.index(number, self.tables.op_names.len(), "operation name")?;
        let entry = &self.file.op_names[number];
        if let Some(name) = self.tables.op_names[number] {
            return Ok((name, entry.registered));
        }
        let dialect = self.file.dialect_name(entry.dialect);
        let own = String::from_utf8_lossy(self.file.bytes(entry.name));
        // Names without a dialect were possible once.
        let name = match own.is_empty() {
            true => dialect,
            false => {
                let result = self.load_dialect(entry.dialect, cursor);
                self.outcome(result, cursor)?;
                format!("{dialect}.{own}")
            }
        };
        if name.is_empty() || name.contains('\0') {
            return Err(cursor.error("empty operation name is invalid"));
        }
        let name = self.cx.op_name(&name);
        self.tables.op_names[number] = Some(name);
        Ok((name, entry.registered))
    }

    /// Returns the properties with a number of an op with this name, which nothing here reads.
    pub(crate) fn kept_properties(
        &mut self,
        number: u64,
        name: u64,
        cursor: &Cursor<'a>,
        op: &str,
    ) -> Outcome<Attr> {
        let span = self.properties_at(number, cursor, op)?;
        let dialect = self.file.op_names[name as usize].dialect;
        let part = self.encoded_part(EncodedTable::Properties, number as usize, dialect, span);
        Ok(self.cx.attr(AttrData::Encoded(part)))
    }

    fn properties_at(&self, number: u64, cursor: &Cursor<'a>, op: &str) -> Outcome<Span> {
        self.file
            .properties_at(number)?
            .ok_or_else(|| cursor.error(format!("Properties idx out-of-bound for {op}")))
    }

    /// Reads the properties with a number by `read`.
    pub(crate) fn properties<T>(
        &mut self,
        number: u64,
        cursor: &Cursor<'a>,
        op: &str,
        read: impl FnOnce(&mut dyn DialectBytecodeReader) -> ReadResult<T>,
    ) -> Outcome<T> {
        let span = self.properties_at(number, cursor, op)?;
        let mut reader = EntryReader { cursor: self.file.cursor(span), depth: None, state: self };
        let result = read(&mut reader);
        let rest = reader.cursor;
        self.outcome(result, &rest)
    }

    /// Returns a part of the file that is kept encoded.
    pub(super) fn encoded_part(
        &mut self,
        table: EncodedTable,
        number: usize,
        dialect: u32,
        data: Span,
    ) -> Arc<EncodedPart> {
        self.tables.keeps_parts = true;
        Arc::new(EncodedPart {
            origin: self.tables.origin,
            table,
            number: number as u32,
            dialect: self.cx.str_from_bytes(self.file.bytes(self.file.dialects[dialect as usize].name)),
            data: self.whole.part(data.range()),
        })
    }

    /// Returns the tables of the file if parts of it are kept unread. Entries of dialects with versions are
    /// decoded, since they are written in the current versions.
    pub(super) fn origin(&mut self) -> Outcome<Option<BytecodeOrigin>> {
        if !self.tables.keeps_parts {
            return Ok(None);
        }
        let is_encoded_here = |state: &Self, entry: &FileEntry| {
            let name = state.file.dialect_name(entry.dialect);
            entry.encoded && name != "builtin" && state.cx.dialect(&name).is_some()
        };
        for number in 0..self.tables.attributes.len() {
            if is_encoded_here(self, &self.file.attribute(number)) {
                self.attribute_at(number as u64, &self.file.cursor(self.file.attribute(number).data))?;
            }
        }
        for number in 0..self.tables.types.len() {
            if is_encoded_here(self, &self.file.ty(number)) {
                self.type_at(number as u64, &self.file.cursor(self.file.ty(number).data))?;
            }
        }
        Ok(Some(BytecodeOrigin {
            id: self.tables.origin,
            file: self.whole.clone(),
            attributes: (0..self.tables.attributes.len())
                .map(|number| self.known_attribute(number).unwrap_or(Attr::NULL))
                .collect(),
            types: self.tables.types.values().collect(),
            op_names: self.tables.op_names.clone(),
            resources: self.tables.resources.clone(),
            distinct: self.tables.symbols.distinct(),
        }))
    }

    /// Takes the last recorded error, after a failure.
    pub(super) fn take_error(&mut self, cursor: &Cursor<'_>) -> Box<FileError> {
        let error = self.error.take();
        error.unwrap_or_else(|| cursor.error("a dialect could not read what it wrote"))
    }

    fn note(&mut self, error: Box<FileError>) -> ReadFailed {
        if self.deferred.is_none() {
            self.error.get_or_insert(error);
        }
        ReadFailed
    }

    fn string(&mut self, number: usize) -> Str {
        if let Some(known) = self.tables.strings.read(number) {
            return known;
        }
        let text = self.cx.str_from_bytes(self.file.bytes(self.file.strings[number]));
        self.tables.strings.set(number, Slot::Read(text));
        text
    }

    /// Loads a dialect and its version in the file.
    pub(super) fn load_dialect(&mut self, dialect: u32, cursor: &Cursor<'a>) -> ReadResult<()> {
        if self.tables.dialects[dialect as usize].loaded {
            return Ok(());
        }
        let name = self.file.dialect_name(dialect);
        let builtin = name == "builtin";
        if !builtin && self.cx.dialect(&name).is_none() && !self.cx.allows_unregistered() {
            return Err(self.note(cursor.error(format!(
                "dialect '{name}' is unknown. If this is intended, please call allowUnregisteredDialects() \
                 on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used."
            ))));
        }
        let interface = match builtin {
            true => Some(&BuiltinBytecode as &dyn BytecodeDialectInterface),
            false => self.cx.dialect_interface::<dyn BytecodeDialectInterface>(&name),
        };
        self.tables.dialects[dialect as usize] = LoadedDialect { loaded: true, interface, version: None };
        if let Some(section) = self.file.dialects[dialect as usize].version {
            let Some(interface) = interface else {
                if self.cx.dialect(&name).is_none() {
                    self.tables.keeps_parts = true;
                    return Ok(());
                }
                return Err(self.note(error_at(
                    section,
                    format!(
                        "dialect '{name}' does not implement the bytecode interface, but found a version entry"
                    ),
                )));
            };
            let mut reader = EntryReader { cursor: self.file.cursor(section), depth: None, state: self };
            let version = interface.read_version(&mut reader)?;
            self.tables.dialects[dialect as usize].version = Some((version, section));
        }
        Ok(())
    }

    /// The dialects that were loaded with a version.
    pub(crate) fn versions(&self) -> impl Iterator<Item = VersionedDialect> {
        self.tables.dialects.iter().filter_map(LoadedDialect::versioned)
    }

    fn is_read(&self, table: Table, number: usize) -> bool {
        match table {
            Table::Attributes => {
                matches!(self.tables.attributes.get(number), Slot::Read(_) | Slot::Position(_))
            }
            Table::Types => matches!(self.tables.types.get(number), Slot::Read(_)),
        }
    }

    /// Reads an entry and its references.
    fn resolve(&mut self, table: Table, number: usize) -> ReadResult<()> {
        if self.read_entry(table, number, 0).is_ok() {
            return Ok(());
        }
        let Some(first) = self.deferred.take() else { return Err(ReadFailed) };
        let mut pending = vec![(table, number), first];
        let mut waiting: FxHashSet<(Table, usize)> = FxHashSet::from_iter([(table, number)]);
        while let Some(&(table, number)) = pending.last() {
            if !self.is_read(table, number) && self.read_entry(table, number, 0).is_err() {
                let Some(first) = self.deferred.take() else { return Err(ReadFailed) };
                waiting.insert((table, number));
                if waiting.contains(&first) {
                    let entry = self.entry(first.0, first.1);
                    return Err(self.note(error_at(entry.data, "an attribute or type refers to itself")));
                }
                pending.push(first);
                continue;
            }
            waiting.remove(&(table, number));
            pending.pop();
        }
        Ok(())
    }

    fn entry(&self, table: Table, number: usize) -> FileEntry {
        match table {
            Table::Attributes => self.file.attribute(number),
            Table::Types => self.file.ty(number),
        }
    }

    /// Reads an entry that was not read, at a depth.
    fn read_entry(&mut self, table: Table, number: usize, depth: u32) -> ReadResult<()> {
        let entry = self.entry(table, number);
        let open = match table {
            Table::Attributes => matches!(self.tables.attributes.get(number), Slot::Open),
            Table::Types => matches!(self.tables.types.get(number), Slot::Open),
        };
        if open {
            return Err(self.note(error_at(entry.data, "an attribute or type refers to itself")));
        }
        stacker::maybe_grow(RED_ZONE, SEGMENT, || match table {
            Table::Attributes => {
                self.tables.attributes.set(number, Slot::Open);
                let read = self.read_attribute(entry, number, depth);
                self.tables.attributes.set(number, read.map_or(Slot::Unread, Slot::Read));
                read.map(|_| ())
            }
            Table::Types => {
                self.tables.types.set(number, Slot::Open);
                let read = self.read_type(entry, number, depth);
                self.tables.types.set(number, read.map_or(Slot::Unread, Slot::Read));
                read.map(|_| ())
            }
        })
    }

    fn read_attribute(&mut self, entry: FileEntry, number: usize, depth: u32) -> ReadResult<Attr> {
        if !entry.encoded {
            return self.read_text(entry, "attribute", parse_attribute_text);
        }
        let (cx, config) = (self.cx, self.config);
        self.read_encoded(
            (entry, number),
            depth,
            "attribute",
            |reader| {
                let start = reader.cursor;
                for callback in &config.attribute_callbacks {
                    reader.cursor = start;
                    let group = reader.state.file.dialect_name(entry.dialect);
                    if let Some(attr) = callback(reader, &group)? {
                        return Ok(Some(attr));
                    }
                }
                Ok(None)
            },
            |interface, reader| interface.read_attribute(reader),
            (EncodedTable::Attributes, |part| cx.attr(AttrData::Encoded(part))),
        )
    }

    fn read_type(&mut self, entry: FileEntry, number: usize, depth: u32) -> ReadResult<Type> {
        if !entry.encoded {
            return self.read_text(entry, "type", parse_type_text);
        }
        let (cx, config) = (self.cx, self.config);
        self.read_encoded(
            (entry, number),
            depth,
            "type",
            |reader| {
                let start = reader.cursor;
                for callback in &config.type_callbacks {
                    reader.cursor = start;
                    let group = reader.state.file.dialect_name(entry.dialect);
                    if let Some(ty) = callback(reader, &group)? {
                        return Ok(Some(ty));
                    }
                }
                Ok(None)
            },
            |interface, reader| interface.read_type(reader),
            (EncodedTable::Types, |part| cx.ty(TypeData::Encoded(part))),
        )
    }

    /// Reads an encoded entry: callbacks come first, then the dialect. An entry of an unregistered dialect is kept
    /// encoded.
    fn read_encoded<T>(
        &mut self,
        (entry, number): (FileEntry, usize),
        depth: u32,
        what: &str,
        callbacks: impl FnOnce(&mut EntryReader<'_, 'a>) -> ReadResult<Option<T>>,
        read: impl FnOnce(&dyn BytecodeDialectInterface, &mut EntryReader<'_, 'a>) -> ReadResult<T>,
        (table, keep): (EncodedTable, impl FnOnce(Arc<EncodedPart>) -> T),
    ) -> ReadResult<T> {
        let start = self.file.cursor(entry.data);
        self.load_dialect(entry.dialect, &start)?;
        let interface = self.tables.dialects[entry.dialect as usize].interface;
        let mut reader = EntryReader { cursor: start, depth: Some(depth), state: self };
        let value = match callbacks(&mut reader)? {
            Some(value) => value,
            None => {
                reader.cursor = start;
                let name = || reader.state.file.dialect_name(entry.dialect);
                let Some(interface) = interface else {
                    if reader.state.cx.dialect(&name()).is_none() {
                        return Ok(keep(reader.state.encoded_part(table, number, entry.dialect, entry.data)));
                    }
                    let message = format!("dialect '{}' does not implement the bytecode interface", name());
                    return Err(reader.error(message));
                };
                read(interface, &mut reader)?
            }
        };
        match reader.cursor.is_empty() {
            true => Ok(value),
            false => Err(reader.error(format!("unexpected trailing bytes after {what} entry"))),
        }
    }

    /// Reads the text of an entry.
    fn read_text<T>(
        &mut self,
        entry: FileEntry,
        what: &str,
        parse: fn(&Context, &[u8], &mut FragmentSymbols) -> Result<(T, usize), Vec<Box<Diag>>>,
    ) -> ReadResult<T> {
        let mut cursor = self.file.cursor(entry.data);
        let text = match cursor.nul_terminated() {
            Ok(text) => text,
            Err(error) => return Err(self.note(error)),
        };
        if !cursor.is_empty() {
            return Err(self.note(cursor.error(format!("unexpected trailing bytes after {what} entry"))));
        }
        match parse(self.cx, text, &mut self.tables.symbols) {
            Ok((value, end)) if end == text.len() => Ok(value),
            Ok((_, end)) => {
                let rest = String::from_utf8_lossy(&text[end..]).into_owned();
                let message = format!("trailing characters found after {what} assembly format: {rest}");
                Err(self.note(error_at(entry.data, message)))
            }
            Err(diags) => {
                let message = diags.into_iter().next().map(|diag| diag.message);
                let message = message.unwrap_or_else(|| format!("the text of an {what} cannot be read"));
                Err(self.note(error_at(entry.data, message)))
            }
        }
    }
}

/// Reads one encoding.
pub(crate) struct EntryReader<'r, 'a> {
    state: &'r mut State<'a>,
    cursor: Cursor<'a>,
    /// The nesting depth of the entry in those being read; `None` if it is not an entry.
    depth: Option<u32>,
}

impl EntryReader<'_, '_> {
    fn taken<T>(&mut self, outcome: Outcome<T>) -> ReadResult<T> {
        outcome.map_err(|error| self.state.note(error))
    }

    /// Ensures that an entry is read, now or before the current one is read again.
    fn require(&mut self, table: Table, number: usize) -> ReadResult<()> {
        if self.state.is_read(table, number) {
            return Ok(());
        }
        match self.depth {
            None => self.state.resolve(table, number),
            Some(depth) if depth >= MAX_DEPTH => {
                self.state.deferred = Some((table, number));
                Err(ReadFailed)
            }
            Some(depth) => self.state.read_entry(table, number, depth + 1),
        }
    }

    fn attribute_at(&mut self, number: u64) -> ReadResult<Attr> {
        let number = self.taken_index(number, self.state.tables.attributes.len(), "attribute")?;
        self.require(Table::Attributes, number)?;
        self.state.known_attribute(number).ok_or(ReadFailed)
    }

    fn taken_index(&mut self, number: u64, length: usize, what: &str) -> ReadResult<usize> {
        let index = self.cursor.index(number, length, what);
        self.taken(index)
    }
}

impl DialectBytecodeReader for EntryReader<'_, '_> {
    fn cx(&self) -> &Context {
        self.state.cx
    }

    fn error(&mut self, message: String) -> ReadFailed {
        let error = self.cursor.error(message);
        self.state.note(error)
    }

    fn bytecode_version(&self) -> u64 {
        self.state.file.version
    }

    fn dialect_version(&mut self, dialect: &str) -> ReadResult<Option<DialectVersion>> {
        let file = self.state.file;
        let named = |at: &usize| file.bytes(file.dialects[*at].name) == dialect.as_bytes();
        let Some(at) = (0..file.dialects.len()).find(named) else { return Ok(None) };
        let cursor = self.cursor;
        self.state.load_dialect(at as u32, &cursor)?;
        Ok(self.state.tables.dialects[at].version.as_ref().map(|(version, _)| version.clone()))
    }

    fn read_attribute(&mut self) -> ReadResult<Attr> {
        let number = self.read_varint()?;
        self.attribute_at(number)
    }

    fn read_optional_attribute(&mut self) -> ReadResult<Attr> {
        match self.read_varint_with_flag()? {
            (number, true) => self.attribute_at(number),
            (_, false) => Ok(Attr::NULL),
        }
    }

    fn read_type(&mut self) -> ReadResult<Type> {
        let number = self.read_varint()?;
        let number = self.taken_index(number, self.state.tables.types.len(), "type")?;
        self.require(Table::Types, number)?;
        self.state.tables.types.read(number).ok_or(ReadFailed)
    }

    fn read_resource_handle(&mut self) -> ReadResult<Str> {
        let number = self.read_varint()?;
        let number = self.taken_index(number, self.state.tables.resources.len(), "resource handle")?;
        match self.state.tables.resources[number] {
            Some(key) => Ok(key),
            None => Err(self.error(format!("resource {number} is of a dialect that is not registered"))),
        }
    }

    fn read_varint(&mut self) -> ReadResult<u64> {
        let value = self.cursor.varint();
        self.taken(value)
    }

    fn read_byte(&mut self) -> ReadResult<u8> {
        let byte = self.cursor.byte();
        self.taken(byte)
    }

    fn read_string(&mut self) -> ReadResult<Str> {
        let number = self.read_varint()?;
        let number = self.taken_index(number, self.state.tables.strings.len(), "string")?;
        Ok(self.state.string(number))
    }

    fn read_blob(&mut self) -> ReadResult<&[u8]> {
        let length = self.read_varint()?;
        let bytes = self.cursor.take(length);
        self.taken(bytes)
    }

    fn read_shared_blob(&mut self) -> ReadResult<Blob> {
        let length = self.read_varint()?;
        let start = self.cursor.offset();
        let bytes = self.cursor.take(length);
        let bytes = self.taken(bytes)?;
        Ok(match bytes.len() < SHARED_FROM {
            true => bytes.to_vec().into(),
            false => self.state.whole.part(start..start + bytes.len()),
        })
    }

    fn remaining(&self) -> usize {
        self.cursor.remaining()
    }
}
