//! Constants over shaped types: `dense`, `dense_resource`, `sparse`, `array`.

use terrace_ir::asm::PResult;
use terrace_ir::elements::{dense_attr, dense_from_raw};
use terrace_ir::print::elements::ElementKind;
use terrace_ir::{Attr, AttrData, RankedTensorType, Signedness, Str, Type, TypeData};
use terrace_support::apfloat::{ApFloat, FloatKind, parse_f64_literal};
use terrace_support::apint::ApInt;
use terrace_support::hex;

use super::Parser;
use super::attrs::integer_value;
use crate::lexer::{Token, TokenKind, unescape};

/// A literal between `<` and `>`, before its type is known.
#[derive(Default)]
struct Literal {
    shape: Vec<i64>,
    /// Tokens of the elements, and whether a minus is in front.
    items: Vec<(bool, Token)>,
    /// A string in place of all elements.
    whole: Option<Token>,
}

impl Literal {
    /// Returns the number of numbers, and whether they are a list; `None` if the literal is a string.
    fn numbers(&self) -> Option<(usize, bool)> {
        self.whole.is_none().then_some((self.items.len(), !self.shape.is_empty()))
    }
}

fn shape_text(shape: &[i64]) -> String {
    shape.iter().map(|d| d.to_string()).collect::<Vec<_>>().join(", ")
}

