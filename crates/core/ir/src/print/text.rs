//! Numbers, names and strings as text.

use std::borrow::Cow;
use std::fmt::Write;

use terrace_support::apint::push_u64;
use terrace_support::text::push_while;

/// A decimal number; much faster than formatting.
#[inline]
pub fn write_u64(out: &mut String, value: u64) {
    push_u64(out, value);
}

/// A signed decimal number.
pub fn write_i64(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    write_u64(out, value.unsigned_abs());
}

/// Whether `#dialect.symbol` reads back as the symbol.
pub(super) fn is_pretty_symbol(symbol: &str) -> bool {
    let bytes = symbol.as_bytes();
    if !bytes.first().is_some_and(|c| c.is_ascii_alphabetic()) {
        return false;
    }
    let rest = bytes.iter().position(|c| !(c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_')));
    rest.is_none_or(|at| bytes[at] == b'<' && bytes[bytes.len() - 1] == b'>')
}

/// Whether the text can stand as a bare identifier.
pub fn is_bare_identifier(text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_first() else { return false };
    (first.is_ascii_alphabetic() || *first == b'_')
        && rest.iter().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.'))
}

/// Writes bytes in quotes, with those that are not printable ASCII as `\XX`.
pub fn write_quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    write_escaped(out, bytes);
    out.push('"');
}

/// Writes bytes, with those that are not printable ASCII as `\XX`.
pub fn write_escaped(out: &mut String, bytes: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut rest = bytes;
    loop {
        let plain = push_while(out, rest, |c| matches!(c, b' '..=b'~') && !matches!(c, b'\\' | b'"'));
        let Some((&c, tail)) = rest[plain..].split_first() else { return };
        out.push('\\');
        if c == b'\\' {
            out.push('\\');
        } else {
            out.push(HEX[usize::from(c >> 4)] as char);
            out.push(HEX[usize::from(c & 15)] as char);
        }
        rest = tail;
    }
}

/// A bare keyword where it can be one, a quoted string otherwise.
pub fn write_keyword_or_string(out: &mut String, text: &[u8]) {
    let len = out.len();
    let in_identifier = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.');
    if !matches!(text.first(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'_'))
        || push_while(out, text, in_identifier) < text.len()
    {
        out.truncate(len);
        write_quoted(out, text);
    }
}

/// `@name`, quoted where need be.
pub fn write_symbol(out: &mut String, name: &[u8]) {
    if name.is_empty() {
        return out.push_str("@<<INVALID EMPTY SYMBOL>>");
    }
    out.push('@');
    write_keyword_or_string(out, name);
}

/// Converts a name to an identifier of letters, digits and these characters; others become hexadecimal numbers.
pub fn identifier<'a>(name: &'a str, allowed: &[u8]) -> Cow<'a, str> {
    let stays = |c: u8| c.is_ascii_alphanumeric() || allowed.contains(&c);
    let begins = name.bytes().next().is_some_and(|c| !c.is_ascii_digit() && (stays(c) || c == b' '));
    if begins && name.bytes().all(stays) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len() + 1);
    if !begins {
        out.push('_');
    }
    for c in name.bytes() {
        match c {
            _ if stays(c) => out.push(char::from(c)),
            b' ' => out.push('_'),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "{c:X}");
            }
        }
    }
    Cow::Owned(out)
}
