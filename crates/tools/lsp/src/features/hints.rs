//! Inlay hints: types of results, names of arguments of blocks, and values that are known.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use terrace_asm::Occurrence;
use terrace_asm::lexer::{Lexer, TokenKind};
use terrace_ir::TraitSet;

use super::view::{View, types_text};
use crate::chunk::Chunk;

/// The kinds of hints of the protocol.
const TYPE: u32 = 1;
const PARAMETER: u32 = 2;

impl View<'_> {
    /// The hints in a range, by position.
    pub(crate) fn inlay_hints(&self, range: Range<usize>) -> Json {
        let mut hints = Vec::new();
        for chunk in &self.analysis.chunks {
            let notes = &chunk.notes;
            let blocks: FxHashMap<u32, &Occurrence> = notes
                .occurrences
                .iter()
                .filter(|name| name.defines && notes.entities[name.entity as usize].is_block)
                .map(|name| (name.entity, name))
                .collect();
            for name in notes.occurrences.iter().filter(|name| range.contains(&(name.start as usize))) {
                if name.defines {
                    self.type_hint(chunk, name, &mut hints);
                    self.value_hint(chunk, name, &mut hints);
                } else {
                    self.argument_hints(blocks.get(&name.entity).copied(), name, &mut hints);
                }
            }
        }
        hints.sort_by_key(|(at, _)| *at);
        hints.into_iter().map(|(_, hint)| hint).collect()
    }

    fn hint(&self, at: usize, label: String, kind: u32) -> (usize, Json) {
        let is_before = kind == PARAMETER;
        let position = self.text.position(at);
        let hint = json!({
            "position": position, "label": label, "kind": kind, "paddingLeft": !is_before, "paddingRight": is_before,
        });
        (at, hint)
    }

    /// The types of results that the text of their op does not end with.
    fn type_hint(&self, chunk: &Chunk, name: &Occurrence, hints: &mut Vec<(usize, Json)>) {
        let entity = &chunk.notes.entities[name.entity as usize];
        let Some(op) = entity.op.map(|op| &chunk.notes.ops[op as usize]) else { return };
        if entity.types.is_empty() || name.start >= op.name_start {
            return;
        }
        let types = types_text(&self.analysis.cx, &entity.types);
        if !self.text.text[op.start as usize..op.end as usize].ends_with(&types) {
            hints.push(self.hint(name.end as usize, format!(": {types}"), TYPE));
        }
    }

    /// The constant or the range of a value that is not a constant as it is written.
    fn value_hint(&self, chunk: &Chunk, name: &Occurrence, hints: &mut Vec<(usize, Json)>) {
        let Some(values) = &chunk.values else { return };
        let mut all = values.of(&chunk.notes.entities[name.entity as usize]);
        let (Some(value), None) = (all.next(), all.next()) else { return };
        if value.defining_op().is_some_and(|op| op.has_trait(TraitSet::ConstantLike)) {
            return;
        }
        if let Some(known) = values.text(value) {
            hints.push(self.hint(name.end as usize, known, TYPE));
        }
    }

    /// The names of the arguments of a block that is branched to, before the values that are passed.
    fn argument_hints(
        &self,
        definition: Option<&Occurrence>,
        name: &Occurrence,
        hints: &mut Vec<(usize, Json)>,
    ) {
        let Some(definition) = definition else { return };
        let arguments = self.names_in_parentheses(definition.end as usize);
        for (argument, passed) in arguments.into_iter().zip(self.names_in_parentheses(name.end as usize)) {
            let (argument, passed_name) = (&self.text.text[argument], &self.text.text[passed.clone()]);
            if argument != passed_name {
                hints.push(self.hint(passed.start, format!("{argument}:"), PARAMETER));
            }
        }
    }

    /// The values that are written in parentheses that begin at a byte.
    fn names_in_parentheses(&self, at: usize) -> Vec<Range<usize>> {
        let mut lexer = Lexer::new(self.text.text.as_bytes(), at);
        let (mut names, mut depth) = (Vec::new(), 0u32);
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth <= 1 => break,
                TokenKind::RParen => depth -= 1,
                TokenKind::Percent if depth == 1 => names.push(token.start as usize..token.end as usize),
                TokenKind::Eof | TokenKind::Error | TokenKind::LBrace | TokenKind::RBrace => break,
                _ if depth == 0 => break,
                _ => {}
            }
        }
        names
    }
}
