//! The table of verbs that pages need beside those for programs: methods, but not tools of an MCP server.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value as Json, json};
use terrace_pass::options::OptionDef;

use super::arguments::{Argument, ArgumentType};
use super::sessions::{Call, Failure};
use super::stages::stages;
use super::verbs::{SESSION, STEP, Verb, failure, text_of_file};
use crate::features::tokens::KINDS;
use crate::invocations::words;
use crate::text::Encoding;

/// The files that are listed at most, and the entries of directories that are read for that.
const MOST_FILES: usize = 1000;
const MOST_ENTRIES: usize = 20_000;

/// Directories that hold what tools make.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

pub(super) static PAGE_VERBS: &[Verb] = &[
    Verb {
        name: "stages",
        doc: "Applies passes to the text that was opened: the IR after each that changes it is a step.",
        arguments: &[
            SESSION,
            Argument::optional("passes", ArgumentType::Texts, "The elements of a pipeline, in order."),
        ],
        answer: stages,
    },
    Verb {
        name: "tokens",
        doc: "Returns the kinds of words and the names of values in a text, by lines.",
        arguments: &[SESSION, STEP],
        answer: tokens,
    },
    Verb {
        name: "passes",
        doc: "Lists the passes and pipelines with their options.",
        arguments: &[],
        answer: passes,
    },
    Verb {
        name: "files",
        doc: "Lists the files of MLIR in the working directory and below it.",
        arguments: &[],
        answer: |_| Ok(files(Path::new("."))),
    },
    Verb {
        name: "read",
        doc: "Returns the text of a file.",
        arguments: &[Argument::required("file", "A file in the working directory.")],
        answer: |call| Ok(json!({"text": text_of_file(call.text("file").unwrap_or(""))?})),
    },
    Verb {
        name: "script",
        doc: "Runs the transform script in a text, and returns a page that steps through it.",
        arguments: &[SESSION, STEP],
        answer: script,
    },
];

/// The kinds and names of a step as it is printed; without a step, of the text as it was opened.
fn tokens(call: &mut Call<'_>) -> Result<Json, Failure> {
    let text = match call.number("step") {
        Some(_) => call.step()?.compared(),
        None => &call.session()?.step(0)?.text,
    };
    Ok(call.analyzed_in(Encoding::Utf16, text, |view| {
        let data = view.all_tokens();
        let mut kinds = Lines::default();
        let numbers: Vec<usize> = data["data"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|number| number.as_u64().map(|number| number as usize))
            .collect();
        let (mut line, mut column) = (0, 0);
        for token in numbers.chunks_exact(5) {
            line += token[0];
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            kinds.add((line, column), token[2], token[3]);
        }
        let (mut values, mut first) = (Lines::default(), 0);
        for chunk in &view.analysis.chunks {
            let named = chunk.notes.occurrences.iter();
            for name in named.filter(|name| !chunk.notes.entities[name.entity as usize].is_block) {
                let at = view.text.line_and_column(name.start as usize);
                let length = view.text.line_and_column(name.end as usize).1.saturating_sub(at.1);
                values.add(at, length, first + name.entity as usize);
            }
            first += chunk.notes.entities.len();
        }
        json!({"kinds": KINDS, "tokens": kinds.text, "values": values.text})
    }))
}

/// A line for each of a text, with `column,length,number;` for words.
#[derive(Default)]
struct Lines {
    text: String,
    line: usize,
}

impl Lines {
    fn add(&mut self, (line, column): (usize, usize), length: usize, number: usize) {
        while self.line < line {
            self.text.push('\n');
            self.line += 1;
        }
        self.text.push_str(&format!("{column},{length},{number};"));
    }
}

fn passes(call: &mut Call<'_>) -> Result<Json, Failure> {
    let registry = &call.services.setup.registry;
    let (passes, pipelines) = (registry.passes(), registry.pipelines());
    let passes = passes.iter().map(|pass| (pass.name, pass.doc, pass.options));
    let pipelines = pipelines.iter().map(|known| (known.name, known.doc, known.options));
    let option =
        |option: &OptionDef| json!({"name": option.name, "doc": option.doc, "default": option.default});
    let row = |(name, doc, options): (&str, &str, &[OptionDef])| {
        let options: Vec<Json> = options.iter().map(option).collect();
        (name.to_owned(), json!({"name": name, "doc": doc, "options": options}))
    };
    let rows: BTreeMap<String, Json> = passes.chain(pipelines).map(row).collect();
    Ok(json!({"passes": rows.into_values().collect::<Vec<_>>()}))
}

/// Lists files by name. Links are not followed; what cannot be read is left out.
fn files(root: &Path) -> Json {
    let (mut found, mut entries, mut pending) = (Vec::new(), 0, vec![root.to_owned()]);
    while let Some(dir) = pending.pop() {
        for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
            entries += 1;
            let (name, path) = (entry.file_name(), entry.path());
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !SKIPPED.contains(&name) => pending.push(path),
                Ok(kind) if kind.is_file() && name.ends_with(".mlir") => {
                    let path = path.strip_prefix(root).unwrap_or(&path);
                    found.push(path.to_string_lossy().replace('\\', "/"));
                }
                _ => {}
            }
        }
        if entries > MOST_ENTRIES {
            break;
        }
    }
    found.sort_unstable();
    let is_cut = entries > MOST_ENTRIES || found.len() > MOST_FILES;
    found.truncate(MOST_FILES);
    json!({"files": found, "more": is_cut})
}

fn script(call: &mut Call<'_>) -> Result<Json, Failure> {
    let args = words(&["transform", "-", "--html=-", "--allow-unregistered-dialect"]);
    let output = call.run(args)?;
    match output.stdout.starts_with("<!DOCTYPE") {
        true => Ok(json!({"page": output.stdout, "failed": output.code != Some(0)})),
        false => Err(failure("the script cannot be run", &output)),
    }
}
