//! The parser interface of custom assembly formats.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::asm::{AffineNames, Argument, Delimiter, Failed, OpParser, Operand, PResult, ParseState};
use terrace_ir::def::{AttrDef, EnumDef};
use terrace_ir::{Attr, Block, Context, Diag, Loc, Op, OpBuilder, OpName, Region, Type, Value};

use terrace_support::apfloat::parse_f64_literal;

use super::affine::Ids;
use super::{ParsedLoc, Parser};
use crate::lexer::{TokenKind, punctuation, unescape};

/// The reader after the [`OpParser`] interface.
pub(crate) struct Hooks<'p, 'a> {
    pub(crate) parser: &'p mut Parser<'a>,
    /// The position of the name of the type or attribute whose parameters are parsed; `None` if an op is parsed.
    pub(crate) params_of: Option<u32>,
}

impl<'a> Parser<'a> {
    /// Whether the current token is this literal.
    pub(crate) fn at_literal(&self, text: &str) -> bool {
        match punctuation(text) {
            Some(kind) => self.at(kind),
            None => {
                matches!(self.tok.kind, TokenKind::Bare | TokenKind::IntType)
                    && self.text() == text.as_bytes()
            }
        }
    }

    pub(crate) fn eat_literal(&mut self, text: &str) -> bool {
        let found = self.at_literal(text);
        if found {
            self.advance();
        }
        found
    }

    /// A literal of a format.
    pub(crate) fn literal_token(&mut self, text: &str) -> PResult<()> {
        match punctuation(text) {
            Some(kind) => {
                if self.tok.kind == kind {
                    self.advance();
                    return Ok(());
                }
                Err(self.wrong_token(format!("expected '{text}'")))
            }
            None => {
                if self.at_literal(text) {
                    self.advance();
                    return Ok(());
                }
                let at = self.tok.start;
                Err(self.op_error(at, format!("expected '{text}'")))
            }
        }
    }

    /// An error of a custom op's format: it names the op.
    pub(crate) fn op_error(&mut self, at: u32, message: String) -> Failed {
        let prefix = self.op_prefix();
        self.error_at(at, prefix + &message)
    }

    fn op_prefix(&self) -> String {
        match self.open.last().filter(|_| !self.in_symbol) {
            Some(open) => format!("custom op '{}' ", open.name.text(self.cx)),
            None => String::new(),
        }
    }

    pub(crate) fn operand_list(&mut self, delimiter: Delimiter) -> PResult<Vec<Operand>> {
        let mut out = Vec::new();
        if delimiter == Delimiter::None && !self.at(TokenKind::Percent) {
            return Ok(out);
        }
        self.delimited_by(delimiter, " in operand list", |p| {
            out.push(p.ssa_use(true)?);
            Ok(())
        })?;
        Ok(out)
    }

    pub(crate) fn delimited_by(
        &mut self,
        delimiter: Delimiter,
        context: &str,
        mut item: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        let (open, close) = match delimiter {
            Delimiter::None => loop {
                item(self)?;
                if !self.eat(TokenKind::Comma) {
                    return Ok(());
                }
            },
            Delimiter::Paren | Delimiter::OptionalParen => {
                ((TokenKind::LParen, '('), (TokenKind::RParen, ')'))
            }
            Delimiter::Square | Delimiter::OptionalSquare => {
                ((TokenKind::LSquare, '['), (TokenKind::RSquare, ']'))
            }
            Delimiter::LessGreater | Delimiter::OptionalLessGreater => {
                ((TokenKind::Less, '<'), (TokenKind::Greater, '>'))
            }
            Delimiter::Braces | Delimiter::OptionalBraces => {
                ((TokenKind::LBrace, '{'), (TokenKind::RBrace, '}'))
            }
        };
        let optional = matches!(
            delimiter,
            Delimiter::OptionalParen
                | Delimiter::OptionalSquare
                | Delimiter::OptionalLessGreater
                | Delimiter::OptionalBraces
        );
        if optional && !self.at(open.0) {
            return Ok(());
        }
        self.delimited(open, close, context, item)
    }

