//! Types.

use super::lexer::{Lexer, Name, Token, to_u32};
use super::parser::Parser;
use super::state::NamedType;
use super::{Failure, Read};
use crate::types::{Structure, Type, TypeKind};

/// The widest integer that there is, in bits.
const MOST_BITS: u32 = (1 << 24) - 1;

impl<'a> Parser<'a> {
    /// Finds the type definitions, each of which is on a separate line.
    pub(super) fn find_types(&mut self) -> Read {
        let src = self.src;
        let mut at = 0;
        while at < src.len() {
            let line = &src[at..];
            let len = memchr::memchr(b'\n', line).unwrap_or(line.len());
            let blanks = line.iter().take(len).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            if line.get(blanks) == Some(&b'%')
                && may_define_type(&line[blanks..len])
                && let Some((name, offset)) = type_definition(&src[..at + len], at + blanks)
            {
                let key = self.name_key(name);
                if self.types.insert(key, NamedType::At(offset)).is_some() {
                    return Err(Failure::new(at + blanks, "redefinition of type"));
                }
            }
            at += len + 1;
        }
        Ok(())
    }

    /// Reads `%name = type ...`, whose first word is next.
    pub(super) fn type_definition(&mut self, name: Name<'a>) -> Read {
        self.advance()?;
        self.punct(b'=')?;
        self.keyword("type")?;
        // It was found before, unless it shares its line with something else.
        let key = self.name_key(name);
        if !self.types.contains_key(&key) {
            self.types.insert(key, NamedType::At(self.start));
        }
        self.skip_type_body()?;
        self.named_type(name, self.start).map(|_| ())
    }

    /// Skips the body of a type.
    fn skip_type_body(&mut self) -> Read {
        if self.optional_keyword("opaque")? {
            return Ok(());
        }
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::Punct(b'{' | b'[' | b'<' | b'(') => depth += 1,
                Token::Punct(b'}' | b']' | b'>' | b')') => depth = depth.saturating_sub(1),
                Token::End => return self.expected("a type"),
                _ => {}
            }
            self.advance()?;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn named_type(&mut self, name: Name<'a>, offset: usize) -> Read<Type> {
        let key = self.name_key(name);
        match self.types.get(&key).copied() {
            Some(NamedType::Known(ty)) => Ok(ty),
            Some(NamedType::At(body)) => {
                self.types.insert(key, NamedType::Open);
                let kept = (self.token, self.start, self.end);
                self.lexer.seek(body);
                self.advance()?;
                let ty = self.type_body(name, body)?;
                self.types.insert(key, NamedType::Known(ty));
                (self.token, self.start, self.end) = kept;
                self.lexer.seek(self.end);
                Ok(ty)
            }
            Some(NamedType::Open) => {
                Err(Failure::new(offset, "recursive type: a structure cannot contain itself"))
            }
            None => Err(Failure::new(offset, "use of undefined type")),
        }
    }

    fn type_body(&mut self, name: Name<'a>, offset: usize) -> Read<Type> {
        let text = name.bytes().map(|text| self.module.strings.intern(&text));
        if self.optional_keyword("opaque")? {
            return Ok(self.module.types.new_named(text, offset));
        }
        let packed = self.is_punct(b'<');
        if packed {
            self.advance()?;
        }
        if !self.is_punct(b'{') {
            // Another name of a type.
            return self.ty();
        }
        let ty = self.module.types.new_named(text, offset);
        let elements = self.struct_elements()?.into();
        if packed {
            self.punct(b'>')?;
        }
        self.module.types.set_body(ty, Structure { elements, packed });
        Ok(ty)
    }

    fn struct_elements(&mut self) -> Read<Vec<Type>> {
        self.punct(b'{')?;
        let mut elements = Vec::new();
        self.list_until(b'}', |parser| {
            let at = parser.start;
            let ty = parser.ty()?;
            if !parser.module.types.is_valid_element(ty) {
                return Err(Failure::new(at, "invalid element type for struct"));
            }
            elements.push(ty);
            Ok(())
        })?;
        Ok(elements)
    }

    /// Reads a type that values may have.
    pub(super) fn ty(&mut self) -> Read<Type> {
        let at = self.start;
        let ty = self.any_type()?;
        if ty == Type::VOID {
            return Err(Failure::new(at, "void type only allowed for function results"));
        }
        Ok(ty)
    }

    /// Reads a type, `void` as well.
    pub(super) fn any_type(&mut self) -> Read<Type> {
        self.deeper()?;
        let mut ty = self.first_type()?;
        loop {
            match self.token {
                Token::Punct(b'(') => ty = self.function_type(ty)?,
                Token::Punct(b'*') => return self.expected("no '*': pointers have no type"),
                _ => break,
            }
        }
        self.depth -= 1;
        Ok(ty)
    }

    /// Reads the type of a function's result, after which its name comes.
    pub(super) fn result_type(&mut self) -> Read<Type> {
        self.deeper()?;
        let ty = self.first_type()?;
        self.depth -= 1;
        Ok(ty)
    }

