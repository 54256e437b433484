//! Parameters of dialect types and attributes, by their declarative format.

use terrace_format::{Directive, Element};
use terrace_ir::asm::{PResult, enum_attr};
use terrace_ir::context::DefInfo;
use terrace_ir::def::{EnumDef, EnumField, ParamDef, ParamKind, ParamsTable};
use terrace_ir::param_syntax::{FirstToken, begins_with_word, is_list, may_begin};
use terrace_ir::print::params::compiled;
use terrace_ir::{Attr, AttrData, Signedness, Type};
use terrace_support::apfloat::parse_f64_literal;
use terrace_support::apint::ApInt;

use super::Parser;
use super::hooks::Hooks;
use crate::lexer::{TokenKind, unescape};

/// The place of a parameter in a format.
#[derive(Clone, Copy)]
enum ParamPosition<'f> {
    /// Before a literal.
    Before(&'f str),
    /// Before something else.
    Unknown,
    /// After its name in a `struct`.
    Named,
}

impl<'a> Parser<'a> {
    pub(super) fn params_by_format(&mut self, info: &'a DefInfo) -> PResult<Vec<Attr>> {
        let defs = info.def().params;
        let mut values = vec![Attr::NULL; defs.len()];
        self.param_elements(compiled(info), info.def(), &mut values)?;
        for (value, def) in values.iter_mut().zip(defs) {
            if let Some(default) = def.default
                && value.is_null()
            {
                *value = default(self.cx);
            }
            // The group of which a list is the anchor is absent if the list is empty.
            if value.is_null() && !def.optional && is_list(&def.kind) {
                *value = self.cx.array_attr(&[]);
            }
        }
        Ok(values)
    }

    fn param_elements(
        &mut self,
        elements: &[Element],
        def: &'a ParamsTable<'a>,
        values: &mut [Attr],
    ) -> PResult<()> {
        for (i, element) in elements.iter().enumerate() {
            let mut after = elements[i + 1..]
                .iter()
                .filter(|e| !matches!(e, Element::NoSpace | Element::Space | Element::Newline));
            let place = match after.next() {
                Some(Element::Literal(text)) => ParamPosition::Before(text),
                _ => ParamPosition::Unknown,
            };
            self.param_element(element, place, def, values)?;
        }
        Ok(())
    }

    /// Whether a list has no elements, which the token after it shows.
    fn at_empty_list(&self, inner: &ParamKind, place: ParamPosition<'_>) -> bool {
        match place {
            ParamPosition::Before(text) => self.at_literal(text) && !self.param_may_start(inner),
            ParamPosition::Unknown => !self.param_may_start(inner),
            ParamPosition::Named => self.at_end_of_param(),
        }
    }

    fn at_end_of_param(&self) -> bool {
        matches!(
            self.tok.kind,
            TokenKind::Greater
                | TokenKind::RParen
                | TokenKind::RSquare
                | TokenKind::RBrace
                | TokenKind::Eof
                | TokenKind::Comma
        )
    }

    /// Whether the name of the next parameter of a `struct` is after the comma that is here.
    fn at_next_name(&self) -> bool {
        let mut ahead = self.lexer.clone();
        self.at(TokenKind::Comma)
            && matches!(ahead.next_token().kind, TokenKind::Bare | TokenKind::IntType)
            && ahead.next_token().kind == TokenKind::Equal
    }

