//! Functions: headers, arguments, blocks and local values.

use std::borrow::Cow;

use super::lexer::{Lexer, Name, Token, unescape};
use super::parser::Parser;
use super::state::Key;
use super::{Failure, Read};
use crate::model::{AttributeSet, Block, BlockId, Body, Function, Global, GlobalId, GlobalKind, LocalId};
use crate::types::Type;

/// The linkage, visibility and similar keywords at the start of a definition.
#[derive(Default, Clone, Copy)]
pub(super) struct Linkage {
    pub(super) linkage: &'static str,
    pub(super) visibility: &'static str,
    pub(super) dso_local: bool,
    pub(super) dll_storage: &'static str,
}

const LINKAGES: &[&str] = &[
    "private",
    "internal",
    "weak",
    "weak_odr",
    "linkonce",
    "linkonce_odr",
    "available_externally",
    "appending",
    "common",
    "extern_weak",
    "external",
];

impl<'a> Parser<'a> {
    /// Reads linkage, preemption, visibility and storage class.
    pub(super) fn linkage(&mut self) -> Read<Linkage> {
        let mut found = Linkage::default();
        if let Some(linkage) = self.optional_keyword_of(LINKAGES)? {
            found.linkage = linkage;
        }
        if let Some(word) = self.optional_keyword_of(&["dso_local", "dso_preemptable"])? {
            found.dso_local = word == "dso_local";
        }
        if let Some(visibility) = self.optional_keyword_of(&["default", "hidden", "protected"])? {
            found.visibility = if visibility == "default" { "" } else { visibility };
        }
        found.dll_storage = self.optional_keyword_of(&["dllimport", "dllexport"])?.unwrap_or_default();
        let is_local = matches!(found.linkage, "private" | "internal");
        found.dso_local |= is_local || (!found.visibility.is_empty() && found.linkage != "extern_weak");
        Ok(found)
    }

    /// Reads a calling convention, if one is next; 0 otherwise.
    pub(super) fn convention(&mut self) -> Read<u32> {
        let Token::Word(word) = self.token else { return Ok(0) };
        if word == b"cc" {
            self.advance()?;
            return self.u32();
        }
        // `cc10` is one word.
        if let [b'c', b'c', digits @ ..] = word
            && let Some(number) = super::lexer::to_u32(digits)
        {
            self.advance()?;
            return Ok(number);
        }
        match crate::conventions::number(word) {
            Some(number) => self.advance().map(|()| number),
            None => Ok(0),
        }
    }

    /// Reads a function after `define` or `declare`.
    pub(super) fn function_definition(&mut self, defined: bool, at: usize) -> Read {
        // Metadata of a declaration stand before it.
        let mut attachments = Vec::new();
        if !defined {
            self.global_attachments(&mut attachments)?;
        }
        let linkage = self.linkage()?;
        let convention = self.convention()?;
        let result = self.parameter_attributes()?;
        let result_type = self.result_type()?;
        let Token::Global(name) = self.token else { return self.expected("function name") };
        let name_at = self.start;
        let key = match name {
            Name::Number(number) if number != self.next_symbol => {
                return self.expected("function name");
            }
            Name::Number(number) => {
                self.next_symbol += 1;
                Key::Number(number)
            }
            _ => self.name_key(name),
        };
        self.advance()?;
        self.function.clear();
        let (types, arguments, variadic) = self.arguments(defined)?;
        let ty = self.module.types.function(result_type, types, variadic);
        let mut global = Global { offset: name_at, ..Global::default() };
        if let Some(word) = self.optional_keyword_of(&["unnamed_addr", "local_unnamed_addr"])? {
            global.unnamed_addr = word;
        }
        global.space = self.optional_address_space()?;
        global.attributes = self.function_attributes()?;
        let (mut gc, mut personality, mut prefix, mut prologue) = (None, None, None, None);
        let mut preferred_align = None;
        loop {
            match self.token {
                Token::Word(b"section") => {
                    self.advance()?;
                    global.section = Some(self.string()?);
                }
                Token::Word(b"partition") => {
                    self.advance()?;
                    let name = self.string()?;
                    global.properties.push(("partition", Some(name)));
                }
                Token::Word(b"comdat") => global.comdat = self.comdat_of(key)?,
                Token::Word(b"align") => {
                    self.advance()?;
                    let parens = self.optional_punct(b'(')?;
                    global.align = Some(self.u64()?);
                    if parens {
                        self.punct(b')')?;
                    }
                }
                Token::Word(b"gc") => {
                    self.advance()?;
                    gc = Some(self.string()?);
                }
                Token::Word(b"prefix") => {
                    self.advance()?;
                    prefix = Some(self.typed_constant()?);
                }
                Token::Word(b"prologue") => {
                    self.advance()?;
                    prologue = Some(self.typed_constant()?);
                }
                Token::Word(b"personality") => {
                    self.advance()?;
                    personality = Some(self.typed_constant()?);
                }
                Token::Word(b"prefalign") => {
                    self.advance()?;
                    self.punct(b'(')?;
                    preferred_align = Some(self.u64()?);
                    self.punct(b')')?;
                }
                _ => break,
            }
            // Groups may also stand after these.
            let more = self.function_attributes()?;
            global.attributes.items.extend(more.items);
            global.attributes.groups.extend(more.groups);
        }
        let function = Function {
            ty,
            convention,
            result,
            arguments,
            preferred_align,
            gc,
            personality,
            prefix,
            prologue,
            body: None,
            attached: Box::default(),
        };
        self.set_linkage(&mut global, linkage);
        global.attachments = attachments;
        let id = self.define_global(key, global, at)?;
        let mut function = Box::new(function);
        if defined {
            let mut attachments = Vec::new();
            self.global_attachments(&mut attachments)?;
            self.module.globals[id.0 as usize].attachments.extend(attachments);
            function.body = Some(self.function_body(id)?);
        }
        self.module.globals[id.0 as usize].kind = GlobalKind::Function(function);
        Ok(())
    }

