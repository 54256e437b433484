//! Outlines, folds and selections.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use terrace_asm::lexer::Lexer;

use super::view::View;
use crate::chunk::{Word, symbol_kind};

/// The deepest level at which something is in something else.
const DEEPEST: usize = 60;

impl View<'_> {
    /// The symbols of the file, each with those in it; those that are nested deeper than clients may take beside each other.
    pub(crate) fn symbols(&self) -> Json {
        let mut children: BTreeMap<Option<(usize, u32)>, Vec<(usize, &Word)>> = BTreeMap::new();
        for (number, chunk) in self.analysis.chunks.iter().enumerate() {
            let ops = &chunk.notes.ops;
            let symbols = chunk.symbols.iter().filter(|word| word.defines);
            let defining: BTreeMap<u32, &Word> = symbols.filter_map(|word| Some((word.op?, word))).collect();
            // The symbol that each is shown in, and at which level; outer ops come first.
            let mut levels: BTreeMap<u32, (Option<u32>, usize)> = BTreeMap::new();
            for (&op, word) in &defining {
                let mut around = ops[op as usize].parent;
                while let Some(outer) = around.filter(|outer| !defining.contains_key(outer)) {
                    around = ops[outer as usize].parent;
                }
                let level = match around.and_then(|around| levels.get(&around)) {
                    Some(&(above, level)) if level == DEEPEST => (above, level),
                    Some((_, level)) => (around, level + 1),
                    None => (None, 0),
                };
                levels.insert(op, level);
                children.entry(level.0.map(|op| (number, op))).or_default().push((number, word));
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
            let mut symbol = json!({
                "name": self.word(word).trim_start_matches('@'),
                "kind": symbol_kind(&name),
                "detail": name,
            });
            // These are moved, where the macro would copy them.
            symbol["range"] = self.range(written.start as usize..(written.end as usize).max(word.range.end));
            symbol["selectionRange"] = self.range(word.range.clone());
            symbol["children"] = self.symbols_in(Some((number, op)), children);
            Some(symbol)
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

    /// The ranges around each of some positions, from the inside: the word, the ops, the part of the file.
    pub(crate) fn selection_ranges(&self, positions: &Json) -> Json {
        let positions = positions.as_array().into_iter().flatten();
        positions.map(|position| self.selection(self.text.offset(position))).collect()
    }

    fn selection(&self, offset: usize) -> Json {
        let mut ranges: Vec<_> = std::iter::once(0..self.text.text.len()).collect();
        if let Some(chunk) = self.analysis.chunk_at(offset) {
            ranges.push(chunk.range.clone());
            let mut ops = Vec::new();
            let mut op = self.op_at(chunk, offset);
            while let Some(number) = op {
                let written = &chunk.notes.ops[number as usize];
                ops.push(written.start as usize..written.end as usize);
                op = written.parent;
            }
            // Of many, the innermost are what is selected.
            ops.truncate(DEEPEST);
            ranges.extend(ops.into_iter().rev());
        }
        let line = self.text.line_start(offset);
        let mut lexer = Lexer::new(&self.text.text.as_bytes()[..self.text.text.len()], line);
        loop {
            let token = lexer.next_token();
            let range = token.start as usize..token.end as usize;
            if range.is_empty() || range.start > offset {
                break;
            }
            if offset <= range.end {
                ranges.push(range);
                break;
            }
        }
        let mut outer = Json::Null;
        let mut last = None;
        for range in ranges {
            if last.as_ref() == Some(&range) {
                continue;
            }
            let mut selection = json!({"range": self.range(range.clone())});
            if !outer.is_null() {
                selection["parent"] = outer;
            }
            outer = selection;
            last = Some(range);
        }
        outer
    }
}
