//! The words of LLVM IR text.

use std::borrow::Cow;

use super::{Failure, Read};

/// A name after a sigil.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Name<'a> {
    /// The number of an unnamed value.
    Number(u32),
    /// A name, without quotes.
    Plain(&'a [u8]),
    /// A name as it stands between quotes.
    Quoted(&'a [u8]),
}

impl<'a> Name<'a> {
    /// The bytes of a name; `None` for a number.
    pub(super) fn bytes(self) -> Option<Cow<'a, [u8]>> {
        match self {
            Name::Number(_) => None,
            Name::Plain(text) => Some(Cow::Borrowed(text)),
            Name::Quoted(text) => Some(unescape(text)),
        }
    }
}

/// A word of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// The end.
    End,
    /// One of `= , * [ ] { } < > ( ) ! | :`.
    Punct(u8),
    /// `...`
    Dots,
    /// A keyword, a type or the name of an instruction.
    Word(&'a [u8]),
    /// `name:` or `12:`
    Label(Name<'a>),
    /// `%name`
    Local(Name<'a>),
    /// `@name`
    Global(Name<'a>),
    /// `$name`
    Comdat(Name<'a>),
    /// `!12`
    Node(u32),
    /// `!name`
    NamedNode(&'a [u8]),
    /// `#12`
    Group(u32),
    /// `#dbg_value`
    Record(&'a [u8]),
    /// `^12`
    Summary(u32),
    /// A whole number in decimal.
    Int(&'a [u8]),
    /// A number with a point.
    Decimal(&'a [u8]),
    /// A floating-point number by its bits, after `0x` and the letter of its type: `0` where there is none.
    Bits(u8, &'a [u8]),
    /// A whole number in hexadecimal, and whether it is signed.
    Hex(bool, &'a [u8]),
    /// The text between quotes.
    Text(&'a [u8]),
}

/// Reads words one after the other.
pub(super) struct Lexer<'a> {
    src: &'a [u8],
    pos: usize,
}

/// The character class of a byte.
const fn class(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'$' => PLAIN,
        b'0'..=b'9' => PLAIN | DIGIT,
        b'-' => MINUS,
        _ => 0,
    }
}

/// Characters of words.
const PLAIN: u8 = 1;
/// Decimal digits.
const DIGIT: u8 = 2;
/// Characters of names besides those of words.
const MINUS: u8 = 4;

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
};

fn is_name(byte: u8) -> bool {
    CLASSES[byte as usize] != 0
}

impl<'a> Lexer<'a> {
    /// Reads a text from its beginning.
    pub(super) fn new(src: &'a [u8]) -> Self {
        Self { src, pos: 0 }
    }

    /// The offset at which the next token starts.
    pub(super) fn position(&self) -> usize {
        self.pos
    }

    /// Moves to another position.
    pub(super) fn seek(&mut self, pos: usize) {
        self.pos = pos;
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.src.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn take_while(&mut self, holds: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.src[self.pos..];
        let len = rest.iter().position(|&byte| !holds(byte)).unwrap_or(rest.len());
        self.pos += len;
        &rest[..len]
    }

    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.src.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.pos += 1,
                b';' => {
                    self.take_while(|byte| byte != b'\n');
                }
                b'/' if self.byte(1) == b'*' => {
                    let rest = &self.src[self.pos + 2..];
                    let end = rest.windows(2).position(|pair| pair == b"*/");
                    self.pos = end.map_or(self.src.len(), |end| self.pos + 2 + end + 2);
                }
                _ => break,
            }
        }
    }

    /// Reads the next word into `token`; the result is where it begins.
    pub(super) fn next(&mut self, token: &mut Token<'a>) -> Read<usize> {
        self.skip_blanks();
        let start = self.pos;
        let Some(&first) = self.src.get(start) else {
            *token = Token::End;
            return Ok(start);
        };
        *token = match first {
            b'%' => Token::Local(self.name(start)?),
            b'@' => Token::Global(self.name(start)?),
            b'"' => {
                let text = self.quoted()?;
                match self.byte(0) {
                    b':' => {
                        self.pos += 1;
                        Token::Label(Name::Quoted(text))
                    }
                    _ => Token::Text(text),
                }
            }
            b'$' if self.byte(1) == b'"' || is_name(self.byte(1)) => match self.label_end() {
                Some(end) => self.label(start, end),
                None => Token::Comdat(self.name(start)?),
            },
            b'!' => self.bang(),
            b'#' => {
                self.pos += 1;
                match self.byte(0) {
                    b'0'..=b'9' => Token::Group(self.number(start)?),
                    byte if is_name(byte) => Token::Record(self.take_while(is_name)),
                    _ => return Err(Failure::new(start, "expected a number or a record after '#'")),
                }
            }
            b'^' => {
                self.pos += 1;
                Token::Summary(self.number(start)?)
            }
            b'.' if self.byte(1) == b'.' && self.byte(2) == b'.' && self.label_end().is_none() => {
                self.pos += 3;
                Token::Dots
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'$' => self.word(start),
            b'0'..=b'9' | b'-' | b'+' => self.numeric(start)?,
            b'=' | b',' | b'*' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'(' | b')' | b'|' | b':' => {
                self.pos += 1;
                Token::Punct(first)
            }
            _ => return Err(Failure::new(start, "unexpected character")),
        };
        Ok(start)
    }

    /// The end of a label that begins here.
    fn label_end(&self) -> Option<usize> {
        let rest = &self.src[self.pos..];
        let len = rest.iter().position(|&byte| !is_name(byte))?;
        (len > 0 && rest[len] == b':').then_some(self.pos + len)
    }

    fn label(&mut self, start: usize, end: usize) -> Token<'a> {
        self.pos = end + 1;
        Token::Label(name_of(&self.src[start..end]))
    }

    fn word(&mut self, start: usize) -> Token<'a> {
        // Most words have neither a minus in them nor a colon after them.
        let rest = &self.src[start..];
        let end = rest.iter().position(|&byte| CLASSES[byte as usize] & PLAIN == 0).unwrap_or(rest.len());
        let next = rest.get(end).copied().unwrap_or(0);
        if next != b'-' && next != b':' && !(rest[0] | 6 == b'w' && rest[..end].get(1) == Some(&b'0')) {
            self.pos = start + end;
            return Token::Word(&rest[..end]);
        }
        self.take_while(is_name);
        if self.byte(0) == b':' {
            return self.label(start, self.pos);
        }
        // `s0x12` and `u0x12` are numbers; a keyword has no minus in it.
        let text = &self.src[start..self.pos];
        if let [sign @ (b's' | b'u'), b'0', b'x', digits @ ..] = text
            && digits.iter().all(u8::is_ascii_hexdigit)
        {
            return Token::Hex(*sign == b's', digits);
        }
        let len =
            text.iter().position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.' | b'$'));
        if let Some(len) = len.filter(|&len| len > 0) {
            self.pos = start + len;
        }
        Token::Word(&self.src[start..self.pos])
    }

    fn numeric(&mut self, start: usize) -> Read<Token<'a>> {
        // Most numbers are whole, and no labels.
        let rest = &self.src[start..];
        let end = rest.iter().position(|&byte| CLASSES[byte as usize] & DIGIT == 0).unwrap_or(rest.len());
        let next = rest.get(end).copied().unwrap_or(0);
        if end > 0 && !is_name(next) && next != b':' {
            self.pos = start + end;
            return Ok(Token::Int(&rest[..end]));
        }
        if let Some(end) = self.label_end() {
            return Ok(self.label(start, end));
        }
        if self.byte(0) == b'0' && self.byte(1) == b'x' {
            self.pos += 2;
            let letter = match self.byte(0) {
                letter @ (b'K' | b'L' | b'M' | b'H' | b'R') => {
                    self.pos += 1;
                    letter
                }
                _ => b'0',
            };
            let digits = self.take_while(|byte| byte.is_ascii_hexdigit());
            if digits.is_empty() {
                return Err(Failure::new(start, "expected hexadecimal digits"));
            }
            return Ok(Token::Bits(letter, digits));
        }
        if matches!(self.byte(0), b'-' | b'+') {
            self.pos += 1;
        }
        if self.take_while(|byte| byte.is_ascii_digit()).is_empty() {
            return Err(Failure::new(start, "unexpected character"));
        }
        if self.byte(0) != b'.' {
            return Ok(Token::Int(&self.src[start..self.pos]));
        }
        self.pos += 1;
        self.take_while(|byte| byte.is_ascii_digit());
        if matches!(self.byte(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(1), b'-' | b'+'));
            if self.byte(1 + sign).is_ascii_digit() {
                self.pos += 1 + sign;
                self.take_while(|byte| byte.is_ascii_digit());
            }
        }
        Ok(Token::Decimal(&self.src[start..self.pos]))
    }

    fn bang(&mut self) -> Token<'a> {
        let start = self.pos;
        self.pos += 1;
        match self.byte(0) {
            b'0'..=b'9' => match self.number(start) {
                Ok(number) => Token::Node(number),
                Err(_) => Token::Node(u32::MAX),
            },
            b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'_' | b'.' | b'$' | b'\\' => {
                Token::NamedNode(self.take_while(|byte| is_name(byte) || byte == b'\\'))
            }
            _ => Token::Punct(b'!'),
        }
    }

    fn name(&mut self, start: usize) -> Read<Name<'a>> {
        self.pos += 1;
        match self.byte(0) {
            b'"' => Ok(Name::Quoted(self.quoted()?)),
            b'0'..=b'9' => {
                let mut number = 0u64;
                while let digit @ b'0'..=b'9' = self.byte(0) {
                    number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
                    self.pos += 1;
                }
                match u32::try_from(number) {
                    _ if is_name(self.byte(0)) => {
                        Err(Failure::new(start, "a name that begins with a digit needs quotes"))
                    }
                    Ok(number) => Ok(Name::Number(number)),
                    Err(_) => Err(Failure::new(start, "invalid value number (too large)")),
                }
            }
            byte if is_name(byte) => Ok(Name::Plain(self.take_while(is_name))),
            _ => Err(Failure::new(start, "expected a name")),
        }
    }

    fn number(&mut self, start: usize) -> Read<u32> {
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        to_u32(digits).ok_or_else(|| Failure::new(start, "the number is too large"))
    }

    fn quoted(&mut self) -> Read<&'a [u8]> {
        let open = self.pos;
        self.pos += 1;
        let text = self.take_while(|byte| byte != b'"');
        if self.pos == self.src.len() {
            return Err(Failure::new(open, "end of file in string constant"));
        }
        self.pos += 1;
        Ok(text)
    }
}

fn name_of(text: &[u8]) -> Name<'_> {
    match to_u32(text) {
        Some(number) if text.iter().all(u8::is_ascii_digit) => Name::Number(number),
        _ => Name::Plain(text),
    }
}

/// The number that digits are; `None` if it is too large or there are none.
pub(super) fn to_u32(digits: &[u8]) -> Option<u32> {
    to_u64(digits).and_then(|number| u32::try_from(number).ok())
}

/// The number that digits are; `None` if it is too large or there are none.
pub(super) fn to_u64(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    let mut number = 0u64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
    }
    Some(number)
}

/// The bytes of a string: `\5C` is one by its number, `\\` a backslash.
pub(super) fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\\') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [b'\\', after @ ..]) => {
                out.push(b'\\');
                rest = after;
            }
            (b'\\', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = after;
                }
                _ => out.push(b'\\'),
            },
            _ => out.push(*first),
        }
    }
    Cow::Owned(out)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}
