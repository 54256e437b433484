//! The small Unix programs that tests call, as functions.

mod diff;
mod files;
mod filters;
mod patterns;
mod split_file;

use crate::filecheck::{CheckOptions, FileCheck};
use crate::lit::{ExitStatus, Invocation, Tools};

/// Adds all of them.
pub(crate) fn register(tools: &mut Tools) {
    tools.add("FileCheck", file_check);
    tools.add("count", filters::count);
    tools.add("cat", filters::cat);
    tools.add("echo", filters::echo);
    tools.add("printf", filters::printf);
    tools.add("head", filters::head);
    tools.add("tail", filters::tail);
    tools.add("sort", filters::sort);
    tools.add("tr", filters::tr);
    tools.add("wc", filters::wc);
    tools.add("grep", patterns::grep);
    tools.add("sed", patterns::sed);
    tools.add("diff", diff::diff);
    tools.add("cmp", diff::diff);
    tools.add("rm", files::rm);
    tools.add("mkdir", files::mkdir);
    tools.add("cp", files::cp);
    tools.add("mv", files::mv);
    tools.add("touch", files::touch);
    tools.add("test", files::test);
    tools.add("split-file", split_file::split_file);
    tools.add("true", |_: Invocation<'_>| ExitStatus::SUCCESS);
    tools.add("false", |_: Invocation<'_>| ExitStatus::FAILURE);
}

fn file_check(mut inv: Invocation<'_>) -> ExitStatus {
    let environment = inv.env.get("FILECHECK_OPTS").map_or("", String::as_str);
    let parsed = match CheckOptions::parse_args(environment, inv.args) {
        Ok(parsed) => parsed,
        Err(error) => {
            inv.complain(error);
            return ExitStatus::Code(2);
        }
    };
    let Some(check_file) = parsed.check_file else {
        inv.complain("<check-file> not specified");
        return ExitStatus::Code(2);
    };
    let input = match parsed.options.input_file.as_deref() {
        None | Some("-") => Ok(None),
        Some(path) => inv.read(path).map(Some),
    };
    let texts = inv.read(&check_file).and_then(|check| Ok((check, input?)));
    let (check, input) = match texts {
        Ok(texts) => texts,
        Err(error) => {
            inv.complain(format_args!("Could not open file '{error}'"));
            return ExitStatus::Code(2);
        }
    };
    let input = input.as_deref().unwrap_or(inv.stdin);
    match FileCheck::new(parsed.options).run(&check, &check_file, input) {
        Ok(()) => ExitStatus::SUCCESS,
        Err(failures) => {
            for failure in failures {
                inv.stderr.extend(failure.to_string().bytes());
            }
            ExitStatus::FAILURE
        }
    }
}

/// Splits short options (`-rf`) from operands; `--` ends options.
fn options(args: &[String]) -> (String, Vec<&str>) {
    let mut letters = String::new();
    let mut operands = Vec::new();
    let mut only_operands = false;
    for arg in args {
        match arg.strip_prefix('-') {
            Some("-") if !only_operands => only_operands = true,
            Some(rest) if !only_operands && !rest.is_empty() && !rest.starts_with('-') => {
                letters.push_str(rest)
            }
            _ => operands.push(arg.as_str()),
        }
    }
    (letters, operands)
}

/// The text of the named files, or of standard input if none is named.
fn inputs(inv: &Invocation<'_>, names: &[&str]) -> Result<Vec<u8>, String> {
    if names.is_empty() {
        return Ok(inv.stdin.to_vec());
    }
    let mut all = Vec::new();
    for name in names {
        all.extend(inv.read(name)?);
    }
    Ok(all)
}

/// Ends with code 2 and a message.
fn refuse(mut inv: Invocation<'_>, message: impl std::fmt::Display) -> ExitStatus {
    inv.complain(message);
    ExitStatus::Code(2)
}

/// The lines of a text, without their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    if text.is_empty() {
        return Vec::new();
    }
    text.strip_suffix(b"\n").unwrap_or(text).split(|&b| b == b'\n').collect()
}
