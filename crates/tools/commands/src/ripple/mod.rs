//! `terrace ripple-cc` and `terrace ripple-c++`: programs in C and C++ that use Ripple, with clang's command line.
//!
//! A source passes these stages; one that does not use Ripple is compiled by clang alone:
//! - clang preprocesses it, with the headers of [`headers`];
//! - [`bind`] binds annotations ([`pragma`]) to their loops, in a [`scan`] over the text;
//! - clang translates it to LLVM IR, without optimizing;
//! - [`transform`] transforms Ripple's operations;
//! - clang compiles the result.
//!
//! [`command_line`] reads arguments, [`stages`] runs all this; [`explain`] shows the lowering of accesses and the cycles
//! of lines, also for other [`sizes`] of blocks.

pub mod bind;
mod columns;
pub mod command_line;
pub mod dependencies;
pub mod explain;
mod explained;
pub mod headers;
mod kept;
pub mod macros;
mod module_files;
mod plain;
pub mod pragma;
mod response_files;
pub mod scan;
mod sizes;
pub mod stages;
pub mod transform;
mod waiting;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use terrace_opt::page::{Also, Flag, Page, Section};
use terrace_opt::{Io, Setup};

use super::native::toolchain;
use crate::process::Scratch;
use terrace_opt::stdout::with_stdout;

pub use command_line::Language;
use command_line::{CommandLine, Item, Phase};
use stages::{Compiled, Failed, Stages};

const SECTIONS: &[Section] = &[Section {
    title: "Options about Ripple",
    flags: &[
        Flag::switch("-fenable-ripple", "accepted: Ripple is enabled where a source includes ripple.h"),
        Flag::switch(
            "-fno-ripple-math",
            "leave calls of functions of math on blocks to LLVM, or to libm for each element",
        ),
        Flag::input(
            "-fripple-lib",
            "FILE",
            "render calls on blocks with the vector functions of a file: bitcode, LLVM IR or MLIR; may be repeated",
        ),
        Flag::switch("--print-header-dir", "print the directory of the headers, for language servers"),
        Flag::switch("-###", "print the commands in place of running them"),
    ],
}];

const NOTES: &str = "All other options are those of clang and clang++. The headers ripple.h, ripple_math.h and ripple/zip.h \
                     are found without an option. clang is clang-22, clang-21, clang-20 or clang of the path, or \
                     TERRACE_CLANG.";

/// The page of the command for C.
pub const C_PAGE: Page = Page {
    name: "ripple-cc",
    doc: "Compiles C that uses Ripple; takes the arguments of clang",
    usage: &["[options of clang] FILE.."],
    sections: SECTIONS,
    notes: NOTES,
    examples: &["-O2 -march=native program.c -o program"],
    also: Also::Clang,
};

/// The page of the command for C++.
pub const CXX_PAGE: Page = Page {
    name: "ripple-c++",
    doc: "Compiles C++ that uses Ripple; takes the arguments of clang++",
    examples: &["-O2 -march=native program.cpp -o program"],
    ..C_PAGE
};

/// Runs the command with the arguments after its name.
pub fn main(args: &[String], language: Language, setup: &Setup) -> ExitCode {
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut std::io::empty(),
            interactive: false,
            color: terrace_opt::start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        run(args, language, io, setup)
    })
}

/// Runs the command on any streams, but for the input stream, which is that of the process; the result is the exit code.
pub fn run(args: &[String], language: Language, io: Io<'_>, setup: &Setup) -> u8 {
    let Io { stdout, stderr, cwd, color, .. } = io;
    if args.is_empty() || args == ["--help"] {
        // The stream remembers an error.
        let _ = stdout.write_all(
            setup
                .page(match language {
                    Language::C => &C_PAGE,
                    Language::Cxx => &CXX_PAGE,
                })
                .as_bytes(),
        );
        return u8::from(args.is_empty());
    }
    if args.iter().any(|arg| arg == "--print-header-dir") {
        return print_header_dir(setup, stdout, stderr);
    }
    let prepared = command_line::parse(args, language, cwd).and_then(|line| {
        let clang = toolchain::clang_of(setup)?;
        let scratch = Scratch::new()?;
        let headers = headers::write(&scratch)?;
        Ok((line, clang, scratch, headers))
    });
    let (line, clang, scratch, headers) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            // There is nowhere left to complain to.
            let _ = writeln!(stderr, "{}: error: {message}", setup.name);
            return 1;
        }
    };
    let mut stages = Stages {
        clang,
        driver: language,
        line: &line,
        scratch: &scratch,
        headers,
        cwd,
        color,
        setup,
        stdout,
        stderr,
        explained: None,
        columns: std::cell::RefCell::default(),
    };
    match compile(&line, &mut stages) {
        Ok(()) if args == ["--version"] => {
            // After clang's own: programs that look at compilers read the first line.
            let _ = stages.stdout.write_all(format!("{}\n", setup.version_text()).as_bytes());
            0
        }
        Ok(()) => 0,
        Err(Failed(code)) => code,
    }
}

/// Prints the directory of the headers, for tools that read programs with Ripple.
fn print_header_dir(setup: &Setup, stdout: &mut dyn Write, stderr: &mut dyn Write) -> u8 {
    // There is nowhere left to complain to; the stream of results remembers an error.
    match headers::kept() {
        Ok(dir) => {
            let _ = writeln!(stdout, "{}", dir.display());
            0
        }
        Err(message) => {
            let _ = writeln!(stderr, "{}: error: {message}", setup.name);
            1
        }
    }
}

/// Compiles all inputs, each to a separate file, and links them if requested.
fn compile(line: &CommandLine, stages: &mut Stages<'_>) -> Result<(), Failed> {
    let by_itself = matches!(line.phase, Phase::Preprocess | Phase::Dependencies | Phase::Other);
    if by_itself || line.sources().next().is_none() {
        return stages.whole();
    }
    let links = line.phase == Phase::Link;
    if line.output.is_some() && !links && line.inputs() > 1 {
        return Err(stages.complain("cannot specify -o when generating multiple output files"));
    }
    let mut results = Vec::new();
    let mut first_failure = None;
    for (number, item) in line.items.iter().enumerate() {
        let done = match item {
            Item::Flag(_) => continue,
            Item::Input(..) if links => continue,
            Item::Input(..) => {
                let output = line.output.as_ref().map(PathBuf::from);
                stages.alone(item, None, output.as_deref())
            }
            Item::Source(source) => {
                let stem =
                    Path::new(&source.path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let output = match &line.output {
                    _ if links && line.saves.is_some() => stages.kept_beside(source, "o", Path::new("")),
                    _ if links => stages.scratch.file(&format!("{stem}-{number}.o")),
                    Some(output) => PathBuf::from(output),
                    None => PathBuf::from(format!("{stem}.{}", line.suffix())),
                };
                results.push(output.clone());
                let staged = match stages.plainly(item, (source, number), &output) {
                    Ok(true) => Ok(Compiled::Done),
                    Ok(false) => stages.source(source, number, &output),
                    Err(failed) => Err(failed),
                };
                match staged {
                    Ok(Compiled::Done) => Ok(()),
                    Ok(Compiled::Plain(text)) => stages.alone(item, text.as_deref(), Some(&output)),
                    Err(failed) => Err(failed),
                }
            }
        };
        // As clang: other sources are compiled too.
        first_failure = first_failure.or(done.err());
    }
    match first_failure {
        Some(failed) => Err(failed),
        None if links => stages.link(&results),
        None => Ok(()),
    }
}
