//! Reading and writing elements.

use terrace_ir::{OpKind, OpRef, ValueRef};

use terrace_dialects_mem::memref::{AtomicRMWOp, CopyOp, GenericAtomicRMWOp, LoadOp, StoreOp};

use super::{Buffer, check_alignment, parts};
use crate::inst::{Inst, Reg};
use crate::lower::{Exit, Lowered, Lowering, ValuePlace};
use crate::memref::address;
use crate::ops::combine::Combine;
use crate::races::ElementAccess;

/// The slots of the indices of an access.
fn index_slots<'a>(lw: &mut Lowering<'_>, indices: impl Iterator<Item = ValueRef<'a>>) -> Lowered<Vec<Reg>> {
    indices.map(|index| lw.slot(index)).collect()
}

pub(super) fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = LoadOp::view_of(op);
    let indices = index_slots(lw, view.indices())?;
    check_aligned(lw, view.memref(), view.alignment(), &indices)?;
    load_at(lw, op, (view.memref(), view.result()), indices)
}

pub(super) fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = StoreOp::view_of(op);
    let indices = index_slots(lw, view.indices())?;
    check_aligned(lw, view.memref(), view.alignment(), &indices)?;
    store_at(lw, op, (view.value(), view.memref()), indices)
}

/// Appends the report of an access to an element of `memref` that violates the op's alignment.
fn check_aligned(
    lw: &mut Lowering<'_>,
    memref: ValueRef<'_>,
    alignment: Option<i64>,
    indices: &[Reg],
) -> Lowered {
    let alignment = alignment.map_or(1, |alignment| alignment as u64);
    let (element, rank) = parts(lw, memref.ty())?;
    if alignment <= 1 {
        return Ok(());
    }
    let mem = lw.slot(memref)?;
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

/// Appends: `result` is an element of `memref`.
pub(in crate::ops) fn load_at(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (memref, result): (ValueRef<'_>, ValueRef<'_>),
    indices: Vec<Reg>,
) -> Lowered {
    let (element, rank) = parts(lw, memref.ty())?;
    if result.ty().is_vector(lw.cx) {
        return crate::ops::vector::memory::load_at(lw, op, (memref, result), indices, None);
    }
    let (mem, d) = (lw.slot(memref)?, lw.slot(result)?);
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

/// Appends the write of `value` to an element of `memref`.
pub(in crate::ops) fn store_at(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (value, memref): (ValueRef<'_>, ValueRef<'_>),
    indices: Vec<Reg>,
) -> Lowered {
    let (element, rank) = parts(lw, memref.ty())?;
    if value.ty().is_vector(lw.cx) {
        return crate::ops::vector::memory::store_at(lw, op, (value, memref), indices, None);
    }
    let (a, mem) = (lw.slot(value)?, lw.slot(memref)?);
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
    let view = CopyOp::view_of(op);
    let (from, to) = (Buffer::of(lw, view.source())?, Buffer::of(lw, view.target())?);
    lw.native(op, true, move |env| {
        let array = from.read(env)?;
        env.heap.copied += array.bytes.len() as u64;
        to.write(env, &array)
    })
}

/// Lowers an atomic read-modify-write: reads the element, computes, and writes it back as one access.
pub(super) fn atomic_rmw(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AtomicRMWOp::view_of(op);
    let indices = index_slots(lw, view.indices())?;
    let (element, rank) = parts(lw, view.memref().ty())?;
    let combine = Combine::of_rmw(view.kind(), element.scalar)?.with_zeros(lw.program.zeros);
    let (value, mem) = (lw.slot(view.value())? as usize, lw.slot(view.memref())?);
    let d = lw.slot(view.result())? as usize;
    let (size, rank, n) = (element.bytes() as u8, rank as u8, element.slots() as usize);
    lw.native(op, true, move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        env.heap.watch(handle, at, size as usize, ElementAccess::Atomic)?;
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
    let view = GenericAtomicRMWOp::view_of(op);
    let indices = index_slots(lw, view.indices())?;
    let (element, rank) = parts(lw, view.memref().ty())?;
    let entry =
        view.atomic_body().entry().and_then(|block| block.args().next()).ok_or("a region is expected")?;
    let (mem, d, arg) = (lw.slot(view.memref())?, lw.slot(view.result())? as usize, lw.slot(entry)? as usize);
    let (size, rank, n) = (element.bytes() as u8, rank as u8, element.slots() as usize);
    let again = indices.clone();
    lw.native(op, true, move |env| {
        let (handle, at) = address(env.slots, &indices, size, rank, mem, 0, env.heap)?;
        env.heap.watch(handle, at, size as usize, ElementAccess::Atomic)?;
        let bytes = env.heap.read_unwatched(handle, at, size as usize)?;
        element.read(bytes, &mut env.slots[arg..arg + n]);
        env.slots.copy_within(arg..arg + n, d);
        Ok(())
    })?;
    let (new, end) = (lw.new_slots(n as u32), lw.label());
    lw.region(view.atomic_body(), Exit { targets: vec![ValuePlace::Slots(new, n as u32)], label: end });
    lw.bind(end);
    lw.native_on((new..new + n as u32).collect(), Vec::new(), move |env| {
        let (handle, at) = address(env.slots, &again, size, rank, mem, 0, env.heap)?;
        let slots = &env.slots[new as usize..new as usize + n];
        element.write(slots, env.heap.write_unwatched(handle, at, size as usize)?);
        Ok(())
    });
    Ok(())
}

/// Lowers to no instruction.
pub(in crate::ops) fn nothing(_lw: &mut Lowering<'_>, _op: OpRef<'_>) -> Lowered {
    Ok(())
}
