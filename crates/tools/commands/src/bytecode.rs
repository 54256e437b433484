//! `terrace bytecode`: the contents of a bytecode file, its text, and copies of it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::{
    BytecodeHeader, BytecodeWriterConfig, WriteError, bytecode_stats, is_bytecode, read_source,
    read_symbol_of, write_bytecode,
};
use terrace_diag::SourceMap;
use terrace_ir::Ir;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_opt::exit;
use terrace_opt::output::{os_text, read_file};
use terrace_opt::page::{Also, Flag, Page, Section};
use terrace_opt::{Io, Setup};
use terrace_support::file;

use super::args::join_values;
use super::bytecode_page;
use super::show::show;
use terrace_opt::start;
use terrace_opt::stdout::with_stdout;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "bytecode",
    doc: "Shows what is in a bytecode file",
    usage: &["[--stats] FILE", "--print [@SYMBOL] FILE", "--copy -o OUT FILE"],
    sections: &[Section {
        title: "Options",
        flags: &[
            Flag::switch(
                "--stats",
                "sections and their sizes, dialects with versions, counts of ops, the largest attributes, resources",
            ),
            Flag::switch(
                "--print",
                "the text of the file, or of one symbol in its outermost op: nothing else is read then",
            ),
            Flag::switch("--copy", "reads the file and writes it again, in its version and by its producer"),
            Flag::output("-o", "OUT", "where the copy goes"),
        ],
    }],
    notes: "The dialects of the file need not be registered: what nobody here reads is shown as bytes, and copied as it is. \
            To transform such files: terrace opt FILE [--emit-bytecode]",
    examples: &["--stats module.mlirbc"],
    also: Also::Nothing,
};

/// Runs the command with the arguments after its name.
pub fn main(args: &[String], setup: &Setup) -> ExitCode {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return show(&setup.page(&PAGE));
    }
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut std::io::stdin().lock(),
            interactive: false,
            color: start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        bytecode(args, io, setup)
    })
}

/// The requested action.
enum Action {
    Stats,
    Print,
    Copy,
}

struct BytecodeOptions<'a> {
    action: Action,
    symbol: Option<&'a str>,
    file: &'a str,
    output: Option<&'a str>,
}

/// Reads the arguments.
///
/// # Errors
///
/// If they are invalid.
fn options(args: &[String]) -> Result<BytecodeOptions<'_>, String> {
    let (mut action, mut symbol, mut file, mut output) = (Action::Stats, None, None, None);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--stats" => action = Action::Stats,
            "--print" => action = Action::Print,
            "--copy" => action = Action::Copy,
            name if name.starts_with('@') && matches!(action, Action::Print) => {
                symbol = name.strip_prefix('@')
            }
            "-o" => output = Some(rest.next().ok_or("-o needs the name of a file")?.as_str()),
            flag if flag.starts_with('-') && flag != "-" => return Err(format!("unknown option '{flag}'")),
            path => {
                if let Some(first) = file.replace(path) {
                    return Err(format!("one file at a time: '{first}' or '{path}'"));
                }
            }
        }
    }
    let file = file.ok_or("there is no file")?;
    match (matches!(action, Action::Copy), output) {
        (true, None) => Err("a copy needs the name of a file to go to: -o OUT".into()),
        (false, Some(_)) => Err("-o is for --copy alone".into()),
        _ => Ok(BytecodeOptions { action, symbol, file, output }),
    }
}

/// Shows the contents of a file, on any streams; the result is the exit code.
pub fn bytecode(args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    let args = &join_values(&PAGE, args)[..];
    let options = match options(args) {
        Ok(options) => options,
        Err(message) => {
            // There is nowhere left to complain to.
            let _ =
                writeln!(io.stderr, "error: {}; see {} bytecode --help", setup.text(&message), setup.name);
            return exit::WRONG_COMMAND_LINE;
        }
    };
    let Io { stdin, stdout, stderr, cwd, .. } = io;
    let written = match run(&options, (stdin, stdout), cwd, setup) {
        Ok(page) => stdout.write_all(&page).map(|()| exit::SUCCESS),
        Err(message) => writeln!(stderr, "error: {message}").map(|()| exit::REFUSED),
    };
    written.unwrap_or(exit::REFUSED)
}

