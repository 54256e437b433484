//! Constants.

use terrace_dialects_llvm::types::{ArrayType, PointerType, StructRef, TargetExtType, TokenType};
use terrace_ir::{Context, Type, TypeData};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding, parse_f64_literal};
use terrace_support::apint::ApInt;

use super::lexer::{Token, to_u64, unescape};
use super::model::{Const, ConstId, ConstKind, Expression, ExpressionCode, Flags, GlobalId, Opcode, Value};
use super::parser::{Key, Parser};
use super::{Failure, Read};

/// The most elements that a splat is written out to.
const MOST_SPLAT: u64 = 1 << 24;

impl<'a> Parser<'a, '_> {
    pub(super) fn add(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        let is_zero = kind == ConstKind::Zero;
        let before = self.module.constants.count();
        let id = self.module.constants.add(Const { ty, kind });
        if is_zero && self.module.constants.count() > before {
            // The zeros that it is made of are constants, too.
            let elements: Vec<Type> = match StructRef::of(self.cx, ty) {
                Some(structure) => structure.elements().collect(),
                None => crate::constants::element_type(self.cx, ty, 0).into_iter().collect(),
            };
            for element in elements {
                self.zero(element);
            }
        }
        id
    }

    /// Reads a type and a value of it.
    pub(super) fn typed_value(&mut self) -> Read<(Type, Value)> {
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }

    /// Reads a value of a type.
    pub(super) fn value(&mut self, ty: Type) -> Read<Value> {
        let Token::Local(name) = self.token else {
            return self.constant(ty).map(Value::Const);
        };
        let at = self.start;
        self.advance()?;
        self.local(name, ty, at).map(Value::Local)
    }

    /// Reads a type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Read<ConstId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// Reads a constant of a type.
    pub(super) fn constant(&mut self, ty: Type) -> Read<ConstId> {
        self.deeper()?;
        let constant = self.any_constant(ty)?;
        self.depth -= 1;
        Ok(constant)
    }

    fn any_constant(&mut self, ty: Type) -> Read<ConstId> {
        let at = self.start;
        match self.token {
            Token::Int(digits) => {
                let Some(width) = self.int_width(ty) else {
                    return Err(Failure::new(at, "integer constant must have integer type"));
                };
                self.advance()?;
                let value = match digits {
                    // Most fit into a word.
                    _ if let Some(number) = to_u64(digits) => ApInt::new(64, number).zext_or_trunc(width),
                    [b'-', digits @ ..] => fit(&ApInt::parse_decimal(digits), width).neg(),
                    [b'+', digits @ ..] | digits => fit(&ApInt::parse_decimal(digits), width),
                };
                Ok(self.add(ty, ConstKind::Int(value)))
            }
            Token::Hex(signed, digits) => {
                let Some(width) = self.int_width(ty) else {
                    return Err(Failure::new(at, "integer constant must have integer type"));
                };
                self.advance()?;
                let value = ApInt::parse_hex(digits);
                let active = value.active_bits().max(1);
                let value = match signed {
                    true if active < width => value.zext_or_trunc(active).sext(width),
                    _ => fit(&value, width),
                };
                Ok(self.add(ty, ConstKind::Int(value)))
            }
            Token::Decimal(text) => {
                let text = text.strip_prefix(b"+").unwrap_or(text);
                let number = parse_f64_literal(text);
                let number = number.map(|number| ApFloat::from_f64(FloatKind::F64, number));
                let value = match (number, ty.float_kind(self.cx)) {
                    (Some(number), Some(FloatKind::F64)) => Some(number),
                    (Some(number), Some(kind @ (FloatKind::F16 | FloatKind::BF16 | FloatKind::F32))) => {
                        number.convert_exactly(kind, Rounding::NearestEven)
                    }
                    _ => None,
                };
                let Some(value) = value else {
                    return Err(Failure::new(at, "floating point constant invalid for type"));
                };
                self.advance()?;
                Ok(self.add(ty, ConstKind::Float(value.bits())))
            }
            Token::Bits(letter, digits) => {
                let value = self.float_bits(ty, letter, digits);
                let Some(bits) = value else {
                    return Err(Failure::new(at, "floating point constant invalid for type"));
                };
                self.advance()?;
                Ok(self.add(ty, ConstKind::Float(bits)))
            }
            Token::Global(name) => {
                self.advance()?;
                if !ty.isa::<PointerType>(self.cx) {
                    return Err(Failure::new(at, "global variable reference must have pointer type"));
                }
                let key = self.name_key(name);
                let global = self.symbol(key, at);
                Ok(self.add(ty, ConstKind::Global(global)))
            }
            Token::Punct(b'[') => {
                self.advance()?;
                let Some(array) = ty.dyn_cast::<ArrayType>(self.cx) else {
                    return Err(Failure::new(
                        at,
                        "constant expression type mismatch: an array has another type",
                    ));
                };
                let (element, count) = (array.element_type(self.cx), array.num_elements(self.cx));
                let elements = self.constant_list(b']')?;
                self.check_elements(at, &elements, |_| Some(element), count)?;
                Ok(self.aggregate(ty, elements))
            }
            Token::Punct(b'{') => {
                self.advance()?;
                let elements = self.constant_list(b'}')?;
                self.struct_constant(at, ty, elements, false)
            }
            Token::Punct(b'<') => {
                self.advance()?;
                if self.optional_punct(b'{')? {
                    let elements = self.constant_list(b'}')?;
                    self.punct(b'>')?;
                    return self.struct_constant(at, ty, elements, true);
                }
                let elements = self.constant_list(b'>')?;
                let TypeData::Vector { shape, element, .. } = ty.data(self.cx) else {
                    return Err(Failure::new(
                        at,
                        "constant expression type mismatch: a vector has another type",
                    ));
                };
                let (element, count) = (*element, shape.first().map_or(0, |count| count.unsigned_abs()));
                self.check_elements(at, &elements, |_| Some(element), count)?;
                Ok(self.aggregate(ty, elements))
            }
            Token::Word(word) => self.word_constant(ty, word, at),
            _ => self.expected("value token"),
        }
    }

    fn int_width(&self, ty: Type) -> Option<u32> {
        match ty.data(self.cx) {
            TypeData::Integer { width, .. } => Some(*width),
            _ => None,
        }
    }

    /// The bits of a floating-point number of a type.
    fn float_bits(&self, ty: Type, letter: u8, digits: &[u8]) -> Option<u128> {
        if letter == b'M' {
            let is_ppc = ty.isa::<terrace_dialects_llvm::types::PpcFp128Type>(self.cx);
            return Some(ApInt::parse_hex(digits).low_u128()).filter(|_| is_ppc);
        }
        let (kind, number) = (ty.float_kind(self.cx)?, ApInt::parse_hex(digits));
        if number.active_bits() > 128 {
            return None;
        }
        let bits = number.low_u128();
        match (letter, kind) {
            (b'0', FloatKind::F64) => Some(u128::from(bits as u64)),
            (b'0', FloatKind::F32 | FloatKind::F16 | FloatKind::BF16) => {
                narrow(ApFloat::from_bits(FloatKind::F64, u128::from(bits as u64)), kind)
            }
            (b'H', FloatKind::F16) | (b'R', FloatKind::BF16) => Some(bits & 0xffff),
            (b'K', FloatKind::F80) => Some(bits),
            // The lower half comes first.
            (b'L', FloatKind::F128) => Some(bits.rotate_left(64)),
            _ => None,
        }
    }

    fn constant_list(&mut self, close: u8) -> Read<Vec<ConstId>> {
        let mut elements = Vec::new();
        self.list_until(close, |parser| {
            elements.push(parser.typed_constant()?);
            Ok(())
        })?;
        Ok(elements)
    }

    fn check_elements(
        &self,
        at: usize,
        elements: &[ConstId],
        ty: impl Fn(usize) -> Option<Type>,
        count: u64,
    ) -> Read {
        if elements.len() as u64 != count {
            let message = format!("the constant has {} elements, its type {count}", elements.len());
            return Err(Failure::new(at, message));
        }
        let types = elements.iter().map(|&element| self.module.constants.get(element).ty);
        for (index, found) in types.enumerate() {
            if ty(index) != Some(found) {
                return Err(Failure::new(at, format!("element #{index} is not of the type's element type")));
            }
        }
        Ok(())
    }

    fn struct_constant(
        &mut self,
        at: usize,
        ty: Type,
        elements: Vec<ConstId>,
        packed: bool,
    ) -> Read<ConstId> {
        let Some(structure) = StructRef::of(self.cx, ty) else {
            return Err(Failure::new(at, "constant expression type mismatch: a structure has another type"));
        };
        if structure.is_packed != packed {
            return Err(Failure::new(at, "packed'ness of initializer and type don't match"));
        }
        self.check_elements(at, &elements, |index| structure.element(index), structure.len() as u64)?;
        Ok(self.aggregate(ty, elements))
    }

    /// An aggregate or a vector in LLVM's form.
    pub(super) fn aggregate(&mut self, ty: Type, elements: Vec<ConstId>) -> ConstId {
        let all = |holds: fn(&ConstKind) -> bool| {
            elements.iter().all(|&element| holds(&self.module.constants.get(element).kind))
        };
        let kind = if all(is_zero) {
            ConstKind::Zero
        } else if all(|kind| *kind == ConstKind::Poison) {
            ConstKind::Poison
        } else if all(|kind| *kind == ConstKind::Undef) {
            ConstKind::Undef
        } else {
            match self.numbers(ty, &elements) {
                Some(bytes) => ConstKind::Numbers(bytes),
                None => ConstKind::Elements(elements.into()),
            }
        };
        self.add(ty, kind)
    }

    fn numbers(&self, ty: Type, elements: &[ConstId]) -> Option<Box<[u8]>> {
        let first = self.module.constants.get(*elements.first()?).ty;
        if StructRef::of(self.cx, ty).is_some() {
            return None;
        }
        let size = number_size(first.data(self.cx))?;
        let mut bytes = Vec::with_capacity(elements.len() * size);
        for &element in elements {
            let bits = match &self.module.constants.get(element).kind {
                ConstKind::Int(value) => value.low_u128(),
                ConstKind::Float(bits) => *bits,
                _ => return None,
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        Some(bytes.into())
    }

    /// The zero of a type; `None` if it has none.
    pub(super) fn zero(&mut self, ty: Type) -> Option<ConstId> {
        let kind = zero_kind(self.cx, ty)?;
        Some(self.add(ty, kind))
    }

    fn word_constant(&mut self, ty: Type, word: &[u8], at: usize) -> Read<ConstId> {
        let kind = match word {
            b"true" | b"false" => {
                if ty != Type::I1 {
                    return Err(Failure::new(at, "constant expression type mismatch: 'i1' is expected"));
                }
                ConstKind::Int(ApInt::new(1, u64::from(word == b"true")))
            }
            b"null" if ty.isa::<PointerType>(self.cx) => ConstKind::Null,
            b"null" => return Err(Failure::new(at, "null must be a pointer type")),
            b"undef" => ConstKind::Undef,
            b"poison" => ConstKind::Poison,
            b"none" if ty.isa::<TokenType>(self.cx) => ConstKind::None,
            b"none" => return Err(Failure::new(at, "invalid type for none constant")),
            b"zeroinitializer" => {
                self.advance()?;
                let zero = self.zero(ty);
                return zero.ok_or_else(|| Failure::new(at, "invalid type for null constant"));
            }
            b"c" => return self.string_constant(ty, at),
            b"splat" => return self.splat(ty, at),
            b"blockaddress" => return self.block_address(ty),
            b"dso_local_equivalent" | b"no_cfi" => {
                self.advance()?;
                let Token::Global(name) = self.token else {
                    return self.expected("global value name");
                };
                let place = self.start;
                self.advance()?;
                let key = self.name_key(name);
                let global = self.symbol(key, place);
                self.add(ty, ConstKind::Global(global));
                let kind = match word {
                    b"no_cfi" => ConstKind::NoCfi(global),
                    _ => ConstKind::DsoLocalEquivalent(global),
                };
                return Ok(self.add(ty, kind));
            }
            b"ptrauth" => {
                self.advance()?;
                self.punct(b'(')?;
                let parts = self.constant_list(b')')?;
                return Ok(self.add(ty, ConstKind::PtrAuth(parts.into())));
            }
            _ => return self.expression(ty, word, at),
        };
        self.advance()?;
        Ok(self.add(ty, kind))
    }

    fn string_constant(&mut self, ty: Type, at: usize) -> Read<ConstId> {
        self.advance()?;
        let Token::Text(text) = self.token else { return self.expected("a string") };
        let bytes = unescape(text);
        let array = ty.dyn_cast::<ArrayType>(self.cx).filter(|array| {
            array.num_elements(self.cx) == bytes.len() as u64
                && matches!(array.element_type(self.cx).data(self.cx), TypeData::Integer { width: 8, .. })
        });
        if array.is_none() {
            return Err(Failure::new(at, "constant expression type mismatch: a string has another type"));
        }
        self.advance()?;
        let kind = match bytes.iter().all(|&byte| byte == 0) {
            true => ConstKind::Zero,
            false => ConstKind::Numbers(bytes.into_owned().into()),
        };
        Ok(self.add(ty, kind))
    }

    fn splat(&mut self, ty: Type, at: usize) -> Read<ConstId> {
        self.advance()?;
        self.punct(b'(')?;
        let element = self.typed_constant()?;
        self.punct(b')')?;
        let TypeData::Vector { shape, scalable, element: expected } = ty.data(self.cx) else {
            return Err(Failure::new(at, "splat must have a vector type"));
        };
        if *expected != self.module.constants.get(element).ty {
            return Err(Failure::new(at, "the element of a splat has another type"));
        }
        let count = shape.first().map_or(0, |count| count.unsigned_abs());
        if scalable.first() == Some(&true) {
            let kind = match self.module.constants.get(element).kind {
                ConstKind::Undef => ConstKind::Undef,
                ConstKind::Poison => ConstKind::Poison,
                ref kind if is_zero(kind) => ConstKind::Zero,
                _ => ConstKind::Splat(element),
            };
            return Ok(self.add(ty, kind));
        }
        if count > MOST_SPLAT {
            return Err(Failure::new(at, "the vector is too long"));
        }
        Ok(self.aggregate(ty, vec![element; count as usize]))
    }

    fn block_address(&mut self, ty: Type) -> Read<ConstId> {
        self.advance()?;
        self.punct(b'(')?;
        let Token::Global(name) = self.token else { return self.expected("function name in blockaddress") };
        let at = self.start;
        self.advance()?;
        let key = self.name_key(name);
        let function = self.symbol(key, at);
        self.punct(b',')?;
        let Token::Local(label) = self.token else {
            return self.expected("basic block name in blockaddress");
        };
        let (label, at) = (self.name_key(label), self.start);
        self.advance()?;
        self.punct(b')')?;
        let labels = self.addresses.entry(function).or_default();
        let number = labels.iter().position(|&(other, _)| other == label).unwrap_or_else(|| {
            labels.push((label, at));
            labels.len() - 1
        });
        Ok(self.add(ty, ConstKind::BlockAddress(function, number as u32)))
    }

    fn expression(&mut self, ty: Type, word: &[u8], at: usize) -> Read<ConstId> {
        let code = match (word, Opcode::from_keyword(word)) {
            (b"getelementptr" | b"extractelement" | b"insertelement" | b"shufflevector", _) => None,
            (_, Some(opcode)) if opcode != Opcode::FNeg => Some(opcode),
            _ => return self.expected("value token"),
        };
        self.advance()?;
        let mut flags = Flags::default();
        self.flags(&mut flags)?;
        let mut in_range = None;
        if self.optional_keyword("inrange")? {
            self.punct(b'(')?;
            let start = self.start;
            while !matches!(self.token, Token::End | Token::Punct(b')')) {
                self.advance()?;
            }
            in_range = Some(self.cx.str_from_bytes(&self.src[start..self.start]));
            self.punct(b')')?;
        }
        self.punct(b'(')?;
        let found = match code {
            Some(opcode) if opcode.is_cast() => {
                let value = self.typed_constant()?;
                self.keyword("to")?;
                let to = self.ty()?;
                self.punct(b')')?;
                self.cast(opcode, value, to, flags)
            }
            Some(opcode) => {
                let lhs = self.typed_constant()?;
                self.punct(b',')?;
                let rhs = self.typed_constant()?;
                self.punct(b')')?;
                let ty = self.module.constants.get(lhs).ty;
                if ty != self.module.constants.get(rhs).ty {
                    return Err(Failure::new(at, "operands of constexpr must have same type"));
                }
                self.binary(opcode, lhs, rhs, ty, flags)
            }
            None if word == b"getelementptr" => {
                let element = self.ty()?;
                self.punct(b',')?;
                let operands = self.constant_list(b')')?;
                let Some(&base) = operands.first() else {
                    return Err(Failure::new(at, "base of getelementptr must be a pointer"));
                };
                let no_op = in_range.is_none()
                    && operands[1..].iter().all(|&index| {
                        let kind = &self.module.constants.get(index).kind;
                        is_zero(kind) || matches!(kind, ConstKind::Undef | ConstKind::Poison)
                    });
                match no_op && self.module.constants.get(base).ty == ty {
                    true => base,
                    false => {
                        let code = ExpressionCode::Gep(element, in_range);
                        self.add_expression(ty, code, operands, flags)
                    }
                }
            }
            None => {
                let mut operands = self.constant_list(b')')?;
                let code = match word {
                    b"extractelement" => ExpressionCode::ExtractElement,
                    b"insertelement" => ExpressionCode::InsertElement,
                    _ => {
                        let mask = operands.pop().and_then(|mask| self.shuffle_mask(mask));
                        let mask =
                            mask.ok_or_else(|| Failure::new(at, "invalid operands to shufflevector"))?;
                        ExpressionCode::ShuffleVector(mask.into())
                    }
                };
                if operands.len() < 2 {
                    return Err(Failure::new(at, "expected more operands in the expression"));
                }
                self.add_expression(ty, code, operands, flags)
            }
        };
        if self.module.constants.get(found).ty != ty {
            return Err(Failure::new(at, "constant expression type mismatch"));
        }
        Ok(found)
    }

    fn add_expression(
        &mut self,
        ty: Type,
        opcode: ExpressionCode,
        operands: Vec<ConstId>,
        flags: Flags,
    ) -> ConstId {
        let kind = ConstKind::Expression(Expression { opcode, operands: operands.into(), flags });
        self.add(ty, kind)
    }

    fn cast(&mut self, opcode: Opcode, value: ConstId, to: Type, flags: Flags) -> ConstId {
        let constant = self.module.constants.get(value).clone();
        if opcode == Opcode::BitCast && constant.ty == to {
            return value;
        }
        let folded = match &constant.kind {
            ConstKind::Poison => Some(ConstKind::Poison),
            ConstKind::Undef => Some(ConstKind::Undef),
            ConstKind::Null if matches!(opcode, Opcode::PtrToInt | Opcode::PtrToAddr) => {
                return self.zero(to).unwrap_or(value);
            }
            ConstKind::Int(number) if number.is_zero() && opcode == Opcode::IntToPtr => Some(ConstKind::Null),
            ConstKind::Int(number) => match (opcode, self.int_width(to)) {
                (Opcode::Trunc, Some(width)) => Some(ConstKind::Int(number.trunc(width))),
                (Opcode::BitCast, None) if to.float_kind(self.cx).is_some() => {
                    Some(ConstKind::Float(number.low_u128()))
                }
                _ => None,
            },
            ConstKind::Float(bits) if opcode == Opcode::BitCast => {
                self.int_width(to).map(|width| ConstKind::Int(ApInt::from_u128(width, *bits)))
            }
            ConstKind::Zero if opcode != Opcode::AddrSpaceCast => {
                return self.zero(to).unwrap_or(value);
            }
            _ => None,
        };
        match folded {
            Some(kind) => self.add(to, kind),
            None => self.add_expression(to, ExpressionCode::Cast(opcode), vec![value], flags),
        }
    }

    fn binary(&mut self, opcode: Opcode, lhs: ConstId, rhs: ConstId, ty: Type, flags: Flags) -> ConstId {
        if let (Some(a), Some(b)) = (self.module.constants.as_int(lhs), self.module.constants.as_int(rhs)) {
            let folded = match opcode {
                Opcode::Add => Some(a.add(b)),
                Opcode::Sub => Some(a.sub(b)),
                Opcode::Mul => Some(a.mul(b)),
                Opcode::Xor => Some(a.xor(b)),
                Opcode::And => Some(a.and(b)),
                Opcode::Or => Some(a.or(b)),
                _ => None,
            };
            if let Some(value) = folded {
                return self.add(ty, ConstKind::Int(value));
            }
        }
        let is_zero = |id| is_zero(&self.module.constants.get(id).kind);
        match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Xor if is_zero(rhs) => lhs,
            Opcode::Add | Opcode::Xor if is_zero(lhs) => rhs,
            _ => self.add_expression(ty, ExpressionCode::Binary(opcode), vec![lhs, rhs], flags),
        }
    }

    /// The mask that a constant is: numbers of elements, -1 where any will do.
    pub(super) fn shuffle_mask(&self, id: ConstId) -> Option<Vec<i32>> {
        let constant = self.module.constants.get(id);
        let TypeData::Vector { shape, .. } = constant.ty.data(self.cx) else { return None };
        let count = usize::try_from(*shape.first()?).ok()?;
        match &constant.kind {
            ConstKind::Zero => Some(vec![0; count]),
            ConstKind::Undef | ConstKind::Poison => Some(vec![-1; count]),
            ConstKind::Numbers(bytes) => {
                Some(bytes.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect())
            }
            ConstKind::Elements(elements) => elements
                .iter()
                .map(|&element| match &self.module.constants.get(element).kind {
                    ConstKind::Int(value) => value.to_i64().and_then(|index| i32::try_from(index).ok()),
                    ConstKind::Undef | ConstKind::Poison => Some(-1),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }

    /// The global of a name, which may be defined later.
    pub(super) fn symbol(&mut self, key: Key, offset: usize) -> GlobalId {
        if let Some(&id) = self.symbols.get(&key) {
            return id;
        }
        let id = GlobalId(self.module.globals.len() as u32);
        let name = match key {
            Key::Name(name) => Some(name),
            Key::Number(_) => None,
        };
        self.module.globals.push(super::model::Global { name, offset, ..Default::default() });
        self.symbols.insert(key, id);
        id
    }
}

/// The zero of a type; `None` if it has none.
pub(crate) fn zero_kind(cx: &Context, ty: Type) -> Option<ConstKind> {
    Some(match ty.data(cx) {
        TypeData::Integer { width, .. } => ConstKind::Int(ApInt::zero(*width)),
        TypeData::Float(_) => ConstKind::Float(0),
        _ if ty.isa::<PointerType>(cx) => ConstKind::Null,
        TypeData::Vector { .. } => ConstKind::Zero,
        _ if ty.isa::<ArrayType>(cx) || StructRef::of(cx, ty).is_some() => ConstKind::Zero,
        _ if ty.isa::<TargetExtType>(cx) => ConstKind::Zero,
        _ if ty.isa::<terrace_dialects_llvm::types::PpcFp128Type>(cx) => ConstKind::Float(0),
        _ if ty.isa::<TokenType>(cx) => ConstKind::None,
        _ => return None,
    })
}

/// Whether all bits of a constant are zero.
pub(super) fn is_zero(kind: &ConstKind) -> bool {
    match kind {
        ConstKind::Zero | ConstKind::Null => true,
        ConstKind::Int(value) => value.is_zero(),
        ConstKind::Float(bits) => *bits == 0,
        _ => false,
    }
}

/// The number of bytes of an element, for element types whose arrays and vectors are stored as bytes.
pub(crate) fn number_size(ty: &TypeData) -> Option<usize> {
    match ty {
        TypeData::Integer { width: 8, .. } => Some(1),
        TypeData::Integer { width: 16, .. } | TypeData::Float(FloatKind::F16 | FloatKind::BF16) => Some(2),
        TypeData::Integer { width: 32, .. } | TypeData::Float(FloatKind::F32) => Some(4),
        TypeData::Integer { width: 64, .. } | TypeData::Float(FloatKind::F64) => Some(8),
        _ => None,
    }
}

fn fit(value: &ApInt, width: u32) -> ApInt {
    value.zext_or_trunc(width)
}

/// A double as a smaller number of the same value, NaNs with their payload.
fn narrow(number: ApFloat, kind: FloatKind) -> Option<u128> {
    if !number.is_nan() {
        return number.convert_exactly(kind, Rounding::NearestEven).map(ApFloat::bits);
    }
    let precision = kind.precision() - 1;
    let mantissa = number.bits() & ((1 << 52) - 1);
    let payload = mantissa >> (52 - precision);
    let infinity = ApFloat::infinity(kind, number.is_negative()).bits();
    Some(infinity | payload.max(u128::from(payload == 0)))
}
