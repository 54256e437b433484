//! Runs script lines: pipes, redirections, `env`, `not`, and the commands that change the shell itself.
//!
//! The stages of a pipe run one after the other, each on the whole output of the one before. Every stage must succeed.

use super::external;
use super::shell::{self, Command, Operator, Redirect, Word};
use super::tool::{Environment, ExitStatus, Invocation, Tools};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The state that commands share: directory, environment, and the log of executed commands.
pub(super) struct Shell<'a> {
    pub(super) tools: &'a Tools,
    pub(super) cwd: PathBuf,
    pub(super) env: Environment,
    pub(super) deadline: Option<Instant>,
    pub(super) log: String,
    pub(super) pushed: Vec<PathBuf>,
}

/// The target of an output stream.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sink {
    /// To the next stage.
    Out,
    /// To the log.
    Err,
    /// To one of the files that the command opened.
    File(usize),
}

/// The negation of a command: `not` and `!`.
#[derive(Default)]
struct Negation {
    count: usize,
    /// True if there was a `not`, besides `!`.
    not: bool,
    crash: bool,
}

/// Output beyond this is cut in the log.
const LOGGED: usize = 20_000;

impl Shell<'_> {
    /// Runs one script line.
    pub(super) fn run_line(&mut self, text: &str) -> Result<ExitStatus, String> {
        let mut status = ExitStatus::SUCCESS;
        for (operator, pipeline) in shell::parse(text)? {
            match operator {
                Some(Operator::And) if !status.is_success() => continue,
                Some(Operator::Or) if status.is_success() => continue,
                Some(Operator::Background) => return Err("unsupported shell operator: '&'".to_owned()),
                _ => status = self.run_pipeline(&pipeline)?,
            }
        }
        Ok(status)
    }

    fn run_pipeline(&mut self, pipeline: &[Command]) -> Result<ExitStatus, String> {
        let mut status = ExitStatus::SUCCESS;
        let mut piped = Vec::new();
        for (i, command) in pipeline.iter().enumerate() {
            let (stage, output) = self.run_command(command, &piped, i + 1 == pipeline.len())?;
            piped = output;
            // The last failing stage decides.
            if !stage.is_success() {
                status = stage;
            }
        }
        Ok(status)
    }

    fn run_command(
        &mut self,
        command: &Command,
        piped: &[u8],
        last: bool,
    ) -> Result<(ExitStatus, Vec<u8>), String> {
        let mut words: Vec<Word> = Vec::with_capacity(command.words.len());
        for word in &command.words {
            words.push(Word { text: self.read_files(&word.text)?, glob: word.glob });
        }
        let mut env = None;
        let mut negation = Negation::default();
        let mut rest = words.as_slice();
        loop {
            match rest {
                [first, tail @ ..] if first.text == "env" => {
                    rest = update_env(env.get_or_insert_with(|| self.env.clone()), tail);
                    if rest.is_empty() {
                        let list = env.iter().flatten().map(|(name, value)| format!("{name}={value}\n"));
                        return Ok((ExitStatus::SUCCESS, list.collect::<String>().into_bytes()));
                    }
                }
                [first, tail @ ..] if first.text == "not" || first.text == "!" => {
                    rest = tail;
                    negation.count += 1;
                    if first.text == "not" {
                        negation.not = true;
                        if let [crash, tail @ ..] = rest
                            && crash.text == "--crash"
                        {
                            negation.crash = true;
                            rest = tail;
                        }
                    }
                    if rest.is_empty() {
                        return Err(format!("Error: '{}' requires a subcommand", first.text));
                    }
                }
                // A leading assignment, as a shell would read it.
                [first, _, ..] if is_assignment(&first.text) => {
                    rest = update_env(env.get_or_insert_with(|| self.env.clone()), rest);
                }
                _ => break,
            }
        }
        let Some((name, rest)) = rest.split_first() else { return Err("empty command!".to_owned()) };
        let mut args = Vec::with_capacity(rest.len());
        for word in rest {
            args.extend(self.expand(word));
        }
        let plan = self.plan_redirects(&command.redirects)?;
        let stdin = match &plan.stdin {
            Some(path) => std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?,
            None => piped.to_vec(),
        };
        let mut stdout = Vec::new();
        let mut stderr = Vec::new();
        let merge = plan.stdout == plan.stderr;
        let env = env.unwrap_or_else(|| self.env.clone());
        let status = match self.shell_builtin(&name.text, &args, &mut stderr) {
            Some(status) => status,
            None => self.call(&name.text, &args, &stdin, &env, merge, &mut stdout, &mut stderr)?,
        };
        let result = negation.apply(status);
        let mut out = Vec::new();
        let mut err = Vec::new();
        let mut files: Vec<Vec<u8>> = vec![Vec::new(); plan.files.len()];
        for (sink, bytes) in [(plan.stderr, stderr), (plan.stdout, stdout)] {
            match sink {
                Sink::Out => out.extend(bytes),
                Sink::Err => err.extend(bytes),
                Sink::File(index) => files[index].extend(bytes),
            }
        }
        for ((path, append), bytes) in plan.files.iter().zip(files) {
            write_file(path, *append, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        self.log_command(command, result, status, &err, last.then_some(&out));
        Ok((result, out))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one call, used once")]
    fn call(
        &self,
        name: &str,
        args: &[String],
        stdin: &[u8],
        env: &Environment,
        merge: bool,
        stdout: &mut Vec<u8>,
        stderr: &mut Vec<u8>,
    ) -> Result<ExitStatus, String> {
        let invocation =
            Invocation { args, stdin, cwd: &self.cwd, env, stdout: &mut *stdout, stderr: &mut *stderr };
        if let Some(status) = self.tools.run(name, invocation) {
            return Ok(status);
        }
        let Some(program) = external::resolve(name, &self.cwd, env) else {
            return Err(format!("'{name}': command not found"));
        };
        let outcome = external::run(&program, args, stdin, &self.cwd, env, merge, self.deadline)
            .map_err(|error| format!("Could not create process ({}) due to {error}", program.display()))?;
        *stdout = outcome.stdout;
        *stderr = outcome.stderr;
        Ok(outcome.status)
    }

    /// Commands that change the shell.
    fn shell_builtin(&mut self, name: &str, args: &[String], stderr: &mut Vec<u8>) -> Option<ExitStatus> {
        match name {
            "cd" | "pushd" => {
                let Some(target) = args.first().map(|dir| self.cwd.join(dir)).filter(|dir| dir.is_dir())
                else {
                    stderr.extend(format!("{name}: no such directory: {args:?}\n").bytes());
                    return Some(ExitStatus::FAILURE);
                };
                let old = std::mem::replace(&mut self.cwd, target);
                if name == "pushd" {
                    self.pushed.push(old);
                }
            }
            "popd" => match self.pushed.pop() {
                Some(dir) => self.cwd = dir,
                None => return Some(ExitStatus::FAILURE),
            },
            "export" => {
                for (name, value) in args.iter().filter_map(|arg| arg.split_once('=')) {
                    self.env.insert(name.to_owned(), value.to_owned());
                }
            }
            ":" | "umask" | "ulimit" => {}
            _ => return None,
        }
        Some(ExitStatus::SUCCESS)
    }

    /// Replaces `%{readfile:PATH}` by the file's text.
    fn read_files(&self, text: &str) -> Result<String, String> {
        const MARK: &str = "%{readfile:";
        if !text.contains(MARK) {
            return Ok(text.to_owned());
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(MARK) {
            let Some((path, tail)) = after.split_once('}') else { break };
            let missing = |_| format!("File specified in readfile substitution does not exist: {path}");
            out.push_str(before);
            out.push_str(&std::fs::read_to_string(self.cwd.join(path)).map_err(missing)?);
            rest = tail;
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Expands a word with `*` or `?` to files; the word itself if there is none.
    fn expand(&self, word: &Word) -> Vec<String> {
        let found = if word.glob { super::glob::expand(&word.text, &self.cwd) } else { Vec::new() };
        if found.is_empty() { vec![word.text.clone()] } else { found }
    }

    fn plan_redirects(&self, redirects: &[Redirect]) -> Result<Plan, String> {
        let mut plan = Plan { stdin: None, stdout: Sink::Out, stderr: Sink::Err, files: Vec::new() };
        for Redirect { operator, descriptor, target } in redirects {
            let path = || self.cwd.join(&target.text);
            let append = *operator == Operator::Append;
            match (operator, descriptor) {
                (Operator::Out | Operator::Append, None | Some(1)) => plan.stdout = plan.open(path(), append),
                (Operator::Out | Operator::Append, Some(2)) => plan.stderr = plan.open(path(), append),
                (Operator::OutDup, Some(2)) if target.text == "1" => plan.stderr = plan.stdout,
                (Operator::OutDup, None | Some(1)) if target.text == "2" => plan.stdout = plan.stderr,
                (Operator::OutDup | Operator::Both, None) => {
                    plan.stdout = plan.open(path(), false);
                    plan.stderr = plan.stdout;
                }
                (Operator::In, None | Some(0)) => plan.stdin = Some(path()),
                _ => return Err(format!("Unsupported redirect: {operator:?} {}", target.text)),
            }
        }
        Ok(plan)
    }

    fn log_command(
        &mut self,
        command: &Command,
        result: ExitStatus,
        status: ExitStatus,
        stderr: &[u8],
        stdout: Option<&Vec<u8>>,
    ) {
        if result.is_success() {
            return;
        }
        let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
        let _ = writeln!(self.log, "# command: {}", words.join(" "));
        let _ = writeln!(self.log, "# ended with {status}");
        for bytes in [Some(stderr), stdout.map(Vec::as_slice)].into_iter().flatten() {
            let shown = &bytes[..bytes.len().min(LOGGED)];
            if !shown.is_empty() {
                let _ = writeln!(self.log, "{}", String::from_utf8_lossy(shown).trim_end());
            }
        }
    }
}

struct Plan {
    stdin: Option<PathBuf>,
    stdout: Sink,
    stderr: Sink,
    files: Vec<(PathBuf, bool)>,
}

impl Plan {
    fn open(&mut self, path: PathBuf, append: bool) -> Sink {
        self.files.push((path, append));
        Sink::File(self.files.len() - 1)
    }
}

impl Negation {
    /// A crash satisfies `not --crash` only; `!` takes any failure.
    fn apply(&self, status: ExitStatus) -> ExitStatus {
        if status == ExitStatus::Timeout || self.count == 0 {
            return status;
        }
        let crashed = status == ExitStatus::Crash;
        if self.crash {
            return ExitStatus::from_success(crashed == (self.count % 2 == 1));
        }
        if self.not && crashed {
            return status;
        }
        ExitStatus::from_success(status.is_success() != (self.count % 2 == 1))
    }
}

fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// Applies the words of `env` and returns those of the command after them.
fn update_env<'w>(env: &mut Environment, words: &'w [Word]) -> &'w [Word] {
    let mut rest = words;
    while let [word, tail @ ..] = rest {
        match (word.text.as_str(), tail) {
            ("-i", _) => env.clear(),
            ("-u", [name, after @ ..]) => {
                env.remove(&name.text);
                rest = after;
                continue;
            }
            (text, _) => match text.split_once('=') {
                Some((name, value)) => drop(env.insert(name.to_owned(), value.to_owned())),
                None => break,
            },
        }
        rest = tail;
    }
    rest
}

fn write_file(path: &Path, append: bool, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).append(append).truncate(!append).open(path)?;
    file.write_all(bytes)
}
