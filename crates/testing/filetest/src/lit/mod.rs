//! LLVM's lit, in-process: keyword lines, substitutions, a small shell, and tools that are functions.

mod condition;
mod exec;
mod external;
pub(crate) mod glob;
mod script;
mod shell;
mod substitute;
mod tool;

pub use condition::Features;
pub use substitute::Substitutions;
pub use tool::{Environment, ExitStatus, Invocation, Tool, Tools};

use script::Script;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The configuration shared by the tests of a directory.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The directory of the tests.
    pub source_root: PathBuf,
    /// The directory for temporary files, laid out as the tests are.
    pub exec_root: PathBuf,
    /// Substitutions, applied before the standard ones (`%s`, `%t`, ..).
    pub substitutions: Substitutions,
    /// The features that `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` may name.
    pub features: Features,
    /// The features that the machine lacks, with the reason for each.
    pub absent: BTreeMap<String, String>,
    /// The environment of every command; `FILECHECK_OPTS` is read by FileCheck.
    pub env: Environment,
    /// The tools that run in-process; any other command is looked for in `PATH`.
    pub tools: Tools,
    /// The time one test may take. A tool in this process cannot be stopped: its thread is left after.
    pub timeout: Option<Duration>,
}

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// All commands succeeded.
    Pass,
    /// A command failed; the text is its log.
    Fail(String),
    /// It failed, as expected by `XFAIL:`.
    ExpectedFail,
    /// It passed, although `XFAIL:` expects a failure.
    UnexpectedPass,
    /// A required feature is missing.
    Unsupported(String),
    /// The test itself cannot be read.
    Unresolved(String),
    /// It exceeded the time limit.
    Timeout(String),
}

impl TestOutcome {
    /// Whether the test is no reason for concern.
    pub fn is_ok(&self) -> bool {
        matches!(self, Self::Pass | Self::ExpectedFail | Self::Unsupported(_))
    }

    /// A word for the outcome.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Fail(_) => "FAIL",
            Self::ExpectedFail => "XFAIL",
            Self::UnexpectedPass => "XPASS",
            Self::Unsupported(_) => "UNSUPPORTED",
            Self::Unresolved(_) => "UNRESOLVED",
            Self::Timeout(_) => "TIMEOUT",
        }
    }

    /// Returns the log of a failure; empty for other outcomes.
    pub fn log(&self) -> &str {
        match self {
            Self::Fail(log) | Self::Unsupported(log) | Self::Unresolved(log) | Self::Timeout(log) => log,
            Self::Pass | Self::ExpectedFail | Self::UnexpectedPass => "",
        }
    }
}

impl Suite {
    /// The commands of a test, with all substitutions made and their line numbers.
    ///
    /// # Errors
    ///
    /// If the test cannot be read, or has a line that is not well-formed.
    pub fn commands(&self, test: &str) -> Result<Vec<(usize, String)>, String> {
        let text = std::fs::read(self.source_root.join(test)).map_err(|error| error.to_string())?;
        Script::parse(&text)?.expand(&mut self.substitutions_of(test), &self.features)
    }

    /// The reason for which a test cannot run with the suite's features, by its `REQUIRES:` and `UNSUPPORTED:` lines;
    /// `None` if it can, or cannot be read.
    pub fn unsupported(&self, test: &str) -> Option<String> {
        let text = std::fs::read(self.source_root.join(test)).ok()?;
        self.unmet(&Script::parse(&text).ok()?)
    }

    fn unmet(&self, script: &Script) -> Option<String> {
        if let Some(missing) = script.requires.iter().find(|condition| !self.holds(condition)) {
            let reason = self.absent.get(missing).cloned();
            return reason
                .or_else(|| Some(format!("Test requires the following unavailable features: {missing}")));
        }
        let hit = script.unsupported.iter().find(|condition| self.holds(condition))?;
        Some(format!("Test does not support the following features: {hit}"))
    }

    /// Whether a condition is true. Conditions are checked as a script is read; an invalid one is false.
    fn holds(&self, condition: &str) -> bool {
        condition == "*" || condition::evaluate(condition, &self.features).unwrap_or(false)
    }

