//! `terrace transform`: runs a script of the dialect `transform`, and shows its effects.
//!
//! The map: `record` observes the execution of a script and writes a `trace`, which `text`, `report` and
//! `page` show; `near_miss` explains empty matches, `check` finds errors in a script without running it.

mod check;
mod page;
mod record;
mod report;
mod text;
mod trace;

use std::io::{IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use terrace_asm::print_ir;
use terrace_diag::SourceMap;
use terrace_opt::chunk::Session;
use terrace_opt::cl::parser::PassFlag;
use terrace_opt::cl::{DynamicKind, ParseOutcome, parse_opt};
use terrace_opt::exit;
use terrace_opt::output::{is_input, not_stdin, os_text, read_file, write_file};
use terrace_opt::page::{Also, Flag, FlagValue, Page, Section};
use terrace_opt::passes::PassFlags;
use terrace_opt::report::Reporter;
use terrace_opt::{Io, Setup};
use terrace_transform::observe::set_observer;

use super::args::join_values;
use super::run::{OwnFlags, prepare};
use super::show::{show, show_usage};
use record::Recorder;
use terrace_opt::start;
use terrace_opt::stdout::with_stdout;
use trace::Trace;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "transform",
    doc: "Runs a script of the dialect transform, and shows what it does",
    usage: &["PAYLOAD [options] [flags of terrace opt]", "--check SCRIPT"],
    sections: &[Section {
        title: "Options",
        flags: &[
            Flag::input("--script", "FILE", "the file of the script, if it is not in PAYLOAD"),
            Flag {
                name: "--trace",
                value: FlagValue::OptionalChoice(&["text", "json"]),
                doc: "shows each step: the op of the script, what its handles stand for before and after, what it changed, \
                      which matcher refused what, and why; json is for programs",
            },
            Flag::output(
                "--html",
                "PAGE",
                "writes a page to step through the script, with the payload beside it: one file that needs nothing else",
            ),
            Flag::switch(
                "--transform-report",
                "lists for each op of the script what it matched and changed, and where that is nothing, the nearest \
                 miss with the first condition that is not met",
            ),
            Flag::switch("--transform-require-match", "makes it an error to match nothing"),
            Flag::input(
                "--check",
                "SCRIPT",
                "finds what is wrong with a script without running it: types, clashing symbols, handles that are used \
                 after they were used up, matchers that cannot match; with --script, symbols that clash with those of \
                 that file as well",
            ),
        ],
    }],
    notes: "Without options for what to show, the payload is printed as the script leaves it; with them, only if -o names a \
            file for it. Passes among the flags run before; --transform-interpreter={entry-point=NAME} starts another \
            sequence than @__transform_main. The exit code is 1 if the script fails.",
    examples: &[
        "examples/transform/fc_relu.mlir --transform-report",
        "examples/transform/fc_relu.mlir --html=page.html",
    ],
    also: Also::Opt,
};

/// The options of the command line, other than those of `terrace opt`.
#[derive(Default)]
struct TransformOptions {
    script: Option<String>,
    trace: Option<TraceFormat>,
    html: Option<String>,
    report: bool,
    require_match: bool,
    check: Option<String>,
    rest: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TraceFormat {
    Text,
    Json,
}

impl TransformOptions {
    /// Whether something is shown in place of the payload.
    fn shows(&self) -> bool {
        self.trace.is_some() || self.html.is_some() || self.report
    }
}

fn parse(args: &[String]) -> Result<TransformOptions, String> {
    let mut options = TransformOptions::default();
    for arg in &join_values(&PAGE, args) {
        let (name, value) =
            arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value.to_owned())));
        let text = || {
            value
                .clone()
                .filter(|value| !value.is_empty())
                .ok_or_else(|| format!("{name} needs a value: {name}=FILE"))
        };
        match name {
            "--script" => options.script = Some(text()?),
            "--html" => options.html = Some(text()?),
            "--check" => options.check = Some(text()?),
            "--trace" => {
                options.trace = Some(match value.as_deref() {
                    None | Some("text") => TraceFormat::Text,
                    Some("json") => TraceFormat::Json,
                    Some(other) => return Err(format!("--trace is text or json, not '{other}'")),
                });
            }
            "--transform-report" => options.report = true,
            "--transform-require-match" => options.require_match = true,
            // The flags of passes take what begins with -h for a wish for their help.
            _ if arg.starts_with("-h") || arg.starts_with("--h") => {
                return Err(format!("there is no option '{name}'; see terrace transform --help"));
            }
            _ => options.rest.push(arg.clone()),
        }
    }
    Ok(options)
}

