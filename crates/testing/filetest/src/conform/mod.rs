//! Upstream's tests as a scoreboard: which of them pass with our tools.
//!
//! A test counts if its commands name a replaced tool, every tool that they name is there, and it does not pass with
//! tools that print nothing and fail.

mod record;
mod upstream;

pub use record::{Directory, Record, Regressions};
pub use upstream::{Upstream, tools_used};

use crate::lit::{ExitStatus, Invocation, Suite, TestOutcome, Tool};
use crate::runner::{self, RunOptions, TestResult};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The programs under test by upstream's names (`mlir-opt`, `mlir-translate`, ..).
pub type Replaced = BTreeMap<String, Arc<dyn Tool>>;

/// The reason why a test does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// The test uses none of the replaced tools.
    Unrelated,
    /// The test requires a missing tool.
    NoTool(String),
    /// The test passes with tools that only fail.
    Trivial,
    /// A feature that it needs is missing.
    Unsupported(String),
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The tests that count, with their outcomes, by path.
    pub counted: Vec<TestResult>,
    /// The others, by path.
    pub not_counted: Vec<(String, NotCounted)>,
}

impl Report {
    /// The number of counted tests that pass.
    pub fn passing(&self) -> usize {
        self.counted.iter().filter(|(_, outcome)| *outcome == TestOutcome::Pass).count()
    }

    /// The counts by directory, the total last.
    pub fn table(&self) -> String {
        let record = Record::from_report(self);
        let width = record.directories.keys().map(String::len).fold(0, Ord::max).max(5);
        let mut text = String::new();
        for (name, dir) in &record.directories {
            text += &format!("{name:width$} {:5} / {}\n", dir.passing.len(), dir.total);
        }
        text + &format!("{:width$} {:5} / {}\n", "total", self.passing(), self.counted.len())
    }
}

/// Runs upstream's tests with `replaced` in place of its tools.
pub fn run(upstream: &Upstream, replaced: &Replaced, options: &RunOptions) -> std::io::Result<Report> {
    let suite = upstream.suite(replaced)?;
    let mut report = Report::default();
    let mut candidates = Vec::new();
    for test in runner::discover(&suite.source_root, options)? {
        match upstream.refusal(&suite, &test, replaced)? {
            Some(reason) => report.not_counted.push((test, reason)),
            None => candidates.push(test),
        }
    }
    let trivial = run_group(upstream, &with_failing_tools(&suite, replaced), &candidates, options);
    let mut tests = Vec::new();
    for (test, outcome) in trivial {
        match outcome {
            TestOutcome::Pass => report.not_counted.push((test, NotCounted::Trivial)),
            TestOutcome::Unsupported(reason) => {
                report.not_counted.push((test, NotCounted::Unsupported(reason)))
            }
            _ => tests.push(test),
        }
    }
    report.counted = run_group(upstream, &suite, &tests, options);
    report.not_counted.sort_by(|a, b| a.0.cmp(&b.0));
    upstream.clean_up();
    Ok(report)
}

/// Runs tests, each directory with its own settings.
fn run_group(upstream: &Upstream, suite: &Suite, tests: &[String], options: &RunOptions) -> Vec<TestResult> {
    let mut groups: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for test in tests {
        groups.entry(upstream::local_settings(test)).or_default().push(test.clone());
    }
    let mut results = Vec::new();
    for (settings, tests) in groups {
        let suite = upstream.localize(suite, settings);
        results.extend(runner::run(&suite, &tests, options));
    }
    results.sort_by(|a, b| a.0.cmp(&b.0));
    results
}

/// The suite with replaced tools that print nothing and exit with 1.
fn with_failing_tools(suite: &Suite, replaced: &Replaced) -> Suite {
    let mut suite = suite.clone();
    for name in replaced.keys() {
        suite.tools.add(name, |_: Invocation<'_>| ExitStatus::FAILURE);
    }
    suite
}
