//! Source buffers in one 32-bit position space.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::lines::LineIndex;

/// A byte position in the space of all buffers of a [`SourceMap`].
///
/// Each buffer owns the positions from its first byte up to and including its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pos(pub u32);

/// Names a buffer of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BufferId(u32);

impl BufferId {
    /// The position of the buffer in order of addition.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A line and a column, both 1-based; columns count bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The buffers no longer fit the 32-bit position space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceTooLarge;

impl fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sources larger than 4 GiB are not supported")
    }
}

impl std::error::Error for SourceTooLarge {}

/// One named buffer.
#[derive(Clone)]
pub struct Buffer {
    name: Arc<str>,
    // Any owner of bytes: a vector, a shared slice or a mapped file, none of which is copied.
    bytes: Arc<dyn AsRef<[u8]> + Send + Sync>,
    base: u32,
    lines: Arc<LineIndex>,
}

impl Buffer {
    /// A buffer whose first byte has this position and line.
    pub(crate) fn new(
        name: Arc<str>,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
        base: u32,
        first_line: u32,
    ) -> Self {
        let lines = Arc::new(LineIndex::new(bytes.as_ref().len(), first_line));
        Buffer { name, bytes: Arc::new(bytes), base, lines }
    }

    /// The name that locations use for the buffer.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The content.
    pub fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The content, with what owns it.
    pub fn shared_bytes(&self) -> Arc<dyn AsRef<[u8]> + Send + Sync> {
        Arc::clone(&self.bytes)
    }

    /// The position of the first byte.
    pub fn base(&self) -> Pos {
        Pos(self.base)
    }

    /// The position of an offset into the buffer; offsets past the end are clamped.
    pub fn pos(&self, offset: usize) -> Pos {
        // The length of a buffer fits in 32 bits, by construction.
        Pos(self.base + offset.min(self.bytes().len()) as u32)
    }

    /// The number of the last line; a buffer that ends in a newline has an empty last line.
    pub fn line_count(&self) -> u32 {
        self.lines.last_line(self.bytes())
    }

    /// The line of this number, or the last one if there are fewer. What is after the line is not read.
    pub fn clamp_line(&self, line: u32) -> u32 {
        match self.lines.start_of(self.bytes(), line) {
            Some(_) => line,
            None => line.min(self.line_count()),
        }
    }

    /// The line and column of a byte offset; offsets past the end are clamped. What is after it is not read.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let bytes = self.bytes();
        let offset = offset.min(bytes.len());
        let (line, start) = self.lines.line_at(bytes, offset);
        LineColumn { line, column: (offset - start) as u32 + 1 }
    }

    /// The offset of a 1-based line and column, unless the column lies beyond the end of the line. What is after the line is
    /// not read.
    pub fn offset_of(&self, line: u32, column: u32) -> Option<usize> {
        if column == 0 {
            return None;
        }
        let start = self.lines.start_of(self.bytes(), line)?;
        let skip = column as usize - 1;
        let skipped = self.bytes().get(start..start.checked_add(skip)?)?;
        (memchr::memchr2(b'\n', b'\r', skipped).is_none()).then_some(start + skip)
    }

    /// The range of the line around an offset, without its terminator; a carriage return ends a line.
    pub fn line_around(&self, offset: usize) -> Range<usize> {
        let bytes = self.bytes();
        let offset = offset.min(bytes.len());
        let start = memchr::memrchr2(b'\n', b'\r', &bytes[..offset]).map_or(0, |at| at + 1);
        let end = memchr::memchr2(b'\n', b'\r', &bytes[offset..]).map_or(bytes.len(), |at| offset + at);
        start..end
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({:?}, {} bytes at {})", self.name, self.bytes().len(), self.base)
    }
}

