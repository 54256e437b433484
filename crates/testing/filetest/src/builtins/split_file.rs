//! `split-file`: one text with `//--- NAME` lines becomes a directory of files.

use super::refuse;
use crate::lit::{ExitStatus, Invocation};

/// `split-file [--leading-lines] [--no-leading-lines] FILE DIRECTORY`.
pub(super) fn split_file(inv: Invocation<'_>) -> ExitStatus {
    let leading = inv.args.iter().any(|arg| arg == "--leading-lines");
    let names: Vec<&str> = inv.args.iter().map(String::as_str).filter(|arg| !arg.starts_with("--")).collect();
    let [input, output] = *names else { return refuse(inv, "split-file: an input and an output wanted") };
    let text = match inv.read(input) {
        Ok(text) => text,
        Err(error) => return refuse(inv, format_args!("split-file: {error}")),
    };
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, line) in text.split_inclusive(|&b| b == b'\n').enumerate() {
        match part_name(line) {
            Some(name) => {
                if name.is_empty() || parts.iter().any(|(other, _)| *other == name) {
                    return refuse(
                        inv,
                        format_args!("split-file: {input}:{}: bad part name '{name}'", number + 1),
                    );
                }
                // The lines before keep their numbers in diagnostics.
                parts.push((name, if leading { vec![b'\n'; number + 1] } else { Vec::new() }));
            }
            None => {
                if let Some((_, part)) = parts.last_mut() {
                    part.extend(line);
                }
            }
        }
    }
    if parts.is_empty() {
        return refuse(inv, format_args!("split-file: {input}: no part separator was found"));
    }
    let output = inv.cwd.join(output);
    if output.is_file() {
        let _ = std::fs::remove_file(&output);
    }
    for (name, text) in parts {
        let path = output.join(name);
        let parent = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = parent.and_then(|()| std::fs::write(&path, text)) {
            return refuse(inv, format_args!("split-file: {}: {error}", path.display()));
        }
    }
    ExitStatus::SUCCESS
}

/// The name in a line of a comment mark and `--- NAME`.
fn part_name(line: &[u8]) -> Option<String> {
    let at = memchr::memmem::find(line, b"--- ")?;
    let mark = &line[..at];
    let comment =
        !mark.is_empty() && mark.len() <= 3 && mark.iter().all(|b| !b.is_ascii_alphanumeric() && *b != b' ');
    comment.then(|| String::from_utf8_lossy(&line[at + 4..]).trim().to_owned())
}
