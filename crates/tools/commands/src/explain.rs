//! `terrace explain`: why bufferization copies and allocates, as text, for programs, or as a page.

use std::io::{IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;
use terrace_opt::exit;
use terrace_opt::output::{is_input, write_file};
use terrace_opt::page::{Also, Flag, FlagValue, Page, Section};
use terrace_opt::{Io, Setup};
use terrace_pass::OpPipeline;
use terrace_pass::pipeline::PipelineError;

use super::args::join_values;
use super::explain_page::{page, text_of};
use super::show::{show, show_usage};
use terrace_opt::start;
use terrace_opt::stdout::with_stdout;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "explain",
    doc: "Says why bufferization copies and allocates, and what accesses of Ripple became",
    usage: &[
        "FILE [options] [flags of terrace opt]",
        "--ripple [--html=PATH] [--sort=source] [--assembly] [--advise] [options of clang] FILE..",
    ],
    sections: &[Section {
        title: "Options",
        flags: &[
            Flag {
                name: "--options",
                value: FlagValue::PassOptions("one-shot-bufferize", "TEXT"),
                doc: "options of one-shot-bufferize (bufferize-function-boundaries)",
            },
            Flag {
                name: "--after",
                value: FlagValue::Passes("PASSES"),
                doc: "passes that run after, as in --pass-pipeline without an anchor: what they leave is explained",
            },
            Flag::output(
                "--html",
                "PATH",
                "writes a page to click through instead: one file that needs nothing else",
            ),
            Flag::output("-o", "FILE", "where the report goes; standard output if not given"),
            Flag::switch(
                "--ripple",
                "explains what each access of programs in C and C++ that use Ripple became, why, and how many cycles \
                 lines take, the costliest first; with --html a page with the source, with --diagnostic-format=json \
                 for programs",
            ),
            Flag::choice("--sort", &["cost", "source"], "with --ripple: the order of lines (cost)"),
            Flag::choice(
                "--estimate",
                &["llvm-mca", "table"],
                "with --ripple: what estimates cycles (llvm-mca, if it is installed)",
            ),
            Flag::switch("--assembly", "with --ripple: list the instructions of each line"),
            Flag::switch(
                "--advise",
                "with --ripple: compile with other sizes of blocks, and report those that are faster",
            ),
        ],
    }],
    notes: "A remark for each allocation and each copy that One-Shot Bufferize makes and that canonicalization leaves, the \
            costliest first, by the names of the source: why it is there, what was defined, overwritten and read where, \
            and which rule decided; then what all of them cost. An edit is offered only if it was tried and makes the \
            program cheaper, or one that can be bufferized. Passes among the flags come first. \
            --diagnostic-format=json prints the same for programs.\n\n\
            Passes of --after may allocate and copy too, as buffer-results-to-out-params and \
            buffer-deallocation-pipeline do.",
    examples: &["examples/stencil.mlir", "examples/stencil.mlir --after=buffer-results-to-out-params"],
    also: Also::Opt,
};

/// Runs the command with the arguments after its name, on the streams of the process.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
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
            color: start::color() && std::io::stdout().is_terminal(),
            stdout,
            stderr: &mut std::io::stderr(),
            cwd: Path::new(""),
        };
        explain(argv0, args, io, setup)
    })
}

/// The options of the command line, other than those of `terrace opt`.
struct ExplainOptions {
    /// The options of one-shot-bufferize.
    options: String,
    after: String,
    html: Option<String>,
    output: String,
    rest: Vec<String>,
}

fn parse(args: &[String], setup: &Setup) -> Result<ExplainOptions, String> {
    let mut options = ExplainOptions {
        options: "bufferize-function-boundaries".to_owned(),
        after: String::new(),
        html: None,
        output: "-".to_owned(),
        rest: Vec::new(),
    };
    let joined = join_values(&PAGE, args);
    let mut all = joined.iter();
    while let Some(arg) = all.next() {
        let (name, value) =
            arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
        let text = || {
            let usage = PAGE.flag(name).map_or_else(String::new, Flag::usage);
            value.map(str::to_owned).ok_or_else(|| format!("{name} needs a value: {usage}"))
        };
        match name {
            "--options" => options.options = text()?,
            "--after" => options.after = text()?,
            "--html" => options.html = Some(text()?),
            "-o" => options.output = all.next().ok_or("-o needs a value: -o FILE")?.clone(),
            "--sort" | "--estimate" | "--assembly" | "--advise" => {
                return Err(format!("'{name}' is an option of --ripple"));
            }
            // The driver takes what begins with -h for a wish for its own help.
            _ if arg.starts_with("-h") || arg.starts_with("--h") => {
                return Err(format!("there is no option '{name}'; see {} explain --help", setup.name));
            }
            _ => options.rest.push(arg.clone()),
        }
    }
    check_passes(&options, setup)?;
    Ok(options)
}

/// Checks the passes and their options.
fn check_passes(options: &ExplainOptions, setup: &Setup) -> Result<(), String> {
    let in_flag = |flag: &str, error: &PipelineError| format!("in {flag}: {}", error.line());
    let registry = &setup.registry;
    OpPipeline::new(None)
        .add_named(registry, "one-shot-bufferize", &options.options)
        .map_err(|error| in_flag("--options", &error))?;
    match options.after.is_empty() {
        true => Ok(()),
        false => OpPipeline::new(None)
            .parse_into(&options.after, registry)
            .map_err(|error| in_flag("--after", &error)),
    }
}

