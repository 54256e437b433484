//! Intrinsics that fill and copy memory.

use terrace_ir::fold::constant_value;
use terrace_ir::memory_slots::{
    Deletion, DestructurableAccessor, DestructurableSlot, MemorySlot, PromotableMemOp, SafeMemorySlotAccess,
};
use terrace_ir::{Attr, Op, OpRef, OpSpec, Rewriter, Type, Value};
use terrace_support::apint::ApInt;

use super::bits::{Converter, integer_type};
use super::{Layout, index_attr, part, parts_of};
use crate::ops::arith::{OrOp, ShlOp};
use crate::ops::casts::{BitcastOp, ZExtOp};
use crate::ops::constants::ConstantOp;
use crate::ops::memory::{GEPOp, LoadOp, StoreOp};
use crate::types::{PointerType, StructRef};

/// `llvm.intr.memset` and `llvm.intr.memset.inline`.
pub(crate) struct Memset;
/// `llvm.intr.memcpy`, `llvm.intr.memcpy.inline` and `llvm.intr.memmove`.
pub(crate) struct Memcpy;

/// The number of an operand.
const DST: usize = 0;
/// The source of a copy, or the byte of a `memset`.
const SRC: usize = 1;
const LEN: usize = 2;

/// The constant number of bytes that an op writes, as an attribute; `None` if it is not constant.
fn length_attr(op: OpRef<'_>) -> Option<Attr> {
    match op.inherent_attr("len") {
        Some(len) => Some(len),
        None => constant_value(op.operand(LEN)),
    }
}

fn length(op: OpRef<'_>) -> Option<u64> {
    let (len, _) = length_attr(op)?.as_integer(op.cx())?;
    if len.width() > 64 { None } else { len.to_u64() }
}

fn is_volatile(op: OpRef<'_>) -> bool {
    op.inherent_attr("isVolatile") == Some(Attr::TRUE)
}

/// Whether the write of an op is within a slot.
fn writes_within(op: OpRef<'_>, slot: &MemorySlot) -> bool {
    op.operand(DST).id() == slot.ptr
        && op.operand(DST).ty().isa::<PointerType>(op.cx())
        && length(op).is_some_and(|len| len <= Layout::of(op).size(slot.elem))
}

fn has_i32_indices(op: OpRef<'_>, slot: &DestructurableSlot) -> bool {
    slot.parts.iter().all(|(index, _)| index.ty(op.cx()) == Some(Type::I32))
}

/// Creates an op of the same kind for another part of memory. The length is an operand of most, and changes.
fn create_like(rw: &mut Rewriter<'_>, op: Op, dst: Value, src: Value, len: Attr, loc: terrace_ir::Loc) {
    let cx = rw.cx();
    let view = rw.op(op);
    let (name, at) = (view.name(), view.loc());
    let is_inline = view.inherent_attr("len").is_some();
    let is_volatile = view.inherent_attr("isVolatile").unwrap_or(Attr::FALSE);
    let ty = len.ty(cx).unwrap_or(Type::NONE);
    let mut operands = vec![dst, src];
    if !is_inline {
        operands.push(rw.build_value(ConstantOp::of().value_attr(len).res(ty).loc(loc)));
    }
    let info = cx.op_info(name);
    let mut props = info.prop_defaults.to_vec();
    for (slot, prop) in info.prop_names.iter().enumerate() {
        match prop.text(cx) {
            "isVolatile" => props[slot] = is_volatile,
            "len" => props[slot] = len,
            _ => {}
        }
    }
    let attrs = Attr::EMPTY_DICT;
    let spec =
        OpSpec { name, operands: &operands, results: &[], props: &props, attrs, successors: &[], loc: at };
    rw.create_op(&spec);
}

impl Memset {
    /// An integer of `bits` bits, each byte of which is the byte that memory is set to.
    fn pattern(rw: &mut Rewriter<'_>, op: Op, bits: u32) -> Value {
        let (cx, view) = (rw.cx(), rw.op(op));
        let (byte, loc) = (view.operand(SRC), view.loc());
        let ty = integer_type(cx, u64::from(bits));
        let known = constant_value(byte).and_then(|byte| byte.as_integer(cx)?.0.to_u64());
        let byte = byte.id();
        if let Some(byte) = known {
            let value = ApInt::from_le_bytes(bits, &vec![byte as u8; (bits / 8) as usize]);
            let layout = Layout::at(rw, op);
            return Converter { rw, layout, loc }.constant(ty, value);
        }
        if bits == 8 {
            return byte;
        }
        let mut value = rw.build_value(ZExtOp::of(byte).res(ty).loc(loc));
        let mut covered = 8;
        while covered < bits {
            let amount = cx.int_attr(ty, i64::from(covered));
            let amount = rw.build_value(ConstantOp::of().value_attr(amount).res(ty).loc(loc));
            let shifted = rw.build_value(ShlOp::of(value, amount).res(ty).loc(loc));
            value = rw.build_value(OrOp::of(value, shifted).res(ty).loc(loc));
            covered *= 2;
        }
        value
    }
}

impl PromotableMemOp for Memset {
    fn loads_from(&self, _op: OpRef<'_>, _slot: &MemorySlot) -> bool {
        false
    }

    fn stores_to(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        op.operand(DST).id() == slot.ptr
    }

    fn stored(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot, before: Value) -> Value {
        let (cx, loc) = (rw.cx(), rw.body().loc(op));
        let Some(bits) = slot.elem.bit_width(cx) else { return before };
        let value = Self::pattern(rw, op, bits);
        match slot.elem.is_float(cx) {
            true => rw.build_value(BitcastOp::of(value).res(slot.elem).loc(loc)),
            false => value,
        }
    }