/// All buffers of one run; line tables are built on first use.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    buffers: Vec<Buffer>,
    by_name: FxHashMap<Arc<str>, BufferId>,
    end: u32,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a buffer; of two with one name, look-ups by name find the first.
    ///
    /// # Errors
    ///
    /// If the bytes are more than locations can address.
    pub fn add(
        &mut self,
        name: impl Into<Arc<str>>,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<BufferId, SourceTooLarge> {
        let len = u32::try_from(bytes.as_ref().len()).map_err(|_| SourceTooLarge)?;
        // One position more than bytes, for the end of the buffer.
        let end = self.end.checked_add(len).and_then(|end| end.checked_add(1)).ok_or(SourceTooLarge)?;
        let id = BufferId(u32::try_from(self.buffers.len()).map_err(|_| SourceTooLarge)?);
        let name = name.into();
        self.by_name.entry(name.clone()).or_insert(id);
        self.buffers.push(Buffer::new(name, bytes, self.end, 1));
        self.end = end;
        Ok(id)
    }

    /// The buffer with this id; panics on an id of another map that has more buffers.
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        &self.buffers[id.index()]
    }

    /// Every buffer in order of addition.
    pub fn buffers(&self) -> impl ExactSizeIterator<Item = &Buffer> {
        self.buffers.iter()
    }

    /// The first buffer of this name.
    pub fn find(&self, name: &str) -> Option<BufferId> {
        self.by_name.get(name).copied()
    }

    /// The buffer that owns a position, with the byte offset in it.
    pub fn locate(&self, pos: Pos) -> Option<(BufferId, usize)> {
        let index = self.buffers.partition_point(|buffer| buffer.base <= pos.0).checked_sub(1)?;
        let offset = (pos.0 - self.buffers[index].base) as usize;
        (offset <= self.buffers[index].bytes().len()).then_some((BufferId(index as u32), offset))
    }

    /// The buffer, line and column of a position.
    pub fn line_column(&self, pos: Pos) -> Option<(BufferId, LineColumn)> {
        let (id, offset) = self.locate(pos)?;
        Some((id, self.buffer(id).line_column(offset)))
    }

    /// The first position that no buffer owns.
    pub fn end(&self) -> Pos {
        Pos(self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> SourceMap {
        let mut map = SourceMap::new();
        map.add("a", b"one\ntwo\r\n\nfour".to_vec()).unwrap();
        map.add("b", Vec::new()).unwrap();
        map.add("c", Arc::<[u8]>::from(&b"x\n"[..])).unwrap();
        map
    }

    #[test]
    fn positions_resolve() {
        let map = map();
        let at = |pos| map.line_column(Pos(pos)).map(|(id, at)| (id.index(), at.line, at.column));
        assert_eq!(at(0), Some((0, 1, 1)));
        assert_eq!(at(3), Some((0, 1, 4)));
        assert_eq!(at(4), Some((0, 2, 1)));
        assert_eq!(at(7), Some((0, 2, 4)));
        // Carriage returns are characters.
        assert_eq!(at(8), Some((0, 2, 5)));
        assert_eq!(at(10), Some((0, 4, 1)));
        assert_eq!(at(14), Some((0, 4, 5)));
        assert_eq!(at(15), Some((1, 1, 1)));
        assert_eq!(at(18), Some((2, 2, 1)));
        assert_eq!(at(19), None);
        assert_eq!(map.end(), Pos(19));
    }

    #[test]
    fn line_and_column_to_offset() {
        let map = map();
        let a = map.buffer(map.find("a").unwrap());
        assert_eq!(a.offset_of(1, 4), Some(3));
        assert_eq!(a.offset_of(1, 5), None);
        assert_eq!(a.offset_of(2, 4), Some(7));
        assert_eq!(a.offset_of(2, 5), None);
        assert_eq!(a.offset_of(3, 1), Some(9));
        assert_eq!(a.offset_of(4, 5), Some(14));
        assert_eq!(a.offset_of(4, 6), None);
        assert_eq!(a.offset_of(5, 1), None);
        assert_eq!(a.offset_of(0, 1), None);
        assert_eq!(a.offset_of(4, u32::MAX), None);
        assert_eq!(a.line_around(5), 4..7);
        assert_eq!(a.line_around(100), 10..14);
        assert_eq!([1, 4, 5, u32::MAX].map(|line| a.clamp_line(line)), [1, 4, 4, 4]);
    }

    #[test]
    fn first_buffer_of_a_name_wins() {
        let mut map = map();
        let again = map.add("a", b"again".to_vec()).unwrap();
        assert_ne!(map.find("a"), Some(again));
    }
}
