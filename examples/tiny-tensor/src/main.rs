//! The compiler: `tiny-tensor compile FILE` prints the IR of a program; all else is what the command terrace does, with the
//! dialect and the pass of the language.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use terrace::tools::{commands, start};

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    commands::main(&argv0, &args, &tiny_tensor::setup())
}
