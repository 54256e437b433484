//! Cuts bytes into tokens.

use terrace_support::file;
use terrace_support::hex::{DigitRun, digit_run};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The end of the input.
    Eof,
    /// An invalid token; the lexer has the message.
    Error,
    /// `/`.
    Slash,
    /// A bare word: a keyword or an identifier.
    Bare,
    /// `i32`, `si8`, `ui1`.
    IntType,
    /// `12`, `0x1F`.
    Integer,
    /// `1.0e5`.
    Float,
    /// `"text"`.
    String,
    /// `@name`, `@"name"`.
    At,
    /// `#name`.
    Hash,
    /// `!name`.
    Exclamation,
    /// `%name`.
    Percent,
    /// `^name`.
    Caret,
    /// `->`.
    Arrow,
    /// `:`.
    Colon,
    /// `,`.
    Comma,
    /// `...`.
    Ellipsis,
    /// `=`.
    Equal,
    /// `>`.
    Greater,
    /// `{`.
    LBrace,
    /// `(`.
    LParen,
    /// `[`.
    LSquare,
    /// `<`.
    Less,
    /// `-`.
    Minus,
    /// `+`.
    Plus,
    /// `?`.
    Question,
    /// `}`.
    RBrace,
    /// `)`.
    RParen,
    /// `]`.
    RSquare,
    /// `*`.
    Star,
    /// `|`.
    Bar,
    /// `{-#`.
    MetadataBegin,
    /// `#-}`.
    MetadataEnd,
}

/// The token kind of a piece of punctuation; `None` for a keyword.
pub(crate) fn punctuation(text: &str) -> Option<TokenKind> {
    Some(match text {
        "->" => TokenKind::Arrow,
        ":" => TokenKind::Colon,
        "," => TokenKind::Comma,
        "..." => TokenKind::Ellipsis,
        "=" => TokenKind::Equal,
        ">" => TokenKind::Greater,
        "{" => TokenKind::LBrace,
        "(" => TokenKind::LParen,
        "[" => TokenKind::LSquare,
        "<" => TokenKind::Less,
        "-" => TokenKind::Minus,
        "+" => TokenKind::Plus,
        "?" => TokenKind::Question,
        "}" => TokenKind::RBrace,
        ")" => TokenKind::RParen,
        "]" => TokenKind::RSquare,
        "*" => TokenKind::Star,
        "/" => TokenKind::Slash,
        "|" => TokenKind::Bar,
        _ => return None,
    })
}

/// A token with its kind and location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

const IDENT: u8 = 1; // letters, digits, `_`, `$`, `.`
const SUFFIX: u8 = 2; // letters, digits, `_`, `$`, `.`, `-`
const DIGIT: u8 = 4;
const SPACE: u8 = 8;

const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut c = 0usize;
    while c < 256 {
        let b = c as u8;
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.') {
            table[c] |= IDENT | SUFFIX;
        }
        if b == b'-' {
            table[c] |= SUFFIX;
        }
        if b.is_ascii_digit() {
            table[c] |= DIGIT;
        }
        // A NUL inside the text is skipped like a space.
        if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0) {
            table[c] |= SPACE;
        }
        c += 1;
    }
    table
};

/// The token kinds that a first byte may begin.
#[derive(Clone, Copy)]
enum First {
    /// It is the whole token.
    Alone(TokenKind),
    /// A bare word.
    Word,
    /// The name of a value.
    Value,
    /// Other bytes have to be looked at.
    Other,
}

const FIRST: [First; 256] = {
    let mut table = [First::Other; 256];
    let mut c = 0usize;
    while c < 256 {
        table[c] = match c as u8 {
            b',' => First::Alone(TokenKind::Comma),
            b':' => First::Alone(TokenKind::Colon),
            b'(' => First::Alone(TokenKind::LParen),
            b')' => First::Alone(TokenKind::RParen),
            b'<' => First::Alone(TokenKind::Less),
            b'>' => First::Alone(TokenKind::Greater),
            b'=' => First::Alone(TokenKind::Equal),
            b'[' => First::Alone(TokenKind::LSquare),
            b']' => First::Alone(TokenKind::RSquare),
            b'}' => First::Alone(TokenKind::RBrace),
            b'/' => First::Alone(TokenKind::Slash),
            b'+' => First::Alone(TokenKind::Plus),
            b'*' => First::Alone(TokenKind::Star),
            b'?' => First::Alone(TokenKind::Question),
            b'|' => First::Alone(TokenKind::Bar),
            b'%' => First::Value,
            b'i' | b's' | b'u' => First::Other,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => First::Word,
            _ => First::Other,
        };
        c += 1;
    }
    table
};