/// Runs the command with the arguments after its name, on the streams of the process.
pub fn main(args: &[String], setup: &Setup) -> ExitCode {
    if args.is_empty() {
        return show_usage(&PAGE, setup);
    }
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return show(&setup.page(&PAGE));
    }
    let stdin = std::io::stdin();
    let interactive = stdin.is_terminal();
    with_stdout(|stdout| {
        let io = Io {
            stdin: &mut stdin.lock(),
            interactive,
            color: start::color(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        transform(args, io, setup)
    })
}

fn complain(stderr: &mut dyn Write, message: &str) -> u8 {
    // There is nowhere left to complain to.
    let _ = writeln!(stderr, "error: {message}");
    exit::REFUSED
}

/// Reports that the command line is wrong.
fn misused(stderr: &mut dyn Write, message: &str) -> u8 {
    complain(stderr, message);
    exit::WRONG_COMMAND_LINE
}

/// Runs the command on any streams; the result is the exit code.
pub fn transform(args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    let Io { stdin, stdout, stderr, cwd, color, .. } = io;
    let mut options = match parse(args) {
        Ok(options) => options,
        Err(message) => return misused(stderr, &setup.text(&message)),
    };
    options.rest.extend(options.check.clone());
    let own = OwnFlags(&PAGE, PassFlags(&setup.registry));
    let (mut config, mut flags, input) =
        match parse_opt(&format!("{} transform", setup.name), &options.rest, &own, "", "") {
            ParseOutcome::Run { config, passes, input } => (config, passes, input),
            ParseOutcome::Exit { code, stdout: shown, stderr: text } => {
                let _ = stdout.write_all(shown.as_bytes());
                let _ = stderr.write_all(text.as_bytes());
                return code;
            }
        };
    if config.split_input_file.is_some() {
        return misused(
            stderr,
            &setup.text("--split-input-file is for terrace opt: one input is transformed"),
        );
    }
    let Some(name) = input else {
        return misused(stderr, &setup.text("no file to transform; see terrace transform --help"));
    };
    if options.check.is_some() && config.output != "-" {
        return misused(stderr, "-o is for the payload: --check transforms nothing");
    }
    let beside = [(options.script.as_deref(), "--script"), (Some(&*config.irdl_file), "--irdl-file")];
    if let Some((_, flag)) = beside.iter().find(|(file, _)| *file == Some("-")) {
        return misused(stderr, &not_stdin(flag));
    }
    if let Some(path) = options.html.as_ref().filter(|path| is_input(&cwd.join(path), &cwd.join(&name))) {
        return complain(stderr, &format!("cannot write '{path}': it is the input"));
    }
    let bytes = match read_file(&name, stdin, cwd) {
        Ok(bytes) => bytes,
        Err(message) => return complain(stderr, &message),
    };
    if let Some(script) = &options.script
        && let Err(error) = std::fs::metadata(cwd.join(script))
    {
        return complain(stderr, &format!("cannot open input file '{script}': {}", os_text(&error)));
    }
    let mut sources = SourceMap::new();
    let shown = if name == "-" { "<stdin>".to_owned() } else { name };
    let buffer = match sources.add(shown.clone(), bytes) {
        Ok(buffer) => buffer,
        Err(error) => return complain(stderr, &error.to_string()),
    };
    add_passes(&options, &mut flags, config.pass_manager.pipeline.is_some());
    let observed = options.shows() || options.require_match;
    config.keep_names |= observed;
    // The order of changes by threads is not deterministic.
    config.disable_threading |= observed;
    let session = Session {
        config: &config,
        passes: &flags,
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
    let trace = Arc::new(Mutex::new(Trace::default()));
    if observed {
        let recorder = Recorder::new(Arc::clone(&trace), options.html.is_some());
        set_observer(&cx, Some(Box::new(recorder)));
    }
    let mut printed = String::new();
    let ir = prepare(&session, &cx, &config, &mut reporter, &mut printed);
    set_observer(&cx, None);
    let mut passed = ir.is_some();
    if let Some(ir) = ir.as_ref().filter(|_| options.check.is_some()) {
        passed &= check::check(setup, &cx, ir, &mut reporter);
        passed &= check::check_library(&cx, ir, &mut reporter);
    }
    let trace = trace.lock().unwrap_or_else(PoisonError::into_inner);
    if options.require_match {
        for error in report::empty_matches(&trace) {
            passed = false;
            reporter.say(&format!("{error}\n"));
        }
    }
    passed = reporter.finish() && (passed || reporter.verifies());
    drop(reporter);
    let mut out = printed;
    match options.trace {
        Some(TraceFormat::Text) => out += &text::text(&trace),
        Some(TraceFormat::Json) => out += &format!("{}\n", trace.to_json(false)),
        None => {}
    }
    if options.report {
        out += &report::report(&trace);
    }
    let written = options
        .html
        .as_ref()
        .map_or(Ok(()), |path| write_file(path, page::page(&shown, &trace).as_bytes(), stdout, cwd));
    if let Err(message) = written {
        return complain(stderr, &message);
    }
    if let Some(ir) = ir.filter(|_| passed && options.check.is_none())
        && (config.output != "-" || !options.shows())
    {
        let mut text = Vec::new();
        // A list of bytes takes all that is written.
        let _ = print_ir(&ir, &session.print_options(), &mut text);
        if config.output != "-" {
            if let Err(message) = write_file(&config.output, &text, stdout, cwd) {
                return complain(stderr, &message);
            }
        } else {
            out += &String::from_utf8_lossy(&text);
        }
    }
    // The stream remembers an error.
    let _ = stdout.write_all(out.as_bytes());
    u8::from(!passed)
}

/// Adds the passes that read and run the script, after those of the command line.
fn add_passes(options: &TransformOptions, flags: &mut Vec<PassFlag>, has_pipeline: bool) {
    if has_pipeline {
        return;
    }
    let pass =
        |name: &str, options: String| PassFlag { name: name.to_owned(), kind: DynamicKind::Pass, options };
    if let Some(script) = &options.script {
        let at = flags.iter().position(|flag| flag.name == INTERPRETER).unwrap_or(flags.len());
        flags.insert(at, pass("transform-preload-library", format!("transform-library-paths={script}")));
    }
    if options.check.is_none() && !flags.iter().any(|flag| flag.name == INTERPRETER) {
        flags.push(pass(INTERPRETER, String::new()));
    }
}

const INTERPRETER: &str = "transform-interpreter";
