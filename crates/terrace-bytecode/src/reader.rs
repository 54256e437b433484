//! Bytes, numbers and sections.

/// What is wrong with the file, in upstream's words.
pub(crate) type Outcome<T> = Result<T, String>;

/// The byte that fills the gap before an aligned section.
const PADDING: u8 = 0xCB;

/// How many kinds of sections there are.
pub(crate) const NUM_SECTIONS: usize = 9;

/// A position in some bytes of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// Where `bytes` starts in the file, which alignment counts from.
    base: usize,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, base: 0, at: 0 }
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn byte(&mut self) -> Outcome<u8> {
        let Some(&byte) = self.bytes.get(self.at) else {
            return Err("attempting to parse a byte at the end of the bytecode".into());
        };
        self.at += 1;
        Ok(byte)
    }

    pub(crate) fn take(&mut self, length: u64) -> Outcome<&'a [u8]> {
        let remaining = self.remaining();
        let Some(length) = usize::try_from(length).ok().filter(|&length| length <= remaining) else {
            return Err(format!("attempting to parse {length} bytes when only {remaining} remain"));
        };
        let taken = &self.bytes[self.at..self.at + length];
        self.at += length;
        Ok(taken)
    }

    /// A number whose first byte tells by its trailing zeros how many bytes follow.
    pub(crate) fn number(&mut self) -> Outcome<u64> {
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

    /// A number whose lowest bit is a flag.
    pub(crate) fn number_and_flag(&mut self) -> Outcome<(u64, bool)> {
        let raw = self.number()?;
        Ok((raw >> 1, raw & 1 != 0))
    }

    /// Bytes up to a zero byte, which is passed over.
    pub(crate) fn text(&mut self) -> Outcome<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let Some(end) = rest.iter().position(|&byte| byte == 0) else {
            return Err("malformed null-terminated string, no null character found".into());
        };
        self.at += end + 1;
        Ok(&rest[..end])
    }

    /// The kind of a section and its contents.
    pub(crate) fn section(&mut self) -> Outcome<(usize, Reader<'a>)> {
        let head = self.byte()?;
        let length = self.number()?;
        let kind = usize::from(head & 0x7f);
        if kind >= NUM_SECTIONS {
            return Err(format!("invalid section ID: {kind}"));
        }
        if head & 0x80 != 0 {
            let alignment = self.number()?;
            self.align(alignment)?;
        }
        let base = self.base + self.at;
        Ok((kind, Reader { bytes: self.take(length)?, base, at: 0 }))
    }

    fn align(&mut self, alignment: u64) -> Outcome<()> {
        // Upstream cuts the number to 32 bits before it looks at it.
        let alignment = alignment as u32;
        if !alignment.is_power_of_two() {
            return Err("expected alignment to be a power-of-two".into());
        }
        while !((self.base + self.at) as u64).is_multiple_of(u64::from(alignment)) {
            let byte = self.byte()?;
            if byte != PADDING {
                return Err(format!("expected alignment byte (0xCB), but got: '0x{byte:X}'"));
            }
        }
        Ok(())
    }
}

/// An index into a table of `length` entries, which `what` names.
pub(crate) fn index(index: u64, length: usize, what: &str) -> Outcome<usize> {
    match usize::try_from(index) {
        Ok(at) if at < length => Ok(at),
        _ => Err(format!("invalid {what} index: {index}")),
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;

    #[test]
    fn numbers_of_all_lengths() {
        let read = |bytes: &[u8]| Reader::new(bytes).number();
        assert_eq!(read(&[0b1010_1011]), Ok(0b101_0101));
        assert_eq!(read(&[0b0000_0010, 1]), Ok(64));
        assert_eq!(read(&[0, 1, 0, 0, 0, 0, 0, 0, 0x80]), Ok(1 << 63 | 1));
        assert_eq!(read(&[0x80, 0, 0, 0, 0, 0, 0, 1]), Ok(1 << 48));
        assert_eq!(read(&[0b100, 1]).unwrap_err(), "attempting to parse 2 bytes when only 1 remain");
        assert_eq!(read(&[]).unwrap_err(), "attempting to parse a byte at the end of the bytecode");
    }

    #[test]
    fn sections_are_aligned_within_the_file() {
        let mut reader = Reader::new(&[0x81, 0b11, 0b1001, 0xCB, 7]);
        let (kind, mut section) = reader.section().unwrap();
        assert_eq!((kind, section.byte(), section.is_empty()), (1, Ok(7), true));
        let wrong = Reader::new(&[0x81, 0b11, 0b1001, 0, 7]).section();
        assert_eq!(wrong.unwrap_err(), "expected alignment byte (0xCB), but got: '0x0'");
    }
}
