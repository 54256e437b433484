//! Signatures: the syntax of the op that is being written.

use serde_json::{Value as Json, json};
use terrace_asm::lexer::{Lexer, TokenKind};

use super::view::{Ask, View, op_named};

impl View<'_> {
    /// The syntax of the op around a position, with the operand that is written there.
    pub(crate) fn signature(&self, ask: Ask<'_>) -> Json {
        let Some(chunk) = self.analysis.chunk_at(ask.offset) else { return Json::Null };
        let Some(op) = self.op_at(chunk, ask.offset).map(|op| &chunk.notes.ops[op as usize]) else {
            return Json::Null;
        };
        let name_end = op.name_end as usize;
        // Regions are lines of other ops.
        if ask.offset <= name_end || self.text.line_of(name_end) != self.text.line_of(ask.offset) {
            return Json::Null;
        }
        let name = self.full_name(op);
        let Some(def) = op_named(ask.services.setup, &name) else { return Json::Null };
        let Some(format) = def.format.or(def.syntax) else { return Json::Null };
        let format: Vec<&str> = format.split_whitespace().collect();
        let label = format!("{name} {}", format.join(" "));
        // The protocol counts units of 16 bits.
        let units = |text: &str| text.encode_utf16().count();
        let operands = def.operands.iter().filter_map(|operand| {
            let start = find_word(&label, &format!("${}", operand.name))?;
            let (start, end) = (units(&label[..start]), units(&label[..start + 1 + operand.name.len()]));
            Some(json!({"label": [start, end], "documentation": operand.constraint.summary}))
        });
        let parameters: Vec<Json> = operands.collect();
        let mut lexer = Lexer::new(self.text.text.as_bytes(), name_end);
        let mut written = 0;
        loop {
            let token = lexer.next_token();
            if matches!(token.kind, TokenKind::Eof | TokenKind::Error) || token.end as usize >= ask.offset {
                break;
            }
            written += usize::from(token.kind == TokenKind::Percent);
        }
        // Of several values, all are the last operand.
        let active = written.min(parameters.len().saturating_sub(1));
        json!({
            "signatures": [{"label": label, "documentation": def.doc, "parameters": parameters}],
            "activeSignature": 0,
            "activeParameter": active,
        })
    }
}

/// The byte at which a word is in a text, and no longer one.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let mut all = text.match_indices(word).map(|(at, _)| at);
    all.find(|at| !text[at + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}
