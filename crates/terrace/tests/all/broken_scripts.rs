//! Scripts and models from which one token is missing: each ends with IR that reads back, or with an error that has a
//! position.
//!
//! A sample of all tokens of the file tests. `TERRACE_BROKEN_SCRIPTS=DIR` takes every token of the files in DIR instead:
//!
//!     TERRACE_BROKEN_SCRIPTS=tests/transform cargo test -p terrace --test all broken_scripts

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrace::tools::transform;
use terrace_opt::exit::INTERNAL_ERROR;
use terrace_opt::{Io, Setup};

/// One of this number of deletions is tried.
const SAMPLE: usize = 41;
const THREADS: usize = 2;
const SHOWN: usize = 20;

fn opt(setup: &Setup, input: &str, flags: &[&str]) -> (i32, String, String) {
    let args: Vec<String> =
        ["--allow-unregistered-dialect"].iter().chain(flags).map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (input.as_bytes(), Vec::new(), Vec::new());
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = terrace_opt::run("terrace-opt", &args, io, setup);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (code, text(stdout), text(stderr))
}

fn files_of(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).expect("the directory is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    files
}

/// The parts of a file with ops of a dialect, without comments.
fn parts(text: &str, dialect: &str) -> Vec<String> {
    let without_comments = |part: &str| {
        let lines = part.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    text.split("// -----").map(without_comments).filter(|part: &String| part.contains(dialect)).collect()
}

/// Words, strings and single characters.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.%@!#^$".contains(&byte);
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        at += 1;
        if bytes[start] == b'"' {
            at = bytes[at..].iter().position(|&byte| byte == b'"').map_or(bytes.len(), |end| at + end + 1);
        } else if is_word(bytes[start]) {
            at += bytes[at..].iter().take_while(|&&byte| is_word(byte)).count();
        }
        if !bytes[start].is_ascii_whitespace() {
            out.push(start..at);
        }
    }
    out
}

/// Shows what a script does, and what can be found without running it; `None` if that panics.
fn trace(setup: &Setup, input: &str) -> Option<()> {
    let args: [&[&str]; 2] =
        [&["-", "--trace=text", "--transform-report", "--transform-require-match"], &["--check", "-"]];
    for args in args {
        let mut args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        args.push("--allow-unregistered-dialect".to_owned());
        let (mut stdin, mut stdout, mut stderr) = (input.as_bytes(), Vec::new(), Vec::new());
        let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
        catch_unwind(AssertUnwindSafe(|| transform::transform(&args, io, setup))).ok()?;
    }
    Some(())
}

/// Returns the problem of a run of a broken script; `None` if there is none.
fn judge_script(setup: &Setup, input: &str) -> Option<String> {
    if trace(setup, input).is_none() {
        return Some("panic of terrace transform".to_owned());
    }
    judge(setup, input, &["--transform-interpreter"])
}

/// Returns the problem of a run of a broken model; `None` if there is none.
fn judge_model(setup: &Setup, input: &str) -> Option<String> {
    judge(setup, input, &["--canonicalize", "--tosa-to-linalg-pipeline"])
}

/// Returns the problem of a run with flags; `None` if there is none.
fn judge(setup: &Setup, input: &str, flags: &[&str]) -> Option<String> {
    let (code, stdout, stderr) = opt(setup, input, flags);
    match code {
        INTERNAL_ERROR => Some(format!("panic: {stderr}")),
        // Such scripts print more than the module.
        0 if input.contains("transform.print") => None,
        0 => {
            let (again, _, errors) = opt(setup, &stdout, &[]);
            (again != 0).then(|| format!("what is printed does not read back: {errors}"))
        }
        _ => {
            let located = stderr.lines().any(|line| line.starts_with("<stdin>:") && line.contains("error:"));
            (!located).then(|| format!("no located error: {stderr}"))
        }
    }
}

/// A part of a file and its tokens that may be missing.
struct Input {
    file: String,
    part: String,
    token: Range<usize>,
}

/// The tokens of the parts of files that have ops of a dialect.
fn inputs(dirs: &[PathBuf], dialect: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in dirs.iter().flat_map(|dir| files_of(dir)) {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for part in parts(&std::fs::read_to_string(&path).expect("it can be read"), dialect) {
            let own = tokens(&part).into_iter();
            inputs.extend(own.map(|token| Input { file: file.clone(), part: part.clone(), token }));
        }
    }
    inputs
}

/// Tries one of `sample` deletions.
fn check(inputs: &[Input], sample: usize, judge: fn(&Setup, &str) -> Option<String>) {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        let setup = terrace_test_opt::setup();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed) * sample;
            let Some(Input { file, part, token }) = inputs.get(at) else { return };
            let broken = format!("{}{}", &part[..token.start], &part[token.end..]);
            if let Some(what) = judge(&setup, &broken) {
                let line = part[..token.start].matches('\n').count() + 1;
                let what =
                    format!("{file}: without '{}' in line {line}: {what}\n{broken}", &part[token.clone()]);
                found.lock().expect("no thread panics").push(what);
            }
        }
    };
    std::thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(work))));
    let mut found = found.into_inner().expect("no thread panics");
    found.sort();
    let count = found.len();
    let shown: Vec<String> = found.into_iter().take(SHOWN).collect();
    println!("{} of {} deletions tried", inputs.len().div_ceil(sample), inputs.len());
    assert!(shown.is_empty(), "{count} findings; the first:\n{}", shown.join("\n====\n"));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn a_missing_token_is_an_error_with_a_position_or_none() {
    let given = std::env::var_os("TERRACE_BROKEN_SCRIPTS").map(PathBuf::from);
    let dir = given.as_ref().map_or_else(|| root().join("tests/transform"), |given| root().join(given));
    check(&inputs(&[dir], "transform."), if given.is_some() { 1 } else { SAMPLE }, judge_script);
}

#[test]
fn a_missing_token_of_a_model_is_an_error_with_a_position_or_none() {
    let dirs = ["tests/dialects/tosa", "tests/passes/tosa", "tests/run/tosa"].map(|dir| root().join(dir));
    check(&inputs(&dirs, "tosa."), SAMPLE, judge_model);
}