    pub(super) fn set_linkage(&self, global: &mut Global, linkage: Linkage) {
        global.linkage = if linkage.linkage == "external" { "" } else { linkage.linkage };
        global.visibility = linkage.visibility;
        global.dso_local = linkage.dso_local;
        global.dll_storage = linkage.dll_storage;
    }

    /// Fills the place of a global that may have been referred to.
    pub(super) fn define_global(&mut self, key: Key, global: Global, at: usize) -> Read<GlobalId> {
        let id = self.symbol(key, at);
        let place = &mut self.module.globals[id.0 as usize];
        if !matches!(place.kind, GlobalKind::Undefined) {
            return Err(Failure::new(at, "invalid redefinition of a global"));
        }
        let name = place.name;
        *place = Global { name, ..global };
        self.module.order.push(id);
        Ok(id)
    }

    fn arguments(&mut self, defined: bool) -> Read<(Vec<Type>, Vec<AttributeSet>, bool)> {
        let (mut types, mut sets) = (Vec::new(), Vec::new());
        self.punct(b'(')?;
        if self.optional_punct(b')')? {
            return Ok((types, sets, false));
        }
        loop {
            if self.token == Token::Dots {
                self.advance()?;
                self.punct(b')')?;
                return Ok((types, sets, true));
            }
            let ty = self.ty()?;
            types.push(ty);
            sets.push(self.parameter_attributes()?);
            let name = match self.token {
                Token::Local(name) => {
                    self.advance()?;
                    Some(name)
                }
                _ => None,
            };
            if defined {
                let at = self.last_end;
                self.define_local(name, ty, at)?;
            }
            if !self.optional_punct(b',')? {
                break;
            }
        }
        self.punct(b')')?;
        Ok((types, sets, false))
    }

    /// The local value of a name, which may be defined later.
    pub(super) fn local(&mut self, name: Name<'a>, ty: Type, at: usize) -> Read<LocalId> {
        let state = &mut self.function;
        let found = match name {
            Name::Number(number) => state.numbers.get(number as usize).copied().flatten(),
            Name::Plain(text) => state.names.get(text).copied(),
            Name::Quoted(text) => state.names.get(&unescape(text)).copied(),
        };
        if let Some(id) = found {
            if state.body.locals[id.0 as usize] != ty {
                let known = state.body.locals[id.0 as usize];
                let message = format!(
                    "the value has type {}, but type {} is expected",
                    self.module.type_text(known),
                    self.module.type_text(ty)
                );
                return Err(Failure::new(at, message));
            }
            return Ok(id);
        }
        if state.block.is_none() {
            return Err(Failure::new(at, "use of a local value outside of a function"));
        }
        if let Name::Number(number) = name
            && u64::from(number) > u64::from(state.next) + self.src.len() as u64
        {
            return Err(Failure::new(at, "use of undefined value"));
        }
        let id = self.new_local(name, ty);
        self.function.uses[id.0 as usize] = Some(at);
        Ok(id)
    }