    /// Attributes in braces, if there are any: inherent ones to their slots, others to the list.
    pub(crate) fn optional_attr_dict(&mut self, state: &mut ParseState) -> PResult<()> {
        if !self.at(TokenKind::LBrace) {
            return Ok(());
        }
        self.inherent_attr_dict(self.tok.start, state)
    }

    /// A dictionary in braces; an error about an attribute is placed `at`.
    fn inherent_attr_dict(&mut self, at: u32, state: &mut ParseState) -> PResult<()> {
        let info = self.cx.op_info(state.name);
        let by_format = info.def().is_some_and(|d| d.format.is_some());
        let cx = self.cx;
        // A declarative format checks what it finds and lets the dictionary have the last word; after a
        // hand-written one, what cannot be stored is dropped, and nothing may be given twice.
        let by_hand = info.def().is_some_and(|d| d.asm.is_some());
        let mut wrong: Option<(&str, &str)> = None;
        let mut twice = None;
        let props = &mut state.props;
        let attrs = &mut state.attrs;
        let overrides = &mut state.slots.overrides;
        self.attr_dict(&mut |_, name, value| match info.inherent_attr_slot(name) {
            Some(slot) => {
                if let Some(def) = info.def() {
                    let prop = &def.props[slot];
                    if !by_format && !crate::format::same_storage(cx, value, prop.constraint) {
                        // Upstream loses these: they reach the op by way of a conversion nobody checks.
                        return overrides.push((slot, value));
                    }
                    if by_format && !(prop.constraint.pred)(cx, value) {
                        wrong = wrong.or(Some((prop.name, prop.constraint.summary)));
                    }
                }
                match props[slot].is_null() {
                    false if by_format => return overrides.push((slot, value)),
                    false => twice = Some(name),
                    true => {}
                }
                props[slot] = value;
            }
            None => attrs.push((name, value)),
        })?;
        if by_hand {
            if let Some(name) = twice {
                let name = name.text(cx);
                let op_at = self.open.last().map_or(at, |o| o.name_pos);
                return Err(self.op_error(
                    op_at,
                    format!("attribute '{name}' occurs more than once in the attribute list"),
                ));
            }
        } else if let Some((name, summary)) = wrong {
            let op = info.name.text(cx);
            let message = format!("'{op}' op attribute '{name}' failed to satisfy constraint: {summary}");
            return Err(self.op_error(at, message));
        }
        Ok(())
    }

    pub(crate) fn optional_attr_dict_with_keyword(&mut self, state: &mut ParseState) -> PResult<()> {
        let at = self.tok.start;
        if !self.eat_word("attributes") {
            return Ok(());
        }
        if !self.at(TokenKind::LBrace) {
            return Err(self.wrong_token("expected '{' in attribute dictionary"));
        }
        self.inherent_attr_dict(at, state)
    }

    fn argument(&mut self, allow_type: bool, allow_attrs: bool) -> PResult<Argument> {
        let operand = self.ssa_use(false)?;
        let mut ty = Type::NONE;
        if allow_type {
            self.expect(TokenKind::Colon, "expected ':'")?;
            ty = self.ty()?;
        }
        let mut attrs = Attr::EMPTY_DICT;
        if allow_attrs && self.at(TokenKind::LBrace) {
            let mut entries = Vec::new();
            self.attr_dict(&mut |_, name, value| entries.push((name, value)))?;
            attrs = super::attrs::dict_of(self.cx, &entries);
        }
        let loc = match self.optional_trailing_loc()? {
            Some(ParsedLoc::Known(loc)) => loc,
            Some(ParsedLoc::Alias(name)) => self.alias_loc(name),
            None => operand.loc,
        };
        Ok(Argument { operand, ty, attrs, loc })
    }

    /// A location that is the position of its alias; it is replaced when all aliases are known.
    fn alias_loc(&mut self, name: (u32, u32)) -> Loc {
        self.alias_locs.insert(name.0, name);
        self.loc_at(name.0)
    }

    /// Returns the frame of the op being read: the counts of its regions' blocks and the signatures of their entry
    /// blocks.
    fn frame_of(&self) -> &super::Frame {
        match self.open.last().and_then(|o| o.inner.as_deref()) {
            Some(inner) => inner,
            None => &self.frame,
        }
    }
}

