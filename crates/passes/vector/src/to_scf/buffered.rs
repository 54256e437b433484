//! Transfers as loops over the first dimension, with the vectors in buffers on the stack.
//!
//! A read is labeled first, and its vector is stored to a buffer, from which it is loaded for its uses; a
//! write loads its vector from a buffer. Then each labeled transfer becomes a loop of transfers of one rank
//! less, which are labeled until the target rank is reached; each step moves a dimension from the vectors in
//! the buffer to the buffer.

use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::memref;
use terrace_dialects_mem::memref::causes::TRANSFER_BUFFER;
use terrace_dialects_mem::memref::{AllocSpec, create_alloca};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp, TypeCastOp};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Context, InsertPoint, Loc, MemRefType, Op, Rewriter, Type, Value, VectorType};

use super::TransferToScfOptions;
use super::transfer::{LABEL, TransferPart, Xfer, check};
use terrace_passes_shared::build::for_loop;
use terrace_passes_shared::transfers::{flags_attr, is_masked};
use terrace_passes_shared::vector_ops::broadcast;

/// A buffer of a type and shape.
fn buffer_ty(cx: &Context, shape: &[i64], element: Type) -> Type {
    MemRefType::get(cx, shape, element)
}

fn is_labeled(rw: &Rewriter<'_>, op: Op) -> bool {
    rw.op(op).attr(LABEL).is_some()
}

/// The insertion point for stack buffers of an op: the start of the innermost allocation scope around it.
fn allocation_point(rw: &Rewriter<'_>, op: Op) -> Option<InsertPoint> {
    let mut at = rw.op(op);
    loop {
        let region = at.block()?.region()?;
        let parent = region.parent_op()?;
        if parent.has_trait(TraitSet::AutomaticAllocationScope) {
            return Some(InsertPoint::start(rw.body(), region.entry()?.id()));
        }
        if region.body_id() != parent.body_id() {
            return None;
        }
        at = parent;
    }
}

/// Buffers on the stack for the vector and the mask of a transfer; the mask, loaded from its one.
struct Buffers {
    data: Value,
    mask: Option<Value>,
}

fn allocate(rw: &mut Rewriter<'_>, op: Op, xfer: &Xfer) -> Option<Buffers> {
    let (cx, loc) = (rw.cx(), xfer.loc);
    let point = allocation_point(rw, op)?;
    rw.set_insertion_point(point);
    let alloca = |rw: &mut Rewriter<'_>, ty: Type| {
        create_alloca(rw, AllocSpec::default(), buffer_ty(cx, &[], ty), loc, &TRANSFER_BUFFER)
    };
    let data = alloca(rw, xfer.ty);
    let mask = xfer.mask.map(|mask| {
        let ty = rw.value(mask).ty();
        let buffer = alloca(rw, ty);
        rw.set_insertion_point_before(op);
        rw.build(memref::StoreOp::of(mask, buffer, &[]).loc(loc));
        rw.build_value(memref::LoadOp::of(buffer, &[]).loc(loc).result(ty))
    });
    rw.set_insertion_point_before(op);
    Some(Buffers { data, mask })
}

/// A transfer like another one with a label.
fn set_labeled(rw: &mut Rewriter<'_>, op: Op, xfer: &Xfer) {
    rw.set_attrs(op, xfer.discardable);
    rw.set_attr(op, LABEL, Attr::UNIT);
}

