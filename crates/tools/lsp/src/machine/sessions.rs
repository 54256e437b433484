//! Sessions: texts in memory, each with the steps that led to it.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use terrace_ir::diag::Severity;

use super::arguments::{self, Argument};
use crate::analysis::Analysis;
use crate::features::View;
use crate::finding::Findings;
use crate::invocations;
use crate::jobs::{Job, Output};
use crate::services::Services;
use crate::text::{Encoding, Text};

/// The name of the session of requests that name none.
const DEFAULT: &str = "main";

/// The bytes of all texts that are held at most.
const MOST_BYTES: usize = 1 << 30;

/// The sessions that are open at most.
const MOST_SESSIONS: usize = 1000;

/// A request that is answered with an error.
pub(super) struct Failure {
    pub(super) message: String,
    /// Diagnostics and other details; `null` if there are none.
    pub(super) data: Json,
    /// True if the arguments are wrong, whatever the session is.
    pub(super) is_of_arguments: bool,
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self { message, data: Json::Null, is_of_arguments: false }
    }
}

impl Failure {
    pub(super) fn of_arguments(message: String) -> Self {
        Self { is_of_arguments: true, ..message.into() }
    }
}

/// A text with what led to it.
pub(super) struct SessionStep {
    /// The passes that were applied; empty for the text that was opened.
    pub(super) passes: String,
    pub(super) text: String,
    /// The text as it is printed, once it was needed; `None` too if `text` was printed.
    pub(super) printed: Option<String>,
}

impl SessionStep {
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.printed.as_ref().map_or(0, String::len)
    }

    /// The text that is compared with others.
    pub(super) fn compared(&self) -> &str {
        self.printed.as_ref().unwrap_or(&self.text)
    }
}

/// The steps from the text that was opened to the current one; there is always one.
pub(super) struct Session {
    pub(super) steps: Vec<SessionStep>,
}

impl Session {
    pub(super) fn current(&self) -> &str {
        self.steps.last().map_or("", |step| &step.text)
    }

    /// The number of the current step.
    pub(super) fn number(&self) -> usize {
        self.steps.len() - 1
    }

    pub(super) fn step(&self, number: usize) -> Result<&SessionStep, Failure> {
        let last = self.number();
        let step = self.steps.get(number);
        step.ok_or_else(|| format!("there is no step {number}: the current one is {last}").into())
    }
}

/// The open sessions by name.
#[derive(Default)]
pub(crate) struct Sessions {
    open: BTreeMap<String, Session>,
    /// The bytes of all texts.
    bytes: usize,
}

/// A request of a verb.
pub(super) struct Call<'a> {
    pub(super) sessions: &'a mut Sessions,
    pub(super) services: Services<'a>,
    pub(super) job: &'a Job,
    pub(super) arguments: &'a Json,
}

