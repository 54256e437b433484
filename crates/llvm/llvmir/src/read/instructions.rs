//! Instructions but calls and accesses to memory.

use terrace_dialects_llvm::types::{ArrayType, PointerType, StructRef, vector_type};
use terrace_ir::{Type, TypeData};

use super::lexer::Token;
use super::model::{BlockId, Flags, Inst, InstKind, Opcode, Value};
use super::parser::Parser;
use super::{Failure, Read};

/// An instruction without its result.
pub(super) struct Parsed {
    pub(super) kind: InstKind,
    pub(super) ty: Type,
    pub(super) flags: Flags,
    /// Whether it ends its block.
    pub(super) ends: bool,
}

impl Parsed {
    pub(super) fn new(kind: InstKind, ty: Type) -> Self {
        Self { kind, ty, flags: Flags::default(), ends: false }
    }

    pub(super) fn terminator(kind: InstKind, ty: Type) -> Self {
        Self { ends: true, ..Self::new(kind, ty) }
    }

    pub(super) fn with(mut self, flags: Flags) -> Self {
        self.flags = flags;
        self
    }
}

impl<'a> Parser<'a, '_> {
    /// Reads an instruction with the records before it; the result is whether it ends its block.
    pub(super) fn instruction(&mut self) -> Read<bool> {
        let records = self.function.body.records.len() as u32;
        self.records()?;
        let records = records..self.function.body.records.len() as u32;
        let start = self.start;
        let name = match self.token {
            Token::Local(name) => {
                self.advance()?;
                self.punct(b'=')?;
                Some(name)
            }
            _ => None,
        };
        let first = self.function.body.operands.len() as u32;
        let at = self.start;
        let Token::Word(word) = self.token else { return self.expected("instruction opcode") };
        self.advance()?;
        let parsed = self.instruction_of(word, at)?;
        let operands = first..self.function.body.operands.len() as u32;
        let attached = self.function.body.attachments.len() as u32;
        while self.is_punct(b',') {
            self.advance()?;
            let attachment = self.attachment()?;
            self.function.body.attachments.push(attachment);
        }
        let attachments = attached..self.function.body.attachments.len() as u32;
        let result = match (parsed.ty == self.void, name) {
            (true, Some(_)) => {
                return Err(Failure::new(start, "instructions returning void cannot have a name"));
            }
            (true, None) => None,
            (false, name) => Some(self.define_local(name, parsed.ty, start)?),
        };
        let span = start as u32..self.last_end as u32;
        self.function.body.insts.push(Inst {
            kind: parsed.kind,
            ty: parsed.ty,
            result,
            operands,
            attachments,
            records,
            flags: parsed.flags,
            span,
        });
        Ok(parsed.ends)
    }

    pub(super) fn operand(&mut self, value: Value) {
        self.function.body.operands.push(value);
    }

    /// Reads a type and a value, which becomes an operand.
    pub(super) fn typed_operand(&mut self) -> Read<Type> {
        let (ty, value) = self.typed_value()?;
        self.operand(value);
        Ok(ty)
    }

    /// Reads a value of a type, which becomes an operand.
    pub(super) fn operand_of(&mut self, ty: Type) -> Read {
        let value = self.value(ty)?;
        self.operand(value);
        Ok(())
    }

    /// Reads flags, as many as are next.
    pub(super) fn flags(&mut self, flags: &mut Flags) -> Read {
        while let Token::Word(word) = self.token
            && let Some(flag) = Flags::from_keyword(word)
            && flag.0 <= Flags::AFN.0 | Flags::FAST.0
            && !matches!(word, b"volatile" | b"inalloca" | b"swifterror" | b"cleanup" | b"weak" | b"atomic")
        {
            flags.add(flag);
            self.advance()?;
        }
        Ok(())
    }

    pub(super) fn optional_flag(&mut self, flags: &mut Flags, flag: Flags, word: &str) -> Read {
        if self.optional_keyword(word)? {
            flags.add(flag);
        }
        Ok(())
    }

    fn instruction_of(&mut self, word: &'a [u8], at: usize) -> Read<Parsed> {
        // The most frequent ones come first.
        match word {
            b"load" => return self.load(),
            b"store" => return self.store(),
            b"getelementptr" => return self.gep(at),
            b"call" | b"tail" | b"musttail" | b"notail" => return self.call(word),
            b"br" => return self.branch(at),
            b"icmp" | b"fcmp" => return self.compare(word, at),
            _ => {}
        }
        if let Some(opcode) = Opcode::from_keyword(word) {
            return self.simple(opcode, at);
        }
        match word {
            b"ret" => self.ret(),
            b"alloca" => self.alloca(),
            b"phi" => self.phi(),
            b"select" => self.select(at),
            b"switch" => self.switch(at),
            b"unreachable" => Ok(Parsed::terminator(InstKind::Unreachable, self.void)),
            b"extractvalue" | b"insertvalue" => self.aggregate_part(word, at),
            b"extractelement" => {
                let ty = self.typed_operand()?;
                self.punct(b',')?;
                self.typed_operand()?;
                let Some(element) = self.vector_element(ty) else {
                    return Err(Failure::new(at, "invalid extractelement operands"));
                };
                Ok(Parsed::new(InstKind::ExtractElement, element))
            }
            b"insertelement" => {
                let ty = self.typed_operand()?;
                self.punct(b',')?;
                let element = self.typed_operand()?;
                self.punct(b',')?;
                self.typed_operand()?;
                if self.vector_element(ty) != Some(element) {
                    return Err(Failure::new(at, "invalid insertelement operands"));
                }
                Ok(Parsed::new(InstKind::InsertElement, ty))
            }
            b"shufflevector" => self.shuffle(at),
            b"freeze" => {
                let ty = self.typed_operand()?;
                Ok(Parsed::new(InstKind::Freeze, ty))
            }
            b"va_arg" => {
                self.typed_operand()?;
                self.punct(b',')?;
                let ty = self.ty()?;
                Ok(Parsed::new(InstKind::VaArg, ty))
            }
            b"fence" => self.fence(),
            b"cmpxchg" => self.cmpxchg(at),
            b"atomicrmw" => self.atomic_rmw(at),
            b"invoke" => self.invoke(),
            b"landingpad" => self.landing_pad(),
            b"resume" => {
                self.typed_operand()?;
                Ok(Parsed::terminator(InstKind::Resume, self.void))
            }
            b"indirectbr" => {
                self.typed_operand()?;
                self.punct(b',')?;
                self.punct(b'[')?;
                let mut blocks = Vec::new();
                self.list_until(b']', |parser| {
                    blocks.push(parser.block_operand()?);
                    Ok(())
                })?;
                Ok(Parsed::terminator(InstKind::IndirectBr(blocks.into()), self.void))
            }
            b"callbr" => self.callbr(),
            b"cleanupret" | b"catchret" | b"catchswitch" | b"catchpad" | b"cleanuppad" => {
                self.without_op(word)
            }
            _ => Err(Failure::new(at, "expected instruction opcode")),
        }
    }

    fn simple(&mut self, opcode: Opcode, at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let ty = self.typed_operand()?;
        if opcode.is_cast() {
            self.keyword("to")?;
            let to = self.ty()?;
            return Ok(Parsed::new(InstKind::Simple(opcode), to).with(flags));
        }
        let scalar = self.vector_element(ty).unwrap_or(ty);
        let fits = match opcode.is_float() {
            true => {
                scalar.is_float(self.cx) || scalar.isa::<terrace_dialects_llvm::types::PpcFp128Type>(self.cx)
            }
            false => scalar.is_integer(self.cx),
        };
        if !fits {
            return Err(Failure::new(at, "invalid operand type for instruction"));
        }
        if opcode.is_binary() {
            self.punct(b',')?;
            self.operand_of(ty)?;
        }
        Ok(Parsed::new(InstKind::Simple(opcode), ty).with(flags))
    }

    /// The type of the elements of a vector.
    pub(super) fn vector_element(&self, ty: Type) -> Option<Type> {
        match ty.data(self.cx) {
            TypeData::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// A type, or a vector of it if another type is a vector.
    fn shaped_like(&self, ty: Type, element: Type) -> Type {
        match ty.data(self.cx) {
            TypeData::Vector { shape, scalable, .. } => {
                let count = shape.first().copied().unwrap_or(1);
                vector_type(self.cx, element, count, scalable.first() == Some(&true))
            }
            _ => element,
        }
    }

    fn compare(&mut self, word: &[u8], at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let Token::Word(found) = self.token else { return self.expected("a predicate") };
        const INTS: &[&[u8]] =
            &[b"eq", b"ne", b"slt", b"sle", b"sgt", b"sge", b"ult", b"ule", b"ugt", b"uge"];
        const FLOATS: &[&[u8]] = &[
            b"oeq", b"ogt", b"oge", b"olt", b"ole", b"one", b"ord", b"ueq", b"ugt", b"uge", b"ult", b"ule",
            b"une", b"uno", b"true", b"false",
        ];
        let known = if word == b"icmp" { INTS } else { FLOATS };
        if !known.contains(&found) {
            return self.expected("a predicate (e.g. 'eq' or 'oeq')");
        }
        let predicate = self.word()?;
        let ty = self.typed_operand()?;
        self.punct(b',')?;
        self.operand_of(ty)?;
        let scalar = self.vector_element(ty).unwrap_or(ty);
        let kind = match word {
            b"icmp" if scalar.is_integer(self.cx) || scalar.isa::<PointerType>(self.cx) => {
                InstKind::ICmp(predicate)
            }
            b"icmp" => return Err(Failure::new(at, "icmp requires integer operands")),
            _ if scalar.is_float(self.cx) || !scalar.is_integer(self.cx) => InstKind::FCmp(predicate),
            _ => return Err(Failure::new(at, "fcmp requires floating point operands")),
        };
        Ok(Parsed::new(kind, self.shaped_like(ty, Type::I1)).with(flags))
    }

    fn select(&mut self, at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let condition = self.typed_operand()?;
        if self.vector_element(condition).unwrap_or(condition) != Type::I1 {
            return Err(Failure::new(at, "select condition must be i1 or <n x i1>"));
        }
        self.punct(b',')?;
        let ty = self.typed_operand()?;
        self.punct(b',')?;
        let other = self.typed_operand()?;
        if ty != other {
            return Err(Failure::new(at, "select values must have same type"));
        }
        Ok(Parsed::new(InstKind::Select, ty).with(flags))
    }

    fn phi(&mut self) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let ty = self.ty()?;
        let mut blocks = Vec::new();
        loop {
            self.punct(b'[')?;
            self.operand_of(ty)?;
            self.punct(b',')?;
            blocks.push(self.block_name()?);
            self.punct(b']')?;
            // Behind the comma may also be what is attached.
            if !self.is_punct(b',') || !self.peek_is(b'[') {
                break;
            }
            self.advance()?;
        }
        Ok(Parsed::new(InstKind::Phi(blocks.into()), ty).with(flags))
    }

    /// Whether a byte comes after the next word.
    pub(super) fn peek_is(&self, byte: u8) -> bool {
        let rest = &self.src[self.end..];
        rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&byte)
    }

    fn branch(&mut self, at: usize) -> Read<Parsed> {
        if self.is_keyword("label") {
            let target = self.block_operand()?;
            return Ok(Parsed::terminator(InstKind::Br([target].into()), self.void));
        }
        let ty = self.typed_operand()?;
        if ty != Type::I1 {
            return Err(Failure::new(at, "branch condition must have 'i1' type"));
        }
        self.punct(b',')?;
        let holds = self.block_operand()?;
        self.punct(b',')?;
        let fails = self.block_operand()?;
        Ok(Parsed::terminator(InstKind::Br([holds, fails].into()), self.void))
    }

    fn ret(&mut self) -> Read<Parsed> {
        let ty = self.any_type()?;
        if ty != self.void {
            self.operand_of(ty)?;
        }
        Ok(Parsed::terminator(InstKind::Ret, self.void))
    }

    fn switch(&mut self, at: usize) -> Read<Parsed> {
        let ty = self.typed_operand()?;
        if !ty.is_integer(self.cx) {
            return Err(Failure::new(at, "switch condition must have integer type"));
        }
        self.punct(b',')?;
        let mut blocks: Vec<BlockId> = vec![self.block_operand()?];
        self.punct(b'[')?;
        while !self.optional_punct(b']')? {
            let case = self.typed_constant()?;
            if self.module.constants.as_int(case).is_none() {
                return Err(Failure::new(self.last_end, "case value is not a constant integer"));
            }
            self.operand(Value::Const(case));
            self.punct(b',')?;
            blocks.push(self.block_operand()?);
        }
        Ok(Parsed::terminator(InstKind::Switch(blocks.into()), self.void))
    }

    fn aggregate_part(&mut self, word: &[u8], at: usize) -> Read<Parsed> {
        let ty = self.typed_operand()?;
        let value = match word {
            b"insertvalue" => {
                self.punct(b',')?;
                Some(self.typed_operand()?)
            }
            _ => None,
        };
        let (mut indices, mut part) = (Vec::new(), ty);
        while self.is_punct(b',') && !self.peek_is(b'!') {
            self.advance()?;
            let index = self.u32()?;
            let element = match StructRef::of(self.cx, part) {
                Some(structure) => structure.element(index as usize),
                None => part
                    .dyn_cast::<ArrayType>(self.cx)
                    .filter(|array| u64::from(index) < array.num_elements(self.cx))
                    .map(|array| array.element_type(self.cx)),
            };
            let Some(element) = element else {
                return Err(Failure::new(at, "invalid indices for an aggregate"));
            };
            indices.push(index);
            part = element;
        }
        if indices.is_empty() {
            return self.expected("index");
        }
        match value {
            None => Ok(Parsed::new(InstKind::ExtractValue(indices.into()), part)),
            Some(value) if value == part => Ok(Parsed::new(InstKind::InsertValue(indices.into()), ty)),
            Some(_) => Err(Failure::new(at, "insertvalue operand and field disagree in type")),
        }
    }

    fn shuffle(&mut self, at: usize) -> Read<Parsed> {
        let ty = self.typed_operand()?;
        self.punct(b',')?;
        let other = self.typed_operand()?;
        self.punct(b',')?;
        let mask = self.typed_constant()?;
        let mask_type = self.module.constants.get(mask).ty;
        let (Some(mask), Some(element)) = (self.shuffle_mask(mask), self.vector_element(ty)) else {
            return Err(Failure::new(at, "invalid shufflevector operands"));
        };
        if ty != other {
            return Err(Failure::new(at, "invalid shufflevector operands"));
        }
        let result = self.shaped_like(mask_type, element);
        Ok(Parsed::new(InstKind::ShuffleVector(mask.into()), result))
    }

    fn gep(&mut self, at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let element = self.ty()?;
        self.punct(b',')?;
        let base = self.typed_operand()?;
        if !self.vector_element(base).unwrap_or(base).isa::<PointerType>(self.cx) {
            return Err(Failure::new(at, "base of getelementptr must be a pointer"));
        }
        let mut ty = base;
        while self.is_punct(b',') && !self.peek_is(b'!') {
            self.advance()?;
            let index = self.typed_operand()?;
            // One vector among base and indices makes the result one.
            if self.vector_element(ty).is_none() && self.vector_element(index).is_some() {
                ty = self.shaped_like(index, base);
            }
        }
        Ok(Parsed::new(InstKind::Gep(element), ty).with(flags))
    }

    fn landing_pad(&mut self) -> Read<Parsed> {
        let ty = self.ty()?;
        let mut flags = Flags::default();
        self.optional_flag(&mut flags, Flags::CLEANUP, "cleanup")?;
        let mut filters = Vec::new();
        while let Some(word) = self.optional_keyword_of(&["catch", "filter"])? {
            self.typed_operand()?;
            filters.push(word == "filter");
        }
        Ok(Parsed::new(InstKind::LandingPad(filters.into()), ty).with(flags))
    }

    /// Reads what the dialect llvm has no op for.
    fn without_op(&mut self, word: &'a [u8]) -> Read<Parsed> {
        let name = self.cx.str_from_bytes(word);
        let mut blocks = Vec::new();
        let is_pad = matches!(word, b"catchswitch" | b"catchpad" | b"cleanuppad");
        let mut depth = 0u32;
        // To the end of the instruction, which is the end of its line unless brackets are open.
        loop {
            match self.token {
                Token::Punct(b'[' | b'(') => depth += 1,
                Token::Punct(b']' | b')') => depth = depth.saturating_sub(1),
                Token::Word(b"label") => {
                    blocks.push(self.block_operand()?);
                    continue;
                }
                Token::End => return self.expected("the end of an instruction"),
                _ => {}
            }
            let line_ends = self.src[self.end..]
                .iter()
                .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
                .is_none_or(|byte| matches!(byte, b'\n' | b';'));
            self.advance()?;
            if line_ends && depth == 0 && !self.is_punct(b'[') && !self.is_keyword("unwind") {
                break;
            }
        }
        let ty =
            if is_pad { terrace_dialects_llvm::types::TokenType::get(self.cx).into() } else { self.void };
        let ends = !matches!(word, b"catchpad" | b"cleanuppad");
        Ok(Parsed { ends, ..Parsed::new(InstKind::Other(name, blocks.into()), ty) })
    }
}
