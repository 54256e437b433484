//! Prefix masks, whose first lanes are active: comparisons of indices with a scalar.
//!
//! The remainder of an annotated loop is executed under such a mask. The number of active lanes is a scalar: if the
//! target has no masked accesses, that many bytes are copied from or to a stack slot, without a mask. Copies are calls,
//! which clobber registers, so blocks with copies are scheduled at the end: ops come after the copies that do not
//! depend on them.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{MemcpyOp, SMaxOp, UMinOp, USubSatOp};
use terrace_dialects_llvm::ops::{AllocaOp, ICmpOp, LoadOp, MulOp, StoreOp, SubOp, TruncOp, ZExtOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{Attr, OpKind, Type, Value};
use terrace_target::Quirk;

use super::accesses::{Access, CopyFunction};
use super::emit::Emitter;
use super::lanes::{Anchor, Lanes};
use super::values::{Computed, Original};
use crate::parallel_loops::REST;
use crate::shape::Shape;

/// The largest alignment of stack slots for copies, in bytes.
const MAX_ALIGNMENT: i64 = 64;

impl Emitter<'_, '_> {
    /// Emits a comparison of nonnegative constants, such as lane indices, with a scalar, in the narrowest type that
    /// represents them.
    pub(super) fn compared_with_indices(
        &mut self,
        original: &Original,
        operands: &[Lanes],
        shape: Shape,
    ) -> Option<Lanes> {
        let predicate = self.rw.op(original.op).cast::<ICmpOp>()?.predicate();
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
        // The width at which they fill a register, so that masks need no extension for elements of that size.
        let fitting =
            (self.target.register_bytes() * 8 / shape.elements()).next_power_of_two().clamp(8, 32) as u32;
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
            self.prefixes.counts.insert(value, count);
            if self.rw.op(original.op).discardable_attr(REST).is_some() {
                self.prefixes.rests.insert(value, (count, true));
            }
        }
        let bits = self.bool_type();
        Some(Lanes::opaque(value, bits, shape))
    }

    /// Records that a mask is a contiguous part of another one.
    pub(super) fn record_part_of_prefix(&mut self, mask: Value, part: Value, first: usize, count: usize) {
        let Some(&active) = self.prefixes.counts.get(&mask).filter(|_| part != mask) else { return };
        let word = self.i64_type();
        let (before, most) = (self.integer(first as i64, word), self.integer(count as i64, word));
        let after = self.binary::<USubSatOp>(active, before);
        let active = self.binary::<UMinOp>(after, most);
        self.prefixes.counts.insert(part, active);
    }

    /// The number of active lanes of a prefix mask whose accesses are copies.
    pub(super) fn copied_prefix(&self, active: Option<Value>, access: &Access) -> Option<Value> {
        self.prefixes.counts.get(&active?).copied().filter(|_| self.lacks_masks(access))
    }

    /// The number of active lanes of a prefix mask.
    pub(super) fn prefix(&self, active: Value) -> Option<Value> {
        self.prefixes.counts.get(&active).copied()
    }

    /// A mask of elements of which the first ones are active, in parts: that of `lanes` of them from the element `start` on.
    pub(super) fn part_of_prefix(&mut self, active: Value, start: usize, lanes: usize) -> Value {
        let word = self.i64_type();
        let (before, most) = (self.integer(start as i64, word), self.integer(lanes as i64, word));
        let rest = if start == 0 { active } else { self.binary::<USubSatOp>(active, before) };
        let count = self.binary::<UMinOp>(rest, most);
        let bits = self.target.register_bytes() * 8 / lanes.next_power_of_two();
        let narrow = self.integer_type(bits.clamp(8, 32) as u32);
        let bound = self.unary::<TruncOp>(count, narrow);
        let bound = self.splat(bound, lanes);
        let indices: Vec<i64> = (0..lanes as i64).collect();
        let indices = self.integers(&indices, narrow);
        let mask = self.compare(ICmpPredicate::Ult, indices, bound);
        // LLVM may find that no element of a later part is active.
        if start == 0 || self.target.has_quirk(Quirk::MasksWrittenOut) {
            self.prefixes.counts.insert(mask, count);
        }
        mask
    }

    /// Loads the first `active` of contiguous elements, by copies or under masks; others are zero.
    pub(super) fn load_prefix(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
    ) -> Value {
        if self.lacks_masks(access) {
            return self.load_first(pointer, count, access, active);
        }
        let lanes = (self.target.register_bytes() / access.size as usize).clamp(1, count);
        let parts = (0..count)
            .step_by(lanes)
            .map(|start| {
                let lanes = lanes.min(count - start);
                let mask = self.part_of_prefix(active, start, lanes);
                let from = self.after(pointer, start as i64 * access.size);
                let part = self.load_run(from, lanes, access, Some(mask));
                if lanes == 1 { self.splat(part, 1) } else { part }
            })
            .collect();
        self.concatenate_all(parts)
    }

    /// Loads the first `active` of contiguous elements through memory; others are zero.
    pub(super) fn load_first(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
    ) -> Value {
        let ty = self.vector(access.element, count);
        let total = count as i64 * access.size;
        let length = self.bytes(active, access.size);
        if total <= self.target.register_bytes() as i64 {
            let zero = self.zero(ty);
            let scratch = self.in_scratch(zero);
            self.copy_bytes(scratch, pointer, length);
            return self.read_scratch(scratch, ty);
        }
        let scratch = self.scratch(ty);
        let word = self.i64_type();
        let total = self.integer(total, word);
        self.call_copy(CopyFunction::Filled, &[scratch, total, pointer, length]);
        self.read_scratch(scratch, ty)
    }

    /// Stores the first `active` elements.
    pub(super) fn store_first(&mut self, pointer: Value, value: Value, access: &Access, active: Value) {
        let scratch = self.in_scratch(value);
        let length = self.bytes(active, access.size);
        self.copy_bytes(pointer, scratch, length);
    }

    /// Loads the last `active` of contiguous elements; others are zero.
    pub(super) fn load_last(
        &mut self,
        pointer: Value,
        count: usize,
        access: &Access,
        active: Value,
    ) -> Value {
        let ty = self.vector(access.element, count);
        let zero = self.zero(ty);
        let scratch = self.in_scratch(zero);
        self.copy_last((scratch, pointer), count, access, active);
        self.read_scratch(scratch, ty)
    }

    /// Stores the last `active` elements.
    pub(super) fn store_last(&mut self, pointer: Value, value: Value, access: &Access, active: Value) {
        let scratch = self.in_scratch(value);
        let count = self.count(value);
        self.copy_last((pointer, scratch), count, access, active);
    }

    fn copy_last(&mut self, (to, from): (Value, Value), count: usize, access: &Access, active: Value) {
        let word = self.i64_type();
        let count = self.integer(count as i64, word);
        let before = self.binary::<SubOp>(count, active);
        let (before, length) = (self.bytes(before, access.size), self.bytes(active, access.size));
        let [to, from] = [to, from].map(|pointer| {
            let ty = self.type_of(pointer);
            self.add_bytes(pointer, before, Shape::SCALAR, ty)
        });
        self.copy_bytes(to, from, length);
    }

    /// Selects through memory, in remainders, which is cheaper than a mask with many lanes. `None` for other masks.
    pub(super) fn select_by_copy(&mut self, condition: Value, yes: Value, no: Value) -> Option<Value> {
        let &(active, is_theirs) = self.prefixes.rests.get(&condition)?;
        // What is added to a sum is selected, and not the sum.
        if [yes, no].iter().any(|sum| self.values.added_in_total.contains(sum)) {
            return None;
        }
        let (from, others) = if is_theirs { (yes, no) } else { (no, yes) };
        let ty = self.type_of(yes);
        let element = ty.element_type(self.cx())?;
        let size = self.layout.type_size(self.cx(), element).ok()?.minimum as i64;
        let is_large = self.count(yes) as i64 * size >= self.target.costs().least_selected_in_memory as i64;
        if self.is_elsewhere || !is_large || !self.lacks_masks_for(element, size) {
            return None;
        }
        let (result, from) = (self.in_scratch(others), self.in_scratch(from));
        let length = self.bytes(active, size);
        self.copy_bytes(result, from, length);
        Some(self.read_scratch(result, ty))
    }

    /// The number of elements from the first active lane to the last one, with stride `step`.
    pub(super) fn spanned(&mut self, active: Value, step: usize) -> Value {
        let word = self.i64_type();
        let (step, before) = (self.integer(step as i64, word), self.integer(step as i64 - 1, word));
        let all = self.binary::<MulOp>(active, step);
        self.binary::<USubSatOp>(all, before)
    }

    /// The size of `count` elements, in bytes.
    fn bytes(&mut self, count: Value, size: i64) -> Value {
        let word = self.i64_type();
        let size = self.integer(size, word);
        self.once(Computed::Binary(MulOp::DEF.name, count, size), |emit| emit.binary::<MulOp>(count, size))
    }

    pub(super) fn copy_bytes(&mut self, to: Value, from: Value, length: Value) {
        let copy = MemcpyOp::of(to, from, length).loc(self.loc);
        self.rw.build(copy.is_volatile(false));
        self.has_copies(self.current);
    }

    fn scratch_alignment(&self, ty: Type) -> Attr {
        let size = self.layout.type_size(self.cx(), ty).map_or(1, |size| size.minimum as i64);
        let alignment = (size as u64).next_power_of_two().min(MAX_ALIGNMENT as u64);
        self.cx().int_attr(self.i64_type(), alignment as i64)
    }

    /// A stack slot for a value of a type, until the end of the block.
    pub(super) fn scratch(&mut self, ty: Type) -> Value {
        // Other blocks reuse the slots.
        let number = match self.is_elsewhere {
            true => usize::MAX - self.scratch.slots.len(),
            false => {
                let used = self.scratch.in_use.entry(ty).or_default();
                *used += 1;
                *used
            }
        };
        if let Some(&known) = self.scratch.slots.get(&(ty, number)) {
            return known;
        }
        let Some(entry) = self.rw.body().blocks_of(self.region).next() else { return self.poison(ty) };
        let alignment = self.scratch_alignment(ty);
        let slot = self.at(Anchor::Start(entry), |emit| {
            let count = emit.i32_type();
            let one = emit.integer(1, count);
            let pointer: Type = PointerType::get(emit.cx(), 0).into();
            let slot = AllocaOp::of(one).loc(emit.loc).elem_type(ty);
            emit.rw.build_value(slot.alignment_attr(alignment).res(pointer))
        });
        self.scratch.slots.insert((ty, number), slot);
        slot
    }

    /// A stack slot with a value, until the end of the block.
    pub(super) fn in_scratch(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        let slot = self.scratch(ty);
        let alignment = self.scratch_alignment(ty);
        let store = StoreOp::of(value, slot).loc(self.loc);
        self.rw.build(store.alignment_attr(alignment));
        slot
    }

    /// Loads a value of a type from scratch memory.
    pub(super) fn read_scratch(&mut self, scratch: Value, ty: Type) -> Value {
        let alignment = self.scratch_alignment(ty);
        let load = LoadOp::of(scratch).loc(self.loc);
        self.rw.build_value(load.alignment_attr(alignment).res(ty))
    }
}
