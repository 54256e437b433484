//! Texts with positions, and the failures that point into them.

use std::fmt;

/// The severity of a failure or note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The check fails.
    Error,
    /// More about an error.
    Note,
}

/// A place in a text, with the line to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The text's name.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1, after runs of blanks were folded.
    pub column: usize,
    /// The line's text.
    pub text: String,
}

/// One remark that belongs to a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The position.
    pub position: Option<Position>,
    /// The message.
    pub message: String,
}

/// One reason why a check fails, printed in LLVM's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The position; `None` for configuration errors.
    pub position: Option<Position>,
    /// The message.
    pub message: String,
    /// The notes.
    pub notes: Vec<Note>,
}

impl Failure {
    pub(super) fn plain(message: String) -> Self {
        Self { position: None, message, notes: Vec::new() }
    }

    pub(super) fn at(source: &Source, offset: usize, message: impl Into<String>) -> Self {
        Self { position: Some(source.position(offset)), message: message.into(), notes: Vec::new() }
    }

    pub(super) fn note(mut self, source: &Source, offset: usize, message: impl Into<String>) -> Self {
        self.notes.push(Note { position: Some(source.position(offset)), message: message.into() });
        self
    }
}

fn show(
    f: &mut fmt::Formatter<'_>,
    position: Option<&Position>,
    severity: Severity,
    message: &str,
) -> fmt::Result {
    let Some(at) = position else { return writeln!(f, "{message}") };
    let kind = match severity {
        Severity::Error => "error",
        Severity::Note => "note",
    };
    writeln!(f, "{}:{}:{}: {kind}: {message}", at.name, at.line, at.column)?;
    writeln!(f, "{}", at.text)?;
    writeln!(f, "{}^", " ".repeat(at.column.saturating_sub(1).min(at.text.len())))
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, self.position.as_ref(), Severity::Error, &self.message)?;
        self.notes.iter().try_for_each(|note| show(f, note.position.as_ref(), Severity::Note, &note.message))
    }
}

/// A named text with folded blanks.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
}

/// The longest stretch of a line that a message shows.
const SHOWN_LINE: usize = 2000;

impl Source {
    /// Folds runs of blanks into one space, unless `strict`, and `\r\n` into `\n`.
    pub(super) fn canonicalize(name: &str, text: &[u8], strict: bool) -> Self {
        let mut out = Vec::with_capacity(text.len());
        let mut pos = 0;
        while let Some(&byte) = text.get(pos) {
            pos += 1;
            match byte {
                b'\r' if text.get(pos) == Some(&b'\n') => {}
                b' ' | b'\t' if !strict => {
                    out.push(b' ');
                    while matches!(text.get(pos), Some(b' ' | b'\t')) {
                        pos += 1;
                    }
                }
                _ => out.push(byte),
            }
        }
        Self { name: name.to_owned(), text: out }
    }

    /// The line and column of a byte offset; linear, for messages only.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let start = memchr::memrchr(b'\n', &self.text[..offset]).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', &self.text[offset..]).map_or(self.text.len(), |len| offset + len);
        let shown = &self.text[start..end.min(start + SHOWN_LINE)];
        Position {
            name: self.name.clone(),
            line: memchr::memchr_iter(b'\n', &self.text[..start]).count() + 1,
            column: offset - start + 1,
            text: String::from_utf8_lossy(shown).into_owned(),
        }
    }
}
