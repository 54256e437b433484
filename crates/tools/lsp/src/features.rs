//! Answers to the requests about a position or a file.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value as Json, json};
use terrace_asm::{Entity, WrittenOp};
use terrace_ir::diag::Severity;
use terrace_ir::{Context, TraitSet, Type};
use terrace_opt::Setup;

use crate::Docs;
use crate::analysis::{Analysis, Chunk, Word};
use crate::text::Text;

/// A file as the answers need it.
pub(crate) struct View<'a> {
    pub(crate) uri: &'a str,
    pub(crate) text: &'a Text,
    pub(crate) analysis: &'a Analysis,
}

/// The entity that the name under the cursor stands for: the ranges of its definitions and of its uses.
struct Named<'a> {
    chunk: &'a Chunk,
    /// The name under the cursor.
    at: Range<usize>,
    definitions: Vec<Range<usize>>,
    uses: Vec<Range<usize>>,
    entity: Option<&'a Entity>,
    /// The op that defines the symbol.
    op: Option<u32>,
}

/// The kinds of symbols of the protocol.
const MODULE: u32 = 2;
const FUNCTION: u32 = 12;
const VARIABLE: u32 = 13;
const OBJECT: u32 = 19;

/// The kinds of completions of the protocol.
const KEYWORD: u32 = 14;
const VALUE: u32 = 6;
const REFERENCE: u32 = 18;

