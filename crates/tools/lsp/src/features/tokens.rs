//! Semantic tokens: kinds of words that a grammar cannot tell apart.

use std::ops::Range;

use serde_json::{Value as Json, json};
use terrace_asm::lexer::{Lexer, TokenKind};

use super::view::View;
use crate::chunk::Language;

/// The kinds of tokens, in the order of their numbers.
pub(crate) const KINDS: [&str; 9] =
    ["keyword", "variable", "parameter", "function", "type", "macro", "number", "string", "label"];
const KEYWORD: usize = 0;
const VARIABLE: usize = 1;
const PARAMETER: usize = 2;
const FUNCTION: usize = 3;
const TYPE: usize = 4;
const MACRO: usize = 5;
const NUMBER: usize = 6;
const STRING: usize = 7;
const LABEL: usize = 8;

/// Modifiers: their bits.
const DEFINITION: u32 = 1;
const MODIFIERS: [&str; 1] = ["definition"];

/// The most lines of a file whose tokens are all sent at once: editors ask for those in sight, too.
const MOST_LINES: usize = 20_000;

/// The value of the capability.
pub(super) fn options() -> Json {
    json!({"legend": {"tokenTypes": KINDS, "tokenModifiers": MODIFIERS}, "full": true, "range": true})
}

impl View<'_> {
    /// The tokens of the file; none of a large one, whose editor asks for those in sight.
    pub(crate) fn all_tokens(&self) -> Json {
        match self.text.line_of(self.text.text.len()) > MOST_LINES {
            true => Json::Null,
            false => self.tokens(0..self.text.text.len()),
        }
    }

    /// The tokens of the lines of a range, each by its distance from the one before.
    pub(crate) fn tokens(&self, range: Range<usize>) -> Json {
        if self.analysis.language == Language::LlvmIr {
            return Json::Null;
        }
        let start = self.text.line_start(range.start);
        let mut lexer = Lexer::new(self.text.text.as_bytes(), start);
        let mut data: Vec<u64> = Vec::new();
        let mut last = (0, 0);
        loop {
            let token = lexer.next_token();
            let place = token.start as usize..token.end as usize;
            if token.kind == TokenKind::Eof || place.start >= range.end {
                break;
            }
            if token.kind == TokenKind::Error {
                lexer = Lexer::new(self.text.text.as_bytes(), self.char_after(place.end));
                continue;
            }
            let Some((kind, modifiers)) = self.kind_of(token.kind, &place) else { continue };
            let (from, to) = (self.text.line_and_column(place.start), self.text.line_and_column(place.end));
            if from.0 != to.0 {
                continue;
            }
            let column = if from.0 == last.0 { from.1 - last.1 } else { from.1 };
            let numbers = [from.0 - last.0, column, to.1 - from.1, kind, modifiers as usize];
            data.extend(numbers.map(|number| number as u64));
            last = from;
        }
        json!({"data": data})
    }

    /// The first byte of a character that begins after a byte.
    fn char_after(&self, at: usize) -> usize {
        let text = &self.text.text;
        (at + 1..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
    }

    fn kind_of(&self, kind: TokenKind, place: &Range<usize>) -> Option<(usize, u32)> {
        let chunk = self.analysis.chunk_at(place.start);
        Some(match kind {
            TokenKind::Percent | TokenKind::Caret => {
                let notes = &chunk?.notes;
                let at = notes.name_at(place.start as u32).filter(|name| name.start as usize == place.start);
                let entity = at.map(|name| &notes.entities[name.entity as usize]);
                let is_argument = entity.is_some_and(|entity| {
                    let value = chunk.and_then(|chunk| chunk.values.as_ref()?.of(entity).next());
                    value.is_some_and(|value| value.defining_op().is_none())
                });
                let kind = match (kind, is_argument) {
                    (TokenKind::Caret, _) => LABEL,
                    (_, true) => PARAMETER,
                    _ => VARIABLE,
                };
                (kind, at.map_or(0, |name| if name.defines { DEFINITION } else { 0 }))
            }
            TokenKind::At => {
                let symbols = &chunk?.symbols;
                let at = symbols.partition_point(|word| word.range.start < place.start);
                let defines = symbols.get(at).is_some_and(|word| word.defines && word.range == *place);
                (FUNCTION, if defines { DEFINITION } else { 0 })
            }
            TokenKind::Exclamation | TokenKind::IntType => (TYPE, 0),
            TokenKind::Hash => (MACRO, 0),
            TokenKind::Integer | TokenKind::Float => (NUMBER, 0),
            TokenKind::String => (STRING, 0),
            TokenKind::Bare => {
                let word = &self.text.text[place.clone()];
                let chunk = chunk?;
                let op = self.op_at(chunk, place.start).map(|op| &chunk.notes.ops[op as usize]);
                match word {
                    _ if op.is_some_and(|op| op.name_start as usize == place.start) => (KEYWORD, 0),
                    "index" | "tensor" | "memref" | "vector" | "f16" | "bf16" | "f32" | "f64" | "tuple"
                    | "complex" | "none" => (TYPE, 0),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}
