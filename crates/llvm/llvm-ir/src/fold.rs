//! Folds of instructions on constants, as LLVM folds them while it builds them.

use terrace_support::apfloat::{ApFloat, Rounding, Status};
use terrace_support::apint::ApInt;

use crate::constants::{ConstKind, Expression, ExpressionCode, is_zero};
use crate::fold_scalars::{
    self, NEAREST, cast_of_undefined, compare_floats, compare_ints, is_expression, is_undefined, select,
};
use crate::layout::Layout;
use crate::model::{ConstId, Flags, GlobalKind, InstKind, Module, Opcode};
use crate::types::Type;

/// The most elements of a vector that are folded one by one.
const MOST_LANES: u64 = 256;

/// The most elements of which one is changed while constants are folded.
const MOST_ELEMENTS: u64 = 1 << 12;

/// The context of constant folding in a module.
pub struct Folder<'a> {
    /// The module that the constants are of.
    pub module: &'a mut Module,
    /// Sizes of types.
    pub layout: &'a Layout,
    /// Whether addresses in globals keep the types that they are written with.
    pub keeps_addresses: bool,
}

impl Folder<'_> {
    /// The constant that an instruction on constants is, with the bounds of the part of its object that an address stays in; `None`
    /// if it stays an instruction.
    pub fn fold(
        &mut self,
        kind: &InstKind,
        ty: Type,
        flags: Flags,
        operands: &[ConstId],
        in_range: Option<crate::Str>,
    ) -> Option<ConstId> {
        match (kind, operands) {
            (InstKind::Gep(element), [base, indices @ ..]) => {
                self.gep(*element, *base, indices, flags, in_range)
            }
            (InstKind::ICmp(predicate), &[lhs, rhs]) => {
                let predicate = String::from_utf8_lossy(self.module.bytes(*predicate)).into_owned();
                let is_vector = self.module.types.as_vector(ty).is_some();
                // Undefined or zero vectors are compared as a whole if that decides the result.
                let (left, right) = (self.module.kind(lhs), self.module.kind(rhs));
                let is_zero = is_zero(right) && matches!(&*predicate, "uge" | "ult");
                if is_vector && (is_undefined(left) || is_undefined(right) || is_zero) {
                    let outcome = compare_ints(&predicate, left, right)?;
                    return Some(self.spread(ty, outcome));
                }
                self.lanes(ty, lhs, rhs, |module, lhs, rhs| {
                    let outcome = compare_ints(&predicate, module.kind(lhs), module.kind(rhs))?;
                    Some(module.constant(Type::I1, outcome))
                })
            }
            (InstKind::FCmp(predicate), &[lhs, rhs]) => {
                let predicate = String::from_utf8_lossy(self.module.bytes(*predicate)).into_owned();
                let is_undefined = [lhs, rhs].iter().any(|&id| is_undefined(self.module.kind(id)));
                let whole = compare_floats(self.module, &predicate, lhs, rhs);
                let lanes = self.lanes(ty, lhs, rhs, |module, lhs, rhs| {
                    let outcome = compare_floats(module, &predicate, lhs, rhs)?;
                    Some(module.constant(Type::I1, outcome))
                });
                if self.module.types.as_vector(ty).is_some() && is_undefined {
                    lanes?;
                    return whole.map(|outcome| self.spread(ty, outcome));
                }
                lanes
            }
            (InstKind::Select, &[condition, yes, no]) => self.select(ty, condition, yes, no),
            (InstKind::InsertValue(position), &[container, value]) => self.insert(container, position, value),
            (InstKind::ExtractValue(position), &[container]) => position
                .iter()
                .try_fold(container, |constant, &index| self.module.element(constant, u64::from(index))),
            (InstKind::InsertElement, &[vector, value, position]) => {
                let [of_vector, of_value, at] = [vector, value, position].map(|id| self.module.kind(id));
                if is_zero(of_vector) && is_zero(of_value) && !is_undefined(at) {
                    return Some(vector);
                }
                match self.position(position, vector)? {
                    None => Some(self.module.constant(ty, ConstKind::Poison)),
                    Some(index) => self.with_element(vector, index, value),
                }
            }
            (InstKind::ExtractElement, &[vector, position]) => {
                let kind = self.module.kind(vector);
                if is_undefined(kind) && !is_undefined(self.module.kind(position)) {
                    let kind = kind.clone();
                    return Some(self.module.constant(ty, kind));
                }
                match self.position(position, vector)? {
                    None => Some(self.module.constant(ty, ConstKind::Poison)),
                    Some(index) => self.module.element(vector, index),
                }
            }
            (InstKind::ShuffleVector(mask), &[first, second]) => self.shuffle(mask, ty, first, second),
            (InstKind::Simple(Opcode::FNeg), &[value]) => self.map(ty, value, |module, element, value| {
                match module.kind(value) {
                    ConstKind::Float(_) => Some(ConstKind::Float(module.as_float(value)?.neg().bits())),
                    kind if is_undefined(kind) => Some(kind.clone()),
                    _ => None,
                }
                .map(|kind| module.constant(element, kind))
            }),
            (InstKind::Simple(opcode), &[value]) if opcode.is_cast() && *opcode != Opcode::PtrToAddr => {
                self.cast(*opcode, ty, value)
            }
            (InstKind::Simple(opcode), &[lhs, rhs]) => {
                self.lanes(ty, lhs, rhs, |module, lhs, rhs| fold_scalars::binary(module, *opcode, lhs, rhs))
            }
            _ => None,
        }
    }

    /// A constant in each element of a vector.
    fn spread(&mut self, ty: Type, kind: ConstKind) -> ConstId {
        let element = self.module.types.scalar(ty);
        let element = self.module.constant(element, kind);
        self.module.splat(ty, element)
    }

    fn select(&mut self, ty: Type, condition: ConstId, yes: ConstId, no: ConstId) -> Option<ConstId> {
        let is_vector = self.module.types.as_vector(self.module.type_of(condition)).is_some();
        if !is_vector || is_undefined(self.module.kind(condition)) {
            return select(self.module, condition, yes, no);
        }
        let count = self.module.types.element_count(ty).filter(|&count| count <= MOST_LANES)?;
        let mut elements = Vec::new();
        for index in 0..count {
            let condition = self.module.element(condition, index)?;
            let (yes, no) = (self.module.element(yes, index)?, self.module.element(no, index)?);
            elements.push(select(self.module, condition, yes, no)?);
        }
        Some(self.module.aggregate(ty, elements))
    }

    /// The element that a position is; the inner `None` if the position is undefined or not in the vector.
    fn position(&self, position: ConstId, vector: ConstId) -> Option<Option<u64>> {
        if is_undefined(self.module.kind(position)) {
            return Some(None);
        }
        let position = self.module.constants.as_int(position)?.to_u64();
        let count = self.module.types.element_count(self.module.type_of(vector))?;
        Some(position.filter(|&position| position < count))
    }

    /// An aggregate or vector with another element at an index; `None` if its elements are unknown.
    fn with_element(&mut self, whole: ConstId, index: u64, element: ConstId) -> Option<ConstId> {
        let ty = self.module.type_of(whole);
        let count = self.module.types.element_count(ty).filter(|&count| count <= MOST_ELEMENTS)?;
        let mut elements: Vec<ConstId> =
            (0..count).map(|index| self.module.element(whole, index)).collect::<Option<_>>()?;
        *elements.get_mut(usize::try_from(index).ok()?)? = element;
        Some(self.module.aggregate(ty, elements))
    }

    fn insert(&mut self, container: ConstId, position: &[u32], value: ConstId) -> Option<ConstId> {
        let [index, rest @ ..] = position else { return Some(value) };
        let index = u64::from(*index);
        let inner = self.module.element(container, index)?;
        let element = self.insert(inner, rest, value)?;
        self.with_element(container, index, element)
    }

    fn shuffle(&mut self, mask: &[i32], ty: Type, first: ConstId, second: ConstId) -> Option<ConstId> {
        let count = self.module.types.element_count(self.module.type_of(first))?;
        let (element, ..) = self.module.types.as_vector(ty)?;
        let mut elements = Vec::new();
        for &index in mask {
            elements.push(match u64::try_from(index) {
                Err(_) => self.module.constant(element, ConstKind::Poison),
                Ok(index) if index < count => self.module.element(first, index)?,
                Ok(index) => self.module.element(second, index - count)?,
            });
        }
        Some(self.module.aggregate(ty, elements))
    }

    /// Applies a function to a scalar, or to each element of a vector, with the type of the result.
    fn map(
        &mut self,
        ty: Type,
        value: ConstId,
        f: impl Fn(&mut Module, Type, ConstId) -> Option<ConstId>,
    ) -> Option<ConstId> {
        let Some((element, ..)) = self.module.types.as_vector(ty) else { return f(self.module, ty, value) };
        let count = self.module.types.element_count(ty).filter(|&count| count <= MOST_LANES)?;
        let mut elements = Vec::new();
        for index in 0..count {
            let value = self.module.element(value, index)?;
            elements.push(f(self.module, element, value)?);
        }
        Some(self.module.aggregate(ty, elements))
    }

    /// Applies a function to two scalars, or to each two elements of vectors.
    fn lanes(
        &mut self,
        ty: Type,
        lhs: ConstId,
        rhs: ConstId,
        f: impl Fn(&mut Module, ConstId, ConstId) -> Option<ConstId>,
    ) -> Option<ConstId> {
        if self.module.types.as_vector(ty).is_none() {
            return f(self.module, lhs, rhs);
        }
        let count = self.module.types.element_count(ty).filter(|&count| count <= MOST_LANES)?;
        let mut elements = Vec::new();
        for index in 0..count {
            let (lhs, rhs) = (self.module.element(lhs, index)?, self.module.element(rhs, index)?);
            elements.push(f(self.module, lhs, rhs)?);
        }
        Some(self.module.aggregate(ty, elements))
    }

    fn cast(&mut self, opcode: Opcode, ty: Type, value: ConstId) -> Option<ConstId> {
        if let Some(folded) = cast_of_undefined(self.module, opcode, ty, value) {
            return Some(folded);
        }
        let from = self.module.type_of(value);
        let is_address = is_expression(self.module.kind(value));
        match opcode {
            Opcode::PtrToInt => return self.pointer_to_int(ty, value),
            Opcode::IntToPtr => return self.int_to_pointer(ty, value),
            Opcode::BitCast if ty == from => return Some(value),
            Opcode::Trunc if is_address && self.module.types.int_width(ty).is_some() => {
                return Some(self.module.cast(ty, opcode, value));
            }
            Opcode::AddrSpaceCast if is_address => return Some(self.module.cast(ty, opcode, value)),
            _ => {}
        }
        let types = &self.module.types;
        let same_count = types.element_count(ty) == types.element_count(from);
        let same_shape = same_count && types.as_vector(ty).is_some() == types.as_vector(from).is_some();
        if opcode == Opcode::BitCast
            && !same_count
            && let Some(folded) = self.cast_bits(ty, value)
        {
            return Some(folded);
        }
        if !same_shape {
            return None;
        }
        self.map(ty, value, |module, element, value| {
            match cast_of_undefined(module, opcode, element, value) {
                Some(folded) => Some(folded),
                None => {
                    let kind = cast_scalar(module, opcode, element, value)?;
                    Some(module.constant(element, kind))
                }
            }
        })
    }

    /// The numbers of a scalar or a vector as those of another shape; `None` if an element is an address. The bits of an undefined
    /// element are zero in a wider one.
    fn cast_bits(&mut self, ty: Type, value: ConstId) -> Option<ConstId> {
        let from_type = self.module.type_of(value);
        let lanes = |ty: Type| {
            let types = &self.module.types;
            match types.as_vector(ty) {
                Some((element, ..)) => Some((element, types.element_count(ty)?)),
                None => Some((ty, 1)),
            }
        };
        let ((from, from_count), (to, to_count)) = (lanes(from_type)?, lanes(ty)?);
        let types = &self.module.types;
        let (from_width, to_width) = (types.number_width(from)?, types.number_width(to)?);
        let total = u64::from(to_width) * to_count;
        if total != u64::from(from_width) * from_count || total > u64::from(u16::MAX) {
            return None;
        }
        let (is_vector, total) = (types.as_vector(from_type).is_some(), total as u32);
        let mut bits = ApInt::zero(total);
        let mut undefined = vec![false; from_count as usize];
        for index in (0..from_count).rev() {
            let lane = if is_vector { self.module.element(value, index)? } else { value };
            let number = match self.module.kind(lane) {
                ConstKind::Int(number) => number.zext_or_trunc(total),
                ConstKind::Float(number) => ApInt::from_u128(from_width, *number).zext_or_trunc(total),
                kind if is_undefined(kind) => {
                    undefined[index as usize] = true;
                    ApInt::zero(total)
                }
                _ => return None,
            };
            bits = if from_width < total { bits.shl_by(from_width).or(&number) } else { number };
        }
        let is_float = self.module.types.is_float(to);
        let mut elements = Vec::new();
        for index in 0..to_count {
            let number = bits.lshr_by(to_width * index as u32).zext_or_trunc(to_width);
            let kind = match is_float {
                _ if from_count < to_count && undefined[(index * from_count / to_count) as usize] => {
                    ConstKind::Undef
                }
                true => ConstKind::Float(number.low_u128()),
                false => ConstKind::Int(number),
            };
            elements.push(self.module.constant(to, kind));
        }
        match self.module.types.as_vector(ty) {
            Some(_) => Some(self.module.aggregate(ty, elements)),
            None => elements.first().copied(),
        }
    }

    fn pointer_to_int(&mut self, ty: Type, value: ConstId) -> Option<ConstId> {
        let width = self.module.types.int_width(ty)?;
        if let Some(number) = self.module.cast_operand(value, Opcode::IntToPtr) {
            let number = self.module.constants.as_int(number)?.zext_or_trunc(width);
            return Some(self.module.int(ty, number));
        }
        is_expression(self.module.kind(value)).then(|| self.module.cast(ty, Opcode::PtrToInt, value))
    }

    fn int_to_pointer(&mut self, ty: Type, value: ConstId) -> Option<ConstId> {
        let from = self.module.type_of(value);
        if !self.module.types.is_pointer(ty) {
            return None;
        }
        if let Some(pointer) = self.module.cast_operand(value, Opcode::PtrToInt)
            && self.module.type_of(pointer) == ty
            && self.module.types.int_width(from).map(u64::from)
                == Some(self.layout.size_in_bits(&self.module.types, ty))
        {
            return Some(pointer);
        }
        let kind = self.module.kind(value);
        let is_kept = matches!(kind, ConstKind::Int(_)) || is_expression(kind);
        is_kept.then(|| self.module.cast(ty, Opcode::IntToPtr, value))
    }

    fn gep(
        &mut self,
        element: Type,
        base: ConstId,
        indices: &[ConstId],
        flags: Flags,
        in_range: Option<crate::Str>,
    ) -> Option<ConstId> {
        let flags = gep_flags(flags);
        if (self.keeps_addresses || in_range.is_some()) && is_expression(self.module.kind(base)) {
            // Vectors of addresses are computed by instructions.
            if indices.iter().any(|&index| self.module.constants.as_int(index).is_none()) {
                return None;
            }
            if in_range.is_none() && indices.iter().all(|&index| is_zero(self.module.kind(index))) {
                return Some(base);
            }
            let ty = self.module.type_of(base);
            let operands: Vec<ConstId> = std::iter::once(base).chain(indices.iter().copied()).collect();
            return Some(self.module.expression(ty, ExpressionCode::Gep(element, in_range), operands, flags));
        }
        let space = self.module.types.pointer_space(self.module.type_of(base))?;
        let (mut bytes, mut ty) = (0i64, element);
        for (place, &index) in indices.iter().enumerate() {
            let index = self.module.constants.as_int(index)?.to_i64()?;
            let types = &self.module.types;
            if place == 0 {
                bytes = bytes.wrapping_add(index.wrapping_mul(self.stride(ty)?));
            } else if let Some(structure) = types.structure(ty) {
                let element = usize::try_from(index).ok()?;
                bytes = bytes.wrapping_add_unsigned(self.layout.element_offset(types, structure, element));
                ty = *structure.elements.get(element)?;
            } else {
                ty = types
                    .as_array(ty)
                    .map(|(element, _)| element)
                    .or_else(|| types.as_vector(ty).map(|(element, ..)| element))?;
                bytes = bytes.wrapping_add(index.wrapping_mul(self.stride(ty)?));
            }
        }
        Some(self.offset(base, space, bytes, flags))
    }

    /// The bytes between elements of a type; `None` if that is not known.
    fn stride(&self, ty: Type) -> Option<i64> {
        let is_scalable = self.module.types.as_vector(ty).is_some_and(|(_, _, scalable)| scalable);
        if is_scalable { None } else { i64::try_from(self.layout.alloc_size(&self.module.types, ty)).ok() }
    }

    /// The base and the bytes after it that an address is.
    fn as_offset(&self, id: ConstId) -> Option<(ConstId, i64, Flags)> {
        let ConstKind::Expression(Expression {
            opcode: ExpressionCode::Gep(Type::I8, None),
            operands,
            flags,
        }) = self.module.kind(id)
        else {
            return None;
        };
        let &[base, bytes] = &operands[..] else { return None };
        Some((base, self.module.constants.as_int(bytes)?.to_i64()?, *flags))
    }

    /// The address at a byte offset from another.
    fn offset(&mut self, base: ConstId, space: u32, bytes: i64, flags: Flags) -> ConstId {
        let width = self.layout.index_bits(space);
        let (base, bytes, mut flags) = match self.as_offset(base) {
            Some((base, before, of_base)) => (base, before.wrapping_add(bytes), common(flags, of_base)),
            None => (base, bytes, flags),
        };
        if bytes == 0 {
            return base;
        }
        let ty = self.module.type_of(base);
        let number = match self.module.kind(base) {
            ConstKind::Null => Some(0),
            _ => {
                let number = self.module.cast_operand(base, Opcode::IntToPtr);
                number.and_then(|number| self.module.constants.as_int(number)?.to_i64())
            }
        };
        let index = self.module.types.int(width);
        if let Some(number) = number {
            let value = self.module.int(index, ApInt::from_i64(width, number.wrapping_add(bytes)));
            return self.module.cast(ty, Opcode::IntToPtr, value);
        }
        if u64::try_from(bytes).is_ok_and(|bytes| bytes <= self.known_size(base)) {
            flags = Flags(Flags::INBOUNDS.0 | Flags::NUW.0);
        }
        let bytes = self.module.int(index, ApInt::from_i64(width, bytes));
        self.module.expression(ty, ExpressionCode::Gep(Type::I8, None), [base, bytes], flags)
    }

    /// The bytes that there are for sure after an address.
    fn known_size(&self, base: ConstId) -> u64 {
        let ConstKind::Global(global) = *self.module.kind(base) else { return 0 };
        let global = self.module.global(global);
        match global.kind {
            GlobalKind::Variable { ty, .. } if global.linkage != "extern_weak" => {
                self.layout.store_size(&self.module.types, ty)
            }
            _ => 0,
        }
    }
}

