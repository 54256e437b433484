//! Records of debug information between instructions.

use super::Read;
use super::lexer::Token;
use super::parser::Parser;
use crate::model::Record;

impl Parser<'_> {
    /// Reads `#dbg_value(...)` and its kin, as often as they are next.
    pub(super) fn records(&mut self) -> Read {
        while let Token::Record(word) = self.token {
            let start = self.start as u32;
            let Some(kind) = word.strip_prefix(b"dbg_") else { return self.expected("debug record") };
            if !matches!(kind, b"value" | b"declare" | b"assign" | b"label" | b"declare_value") {
                return self.expected("debug record");
            }
            let kind = self.module.strings.intern(kind);
            self.advance()?;
            self.punct(b'(')?;
            let mut operands = Vec::new();
            loop {
                operands.push(self.metadata()?);
                if !self.optional_punct(b',')? {
                    break;
                }
            }
            self.punct(b')')?;
            let span = start..self.last_end as u32;
            self.function.body.records.push(Record { kind, operands, span });
        }
        Ok(())
    }
}
