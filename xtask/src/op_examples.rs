//! `op-examples`: writes an example of each op that has none, the shortest that is in the file tests or fits the op's
//! table.

mod isolate;
mod synthesize;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrace::ir::{Context, Ir, OpRef};
use terrace_opt::Setup;
use terrace_reduce::Reducer;

use crate::args::Args;

/// The file that holds the examples.
const FILE: &str = "crates/tools/commands/src/op_examples.mlir";

/// An example with more lines is reduced.
const LONG: usize = 12;

/// The number of tries of the reduction of an example.
const TRIES: usize = 600;

/// Returns the name of each op of a set-up.
fn names(setup: &Setup) -> Vec<&'static str> {
    setup.ops().map(|op| op.name).collect()
}

/// Writes the file; returns whether each op has an example. Examples in the file that are still accepted stay, unless all
/// are to be written anew (`--all`).
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &[], &["--all"])?;
    let path = args.rest.first().map_or(FILE, String::as_str);
    let setup = terrace::tools::setup();
    let names = names(&setup);
    let mut examples = if args.flag("--all") { BTreeMap::new() } else { accepted_in(&setup, path) };
    examples.retain(|name, _| names.contains(&name.as_str()));
    let kept = examples.len();
    let missing: Vec<&str> = names.iter().copied().filter(|name| !examples.contains_key(*name)).collect();
    examples.extend(examples_of(&setup, &missing)?);
    let (mut out, mut all) = (String::new(), true);
    for (name, text) in &examples {
        out.push_str(&format!("// {name}\n{text}\n"));
    }
    for name in names.iter().filter(|name| !examples.contains_key(**name)) {
        println!("no example of {name}");
        all = false;
    }
    println!("{kept} examples stay, {} are new, {} ops", examples.len() - kept, names.len());
    std::fs::write(path, out)?;
    Ok(all)
}

/// The examples in a file that are still accepted, by the names of the ops; empty without a file.
fn accepted_in(setup: &Setup, path: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let parts = text.split("\n\n").filter_map(|part| part.trim_end().strip_prefix("// ")?.split_once('\n'));
    parts.filter_map(|(name, text)| Some((name.to_owned(), accepted(setup, name, text)?))).collect()
}

/// New examples of ops, of the file tests or else of the ops' tables.
fn examples_of(setup: &Setup, names: &[&str]) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut found: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut files = Vec::new();
    collect(Path::new("tests"), &mut files)?;
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        for chunk in text.split("// -----").filter(|chunk| names.iter().any(|name| shows(chunk, name))) {
            consider(setup, chunk, names, &mut found);
        }
    }
    let mut best: BTreeMap<String, String> =
        found.into_iter().map(|(name, (_, text))| (name, text)).collect();
    for op in setup.ops().filter(|op| names.contains(&op.name)) {
        if !best.contains_key(op.name) {
            best.extend(synthesize::example(setup, op).map(|text| (op.name.to_owned(), text)));
        }
    }
    for (name, text) in &mut best {
        if text.lines().count() > LONG {
            *text = reduce(setup, name, text);
        }
    }
    Ok(best)
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns valid IR that has no unregistered ops, or `None`.
fn read(setup: &Setup, text: &str) -> Option<Ir> {
    terrace::parse(&terrace::context_of(setup), text).ok()
}

/// Records examples of the ops `names` from a part of a file that are shorter than the current ones.
fn consider(setup: &Setup, chunk: &str, names: &[&str], best: &mut BTreeMap<String, (usize, String)>) {
    let context: Arc<Context> = terrace::context_of(setup);
    context.set_allow_unregistered(true);
    let Ok(ir) = terrace::parse(&context, chunk) else { return };
    let Some(root) = ir.root() else { return };
    for op in std::iter::once(root).chain(root.nested_ops()) {
        let name = op.name_text();
        if op.def().is_none() || !names.contains(&name) {
            continue;
        }
        let limit = best.get(name).map_or(usize::MAX, |(cost, _)| *cost);
        if let Some(found) = isolate::example(setup, op, limit) {
            best.insert(name.to_owned(), found);
        }
    }
}

/// Returns whether an op of this name is somewhere in the IR.
fn contains(root: OpRef<'_>, name: &str) -> bool {
    std::iter::once(root).chain(root.nested_ops()).any(|op| op.name_text() == name)
}

/// Returns the printed text of an example, if it is one of the op: valid, and without a trivial module around
/// it.
fn accepted(setup: &Setup, name: &str, text: &str) -> Option<String> {
    let ir = read(setup, text)?;
    let root = ir.root().filter(|root| contains(*root, name))?;
    let shown = shown(root, name);
    if !shows(&shown, name) {
        return None;
    }
    let again = read(setup, &shown)?;
    (again.root().map(|root| self::shown(root, name)) == Some(shown.clone())).then_some(shown)
}

/// The printed form, without a trivial module around it.
fn shown(root: OpRef<'_>, name: &str) -> String {
    let printed = isolate::print(root).text;
    let inside = printed.strip_prefix("module {\n").and_then(|rest| rest.trim_end().strip_suffix('}'));
    match inside.filter(|inside| name != "builtin.module" && !inside.trim().is_empty()) {
        Some(inside) => {
            let lines = inside.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
            lines.flat_map(|line| [line, "\n"]).collect()
        }
        None => printed.trim_end().to_owned() + "\n",
    }
}

/// Returns whether the text shows the op, which an implicit terminator and a hidden region do not.
fn shows(text: &str, name: &str) -> bool {
    let short = name.split_once('.').map_or(name, |(_, short)| short);
    let whole = |found: &str| {
        text.match_indices(found).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + found.len()..].chars().next();
            let bounds = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && !"._$@%!#".contains(c));
            bounds(before) && bounds(after)
        })
    };
    whole(name) || whole(short)
}

fn reduce(setup: &Setup, name: &str, text: &str) -> String {
    let reducer = Reducer {
        dialects: &setup.dialects,
        extensions: &setup.extensions,
        max_tries: TRIES,
        progress: &mut |_, _| {},
    };
    let outcome = reducer.reduce(text, &mut |text| accepted(setup, name, text).is_some());
    outcome.ok().and_then(|outcome| accepted(setup, name, &outcome.text)).unwrap_or_else(|| text.to_owned())
}
