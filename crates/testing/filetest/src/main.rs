//! The program `terrace-filetest`: lit and FileCheck in one.

#![forbid(unsafe_code)]

mod arguments;

use std::ffi::OsStr;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use arguments::{Arguments, HELP, Parsed};
use terrace_filetest::filecheck::{CheckOptions, FileCheck};
use terrace_filetest::lit::Suite;
use terrace_filetest::runner::{self, RunOptions, TestResult};
use terrace_filetest::update;

/// The exit code of calls that cannot be carried out.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<String> = match std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect() {
        Ok(args) => args,
        Err(arg) => {
            eprintln!("error: the argument {arg:?} is not UTF-8");
            return ExitCode::from(USAGE);
        }
    };
    if let [first, rest @ ..] = args.as_slice()
        && first == "filecheck"
    {
        return file_check(rest);
    }
    let outcome = match Arguments::parse(&args) {
        Ok(Parsed::Help) => {
            print!("{HELP}");
            Ok(true)
        }
        Ok(Parsed::Version) => {
            println!("terrace-filetest {}", env!("CARGO_PKG_VERSION"));
            Ok(true)
        }
        Ok(Parsed::Run(arguments)) => run(&arguments),
        Err(message) => Err(message),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("terrace-filetest: {message}");
            ExitCode::from(USAGE)
        }
    }
}

/// Runs the tests of all operands; returns whether each of them is as expected.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let work = match &arguments.work {
        Some(dir) => std::path::absolute(dir).map_err(|error| error.to_string())?,
        None => std::env::temp_dir().join(format!("terrace-filetest-{}", std::process::id())),
    };
    let mut results = Vec::new();
    for (index, operand) in arguments.operands.iter().enumerate() {
        results.extend(run_operand(arguments, operand, &work.join(index.to_string()))?);
    }
    if arguments.work.is_none() && work.is_dir() {
        std::fs::remove_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    }
    if arguments.list {
        return Ok(true);
    }
    if results.is_empty() {
        return Err("no file has a RUN: line, a suffix of --suffix and a text of --filter".to_owned());
    }
    if arguments.verbose {
        for (test, outcome) in &results {
            println!("{}: {test}", outcome.label());
            if outcome.label() == "UNSUPPORTED" {
                println!("  {}", outcome.log().trim_end());
            }
        }
    }
    print!("{}", runner::summary(&results));
    Ok(results.iter().all(|(_, outcome)| outcome.is_ok()))
}

/// Runs the tests of a directory, or one test; their names are paths from the current directory.
fn run_operand(arguments: &Arguments, operand: &str, work: &Path) -> Result<Vec<TestResult>, String> {
    let readable = |error: std::io::Error| format!("{operand}: {error}");
    // Messages name files by their whole path, which shall have no dots in it.
    let path = Path::new(operand).canonicalize().map_err(readable)?;
    let (root, prefix, tests, options) = if path.is_dir() {
        let options = RunOptions {
            jobs: arguments.jobs,
            filters: arguments.filters.clone(),
            suffixes: arguments.suffixes.clone(),
            ..RunOptions::default()
        };
        let tests = runner::discover(&path, &options).map_err(readable)?;
        (path, Path::new(operand).to_owned(), tests, options)
    } else {
        let name = path.file_name().map_or("".into(), OsStr::to_string_lossy).into_owned();
        let root = path.parent().unwrap_or(Path::new("/")).to_owned();
        let prefix = Path::new(operand).parent().unwrap_or(Path::new("")).to_owned();
        (root, prefix, vec![name], RunOptions::default())
    };
    let shown = |test: &str| prefix.join(test).display().to_string();
    if arguments.list {
        tests.iter().for_each(|test| println!("{}", shown(test)));
        return Ok(Vec::new());
    }
    let suite = Suite {
        source_root: root,
        exec_root: work.to_owned(),
        substitutions: arguments.substitutions(),
        features: arguments.features.iter().cloned().collect(),
        env: arguments.environment()?,
        timeout: arguments.timeout,
        ..Suite::default()
    };
    if arguments.update {
        for test in &tests {
            let changed = update::update(&suite, test);
            if changed.map_err(|error| format!("{}: {error}", shown(test)))? {
                println!("updated: {}", shown(test));
            }
        }
    }
    let results = runner::run(&suite, &tests, &options);
    Ok(results.into_iter().map(|(test, outcome)| (shown(&test), outcome)).collect())
}

/// FileCheck as a program, on standard input or the file of `--input-file`.
fn file_check(args: &[String]) -> ExitCode {
    let environment = std::env::var("FILECHECK_OPTS").ok();
    let parsed = match CheckOptions::parse_args(environment.as_deref().unwrap_or(""), args) {
        Ok(parsed) => parsed,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(USAGE);
        }
    };
    let Some(name) = parsed.check_file else {
        eprintln!("terrace-filetest filecheck: no CHECK-FILE is given");
        return ExitCode::from(USAGE);
    };
    let mut input = Vec::new();
    let read = match parsed.options.input_file.as_deref() {
        None | Some("-") => std::io::stdin().read_to_end(&mut input).map(drop),
        Some(path) => std::fs::read(path).map(|text| input = text),
    };
    let texts = read.and_then(|()| std::fs::read(&name));
    match texts.map(|check| FileCheck::new(parsed.options).run(&check, &name, &input)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failures)) => {
            failures.iter().for_each(|failure| eprint!("{failure}"));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::from(USAGE)
        }
    }
}
