//! `terrace reduce`: shrinks an input for as long as a command fails, or another test is true.
//!
//! The built-in tests run this program again as `terrace opt`, so that a crash or a hang is isolated.

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, io};

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::{is_bytecode, read_source};
use terrace_diag::SourceMap;
use terrace_opt::Setup;
use terrace_opt::exit;
use terrace_opt::output::{os_text, read_file};
use terrace_opt::page::{Also, Flag, Page, Section};
use terrace_reduce::{Reducer, Refusal};

use super::args::join_values;
use super::show::show;
use crate::process::{self, Scratch};
use crate::progress::Progress;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "reduce",
    doc: "Shrinks an input for as long as a test is true",
    usage: &["FILE TEST [options] [-- arguments of terrace opt]"],
    sections: &[
        Section {
            title: "Tests",
            flags: &[
                Flag::switch(
                    "--crashes",
                    "terrace opt crashes as it does on FILE: an internal error of the same place, a signal, or too long \
                     a run",
                ),
                Flag::switch(
                    "--fails",
                    "terrace opt fails as it does on FILE: with the same first error, names and numbers aside",
                ),
                Flag::text("--prints", "TEXT", "what terrace opt writes, output or messages, has TEXT in it"),
                Flag::text(
                    "--differs",
                    "ARGS",
                    "terrace opt writes other output with ARGS than with the arguments after --",
                ),
                Flag::text(
                    "--command",
                    "CMD",
                    "the shell command CMD fails; {} in it is the file, which comes last if there is no {}",
                ),
            ],
        },
        Section {
            title: "Options",
            flags: &[
                Flag::output("-o", "FILE", "where the result goes; standard output if not given"),
                Flag::text("--max-tries", "N", "ask the test N times at most (10000)"),
                Flag::text("--timeout", "N", "seconds that a run may take (10)"),
                Flag::switch("--quiet", "show no progress, which only a terminal has, and no summary"),
            ],
        },
    ],
    notes: "FILE may be -, the standard input.",
    examples: &["big.mlir --prints='failed to legalize' -- --convert-scf-to-cf"],
    also: Also::OptAfterDashes,
};

/// The interestingness test.
enum Test {
    Crashes,
    Fails,
    Prints(String),
    Differs(Vec<String>),
    Command(String),
}

struct ReduceOptions {
    file: String,
    test: Test,
    output: Option<String>,
    max_tries: usize,
    timeout: Duration,
    quiet: bool,
    args: Vec<String>,
}

/// Runs the command with the arguments after its name.
pub fn main(args: &[String], setup: &Setup) -> ExitCode {
    if args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h") {
        return show(&setup.page(&PAGE));
    }
    let failed = |message: String, code: u8| {
        eprintln!("error: {}", setup.text(&message));
        ExitCode::from(code)
    };
    let options = match parse(args) {
        Ok(options) => options,
        Err(message) => return failed(message, exit::WRONG_COMMAND_LINE),
    };
    match run(&options, setup) {
        Ok(Some(text)) => show(&text),
        Ok(None) => ExitCode::SUCCESS,
        Err(message) => failed(message, exit::REFUSED),
    }
}

fn parse(args: &[String]) -> Result<ReduceOptions, String> {
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let (mut file, mut test, mut output) = (None, None, None);
    let (mut max_tries, mut timeout, mut quiet) = (10_000, 10, false);
    let joined = join_values(&PAGE, &args[..end]);
    let mut own = joined.iter();
    while let Some(arg) = own.next() {
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(value)),
            _ => (arg.as_str(), None),
        };
        let text = || value.map(str::to_owned).ok_or_else(|| format!("{name} needs a value: {name}=..."));
        let number = || text()?.parse().map_err(|_| format!("{name} needs a number"));
        let found = match name {
            "--crashes" => Some(Test::Crashes),
            "--fails" => Some(Test::Fails),
            "--prints" => Some(Test::Prints(text()?)),
            "--differs" => Some(Test::Differs(words(&text()?)?)),
            "--command" => Some(Test::Command(text()?)),
            _ => None,
        };
        match name {
            _ if found.is_some() => {
                if test.replace(found).is_some() {
                    return Err("there is more than one test".to_owned());
                }
            }
            "-o" => output = Some(own.next().ok_or("-o needs a file")?.clone()),
            "--max-tries" => max_tries = number()?,
            "--timeout" => timeout = number()?,
            "--quiet" => quiet = true,
            _ if name.starts_with('-') && name != "-" => {
                return Err(format!("there is no option '{name}'; see terrace reduce --help"));
            }
            _ if file.is_some() => return Err("there is more than one file".to_owned()),
            _ => file = Some(arg.clone()),
        }
    }
    let file = file.ok_or("no file to reduce; see terrace reduce --help")?;
    let test =
        test.flatten().ok_or("no test: one of --crashes, --fails, --prints, --differs and --command")?;
    let args = args[(end + 1).min(args.len())..].to_vec();
    let timeout = Duration::from_secs(timeout as u64);
    Ok(ReduceOptions { file, test, output, max_tries, timeout, quiet, args })
}

