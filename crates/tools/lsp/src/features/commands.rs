//! Commands: what other commands of the tool make of a file.
//!
//! Each has one argument, an object with the address of the file (`uri`) and what the command needs besides. The result is a
//! text to show, with its language.

use serde_json::{Value as Json, json};

use super::view::{Answer, Ask, View};
use crate::invocations::{self, words};
use crate::jobs::Output;
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
    Command { name: "terrace.call", is_open: true, run: call },
    Command { name: "terrace.trace", is_open: true, run: trace },
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

impl View<'_> {
    /// The arguments that the `RUN:` line of a command's argument stands for, the first line if it names none.
    fn stages(&self, ask: &Ask<'_>, argument: &Json) -> Result<Vec<Vec<String>>, String> {
        let number = argument["run"].as_u64().map_or(0, |number| number as usize);
        let line: RunLine =
            run_lines(&self.text.text).into_iter().nth(number).ok_or("the file has no RUN line")?;
        let path = path_of(self.uri);
        let dir = path.as_ref().and_then(|path| path.parent());
        let dir = dir.map_or(String::new(), |dir| dir.to_string_lossy().into_owned());
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
}

fn run_line(view: &View<'_>, ask: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    Ok(view.run_stages(view.stages(ask, argument)?))
}

/// Runs `pipeline`: passes as in `--pass-pipeline` without an anchor, or flags.
fn run_pipeline(view: &View<'_>, _: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let args = invocations::pipeline(argument["pipeline"].as_str().unwrap_or(""))?;
    Ok(view.run_stages(vec![args]))
}

/// Runs `function`, with `args` as `terrace run` takes them.
fn call(view: &View<'_>, _: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let values = argument["args"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let args = invocations::call(argument["function"].as_str(), values);
    Ok(view.run_stages(vec![args]))
}

/// Shows each step of the script in the file.
fn trace(view: &View<'_>, _: &Ask<'_>, _: &Json) -> Result<Answer, String> {
    Ok(view.run_stages(vec![words(&["transform", "-", "--trace"])]))
}

/// Explains what bufferization allocates and copies: of the function at `line`, or of the file.
fn explain(view: &View<'_>, _: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let line = argument["line"].as_u64().map(|line| line as usize);
    let lines = line.and_then(|line| {
        let at = view.text.offset(&json!({"line": line, "character": 0}));
        let chunk = view.analysis.chunk_at(at)?;
        let at = view.text.text.len() - view.text.text[at..].trim_start().len();
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

/// Shrinks the text for as long as reading it reports `message`, or the `RUN:` line fails with the same error.
fn reduce(view: &View<'_>, ask: &Ask<'_>, argument: &Json) -> Result<Answer, String> {
    let mut args = words(&["reduce", "-", "--quiet"]);
    match argument["message"].as_str() {
        Some(message) => {
            args.push(format!("--prints={message}"));
            args.extend(words(&["--", "--split-input-file", "--allow-unregistered-dialect"]));
        }
        None => {
            let stages = view.stages(ask, argument)?;
            let flags = stages.first().and_then(|stage| stage.split_first());
            let (_, flags) =
                flags.filter(|(command, _)| *command == "opt").ok_or("only a run of opt is reduced")?;
            args.extend(words(&["--fails", "--"]));
            args.extend(flags.iter().filter(|flag| *flag != "-").cloned());
        }
    }
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
