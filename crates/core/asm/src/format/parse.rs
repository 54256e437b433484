//! Runs a format to read an op.

use smallvec::SmallVec;
use terrace_ir::asm::{Delimiter, PResult, ParseState, enum_attr};
use terrace_ir::context::OpInfo;
use terrace_ir::def::{Arity, AttrSyntax, OpTable, Optionality};
use terrace_ir::{Attr, AttrData, Region, TraitSet, Type, TypeData};

use super::guards::first_token;
use super::storage::{same_storage, stored};
use super::{Clause, Group, Instr, TypeList, program};
use crate::lexer::TokenKind;
use crate::parser::{Hooks, Parser};

impl<'a> Parser<'a> {
    /// Reads an op's custom form, after its name.
    pub(crate) fn op_by_format(&mut self, info: &'a OpInfo, state: &mut ParseState) -> PResult<()> {
        let Some(def) = info.def() else { return Ok(()) };
        let program = program(info);
        state.slots.reset(def);
        self.run(&program.instrs, def, state)?;
        self.finish_format(program, info, def, state)
    }

    fn run(&mut self, instrs: &[Instr], def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        for (i, instr) in instrs.iter().enumerate() {
            if let Err(failed) = self.step(instr, def, state) {
                let is_type =
                    |next: &Instr| matches!(next, Instr::Type { .. } | Instr::FunctionalType { .. });
                let is_colon = matches!(instr, Instr::Literal { kind: Some(TokenKind::Colon), .. });
                return Err(match instrs.get(i + 1) {
                    Some(next) if is_colon && is_type(next) => self.no_type(failed),
                    _ => failed,
                });
            }
        }
        Ok(())
    }

    fn step(&mut self, instr: &Instr, def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        match instr {
            Instr::Literal { kind: Some(kind), .. } if self.tok.kind == *kind => {
                self.advance();
                Ok(())
            }
            Instr::Literal { text, .. } => self.literal_token(text),
            Instr::Space | Instr::Newline => Ok(()),
            Instr::Operand { slot, .. } => self.operand_slot(*slot, def, state),
            Instr::Operands { .. } => {
                let list = self.operand_list(Delimiter::None)?;
                self.spread_operands(list, def, state)
            }
            Instr::Prop { slot, qualified, .. } => {
                let optional = !matches!(def.props[*slot].presence, Optionality::Required);
                self.prop_slot(*slot, *qualified, optional, def, state)
            }
            Instr::Region { slot, dict_follows, .. } => {
                if def.regions[*slot].variadic {
                    if self.at_region(*dict_follows) {
                        loop {
                            self.region_slot(*slot, state)?;
                            if !self.eat(TokenKind::Comma) {
                                break;
                            }
                        }
                    }
                    return Ok(());
                }
                self.region_slot(*slot, state)
            }
            Instr::Regions { dict_follows, .. } => {
                while self.at_region(*dict_follows) {
                    let at = (0..def.regions.len())
                        .find(|&i| def.regions[i].variadic || state.slots.regions[i].is_empty());
                    let Some(at) = at else { break };
                    self.region_slot(at, state)?;
                    if !self.eat(TokenKind::Comma) {
                        break;
                    }
                }
                Ok(())
            }
            Instr::Successor { slot, .. } => {
                if def.successors[*slot].variadic {
                    if self.at(TokenKind::Caret) {
                        loop {
                            let block = self.successor()?;
                            state.slots.successors[*slot].push(block);
                            if !self.eat(TokenKind::Comma) {
                                break;
                            }
                        }
                    }
                    return Ok(());
                }
                let block = self.successor()?;
                state.slots.successors[*slot].push(block);
                Ok(())
            }
            Instr::Successors { .. } => {
                if self.at(TokenKind::Caret) {
                    loop {
                        let block = self.successor()?;
                        let at = (0..def.successors.len())
                            .find(|&i| def.successors[i].variadic || state.slots.successors[i].is_empty());
                        if let Some(at) = at {
                            state.slots.successors[at].push(block);
                        }
                        if !self.eat(TokenKind::Comma) {
                            break;
                        }
                    }
                }
                Ok(())
            }
            Instr::Type { list, def: Some(kind), .. } if !self.at(TokenKind::Exclamation) => {
                let ty = self.stripped_type(kind)?;
                self.put_types(*list, &[ty], def, state);
                Ok(())
            }
            Instr::Type { list, checked, anchored, .. } => {
                self.type_slot(*list, (*checked, *anchored), def, state)
            }
            Instr::FunctionalType { inputs, results, .. } => {
                let at = self.tok.start;
                let ty = self.ty()?;
                let TypeData::Function { inputs: given, results: produced } = ty.data(self.cx) else {
                    let found = self.cx.type_text(ty);
                    let message = format!(
                        "invalid kind of type specified: expected builtin.function, but found '{found}'"
                    );
                    return Err(self.op_error(at, message));
                };
                self.put_types(*inputs, given, def, state);
                self.put_types(*results, produced, def, state);
                Ok(())
            }
            Instr::AttrDict { keyword: false } => self.optional_attr_dict(state),
            Instr::AttrDict { keyword: true } => self.optional_attr_dict_with_keyword(state),
            Instr::PropDict { .. } => self.prop_dict(def, state),
            Instr::Custom { custom, .. } => {
                (custom.directive.parse)(&mut Hooks { parser: self, params_of: None }, state, &custom.args)
                    .map(|_| ())
            }
            Instr::Optional(group) => self.group(group, def, state),
            Instr::OiList(clauses) => self.oilist(clauses, def, state),
        }
    }

