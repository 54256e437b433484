//! The syntax of values that are no attributes upstream.

use terrace_ir::asm::{OpParser, PResult};
use terrace_ir::property::{Property, elements_of, int_array, int_attr, int_of};
use terrace_ir::{Attr, AttrData};

use crate::lexer::TokenKind;
use crate::parser::{Hooks, Parser};
use crate::printer::Printer;

impl Parser<'_> {
    /// Whether a value is here.
    pub(super) fn at_property(&self, property: &Property) -> bool {
        let at_word = |words: &[&str]| self.at(TokenKind::Bare) && words.contains(&self.str_of(self.tok));
        match property {
            Property::Int { .. } => matches!(self.tok.kind, TokenKind::Integer | TokenKind::Minus),
            Property::Bool => self.at(TokenKind::Integer) || at_word(&["true", "false"]),
            Property::String => self.at(TokenKind::String),
            Property::Unit => at_word(&["unit", "unit_absent"]),
            Property::Array(_) | Property::IntArray { .. } => self.at(TokenKind::LSquare),
            Property::Optional(of) => at_word(&["none"]) || self.at_property(of),
            Property::Wrapped(_) => at_word(&["none", "some"]),
            Property::Confined(of, _) => self.at_property(of),
        }
    }

    /// Reads the value of the property with this name; an error states what it should be.
    pub(super) fn named_property(&mut self, name: &str, summary: &str, property: &Property) -> PResult<Attr> {
        let at = self.tok.start;
        let read = self.property(property);
        read.map_err(|_| self.op_error(at, format!("invalid value for property {name}, expected {summary}")))
    }

    fn property(&mut self, property: &Property) -> PResult<Attr> {
        let cx = self.cx;
        let at = self.tok.start;
        match property {
            Property::Int { width, signed } => {
                let number = self.integer_of(*width, *signed)?;
                Ok(int_attr(cx, *width, number))
            }
            Property::Bool => match self.word(&["false", "true"]) {
                Some(which) => Ok(cx.bool_attr(which == 1)),
                None => Ok(cx.bool_attr(self.integer_of(1, false)? != 0)),
            },
            Property::String => match (Hooks { parser: self, params_of: None }).optional_string()? {
                Some(text) => Ok(cx.str_attr(cx.str_from_bytes(&text))),
                None => Err(self.op_error(at, "expected string".into())),
            },
            Property::Unit => match self.word(&["unit_absent", "unit"]) {
                Some(which) => Ok(if which == 1 { Attr::UNIT } else { Attr::FALSE }),
                None => Err(self.op_error(at, "expected 'unit' or 'unit_absent'".into())),
            },
            Property::Array(of) => {
                let mut items = Vec::new();
                self.in_squares(|p| p.property(of).map(|item| items.push(item)))?;
                Ok(cx.array_attr(&items))
            }
            Property::IntArray { width } => {
                let mut items = Vec::new();
                self.in_squares(|p| p.integer_of(*width, true).map(|item| items.push(item)))?;
                Ok(int_array(cx, *width, &items))
            }
            Property::Optional(_) | Property::Wrapped(_) if self.word(&["none"]).is_some() => {
                Ok(Attr::EMPTY_ARRAY)
            }
            Property::Optional(of) if !self.at_property(of) => Err(terrace_ir::asm::Failed),
            Property::Optional(of) => Ok(cx.array_attr(&[self.property(of)?])),
            Property::Wrapped(of) => {
                if self.word(&["some"]).is_none() {
                    return Err(self.op_error(at, "expected 'none' or 'some<prop>'".into()));
                }
                self.literal_token("<")?;
                let item = self.property(of)?;
                self.literal_token(">")?;
                Ok(cx.array_attr(&[item]))
            }
            Property::Confined(of, _) => self.property(of),
        }
    }

    /// Reads one of these words, if it is here; returns its number.
    fn word(&mut self, words: &[&str]) -> Option<usize> {
        if !self.at(TokenKind::Bare) {
            return None;
        }
        let which = words.iter().position(|&word| word == self.str_of(self.tok))?;
        self.advance();
        Some(which)
    }

    /// Reads a list in square brackets.
    fn in_squares(&mut self, mut each: impl FnMut(&mut Self) -> PResult<()>) -> PResult<()> {
        self.literal_token("[")?;
        if self.eat(TokenKind::RSquare) {
            return Ok(());
        }
        loop {
            each(self)?;
            if !self.eat(TokenKind::Comma) {
                return self.literal_token("]");
            }
        }
    }

    /// Reads an integer that fits this number of bits; an unsigned one may be written as a negative number, too.
    fn integer_of(&mut self, width: u32, signed: bool) -> PResult<i64> {
        let at = self.tok.start;
        let number = Hooks { parser: self, params_of: None }.integer()?;
        let most = if signed { 1i128 << (width - 1) } else { 1i128 << width };
        match i128::from(number) >= -(1i128 << (width - 1)) && i128::from(number) < most {
            true => Ok(number),
            false => Err(self.op_error(at, "integer value too large".into())),
        }
    }
}

impl Printer<'_, '_> {
    /// Prints the value of a property.
    pub(super) fn property(&mut self, property: &Property, value: Attr) {
        let cx = self.cx();
        match property {
            Property::Int { signed, .. } => {
                let number = int_of(cx, value, *signed);
                self.w.out.push_str(&if *signed { number.to_string() } else { (number as u64).to_string() });
            }
            Property::Bool => self.w.out.push_str(if value == Attr::TRUE { "true" } else { "false" }),
            Property::String => {
                if let AttrData::String { value, .. } = value.data(cx) {
                    terrace_ir::print::write_quoted(&mut self.w.out, value.bytes(cx));
                }
            }
            Property::Unit => self.w.out.push_str(if value == Attr::UNIT { "unit" } else { "unit_absent" }),
            Property::Array(of) => {
                self.separated(value.as_array(cx).unwrap_or(&[]), |p, &item| p.property(of, item));
            }
            Property::IntArray { width } => {
                let items = elements_of(cx, value, *width);
                self.separated(&items, |p, item| p.w.out.push_str(&item.to_string()));
            }
            Property::Optional(of) | Property::Wrapped(of) => match (value.as_array(cx), property) {
                (Some(&[item]), Property::Wrapped(_)) => {
                    self.w.out.push_str("some<");
                    self.property(of, item);
                    self.w.out.push('>');
                }
                (Some(&[item]), _) => self.property(of, item),
                _ => self.w.out.push_str("none"),
            },
            Property::Confined(of, _) => self.property(of, value),
        }
    }

    /// Prints a list in square brackets.
    fn separated<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.w.out.push('[');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            each(self, item);
        }
        self.w.out.push(']');
    }
}
