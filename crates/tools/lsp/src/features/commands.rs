//! Commands: what other commands of the tool make of a file.
//!
//! Each has one argument, an object with the address of the file (`uri`) and what the command needs besides. The result is a
//! text to show, with its language.

use std::sync::{Arc, PoisonError};

use serde_json::{Value as Json, json};

use super::{Answer, Ask, View};
use crate::jobs::{Job, Output};
use crate::run_lines::{RunLine, run_lines};
use crate::workspace::path_of;

/// A command that clients may ask for.
struct Command {
    name: &'static str,
    /// Whether the file is open; others are read from the disk.
    is_open: bool,
    run: fn(&View<'_>, &Ask<'_>, &Json) -> Result<Answer, String>,
}

static COMMANDS: &[Command] = &[
    Command { name: "terrace.run", is_open: true, run: run_line },
    Command { name: "terrace.pipeline", is_open: true, run: run_pipeline },
    Command { name: "terrace.explain", is_open: true, run: explain },
    Command { name: "terrace.reduce", is_open: true, run: reduce },
    Command { name: "terrace.readBytecode", is_open: false, run: read_bytecode },
];

/// The names of the commands.
pub(super) fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
}

/// Executes a command.
pub(super) fn execute(view: &View<'_>, ask: &Ask<'_>) -> Result<Answer, String> {
    let name = ask.params["command"].as_str().unwrap_or("");
    let command = COMMANDS.iter().find(|command| command.name == name);
    let command = command.ok_or_else(|| format!("there is no command '{name}'"))?;
    let argument = &ask.params["arguments"][0];
    if command.is_open && view.text.text.is_empty() {
        return Err(format!("{name}: the file is not open, or empty"));
    }
    (command.run)(view, ask, argument)
}

/// The result of a command that has run.
fn shown(output: Output, language: &str) -> Json {
    json!({"text": output.stdout, "messages": output.stderr, "code": output.code, "language": language})
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl View<'_> {
    /// The arguments that the `RUN:` line of a command's argument stands for, the first line if it names none.
    fn stages(&self, ask: &Ask<'_>, argument: &Json) -> Result<Vec<Vec<String>>, String> {
        let number = argument["run"].as_u64().unwrap_or(0) as usize;
        let line: RunLine =
            run_lines(&self.text.text).into_iter().nth(number).ok_or("the file has no RUN line")?;
        let path = path_of(self.uri).unwrap_or_default();
        let dir = path.parent().map(|dir| dir.to_string_lossy().into_owned()).unwrap_or_default();
        line.stages(ask.services.setup, &dir)
    }

    /// Runs programs on the text, each on what the one before wrote.
    fn run_stages(&self, stages: Vec<Vec<String>>) -> Answer {
        let text = self.text.text.clone();
        Answer::Later(Box::new(move |job| {
            let mut output = Output { stdout: text, stderr: String::new(), code: Some(0) };
            let is_llvm = stages.iter().flatten().any(|word| word.ends_with("-mlir-to-llvmir"));
            for stage in stages {
                let before = std::mem::take(&mut output.stderr);
                output = job.run(&stage, &output.stdout)?;
                output.stderr.insert_str(0, &before);
            }
            Ok(shown(output, if is_llvm { "llvm" } else { "mlir" }))
        }))
    }

    /// What bufferization reports of the text, as work for a thread: it is asked once for each text.
    pub(super) fn findings(&self) -> impl FnOnce(&Job) -> Result<Arc<Vec<Finding>>, String> + Send + 'static {
        let (text, known) = (self.text.text.clone(), self.findings.clone());
        move |job| {
            if let Some(known) = &*known.lock().unwrap_or_else(PoisonError::into_inner) {
                return Ok(known.clone());
            }
            let args = words(&["explain", "-", "--split-input-file", "--diagnostic-format=json", "-o", "-"]);
            let output = job.run(&args, &text)?;
            let reports = output.stdout.lines().filter_map(|line| serde_json::from_str(line).ok());
            let found: Arc<Vec<Finding>> =
                Arc::new(reports.filter_map(|report| Finding::of(&report)).collect());
            *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
            Ok(found)
        }
    }
}

fn run_line(view: &View<'_>, ask: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    Ok(view.run_stages(view.stages(ask, argument)?))
}

