//! Operations: generic and custom form.

use smallvec::SmallVec;
use terrace_ir::asm::{Failed, Operand, PResult, ParseState};
use terrace_ir::context::OpInfo;
use terrace_ir::def::OpTable;
use terrace_ir::def::{Optionality, RegionConstraint};
use terrace_ir::{
    Attr, Block, Context, Diag, Loc, NamedAttr, Op, OpName, OpSpec, TraitSet, Type, TypeData, Value,
};

use super::names::Named;
use super::suggest::absent_dialect;
use super::wrapped::{ignores_segments, violated};
use super::{DeferredLoc, LocSlot, OpenOp, ParsedLoc, Parser};
use crate::lexer::{TokenKind, unescape};

/// A name on the left of `=`, and the number of its results.
#[derive(Clone, Copy)]
struct ResultName {
    name: (u32, u32),
    count: u32,
}

impl<'a> Parser<'a> {
    /// Parses an operation, and appends it to the current block, without a note.
    #[inline]
    pub(super) fn read_operation(&mut self) -> PResult<Op> {
        let at = self.tok.start;
        let mut names: SmallVec<[ResultName; 2]> = SmallVec::new();
        let mut expected = 0u64;
        if self.at(TokenKind::Percent) {
            loop {
                let tok = self.tok;
                self.expect(TokenKind::Percent, "expected valid ssa identifier")?;
                let mut count = 1u64;
                if self.eat(TokenKind::Colon) {
                    if !self.at(TokenKind::Integer) {
                        return Err(self.wrong_token("expected integer number of results"));
                    }
                    match self.u64_of(self.tok) {
                        Some(n) if n >= 1 => count = n,
                        _ => {
                            return Err(self.error("expected named operation to have at least 1 result"));
                        }
                    }
                    self.advance();
                }
                // An op has less results than that, so that names are not reached whose count is cut off.
                let kept = u32::try_from(count).unwrap_or(u32::MAX);
                names.push(ResultName { name: (tok.start, tok.end - tok.start), count: kept });
                expected = expected.saturating_add(count);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::Equal, "expected '=' after SSA name")?;
        }
        let op = match self.tok.kind {
            TokenKind::Bare => self.custom_op(at, usize::try_from(expected).unwrap_or(usize::MAX))?,
            TokenKind::String => self.generic_op()?,
            _ => return Err(self.wrong_token("expected operation name in quotes")),
        };
        if names.is_empty() {
            return Ok(op);
        }
        let results = self.frame.body.results(op);
        if results.len() == 0 {
            return Err(self.error_at(at, "cannot name an operation with no results"));
        }
        if results.len() as u64 != expected {
            let found = results.len();
            return Err(self.error_at(
                at,
                format!("operation defines {found} results but was provided {expected} to bind"),
            ));
        }
        let mut results = results;
        let alone = self.outer.iter().all(|frame| frame.names.is_empty());
        for record in names {
            let Some(first) = results.next() else { break };
            if self.keep_names {
                self.keep_name(record.name, first);
            }
            if alone && self.frame.names.define_run(self.src, record.name, first, record.count) {
                self.note_definition(record.name, first, record.count);
                for _ in 1..record.count {
                    results.next();
                }
                continue;
            }
            self.define(record.name, 0, record.name.0, first)?;
            for (number, value) in (1..record.count).zip(results.by_ref()) {
                self.define(record.name, number, record.name.0, value)?;
            }
            self.note_definition(record.name, first, record.count);
        }
        Ok(op)
    }

    /// `%name` or `%name#1`.
    #[inline]
    pub(crate) fn ssa_use(&mut self, allow_number: bool) -> PResult<Operand> {
        let tok = self.tok;
        if !self.at(TokenKind::Percent) {
            return Err(self.no_operand());
        }
        self.advance();
        let mut number = 0;
        if self.at(TokenKind::Hash) {
            if !allow_number {
                return Err(self.error("result number not allowed in argument list"));
            }
            match self.suffix_number(self.tok) {
                Some(n) => number = n,
                None => return Err(self.error("invalid SSA value result number")),
            }
            self.advance();
        }
        Ok(Operand { name: (tok.start, tok.end - tok.start), number, loc: self.loc_at(tok.start) })
    }

