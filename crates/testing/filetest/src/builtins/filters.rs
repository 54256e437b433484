//! Programs that turn one text into another.

use super::{inputs, lines, options, refuse};
use crate::lit::{ExitStatus, Invocation};

/// `count N`: succeeds if standard input has N lines.
pub(super) fn count(mut inv: Invocation<'_>) -> ExitStatus {
    let [wanted] = inv.args else { return refuse(inv, "usage: count <expected line count>") };
    let Ok(wanted) = wanted.parse::<usize>() else { return refuse(inv, "count: not a number") };
    let newlines = memchr::memchr_iter(b'\n', inv.stdin).count();
    let found = newlines + usize::from(!inv.stdin.is_empty() && !inv.stdin.ends_with(b"\n"));
    if found != wanted {
        inv.complain(format_args!("Expected {wanted} lines, got {found}."));
    }
    ExitStatus::from_success(found == wanted)
}

/// `cat FILE..`.
pub(super) fn cat(inv: Invocation<'_>) -> ExitStatus {
    let (_, names) = options(inv.args);
    match inputs(&inv, &names) {
        Ok(text) => {
            inv.stdout.extend(text);
            ExitStatus::SUCCESS
        }
        Err(error) => refuse(inv, format_args!("cat: {error}")),
    }
}

/// `echo [-n] [-e] WORD..`.
pub(super) fn echo(inv: Invocation<'_>) -> ExitStatus {
    let mut words = inv.args;
    let (mut newline, mut escapes) = (true, false);
    while let [first, rest @ ..] = words {
        match first.as_str() {
            "-n" => newline = false,
            "-e" => escapes = true,
            _ => break,
        }
        words = rest;
    }
    let text = words.join(" ");
    if escapes {
        unescape(&text, inv.stdout);
    } else {
        inv.stdout.extend(text.bytes());
    }
    if newline {
        inv.stdout.push(b'\n');
    }
    ExitStatus::SUCCESS
}

/// `printf FORMAT WORD..`, with `%s`, `%d`, `%%` and escapes.
pub(super) fn printf(inv: Invocation<'_>) -> ExitStatus {
    let [format, words @ ..] = inv.args else { return refuse(inv, "printf: missing operand") };
    let mut words = words.iter();
    loop {
        let mut used = false;
        let mut rest = format.as_str();
        while let Some(at) = rest.find('%') {
            unescape(&rest[..at], inv.stdout);
            match rest[at + 1..].chars().next() {
                Some('s' | 'd' | 'i' | 'u') => {
                    used = true;
                    inv.stdout.extend(words.next().map_or("", String::as_str).bytes());
                    rest = &rest[at + 2..];
                }
                Some('%') => {
                    inv.stdout.push(b'%');
                    rest = &rest[at + 2..];
                }
                _ => return refuse(inv, "printf: unsupported format"),
            }
        }
        unescape(rest, inv.stdout);
        // The format is used again while there are words.
        if !used || words.len() == 0 {
            return ExitStatus::SUCCESS;
        }
    }
}

fn unescape(text: &str, out: &mut Vec<u8>) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let mut buffer = [0; 4];
        if c != '\\' {
            out.extend(c.encode_utf8(&mut buffer).bytes());
            continue;
        }
        match chars.next() {
            Some('n') => out.push(b'\n'),
            Some('t') => out.push(b'\t'),
            Some('r') => out.push(b'\r'),
            // A byte in up to three octal digits.
            Some(first @ '0'..='7') => {
                let mut byte = first as u32 - '0' as u32;
                for _ in 0..2 {
                    let Some(digit) = chars.next_if(|c| c.is_digit(8)) else { break };
                    byte = byte * 8 + (digit as u32 - '0' as u32);
                }
                out.push(byte as u8);
            }
            Some('\\') | None => out.push(b'\\'),
            Some(other) => {
                out.push(b'\\');
                out.extend(other.encode_utf8(&mut buffer).bytes());
            }
        }
    }
}

/// The line count of `-n N`, `-nN` or `-N`, and the files.
fn line_count(args: &[String]) -> Option<(&str, Vec<&str>)> {
    let mut count = "10";
    let mut names = Vec::new();
    let mut rest = args.iter().map(String::as_str);
    while let Some(arg) = rest.next() {
        match arg.strip_prefix('-') {
            Some("n") => count = rest.next()?,
            Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => count = digits,
            Some(option) if !option.is_empty() => count = option.strip_prefix('n')?,
            _ => names.push(arg),
        }
    }
    Some((count, names))
}

