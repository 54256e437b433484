//! The commands of terrace with the dialect, and two more: `bufferize` takes an analysis, `write` a version of the dialect.

#![forbid(unsafe_code)]

use std::io::Write as _;
use std::process::ExitCode;

use own_dialect::analysis::{Analysis, bufferize};
use own_dialect::bytecode::CURRENT;
use own_dialect::{MY, setup};
use terrace::prelude::*;
use terrace::tools::{Command, commands, start};

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    let own = [
        Command { name: "bufferize", doc: "Bufferize a program by an analysis", run: run_bufferize },
        Command { name: "write", doc: "Write a program in a version of the dialect", run: run_write },
    ];
    commands::main(&argv0, &args, &setup().commands(&own))
}

/// Reads a program.
fn read(file: &str, setup: &Setup) -> Result<Ir, String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("error: cannot read '{file}': {error}"))?;
    terrace::parse(&terrace::context_of(setup), &text).map_err(|errors| errors.to_string())
}

/// Returns a code for the result of a command, and prints its error.
fn finish(result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|message| {
        eprintln!("{message}");
        ExitCode::FAILURE
    })
}

/// `own-dialect bufferize one-shot|promised|always-copy FILE`: prints the bufferized program.
fn run_bufferize(args: &[String], setup: &Setup) -> ExitCode {
    let usage = || "usage: own-dialect bufferize one-shot|promised|always-copy FILE".to_owned();
    let work = || {
        let [analysis, file] = args else { return Err(usage()) };
        let analysis = match analysis.as_str() {
            "one-shot" => Analysis::OneShot,
            "promised" => Analysis::Promised,
            "always-copy" => Analysis::AlwaysCopy,
            _ => return Err(usage()),
        };
        let mut ir = read(file, setup)?;
        bufferize(&mut ir, analysis).map_err(|diag| format!("error: {}", diag.message))?;
        Ok(commands::show(&terrace::print(&ir)))
    };
    finish(work())
}

/// `own-dialect write VERSION FILE`: writes bytecode to the standard output.
fn run_write(args: &[String], setup: &Setup) -> ExitCode {
    let work = || {
        let [version, file] = args else { return Err("usage: own-dialect write VERSION FILE".to_owned()) };
        let version = version.parse().ok().filter(|version| (1..=CURRENT).contains(version));
        let version: u64 =
            version.ok_or_else(|| format!("error: the dialect has versions 1 to {CURRENT}"))?;
        let ir = read(file, setup)?;
        let config = terrace::BytecodeWriterConfig::default()
            .dialect_versions(vec![(MY.name.to_owned(), Arc::new(version))]);
        let bytes = terrace::bytecode(&ir, &config).map_err(|errors| errors.to_string())?;
        std::io::stdout().write_all(&bytes).map_err(|error| format!("error: {error}"))?;
        Ok(ExitCode::SUCCESS)
    };
    finish(work())
}
