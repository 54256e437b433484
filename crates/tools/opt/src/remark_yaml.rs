//! Remarks as YAML documents, as LLVM's tools for remarks read them.

use std::fmt::Write;

use crate::written_remark::WrittenRemark;

/// The column from which on the next key of a mapping in braces starts a line.
const WRAP_COLUMN: usize = 70;

/// Returns the documents.
pub(crate) fn text(remarks: &[WrittenRemark]) -> String {
    let mut out = String::new();
    for written in remarks {
        let remark = &written.remark;
        let _ = writeln!(out, "--- !{}", remark.kind().name());
        entry(&mut out, 0, "Pass", &remark.full_category());
        entry(&mut out, 0, "Name", remark.name());
        let (file, line, column) = written.place();
        let start = format!("{:17}{{ File: {}, ", "DebugLoc:", scalar(file));
        let separator = if start.len() > WRAP_COLUMN { format!("\n{:19}", "") } else { String::new() };
        let _ = writeln!(out, "{start}{separator}Line: {line}, Column: {column} }}");
        entry(&mut out, 0, "Function", remark.function_name());
        if !remark.args().is_empty() {
            out.push_str("Args:\n");
        }
        for (key, value) in remark.args() {
            out.push_str("  - ");
            entry(&mut out, 4, key, value);
        }
        out.push_str("...\n");
    }
    out
}

/// Writes a key and its value, which is a block if it has several lines.
fn entry(out: &mut String, indent: usize, key: &str, value: &str) {
    let _ = write!(out, "{:16} ", format!("{}:", scalar(key)));
    if value.matches('\n').count() > 1 {
        out.push_str("|\n");
        for line in value.lines() {
            let _ = writeln!(out, "{:1$}{line}", "", indent + 2);
        }
    } else {
        let _ = writeln!(out, "{}", scalar(value));
    }
}

/// Returns text as a scalar, in the quotes that it needs.
fn scalar(text: &str) -> String {
    let special = |c: char| c.is_ascii_control() && c != '\t' || !c.is_ascii();
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-^., \t".contains(c);
    if text.contains(special) {
        return double_quoted(text);
    }
    let edges = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    let indicator = text.starts_with(|c| "-?:\\,[]{}#&*!|>'\"%@`".contains(c));
    if text.is_empty() || edges || indicator || is_other_type(text) || !text.chars().all(plain) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    text.to_owned()
}

fn double_quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\0' => out.push_str("\\0"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\x1b' => out.push_str("\\e"),
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\x{:02X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a plain scalar would be null, a Boolean or a number.
fn is_other_type(text: &str) -> bool {
    let words = ["null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE"];
    words.contains(&text) || is_number(text)
}

fn is_number(text: &str) -> bool {
    let all =
        |digits: &str, is_one: fn(&char) -> bool| !digits.is_empty() && digits.chars().all(|c| is_one(&c));
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if [".inf", ".Inf", ".INF"].contains(&unsigned) || [".nan", ".NaN", ".NAN"].contains(&text) {
        return true;
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, char::is_ascii_hexdigit);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return all(digits, |c| ('0'..='7').contains(c));
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let has_digits = !whole.is_empty() || !part.is_empty();
    has_digits
        && digits(whole)
        && digits(part)
        && exponent.is_none_or(|digits| all(digits, char::is_ascii_digit))
}
