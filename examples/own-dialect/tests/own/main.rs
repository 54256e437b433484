//! Everything that the dialect defines, in the tools.

mod attributes;
mod bufferization;
mod buffers;
mod bytecode;
mod commands;
mod passes;
mod scripts;
mod structure;

use std::path::Path;

use own_dialect::setup;
use terrace::tools::{Io, opt};

/// Runs the driver on an input; returns its exit code, and what it writes.
fn run(input: &[u8], args: &[&str]) -> (i32, Vec<u8>, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (input, Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    let code = opt("own-dialect opt", &args, io, &setup());
    (code, stdout, String::from_utf8(stderr).expect("the driver writes UTF-8"))
}

/// Returns what the driver prints for a program.
fn print(program: &str, args: &[&str]) -> String {
    let (code, stdout, stderr) = run(program.as_bytes(), args);
    assert_eq!((code, stderr.as_str()), (0, ""));
    String::from_utf8(stdout).expect("the driver writes UTF-8")
}

/// Checks what the driver prints for a program, up to the space around it.
#[track_caller]
fn check(program: &str, args: &[&str], expected: &str) {
    let printed = print(program, args);
    assert_eq!(printed.trim(), expected.trim(), "{args:?} printed:\n{printed}");
}

/// Checks that parts of a program are refused as their comments say.
#[track_caller]
fn refuse(program: &str, args: &[&str]) {
    let args: Vec<&str> = [args, &["--split-input-file", "--verify-diagnostics"]].concat();
    let (code, _, stderr) = run(program.as_bytes(), &args);
    assert_eq!((code, stderr.as_str()), (0, ""));
}
