//! `terrace compile`: a program as LLVM IR, assembly, an object file, a library or a program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use terrace_diag::SourceMap;
use terrace_ir::Ir;
use terrace_opt::chunk::Session;
use terrace_opt::cl::{ParseOutcome, parse_opt};
use terrace_opt::exit;
use terrace_opt::output::{not_stdin, os_text, read_file, write_file};
use terrace_opt::page::{Also, Flag, Page, Section};
use terrace_opt::passes::PassFlags;
use terrace_opt::report::Reporter;
use terrace_opt::{Io, Setup};

use super::super::args::join_values;
use super::super::run::{OwnFlags, prepare};
use super::header::header;
use super::{RUNTIME, blobs, pipeline, toolchain};
use crate::process::Scratch;
use terrace_opt::stdout::with_stdout;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "compile",
    doc: "Compiles a program to machine code with the system's clang",
    usage: &["FILE -o OUT [options] [flags of passes]"],
    sections: &[Section {
        title: "Options",
        flags: &[
            Flag::output(
                "-o",
                "OUT",
                "where the result goes: its name decides what it is, an object file (.o), a library (.so, .dylib), assembly \
                 (.s), LLVM IR (.ll or -, the standard output), otherwise a program, whose function main takes no arguments",
            ),
            Flag::choice("--emit", &["llvm", "asm", "obj", "lib", "exe"], "what it is"),
            Flag::choice("--opt", &["0", "1", "2", "3"], "how much clang optimizes (2)"),
            Flag::text("--target", "TRIPLE", "what it is compiled for (this machine)"),
            Flag::output("--header", "FILE", "where a header goes by which C programs call the functions"),
            Flag::switch(
                "--runtime",
                "compile the run-time functions, which object files do not contain, and no FILE",
            ),
            Flag::switch(
                "--print-pipeline",
                "print the passes that lower the program, as flags of terrace opt",
            ),
        ],
    }],
    notes: "Flags of passes, and --pass-pipeline, are those of terrace opt: they come before the program is lowered. \
            Functions that C programs shall call need the attribute llvm.emit_c_interface, or \
            --llvm-request-c-wrappers.\n\n\
            Machine code needs clang of LLVM 20 or later: clang-22, clang-21, clang-20 or clang of the path, or \
            TERRACE_CLANG.",
    examples: &["examples/hello.mlir -o hello"],
    also: Also::Opt,
};

/// The kind of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputKind {
    Llvm,
    Asm,
    Obj,
    Lib,
    Exe,
}

impl OutputKind {
    fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "llvm" => OutputKind::Llvm,
            "asm" => OutputKind::Asm,
            "obj" => OutputKind::Obj,
            "lib" => OutputKind::Lib,
            "exe" => OutputKind::Exe,
            _ => return None,
        })
    }

    fn of_file(path: &str) -> Self {
        if path == "-" {
            return OutputKind::Llvm;
        }
        match Path::new(path).extension().and_then(|extension| extension.to_str()) {
            Some("ll") => OutputKind::Llvm,
            Some("s") => OutputKind::Asm,
            Some("o") => OutputKind::Obj,
            Some("so" | "dylib") => OutputKind::Lib,
            _ => OutputKind::Exe,
        }
    }
}

struct CompileOptions {
    output: String,
    kind: OutputKind,
    level: String,
    target: Option<String>,
    header: Option<String>,
    runtime: bool,
    rest: Vec<String>,
}

/// Runs the command with the arguments after its name.
pub fn main(args: &[String], setup: &Setup) -> ExitCode {
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut std::io::stdin().lock(),
            interactive: false,
            color: terrace_opt::start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        compile(args, io, setup)
    })
}

