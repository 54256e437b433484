//! The verb `stages`: all passes in one run, so that values are followed through them.

use serde_json::{Value as Json, json};
use terrace_pass::OpPipeline;
use terrace_pass::pipeline::Node;

use super::sessions::{Call, Failure, SessionStep, reported};
use super::verbs::failure;
use crate::invocations;

/// The line between the parts of a text.
const SPLIT: &str = "// -----\n";

/// A pass that ran on a part of the input.
struct Ran<'a> {
    pass: &'a str,
    /// The stage that it left.
    stage: usize,
    errors: &'a Json,
}

/// A part of the input, as it is reported.
struct StagesOfPart<'a> {
    stages: &'a [Json],
    /// The passes in order.
    ran: Vec<Ran<'a>>,
    /// The number of the first of its values among those of all parts.
    first: usize,
}

pub(super) fn stages(call: &mut Call<'_>) -> Result<Json, Failure> {
    let (pipeline, elements) = pipeline(call)?;
    let args = invocations::stages(&pipeline.to_text());
    let output = call.run_on(&call.session()?.step(0)?.text, args)?;
    let report: Json = serde_json::from_str(&output.stdout).unwrap_or(Json::Null);
    let (parts, replaced) = parts_of(&report);
    // Without a stage of each part, it could not be read.
    let is_read = !parts.is_empty() && parts.iter().all(|part| !part.stages.is_empty());
    if !is_read {
        return Err(failure("the text cannot be read", &output));
    }
    let mut result = reported(&output);
    let longest = parts.iter().max_by_key(|part| part.ran.len());
    let count = longest.map_or(0, |part| part.ran.len());
    let (mut of_passes, mut steps) = (Vec::new(), vec![step(&parts, 0)]);
    call.rewind()?;
    call.set_printed(text_of(&steps[0]).to_owned())?;
    for number in 1..=count {
        let stage_after = |part: &StagesOfPart<'_>, number: usize| {
            number.checked_sub(1).and_then(|at| Some(part.ran.get(at)?.stage))
        };
        let changes = |part: &StagesOfPart<'_>| {
            let before = if number == 1 { Some(0) } else { stage_after(part, number - 1) };
            let after = stage_after(part, number);
            after.is_some() && after != before
        };
        let is_changed = parts.iter().any(changes);
        let pass = parts.iter().find_map(|part| Some(part.ran.get(number - 1)?.pass)).unwrap_or("");
        if is_changed {
            let step = step(&parts, number);
            call.push(SessionStep {
                passes: pass.to_owned(),
                text: text_of(&step).to_owned(),
                printed: None,
            })?;
            steps.push(step);
        }
        let errors: Vec<&Json> =
            (parts.iter()).filter_map(|part| part.ran.get(number - 1)?.errors.as_array()).flatten().collect();
        of_passes.push(json!({
            "pass": pass, "step": steps.len() - 1, "changed": is_changed, "errors": errors,
        }));
    }
    result["failed"] = (output.code != Some(0)).into();
    result["elements"] = json!(elements);
    result["passes"] = of_passes.into();
    result["steps"] = steps.into();
    result["replaced"] = replaced.into();
    Ok(result)
}

/// The parts of a report, and the numbers of values that took the place of others in all of them.
fn parts_of(report: &Json) -> (Vec<StagesOfPart<'_>>, String) {
    let (mut parts, mut replaced) = (Vec::new(), String::new());
    let mut first = 0;
    for part in report["parts"].as_array().into_iter().flatten() {
        let stages = part["stages"].as_array().map_or(&[][..], Vec::as_slice);
        let of_part = StagesOfPart { stages, ran: ran(stages), first };
        let names = part["replaced"].as_str().unwrap_or("");
        let most = stages.iter().map(|stage| most(stage["values"].as_str().unwrap_or(""), ';', 2));
        let most = most.chain([most_of_pairs(names)]).max().unwrap_or(0);
        shifted(names, 2, first, &mut replaced);
        first += most + 1;
        parts.push(of_part);
    }
    (parts, replaced)
}

