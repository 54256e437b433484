//! One run of the tool: files, exit code, what happens around the parts.

use std::any::Any;
use std::fs::File;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use terrace_bytecode::is_bytecode;
use terrace_diag::SourceMap;
use terrace_ir::diag::StackTraces;
use terrace_support::file;

use crate::chunk::Session;
use crate::cl::config::{DEFAULT_SPLIT_MARKER, RemarkFormat};
use crate::cl::{OptConfig, ParseOutcome, PassFlag, parse_opt};
use crate::exit;
use crate::output::{Output, is_input, not_stdin, os_text, write_file};
use crate::passes::{self, Counters, PassFlags, Reports, list};
use crate::remarks;
use crate::report::Reporter;
use crate::setup::Setup;
use crate::split::{InputParts, process_parts, split};
use crate::translate::Wanted;

/// The streams and the working directory of a run.
pub struct Io<'a> {
    /// Read if no input file is named.
    pub stdin: &'a mut dyn Read,
    /// Whether the input is a terminal, so that a prompt is shown.
    pub interactive: bool,
    /// Whether diagnostics are coloured, unless overridden by `--color`.
    pub color: bool,
    /// Receives the output unless a file is named for it.
    pub stdout: &'a mut dyn Write,
    /// Receives diagnostics.
    pub stderr: &'a mut dyn Write,
    /// The directory that relative paths are relative to.
    pub cwd: &'a Path,
}

impl<'a> Io<'a> {
    /// Streams of a run that no person looks at: there are no colours, and relative paths start from the working directory.
    pub fn unattended(stdin: &'a mut dyn Read, stdout: &'a mut dyn Write, stderr: &'a mut dyn Write) -> Self {
        Self { stdin, interactive: false, color: false, stdout, stderr, cwd: Path::new("") }
    }
}

/// Reads the arguments that follow the tool's name.
pub(crate) fn parse(argv0: &str, args: &[String], setup: &Setup) -> ParseOutcome<OptConfig> {
    let title = if setup.name == "terrace" { "Terrace" } else { setup.name };
    let header =
        format!("{title} modular optimizer driver\nAvailable Dialects: {}", dialect_names(setup).join(", "));
    let version = format!("{}\n  Reads and writes MLIR 22.1.8.", setup.version_text());
    parse_opt(argv0, args, &PassFlags(&setup.registry), &header, &version)
}

/// The names of the dialects, in order.
fn dialect_names(setup: &Setup) -> Vec<&'static str> {
    let mut names: Vec<&str> = setup.dialects.iter().map(|dialect| dialect.name).collect();
    names.sort_unstable();
    names
}

/// Runs the tool with arguments that were read; the result is the exit code.
pub(crate) fn run(argv0: &str, parsed: ParseOutcome<OptConfig>, io: Io<'_>, setup: &Setup) -> i32 {
    match parsed {
        ParseOutcome::Exit { code, stdout, stderr } => {
            // There is nowhere left to complain to.
            let page = stdout.strip_prefix("OVERVIEW").map(|page| format!("OVERVIEW{}", setup.text(page)));
            let _ = io.stdout.write_all(page.unwrap_or(stdout).as_bytes());
            let _ = io.stderr.write_all(stderr.as_bytes());
            i32::from(code)
        }
        ParseOutcome::Run { config, passes, input } => {
            for plugin in &config.pass_plugins {
                let _ = writeln!(io.stderr, "Failed to load passes from '{plugin}'. Request ignored.");
            }
            for plugin in &config.dialect_plugins {
                let _ =
                    writeln!(io.stderr, "Failed to load dialect plugin from '{plugin}'. Request ignored.");
            }
            if config.show_dialects {
                let _ = writeln!(io.stdout, "Available Dialects: {}", dialect_names(setup).join(","));
                return 0;
            }
            if config.list_passes {
                let _ = io.stdout.write_all(list(&setup.registry).as_bytes());
                return 0;
            }
            execute(argv0, &config, &passes, input.as_deref(), io, setup, None)
        }
    }
}