/// `head [-n N] FILE..`.
pub(super) fn head(inv: Invocation<'_>) -> ExitStatus {
    part(inv, |_, count| 0..count)
}

/// `tail [-n N] FILE..`; `+N` starts at line N.
pub(super) fn tail(inv: Invocation<'_>) -> ExitStatus {
    part(inv, |total, count| total.saturating_sub(count)..total)
}

fn part(inv: Invocation<'_>, range: fn(usize, usize) -> std::ops::Range<usize>) -> ExitStatus {
    let Some((count, names)) = line_count(inv.args) else { return refuse(inv, "unsupported option") };
    let text = match inputs(&inv, &names) {
        Ok(text) => text,
        Err(error) => return refuse(inv, error),
    };
    let all: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
    let Ok(number) = count.trim_start_matches('+').parse::<usize>() else {
        return refuse(inv, "not a number");
    };
    let range =
        if count.starts_with('+') { number.saturating_sub(1)..all.len() } else { range(all.len(), number) };
    let end = range.end.min(all.len());
    inv.stdout.extend(all[range.start.min(end)..end].concat());
    ExitStatus::SUCCESS
}

/// `sort [-r] [-u] [-n] FILE..`, by bytes.
pub(super) fn sort(inv: Invocation<'_>) -> ExitStatus {
    let (letters, names) = options(inv.args);
    let text = match inputs(&inv, &names) {
        Ok(text) => text,
        Err(error) => return refuse(inv, format_args!("sort: {error}")),
    };
    let mut all = lines(&text);
    let number = |line: &[u8]| String::from_utf8_lossy(line).trim().parse::<f64>().unwrap_or(0.0);
    if letters.contains('n') {
        all.sort_by(|a, b| number(a).total_cmp(&number(b)).then(a.cmp(b)));
    } else {
        all.sort_unstable();
    }
    if letters.contains('r') {
        all.reverse();
    }
    if letters.contains('u') {
        all.dedup();
    }
    for line in all {
        inv.stdout.extend(line);
        inv.stdout.push(b'\n');
    }
    ExitStatus::SUCCESS
}

/// `tr [-d] SET [SET]`, with ranges and escapes.
pub(super) fn tr(inv: Invocation<'_>) -> ExitStatus {
    let (letters, sets) = options(inv.args);
    let from = match sets.first() {
        Some(set) => byte_list(set),
        None => return refuse(inv, "tr: missing operand"),
    };
    let to = sets.get(1).map(|set| byte_list(set)).unwrap_or_default();
    let deletes = letters.contains('d');
    if !deletes && to.is_empty() {
        return refuse(inv, "tr: missing operand");
    }
    for &byte in inv.stdin {
        match from.iter().position(|&other| other == byte) {
            None => inv.stdout.push(byte),
            Some(_) if deletes => {}
            Some(index) => inv.stdout.push(to[index.min(to.len() - 1)]),
        }
    }
    ExitStatus::SUCCESS
}

fn byte_list(set: &str) -> Vec<u8> {
    let mut plain = Vec::new();
    unescape(set, &mut plain);
    let mut out = Vec::new();
    let mut pos = 0;
    while let Some(&start) = plain.get(pos) {
        match plain.get(pos + 1..pos + 3) {
            Some(&[b'-', end]) if end >= start => {
                out.extend(start..=end);
                pos += 3;
            }
            _ => {
                out.push(start);
                pos += 1;
            }
        }
    }
    out
}

/// `wc [-l] [-w] [-c]` of standard input or files together.
pub(super) fn wc(inv: Invocation<'_>) -> ExitStatus {
    let (letters, names) = options(inv.args);
    let text = match inputs(&inv, &names) {
        Ok(text) => text,
        Err(error) => return refuse(inv, format_args!("wc: {error}")),
    };
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let counts = [('l', memchr::memchr_iter(b'\n', &text).count()), ('w', words), ('c', text.len())];
    let shown: Vec<String> = counts
        .iter()
        .filter(|(letter, _)| letters.is_empty() || letters.contains(*letter))
        .map(|(_, count)| count.to_string())
        .collect();
    inv.stdout.extend(format!("{}\n", shown.join(" ")).bytes());
    ExitStatus::SUCCESS
}
