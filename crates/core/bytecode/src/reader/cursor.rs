//! Bytes, integers and sections, as they are read.

use super::file::Span;
use crate::encoding::{PADDING, SECTIONS, SectionKind};

/// An error in the file, in upstream's wording where it has one, with its offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileError {
    pub(crate) message: String,
    pub(crate) offset: usize,
    /// The section that it is in, once that is known.
    pub(crate) section: Option<SectionKind>,
}

/// The result of reading a part of the file.
pub(crate) type Outcome<T> = Result<T, Box<FileError>>;

/// A position in some bytes of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    /// The offset of `bytes` in the file, which alignment is relative to.
    base: usize,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `bytes`, which start at `base` in the file.
    #[inline]
    pub(crate) fn new(bytes: &'a [u8], base: usize) -> Self {
        Self { bytes, base, at: 0 }
    }

    /// Returns how many bytes are left.
    #[inline]
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns whether no bytes are left.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// Returns the bytes that are left.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Returns the remaining bytes as a span of the file.
    #[inline]
    pub(crate) fn span(&self) -> Span {
        Span::new(self.offset() as u32, self.remaining() as u32)
    }

    /// Returns the position in the file.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.base + self.at
    }

    /// An error here.
    #[cold]
    pub(crate) fn error(&self, message: impl Into<String>) -> Box<FileError> {
        Box::new(FileError { message: message.into(), offset: self.offset(), section: None })
    }

    /// Reads a byte.
    #[inline]
    pub(crate) fn byte(&mut self) -> Outcome<u8> {
        let Some(&byte) = self.bytes.get(self.at) else {
            return Err(self.error("attempting to parse a byte at the end of the bytecode"));
        };
        self.at += 1;
        Ok(byte)
    }

    /// Reads `length` bytes.
    #[inline]
    pub(crate) fn take(&mut self, length: u64) -> Outcome<&'a [u8]> {
        let remaining = self.remaining();
        let Some(length) = usize::try_from(length).ok().filter(|&length| length <= remaining) else {
            return Err(
                self.error(format!("attempting to parse {length} bytes when only {remaining} remain"))
            );
        };
        let taken = &self.bytes[self.at..self.at + length];
        self.at += length;
        Ok(taken)
    }

    /// Returns a cursor over the next `length` bytes.
    #[inline]
    pub(crate) fn part(&mut self, length: u64) -> Outcome<Cursor<'a>> {
        let base = self.offset();
        Ok(Cursor { bytes: self.take(length)?, base, at: 0 })
    }

    /// Reads a variable-length integer, the trailing zeros of whose first byte are the number of bytes that follow.
    #[inline(always)]
    pub(crate) fn varint(&mut self) -> Outcome<u64> {
        match self.bytes.get(self.at..) {
            Some([first, ..]) if first & 1 != 0 => {
                self.at += 1;
                Ok(u64::from(first >> 1))
            }
            Some(&[a, b, c, d, e, f, g, h, ..]) if a & 0x7f != 0 => {
                // Up to seven bytes, of eight that are there.
                let word = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
                let length = word.trailing_zeros() + 1;
                self.at += length as usize;
                Ok(word << (64 - 8 * length) >> (64 - 7 * length))
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Outcome<u64> {
        let first = self.byte()?;
        let extra = first.trailing_zeros() as usize;
        let mut raw = [0u8; 8];
        if extra == 8 {
            raw.copy_from_slice(self.take(8)?);
            return Ok(u64::from_le_bytes(raw));
        }
        raw[0] = first;
        raw[1..=extra].copy_from_slice(self.take(extra as u64)?);
        Ok(u64::from_le_bytes(raw) >> (extra + 1))
    }

    /// Reads an integer whose lowest bit is a flag.
    #[inline]
    pub(crate) fn varint_with_flag(&mut self) -> Outcome<(u64, bool)> {
        let raw = self.varint()?;
        Ok((raw >> 1, raw & 1 != 0))
    }

    /// Reads the number of things that take a byte or more each.
    #[inline]
    pub(crate) fn count(&mut self, what: &str) -> Outcome<usize> {
        let count = self.varint()?;
        self.check_count(count, what)
    }

    /// Returns a number of things that take a byte or more each.
    #[inline]
    pub(crate) fn check_count(&self, count: u64, what: &str) -> Outcome<usize> {
        let left = self.remaining();
        match usize::try_from(count) {
            Ok(count) if count <= left => Ok(count),
            _ => Err(self.error(format!("{count} {what} when only {left} bytes remain"))),
        }
    }

    /// Reads bytes up to a zero byte, which is passed over.
    pub(crate) fn nul_terminated(&mut self) -> Outcome<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let Some(end) = rest.iter().position(|&byte| byte == 0) else {
            return Err(self.error("malformed null-terminated string, no null character found"));
        };
        self.at += end + 1;
        Ok(&rest[..end])
    }

    /// Reads a section: its kind and contents.
    pub(crate) fn section(&mut self) -> Outcome<(SectionKind, Cursor<'a>)> {
        let head = self.byte()?;
        let length = self.varint()?;
        let number = head & 0x7f;
        let Some(&kind) = SECTIONS.get(usize::from(number)) else {
            return Err(self.error(format!("invalid section ID: {number}")));
        };
        if head & 0x80 != 0 {
            let alignment = self.varint()?;
            self.align(alignment)?;
        }
        Ok((kind, self.part(length)?))
    }

    /// Passes over padding up to a multiple of `alignment` in the file.
    pub(crate) fn align(&mut self, alignment: u64) -> Outcome<()> {
        // Upstream cuts the number to 32 bits before it looks at it.
        let alignment = alignment as u32;
        if !alignment.is_power_of_two() {
            return Err(self.error("expected alignment to be a power-of-two"));
        }
        while !(self.offset() as u64).is_multiple_of(u64::from(alignment)) {
            let byte = self.byte()?;
            if byte != PADDING {
                return Err(self.error(format!("expected alignment byte (0xCB), but got: '0x{byte:X}'")));
            }
        }
        Ok(())
    }

    /// Returns a number below `length`, which `what` names.
    #[inline]
    pub(crate) fn index(&self, index: u64, length: usize, what: &str) -> Outcome<usize> {
        match usize::try_from(index) {
            Ok(at) if at < length => Ok(at),
            _ => Err(self.error(format!("invalid {what} index: {index}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_all_lengths() {
        let read = |bytes: &[u8]| Cursor::new(bytes, 0).varint().map_err(|error| error.message);
        assert_eq!(read(&[0b1010_1011]), Ok(0b101_0101));
        assert_eq!(read(&[0b0000_0010, 1]), Ok(64));
        assert_eq!(read(&[0, 1, 0, 0, 0, 0, 0, 0, 0x80]), Ok(1 << 63 | 1));
        assert_eq!(read(&[0x80, 0, 0, 0, 0, 0, 0, 1]), Ok(1 << 48));
        assert_eq!(read(&[0b100, 1]).unwrap_err(), "attempting to parse 2 bytes when only 1 remain");
        assert_eq!(read(&[]).unwrap_err(), "attempting to parse a byte at the end of the bytecode");
    }

    #[test]
    fn sections_are_aligned_within_the_file() {
        let mut reader = Cursor::new(&[0x81, 0b11, 0b1001, 0xCB, 7], 0);
        let (kind, mut section) = reader.section().unwrap();
        assert_eq!((kind, section.byte(), section.is_empty()), (SectionKind::Dialect, Ok(7), true));
        let wrong = Cursor::new(&[0x81, 0b11, 0b1001, 0, 7], 0).section();
        assert_eq!(wrong.unwrap_err().message, "expected alignment byte (0xCB), but got: '0x0'");
    }
}
