//! Memory slots: allocations that can be promoted to values (`mem2reg`) or split into smaller ones (`sroa`).
//!
//! An allocating op declares its slots; ops that use a slot declare whether the use can be removed, and
//! remove it. A use is an operand, by its index.

use crate::attrs::Attr;
use crate::ids::{Block, Op, Value};
use crate::ir::OpRef;
use crate::rewriter::Rewriter;
use crate::types::Type;

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySlot {
    /// Its address.
    pub ptr: Value,
    /// The element type of the slot.
    pub elem: Type,
}

/// A place in memory with parts, by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DestructurableSlot {
    /// The whole.
    pub slot: MemorySlot,
    /// Indices of the parts and their types.
    pub parts: Vec<(Attr, Type)>,
}

/// The deletion of an op that no longer uses a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The op remains.
    Keep,
    /// The caller erases it.
    Delete,
}

/// Allocates slots that may become values.
pub trait PromotableAllocation: Send + Sync {
    /// The slots.
    fn promotable_slots(&self, op: OpRef<'_>) -> Vec<MemorySlot>;
    /// Creates the value of the slot before any store, at the insertion point.
    fn default_value(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot) -> Value;
    /// Notifies that block arguments were added for the values of the slot.
    fn block_arguments_added(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _slot: &MemorySlot,
        _arguments: &[(Block, Value)],
    ) {
    }
    /// The slot has no uses left; `default` is the result of [`Self::default_value`], if it was called.
    /// Returns the remaining allocation, if any.
    fn promotion_complete(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &MemorySlot,
        default: Option<Value>,
    ) -> Option<Op>;
}

/// An op that loads from or stores to a slot.
pub trait PromotableMemOp: Send + Sync {
    /// Whether it reads from the slot.
    fn loads_from(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool;
    /// Whether it writes the whole slot.
    fn stores_to(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool;
    /// Returns the value of the slot after the op, which writes it; new ops are inserted after the op.
    fn stored(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot, before: Value) -> Value;
    /// Whether the op can do without these uses, and which uses of its results must go for that.
    fn can_remove_uses(
        &self,
        op: OpRef<'_>,
        slot: &MemorySlot,
        uses: &[usize],
        more: &mut Vec<(Op, usize)>,
    ) -> bool;
    /// Removes these uses; `before` is the value of the slot before the op. New ops are inserted after it.
    fn remove_uses(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &MemorySlot,
        uses: &[usize],
        before: Value,
    ) -> Deletion;
}

/// An op that uses a slot, or a pointer to it, without accessing its contents.
pub trait PromotableOp: Send + Sync {
    /// Whether the op can do without these uses, and which uses of its results must go for that.
    fn can_remove_uses(&self, op: OpRef<'_>, uses: &[usize], more: &mut Vec<(Op, usize)>) -> bool;
    /// Removes these uses. New ops are inserted after it.
    fn remove_uses(&self, rw: &mut Rewriter<'_>, op: Op, uses: &[usize]) -> Deletion;
    /// Whether it is notified of the values that replace stored ones.
    fn wants_replaced_values(&self, _op: OpRef<'_>) -> bool {
        false
    }
    /// Sees each op that stored and the value that it stored. New ops go after the op.
    fn visit_replaced_values(&self, _rw: &mut Rewriter<'_>, _op: Op, _stored: &[(Op, Value)]) {}
}

/// Allocates slots that may fall apart.
pub trait DestructurableAllocation: Send + Sync {
    /// The slots.
    fn destructurable_slots(&self, op: OpRef<'_>) -> Vec<DestructurableSlot>;
    /// Allocates the parts that are used, in this order. New allocations that may fall apart again are added to
    /// `allocations`.
    fn destructure(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        used: &[Attr],
        allocations: &mut Vec<Op>,
    ) -> Vec<(Attr, MemorySlot)>;
    /// The slot has no uses any more. Returns the allocation that is left, if one is.
    fn destructuring_complete(&self, rw: &mut Rewriter<'_>, op: Op, slot: &DestructurableSlot) -> Option<Op>;
}

/// Uses parts of a slot.
pub trait DestructurableAccessor: Send + Sync {
    /// Whether the op can use the subslots directly: adds those that it uses to `used`, and slots whose uses
    /// must stay within them to `safely`.
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        safely: &mut Vec<MemorySlot>,
    ) -> bool;
    /// Uses them.
    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion;
}

/// Knows whether it stays within a slot that it uses.
pub trait SafeMemorySlotAccess: Send + Sync {
    /// Whether it does, as long as the slots added to `safely` are used so too.
    fn stays_within(&self, op: OpRef<'_>, slot: &MemorySlot, safely: &mut Vec<MemorySlot>) -> bool;
}