    /// The value that an operand names; a forward reference gets a placeholder of this type.
    #[inline]
    pub(crate) fn resolve(&mut self, operand: Operand, ty: Type) -> PResult<Value> {
        let (known, first) = self.frame.names.get(self.src, operand.name, operand.number);
        let at = operand.name.0;
        if let Some(known) = known {
            self.note_use(operand.name, known.value);
            let found = self.frame.body.value_type(known.value);
            if found == ty {
                return Ok(known.value);
            }
            if self.is_unknown(known.value) {
                return Ok(self.frame.body.new_placeholder(ty));
            }
            let text = self.name_text(operand.name);
            let (want, have) = (self.cx.type_text(ty), self.cx.type_text(found));
            let diag = Diag::error(
                self.loc_at(at),
                format!("use of value '{text}' expects different type than prior uses: '{want}' vs '{have}'"),
            )
            .note(self.loc_at(known.at), "prior use here");
            return Err(self.diag(diag));
        }
        if first.is_some_and(|f| !self.frame.forward.contains_key(&f.value)) {
            return Err(self.error_at(at, "reference to invalid result number"));
        }
        // A result pack is as long as its op; a number beyond any op is a typing error, not an allocation.
        if operand.number > 1 << 20 {
            return Err(self.error_at(at, "reference to invalid result number"));
        }
        let value = self.frame.body.new_placeholder(ty);
        self.frame.forward.insert(value, at);
        self.frame.names.set(self.src, operand.name, operand.number, Named { value, at }, false);
        self.note_use(operand.name, value);
        Ok(value)
    }

    // ---- generic form ---------------------------------------------------------------------------

    pub(crate) fn generic_op(&mut self) -> PResult<Op> {
        let start = self.tok.start;
        let text = self.text();
        let written = (start, self.tok.end - start);
        let (name, known) = match self.op_names.get(self.src, written) {
            Some(name) => (name, true),
            None => {
                let name = unescape(text);
                if name.is_empty() {
                    return Err(self.error("empty operation name is invalid"));
                }
                if name.contains(&0) {
                    return Err(self.error("null character not allowed in operation name"));
                }
                let Ok(full) = std::str::from_utf8(&name) else {
                    return Err(self.error("operation name is not valid UTF-8"));
                };
                (self.cx.op_name(full), false)
            }
        };
        self.advance();
        let info = self.cx.op_info(name);
        if !known {
            if info.def().is_none() && info.dialect.is_none() {
                let prefix = info.name.text(self.cx).split('.').next().unwrap_or("");
                if self.cx.dialect(prefix).is_none() && !self.cx.allows_unregistered() {
                    let failed = self.error(
                        "operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used",
                    );
                    return Err(self.helped(failed, absent_dialect(prefix)));
                }
            }
            self.op_names.insert(self.src, written, name);
        }
        let mut state = ParseState::new(name, self.loc_at(start), self.spare_slots.pop().unwrap_or_default());
        self.open.push(OpenOp {
            inner: None,
            isolated: info.traits.has(TraitSet::IsolatedFromAbove),
            name: info.name,
            name_pos: start,
            start,
            shadows: false,
            results_written: 0,
        });
        let result = self.generic_op_rest(&mut state);
        let op = result.and_then(|()| self.finish_op(&mut state));
        self.open.pop();
        self.spare_slots.push(state.slots);
        op
    }

