//! Dialect types and attributes: `!dialect.name<...>`, `#dialect<"...">`, and aliases of both.

use terrace_ir::asm::{Failed, PResult};
use terrace_ir::context::DefInfo;
use terrace_ir::def::{AttrDefId, DialectTable, TypeDefId};
use terrace_ir::dialect_interfaces::OpAsmDialectInterface;
use terrace_ir::print::alias::{Symbol, alias_end};
use terrace_ir::{Attr, AttrData, Type, TypeData};
use terrace_support::spelling::nearest;

use super::Parser;
use super::suggest::absent_dialect;
use crate::lexer::TokenKind;

/// The parts of a `#` or `!` token.
struct Written<'a> {
    dialect: &'a str,
    /// The text after the dialect, for one that is not registered.
    data: (usize, usize),
    /// The position of errors that concern the whole of it.
    at: u32,
    pretty: bool,
}

impl<'a> Parser<'a> {
    /// The text of a dialect symbol from its first bracket, which is current, up to the matching one; both included.
    fn symbol_body(&mut self) -> PResult<(usize, usize)> {
        let start = self.tok.start as usize;
        let mut at = start;
        let mut nested: Vec<u8> = Vec::new();
        loop {
            let Some(&c) = self.src.get(at).filter(|&&c| c != 0) else {
                let open = nested.last().copied().unwrap_or(b'<') as char;
                return Err(self.error(format!("unbalanced '{open}' character in pretty dialect name")));
            };
            at += 1;
            let opens = match c {
                b'<' | b'[' | b'(' | b'{' => {
                    nested.push(c);
                    continue;
                }
                b'-' => {
                    at += usize::from(self.src.get(at) == Some(&b'>'));
                    continue;
                }
                b'>' => b'<',
                b']' => b'[',
                b')' => b'(',
                b'}' => b'{',
                b'"' => {
                    self.reset_to(at as u32 - 1);
                    if !self.at(TokenKind::String) {
                        return Err(Failed);
                    }
                    at = self.tok.end as usize;
                    continue;
                }
                _ => continue,
            };
            match nested.pop() {
                Some(open) if open == opens => {}
                other => {
                    let open = other.unwrap_or(opens) as char;
                    return Err(self.error(format!("unbalanced '{open}' character in pretty dialect name")));
                }
            }
            if nested.is_empty() {
                break;
            }
        }
        self.last_end = at as u32;
        self.reset_to(at as u32);
        Ok((start, at))
    }