/// Runs the tool with the given options; returns the exit code.
pub(crate) fn execute(
    argv0: &str,
    config: &OptConfig,
    passes: &[PassFlag],
    input: Option<&str>,
    io: Io<'_>,
    setup: &Setup,
    translation: Option<&Wanted<'_>>,
) -> i32 {
    let Io { stdin, interactive, color, stdout, stderr, cwd } = io;
    if let Some(message) = refused(config) {
        return misused(stderr, &message);
    }
    if let Some(other) = config.debug_only.iter().find(|name| !DEBUG_TYPES.contains(&&***name)) {
        let known = DEBUG_TYPES.join(", ");
        return misused(stderr, &format!("'--debug-only={other}': no such debug type, there is {known}"));
    }
    if config.actions.debugger_hook {
        // Without a breakpoint of a debugger, nothing more happens.
        let _ = writeln!(stderr, "ExecutionContext registered on the context (with Debugger hook)");
    }
    let input = input.unwrap_or("-");
    if input == "-" && interactive {
        let _ = writeln!(stderr, "(processing input from stdin now, hit ctrl-c/ctrl-d to interrupt)");
    }
    let stages = [&config.ir_html, &config.ir_json];
    let is_overwritten = |name: &&&String| !name.is_empty() && is_input(&cwd.join(name), &cwd.join(input));
    if let Some(name) = stages.iter().find(is_overwritten) {
        return complain(&mut *stderr, &format!("cannot open output file '{name}': it is the input"));
    }
    if config.irdl_file == "-" {
        return misused(stderr, &not_stdin("--irdl-file"));
    }
    let overwritten = config.output != "-" && file::is_same(&cwd.join(input), &cwd.join(&config.output));
    let input = match read_input(input, stdin, cwd, !overwritten) {
        Ok(input) => input,
        Err(message) => return complain(stderr, &message),
    };
    let mut sink = io::sink();
    let (output, beside) = match open_output(config, overwritten, (&mut *stdout, &mut sink), cwd) {
        Ok(opened) => opened,
        Err(message) => return complain(stderr, &message),
    };
    let _traces = config.diagnostics.print_stacktrace.then(StackTraces::capture);
    let mut sources = SourceMap::new();
    let buffer = match sources.add(input.name, input.bytes) {
        Ok(buffer) => buffer,
        Err(error) => return complain(stderr, &format!("error: {error}")),
    };
    let program = argv0.rsplit('/').next().unwrap_or(argv0);
    let session = Session { config, passes, translation, setup, buffer, program, cwd };
    let mut reporter = Reporter::new(Arc::new(sources), config, color, stderr);
    if !passes::check(&session, &mut reporter) {
        return i32::from(exit::WRONG_COMMAND_LINE);
    }
    process(&session, reporter, output, beside)
}

/// Processes all parts and closes the output. Passes print to `beside` if it is a separate stream, as does a
/// page for `-`.
fn process(
    session: &Session<'_>,
    mut reporter: Reporter<'_>,
    mut output: Output<'_>,
    mut beside: Option<&mut dyn Write>,
) -> i32 {
    let config = session.config;
    let sources = reporter.sources().clone();
    let input = sources.buffer(session.buffer).bytes();
    let parts = match &config.split_input_file {
        Some(marker) => match split(input, marker) {
            Ok(parts) => parts,
            Err(error) => {
                reporter.say(&format!("error: {error}\n"));
                return 1;
            }
        },
        None => InputParts { chunks: std::iter::once(0..input.len()).collect(), near_misses: Vec::new() },
    };
    reporter.near_misses(&parts);
    let mut reports = Reports::new(config);
    let mut crashed = false;
    // Translations are put together without a marker, as upstream does it.
    let marker = if session.translation.is_some() { "" } else { DEFAULT_SPLIT_MARKER };
    let marker = config.output_split_marker.as_deref().unwrap_or(marker);
    let processed = process_parts(&parts, marker, &mut output, |range, out| {
        let is_last = parts.chunks.last() == Some(&range);
        let done = catch_unwind(AssertUnwindSafe(|| {
            session.process(range, is_last, &mut reporter, &mut reports, out)
        }));
        if let Some(beside) = &mut beside {
            beside.write_all(std::mem::take(&mut reports.printed).as_bytes())?;
        }
        match done {
            // If diagnostics are verified, they alone decide.
            Ok(result) => Ok(result? || reporter.verifies()),
            Err(payload) => {
                crashed = true;
                reporter.say(&format!("internal error: {}\n", panic_message(&*payload)));
                Ok(false)
            }
        }
    });
    finish(session, (reporter, reports), (output, beside), processed, crashed)
}

