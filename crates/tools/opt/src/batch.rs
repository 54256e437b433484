//! `--batch`: many runs of the tool in one process, a command line each.
//!
//! The arguments of the process come before those of each line. Runs share no state but the tables of dialects and
//! passes, and go on side by side; what they print appears in the order of the lines.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use rustc_hash::FxHashMap;

use crate::cl::{OptConfig, ParseOutcome, PassFlag};
use crate::driver::{self, Io};
use crate::exit;
use crate::output::read_file;
use crate::setup::Setup;

/// A run: its line, and what is to be done.
struct Run {
    line: usize,
    job: Job,
}

enum Job {
    Execute {
        config: Box<OptConfig>,
        passes: Vec<PassFlag>,
        input: String,
        /// The directory of the output, which may have to be made.
        directory: Option<String>,
    },
    Done(Done),
}

/// The result of a run: its output, and its exit code.
#[derive(Default)]
struct Done {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    code: i32,
}

impl Done {
    fn refused(message: &str) -> Self {
        let code = i32::from(exit::WRONG_COMMAND_LINE);
        Self { stderr: format!("error: {message}\n").into_bytes(), code, ..Self::default() }
    }
}

/// Runs the tool with the arguments that follow its name; the result is the exit code, that of a batch the greatest one.
///
/// A panic is reported as an internal error, with a distinct exit code.
pub fn run(argv0: &str, args: &[String], io: Io<'_>, setup: &Setup) -> i32 {
    match driver::parse(argv0, args, setup) {
        ParseOutcome::Run { config, input, .. } if !config.batch.is_empty() => {
            run_batch(argv0, args, (&config.batch, input.as_deref()), io, setup)
        }
        parsed => driver::run(argv0, parsed, io, setup),
    }
}

/// Runs the command lines of a file, or of standard input for `-`.
fn run_batch(
    argv0: &str,
    args: &[String],
    (file, input): (&str, Option<&str>),
    io: Io<'_>,
    setup: &Setup,
) -> i32 {
    let Io { stdin, color, stdout, stderr, cwd, .. } = io;
    // There is nowhere left to complain to.
    let complain = |stderr: &mut dyn Write, message: String| drop(writeln!(stderr, "{message}"));
    if let Some(input) = input {
        complain(stderr, format!("error: with --batch, '{input}' belongs in a line of the batch"));
        return i32::from(exit::WRONG_COMMAND_LINE);
    }
    let name = if file == "-" { "<stdin>" } else { file };
    let parse = |words: &[String]| driver::parse(argv0, &[&without_batch(args), words].concat(), setup);
    let runs = match read_file(file, stdin, cwd).and_then(|bytes| runs(name, &bytes, &parse)) {
        Ok(runs) => runs,
        Err(message) => {
            complain(stderr, format!("error: {message}"));
            return i32::from(exit::REFUSED);
        }
    };
    let mut greatest = 0;
    side_by_side(&runs, &|run| run.done(argv0, color, cwd, setup), &mut |run, done| {
        // Whoever reads the output may have left.
        drop(stdout.write_all(&done.stdout).and_then(|()| stderr.write_all(&done.stderr)));
        if done.code != 0 {
            complain(stderr, format!("{name}:{}: exit code {}", run.line, done.code));
        }
        greatest = greatest.max(done.code);
    });
    greatest
}

/// Does all on the threads of the machine, and takes the results in order.
fn side_by_side(runs: &[Run], one: &(dyn Fn(&Run) -> Done + Sync), take: &mut dyn FnMut(&Run, Done)) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(runs.len());
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(run) = runs.get(at) else { break };
                    if send.send((at, one(run))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut waiting = runs.iter().enumerate().peekable();
        for (at, done) in receive {
            early.insert(at, done);
            while let Some((at, run)) = waiting.peek()
                && let Some(done) = early.remove(at)
            {
                take(run, done);
                waiting.next();
            }
        }
    });
}

/// Reads the command lines of a file.
///
/// # Errors
///
/// The file is no text, a quote is left open, or two runs write one file.
fn runs(
    name: &str,
    bytes: &[u8],
    parse: &dyn Fn(&[String]) -> ParseOutcome<OptConfig>,
) -> Result<Vec<Run>, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| format!("'{name}' is not UTF-8, as names of files must be here"))?;
    let mut runs = Vec::new();
    let mut writers: FxHashMap<String, usize> = FxHashMap::default();
    for (at, text) in text.lines().enumerate() {
        let line = at + 1;
        let words = words(text).ok_or_else(|| format!("{name}:{line}: a quote is not closed"))?;
        if words.is_empty() {
            continue;
        }
        let job = Job::of(parse(&words));
        if let Job::Execute { config, .. } = &job
            && config.output != "-"
            && let Some(first) = writers.insert(config.output.clone(), line)
        {
            return Err(format!("{name}:{line}: '{}' is the output of line {first}, too", config.output));
        }
        runs.push(Run { line, job });
    }
    Ok(runs)
}

impl Job {
    /// The job of a command line. An output that ends with `/` is a directory, for a file of the input's name.
    fn of(parsed: ParseOutcome<OptConfig>) -> Self {
        match parsed {
            ParseOutcome::Exit { code, stdout, stderr } => Self::Done(Done {
                stdout: stdout.into_bytes(),
                stderr: stderr.into_bytes(),
                code: i32::from(code),
            }),
            ParseOutcome::Run { config, .. } if !config.batch.is_empty() => {
                Self::Done(Done::refused("a line of a batch cannot be a batch"))
            }
            ParseOutcome::Run { mut config, passes, input: Some(input) } if input != "-" => {
                config.in_batch = true;
                let directory = config.output.ends_with('/').then(|| config.output.clone());
                if directory.is_some()
                    && let Some(file) = Path::new(&input).file_name()
                {
                    config.output.push_str(&file.to_string_lossy());
                }
                Self::Execute { config: Box::new(config), passes, input, directory }
            }
            ParseOutcome::Run { .. } => {
                Self::Done(Done::refused("a line of a batch needs the name of a file"))
            }
        }
    }
}

impl Run {
    fn done(&self, argv0: &str, color: bool, cwd: &Path, setup: &Setup) -> Done {
        match &self.job {
            Job::Done(Done { stdout, stderr, code }) => {
                Done { stdout: stdout.clone(), stderr: stderr.clone(), code: *code }
            }
            Job::Execute { config, passes, input, directory } => {
                // If it cannot be made, the output cannot be opened.
                directory.iter().for_each(|directory| drop(std::fs::create_dir(cwd.join(directory))));
                let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
                let (stdin, interactive) = (&mut io::empty(), false);
                let io = Io { stdin, interactive, color, stdout: &mut stdout, stderr: &mut stderr, cwd };
                let code = driver::execute(argv0, config, passes, Some(input), io, setup, None);
                Done { stdout, stderr, code }
            }
        }
    }
}

/// Returns the arguments without `--batch` and its value.
fn without_batch(args: &[String]) -> Vec<String> {
    let mut rest = Vec::with_capacity(args.len());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        match name.and_then(|name| name.strip_prefix("batch")) {
            Some("") => drop(args.next()),
            Some(value) if value.starts_with('=') => (),
            _ => rest.push(arg.clone()),
        }
    }
    rest
}

/// Separates a line at its spaces, which quotes of either kind keep; a line that begins with `#` has no words. `None` if a quote
/// is left open.
fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    if line.trim_start().starts_with('#') {
        return Some(words);
    }
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