impl OpParser for Hooks<'_, '_> {
    fn cx(&self) -> &Context {
        self.parser.cx
    }

    fn loc(&self) -> Loc {
        self.parser.loc_at(self.parser.tok.start)
    }

    fn name_loc(&self) -> Loc {
        let op = || self.parser.open.last().map_or(0, |o| o.name_pos);
        self.parser.loc_at(self.params_of.unwrap_or_else(op))
    }

    fn error(&mut self, loc: Loc, message: String) -> Failed {
        let at = loc.as_source().map_or(self.parser.tok.start, |p| p - self.parser.base);
        match self.params_of {
            Some(_) => self.parser.error_at(at, message),
            None => self.parser.op_error(at, message),
        }
    }

    fn warning(&mut self, loc: Loc, message: String) {
        self.parser.diag(Diag::warning(loc, message));
    }

    fn num_results_written(&self) -> usize {
        self.parser.open.last().map_or(0, |o| o.results_written)
    }

    fn result_names_written(&self) -> Vec<String> {
        self.parser.result_names_written()
    }

    fn token(&mut self, text: &str) -> PResult<()> {
        self.parser.literal_token(text)
    }

    fn token_of_list(&mut self, text: &str, context: &str) -> PResult<()> {
        if self.parser.eat_literal(text) {
            return Ok(());
        }
        Err(self.parser.wrong_token(format!("expected '{text}' {context}")))
    }

    fn optional_token(&mut self, text: &str) -> bool {
        self.parser.eat_literal(text)
    }

    fn keyword(&mut self, message: &str) -> PResult<String> {
        match self.optional_keyword() {
            Some(keyword) => Ok(keyword),
            None => {
                let at = self.parser.tok.start;
                let message = if message.is_empty() { "expected valid keyword" } else { message };
                Err(self.parser.op_error(at, message.to_string()))
            }
        }
    }

    fn optional_keyword(&mut self) -> Option<String> {
        if !matches!(self.parser.tok.kind, TokenKind::Bare | TokenKind::IntType) {
            return None;
        }
        let text = self.parser.str_of(self.parser.tok).to_string();
        self.parser.advance();
        Some(text)
    }

    fn optional_keyword_of(&mut self, allowed: &[&str]) -> Option<String> {
        let found = allowed.iter().find(|w| self.parser.at_word(w))?;
        self.parser.advance();
        Some((*found).to_string())
    }

    fn keyword_or_string(&mut self) -> PResult<String> {
        if self.parser.at(TokenKind::String) {
            let text = String::from_utf8_lossy(&unescape(self.parser.text())).into_owned();
            self.parser.advance();
            return Ok(text);
        }
        self.keyword("expected valid keyword or string")
    }

    fn optional_string(&mut self) -> PResult<Option<Vec<u8>>> {
        if !self.parser.at(TokenKind::String) {
            return Ok(None);
        }
        let text = unescape(self.parser.text());
        self.parser.advance();
        Ok(Some(text))
    }

    fn integer(&mut self) -> PResult<i64> {
        match self.optional_integer()? {
            Some(value) => Ok(value),
            None => {
                let at = self.parser.tok.start;
                Err(self.parser.op_error(at, "expected integer value".into()))
            }
        }
    }

    fn optional_integer(&mut self) -> PResult<Option<i64>> {
        let p = &mut *self.parser;
        if !matches!(p.tok.kind, TokenKind::Integer | TokenKind::Minus) {
            return Ok(None);
        }
        let start = p.tok.start;
        let negative = p.eat(TokenKind::Minus);
        let tok = p.tok;
        p.expect(TokenKind::Integer, "expected integer value")?;
        let magnitude = super::parse_u64(p.text_of(tok)).map(i128::from);
        let value = magnitude.map(|value| if negative { -value } else { value });
        match value.and_then(|value| i64::try_from(value).ok()) {
            Some(value) => Ok(Some(value)),
            None => Err(p.op_error(start, "integer value too large".into())),
        }
    }

    fn float_of(&mut self, ty: Type) -> PResult<Attr> {
        self.parser.float_of(ty)
    }

