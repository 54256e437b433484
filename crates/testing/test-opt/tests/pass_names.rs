//! Every pass that mlir-opt has too has its name there: in dumps, in the texts of pipelines, and in errors about the op that
//! it is restricted to.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use terrace_filetest::harness::{self, Test, find_program};
use terrace_opt::Io;

/// The oracle.
const MLIR_OPT: [&str; 1] = ["mlir-opt-22"];

/// The input of the passes.
const INPUT: &str = "module {\n}\n";

/// Passes that mlir-opt crashes in, or whose options it prints from memory that it does not set.
const BROKEN_UPSTREAM: &[&str] = &["llvm-use-default-visibility"];

/// The arguments that show how a pass is called.
fn arguments(pass: &str) -> [String; 3] {
    [
        format!("--pass-pipeline=builtin.module({pass})"),
        "--mlir-print-ir-before-all".to_owned(),
        "--dump-pass-pipeline".to_owned(),
    ]
}

/// The first dump, the text of the pipeline, and errors about the anchor of a pass.
fn about_passes(text: &str) -> Vec<String> {
    let dump = text.lines().find(|line| line.starts_with("// -----// IR Dump Before"));
    let is_about = |line: &&str| {
        line.starts_with("  ") || line.contains("restricted to") || line.contains("unable to schedule")
    };
    dump.into_iter().chain(text.lines().filter(is_about)).map(str::to_owned).collect()
}

fn of_terrace(pass: &str) -> Vec<String> {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut INPUT.as_bytes(),
        interactive: false,
        color: false,
        stdout: &mut out,
        stderr: &mut errors,
        cwd: Path::new("."),
    };
    terrace_opt::run("terrace-test-opt", &arguments(pass), io, &terrace_test_opt::setup());
    about_passes(&String::from_utf8_lossy(&errors))
}

/// `None` if mlir-opt lacks the pass.
fn of_upstream(program: &Path, pass: &str) -> Option<Vec<String>> {
    let mut command = Command::new(program);
    command.args(arguments(pass)).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("mlir-opt starts");
    // It may have ended with an error before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(INPUT.as_bytes());
    let output = child.wait_with_output().expect("mlir-opt ends");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (!text.contains("does not refer to a registered pass")).then(|| about_passes(&text))
}

fn passes_have_upstreams_names() {
    let program = find_program(&MLIR_OPT).expect("it was found before");
    let setup = terrace_test_opt::setup();
    let passes = setup.registry.passes();
    let names: Vec<&str> =
        passes.iter().map(|pass| pass.name).filter(|name| !name.starts_with("test-")).collect();
    let (next, common) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut wrong = Vec::new();
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(upstream) = of_upstream(&program, name) else { continue };
            common.fetch_add(1, Ordering::Relaxed);
            let own = of_terrace(name);
            if upstream != own && !BROKEN_UPSTREAM.contains(name) {
                wrong.push(format!("{name}\n  mlir-opt {upstream:?}\n  terrace  {own:?}"));
            }
        }
        wrong
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("it does not panic")).collect()
    });
    wrong.sort();
    assert!(common.into_inner() >= 120, "most passes are known to both");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn main() -> ExitCode {
    harness::run(vec![
        Test::of("passes_have_upstreams_names", passes_have_upstreams_names).needs(find_program(&MLIR_OPT)),
    ])
}
