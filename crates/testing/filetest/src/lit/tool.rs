//! Programs that run inside this process.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Environment variables by name.
pub type Environment = BTreeMap<String, String>;

/// One call of a tool.
#[derive(Debug)]
pub struct Invocation<'a> {
    /// The arguments, without the tool's own name.
    pub args: &'a [String],
    /// All of standard input.
    pub stdin: &'a [u8],
    /// The directory that relative paths start from.
    pub cwd: &'a Path,
    /// The environment.
    pub env: &'a Environment,
    /// Collects standard output.
    pub stdout: &'a mut Vec<u8>,
    /// Collects standard error; where both go to one place, this comes first.
    pub stderr: &'a mut Vec<u8>,
}

impl Invocation<'_> {
    /// Writes a line to standard error.
    pub fn complain(&mut self, message: impl fmt::Display) {
        self.stderr.extend(format!("{message}\n").bytes());
    }

    /// Reads the file at `path` relative to the working directory, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if path == "-" {
            return Ok(self.stdin.to_vec());
        }
        std::fs::read(self.cwd.join(path)).map_err(|error| format!("{path}: {error}"))
    }
}

/// The exit status of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The tool returned this code.
    Code(i32),
    /// The tool panicked or was killed by a signal.
    Crash,
    /// The tool exceeded the time limit.
    Timeout,
}

impl ExitStatus {
    /// Code 0.
    pub const SUCCESS: Self = Self::Code(0);
    /// Code 1.
    pub const FAILURE: Self = Self::Code(1);

    /// Whether this is code 0.
    pub fn is_success(self) -> bool {
        self == Self::SUCCESS
    }

    /// Success or failure.
    pub fn from_success(success: bool) -> Self {
        if success { Self::SUCCESS } else { Self::FAILURE }
    }
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit status {code}"),
            Self::Crash => f.write_str("a crash"),
            Self::Timeout => f.write_str("a timeout"),
        }
    }
}

/// A program that runs inside this process; it may be called from several threads at once.
pub trait Tool: Send + Sync {
    /// Runs the program to its end.
    fn run(&self, invocation: Invocation<'_>) -> ExitStatus;
}

impl<F: Fn(Invocation<'_>) -> ExitStatus + Send + Sync> Tool for F {
    fn run(&self, invocation: Invocation<'_>) -> ExitStatus {
        self(invocation)
    }
}

/// The tools of a suite by name.
#[derive(Clone)]
pub struct Tools {
    by_name: BTreeMap<String, Arc<dyn Tool>>,
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_name.keys()).finish()
    }
}

impl Default for Tools {
    fn default() -> Self {
        Self::builtin()
    }
}

impl Tools {
    /// The tools that every suite has: FileCheck and the usual small Unix programs.
    pub fn builtin() -> Self {
        let mut tools = Self { by_name: BTreeMap::new() };
        crate::builtins::register(&mut tools);
        tools
    }

    /// Adds a tool, in place of one of the same name.
    pub fn add(&mut self, name: &str, tool: impl Tool + 'static) {
        self.by_name.insert(name.to_owned(), Arc::new(tool));
    }

    /// Adds a shared tool, in place of one of the same name.
    pub fn add_shared(&mut self, name: &str, tool: Arc<dyn Tool>) {
        self.by_name.insert(name.to_owned(), tool);
    }

    /// Whether a tool has this name.
    pub fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Runs a tool; a panic in it is a crash, with the panic's message on standard error.
    pub(crate) fn run(&self, name: &str, invocation: Invocation<'_>) -> Option<ExitStatus> {
        let tool = self.by_name.get(name)?;
        let Invocation { args, stdin, cwd, env, stdout, stderr } = invocation;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            tool.run(Invocation { args, stdin, cwd, env, stdout: &mut *stdout, stderr: &mut *stderr })
        }));
        Some(outcome.unwrap_or_else(|payload| {
            let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
            stderr.extend(format!("{name}: panic: {text}\n").bytes());
            ExitStatus::Crash
        }))
    }
}
