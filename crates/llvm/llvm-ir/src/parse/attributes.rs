//! Attributes of functions, calls, arguments and results.

use terrace_support::apint::ApInt;

use super::lexer::{Token, to_u32};
use super::parser::Parser;
use super::{Failure, Read};
use crate::model::{Attribute, AttributeSet, AttributeValue};
use crate::strings::Str;
use crate::types::Type;

/// Whether a text is one number, or two with a comma.
fn is_bounds(text: &[u8]) -> bool {
    let mut bounds = text.splitn(2, |&byte| byte == b',');
    bounds.all(|bound| to_u32(bound.trim_ascii()).is_some())
}

/// The position of an attribute list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttributePlace {
    /// Of a function or a call.
    Function,
    /// Of an argument or a result.
    Value,
    /// In a group.
    Group,
}

impl<'a> Parser<'a> {
    /// Reads `attributes #0 = { ... }`.
    pub(super) fn attribute_group(&mut self) -> Read {
        self.advance()?;
        let Token::Group(number) = self.token else { return self.expected("attribute group id") };
        self.advance()?;
        self.punct(b'=')?;
        self.punct(b'{')?;
        let mut set = AttributeSet::default();
        while !self.optional_punct(b'}')? {
            if !self.attribute(&mut set, AttributePlace::Group)? {
                return self.expected("attribute or '}'");
            }
        }
        self.module.groups.entry(number).or_default().extend(set.items);
        Ok(())
    }

    /// Reads attributes of an argument or a result.
    pub(super) fn parameter_attributes(&mut self) -> Read<AttributeSet> {
        let mut set = AttributeSet::default();
        while self.attribute(&mut set, AttributePlace::Value)? {}
        Ok(set)
    }

    /// Reads attributes of a function or a call.
    pub(super) fn function_attributes(&mut self) -> Read<AttributeSet> {
        let mut set = AttributeSet::default();
        while self.attribute(&mut set, AttributePlace::Function)? {}
        Ok(set)
    }

    /// Reads an attribute, if one is next.
    fn attribute(&mut self, set: &mut AttributeSet, place: AttributePlace) -> Read<bool> {
        match self.token {
            Token::Group(number) if place == AttributePlace::Function => {
                self.advance()?;
                set.groups.push(number);
                Ok(true)
            }
            Token::Text(_) => {
                let name = self.string()?;
                let value = match self.optional_punct(b'=')? {
                    true => self.string()?,
                    false => self.module.strings.intern(b""),
                };
                set.items.push(Attribute { name, value: AttributeValue::Text(value) });
                Ok(true)
            }
            Token::Word(word) => match self.attribute_value(word, place)? {
                Some(value) => {
                    let name = self.module.strings.intern(word);
                    set.items.push(Attribute { name, value });
                    Ok(true)
                }
                None => Ok(false),
            },
            _ => Ok(false),
        }
    }

    fn attribute_value(&mut self, word: &[u8], place: AttributePlace) -> Read<Option<AttributeValue>> {
        let form = match crate::attribute_names::form(word) {
            Some(form) => form,
            None => return Ok(None),
        };
        // The alignment after a function is not one of its attributes.
        if place == AttributePlace::Function && word == b"align" {
            return Ok(None);
        }
        let at = self.start;
        self.advance()?;
        use crate::attribute_names::Form;
        let value = match form {
            Form::Flag => AttributeValue::Flag,
            Form::Type => {
                // Without a type it is of a time when pointers had one.
                self.punct(b'(')?;
                let ty = self.ty()?;
                self.punct(b')')?;
                AttributeValue::Type(ty)
            }
            Form::Number => AttributeValue::Number(self.attribute_number(word)?),
            Form::Range => self.range(at)?,
            Form::Other => match self.is_punct(b'(') {
                true => {
                    let words = self.parenthesised()?;
                    if word == b"vscale_range" && !is_bounds(self.module.bytes(words)) {
                        return Err(Failure::new(at, "expected the bounds of vscale"));
                    }
                    AttributeValue::Words(words)
                }
                false => AttributeValue::Flag,
            },
        };
        Ok(Some(value))
    }

    fn attribute_number(&mut self, word: &[u8]) -> Read<u64> {
        // `align 4`, `align=4`, `align(4)`, `dereferenceable(4)`
        if self.optional_punct(b'=')? {
            return self.u64();
        }
        if !self.is_punct(b'(') {
            return self.u64();
        }
        self.advance()?;
        let mut number = match self.token {
            Token::Int(_) => self.u64()?,
            _ if word == b"nofpclass" => {
                let mut classes = 0;
                while let Token::Word(class) = self.token {
                    classes |= match crate::attribute_names::float_class(class) {
                        Some(bits) => bits,
                        None => return self.expected("nofpclass test mask"),
                    };
                    self.advance()?;
                }
                classes
            }
            _ => return self.expected("an unsigned number"),
        };
        if word == b"allocsize" {
            let second = match self.optional_punct(b',')? {
                true => u64::from(self.u32()?),
                false => u64::from(u32::MAX),
            };
            number = number << 32 | second;
        }
        self.punct(b')')?;
        Ok(number)
    }

    fn range(&mut self, at: usize) -> Read<AttributeValue> {
        self.punct(b'(')?;
        let ty = self.ty()?;
        let low = self.range_bound(ty)?;
        self.punct(b',')?;
        let high = self.range_bound(ty)?;
        self.punct(b')')?;
        match (low, high) {
            (Some(low), Some(high)) => Ok(AttributeValue::Range(low, high)),
            _ => Err(Failure::new(at, "the range must have integer type")),
        }
    }

    fn range_bound(&mut self, ty: Type) -> Read<Option<ApInt>> {
        if self.module.types.int_width(ty).is_none() {
            return Ok(None);
        }
        let bound = self.constant(ty)?;
        Ok(self.module.constants.as_int(bound).cloned())
    }

    /// The text in parentheses, as written.
    fn parenthesised(&mut self) -> Read<Str> {
        let open = self.start;
        self.advance()?;
        let mut depth = 1u32;
        loop {
            match self.token {
                Token::Punct(b'(') => depth += 1,
                Token::Punct(b')') => depth -= 1,
                Token::End => return Err(Failure::new(open, "expected ')'")),
                _ => {}
            }
            if depth == 0 {
                let text = self.module.strings.intern(&self.src[open + 1..self.start]);
                self.advance()?;
                return Ok(text);
            }
            self.advance()?;
        }
    }
}