/// The words of a text as a shell takes it apart, quotes included.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut out, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    if quote.is_some() { Err(format!("a quote is not closed in '{text}'")) } else { Ok(out) }
}

/// The exit status and the output of a program.
struct Ran {
    /// The exit code; none after a signal or when it took too long.
    code: Option<i32>,
    too_long: bool,
    out: String,
    err: String,
}

impl Ran {
    fn crashed(&self) -> bool {
        self.code.is_none_or(|code| code == exit::INTERNAL_ERROR)
    }

    /// Returns the signature of a failure: the exit status, and the position of the panic or the first error without
    /// names and numbers. `None` if the run did not fail.
    fn failure(&self) -> Option<String> {
        if self.code == Some(0) {
            return None;
        }
        let panicked = self.err.lines().find_map(|line| Some(line.split_once(" panicked at ")?.1.to_owned()));
        let error = || self.err.lines().find_map(|line| Some(without_names(line.split_once("error: ")?.1)));
        let what = panicked.or_else(error).unwrap_or_default();
        let how = if self.too_long { "too long".to_owned() } else { format!("{:?}", self.code) };
        Some(format!("{how}: {what}"))
    }
}

/// A message without quoted text and digits.
fn without_names(message: &str) -> String {
    let outside = message.split('\'').step_by(2);
    outside.flat_map(str::chars).filter(|c| !c.is_ascii_digit()).collect()
}