impl Parser<'_> {
    pub(super) fn dense_elements(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let start = self.tok.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense'")?;
        let mut literal = Literal::default();
        if self.at(TokenKind::LSquare)
            && let Some(attr) = self.plain_dense(ty)?
        {
            return Ok(attr);
        }
        if !self.eat(TokenKind::Greater) {
            literal = self.literal(true)?;
            self.expect(TokenKind::Greater, "expected '>'")?;
        }
        let ty = self.elements_type(start, ty)?;
        let numbers = literal.numbers();
        let attr = self.elements_attr(start, literal, ty)?;
        numbers.map_or(Ok(()), |numbers| self.check_numbers(start, numbers, ty))?;
        Ok(attr)
    }

    fn elements_type(&mut self, start: u32, ty: Option<Type>) -> PResult<Type> {
        let ty = match ty {
            Some(ty) => ty,
            None => {
                self.expect(TokenKind::Colon, "expected ':'")?;
                self.ty()?
            }
        };
        if !ty.is_shaped(self.cx) {
            return Err(self.error_at(start, "elements literal must be a shaped type"));
        }
        if !ty.has_static_shape(self.cx) {
            return Err(self.error_at(start, "elements literal type must have static shape"));
        }
        Ok(ty)
    }

    fn literal(&mut self, allow_hex: bool) -> PResult<Literal> {
        let mut literal = Literal::default();
        if allow_hex && self.at(TokenKind::String) {
            literal.whole = Some(self.tok);
            self.advance();
        } else if self.at(TokenKind::LSquare) {
            literal.shape = self.literal_list(&mut literal.items)?;
            literal.shape.reverse();
        } else {
            self.literal_element(&mut literal.items)?;
        }
        Ok(literal)
    }

    fn literal_element(&mut self, items: &mut Vec<(bool, Token)>) -> PResult<()> {
        match self.tok.kind {
            TokenKind::Integer | TokenKind::Float | TokenKind::String => {
                items.push((false, self.tok));
                self.advance();
                Ok(())
            }
            TokenKind::Bare if matches!(self.text(), b"true" | b"false") => {
                items.push((false, self.tok));
                self.advance();
                Ok(())
            }
            TokenKind::Minus => {
                self.advance();
                if !matches!(self.tok.kind, TokenKind::Integer | TokenKind::Float) {
                    return Err(self.error("expected integer or floating point literal"));
                }
                items.push((true, self.tok));
                self.advance();
                Ok(())
            }
            TokenKind::LParen => stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || {
                self.advance();
                self.literal_element(items)?;
                self.expect(TokenKind::Comma, "expected ',' between complex elements")?;
                self.literal_element(items)?;
                self.expect(TokenKind::RParen, "expected ')' after complex elements")
            }),
            _ => Err(self.error("expected element literal of primitive type")),
        }
    }

    /// Elements in brackets; returns the shape from the innermost extent to the outermost.
    fn literal_list(&mut self, items: &mut Vec<(bool, Token)>) -> PResult<Vec<i64>> {
        let mut inner: Option<Vec<i64>> = None;
        let mut size = 0;
        self.delimited((TokenKind::LSquare, '['), (TokenKind::RSquare, ']'), "", |p| {
            let dims = if p.at(TokenKind::LSquare) {
                stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || p.literal_list(items))?
            } else {
                p.literal_element(items)?;
                Vec::new()
            };
            size += 1;
            match &inner {
                Some(before) if *before != dims => {
                    Err(p.error("tensor literal is invalid; ranks are not consistent between elements"))
                }
                Some(_) => Ok(()),
                None => {
                    inner = Some(dims);
                    Ok(())
                }
            }
        })?;
        let mut shape = inner.unwrap_or_default();
        shape.push(size);
        Ok(shape)
    }

    fn elements_attr(&mut self, start: u32, literal: Literal, ty: Type) -> PResult<Attr> {
        let cx = self.cx;
        let element = ty.element_type_or_self(cx);
        let kind = ElementKind::of(cx, element);
        let Some(count) = ty.num_elements(cx) else {
            return Err(self.error_at(start, "elements literal type is too large"));
        };
        if let (Some(token), Some(_)) = (literal.whole, kind) {
            return self.hex_elements(start, token, ty);
        }
        let type_shape = ty.ranked_shape(cx);
        if !literal.shape.is_empty() && literal.shape != type_shape {
            return Err(self.error_at(
                start,
                format!(
                    "inferred shape of elements literal ([{}]) does not match type ([{}])",
                    shape_text(&literal.shape),
                    shape_text(type_shape)
                ),
            ));
        }
        if literal.whole.is_none() && literal.items.is_empty() && count != 0 {
            let text = cx.type_text(ty);
            return Err(self
                .error_at(start, format!("parsed zero elements, but type ('{text}') expected at least 1")));
        }
        let Some((kind, complex)) = kind else { return self.string_elements(start, literal, ty) };
        if complex {
            let found = literal.items.len();
            if literal.shape.is_empty() && count != 0 && found != 2 {
                let text = cx.type_text(element);
                return Err(self.error_at(
                    start,
                    format!("parsed {found} elements, but type ('{text}') expected 2 elements"),
                ));
            }
            if !literal.shape.is_empty() && found as i64 != count * 2 {
                let text = cx.type_text(ty);
                return Err(self.error_at(
                    start,
                    format!("parsed {found} elements, but type ('{text}') expected {} elements", count * 2),
                ));
            }
        }
        let part = match element.data(cx) {
            TypeData::Complex(part) => *part,
            _ => element,
        };
        let mut data = Vec::with_capacity(literal.items.len() * kind.bytes());
        match part.data(cx) {
            TypeData::Float(float) => self.float_items(&literal.items, *float, &mut data)?,
            _ => self.integer_items(&literal.items, part, &mut data)?,
        }
        let parts = if complex { 2 } else { 1 };
        Ok(self.dense_attr(ty, data, kind.bytes() * parts))
    }

    /// Checks that there are as many numbers in a literal as elements in its type: two in parentheses are two elements where the
    /// type is no complex one. Hexadecimal text is checked where it is read.
    fn check_numbers(&mut self, start: u32, (found, is_list): (usize, bool), ty: Type) -> PResult<()> {
        let count = ty.num_elements(self.cx).unwrap_or(0);
        let is_one = matches!(ElementKind::of(self.cx, ty.element_type_or_self(self.cx)), Some((_, false)));
        if !is_one || (found == 1 && !is_list) || found as i64 == count {
            return Ok(());
        }
        let text = self.cx.type_text(ty);
        let message = format!("parsed {found} elements, but type ('{text}') expected {count} elements");
        Err(self.error_at(start, message))
    }

    /// A constant of these bytes; one element, or all alike, is a splat.
    pub(super) fn dense_attr(&self, ty: Type, data: Vec<u8>, size: usize) -> Attr {
        dense_attr(self.cx, ty, data, size)
    }

    fn float_items(&mut self, items: &[(bool, Token)], kind: FloatKind, data: &mut Vec<u8>) -> PResult<()> {
        for &(negative, token) in items {
            if token.kind == TokenKind::Float
                && let FloatKind::F32 | FloatKind::F64 = kind
                && let Some(value) = parse_f64_literal(self.text_of(token))
            {
                let value = if negative { -value } else { value };
                match kind {
                    FloatKind::F32 => data.extend_from_slice(&(value as f32).to_le_bytes()),
                    _ => data.extend_from_slice(&value.to_le_bytes()),
                }
                continue;
            }
            let value = self.float_literal(token, negative, kind)?;
            match kind {
                FloatKind::F32 => data.extend_from_slice(&(value.bits() as u32).to_le_bytes()),
                FloatKind::F64 => data.extend_from_slice(&(value.bits() as u64).to_le_bytes()),
                _ => {
                    let bytes = value.bits().to_le_bytes();
                    data.extend_from_slice(&bytes[..kind.width().div_ceil(8) as usize]);
                }
            }
        }
        Ok(())
    }

    fn float_literal(&mut self, token: Token, negative: bool, kind: FloatKind) -> PResult<ApFloat> {
        match token.kind {
            TokenKind::Float => match parse_f64_literal(self.text_of(token)) {
                Some(value) => Ok(ApFloat::from_f64(kind, if negative { -value } else { value })),
                None => Err(self.error_at(token.start, "floating point value too large")),
            },
            TokenKind::Integer => self.float_from_integer(token, negative, kind),
            _ => Err(self.error_at(token.start, "expected floating point literal")),
        }
    }

    fn integer_items(&mut self, items: &[(bool, Token)], ty: Type, data: &mut Vec<u8>) -> PResult<()> {
        let (width, signedness) = match ty.data(self.cx) {
            TypeData::Integer { width, signedness } => (*width, Some(*signedness)),
            _ => (64, None),
        };
        let size = width.div_ceil(8) as usize;
        for &(negative, token) in items {
            if negative && signedness == Some(Signedness::Unsigned) {
                return Err(self
                    .error_at(token.start, "expected unsigned integer elements, but parsed negative value"));
            }
            match token.kind {
                TokenKind::Float => {
                    return Err(
                        self.error_at(token.start, "expected integer elements, but parsed floating-point")
                    );
                }
                TokenKind::Bare if width != 1 => {
                    return Err(self.error_at(token.start, "expected i1 type for 'true' or 'false' values"));
                }
                TokenKind::Bare => data.push(u8::from(self.text_of(token) == b"true")),
                TokenKind::Integer => match integer_value(self.text_of(token), negative, width, signedness) {
                    Some(value) => match value.to_u64() {
                        Some(low) if size <= 8 => data.extend_from_slice(&low.to_le_bytes()[..size]),
                        _ => value.to_le_bytes(data),
                    },
                    None => return Err(self.error_at(token.start, "integer constant out of range for type")),
                },
                _ => return Err(self.error_at(token.start, "expected integer elements, but parsed string")),
            }
        }
        Ok(())
    }

    fn string_elements(&mut self, start: u32, literal: Literal, ty: Type) -> PResult<Attr> {
        let cx = self.cx;
        let mut values: Vec<Str> = Vec::new();
        if let Some(token) = literal.whole {
            values.push(cx.str_from_bytes(&unescape(self.text_of(token))));
        }
        for (_, token) in literal.items {
            if token.kind != TokenKind::String {
                let text = self.str_of(token);
                return Err(self.error_at(start, format!("expected string token, got {text}")));
            }
            values.push(cx.str_from_bytes(&unescape(self.text_of(token))));
        }
        if values.len() > 1 && values.iter().all(|v| *v == values[0]) {
            values.truncate(1);
        }
        Ok(cx.attr(AttrData::DenseString { ty, values: values.into() }))
    }

    fn hex_elements(&mut self, start: u32, token: Token, ty: Type) -> PResult<Attr> {
        let cx = self.cx;
        let Some(data) = hex_digits(self.text_of(token)).and_then(hex::decode) else {
            return Err(
                self.error_at(token.start, "expected string containing hex digits starting with `0x`")
            );
        };
        if ElementKind::of(cx, ty.element_type_or_self(cx)).is_none() {
            return Err(self.error_at(start, "expected floating-point, integer, or complex element type"));
        }
        dense_from_raw(cx, ty, data.into()).ok_or_else(|| {
            let text = cx.type_text(ty);
            self.error_at(start, format!("elements hex data size is invalid for provided type: '{text}'"))
        })
    }

    pub(super) fn dense_resource(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let start = self.tok.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense_resource'")?;
        let key = self.resource_handle("builtin")?;
        self.expect(TokenKind::Greater, "expected '>'")?;
        let mut at = start;
        let ty = match ty {
            Some(ty) => ty,
            None => {
                at = self.tok.start;
                self.expect(TokenKind::Colon, "expected ':'")?;
                self.ty()?
            }
        };
        if !ty.is_shaped(self.cx) {
            return Err(self.error_at(at, "`dense_resource` expected a shaped type"));
        }
        Ok(self.cx.attr(AttrData::DenseResource { ty, key }))
    }

    pub(super) fn dense_array(&mut self) -> PResult<Attr> {
        let (start, key) = match self.known_attr(b'>') {
            Ok(array) => return Ok(array),
            Err(unknown) => unknown,
        };
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'array'")?;
        let at = self.tok.start;
        let element = match self.ty() {
            Ok(ty) => ty,
            Err(_) => return Err(self.error_at(at, "expected an integer or floating point type")),
        };
        let cx = self.cx;
        let width = match element.data(cx) {
            TypeData::Index => 64,
            _ => match element.bit_width(cx) {
                Some(width) => width,
                None => {
                    let text = cx.type_text(element);
                    return Err(self.error_at(at, format!("expected integer or float type, got: '{text}'")));
                }
            },
        };
        let is_bool = matches!(element.data(cx), TypeData::Integer { width: 1, .. });
        if !is_bool && width % 8 != 0 {
            return Err(self.error_at(at, "element type bitwidth must be a multiple of 8"));
        }
        if self.eat(TokenKind::Greater) {
            return Ok(cx.attr(AttrData::DenseArray { element, len: 0, data: Box::new([]) }));
        }
        self.expect(TokenKind::Colon, "expected ':' after dense array type")?;
        let (data, len) = self.dense_array_items(element, false)?;
        self.expect(TokenKind::Greater, "expected '>' to close an array attribute")?;
        let array = cx.attr(AttrData::DenseArray { element, len, data: data.into() });
        self.keep_attr(start, key, array);
        Ok(array)
    }

    /// Parses elements of a dense array, separated by commas. With `bare`, they are in an op's format, where integers
    /// are signed.
    pub(crate) fn dense_array_items(&mut self, element: Type, bare: bool) -> PResult<(Vec<u8>, usize)> {
        let cx = self.cx;
        let (mut data, mut len) = (Vec::new(), 0);
        let is_bool = matches!(element.data(cx), TypeData::Integer { width: 1, .. });
        let (width, signedness) = match element.data(cx) {
            TypeData::Integer { width, signedness } => (*width, Some(*signedness)),
            _ => (64, None),
        };
        loop {
            let start = self.tok.start;
            let negative = self.eat(TokenKind::Minus);
            let tok = self.tok;
            if let Some(kind) = element.float_kind(cx) {
                let value = self.float_literal(tok, negative, kind)?;
                self.advance();
                data.extend_from_slice(&value.bits().to_le_bytes()[..kind.width().div_ceil(8) as usize]);
            } else if tok.kind == TokenKind::Bare && matches!(self.text(), b"true" | b"false") {
                if !is_bool {
                    return Err(self.error("expected i1 type for 'true' or 'false' values"));
                }
                data.push(u8::from(self.text() == b"true"));
                self.advance();
            } else if tok.kind == TokenKind::Integer {
                self.advance();
                if is_bool {
                    return Err(self.error("expected 'true' or 'false' values for i1 type"));
                }
                let text = self.text_of(tok);
                let value = match bare {
                    true => signed_value(text, negative, width),
                    false => integer_value(text, negative, width, signedness),
                };
                match value {
                    Some(value) => value.to_le_bytes(&mut data),
                    None if bare => return Err(self.op_error(start, "integer value too large".to_owned())),
                    None => return Err(self.error("integer constant out of range")),
                }
            } else {
                return Err(match bare {
                    true => self.op_error(start, "expected integer value".to_owned()),
                    false => self.error("expected integer literal"),
                });
            }
            len += 1;
            if !self.eat(TokenKind::Comma) {
                return Ok((data, len));
            }
        }
    }

    pub(super) fn sparse_elements(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let start = self.tok.start;
        self.advance();
        self.expect(TokenKind::Less, "Expected '<' after 'sparse'")?;
        let cx = self.cx;
        let tensor = |shape: &[i64], element: Type| RankedTensorType::get(cx, shape, element);
        let empty = |ty: Type| cx.attr(AttrData::DenseElements { ty, data: Vec::new().into(), splat: false });
        if self.eat(TokenKind::Greater) {
            let ty = self.elements_type(start, ty)?;
            let rank = ty.shape(cx).map_or(0, |s| s.len() as i64);
            let indices = empty(tensor(&[0, rank], Type::I64));
            let values = empty(tensor(&[0], ty.element_type_or_self(cx)));
            return Ok(cx.attr(AttrData::Sparse { ty, indices, values }));
        }
        let indices_at = self.tok.start;
        let indices = self.literal(false)?;
        self.expect(TokenKind::Comma, "expected ','")?;
        let values_at = self.tok.start;
        let values = self.literal(true)?;
        self.expect(TokenKind::Greater, "expected '>'")?;
        let ty = self.elements_type(start, ty)?;
        let element = ty.element_type_or_self(cx);
        let shape = ty.ranked_shape(cx).to_vec();
        let indices_shape =
            if indices.shape.is_empty() { vec![1, shape.len() as i64] } else { indices.shape.clone() };
        let index_numbers = indices.numbers();
        let indices = self.elements_attr(indices_at, indices, tensor(&indices_shape, Type::I64))?;
        let values_shape =
            if values.shape.is_empty() { vec![indices_shape[0]] } else { values.shape.clone() };
        let numbers = values.numbers();
        let values = self.elements_attr(values_at, values, tensor(&values_shape, element))?;
        let wrong_shapes = |p: &mut Self| {
            p.error_at(
                start,
                format!(
                    "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                    shape_text(&shape),
                    shape_text(&indices_shape),
                    shape_text(&values_shape)
                ),
            )
        };
        if values_shape.len() != 1 {
            return Err(self.error_at(start, "expected 1-d tensor for sparse element values"));
        }
        let rank_fits = if indices_shape.len() == 2 {
            indices_shape[1] == shape.len() as i64
        } else {
            indices_shape.len() == 1 && shape.len() == 1
        };
        if !rank_fits || indices_shape[0] != values_shape[0] {
            return Err(wrong_shapes(self));
        }
        let listed = [
            (indices_at, index_numbers, tensor(&indices_shape, Type::I64)),
            (values_at, numbers, tensor(&values_shape, element)),
        ];
        for (at, numbers, ty) in listed {
            numbers.map_or(Ok(()), |numbers| self.check_numbers(at, numbers, ty))?;
        }
        if let AttrData::DenseElements { data, splat, .. } = indices.data(cx) {
            let numbers = data.as_chunks::<8>().0;
            let at = |i: usize| i64::from_le_bytes(numbers[if *splat { 0 } else { i }]);
            for row in 0..indices_shape[0] as usize {
                let index: Vec<i64> = (0..shape.len()).map(|d| at(row * shape.len() + d)).collect();
                if index.iter().zip(&shape).any(|(&i, &extent)| i < 0 || i >= extent) {
                    let text = cx.type_text(ty);
                    return Err(self.error_at(
                        start,
                        format!(
                            "sparse index #{row} is not contained within the value shape, with index=[{}], and type='{text}'",
                            // Upstream takes indices to be unsigned.
                            index.iter().map(|&i| (i as u64).to_string()).collect::<Vec<_>>().join(", ")
                        ),
                    ));
                }
            }
        }
        Ok(cx.attr(AttrData::Sparse { ty, indices, values }))
    }
}

/// The digits of a `"0x..."` token; `None` if it is not of that form.
pub(crate) fn hex_digits(quoted: &[u8]) -> Option<&[u8]> {
    quoted.strip_prefix(b"\"0x")?.strip_suffix(b"\"")
}

/// A signed integer of at most 64 bits; `None` if it is out of range.
fn signed_value(text: &[u8], negative: bool, width: u32) -> Option<ApInt> {
    let magnitude = super::parse_u64(text).map(i128::from)?;
    let value = if negative { -magnitude } else { magnitude };
    let end = 1i128 << (width - 1).min(63);
    (-end..end).contains(&value).then(|| ApInt::from_i64(width, value as i64))
}
