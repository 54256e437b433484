//! POSIX extended regular expressions, as LLVM reads them, in terms of the `regex-lite` crate.
//!
//! LLVM's engine takes bytes, lets `.` match a newline, knows no `\d`, and treats a backslash inside brackets as
//! itself. [`translate`] checks a pattern by LLVM's rules, with its error texts, and rewrites it.

use std::fmt;

/// An error in a regular expression; displays LLVM's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PatternError {
    /// An opening or closing parenthesis has no partner.
    Parentheses,
    /// A bracket expression is not closed.
    Brackets,
    /// A bounded repetition is not closed.
    Braces,
    /// A repetition has nothing to repeat.
    RepetitionOperand,
    /// The counts of a bounded repetition are missing, too large or in the wrong order.
    RepetitionCount,
    /// The pattern ends in a backslash.
    TrailingBackslash,
    /// The pattern or an alternative of it is empty.
    Empty,
    /// A range in brackets runs backwards.
    Range,
    /// A character class in brackets is unknown.
    Class,
    /// A collating element in brackets is unknown.
    Collating,
    /// A back-reference names no group.
    BackReference,
    /// A back-reference, valid in LLVM, which this engine does not have.
    Unsupported,
    /// The compiled form would be too large.
    TooLarge,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PatternError::Parentheses => "parentheses not balanced",
            PatternError::Brackets => "brackets ([ ]) not balanced",
            PatternError::Braces => "braces not balanced",
            PatternError::RepetitionOperand => "repetition-operator operand invalid",
            PatternError::RepetitionCount => "invalid repetition count(s)",
            PatternError::TrailingBackslash => "trailing backslash (\\)",
            PatternError::Empty => "empty (sub)expression",
            PatternError::Range => "invalid character range",
            PatternError::Class => "invalid character class",
            PatternError::Collating => "invalid collating element",
            PatternError::BackReference => "invalid backreference number",
            PatternError::Unsupported => "back-references are not supported",
            PatternError::TooLarge => "out of memory",
        })
    }
}

impl std::error::Error for PatternError {}

/// The maximum nesting of groups, so that a hostile pattern cannot overflow the stack.
const MAX_DEPTH: usize = 200;

/// The largest count of a bounded repetition.
const MAX_COUNT: u32 = 255;

/// Rewrites a POSIX extended regular expression for [`compile`].
///
/// # Errors
///
/// If the pattern is not well-formed.
pub fn translate(pattern: &[u8]) -> Result<String, PatternError> {
    let mut parser = Parser { text: pattern, at: 0, groups: 0, out: String::new() };
    parser.alternatives(0)?;
    if parser.peek().is_some() {
        return Err(PatternError::Parentheses);
    }
    Ok(parser.out)
}

/// Escapes text so that it matches itself inside a translated pattern.
pub fn escape(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    text.iter().for_each(|&byte| push_byte(&mut out, byte));
    out
}

/// A compiled expression. It takes bytes; the engine below takes text, in which each byte is the character of its value.
#[derive(Debug)]
pub struct Matcher(regex_lite::Regex);

impl Matcher {
    /// Whether the expression matches a part of the text.
    pub fn is_match(&self, text: &[u8]) -> bool {
        match std::str::from_utf8(text) {
            Ok(ascii) if ascii.is_ascii() => self.0.is_match(ascii),
            _ => self.0.is_match(&text.iter().map(|&byte| char::from(byte)).collect::<String>()),
        }
    }
}

/// Compiles translated and escaped pieces into a matcher over bytes.
///
/// # Errors
///
/// If the matcher is too large.
pub fn compile(translated: &str) -> Result<Matcher, PatternError> {
    // A pattern of `translate` is at most `MAX_DEPTH` groups deep; alternatives and repetitions in them count as well.
    let limit = 4 * MAX_DEPTH as u32;
    regex_lite::RegexBuilder::new(translated)
        .dot_matches_new_line(true)
        .nest_limit(limit)
        .build()
        .map(Matcher)
        .map_err(|_| PatternError::TooLarge)
}