    fn new_local(&mut self, name: Name<'a>, ty: Type) -> LocalId {
        let state = &mut self.function;
        let id = LocalId(state.body.locals.len() as u32);
        state.body.locals.push(ty);
        if self.options.local_names {
            let text = name.bytes().map(|text| self.module.strings.intern(&text));
            state.body.names.push(text);
        }
        state.uses.push(None);
        match name {
            Name::Number(number) => {
                let number = number as usize;
                if state.numbers.len() <= number {
                    state.numbers.resize(number + 1, None);
                }
                state.numbers[number] = Some(id);
            }
            _ => {
                state.names.insert(name.bytes().expect("a name that is no number has bytes"), id);
            }
        }
        id
    }

    /// Defines a local value; without a name, by the next number.
    pub(super) fn define_local(&mut self, name: Option<Name<'a>>, ty: Type, at: usize) -> Read<LocalId> {
        let name = match name {
            Some(Name::Number(number)) if number < self.function.next => {
                let message =
                    format!("instruction expected to be numbered '%{}' or greater", self.function.next);
                return Err(Failure::new(at, message));
            }
            Some(name @ Name::Number(number)) => {
                if u64::from(number) > u64::from(self.function.next) + self.src.len() as u64 {
                    return Err(Failure::new(at, "the number of the value is too large"));
                }
                self.function.next = number + 1;
                name
            }
            Some(name) => name,
            None => {
                self.function.next += 1;
                Name::Number(self.function.next - 1)
            }
        };
        let state = &mut self.function;
        let known = match name {
            Name::Number(number) => state.numbers.get(number as usize).copied().flatten(),
            _ => state.names.get(&name.bytes().expect("a name that is no number has bytes")).copied(),
        };
        let Some(id) = known else { return Ok(self.new_local(name, ty)) };
        let index = id.0 as usize;
        if state.uses[index].is_none() {
            return Err(Failure::new(at, "multiple definition of a local value"));
        }
        if state.body.locals[index] != ty {
            let message = format!(
                "instruction forward referenced with type '{}'",
                self.module.type_text(state.body.locals[index])
            );
            return Err(Failure::new(at, message));
        }
        state.uses[index] = None;
        Ok(id)
    }

    /// Reads `label %name`.
    pub(super) fn block_operand(&mut self) -> Read<BlockId> {
        self.keyword("label")?;
        self.block_name()
    }

    /// Reads the name of a block.
    pub(super) fn block_name(&mut self) -> Read<BlockId> {
        let Token::Local(name) = self.token else { return self.expected("a basic block") };
        let at = self.start;
        self.advance()?;
        let known = self.known_block(name);
        Ok(known.unwrap_or_else(|| self.new_block(name, Some(at))))
    }

    fn known_block(&self, name: Name<'a>) -> Option<BlockId> {
        match name {
            Name::Number(number) => self.function.block_numbers.get(&number).copied(),
            Name::Plain(text) => self.function.block_names.get(text).copied(),
            Name::Quoted(text) => self.function.block_names.get(&unescape(text)).copied(),
        }
    }

    fn new_block(&mut self, name: Name<'a>, at: Option<usize>) -> BlockId {
        let id = BlockId(self.function.body.blocks.len() as u32);
        let text = name.bytes().map(|text| self.module.strings.intern(&text));
        self.function.body.blocks.push(Block { name: text, ..Block::default() });
        self.function.block_uses.push(at);
        match name {
            Name::Number(number) => self.function.block_numbers.insert(number, id),
            _ => self
                .function
                .block_names
                .insert(name.bytes().expect("a name that is no number has bytes"), id),
        };
        id
    }

    /// Begins the block of a label; without one, of the next number.
    fn start_block(&mut self, label: Option<Name<'a>>, at: usize) -> Read {
        let name = match label {
            Some(Name::Number(number)) if number < self.function.next => {
                let message = format!("label expected to be numbered '{}' or greater", self.function.next);
                return Err(Failure::new(at, message));
            }
            Some(name @ Name::Number(number)) => {
                self.function.next = number.saturating_add(1);
                name
            }
            Some(name) => name,
            None => {
                self.function.next += 1;
                Name::Number(self.function.next - 1)
            }
        };
        let id = match self.known_block(name) {
            Some(id) => id,
            None => self.new_block(name, Some(at)),
        };
        if self.function.block_uses[id.0 as usize].take().is_none() {
            return Err(Failure::new(at, "redefinition of a label"));
        }
        let first = self.function.body.insts.len() as u32;
        self.function.body.blocks[id.0 as usize].insts = first..first;
        self.function.body.order.push(id);
        self.function.block = Some(id);
        Ok(())
    }

