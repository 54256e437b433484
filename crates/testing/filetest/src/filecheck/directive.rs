//! Finds the directives of a check text.

use super::options::CheckOptions;
use super::pattern::{Context, Pattern};
use super::source::{Failure, Source};

/// The kind of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DirectiveKind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    /// Matches the end of the input; carries trailing `-DAG` and `-NOT` patterns.
    Eof,
}

impl DirectiveKind {
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Plain | Self::Eof => "",
            Self::Next => "-NEXT",
            Self::Same => "-SAME",
            Self::Not => "-NOT",
            Self::Dag => "-DAG",
            Self::Label => "-LABEL",
            Self::Empty => "-EMPTY",
        }
    }
}

/// A pattern with the prefix it was found under and its place.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) kind: DirectiveKind,
    pub(super) count: u32,
    pub(super) literal: bool,
    pub(super) pattern: Pattern,
    pub(super) prefix: String,
    /// The pattern's offset in the check text; `None` for one from the command line.
    pub(super) offset: Option<usize>,
}

impl Check {
    /// The directive as messages name it.
    pub(super) fn describe(&self) -> String {
        let literal = if self.literal { "{LITERAL}" } else { "" };
        match self.kind {
            _ if self.offset.is_none() => "IMPLICIT-CHECK-NOT".to_owned(),
            DirectiveKind::Plain if self.count > 1 => format!("{}-COUNT{literal}", self.prefix),
            DirectiveKind::Eof => "implicit EOF".to_owned(),
            kind => format!("{}{}{literal}", self.prefix, kind.suffix()),
        }
    }
}

/// A positive check with the `-DAG` and `-NOT` patterns before it.
#[derive(Debug)]
pub(super) struct CheckString {
    pub(super) check: Check,
    pub(super) before: Vec<Check>,
}

/// The suffix of a prefix.
enum Suffix {
    /// Not a directive.
    None,
    Comment,
    BadNot,
    BadCount,
    Misspelled,
    Directive {
        kind: DirectiveKind,
        count: u32,
        literal: bool,
    },
}

