//! POSIX extended regular expressions as `llvm::Regex` reads them.
//!
//! The syntax is parsed here ([`ere`]), because it differs from Perl's in what a backslash means, inside and outside
//! of brackets. Matching is done by the `regex` crate ([`translate`]), in linear time, except for patterns with back
//! references, which go to a small backtracking matcher ([`backtrack`]).
//!
//! One difference from POSIX is accepted: among matches with the same start, the first in preference order is taken,
//! not the longest. Alternatives that are plain literals are put longest first, which covers what tests write.

mod backtrack;
mod byte_set;
pub(crate) mod ere;
mod translate;

use ere::{Ast, SyntaxError};

/// How a pattern is read and matched.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flags {
    /// ASCII letters match either case.
    pub(crate) ignore_case: bool,
}

/// A compiled expression: `.` and negated brackets exclude the newline, `^` and `$` match at line ends and at both
/// ends of the searched slice.
#[derive(Debug)]
pub(crate) struct Ere(Engine);

#[derive(Debug)]
enum Engine {
    Linear(regex::bytes::Regex),
    Backtrack(backtrack::Program),
}

/// The byte ranges of a match: the whole at index 0, then one for each group that took part.
pub(crate) type Spans = Vec<Option<(usize, usize)>>;

impl Ere {
    /// Compiles an extended expression.
    pub(crate) fn new(pattern: &[u8], flags: Flags) -> Result<Self, SyntaxError> {
        Self::from_ast(&ere::parse(pattern)?, flags)
    }

    /// Compiles a basic expression (`sed`, `grep` without `-E`).
    pub(crate) fn new_basic(pattern: &[u8], flags: Flags) -> Result<Self, SyntaxError> {
        Self::new(&ere::basic_to_extended(pattern), flags)
    }

    fn from_ast(ast: &Ast, flags: Flags) -> Result<Self, SyntaxError> {
        if ast.has_backref {
            return Ok(Self(Engine::Backtrack(backtrack::Program::new(ast, flags))));
        }
        let regex = regex::bytes::RegexBuilder::new(&translate::to_regex(&ast.root))
            .case_insensitive(flags.ignore_case)
            .unicode(false)
            .multi_line(true)
            .size_limit(64 << 20)
            .build()
            .map_err(|_| SyntaxError("out of memory"))?;
        Ok(Self(Engine::Linear(regex)))
    }

    /// The leftmost match in `text` with the spans of all groups.
    pub(crate) fn captures(&self, text: &[u8]) -> Option<Spans> {
        match &self.0 {
            Engine::Linear(regex) => {
                let mut locs = regex.capture_locations();
                regex.captures_read(&mut locs, text)?;
                Some((0..locs.len()).map(|i| locs.get(i)).collect())
            }
            Engine::Backtrack(program) => program.captures(text),
        }
    }

    /// The span of the leftmost match in `text`.
    pub(crate) fn find(&self, text: &[u8]) -> Option<(usize, usize)> {
        match &self.0 {
            Engine::Linear(regex) => regex.find(text).map(|m| (m.start(), m.end())),
            Engine::Backtrack(program) => program.captures(text)?.first().copied().flatten(),
        }
    }
}

/// Quotes what is special in an extended expression.
pub(crate) fn escape(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        if b"()^$|*+?.[]\\{}".contains(&byte) {
            out.push(b'\\');
        }
        out.push(byte);
    }
}

#[cfg(test)]
mod tests;