/// Runs `pipeline`: passes as in `--pass-pipeline` without an anchor, or flags.
fn run_pipeline(view: &View<'_>, _: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let pipeline = argument["pipeline"].as_str().unwrap_or("").trim();
    let mut args = words(&["opt", "-", "--split-input-file", "--allow-unregistered-dialect", "--keep-names"]);
    match () {
        () if pipeline.is_empty() => return Err("there is no pipeline".to_owned()),
        () if pipeline.starts_with('-') => args.extend(pipeline.split_whitespace().map(str::to_owned)),
        () if pipeline.starts_with("builtin.module(") => args.push(format!("--pass-pipeline={pipeline}")),
        () => args.push(format!("--pass-pipeline=builtin.module({pipeline})")),
    }
    Ok(view.run_stages(vec![args]))
}

/// Explains what bufferization allocates and copies: of the function at `line`, or of the file.
fn explain(view: &View<'_>, _: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let line = argument["line"].as_u64().map(|line| line as usize);
    let lines = line.and_then(|line| {
        let at = (0..view.text.text.len()).find(|at| view.text.line_of(*at) == line)?;
        let chunk = view.analysis.chunk_at(at)?;
        let at = at + view.text.text[at..].find(|c: char| !c.is_whitespace()).unwrap_or(0);
        let op = view.op_at(chunk, at).map(|op| &chunk.notes.ops[op as usize])?;
        Some(line..=view.text.line_of(op.end as usize))
    });
    let explained = view.findings();
    Ok(Answer::Later(Box::new(move |job| {
        let findings = explained(job)?;
        let own = findings
            .iter()
            .filter(|finding| lines.as_ref().is_none_or(|lines| lines.contains(&finding.line)));
        let texts: Vec<String> =
            own.map(|finding| format!("line {}: {}", finding.line + 1, finding.text())).collect();
        let text = match texts.is_empty() {
            true => "bufferization allocates and copies nothing here\n".to_owned(),
            false => texts.join("\n\n") + "\n",
        };
        Ok(json!({"text": text, "messages": "", "code": 0, "language": "markdown"}))
    })))
}

/// Shrinks the text for as long as the `RUN:` line, or reading, fails with the same error.
fn reduce(view: &View<'_>, ask: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let stages = view.stages(ask, argument).or_else(|error| match argument["run"].is_null() {
        true => Ok(vec![words(&["opt", "-"])]),
        false => Err(error),
    })?;
    let flags = stages.first().and_then(|stage| stage.split_first()).filter(|(command, _)| *command == "opt");
    let (_, flags) = flags.ok_or("only a run of opt is reduced")?;
    let mut args = words(&["reduce", "-", "--fails", "--quiet", "--"]);
    args.extend(flags.iter().filter(|flag| *flag != "-").cloned());
    Ok(view.run_stages(vec![args]))
}

/// Shows a file of bytecode as text.
fn read_bytecode(_: &View<'_>, _: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let uri = argument["uri"].as_str().unwrap_or("");
    let path = path_of(uri).ok_or_else(|| format!("'{uri}' is no file"))?;
    let path = path.to_string_lossy().into_owned();
    Ok(Answer::Later(Box::new(move |job| {
        let output = job.run(&words(&["opt", &path, "--allow-unregistered-dialect"]), "")?;
        Ok(shown(output, "mlir"))
    })))
}

/// A report of bufferization.
pub(crate) struct Finding {
    /// The number of its line, from zero.
    pub(super) line: usize,
    message: String,
    notes: Vec<String>,
    help: Vec<String>,
}

impl Finding {
    /// The report that a line of JSON is; `None` without a place.
    fn of(report: &Json) -> Option<Self> {
        let line = report["location"]["start"]["line"].as_u64()?.checked_sub(1)? as usize;
        let texts = |list: &Json, key: Option<&str>| -> Vec<String> {
            let all = list.as_array().into_iter().flatten();
            all.filter_map(|part| key.map_or(part, |key| &part[key]).as_str().map(str::to_owned)).collect()
        };
        Some(Self {
            line,
            message: report["message"].as_str()?.to_owned(),
            notes: texts(&report["notes"], Some("message")),
            help: texts(&report["help"], None),
        })
    }

    /// The report with its notes, as a list.
    pub(super) fn text(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("\n- {note}"));
        let help = self.help.iter().map(|help| format!("\n- help: {help}"));
        std::iter::once(self.message.clone()).chain(notes).chain(help).collect()
    }
}