    fn float(&mut self) -> PResult<f64> {
        let p = &mut *self.parser;
        let negative = p.eat(TokenKind::Minus);
        let text = p.text();
        let value = match p.tok.kind {
            TokenKind::Float => parse_f64_literal(text),
            // The bits of the number, in hexadecimal.
            TokenKind::Integer if text.starts_with(b"0x") && !negative => p.u64_of(p.tok).map(f64::from_bits),
            TokenKind::Integer => {
                let loc = p.loc_at(p.tok.start);
                let what = match text.starts_with(b"0x") {
                    true => "hexadecimal float literal should not have a leading minus",
                    false => "unexpected decimal integer literal for a floating point value",
                };
                let mut diag = Diag::error(loc, what);
                if !text.starts_with(b"0x") {
                    diag = diag.note(loc, "add a trailing dot to make the literal a float");
                }
                return Err(p.diag(diag));
            }
            _ => None,
        };
        let Some(value) = value else { return Err(p.error("expected floating point literal")) };
        p.advance();
        Ok(if negative { -value } else { value })
    }

    fn dimension_list(&mut self, allow_dynamic: bool, trailing_x: bool) -> PResult<Vec<i64>> {
        let mut shape = Vec::new();
        self.parser.dimensions(&mut shape, allow_dynamic, trailing_x)?;
        Ok(shape)
    }

    fn operand(&mut self) -> PResult<Operand> {
        self.parser.ssa_use(true)
    }

    fn optional_operand(&mut self) -> PResult<Option<Operand>> {
        if self.parser.at(TokenKind::Percent) { self.parser.ssa_use(true).map(Some) } else { Ok(None) }
    }

    fn operand_list(&mut self, delimiter: Delimiter) -> PResult<Vec<Operand>> {
        self.parser.operand_list(delimiter)
    }

    fn resolve(&mut self, operand: Operand, ty: Type) -> PResult<Value> {
        self.parser.resolve(operand, ty)
    }

    fn resolve_all(&mut self, operands: &[Operand], types: &[Type], loc: Loc) -> PResult<Vec<Value>> {
        if operands.len() != types.len() {
            let (n, m) = (operands.len(), types.len());
            return Err(self.error(
                loc,
                format!("number of operands and types do not match: got {n} operands and {m} types"),
            ));
        }
        operands.iter().zip(types).map(|(&o, &t)| self.parser.resolve(o, t)).collect()
    }

    fn argument(&mut self, allow_type: bool, allow_attrs: bool) -> PResult<Argument> {
        self.parser.argument(allow_type, allow_attrs)
    }

    fn optional_argument(&mut self, allow_type: bool, allow_attrs: bool) -> PResult<Option<Argument>> {
        if !self.parser.at(TokenKind::Percent) {
            return Ok(None);
        }
        self.parser.argument(allow_type, allow_attrs).map(Some)
    }

    fn argument_list(
        &mut self,
        delimiter: Delimiter,
        allow_type: bool,
        allow_attrs: bool,
    ) -> PResult<Vec<Argument>> {
        let mut out = Vec::new();
        if delimiter == Delimiter::None && !self.parser.at(TokenKind::Percent) {
            return Ok(out);
        }
        self.parser.delimited_by(delimiter, " in argument list", |p| {
            out.push(p.argument(allow_type, allow_attrs)?);
            Ok(())
        })?;
        Ok(out)
    }

    fn assignment_list(&mut self) -> PResult<(Vec<Argument>, Vec<Operand>)> {
        let (mut arguments, mut operands) = (Vec::new(), Vec::new());
        self.parser.expect(TokenKind::LParen, "expected '('")?;
        self.parser.list_until(TokenKind::RParen, ')', true, |p| {
            arguments.push(p.argument(false, false)?);
            p.expect(TokenKind::Equal, "expected '='")?;
            operands.push(p.ssa_use(true)?);
            Ok(())
        })?;
        Ok((arguments, operands))
    }

    fn optional_location(&mut self) -> PResult<Option<Loc>> {
        Ok(match self.parser.optional_trailing_loc()? {
            None => None,
            Some(ParsedLoc::Known(loc)) => Some(loc),
            Some(ParsedLoc::Alias(name)) => Some(self.parser.alias_loc(name)),
        })
    }

