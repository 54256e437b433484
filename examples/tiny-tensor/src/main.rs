//! The compiler: `tiny-tensor compile FILE` prints the IR of a program; all else is what the command terrace does, with the
//! dialect and the pass of the language.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use terrace::tools::{Command, Setup, commands, start};
use tiny_tensor::{frontend, setup};

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    let compile = Command { name: "compile", doc: "Print the IR of a program", run: compile };
    commands::main(&argv0, &args, &setup().commands(&[compile]))
}

/// `tiny-tensor compile FILE`: prints the IR of a program.
fn compile(args: &[String], setup: &Setup) -> ExitCode {
    let compiled = match args {
        [file] => std::fs::read_to_string(file)
            .map_err(|error| format!("error: cannot read '{file}': {error}"))
            .and_then(|text| frontend::compile(&terrace::context_of(setup), file, &text)),
        _ => Err("usage: tiny-tensor compile FILE".to_owned()),
    };
    match compiled {
        Ok(ir) => commands::show(&terrace::print(&ir)),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
