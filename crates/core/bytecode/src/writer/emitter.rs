//! Bytes, integers and sections, as they are written.

use std::io;
use std::ops::Deref;

use rustc_hash::FxHashMap;
use terrace_ir::Blob;
use terrace_support::file;

use crate::encoding::{PADDING, SectionKind};

/// Appends an integer; the number of trailing zeros of its first byte is the number of following bytes.
#[inline]
pub(crate) fn push_varint(out: &mut Vec<u8>, value: u64) {
    if value >> 7 == 0 {
        out.push((value as u8) << 1 | 1);
    } else {
        push_long_varint(out, value);
    }
}

#[inline]
fn push_long_varint(out: &mut Vec<u8>, value: u64) {
    let bits = 64 - value.leading_zeros() as usize;
    let bytes = bits.div_ceil(7);
    if bytes > 8 {
        out.push(0);
        out.extend_from_slice(&value.to_le_bytes());
        return;
    }
    let encoded = ((value << 1 | 1) << (bytes - 1)).to_le_bytes();
    // A copy of a constant length is one store.
    let end = out.len() + bytes;
    out.extend_from_slice(&encoded);
    out.truncate(end);
}

/// Appends an integer whose lowest bit is a flag.
#[inline]
pub(crate) fn push_varint_with_flag(out: &mut Vec<u8>, value: u64, flag: bool) {
    push_varint(out, value << 1 | u64::from(flag));
}

/// Bytes that are not copied.
enum Piece {
    Blob(Blob),
    Bytes(Vec<u8>),
}

impl Deref for Piece {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Blob(blob) => blob,
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// Bytes that are written in order, with large blobs and sections instead of copies of them.
#[derive(Default)]
pub(crate) struct Emitter {
    /// Bytes, and pieces after as many of them.
    pub(crate) bytes: Vec<u8>,
    pieces: Vec<(usize, Piece)>,
    piece_bytes: usize,
    alignment: usize,
    /// Whether large blobs are copied, too.
    copies: bool,
}

/// A piece of fewer bytes is copied.
const SHARED_FROM: usize = 4096;

impl Emitter {
    /// An emitter that copies large blobs, too.
    pub(crate) fn copying() -> Self {
        Self { copies: true, ..Self::default() }
    }

    /// Creates an emitter with capacity for `bytes` bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// Returns how many bytes there are.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() + self.piece_bytes
    }

    /// Writes an integer.
    #[inline]
    pub(crate) fn varint(&mut self, value: u64) {
        push_varint(&mut self.bytes, value);
    }

    /// Writes an integer whose lowest bit is a flag.
    #[inline]
    pub(crate) fn varint_with_flag(&mut self, value: u64, flag: bool) {
        push_varint_with_flag(&mut self.bytes, value, flag);
    }

    /// Writes the bytes of a blob.
    pub(crate) fn blob(&mut self, blob: &Blob) {
        if self.copies || blob.len() < SHARED_FROM {
            self.bytes.extend_from_slice(blob);
            return;
        }
        self.pieces.push((self.bytes.len(), Piece::Blob(blob.clone())));
        self.piece_bytes += blob.len();
    }

    /// Writes padding up to a multiple of `alignment`, which the whole is then aligned to.
    pub(crate) fn align(&mut self, alignment: usize) {
        if alignment < 2 {
            return;
        }
        let padded = self.len().next_multiple_of(alignment);
        self.bytes.resize(self.bytes.len() + padded - self.len(), PADDING);
        self.alignment = self.alignment.max(alignment);
    }

    /// Writes a section with these contents, aligned as they are.
    pub(crate) fn section(&mut self, kind: SectionKind, contents: Emitter) {
        let at = self.bytes.len();
        self.bytes.push(kind as u8);
        self.varint(contents.len() as u64);
        if contents.alignment > 1 {
            if self.len().is_multiple_of(contents.alignment) {
                self.alignment = self.alignment.max(contents.alignment);
            } else {
                self.varint(contents.alignment as u64);
                self.align(contents.alignment);
                self.bytes[at] |= 0x80;
            }
        }
        let start = self.bytes.len();
        if contents.pieces.is_empty() && contents.bytes.len() >= SHARED_FROM {
            self.piece_bytes += contents.bytes.len();
            self.pieces.push((start, Piece::Bytes(contents.bytes)));
            return;
        }
        self.bytes.extend_from_slice(&contents.bytes);
        self.pieces.extend(contents.pieces.into_iter().map(|(at, piece)| (start + at, piece)));
        self.piece_bytes += contents.piece_bytes;
    }

    /// Hands the bytes on, piece by piece. Parts of a mapped file need not stay in memory after that.
    pub(crate) fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        const PART: usize = 4 << 20;
        let mut done = 0;
        for (at, piece) in &self.pieces {
            out.write_all(&self.bytes[done..*at])?;
            match piece {
                Piece::Blob(blob) => blob.try_for_each_part(PART, |part| {
                    out.write_all(part)?;
                    if part.len() == PART {
                        file::release(part);
                    }
                    Ok::<(), io::Error>(())
                })?,
                Piece::Bytes(bytes) => out.write_all(bytes)?,
            }
            done = *at;
        }
        out.write_all(&self.bytes[done..])
    }
}