    fn first_type(&mut self) -> Read<Type> {
        let at = self.start;
        match self.token {
            Token::Word(word) => match self.word_type(word)? {
                Some(ty) => Ok(ty),
                None => self.expected("type"),
            },
            Token::Local(name) => {
                self.advance()?;
                self.named_type(name, at)
            }
            Token::Punct(b'{') => {
                let elements = self.struct_elements()?;
                Ok(self.module.types.literal(elements, false))
            }
            Token::Punct(b'[') => {
                self.advance()?;
                let count = self.u64()?;
                self.keyword("x")?;
                let element = self.ty()?;
                self.punct(b']')?;
                let Ok(count) = i64::try_from(count) else {
                    return Err(Failure::new(at, "the array is too long"));
                };
                if !self.module.types.is_valid_element(element) {
                    return Err(Failure::new(at, "invalid array element type"));
                }
                Ok(self.module.types.array(element, count.unsigned_abs()))
            }
            Token::Punct(b'<') => {
                self.advance()?;
                if self.is_punct(b'{') {
                    let elements = self.struct_elements()?;
                    self.punct(b'>')?;
                    return Ok(self.module.types.literal(elements, true));
                }
                let scalable = self.optional_keyword("vscale")?;
                if scalable {
                    self.keyword("x")?;
                }
                let count = self.u64()?;
                self.keyword("x")?;
                let element = self.ty()?;
                self.punct(b'>')?;
                if count == 0 {
                    return Err(Failure::new(at, "zero element vector is illegal"));
                }
                let Ok(count) = u32::try_from(count) else {
                    return Err(Failure::new(at, "size too large for vector"));
                };
                if self.module.types.number_width(element).is_none() && !self.is_pointer(element) {
                    return Err(Failure::new(at, "invalid vector element type"));
                }
                Ok(self.module.types.vector(element, count, scalable))
            }
            _ => self.expected("type"),
        }
    }

    fn word_type(&mut self, word: &[u8]) -> Read<Option<Type>> {
        if let [b'i', digits @ ..] = word
            && let Some(width) = to_u32(digits)
        {
            if width == 0 || width > MOST_BITS {
                return self.expected("bitwidth for integer type within range");
            }
            self.advance()?;
            return Ok(Some(self.module.types.int(width)));
        }
        let ty = match word {
            b"ptr" => {
                self.advance()?;
                let space = self.optional_address_space()?;
                return Ok(Some(self.pointer(space)));
            }
            b"void" => Type::VOID,
            b"half" => Type::HALF,
            b"bfloat" => Type::BFLOAT,
            b"float" => Type::FLOAT,
            b"double" => Type::DOUBLE,
            b"fp128" => Type::FP128,
            b"x86_fp80" => Type::X86_FP80,
            b"ppc_fp128" => Type::PPC_FP128,
            b"x86_amx" => Type::X86_AMX,
            b"label" => Type::LABEL,
            b"metadata" => Type::METADATA,
            b"token" => Type::TOKEN,
            b"target" => return self.target_type().map(Some),
            _ => return Ok(None),
        };
        self.advance()?;
        Ok(Some(ty))
    }

    /// The pointer to an address space.
    pub(super) fn pointer(&mut self, space: u32) -> Type {
        self.module.types.pointer(space)
    }

    fn target_type(&mut self) -> Read<Type> {
        self.advance()?;
        self.punct(b'(')?;
        let name = self.string()?;
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while self.optional_punct(b',')? {
            match self.token {
                Token::Int(_) => numbers.push(self.u32()?),
                _ => types.push(self.any_type()?),
            }
        }
        self.punct(b')')?;
        let kind = TypeKind::Target { name, types: types.into(), numbers: numbers.into() };
        Ok(self.module.types.get(kind))
    }

    /// Reads `addrspace(1)`, if it is next; 0 otherwise.
    pub(super) fn optional_address_space(&mut self) -> Read<u32> {
        if !self.optional_keyword("addrspace")? {
            return Ok(0);
        }
        self.punct(b'(')?;
        // Symbolic address spaces refer to those of the data layout: program, globals, allocas.
        let space = match self.token {
            Token::Text(text) => {
                let layout = crate::layout::Layout::parse(&self.module.layout);
                let space = match text {
                    b"A" => layout.alloca_space,
                    b"P" => layout.program_space,
                    b"G" => layout.globals_space,
                    _ => return self.expected("'A', 'G' or 'P'"),
                };
                self.advance()?;
                space
            }
            _ => self.u32()?,
        };
        self.punct(b')')?;
        Ok(space)
    }

    fn function_type(&mut self, result: Type) -> Read<Type> {
        self.punct(b'(')?;
        let (mut params, mut variadic) = (Vec::new(), false);
        if !self.optional_punct(b')')? {
            loop {
                if self.token == Token::Dots {
                    self.advance()?;
                    variadic = true;
                    break;
                }
                params.push(self.ty()?);
                // The function type of a call may have parameter attributes, which are not part of it.
                self.parameter_attributes()?;
                if !self.optional_punct(b',')? {
                    break;
                }
            }
            self.punct(b')')?;
        }
        Ok(self.module.types.function(result, params, variadic))
    }
}

/// Whether a line that begins with a local name may define a type. Most lines are instructions.
fn may_define_type(line: &[u8]) -> bool {
    let (before, after) = match memchr::memchr(b'=', line) {
        Some(equals) => (&line[..equals], &line[equals + 1..]),
        None => return true,
    };
    // Quotes and comments may have the sign as well.
    if memchr::memchr3(b'"', b';', b'/', before).is_some() {
        return true;
    }
    let first = after.iter().find(|byte| !byte.is_ascii_whitespace());
    first.is_none_or(|first| matches!(first, b't' | b';' | b'/'))
}

/// The name of a type that a line defines, and where its body is.
fn type_definition(src: &[u8], at: usize) -> Option<(Name<'_>, usize)> {
    let mut lexer = Lexer::new(src);
    lexer.seek(at);
    let mut token = Token::End;
    lexer.next(&mut token).ok()?;
    let Token::Local(name) = token else { return None };
    lexer.next(&mut token).ok()?;
    let Token::Punct(b'=') = token else { return None };
    let word = lexer.next(&mut token).ok()?;
    matches!(token, Token::Word(b"type")).then_some((name, word + 4))
}