fn parse(args: &[String]) -> Result<CompileOptions, String> {
    let args = join_values(&PAGE, args);
    let (mut output, mut kind, mut level, mut target) = (None, None, "2".to_string(), None);
    let (mut header, mut runtime, mut rest) = (None, false, Vec::new());
    let mut all = args.iter();
    while let Some(arg) = all.next() {
        let (name, value) =
            arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
        let text = || value.ok_or_else(|| format!("{name} needs a value: {name}=..."));
        match name {
            "-o" => output = Some(all.next().ok_or("-o needs a file")?.clone()),
            "--emit" => {
                let word = text()?;
                let known = OutputKind::of_name(word);
                kind =
                    Some(known.ok_or_else(|| format!("--emit is llvm, asm, obj, lib or exe, not '{word}'"))?);
            }
            "--opt" => match text()? {
                digit @ ("0" | "1" | "2" | "3") => level = digit.to_string(),
                other => return Err(format!("--opt is 0, 1, 2 or 3, not '{other}'")),
            },
            "--target" => target = Some(text()?.to_string()),
            "--header" => header = Some(text()?.to_string()),
            "--runtime" => runtime = true,
            _ => rest.push(arg.clone()),
        }
    }
    let output = output.ok_or("there is no -o OUT; see terrace compile --help")?;
    let kind = kind.unwrap_or_else(|| OutputKind::of_file(&output));
    if runtime && kind != OutputKind::Obj {
        return Err("--runtime writes an object file: the name of OUT ends in .o".to_owned());
    }
    if runtime && (header.is_some() || !rest.is_empty()) {
        return Err("--runtime compiles no file, and takes only -o, --opt and --target".to_owned());
    }
    Ok(CompileOptions { output, kind, level, target, header, runtime, rest })
}

/// Runs the command on any streams; the result is the exit code.
pub fn compile(args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    let Io { stdin, stdout, stderr, cwd, color, .. } = io;
    let asked = |names: &[&str]| args.iter().any(|arg| names.contains(&arg.as_str()));
    // The stream remembers an error.
    if asked(&["--help", "-h"]) {
        let _ = stdout.write_all(setup.page(&PAGE).as_bytes());
        return 0;
    }
    if asked(&["--version", "-V"]) {
        let _ = stdout.write_all(format!("{}\n", setup.version_text()).as_bytes());
        return 0;
    }
    if asked(&["--print-pipeline"]) {
        let _ = writeln!(stdout, "{}", pipeline::text());
        return 0;
    }
    let complain = |stderr: &mut dyn Write, message: &str| {
        // There is nowhere left to complain to.
        let _ = writeln!(stderr, "error: {}", setup.text(message));
        exit::REFUSED
    };
    let misused = |stderr: &mut dyn Write, message: &str| {
        complain(stderr, message);
        exit::WRONG_COMMAND_LINE
    };
    let options = match parse(args) {
        Ok(options) => options,
        Err(message) => return misused(stderr, &message),
    };
    if options.runtime {
        return match compile_runtime(&options, stdout, cwd, setup) {
            Ok(()) => 0,
            Err(message) => complain(stderr, &message),
        };
    }
    let flags = OwnFlags(&PAGE, PassFlags(&setup.registry));
    let (config, passes, input) =
        match parse_opt(&format!("{} compile", setup.name), &options.rest, &flags, "", "") {
            ParseOutcome::Run { config, passes, input } => (config, passes, input),
            ParseOutcome::Exit { code, stdout: shown, stderr: text } => {
                let _ = stdout.write_all(shown.as_bytes());
                let _ = stderr.write_all(text.as_bytes());
                return code;
            }
        };
    let Some(name) = input else { return misused(stderr, "no file to compile; see terrace compile --help") };
    if config.irdl_file == "-" {
        return misused(stderr, &not_stdin("--irdl-file"));
    }
    let bytes = match read_file(&name, stdin, cwd) {
        Ok(bytes) => bytes,
        Err(message) => return complain(stderr, &message),
    };
    let mut sources = SourceMap::new();
    let buffer = match sources.add(if name == "-" { "<stdin>".to_owned() } else { name }, bytes) {
        Ok(buffer) => buffer,
        Err(error) => return complain(stderr, &error.to_string()),
    };
    let session = Session {
        config: &config,
        passes: &passes,
        translation: None,
        setup,
        buffer,
        program: setup.name,
        cwd,
    };
    let mut reporter = Reporter::new(Arc::new(sources), &config, color, stderr);
    if !terrace_opt::passes::check(&session, &mut reporter) {
        return exit::WRONG_COMMAND_LINE;
    }
    let Some(cx) = session.new_context(&mut reporter) else { return exit::REFUSED };
    let done = match prepare(&session, &cx, &config, &mut reporter, &mut String::new()) {
        Some(mut ir) => finish(&session, &mut ir, &options, &mut reporter, stdout),
        None => false,
    };
    u8::from(!(reporter.finish() && (done || reporter.verifies())))
}