    fn can_remove_uses(
        &self,
        op: OpRef<'_>,
        slot: &MemorySlot,
        _uses: &[usize],
        _more: &mut Vec<(Op, usize)>,
    ) -> bool {
        let cx = op.cx();
        let is_number = slot.elem.is_integer(cx) || slot.elem.is_float(cx);
        let width = if is_number { slot.elem.bit_width(cx) } else { None };
        width.is_some_and(|width| width > 0 && width % 8 == 0)
            && !is_volatile(op)
            && length(op) == Some(Layout::of(op).size(slot.elem))
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

impl SafeMemorySlotAccess for Memset {
    fn stays_within(&self, op: OpRef<'_>, slot: &MemorySlot, _safely: &mut Vec<MemorySlot>) -> bool {
        writes_within(op, slot)
    }
}

impl DestructurableAccessor for Memset {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        _used: &mut Vec<Attr>,
        _safely: &mut Vec<MemorySlot>,
    ) -> bool {
        !is_volatile(op)
            && parts_of(op.cx(), slot.slot.elem).is_some()
            && has_i32_indices(op, slot)
            && writes_within(op, &slot.slot)
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        let (cx, view) = (rw.cx(), rw.op(op));
        let layout = Layout::at(rw, op);
        let (Some(len), Some(total), Some(types)) =
            (length_attr(view), length(view), parts_of(cx, slot.slot.elem))
        else {
            return Deletion::Keep;
        };
        let len_ty = len.ty(cx).unwrap_or(Type::NONE);
        let len_loc = if view.num_operands() > LEN { view.operand(LEN).loc() } else { view.loc() };
        let byte = view.operand(SRC).id();
        let is_packed = StructRef::of(cx, slot.slot.elem).is_some_and(|body| body.is_packed);
        let mut covered = 0;
        for (index, ty) in types {
            let size = layout.size(ty);
            if !is_packed {
                covered = u64::next_multiple_of(covered, layout.alignment(ty));
            }
            if covered >= total {
                break;
            }
            if let Some(slot) = part(parts, index) {
                let len = cx.int_attr(len_ty, (total - covered).min(size) as i64);
                create_like(rw, op, slot.ptr, byte, len, len_loc);
            }
            covered += size;
        }
        Deletion::Delete
    }
}

impl PromotableMemOp for Memcpy {
    fn loads_from(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        op.operand(SRC).id() == slot.ptr
    }

    fn stores_to(&self, op: OpRef<'_>, slot: &MemorySlot) -> bool {
        op.operand(DST).id() == slot.ptr
    }

    fn stored(&self, rw: &mut Rewriter<'_>, op: Op, slot: &MemorySlot, _before: Value) -> Value {
        let loc = rw.body().loc(op);
        let src = rw.op(op).operand(SRC).id();
        rw.build_value(LoadOp::of(src).loc(loc).res(slot.elem))
    }

    fn can_remove_uses(
        &self,
        op: OpRef<'_>,
        slot: &MemorySlot,
        _uses: &[usize],
        _more: &mut Vec<(Op, usize)>,
    ) -> bool {
        // Copies to where the source is are left to canonicalization.
        op.operand(DST).id() != op.operand(SRC).id()
            && !is_volatile(op)
            && length(op) == Some(Layout::of(op).size(slot.elem))
    }

    fn remove_uses(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &MemorySlot,
        _uses: &[usize],
        before: Value,
    ) -> Deletion {
        let view = rw.op(op);
        let (dst, loc) = (view.operand(DST).id(), view.loc());
        if self.loads_from(view, slot) {
            rw.build(StoreOp::of(before, dst).loc(loc));
        }
        Deletion::Delete
    }
}

impl SafeMemorySlotAccess for Memcpy {
    fn stays_within(&self, op: OpRef<'_>, slot: &MemorySlot, _safely: &mut Vec<MemorySlot>) -> bool {
        writes_within(op, slot)
    }
}

impl DestructurableAccessor for Memcpy {
    fn can_rewire(
        &self,
        op: OpRef<'_>,
        slot: &DestructurableSlot,
        used: &mut Vec<Attr>,
        _safely: &mut Vec<MemorySlot>,
    ) -> bool {
        // Only copies of the whole slot.
        let fits = !is_volatile(op)
            && parts_of(op.cx(), slot.slot.elem).is_some()
            && has_i32_indices(op, slot)
            && length(op) == Some(Layout::of(op).size(slot.slot.elem));
        if fits && op.operand(SRC).id() == slot.slot.ptr {
            used.extend(slot.parts.iter().map(|&(index, _)| index));
        }
        fits
    }

    fn rewire(
        &self,
        rw: &mut Rewriter<'_>,
        op: Op,
        slot: &DestructurableSlot,
        parts: &[(Attr, MemorySlot)],
    ) -> Deletion {
        let (cx, view) = (rw.cx(), rw.op(op));
        let layout = Layout::at(rw, op);
        let len_ty = length_attr(view).and_then(|len| len.ty(cx)).unwrap_or(Type::NONE);
        let (dst, src, loc) = (view.operand(DST).id(), view.operand(SRC).id(), view.loc());
        let into_slot = slot.slot.ptr == dst;
        for i in 0..slot.parts.len() {
            let Some(part) = part(parts, index_attr(cx, i)) else { continue };
            let other = if into_slot { src } else { dst };
            let address = GEPOp::of_indices(cx, loc, other, slot.slot.elem, &[0.into(), (i as i32).into()]);
            let other = rw.build_value(address.res(PointerType::default_space(cx)));
            let (dst, src) = if into_slot { (part.ptr, other) } else { (other, part.ptr) };
            let len = cx.int_attr(len_ty, layout.size(part.elem) as i64);
            create_like(rw, op, dst, src, len, loc);
        }
        Deletion::Delete
    }
}
