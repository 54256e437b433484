//! Masks of which the first elements are set: what comparisons of indices with a scalar are.
//!
//! The last iterations of an annotated loop are carried out under such a mask. How many elements are active is a scalar:
//! where the target has no masked accesses, as many bytes are copied, and no mask is needed at all.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{MemcpyOp, SMaxOp, UMinOp, USubSatOp};
use terrace_dialects_llvm::ops::{AllocaOp, ICmpOp, ICmpOpView, LoadOp, MulOp, StoreOp, TruncOp, ZExtOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{Attr, Type, Value};

use super::emit::{Emitter, Original};
use super::lanes::{Anchor, Lanes};
use super::memory::Access;
use crate::shape::Shape;

/// The largest alignment of memory that elements pass through, in bytes.
const MAX_ALIGNMENT: i64 = 64;

impl Emitter<'_, '_> {
    /// Renders a comparison of constants that are not negative, such as the indices of elements, with a scalar: in the
    /// narrowest type that has them.
    pub(super) fn compared_with_indices(
        &mut self,
        original: &Original,
        operands: &[Lanes],
        shape: Shape,
    ) -> Option<Lanes> {
        let predicate = ICmpOpView::predicate(self.rw.op(original.op).cast::<ICmpOp>()?);
        let [lhs, rhs] = operands else { return None };
        let (indices, bound, is_signed) = match predicate {
            ICmpPredicate::Ult => (lhs, rhs, false),
            ICmpPredicate::Slt => (lhs, rhs, true),
            ICmpPredicate::Ugt => (rhs, lhs, false),
            ICmpPredicate::Sgt => (rhs, lhs, true),
            _ => return None,
        };
        let ty = indices.ty;
        if indices.shape != shape || shape.is_scalar() || !bound.shape.is_scalar() || bound.is_constant() {
            return None;
        }
        if !indices.is_constant() || !ty.is_integer(self.cx()) || self.width(ty) > 64 {
            return None;
        }
        let numbers = indices.numbers(shape);
        let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
        // As wide as makes a register of them, so that masks need not be widened for elements of that size.
        let fitting = (self.register * 8 / shape.elements()).next_power_of_two().clamp(8, 32) as u32;
        let narrow = match most {
            _ if least < 0 => return None,
            ..0xFF => fitting,
            0xFF..0xFFFF => fitting.max(16),
            _ => return None,
        };
        let mut bound = self.vector_of(bound);
        if is_signed {
            let zero = self.integer(0, ty);
            bound = self.binary::<SMaxOp>(bound, zero);
        }
        let end = self.integer(most + 1, ty);
        let count = self.binary::<UMinOp>(bound, end);
        let narrow = self.integer_type(narrow.min(self.width(ty)));
        let bound = if narrow == ty { count } else { self.unary::<TruncOp>(count, narrow) };
        let bound = self.splat(bound, shape.elements());
        let narrowed = self.integers(&numbers, narrow);
        let value = self.compare(ICmpPredicate::Ult, narrowed, bound);
        if numbers.iter().copied().eq(0..numbers.len() as i64) {
            let word = self.i64_type();
            let count = if ty == word { count } else { self.unary::<ZExtOp>(count, word) };
            self.prefixes.insert(value, count);
        }
        let bits = self.bool_type();
        Some(Lanes::opaque(value, bits, shape))
    }

    /// Notes that a mask has elements of another one which follow each other, from one on.
    pub(super) fn record_part_of_prefix(&mut self, mask: Value, part: Value, first: usize, count: usize) {
        let Some(&active) = self.prefixes.get(&mask).filter(|_| part != mask) else { return };
        let word = self.i64_type();
        let (before, most) = (self.integer(first as i64, word), self.integer(count as i64, word));
        let after = self.binary::<USubSatOp>(active, before);
        let active = self.binary::<UMinOp>(after, most);
        self.prefixes.insert(part, active);
    }

    /// Reads elements under a mask whose first ones are set; others are zero. `None` if the mask is another one.
    pub(super) fn load_first(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
    ) -> Option<Value> {
        let active = *self.prefixes.get(&active)?;
        let ty = self.vector(access.element, count);
        let zero = self.zero(ty);
        let scratch = self.in_scratch(zero);
        self.copy_elements(scratch, pointer, active, access.size);
        Some(self.read_scratch(scratch, ty))
    }

    /// Writes elements under a mask whose first ones are set; returns whether the mask is such a one.
    pub(super) fn store_first(
        &mut self,
        pointer: Value,
        value: Value,
        access: &Access,
        active: Value,
    ) -> bool {
        let Some(&active) = self.prefixes.get(&active) else { return false };
        let scratch = self.in_scratch(value);
        self.copy_elements(pointer, scratch, active, access.size);
        true
    }

    fn copy_elements(&mut self, to: Value, from: Value, count: Value, size: i64) {
        let word = self.i64_type();
        let size = self.integer(size, word);
        let length = self.binary::<MulOp>(count, size);
        let copy = MemcpyOp::builder(self.cx(), self.loc).dst(to).src(from).len(length);
        self.rw.build(copy.is_volatile(false));
    }

    fn scratch_alignment(&self, ty: Type) -> Attr {
        let size = self.layout.type_size(self.cx(), ty).map_or(1, |size| size.minimum as i64);
        let alignment = (size as u64).next_power_of_two().min(MAX_ALIGNMENT as u64);
        self.cx().int_attr(self.i64_type(), alignment as i64)
    }

    /// Memory for a value of a type, which holds it until the next one of that type is written there.
    pub(super) fn scratch(&mut self, ty: Type) -> Value {
        if let Some(&known) = self.scratch.get(&ty) {
            return known;
        }
        let Some(entry) = self.rw.body().blocks_of(self.region).next() else { return self.poison(ty) };
        let alignment = self.scratch_alignment(ty);
        let slot = self.at(Anchor::Start(entry), |emit| {
            let count = emit.i32_type();
            let one = emit.integer(1, count);
            let pointer: Type = PointerType::get(emit.cx(), 0).into();
            let slot = AllocaOp::builder(emit.cx(), emit.loc).array_size(one).elem_type(ty);
            emit.rw.build_value(slot.alignment_attr(alignment).res(pointer))
        });
        self.scratch.insert(ty, slot);
        slot
    }

    /// A value in memory, until the next one of its type is written there.
    pub(super) fn in_scratch(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        let slot = self.scratch(ty);
        let alignment = self.scratch_alignment(ty);
        let store = StoreOp::builder(self.cx(), self.loc).value(value).addr(slot);
        self.rw.build(store.alignment_attr(alignment));
        slot
    }

    /// What memory for values of a type holds.
    pub(super) fn read_scratch(&mut self, scratch: Value, ty: Type) -> Value {
        let alignment = self.scratch_alignment(ty);
        let load = LoadOp::builder(self.cx(), self.loc).addr(scratch);
        self.rw.build_value(load.alignment_attr(alignment).res(ty))
    }
}