fn push_byte(out: &mut String, byte: u8) {
    use fmt::Write;
    if byte.is_ascii_alphanumeric() || byte == b' ' {
        out.push(byte as char);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\x{byte:02X}");
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    groups: u32,
    out: String,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        self.text.get(self.at + 1).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self, depth: usize) -> Result<(), PatternError> {
        loop {
            // A branch that consists only of elements repeated zero times is empty.
            let mut empty = true;
            while let Some(byte) = self.peek() {
                // Outside of a group a closing parenthesis is a separate error, which `item` reports.
                if byte == b'|' || (byte == b')' && depth > 0) {
                    break;
                }
                empty &= !self.item(depth)?;
            }
            if empty {
                return Err(PatternError::Empty);
            }
            if !self.eat(b'|') {
                return Ok(());
            }
            self.out.push('|');
        }
    }

    /// Reads an atom with its repetition; false if it is repeated zero times.
    fn item(&mut self, depth: usize) -> Result<bool, PatternError> {
        let Some(byte) = self.peek() else { return Err(PatternError::Empty) };
        self.at += 1;
        let mut anchor = false;
        match byte {
            b'(' => {
                if depth >= MAX_DEPTH {
                    return Err(PatternError::TooLarge);
                }
                if self.peek().is_none() {
                    return Err(PatternError::Parentheses);
                }
                self.groups += 1;
                self.out.push('(');
                if self.peek() != Some(b')') {
                    self.alternatives(depth + 1)?;
                }
                if !self.eat(b')') {
                    return Err(PatternError::Parentheses);
                }
                self.out.push(')');
            }
            b')' => return Err(PatternError::Parentheses),
            b'^' => {
                anchor = true;
                self.out.push_str("\\A");
            }
            b'$' => self.out.push_str("\\z"),
            b'|' => return Err(PatternError::Empty),
            b'*' | b'+' | b'?' => return Err(PatternError::RepetitionOperand),
            b'.' => self.out.push('.'),
            b'[' => self.bracket()?,
            b'\\' => match self.peek() {
                None => return Err(PatternError::TrailingBackslash),
                Some(digit @ b'1'..=b'9') => {
                    let known = u32::from(digit - b'0') <= self.groups;
                    return Err(if known { PatternError::Unsupported } else { PatternError::BackReference });
                }
                Some(byte) => {
                    self.at += 1;
                    push_byte(&mut self.out, byte);
                }
            },
            b'{' if self.peek().is_some_and(|next| next.is_ascii_digit()) => {
                return Err(PatternError::RepetitionOperand);
            }
            byte => push_byte(&mut self.out, byte),
        }
        let mut counts = true;
        if self.at_repetition() {
            if anchor {
                return Err(PatternError::RepetitionOperand);
            }
            counts = self.repetition()?;
            if self.at_repetition() {
                return Err(PatternError::RepetitionOperand);
            }
        }
        Ok(counts)
    }

    fn at_repetition(&self) -> bool {
        match self.peek() {
            Some(b'*' | b'+' | b'?') => true,
            Some(b'{') => self.peek_second().is_some_and(|next| next.is_ascii_digit()),
            _ => false,
        }
    }

    /// Reads a repetition; false if it is of zero times at most.
    fn repetition(&mut self) -> Result<bool, PatternError> {
        use fmt::Write;
        let Some(byte) = self.peek() else { return Ok(true) };
        self.at += 1;
        if byte != b'{' {
            self.out.push(byte as char);
            return Ok(true);
        }
        let low = self.count()?;
        let mut high = Some(low);
        let _ = write!(self.out, "{{{low}");
        if self.eat(b',') {
            self.out.push(',');
            high = None;
            if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                let bound = self.count()?;
                if bound < low {
                    return Err(PatternError::RepetitionCount);
                }
                let _ = write!(self.out, "{bound}");
                high = Some(bound);
            }
        }
        if !self.eat(b'}') {
            let closed = self.text[self.at..].contains(&b'}');
            return Err(if closed { PatternError::RepetitionCount } else { PatternError::Braces });
        }
        self.out.push('}');
        Ok(high != Some(0))
    }

    fn count(&mut self) -> Result<u32, PatternError> {
        let start = self.at;
        let mut count = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if count > MAX_COUNT {
                break;
            }
            count = count * 10 + u32::from(digit - b'0');
            self.at += 1;
        }
        if self.at == start || count > MAX_COUNT { Err(PatternError::RepetitionCount) } else { Ok(count) }
    }

    fn bracket(&mut self) -> Result<(), PatternError> {
        for (text, boundary) in [(&b"[:<:]]"[..], "\\b{start}"), (b"[:>:]]", "\\b{end}")] {
            if self.text[self.at..].starts_with(text) {
                self.at += text.len();
                self.out.push_str(boundary);
                return Ok(());
            }
        }
        self.out.push('[');
        if self.eat(b'^') {
            self.out.push('^');
        }
        if self.eat(b']') {
            push_byte(&mut self.out, b']');
        } else if self.eat(b'-') {
            push_byte(&mut self.out, b'-');
        }
        while let Some(byte) = self.peek() {
            if byte == b']' || (byte == b'-' && self.peek_second() == Some(b']')) {
                break;
            }
            self.bracket_term()?;
        }
        if self.eat(b'-') {
            push_byte(&mut self.out, b'-');
        }
        if !self.eat(b']') {
            return Err(PatternError::Brackets);
        }
        self.out.push(']');
        Ok(())
    }

    fn bracket_term(&mut self) -> Result<(), PatternError> {
        match (self.peek(), self.peek_second()) {
            (Some(b'-'), _) => Err(PatternError::Range),
            (Some(b'['), Some(b':')) => {
                self.at += 2;
                self.class()
            }
            (Some(b'['), Some(b'=')) => {
                self.at += 2;
                let byte = self.collating(b'=')?;
                push_byte(&mut self.out, byte);
                Ok(())
            }
            _ => {
                let from = self.bracket_symbol()?;
                let mut to = from;
                if self.peek() == Some(b'-') && self.peek_second().is_some_and(|next| next != b']') {
                    self.at += 1;
                    to = if self.eat(b'-') { b'-' } else { self.bracket_symbol()? };
                }
                // LLVM compares characters as signed.
                if (from as i8) > (to as i8) {
                    return Err(PatternError::Range);
                }
                push_byte(&mut self.out, from);
                if from != to {
                    // Signed order puts 0x80..=0xFF first: such a range wraps around.
                    if from > to {
                        self.out.push_str("-\\xFF\\x00");
                    }
                    self.out.push('-');
                    push_byte(&mut self.out, to);
                }
                Ok(())
            }
        }
    }

    fn bracket_symbol(&mut self) -> Result<u8, PatternError> {
        if self.peek() == Some(b'[') && self.peek_second() == Some(b'.') {
            self.at += 2;
            return self.collating(b'.');
        }
        let byte = self.peek().ok_or(PatternError::Brackets)?;
        self.at += 1;
        Ok(byte)
    }

    fn collating(&mut self, end: u8) -> Result<u8, PatternError> {
        let byte = self.peek().ok_or(PatternError::Brackets)?;
        // Elements with names, such as `[.hyphen.]`, are not known here.
        if self.peek_second() != Some(end) || self.text.get(self.at + 2) != Some(&b']') {
            return Err(PatternError::Collating);
        }
        self.at += 3;
        Ok(byte)
    }

    fn class(&mut self) -> Result<(), PatternError> {
        const CLASSES: [&str; 12] = [
            "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
            "upper", "xdigit",
        ];
        let start = self.at;
        if self.peek().is_none() {
            return Err(PatternError::Brackets);
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        let class = CLASSES.into_iter().find(|class| class.as_bytes() == name).ok_or(PatternError::Class)?;
        if self.peek().is_none() {
            return Err(PatternError::Brackets);
        }
        if !(self.eat(b':') && self.eat(b']')) {
            return Err(PatternError::Class);
        }
        self.out.push_str("[:");
        self.out.push_str(class);
        self.out.push_str(":]");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        compile(&translate(pattern.as_bytes()).unwrap()).unwrap().is_match(text.as_bytes())
    }

    #[test]
    fn errors_are_llvms() {
        let cases = [
            ("(b", "parentheses not balanced"),
            ("b)", "parentheses not balanced"),
            ("[b", "brackets ([ ]) not balanced"),
            ("*b", "repetition-operator operand invalid"),
            ("a**", "repetition-operator operand invalid"),
            ("^*", "repetition-operator operand invalid"),
            ("b{2,1", "invalid repetition count(s)"),
            ("b{999}", "invalid repetition count(s)"),
            ("b{1x}", "invalid repetition count(s)"),
            ("b{1", "braces not balanced"),
            ("b\\", "trailing backslash (\\)"),
            ("", "empty (sub)expression"),
            ("(x{0})", "empty (sub)expression"),
            ("a||b", "empty (sub)expression"),
            ("[z-a]", "invalid character range"),
            ("[[:foo:]]", "invalid character class"),
            ("\\1", "invalid backreference number"),
        ];
        for (pattern, text) in cases {
            assert_eq!(translate(pattern.as_bytes()).unwrap_err().to_string(), text, "{pattern}");
        }
        assert_eq!(translate("(".repeat(100_000).as_bytes()), Err(PatternError::TooLarge));
    }

    #[test]
    fn posix_meaning() {
        assert!(matches("^a.c$", "a\nc"));
        assert!(!matches("^b", "a\nb"));
        assert!(matches("[]x]+y", "]xy"));
        assert!(matches("[^]]", "a") && !matches("^[^]]$", "]"));
        assert!(matches("^[\\]$", "\\"));
        assert!(matches("\\d", "d") && !matches("\\d", "1"));
        assert!(matches("x{", "x{") && matches("x{2}", "xx"));
        assert!(matches("[[:digit:]-]+$", "1-2"));
        assert!(matches("[+--]", ","));
        assert!(matches("()", ""));
        assert!(matches("a|b", "b"));
        assert!(matches("[a&&b]", "&"));
        assert!(matches("\u{e9}", "caf\u{e9}"));
        assert!(matches("[[:<:]]ab[[:>:]]", "x ab y") && !matches("[[:<:]]ab", "xab"));
    }

    #[test]
    fn escaped_text_matches_itself() {
        let text = "a.b*c[d]\\{e} \u{e9}#~";
        assert!(compile(&format!("^{}$", escape(text.as_bytes()))).unwrap().is_match(text.as_bytes()));
    }

    #[test]
    fn text_is_bytes() {
        let of_bytes =
            |pattern: &[u8], text: &[u8]| compile(&translate(pattern).unwrap()).unwrap().is_match(text);
        assert!(of_bytes(b"^a.b$", b"a\xffb") && of_bytes(b"^[\x80-\xff]$", b"\xe9"));
        assert!(!of_bytes(b"^[\x80-\xff]$", "\u{e9}".as_bytes()) && of_bytes(b"^..$", "\u{e9}".as_bytes()));
        assert!(compile(&escape(b"\x00\xfe")).unwrap().is_match(b"-\x00\xfe-"));
    }

    #[test]
    fn the_deepest_pattern_compiles() {
        let pattern = format!("{}x{}", "(a|b(".repeat(MAX_DEPTH / 2), ")+)*".repeat(MAX_DEPTH / 2));
        assert!(compile(&translate(pattern.as_bytes()).unwrap()).unwrap().is_match(b"aa"));
    }
}
