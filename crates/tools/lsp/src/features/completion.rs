//! Completion: what may be written at a position.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use terrace_asm::Occurrence;
use terrace_ir::def::{AttrSyntax, OpDef, PropDef};
use terrace_opt::Setup;

use super::view::{Ask, View, op_named, types_text};
use crate::chunk::{Chunk, Language};
use crate::run_lines::run_lines;

/// The kinds of completions of the protocol.
const VALUE: u32 = 6;
const PROPERTY: u32 = 10;
const KEYWORD: u32 = 14;
const REFERENCE: u32 = 18;
const ENUM_MEMBER: u32 = 20;
const TYPE: u32 = 25;

/// Types that have no dialect's prefix.
const BUILTIN_TYPES: [&str; 18] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "none",
    "complex<f32>",
    "memref<?xf32>",
    "tensor<?xf32>",
    "tuple<>",
    "vector<4xf32>",
    "memref<*xf32>",
    "tensor<*xf32>",
];

/// The most words that are offered at once.
const MOST: usize = 500;

/// Words that may be written, and the byte from which they replace the text.
type Found = (Vec<Json>, usize);

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_$.-".contains(c)
}

impl View<'_> {
    /// The words that may be written at a position.
    pub(crate) fn completions(&self, ask: Ask<'_>) -> Json {
        let offset = ask.offset;
        let Some((items, from)) = self.of_run_line(&ask).or_else(|| self.of_ir(offset, ask.services.setup))
        else {
            return json!({"isIncomplete": false, "items": []});
        };
        let typed = &self.text.text[from..offset];
        let fits = |item: &Json| item["label"].as_str().is_some_and(|label| label.starts_with(typed));
        let mut items: Vec<Json> = items.into_iter().filter(fits).collect();
        // Of more, the client asks again as more is typed.
        let is_incomplete = items.len() > MOST;
        items.truncate(MOST);
        let range = self.range(from..offset);
        for (number, item) in items.iter_mut().enumerate() {
            // Clients sort by this.
            item["sortText"] = format!("{number:03}").into();
            item["textEdit"] = json!({"range": range, "newText": item["label"]});
        }
        let mut list = json!({"isIncomplete": is_incomplete});
        list["items"] = items.into();
        list
    }

    /// The words of the command line that a `RUN:` line is.
    fn of_run_line(&self, ask: &Ask<'_>) -> Option<Found> {
        let text = &self.text.text[..ask.offset];
        let line = &text[self.text.line_start(ask.offset)..];
        if !line.contains("RUN:") && !self.continues_run_line(ask.offset) {
            return None;
        }
        let run = run_lines(text).pop()?;
        let mut words = run.commands.into_iter().next_back()?;
        let start = words.iter().take_while(|word| *word == "not").count();
        words.drain(..start);
        let setup = ask.services.setup;
        if let Some(program) =
            words.first_mut().filter(|word| matches!(word.as_str(), "mlir-opt" | "mlir-translate"))
        {
            *program = program.replace("mlir", setup.name);
        }
        if line.ends_with(char::is_whitespace) || words.len() == 1 {
            words.push(String::new());
        }
        // The part that is replaced: quotes before it are not in the word.
        let word = words.last()?;
        let before = word.rfind([' ', '(', ',', '{', '=']).map_or(0, |at| at + 1);
        let item = |found: crate::CommandWord| {
            let label = found.text.get(before..)?.to_owned();
            Some(json!({"label": label, "kind": KEYWORD, "detail": found.doc}))
        };
        let items: Vec<Json> = (ask.services.complete)(&words).into_iter().filter_map(item).collect();
        let from = ask.offset.checked_sub(word.len() - before)?;
        text.is_char_boundary(from).then_some((items, from))
    }

    fn continues_run_line(&self, offset: usize) -> bool {
        let start = self.text.line_start(offset);
        let before = self.text.text[..start].lines().next_back().unwrap_or("");
        before.contains("RUN:") && before.trim_end().ends_with('\\')
    }

    fn of_ir(&self, offset: usize, setup: &Setup) -> Option<Found> {
        let text = &self.text.text[..offset];
        let start = text.trim_end_matches(is_part).len();
        let before = &text[..start];
        let chunk = self.analysis.chunk_at(offset)?;
        let sigil = before.chars().next_back().filter(|c| "%^@#!".contains(*c));
        let words_of_kind = |sigil: char| {
            let names = chunk.aliases.iter().filter(|word| word.defines).map(|word| self.word(word));
            labels(names.filter(|name| name.starts_with(sigil)), REFERENCE)
        };
        Some(match sigil {
            Some(sigil @ ('%' | '^')) => (self.values_before(chunk, start - 1, sigil == '^'), start - 1),
            Some('@') => {
                let names = chunk.symbols.iter().filter(|word| word.defines);
                (labels(names.map(|word| self.word(word)), REFERENCE), start - 1)
            }
            Some('!') => ([words_of_kind('!'), dialect_types(setup)].concat(), start - 1),
            Some(sigil) => ([words_of_kind(sigil), dialect_attrs(setup)].concat(), start - 1),
            None if self.analysis.language == Language::LlvmIr => return None,
            None if expects_type(before) => {
                let aliases = words_of_kind('!');
                ([labels(BUILTIN_TYPES.into_iter(), TYPE), aliases, dialect_types(setup)].concat(), start)
            }
            None => match self.op_before(offset, setup) {
                Some(op)
                    if before.trim_end().ends_with(['{', ','])
                        && is_in_braces(before)
                        && (op.regions.is_empty() || !begins_op(before)) =>
                {
                    (attributes(op), start)
                }
                _ if begins_op(before) => (ops_of(setup, &text[start..]), start),
                Some(_) if in_text(before) => (passes(setup), start),
                Some(op) => (enum_cases(op), start),
                None => return None,
            },
        })
    }

    /// The op whose name is before a position in its line, other than the word there.
    fn op_before(&self, offset: usize, setup: &Setup) -> Option<&'static OpDef> {
        let line = &self.text.text[self.text.line_start(offset)..offset];
        let line = line.trim_end_matches(is_part);
        let code = line.split_once(" = ").filter(|(names, _)| names.trim_start().starts_with('%'));
        let code = code.map_or(line, |(_, code)| code).trim_start().trim_start_matches('"');
        let name = &code[..code.find(|c| !is_part(c))?];
        op_named(setup, name)
    }

    /// The values or blocks that are defined before a byte in the ops around it: those that dominate it first, of these the
    /// nearest.
    fn values_before(&self, chunk: &Chunk, offset: usize, blocks: bool) -> Vec<Json> {
        let notes = &chunk.notes;
        let ops = &notes.ops;
        let mut around = BTreeSet::new();
        let mut op = self.op_at(chunk, offset);
        while let Some(number) = op {
            around.insert(number);
            op = ops[number as usize].parent;
        }
        // The op that is being written has no results yet.
        let line = self.text.line_of(offset);
        let is_before = |name: &Occurrence| {
            let op = notes.entities[name.entity as usize].op.map(|op| &ops[op as usize]);
            let is_result = op.is_some_and(|op| name.start < op.name_start);
            (name.end as usize) <= offset && !(is_result && self.text.line_of(name.start as usize) == line)
        };
        // The result of an op is seen around it, an argument in it.
        let home = |name: &Occurrence| {
            let inside = self.op_at(chunk, name.start as usize);
            match inside.map(|op| &ops[op as usize]) {
                Some(op) if name.start < op.name_start => op.parent,
                _ => inside,
            }
        };
        let definitions = notes.occurrences.iter().filter(|name| name.defines);
        let found = definitions.filter_map(|name| {
            let home = home(name);
            home.is_none_or(|home| around.contains(&home)).then_some((name, home))
        });
        let (labels, values): (Vec<_>, Vec<_>) =
            found.partition(|(name, _)| notes.entities[name.entity as usize].is_block);
        let first_label =
            |home: Option<u32>| labels.iter().find(|(_, other)| *other == home).map(|(name, _)| name.start);
        let last_label = |home: Option<u32>| {
            let mut before =
                labels.iter().rev().filter(|(name, other)| *other == home && (name.start as usize) < offset);
            before.next().map(|(name, _)| name.start)
        };
        // A value of another block than the first and the present one may not dominate.
        let dominates = |name: &Occurrence, home: Option<u32>| {
            last_label(home).is_none_or(|last| name.start > last)
                || first_label(home).is_none_or(|first| name.start < first)
        };
        let named: Vec<_> = if blocks { labels.clone() } else { values };
        let mut named: Vec<_> = named
            .into_iter()
            .filter(|(name, _)| blocks || is_before(name))
            .map(|(name, home)| (!blocks && !dominates(name, home), name))
            .collect();
        named.sort_by_key(|(is_far, name)| (*is_far, std::cmp::Reverse(name.start)));
        let item = |(_, name): &(bool, &Occurrence)| {
            let entity = &notes.entities[name.entity as usize];
            let label = &self.text.text[name.start as usize..name.end as usize];
            let detail = types_text(&self.analysis.cx, &entity.types);
            json!({"label": label, "kind": VALUE, "detail": detail})
        };
        named.iter().map(item).collect()
    }
}