    /// Parses one parameter; on failure a second error names the parameter.
    fn param_of(
        &mut self,
        def: &'a ParamsTable<'a>,
        index: usize,
        qualified: bool,
        place: ParamPosition<'_>,
    ) -> PResult<Attr> {
        let param = &def.params[index];
        if let ParamKind::Array(inner) = &param.kind
            && self.at_empty_list(inner, place)
        {
            return Ok(if param.optional { Attr::NULL } else { self.cx.array_attr(&[]) });
        }
        let parsed = match &param.kind {
            ParamKind::Array(inner) => self.param_list(inner, qualified, place),
            kind => self.param(kind, qualified),
        };
        parsed.map_err(|_| {
            let is_number = matches!(param.kind, ParamKind::Int(_) | ParamKind::UInt(_));
            let help = (is_number && self.at_type()).then(|| {
                let none = format!("'{}' has no parameter that is a type", def.name);
                let optional = def.params.iter().all(|param| param.optional || param.default.is_some());
                if optional { format!("{none}: leave it out") } else { none }
            });
            let (at, class) = (self.tok.start, param.kind.class());
            let message = format!(
                "failed to parse {} parameter '{}' which is to be a `{class}`",
                def.class_or_name(),
                param.name
            );
            let failed = self.op_error(at, message);
            self.helped(failed, help)
        })
    }

