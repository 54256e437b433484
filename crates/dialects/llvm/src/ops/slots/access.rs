//! Loads and stores.

use terrace_ir::memory_slots::{
    Deletion, DestructurableAccessor, DestructurableSlot, MemorySlot, PromotableMemOp, SafeMemorySlotAccess,
};
use terrace_ir::{Attr, Op, OpKind, OpRef, Rewriter, Type, Value};

use super::bits::{Converter, are_compatible};
use super::{Layout, index_attr, part, parts_of};
use crate::ops::memory::{LoadOp, StoreOp};

/// `llvm.load`.
pub(crate) struct Load;
/// `llvm.store`.
pub(crate) struct Store;

/// Whether an access of a type uses only the first part.
fn first_part(op: OpRef<'_>, slot: &DestructurableSlot, ty: Type, used: &mut Vec<Attr>) -> bool {
    let (cx, layout) = (op.cx(), Layout::of(op));
    let index = index_attr(cx, 0);
    let first = parts_of(cx, slot.slot.elem).and_then(|parts| part(&parts, index));
    let fits = first.is_some_and(|first| layout.size(ty) <= layout.size(first));
    if fits {
        used.push(index);
    }
    fits
}

/// Rewrites an access to use the first part.
fn use_first(rw: &mut Rewriter<'_>, op: Op, addr: usize, parts: &[(Attr, MemorySlot)]) -> Deletion {
    if let Some(slot) = part(parts, index_attr(rw.cx(), 0)) {
        rw.set_operand(op, addr, slot.ptr);
    }
    Deletion::Keep
}

impl PromotableMemOp for Load {
    fn loads_from(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        LoadOp::view_of(op).addr().id() == slot.ptr
    }

    fn stores_to(&self, _op: OpRef<'_>, _slot: &MemorySlot) -> bool {
        false
    }

    fn stored(&self, _rw: &mut Rewriter<'_>, _op: Op, _slot: &MemorySlot, before: Value) -> Value {
        before
    }

    fn can_remove_uses(
        &self,
        op: OpRef<'_>,
        slot: &MemorySlot,
        uses: &[usize],
        _more: &mut Vec<(Op, usize)>,
    ) -> bool {
        let view = LoadOp::view_of(op);
        uses == [0]
            && view.addr().id() == slot.ptr
            && are_compatible(&Layout::of(op), view.res().ty(), slot.elem, true)
            && !view.volatile_()
    }

    fn remove_uses(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &MemorySlot,
        _uses: &[usize],
        before: Value,
    ) -> Deletion {
        let layout = Layout::at(rw, op);
        let result = LoadOp::view_of(rw.op(op)).res();
        let (result, ty, loc) = (result.id(), result.ty(), rw.body().loc(op));
        let value = Converter { rw, layout, loc }.extract(before, ty);
        rw.replace_all_uses_with(result, value);
        Deletion::Delete
    }
}

impl DestructurableAccessor for Load {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        _safely: &mut Vec<MemorySlot>,
    ) -> bool {
        let view = LoadOp::view_of(op);
        !view.volatile_() && first_part(op, slot, view.res().ty(), used)
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        use_first(rw, op, 0, parts)
    }
}

impl SafeMemorySlotAccess for Load {
    fn stays_within(&self, op: OpRef<'_>, slot: &MemorySlot, _safely: &mut Vec<MemorySlot>) -> bool {
        let (view, layout) = (LoadOp::view_of(op), Layout::of(op));
        view.addr().id() != slot.ptr || layout.size(view.res().ty()) <= layout.size(slot.elem)
    }
}

impl PromotableMemOp for Store {
    fn loads_from(&self, _op: OpRef<'_>, _slot: &MemorySlot) -> bool {
        false
    }

    fn stores_to(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        StoreOp::view_of(op).addr().id() == slot.ptr
    }

    fn stored(&self, rw: &mut Rewriter<'_>, op: Op, _slot: &MemorySlot, before: Value) -> Value {
        let layout = Layout::at(rw, op);
        let (value, loc) = (StoreOp::view_of(rw.op(op)).value().id(), rw.body().loc(op));
        Converter { rw, layout, loc }.insert(value, before)
    }

    fn can_remove_uses(
        &self,
        op: OpRef<'_>,
        slot: &MemorySlot,
        uses: &[usize],
        _more: &mut Vec<(Op, usize)>,
    ) -> bool {
        let view = StoreOp::view_of(op);
        // The address may be lost, but not one that is stored.
        uses == [1]
            && view.addr().id() == slot.ptr
            && view.value().id() != slot.ptr
            && are_compatible(&Layout::of(op), slot.elem, view.value().ty(), false)
            && !view.volatile_()
    }

    fn remove_uses(
        &self,
        _rw: &mut Rewriter<'_>,
        _op: Op,
        _slot: &MemorySlot,
        _uses: &[usize],
        _before: Value,
    ) -> Deletion {
        Deletion::Delete
    }
}

impl DestructurableAccessor for Store {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        _safely: &mut Vec<MemorySlot>,
    ) -> bool {
        let view = StoreOp::view_of(op);
        !view.volatile_()
            && view.value().id() != slot.slot.ptr
            && first_part(op, slot, view.value().ty(), used)
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        use_first(rw, op, 1, parts)
    }
}

impl SafeMemorySlotAccess for Store {
    fn stays_within(&self, op: OpRef<'_>, slot: &MemorySlot, _safely: &mut Vec<MemorySlot>) -> bool {
        let (view, layout) = (StoreOp::view_of(op), Layout::of(op));
        // Whoever reads an address that is stored may go on from there to other parts; upstream takes it for safe.
        if view.value().id() == slot.ptr && !op.cx().matches_upstream() {
            return false;
        }
        view.addr().id() != slot.ptr || layout.size(view.value().ty()) <= layout.size(slot.elem)
    }
}
