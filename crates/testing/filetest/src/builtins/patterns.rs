//! `grep` and `sed`.

use super::{inputs, lines, refuse};
use crate::lit::{ExitStatus, Invocation};
use crate::posix::{Ere, Flags, escape};

/// `grep [-E] [-F] [-v] [-c] [-i] [-q] [-o] [-w] PATTERN FILE..`.
pub(super) fn grep(inv: Invocation<'_>) -> ExitStatus {
    let mut letters = String::new();
    let mut operands = Vec::new();
    let mut pattern = None;
    let mut rest = inv.args.iter().map(String::as_str);
    while let Some(arg) = rest.next() {
        match arg.strip_prefix('-') {
            Some("e") => pattern = rest.next(),
            Some("-") => operands.extend(rest.by_ref()),
            Some(option) if !option.is_empty() => letters.push_str(option),
            _ => operands.push(arg),
        }
    }
    if pattern.is_none() && !operands.is_empty() {
        pattern = Some(operands.remove(0));
    }
    let Some(pattern) = pattern else { return refuse(inv, "usage: grep [OPTION].. PATTERN [FILE]..") };
    let has = |letter: char| letters.contains(letter);
    let flags = Flags { ignore_case: has('i') };
    let mut quoted = Vec::new();
    escape(pattern.as_bytes(), &mut quoted);
    let word = |inner: &[u8]| [b"[[:<:]]".as_slice(), inner, b"[[:>:]]"].concat();
    let extended = if has('F') {
        quoted
    } else if has('E') {
        pattern.as_bytes().to_vec()
    } else {
        crate::posix::ere::basic_to_extended(pattern.as_bytes())
    };
    let extended = if has('w') { word(&[b"(", extended.as_slice(), b")"].concat()) } else { extended };
    let regex = match Ere::new(&extended, flags) {
        Ok(regex) => regex,
        Err(error) => return refuse(inv, format_args!("grep: {}", error.0)),
    };
    let text = match inputs(&inv, &operands) {
        Ok(text) => text,
        Err(error) => return refuse(inv, format_args!("grep: {error}")),
    };
    let mut found = 0usize;
    for (index, line) in lines(&text).into_iter().enumerate() {
        let hit = regex.find(line);
        if hit.is_some() == has('v') {
            continue;
        }
        found += 1;
        if has('q') || has('c') {
            continue;
        }
        if has('n') {
            inv.stdout.extend(format!("{}:", index + 1).bytes());
        }
        let shown = match hit.filter(|_| has('o')) {
            Some((start, end)) => &line[start..end],
            None => line,
        };
        inv.stdout.extend(shown);
        inv.stdout.push(b'\n');
    }
    if has('c') {
        inv.stdout.extend(format!("{found}\n").bytes());
    }
    ExitStatus::from_success(found > 0)
}

/// One command of a `sed` script.
enum Edit {
    Substitute { regex: Ere, with: Vec<u8>, global: bool },
    Delete { regex: Ere },
}

/// `sed [-E] [-e] SCRIPT FILE..` with `s/a/b/[g][i]` and `/a/d`.
pub(super) fn sed(inv: Invocation<'_>) -> ExitStatus {
    let mut extended = false;
    let mut scripts = Vec::new();
    let mut names = Vec::new();
    let mut rest = inv.args.iter().map(String::as_str);
    while let Some(arg) = rest.next() {
        match arg {
            "-E" | "-r" => extended = true,
            "-e" => scripts.extend(rest.next()),
            _ if arg.starts_with('-') && arg.len() > 1 => {
                return refuse(inv, format_args!("sed: unsupported {arg}"));
            }
            _ => names.push(arg),
        }
    }
    if scripts.is_empty() {
        if names.is_empty() {
            return refuse(inv, "sed: missing script");
        }
        scripts.push(names.remove(0));
    }
    let mut edits = Vec::new();
    for script in scripts {
        match edit(script.trim().as_bytes(), extended) {
            Ok(edit) => edits.push(edit),
            Err(error) => return refuse(inv, format_args!("sed: {error}: {script}")),
        }
    }
    let text = match inputs(&inv, &names) {
        Ok(text) => text,
        Err(error) => return refuse(inv, format_args!("sed: {error}")),
    };
    'lines: for line in text.split_inclusive(|&b| b == b'\n') {
        let (body, end) = match line.strip_suffix(b"\n") {
            Some(body) => (body, &b"\n"[..]),
            None => (line, &b""[..]),
        };
        let mut body = body.to_vec();
        for edit in &edits {
            match edit {
                Edit::Delete { regex } if regex.find(&body).is_some() => continue 'lines,
                Edit::Delete { .. } => {}
                Edit::Substitute { regex, with, global } => body = substitute(regex, with, *global, &body),
            }
        }
        inv.stdout.extend(body);
        inv.stdout.extend(end);
    }
    ExitStatus::SUCCESS
}

