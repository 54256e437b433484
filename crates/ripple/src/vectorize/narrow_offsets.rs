//! Addresses that are one address and offsets of few bits, as those of the elements of a table are. Where elements are
//! accessed one by one, the offsets are kept in memory as they are, not as addresses of 64 bits each.

use terrace_dialects_llvm::ops::{GEPOp, GepIndexRef, MulOp, SExtOp, ShlOp, ZExtOp};
use terrace_ir::{Type, Value};

use super::emit::Emitter;
use crate::evaluate::extended;
use crate::shape::Shape;
use crate::splats::{number_everywhere, splat_of};

/// Addresses: a base, and multiples of extended numbers in bytes.
pub(super) struct Offsets {
    base: Value,
    /// The numbers, a vector.
    pub(super) narrow: Value,
    is_signed: bool,
    scale: i64,
}

impl Emitter<'_, '_> {
    /// The offsets from one base that addresses are, if they are extended from at most 32 bits.
    pub(super) fn narrow_offsets(&self, pointers: Value) -> Option<Offsets> {
        let gep = self.rw.value(pointers).defining_op()?.cast::<GEPOp>()?;
        let base = gep.base();
        let base = if base.ty().is_vector(self.cx()) { splat_of(base)? } else { base };
        let mut indices = gep.indices();
        let (Some(GepIndexRef::Value(mut offset)), None) = (indices.next(), indices.next()) else {
            return None;
        };
        let is_in_bytes = gep.elem_type().bit_width(self.cx()) == Some(8);
        if !is_in_bytes || !offset.ty().is_vector(self.cx()) || self.width(self.element(offset.ty())) != 64 {
            return None;
        }
        let mut scale = 1_i64;
        let op = offset.defining_op()?;
        if let Some(product) = op.cast::<MulOp>() {
            (offset, scale) = (product.lhs(), number_everywhere(product.rhs())?);
        } else if let Some(shift) = op.cast::<ShlOp>() {
            let by = number_everywhere(shift.rhs()).filter(|by| (0..16).contains(by))?;
            (offset, scale) = (shift.lhs(), 1 << by);
        }
        let extension = offset.defining_op()?;
        let narrow = extended(extension)?;
        let width = self.width(self.element(narrow.ty()));
        [8, 16, 32].contains(&width).then(|| Offsets {
            base: base.id(),
            narrow: narrow.id(),
            is_signed: extension.isa::<SExtOp>(),
            scale,
        })
    }

    /// The address of one of them, given the memory with the numbers.
    pub(super) fn address_by_offset(&mut self, offsets: &Offsets, narrow: Value, index: Value) -> Value {
        let (element, wide) = (self.element(self.type_of(offsets.narrow)), Type::I64);
        let number = self.element_at(narrow, element, index);
        let number = match offsets.is_signed {
            true => self.unary::<SExtOp>(number, wide),
            false => self.unary::<ZExtOp>(number, wide),
        };
        let scale = self.integer(offsets.scale, wide);
        let bytes = if offsets.scale == 1 { number } else { self.binary::<MulOp>(number, scale) };
        let pointer = self.type_of(offsets.base);
        self.add_bytes(offsets.base, bytes, Shape::SCALAR, pointer)
    }
}
