//! The dialect bufferization: values of tensors are copied to buffers and back.

use std::rc::Rc;

use terrace_dialects_mem::bufferization::{
    AllocTensorOp, CloneOp, DeallocOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{DYNAMIC, OpKind, OpRef, ValueRef};

use super::memref::{Buffer, Number, allocate_like};
use super::moves::Source;
use super::tensor::{array, count};
use crate::fault::Fault;
use crate::heap::Lifetime;
use crate::lower::{Interpret, Lowered, Lowering};
use crate::object::Array;

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "bufferization", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (AllocTensorOp::DEF, &alloc_tensor),
    (DeallocTensorOp::DEF, &super::memref::nothing),
    (ToTensorOp::DEF, &to_tensor),
    (ToBufferOp::DEF, &to_buffer),
    (CloneOp::DEF, &clone),
    (MaterializeInDestinationOp::DEF, &materialize),
    (DeallocOp::DEF, &dealloc),
];

fn alloc_tensor(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AllocTensorOp::view_of(op);
    let (element, d) = (super::moves::element_of(lw, view.result().ty())?, lw.object(view.result())?);
    if let Some(copied) = view.copy() {
        let source = Source::of(lw, copied)?;
        return lw.native(op, false, move |env| {
            env.objects[d as usize] = Some(source.get(env)?);
            Ok(())
        });
    }
    let mut sizes = Vec::new();
    let mut dynamic = view.dynamic_sizes();
    for &extent in view.result().ty().shape(lw.cx).ok_or("a tensor with a rank is expected")? {
        sizes.push(match extent {
            DYNAMIC => Number::Slot(lw.slot(dynamic.next().ok_or("a size is missing")?)?),
            extent => Number::Known(extent as u64),
        });
    }
    lw.native(op, true, move |env| {
        let shape = super::memref::values(env, &sizes);
        let n = count(&shape, element.bytes())?;
        env.objects[d as usize] = Some(Rc::new(Array::unwritten(element, shape, n)?));
        Ok(())
    })
}

fn to_tensor(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ToTensorOp::view_of(op);
    let (buffer, d) = (Buffer::of(lw, view.buffer())?, lw.object(view.result())?);
    lw.native(op, true, move |env| {
        env.objects[d as usize] = Some(Rc::new(buffer.read(env)?));
        Ok(())
    })
}

/// Lowers to a new buffer with the value of a tensor, which need not be freed.
fn to_buffer(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ToBufferOp::view_of(op);
    let (source, buffer) = (lw.object(view.tensor())?, Buffer::of(lw, view.buffer())?);
    let allocate = allocate_like(lw, view.buffer(), op.loc(), Lifetime::Static)?;
    lw.native(op, true, move |env| {
        let value = env.objects[source as usize].clone();
        let value = value.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
        allocate(env, &value.shape)?;
        buffer.write(env, &value)
    })
}

fn clone(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CloneOp::view_of(op);
    copy_to_new(lw, op, (view.input(), view.output()), Lifetime::Heap)
}

/// Appends the copy of the source to a new buffer, which is the result.
///
/// # Errors
///
/// If one of them is not a buffer.
pub fn copy_to_new(
    lw: &mut Lowering<'_>,
    op: OpRef<'_>,
    (source, result): (ValueRef<'_>, ValueRef<'_>),
    lifetime: Lifetime,
) -> Lowered {
    let (source, buffer) = (Buffer::of(lw, source)?, Buffer::of(lw, result)?);
    let allocate = allocate_like(lw, result, op.loc(), lifetime)?;
    lw.native(op, true, move |env| {
        let value = source.read(env)?;
        env.heap.copied += value.bytes.len() as u64;
        allocate(env, &value.shape)?;
        buffer.write(env, &value)
    })
}

fn materialize(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MaterializeInDestinationOp::view_of(op);
    let source = lw.object(view.source())?;
    let Some(result) = view.result() else {
        let target = Buffer::of(lw, view.dest())?;
        return lw.native(op, true, move |env| {
            let value = env.objects[source as usize].clone();
            let value = value.ok_or_else(|| Fault::new("use of a tensor that is not there"))?;
            env.heap.copied += value.bytes.len() as u64;
            target.write(env, &value)
        });
    };
    let (dest, d) = (lw.object(view.dest())?, lw.object(result)?);
    lw.native(op, true, move |env| {
        if array(env.objects, source)?.shape != array(env.objects, dest)?.shape {
            return Err(Fault::new("a tensor materializes in one of other sizes"));
        }
        env.objects[d as usize] = env.objects[source as usize].clone();
        Ok(())
    })
}

/// Frees buffers whose condition is set and that alias no retained one; returns the ownership of the retained ones.
fn dealloc(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = DeallocOp::view_of(op);
    let buffers = view.memrefs().map(|value| Buffer::of(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let conditions = view.conditions().map(|value| lw.slot(value)).collect::<Lowered<Vec<_>>>()?;
    let retained = view.retained().map(|value| Buffer::of(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let results = view.updated_conditions().map(|value| lw.slot(value)).collect::<Lowered<Vec<_>>>()?;
    let loc = op.loc();
    lw.native(op, true, move |env| {
        let mut kept = Vec::new();
        for buffer in &retained {
            kept.push(buffer.handle(env)?);
        }
        let mut owned = vec![0; kept.len()];
        let mut freed = rustc_hash::FxHashSet::default();
        for (buffer, &condition) in buffers.iter().zip(&conditions) {
            if env.slots[condition as usize] == 0 {
                continue;
            }
            let handle = buffer.handle(env)?;
            let mut shared = false;
            for (owned, _) in owned.iter_mut().zip(&kept).filter(|(_, kept)| **kept == handle) {
                (*owned, shared) = (1, true);
            }
            if !shared && freed.insert(handle) {
                // It is lowered to what frees a buffer of its allocator.
                let lifetime = match env.heap.allocation(handle)?.lifetime {
                    own @ Lifetime::Own(_) => own,
                    _ => Lifetime::Heap,
                };
                env.heap.free_of(lifetime, handle, loc)?;
            }
        }
        for (&d, owned) in results.iter().zip(owned) {
            env.slots[d as usize] = owned;
        }
        Ok(())
    })
}
