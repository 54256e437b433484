//! The forms in which a program is run: unchanged, lowered, and bufferized.

use terrace_ir::Ir;
use terrace_opt::chunk::Session;
use terrace_opt::report::Reporter;
use terrace_opt::{Io, Setup, exit};

use crate::native::pipeline;

/// The passes of `--bufferize`.
const BUFFERIZE: [&str; 7] = [
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops strict-analysis",
    "--canonicalize",
    // Buffers are placed before it is decided where they are freed.
    "--buffer-hoisting",
    "--buffer-loop-hoisting",
    "--promote-buffers-to-stack",
    "--buffer-deallocation-pipeline=unstructured-control-flow",
    "--canonicalize",
];

/// The form in which a program is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the passes of the command line leave it.
    Plain,
    /// After those, without ops of tosa, whose lowering may compute floats in another order.
    Lowered,
    /// The same, bufferized.
    Bufferized,
}

/// Brings a program into a form; false if a pass failed, which was reported.
pub(crate) fn lower(session: &Session<'_>, ir: &mut Ir, form: Form, reporter: &mut Reporter<'_>) -> bool {
    (form == Form::Plain || pipeline::lower_tosa(session, ir, reporter))
        && (form != Form::Bufferized || pipeline::run_in(session, &BUFFERIZE, ir, reporter))
}

/// Runs a program in one form; the last parameter receives its results with all their elements.
pub(crate) type Run = fn(&[String], Io<'_>, &Setup, Form, &mut String) -> u8;

/// Runs a program unchanged and bufferized; both must have the same results.
pub(crate) fn run_twice(args: &[String], io: Io<'_>, setup: &Setup, run_once: Run) -> u8 {
    let Io { stdin, stdout, stderr, cwd, interactive, color } = io;
    let plain: Vec<String> =
        args.iter().filter(|arg| !matches!(arg.as_str(), "--bufferize" | "--stats")).cloned().collect();
    let bufferized: Vec<String> = plain.iter().cloned().chain(["--stats".to_owned()]).collect();
    let mut input = Vec::new();
    if args.iter().any(|arg| arg == "-" || arg == "--arg=-") && stdin.read_to_end(&mut input).is_err() {
        // There is nowhere left to complain to.
        let _ = writeln!(stderr, "error: the input cannot be read");
        return exit::REFUSED;
    }
    let mut outputs = [(Vec::new(), String::new()), (Vec::new(), String::new())];
    let runs = [(plain, Form::Lowered), (bufferized, Form::Bufferized)];
    for ((args, form), (output, whole)) in runs.iter().zip(&mut outputs) {
        let io = Io {
            stdin: &mut &input[..],
            interactive,
            stdout: &mut *output,
            stderr: &mut *stderr,
            cwd,
            color,
        };
        let code = run_once(args, io, setup, *form, whole);
        if code != 0 {
            let _ = stdout.write_all(output);
            return code;
        }
    }
    // A closed pipe is not an error.
    let [(plain, plain_whole), (bufferized, bufferized_whole)] = &outputs;
    let _ = stdout.write_all(bufferized);
    // Tensors that were given are buffers then, which are shown after the results.
    let starts = |text: &[u8], with: &[u8]| values(text).starts_with(&values(with));
    if starts(bufferized, plain) && starts(bufferized_whole.as_bytes(), plain_whole.as_bytes()) {
        let _ = writeln!(stdout, "the same as before bufferization");
        return 0;
    }
    let _ = writeln!(stderr, "error: before bufferization the program gives");
    let _ = stderr.write_all(plain);
    1
}

/// The lines of an output without what bufferization changes: the types of results, and the addresses that functions
/// of the run-time library print.
fn values(output: &[u8]) -> Vec<String> {
    const ADDRESS: &str = "base@ = 0x";
    let text = String::from_utf8_lossy(output);
    let of = |line: &str| {
        let line = line.rsplit_once(" : ").map_or(line, |(value, _)| value);
        match line.split_once(ADDRESS) {
            Some((before, after)) => {
                format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
            }
            None => line.to_owned(),
        }
    };
    text.lines().map(of).collect()
}
