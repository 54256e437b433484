//! Masked stores of truncated numbers ([`Quirk::TruncatingMaskedStore`]).
//!
//! If a mask folds to a constant with one active lane, the store becomes one of the value before truncation, and
//! overwrites the elements after it. So a mask that may become a constant is passed through an empty piece of assembly,
//! which is opaque to LLVM.

use terrace_dialects_llvm::ops::{AndOp, BitcastOp, OrOp, SelectOp, ShuffleVectorOp, TruncOp, XOrOp, ZExtOp};
use terrace_ir::{OpRef, TraitSet, Value, ValueRef};
use terrace_target::Quirk;

use super::emit::Emitter;
use crate::splats::number_everywhere;

/// The largest number of ops that are visited to see what a value depends on.
const MAX_OPS: usize = 64;

impl Emitter<'_, '_> {
    /// The mask for a store of a value.
    pub(super) fn mask_of_store(&mut self, value: Value, active: Value) -> Value {
        let is_affected = self.target.has_quirk(Quirk::TruncatingMaskedStore);
        if !is_affected || !self.is_truncated(value) || self.parts_depend_on_memory(active) {
            return active;
        }
        let count = self.count(active);
        let length = (1..=64).rev().find(|length| count.is_multiple_of(*length)).unwrap_or(1);
        let parts = (0..count)
            .step_by(length)
            .map(|first| {
                let members: Vec<usize> = (first..first + length).collect();
                let part = self.pick_vector(active, &members);
                self.opaque(part)
            })
            .collect();
        self.concatenate_all(parts)
    }

    /// Bits that LLVM knows nothing of.
    fn opaque(&mut self, mask: Value) -> Value {
        let (ty, count) = (self.type_of(mask), self.count(mask) as u32);
        let (narrow, wide) = (self.integer_type(count), self.integer_type(count.next_power_of_two().max(8)));
        let bits = self.bitcast(mask, narrow);
        let bits = if narrow == wide { bits } else { self.unary::<ZExtOp>(bits, wide) };
        let bits = self.hidden(bits, "=r,0");
        let bits = if narrow == wide { bits } else { self.unary::<TruncOp>(bits, narrow) };
        self.unary::<BitcastOp>(bits, ty)
    }

    /// Whether a value has elements that are truncated.
    fn is_truncated(&self, value: Value) -> bool {
        let mut pending = vec![value];
        for _ in 0..MAX_OPS {
            let Some(op) = pending.pop().and_then(|value| self.rw.value(value).defining_op()) else {
                if pending.is_empty() {
                    return false;
                }
                continue;
            };
            if op.isa::<TruncOp>() {
                return true;
            }
            if op.isa::<ShuffleVectorOp>() {
                pending.extend(op.operands().map(|operand| operand.id()));
            }
        }
        true
    }

    /// Whether all of the masks that a mask is composed of depend on vectors in memory. LLVM may find that one which does
    /// is true everywhere, from the range of its numbers: then the others are what is left. A constant that is the same
    /// everywhere, which negates a mask or is chosen where another one is not set, leaves nothing else.
    fn parts_depend_on_memory(&self, mask: Value) -> bool {
        let mut pending = vec![mask];
        for _ in 0..MAX_OPS {
            let Some(value) = pending.pop() else { return true };
            match self.rw.value(value).defining_op().filter(|op| is_composed_mask(*op)) {
                Some(op) => {
                    // Constants that are put next to each other are not one everywhere.
                    let is_shuffled = op.isa::<ShuffleVectorOp>();
                    let is_part =
                        |operand: &ValueRef<'_>| is_shuffled || number_everywhere(*operand).is_none();
                    let before = pending.len();
                    pending.extend(op.operands().filter(is_part).map(|operand| operand.id()));
                    if pending.len() == before {
                        return false;
                    }
                }
                None if !self.depends_on_memory(value) => return false,
                None => {}
            }
        }
        false
    }

    /// Whether a mask depends on vectors that are not computed from constants and scalars alone.
    pub(super) fn depends_on_memory(&self, mask: Value) -> bool {
        let mut pending = vec![mask];
        for _ in 0..MAX_OPS {
            let Some(value) = pending.pop() else { return false };
            let view = self.rw.value(value);
            if view.ty().element_type(self.cx()).is_none() {
                continue;
            }
            match view.defining_op() {
                Some(op) if op.has_trait(TraitSet::Pure) => {
                    pending.extend(op.operands().map(|operand| operand.id()));
                }
                _ => return true,
            }
        }
        false
    }
}

/// Whether an op composes a mask of others.
pub(super) fn is_composed_mask(op: OpRef<'_>) -> bool {
    op.isa::<AndOp>()
        || op.isa::<OrOp>()
        || op.isa::<XOrOp>()
        || op.isa::<SelectOp>()
        || op.isa::<ShuffleVectorOp>()
}