    /// `(operands)[successors] <{properties}> ({regions}) {attributes} : type`.
    pub(crate) fn generic_op_rest(&mut self, state: &mut ParseState) -> PResult<()> {
        self.expect(TokenKind::LParen, "expected '(' to start operand list")?;
        let mut operands: SmallVec<[Operand; 8]> = SmallVec::new();
        if self.at(TokenKind::Percent) {
            loop {
                operands.push(self.ssa_use(true)?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RParen, "expected ')' to end operand list")?;
        self.generic_op_after_operands(state, &operands)
    }

    /// `[successors] <{properties}> ({regions}) {attributes} : type`.
    pub(crate) fn generic_op_after_operands(
        &mut self,
        state: &mut ParseState,
        operands: &[Operand],
    ) -> PResult<()> {
        let info = self.cx.op_info(state.name);
        if self.at(TokenKind::LSquare) {
            if info.def().is_some() && !info.traits.has(TraitSet::Terminator) {
                return Err(self.error("successors in non-terminator"));
            }
            self.advance();
            let mut successors: SmallVec<[Block; 2]> = SmallVec::new();
            self.list_until(TokenKind::RSquare, ']', false, |p| {
                successors.push(p.successor()?);
                Ok(())
            })?;
            state.successors = successors;
        }
        let mut properties = None;
        if self.eat(TokenKind::Less) {
            if let Some(def) = info.def()
                && self.at(TokenKind::LBrace)
            {
                self.properties(info, def, state)?;
                properties = Some(Attr::NULL);
            } else {
                properties = Some(self.attribute(None)?);
            }
            self.expect(TokenKind::Greater, "expected '>' to close properties")?;
        }
        if self.eat(TokenKind::LParen) {
            loop {
                let region = self.region(state, &[])?;
                state.regions.push(region);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RParen, "expected ')' to end region list")?;
        }
        if self.at(TokenKind::LBrace) {
            let attrs = &mut state.attrs;
            self.attr_dict(&mut |_, name, value| attrs.push((name, value)))?;
        }
        self.expect(TokenKind::Colon, "expected ':' followed by operation type")?;
        let at = self.tok.start;
        self.op_type(state, operands, at)?;
        self.take_properties(info, state, properties)
    }

    /// `(types) -> types` of a generic op, without making a function type of it.
    fn op_type(&mut self, state: &mut ParseState, operands: &[Operand], at: u32) -> PResult<()> {
        let mut inputs: SmallVec<[Type; 8]> = SmallVec::new();
        if self.at(TokenKind::LParen) {
            self.advance();
            if !self.eat(TokenKind::RParen) {
                self.each_type(|ty| inputs.push(ty))?;
                self.expect(TokenKind::RParen, "expected ')'")?;
            }
            self.expect(TokenKind::Arrow, "expected '->' in function type")?;
            if self.eat(TokenKind::LParen) {
                if !self.eat(TokenKind::RParen) {
                    self.each_type(|ty| state.results.push(ty))?;
                    self.expect(TokenKind::RParen, "expected ')'")?;
                }
            } else {
                state.results.push(self.non_function_type()?);
            }
        } else {
            // An alias of a function type will do.
            let ty = self.ty()?;
            let TypeData::Function { inputs: given, results } = ty.data(self.cx) else {
                return Err(self.error_at(at, "expected function type"));
            };
            inputs.extend_from_slice(given);
            state.results.extend_from_slice(results);
        }
        if inputs.len() != operands.len() {
            let (n, found) = (operands.len(), inputs.len());
            let plural = if n == 1 { "" } else { "s" };
            return Err(self.error_at(at, format!("expected {n} operand type{plural} but had {found}")));
        }
        for (&operand, &ty) in operands.iter().zip(&inputs) {
            let value = self.resolve(operand, ty)?;
            state.operands.push(value);
        }
        Ok(())
    }

    /// Sorts attributes into slots. Properties, where written, are all of the inherent attributes.
    fn take_properties(
        &mut self,
        info: &'a OpInfo,
        state: &mut ParseState,
        properties: Option<Attr>,
    ) -> PResult<()> {
        let cx = self.cx;
        let Some(def) = info.def() else {
            state.opaque_props = properties;
            return Ok(());
        };
        state.props.resize(def.props.len(), Attr::NULL);
        if properties == Some(Attr::NULL) {
            // Of what stands among the other attributes all the same, properties have the last word.
            let props = &mut state.props;
            state.attrs.retain(|&mut (name, value)| {
                let Some(slot) = info.inherent_attr_slot(name) else { return true };
                if props[slot].is_null() && crate::format::same_storage(cx, value, def.props[slot].constraint)
                {
                    props[slot] = value;
                }
                false
            });
            return Ok(());
        }
        if let Some(properties) = properties {
            let Some(entries) = properties.as_dict(cx) else {
                return Err(self.invalid_properties(
                    state,
                    properties,
                    "expected DictionaryAttr to set properties",
                ));
            };
            return self.set_properties(info, def, state, entries);
        }
        // Without properties, inherent attributes may stand among the others.
        let mut kept: SmallVec<[NamedAttr; 4]> = SmallVec::new();
        for &(name, value) in &state.attrs {
            match info.inherent_attr_slot(name) {
                Some(slot) if cx.matches_upstream() && ignores_segments(cx, def, slot, value) => {}
                Some(slot) => state.props[slot] = value,
                None => kept.push((name, value)),
            }
        }
        state.attrs = kept;
        match violated(cx, info, def, state) {
            Some(message) => Err(self.diag(Diag::error(state.loc, message))),
            None => Ok(()),
        }
    }

    /// Properties written as a dictionary, without making one.
    fn properties(&mut self, info: &'a OpInfo, def: &'a OpTable<'a>, state: &mut ParseState) -> PResult<()> {
        let mut entries: SmallVec<[NamedAttr; 8]> = SmallVec::new();
        self.attr_dict(&mut |_, name, value| entries.push((name, value)))?;
        self.set_properties(info, def, state, &entries)
    }

    fn set_properties(
        &mut self,
        info: &'a OpInfo,
        def: &'a OpTable<'a>,
        state: &mut ParseState,
        entries: &[NamedAttr],
    ) -> PResult<()> {
        let cx = self.cx;
        if def.dynamic {
            let message = "extensible Dialects don't support properties";
            return Err(self.invalid_properties(state, cx.dict(entries.to_vec()), message));
        }
        state.props.resize(def.props.len(), Attr::NULL);
        for &(name, value) in entries {
            // What the op has no place for is dropped, as upstream drops it.
            let Some(slot) = info.prop_names.iter().position(|&p| p == name) else { continue };
            state.props[slot] = crate::format::stored(cx, &def.props[slot], value).map_err(|message| {
                let properties = cx.dict(entries.to_vec());
                self.invalid_properties(state, properties, &message)
            })?;
        }
        Ok(())
    }

    pub(crate) fn invalid_properties(
        &mut self,
        state: &ParseState,
        properties: Attr,
        message: &str,
    ) -> Failed {
        let name = self.cx.op_info(state.name).name.text(self.cx);
        let text = self.cx.attr_text(properties);
        let diag = Diag::error(state.loc, format!("invalid properties {text} for op {name}: {message}"));
        self.diag(diag)
    }

    // ---- custom form ----------------------------------------------------------------------------

    /// The op's name, completed with the default dialect where it has no prefix.
    pub(crate) fn custom_op_name(&mut self) -> PResult<OpName> {
        if !self.at(TokenKind::Bare) {
            return Err(self.error("expected bare identifier or keyword"));
        }
        let text = (self.tok.start, self.tok.end - self.tok.start);
        // Names with a prefix alone are kept: what others stand for depends on where they stand.
        if let Some(name) = self.op_names.get(self.src, text) {
            self.advance();
            return Ok(name);
        }
        let written = self.str_of(self.tok);
        self.advance();
        if written.find('.').is_some_and(|dot| dot + 1 < written.len()) {
            let name = self.cx.op_name(written);
            self.op_names.insert(self.src, text, name);
            return Ok(name);
        }
        let dialect = self.default_dialects.last().copied().unwrap_or("builtin");
        Ok(self.cx.op_name(&[dialect, ".", written].concat()))
    }

    fn custom_op(&mut self, start: u32, results_written: usize) -> PResult<Op> {
        let tok = self.tok;
        let name = self.custom_op_name()?;
        let info = self.cx.op_info(name);
        let Some(def) = info.def() else { return Err(self.unknown_custom_op(tok, info)) };
        let mut state =
            ParseState::new(name, self.loc_at(tok.start), self.spare_slots.pop().unwrap_or_default());
        state.props.resize(def.props.len(), Attr::NULL);
        self.open.push(OpenOp {
            inner: None,
            isolated: info.traits.has(TraitSet::IsolatedFromAbove),
            name: info.name,
            name_pos: tok.start,
            start,
            shadows: false,
            results_written,
        });
        // An op without a default dialect of its own makes the prefix necessary again.
        self.default_dialects.push(def.default_dialect.unwrap_or(""));
        let errors = self.diags.len();
        let parsed = match (def.asm, def.format) {
            (Some((parse, _)), _) => {
                parse(&mut super::hooks::Hooks { parser: self, params_of: None }, &mut state)
            }
            (None, Some(_)) => self.op_by_format(info, &mut state),
            (None, None) => {
                let text = info.name.text(self.cx);
                Err(self.error_at(tok.start, format!("custom op '{text}' has no custom assembly form")))
            }
        };
        let op = parsed.and_then(|()| self.check_duplicates(&state, tok)).and_then(|()| {
            // With notes, ops in its regions may have been passed over.
            if self.recording.is_none() && self.has_errors_since(errors) {
                return Err(Failed);
            }
            self.finish_op(&mut state)
        });
        self.default_dialects.pop();
        self.open.pop();
        self.spare_slots.push(state.slots);
        op
    }

    // ---- making ---------------------------------------------------------------------------------

    /// Creates the op at the end of the current block; parses its location, if present.
    pub(crate) fn finish_op(&mut self, state: &mut ParseState) -> PResult<Op> {
        let op = self.make_op(state)?;
        let block = self.blocks.last().map(|b| b.current);
        if let Some(block) = block {
            self.frame.body.append_op(block, op);
        }
        match self.optional_trailing_loc()? {
            None => {}
            Some(ParsedLoc::Known(loc)) => self.frame.body.set_loc(op, loc),
            Some(ParsedLoc::Alias(name)) => {
                self.deferred.push(DeferredLoc { body: self.frame.id, slot: LocSlot::Op(op), name });
            }
        }
        Ok(op)
    }

    fn make_op(&mut self, state: &mut ParseState) -> PResult<Op> {
        let cx = self.cx;
        let info = cx.op_info(state.name);
        if let Some(def) = info.def() {
            // One that was given and cannot be stored has no default.
            let lost = |slot: usize| state.slots.overrides.iter().any(|&(given, _)| given == slot);
            for (slot, prop) in def.props.iter().enumerate() {
                let default = matches!(prop.presence, Optionality::Default(_));
                if default && state.props[slot].is_null() && !lost(slot) {
                    state.props[slot] = info.prop_defaults[slot];
                }
                let groups = match prop.name {
                    "operandSegmentSizes" => def.operands.len(),
                    "resultSegmentSizes" => def.results.len(),
                    _ => continue,
                };
                if state.props[slot].is_null() && !lost(slot) {
                    state.props[slot] = cx.i32_array(&vec![0; groups]);
                }
            }
        }
        let attrs = self.orders.dict(cx, &state.attrs);
        let opaque = state.opaque_props;
        let spec = OpSpec {
            name: state.name,
            operands: &state.operands,
            results: &state.results,
            props: opaque.as_ref().map_or(&state.props[..], std::slice::from_ref),
            attrs,
            successors: &state.successors,
            loc: state.loc,
        };
        if self.frame.body.is_full() {
            self.make_room();
        }
        let op = self.frame.body.new_op(&spec);
        if opaque.is_some() {
            self.frame.body.set_opaque_props(op);
        }
        let isolated = self.open.last().is_some_and(|o| o.isolated);
        if isolated && !state.regions.is_empty() {
            let inner = self.open.last_mut().and_then(|o| o.inner.take());
            if let Some(mut inner) = inner {
                inner.body.set_parent(Some(terrace_ir::OpHandle { body: self.frame.id, op }));
                for &region in &state.regions {
                    inner.body.adopt_top_region(region);
                }
                self.frame.body.set_inner(op, inner.id, state.regions.len());
                if inner.deferred_body.is_empty() {
                    if !inner.forward.is_empty() {
                        self.look_outside(&mut inner)?;
                    }
                    inner.body.shrink();
                    self.bodies.push((inner.id, inner.body));
                } else {
                    self.put_off_body(inner, state.name);
                }
            }
        } else if !state.regions.is_empty() {
            self.frame.body.set_regions(op, &state.regions);
        }
        Ok(op)
    }

    /// Creates an op with only a name, and the blocks that its regions need, at the end of a block of the current body.
    pub(crate) fn append_plain_op(
        frame: &mut super::Frame,
        cx: &Context,
        block: Block,
        name: OpName,
        loc: Loc,
    ) {
        let info = cx.op_info(name);
        let op = frame.body.new_op(&OpSpec {
            name,
            operands: &[],
            results: &[],
            props: &info.prop_defaults,
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        });
        let wanted = info.def().map_or(&[][..], |d| d.regions).iter().filter(|r| !r.variadic);
        let regions: Vec<_> = wanted
            .map(|wanted| {
                let region = frame.body.new_region();
                if let RegionConstraint::Sized(_) = wanted.constraint {
                    let block = frame.body.new_block();
                    frame.body.append_block(region, block);
                }
                region
            })
            .collect();
        if !regions.is_empty() {
            frame.body.set_regions(op, &regions);
        }
        frame.body.append_op(block, op);
    }
}