/// Bytes with nested sections, whose headers are inserted at the end, so that no data is moved once per nesting level.
#[derive(Default)]
pub(crate) struct NestedEmitter {
    pub(crate) bytes: Vec<u8>,
    /// Headers in the order in which their sections end.
    headers: Vec<SectionHeader>,
    header_bytes: usize,
    /// The header of a section, kept for its memory.
    header: Vec<u8>,
}

/// The kind of a section, and a size of at most nine bytes.
const LONGEST_HEADER: usize = 10;

/// The header of a section.
struct SectionHeader {
    /// The position in the bytes without headers that it comes before.
    at: usize,
    len: u8,
    bytes: [u8; LONGEST_HEADER],
}

/// A section that has begun.
pub(crate) struct OpenSection {
    start: usize,
    header_bytes: usize,
}

impl NestedEmitter {
    /// Creates an emitter with capacity for `bytes` bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// Begins a section.
    pub(crate) fn begin_section(&self) -> OpenSection {
        OpenSection { start: self.bytes.len(), header_bytes: self.header_bytes }
    }

    /// Ends the section that was begun last and has not ended.
    pub(crate) fn end_section(&mut self, kind: SectionKind, open: &OpenSection) {
        let len = self.bytes.len() - open.start + self.header_bytes - open.header_bytes;
        self.header.clear();
        self.header.push(kind as u8);
        push_varint(&mut self.header, len as u64);
        let mut bytes = [0; LONGEST_HEADER];
        bytes[..self.header.len()].copy_from_slice(&self.header);
        self.header_bytes += self.header.len();
        self.headers.push(SectionHeader { at: open.start, len: self.header.len() as u8, bytes });
    }

    /// Returns the bytes with all headers.
    pub(crate) fn finish(mut self) -> Emitter {
        if self.headers.is_empty() {
            return Emitter { bytes: self.bytes, ..Emitter::default() };
        }
        // Of two that begin at one place, the outer one ended later and comes first.
        self.headers.reverse();
        self.headers.sort_by_key(|header| header.at);
        // Each part is moved to its place, the last one first.
        let mut end = self.bytes.len();
        let mut shift = self.header_bytes;
        self.bytes.resize(end + shift, 0);
        for SectionHeader { at, len, bytes } in self.headers.iter().rev() {
            self.bytes.copy_within(*at..end, at + shift);
            shift -= usize::from(*len);
            let header = &bytes[..usize::from(*len)];
            self.bytes[at + shift..][..header.len()].copy_from_slice(header);
            end = *at;
        }
        Emitter { bytes: self.bytes, ..Emitter::default() }
    }
}

/// The strings of a file, in the order in which they are first used.
#[derive(Default)]
pub(crate) struct StringTable {
    index: FxHashMap<Box<[u8]>, u32>,
    sizes: Vec<u32>,
    bytes: Vec<u8>,
}

impl StringTable {
    /// Returns the number of a string.
    pub(crate) fn insert(&mut self, text: &[u8]) -> u64 {
        if let Some(&known) = self.index.get(text) {
            return u64::from(known);
        }
        let number = self.sizes.len() as u32;
        self.pin(text);
        u64::from(number)
    }

    /// Adds a string, which may be there already.
    pub(crate) fn pin(&mut self, text: &[u8]) {
        self.index.entry(text.into()).or_insert(self.sizes.len() as u32);
        self.sizes.push(text.len() as u32 + 1);
        self.bytes.extend_from_slice(text);
        self.bytes.push(0);
    }

    /// Returns the contents of their section: sizes from the last to the first, then the bytes.
    pub(crate) fn finish(&self) -> Emitter {
        let mut section = Emitter::default();
        section.varint(self.sizes.len() as u64);
        for &size in self.sizes.iter().rev() {
            section.varint(u64::from(size));
        }
        section.bytes.extend_from_slice(&self.bytes);
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::cursor::Cursor;

    #[test]
    fn integers_of_all_lengths_come_back() {
        for shift in 0..64 {
            for value in [1u64 << shift, (1u64 << shift) - 1, u64::MAX >> shift] {
                let mut out = Vec::new();
                push_varint(&mut out, value);
                assert_eq!(Cursor::new(&out, 0).varint(), Ok(value));
                assert_eq!(out.len(), (64 - value.leading_zeros()).div_ceil(7).clamp(1, 9) as usize);
            }
        }
    }

    #[test]
    fn nested_sections_count_the_headers_inside() {
        let mut emitter = NestedEmitter::default();
        emitter.bytes.push(1);
        let outer = emitter.begin_section();
        let inner = emitter.begin_section();
        emitter.bytes.extend([2, 3]);
        emitter.end_section(SectionKind::Ir, &inner);
        emitter.end_section(SectionKind::Ir, &outer);
        assert_eq!(emitter.finish().bytes, [1, 4, 4 << 1 | 1, 4, 2 << 1 | 1, 2, 3]);
    }
}
