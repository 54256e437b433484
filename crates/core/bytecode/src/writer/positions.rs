//! File locations: most locations are one, each of a single op. They are numbered like attributes, without
//! creating an attribute.
//!
//! This applies to the locations of one table, or to those in the sources, depending on the outermost ops. A location
//! that occurs in another form, as a part of a fused location, is looked up by its value and is the same entry.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_diag::{Pos, SourceMap};
use terrace_ir::positions::{FilePosition, PositionTable};
use terrace_ir::{Attr, BlockRef, Context, Ir, Loc, LocData, OpRef, Str};
use terrace_support::file;

use super::tables::TableKey;

/// An attribute of a file: one of the context, or a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttrKey(u32);

const POSITION: u32 = 1 << 31;

impl AttrKey {
    /// The attribute of a position, by its number among them.
    #[inline]
    pub(crate) fn position(number: u32) -> Self {
        Self(number | POSITION)
    }

    /// Returns the attribute of the context, or the number of the position.
    #[inline]
    pub(crate) fn get(self) -> Result<Attr, u32> {
        match self.0 & POSITION == 0 {
            true => Ok(Attr::from_u32(self.0)),
            false => Err(self.0 & !POSITION),
        }
    }
}

impl From<Attr> for AttrKey {
    #[inline]
    fn from(attr: Attr) -> Self {
        Self(attr.as_u32())
    }
}

impl TableKey for AttrKey {
    #[inline]
    fn place(self) -> (usize, usize) {
        ((self.0 >> 31) as usize, (self.0 & !POSITION) as usize)
    }
}

/// The positions that are numbered without an attribute.
pub(super) enum Positions {
    /// No positions: all locations are attributes.
    Absent,
    /// Positions in a table.
    Table { table: PositionTable, by_value: OnceCell<FxHashMap<FilePosition, u32>> },
    /// Positions in the sources.
    Sources(SourcePositions),
}

impl Positions {
    /// Returns the locations of the table of the outermost op, or of the first op in it.
    pub(super) fn new(root: OpRef<'_>) -> Self {
        let (ir, first) =
            (root.ir(), root.regions().flat_map(|region| region.blocks()).find_map(BlockRef::first));
        for loc in [root.loc()].into_iter().chain(first.map(|op| op.loc())) {
            if let Some(table) = loc.as_position().and_then(|number| ir.cx().position_table(number)) {
                return Self::Table { table, by_value: OnceCell::new() };
            }
            if let Some(first) = loc.as_source() {
                return SourcePositions::new(ir, first).map_or(Self::Absent, Self::Sources);
            }
        }
        Self::Absent
    }

    /// Reserves the positions of `ops` ops; returns an upper bound of their numbers.
    pub(super) fn reserve(&mut self, ops: usize) -> usize {
        match self {
            Self::Table { table, .. } => table.positions.len(),
            Self::Sources(sources) => {
                sources.numbers.added.reserve(ops);
                sources.positions.reserve(ops);
                ops
            }
            Self::Absent => 0,
        }
    }

    /// Returns the number of a position; `None` if the location is none of them.
    #[inline]
    pub(super) fn number(&mut self, cx: &Context, loc: Loc) -> Option<u32> {
        match self {
            Self::Table { table, .. } => {
                let number = loc.as_position()?.checked_sub(table.first)?;
                ((number as usize) < table.positions.len()).then_some(number)
            }
            Self::Sources(sources) => sources.number(cx, loc.as_source()?),
            Self::Absent => None,
        }
    }

    /// Returns the number of the position that an attribute is, if it is one of them.
    pub(super) fn number_of_attr(&mut self, cx: &Context, loc: &LocData) -> Option<u32> {
        let &LocData::File { file, line, col, end_line, end_col } = loc else { return None };
        if (line, col) != (end_line, end_col) {
            return None;
        }
        match self {
            Self::Table { table, by_value } => {
                let by_value = by_value.get_or_init(|| {
                    let numbered = table.positions.iter().enumerate().rev();
                    numbered.map(|(number, &position)| (position, number as u32)).collect()
                });
                by_value.get(&FilePosition { file, line, col }).copied()
            }
            Self::Sources(sources) => sources.number_at(cx, file, line, col),
            Self::Absent => None,
        }
    }

    /// Returns the position with a number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<FilePosition> {
        match self {
            Self::Table { table, .. } => table.positions.get(number as usize).copied(),
            Self::Sources(sources) => sources.positions.get(number as usize).copied(),
            Self::Absent => None,
        }
    }
}

/// A line of a buffer.
struct SourceLine {
    /// The name of its file.
    file: Str,
    line: u32,
    /// The positions of the line, with its end.
    start: u32,
    end: u32,
}

/// Numbers of positions in sources, in the order in which they were added. Those that are near are found near each other.
#[derive(Default)]
struct SourceNumbers {
    /// The position that the list of those of a few bytes starts from.
    base: u32,
    /// The last number of each run of bytes.
    last: Vec<u32>,
    /// For each number its position, and the number before it in its run.
    added: Vec<(u32, u32)>,
    /// Those before the base.
    earlier: FxHashMap<u32, u32>,
}