/// Whether an op begins after a text: at the start of a line or a region, or after names of results.
fn begins_op(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("").trim();
    line.is_empty()
        || line.ends_with('{') && !line.contains('=')
        || line.ends_with('=') && line.starts_with('%')
}

/// Whether a type comes after a text: after a colon or an arrow, or after a parenthesis or a comma that follow one.
fn expects_type(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("");
    let code = line.trim_end().trim_end_matches(['(', ',']).trim_end();
    if line.trim_end().ends_with(':') || line.trim_end().ends_with("->") {
        return true;
    }
    let is_list = line.trim_end().ends_with(['(', ',']);
    let after = code.rsplit_once(':').map_or("", |(_, after)| after);
    let types = code.rsplit_once("->").map_or(after, |(_, after)| after);
    is_list && code.contains(':') && !types.contains(['%', '{', '=']) && !types.trim().ends_with(')')
}

/// Whether a brace is open in the last line of a text.
fn is_in_braces(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("");
    line.matches('{').count() > line.matches('}').count()
}

/// Whether a text between quotes is open at the end.
fn in_text(before: &str) -> bool {
    before.rsplit('\n').next().unwrap_or("").matches('"').count() % 2 == 1
}

fn labels<'a>(names: impl Iterator<Item = &'a str>, kind: u32) -> Vec<Json> {
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().map(|name| json!({"label": name, "kind": kind})).collect()
}

