//! Ops that compute addresses from the address of a slot.

use terrace_ir::memory_slots::{
    Deletion, DestructurableAccessor, DestructurableSlot, MemorySlot, PromotableOp, SafeMemorySlotAccess,
};
use terrace_ir::{Attr, Context, Op, OpKind, OpRef, Rewriter, Type, View};

use super::{Layout, index_attr, part};
use crate::ops::gep::GepIndexRef;
use crate::ops::memory::GEPOp;
use crate::types::{ArrayType, PointerType, StructRef};

/// Indices of an address that are numbers are below this.
const LARGEST_INDEX: u64 = 1 << 29;

/// Uses of the results have to go along with those of the operands.
fn forward(op: OpRef<'_>, more: &mut Vec<(Op, usize)>) -> bool {
    more.extend(op.results().flat_map(|result| result.uses()).map(|(user, index)| (user.id(), index)));
    true
}

/// Ops whose result points to the same address as an operand.
pub(crate) struct Transparent;

impl PromotableOp for Transparent {
    fn can_remove_uses(&self, op: OpRef<'_>, _uses: &[usize], more: &mut Vec<(Op, usize)>) -> bool {
        forward(op, more)
    }

    fn remove_uses(&self, _rw: &mut Rewriter<'_>, _op: Op, _uses: &[usize]) -> Deletion {
        Deletion::Delete
    }
}

/// `llvm.getelementptr`.
pub(crate) struct Gep;

impl PromotableOp for Gep {
    fn can_remove_uses(&self, op: OpRef<'_>, _uses: &[usize], more: &mut Vec<(Op, usize)>) -> bool {
        let mut indices = GEPOp::view_of(op).indices();
        indices.all(|index| matches!(index, GepIndexRef::Constant(0))) && forward(op, more)
    }

    fn remove_uses(&self, _rw: &mut Rewriter<'_>, _op: Op, _uses: &[usize]) -> Deletion {
        Deletion::Delete
    }
}

/// The constant offset of an address from its base in bytes; `None` if it is not constant or an index is negative.
fn byte_offset(layout: &Layout<'_>, view: View<'_, GEPOp>) -> Option<u64> {
    let cx = layout.cx;
    let mut ty = view.elem_type();
    let mut offset = 0u64;
    for (i, index) in view.indices().enumerate() {
        let GepIndexRef::Constant(index) = index else { return None };
        let index = u64::try_from(index).ok()?;
        if i == 0 {
            offset = index.checked_mul(layout.size(ty))?;
        } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            ty = array.element_type(cx);
            offset = offset.checked_add(index.checked_mul(layout.size(ty))?)?;
        } else {
            let body = StructRef::of(cx, ty)?;
            for (i, element) in body.elements().enumerate() {
                if !body.is_packed {
                    offset = offset.next_multiple_of(layout.alignment(element));
                }
                if i as u64 == index {
                    ty = element;
                    break;
                }
                offset = offset.checked_add(layout.size(element))?;
            }
        }
    }
    Some(offset)
}

/// The part of a slot that an address leads into, and how many bytes into it; `None` for padding and the outside.
fn part_at(layout: &Layout<'_>, slot: &DestructurableSlot, view: View<'_, GEPOp>) -> Option<(u64, u64)> {
    let (cx, ty) = (layout.cx, slot.slot.elem);
    let offset = byte_offset(layout, view)?;
    if offset >= layout.size(ty) {
        return None;
    }
    let found = if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        let size = layout.size(array.element_type(cx));
        (offset / size, offset % size)
    } else {
        let body = StructRef::of(cx, ty)?;
        let mut start = 0u64;
        body.elements().enumerate().find_map(|(i, element)| {
            if !body.is_packed {
                start = start.next_multiple_of(layout.alignment(element));
            }
            let end = start + layout.size(element);
            // Before the start of one, the offset is in padding, and no later one has it either.
            let found = (start <= offset && offset < end).then(|| (i as u64, offset - start));
            start = end;
            found
        })?
    };
    (found.0 < LARGEST_INDEX).then_some(found)
}

/// The type of an array of `count` bytes.
fn bytes(cx: &Context, count: u64) -> Type {
    ArrayType::get(cx, Type::I8, count).into()
}

impl SafeMemorySlotAccess for Gep {
    fn stays_within(&self, op: OpRef<'_>, slot: &MemorySlot, safely: &mut Vec<MemorySlot>) -> bool {
        let (view, layout) = (GEPOp::view_of(op), Layout::of(op));
        if view.base().id() != slot.ptr {
            return true;
        }
        let size = layout.size(slot.elem);
        match byte_offset(&layout, view) {
            Some(offset) if offset < size => {
                safely.push(MemorySlot { ptr: view.res().id(), elem: bytes(op.cx(), size - offset) });
                true
            }
            _ => false,
        }
    }
}

impl DestructurableAccessor for Gep {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        safely: &mut Vec<MemorySlot>,
    ) -> bool {
        let (cx, view, layout) = (op.cx(), GEPOp::view_of(op), Layout::of(op));
        if !view.base().ty().isa::<PointerType>(cx) || view.base().id() != slot.slot.ptr {
            return false;
        }
        let Some((index, offset)) = part_at(&layout, slot, view) else { return false };
        let index = index_attr(cx, index as usize);
        let Some(ty) = part(&slot.parts, index) else { return false };
        used.push(index);
        // What is left of the part has to do for those who use the address.
        let elem = bytes(cx, layout.size(ty) - offset);
        safely.push(MemorySlot { ptr: view.res().id(), elem });
        true
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        let (cx, view) = (rw.cx(), GEPOp::view_of(rw.op(op)));
        let layout = Layout::at(rw, op);
        let Some((index, offset)) = part_at(&layout, slot, view) else { return Deletion::Keep };
        let Some(new) = part(parts, index_attr(cx, index as usize)) else { return Deletion::Keep };
        let (result, ty, flags, loc) = (view.res().id(), view.res().ty(), view.no_wrap_flags(), view.0.loc());
        let address = GEPOp::of_indices(cx, loc, new.ptr, Type::I8, &[(offset as i32).into()]);
        let address = rw.build_or_fold_value(address.no_wrap_flags(flags).res(ty));
        rw.replace_all_uses_with(result, address);
        Deletion::Delete
    }
}
