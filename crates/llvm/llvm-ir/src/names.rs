//! Identifiers and strings as LLVM IR writes them.

use std::fmt::Write;

/// Appends an identifier after its sigil: verbatim if it needs no quotes, quoted otherwise.
pub fn write_identifier(out: &mut String, sigil: char, name: &[u8]) {
    out.push(sigil);
    let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let starts_plain = name.first().is_some_and(|first| !first.is_ascii_digit());
    if starts_plain && name.iter().all(is_plain) {
        out.extend(name.iter().map(|&byte| char::from(byte)));
    } else {
        write_quoted(out, name);
    }
}

/// Appends the name of a block with a colon, between quotes if it needs them.
pub fn write_label(out: &mut String, name: &[u8]) {
    let start = out.len();
    write_identifier(out, '%', name);
    out.remove(start);
    out.push(':');
}

/// Appends bytes between quotes; those that do not print are two digits after a backslash.
pub fn write_quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    write_escaped(out, bytes);
    out.push('"');
}

/// Appends bytes as they stand between quotes.
pub fn write_escaped(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => push_hex(out, byte),
        }
    }
}

/// Appends a backslash and two hexadecimal digits.
fn push_hex(out: &mut String, byte: u8) {
    let _ = write!(out, "\\{byte:02X}");
}

/// Writes the name of a metadata node: special characters are escaped, without quotes.
pub fn write_metadata_name(out: &mut String, name: &[u8]) {
    out.push('!');
    for (index, &byte) in name.iter().enumerate() {
        let is_letter = byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_');
        if is_letter || (index > 0 && byte.is_ascii_digit()) {
            out.push(char::from(byte));
        } else {
            push_hex(out, byte);
        }
    }
}
