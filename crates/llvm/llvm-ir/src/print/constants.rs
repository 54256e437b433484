//! Constants.

use std::fmt::Write;

use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;

use super::Printer;
use crate::constants::{Const, ConstKind, Expression, ExpressionCode, number_size};
use crate::model::{ConstId, GlobalId, GlobalKind};
use crate::names::{write_escaped, write_identifier};
use crate::numbering::LocalNumbers;
use crate::opcodes::Flags;
use crate::types::{Type, TypeKind};

/// Appends a number as LLVM does: with six decimals if that is all of it, else in hexadecimal.
pub fn write_float(out: &mut String, value: ApFloat) {
    let bits = value.bits();
    let _ = match value.kind() {
        FloatKind::F16 => write!(out, "0xH{bits:04X}"),
        FloatKind::BF16 => write!(out, "0xR{bits:04X}"),
        FloatKind::F80 => write!(out, "0xK{:04X}{:016X}", bits >> 64, bits as u64),
        FloatKind::F128 => write!(out, "0xL{:016X}{:016X}", bits as u64, bits >> 64),
        _ => {
            let (double, _) = value.convert(FloatKind::F64, Rounding::NearestEven);
            match double.write_short(out) {
                true => Ok(()),
                false => write!(out, "0x{:X}", wide_bits(value, double)),
            }
        }
    };
}

/// The bits of a number as a double; of a signaling NaN those that widening would make quiet stay as they are.
fn wide_bits(value: ApFloat, double: ApFloat) -> u64 {
    if value.kind() == FloatKind::F32 && value.is_nan() {
        let bits = value.bits() as u64;
        return (bits >> 31 << 63) | (0x7ff << 52) | ((bits & 0x7f_ffff) << 29);
    }
    double.bits() as u64
}

impl Const {
    /// Whether it is written as an expression, which has its types in it.
    pub(super) fn is_expression(&self) -> bool {
        matches!(self.kind, ConstKind::Expression(_))
    }
}

