//! `terrace explain`: why bufferization copies and allocates, as text, for programs, or as a page.

use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;
use terrace_opt::{Io, Setup};

use crate::commands::show;
use crate::explain_page::page;
use crate::start;

const HELP: &str = "\
terrace explain: says why bufferization copies and allocates

Usage: terrace explain FILE [options] [flags of terrace opt]

Options:
  --options=TEXT  options of one-shot-bufferize (bufferize-function-boundaries)
  --html=PATH     writes a page to click through instead: one file that needs nothing else

A remark for each allocation and each copy that One-Shot Bufferize makes and that canonicalization leaves, the costliest
first, by the names of the source: why it is there, what was defined, overwritten and read where, and which rule decided;
then what all of them cost. An edit is offered only if it was tried and makes the program cheaper, or one that can be
bufferized. Passes among the flags come first. --diagnostic-format=json prints the same for programs.

Example: terrace explain examples/stencil.mlir
";

/// Bufferizes, and shows why, not what came of it.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    if args.is_empty() || args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return show(HELP);
    }
    let (mut options, mut html, mut rest) = ("bufferize-function-boundaries", None, Vec::new());
    for arg in args {
        if let Some(text) = arg.strip_prefix("--options=") {
            options = text;
        } else if let Some(path) = arg.strip_prefix("--html=") {
            html = Some(path);
        } else if arg.starts_with("-h") || arg.starts_with("--h") || arg == "--options" {
            // The driver takes what begins with -h for a wish for its own help.
            let name = arg.split('=').next().unwrap_or(arg);
            match name {
                "--html" => eprintln!("error: --html needs a value: --html=PATH"),
                "--options" => eprintln!("error: --options needs a value: --options=TEXT"),
                _ => eprintln!("error: there is no option '{name}'; see terrace explain --help"),
            }
            return ExitCode::FAILURE;
        } else {
            rest.push(arg.clone());
        }
    }
    let argv0 = format!("{argv0} explain");
    rest.extend(["-o".to_owned(), if cfg!(windows) { "NUL" } else { "/dev/null" }.to_owned()]);
    if let Some(path) = html {
        rest.push("--diagnostic-format=json".to_owned());
        rest.push(format!("--one-shot-bufferize={options} explain explain-aliases"));
        return match write_page(&argv0, &rest, Path::new(path), setup) {
            Ok(code) => code,
            Err(error) => {
                eprintln!("error: cannot write '{path}': {error}");
                ExitCode::FAILURE
            }
        };
    }
    if !rest.iter().any(|arg| arg.starts_with("--diagnostic-format")) {
        rest.push("--diagnostic-format=rich".to_owned());
    }
    rest.push(format!("--one-shot-bufferize={options} explain"));
    start::opt(&argv0, &rest, setup)
}

/// Runs the driver and makes a page of what it reports; errors are printed too.
fn write_page(argv0: &str, args: &[String], path: &Path, setup: &Setup) -> std::io::Result<ExitCode> {
    let mut stderr = Vec::new();
    // The page shows what was read.
    let mut input = Vec::new();
    if args.iter().any(|arg| arg == "-") {
        std::io::stdin().lock().read_to_end(&mut input)?;
    }
    let io = Io {
        stdin: &mut &input[..],
        interactive: false,
        color: false,
        stdout: &mut std::io::stdout().lock(),
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    let code = terrace_opt::run(argv0, args, io, setup);
    let mut found = Vec::new();
    for line in String::from_utf8_lossy(&stderr).lines() {
        match serde_json::from_str::<Value>(line) {
            Ok(diag) if diag.is_object() => found.push(diag),
            _ => eprintln!("{line}"),
        }
    }
    for diag in found.iter().filter(|diag| diag["severity"] == "error") {
        let at = &diag["location"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (line, column) = (&at["start"]["line"], &at["start"]["column"]);
        match at["file"].as_str() {
            Some(file) => eprintln!("{file}:{line}:{column}: error: {}", text(&diag["message"])),
            None => eprintln!("error: {}", text(&diag["message"])),
        }
    }
    let named = found.iter().find_map(|diag| diag["location"]["file"].as_str());
    let name = named.or_else(|| args.iter().map(String::as_str).find(|arg| !arg.starts_with('-')));
    let source = match input.is_empty() {
        true => name.and_then(|name| std::fs::read(name).ok()).unwrap_or_default(),
        false => input,
    };
    let page = page(name.unwrap_or("input"), &String::from_utf8_lossy(&source), &found);
    std::fs::write(path, page)?;
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}
