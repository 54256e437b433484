//! Reading and writing elements.

use terrace_ir::OpRef;

use super::parts;
use crate::fault::Fault;
use crate::inst::{Inst, Reg};
use crate::lower::{Lowered, Lowering, Place};
use crate::memref::{Descriptor, address};

/// The slots of the indices of an access, which are the operands from `first` on.
fn indices(lw: &mut Lowering<'_>, op: OpRef<'_>, first: usize) -> Lowered<Vec<Reg>> {
    op.operands().skip(first).map(|index| lw.slot(index)).collect()
}

pub(super) fn load(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = indices(lw, op, 1)?;
    load_at(lw, op, indices)
}

pub(super) fn store(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = indices(lw, op, 2)?;
    store_at(lw, op, indices)
}

/// Appends the read of an element of the first operand.
pub(in crate::ops) fn load_at(lw: &mut Lowering<'_>, op: OpRef<'_>, indices: Vec<Reg>) -> Lowered {
    let (element, rank) = parts(lw, op.operand(0).ty())?;
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
    let (element, rank) = parts(lw, op.operand(0).ty())?;
    let (from, to) = (lw.slot(op.operand(0))?, lw.slot(op.operand(1))?);
    let size = element.bytes();
    lw.native(op, true, move |env| {
        let source = Descriptor::of(&env.slots[from as usize..], rank);
        let target = Descriptor::of(&env.slots[to as usize..], rank);
        if source.sizes != target.sizes {
            return Err(Fault::new(format!(
                "copy between buffers of different sizes: {:?} and {:?}",
                source.sizes, target.sizes
            )));
        }
        let mut places = Vec::with_capacity(source.len().min(1 << 20) as usize);
        source.each(|at| {
            places.push(at.wrapping_mul(size as u64));
            Ok(())
        })?;
        env.heap.copied += places.len() as u64 * size as u64;
        let mut places = places.into_iter();
        let mut buffer = vec![0; size];
        let heap = &mut *env.heap;
        target.each(|at| {
            let (at, from) = (at.wrapping_mul(size as u64), places.next().unwrap_or(0));
            let live = heap.allocation(source.handle)?;
            if live.freed.is_none()
                && from as usize + size <= live.len()
                && !heap.is_written(source.handle, from, size)
            {
                return heap.forget(target.handle, at, size);
            }
            buffer.copy_from_slice(heap.read(source.handle, from, size)?);
            heap.write(target.handle, at, size)?.copy_from_slice(&buffer);
            Ok(())
        })
    })
}

/// The result is the operand.
pub(super) fn same(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let place: Place = lw.place(op.operand(0))?;
    lw.alias(op.result(0), place);
    Ok(())
}
