//! Text by lines: positions of the protocol, and bytes.

use serde_json::{Value as Json, json};

/// The unit of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, which clients take that say nothing else.
    Utf16,
}

/// A text with the starts of its lines.
pub(crate) struct Text {
    pub(crate) text: String,
    lines: Vec<usize>,
    encoding: Encoding,
}

impl Text {
    pub(crate) fn new(text: String, encoding: Encoding) -> Self {
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Self { text, lines, encoding }
    }

    /// The text of a line, with its end.
    fn line(&self, line: usize) -> &str {
        let start = self.lines.get(line).copied().unwrap_or(self.text.len());
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        &self.text[start..end]
    }

    /// The number of the line of a byte.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset) - 1
    }

    /// The first byte of the line of a byte.
    pub(crate) fn line_start(&self, offset: usize) -> usize {
        self.lines[self.line_of(offset)]
    }

    /// The byte of a position; one outside of the text is at the end of its line or of the text.
    pub(crate) fn offset(&self, position: &Json) -> usize {
        let number = |name: &str| position[name].as_u64().map_or(0, |number| number as usize);
        let line = number("line");
        if line >= self.lines.len() {
            return self.text.len();
        }
        let text = self.line(line).trim_end_matches(['\n', '\r']);
        let mut left = number("character");
        for (at, c) in text.char_indices() {
            let units = self.units(c);
            if left < units {
                return self.lines[line] + at;
            }
            left -= units;
        }
        self.lines[line] + text.len()
    }

    fn units(&self, c: char) -> usize {
        match self.encoding {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }

    /// The position of a byte.
    pub(crate) fn position(&self, offset: usize) -> Json {
        let (line, character) = self.line_and_column(offset);
        json!({"line": line, "character": character})
    }

    /// The number of the line of a byte, and its column in the units of the client.
    pub(crate) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        (line, self.text[self.lines[line]..offset].chars().map(|c| self.units(c)).sum())
    }

    pub(crate) fn range(&self, start: usize, end: usize) -> Json {
        json!({"start": self.position(start), "end": self.position(end.max(start))})
    }

    /// Replaces a range by a text; without a range, all.
    pub(crate) fn change(&mut self, range: &Json, new: &str) {
        let text = if range.is_object() {
            let (start, end) = (self.offset(&range["start"]), self.offset(&range["end"]));
            [&self.text[..start], new, &self.text[end.max(start)..]].concat()
        } else {
            new.to_owned()
        };
        *self = Self::new(text, self.encoding);
    }
}