/// Binary logarithm of the length of a run.
const RUN_BITS: u32 = 4;
const NONE: u32 = u32::MAX;

impl SourceNumbers {
    #[inline]
    fn get(&self, source: u32) -> Option<u32> {
        let Some(at) = source.checked_sub(self.base) else { return self.earlier.get(&source).copied() };
        let mut number = *self.last.get((at >> RUN_BITS) as usize)?;
        while let Some(&(known, before)) = self.added.get(number as usize) {
            if known == source {
                return Some(number);
            }
            number = before;
        }
        None
    }

    /// Adds a position that was not added before.
    fn add(&mut self, source: u32) -> u32 {
        let number = self.added.len() as u32;
        let before = match source.checked_sub(self.base) {
            Some(at) => {
                let run = (at >> RUN_BITS) as usize;
                if run >= self.last.len() {
                    self.last.resize((run + 1).next_power_of_two(), NONE);
                }
                std::mem::replace(&mut self.last[run], number)
            }
            None => {
                self.earlier.insert(source, number);
                NONE
            }
        };
        self.added.push((source, before));
        number
    }
}

/// Positions in sources, numbered in the order in which they are met.
pub(super) struct SourcePositions {
    sources: Arc<SourceMap>,
    numbers: SourceNumbers,
    positions: Vec<FilePosition>,
    /// The line of the last of them: that of the next one is near.
    last: Option<SourceLine>,
}

impl SourcePositions {
    /// Positions most of which are not before `first`; `None` if two may be the same line and column.
    fn new(ir: &Ir, first: u32) -> Option<Self> {
        let sources = &ir.sources;
        let unique = sources.buffers().enumerate().all(|(at, buffer)| {
            sources.find(buffer.name()).is_some_and(|id| id.index() == at)
                && !file::contains(buffer.bytes(), b"\r")
        });
        unique.then(|| Self {
            sources: Arc::clone(sources),
            numbers: SourceNumbers { base: first, ..SourceNumbers::default() },
            positions: Vec::new(),
            last: None,
        })
    }

    fn number(&mut self, cx: &Context, source: u32) -> Option<u32> {
        if let Some(known) = self.numbers.get(source) {
            return Some(known);
        }
        let position = self.position(cx, source)?;
        self.positions.push(position);
        Some(self.numbers.add(source))
    }

    fn number_at(&mut self, cx: &Context, file: Str, line: u32, col: u32) -> Option<u32> {
        let buffer = self.sources.buffer(self.sources.find(file.text(cx))?);
        let source = buffer.pos(buffer.offset_of(line, col)?).0;
        self.number(cx, source)
    }

    /// Returns the line and column of a position.
    fn position(&mut self, cx: &Context, source: u32) -> Option<FilePosition> {
        let within = |line: &SourceLine| line.start <= source && source <= line.end;
        let known = self.last.as_ref().filter(|line| within(line));
        let line = match known {
            Some(line) => line,
            None => {
                let next = self.last.take().and_then(|last| self.next_line(&last)).filter(within);
                let line = match next {
                    Some(line) => line,
                    None => self.find_line(cx, source)?,
                };
                self.last.insert(line)
            }
        };
        Some(FilePosition { file: line.file, line: line.line, col: source - line.start + 1 })
    }

    fn find_line(&self, cx: &Context, source: u32) -> Option<SourceLine> {
        let (buffer, at) = self.sources.line_column(Pos(source))?;
        let buffer = self.sources.buffer(buffer);
        let (base, start) = (buffer.base().0, source - (at.column - 1));
        let length = line_length(&buffer.bytes()[(start - base) as usize..]);
        Some(SourceLine { file: cx.str(buffer.name()), line: at.line, start, end: start + length })
    }

    fn next_line(&self, last: &SourceLine) -> Option<SourceLine> {
        let (buffer, offset) = self.sources.locate(Pos(last.end))?;
        let rest = &self.sources.buffer(buffer).bytes()[offset..];
        // Without the line break; there is none at the end of the buffer.
        let length = line_length(rest.get(1..)?);
        let start = last.end + 1;
        Some(SourceLine { line: last.line + 1, start, end: start + length, ..*last })
    }
}

/// Returns how many bytes there are before the next line break.
fn line_length(bytes: &[u8]) -> u32 {
    memchr::memchr(b'\n', bytes).unwrap_or(bytes.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_by_their_number() {
        let mut numbers = SourceNumbers { base: 1000, ..SourceNumbers::default() };
        let sources: Vec<u32> = (0..500).map(|at| at * 37 % 5000).collect();
        for (at, &source) in sources.iter().enumerate() {
            assert_eq!(numbers.get(source), None);
            assert_eq!(numbers.add(source), at as u32);
        }
        for (at, &source) in sources.iter().enumerate() {
            assert_eq!(numbers.get(source), Some(at as u32));
        }
        assert_eq!(numbers.get(5001), None);
    }
}
