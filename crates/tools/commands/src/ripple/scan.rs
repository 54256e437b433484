//! A scan over preprocessed C and C++ that knows lines, literals and comments.

/// A position in the files that the user sees, from the line markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The name of the file as line markers quote it, without the quotes.
    pub file: Vec<u8>,
    /// The flags of the line marker that stay in force: 3 for a system header, 4 for C.
    pub flags: Vec<u8>,
}

/// A token of the scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// A preprocessor directive, without the line break.
    Directive,
    /// The end of a line.
    Newline,
    /// Blanks within a line.
    Blank,
    /// A comment.
    Comment,
    /// An identifier or a keyword.
    Word,
    /// A number, a literal or a mark of punctuation.
    Other,
}

/// The scan.
#[derive(Clone)]
pub struct Scan<'t> {
    text: &'t [u8],
    /// The offset in the text.
    pub at: usize,
    /// Whether raw strings are literals.
    raw_strings: bool,
    /// Whether nothing but blanks came since the line began.
    line_start: bool,
    /// The position in the source, for diagnostics.
    pub position: Position,
}

impl<'t> Scan<'t> {
    /// The scan of a text from its beginning; C++ has raw strings.
    pub fn new(text: &'t [u8], raw_strings: bool, file: &str) -> Self {
        let position = Position { line: 1, file: file.as_bytes().to_vec(), flags: Vec::new() };
        Scan { text, at: 0, raw_strings, line_start: true, position }
    }

    /// Passes the next token; returns it with its bytes, `None` at the end of the text. Lines are counted as they are passed.
    pub fn advance(&mut self) -> Option<(Token, &'t [u8])> {
        let rest = self.text.get(self.at..)?;
        let (token, length) = match *rest {
            [] => return None,
            [b'\n', ..] => (Token::Newline, 1),
            [b' ' | b'\t' | b'\r' | 0x0b | 0x0c, ..] => {
                let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
                (Token::Blank, rest.iter().take_while(|byte| blank(byte)).count())
            }
            [b'#', ..] if self.line_start => (Token::Directive, line_length(rest)),
            [b'/', b'/', ..] => (Token::Comment, line_length(rest)),
            [b'/', b'*', ..] => (Token::Comment, find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4)),
            [quote @ (b'"' | b'\''), ..] => (Token::Other, literal_length(rest, quote)),
            [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => (Token::Other, number_length(rest)),
            [byte, ..] if is_word(byte) => self.word(rest),
            _ => (Token::Other, 1),
        };
        let bytes = &rest[..length];
        self.at += length;
        self.line_start = match token {
            Token::Newline => true,
            Token::Blank | Token::Comment => self.line_start,
            _ => false,
        };
        if token == Token::Directive {
            self.directive(bytes);
        }
        // A line marker has the number of the line after it.
        self.position.line += bytes.iter().filter(|&&byte| byte == b'\n').count() as u32;
        Some((token, bytes))
    }

    /// A word, or the raw string that it begins.
    fn word(&self, rest: &[u8]) -> (Token, usize) {
        let length = rest.iter().take_while(|&&byte| is_word(byte)).count();
        let prefix = matches!(&rest[..length], b"R" | b"u8R" | b"uR" | b"UR" | b"LR");
        if !(self.raw_strings && prefix && rest.get(length) == Some(&b'"')) {
            return (Token::Word, length);
        }
        let body = &rest[length + 1..];
        let Some(open) = body.iter().take(17).position(|&byte| byte == b'(') else {
            return (Token::Word, length);
        };
        let closing = [b")", &body[..open], b"\""].concat();
        let end =
            find(&body[open..], &closing).map_or(rest.len(), |end| length + 1 + open + end + closing.len());
        (Token::Other, end)
    }

    /// Takes the position that a line marker sets: `# 12 "file" 3` or `#line 12 "file"`.
    fn directive(&mut self, bytes: &[u8]) {
        let words = bytes[1..].trim_ascii_start();
        let words = words.strip_prefix(b"line").map_or(words, <[u8]>::trim_ascii_start);
        let digits = words.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&words[..digits]).ok().and_then(|digits| digits.parse::<u32>().ok());
        let Some(number) = number else { return };
        let rest = words[digits..].trim_ascii_start();
        if rest.first() == Some(&b'"') {
            let length = literal_length(rest, b'"');
            self.position.file = rest[1..length.max(2) - 1].to_vec();
            let kept =
                rest[length..].split(u8::is_ascii_whitespace).filter(|flag| matches!(*flag, b"3" | b"4"));
            self.position.flags = kept.collect::<Vec<_>>().join(&b' ');
        }
        // The line's end, which follows, counts one more.
        self.position.line = number.saturating_sub(1);
    }
}

/// The length of what begins a text up to the end of the line.
fn line_length(rest: &[u8]) -> usize {
    rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
}

/// The length of a string or a character with its quotes; it ends with the line at the latest.
fn literal_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' if rest.get(at + 1).is_some() => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a preprocessing number, in which C++ separates digits by `'`.
fn number_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        let next_is_word = || rest.get(at + 1).is_some_and(|&next| is_word(next));
        match byte {
            b'.' => at += 1,
            b'\'' if next_is_word() => at += 2,
            b'+' | b'-' if matches!(rest[at - 1], b'e' | b'E' | b'p' | b'P') => at += 1,
            _ if is_word(byte) => at += 1,
            _ => break,
        }
    }
    at
}

/// Whether a byte is part of an identifier; those of UTF-8 are.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Returns the offset of the first occurrence of a text in another.
pub fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let (&first, rest) = wanted.split_first()?;
    let mut from = 0;
    while let Some(at) = text[from..].iter().position(|&byte| byte == first) {
        from += at + 1;
        if text[from..].starts_with(rest) {
            return Some(from - 1);
        }
    }
    None
}

/// Returns the column at which an annotation begins in a line.
pub(super) fn column_of_annotation(line: &[u8]) -> u32 {
    let at = find(line, b"ripple_parallel")
        .or_else(|| find(line, b"ripple_thd_parallel"))
        .or_else(|| find(line, b"#"));
    at.map_or(1, |at| at as u32 + 1)
}

/// Replaces all occurrences of a text in another.
pub(super) fn replace(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = find(rest, from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}
