//! The compiler: `tiny-tensor compile FILE` prints the IR of a program; all else is what the command terrace does, with the
//! dialect and the pass of the language.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use terrace::tools::{commands, start};
use tiny_tensor::{frontend, setup};

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    match &args[..] {
        [command, file] if command == "compile" => match compile(file) {
            Ok(text) => commands::show(&text),
            Err(message) => {
                eprintln!("{message}");
                ExitCode::FAILURE
            }
        },
        _ => commands::main(&argv0, &args, &setup()),
    }
}

fn compile(file: &str) -> Result<String, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("error: cannot read '{file}': {error}"))?;
    let ir = frontend::compile(&terrace::context_of(&setup()), file, &text)?;
    Ok(terrace::print(&ir))
}
