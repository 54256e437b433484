//! The value, block, symbol or alias that the name at a position stands for.

use std::ops::Range;

use terrace_asm::Entity;

use super::view::View;
use crate::chunk::{Chunk, Word};

/// The entity that the name under the cursor stands for: the ranges of its definitions and of its uses.
pub(super) struct Named<'a> {
    pub(super) chunk: &'a Chunk,
    /// The name under the cursor.
    pub(super) at: Range<usize>,
    pub(super) definitions: Vec<Range<usize>>,
    pub(super) uses: Vec<Range<usize>>,
    pub(super) entity: Option<&'a Entity>,
    /// The op that defines the symbol.
    pub(super) op: Option<u32>,
}

impl View<'_> {
    /// Returns the entity that the name at a byte stands for.
    pub(super) fn named(&self, offset: usize) -> Option<Named<'_>> {
        let chunk = self.analysis.chunk_at(offset)?;
        let notes = &chunk.notes;
        let holds = |range: &Range<usize>| (range.start..=range.end).contains(&offset);
        let range_of = |start: u32, end: u32| start as usize..end as usize;
        if let Some(found) = notes.name_at(offset as u32) {
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

    pub(super) fn word(&self, word: &Word) -> &str {
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
}

fn ranges_of(words: &[&Word], defines: bool) -> Vec<Range<usize>> {
    words.iter().filter(|word| word.defines == defines).map(|word| word.range.clone()).collect()
}