    /// Runs the test at a path relative to the suite's root, on this thread.
    pub fn run(&self, test: &str) -> TestOutcome {
        let text = match std::fs::read(self.source_root.join(test)) {
            Ok(text) => text,
            Err(error) => return TestOutcome::Unresolved(error.to_string()),
        };
        let script = match Script::parse(&text) {
            Ok(script) => script,
            Err(error) => return TestOutcome::Unresolved(error),
        };
        if let Some(reason) = self.unmet(&script) {
            return TestOutcome::Unsupported(reason);
        }
        let commands = match script.expand(&mut self.substitutions_of(test), &self.features) {
            Ok(commands) => commands,
            Err(error) => return TestOutcome::Unresolved(error),
        };
        let mut outcome = self.execute(test, &commands);
        for _ in 0..script.retries {
            if matches!(outcome, TestOutcome::Fail(_)) {
                outcome = self.execute(test, &commands);
            }
        }
        match (script.xfail.iter().any(|condition| self.holds(condition)), outcome) {
            (true, TestOutcome::Fail(_)) => TestOutcome::ExpectedFail,
            (true, TestOutcome::Pass) => TestOutcome::UnexpectedPass,
            (_, outcome) => outcome,
        }
    }

    fn execute(&self, test: &str, commands: &[(usize, String)]) -> TestOutcome {
        let (dir, base) = self.temporary(test);
        if let Err(error) = base.parent().map_or(Ok(()), std::fs::create_dir_all) {
            return TestOutcome::Unresolved(format!("{}: {error}", base.display()));
        }
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
        let env = self.env.clone();
        let mut shell = exec::Shell {
            tools: &self.tools,
            cwd: dir,
            env,
            deadline,
            log: String::new(),
            pushed: Vec::new(),
        };
        for (line, command) in commands {
            if command.is_empty() {
                continue;
            }
            let status = shell.run_line(command);
            let log = |shell: &mut exec::Shell<'_>, reason: String| {
                format!("RUN: at line {line}: {command}\n{}{reason}", std::mem::take(&mut shell.log))
            };
            match status {
                Ok(ExitStatus::Code(0)) => shell.log.clear(),
                Ok(ExitStatus::Timeout) => {
                    return TestOutcome::Timeout(log(&mut shell, "# out of time\n".to_owned()));
                }
                Ok(_) => return TestOutcome::Fail(log(&mut shell, String::new())),
                Err(error) => return TestOutcome::Fail(log(&mut shell, format!("# error: {error}\n"))),
            }
        }
        TestOutcome::Pass
    }

    /// The working directory of a test and the start of its temporary paths.
    fn temporary(&self, test: &str) -> (PathBuf, PathBuf) {
        let path = self.exec_root.join(test);
        let dir = path.parent().unwrap_or(Path::new("/")).to_path_buf();
        let base = dir.join("Output").join(path.file_name().unwrap_or_default());
        (dir, base)
    }

    fn substitutions_of(&self, test: &str) -> Substitutions {
        let mut list = self.substitutions.clone();
        let source = self.source_root.join(test);
        let source_dir = source.parent().unwrap_or(Path::new("/")).display().to_string();
        let (_, base) = self.temporary(test);
        let base_name = base.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let temporary = format!("{}.tmp", base.display());
        list.add("%{pathsep}", ":");
        list.add("%basename_t", &base_name);
        list.add("%{s:basename}", &base_name);
        list.add("%{t:stem}", &base_name);
        list.add("%{fs-src-root}", "/");
        list.add("%{fs-tmp-root}", "/");
        list.add("%{fs-sep}", "/");
        list.add("%/et", &temporary);
        for (letter, path) in [
            ("s", source.display().to_string()),
            ("S", source_dir.clone()),
            ("p", source_dir),
            ("t", temporary),
        ] {
            list.add(&format!("%{letter}"), &path);
            list.add(&format!("%/{letter}"), &path);
            let real = std::path::absolute(&path).unwrap_or_else(|_| (&path).into()).display().to_string();
            list.add(&format!("%{{{letter}:real}}"), &real);
            list.add(&format!("%{{/{letter}:real}}"), &real);
            let escaped = path.replace('@', "\\@").replace('&', "\\&");
            list.add(&format!("%{{/{letter}:regex_replacement}}"), &escaped);
            list.add(&format!("%:{letter}"), path.strip_prefix('/').unwrap_or(&path));
        }
        list
    }
}

/// Whether a file's text has a command to run.
pub(crate) fn is_test(text: &[u8]) -> bool {
    Script::has_run(text)
}