fn dialect_types(setup: &Setup) -> Vec<Json> {
    let types = setup.dialects.iter().flat_map(|dialect| dialect.types.iter().map(|ty| ty.name));
    let names: BTreeSet<String> = types.map(|name| format!("!{name}")).collect();
    labels(names.iter().map(String::as_str), TYPE)
}

fn dialect_attrs(setup: &Setup) -> Vec<Json> {
    let attrs = setup.dialects.iter().flat_map(|dialect| dialect.attrs.iter().map(|attr| attr.name));
    let names: BTreeSet<String> = attrs.map(|name| format!("#{name}")).collect();
    labels(names.iter().map(String::as_str), REFERENCE)
}

fn passes(setup: &Setup) -> Vec<Json> {
    let passes = setup.registry.passes();
    passes.iter().map(|pass| json!({"label": pass.name, "kind": KEYWORD, "detail": pass.doc})).collect()
}

/// The words of the enums that an op has as attributes.
fn enum_cases(op: &OpDef) -> Vec<Json> {
    let mut items = Vec::new();
    for prop in op.props {
        if let AttrSyntax::Enum(def) = &prop.constraint.syntax {
            let case = |name| json!({"label": name, "kind": ENUM_MEMBER, "detail": prop.name});
            items.extend(def.cases.iter().map(|case| case.name).map(case));
        }
    }
    items
}

/// The attributes of an op.
fn attributes(op: &OpDef) -> Vec<Json> {
    let item = |prop: &PropDef<'_>| {
        let label = format!("{} = ", prop.name);
        json!({"label": label, "kind": PROPERTY, "detail": prop.constraint.summary})
    };
    op.props.iter().map(item).collect()
}

/// The ops whose names begin with a text.
fn ops_of(setup: &Setup, prefix: &str) -> Vec<Json> {
    let mut ops: Vec<_> = setup.ops().filter(|op| op.name.starts_with(prefix)).collect();
    ops.sort_unstable_by_key(|op| op.name);
    let first = |doc: &'static str| doc.split_inclusive(". ").next().unwrap_or(doc).trim();
    ops.iter().map(|op| json!({"label": op.name, "kind": KEYWORD, "documentation": first(op.doc)})).collect()
}
