//! The table of verbs, with a function that answers each.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::arguments::{Argument, ArgumentType, MOST_BYTES, inside, schema};
use super::diff::diff;
use super::sessions::{Call, Failure, SessionStep, diagnostics, reported};
use crate::invocations;
use crate::jobs::Output;

/// The seconds after which a run stops that sets no limit.
const MOST_SECONDS: usize = 60;

/// A verb that requests may name.
pub(super) struct Verb {
    pub(super) name: &'static str,
    pub(super) doc: &'static str,
    pub(super) arguments: &'static [Argument],
    pub(super) answer: fn(&mut Call<'_>) -> Result<Json, Failure>,
}

pub(super) const SESSION: Argument =
    Argument::optional("session", ArgumentType::Text, "The name of the session; 'main' if it is absent.");

pub(super) const STEP: Argument = Argument::optional(
    "step",
    ArgumentType::Number,
    "The number of the step; the current one if it is absent.",
);

pub(super) static VERBS: &[Verb] = &[
    Verb {
        name: "open",
        doc: "Opens MLIR from a text or a file as a session, and returns its diagnostics and the outline of its symbols.",
        arguments: &[
            SESSION,
            Argument::optional("text", ArgumentType::Text, "The text; either this or 'file'."),
            Argument::optional("file", ArgumentType::Text, "A file in the working directory."),
        ],
        answer: open,
    },
    Verb {
        name: "pipeline",
        doc: "Applies passes to the current text; the result becomes the current step.",
        arguments: &[
            SESSION,
            Argument::required(
                "passes",
                "As in --pass-pipeline, without an anchor or with it: canonicalize,cse.",
            ),
        ],
        answer: pipeline,
    },
    Verb {
        name: "back",
        doc: "Drops the current step, and returns the text of the one before.",
        arguments: &[SESSION],
        answer: back,
    },
    Verb {
        name: "diff",
        doc: "Compares two steps by lines as they are printed, in the unified form.",
        arguments: &[
            SESSION,
            Argument::optional(
                "from",
                ArgumentType::Number,
                "The old step; the one before 'to' if it is absent.",
            ),
            Argument::optional("to", ArgumentType::Number, "The new step; the current one if it is absent."),
        ],
        answer: differences,
    },
    Verb {
        name: "explain",
        doc: "Reports what bufferization allocates and copies in a text, why, and edits that avoid it.",
        arguments: &[SESSION, STEP],
        answer: explain,
    },
    Verb {
        name: "run",
        doc: "Runs a function of a text in the interpreter, which reports undefined behavior.",
        arguments: &[
            SESSION,
            STEP,
            Argument::optional("function", ArgumentType::Text, "The function; 'main' if it is absent."),
            Argument::optional(
                "arguments",
                ArgumentType::Texts,
                "A value for each argument: 3, 1.5, [[1, 2], [3, 4]], random:SEED, or a .npy file.",
            ),
            Argument::optional(
                "seconds",
                ArgumentType::Number,
                "The seconds after which it stops; 60 if it is absent.",
            ),
        ],
        answer: run,
    },
    Verb {
        name: "query",
        doc: "Finds the ops of a name or of a dialect in a text, with their lines.",
        arguments: &[
            SESSION,
            STEP,
            Argument::required("name", "An op, as arith.addi, or a dialect, as arith."),
        ],
        answer: query,
    },
    Verb { name: "steps", doc: "Lists the steps of a session.", arguments: &[SESSION], answer: steps },
    Verb {
        name: "close",
        doc: "Ends a session, and frees its memory.",
        arguments: &[SESSION],
        answer: |call| call.close().map(|()| json!({"session": call.name()})),
    },
];

/// The verbs as tools of an MCP server.
pub(super) fn tools() -> Json {
    let tool = |verb: &Verb| json!({"name": verb.name, "description": verb.doc, "inputSchema": schema(verb.arguments)});
    VERBS.iter().map(tool).collect()
}

fn open(call: &mut Call<'_>) -> Result<Json, Failure> {
    let text = match (call.text("text"), call.text("file")) {
        (Some(text), None) => text.to_owned(),
        (None, Some(name)) => text_of_file(name)?,
        _ => return Err(Failure::of_arguments("open: either 'text' or 'file' is needed".to_owned())),
    };
    let (diagnostics, outline) = call.analyzed(&text, |view| (diagnostics(view), outline(&view.symbols())));
    call.begin(text)?;
    Ok(json!({"session": call.name(), "step": 0, "diagnostics": diagnostics, "outline": outline}))
}

/// Reads a file in the working directory.
pub(super) fn text_of_file(name: &str) -> Result<String, String> {
    let path = inside(name)?;
    let refused = |error: std::io::Error| format!("cannot read '{name}': {error}");
    if path.metadata().map_err(refused)?.len() > MOST_BYTES as u64 {
        return Err(format!("cannot read '{name}': it has more than {MOST_BYTES} bytes"));
    }
    std::fs::read_to_string(&path).map_err(refused)
}

/// The symbols of an outline of the language server; they are nested as deep as its clients take.
fn outline(symbols: &Json) -> Json {
    let symbols = symbols.as_array().into_iter().flatten();
    let symbol = |symbol: &Json| {
        let line = symbol["selectionRange"]["start"]["line"].as_u64().map(|line| line + 1);
        let children = outline(&symbol["children"]);
        json!({"name": symbol["name"], "op": symbol["detail"], "line": line, "children": children})
    };
    symbols.map(symbol).collect()
}

fn pipeline(call: &mut Call<'_>) -> Result<Json, Failure> {
    let passes = call.text("passes").unwrap_or("").trim().to_owned();
    if passes.starts_with('-') {
        let message = "pipeline: passes are written without dashes, as in --pass-pipeline: canonicalize,cse";
        return Err(Failure::of_arguments(message.to_owned()));
    }
    let args = invocations::pipeline(&passes).map_err(Failure::of_arguments)?;
    call.print_first()?;
    let output = call.run(args)?;
    if output.code != Some(0) {
        return Err(failure("the pipeline failed", &output));
    }
    let mut result = reported(&output);
    let before = call.session()?.steps.last().map(SessionStep::compared);
    result["changed"] = (before != Some(&output.stdout)).into();
    result["text"] = output.stdout.as_str().into();
    call.push(SessionStep { passes, text: output.stdout, printed: None })?;
    result["step"] = call.session()?.number().into();
    Ok(result)
}

/// The error of a program that failed, with the first error that it reported.
pub(super) fn failure(message: &str, output: &Output) -> Failure {
    let mut data = reported(output);
    data["code"] = json!(output.code);
    let first =
        data["diagnostics"].as_array().into_iter().flatten().find(|report| report["severity"] == "error");
    let line = first.and_then(|report| report["location"]["start"]["line"].as_u64());
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    let text = first.and_then(|report| report["message"].as_str()).or_else(|| data["messages"][0].as_str());
    let message = match text {
        Some(text) => format!("{message}: {place}{}", text.trim_end()),
        None => message.to_owned(),
    };
    Failure { data, ..message.into() }
}

fn back(call: &mut Call<'_>) -> Result<Json, Failure> {
    call.pop()?;
    let session = call.session()?;
    Ok(json!({"step": session.number(), "text": session.current()}))
}

fn differences(call: &mut Call<'_>) -> Result<Json, Failure> {
    let session = call.session()?;
    let to = call.number("to").unwrap_or(session.number());
    let from = match call.number("from") {
        Some(from) => from,
        None => to.checked_sub(1).ok_or_else(|| "the first step has none before it".to_owned())?,
    };
    let (old, new) = (session.step(from)?, session.step(to)?);
    let names = [format!("step {from}"), format!("step {to}")];
    let found = diff([&names[0], &names[1]], old.compared(), new.compared());
    Ok(json!({"from": from, "to": to, "added": found.added, "removed": found.removed, "diff": found.text}))
}

fn explain(call: &mut Call<'_>) -> Result<Json, Failure> {
    let reports = invocations::reports(call.job, &call.step()?.text)?;
    let reports = reports.iter().map(|report| {
        json!({"line": report.line + 1, "message": report.message, "notes": report.notes, "help": report.help})
    });
    Ok(json!({"reports": reports.collect::<Vec<_>>()}))
}

fn run(call: &mut Call<'_>) -> Result<Json, Failure> {
    let values: Vec<&str> =
        call.arguments["arguments"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    for file in values.iter().filter(|value| value.ends_with(".npy")) {
        inside(file)?;
    }
    let mut args = invocations::call(call.text("function"), values);
    args.push(format!("--max-seconds={}", call.number("seconds").unwrap_or(MOST_SECONDS)));
    let output = call.run(args)?;
    let lines: Vec<&str> = output.stdout.lines().collect();
    if output.code != Some(0) {
        let mut failure = failure("the run failed", &output);
        failure.data["results"] = json!(lines);
        return Err(failure);
    }
    let mut result = reported(&output);
    result["results"] = json!(lines);
    Ok(result)
}

fn query(call: &mut Call<'_>) -> Result<Json, Failure> {
    let name = call.text("name").unwrap_or("");
    let found = call.analyzed(&call.step()?.text, |view| {
        let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for op in view.analysis.chunks.iter().flat_map(|chunk| &chunk.notes.ops) {
            let op_name = view.full_name(op);
            if op_name == name || op_name.split_once('.').is_some_and(|(dialect, _)| dialect == name) {
                let line = view.text.line_of(op.start as usize) + 1;
                found.entry(op_name).or_default().push(line);
            }
        }
        found
    });
    let count: usize = found.values().map(Vec::len).sum();
    let ops = found.iter().map(|(name, lines)| json!({"name": name, "count": lines.len(), "lines": lines}));
    Ok(json!({"count": count, "ops": ops.collect::<Vec<_>>()}))
}

fn steps(call: &mut Call<'_>) -> Result<Json, Failure> {
    let session = call.session()?;
    let step = |(number, step): (usize, &SessionStep)| json!({"step": number, "passes": step.passes, "lines": step.text.lines().count(), "bytes": step.text.len()});
    let steps: Vec<Json> = session.steps.iter().enumerate().map(step).collect();
    Ok(json!({"session": call.name(), "step": session.number(), "steps": steps}))
}
