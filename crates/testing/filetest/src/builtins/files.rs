//! Programs that work on files and directories.

use super::{options, refuse};
use crate::lit::{ExitStatus, Invocation};
use std::path::Path;

/// `rm [-r] [-f] PATH..`.
pub(super) fn rm(mut inv: Invocation<'_>) -> ExitStatus {
    let (letters, names) = options(inv.args);
    let mut good = true;
    for name in names {
        let path = inv.cwd.join(name);
        let result = match std::fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() && letters.contains(['r', 'R']) => std::fs::remove_dir_all(&path),
            Ok(_) => std::fs::remove_file(&path),
            Err(_) if letters.contains('f') => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            inv.complain(format_args!("rm: {name}: {error}"));
            good = false;
        }
    }
    ExitStatus::from_success(good)
}

/// `mkdir [-p] PATH..`.
pub(super) fn mkdir(mut inv: Invocation<'_>) -> ExitStatus {
    let (letters, names) = options(inv.args);
    let mut good = true;
    for name in names {
        let path = inv.cwd.join(name);
        let result =
            if letters.contains('p') { std::fs::create_dir_all(path) } else { std::fs::create_dir(path) };
        if let Err(error) = result {
            inv.complain(format_args!("mkdir: {name}: {error}"));
            good = false;
        }
    }
    ExitStatus::from_success(good)
}

/// `touch PATH..`.
pub(super) fn touch(inv: Invocation<'_>) -> ExitStatus {
    let (_, names) = options(inv.args);
    let create =
        |name: &&str| std::fs::OpenOptions::new().append(true).create(true).open(inv.cwd.join(name)).is_ok();
    ExitStatus::from_success(names.iter().all(create))
}

/// `cp [-r] FROM.. TO`.
pub(super) fn cp(inv: Invocation<'_>) -> ExitStatus {
    transfer(inv, copy)
}

/// `mv FROM.. TO`.
pub(super) fn mv(inv: Invocation<'_>) -> ExitStatus {
    transfer(inv, |from, to| std::fs::rename(from, to))
}

fn transfer(inv: Invocation<'_>, action: fn(&Path, &Path) -> std::io::Result<()>) -> ExitStatus {
    let (_, names) = options(inv.args);
    let Some((to, from)) = names.split_last().filter(|(_, from)| !from.is_empty()) else {
        return refuse(inv, "missing file operand");
    };
    let to = inv.cwd.join(to);
    for name in from {
        let source = inv.cwd.join(name);
        let target = match source.file_name() {
            Some(leaf) if to.is_dir() => to.join(leaf),
            _ => to.clone(),
        };
        if let Err(error) = action(&source, &target) {
            return refuse(inv, format_args!("{name}: {error}"));
        }
    }
    ExitStatus::SUCCESS
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        return std::fs::copy(from, to).map(drop);
    }
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// `test [!] -e|-f|-d|-s|-n|-z WORD`, `test A = B`, `test A != B`, and numeric comparisons.
pub(super) fn test(inv: Invocation<'_>) -> ExitStatus {
    let words: Vec<&str> = inv.args.iter().map(String::as_str).collect();
    let (negated, words) = match words.as_slice() {
        ["!", rest @ ..] => (true, rest),
        all => (false, all),
    };
    let path = |name: &str| inv.cwd.join(name);
    let numbers = |a: &str, b: &str| a.parse::<i64>().ok().zip(b.parse::<i64>().ok());
    let value = match *words {
        [] => false,
        [word] => !word.is_empty(),
        ["-e", name] => path(name).exists(),
        ["-f", name] => path(name).is_file(),
        ["-d", name] => path(name).is_dir(),
        ["-s", name] => std::fs::metadata(path(name)).is_ok_and(|data| data.len() > 0),
        ["-n", word] => !word.is_empty(),
        ["-z", word] => word.is_empty(),
        [a, "=" | "==", b] => a == b,
        [a, "!=", b] => a != b,
        [a, "-eq", b] => numbers(a, b).is_some_and(|(a, b)| a == b),
        [a, "-ne", b] => numbers(a, b).is_some_and(|(a, b)| a != b),
        [a, "-lt", b] => numbers(a, b).is_some_and(|(a, b)| a < b),
        [a, "-gt", b] => numbers(a, b).is_some_and(|(a, b)| a > b),
        _ => return refuse(inv, "test: unsupported expression"),
    };
    ExitStatus::from_success(value != negated)
}