    /// Blocks whose addresses were taken before have the first numbers, in the order of their names.
    fn blocks_taken_before(&mut self, function: GlobalId) {
        let Some(labels) = self.addresses.get(&function) else { return };
        let mut labels: Vec<(Option<u32>, Vec<u8>, usize)> = labels
            .iter()
            .map(|&(label, at)| match label {
                Key::Number(number) => (Some(number), Vec::new(), at),
                Key::Name(name) => (None, self.module.bytes(name).to_vec(), at),
            })
            .collect();
        labels.sort();
        for (number, name, at) in labels {
            let id = BlockId(self.function.body.blocks.len() as u32);
            let text = number.is_none().then(|| self.module.strings.intern(&name));
            self.function.body.blocks.push(Block { name: text, ..Block::default() });
            self.function.block_uses.push(Some(at));
            match number {
                Some(number) => self.function.block_numbers.insert(number, id),
                None => self.function.block_names.insert(Cow::Owned(name), id),
            };
        }
    }

    fn function_body(&mut self, function: GlobalId) -> Read<Body> {
        let open = self.start;
        self.punct(b'{')?;
        self.blocks_taken_before(function);
        if self.is_punct(b'}') {
            return Err(Failure::new(open, "function body requires at least one basic block"));
        }
        while !self.optional_punct(b'}')? {
            if matches!(self.token, Token::Word(b"uselistorder" | b"uselistorder_bb")) {
                let order = self.use_list_order()?;
                self.function.body.use_lists.push(order);
                continue;
            }
            let at = self.start;
            let label = match self.token {
                Token::Label(name) => {
                    let end = self.end;
                    self.advance()?;
                    if self.options.comments {
                        let names = predecessors_comment(&self.src[end..]);
                        self.function
                            .predecessors
                            .extend(names.map(|names| (self.function.body.order.len(), names)));
                    }
                    Some(name)
                }
                _ => None,
            };
            self.start_block(label, at)?;
            loop {
                let ends = self.instruction()?;
                let end = self.function.body.insts.len() as u32;
                if let Some(block) = self.function.block {
                    self.function.body.blocks[block.0 as usize].insts.end = end;
                }
                if ends {
                    break;
                }
            }
        }
        for (place, names) in std::mem::take(&mut self.function.predecessors) {
            let blocks: Option<Box<[BlockId]>> =
                names.into_iter().map(|name| self.known_block(name)).collect();
            let block = self.function.body.order[place];
            self.function.body.blocks[block.0 as usize].predecessors = blocks;
        }
        let body = self.function.body.take();
        let state = &self.function;
        if let Some(offset) = state.block_uses.iter().copied().flatten().min() {
            return Err(Failure::new(offset, "use of undefined label"));
        }
        if let Some(offset) = state.uses.iter().copied().flatten().min() {
            return Err(Failure::new(offset, "use of undefined value"));
        }
        if let Some(names) = &mut self.block_names {
            let strings = &mut self.module.strings;
            let named = state.block_names.iter().map(|(name, &id)| (Key::Name(strings.intern(name)), id));
            let numbered = state.block_numbers.iter().map(|(&number, &id)| (Key::Number(number), id));
            names.insert(function, named.chain(numbered).collect());
        }
        Ok(body)
    }
}

/// The names in the comment after a label: `; preds = %a, %b`.
fn predecessors_comment(text: &[u8]) -> Option<Vec<Name<'_>>> {
    let line = &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())];
    let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
    let list = line[blanks..].strip_prefix(b"; preds = ")?;
    let mut lexer = Lexer::new(list);
    let (mut names, mut token) = (Vec::new(), Token::End);
    loop {
        lexer.next(&mut token).ok()?;
        let Token::Local(name) = token else { return None };
        names.push(name);
        lexer.next(&mut token).ok()?;
        match token {
            Token::Punct(b',') => {}
            Token::End => return Some(names),
            _ => return None,
        }
    }
}