/// The pipeline of the request, and the names of the passes that each element consists of. Passes for other ops than modules
/// are nested, as those of flags are.
fn pipeline(call: &Call<'_>) -> Result<(OpPipeline, Vec<Vec<&'static str>>), Failure> {
    let registry = &call.services.setup.registry;
    let mut pipeline = OpPipeline::new(Some("builtin.module"));
    pipeline.implicit_nesting = true;
    let texts = call.arguments["passes"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let mut elements = Vec::new();
    for (number, text) in texts.enumerate() {
        let mut element = OpPipeline { nodes: Vec::new(), ..pipeline.clone() };
        let parsed = element.parse_into(text, registry).and_then(|()| pipeline.parse_into(text, registry));
        parsed.map_err(|error| Failure {
            data: json!({"element": number}),
            ..Failure::of_arguments(format!("'{text}': {}", error.line()))
        })?;
        let mut names = Vec::new();
        let mut pending: Vec<&Node> = element.nodes.iter().rev().collect();
        while let Some(node) = pending.pop() {
            match node {
                Node::Pass(pass) => names.push(pass.def.name),
                Node::Nested(inner) => pending.extend(inner.nodes.iter().rev()),
            }
        }
        elements.push(names);
    }
    Ok((pipeline, elements))
}

fn text_of(step: &Json) -> &str {
    step["text"].as_str().unwrap_or("")
}

/// The passes that ran, those that changed nothing among them.
fn ran(stages: &[Json]) -> Vec<Ran<'_>> {
    let mut all = Vec::new();
    for (number, stage) in stages.iter().enumerate() {
        if number > 0 {
            let pass = stage["title"].as_str().unwrap_or("");
            let pass = pass.strip_suffix(" (failed)").unwrap_or(pass);
            all.push(Ran { pass, stage: number, errors: &stage["errors"] });
        }
        let idle = stage["idle"].as_array().into_iter().flatten().filter_map(Json::as_str);
        all.extend(idle.map(|pass| Ran { pass, stage: number, errors: &Json::Null }));
    }
    all
}

/// The text and the values of all parts after a number of passes; a part in which a pass failed stays as that left it.
fn step(parts: &[StagesOfPart<'_>], passes: usize) -> Json {
    let (mut text, mut values) = (String::new(), String::new());
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            text.push_str(SPLIT);
            values.push('\n');
        }
        let last = part.ran.get(..passes.min(part.ran.len())).and_then(<[_]>::last);
        let stage = &part.stages[last.map_or(0, |ran| ran.stage)];
        text.push_str(text_of(stage));
        shifted(stage["values"].as_str().unwrap_or(""), 3, part.first, &mut values);
    }
    json!({"text": text, "values": values})
}

/// The largest number that is at a place of entries, which end with a mark.
fn most(entries: &str, end: char, place: usize) -> usize {
    let entries = entries.split([end, '\n']);
    entries.filter_map(|entry| entry.split(',').nth(place)?.parse().ok()).max().unwrap_or(0)
}

fn most_of_pairs(pairs: &str) -> usize {
    most(pairs, ';', 0).max(most(pairs, ';', 1))
}

/// Appends entries of `length` numbers, with `first` added to those that number values: to the last of three, to both of a
/// pair.
fn shifted(entries: &str, length: usize, first: usize, out: &mut String) {
    if first == 0 {
        return out.push_str(entries);
    }
    for line in entries.split_inclusive('\n') {
        for entry in line.split_inclusive(';') {
            let Some(numbers) = entry.strip_suffix(';') else {
                out.push_str(entry);
                continue;
            };
            let numbers = numbers.split(',').filter_map(|number| number.parse::<usize>().ok());
            for (place, number) in numbers.enumerate() {
                let is_value = length == 2 || place == length - 1;
                let comma = if place > 0 { "," } else { "" };
                out.push_str(&format!("{comma}{}", if is_value { number + first } else { number }));
            }
            out.push(';');
        }
    }
}