    fn operand_slot(&mut self, slot: usize, def: &OpTable<'_>, state: &mut ParseState) -> PResult<()> {
        let operand = &def.operands[slot];
        match operand.arity {
            Arity::One => {
                let found = self.ssa_use(true)?;
                state.slots.operands[slot].push(found);
            }
            Arity::Optional => {
                if self.at_operand() {
                    let found = self.ssa_use(true)?;
                    state.slots.operands[slot].push(found);
                }
            }
            Arity::Variadic if operand.segments.is_some() => {
                let mut sizes = Vec::new();
                while self.at(TokenKind::LParen) {
                    let list = self.operand_list(Delimiter::Paren)?;
                    sizes.push(list.len() as i32);
                    state.slots.operands[slot].extend(list);
                    if !self.eat(TokenKind::Comma) {
                        break;
                    }
                }
                if let Some(at) = def.props.iter().position(|p| Some(p.name) == operand.segments) {
                    state.props[at] = self.cx.i32_array(&sizes);
                }
            }
            Arity::Variadic => {
                if self.at_operand() {
                    loop {
                        let found = self.ssa_use(true)?;
                        state.slots.operands[slot].push(found);
                        if !self.eat(TokenKind::Comma) {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Distributes operands that are parsed as one list to their slots: one each, the rest to the variadic one.
    fn spread_operands(
        &mut self,
        list: Vec<terrace_ir::asm::Operand>,
        def: &OpTable<'_>,
        state: &mut ParseState,
    ) -> PResult<()> {
        let fixed = def.operands.iter().filter(|o| o.arity == Arity::One).count();
        let mut extra = list.len().saturating_sub(fixed);
        let mut items = list.into_iter();
        for (slot, operand) in def.operands.iter().enumerate() {
            let take = match operand.arity {
                Arity::One => 1,
                Arity::Optional => extra.min(1),
                Arity::Variadic => extra,
            };
            if operand.arity != Arity::One {
                extra -= take;
            }
            state.slots.operands[slot].extend(items.by_ref().take(take));
        }
        // What is left over is too many; the last slot takes it, and the verifier says so.
        if let Some(last) = state.slots.operands.last_mut() {
            last.extend(items);
        }
        Ok(())
    }

    fn region_slot(&mut self, slot: usize, state: &mut ParseState) -> PResult<()> {
        let region = self.region(state, &[])?;
        self.complete_region(region, state);
        state.slots.regions[slot].push(region);
        Ok(())
    }

    /// Adds to a region what the definition of its op implies.
    fn complete_region(&mut self, region: Region, state: &ParseState) {
        self.ensure_terminator(state, region);
        // `{}` is one empty block where there must be one.
        if self.cx.op_info(state.name).traits.has(TraitSet::SingleBlock) {
            self.ensure_block(region);
        }
    }

    fn type_slot(
        &mut self,
        list: TypeList,
        (checked, anchored): (bool, bool),
        def: &OpTable<'_>,
        state: &mut ParseState,
    ) -> PResult<()> {
        let (arity, segments) = match list {
            TypeList::Operand(slot) => (def.operands[slot].arity, def.operands[slot].segments.is_some()),
            TypeList::Result(slot) => (def.results[slot].arity, false),
            TypeList::Operands | TypeList::Results => (Arity::Variadic, false),
        };
        let mut types: SmallVec<[Type; 4]> = SmallVec::new();
        match arity {
            Arity::One => {
                let at = self.tok.start;
                let ty = self.ty()?;
                let constraint = match list {
                    TypeList::Operand(slot) => Some(def.operands[slot].constraint),
                    TypeList::Result(slot) => Some(def.results[slot].constraint),
                    _ => None,
                };
                if let Some(kind) = constraint.and_then(|c| c.kind).filter(|_| checked) {
                    kind.check(self.cx, ty).map_err(|message| self.op_error(at, message))?;
                }
                types.push(ty);
            }
            Arity::Optional => types.extend(self.optional_type()?),
            Arity::Variadic if segments => {
                while self.at(TokenKind::LParen) {
                    types.extend(self.type_list_parens()?);
                    if !self.eat(TokenKind::Comma) {
                        break;
                    }
                }
            }
            Arity::Variadic => {
                // Values have types.
                let has_values = match list {
                    TypeList::Operand(slot) => !state.slots.operands[slot].is_empty(),
                    TypeList::Operands => state.slots.operands.iter().any(|values| !values.is_empty()),
                    TypeList::Result(_) | TypeList::Results => false,
                };
                if has_values || anchored || self.at_type() {
                    self.each_type(|ty| types.push(ty))?;
                }
            }
        }
        self.put_types(list, &types, def, state);
        Ok(())
    }

    fn put_types(&mut self, list: TypeList, types: &[Type], def: &OpTable<'_>, state: &mut ParseState) {
        let arities: Vec<Arity> = match list {
            TypeList::Operand(slot) => return state.slots.operand_types[slot].extend_from_slice(types),
            TypeList::Result(slot) => return state.slots.result_types[slot].extend_from_slice(types),
            TypeList::Operands => def.operands.iter().map(|o| o.arity).collect(),
            TypeList::Results => def.results.iter().map(|r| r.arity).collect(),
        };
        let fixed = arities.iter().filter(|a| **a == Arity::One).count();
        let mut extra = types.len().saturating_sub(fixed);
        let mut rest = types;
        for (slot, arity) in arities.iter().enumerate() {
            let mut take = match (list, arity) {
                (TypeList::Operands, _) => state.slots.operands[slot].len(),
                (_, Arity::One) => 1,
                (_, Arity::Optional) => extra.min(1),
                (_, Arity::Variadic) => extra,
            };
            if *arity != Arity::One {
                extra = extra.saturating_sub(take);
            }
            if slot + 1 == arities.len() {
                take = rest.len();
            }
            let (here, after) = rest.split_at(take.min(rest.len()));
            rest = after;
            match list {
                TypeList::Operands => state.slots.operand_types[slot].extend_from_slice(here),
                _ => state.slots.result_types[slot].extend_from_slice(here),
            }
        }
        if arities.is_empty() && !types.is_empty() && matches!(list, TypeList::Results) {
            state.results.extend_from_slice(types);
        }
    }

    fn prop_slot(
        &mut self,
        slot: usize,
        qualified: bool,
        optional: bool,
        def: &'a OpTable<'a>,
        state: &mut ParseState,
    ) -> PResult<()> {
        let prop = &def.props[slot];
        let cx = self.cx;
        let at = self.tok.start;
        if optional && first_token(prop.constraint).is_some_and(|kind| !self.at(kind)) {
            return Ok(());
        }
        let value = match prop.constraint.syntax {
            AttrSyntax::SymbolName => {
                if !self.at(TokenKind::At) {
                    if optional {
                        return Ok(());
                    }
                    return Err(self.op_error(at, "expected valid '@'-identifier for symbol name".into()));
                }
                let name = self.symbol_text(self.tok);
                self.advance();
                cx.str_attr(name)
            }
            AttrSyntax::Unit => Attr::UNIT,
            AttrSyntax::Enum(def) if !qualified => {
                let value = self.enum_attr_keyword(def, prop.name, optional)?;
                match value {
                    Some(value) => enum_attr(cx, def, value),
                    None => return Ok(()),
                }
            }
            AttrSyntax::Dialect(def) if !qualified => {
                if optional && !self.may_start_params() {
                    return Ok(());
                }
                self.stripped_attr(def)?
            }
            AttrSyntax::Typed(_) if optional && !self.at_typed(prop.constraint) => return Ok(()),
            AttrSyntax::Property(property) => {
                self.named_property(prop.name, prop.constraint.summary, property)?
            }
            AttrSyntax::Type if optional && !self.at_type() => return Ok(()),
            AttrSyntax::Typed(ty) => match self.slot_attr(Some(ty(cx)), optional)? {
                Some(value) => value,
                None => return Ok(()),
            },
            AttrSyntax::DenseArray(element) => {
                if !self.at(TokenKind::LSquare) {
                    if optional {
                        return Ok(());
                    }
                    // Its long form will do.
                    self.attribute(None)?
                } else {
                    self.advance();
                    let items = match self.at(TokenKind::RSquare) {
                        true => Ok((Vec::new(), 0)),
                        false => self.dense_array_items(element, true),
                    };
                    // Upstream looks for the bracket after an error, too.
                    self.expect(TokenKind::RSquare, "expected ']'")?;
                    let (data, len) = items?;
                    cx.attr(AttrData::DenseArray { element, len, data: data.into() })
                }
            }
            _ => match self.slot_attr(None, optional)? {
                Some(value) => value,
                None => return Ok(()),
            },
        };
        if !(prop.constraint.pred)(cx, value) && !matches!(prop.constraint.syntax, AttrSyntax::Unit) {
            let wrong_kind = match prop.constraint.syntax {
                AttrSyntax::Any | AttrSyntax::Type | AttrSyntax::Typed(_) | AttrSyntax::DenseArray(_) => {
                    !same_storage(cx, value, prop.constraint)
                }
                _ => false,
            };
            if wrong_kind {
                // Where no number can stand, one is rejected as a literal.
                match value.data(cx) {
                    AttrData::Integer { ty, .. } if *ty != Type::I1 => {
                        return Err(self.error_at(at, "integer literal not valid for specified type"));
                    }
                    AttrData::Float { .. } => {
                        return Err(self.error_at(at, "floating point value not valid for specified type"));
                    }
                    _ => {}
                }
                return Err(self.op_error(at, "invalid kind of attribute specified".into()));
            }
        }
        if !state.props[slot].is_null() {
            // The dictionary stood before it.
            state.slots.overrides.push((slot, state.props[slot]));
        }
        state.props[slot] = value;
        Ok(())
    }

    fn slot_attr(&mut self, ty: Option<Type>, optional: bool) -> PResult<Option<Attr>> {
        if optional { self.optional_attribute(ty) } else { self.attribute(ty).map(Some) }
    }

    /// Whether the current token may begin the parameters of a dialect attribute.
    fn may_start_params(&self) -> bool {
        matches!(self.tok.kind, TokenKind::Less | TokenKind::Hash | TokenKind::Bare | TokenKind::LSquare)
    }

    fn enum_attr_keyword(
        &mut self,
        def: &'static terrace_ir::def::EnumDef,
        name: &str,
        optional: bool,
    ) -> PResult<Option<u64>> {
        let at = self.tok.start;
        let text = match self.tok.kind {
            TokenKind::Bare | TokenKind::IntType => self.str_of(self.tok).to_string(),
            TokenKind::String => String::from_utf8_lossy(&crate::lexer::unescape(self.text())).into_owned(),
            _ => return self.no_enum_keyword(at, def, name, optional),
        };
        if def.separator.is_some() {
            return self.enum_keyword(def).map(Some);
        }
        match def.value_of(&text) {
            Some(value) => {
                self.advance();
                Ok(Some(value))
            }
            // A keyword of something else is no attribute; a string is one with a wrong value.
            None if !self.at(TokenKind::String) => self.no_enum_keyword(at, def, name, optional),
            None => Err(self.op_error(at, format!("invalid {name} attribute specification: \"{text}\""))),
        }
    }

    fn no_enum_keyword(
        &mut self,
        at: u32,
        def: &terrace_ir::def::EnumDef,
        name: &str,
        optional: bool,
    ) -> PResult<Option<u64>> {
        if optional {
            return Ok(None);
        }
        let names: Vec<&str> = def.cases.iter().map(|c| c.name).collect();
        let message = format!(
            "expected string or keyword containing one of the following enum values for attribute '{name}' [{}]",
            names.join(", ")
        );
        Err(self.op_error(at, message))
    }

    fn prop_dict(&mut self, def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        if !self.eat(TokenKind::Less) {
            return self.all_properties(def, state, Attr::EMPTY_DICT);
        }
        let at = self.tok.start;
        let dict = self.attribute(None)?;
        self.expect(TokenKind::Greater, "expected '>'")?;
        let Some(entries) = dict.as_dict(self.cx) else {
            return Err(self.op_error(at, "expected DictionaryAttr to set properties".into()));
        };
        for &(name, value) in entries {
            let Some(slot) = def.props.iter().position(|p| self.cx.str(p.name) == name) else {
                let key = name.text(self.cx);
                let message = format!("unknown key '\"{key}\"' when parsing properties dictionary");
                return Err(self.invalid_properties(state, dict, &message));
            };
            state.props[slot] = stored(self.cx, &def.props[slot], value)
                .map_err(|message| self.invalid_properties(state, dict, &message))?;
        }
        self.all_properties(def, state, dict)
    }

    /// Checks that no value is absent which is no attribute: those have no default if they are required.
    fn all_properties(&mut self, def: &OpTable<'_>, state: &ParseState, dict: Attr) -> PResult<()> {
        let program = program(self.cx.op_info(state.name));
        let absent = def.props.iter().enumerate().find(|&(slot, prop)| {
            prop.constraint.native.is_some()
                && matches!(prop.presence, Optionality::Required)
                && state.props[slot].is_null()
                && !program.printed_props[slot]
        });
        let Some((_, prop)) = absent else { return Ok(()) };
        let message = format!("expected key entry for {} in DictionaryAttr to set Properties.", prop.name);
        Err(self.invalid_properties(state, dict, &message))
    }

    // ---- optional parts -------------------------------------------------------------------------

    /// Whether the first element of the group is present, which decides whether the group is parsed.
    fn starts(&mut self, instrs: &[Instr], def: &'a OpTable<'a>) -> bool {
        let first = instrs.iter().find(|i| !matches!(i, Instr::Space | Instr::Newline));
        match first {
            Some(Instr::Literal { kind: Some(kind), .. }) => self.at(*kind),
            Some(Instr::Literal { text, .. }) => {
                matches!(self.tok.kind, TokenKind::Bare | TokenKind::IntType)
                    && self.text() == text.as_bytes()
            }
            Some(Instr::Operand { slot, .. }) => {
                if def.operands[*slot].segments.is_some() {
                    self.at(TokenKind::LParen)
                } else {
                    self.at_operand()
                }
            }
            Some(Instr::Operands { .. }) => self.at_operand(),
            Some(Instr::Region { dict_follows, .. } | Instr::Regions { dict_follows, .. }) => {
                self.at_region(*dict_follows)
            }
            Some(Instr::Successor { .. } | Instr::Successors { .. }) => self.at(TokenKind::Caret),
            Some(Instr::Prop { slot, .. }) => match def.props[*slot].constraint.syntax {
                AttrSyntax::SymbolName => self.at(TokenKind::At),
                AttrSyntax::Enum(def) => {
                    self.at(TokenKind::Bare) && def.value_of(self.str_of(self.tok)).is_some()
                }
                AttrSyntax::Dialect(_) => matches!(self.tok.kind, TokenKind::Less | TokenKind::Hash),
                AttrSyntax::DenseArray(_) => self.at(TokenKind::LSquare),
                AttrSyntax::Typed(_) => self.at_typed(def.props[*slot].constraint),
                AttrSyntax::Property(property) => self.at_property(property),
                AttrSyntax::Type => self.at_type(),
                _ => match first_token(def.props[*slot].constraint) {
                    Some(kind) => self.at(kind),
                    None => self.at_attribute(),
                },
            },
            Some(Instr::Type { .. }) => self.at_type(),
            Some(Instr::FunctionalType { .. }) => self.at(TokenKind::LParen),
            _ => false,
        }
    }

    /// Whether an operand is here. What begins a line and is followed by `=` are the results of the next op.
    fn at_operand(&self) -> bool {
        self.at(TokenKind::Percent) && !self.at_results()
    }

    fn at_results(&self) -> bool {
        let before = self.src.get(self.last_end as usize..self.tok.start as usize);
        if !before.is_some_and(|blanks| blanks.contains(&b'\n')) {
            return false;
        }
        let mut ahead = self.lexer.clone();
        loop {
            match ahead.next_token().kind {
                TokenKind::Equal => return true,
                // The number of results that the name is of.
                TokenKind::Colon => return ahead.next_token().kind == TokenKind::Integer,
                TokenKind::Comma if ahead.next_token().kind == TokenKind::Percent => {}
                _ => return false,
            }
        }
    }

    fn group(&mut self, group: &Group, def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        // A hand-written directive in front tries, and says whether it read something.
        if let Some(Instr::Custom { custom, .. }) =
            group.then.iter().find(|i| !matches!(i, Instr::Space | Instr::Newline))
        {
            let read =
                (custom.directive.parse)(&mut Hooks { parser: self, params_of: None }, state, &custom.args)?;
            if !read {
                return self.run(&group.otherwise, def, state);
            }
            let mut first = true;
            for instr in &group.then {
                if first && matches!(instr, Instr::Custom { .. }) {
                    first = false;
                    continue;
                }
                self.step(instr, def, state)?;
            }
            return Ok(());
        }
        let taken = self.starts(&group.then, def);
        if taken {
            return self.run_group(group, def, state);
        }
        if let Some(slot) = group.unit
            && group.inverted
        {
            state.props[slot] = Attr::UNIT;
        }
        self.run(&group.otherwise, def, state)
    }

    /// Parses the rest of an optional group whose anchor is present: the attributes in it are required.
    fn run_group(&mut self, group: &Group, def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        if let Some(slot) = group.unit
            && !group.inverted
        {
            state.props[slot] = Attr::UNIT;
        }
        let first = group.then.iter().position(|i| !matches!(i, Instr::Space | Instr::Newline));
        for (number, instr) in group.then.iter().enumerate() {
            match instr {
                Instr::Prop { slot, qualified, .. } => {
                    self.prop_slot(*slot, *qualified, false, def, state)?
                }
                // One that begins the group may be empty.
                Instr::Region { slot, .. } if Some(number) == first && !def.regions[*slot].variadic => {
                    let region = self.region(state, &[])?;
                    if !self.is_empty_region(region) {
                        self.complete_region(region, state);
                    }
                    state.slots.regions[*slot].push(region);
                }
                _ => self.step(instr, def, state)?,
            }
        }
        Ok(())
    }

    fn oilist(&mut self, clauses: &[Clause], def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        let mut seen = vec![false; clauses.len()];
        loop {
            let found = clauses.iter().position(|c| self.at_literal(&c.keyword));
            let Some(at) = found else { return Ok(()) };
            let clause = &clauses[at];
            if std::mem::replace(&mut seen[at], true) {
                let here = self.tok.start;
                let message = format!(
                    "`{}` clause can appear at most once in the expansion of the oilist directive",
                    clause.keyword
                );
                return Err(self.op_error(here, message));
            }
            self.advance();
            if let Some(slot) = clause.unit {
                state.props[slot] = Attr::UNIT;
            }
            self.run(&clause.instrs, def, state)?;
        }
    }

    // ---- putting it together --------------------------------------------------------------------
}
