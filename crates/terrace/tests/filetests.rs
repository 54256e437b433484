//! Runs the repository's file tests, `tests/**/*.mlir`, in-process; each is a test of its own.
//!
//! `TERRACE_UPDATE=1` writes generated checks anew first.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use terrace_filetest::lit::{Outcome, Suite};
use terrace_filetest::runner::{self, RunOptions};
use terrace_filetest::update;
use terrace_test_opt::{OptTool, RunTool, TranslateTool};

/// The stack of a test's thread: what the main thread of a program gets.
const STACK: usize = 8 << 20;

fn suite(root: PathBuf, work: PathBuf) -> Suite {
    let mut suite = Suite {
        source_root: root,
        exec_root: work,
        timeout: Some(Duration::from_secs(60)),
        ..Suite::default()
    };
    suite.tools.add("terrace-opt", OptTool::plain("terrace-opt"));
    suite.tools.add("terrace-test-opt", OptTool::with_test_dialect("terrace-test-opt"));
    suite.tools.add("terrace-translate", TranslateTool::new("terrace-translate"));
    suite.tools.add("terrace", RunTool::default());
    if let Ok(clang) = terrace::tools::native::toolchain::clang() {
        suite.features.insert("clang".to_owned());
        suite.substitutions.add_word("%clang", &clang.to_string_lossy());
    }
    if let Some(emulator) = aarch64_emulator() {
        suite.features.insert("aarch64".to_owned());
        suite.substitutions.add_word("%qemu-aarch64", &emulator.to_string_lossy());
    }
    suite
}

/// The emulator that runs programs for AArch64, if there are a library and a linker for them, too.
fn aarch64_emulator() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let find =
        |name: &str| std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file());
    find("aarch64-linux-gnu-gcc")?;
    find("ld.lld-22").or_else(|| find("ld.lld"))?;
    find("qemu-aarch64")
}

fn run(suite: &Arc<Suite>, test: &str) -> Result<(), Failed> {
    if update::requested() {
        update::update(suite, test)?;
    }
    match runner::run_one(suite, test, STACK) {
        Outcome::Pass | Outcome::ExpectedFail => Ok(()),
        Outcome::Unsupported(why) => {
            eprintln!("skipped {test}: {why}");
            Ok(())
        }
        outcome => Err(format!("{}\n{}", outcome.label(), outcome.log()).into()),
    }
}

fn main() -> ExitCode {
    let args = Arguments::from_args();
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
    let trial = |name: String| {
        let suite = Arc::clone(&suite);
        Trial::test(name.clone(), move || run(&suite, &name))
    };
    libtest_mimic::run(&args, tests.into_iter().map(trial).collect()).exit_code()
}
