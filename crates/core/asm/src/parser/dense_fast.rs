//! Decimal elements of a plain dense constant, read in one pass.
//!
//! The type after the literal is parsed first; then the bytes of the elements are converted to numbers
//! without tokenization. Any other input (a wrong shape, a value out of range, other notation) is left to the
//! general parser, which also reports the errors.

use terrace_ir::asm::PResult;
use terrace_ir::{Attr, Signedness, Type, TypeData};
use terrace_support::apfloat::{FloatKind, parse_f64_literal};

use super::Parser;
use crate::lexer::TokenKind;

/// Shorter literals are parsed by the general parser.
const PARALLEL_THRESHOLD: usize = 128;

#[derive(Clone, Copy)]
enum Element {
    F32,
    F64,
    /// Bytes, and the smallest and largest value.
    Int(usize, i128, i128),
}

impl Parser<'_> {
    /// The constant whose `[` is current; none, with nothing read, where it is not plain.
    pub(super) fn plain_dense(&mut self, ty: Option<Type>) -> PResult<Option<Attr>> {
        let start = self.tok.start as usize;
        let Some(length) = memchr::memchr(b'>', &self.src[start..]) else { return Ok(None) };
        let text = &self.src[start..start + length];
        let last = text.iter().rposition(|c| !c.is_ascii_whitespace()).map_or(b' ', |i| text[i]);
        if length < PARALLEL_THRESHOLD || last != b']' {
            return Ok(None);
        }
        let (before, last_end, errors) = (self.tok, self.last_end, self.diags.len());
        self.reset_to((start + length) as u32);
        self.advance();
        let ty = match ty {
            Some(ty) => Some(ty),
            None if self.eat(TokenKind::Colon) => self.ty().ok(),
            None => None,
        };
        if let Some(ty) = ty
            && let Some((data, size)) = self.plain_elements(text, ty)
        {
            return Ok(Some(self.dense_attr(ty, data, size)));
        }
        self.diags.truncate(errors);
        self.reset_to(before.start);
        self.last_end = last_end;
        Ok(None)
    }

    fn plain_elements(&self, text: &[u8], ty: Type) -> Option<(Vec<u8>, usize)> {
        let cx = self.cx;
        if !ty.has_static_shape(cx) {
            return None;
        }
        let shape = ty.shape(cx)?;
        let element = match ty.element_type(cx)?.data(cx) {
            TypeData::Float(FloatKind::F32) => Element::F32,
            TypeData::Float(FloatKind::F64) => Element::F64,
            TypeData::Index => Element::Int(8, i128::from(i64::MIN), i128::from(i64::MAX)),
            TypeData::Integer { width: width @ (8 | 16 | 32 | 64), signedness } => {
                let low = -(1i128 << (width - 1));
                match signedness {
                    Signedness::Signed => Element::Int(*width as usize / 8, low, -low - 1),
                    Signedness::Unsigned => Element::Int(*width as usize / 8, 0, (1 << width) - 1),
                    Signedness::Signless => Element::Int(*width as usize / 8, low, (1 << width) - 1),
                }
            }
            _ => return None,
        };
        let size = match element {
            Element::F32 => 4,
            Element::F64 => 8,
            Element::Int(size, ..) => size,
        };
        let count = usize::try_from(ty.num_elements(cx)?).ok()?;
        // An element takes two bytes of text at least, so this cannot ask for more than the text is worth.
        if count == 0 || count > text.len() {
            return None;
        }
        let mut data = Vec::with_capacity(count * size);
        let mut reader = Reader { text, at: 0 };
        reader.list(shape, element, &mut data)?;
        reader.space();
        (reader.at == text.len()).then_some((data, size))
    }
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline]
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    #[inline]
    fn expect(&mut self, c: u8) -> Option<()> {
        self.space();
        (self.peek() == c).then(|| self.at += 1)
    }

    fn list(&mut self, shape: &[i64], element: Element, data: &mut Vec<u8>) -> Option<()> {
        let (&extent, inner) = shape.split_first()?;
        // Deep nesting is left to the way that grows its stack.
        if extent <= 0 || shape.len() > 32 {
            return None;
        }
        self.expect(b'[')?;
        for i in 0..extent {
            if i > 0 {
                self.expect(b',')?;
            }
            if inner.is_empty() {
                self.space();
                self.number(element, data)?;
            } else {
                self.list(inner, element, data)?;
            }
        }
        self.expect(b']')
    }

    #[inline]
    fn number(&mut self, element: Element, data: &mut Vec<u8>) -> Option<()> {
        let negative = self.peek() == b'-';
        self.at += usize::from(negative);
        let start = self.at;
        let (mut value, mut digits) = (0u64, 0u32);
        while self.peek().is_ascii_digit() {
            value = value.wrapping_mul(10).wrapping_add(u64::from(self.peek() - b'0'));
            self.at += 1;
            digits += 1;
        }
        if digits == 0 || digits > 18 {
            return None;
        }
        if let Element::Int(size, low, high) = element {
            if matches!(self.peek(), b'.' | b'x' | b'a'..=b'w' | b'y'..=b'z' | b'A'..=b'Z' | b'_') {
                return None;
            }
            let value = if negative { -i128::from(value) } else { i128::from(value) };
            // Minus zero is worded elsewhere.
            if value < low || value > high || (negative && value == 0) {
                return None;
            }
            data.extend_from_slice(&(value as u64).to_le_bytes()[..size]);
            return Some(());
        }
        if self.peek() != b'.' {
            return None;
        }
        self.at += 1;
        let point = self.at;
        while self.peek().is_ascii_digit() {
            value = value.wrapping_mul(10).wrapping_add(u64::from(self.peek() - b'0'));
            self.at += 1;
        }
        let mut exponent = -((self.at - point) as i64);
        digits += (self.at - point) as u32;
        if matches!(self.peek(), b'e' | b'E') {
            let mark = self.at;
            self.at += 1;
            let down = self.peek() == b'-';
            self.at += usize::from(matches!(self.peek(), b'-' | b'+'));
            let (mut written, from) = (0i64, self.at);
            while self.peek().is_ascii_digit() && self.at - from < 6 {
                written = written * 10 + i64::from(self.peek() - b'0');
                self.at += 1;
            }
            if self.at == from || self.peek().is_ascii_digit() || mark == from {
                return None;
            }
            exponent += if down { -written } else { written };
        }
        // Up to 2^53 and 10^22 both numbers are exact, so one operation rounds correctly (Clinger, "How to
        // Read Floating Point Numbers Accurately", 1990).
        const POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
            1e18, 1e19, 1e20, 1e21, 1e22,
        ];
        let exact = digits <= 18 && value <= 1 << 53 && exponent.unsigned_abs() <= 22;
        let mut float = if exact {
            let power = POWERS[exponent.unsigned_abs() as usize];
            if exponent < 0 { value as f64 / power } else { value as f64 * power }
        } else {
            parse_f64_literal(&self.text[start..self.at])?
        };
        if negative {
            float = -float;
        }
        match element {
            Element::F32 => data.extend_from_slice(&(float as f32).to_le_bytes()),
            _ => data.extend_from_slice(&float.to_le_bytes()),
        }
        Some(())
    }
}