/// Writes the files of the run and its reports, and closes the output; returns the exit code.
fn finish(
    session: &Session<'_>,
    (mut reporter, mut reports): (Reporter<'_>, Reports),
    (mut output, beside): (Output<'_>, Option<&mut dyn Write>),
    processed: io::Result<bool>,
    crashed: bool,
) -> i32 {
    let config = session.config;
    let met = reporter.finish();
    let (mut rest, mut shown) = (Vec::new(), true);
    let stream = beside.unwrap_or(&mut rest);
    let mut files = reports.files(config);
    let remarks = reporter.remark_file();
    let processed = processed.and_then(|ok| match &remarks {
        Some((name, content)) if name == "-" && config.output == "-" => {
            output.write_all(content).map(|()| ok)
        }
        Some((name, content)) => {
            files.push((name, content.clone()));
            Ok(ok)
        }
        None => Ok(ok),
    });
    for (name, content) in files {
        if let Err(message) = write_file(name, &content, stream, session.cwd) {
            reporter.say(&format!("error: {message}\n"));
            shown = false;
        }
    }
    reporter.say(&String::from_utf8_lossy(&rest));
    reporter.say(&reports.finish(&config.pass_manager));
    let written = processed.and_then(|ok| {
        if ok && met && shown { output.keep().map(|()| true) } else { output.flush().map(|()| false) }
    });
    match written {
        Ok(true) => 0,
        _ if crashed => exit::INTERNAL_ERROR,
        Ok(false) => 1,
        Err(error) => {
            // A closed pipe is not an error.
            if error.kind() != io::ErrorKind::BrokenPipe {
                reporter.say(&format!("error: cannot write the output: {}\n", os_text(&error)));
            }
            1
        }
    }
}

pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) bytes: file::Content,
}

/// The input; a file that nothing is written to may be left where it is.
pub(crate) fn read_input(
    path: &str,
    stdin: &mut dyn Read,
    cwd: &Path,
    in_place: bool,
) -> Result<Input, String> {
    let (read, name) = match path {
        "-" => {
            let mut bytes = Vec::new();
            (stdin.read_to_end(&mut bytes).map(|_| bytes.into()), "<stdin>")
        }
        _ => {
            let full = cwd.join(path);
            // Constants in bytecode are not looked at unless something needs them.
            let sparse = in_place && has_bytecode(&full);
            (if sparse { file::read_sparsely(&full) } else { file::read(&full, in_place) }, path)
        }
    };
    match read {
        Ok(bytes) => Ok(Input { name: name.into(), bytes }),
        Err(error) => Err(format!("cannot open input file '{path}': {}", os_text(&error))),
    }
}

/// Returns whether a path is that of a bytecode file.
fn has_bytecode(path: &Path) -> bool {
    let mut start = [0; 4];
    // An input that is not a regular file may be readable only once.
    path.metadata().is_ok_and(|known| known.is_file())
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && is_bytecode(&start)
}

/// The output, and the output stream if the output is a file.
type Opened<'a> = (Output<'a>, Option<&'a mut dyn Write>);

fn open_output<'a>(
    config: &OptConfig,
    is_input: bool,
    (stdout, sink): (&'a mut dyn Write, &'a mut dyn Write),
    cwd: &Path,
) -> Result<Opened<'a>, String> {
    let path = &config.output;
    if path == "-" {
        // The stages take the place of the IR.
        return Ok(match config.ir_html == "-" || config.ir_json == "-" {
            true => (Output::stream(sink), Some(stdout)),
            false => (Output::stream(stdout), None),
        });
    }
    Output::file(cwd.join(path), is_input)
        .map(|output| (output, Some(stdout)))
        .map_err(|error| format!("cannot open output file '{path}': {}", os_text(&error)))
}

fn complain(stderr: &mut dyn Write, message: &str) -> i32 {
    // There is nowhere left to complain to.
    let _ = writeln!(stderr, "{message}");
    i32::from(exit::REFUSED)
}

/// Reports that the command line is wrong.
fn misused(stderr: &mut dyn Write, message: &str) -> i32 {
    // There is nowhere left to complain to.
    let _ = writeln!(stderr, "error: {message}");
    i32::from(exit::WRONG_COMMAND_LINE)
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

/// The debug types that `--debug-only` accepts.
const DEBUG_TYPES: &[&str] = &["transform-matcher"];

/// Returns the error of options that cannot be met.
fn refused(config: &OptConfig) -> Option<String> {
    let OptConfig { actions, remarks, .. } = config;
    let observed = !actions.log_to.is_empty() || !actions.profile_to.is_empty() || actions.debugger_hook;
    if actions.counts() && observed {
        let message = "Debug counters are incompatible with --log-actions-to, --profile-actions-to and \
                       --mlir-enable-debugger-hook options";
        return Some(message.to_owned());
    }
    if !remarks.output_file.is_empty() && remarks.format == RemarkFormat::Emit {
        return Some("'--remarks-output-file' needs '--remark-format=yaml' or 'bitstream'".to_owned());
    }
    Counters::parse(actions).err().or_else(|| remarks::filter(remarks).err())
}
