//! Tests that state their requirements of the machine.
//!
//! A test whose need is not met is reported as ignored, and the reasons are printed after the summary. With
//! `TERRACE_NO_SKIPS` set, it fails: for machines on which everything is installed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

/// The variable that makes an unmet need a failure.
pub const NO_SKIPS: &str = "TERRACE_NO_SKIPS";

/// A test of a binary without libtest.
pub struct Test {
    name: String,
    unmet: Option<String>,
    run: Box<dyn FnOnce() -> Result<(), Failed> + Send>,
}

impl Test {
    /// A test that needs nothing. It fails by returning an error or by a panic.
    pub fn new(name: &str, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Self {
        Self { name: name.to_owned(), unmet: None, run: Box::new(run) }
    }

    /// A test that needs nothing and fails by a panic alone.
    pub fn of(name: &str, run: fn()) -> Self {
        Self::new(name, move || {
            run();
            Ok(())
        })
    }

    /// The test with a need: `Err` holds the reason for which it is not met.
    #[must_use]
    pub fn needs<T>(mut self, need: Result<T, String>) -> Self {
        self.unmet = self.unmet.or(need.err());
        self
    }
}

/// The path of a program, by the first of its names that is in `PATH`.
///
/// # Errors
///
/// The reason: no program has one of the names.
pub fn find_program(names: &[&str]) -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let find =
        |name: &&str| std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file());
    names.iter().find_map(find).ok_or_else(|| format!("{} is not installed", names.join(" or ")))
}

/// Runs tests as libtest does, by the arguments of the process.
pub fn run(tests: Vec<Test>) -> ExitCode {
    let args = Arguments::from_args();
    let fails = std::env::var_os(NO_SKIPS).is_some();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut trials = Vec::with_capacity(tests.len());
    for Test { name, unmet, run } in tests {
        trials.push(match unmet {
            None => Trial::test(name, run),
            Some(reason) if fails => {
                Trial::test(name, move || Err(format!("{NO_SKIPS} is set, but {reason}").into()))
            }
            Some(reason) => {
                *reasons.entry(reason).or_default() += 1;
                Trial::test(name, run).with_ignored_flag(true)
            }
        });
    }
    let conclusion = libtest_mimic::run(&args, trials);
    if !args.list && conclusion.num_ignored > 0 {
        for (reason, count) in &reasons {
            println!("ignored, since {reason}: {count}");
        }
    }
    conclusion.exit_code()
}