    fn find_param(defs: &[ParamDef<'_>], element: &Element) -> Option<(usize, bool)> {
        match element {
            Element::Variable(name) => defs.iter().position(|d| d.name == name).map(|i| (i, false)),
            Element::Directive(Directive::Qualified(inner)) => {
                Self::find_param(defs, inner).map(|(i, _)| (i, true))
            }
            _ => None,
        }
    }

    fn param_element(
        &mut self,
        element: &Element,
        place: ParamPosition<'_>,
        def: &'a ParamsTable<'a>,
        values: &mut [Attr],
    ) -> PResult<()> {
        let defs = def.params;
        match element {
            Element::Literal(text) => self.literal_token(text),
            Element::Space | Element::NoSpace | Element::Newline => Ok(()),
            Element::Variable(_) | Element::Directive(Directive::Qualified(_)) => {
                let Some((i, qualified)) = Self::find_param(defs, element) else { return Ok(()) };
                values[i] = self.param_of(def, i, qualified, place)?;
                Ok(())
            }
            Element::Optional(group) => {
                let here = match group.then.iter().find(|e| !matches!(e, Element::NoSpace | Element::Space)) {
                    Some(Element::Literal(text)) => self.at_literal(text),
                    Some(Element::Directive(Directive::Struct(args))) => {
                        self.at(TokenKind::Bare)
                            && Self::struct_params(args, defs).iter().any(|&i| self.at_word(defs[i].name))
                    }
                    Some(first) => match Self::find_param(defs, first) {
                        Some((i, _)) => self.param_may_start(&defs[i].kind),
                        None => !self.at(TokenKind::Greater),
                    },
                    None => false,
                };
                self.param_elements(if here { &group.then } else { &group.otherwise }, def, values)
            }
            Element::OiList(_) => Ok(()),
            Element::Directive(Directive::Params) => {
                for (i, param) in defs.iter().enumerate() {
                    if i > 0 {
                        if (param.optional || param.default.is_some()) && !self.at(TokenKind::Comma) {
                            continue;
                        }
                        self.expect(TokenKind::Comma, "expected ','")?;
                    } else if param.optional && !self.param_may_start(&param.kind) {
                        continue;
                    }
                    let place = if i + 1 == defs.len() { place } else { ParamPosition::Before(",") };
                    values[i] = self.param_of(def, i, false, place)?;
                }
                Ok(())
            }
            Element::Directive(Directive::Struct(args)) => {
                let wanted = Self::struct_params(args, defs);
                self.param_struct(&wanted, def, values)
            }
            Element::Directive(_) => Ok(()),
        }
    }

    /// `name = value` for each of the wanted parameters, in any order.
    fn param_struct(
        &mut self,
        wanted: &[usize],
        def: &'a ParamsTable<'a>,
        values: &mut [Attr],
    ) -> PResult<()> {
        let params = def.params;
        let mut seen = vec![false; params.len()];
        let required = |i: usize| !params[i].optional && params[i].default.is_none();
        let all_required = wanted.iter().all(|&i| required(i));
        if !all_required && !self.at(TokenKind::Bare) && !wanted.iter().any(|&i| required(i)) {
            return Ok(());
        }
        loop {
            if !matches!(self.tok.kind, TokenKind::Bare | TokenKind::IntType) {
                let at = self.tok.start;
                self.op_error(at, "expected valid keyword".to_string());
                return Err(self.op_error(at, "expected a parameter name in struct".to_string()));
            }
            let name = self.str_of(self.tok);
            self.advance();
            self.expect(TokenKind::Equal, "expected '='")?;
            let Some(&i) = wanted.iter().find(|&&i| params[i].name == name && !seen[i]) else {
                let at = self.tok.start;
                return Err(self.op_error(at, format!("duplicate or unknown struct parameter name: {name}")));
            };
            seen[i] = true;
            values[i] = self.param_of(def, i, false, ParamPosition::Named)?;
            if all_required && wanted.iter().all(|&i| seen[i]) {
                return Ok(());
            }
            if all_required {
                self.expect(TokenKind::Comma, "expected ','")?;
            } else if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        match wanted.iter().find(|&&i| required(i) && !seen[i]) {
            Some(&i) => {
                let (at, name) = (self.tok.start, params[i].name);
                Err(self.op_error(at, format!("struct is missing required parameter: {name}")))
            }
            None => Ok(()),
        }
    }

    fn struct_params(args: &[Element], defs: &[ParamDef<'_>]) -> Vec<usize> {
        if args.is_empty() {
            return (0..defs.len()).collect();
        }
        args.iter().filter_map(|a| Self::find_param(defs, a)).map(|(i, _)| i).collect()
    }

    fn param_may_start(&self, kind: &ParamKind) -> bool {
        let token = match self.tok.kind {
            TokenKind::Bare | TokenKind::IntType => return begins_with_word(kind, self.text()),
            TokenKind::Integer | TokenKind::Float | TokenKind::Minus => FirstToken::Number,
            TokenKind::String => FirstToken::String,
            TokenKind::Exclamation => FirstToken::Exclamation,
            TokenKind::Hash => FirstToken::Hash,
            TokenKind::At => FirstToken::At,
            TokenKind::LParen => FirstToken::Paren,
            TokenKind::LSquare => FirstToken::Square,
            TokenKind::LBrace => FirstToken::Brace,
            TokenKind::Less => FirstToken::Less,
            _ if self.at_end_of_param() => return false,
            _ => FirstToken::Other,
        };
        may_begin(kind, token)
    }

    fn param(&mut self, kind: &ParamKind, qualified: bool) -> PResult<Attr> {
        let cx = self.cx;
        match kind {
            ParamKind::Type => {
                let ty = self.ty()?;
                Ok(cx.type_attr(ty))
            }
            ParamKind::TypeOf(kind) => {
                let at = self.tok.start;
                let ty = self.ty()?;
                kind.check(cx, ty).map_err(|message| self.op_error(at, message))?;
                Ok(cx.type_attr(ty))
            }
            ParamKind::AttrWhere(fits, _) => {
                let at = self.tok.start;
                let attr = self.attribute(None)?;
                if fits(cx, attr) {
                    return Ok(attr);
                }
                Err(self.op_error(at, "invalid kind of attribute specified".to_string()))
            }
            ParamKind::Attr => self.attribute(None),
            ParamKind::AffineMap => {
                let at = self.tok.start;
                let attr = self.affine_map_or_set()?;
                match attr.as_affine_map(cx) {
                    Some(_) => Ok(attr),
                    None => Err(self.op_error(at, "expected AffineMap, but got IntegerSet".to_string())),
                }
            }
            ParamKind::Custom(asm) => {
                let params_of = Some(self.tok.start);
                (asm.parse)(&mut Hooks { parser: self, params_of })
            }
            ParamKind::Dialect(_) | ParamKind::Recursive(_) if qualified => self.attribute(None),
            ParamKind::Dialect(def) => self.stripped_attr(def),
            ParamKind::Recursive(def) => self.stripped_attr(def()),
            ParamKind::Int(width) | ParamKind::UInt(width) => {
                let signed = matches!(kind, ParamKind::Int(_));
                let at = self.tok.start;
                let negative = self.eat(TokenKind::Minus);
                if !self.at(TokenKind::Integer) {
                    let at = self.tok.start;
                    return Err(self.op_error(at, "expected integer value".to_string()));
                }
                // An unsigned one may be written as what it wraps to.
                let read_as = if signed || negative { Signedness::Signless } else { Signedness::Unsigned };
                let value = super::attrs::integer_value(self.text(), negative, *width, Some(read_as));
                self.advance();
                let Some(value) = value else {
                    return Err(self.op_error(at, "integer value too large".to_string()));
                };
                let signedness = if signed { Signedness::Signless } else { Signedness::Unsigned };
                let ty = cx.integer(*width, signedness);
                Ok(cx.attr(AttrData::Integer { ty, value }))
            }
            ParamKind::Bool => match self.text() {
                b"true" | b"false" if self.at(TokenKind::Bare) => {
                    let value = self.text() == b"true";
                    self.advance();
                    Ok(cx.bool_attr(value))
                }
                _ => Err(self.error("expected 'true' or 'false'")),
            },
            ParamKind::Str => {
                if !self.at(TokenKind::String) {
                    let at = self.tok.start;
                    return Err(self.op_error(at, "expected string".to_string()));
                }
                let text = unescape(self.text());
                self.advance();
                Ok(cx.str_attr(cx.str_from_bytes(&text)))
            }
            ParamKind::Keyword => {
                let text = match self.tok.kind {
                    TokenKind::String => unescape(self.text()),
                    TokenKind::Bare | TokenKind::IntType => self.text().to_vec(),
                    _ => return Err(self.error("expected valid keyword or string")),
                };
                self.advance();
                Ok(cx.str_attr(cx.str_from_bytes(&text)))
            }
            ParamKind::Enum(def) => {
                let value = self.enum_keyword(def)?;
                Ok(enum_attr(cx, def, value))
            }
            ParamKind::EnumField(field) => {
                let value = self.enum_field(field)?;
                Ok(enum_attr(cx, field.def, value))
            }
            ParamKind::Float => {
                let negative = self.eat(TokenKind::Minus);
                let value = match self.tok.kind {
                    TokenKind::Float => parse_f64_literal(self.text()),
                    TokenKind::Integer => self.u64_of(self.tok).map(|v| v as f64),
                    _ => None,
                };
                let Some(value) = value else { return Err(self.error("expected floating point literal")) };
                self.advance();
                let value = if negative { -value } else { value };
                let bits = ApInt::new(64, value.to_bits()).low_u128();
                Ok(cx.attr(AttrData::Float { ty: Type::F64, bits: [bits as u64, 0] }))
            }
            ParamKind::Bracketed(inner) => {
                self.expect(TokenKind::LSquare, "expected '['")?;
                let value = match &**inner {
                    ParamKind::Array(_) if self.at(TokenKind::RSquare) => cx.array_attr(&[]),
                    inner => self.param(inner, qualified)?,
                };
                self.expect(TokenKind::RSquare, "expected ']'")?;
                Ok(value)
            }
            ParamKind::Array(inner) => self.param_list(inner, qualified, ParamPosition::Unknown),
        }
    }

    /// Elements with commas between, at least one.
    fn param_list(&mut self, inner: &ParamKind, qualified: bool, place: ParamPosition<'_>) -> PResult<Attr> {
        let mut items = Vec::new();
        loop {
            items.push(self.param(inner, qualified)?);
            let is_last = matches!(place, ParamPosition::Named) && self.at_next_name();
            if is_last || !self.eat(TokenKind::Comma) {
                return Ok(self.cx.array_attr(&items));
            }
        }
    }

    /// A dialect attribute without `#dialect.name`, or any attribute of that definition.
    pub(crate) fn stripped_attr(&mut self, def: &'static terrace_ir::def::AttrDef) -> PResult<Attr> {
        if self.at(TokenKind::Hash) {
            let at = self.tok.start;
            let attr = self.extended_attr(None)?;
            if self.cx.attr_params(attr, def).is_none() {
                return Err(self.op_error(at, "invalid kind of attribute specified".to_string()));
            }
            return Ok(attr);
        }
        let at = self.tok.start;
        let (prefix, name) = def.name.split_once('.').unwrap_or((def.name, ""));
        let id = self.cx.dialect(prefix).and_then(|d| d.attr_def(name));
        let Some(id) = id else { return Err(self.error(self.cx.unknown_attr_def(def))) };
        let (params, at) = self.params(self.cx.attr_def(id), Type::NONE, at)?;
        self.dialect_attr(id, params, at)
    }

    /// A dialect type without `!dialect.name`.
    pub(crate) fn stripped_type(&mut self, def: &'static terrace_ir::def::TypeDef) -> PResult<Type> {
        let at = self.tok.start;
        let (prefix, name) = def.name.split_once('.').unwrap_or((def.name, ""));
        let id = self.cx.dialect(prefix).and_then(|d| d.type_def(name));
        let Some(id) = id else { return Err(self.error(self.cx.unknown_type_def(def))) };
        self.type_of(id, at)
    }

    /// A keyword of an enum, or several of a bit enum.
    fn enum_field(&mut self, field: &EnumField) -> PResult<u64> {
        let mut value = self.enum_field_word(field)?;
        while let Some(separator) = field.def.separator.filter(|_| !field.quoted)
            && self.eat_literal(separator.trim())
        {
            value |= self.enum_field_word(field)?;
        }
        Ok(value)
    }

    /// A keyword of an enum, or several of a bit enum in quotes.
    fn enum_field_word(&mut self, field: &EnumField) -> PResult<u64> {
        let (at, def) = (self.tok.start, field.def);
        let text = match self.tok.kind {
            TokenKind::Bare | TokenKind::IntType => self.text().to_vec(),
            TokenKind::String => unescape(self.text()),
            _ => return Err(self.op_error(at, format!("expected keyword for {}", field.summary))),
        };
        self.advance();
        let text = String::from_utf8_lossy(&text).into_owned();
        let separator = def.separator.map(str::trim);
        let value = match separator {
            Some(separator) if field.quoted => {
                text.split(separator).try_fold(0, |value, word| Some(value | def.value_of(word.trim())?))
            }
            _ => def.value_of(&text),
        };
        let Some(value) = value else {
            let names: Vec<&str> = def.cases.iter().map(|c| c.name).collect();
            let message =
                format!("expected one of [{}] for {}, got: {text}", names.join(", "), field.summary);
            return Err(self.op_error(at, message));
        };
        Ok(value)
    }

    /// A keyword of an enum; several of a bit enum.
    pub(crate) fn enum_keyword(&mut self, def: &'static EnumDef) -> PResult<u64> {
        let (at, mut value) = (self.tok.start, 0);
        loop {
            let found = match self.tok.kind {
                TokenKind::Bare | TokenKind::IntType => def.value_of(self.str_of(self.tok)),
                TokenKind::String => {
                    let text = unescape(self.text());
                    def.value_of(std::str::from_utf8(&text).unwrap_or(""))
                }
                _ => {
                    let at = self.tok.start;
                    return Err(self.op_error(at, "expected valid keyword or string".to_string()));
                }
            };
            self.advance();
            let Some(found) = found else {
                let names: Vec<&str> = def.cases.iter().map(|c| c.name).collect();
                let message = format!("expected {} to be one of: {}", def.name, names.join(", "));
                return Err(self.op_error(at, message));
            };
            value |= found;
            let more = match def.separator.map(str::trim) {
                Some("|") => self.eat(TokenKind::Bar),
                Some(",") => self.eat(TokenKind::Comma),
                _ => false,
            };
            if !more {
                return Ok(value);
            }
        }
    }
}