impl Call<'_> {
    /// Checks the arguments, and answers the request.
    pub(super) fn answer(
        &mut self,
        verb: &str,
        arguments: &[Argument],
        answer: fn(&mut Call<'_>) -> Result<Json, Failure>,
    ) -> Result<Json, Failure> {
        arguments::check(verb, arguments, self.arguments).map_err(Failure::of_arguments)?;
        answer(self)
    }

    pub(super) fn text(&self, argument: &str) -> Option<&str> {
        self.arguments[argument].as_str()
    }

    pub(super) fn number(&self, argument: &str) -> Option<usize> {
        usize::try_from(self.arguments[argument].as_u64()?).ok()
    }

    /// The name of the session.
    pub(super) fn name(&self) -> &str {
        self.text("session").unwrap_or(DEFAULT)
    }

    pub(super) fn session(&self) -> Result<&Session, Failure> {
        let name = self.name();
        self.sessions.open.get(name).ok_or_else(|| no_session(name))
    }

    fn steps(&mut self) -> Result<&mut Vec<SessionStep>, Failure> {
        let name = self.arguments["session"].as_str().unwrap_or(DEFAULT);
        let session = self.sessions.open.get_mut(name).ok_or_else(|| no_session(name))?;
        Ok(&mut session.steps)
    }

    /// Prints the text that was opened, for comparisons; one that cannot be read stays as it is.
    pub(super) fn print_first(&mut self) -> Result<(), Failure> {
        let [SessionStep { printed: None, .. }] = &self.session()?.steps[..] else { return Ok(()) };
        let output = self.run(invocations::read())?;
        match output.code {
            Some(0) => self.set_printed(output.stdout),
            _ => Ok(()),
        }
    }

    /// Begins a session with a text, in place of one of the same name.
    pub(super) fn begin(&mut self, text: String) -> Result<(), Failure> {
        let is_new = !self.sessions.open.contains_key(self.name());
        if is_new && self.sessions.open.len() >= MOST_SESSIONS {
            return Err(format!("{MOST_SESSIONS} sessions are open: close one").into());
        }
        let old = self.sessions.open.get(self.name()).into_iter().flat_map(|session| &session.steps);
        let freed = old.map(SessionStep::bytes).sum();
        self.count(text.len(), freed)?;
        let step = SessionStep { passes: String::new(), text, printed: None };
        self.sessions.open.insert(self.name().to_owned(), Session { steps: vec![step] });
        Ok(())
    }

    /// Adds a step to the session.
    pub(super) fn push(&mut self, step: SessionStep) -> Result<(), Failure> {
        self.count(step.bytes(), 0)?;
        self.steps()?.push(step);
        Ok(())
    }

    /// Drops all steps but the first.
    pub(super) fn rewind(&mut self) -> Result<(), Failure> {
        while self.session()?.steps.len() > 1 {
            self.pop()?;
        }
        Ok(())
    }

    /// Sets the text that was opened as it is printed.
    pub(super) fn set_printed(&mut self, text: String) -> Result<(), Failure> {
        let freed = self.session()?.steps[0].printed.as_ref().map_or(0, String::len);
        self.count(text.len(), freed)?;
        self.steps()?[0].printed = Some(text);
        Ok(())
    }

    /// Drops the current step, unless it is the first.
    pub(super) fn pop(&mut self) -> Result<(), Failure> {
        if self.session()?.steps.len() == 1 {
            return Err("the session is at its first step".to_owned().into());
        }
        let dropped = self.steps()?.pop();
        self.sessions.bytes -= dropped.map_or(0, |step| step.bytes());
        Ok(())
    }

    /// Ends the session.
    pub(super) fn close(&mut self) -> Result<(), Failure> {
        let freed: usize = self.session()?.steps.iter().map(SessionStep::bytes).sum();
        let name = self.name().to_owned();
        self.sessions.open.remove(&name);
        self.sessions.bytes -= freed;
        Ok(())
    }

    fn count(&mut self, added: usize, freed: usize) -> Result<(), Failure> {
        let bytes = self.sessions.bytes - freed + added;
        if bytes > MOST_BYTES {
            return Err(format!(
                "the sessions would hold more than {MOST_BYTES} bytes: close one, or step back"
            )
            .into());
        }
        self.sessions.bytes = bytes;
        Ok(())
    }

    /// The step that the request names; the current one if it names none.
    pub(super) fn step(&self) -> Result<&SessionStep, Failure> {
        let session = self.session()?;
        session.step(self.number("step").unwrap_or(session.number()))
    }

    /// Reads a text, and computes what is asked of it; columns are in bytes.
    pub(super) fn analyzed<T>(&self, text: &str, of: impl FnOnce(&View<'_>) -> T) -> T {
        self.analyzed_in(Encoding::Utf8, text, of)
    }

    /// Reads a text, and computes what is asked of it, with these units of columns.
    pub(super) fn analyzed_in<T>(
        &self,
        encoding: Encoding,
        text: &str,
        of: impl FnOnce(&View<'_>) -> T,
    ) -> T {
        let text = Text::new(text.to_owned(), encoding);
        let analysis = Analysis::of("session.mlir", &text, &self.services);
        of(&View { uri: "", text: &text, analysis: &analysis, findings: Findings::default() })
    }

    /// Runs this program on the text of the step that the request names, which is not trusted; the messages are JSON.
    pub(super) fn run(&self, args: Vec<String>) -> Result<Output, Failure> {
        self.run_on(&self.step()?.text, args)
    }

    /// Runs this program on a text, which is not trusted; the messages are JSON.
    pub(super) fn run_on(&self, text: &str, mut args: Vec<String>) -> Result<Output, Failure> {
        args.extend(["--diagnostic-format=json", "--forbid-files"].map(str::to_owned));
        Ok(self.job.run(&args, text)?)
    }
}

fn no_session(name: &str) -> Failure {
    format!("there is no session '{name}': open a text first").into()
}

/// The diagnostics of a text, in the form of `--diagnostic-format=json`.
pub(super) fn diagnostics(view: &View<'_>) -> Json {
    let place = |offset: usize| {
        let (line, column) = view.text.line_and_column(offset);
        json!({"line": line + 1, "column": column + 1})
    };
    let location = |start: usize, end: usize| json!({"start": place(start), "end": place(end)});
    let problems = view.analysis.problems.iter().map(|problem| {
        let severity = match problem.severity {
            Some(Severity::Error) => "error",
            Some(Severity::Warning) => "warning",
            Some(Severity::Remark) => "remark",
            None => "hint",
        };
        let notes = problem.notes.iter().map(|(at, note)| {
            let location = at.map_or(Json::Null, |at| location(at, at));
            json!({"location": location, "message": note, "severity": "note"})
        });
        json!({
            "severity": severity,
            "location": location(problem.range.start, problem.range.end),
            "message": problem.message,
            "notes": notes.collect::<Vec<_>>(),
            "help": problem.help,
        })
    });
    problems.collect()
}

/// The diagnostics that a program reported on its standard error, and what else it wrote there, by lines.
pub(super) fn reported(output: &Output) -> Json {
    let (mut diagnostics, mut messages) = (Vec::new(), Vec::new());
    for line in output.stderr.lines() {
        match serde_json::from_str::<Json>(line) {
            Ok(diagnostic) if diagnostic.is_object() => diagnostics.push(diagnostic),
            _ => messages.push(line),
        }
    }
    json!({"diagnostics": diagnostics, "messages": messages})
}