/// The no-wrap guarantees of an address computation; `inbounds` implies `nusw`.
fn gep_flags(flags: Flags) -> Flags {
    let all = flags.0 & (Flags::INBOUNDS.0 | Flags::NUSW.0 | Flags::NUW.0);
    Flags(if flags.contains(Flags::INBOUNDS) { all & !Flags::NUSW.0 } else { all })
}

/// The guarantees that two computations have both.
fn common(a: Flags, b: Flags) -> Flags {
    let implied = |flags: Flags| match flags.contains(Flags::INBOUNDS) {
        true => flags.0 | Flags::NUSW.0,
        false => flags.0,
    };
    gep_flags(Flags(implied(a) & implied(b)))
}

/// The value of a cast of a number.
fn cast_scalar(module: &Module, opcode: Opcode, ty: Type, value: ConstId) -> Option<ConstKind> {
    let width = module.types.number_width(ty)?;
    let kind = module.types.float_kind(ty);
    if let ConstKind::Float(bits) = *module.kind(value) {
        let number = module.as_float(value)?;
        return match (opcode, kind) {
            (Opcode::FPExt | Opcode::FPTrunc, Some(kind)) => {
                Some(ConstKind::Float(number.convert(kind, NEAREST).0.bits()))
            }
            (Opcode::BitCast, Some(_)) => Some(ConstKind::Float(bits)),
            (Opcode::BitCast, None) => Some(ConstKind::Int(ApInt::from_u128(width, bits))),
            (Opcode::FPToSI | Opcode::FPToUI, None) => {
                let (int, status) = number.to_int(width, opcode == Opcode::FPToSI, Rounding::TowardZero);
                Some(match status.contains(Status::INVALID) {
                    true => ConstKind::Poison,
                    false => ConstKind::Int(int),
                })
            }
            _ => None,
        };
    }
    let number = module.constants.as_int(value)?;
    match (opcode, kind) {
        (Opcode::Trunc, None) => Some(ConstKind::Int(number.trunc(width))),
        (Opcode::ZExt, None) => Some(ConstKind::Int(number.zext_or_trunc(width))),
        (Opcode::SExt, None) => Some(ConstKind::Int(number.sext(width))),
        (Opcode::BitCast, Some(_)) => Some(ConstKind::Float(number.low_u128())),
        (Opcode::SIToFP | Opcode::UIToFP, Some(kind)) => {
            let (float, _) = ApFloat::from_int(kind, number, opcode == Opcode::SIToFP, NEAREST);
            Some(ConstKind::Float(float.bits()))
        }
        _ => None,
    }
}
