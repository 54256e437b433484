//! `loc(...)`.

use terrace_ir::asm::PResult;
use terrace_ir::type_interfaces::LocationLike;
use terrace_ir::{Attr, Loc, LocData, Str};

use super::{ParsedLoc, Parser};
use crate::lexer::{TokenKind, unescape};

impl Parser<'_> {
    /// The optional `loc(...)` after an op or argument.
    pub(crate) fn optional_trailing_loc(&mut self) -> PResult<Option<ParsedLoc>> {
        if !self.at_word("loc") {
            return Ok(None);
        }
        self.advance();
        self.expect(TokenKind::LParen, "expected '(' in location")?;
        let loc = self.loc_or_alias()?;
        self.expect(TokenKind::RParen, "expected ')' in location")?;
        Ok(Some(loc))
    }

    fn loc_or_alias(&mut self) -> PResult<ParsedLoc> {
        if self.at(TokenKind::Hash) && !self.text().contains(&b'.') {
            let tok = self.tok;
            self.advance();
            let name = self.str_of(tok);
            return match self.symbols.attrs.get(&name[1..]).copied() {
                Some(attr) => Ok(ParsedLoc::Known(Loc::from_attr(self.check_loc(attr, tok.start)?))),
                None => Ok(ParsedLoc::Alias((tok.start, tok.end - tok.start))),
            };
        }
        Ok(ParsedLoc::Known(Loc::from_attr(self.location()?)))
    }

    fn is_location(&self, attr: Attr) -> bool {
        attr.as_loc(self.cx).is_some() || self.cx.attr_interface::<dyn LocationLike>(attr).is_some()
    }

    pub(crate) fn check_loc(&mut self, attr: Attr, at: u32) -> PResult<Attr> {
        if self.is_location(attr) {
            return Ok(attr);
        }
        let text = self.cx.attr_text(attr);
        Err(self.error_at(at, format!("expected location, but found '{text}'")))
    }

    /// Parses the location between the parentheses of `loc(...)`.
    pub(crate) fn location(&mut self) -> PResult<Attr> {
        stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.location_here())
    }

    fn location_here(&mut self) -> PResult<Attr> {
        match self.tok.kind {
            TokenKind::Hash | TokenKind::Exclamation => {
                let at = self.tok.start;
                let attr = self.attribute(None)?;
                if !self.is_location(attr) {
                    let text = self.cx.attr_text(attr);
                    return Err(self.error_at(at, format!("expected location attribute, but got{text}")));
                }
                Ok(attr)
            }
            TokenKind::String => self.name_or_file(),
            TokenKind::Bare => match self.text() {
                b"callsite" => self.call_site(),
                b"fused" => self.fused(),
                b"unknown" => {
                    self.advance();
                    Ok(Attr::UNKNOWN_LOC)
                }
                _ => Err(self.wrong_token("expected location instance")),
            },
            _ => Err(self.wrong_token("expected location instance")),
        }
    }

    fn call_site(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::LParen, "expected '(' in callsite location")?;
        let callee = self.location()?;
        if !self.eat_word("at") {
            return Err(self.wrong_token("expected 'at' in callsite location"));
        }
        let caller = self.location()?;
        self.expect(TokenKind::RParen, "expected ')' in callsite location")?;
        Ok(self.cx.loc_attr(LocData::CallSite { callee, caller }))
    }

    fn fused(&mut self) -> PResult<Attr> {
        self.advance();
        let mut metadata = Attr::NULL;
        if self.eat(TokenKind::Less) {
            metadata = self.attribute(None)?;
            self.expect(TokenKind::Greater, "expected '>' after fused location metadata")?;
        }
        let mut parts = Vec::new();
        self.delimited((TokenKind::LSquare, '['), (TokenKind::RSquare, ']'), " in fused location", |p| {
            parts.push(p.location()?);
            Ok(())
        })?;
        Ok(fuse(self.cx, parts, metadata))
    }

    fn position(&mut self, message: &str) -> PResult<u32> {
        if !self.at(TokenKind::Integer) {
            return Err(self.wrong_token(message));
        }
        let value = self.u64_of(self.tok).and_then(|v| u32::try_from(v).ok());
        let Some(value) = value else { return Err(self.error(message.to_string())) };
        self.advance();
        Ok(value)
    }

    fn name_or_file(&mut self) -> PResult<Attr> {
        let text = unescape(self.text());
        self.advance();
        if !self.eat(TokenKind::Colon) {
            let name = self.cx.str_from_bytes(&text);
            let mut child = Attr::UNKNOWN_LOC;
            if self.eat(TokenKind::LParen) {
                child = self.location()?;
                self.expect(TokenKind::RParen, "expected ')' after child location of NameLoc")?;
            }
            return Ok(self.cx.loc_attr(LocData::Name { name, child }));
        }
        // An empty file name stands for standard input.
        let file: Str = if text.is_empty() { self.cx.str("-") } else { self.cx.str_from_bytes(&text) };
        let line = self.position("expected integer line number in FileLineColRange")?;
        if !self.eat(TokenKind::Colon) {
            return Ok(self.cx.loc_attr(LocData::File { file, line, col: 0, end_line: line, end_col: 0 }));
        }
        let col = self.position("expected integer column number in FileLineColRange")?;
        let (mut end_line, mut end_col) = (line, col);
        if self.at_word("to") {
            self.advance();
            if self.at(TokenKind::Integer) {
                end_line = self.position("expected integer line number in FileLineColRange")?;
            } else if !self.at(TokenKind::Colon) {
                return Err(self.wrong_token("expected either integer or `:` post `to` in FileLineColRange"));
            }
            self.expect(TokenKind::Colon, "expected either integer or `:` post `to` in FileLineColRange")?;
            end_col = self.position("expected integer column number in FileLineColRange")?;
        }
        Ok(self.cx.loc_attr(LocData::File { file, line, col, end_line, end_col }))
    }
}

/// A fused location, simplified as in upstream: nested ones with the same metadata are merged, unknown ones
/// and duplicates dropped, and a single location without metadata is returned itself.
pub(crate) fn fuse(cx: &terrace_ir::Context, parts: Vec<Attr>, metadata: Attr) -> Attr {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut kept: Vec<Attr> = Vec::new();
    let mut keep = |loc: Attr, kept: &mut Vec<Attr>| {
        if loc != Attr::UNKNOWN_LOC && seen.insert(loc) {
            kept.push(loc);
        }
    };
    for loc in parts {
        match loc.as_loc(cx) {
            Some(LocData::Fused { locations, metadata: inner }) if *inner == metadata => {
                for &part in locations {
                    keep(part, &mut kept);
                }
            }
            _ => keep(loc, &mut kept),
        }
    }
    match (kept.len(), metadata.is_null()) {
        (0, true) => Attr::UNKNOWN_LOC,
        (1, true) => kept[0],
        (0, false) => cx.loc_attr(LocData::Fused { locations: [Attr::UNKNOWN_LOC].into(), metadata }),
        _ => cx.loc_attr(LocData::Fused { locations: kept.into(), metadata }),
    }
}
