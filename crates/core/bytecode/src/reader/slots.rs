//! The decoded entries of a file, by index: a word for each entry, which may be unread.

use std::marker::PhantomData;

use terrace_asm::FragmentSymbols;
use terrace_ir::bytecode::{BytecodeDialectInterface, DialectVersion};
use terrace_ir::diag::{CheckResult, Diag};
use terrace_ir::positions::PositionTable;
use terrace_ir::{Attr, Context, Ir, Loc, OpName, Str, Type};
use terrace_support::entity::Entity;

use super::file::{File, Span};
use crate::config::BytecodeReaderConfig;
use crate::encoding::SectionKind;

/// The state of an entry.
#[derive(Clone, Copy)]
pub(super) enum Slot<T> {
    Unread,
    /// The entry is being read, with its references.
    Open,
    Read(T),
    /// A location that is a position of the file, by its number among those. It stays that when it is read.
    Position(u32),
}

/// Set in the word of a position.
const POSITION: u32 = 1 << 31;

/// The slots of a table: zero where an entry is unread, so that untouched pages take no memory.
pub(super) struct Slots<T>(Vec<u32>, PhantomData<T>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

impl<T: Entity> Slots<T> {
    pub(super) fn new(len: usize) -> Self {
        Self(vec![0; len], PhantomData)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> Slot<T> {
        match self.0[number] {
            0 => Slot::Unread,
            1 => Slot::Open,
            position if position & POSITION != 0 => Slot::Position(position & !POSITION),
            handle => Slot::Read(T::from_index(handle as usize - 2)),
        }
    }

    pub(super) fn read(&self, number: usize) -> Option<T> {
        if let Slot::Read(value) = self.get(number) { Some(value) } else { None }
    }

    #[inline]
    pub(super) fn set(&mut self, number: usize, slot: Slot<T>) {
        self.0[number] = match slot {
            Slot::Unread => 0,
            Slot::Open => 1,
            Slot::Position(number) => number | POSITION,
            Slot::Read(value) => value.index() as u32 + 2,
        };
    }

    pub(super) fn values(&self) -> impl Iterator<Item = Option<T>> {
        (0..self.len()).map(|number| self.read(number))
    }
}

/// A dialect that something in the file is of.
#[derive(Default)]
pub(super) struct LoadedDialect {
    pub(super) loaded: bool,
    pub(super) interface: Option<&'static dyn BytecodeDialectInterface>,
    /// The version, and where it is in the file.
    pub(super) version: Option<(DialectVersion, Span)>,
}

/// A dialect that the file names with a version.
pub(crate) struct VersionedDialect {
    interface: &'static dyn BytecodeDialectInterface,
    version: DialectVersion,
    section: Span,
}

impl VersionedDialect {
    /// Upgrades the decoded IR to the dialect's current version.
    ///
    /// # Errors
    ///
    /// If the upgrade fails: the dialect's diagnostic, with a note with the position of the version in the
    /// file at `place`.
    pub(crate) fn upgrade(&self, ir: &mut Ir, place: Loc) -> CheckResult {
        let refused = |diag: Box<Diag>| {
            let (offset, kind) = (self.section.start(), SectionKind::DialectVersions.name());
            diag.note(place, format!("at offset {offset} in section {kind}"))
        };
        self.interface.upgrade_from_version(ir, &self.version).map_err(refused)
    }
}

impl LoadedDialect {
    pub(super) fn versioned(&self) -> Option<VersionedDialect> {
        let (version, section) = self.version.clone()?;
        Some(VersionedDialect { interface: self.interface?, version, section })
    }
}

/// The entries of a file interpreted so far, by number.
#[derive(Default)]
pub(crate) struct Tables {
    pub(super) attributes: Slots<Attr>,
    pub(super) types: Slots<Type>,
    pub(super) strings: Slots<Str>,
    pub(super) dialects: Vec<LoadedDialect>,
    pub(super) op_names: Vec<Option<OpName>>,
    /// The keys in the context of the resources of dialects; `None` where the dialect is not registered.
    pub(super) resources: Vec<Option<Str>>,
    pub(super) symbols: FragmentSymbols,
    /// The index of the dialect `builtin`, unless callbacks override it.
    pub(super) plain_builtin: Option<u32>,
    /// The name in the position that was read last, and the number of its attribute.
    pub(super) last_file_name: Option<(u64, Str)>,
    /// The positions that were read ahead.
    pub(super) positions: Option<PositionTable>,
    /// Distinguishes the file from others, for its unread parts.
    pub(super) origin: u32,
    /// Whether there are such parts.
    pub(super) keeps_parts: bool,
}

impl Tables {
    /// The tables before anything was read.
    pub(crate) fn new(cx: &Context, file: &File<'_>, config: &BytecodeReaderConfig) -> Self {
        Self {
            attributes: Slots::new(file.attributes.len()),
            types: Slots::new(file.types.len()),
            strings: Slots::new(file.strings.len()),
            dialects: file.dialects.iter().map(|_| LoadedDialect::default()).collect(),
            op_names: vec![None; file.op_names.len()],
            plain_builtin: (0..file.dialects.len() as u32)
                .find(|&dialect| file.dialect_name(dialect) == "builtin")
                .filter(|_| config.attribute_callbacks.is_empty()),
            origin: cx.fresh_origin(),
            ..Self::default()
        }
    }
}