fn prepared(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<(Xfer, Buffers)> {
    if is_labeled(rw, op) {
        let reason = "kPassLabel is present (vector-to-scf lowering in progress)";
        return rw.notify_match_failure(op, reason);
    }
    // Under a mask the op is to stay the only one.
    if is_masked(rw.op(op)) {
        return None;
    }
    let xfer = Xfer::of(rw, op)?;
    check(rw, op, &xfer, options)?;
    let buffers = allocate(rw, op, &xfer)?;
    Some((xfer, buffers))
}

pub(in super::super) fn prepare_read(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: TransferToScfOptions,
) -> Option<()> {
    let (xfer, buffers) = prepared(rw, op, options)?;
    let (cx, loc) = (rw.cx(), xfer.loc);
    let new = TransferReadOp::of(xfer.base, xfer.operand)
        .loc(loc)
        .indices(&xfer.indices)
        .mask(buffers.mask)
        .permutation_map_attr(cx.affine_map_attr(xfer.map.clone()))
        .in_bounds_attr(flags_attr(cx, &xfer.in_bounds))
        .vector(xfer.ty);
    let new = rw.build(new);
    set_labeled(rw, new.into(), &xfer);
    let value = rw.body().single_result(new);
    rw.build(memref::StoreOp::of(value, buffers.data, &[]).loc(loc));
    let loaded = rw.build_value(memref::LoadOp::of(buffers.data, &[]).loc(loc).result(xfer.ty));
    rw.replace_op(op, &[loaded]);
    Some(())
}

pub(in super::super) fn prepare_write(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: TransferToScfOptions,
) -> Option<()> {
    let (xfer, buffers) = prepared(rw, op, options)?;
    let (cx, loc) = (rw.cx(), xfer.loc);
    rw.build(memref::StoreOp::of(xfer.operand, buffers.data, &[]).loc(loc));
    let value = rw.build_value(memref::LoadOp::of(buffers.data, &[]).loc(loc).result(xfer.ty));
    let new = TransferWriteOp::of(value, xfer.base)
        .loc(loc)
        .indices(&xfer.indices)
        .mask(buffers.mask)
        .permutation_map_attr(cx.affine_map_attr(xfer.map.clone()))
        .in_bounds_attr(flags_attr(cx, &xfer.in_bounds))
        .result(xfer.tensor(cx));
    let new = rw.replace(op, new);
    set_labeled(rw, new.into(), &xfer);
    Some(())
}

/// The location of the vectors of a labeled transfer in a buffer.
struct BufferPlace {
    buffer: Value,
    indices: Vec<Value>,
    /// The op that stores the result of the read to the buffer.
    store: Option<Op>,
}

/// The location of the vectors of a labeled transfer; `None` if the op does not have the form that this pass creates.
fn place(rw: &Rewriter<'_>, op: Op, xfer: &Xfer) -> Option<BufferPlace> {
    if xfer.is_write {
        let load = rw.value(xfer.operand).defined_by::<memref::LoadOp>()?;
        let indices = load.indices().map(|index| index.id()).collect();
        return Some(BufferPlace { buffer: load.memref().id(), indices, store: None });
    }
    let mut uses = rw.op(op).single_result().uses();
    let ((user, _), None) = (uses.next()?, uses.next()) else { return None };
    let store = user.cast::<memref::StoreOp>()?;
    let indices = store.indices().map(|index| index.id()).collect();
    Some(BufferPlace { buffer: store.memref().id(), indices, store: Some(user.id()) })
}

/// The type of a buffer whose vectors have one dimension less, which the buffer has then; `None` if that is scalable.
fn unpacked(cx: &Context, ty: Type) -> Option<Type> {
    let own = as_vector(cx, ty.element_type(cx)?)?;
    let (&first, rest) = own.shape.split_first()?;
    let (&is_scalable, scalable) = own.scalable.split_first()?;
    let shape = [ty.shape(cx)?, &[first]].concat();
    (!is_scalable).then(|| buffer_ty(cx, &shape, VectorType::get_scalable(cx, rest, scalable, own.element)))
}

fn cast(rw: &mut Rewriter<'_>, buffer: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(TypeCastOp::of(buffer).result(ty).loc(loc))
}

/// The location of the mask of a part: the buffer, and all indices but that of the loop.
struct MaskPlace {
    buffer: Value,
    indices: Vec<Value>,
    ty: Type,
}

/// The location of the masks of a labeled transfer's parts; the inner `None` means that there is no mask.
fn mask_place(rw: &mut Rewriter<'_>, xfer: &Xfer) -> Option<Option<MaskPlace>> {
    let (cx, Some(mask)) = (rw.cx(), xfer.mask) else { return Some(None) };
    let rank = xfer.mask_rank(rw)?;
    let load = rw.value(mask).defined_by::<memref::LoadOp>()?;
    let buffer = load.memref();
    // The load from the buffer already has the indices of the enclosing loops.
    let loaded = buffer.uses().find_map(|(user, _)| user.cast::<memref::LoadOp>())?;
    let indices = loaded.indices().map(|index| index.id()).collect();
    let (ty, buffer) = (buffer.ty(), buffer.id());
    if xfer.is_broadcast() {
        return Some(Some(MaskPlace { buffer, indices, ty }));
    }
    if rank == 1 {
        return Some(None);
    }
    let ty = unpacked(cx, ty)?;
    let buffer = cast(rw, buffer, ty, xfer.loc);
    Some(Some(MaskPlace { buffer, indices, ty }))
}

fn convert(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<()> {
    if !is_labeled(rw, op) {
        return rw.notify_match_failure(op, "kPassLabel is present (progressing lowering in progress)");
    }
    let (cx, xfer) = (rw.cx(), Xfer::of(rw, op)?);
    let loc = xfer.loc;
    xfer.first_dim()?;
    let BufferPlace { buffer, indices: places, store } = place(rw, op, &xfer)?;
    let Some(ty) = unpacked(cx, rw.value(buffer).ty()) else {
        return rw.notify_match_failure(op, "Failed to unpack one vector dim.");
    };
    let (part_ty, count) = (ty.element_type(cx)?, *ty.shape(cx)?.last()?);
    if part_ty != xfer.part_ty(cx) {
        return None;
    }
    if let Some(mask) = xfer.mask {
        // Nothing is changed before all that is needed is found.
        rw.value(mask).defined_by::<memref::LoadOp>()?;
    }
    let cast_buffer = cast(rw, buffer, ty, loc);
    let mask = mask_place(rw, &xfer)?;
    let bounds = [0, count, 1].map(|number| index_constant(rw, number, loc));
    let state = Some(xfer.base).filter(|_| xfer.is_write && xfer.is_tensor(cx));
    let inits: Vec<Value> = state.into_iter().collect();
    let label = vector(cx, part_ty).rank() > options.target_rank;
    let made = for_loop(rw, bounds, &inits, loc, |rw, iv, carried| {
        let carried = carried.first().copied();
        let at = [places.as_slice(), &[iv]].concat();
        let inside = |rw: &mut Rewriter<'_>| {
            let indices = xfer.indices_at(rw, iv);
            let load = |rw: &mut Rewriter<'_>| {
                let load = memref::LoadOp::of(cast_buffer, &at).loc(loc);
                rw.build_value(load.result(part_ty))
            };
            let value = xfer.is_write.then(|| load(rw));
            let base = carried.unwrap_or(xfer.base);
            let part = TransferPart { base, indices: &indices, ty: part_ty, value, label };
            let new = xfer.part(rw, &part, |rw| {
                let mask = mask.as_ref()?;
                let mut indices = mask.indices.clone();
                indices.extend(Some(iv).filter(|_| !xfer.is_broadcast()));
                let load = memref::LoadOp::of(mask.buffer, &indices).loc(loc);
                Some(rw.build_value(load.result(mask.ty.element_type(cx)?)))
            });
            if !xfer.is_write {
                let value = rw.body().single_result(new);
                rw.build(memref::StoreOp::of(value, cast_buffer, &at).loc(loc));
                return None;
            }
            rw.body().results(new).next()
        };
        let outside = |rw: &mut Rewriter<'_>| {
            if !xfer.is_write {
                let padding = broadcast(rw, xfer.operand, part_ty, loc);
                rw.build(memref::StoreOp::of(padding, cast_buffer, &at).loc(loc));
            }
            carried
        };
        let next = xfer.guarded(rw, iv, inside, outside);
        Some(next.into_iter().collect())
    })?;
    store.into_iter().for_each(|store| rw.erase_op(store));
    let results: Vec<Value> = rw.body().results(made).collect();
    match results.is_empty() {
        true => rw.erase_op(op),
        false => rw.replace_op(op, &results),
    }
    Some(())
}

pub(in super::super) fn read(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<()> {
    convert(rw, op, options)
}

pub(in super::super) fn write(rw: &mut Rewriter<'_>, op: Op, options: TransferToScfOptions) -> Option<()> {
    convert(rw, op, options)
}