/// Reads all directives.
pub(super) fn read(
    check: &Source,
    options: &CheckOptions,
    cx: &mut Context<'_>,
) -> Result<Vec<CheckString>, Failure> {
    cx.define_from_command_line()?;
    let mut implicit = Vec::new();
    for text in &options.implicit_check_not {
        let place = Source {
            name: "command line".to_owned(),
            text: format!("-implicit-check-not='{text}'").into_bytes(),
        };
        let start = "-implicit-check-not='".len();
        let range = start..start + text.len();
        let pattern = Pattern::parse(&place, range, DirectiveKind::Not, false, "IMPLICIT-CHECK", None, cx)?;
        let prefix = "IMPLICIT-CHECK".to_owned();
        implicit.push(Check {
            kind: DirectiveKind::Not,
            count: 1,
            literal: false,
            pattern,
            prefix,
            offset: None,
        });
    }

    let prefixes = options.prefixes();
    let mut unused: Vec<&str> = prefixes.clone();
    unused.sort_unstable();
    let mut strings: Vec<CheckString> = Vec::new();
    let mut before = implicit.clone();
    let mut scanner = Scanner::new(check, prefixes.clone(), options.comments());
    let keep_blanks = options.strict_whitespace && options.match_full_lines;
    let text = &check.text;
    while let Some(found) = scanner.next_directive() {
        let Found { prefix, start, after, suffix } = found;
        if !matches!(suffix, Suffix::Comment) {
            unused.retain(|&name| name != prefix);
        }
        let error = |message: String| Err(Failure::at(check, start, message));
        let (kind, count, literal) = match suffix {
            Suffix::None => continue,
            Suffix::Misspelled => {
                let written = String::from_utf8_lossy(&text[start..after]).into_owned();
                return error(format!("misspelled directive '{written}'"));
            }
            Suffix::BadNot => {
                let message = format!("unsupported -NOT combo on prefix '{prefix}'");
                return Err(Failure::at(check, after, message));
            }
            Suffix::BadCount => {
                let message = format!("invalid count in -COUNT specification on prefix '{prefix}'");
                return Err(Failure::at(check, after, message));
            }
            Suffix::Comment => {
                scanner.skip_line(after);
                continue;
            }
            Suffix::Directive { kind, count, literal } => (kind, count, literal),
        };
        let mut offset = after;
        while !keep_blanks && matches!(text.get(offset), Some(b' ' | b'\t')) {
            offset += 1;
        }
        let end = memchr::memchr2(b'\n', b'\r', &text[offset..]).map_or(text.len(), |len| offset + len);
        let line = scanner.line_at(start);
        scanner.skip_line(offset);
        let pattern = Pattern::parse(check, offset..end, kind, literal, prefix, Some(line), cx)?;
        if kind == DirectiveKind::Label && pattern.has_variable() {
            return error(format!("found '{prefix}-LABEL:' with variable definition or use"));
        }
        if matches!(kind, DirectiveKind::Next | DirectiveKind::Same | DirectiveKind::Empty)
            && strings.is_empty()
        {
            let suffix = kind.suffix();
            return error(format!("found '{prefix}{suffix}' without previous '{prefix}: line"));
        }
        let found = Check { kind, count, literal, pattern, prefix: prefix.to_owned(), offset: Some(offset) };
        if matches!(kind, DirectiveKind::Dag | DirectiveKind::Not) {
            before.push(found);
        } else {
            strings
                .push(CheckString { check: found, before: std::mem::replace(&mut before, implicit.clone()) });
        }
    }

    let nothing = unused.len() == prefixes.len();
    let missing = nothing || (!options.allow_unused_prefixes && !unused.is_empty());
    if missing && (implicit.is_empty() || !options.check_prefixes.is_empty()) {
        let plural = if unused.len() > 1 { "es" } else { "" };
        let list: Vec<String> = unused.iter().map(|prefix| format!("'{prefix}:'")).collect();
        return Err(Failure::plain(format!(
            "error: no check strings found with prefix{plural} {}",
            list.join(", ")
        )));
    }
    if !before.is_empty() {
        let check = Check {
            kind: DirectiveKind::Eof,
            count: 1,
            literal: false,
            pattern: Pattern::eof(),
            prefix: prefixes[0].to_owned(),
            offset: Some(text.len()),
        };
        strings.push(CheckString { check, before });
    }
    Ok(strings)
}

struct Found<'a> {
    prefix: &'a str,
    /// The offset of the prefix.
    start: usize,
    /// The offset after the suffix.
    after: usize,
    suffix: Suffix,
}

/// Walks from one directive to the next.
struct Scanner<'a> {
    text: &'a [u8],
    pos: usize,
    /// Each prefix with the offset of its next occurrence, or none when there is no more.
    prefixes: Vec<(&'a str, memchr::memmem::Finder<'a>, Option<usize>)>,
    comments: Vec<&'a str>,
    /// A counted position: its line number, from 1.
    counted: (usize, usize),
}