/// Returns the text of a bytecode file, which is reduced instead.
fn text_of_bytecode(bytes: Vec<u8>, options: &ReduceOptions, setup: &Setup) -> Result<Vec<u8>, String> {
    let cx = setup.new_context();
    cx.set_allow_unregistered(true);
    let mut sources = SourceMap::new();
    let buffer = sources.add(options.file.as_str(), bytes).map_err(|error| error.to_string())?;
    let parsed = read_source(&Arc::new(cx), &Arc::new(sources), buffer, None, ParseOptions::default());
    let Some(ir) = parsed.ir else {
        let message = parsed.diags.into_iter().next().map_or_else(String::new, |diag| diag.message);
        return Err(format!("cannot read '{}': {message}", options.file));
    };
    let mut text = Vec::new();
    print_ir(&ir, &PrintOptions::default(), &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Reduces, and returns the result if it is written to standard output.
fn run(options: &ReduceOptions, setup: &Setup) -> Result<Option<String>, String> {
    let input = read_file(&options.file, &mut io::stdin().lock(), Path::new(""))?;
    let input = if is_bytecode(&input) { text_of_bytecode(input, options, setup)? } else { input };
    let input = String::from_utf8(input).map_err(|_| format!("'{}' is not text", options.file))?;
    let own = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let files = Scratch::new()?;
    let path = files.file("input.mlir");
    let mut broken = None;
    let opt = |args: &[String]| {
        let mut command = Command::new(&own);
        command.arg("opt").arg(&path).args(args);
        watch(&mut command, &files, options.timeout)
    };
    // The first run is of the original input; a different failure later is not the one to reduce.
    let mut first = None;
    let mut same = |failure: Option<String>| *first.get_or_insert_with(|| failure.clone()) == failure;
    let mut test = |text: &str| {
        let result = fs::write(&path, text).map_err(|error| error.to_string()).and_then(|()| {
            Ok(match &options.test {
                Test::Crashes => {
                    let ran = opt(&options.args)?;
                    ran.crashed() && same(ran.failure())
                }
                Test::Fails => opt(&options.args)?.failure().is_some_and(|failure| same(Some(failure))),
                Test::Prints(wanted) => {
                    let ran = opt(&options.args)?;
                    ran.out.contains(wanted) || ran.err.contains(wanted)
                }
                Test::Differs(args) => {
                    let (one, other) = (opt(&options.args)?, opt(args)?);
                    (one.code, other.code) == (Some(0), Some(0)) && one.out != other.out
                }
                Test::Command(text) => {
                    let name = path.to_string_lossy();
                    let text = if text.contains("{}") {
                        text.replace("{}", &name)
                    } else {
                        format!("{text} {name}")
                    };
                    let mut command = Command::new("sh");
                    command.arg("-c").arg(text);
                    watch(&mut command, &files, options.timeout)?.code != Some(0)
                }
            })
        });
        result.unwrap_or_else(|error| {
            broken.get_or_insert(error);
            false
        })
    };
    let shown = Progress::of("tries", None, !options.quiet && io::stderr().is_terminal());
    let mut left = input.len();
    let mut tries = 0;
    let mut test = |text: &str| {
        tries += 1;
        let is_kept = test(text);
        if is_kept {
            left = text.len();
        }
        shown.say(|| format!("{left} bytes after {tries} tries"));
        is_kept
    };
    let mut progress = |_, _| {};
    let reducer = Reducer {
        dialects: &setup.dialects,
        extensions: &setup.extensions,
        max_tries: options.max_tries,
        progress: &mut progress,
    };
    let outcome = reducer.reduce(&input, &mut test);
    shown.clear();
    if let Some(error) = broken {
        return Err(format!("cannot run the test: {error}"));
    }
    let outcome = outcome.map_err(|Refusal::NotInteresting| {
        format!("the test is not true for '{}' as it is, so there is nothing to reduce", options.file)
    })?;
    if !options.quiet {
        let ops = outcome.ops.map_or(String::new(), |(before, after)| format!(", {before} to {after} ops"));
        let (before, after) = (input.len(), outcome.text.len());
        eprintln!("{before} to {after} bytes{ops}, {} tries", outcome.tries);
    }
    match &options.output {
        Some(name) if name != "-" => {
            fs::write(name, &outcome.text)
                .map_err(|error| format!("cannot write '{name}': {}", os_text(&error)))?;
            Ok(None)
        }
        _ => Ok(Some(outcome.text)),
    }
}

/// Runs a program to its end, or until it has taken too long.
fn watch(command: &mut Command, files: &Scratch, timeout: Duration) -> Result<Ran, String> {
    let open = |name: &str| fs::File::create(files.file(name)).map_err(|error| error.to_string());
    let read = |name: &str| {
        let bytes = fs::read(files.file(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    command.stdin(Stdio::null()).stdout(open("out")?).stderr(open("err")?);
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let status = process::wait(&mut child, timeout).map_err(|error| error.to_string())?;
    let (code, too_long) = (status.and_then(|status| status.code()), status.is_none());
    Ok(Ran { code, too_long, out: read("out"), err: read("err") })
}

#[cfg(test)]
mod tests {
    use super::{without_names, words};

    #[test]
    fn failures_are_the_same_whatever_is_named() {
        let [one, other] = ["'a.b' op expects 2 of '%1'", "'c.d' op expects 3 of '%x'"].map(without_names);
        assert_eq!((one.as_str(), one == other), (" op expects  of ", true));
    }

    #[test]
    fn words_are_taken_apart_as_a_shell_does() {
        let text = "--cse  --pass-pipeline='builtin.module(a{b=1 c=2})' \"\"";
        assert_eq!(words(text).unwrap(), ["--cse", "--pass-pipeline=builtin.module(a{b=1 c=2})", ""]);
        assert!(words("'a").is_err());
    }
}
