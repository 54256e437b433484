//! Runs the repository's file tests, `tests/**/*.mlir`, in-process; each is a test of its own.
//!
//! `TERRACE_UPDATE=1` writes generated checks anew first.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::Failed;
use terrace::tools::native::toolchain::{beside, clang};
use terrace_filetest::harness::{self, Test, find_program};
use terrace_filetest::lit::{Suite, TestOutcome};
use terrace_filetest::runner::{self, RunOptions};
use terrace_filetest::update;
use terrace_test_opt::{OptTool, RunTool, TranslateTool};

/// The stack of a test's thread: what the main thread of a program gets.
const STACK: usize = 8 << 20;

fn suite(root: PathBuf, work: PathBuf) -> Suite {
    let mut suite = Suite {
        source_root: root,
        exec_root: work,
        // It ends what hangs, on a loaded machine, too.
        timeout: Some(Duration::from_secs(600)),
        ..Suite::default()
    };
    suite.tools.add("terrace-opt", OptTool::plain("terrace-opt"));
    suite.tools.add("terrace-test-opt", OptTool::with_test_dialect("terrace-test-opt"));
    suite.tools.add("terrace-translate", TranslateTool::new("terrace-translate"));
    suite.tools.add("terrace", RunTool::default());
    find_features(&mut suite);
    suite
}

/// Finds what tests may require of the machine.
fn find_features(suite: &mut Suite) {
    let gcc = || find_program(&["aarch64-linux-gnu-gcc"]);
    let qemu = gcc()
        .and_then(|_| find_program(&["ld.lld-22", "ld.lld"]))
        .and_then(|_| find_program(&["qemu-aarch64"]));
    let cxx = qemu.clone().and_then(|_| find_program(&["aarch64-linux-gnu-g++"]));
    let mca = clang().and_then(|clang| {
        beside(&clang, "llvm-mca").ok_or_else(|| "llvm-mca of clang's version is not installed".to_owned())
    });
    for (feature, word, program) in [
        ("clang", "%clang", clang()),
        ("llvm-mca", "%llvm-mca", mca),
        ("aarch64", "%qemu-aarch64", qemu),
        ("aarch64-c++", "%g++-aarch64", cxx),
    ] {
        match program {
            Ok(program) => {
                suite.features.insert(feature.to_owned());
                suite.substitutions.add_word(word, &program.to_string_lossy());
            }
            Err(reason) => drop(suite.absent.insert(feature.to_owned(), reason)),
        }
    }
}

fn run(suite: &Arc<Suite>, test: &str) -> Result<(), Failed> {
    if update::requested() {
        update::update(suite, test)?;
    }
    match runner::run_one(suite, test, STACK) {
        TestOutcome::Pass | TestOutcome::ExpectedFail => Ok(()),
        outcome => Err(format!("{}\n{}", outcome.label(), outcome.log()).into()),
    }
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    // Messages name files by their whole path, which shall have no dots in it.
    let root = match root.canonicalize() {
        Ok(root) => root,
        Err(error) => {
            eprintln!("{}: {error}", root.display());
            return ExitCode::FAILURE;
        }
    };
    let tests = match runner::discover(&root, &RunOptions::default()) {
        Ok(tests) => tests,
        Err(error) => {
            eprintln!("{}: {error}", root.display());
            return ExitCode::FAILURE;
        }
    };
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("filetests");
    let suite = Arc::new(suite(root, work));
    let test = |name: String| {
        let unmet = suite.unsupported(&name);
        let suite = Arc::clone(&suite);
        Test::new(&name.clone(), move || run(&suite, &name)).needs(unmet.map_or(Ok(()), Err))
    };
    harness::run(tests.into_iter().map(test).collect())
}
