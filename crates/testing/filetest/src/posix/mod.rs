//! POSIX extended regular expressions as `llvm::Regex` reads them.
//!
//! The syntax is parsed here ([`ere`]), because it differs from Perl's in the meaning of a backslash, inside
//! and outside of brackets. Most expressions are constructed for one match and used once, so a small
//! backtracking matcher without set-up cost is tried first ([`backtrack`]); if it needs too many steps, the
//! `regex` crate is used ([`translate`]), which keeps the time linear. Back references are supported by the
//! former only.
//!
//! One difference from POSIX is accepted: among matches with the same start, the first in preference order is taken,
//! not the longest. Alternatives that are plain literals are put longest first, which covers what tests write.

mod backtrack;
mod byte_set;
pub(crate) mod ere;
mod translate;

use backtrack::{Program, Search};
use ere::{Ast, SyntaxError};
use std::sync::OnceLock;

/// The flags of a pattern.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flags {
    /// ASCII letters match either case.
    pub(crate) ignore_case: bool,
}

/// A compiled expression: `.` and negated brackets exclude the newline, `^` and `$` match at line ends and at both
/// ends of the searched slice.
#[derive(Debug)]
pub(crate) struct Ere {
    program: Program,
    ast: Ast,
    flags: Flags,
    /// The same expression for the `regex` crate, made when it is first needed; `None` if it is too large.
    linear: OnceLock<Option<regex::bytes::Regex>>,
}

/// The byte ranges of a match: the whole at index 0, then one for each group that took part.
pub(crate) type Spans = Vec<Option<(usize, usize)>>;

/// Steps before the linear engine takes over; setting that up costs about as much.
const CHEAP_STEPS: usize = 50_000;
/// Steps where there is no other engine; matching a test's longest line needs thousands.
const STEP_LIMIT: usize = 40_000_000;

impl Ere {
    /// Compiles an extended expression.
    pub(crate) fn new(pattern: &[u8], flags: Flags) -> Result<Self, SyntaxError> {
        let ast = ere::parse(pattern)?;
        Ok(Self { program: Program::new(&ast, flags)?, ast, flags, linear: OnceLock::new() })
    }

    /// Compiles a basic expression (`sed`, `grep` without `-E`).
    pub(crate) fn new_basic(pattern: &[u8], flags: Flags) -> Result<Self, SyntaxError> {
        Self::new(&ere::basic_to_extended(pattern), flags)
    }

    fn linear(&self) -> Option<&regex::bytes::Regex> {
        let build = || {
            regex::bytes::RegexBuilder::new(&translate::to_regex(&self.ast.root))
                .case_insensitive(self.flags.ignore_case)
                .unicode(false)
                .multi_line(true)
                .size_limit(64 << 20)
                .build()
                .ok()
        };
        self.linear.get_or_init(build).as_ref()
    }

    /// The leftmost match in `text` with the spans of all groups.
    pub(crate) fn captures(&self, text: &[u8]) -> Option<Spans> {
        let steps = if self.ast.has_backref { STEP_LIMIT } else { CHEAP_STEPS };
        match self.program.captures(text, steps) {
            Search::Found(spans) => return Some(spans),
            Search::Nothing => return None,
            Search::GaveUp if self.ast.has_backref => return None,
            Search::GaveUp => {}
        }
        let Some(regex) = self.linear() else {
            return match self.program.captures(text, STEP_LIMIT) {
                Search::Found(spans) => Some(spans),
                Search::Nothing | Search::GaveUp => None,
            };
        };
        let mut locs = regex.capture_locations();
        regex.captures_read(&mut locs, text)?;
        Some((0..locs.len()).map(|i| locs.get(i)).collect())
    }

    /// The span of the leftmost match in `text`.
    pub(crate) fn find(&self, text: &[u8]) -> Option<(usize, usize)> {
        self.captures(text)?.first().copied().flatten()
    }
}

/// Escapes special characters of an extended expression.
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