impl View<'_> {
    /// The diagnostics of the file.
    pub(crate) fn diagnostics(&self) -> Json {
        let problems = self.analysis.problems.iter().map(|problem| {
            let severity = match problem.severity {
                Severity::Error => 1,
                Severity::Warning => 2,
                Severity::Remark => 3,
            };
            let place = |at: Option<usize>| at.map_or(problem.range.clone(), |at| at..at);
            let related: Vec<Json> = (problem.notes.iter())
                .map(|(at, note)| json!({"location": self.location(place(*at)), "message": note}))
                .collect();
            json!({
                "range": self.range(problem.range.clone()),
                "severity": severity,
                "source": "terrace",
                "message": problem.message,
                "relatedInformation": related,
            })
        });
        problems.collect()
    }

    fn range(&self, range: Range<usize>) -> Json {
        self.text.range(range.start, range.end)
    }

    fn location(&self, range: Range<usize>) -> Json {
        json!({"uri": self.uri, "range": self.range(range)})
    }

    /// Returns the entity that the name at a byte stands for.
    fn named(&self, offset: usize) -> Option<Named<'_>> {
        let chunk = self.analysis.chunk_at(offset)?;
        let notes = &chunk.notes;
        let holds = |range: &Range<usize>| (range.start..=range.end).contains(&offset);
        let range_of = |start: u32, end: u32| start as usize..end as usize;
        if let Some(found) = notes.occurrences.iter().find(|name| holds(&range_of(name.start, name.end))) {
            let mut same: Vec<_> =
                notes.occurrences.iter().filter(|name| name.entity == found.entity).collect();
            same.sort_by_key(|name| (name.start, !name.defines));
            same.dedup_by_key(|name| name.start);
            let ranges = |defines: bool| {
                let of_kind = same.iter().filter(|name| name.defines == defines);
                of_kind.map(|name| range_of(name.start, name.end)).collect()
            };
            return Some(Named {
                chunk,
                at: range_of(found.start, found.end),
                definitions: ranges(true),
                uses: ranges(false),
                entity: notes.entities.get(found.entity as usize),
                op: None,
            });
        }
        if let Some(word) = chunk.symbols.iter().find(|word| holds(&word.range)) {
            let named: Vec<&Word> =
                chunk.symbols.iter().filter(|other| self.word(other) == self.word(word)).collect();
            let candidates: Vec<&Word> = named.iter().copied().filter(|other| other.defines).collect();
            let definition = self.definition_of(chunk, word, &candidates);
            let range_of = |word: Option<&Word>| word.map(|word| word.range.clone());
            let is_same = |other: &&Word| {
                range_of(definition) == range_of(self.definition_of(chunk, other, &candidates))
            };
            let same: Vec<&Word> = named.into_iter().filter(is_same).collect();
            return Some(Named {
                chunk,
                at: word.range.clone(),
                definitions: ranges_of(&same, true),
                uses: ranges_of(&same, false),
                entity: None,
                op: definition.and_then(|definition| definition.op),
            });
        }
        let word = chunk.aliases.iter().find(|word| holds(&word.range))?;
        let same: Vec<&Word> =
            chunk.aliases.iter().filter(|other| self.word(other) == self.word(word)).collect();
        let definitions = ranges_of(&same, true);
        // The names of dialects begin as aliases do.
        (!definitions.is_empty()).then(|| Named {
            chunk,
            at: word.range.clone(),
            definitions,
            uses: ranges_of(&same, false),
            entity: None,
            op: None,
        })
    }

    fn word(&self, word: &Word) -> &str {
        &self.text.text[word.range.clone()]
    }

    /// The definition of a symbol that is used or defined, of the definitions of its name: that in the nearest op around it
    /// which has one.
    fn definition_of<'c>(
        &self,
        chunk: &'c Chunk,
        word: &'c Word,
        candidates: &[&'c Word],
    ) -> Option<&'c Word> {
        if word.defines {
            return Some(word);
        }
        let ops = &chunk.notes.ops;
        let parent = |op: u32| ops.get(op as usize).and_then(|op| op.parent);
        // A reference into a symbol, `@a::@b`, is to what is in the op of `@a`.
        let before = &self.text.text[..word.range.start];
        if let Some(rest) = before.strip_suffix("::") {
            let at = chunk.symbols.partition_point(|other| other.range.end < rest.len());
            let outer = chunk.symbols.get(at)?;
            let is_of = |other: &&Word| other.defines && self.word(other) == self.word(outer);
            let of_outer: Vec<&Word> = chunk.symbols.iter().filter(is_of).collect();
            let outer = self.definition_of(chunk, outer, &of_outer)?.op;
            return candidates.iter().copied().find(|other| other.op.and_then(parent) == outer);
        }
        let mut scope = word.op;
        loop {
            let of_scope = |other: &&&Word| other.op.and_then(parent) == scope;
            if let Some(found) = candidates.iter().find(of_scope) {
                return Some(found);
            }
            scope = parent(scope?);
        }
    }

    /// The locations at which the name at a byte is defined.
    pub(crate) fn definition(&self, offset: usize) -> Json {
        let Some(named) = self.named(offset) else { return Json::Null };
        named.definitions.iter().map(|range| self.location(range.clone())).collect()
    }

    /// The locations at which the name at a byte is written.
    pub(crate) fn references(&self, offset: usize, with_definition: bool) -> Json {
        let Some(named) = self.named(offset) else { return Json::Null };
        let definitions = named.definitions.iter().filter(|_| with_definition);
        definitions.chain(&named.uses).map(|range| self.location(range.clone())).collect()
    }

    /// The same within the file, by kind: where it is written, and where it is read.
    pub(crate) fn highlights(&self, offset: usize) -> Json {
        let Some(named) = self.named(offset) else { return Json::Null };
        let of_kind = |ranges: &[Range<usize>], kind: u32| -> Vec<Json> {
            ranges.iter().map(|range| json!({"range": self.range(range.clone()), "kind": kind})).collect()
        };
        [of_kind(&named.definitions, 3), of_kind(&named.uses, 2)].concat().into()
    }

    /// The range of the name at a byte, if it can be renamed.
    pub(crate) fn prepare_rename(&self, offset: usize) -> Json {
        let named = self.named(offset).filter(|named| !named.definitions.is_empty());
        named.map_or(Json::Null, |named| {
            let at = named.at.start + 1..named.at.end;
            json!({"range": self.range(at.clone()), "placeholder": self.text.text[at]})
        })
    }

    /// The edits that give the name at a byte another one.
    ///
    /// # Errors
    /// If there is no definition, or the name is none.
    pub(crate) fn rename(&self, offset: usize, new: &str) -> Result<Json, String> {
        let named = self.named(offset).filter(|named| !named.definitions.is_empty());
        let named = named.ok_or("there is no name of this file here")?;
        let sigil = &self.text.text[named.at.start..=named.at.start];
        let new = new.strip_prefix(sigil).unwrap_or(new);
        let rest = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
        let is_number = new.bytes().all(|byte| byte.is_ascii_digit()) && sigil == "%";
        let first = new.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || "_$.-".contains(c));
        if new.is_empty() || !new.chars().all(rest) || !(first || is_number) {
            return Err(format!("'{new}' is no name"));
        }
        let taken = self.is_taken(&named, &format!("{sigil}{new}"));
        if let Some(range) = taken {
            let line = self.text.line_of(range.start) + 1;
            return Err(format!("'{sigil}{new}' is taken in line {line}"));
        }
        let edits: Vec<Json> = (named.definitions.iter().chain(&named.uses))
            .map(|range| json!({"range": self.range(range.clone()), "newText": format!("{sigil}{new}")}))
            .collect();
        Ok(json!({"changes": {self.uri: edits}}))
    }

    /// A place of this name in the part of the file, for a value in the same isolated op.
    fn is_taken(&self, named: &Named<'_>, name: &str) -> Option<Range<usize>> {
        let chunk = named.chunk;
        let same = |range: &Range<usize>| self.text.text.get(range.clone()) == Some(name);
        if named.entity.is_none() {
            let mut words = chunk.symbols.iter().chain(&chunk.aliases).map(|word| word.range.clone());
            return words.find(same);
        }
        let home = self.isolated_op_around(chunk, named.at.start);
        let mut values = chunk.notes.occurrences.iter().map(|name| name.start as usize..name.end as usize);
        values.find(|range| same(range) && self.isolated_op_around(chunk, range.start) == home)
    }

    /// The innermost isolated op around a byte that is in its regions, or else the outermost op.
    fn isolated_op_around(&self, chunk: &Chunk, offset: usize) -> Option<u32> {
        let mut op = self.op_at(chunk, offset)?;
        loop {
            let written = &chunk.notes.ops[op as usize];
            let info = written.name.map(|name| self.analysis.cx.op_info(name));
            let is_isolated = info.is_some_and(|info| info.traits.has(TraitSet::IsolatedFromAbove));
            match written.parent {
                // The results of an isolated op are outside of it.
                Some(parent) if !is_isolated || written.start as usize == offset => op = parent,
                _ => return Some(op),
            }
        }
    }

    /// The innermost op around a byte.
    fn op_at(&self, chunk: &Chunk, offset: usize) -> Option<u32> {
        let ops = &chunk.notes.ops;
        let mut found = ops.partition_point(|op| (op.start as usize) <= offset).checked_sub(1)? as u32;
        while (ops[found as usize].end as usize) < offset {
            found = ops[found as usize].parent?;
        }
        Some(found)
    }

    /// The text about the name or the op at a byte.
    pub(crate) fn hover(&self, offset: usize, docs: Docs<'_>) -> Json {
        let text = &self.text.text;
        let content = |value: String, range: Range<usize>| json!({"contents": {"kind": "markdown", "value": value}, "range": self.range(range)});
        if let Some(named) = self.named(offset) {
            let ops = &named.chunk.notes.ops;
            let name = &text[named.at.clone()];
            let uses = match named.uses.len() {
                1 => "1 use".to_owned(),
                uses => format!("{uses} uses"),
            };
            let shown = match named.entity {
                Some(entity) if entity.is_block => code(name),
                Some(entity) => {
                    let by = entity.op.and_then(|op| ops.get(op as usize));
                    let is_argument = by.is_some_and(|op| {
                        named.definitions.first().is_some_and(|at| at.start >= op.name_end as usize)
                    });
                    let by = by.map(|op| &text[op.name_start as usize..op.name_end as usize]);
                    let from = match (by, is_argument) {
                        (Some(by), true) => format!("argument of a block of `{by}`, "),
                        (Some(by), false) => format!("result of `{by}`, "),
                        (None, _) => String::new(),
                    };
                    let types = types_text(&self.analysis.cx, &entity.types);
                    return content(
                        format!("{}\n{from}{uses}", code(&format!("{name} : {types}"))),
                        named.at,
                    );
                }
                None => {
                    let line = named.op.and_then(|op| ops.get(op as usize)).map(|op| op.start as usize);
                    let line = line.or(named.definitions.first().map(|at| at.start));
                    code(line.map_or(name, |at| header(text, at)))
                }
            };
            return content(format!("{shown}\n{uses}"), named.at);
        }
        let Some(chunk) = self.analysis.chunk_at(offset) else { return Json::Null };
        let Some(op) = self.op_at(chunk, offset).map(|op| &chunk.notes.ops[op as usize]) else {
            return Json::Null;
        };
        let range = op.name_start as usize..op.name_end as usize;
        if !(range.start..=range.end).contains(&offset) {
            return Json::Null;
        }
        let name = self.full_name(op);
        match docs(&name) {
            Some(page) => content(code(page.trim_end()), range),
            None => content(format!("`{name}` is not registered"), range),
        }
    }

    /// The name of an op with its dialect.
    fn full_name(&self, op: &WrittenOp) -> String {
        let written = self.text.text[op.name_start as usize..op.name_end as usize].trim_matches('"');
        match op.name {
            Some(name) => self.analysis.cx.op_info(name).name.text(&self.analysis.cx).to_owned(),
            None => written.to_owned(),
        }
    }

    /// The symbols of the file, each with those in it.
    pub(crate) fn symbols(&self) -> Json {
        let mut children: BTreeMap<Option<(usize, u32)>, Vec<(usize, &Word)>> = BTreeMap::new();
        for (number, chunk) in self.analysis.chunks.iter().enumerate() {
            let ops = &chunk.notes.ops;
            let symbols = chunk.symbols.iter().filter(|word| word.defines);
            let defining: BTreeMap<u32, &Word> = symbols.filter_map(|word| Some((word.op?, word))).collect();
            for (&op, word) in &defining {
                let mut around = ops[op as usize].parent;
                while let Some(outer) = around.filter(|outer| !defining.contains_key(outer)) {
                    around = ops[outer as usize].parent;
                }
                children.entry(around.map(|op| (number, op))).or_default().push((number, word));
            }
        }
        self.symbols_in(None, &children)
    }

    fn symbols_in(
        &self,
        outer: Option<(usize, u32)>,
        children: &BTreeMap<Option<(usize, u32)>, Vec<(usize, &Word)>>,
    ) -> Json {
        let own = children.get(&outer).map_or(&[][..], Vec::as_slice);
        let symbol = |&(number, word): &(usize, &Word)| {
            let op = word.op?;
            let written = self.analysis.chunks[number].notes.ops.get(op as usize)?;
            let name = self.full_name(written);
            let kind = match name.rsplit('.').next() {
                Some("module") => MODULE,
                Some("func" | "named_sequence") => FUNCTION,
                Some("global" | "variable") => VARIABLE,
                _ => OBJECT,
            };
            Some(json!({
                "name": self.word(word).trim_start_matches('@'),
                "detail": name,
                "kind": kind,
                "range": self.range(written.start as usize..(written.end as usize).max(word.range.end)),
                "selectionRange": self.range(word.range.clone()),
                "children": self.symbols_in(Some((number, op)), children),
            }))
        };
        own.iter().filter_map(symbol).collect()
    }

    /// The lines of ops that have more than one.
    pub(crate) fn folding_ranges(&self) -> Json {
        let ops = self.analysis.chunks.iter().flat_map(|chunk| &chunk.notes.ops);
        let lines = ops.filter_map(|op| {
            let first = self.text.line_of(op.start as usize);
            let last = self.text.line_of((op.end as usize).saturating_sub(1).max(op.start as usize));
            (last > first + 1).then(|| json!({"startLine": first, "endLine": last - 1}))
        });
        lines.collect()
    }

    /// The types of results that the texts of their ops do not end with, in a range.
    pub(crate) fn inlay_hints(&self, range: Range<usize>) -> Json {
        let cx = &self.analysis.cx;
        let mut hints = Vec::new();
        for chunk in &self.analysis.chunks {
            let names = chunk.notes.occurrences.iter().filter(|name| name.defines);
            for name in names.filter(|name| range.contains(&(name.start as usize))) {
                let entity = &chunk.notes.entities[name.entity as usize];
                let Some(op) = entity.op.map(|op| &chunk.notes.ops[op as usize]) else { continue };
                if entity.types.is_empty() || name.start >= op.name_start {
                    continue;
                }
                let types = types_text(cx, &entity.types);
                if !self.text.text[op.start as usize..op.end as usize].ends_with(&types) {
                    let position = self.text.position(name.end as usize);
                    hints.push(json!({"position": position, "label": format!(": {types}"), "kind": 1}));
                }
            }
        }
        hints.into()
    }

    /// The names that may be written at a byte.
    pub(crate) fn completions(&self, offset: usize, setup: &Setup) -> Json {
        let text = &self.text.text[..offset];
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
        let start = text.trim_end_matches(is_part).len();
        let sigil = text[..start].chars().next_back();
        let Some(chunk) = self.analysis.chunk_at(offset) else { return json!([]) };
        let (items, from): (Vec<Json>, usize) = match sigil {
            Some('%' | '^') => (self.values_before(chunk, start - 1, sigil == Some('^')), start - 1),
            Some('@') => {
                let names = chunk.symbols.iter().filter(|word| word.defines);
                (words_of(names.map(|word| self.word(word)), REFERENCE), start - 1)
            }
            Some('#' | '!') => {
                let names = chunk.aliases.iter().filter(|word| word.defines).map(|word| self.word(word));
                let of_kind = names.filter(|name| name.chars().next() == sigil);
                (words_of(of_kind, REFERENCE), start - 1)
            }
            _ => (ops_of(setup, &text[start..]), start),
        };
        let range = self.range(from..offset);
        let with_edit = |mut item: Json| {
            item["textEdit"] = json!({"range": range, "newText": item["label"]});
            item
        };
        items.into_iter().map(with_edit).collect()
    }

    /// The values or blocks that are defined before a byte in the ops around it, the nearest first.
    fn values_before(&self, chunk: &Chunk, offset: usize, blocks: bool) -> Vec<Json> {
        let ops = &chunk.notes.ops;
        let mut around = Vec::new();
        let mut op = self.op_at(chunk, offset);
        while let Some(number) = op {
            around.push(number);
            op = ops[number as usize].parent;
        }
        // The op that is being written has no results yet.
        let line = self.text.line_of(offset);
        let is_before = |name: &&terrace_asm::Occurrence| {
            let op = chunk.notes.entities[name.entity as usize].op.map(|op| &ops[op as usize]);
            let is_result = op.is_some_and(|op| name.start < op.name_start);
            (name.end as usize) <= offset && !(is_result && self.text.line_of(name.start as usize) == line)
        };
        let mut names: Vec<_> = (chunk.notes.occurrences.iter())
            .filter(|name| name.defines && (blocks || is_before(name)))
            .filter(|name| chunk.notes.entities[name.entity as usize].is_block == blocks)
            .filter(|name| {
                let inside = self.op_at(chunk, name.start as usize);
                let written = inside.map(|op| &ops[op as usize]);
                // The result of an op is seen around it, an argument in it.
                let home = match written {
                    Some(op) if name.start < op.name_start => op.parent,
                    _ => inside,
                };
                home.is_none_or(|home| around.contains(&home))
            })
            .collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.start));
        let item = |(number, name): (usize, &&terrace_asm::Occurrence)| {
            let entity = &chunk.notes.entities[name.entity as usize];
            let label = &self.text.text[name.start as usize..name.end as usize];
            let detail = types_text(&self.analysis.cx, &entity.types);
            json!({"label": label, "kind": VALUE, "detail": detail, "sortText": format!("{number:06}")})
        };
        names.iter().enumerate().map(item).collect()
    }
}