    fn ty(&mut self) -> PResult<Type> {
        self.parser.ty()
    }

    fn optional_type(&mut self) -> PResult<Option<Type>> {
        self.parser.optional_type()
    }

    fn type_list(&mut self) -> PResult<Vec<Type>> {
        self.parser.type_list()
    }

    fn arrow_type_list(&mut self) -> PResult<Vec<Type>> {
        self.parser.expect(TokenKind::Arrow, "expected '->'")?;
        self.parser.function_result_types()
    }

    fn optional_arrow_type_list(&mut self) -> PResult<Vec<Type>> {
        if !self.parser.eat(TokenKind::Arrow) {
            return Ok(Vec::new());
        }
        self.parser.function_result_types()
    }

    fn optional_colon_type_list(&mut self) -> PResult<Vec<Type>> {
        if !self.parser.eat(TokenKind::Colon) {
            return Ok(Vec::new());
        }
        self.parser.type_list()
    }

    fn attr(&mut self, ty: Type) -> PResult<Attr> {
        self.parser.attribute(some_type(ty))
    }

    fn optional_attr(&mut self, ty: Type) -> PResult<Option<Attr>> {
        self.parser.optional_attribute(some_type(ty))
    }

    fn optional_type_of_dialect(&mut self, dialect: &str) -> PResult<Option<Type>> {
        let p = &mut *self.parser;
        if !matches!(p.tok.kind, TokenKind::Bare | TokenKind::IntType) {
            return Err(p.error("expected valid keyword"));
        }
        let name = p.str_of(p.tok);
        let id = p.cx.dialect(dialect).and_then(|dialect| dialect.type_def(name));
        let Some(id) = id else { return Ok(None) };
        let at = p.tok.start;
        p.advance();
        // A body may contain a body, as deep as the text goes.
        stacker::maybe_grow(crate::RED_ZONE, crate::SEGMENT, || p.type_of(id, at)).map(Some)
    }

    fn start_cyclic(&mut self, ty: Type) -> PResult<bool> {
        if !self.parser.in_order {
            // Which body is the first that a name gets depends on the order.
            return Err(Failed);
        }
        Ok(self.parser.cyclic.start(ty))
    }

    fn end_cyclic(&mut self) {
        self.parser.cyclic.end();
    }

    fn dialect_attr(&mut self, def: &'static AttrDef) -> PResult<Attr> {
        self.parser.stripped_attr(def)
    }

    fn enum_keyword(&mut self, def: &'static EnumDef) -> PResult<u64> {
        self.parser.enum_keyword(def)
    }

    fn optional_attr_dict(&mut self, state: &mut ParseState) -> PResult<()> {
        self.parser.optional_attr_dict(state)
    }

    fn optional_attr_dict_with_keyword(&mut self, state: &mut ParseState) -> PResult<()> {
        self.parser.optional_attr_dict_with_keyword(state)
    }

    fn symbol_name(&mut self) -> PResult<Attr> {
        match self.optional_symbol_name()? {
            Some(name) => Ok(name),
            None => {
                let at = self.parser.tok.start;
                Err(self.parser.op_error(at, "expected valid '@'-identifier for symbol name".into()))
            }
        }
    }

    fn optional_symbol_name(&mut self) -> PResult<Option<Attr>> {
        if !self.parser.at(TokenKind::At) {
            return Ok(None);
        }
        let name = self.parser.symbol_text(self.parser.tok);
        self.parser.advance();
        Ok(Some(self.parser.cx.str_attr(name)))
    }

    fn affine_map_of_ssa_ids(&mut self, delimiter: Delimiter) -> PResult<(Attr, Vec<Operand>, Vec<Operand>)> {
        let mut ids = Ids::of_ssa_values();
        let mut results = Vec::new();
        self.parser.delimited_by(delimiter, " in affine map", |p| {
            results.push(p.affine_expr(&mut ids)?);
            Ok(())
        })?;
        let Ids::Ssa { dims, symbols, .. } = ids else { return Err(Failed) };
        let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
        Ok((self.parser.cx.affine_map_attr(map), dims, symbols))
    }

