//! Constants.

use terrace_support::apfloat::{ApFloat, FloatKind, Rounding, parse_f64_literal};
use terrace_support::apint::ApInt;

use super::lexer::{Token, to_u64, unescape};
use super::parser::Parser;
use super::state::Key;
use super::{Failure, Read};
use crate::constants::is_zero;
use crate::model::{ConstId, ConstKind, Expression, ExpressionCode, Flags, GlobalId, Opcode, Value};
use crate::types::Type;

/// The most elements that a splat is written out to.
const MOST_SPLAT: u64 = 1 << 24;

impl<'a> Parser<'a> {
    fn add(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        self.module.constant(ty, kind)
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
                let value = match (to_u64(digits), digits) {
                    // Most fit into a word.
                    (Some(number), _) => ApInt::new(64, number).zext_or_trunc(width),
                    (None, [b'-', digits @ ..]) => fit(&ApInt::parse_decimal(digits), width).neg(),
                    (None, [b'+', digits @ ..] | digits) => fit(&ApInt::parse_decimal(digits), width),
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
                let value = match (number, self.module.types.float_kind(ty)) {
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
                if !self.is_pointer(ty) {
                    return Err(Failure::new(at, "global variable reference must have pointer type"));
                }
                let key = self.name_key(name);
                let global = self.symbol(key, at);
                Ok(self.add(ty, ConstKind::Global(global)))
            }
            Token::Punct(b'[') => {
                self.advance()?;
                let Some((element, count)) = self.module.types.as_array(ty) else {
                    return Err(Failure::new(
                        at,
                        "constant expression type mismatch: an array has another type",
                    ));
                };
                let elements = self.constant_list(b']')?;
                self.check_elements(at, &elements, |_| Some(element), count)?;
                Ok(self.module.aggregate(ty, elements))
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
                let Some((element, count, _)) = self.module.types.as_vector(ty) else {
                    return Err(Failure::new(
                        at,
                        "constant expression type mismatch: a vector has another type",
                    ));
                };
                self.check_elements(at, &elements, |_| Some(element), u64::from(count))?;
                Ok(self.module.aggregate(ty, elements))
            }
            Token::Word(word) => self.word_constant(ty, word, at),
            _ => self.expected("value token"),
        }
    }

    fn int_width(&self, ty: Type) -> Option<u32> {
        self.module.types.int_width(ty)
    }

    /// The bits of a floating-point number of a type.
    fn float_bits(&self, ty: Type, letter: u8, digits: &[u8]) -> Option<u128> {
        if letter == b'M' {
            return (ty == Type::PPC_FP128).then(|| ApInt::parse_hex(digits).low_u128().rotate_left(64));
        }
        let (kind, number) = (self.module.types.float_kind(ty)?, ApInt::parse_hex(digits));
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
        let Some(structure) = self.module.types.structure(ty) else {
            return Err(Failure::new(at, "constant expression type mismatch: a structure has another type"));
        };
        if structure.packed != packed {
            return Err(Failure::new(at, "packed'ness of initializer and type don't match"));
        }
        let types = &structure.elements;
        self.check_elements(at, &elements, |index| types.get(index).copied(), types.len() as u64)?;
        Ok(self.module.aggregate(ty, elements))
    }

    fn word_constant(&mut self, ty: Type, word: &[u8], at: usize) -> Read<ConstId> {
        let kind = match word {
            b"true" | b"false" => {
                if ty != Type::I1 {
                    return Err(Failure::new(at, "constant expression type mismatch: 'i1' is expected"));
                }
                ConstKind::Int(ApInt::new(1, u64::from(word == b"true")))
            }
            b"null" if self.is_pointer(ty) => ConstKind::Null,
            b"null" => return Err(Failure::new(at, "null must be a pointer type")),
            b"undef" => ConstKind::Undef,
            b"poison" => ConstKind::Poison,
            b"none" if ty == Type::TOKEN => ConstKind::None,
            b"none" => return Err(Failure::new(at, "invalid type for none constant")),
            b"zeroinitializer" => {
                self.advance()?;
                let zero = self.module.zero(ty);
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
            _ => return self.expression(Some(ty), word, at),
        };
        self.advance()?;
        Ok(self.add(ty, kind))
    }

    /// Reads an expression of any type.
    pub(super) fn any_expression(&mut self) -> Read<ConstId> {
        let at = self.start;
        let Token::Word(word) = self.token else { return self.expected("a constant expression") };
        self.expression(None, word, at)
    }

    fn string_constant(&mut self, ty: Type, at: usize) -> Read<ConstId> {
        self.advance()?;
        let Token::Text(text) = self.token else { return self.expected("a string") };
        let bytes = unescape(text);
        if self.module.types.as_array(ty) != Some((Type::I8, bytes.len() as u64)) {
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
        let Some((expected, count, scalable)) = self.module.types.as_vector(ty) else {
            return Err(Failure::new(at, "splat must have a vector type"));
        };
        if expected != self.module.constants.get(element).ty {
            return Err(Failure::new(at, "the element of a splat has another type"));
        }
        if !scalable && u64::from(count) > MOST_SPLAT {
            return Err(Failure::new(at, "the vector is too long"));
        }
        Ok(self.module.splat(ty, element))
    }

    fn block_address(&mut self, ty: Type) -> Read<ConstId> {
        self.advance()?;
        self.punct(b'(')?;
        let (function, number) = self.block_of_function()?;
        self.punct(b')')?;
        Ok(self.add(ty, ConstKind::BlockAddress(function, number)))
    }

    /// Reads a function and a block of it: the number of the block among those whose addresses are taken.
    pub(super) fn block_of_function(&mut self) -> Read<(GlobalId, u32)> {
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
        let labels = self.addresses.entry(function).or_default();
        let number = labels.iter().position(|&(other, _)| other == label).unwrap_or_else(|| {
            labels.push((label, at));
            labels.len() - 1
        });
        Ok((function, number as u32))
    }

    /// Reads an expression, which has its type in it; that must be the expected one.
    fn expression(&mut self, expected: Option<Type>, word: &[u8], at: usize) -> Read<ConstId> {
        let ty = expected.unwrap_or(Type::PTR);
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
            in_range = Some(self.module.strings.intern(&self.src[start..self.start]));
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
                let ty = expected.unwrap_or(self.module.type_of(base));
                match no_op && self.module.type_of(base) == ty {
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
                        let mask = operands.pop().and_then(|mask| self.module.shuffle_mask(mask));
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
        if expected.is_some_and(|ty| self.module.type_of(found) != ty) {
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
                return self.module.zero(to).unwrap_or(value);
            }
            ConstKind::Int(number) if number.is_zero() && opcode == Opcode::IntToPtr => Some(ConstKind::Null),
            ConstKind::Int(number) => match (opcode, self.int_width(to)) {
                (Opcode::Trunc, Some(width)) => Some(ConstKind::Int(number.trunc(width))),
                (Opcode::BitCast, None) if self.module.types.float_kind(to).is_some() => {
                    Some(ConstKind::Float(number.low_u128()))
                }
                _ => None,
            },
            ConstKind::Float(bits) if opcode == Opcode::BitCast => {
                self.int_width(to).map(|width| ConstKind::Int(ApInt::from_u128(width, *bits)))
            }
            ConstKind::Zero if opcode != Opcode::AddrSpaceCast => {
                return self.module.zero(to).unwrap_or(value);
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
        self.module.globals.push(crate::model::Global { name, offset, ..Default::default() });
        self.symbols.insert(key, id);
        id
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