fn words_of<'a>(names: impl Iterator<Item = &'a str>, kind: u32) -> Vec<Json> {
    let names: std::collections::BTreeSet<&str> = names.collect();
    names.into_iter().map(|name| json!({"label": name, "kind": kind})).collect()
}

/// The ops whose names begin with a text.
fn ops_of(setup: &Setup, prefix: &str) -> Vec<Json> {
    let mut ops: Vec<_> = setup.ops().filter(|op| op.name.starts_with(prefix)).collect();
    ops.sort_unstable_by_key(|op| op.name);
    let first = |doc: &'static str| doc.split_inclusive(". ").next().unwrap_or(doc).trim();
    ops.iter().map(|op| json!({"label": op.name, "kind": KEYWORD, "documentation": first(op.doc)})).collect()
}

fn ranges_of(words: &[&Word], defines: bool) -> Vec<Range<usize>> {
    words.iter().filter(|word| word.defines == defines).map(|word| word.range.clone()).collect()
}

fn types_text(cx: &Context, types: &[Type]) -> String {
    let texts: Vec<String> = types.iter().map(|&ty| cx.type_text(ty).to_string()).collect();
    texts.join(", ")
}

/// The first line of a text from a byte on, without the brace that opens a region.
fn header(text: &str, at: usize) -> &str {
    let line = text[at..].lines().next().unwrap_or("");
    line.trim_end().trim_end_matches('{').trim_end()
}

fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```")
}
