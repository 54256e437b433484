//! Attributes.

use smallvec::SmallVec;
use terrace_ir::asm::PResult;
use terrace_ir::{Attr, AttrData, Context, DYNAMIC, NamedAttr, Signedness, Str, Type, TypeData};
use terrace_support::apfloat::{ApFloat, FloatKind, parse_f64_literal};
use terrace_support::apint::ApInt;

use super::Parser;
use super::token_interning::LongTexts;
use crate::lexer::{Token, TokenKind, unescape};

impl<'a> Parser<'a> {
    /// An attribute; without a written type it has type `ty`.
    pub(crate) fn attribute(&mut self, ty: Option<Type>) -> PResult<Attr> {
        match self.tok.kind {
            TokenKind::Integer => self.integer_attr(ty, false),
            TokenKind::Float => self.float_attr(ty, false),
            TokenKind::String => {
                let value = self.string_value();
                let mut ty = ty;
                if ty.is_none() && self.eat(TokenKind::Colon) {
                    ty = Some(self.ty()?);
                }
                Ok(self.cx.attr(AttrData::String { value, ty: ty.unwrap_or(Type::NONE) }))
            }
            TokenKind::At => self.symbol_ref(),
            TokenKind::Hash => self.extended_attr(ty),
            TokenKind::LSquare | TokenKind::LBrace => {
                stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.collection())
            }
            TokenKind::Minus => {
                self.advance();
                match self.tok.kind {
                    TokenKind::Integer => self.integer_attr(ty, true),
                    TokenKind::Float => self.float_attr(ty, true),
                    _ => Err(self.wrong_token("expected constant integer or floating point value")),
                }
            }
            TokenKind::Bare => match self.text() {
                b"true" => {
                    self.advance();
                    Ok(Attr::TRUE)
                }
                b"false" => {
                    self.advance();
                    Ok(Attr::FALSE)
                }
                b"unit" => {
                    self.advance();
                    Ok(Attr::UNIT)
                }
                b"affine_map" => {
                    let (start, key) = match self.known_attr(b'>') {
                        Ok(map) => return Ok(map),
                        Err(unknown) => unknown,
                    };
                    self.advance();
                    self.expect(TokenKind::Less, "expected '<' in affine map")?;
                    let at = self.tok.start;
                    let attr = self.affine_map_or_set()?;
                    if matches!(attr.data(self.cx), AttrData::IntegerSet(_)) {
                        return Err(self.error_at(at, "expected AffineMap, but got IntegerSet"));
                    }
                    self.expect(TokenKind::Greater, "expected '>' in affine map")?;
                    self.keep_attr(start, key, attr);
                    Ok(attr)
                }
                b"affine_set" => {
                    self.advance();
                    self.expect(TokenKind::Less, "expected '<' in integer set")?;
                    let at = self.tok.start;
                    let attr = self.affine_map_or_set()?;
                    if matches!(attr.data(self.cx), AttrData::AffineMap(_)) {
                        return Err(self.error_at(at, "expected IntegerSet, but got AffineMap"));
                    }
                    self.expect(TokenKind::Greater, "expected '>' in integer set")?;
                    Ok(attr)
                }
                b"dense" => self.dense_elements(ty),
                b"dense_resource" => self.dense_resource(ty),
                b"array" => self.dense_array(),
                b"sparse" => self.sparse_elements(ty),
                b"strided" => self.strided_layout(),
                b"distinct" => self.distinct(ty),
                b"loc" => {
                    self.advance();
                    self.expect(TokenKind::LParen, "expected '(' in inline location")?;
                    let loc = self.location()?;
                    self.expect(TokenKind::RParen, "expected ')' in inline location")?;
                    self.in_loc_attr();
                    Ok(loc)
                }
                _ => self.type_attr(),
            },
            _ => self.type_attr(),
        }
    }

    /// The attribute that the text at the current position is cached for, which is consumed; otherwise its
    /// start and its key.
    #[inline]
    pub(crate) fn known_attr(&mut self, close: u8) -> Result<Attr, (u32, Option<u32>)> {
        let start = self.tok.start;
        let key = LongTexts::<Attr>::key(self.src, start, close);
        match key.and_then(|key| self.long_attrs.find(self.src, start, key)) {
            Some((attr, end)) => {
                self.last_end = end;
                self.reset_to(end);
                Ok(attr)
            }
            None => Err((start, key)),
        }
    }

    /// Records the attribute that the last parsed text denotes.
    pub(crate) fn keep_attr(&mut self, start: u32, key: Option<u32>, attr: Attr) {
        if let Some(key) = key.filter(|_| self.cyclic.is_empty()) {
            self.long_attrs.insert(self.src, start, self.last_end, key, attr);
        }
    }

    /// Alias definitions hold locations of ops as a rule; elsewhere a location is an attribute.
    fn in_loc_attr(&mut self) {
        self.met_loc_attr = true;
        if !self.blocks.is_empty() && self.blocks.len() + self.open.len() > 1 {
            self.cx.note_loc_attr();
        }
    }

    fn type_attr(&mut self) -> PResult<Attr> {
        match self.optional_type()? {
            Some(ty) => Ok(self.cx.type_attr(ty)),
            None => Err(self.wrong_token("expected attribute value")),
        }
    }

    /// Whether an attribute begins that mlir-opt does not take where one is optional.
    fn begins_longer_attribute(&self) -> bool {
        self.at(TokenKind::Bare) && matches!(self.text(), b"array" | b"distinct" | b"strided")
    }

    /// The encoding of a tensor, which may be a type.
    pub(crate) fn encoding(&mut self) -> PResult<Option<Attr>> {
        if self.begins_longer_attribute() {
            return Ok(self.optional_type()?.map(|ty| self.cx.type_attr(ty)));
        }
        self.optional_attribute(None)
    }

    /// An optional attribute.
    pub(crate) fn optional_attribute(&mut self, ty: Option<Type>) -> PResult<Option<Attr>> {
        let here = match self.tok.kind {
            TokenKind::At
            | TokenKind::Float
            | TokenKind::Integer
            | TokenKind::Hash
            | TokenKind::LBrace
            | TokenKind::LSquare => true,
            TokenKind::Minus | TokenKind::String => true,
            TokenKind::Bare => matches!(
                self.text(),
                b"affine_map"
                    | b"affine_set"
                    | b"dense"
                    | b"dense_resource"
                    | b"false"
                    | b"loc"
                    | b"sparse"
                    | b"true"
                    | b"unit"
            ),
            _ => false,
        } || self.begins_longer_attribute();
        if here {
            return self.attribute(ty).map(Some);
        }
        Ok(self.optional_type()?.map(|ty| self.cx.type_attr(ty)))
    }

    fn collection(&mut self) -> PResult<Attr> {
        if self.at(TokenKind::LBrace) {
            let mut entries: SmallVec<[NamedAttr; 16]> = SmallVec::new();
            self.attr_dict(&mut |_, name, value| entries.push((name, value)))?;
            return Ok(self.orders.dict(self.cx, &entries));
        }
        let (start, key) = match self.known_attr(b']') {
            Ok(array) => return Ok(array),
            Err(unknown) => unknown,
        };
        let said = self.diags.len();
        self.advance();
        let mut items: SmallVec<[Attr; 8]> = SmallVec::new();
        self.list_until(TokenKind::RSquare, ']', true, |p| {
            items.push(p.attribute(None)?);
            Ok(())
        })?;
        let array = self.cx.array_attr(&items);
        if self.diags.len() == said {
            self.keep_attr(start, key, array);
        }
        Ok(array)
    }

    /// `{name = value, ...}`; calls back with each entry.
    pub(crate) fn attr_dict(&mut self, entry: &mut dyn FnMut(&mut Self, Str, Attr)) -> PResult<()> {
        let mut seen: SmallVec<[Str; 16]> = SmallVec::new();
        let mut many = rustc_hash::FxHashSet::default();
        self.delimited((TokenKind::LBrace, '{'), (TokenKind::RBrace, '}'), " in attribute dictionary", |p| {
            let name = match p.tok.kind {
                TokenKind::String => p.cx.str_from_bytes(&unescape(p.text())),
                TokenKind::Bare | TokenKind::IntType => {
                    let text = (p.tok.start, p.tok.end - p.tok.start);
                    match p.attr_names.get(p.src, text) {
                        Some(name) => name,
                        None => {
                            let name = p.cx.str_from_bytes(p.text());
                            p.attr_names.insert(p.src, text, name);
                            name
                        }
                    }
                }
                _ => return Err(p.wrong_token("expected attribute name")),
            };
            if name == Str::EMPTY {
                return Err(p.error("expected valid attribute name"));
            }
            // A short list is scanned; a long one is hashed.
            let fresh = if seen.len() < 16 { !seen.contains(&name) } else { many.insert(name) };
            if seen.len() == 15 {
                many.extend(seen.iter().copied());
                many.insert(name);
            }
            if !fresh {
                let text = String::from_utf8_lossy(name.bytes(p.cx)).into_owned();
                return Err(p.error(format!("duplicate key '{text}' in dictionary attribute")));
            }
            seen.push(name);
            p.advance();
            let value = if p.eat(TokenKind::Equal) { p.attribute(None)? } else { Attr::UNIT };
            entry(p, name, value);
            Ok(())
        })
    }

    /// The value of the current string token, which is consumed.
    pub(crate) fn string_value(&mut self) -> Str {
        let text = self.text();
        let value = if memchr::memchr(b'\\', text).is_none() {
            self.cx.str_from_bytes(&text[1..text.len() - 1])
        } else {
            self.cx.str_from_bytes(&unescape(text))
        };
        self.advance();
        value
    }

    /// The name of a symbol token.
    pub(crate) fn symbol_text(&self, token: Token) -> Str {
        let text = &self.text_of(token)[1..];
        match text.first() {
            Some(b'"') => self.cx.str_from_bytes(&unescape(text)),
            _ => self.cx.str_from_bytes(text),
        }
    }

    fn symbol_ref(&mut self) -> PResult<Attr> {
        let root = self.symbol_text(self.tok);
        self.advance();
        let mut nested = Vec::new();
        while self.at(TokenKind::Colon) {
            let at = self.tok.start;
            self.advance();
            if !self.eat(TokenKind::Colon) {
                // Not `::` after all: the colon belongs to what follows.
                if !matches!(self.tok.kind, TokenKind::Eof | TokenKind::Error) {
                    self.last_end = at;
                    self.reset_to(at);
                }
                break;
            }
            let here = self.tok.start;
            if !self.at(TokenKind::At) {
                return Err(self.error_at(here, "expected nested symbol reference identifier"));
            }
            nested.push(self.symbol_text(self.tok));
            self.advance();
        }
        Ok(self.cx.attr(AttrData::SymbolRef { root, nested: nested.into() }))
    }

    fn float_attr(&mut self, ty: Option<Type>, negative: bool) -> PResult<Attr> {
        let Some(value) = parse_f64_literal(self.text()) else {
            return Err(self.error("floating point value too large for attribute"));
        };
        self.advance();
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(TokenKind::Colon) => self.ty()?,
            None => Type::F64,
        };
        let Some(kind) = ty.float_kind(self.cx) else {
            return Err(self.error("floating point value not valid for specified type"));
        };
        let value = ApFloat::from_f64(kind, if negative { -value } else { value });
        Ok(self.cx.float_attr(ty, value))
    }

    fn integer_attr(&mut self, ty: Option<Type>, negative: bool) -> PResult<Attr> {
        let tok = self.tok;
        self.advance();
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(TokenKind::Colon) => self.ty()?,
            None => Type::I64,
        };
        let number = if negative { None } else { self.u64_of(tok) };
        if let Some(attr) = number.and_then(|number| self.integers.find(ty, number)) {
            return Ok(attr);
        }
        if let Some(kind) = ty.float_kind(self.cx) {
            let value = self.float_from_integer(tok, negative, kind)?;
            return Ok(self.cx.float_attr(ty, value));
        }
        let (signedness, width) = match ty.data(self.cx) {
            TypeData::Integer { width, signedness } => (Some(*signedness), *width),
            TypeData::Index => (None, 64),
            _ => return Err(self.error_at(tok.start, "integer literal not valid for specified type")),
        };
        if negative && signedness == Some(Signedness::Unsigned) {
            return Err(
                self.error_at(tok.start, "negative integer literal not valid for unsigned integer type")
            );
        }
        match integer_value(self.text_of(tok), negative, width, signedness) {
            Some(value) => {
                let attr = self.cx.attr(AttrData::Integer { ty, value });
                if let Some(number) = number {
                    self.integers.insert(ty, number, attr);
                }
                Ok(attr)
            }
            None => Err(self.error_at(tok.start, "integer constant out of range for attribute")),
        }
    }

    /// A floating-point literal, or a hexadecimal integer with the bits of a number of this type.
    pub(crate) fn float_of(&mut self, ty: Type) -> PResult<Attr> {
        let negative = self.eat(TokenKind::Minus);
        match self.tok.kind {
            TokenKind::Float => self.float_attr(Some(ty), negative),
            TokenKind::Integer => self.integer_attr(Some(ty), negative),
            _ => Err(self.error("expected floating point literal")),
        }
    }

    /// The float a hexadecimal integer token returns the bits of.
    pub(crate) fn float_from_integer(
        &mut self,
        tok: Token,
        negative: bool,
        kind: FloatKind,
    ) -> PResult<ApFloat> {
        let text = self.text_of(tok);
        let Some(digits) = text.strip_prefix(b"0x") else {
            let diag = terrace_ir::Diag::error(
                self.loc_at(tok.start),
                "unexpected decimal integer literal for a floating point value",
            )
            .note(self.loc_at(tok.start), "add a trailing dot to make the literal a float");
            return Err(self.diag(diag));
        };
        if negative {
            return Err(self.error_at(tok.start, "hexadecimal float literal should not have a leading minus"));
        }
        let value = ApInt::parse_hex(digits);
        if value.active_bits() > kind.width() {
            return Err(self.error_at(tok.start, "hexadecimal float constant out of range for type"));
        }
        Ok(ApFloat::from_bits(kind, value.low_u128()))
    }

    fn stride(&mut self) -> PResult<i64> {
        if self.eat(TokenKind::Question) {
            return Ok(DYNAMIC);
        }
        let at = self.tok.start;
        let negative = self.eat(TokenKind::Minus);
        let value = if self.at(TokenKind::Integer) { self.u64_of(self.tok) } else { None };
        let Some(value) = value.and_then(|v| i64::try_from(v).ok()) else {
            return Err(self.error_at(at, "expected a 64-bit signed integer or '?'"));
        };
        self.advance();
        Ok(if negative { -value } else { value })
    }

    fn strided_layout(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'strided'")?;
        self.expect(TokenKind::LSquare, "expected '['")?;
        let mut strides = Vec::new();
        if !self.at(TokenKind::RSquare) {
            loop {
                strides.push(self.stride()?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RSquare, "expected ']'")?;
        let mut offset = 0;
        if !self.eat(TokenKind::Greater) {
            self.expect(TokenKind::Comma, "expected ','")?;
            if !self.eat_word("offset") {
                return Err(self.wrong_token("expected 'offset' after comma"));
            }
            self.expect(TokenKind::Colon, "expected ':' after 'offset'")?;
            offset = self.stride()?;
            self.expect(TokenKind::Greater, "expected '>'")?;
        }
        Ok(self.cx.attr(AttrData::StridedLayout { offset, strides: strides.into() }))
    }

    fn distinct(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let start = self.tok.start;
        self.advance();
        self.expect(TokenKind::LSquare, "expected '[' after 'distinct'")?;
        let tok = self.tok;
        self.expect(TokenKind::Integer, "expected distinct ID")?;
        let Some(id) = self.u64_of(tok) else {
            return Err(self.error("expected an unsigned 64-bit integer"));
        };
        self.expect(TokenKind::RSquare, "expected ']' to close distinct ID")?;
        self.expect(TokenKind::Less, "expected '<' after distinct ID")?;
        let attr = if self.eat(TokenKind::Greater) {
            Attr::UNIT
        } else {
            let attr = match self.attribute(ty) {
                Ok(attr) => attr,
                Err(_) => return Err(self.error("expected attribute")),
            };
            self.expect(TokenKind::Greater, "expected '>' to close distinct attribute")?;
            attr
        };
        if let Some(&known) = self.symbols.distinct.get(&id) {
            if let AttrData::Distinct { attr: before, .. } = known.data(self.cx)
                && *before != attr
            {
                let text = self.cx.attr_text(*before);
                return Err(self.error_at(
                    start,
                    format!("referenced attribute does not match previous definition: {text}"),
                ));
            }
            return Ok(known);
        }
        let fresh = self.cx.fresh_distinct(attr);
        self.symbols_mut().distinct.insert(id, fresh);
        Ok(fresh)
    }
}

/// The value of an integer literal in a type of `width` bits; `None` if it is out of range. `index` has no signedness.
pub(crate) fn integer_value(
    text: &[u8],
    negative: bool,
    width: u32,
    signedness: Option<Signedness>,
) -> Option<ApInt> {
    let signed = matches!(signedness, None | Some(Signedness::Signed));
    if width <= 64
        && width > 0
        && let Some(value) = super::parse_u64(text)
    {
        let limit = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        if value > limit {
            return None;
        }
        let sign = 1u64 << (width - 1);
        if negative {
            let value = value.wrapping_neg() & limit;
            // Minus zero is not negative.
            return (value & sign != 0).then(|| ApInt::new(width, value));
        }
        return (!signed || value & sign == 0).then(|| ApInt::new(width, value));
    }
    let value = match text.strip_prefix(b"0x") {
        Some(digits) => ApInt::parse_hex(digits),
        None => ApInt::parse_decimal(text),
    };
    if value.active_bits() > width {
        return None;
    }
    let value = value.zext_or_trunc(width);
    if width == 0 {
        return (!negative).then_some(value);
    }
    if negative {
        let value = value.neg();
        return value.is_negative().then_some(value);
    }
    (!signed || !value.is_negative()).then_some(value)
}

/// A dictionary from entries in any order, the names unique.
pub(crate) fn dict_of(cx: &Context, entries: &[NamedAttr]) -> Attr {
    if entries.is_empty() { Attr::EMPTY_DICT } else { cx.dict(entries.to_vec()) }
}
