//! Invocations of other commands of the tool, by their arguments.

use serde_json::Value as Json;

use crate::finding::Finding;
use crate::jobs::Job;

/// Owned words of a command line.
pub(crate) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The arguments that read the standard input and print it.
pub(crate) fn read() -> Vec<String> {
    words(&["opt", "-", "--split-input-file", "--allow-unregistered-dialect", "--keep-names"])
}

/// The arguments that apply a pipeline to the standard input: passes as in `--pass-pipeline` without an anchor, or flags.
///
/// # Errors
/// If there is no pass.
pub(crate) fn pipeline(pipeline: &str) -> Result<Vec<String>, String> {
    let pipeline = pipeline.trim();
    let mut args = read();
    match () {
        () if pipeline.is_empty() => return Err("there is no pipeline".to_owned()),
        () if pipeline.starts_with('-') => args.extend(pipeline.split_whitespace().map(str::to_owned)),
        () if pipeline.starts_with("builtin.module(") => args.push(format!("--pass-pipeline={pipeline}")),
        () => args.push(format!("--pass-pipeline=builtin.module({pipeline})")),
    }
    Ok(args)
}

/// The arguments that apply a pipeline to the standard input, and write the IR after each pass as JSON.
pub(crate) fn stages(pipeline: &str) -> Vec<String> {
    let mut args = read();
    args.extend([format!("--pass-pipeline={pipeline}"), "--ir-json=-".to_owned()]);
    args
}

/// The arguments that run a function of the standard input, `main` if it is `None`.
pub(crate) fn call<'a>(function: Option<&str>, values: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut args = words(&["run", "-"]);
    args.push(format!("--entry={}", function.unwrap_or("main")));
    args.extend(values.into_iter().map(|value| format!("--arg={value}")));
    args
}

/// Computes the reports of bufferization on a text.
///
/// # Errors
/// If it cannot be bufferized, or the job is cancelled.
pub(crate) fn reports(job: &Job, text: &str) -> Result<Vec<Finding>, String> {
    let args =
        ["explain", "-", "--split-input-file", "--forbid-files", "--diagnostic-format=json", "-o", "-"];
    let output = job.run(&words(&args), text)?;
    if output.code != Some(0) {
        let messages: Vec<String> = output.stderr.lines().map(message).collect();
        return Err(format!("it cannot be bufferized: {}", messages.join("\n")));
    }
    let reports = output.stdout.lines().filter_map(|line| serde_json::from_str(line).ok());
    Ok(reports.filter_map(|report| Finding::of(&report)).collect())
}

/// The message of a diagnostic that is a line of JSON, with the number of its line; another line as it is.
fn message(line: &str) -> String {
    let Ok(report) = serde_json::from_str::<Json>(line) else { return line.to_owned() };
    let message = report["message"].as_str().unwrap_or("");
    match report["location"]["start"]["line"].as_u64() {
        Some(line) => format!("line {line}: {message}"),
        None => message.to_owned(),
    }
}