/// Bufferizes, and shows why, not what came of it, on any streams; the result is the exit code.
pub fn explain(argv0: &str, args: &[String], io: Io<'_>, setup: &Setup) -> u8 {
    if let Some(at) = args.iter().position(|arg| arg == "--ripple") {
        let rest = join_values(&PAGE, &[&args[..at], &args[at + 1..]].concat());
        return super::ripple::explain::run(&rest, io, setup);
    }
    let ExplainOptions { options, after, html, output, mut rest } = match parse(args, setup) {
        Ok(options) => options,
        Err(message) => {
            complain(io.stderr, &message);
            return exit::WRONG_COMMAND_LINE;
        }
    };
    let argv0 = format!("{argv0} explain");
    rest.push("--record-buffer-causes".to_owned());
    let options = match &*after {
        "" => format!("{options} explain"),
        after => format!("{options} explain explain-after={{{after}}}"),
    };
    rest.extend(["-o".to_owned(), if cfg!(windows) { "NUL" } else { "/dev/null" }.to_owned()]);
    let inputs: Vec<&String> = rest.iter().filter(|arg| !arg.starts_with('-')).collect();
    let written = html.iter().chain(Some(&output)).filter(|name| *name != "-");
    for name in written {
        if inputs.iter().any(|input| is_input(&io.cwd.join(name), &io.cwd.join(input))) {
            return complain(io.stderr, &format!("cannot write '{name}': it is the input"));
        }
    }
    if let Some(path) = html {
        rest.push("--diagnostic-format=json".to_owned());
        rest.push(format!("--one-shot-bufferize={options} explain-aliases"));
        return write_page(&argv0, &rest, &path, io, setup);
    }
    if !rest.iter().any(|arg| arg.starts_with("--diagnostic-format")) {
        rest.push("--diagnostic-format=rich".to_owned());
    }
    rest.push(format!("--one-shot-bufferize={options}"));
    // The report is what the command prints; without one, what is reported are errors.
    let Io { stdin, interactive, color, stdout, stderr, cwd } = io;
    let mut reported = Vec::new();
    let color = color && output == "-";
    let io = Io { stdin, interactive, color, stdout: &mut *stdout, stderr: &mut reported, cwd };
    let code = terrace_opt::run(&argv0, &rest, io, setup);
    if code != 0 {
        // There is nowhere left to complain to.
        let _ = stderr.write_all(&reported);
        return u8::try_from(code).unwrap_or(exit::REFUSED);
    }
    match write_file(&output, &reported, stdout, cwd) {
        Ok(()) => exit::SUCCESS,
        Err(message) => complain(stderr, &message),
    }
}

/// Runs the driver and writes a page of its reports; errors are printed too.
fn write_page(argv0: &str, args: &[String], path: &str, io: Io<'_>, setup: &Setup) -> u8 {
    let Io { stdin, color, stdout, stderr, cwd, .. } = io;
    let mut reported = Vec::new();
    // The page shows the input.
    let mut input = Vec::new();
    if args.iter().any(|arg| arg == "-")
        && let Err(error) = stdin.read_to_end(&mut input)
    {
        return complain(stderr, &format!("cannot read the input: {error}"));
    }
    let io = Io {
        stdin: &mut &input[..],
        interactive: false,
        color,
        stdout: &mut *stdout,
        stderr: &mut reported,
        cwd,
    };
    let code = terrace_opt::run(argv0, args, io, setup);
    let (mut found, mut lines) = (Vec::new(), String::new());
    for line in String::from_utf8_lossy(&reported).lines() {
        match serde_json::from_str::<Value>(line) {
            Ok(diag) if diag.is_object() => found.push(diag),
            _ => lines += &format!("{line}\n"),
        }
    }
    if code != 0 && found.is_empty() {
        // There is nothing to show, not even a source.
        let _ = stderr.write_all(lines.as_bytes());
        return u8::try_from(code).unwrap_or(exit::REFUSED);
    }
    for diag in found.iter().filter(|diag| diag["severity"] == "error") {
        let at = &diag["location"];
        let text = |value: &Value| text_of(value).to_owned();
        let (line, column) = (&at["start"]["line"], &at["start"]["column"]);
        lines += &match at["file"].as_str() {
            Some(file) => format!("{file}:{line}:{column}: error: {}\n", text(&diag["message"])),
            None => format!("error: {}\n", text(&diag["message"])),
        };
    }
    // There is nowhere left to complain to.
    let _ = stderr.write_all(lines.as_bytes());
    let named = found.iter().find_map(|diag| diag["location"]["file"].as_str());
    let name = named.or_else(|| args.iter().map(String::as_str).find(|arg| !arg.starts_with('-')));
    let source = match input.is_empty() {
        true => name.and_then(|name| std::fs::read(cwd.join(name)).ok()).unwrap_or_default(),
        false => input,
    };
    let page = page(name.unwrap_or("input"), &String::from_utf8_lossy(&source), &found);
    match write_file(path, page.as_bytes(), stdout, cwd) {
        Ok(()) => u8::try_from(code).unwrap_or(exit::REFUSED),
        Err(message) => complain(stderr, &message),
    }
}

fn complain(stderr: &mut dyn Write, message: &str) -> u8 {
    // There is nowhere left to complain to.
    let _ = writeln!(stderr, "error: {message}");
    exit::REFUSED
}