impl Printer<'_> {
    /// Writes a constant after its type.
    pub fn typed_constant(&mut self, id: ConstId) {
        self.ty(self.module.type_of(id));
        self.text(" ");
        self.constant(id);
    }

    /// Writes a constant without its type.
    pub fn constant(&mut self, id: ConstId) {
        let constant = self.module.constants.get(id);
        match &constant.kind {
            ConstKind::Int(value) => self.int(value),
            ConstKind::Float(bits) => self.float(constant.ty, *bits),
            ConstKind::Null => self.text("null"),
            ConstKind::Zero => self.text("zeroinitializer"),
            ConstKind::Undef => self.text("undef"),
            ConstKind::Poison => self.text("poison"),
            ConstKind::None => self.text("none"),
            ConstKind::Numbers(bytes) => self.numbers(constant.ty, bytes),
            ConstKind::Elements(elements) => self.elements(constant.ty, elements),
            ConstKind::Splat(element) => self.splat(*element),
            ConstKind::Global(global) => self.global_name(*global),
            ConstKind::DsoLocalEquivalent(global) => {
                self.text("dso_local_equivalent ");
                self.global_name(*global);
            }
            ConstKind::NoCfi(global) => {
                self.text("no_cfi ");
                self.global_name(*global);
            }
            ConstKind::PtrAuth(parts) => {
                self.text("ptrauth (");
                self.list(parts, |printer, &part| printer.typed_constant(part));
                self.text(")");
            }
            ConstKind::BlockAddress(function, number) => {
                self.text("blockaddress(");
                self.global_name(*function);
                self.text(", ");
                self.block_of(*function, *number);
                self.text(")");
            }
            ConstKind::Expression(expression) => self.expression(constant.ty, expression),
        }
    }

    fn int(&mut self, value: &ApInt) {
        match value.width() {
            1 => self.text(if value.is_zero() { "false" } else { "true" }),
            _ => value.write_signed(&mut self.out),
        }
    }

    fn float(&mut self, ty: Type, bits: u128) {
        match self.module.types.float_kind(ty) {
            Some(kind) => write_float(&mut self.out, ApFloat::from_bits(kind, bits)),
            None => drop(write!(self.out, "0xM{:016X}{:016X}", bits as u64, bits >> 64)),
        }
    }

    fn brackets(&self, ty: Type) -> (&'static str, &'static str) {
        match self.module.types.kind(ty) {
            TypeKind::Vector { .. } => ("<", ">"),
            TypeKind::Array { .. } => ("[", "]"),
            _ => match self.module.types.structure(ty).is_some_and(|structure| structure.packed) {
                true => ("<{ ", " }>"),
                false => ("{ ", " }"),
            },
        }
    }

    fn splat(&mut self, element: ConstId) {
        self.text("splat (");
        self.typed_constant(element);
        self.text(")");
    }

    fn elements(&mut self, ty: Type, elements: &[ConstId]) {
        // Equal constants have equal handles.
        if self.module.types.as_vector(ty).is_some()
            && let Some(&first) = elements.first()
            && elements.iter().all(|&element| element == first)
            && matches!(self.module.kind(first), ConstKind::Int(_) | ConstKind::Float(_))
        {
            return self.splat(first);
        }
        let (open, close) = self.brackets(ty);
        self.text(open);
        self.list(elements, |printer, &element| printer.typed_constant(element));
        self.text(close);
    }

    fn numbers(&mut self, ty: Type, bytes: &[u8]) {
        let types = &self.module.types;
        let is_vector = types.as_vector(ty).is_some();
        let element = types.element_type(ty, 0);
        let Some((element, size)) = element.and_then(|ty| Some((ty, number_size(types, ty)?))) else {
            return;
        };
        if !is_vector && element == Type::I8 {
            self.text("c\"");
            write_escaped(&mut self.out, bytes);
            return self.text("\"");
        }
        let mut parts = bytes.chunks_exact(size);
        if is_vector
            && let Some(first) = parts.clone().next()
            && parts.all(|part| part == first)
        {
            self.text("splat (");
            self.ty(element);
            self.text(" ");
            self.scalar(element, first);
            return self.text(")");
        }
        let (open, close) = self.brackets(ty);
        self.text(open);
        self.list(bytes.chunks_exact(size), |printer, part| {
            printer.ty(element);
            printer.text(" ");
            printer.scalar(element, part);
        });
        self.text(close);
    }

    fn scalar(&mut self, ty: Type, bytes: &[u8]) {
        match self.module.types.int_width(ty) {
            Some(width) => self.int(&ApInt::from_le_bytes(width, bytes)),
            None => {
                let mut all = [0; 16];
                all[..bytes.len()].copy_from_slice(bytes);
                self.float(ty, u128::from_le_bytes(all));
            }
        }
    }

    /// Writes the name of a block of any function, by its number among those whose addresses are taken.
    pub(super) fn block_of(&mut self, function: GlobalId, number: u32) {
        let module = self.module;
        let block = module.addresses.get(&function).and_then(|blocks| blocks.get(number as usize));
        let body = match &module.global(function).kind {
            GlobalKind::Function(function) => {
                function.body.as_ref().zip(module.types.as_function(function.ty))
            }
            _ => None,
        };
        let (Some(&block), Some((body, ty))) = (block, body) else { return self.text("%0") };
        match body.block(block).name {
            Some(name) => write_identifier(&mut self.out, '%', module.bytes(name)),
            None => {
                let numbers =
                    self.others.entry(function).or_insert_with(|| LocalNumbers::of(body, ty.params.len()));
                let number = numbers.block(block);
                self.text("%");
                self.number(u64::from(number));
            }
        }
    }

    fn expression(&mut self, ty: Type, expression: &Expression) {
        let operands = &expression.operands;
        match &expression.opcode {
            ExpressionCode::Binary(opcode) | ExpressionCode::Cast(opcode) => self.text(opcode.keyword()),
            ExpressionCode::Gep(..) => self.text("getelementptr"),
            ExpressionCode::ExtractElement => self.text("extractelement"),
            ExpressionCode::InsertElement => self.text("insertelement"),
            ExpressionCode::ShuffleVector(_) => self.text("shufflevector"),
        }
        self.flags(expression.flags);
        if let ExpressionCode::Gep(_, Some(range)) = &expression.opcode {
            self.text(" inrange(");
            self.word(*range);
            self.text(")");
        }
        self.text(" (");
        if let ExpressionCode::Gep(element, _) = &expression.opcode {
            self.ty(*element);
            self.text(", ");
        }
        self.list(operands, |printer, &operand| printer.typed_constant(operand));
        match &expression.opcode {
            ExpressionCode::Cast(_) => {
                self.text(" to ");
                self.ty(ty);
            }
            ExpressionCode::ShuffleVector(mask) => self.shuffle_mask(ty, mask),
            _ => {}
        }
        self.text(")");
    }

    /// Writes flags, each after a space.
    pub(super) fn flags(&mut self, flags: Flags) {
        for word in flags.words() {
            self.text(" ");
            self.text(word);
        }
    }

    /// Writes a mask after a comma.
    pub(super) fn shuffle_mask(&mut self, ty: Type, mask: &[i32]) {
        let is_scalable = self.module.types.as_vector(ty).is_some_and(|(_, _, scalable)| scalable);
        self.text(if is_scalable { ", <vscale x " } else { ", <" });
        self.number(mask.len() as u64);
        self.text(" x i32> ");
        if mask.iter().all(|&index| index == 0) {
            return self.text("zeroinitializer");
        }
        if mask.iter().all(|&index| index < 0) {
            return self.text("poison");
        }
        self.text("<");
        self.list(mask, |printer, &index| {
            printer.text("i32 ");
            match u64::try_from(index) {
                Ok(index) => printer.number(index),
                Err(_) => printer.text("poison"),
            }
        });
        self.text(">");
    }
}