    fn affine_expr_of_ssa_ids(&mut self) -> PResult<(Attr, Vec<Operand>, Vec<Operand>)> {
        let mut ids = Ids::of_ssa_values();
        let result = self.parser.affine_expr(&mut ids)?;
        let Ids::Ssa { dims, symbols, .. } = ids else { return Err(Failed) };
        let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, vec![result]);
        Ok((self.parser.cx.affine_map_attr(map), dims, symbols))
    }

    fn affine_expr(&mut self, names: &AffineNames) -> PResult<AffineExpr> {
        self.parser.affine_expr(&mut Ids::Bound(names))
    }

    fn affine_map_or_set(&mut self) -> PResult<Attr> {
        self.parser.affine_map_or_set()
    }

    fn comma_separated_list(
        &mut self,
        delimiter: Delimiter,
        context: &str,
        item: &mut dyn FnMut(&mut dyn OpParser) -> PResult<()>,
    ) -> PResult<()> {
        let params_of = self.params_of;
        self.parser.delimited_by(delimiter, context, |parser| item(&mut Hooks { parser, params_of }))
    }

    fn region(&mut self, state: &mut ParseState, arguments: &[Argument], isolated: bool) -> PResult<Region> {
        if let Some(open) = self.parser.open.last_mut() {
            open.shadows |= isolated;
        }
        let region = self.parser.region(state, arguments)?;
        state.regions.push(region);
        Ok(region)
    }

    fn optional_region(
        &mut self,
        state: &mut ParseState,
        arguments: &[Argument],
        isolated: bool,
    ) -> PResult<Option<Region>> {
        if !self.parser.at(TokenKind::LBrace) {
            return Ok(None);
        }
        self.region(state, arguments, isolated).map(Some)
    }

    fn new_region(&mut self, state: &mut ParseState) -> Region {
        let region = self.parser.new_region();
        state.regions.push(region);
        region
    }

    fn ensure_terminator(&mut self, state: &ParseState, region: Region) {
        self.parser.ensure_terminator(state, region);
    }

    fn ensure_block(&mut self, _state: &ParseState, region: Region) {
        self.parser.ensure_block(region);
    }

    fn custom_op_name(&mut self) -> PResult<OpName> {
        self.parser.custom_op_name()
    }

    fn with_body(&mut self, build: &mut dyn FnMut(&Context, &mut OpBuilder<'_>)) {
        let cx = self.parser.cx;
        build(cx, &mut self.parser.frame.body.ops());
    }

    fn num_blocks(&self, _state: &ParseState, region: Region) -> usize {
        let frame = self.parser.frame_of();
        // A region is put off only if there is something in it.
        let deferred_body = frame.deferred_body.iter().any(|p| p.region == region);
        frame.body.blocks_of(region).count() + usize::from(deferred_body)
    }

    fn region_signature(&self, _state: &ParseState, region: Region) -> (Vec<Type>, Option<Vec<Type>>) {
        let body = &self.parser.frame_of().body;
        let Some(block) = body.entry(region) else { return (Vec::new(), None) };
        let args = body.args(block).map(|v| body.value_type(v)).collect();
        let last = body.last_op(block).map(|op| body.operands(op).map(|v| body.value_type(v)).collect());
        (args, last)
    }

    fn successor(&mut self) -> PResult<Block> {
        self.parser.successor()
    }

    fn optional_successor(&mut self) -> PResult<Option<Block>> {
        if self.parser.at(TokenKind::Caret) { self.parser.successor().map(Some) } else { Ok(None) }
    }

    fn region_of_generic_op(&mut self, _state: &mut ParseState) -> PResult<(Region, Op)> {
        self.parser.region_of_generic_op()
    }

    fn generic_op_after_operands(&mut self, state: &mut ParseState, operands: &[Operand]) -> PResult<()> {
        self.parser.generic_op_after_operands(state, operands)
    }

    fn value_type(&self, value: Value) -> Type {
        self.parser.frame.body.value_type(value)
    }
}

fn some_type(ty: Type) -> Option<Type> {
    (ty != Type::NONE).then_some(ty)
}