/// Lowers, writes and compiles; false if that failed, which was reported.
fn finish(
    session: &Session<'_>,
    ir: &mut Ir,
    options: &CompileOptions,
    reporter: &mut Reporter<'_>,
    stdout: &mut dyn Write,
) -> bool {
    if !pipeline::bufferize(session, ir, reporter) {
        return false;
    }
    let header = match options.header.as_ref().map(|name| header(ir, name)).transpose() {
        Ok(header) => header,
        Err(diag) => {
            reporter.diag(ir.cx(), Some(ir), &diag);
            return false;
        }
    };
    if !pipeline::lower(session, ir, reporter) {
        return false;
    }
    let Some(root) = ir.root().map(|root| root.handle()) else { return false };
    let scratch = match Scratch::new().and_then(|scratch| {
        // A text would name files that are not there any more, and other machines may have another byte order.
        let is_whole = !matches!(options.kind, OutputKind::Llvm | OutputKind::Asm);
        if is_whole && options.target.is_none() {
            blobs::move_to_files(ir, root, &scratch)?;
        }
        Ok(scratch)
    }) {
        Ok(scratch) => scratch,
        Err(message) => {
            reporter.error(&message);
            return false;
        }
    };
    let text = match terrace_llvmir::export(ir, root) {
        Ok(text) => text,
        Err(diag) => {
            reporter.diag(ir.cx(), Some(ir), &diag);
            return false;
        }
    };
    let written = make(&text, options, session, stdout, &scratch).and_then(|()| {
        let (Some(name), Some(text)) = (&options.header, header) else { return Ok(()) };
        write_file(name, text.as_bytes(), stdout, session.cwd)
    });
    if let Err(message) = &written {
        reporter.error(message);
    }
    written.is_ok()
}

fn make(
    text: &str,
    options: &CompileOptions,
    session: &Session<'_>,
    stdout: &mut dyn Write,
    scratch: &Scratch,
) -> Result<(), String> {
    let Session { setup, cwd, .. } = session;
    if options.kind == OutputKind::Llvm {
        return write_file(&options.output, text.as_bytes(), stdout, cwd);
    }
    let ir = scratch.write("program.ll", text)?;
    let mut command = clang(options, setup)?;
    command.args(["-x", "ir"]).arg(ir);
    match options.kind {
        OutputKind::Llvm => {}
        OutputKind::Asm => {
            command.arg("-S");
        }
        OutputKind::Obj => {
            command.args(["-c", "-fPIC"]);
        }
        OutputKind::Lib | OutputKind::Exe => {
            command.args(["-x", "c"]).arg(scratch.write("runtime.c", RUNTIME)?).arg("-lm");
            if options.kind == OutputKind::Lib {
                command.args(["-shared", "-fPIC"]);
            }
        }
    }
    run_clang(command, scratch, options, stdout, cwd)
}

/// Runs clang, whose result goes to the output; to the stream by a temporary file.
fn run_clang(
    mut command: Command,
    scratch: &Scratch,
    options: &CompileOptions,
    stdout: &mut dyn Write,
    cwd: &Path,
) -> Result<(), String> {
    if options.output != "-" {
        command.arg("-o").arg(cwd.join(&options.output));
        return toolchain::run(&mut command);
    }
    let file = scratch.file("output");
    command.arg("-o").arg(&file);
    toolchain::run(&mut command)?;
    let bytes = std::fs::read(&file).map_err(|error| format!("clang wrote nothing: {}", os_text(&error)))?;
    write_file("-", &bytes, stdout, cwd)
}

/// Clang with the options that all kinds of outputs share.
fn clang(options: &CompileOptions, setup: &Setup) -> Result<Command, String> {
    let mut command = Command::new(toolchain::clang_of(setup)?);
    command.arg(format!("-O{}", options.level)).arg("-w");
    if let Some(target) = &options.target {
        command.arg(format!("--target={target}"));
    }
    Ok(command)
}

/// Compiles the run-time functions alone.
fn compile_runtime(
    options: &CompileOptions,
    stdout: &mut dyn Write,
    cwd: &Path,
    setup: &Setup,
) -> Result<(), String> {
    let scratch = Scratch::new()?;
    let mut command = clang(options, setup)?;
    command.args(["-c", "-fPIC", "-x", "c"]).arg(scratch.write("runtime.c", RUNTIME)?);
    run_clang(command, &scratch, options, stdout, cwd)
}