/// Executes the requested action; returns the text for the output stream.
fn run(
    options: &BytecodeOptions<'_>,
    (stdin, stdout): (&mut dyn Read, &mut dyn Write),
    cwd: &Path,
    setup: &Setup,
) -> Result<Vec<u8>, String> {
    let name = options.file;
    let path = cwd.join(name);
    let output = options.output.map(|output| cwd.join(output));
    // Large constants are not looked at until they are written, unless that is to where they are.
    let content = match output.as_ref().is_some_and(|output| file::is_same(&path, output)) {
        _ if name == "-" => Ok(read_file(name, stdin, cwd)?.into()),
        true => file::read(&path, false),
        false => file::read_sparsely(&path),
    };
    let content = content.map_err(|error| format!("cannot open input file '{name}': {}", os_text(&error)))?;
    let bytes = content.as_ref();
    if !is_bytecode(bytes) {
        return Err(format!("'{name}' is no bytecode file"));
    }
    match options.action {
        Action::Stats => {
            let stats = bytecode_stats(bytes).map_err(|error| format!("{name}: {error}"))?;
            Ok(bytecode_page::page(&stats).into_bytes())
        }
        Action::Print => text_of(&read(name, content, options.symbol, setup)?),
        Action::Copy => {
            let header = BytecodeHeader::read(bytes).map_err(|error| format!("{name}: {error}"))?;
            let ir = read(name, content, None, setup)?;
            let mut file = NewFile { path: output.unwrap_or_default(), file: None };
            let output: &mut dyn Write = if options.output == Some("-") { stdout } else { &mut file };
            write_copy(&ir, header, output).map_err(|error| match error {
                WriteError::Io(error) => {
                    format!("cannot write '{}': {error}", options.output.unwrap_or_default())
                }
                error => error.to_string(),
            })?;
            Ok(Vec::new())
        }
    }
}

/// Reads a file, or one symbol of it.
fn read(name: &str, content: file::Content, symbol: Option<&str>, setup: &Setup) -> Result<Ir, String> {
    let cx = setup.new_context();
    cx.set_allow_unregistered(true);
    let mut sources = SourceMap::new();
    let buffer = sources.add(name, content).map_err(|error| error.to_string())?;
    let (cx, sources) = (Arc::new(cx), Arc::new(sources));
    let options = ParseOptions::default().implicit_module(false);
    let output = match symbol {
        Some(symbol) => read_symbol_of(&cx, &sources, buffer, symbol),
        None => read_source(&cx, &sources, buffer, None, options),
    };
    output.ir.ok_or_else(|| {
        let said = output.diags.first().map_or_else(
            || format!("there is no symbol '@{}'", symbol.unwrap_or_default()),
            |diag| {
                let notes: String = diag.notes.iter().map(|(_, note)| format!(", {note}")).collect();
                format!("{}{notes}", diag.message)
            },
        );
        format!("{name}: {said}")
    })
}

/// Returns the text of an IR: in custom forms if it is valid.
fn text_of(ir: &Ir) -> Result<Vec<u8>, String> {
    let options = VerifyOptions::default().parallel(false);
    let generic = ir.root().is_none_or(|root| verify(root, options).is_err());
    let mut text = Vec::new();
    print_ir(ir, &PrintOptions::default().generic(generic), &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// A file that is created when something is written.
struct NewFile {
    path: PathBuf,
    file: Option<File>,
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::create(&self.path)?),
        };
        file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Writes an IR with the version and the producer of its header.
fn write_copy(ir: &Ir, header: BytecodeHeader, out: &mut dyn Write) -> Result<(), WriteError> {
    let root = ir.root().ok_or_else(|| WriteError::Invalid("the file has no ops".into()))?;
    let config =
        BytecodeWriterConfig::default().version(Some(header.version as i64)).producer(header.producer);
    write_bytecode(ir, root, &config, out).map(|_| ())
}
