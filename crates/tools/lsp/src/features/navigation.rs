//! Definitions, references, highlights and names that are given anew.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use serde_json::{Value as Json, json};
use terrace_ir::TraitSet;

use super::named::Named;
use super::view::{Answer, Ask, View};
use crate::chunk::Chunk;
use crate::workspace::{Workspace, path_of};

impl View<'_> {
    /// The locations at which the name at a position is defined: of a symbol that this file does not define, or only
    /// declares, those in other files.
    pub(crate) fn definition(&self, ask: Ask<'_>) -> Answer {
        let Some(named) = self.named(ask.offset) else { return Json::Null.into() };
        let own: Vec<Json> = named.definitions.iter().map(|range| self.location(range.clone())).collect();
        let is_declared = named.definitions.iter().all(|range| self.is_declaration(range));
        match self.symbol(&named).filter(|_| is_declared) {
            Some(name) => {
                let text = self.text.text.clone();
                self.in_workspace(ask, move |workspace, path| {
                    let found = workspace.definitions(path, &name, &text);
                    if found.is_empty() { own.into() } else { found.into() }
                })
            }
            None => Json::from(own).into(),
        }
    }

    /// The locations at which the name at a position is written, of a symbol those in other files too.
    pub(crate) fn references(&self, ask: Ask<'_>) -> Answer {
        let Some(named) = self.named(ask.offset) else { return Json::Null.into() };
        let with_definition = ask.params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
        let definitions = named.definitions.iter().filter(|_| with_definition);
        let own = definitions.chain(&named.uses).map(|range| self.location(range.clone()));
        let mut own: Vec<Json> = own.collect();
        let is_outermost = named.op.is_none_or(|op| {
            let parent = named.chunk.notes.ops.get(op as usize).and_then(|op| op.parent);
            parent.is_none_or(|parent| named.chunk.notes.ops[parent as usize].parent.is_none())
        });
        match self.symbol(&named).filter(|_| is_outermost) {
            Some(name) => self.in_workspace(ask, move |workspace, path| {
                own.extend(workspace.references(path, &name));
                own.into()
            }),
            None => Json::from(own).into(),
        }
    }

    /// The name of a symbol that other files may have.
    fn symbol(&self, named: &Named<'_>) -> Option<String> {
        self.text.text[named.at.clone()].strip_prefix('@').map(str::to_owned)
    }

    /// Whether a definition has no body: it is private, or LLVM IR says so.
    fn is_declaration(&self, name: &Range<usize>) -> bool {
        let line = &self.text.text[self.text.line_start(name.start)..];
        let (before, after) = line.split_at(name.start - self.text.line_start(name.start));
        let is_open = after.lines().next().is_some_and(|line| line.trim_end().ends_with('{'));
        before.starts_with("declare") || !is_open && before.split_whitespace().any(|word| word == "private")
    }

    /// Answers from the symbols of the workspace, on a thread.
    fn in_workspace(
        &self,
        ask: Ask<'_>,
        answer: impl FnOnce(&Workspace, &Path) -> Json + Send + 'static,
    ) -> Answer {
        // What has no path is none of the files of the workspace.
        let own = path_of(self.uri).unwrap_or_else(|| PathBuf::from(self.uri));
        later_in_workspace(ask, move |workspace| answer(workspace, &own))
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
            .map(|range| {
                // The labels of LLVM IR have no sigil where they are defined.
                let own =
                    sigil.chars().next().filter(|sigil| self.text.text[range.start..].starts_with(*sigil));
                let new = own.map_or(new.to_owned(), |sigil| format!("{sigil}{new}"));
                json!({"range": self.range(range.clone()), "newText": new})
            })
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
}

fn later_in_workspace(ask: Ask<'_>, answer: impl FnOnce(&Workspace) -> Json + Send + 'static) -> Answer {
    let (workspace, open) = (ask.workspace.clone(), ask.open);
    Answer::Later(Box::new(move |_| {
        let mut workspace = workspace.lock().unwrap_or_else(PoisonError::into_inner);
        workspace.update(&open);
        Ok(answer(&workspace))
    }))
}

/// The symbols of the workspace that have the text of the request in their names.
pub(super) fn workspace_symbols(ask: Ask<'_>) -> Answer {
    let query = ask.params["query"].as_str().unwrap_or("").to_owned();
    later_in_workspace(ask, move |workspace| workspace.symbols(&query))
}
