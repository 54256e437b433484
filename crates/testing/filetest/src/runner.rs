//! Finds the tests of a suite and runs them in parallel.

use crate::lit::{Suite, TestOutcome};
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

/// Options of running a suite.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Tests at once; 0 for one per core.
    pub jobs: usize,
    /// Only tests that match one of these: a path, a directory, a glob, or a part of the path. All if empty.
    pub filters: Vec<String>,
    /// The ends of test file names.
    pub suffixes: Vec<String>,
    /// The stack of a test's thread, in bytes: a tool may recurse.
    pub stack_size: usize,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { jobs: 0, filters: Vec::new(), suffixes: vec![".mlir".to_owned()], stack_size: 64 << 20 }
    }
}

/// A test with its outcome; the name is its path relative to the suite's root.
pub type TestResult = (String, TestOutcome);

/// The tests under `root`: files with one of the suffixes that have a `RUN:` line, sorted by path. Directories named
/// `Inputs` and hidden ones are skipped.
pub fn discover(root: &Path, options: &RunOptions) -> std::io::Result<Vec<String>> {
    let mut tests = Vec::new();
    let mut dirs = vec![String::new()];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(root.join(&dir))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name == "Inputs" || name.starts_with('.') {
                continue;
            }
            let path = if dir.is_empty() { name } else { format!("{dir}/{name}") };
            if entry.path().is_dir() {
                dirs.push(path);
            } else if options.suffixes.iter().any(|suffix| path.ends_with(suffix.as_str()))
                && selected(&path, &options.filters)
                && crate::lit::is_test(&std::fs::read(entry.path())?)
            {
                tests.push(path);
            }
        }
    }
    tests.sort_unstable();
    Ok(tests)
}

/// Whether a path is chosen by the filters.
pub fn selected(path: &str, filters: &[String]) -> bool {
    let hit = |filter: &String| {
        let filter = filter.trim_end_matches('/');
        if filter.contains(['*', '?']) {
            return crate::lit::glob::matches(filter.as_bytes(), path.as_bytes());
        }
        path.contains(filter)
    };
    filters.is_empty() || filters.iter().any(hit)
}

/// Runs `tests` and returns their outcomes in the same order.
pub fn run(suite: &Suite, tests: &[String], options: &RunOptions) -> Vec<TestResult> {
    let suite = Arc::new(suite.clone());
    let one = |test: &String| (test.clone(), run_one(&suite, test, options.stack_size));
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(options.jobs).stack_size(options.stack_size).build();
    match pool {
        Ok(pool) => pool.install(|| tests.par_iter().map(one).collect()),
        // Without threads the tests still run.
        Err(_) => tests.iter().map(one).collect(),
    }
}

/// Runs one test, on a separate thread if it has a time limit.
pub fn run_one(suite: &Arc<Suite>, test: &str, stack_size: usize) -> TestOutcome {
    let Some(timeout) = suite.timeout else { return suite.run(test) };
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().name(test.to_owned()).stack_size(stack_size);
    let (shared, name) = (Arc::clone(suite), test.to_owned());
    let spawned = thread.spawn(move || drop(sender.send(shared.run(&name))));
    if spawned.is_err() {
        return suite.run(test);
    }
    // An external program is ended by its own deadline; this one is for tools in this process.
    match receiver.recv_timeout(timeout + Duration::from_secs(1)) {
        Ok(outcome) => outcome,
        Err(mpsc::RecvTimeoutError::Timeout) => TestOutcome::Timeout(format!("no end after {timeout:?}\n")),
        Err(mpsc::RecvTimeoutError::Disconnected) => TestOutcome::Fail("the test's thread died\n".to_owned()),
    }
}

/// A text with the failures and a line of counts.
pub fn summary(results: &[TestResult]) -> String {
    let mut text = String::new();
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for (name, outcome) in results {
        *counts.entry(outcome.label()).or_default() += 1;
        if !outcome.is_ok() {
            text += &format!("---- {name}: {} ----\n{}\n", outcome.label(), outcome.log());
        }
    }
    let counts: Vec<String> = counts.iter().map(|(label, count)| format!("{label} {count}")).collect();
    text + &counts.join(", ") + "\n"
}
