//! Instructions but calls and accesses to memory.

use super::lexer::Token;
use super::parser::Parser;
use super::{Failure, Read};
use crate::model::{BlockId, ConstKind, Flags, Inst, InstKind, Opcode, Value};
use crate::types::Type;

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

impl<'a> Parser<'a> {
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
        let result = match (parsed.ty == Type::VOID, name) {
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
            b"unreachable" => Ok(Parsed::terminator(InstKind::Unreachable, Type::VOID)),
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
                Ok(Parsed::terminator(InstKind::Resume, Type::VOID))
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
                Ok(Parsed::terminator(InstKind::IndirectBr(blocks.into()), Type::VOID))
            }
            b"callbr" => self.callbr(),
            b"cleanupret" => self.cleanup_ret(),
            b"catchret" => self.catch_ret(),
            b"catchswitch" => self.catch_switch(),
            b"catchpad" => self.funclet_pad(InstKind::CatchPad),
            b"cleanuppad" => self.funclet_pad(InstKind::CleanupPad),
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
        let scalar = self.module.types.scalar(ty);
        let fits = match opcode.is_float() {
            true => self.module.types.is_float(scalar),
            false => self.module.types.int_width(scalar).is_some(),
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
        self.module.types.as_vector(ty).map(|(element, ..)| element)
    }

    pub(super) fn is_pointer(&self, ty: Type) -> bool {
        self.module.types.is_pointer(ty)
    }

    /// A type, or a vector of it if another type is a vector.
    fn shaped_like(&mut self, ty: Type, element: Type) -> Type {
        self.module.types.shaped_like(ty, element)
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
        let scalar = self.module.types.scalar(ty);
        let kind = match word {
            b"icmp" if self.module.types.int_width(scalar).is_some() || self.is_pointer(scalar) => {
                InstKind::ICmp(predicate)
            }
            b"icmp" => return Err(Failure::new(at, "icmp requires integer operands")),
            _ if self.module.types.int_width(scalar).is_none() => InstKind::FCmp(predicate),
            _ => return Err(Failure::new(at, "fcmp requires floating point operands")),
        };
        Ok(Parsed::new(kind, self.shaped_like(ty, Type::I1)).with(flags))
    }

    fn select(&mut self, at: usize) -> Read<Parsed> {
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let condition = self.typed_operand()?;
        if self.module.types.scalar(condition) != Type::I1 {
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
            return Ok(Parsed::terminator(InstKind::Br([target].into()), Type::VOID));
        }
        let ty = self.typed_operand()?;
        if ty != Type::I1 {
            return Err(Failure::new(at, "branch condition must have 'i1' type"));
        }
        self.punct(b',')?;
        let holds = self.block_operand()?;
        self.punct(b',')?;
        let fails = self.block_operand()?;
        Ok(Parsed::terminator(InstKind::Br([holds, fails].into()), Type::VOID))
    }

    fn ret(&mut self) -> Read<Parsed> {
        let ty = self.any_type()?;
        if ty != Type::VOID {
            self.operand_of(ty)?;
        }
        Ok(Parsed::terminator(InstKind::Ret, Type::VOID))
    }

    fn switch(&mut self, at: usize) -> Read<Parsed> {
        let ty = self.typed_operand()?;
        if self.module.types.int_width(ty).is_none() {
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
        Ok(Parsed::terminator(InstKind::Switch(blocks.into()), Type::VOID))
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
            let types = &self.module.types;
            let element =
                types.element_type(part, u64::from(index)).filter(|_| types.as_vector(part).is_none());
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
        let (Some(mask), Some(element)) = (self.module.shuffle_mask(mask), self.vector_element(ty)) else {
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
        if !self.is_pointer(self.module.types.scalar(base)) {
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

    /// Reads `within %token`, or the place of it after `from`.
    fn token_operand(&mut self) -> Read {
        match self.token {
            Token::Word(b"none") => {
                self.advance()?;
                let none = self.module.constant(Type::TOKEN, ConstKind::None);
                self.operand(Value::Const(none));
                Ok(())
            }
            _ => self.operand_of(Type::TOKEN),
        }
    }

    /// Reads `unwind label %block` or `unwind to caller`.
    fn unwind(&mut self) -> Read<Option<BlockId>> {
        self.keyword("unwind")?;
        if self.optional_keyword("to")? {
            self.keyword("caller")?;
            return Ok(None);
        }
        self.block_operand().map(Some)
    }

    fn cleanup_ret(&mut self) -> Read<Parsed> {
        self.keyword("from")?;
        self.token_operand()?;
        let unwind = self.unwind()?;
        Ok(Parsed::terminator(InstKind::CleanupRet(unwind), Type::VOID))
    }

    fn catch_ret(&mut self) -> Read<Parsed> {
        self.keyword("from")?;
        self.token_operand()?;
        self.keyword("to")?;
        let to = self.block_operand()?;
        Ok(Parsed::terminator(InstKind::CatchRet(to), Type::VOID))
    }

    fn catch_switch(&mut self) -> Read<Parsed> {
        self.keyword("within")?;
        self.token_operand()?;
        self.punct(b'[')?;
        let mut handlers = Vec::new();
        self.list_until(b']', |parser| {
            handlers.push(parser.block_operand()?);
            Ok(())
        })?;
        let unwind = self.unwind()?;
        Ok(Parsed::terminator(InstKind::CatchSwitch(handlers.into(), unwind), Type::TOKEN))
    }

    fn funclet_pad(&mut self, kind: InstKind) -> Read<Parsed> {
        self.keyword("within")?;
        self.token_operand()?;
        self.punct(b'[')?;
        self.list_until(b']', |parser| {
            let ty = parser.ty()?;
            if ty == Type::METADATA {
                let metadata = parser.metadata()?;
                parser.operand(Value::Metadata(metadata));
                return Ok(());
            }
            parser.operand_of(ty)
        })?;
        Ok(Parsed::new(kind, Type::TOKEN))
    }
}