fn edit(script: &[u8], extended: bool) -> Result<Edit, String> {
    let compile = |pattern: &[u8], flags: Flags| {
        let regex = if extended { Ere::new(pattern, flags) } else { Ere::new_basic(pattern, flags) };
        regex.map_err(|error| error.0.to_owned())
    };
    match script {
        [b's', mark, rest @ ..] => {
            let (pattern, rest) = delimited(rest, *mark).ok_or("unterminated 's' command")?;
            let (with, letters) = delimited(rest, *mark).ok_or("unterminated 's' command")?;
            if letters.iter().any(|letter| !b"giI".contains(letter)) {
                return Err("unsupported option to 's'".to_owned());
            }
            let flags = Flags { ignore_case: letters.iter().any(|letter| b"iI".contains(letter)) };
            Ok(Edit::Substitute { regex: compile(&pattern, flags)?, with, global: letters.contains(&b'g') })
        }
        [b'/', rest @ ..] => match delimited(rest, b'/') {
            Some((pattern, b"d")) => Ok(Edit::Delete { regex: compile(&pattern, Flags::default())? }),
            _ => Err("unsupported command".to_owned()),
        },
        _ => Err("unsupported command".to_owned()),
    }
}

/// Returns the text up to an unescaped `mark`, and the rest; an escaped mark is part of the text.
fn delimited(text: &[u8], mark: u8) -> Option<(Vec<u8>, &[u8])> {
    let mut out = Vec::new();
    let mut pos = 0;
    while let Some(&byte) = text.get(pos) {
        pos += 1;
        if byte == mark {
            return Some((out, &text[pos..]));
        }
        if byte == b'\\' {
            let next = *text.get(pos)?;
            pos += 1;
            if next != mark {
                out.push(b'\\');
            }
            out.push(next);
        } else {
            out.push(byte);
        }
    }
    None
}

fn substitute(regex: &Ere, with: &[u8], global: bool, line: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = line;
    let mut first = true;
    while first || global && !rest.is_empty() {
        let Some(spans) = regex.captures(rest) else { break };
        let Some((start, end)) = spans[0] else { break };
        first = false;
        out.extend(&rest[..start]);
        let mut bytes = with.iter();
        while let Some(&byte) = bytes.next() {
            let group = match byte {
                b'&' => 0,
                b'\\' => match bytes.next() {
                    Some(digit @ b'0'..=b'9') => usize::from(digit - b'0'),
                    Some(b'n') => {
                        out.push(b'\n');
                        continue;
                    }
                    Some(&other) => {
                        out.push(other);
                        continue;
                    }
                    None => continue,
                },
                _ => {
                    out.push(byte);
                    continue;
                }
            };
            if let Some(Some((from, to))) = spans.get(group) {
                out.extend(&rest[*from..*to]);
            }
        }
        let step = usize::from(start == end && end < rest.len());
        out.extend(&rest[end..end + step]);
        rest = &rest[end + step..];
    }
    out.extend(rest);
    out
}
