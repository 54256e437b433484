//! Types.

use terrace_ir::asm::PResult;
use terrace_ir::element_types::{is_memref_element, is_memref_layout, is_tensor_element};
use terrace_ir::type_interfaces::verify_tensor_encoding;
use terrace_ir::types::MAX_INTEGER_WIDTH;
use terrace_ir::{
    Attr, AttrData, DYNAMIC, RankedTensorType, Signedness, TupleType, Type, TypeData, UnrankedTensorType,
};
use terrace_support::apfloat::FloatKind;

use super::Parser;
use super::token_interning::{LongTexts, word};
use crate::lexer::{Lexer, Token, TokenKind, in_word};

impl Parser<'_> {
    /// A type.
    #[inline]
    pub(crate) fn ty(&mut self) -> PResult<Type> {
        if self.at(TokenKind::LParen) {
            return stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.function_type());
        }
        self.non_function_type()
    }

    /// An optional type.
    pub(crate) fn optional_type(&mut self) -> PResult<Option<Type>> {
        let here = match self.tok.kind {
            TokenKind::LParen | TokenKind::IntType | TokenKind::Exclamation => true,
            TokenKind::Bare => {
                let text = self.text();
                matches!(text, b"memref" | b"tensor" | b"complex" | b"tuple" | b"vector" | b"index" | b"none")
                    || float_kind(text).is_some()
            }
            _ => false,
        };
        if here { self.ty().map(Some) } else { Ok(None) }
    }

    fn function_type(&mut self) -> PResult<Type> {
        let inputs = self.type_list_parens()?;
        self.expect(TokenKind::Arrow, "expected '->' in function type")?;
        let results = self.function_result_types()?;
        Ok(self.cx.function_type(&inputs, &results))
    }

    /// `type` or `(types)`.
    pub(crate) fn function_result_types(&mut self) -> PResult<Vec<Type>> {
        if self.at(TokenKind::LParen) {
            return self.type_list_parens();
        }
        Ok(vec![self.non_function_type()?])
    }

    /// `(types)`.
    pub(crate) fn type_list_parens(&mut self) -> PResult<Vec<Type>> {
        self.expect(TokenKind::LParen, "expected '('")?;
        if self.eat(TokenKind::RParen) {
            return Ok(Vec::new());
        }
        let types = self.type_list()?;
        self.expect(TokenKind::RParen, "expected ')'")?;
        Ok(types)
    }

    /// Types, separated by commas; at least one.
    pub(crate) fn type_list(&mut self) -> PResult<Vec<Type>> {
        let mut types = Vec::new();
        self.each_type(|ty| types.push(ty))?;
        Ok(types)
    }

    /// Reads types, separated by commas; at least one.
    #[inline]
    pub(crate) fn each_type(&mut self, mut each: impl FnMut(Type)) -> PResult<()> {
        loop {
            let Token { start, end, .. } = self.tok;
            let ty = self.ty()?;
            each(ty);
            if !self.at(TokenKind::Comma) {
                return Ok(());
            }
            if self.last_end == end && self.tok.start == end && end - start <= 8 {
                for _ in 0..self.repeated(start, end) {
                    each(ty);
                }
            }
            if !self.eat(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    /// Returns the number of repetitions of the last word, each after a comma and a space, and skips them.
    fn repeated(&mut self, start: u32, end: u32) -> usize {
        let len = (end - start) as usize;
        let text = word(self.src, start as usize, len);
        let mut at = end as usize;
        let mut count = 0;
        while let [b',', b' ', rest @ ..] = &self.src[at..]
            && let Some(&next) = rest.get(len)
            && word(rest, 0, len) == text
            && next != b'<'
            && !in_word(next)
        {
            at += 2 + len;
            count += 1;
        }
        if count > 0 {
            self.last_end = at as u32;
            self.reset_to(at as u32);
        }
        count
    }

    #[inline]
    pub(crate) fn non_function_type(&mut self) -> PResult<Type> {
        let Token { kind, start, end } = self.tok;
        if !matches!(kind, TokenKind::IntType | TokenKind::Bare)
            || end - start > 8
            || self.src.get(end as usize) == Some(&b'<')
        {
            return self.long_type();
        }
        // The same type as a rule stands many times in a row.
        let text = word(self.src, start as usize, (end - start) as usize);
        if self.recent_type.0 == text {
            self.advance();
            return Ok(self.recent_type.1);
        }
        let ty = self.other_type()?;
        if self.last_end == end && self.cyclic.is_empty() {
            self.recent_type = (text, ty);
        }
        Ok(ty)
    }

    /// A type with brackets as a rule. One that was read before is known by its text.
    fn long_type(&mut self) -> PResult<Type> {
        let Token { kind, start, end } = self.tok;
        if kind == TokenKind::Exclamation && self.src.get(end as usize) != Some(&b'<') {
            // An alias keeps what it stands for; nothing else is written like one.
            if let Some(ty) = self.type_aliases.get(self.src, (start, end - start)) {
                self.advance();
                return Ok(ty);
            }
            let errors = self.diags.len();
            let ty = self.other_type()?;
            // A type of a dialect that is its name alone is known by that as well.
            let is_name = self.last_end == end
                && memchr::memchr(b'.', &self.src[start as usize..end as usize]).is_some();
            if is_name
                && matches!(ty.data(self.cx), TypeData::Dialect { .. })
                && self.cyclic.is_empty()
                && self.diags.len() == errors
            {
                self.type_aliases.insert(self.src, (start, end - start), ty);
            }
            return Ok(ty);
        }
        let key = LongTexts::<Type>::key(self.src, start, b'>');
        if let Some((ty, end)) = key.and_then(|key| self.long_types.find(self.src, start, key)) {
            self.last_end = end;
            self.reset_to(end);
            return Ok(ty);
        }
        let errors = self.diags.len();
        let ty = self.other_type()?;
        // After its closing bracket nothing belongs to it.
        let closed = kind == TokenKind::Bare
            || matches!(
                ty.data(self.cx),
                TypeData::Opaque { .. } | TypeData::Dialect { .. } | TypeData::Identified { .. }
            );
        if let Some(key) = key
            && closed
            && self.cyclic.is_empty()
            && self.diags.len() == errors
            && self.src[self.last_end as usize - 1] == b'>'
        {
            self.long_types.insert(self.src, start, self.last_end, key, ty);
        }
        Ok(ty)
    }

    fn other_type(&mut self) -> PResult<Type> {
        match self.tok.kind {
            TokenKind::IntType => self.integer_type(),
            TokenKind::Bare => {
                let text = self.text();
                match text {
                    b"index" => {
                        self.advance();
                        return Ok(Type::INDEX);
                    }
                    b"f32" => {
                        self.advance();
                        return Ok(Type::F32);
                    }
                    b"none" => {
                        self.advance();
                        return Ok(Type::NONE);
                    }
                    _ => {}
                }
                if let Some(kind) = float_kind(text) {
                    self.advance();
                    return Ok(self.cx.float(kind));
                }
                match text {
                    b"tensor" | b"vector" | b"memref" | b"complex" | b"tuple" => self.bracketed_type(),
                    _ => Err(self.wrong_token("expected non-function type")),
                }
            }
            TokenKind::Exclamation => self.extended_type(),
            _ => Err(self.wrong_token("expected non-function type")),
        }
    }

    fn bracketed_type(&mut self) -> PResult<Type> {
        stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || match self.text() {
            b"tensor" => self.tensor_type(),
            b"vector" => self.vector_type(),
            b"memref" => self.memref_type(),
            b"complex" => self.complex_type(),
            _ => self.tuple_type(),
        })
    }

    fn integer_type(&mut self) -> PResult<Type> {
        let text = self.text();
        let (signedness, digits) = match text[0] {
            b's' => (Signedness::Signed, &text[2..]),
            b'u' => (Signedness::Unsigned, &text[2..]),
            _ => (Signedness::Signless, &text[1..]),
        };
        let width = super::parse_u64(digits).and_then(|w| u32::try_from(w).ok());
        let Some(width) = width else { return Err(self.error("invalid integer width")) };
        if width > MAX_INTEGER_WIDTH {
            let at = self.tok.start;
            return Err(self.error_at(at, format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")));
        }
        self.advance();
        Ok(self.cx.integer(width, signedness))
    }

    fn complex_type(&mut self) -> PResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in complex type")?;
        let at = self.tok.start;
        let element = self.ty()?;
        self.expect(TokenKind::Greater, "expected '>' in complex type")?;
        self.created(at, TypeData::Complex(element))
    }

    fn tuple_type(&mut self) -> PResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in tuple type")?;
        if self.eat(TokenKind::Greater) {
            return Ok(TupleType::get(self.cx, &[]));
        }
        let types = self.type_list()?;
        self.expect(TokenKind::Greater, "expected '>' in tuple type")?;
        Ok(TupleType::get(self.cx, &types))
    }

    fn vector_type(&mut self) -> PResult<Type> {
        let at = self.tok.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in vector type")?;
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        while self.at(TokenKind::Integer) || self.at(TokenKind::LSquare) {
            let scales = self.eat(TokenKind::LSquare);
            shape.push(self.dimension()?);
            if scales && !self.eat(TokenKind::RSquare) {
                return Err(self.wrong_token("missing ']' closing scalable dimension"));
            }
            scalable.push(scales);
            self.x()?;
        }
        let element = self.ty()?;
        self.expect(TokenKind::Greater, "expected '>' in vector type")?;
        self.created(at, TypeData::Vector { shape: shape.into(), scalable: scalable.into(), element })
    }

    /// The type that was read from `at`.
    fn created(&mut self, at: u32, data: TypeData) -> PResult<Type> {
        self.cx.ty_checked(data).map_err(|message| self.error_at(at, message))
    }

    fn tensor_type(&mut self) -> PResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in tensor type")?;
        let unranked = self.eat(TokenKind::Star);
        let mut shape = Vec::new();
        if unranked {
            self.x()?;
        } else {
            self.dimensions(&mut shape, true, true)?;
        }
        let at = self.tok.start;
        let element = self.ty()?;
        let mut encoding = None;
        if self.eat(TokenKind::Comma) {
            encoding = self.encoding()?;
        }
        if let Some(encoding) = encoding {
            verify_tensor_encoding(self.cx, encoding, &shape, element)
                .map_err(|message| self.error(message))?;
        }
        self.expect(TokenKind::Greater, "expected '>' in tensor type")?;
        if !is_tensor_element(self.cx, element) {
            return Err(self.error_at(at, "invalid tensor element type"));
        }
        if unranked {
            if encoding.is_some() {
                return Err(self.error("cannot apply encoding to unranked tensor"));
            }
            return Ok(UnrankedTensorType::get(self.cx, element));
        }
        Ok(RankedTensorType::get_encoded(self.cx, &shape, element, encoding))
    }

    fn memref_type(&mut self) -> PResult<Type> {
        let start = self.tok.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in memref type")?;
        let unranked = self.eat(TokenKind::Star);
        let mut shape = Vec::new();
        if unranked {
            self.x()?;
        } else {
            self.dimensions(&mut shape, true, true)?;
        }
        let at = self.tok.start;
        let element = self.ty()?;
        if !is_memref_element(self.cx, element) {
            return Err(self.error_at(at, "invalid memref element type"));
        }
        let (mut layout, mut space): (Option<Attr>, Option<Attr>) = (None, None);
        if !self.eat(TokenKind::Greater) {
            self.expect(TokenKind::Comma, "expected ',' or '>' in memref type")?;
            self.list_until(TokenKind::Greater, '>', false, |p| {
                let attr = p.attribute(None)?;
                if is_memref_layout(p.cx, attr) {
                    layout = Some(attr);
                } else if space.is_some() {
                    return Err(p.error("multiple memory spaces specified in memref type"));
                } else {
                    space = Some(attr);
                    return Ok(());
                }
                if unranked {
                    return Err(p.error("cannot have affine map for unranked memref type"));
                }
                if space.is_some() {
                    return Err(p.error("expected memory space to be last in memref type"));
                }
                Ok(())
            })?;
        }
        let cx = self.cx;
        if let Some(AttrData::AffineMap(map)) = layout.map(|layout| layout.data(cx))
            && map.num_dims as usize == shape.len()
            && map.is_identity()
            && (map.num_symbols == 0 || !cx.matches_upstream())
        {
            layout = None;
        }
        match unranked {
            true => self.created(start, TypeData::UnrankedMemRef { element, space }),
            false => self.created(start, TypeData::MemRef { shape: shape.into(), element, layout, space }),
        }
    }

    /// Extents, each followed by `x`, or with `x` between them.
    pub(crate) fn dimensions(
        &mut self,
        shape: &mut Vec<i64>,
        allow_dynamic: bool,
        trailing_x: bool,
    ) -> PResult<()> {
        let mut one = |p: &mut Self| -> PResult<()> {
            let at = p.tok.start;
            if p.eat(TokenKind::Question) {
                if !allow_dynamic {
                    return Err(p.error_at(at, "expected static shape"));
                }
                shape.push(DYNAMIC);
            } else {
                shape.push(p.dimension()?);
            }
            Ok(())
        };
        if trailing_x {
            while self.at(TokenKind::Integer) || self.at(TokenKind::Question) {
                one(self)?;
                self.x()?;
            }
            return Ok(());
        }
        if self.at(TokenKind::Integer) || self.at(TokenKind::Question) {
            one(self)?;
            while self.at(TokenKind::Bare) && self.text()[0] == b'x' {
                self.x()?;
                one(self)?;
            }
        }
        Ok(())
    }

    fn dimension(&mut self) -> PResult<i64> {
        let text = self.text();
        if self.at(TokenKind::Integer) && text.len() > 1 && text[1] == b'x' {
            // `0x...` is the extent zero and the `x` after it.
            self.take_x_at(self.tok.start + 1);
            return Ok(0);
        }
        let value = if self.at(TokenKind::Integer) { self.u64_of(self.tok) } else { None };
        let Some(value) = value.and_then(|v| i64::try_from(v).ok()) else {
            return Err(self.error("invalid dimension"));
        };
        let end = self.tok.end;
        if self.src.get(end as usize) == Some(&b'x') {
            self.take_x_at(end);
        } else {
            self.advance();
        }
        Ok(value)
    }

    /// Splits the `x` at this byte, which follows the previous token, into a separate token. The word that it
    /// starts may be the whole rest of the list, which must not be lexed again for each extent.
    fn take_x_at(&mut self, at: u32) {
        self.last_end = at;
        self.tok = Token { kind: TokenKind::Bare, start: at, end: at + 1 };
        self.lexer = Lexer::new(self.src, at as usize + 1);
    }

    fn x(&mut self) -> PResult<()> {
        if !self.at(TokenKind::Bare) || self.text()[0] != b'x' {
            return Err(self.wrong_token("expected 'x' in dimension list"));
        }
        if self.text().len() == 1 {
            self.advance();
        } else {
            let at = self.tok.start + 1;
            self.last_end = at;
            self.reset_to(at);
        }
        Ok(())
    }
}

fn float_kind(text: &[u8]) -> Option<FloatKind> {
    if !matches!(text.first(), Some(b'f' | b'b' | b't')) || text.len() > 14 {
        return None;
    }
    FloatKind::from_name(std::str::from_utf8(text).ok()?)
}