/// Whether the byte continues a word.
#[inline]
pub(crate) fn in_word(byte: u8) -> bool {
    CLASS[byte as usize] & IDENT != 0
}

/// Cuts `src` into tokens.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    src: &'a [u8],
    at: usize,
    /// The last long string of a blob's text: the position of its first quote, and what its digits are, from the fourth
    /// character on.
    pub(crate) digits: Option<(u32, DigitRun)>,
    /// Whether long strings of digits are blobs: in the metadata of a file.
    pub(crate) expects_blobs: bool,
    /// The message and position of the last [`TokenKind::Error`].
    pub error: Option<(u32, &'static str)>,
}

impl<'a> Lexer<'a> {
    /// A lexer at byte `at`.
    pub fn new(src: &'a [u8], at: usize) -> Self {
        Self { src, at, digits: None, expects_blobs: false, error: None }
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.src.get(self.at + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn skip(&mut self, class: u8) {
        let rest = &self.src[self.at..];
        let found = rest.iter().position(|&c| CLASS[c as usize] & class == 0);
        self.at += found.unwrap_or(rest.len());
    }

    #[cold]
    fn fail(&mut self, at: usize, start: usize, message: &'static str) -> Token {
        self.error = Some((at as u32, message));
        Token { kind: TokenKind::Error, start: start as u32, end: self.at as u32 }
    }

    /// The next token.
    #[inline]
    pub fn next_token(&mut self) -> Token {
        loop {
            let token = self.token_or_slash();
            if token.kind != TokenKind::Slash || self.peek(0) != b'/' {
                return token;
            }
            self.skip_comment();
        }
    }

    /// The lexer stands on the second slash of a comment.
    #[cold]
    fn skip_comment(&mut self) {
        let rest = &self.src[self.at..];
        let end = memchr::memchr2(b'\n', b'\r', rest);
        self.at = end.map_or(self.src.len(), |n| self.at + n + 1);
    }

    /// The next token, or the first slash of a comment. Slow paths are outlined, so that this function needs
    /// few registers.
    fn token_or_slash(&mut self) -> Token {
        let src = self.src;
        let mut start = self.at;
        let c = loop {
            match src.get(start) {
                Some(&c) if CLASS[c as usize] & SPACE != 0 => start += 1,
                Some(&c) => break c,
                None => {
                    self.at = start;
                    return self.token(TokenKind::Eof, start);
                }
            }
        };
        self.at = start + 1;
        let kind = match FIRST[c as usize] {
            First::Alone(kind) => kind,
            First::Word => {
                self.skip(IDENT);
                TokenKind::Bare
            }
            First::Value => {
                let class = CLASS[self.peek(0) as usize];
                if class & SUFFIX == 0 {
                    return self.fail(start, start, "invalid SSA name");
                }
                self.skip(if class & DIGIT != 0 { DIGIT } else { SUFFIX });
                TokenKind::Percent
            }
            First::Other => return self.longer_token(c, start),
        };
        self.token(kind, start)
    }

    /// The token that begins with this byte, which was taken.
    #[inline(never)]
    fn longer_token(&mut self, c: u8, start: usize) -> Token {
        let kind = match c {
            b'!' => return self.prefixed(TokenKind::Exclamation, start, "invalid type identifier"),
            b'^' => return self.prefixed(TokenKind::Caret, start, "invalid block name"),
            b'{' => {
                if self.peek(0) == b'-' && self.peek(1) == b'#' {
                    self.at += 2;
                    TokenKind::MetadataBegin
                } else {
                    TokenKind::LBrace
                }
            }
            b'#' => {
                if self.peek(0) == b'-' && self.peek(1) == b'}' {
                    self.at += 2;
                    TokenKind::MetadataEnd
                } else {
                    return self.prefixed(TokenKind::Hash, start, "invalid attribute name");
                }
            }
            b'-' => {
                if self.peek(0) == b'>' {
                    self.at += 1;
                    TokenKind::Arrow
                } else {
                    TokenKind::Minus
                }
            }
            b'0'..=b'9' => return self.number(start),
            b'i' | b's' | b'u' => return self.word_or_int_type(c, start),
            b'@' => return self.at_identifier(start),
            b'"' => return self.string(start),
            b'.' => {
                if self.peek(0) == b'.' && self.peek(1) == b'.' {
                    self.at += 2;
                    TokenKind::Ellipsis
                } else {
                    return self.fail(self.at, start, "expected three consecutive dots for an ellipsis");
                }
            }
            _ => return self.fail(start, start, "unexpected character"),
        };
        self.token(kind, start)
    }

    #[inline]
    fn token(&self, kind: TokenKind, start: usize) -> Token {
        Token { kind, start: start as u32, end: self.at as u32 }
    }

    #[inline]
    fn prefixed(&mut self, kind: TokenKind, start: usize, message: &'static str) -> Token {
        let first = CLASS[self.peek(0) as usize];
        if first & SUFFIX == 0 {
            return self.fail(start, start, message);
        }
        self.skip(if first & DIGIT != 0 { DIGIT } else { SUFFIX });
        self.token(kind, start)
    }

    /// A word that may be `i32`, `si32` or `ui32`.
    fn word_or_int_type(&mut self, first: u8, start: usize) -> Token {
        if first != b'i' {
            if self.peek(0) != b'i' {
                self.skip(IDENT);
                return self.token(TokenKind::Bare, start);
            }
            self.at += 1;
        }
        let digits = self.at;
        self.skip(DIGIT);
        if self.at > digits && CLASS[self.peek(0) as usize] & IDENT == 0 {
            return self.token(TokenKind::IntType, start);
        }
        self.skip(IDENT);
        self.token(TokenKind::Bare, start)
    }

    #[inline(never)]
    fn number(&mut self, start: usize) -> Token {
        if self.src[start] == b'0' && self.peek(0) == b'x' {
            if self.peek(1).is_ascii_hexdigit() {
                self.at += 1;
                while self.peek(0).is_ascii_hexdigit() {
                    self.at += 1;
                }
            }
            return self.token(TokenKind::Integer, start);
        }
        self.skip(DIGIT);
        if self.peek(0) != b'.' {
            return self.token(TokenKind::Integer, start);
        }
        self.at += 1;
        self.skip(DIGIT);
        if matches!(self.peek(0), b'e' | b'E') {
            let signed = matches!(self.peek(1), b'+' | b'-');
            if self.peek(1).is_ascii_digit() || (signed && self.peek(2).is_ascii_digit()) {
                self.at += 2;
                self.skip(DIGIT);
            }
        }
        self.token(TokenKind::Float, start)
    }

    #[inline(never)]
    fn at_identifier(&mut self, start: usize) -> Token {
        match self.peek(0) {
            b'"' => {
                self.at += 1;
                let string = self.string(start + 1);
                if string.kind == TokenKind::Error { string } else { self.token(TokenKind::At, start) }
            }
            c if c.is_ascii_alphabetic() || c == b'_' => {
                self.skip(IDENT);
                self.token(TokenKind::At, start)
            }
            _ => {
                let at = self.at;
                self.at = (self.at + 1).min(self.src.len());
                self.fail(at, start, "@ identifier expected to start with letter or '_'")
            }
        }
    }

    #[inline(never)]
    fn string(&mut self, start: usize) -> Token {
        loop {
            let Some(&c) = self.src.get(self.at) else {
                return self.fail(self.at, start, "expected '\"' in string literal");
            };
            self.at += 1;
            match c {
                b'"' => return self.token(TokenKind::String, start),
                b'\n' | 0x0b | 0x0c => {
                    return self.fail(self.at - 1, start, "expected '\"' in string literal");
                }
                b'\\' => match self.peek(0) {
                    b'"' | b'\\' | b'n' | b't' => self.at += 1,
                    c if c.is_ascii_hexdigit() && self.peek(1).is_ascii_hexdigit() => self.at += 2,
                    _ => return self.fail(self.at - 1, start, "unknown escape in string literal"),
                },
                _ if self.at - start == 64 => {
                    // A long string is most likely a blob.
                    if self.expects_blobs && self.src[start..].starts_with(b"\"0x") {
                        self.digits_of_blob(start);
                    }
                    // Look for the end of another one with wide steps, twice over what is still at hand.
                    let rest = &self.src[self.at..];
                    let plain = rest.chunks(1 << 12).try_fold(0, |done, chunk| {
                        let quote = memchr::memchr2(b'"', b'\\', chunk).unwrap_or(chunk.len());
                        let end = memchr::memchr3(b'\n', 0x0b, 0x0c, &chunk[..quote]).unwrap_or(quote);
                        if end < chunk.len() { Err(done + end) } else { Ok(done + end) }
                    });
                    self.at += plain.unwrap_or_else(|end| end);
                }
                _ => {}
            }
        }
    }
}

/// The text of a blob is taken in parts of this size, whose memory is released after each.
const BLOB_PART: usize = 4 << 20;

impl Lexer<'_> {
    /// Takes the digits of the string that begins at `start`, in one pass over them.
    #[inline(never)]
    fn digits_of_blob(&mut self, start: usize) {
        let first = start + 3;
        let mut all = DigitRun { len: 0, is_upper: true };
        for part in self.src[first..].chunks(BLOB_PART) {
            let run = digit_run(part);
            all = DigitRun { len: all.len + run.len, is_upper: all.is_upper && run.is_upper };
            if all.len >= BLOB_PART {
                file::release(part);
            }
            if run.len < part.len() {
                break;
            }
        }
        self.digits = Some((start as u32, all));
        self.at = self.at.max(first + all.len);
    }
}

/// Decodes a string token; `quoted` includes its quotes.
pub fn unescape(quoted: &[u8]) -> Vec<u8> {
    let inner = if quoted.len() >= 2 { &quoted[1..quoted.len() - 1] } else { &[] };
    if memchr::memchr(b'\\', inner).is_none() {
        return inner.to_vec();
    }
    let mut out = Vec::with_capacity(inner.len());
    let mut at = 0;
    while at < inner.len() {
        let c = inner[at];
        at += 1;
        if c != b'\\' || at == inner.len() {
            out.push(c);
            continue;
        }
        let escaped = inner[at];
        at += 1;
        match escaped {
            b'"' | b'\\' => out.push(escaped),
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            _ => {
                let hex = |c: u8| (c as char).to_digit(16).unwrap_or(0) as u8;
                let low = inner.get(at).copied().unwrap_or(b'0');
                at += 1;
                out.push(hex(escaped) << 4 | hex(low));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        let mut out = Vec::new();
        loop {
            let t = lexer.next_token();
            if t.kind == TokenKind::Eof {
                return out;
            }
            out.push((t.kind, &text[t.start as usize..t.end as usize]));
        }
    }

    #[test]
    fn cuts_tokens() {
        assert_eq!(
            kinds("%a#1 = \"x\\22\"() -> i32 // c\n ^bb0"),
            [
                (TokenKind::Percent, "%a"),
                (TokenKind::Hash, "#1"),
                (TokenKind::Equal, "="),
                (TokenKind::String, "\"x\\22\""),
                (TokenKind::LParen, "("),
                (TokenKind::RParen, ")"),
                (TokenKind::Arrow, "->"),
                (TokenKind::IntType, "i32"),
                (TokenKind::Caret, "^bb0"),
            ]
        );
        assert_eq!(
            kinds("0x 1.e5 1e5 0xFx"),
            [
                (TokenKind::Integer, "0"),
                (TokenKind::Bare, "x"),
                (TokenKind::Float, "1.e5"),
                (TokenKind::Integer, "1"),
                (TokenKind::Bare, "e5"),
                (TokenKind::Integer, "0xF"),
                (TokenKind::Bare, "x"),
            ]
        );
        assert_eq!(
            kinds("{-# #-} -1")[..2],
            [(TokenKind::MetadataBegin, "{-#"), (TokenKind::MetadataEnd, "#-}")]
        );
    }

    #[test]
    fn strings_of_blobs_end_where_others_do_and_their_digits_are_known() {
        let digits = "0123456789ABCDEF".repeat(12);
        for (text, digits) in [
            (format!("\"0x{digits}\" x"), Some((192, true))),
            (format!("\"0x{digits}f\" x"), Some((193, false))),
            (format!("\"0x{digits} \\22\" x"), Some((192, true))),
            (format!("\"0x \\n{digits}\" x"), Some((0, true))),
            (format!("\"0X{digits}\" x"), None),
            ("\"0x00\" x".to_owned(), None),
        ] {
            let mut lexer = Lexer::new(text.as_bytes(), 0);
            lexer.expects_blobs = true;
            let token = lexer.next_token();
            assert_eq!((token.kind, token.end as usize), (TokenKind::String, text.len() - 2), "{text}");
            assert_eq!(lexer.next_token().kind, TokenKind::Bare);
            assert_eq!(lexer.digits, digits.map(|(len, is_upper)| (0, DigitRun { len, is_upper })), "{text}");
        }
        let open = format!("\"0x{digits}\n\"");
        let mut lexer = Lexer::new(open.as_bytes(), 0);
        lexer.expects_blobs = true;
        assert_eq!(lexer.next_token().kind, TokenKind::Error);
        assert_eq!(lexer.error, Some((195, "expected '\"' in string literal")));
    }

    #[test]
    fn unescapes() {
        assert_eq!(unescape(br#""a\n\\\22\FF""#), b"a\n\\\"\xff");
    }

    #[test]
    fn says_what_is_no_token() {
        for (text, message) in [
            ("\"abc", "expected '\"' in string literal"),
            ("\"\\q\"", "unknown escape in string literal"),
            ("% ", "invalid SSA name"),
            ("..", "expected three consecutive dots for an ellipsis"),
            ("@1", "@ identifier expected to start with letter or '_'"),
            ("\u{1}", "unexpected character"),
        ] {
            let mut lexer = Lexer::new(text.as_bytes(), 0);
            assert_eq!(lexer.next_token().kind, TokenKind::Error, "{text}");
            assert_eq!(lexer.error.map(|e| e.1), Some(message), "{text}");
        }
    }
}