    /// Splits the current token; an alias returns its name.
    fn symbol(&mut self) -> Result<Written<'a>, (&'a str, u32)> {
        let tok = self.tok;
        let text = self.str_of(tok);
        let name = &text[1.min(text.len())..];
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let pretty = !rest.is_empty() || name.ends_with('.');
        let trailing = self.src.get(tok.end as usize) == Some(&b'<');
        if !trailing && !pretty {
            return Err((name, tok.start));
        }
        let data = (tok.start as usize + 1 + dialect.len() + 1, tok.end as usize);
        let at = if pretty { data.0 as u32 } else { tok.start };
        Ok(Written { dialect, data, at, pretty })
    }

    /// Numbers and suffixes of names read as symbols, but do not all name a dialect.
    fn check_namespace(&mut self, symbol: &Written<'a>) -> PResult<()> {
        let mut name = symbol.dialect.bytes();
        let first = name.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_');
        if !first || !name.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')) {
            let message = format!("invalid dialect namespace '\"{}\"'", symbol.dialect);
            return Err(self.error_at(symbol.at, message));
        }
        Ok(())
    }

    /// `#name`, `#dialect.name<...>` or `#dialect<...>`.
    pub(crate) fn extended_attr(&mut self, ty: Option<Type>) -> PResult<Attr> {
        if ty.is_none() && self.src.get(self.tok.end as usize) == Some(&b'<') {
            return self.bracketed_attr();
        }
        if ty.is_none()
            && let Some(attr) =
                self.attr_aliases.get(self.src, (self.tok.start, self.tok.end - self.tok.start))
        {
            self.advance();
            return Ok(attr);
        }
        self.any_extended_attr(ty)
    }

    /// A dialect's attribute with brackets, which is known by its text where it was read before.
    fn bracketed_attr(&mut self) -> PResult<Attr> {
        let (start, before) = (self.tok.start, self.last_end);
        let (start, key) = match self.known_attr(b'>') {
            Ok(attr) if !self.at(TokenKind::Colon) => return Ok(attr),
            Ok(_) => {
                // A type after it makes another attribute of it.
                self.last_end = before;
                self.reset_to(start);
                (start, None)
            }
            Err(unknown) => unknown,
        };
        let said = self.diags.len();
        let attr = self.any_extended_attr(None)?;
        let closed = self.src[self.last_end as usize - 1] == b'>' && !self.at(TokenKind::Colon);
        if closed && self.diags.len() == said {
            self.keep_attr(start, key, attr);
        }
        Ok(attr)
    }

    fn any_extended_attr(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let attr = stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.extended_attr_here(ty))?;
        if let (Some(want), Some(have)) = (ty, attr.ty(self.cx))
            && want != have
        {
            let (want, have) = (self.cx.type_text(want), self.cx.type_text(have));
            return Err(self.error(format!(
                "attribute type different than expected: expected '{want}', but got '{have}'"
            )));
        }
        Ok(attr)
    }

    fn extended_attr_here(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let symbol = match self.symbol() {
            Ok(symbol) => symbol,
            Err((name, at)) => {
                self.advance();
                return match self.symbols.attrs.get(name) {
                    Some(&attr) => {
                        let written = (at, name.len() as u32 + 1);
                        if attr.as_loc(self.cx).is_none()
                            && self.attr_aliases.get(self.src, written).is_none()
                        {
                            self.attr_aliases.insert(self.src, written, attr);
                        }
                        self.met_loc_attr |= attr.as_loc(self.cx).is_some();
                        if attr.as_loc(self.cx).is_some() && !self.open.is_empty() {
                            // Read in order, it would not be known here.
                            if self.symbols.late.contains(name) {
                                return Err(Failed);
                            }
                            self.cx.note_loc_attr();
                        }
                        Ok(attr)
                    }
                    None => {
                        let meant = self.nearest_attr_alias(name);
                        let failed = self.wrong_token(format!("undefined symbol alias id '{name}'"));
                        Err(self.meaning(failed, meant))
                    }
                };
            }
        };
        if let Some(dialect) = self.cx.dialect(symbol.dialect)
            && self.is_known(&symbol, dialect.def(), |name| dialect.attr_def(name).is_some())
        {
            let asm = dialect.interface::<dyn OpAsmDialectInterface>();
            let unknown = |name: &str| asm.and_then(|asm| asm.unknown_attr_message(name));
            let is_empty = dialect.attr_defs().next().is_none() && unknown("").is_none();
            let none = is_empty.then_some("attribute");
            let attr = self.known_symbol(&symbol, none, |p, name, at| {
                let Some(id) = dialect.attr_def(name) else {
                    let names = dialect.attr_defs().filter_map(|def| def.name.split_once('.'));
                    let meant = nearest(name, names.map(|(_, name)| name)).map(str::to_owned);
                    let message = unknown(name).unwrap_or_else(|| {
                        format!("unknown attribute `{name}` in dialect `{}`", dialect.namespace())
                    });
                    return Err(p.misspelled(at, message, meant));
                };
                let body = p.tok.start;
                let (params, at) = p.params(p.cx.attr_def(id), ty.unwrap_or(Type::NONE), at)?;
                // What a type is part of is created when that is read.
                if let Some(param) = p.cx.attr_def(id).def().self_type {
                    return Ok(Err((id, params, param, body)));
                }
                p.dialect_attr(id, params, at).map(Ok)
            })?;
            let attr = match attr {
                Ok(attr) => attr,
                Err((id, mut params, param, at)) => {
                    let written = if self.eat(TokenKind::Colon) { Some(self.ty()?) } else { ty };
                    params[param] = self.cx.type_attr(written.unwrap_or(Type::NONE));
                    let verify = self.cx.attr_def(id).def().verify;
                    if written.is_none() && verify.is_some_and(|verify| verify(self.cx, &params).is_err()) {
                        return Err(self.error_at(at, "expected a trailing type"));
                    }
                    self.dialect_attr(id, params, at)?
                }
            };
            // A type may be written after it, as the printer does; its parameters say which it is.
            if self.eat(TokenKind::Colon) {
                self.ty()?;
            }
            return Ok(attr);
        }
        let data = self.opaque_data(&symbol)?;
        let mut ty = ty;
        if self.eat(TokenKind::Colon) {
            ty = Some(self.ty()?);
        }
        let ty = ty.unwrap_or(Type::NONE);
        self.check_namespace(&symbol)?;
        if !self.cx.allows_unregistered() && self.cx.dialect(symbol.dialect).is_none() {
            let text = String::from_utf8_lossy(data).into_owned();
            let ty = self.cx.type_text(ty);
            let failed = self.error_at(
                symbol.at,
                format!(
                    "#\"{}\"<\"{text}\"> : '{ty}' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
                    symbol.dialect
                ),
            );
            return Err(self.helped(failed, absent_dialect(symbol.dialect)));
        }
        let refs = self.alias_refs(data);
        let (dialect, data) = (self.cx.str(symbol.dialect), self.cx.str_from_bytes(data));
        let attr = self.cx.attr(AttrData::Opaque { dialect, data, ty });
        self.cx.opaque_aliases().note_refs(Symbol::Attr(attr), refs);
        Ok(attr)
    }

    /// `!name`, `!dialect.name<...>` or `!dialect<...>`.
    pub(crate) fn extended_type(&mut self) -> PResult<Type> {
        stacker::maybe_grow(super::RED_ZONE, super::SEGMENT, || self.extended_type_here())
    }

    fn extended_type_here(&mut self) -> PResult<Type> {
        let symbol = match self.symbol() {
            Ok(symbol) => symbol,
            Err((name, at)) => {
                self.advance();
                return match self.symbols.types.get(name) {
                    Some(&ty) => {
                        let written = (at, name.len() as u32 + 1);
                        if self.type_aliases.get(self.src, written).is_none() {
                            self.type_aliases.insert(self.src, written, ty);
                        }
                        Ok(ty)
                    }
                    None => {
                        let meant = self.nearest_type_alias(name);
                        let failed = self.wrong_token(format!("undefined symbol alias id '{name}'"));
                        Err(self.meaning(failed, meant))
                    }
                };
            }
        };
        if let Some(dialect) = self.cx.dialect(symbol.dialect)
            && self.is_known(&symbol, dialect.def(), |name| dialect.type_def(name).is_some())
        {
            let asm = dialect.interface::<dyn OpAsmDialectInterface>();
            let unknown = |name: &str| asm.and_then(|asm| asm.unknown_type_message(name));
            let none = (dialect.type_defs().next().is_none() && unknown("").is_none()).then_some("type");
            return self.known_symbol(&symbol, none, |p, name, at| {
                let Some(id) = dialect.type_def(name) else {
                    let names = dialect.type_defs().filter_map(|def| def.name.split_once('.'));
                    let meant = nearest(name, names.map(|(_, name)| name)).map(str::to_owned);
                    let message = unknown(name).unwrap_or_else(|| {
                        format!("unknown  type `{name}` in dialect `{}`", dialect.namespace())
                    });
                    return Err(p.misspelled(at, message, meant));
                };
                p.type_of(id, at)
            });
        }
        let data = self.opaque_data(&symbol)?;
        self.check_namespace(&symbol)?;
        if !self.cx.allows_unregistered() && self.cx.dialect(symbol.dialect).is_none() {
            let text = String::from_utf8_lossy(data).into_owned();
            let failed = self.error_at(
                symbol.at,
                format!(
                    "`!\"{}\"<\"{text}\">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
                    symbol.dialect
                ),
            );
            return Err(self.helped(failed, absent_dialect(symbol.dialect)));
        }
        let refs = self.alias_refs(data);
        let (dialect, data) = (self.cx.str(symbol.dialect), self.cx.str_from_bytes(data));
        let ty = self.cx.ty(TypeData::Opaque { dialect, data });
        self.cx.opaque_aliases().note_refs(Symbol::Type(ty), refs);
        Ok(ty)
    }

    /// The aliases that uninterpreted text uses. With `--match-upstream`, it is printed as it is written, without their
    /// definitions.
    fn alias_refs(&self, data: &[u8]) -> Vec<(String, Symbol)> {
        if self.cx.matches_upstream() {
            return Vec::new();
        }
        let mut refs = Vec::new();
        let mut at = 0;
        while let Some(found) = memchr::memchr3(b'#', b'!', b'"', &data[at..]) {
            at += found;
            if data[at] == b'"' {
                // What is in quotes names nothing.
                at += 1;
                while at < data.len() && data[at] != b'"' {
                    at += 1 + usize::from(data[at] == b'\\');
                }
                at += 1;
                if at >= data.len() {
                    break;
                }
                continue;
            }
            let end = alias_end(data, at + 1);
            let name = std::str::from_utf8(&data[at + 1..end]).unwrap_or("");
            let symbol = match data[at] {
                b'#' => self.symbols.attrs.get(name).map(|&a| Symbol::Attr(a)),
                _ => self.symbols.types.get(name).map(|&t| Symbol::Type(t)),
            };
            if let Some(symbol) = symbol {
                refs.push((String::from_utf8_lossy(&data[at..end]).into_owned(), symbol));
            }
            at = end.max(at + 1);
        }
        refs
    }

    /// The text of a symbol whose dialect is not registered; the whole symbol is consumed.
    fn opaque_data(&mut self, symbol: &Written<'a>) -> PResult<&'a [u8]> {
        let end = self.tok.end;
        let trailing = self.src.get(end as usize) == Some(&b'<');
        self.advance();
        if !symbol.pretty {
            let (start, end) = self.symbol_body()?;
            return Ok(&self.src[start + 1..end - 1]);
        }
        let mut data = symbol.data;
        if trailing {
            data.1 = self.symbol_body()?.1;
        }
        Ok(&self.src[data.0..data.1])
    }

    /// Whether a symbol of a registered dialect has to be one that is defined.
    fn is_known(
        &self,
        symbol: &Written<'a>,
        dialect: &DialectTable<'_>,
        defined: impl FnOnce(&str) -> bool,
    ) -> bool {
        if !dialect.allows_unknown_types {
            return true;
        }
        let (start, end) = symbol.data;
        let name = if symbol.pretty { &self.src[start..end] } else { self.src.get(start..).unwrap_or(&[]) };
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        let name = &name[..name.iter().position(|byte| !word(byte)).unwrap_or(name.len())];
        !name.first().is_some_and(|first| first.is_ascii_alphabetic())
            || defined(std::str::from_utf8(name).unwrap_or(""))
    }

    /// Parses a symbol of a registered dialect; `read` gets the mnemonic and parses its parameters. In any case the
    /// symbol ends at its closing bracket; if that is missing, nothing else is reported. `none` names the kind that the
    /// dialect does not define at all.
    fn known_symbol<T>(
        &mut self,
        symbol: &Written<'a>,
        none: Option<&str>,
        read: impl FnOnce(&mut Self, &'a str, u32) -> PResult<T>,
    ) -> PResult<T> {
        let (end, said) = (self.tok.end, self.diags.len());
        let outside = std::mem::replace(&mut self.in_symbol, true);
        let value = self.mnemonic(symbol, none).and_then(|(name, at)| read(self, name, at));
        self.in_symbol = outside;
        let has_body = self.src.get(end as usize) == Some(&b'<');
        let at_end = match symbol.pretty {
            true if has_body => value.is_ok() && self.last_end > end,
            true => self.last_end == end,
            false => value.is_ok() && self.eat(TokenKind::Greater),
        };
        if !at_end {
            let errors = self.diags.split_off(said);
            self.reset_to(end);
            if has_body {
                self.symbol_body()?;
            }
            self.diags.extend(errors);
        }
        value
    }

    /// The name of a type or attribute in its dialect, with its position.
    fn mnemonic(&mut self, symbol: &Written<'a>, none: Option<&str>) -> PResult<(&'a str, u32)> {
        self.advance();
        if let Some(kind) = none {
            let at = if symbol.pretty { symbol.at } else { self.tok.start + 1 };
            let message = format!("dialect '{}' provides no {kind} parsing hook", symbol.dialect);
            return Err(self.error_at(at, message));
        }
        if symbol.pretty {
            let name = std::str::from_utf8(&self.src[symbol.data.0..symbol.data.1]).unwrap_or("");
            return Ok((name, symbol.data.0 as u32));
        }
        self.expect(TokenKind::Less, "expected '<'")?;
        let at = self.tok.start;
        if !matches!(self.tok.kind, TokenKind::Bare | TokenKind::IntType) {
            return Err(self.error_at(at, "expected valid keyword"));
        }
        let name = self.str_of(self.tok);
        self.advance();
        Ok((name, at))
    }

    /// A dialect type, after the name of its definition.
    pub(crate) fn type_of(&mut self, id: TypeDefId, at: u32) -> PResult<Type> {
        let info = self.cx.type_def(id);
        let Some(asm) = info.def().identified else {
            let (params, at) = self.params(info, Type::NONE, at)?;
            let ty = self.cx.ty_checked(TypeData::Dialect { def: id, params: params.into() });
            return ty.map_err(|message| self.error_at(at, message));
        };
        let open = self.cyclic.depth();
        let ty = (asm.parse)(&mut super::hooks::Hooks { parser: self, params_of: Some(at) }, id);
        self.cyclic.end_to(open);
        ty
    }

    /// An attribute of a definition, whose parameters were read where `at` is.
    pub(crate) fn dialect_attr(&mut self, def: AttrDefId, params: Vec<Attr>, at: u32) -> PResult<Attr> {
        let attr = self.cx.attr_checked(AttrData::Dialect { def, params: params.into() });
        attr.map_err(|message| self.error_at(at, message))
    }

    /// The parameters of a dialect type or attribute, after its name, and where an error about them belongs.
    pub(crate) fn params(&mut self, info: &'a DefInfo, ty: Type, at: u32) -> PResult<(Vec<Attr>, u32)> {
        // What a declarative format reads is checked where it starts.
        let at = if info.def().asm.is_some() { at } else { self.tok.start };
        let params = match info.def().asm {
            Some((parse, _)) => parse(&mut super::hooks::Hooks { parser: self, params_of: Some(at) }, ty)?,
            None => self.params_by_format(info)?,
        };
        Ok((params, at))
    }
}
