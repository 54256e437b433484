//! Reading and writing elements.

use terrace_ir::OpRef;

use terrace_dialects_mem::memref::AtomicRMWOpView;

use super::{Buffer, check_alignment, parts};
use crate::inst::{Inst, Reg};
use crate::lower::{Exit, Lowered, Lowering, Place};
use crate::memref::address;
use crate::ops::combine::Combine;
use crate::races::Access;

/// The slots of the indices of an access, which are the operands from `first` on.
fn indices(lw: &mut Lowering<'_>, op: OpRef<'_>, first: usize) -> Lowered<Vec<Reg>> {
    op.operands().skip(first).map(|index| lw.slot(index)).collect()
}

pub(super) fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = indices(lw, op, 1)?;
    check_aligned(lw, op, 0, &indices)?;
    load_at(lw, op, indices)
}

pub(super) fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = indices(lw, op, 2)?;
    check_aligned(lw, op, 1, &indices)?;
    store_at(lw, op, indices)
}

/// Appends the report of an access to an element of operand `memref` that is not aligned as the op says.
fn check_aligned(lw: &mut Lowering<'_>, op: OpRef<'_>, memref: usize, indices: &[Reg]) -> Lowered {
    let alignment = op.inherent_attr("alignment").and_then(|attr| attr.as_u64(lw.cx)).unwrap_or(1);
    let (element, rank) = parts(lw, op.operand(memref).ty())?;
    if alignment <= 1 {
        return Ok(());
    }
    let mem = lw.slot(op.operand(memref))?;
    let size = u8::try_from(element.bytes()).map_err(|_| "an element is too large")?;
    let rank = u8::try_from(rank).map_err(|_| "a memref has too many dimensions")?;
    let indices = indices.to_vec();
    let uses = (mem..mem + 2 + 2 * u32::from(rank)).chain(indices.iter().copied()).collect();
    lw.native_on(uses, Vec::new(), move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        check_alignment(env, handle, at, alignment)
    });
    Ok(())
}

/// Appends the read of an element of the first operand.
pub(in crate::ops) fn load_at(lw: &mut Lowering<'_>, op: OpRef<'_>, indices: Vec<Reg>) -> Lowered {
    let (element, rank) = parts(lw, op.operand(0).ty())?;
    if op.result(0).ty().is_vector(lw.cx) {
        return crate::ops::vector::memory::load_at(lw, op, indices);
    }
    let (mem, d) = (lw.slot(op.operand(0))?, lw.slot(op.result(0))?);
    let size = u8::try_from(element.bytes()).map_err(|_| "an element is too large")?;
    let rank = u8::try_from(rank).map_err(|_| "a memref has too many dimensions")?;
    if element.slots() == 1 {
        let list = lw.list(&indices);
        lw.emit(Inst::Load { size, rank, d, mem, list });
        return Ok(());
    }
    lw.native(op, true, move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        let bytes = env.heap.read(handle, at, size as usize)?;
        element.read(bytes, &mut env.slots[d as usize..(d + element.slots()) as usize]);
        Ok(())
    })
}

/// Appends the write of the first operand to an element of the second.
pub(in crate::ops) fn store_at(lw: &mut Lowering<'_>, op: OpRef<'_>, indices: Vec<Reg>) -> Lowered {
    let (element, rank) = parts(lw, op.operand(1).ty())?;
    if op.operand(0).ty().is_vector(lw.cx) {
        return crate::ops::vector::memory::store_at(lw, op, indices);
    }
    let (a, mem) = (lw.slot(op.operand(0))?, lw.slot(op.operand(1))?);
    let size = u8::try_from(element.bytes()).map_err(|_| "an element is too large")?;
    let rank = u8::try_from(rank).map_err(|_| "a memref has too many dimensions")?;
    if element.slots() == 1 {
        let list = lw.list(&indices);
        lw.emit(Inst::Store { size, rank, a, mem, list });
        return Ok(());
    }
    lw.native(op, true, move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        let bytes = env.heap.write(handle, at, size as usize)?;
        element.write(&env.slots[a as usize..(a + element.slots()) as usize], bytes);
        Ok(())
    })
}

/// Copies elements; those that were not written are not in the target either.
pub(super) fn copy(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let (from, to) = (Buffer::of(lw, op.operand(0))?, Buffer::of(lw, op.operand(1))?);
    lw.native(op, true, move |env| {
        let array = from.read(env)?;
        env.heap.copied += array.bytes.len() as u64;
        to.write(env, &array)
    })
}

/// What an atomic op does: reads the element, computes, and writes it back as one access.
pub(super) fn atomic_rmw(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = indices(lw, op, 2)?;
    let (element, rank) = parts(lw, op.operand(1).ty())?;
    let combine = Combine::of_rmw(AtomicRMWOpView(op).kind(), element.scalar)?.with_zeros(lw.program.zeros);
    let (value, mem) = (lw.slot(op.operand(0))? as usize, lw.slot(op.operand(1))?);
    let d = lw.slot(op.result(0))? as usize;
    let (size, rank, n) = (element.bytes() as u8, rank as u8, element.slots() as usize);
    lw.native(op, true, move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        env.heap.watch(handle, at, size as usize, Access::Atomic)?;
        let mut old = vec![0; n];
        element.read(env.heap.read_unwatched(handle, at, size as usize)?, &mut old);
        let mut new = vec![0; n];
        combine.apply(&old, &env.slots[value..value + n], &mut new)?;
        element.write(&new, env.heap.write_unwatched(handle, at, size as usize)?);
        env.slots[d..d + n].copy_from_slice(&old);
        Ok(())
    })
}

/// The same with a region that computes.
pub(super) fn generic_atomic_rmw(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = indices(lw, op, 1)?;
    let (element, rank) = parts(lw, op.operand(0).ty())?;
    let entry = op.region(0).entry().and_then(|block| block.args().next()).ok_or("a region is expected")?;
    let (mem, d, arg) = (lw.slot(op.operand(0))?, lw.slot(op.result(0))? as usize, lw.slot(entry)? as usize);
    let (size, rank, n) = (element.bytes() as u8, rank as u8, element.slots() as usize);
    let again = indices.clone();
    lw.native(op, true, move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        env.heap.watch(handle, at, size as usize, Access::Atomic)?;
        let bytes = env.heap.read_unwatched(handle, at, size as usize)?;
        element.read(bytes, &mut env.slots[arg..arg + n]);
        env.slots.copy_within(arg..arg + n, d);
        Ok(())
    })?;
    let (new, end) = (lw.new_slots(n as u32), lw.label());
    lw.region(op.region(0), Exit { targets: vec![Place::Slots(new, n as u32)], label: end });
    lw.bind(end);
    lw.native_on((new..new + n as u32).collect(), Vec::new(), move |env| {
        let (handle, at) = address(env.slots, &again, size, rank, mem, 0, env.heap)?;
        let slots = &env.slots[new as usize..new as usize + n];
        element.write(slots, env.heap.write_unwatched(handle, at, size as usize)?);
        Ok(())
    });
    Ok(())
}

/// Nothing to do.
pub(in crate::ops) fn nothing(_lw: &mut Lowering<'_>, _op: OpRef<'_>) -> Lowered {
    Ok(())
}
