//! Buffers on the stack as memory slots: one element becomes a value, a few elements fall apart.

use terrace_dialects_builtin::ub::{PoisonOp, poison_attr};
use terrace_ir::fold::constant_value;
use terrace_ir::memory_slots::*;
use terrace_ir::{Attr, Context, MemRefType, Op, OpKind, OpRef, Rewriter, Type, Value, ValueDef};

use super::access::{LoadOp, StoreOp};
use super::alloc::{AllocSpec, AllocaOp, create_alloca};
use super::causes::ELEMENT;
use crate::layout::memref;

/// The most elements that a buffer falls apart into.
const MOST_PARTS: i64 = 16;

impl PromotableAllocation for AllocaOp {
    fn promotable_slots(&self, op: OpRef<'_>) -> Vec<MemorySlot> {
        let (cx, ptr) = (op.cx(), AllocaOp::view_of(op).memref());
        match memref(cx, ptr.ty()) {
            Some(ty) if ptr.ty().num_elements(cx) == Some(1) => {
                vec![MemorySlot { ptr: ptr.id(), elem: ty.element }]
            }
            _ => Vec::new(),
        }
    }

    fn default_value(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot) -> Value {
        let (loc, poison) = (rw.body().loc(op), poison_attr(rw.cx()));
        rw.build_value(PoisonOp::of().value_attr(poison).result(slot.elem).loc(loc))
    }

    fn promotion_complete(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &MemorySlot,
        default: Option<Value>,
    ) -> Option<Op> {
        let unused = default.map(|value| rw.value(value)).filter(|value| value.is_unused());
        if let Some(poison) = unused.and_then(|value| value.defining_op()).map(|op| op.id()) {
            rw.erase_op(poison);
        }
        rw.erase_op(op);
        None
    }
}

/// The indices of all elements, the first index changing fastest.
fn all_indices(cx: &Context, shape: &[i64]) -> Vec<Attr> {
    let mut at = vec![0; shape.len()];
    let mut out = Vec::new();
    loop {
        let index: Vec<Attr> = at.iter().map(|&i| cx.int_attr(Type::INDEX, i)).collect();
        out.push(cx.array_attr(&index));
        let Some(next) = (0..shape.len()).find(|&i| at[i] + 1 < shape[i]) else { return out };
        at[next] += 1;
        at[..next].fill(0);
    }
}

/// The index of an access whose subscripts are constants within the shape.
fn constant_index(op: OpRef<'_>, indices: usize, shaped: Type) -> Option<Attr> {
    let cx = op.cx();
    let coordinate = |(index, &extent): (terrace_ir::ValueRef<'_>, &i64)| {
        let attr = constant_value(index)?;
        let value = attr.as_integer(cx)?.0.to_u64()?;
        (value < u64::try_from(extent).ok()?).then_some(attr)
    };
    let index = op.operand_group(indices).zip(shaped.shape(cx)?).map(coordinate);
    Some(cx.array_attr(&index.collect::<Option<Vec<Attr>>>()?))
}

impl DestructurableAllocation for AllocaOp {
    fn destructurable_slots(&self, op: OpRef<'_>) -> Vec<DestructurableSlot> {
        let (cx, ptr) = (op.cx(), AllocaOp::view_of(op).memref());
        let Some(ty) = memref(cx, ptr.ty()) else { return Vec::new() };
        if !ptr.ty().num_elements(cx).is_some_and(|count| (2..=MOST_PARTS).contains(&count)) {
            return Vec::new();
        }
        let parts = all_indices(cx, ty.shape).into_iter().map(|index| (index, ty.element)).collect();
        vec![DestructurableSlot { slot: MemorySlot { ptr: ptr.id(), elem: ptr.ty() }, parts }]
    }

    fn destructure(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        used: &[Attr],
        allocations: &mut Vec<Op>,
    ) -> Vec<(Attr, MemorySlot)> {
        let (cx, loc) = (rw.cx(), rw.body().loc(op));
        rw.set_insertion_point_after(op);
        let part = |&index: &Attr| {
            let (_, elem) = *slot.parts.iter().find(|(part, _)| *part == index)?;
            let ty = MemRefType::get(cx, &[], elem);
            let ptr = create_alloca(rw, AllocSpec::default(), ty, loc, &ELEMENT);
            if let ValueDef::Result(alloca) = rw.body().value_def(ptr) {
                allocations.push(alloca);
            }
            Some((index, MemorySlot { ptr, elem }))
        };
        used.iter().filter_map(part).collect()
    }

    fn destructuring_complete(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &DestructurableSlot,
    ) -> Option<Op> {
        rw.erase_op(op);
        None
    }
}

/// Rewrites an access to use a part, which has no subscripts.
fn rewire(rw: &mut Rewriter<'_>, op: Op, slots: (usize, usize), parts: &[(Attr, MemorySlot)]) -> Deletion {
    let (memref, indices) = slots;
    let view = rw.op(op);
    let index = constant_index(view, indices, view.operand(memref).ty());
    if let Some((_, part)) = parts.iter().find(|(part, _)| Some(*part) == index) {
        rw.set_operand(op, memref, part.ptr);
        rw.set_operand_group(op, indices, &[]);
    }
    Deletion::Keep
}

impl PromotableMemOp for LoadOp {
    fn loads_from(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        LoadOp::view_of(op).memref().id() == slot.ptr
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
        uses == [0] && view.memref().id() == slot.ptr && view.result().ty() == slot.elem
    }

    fn remove_uses(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &MemorySlot,
        _uses: &[usize],
        before: Value,
    ) -> Deletion {
        let result = LoadOp::view_of(rw.op(op)).result().id();
        rw.replace_all_uses_with(result, before);
        Deletion::Delete
    }
}

impl DestructurableAccessor for LoadOp {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        _safely: &mut Vec<MemorySlot>,
    ) -> bool {
        let view = LoadOp::view_of(op);
        let index = constant_index(op, 1, view.memref().ty());
        used.extend(index);
        view.memref().id() == slot.slot.ptr && index.is_some()
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        rewire(rw, op, (0, 1), parts)
    }
}

impl PromotableMemOp for StoreOp {
    fn loads_from(&self, _op: OpRef<'_>, _slot: &MemorySlot) -> bool {
        false
    }

    fn stores_to(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        StoreOp::view_of(op).memref().id() == slot.ptr
    }

    fn stored(&self, rw: &mut Rewriter<'_>, op: Op, _slot: &MemorySlot, _before: Value) -> Value {
        StoreOp::view_of(rw.op(op)).value().id()
    }

    fn can_remove_uses(
        &self,
        op: OpRef<'_>,
        slot: &MemorySlot,
        uses: &[usize],
        _more: &mut Vec<(Op, usize)>,
    ) -> bool {
        let view = StoreOp::view_of(op);
        uses == [1] && view.memref().id() == slot.ptr && view.value().ty() == slot.elem
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

impl DestructurableAccessor for StoreOp {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        _safely: &mut Vec<MemorySlot>,
    ) -> bool {
        let view = StoreOp::view_of(op);
        if view.memref().id() != slot.slot.ptr || view.value().id() == slot.slot.ptr {
            return false;
        }
        let index = constant_index(op, 2, view.memref().ty());
        used.extend(index);
        index.is_some()
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        _slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        rewire(rw, op, (1, 2), parts)
    }
}
