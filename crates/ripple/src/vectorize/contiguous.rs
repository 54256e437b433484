//! Loads under masks whose active elements follow each other, on targets without masked loads.
//!
//! At the border of an image, the elements within bounds are the first or the last ones of a block. How many is known at
//! run time, from the bits of the mask: these bytes are copied, without a branch for each element.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{CountLeadingZerosOp, CountTrailingZerosOp, CtPopOp};
use terrace_dialects_llvm::ops::{BitcastOp, FreezeOp, MulOp, SubOp, ZExtOp};
use terrace_ir::Value;

use super::accesses::Access;
use super::emit::Emitter;
use super::is_big_endian;
use super::lanes::{Lanes, Mask};
use super::rows::steps_by;
use super::values::Original;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Loads elements under a mask; those that are not active are zero.
    pub(super) fn load_active(
        &mut self,
        original: &Original,
        lanes: &Lanes,
        access: &Access,
        active: &Mask,
    ) -> Value {
        let count = lanes.shape.elements();
        let numbers = lanes.numbers(lanes.shape);
        let is_row = self.outer_shape(lanes).is_scalar() && steps_by(&numbers, access.size);
        let has_bits = (8..=64).contains(&count) && count.is_power_of_two() && active.shape == lanes.shape;
        let &[first, ..] = numbers.as_slice() else {
            return self.load_shaped(original, lanes, access, Some(active));
        };
        if !is_row
            || !has_bits
            || is_big_endian(self.cx(), &self.layout)
            || !self.is_masked_by_call(count, access)
        {
            return self.load_shaped(original, lanes, access, Some(active));
        }
        let (before, length, is_scattered) = self.run_of(active.value, count);
        let base = self.base_of(lanes, Shape::SCALAR);
        let mut is_first = true;
        let loaded = self.with_branch_on(&[is_scattered], |emit| {
            if std::mem::take(&mut is_first) {
                return Some(emit.load_shaped(original, lanes, access, Some(active)));
            }
            let ty = emit.vector(access.element, count);
            let zero = emit.zero(ty);
            let scratch = emit.in_scratch(zero);
            let word = emit.i64_type();
            let size = emit.integer(access.size, word);
            let [offset, bytes] = [before, length].map(|number| emit.binary::<MulOp>(number, size));
            let from = emit.after(base, first);
            let [to, from] = [scratch, from].map(|pointer| {
                let ty = emit.type_of(pointer);
                emit.add_bytes(pointer, offset, Shape::SCALAR, ty)
            });
            emit.copy_bytes(to, from, bytes);
            let value = emit.read_scratch(scratch, ty);
            let element = original.results.first().map_or(access.element, |&(_, ty)| ty);
            let whole = emit.shaped(element, lanes.shape);
            Some(emit.bitcast(value, whole))
        });
        loaded.unwrap_or(base)
    }

    /// The number of elements before the first one that is set, the number from there to the last one, and a bit that is
    /// set if others are in between, or if none is set.
    fn run_of(&mut self, mask: Value, count: usize) -> (Value, Value, Value) {
        let (word, bits) = (self.i64_type(), self.integer_type(count as u32));
        let ty = self.type_of(mask);
        let mask = self.unary::<FreezeOp>(mask, ty);
        let mask = self.unary::<BitcastOp>(mask, bits);
        let (loc, no) = (self.loc, self.cx().bool_attr(false));
        let before =
            self.rw.build_value(CountTrailingZerosOp::of(mask).loc(loc).is_zero_poison_attr(no).res(bits));
        let after =
            self.rw.build_value(CountLeadingZerosOp::of(mask).loc(loc).is_zero_poison_attr(no).res(bits));
        let set = self.rw.build_value(CtPopOp::of(mask).loc(loc).res(bits));
        let [before, after, set] = [before, after, set].map(|number| match count {
            64 => number,
            _ => self.unary::<ZExtOp>(number, word),
        });
        let all = self.integer(count as i64, word);
        let end = self.binary::<SubOp>(all, after);
        let length = self.binary::<SubOp>(end, before);
        let is_scattered = self.compare(ICmpPredicate::Ne, length, set);
        (before, length, is_scattered)
    }
}