impl<'a> Scanner<'a> {
    fn new(check: &'a Source, prefixes: Vec<&'a str>, comments: Vec<&'a str>) -> Self {
        let mut all: Vec<&str> = prefixes.iter().chain(&comments).copied().collect();
        // At one place the longest prefix wins.
        all.sort_by_key(|prefix| std::cmp::Reverse(prefix.len()));
        let text = check.text.as_slice();
        let find = |prefix: &'a str| {
            let finder = memchr::memmem::Finder::new(prefix.as_bytes());
            let first = finder.find(text);
            (prefix, finder, first)
        };
        Self { text, pos: 0, prefixes: all.into_iter().map(find).collect(), comments, counted: (0, 1) }
    }

    /// The line number of an offset; offsets must not go back.
    fn line_at(&mut self, offset: usize) -> usize {
        let (from, line) = self.counted;
        let line = line + memchr::memchr_iter(b'\n', &self.text[from.min(offset)..offset]).count();
        self.counted = (offset, line);
        line
    }

    /// Moves to the end of the line that contains `offset`.
    fn skip_line(&mut self, offset: usize) {
        let rest = &self.text[offset..];
        self.pos = memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |len| offset + len);
    }

    fn next_directive(&mut self) -> Option<Found<'a>> {
        loop {
            let mut best: Option<(usize, &'a str)> = None;
            for (prefix, finder, next) in &mut self.prefixes {
                if next.is_some_and(|at| at < self.pos) {
                    *next = finder.find(&self.text[self.pos..]).map(|at| at + self.pos);
                }
                if let Some(at) = *next
                    && best.is_none_or(|(earliest, _)| at < earliest)
                {
                    best = Some((at, prefix));
                }
            }
            let (start, prefix) = best?;
            // At the place where the last scan stopped, what came before does not count.
            if start == self.pos || !is_part_of_word(self.text[start - 1]) {
                let (suffix, after) = self.suffix(start, prefix);
                if !matches!(suffix, Suffix::None) {
                    self.pos = after;
                    return Some(Found { prefix, start, after, suffix });
                }
            }
            self.pos = start + prefix.len();
            while self.text.get(self.pos).copied().is_some_and(is_part_of_word) {
                self.pos += 1;
            }
        }
    }

    fn suffix(&self, start: usize, prefix: &str) -> (Suffix, usize) {
        let from = start + prefix.len();
        let mut rest = &self.text[from..];
        let at = |rest: &[u8]| self.text.len() - rest.len();
        let none = (Suffix::None, from);
        if self.comments.contains(&prefix) {
            return if rest.first() == Some(&b':') { (Suffix::Comment, from + 1) } else { none };
        }
        match rest.first() {
            Some(b':' | b'{') => return self.modifiers(from, DirectiveKind::Plain, 1, false),
            Some(b'-' | b'_') => {}
            _ => return none,
        }
        let misspelled = rest[0] == b'_';
        rest = &rest[1..];
        if let Some(count) = rest.strip_prefix(b"COUNT-") {
            let digits = count.iter().take_while(|b| b.is_ascii_digit()).count();
            let number = std::str::from_utf8(&count[..digits]).ok().and_then(|text| text.parse::<u32>().ok());
            let after = &count[digits..];
            return match number {
                Some(number @ 1..=0x7fff_ffff) if matches!(after.first(), Some(b':' | b'{')) => {
                    self.modifiers(at(after), DirectiveKind::Plain, number, misspelled)
                }
                _ => (Suffix::BadCount, at(after)),
            };
        }
        const BAD: [&[u8]; 8] = [
            b"DAG-NOT:",
            b"NOT-DAG:",
            b"NEXT-NOT:",
            b"NOT-NEXT:",
            b"SAME-NOT:",
            b"NOT-SAME:",
            b"EMPTY-NOT:",
            b"NOT-EMPTY:",
        ];
        if BAD.iter().any(|bad| rest.starts_with(bad)) {
            return (Suffix::BadNot, at(rest));
        }
        for kind in [
            DirectiveKind::Next,
            DirectiveKind::Same,
            DirectiveKind::Not,
            DirectiveKind::Dag,
            DirectiveKind::Label,
            DirectiveKind::Empty,
        ] {
            if let Some(after) = rest.strip_prefix(&kind.suffix().as_bytes()[1..]) {
                return self.modifiers(at(after), kind, 1, misspelled);
            }
        }
        none
    }

    /// Reads `:` or `{LITERAL}:`.
    fn modifiers(&self, from: usize, kind: DirectiveKind, count: u32, misspelled: bool) -> (Suffix, usize) {
        let mut rest = &self.text[from..];
        let mut literal = false;
        let done = |rest: &[u8], literal: bool| {
            let suffix =
                if misspelled { Suffix::Misspelled } else { Suffix::Directive { kind, count, literal } };
            (suffix, self.text.len() - rest.len())
        };
        if let Some(after) = rest.strip_prefix(b":") {
            return done(after, literal);
        }
        let Some(list) = rest.strip_prefix(b"{") else { return (Suffix::None, from) };
        rest = list;
        loop {
            rest = rest.trim_ascii_start();
            let Some(after) = rest.strip_prefix(b"LITERAL") else { return (Suffix::None, from) };
            literal = true;
            rest = after.trim_ascii_start();
            match rest.strip_prefix(b",") {
                Some(after) => rest = after,
                None => break,
            }
        }
        match rest.strip_prefix(b"}:") {
            Some(after) => done(after, literal),
            None => (Suffix::None, from),
        }
    }
}

fn is_part_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}
