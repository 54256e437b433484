//! `{-# ... #-}`: resources of dialects and of external tools.

use std::sync::Arc;

use terrace_ir::asm::{Failed, PResult};
use terrace_ir::dialect_interfaces::{DialectResources, OpAsmDialectInterface};
use terrace_ir::resources::ResourceValue;
use terrace_ir::{Blob, Str};
use terrace_support::hex;

use super::Parser;
use super::elements::hex_digits;
use crate::lexer::{Token, TokenKind, unescape};

/// The text of a blob up to its bytes: the prefix, and the alignment.
const BLOB_HEAD: &str = "\"0x00000000";
/// A blob with fewer digits is decoded at once.
const KEPT_FROM: usize = 1 << 12;

/// An entry of `external_resources`: group, key and value.
pub type ExternalResource = (String, String, ResourceValue);

impl Parser<'_> {
    fn optional_keyword_or_string(&mut self) -> Option<String> {
        let text = match self.tok.kind {
            TokenKind::Bare | TokenKind::IntType => self.str_of(self.tok).to_string(),
            TokenKind::String => String::from_utf8_lossy(&unescape(self.text())).into_owned(),
            _ => return None,
        };
        self.advance();
        Some(text)
    }

    /// The dictionary; external entries go to `external`.
    pub(super) fn file_metadata(&mut self, external: &mut Vec<ExternalResource>) -> PResult<()> {
        self.lexer.expects_blobs = true;
        self.advance();
        let read = self.metadata_list(TokenKind::MetadataEnd, "#-}", |p| {
            let at = p.tok.start;
            if !matches!(p.tok.kind, TokenKind::Bare | TokenKind::IntType) {
                return Err(p.error("expected identifier key in file metadata dictionary"));
            }
            let key = p.str_of(p.tok).to_string();
            p.advance();
            p.expect(TokenKind::Colon, "expected ':'")?;
            match &*key {
                "dialect_resources" => p.resource_groups(|p, name, at| p.dialect_resources(name, at)),
                "external_resources" => p.resource_groups(|p, name, _| p.external_resources(name, external)),
                _ => Err(p.error_at(at, format!("unknown key '{key}' in file metadata dictionary"))),
            }
        });
        self.lexer.expects_blobs = false;
        read
    }

    fn metadata_list(
        &mut self,
        close: TokenKind,
        text: &str,
        mut item: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if self.eat(close) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected ',' or '{text}'")))
    }

    fn resource_groups(
        &mut self,
        mut body: impl FnMut(&mut Self, String, u32) -> PResult<()>,
    ) -> PResult<()> {
        self.expect(TokenKind::LBrace, "expected '{'")?;
        self.metadata_list(TokenKind::RBrace, "}", |p| {
            let at = p.tok.start;
            if !matches!(p.tok.kind, TokenKind::Bare | TokenKind::IntType) {
                return Err(p.error("expected identifier key for 'resource' entry"));
            }
            let name = p.str_of(p.tok).to_string();
            p.advance();
            p.expect(TokenKind::Colon, "expected ':'")?;
            p.expect(TokenKind::LBrace, "expected '{'")?;
            body(p, name, at)
        })
    }

    fn dialect_resources(&mut self, name: String, at: u32) -> PResult<()> {
        if self.cx.dialect(&name).is_none() {
            return Err(self.error_at(at, format!("dialect '{name}' is unknown")));
        }
        let asm = self.cx.dialect_interface::<dyn OpAsmDialectInterface>(&name);
        let resources = asm.map_or(DialectResources::None, |asm| asm.resources());
        if resources == DialectResources::None {
            return Err(self.error(format!("unexpected 'resource' section for dialect '{name}'")));
        }
        self.metadata_list(TokenKind::RBrace, "}", |p| {
            let key_at = p.tok.start;
            let key = p.resource_handle(&name)?;
            p.expect(TokenKind::Colon, "expected ':'")?;
            let value = p.tok;
            p.advance();
            let key = key.text(p.cx).to_string();
            if resources == DialectResources::NoKeys {
                let message = format!("unknown 'resource' key '{key}' for dialect '{name}'");
                return Err(p.error_at(key_at, message));
            }
            let value = p.blob(&key, value, key_at)?;
            p.cx.resources.with_dialect(&name, |group| group.set(&key, value));
            Ok(())
        })
    }

    fn external_resources(&mut self, group: String, external: &mut Vec<ExternalResource>) -> PResult<()> {
        self.metadata_list(TokenKind::RBrace, "}", |p| {
            let key_at = p.tok.start;
            let Some(key) = p.optional_keyword_or_string() else {
                return Err(p.error("expected identifier key for 'external_resources' entry"));
            };
            p.expect(TokenKind::Colon, "expected ':'")?;
            let value = p.tok;
            p.advance();
            let value = match (value.kind, p.text_of(value)) {
                (TokenKind::Bare, b"true") => ResourceValue::Bool(true),
                (TokenKind::Bare, b"false") => ResourceValue::Bool(false),
                (TokenKind::String, text) if text.starts_with(b"\"0x") => p.blob(&key, value, key_at)?,
                (TokenKind::String, text) => {
                    ResourceValue::String(String::from_utf8_lossy(&unescape(text)).into())
                }
                _ => {
                    return Err(p.error_at(value.start, format!("expected string value for key '{key}'")));
                }
            };
            external.push((group.clone(), key, value));
            Ok(())
        })
    }

    fn blob(&mut self, key: &str, token: Token, _key_at: u32) -> PResult<ResourceValue> {
        let digits = if token.kind == TokenKind::String { hex_digits(self.text_of(token)) } else { None };
        let digits = digits.and_then(|digits| {
            let known = self.lexer.digits.filter(|&(start, _)| start == token.start);
            let run = known.map_or_else(|| hex::digit_run(digits), |(_, run)| run);
            (run.len == digits.len() && run.len.is_multiple_of(2)).then_some((digits, run.is_upper))
        });
        let wrong = |p: &mut Self, more: &str| -> Failed {
            p.error_at(token.start, format!("expected hex string blob for key '{key}'{more}"))
        };
        let Some((digits, is_upper)) = digits else { return Err(wrong(self, "")) };
        let Some(head) = hex::decode(&digits[..digits.len().min(8)]).and_then(|head| head.try_into().ok())
        else {
            return Err(wrong(self, " to encode alignment in first 4 bytes"));
        };
        let align = u32::from_le_bytes(head);
        if align != 0 && !align.is_power_of_two() {
            let more =
                format!(" to encode alignment in first 4 bytes, but got non-power-of-2 value: {align}");
            return Err(wrong(self, &more));
        }
        let data = match &self.text {
            // What follows the alignment stays text until something asks for the bytes.
            Some(text) if digits.len() >= KEPT_FROM => {
                let start = token.start as usize + BLOB_HEAD.len();
                Blob::from_digits(Arc::clone(text), start..token.end as usize - 1, is_upper)
            }
            _ => hex::decode(&digits[8..]).ok_or_else(|| wrong(self, ""))?.into(),
        };
        Ok(ResourceValue::Blob { align, data })
    }

    /// The key of a resource: the one it has in the context, which differs from the written one where that
    /// was taken by another file.
    pub(crate) fn resource_handle(&mut self, dialect: &str) -> PResult<Str> {
        let Some(written) = self.optional_keyword_or_string() else {
            return Err(self.error("expected identifier key for 'resource' entry"));
        };
        let pair = (dialect.to_string(), written);
        if let Some(key) = self.symbols.resource_keys.get(&pair) {
            return Ok(self.cx.str(key));
        }
        let written = &pair.1;
        let key = self.cx.resources.with_dialect(dialect, |group| group.declare_new(written));
        let found = self.cx.str(&key);
        self.symbols_mut().resource_keys.insert(pair, key);
        Ok(found)
    }
}
