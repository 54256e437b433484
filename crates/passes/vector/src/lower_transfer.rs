//! Transfers as loads and stores, and transfers under `vector.mask` as transfers that have a mask.

use terrace_dialects_mem::layout::memref;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{
    BroadcastOp, GatherOp, LoadOp, MaskOp, MaskedLoadOp, MaskedStoreOp, StoreOp, TransferReadOp,
    TransferWriteOp,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, Rewriter, Value, VectorType, pattern};

use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{broadcast, root_and_mask};

/// Lowers transfers of vectors of one dimension at most.
pub static LOWER_TRANSFERS_OF_ROWS: &[Pattern] = &[
    Pattern::new("TransferReadToVectorLoadLowering", TransferReadOp::DEF.name, |rw, op| {
        lower_read(rw, op, 1)
    }),
    Pattern::new("TransferWriteToVectorStoreLowering", TransferWriteOp::DEF.name, |rw, op| {
        lower_write(rw, op, 1)
    }),
];

/// Lowers transfers and gathers under a mask.
pub static LOWER_MASKED_TRANSFERS: &[Pattern] = &[
    pattern!("MaskedTransferReadOpPattern", TransferReadOp, masked_read),
    pattern!("MaskedTransferWriteOpPattern", TransferWriteOp, masked_write),
    pattern!("MaskedGatherOpPattern", GatherOp, masked_gather),
];

/// Whether a transfer of a vector of `max` dimensions at most moves elements next to each other, all in bounds.
fn is_plain(rw: &Rewriter<'_>, transfer: &Transfer<'_>, loaded: terrace_ir::Type, max: usize) -> bool {
    let cx = rw.cx();
    let own = vector(cx, transfer.vector);
    let Some(buffer) = memref(cx, transfer.shaped) else { return false };
    let unit =
        buffer.strides_and_offset(cx).is_some_and(|(strides, _)| strides.last().is_none_or(|&s| s == 1));
    let fits = match as_vector(cx, buffer.element) {
        Some(_) => buffer.element == loaded,
        None => buffer.element == own.element,
    };
    own.rank() <= max && unit && fits && !transfer.in_bounds().contains(&false)
}

/// Lowers a `vector.transfer_read` of `max` dimensions at most to a load.
pub fn lower_read(rw: &mut Rewriter<'_>, op: Op, max: usize) -> Option<()> {
    let value = create_load(rw, TransferReadOp::assume(op), max)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// Creates the load for a `vector.transfer_read` of `max` dimensions at most, at the insertion point; returns
/// the loaded vector.
pub fn create_load(rw: &mut Rewriter<'_>, op: TransferReadOp, max: usize) -> Option<Value> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let transfer = Transfer::of(view.0)?;
    if is_masked(view.0) {
        return rw.notify_match_failure(op, "Masked case not supported");
    }
    let spread = transfer.permutation_map().minor_identity_broadcast_dims()?;
    let own = vector(cx, transfer.vector);
    let shape: Vec<i64> = own
        .shape
        .iter()
        .enumerate()
        .map(|(dim, &extent)| if spread.contains(&dim) { 1 } else { extent })
        .collect();
    let ty = VectorType::get_scalable(cx, &shape, own.scalable, own.element);
    if !is_plain(rw, &transfer, ty, max) {
        return None;
    }
    let (base, padding, loc, result) = (view.base().id(), view.padding().id(), view.0.loc(), transfer.vector);
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let mut value = match view.mask().map(|mask| mask.id()) {
        Some(_) if own.rank() != 1 => return None,
        Some(mask) => {
            let fill = broadcast(rw, padding, ty, loc);
            rw.build_value(MaskedLoadOp::of(base, &indices, mask, fill).loc(loc).result(ty))
        }
        None => rw.build_value(LoadOp::of(base, &indices).loc(loc).result(ty)),
    };
    if !spread.is_empty() {
        value = rw.build_value(BroadcastOp::of(value).vector(result).loc(loc));
    }
    Some(value)
}

/// Lowers a `vector.transfer_write` of `max` dimensions at most to a store.
pub fn lower_write(rw: &mut Rewriter<'_>, op: Op, max: usize) -> Option<()> {
    create_store(rw, TransferWriteOp::assume(op), max)?;
    rw.erase_op(op);
    Some(())
}

/// Creates the store for a `vector.transfer_write` of `max` dimensions at most, at the insertion point.
pub fn create_store(rw: &mut Rewriter<'_>, op: TransferWriteOp, max: usize) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let transfer = Transfer::of(view.0)?;
    if is_masked(view.0) {
        return rw.notify_match_failure(op, "Masked case not supported");
    }
    if !transfer.permutation_map().is_minor_identity() || !is_plain(rw, &transfer, transfer.vector, max) {
        return None;
    }
    let rank = vector(cx, transfer.vector).rank();
    let (base, value, loc) = (view.base().id(), view.value_to_store().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    match view.mask().map(|mask| mask.id()) {
        Some(_) if rank != 1 => return None,
        Some(mask) => {
            rw.build(MaskedStoreOp::of(base, &indices, mask, value).loc(loc));
        }
        None => {
            rw.build(StoreOp::of(value, base, &indices).loc(loc));
        }
    }
    Some(())
}

fn masked_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let view = op.view(rw);
    if !is_masked(view.0) || view.0.parent_op().is_some_and(|mask| MaskOp::view_of(mask).passthru().is_some())
    {
        return None;
    }
    let (base, padding, ty, loc) = (view.base().id(), view.padding().id(), view.vector().ty(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let (map, in_bounds) = (view.permutation_map_attr(), view.in_bounds_attr());
    let (root, mask) = root_and_mask(rw, op.into());
    let value = rw.build_value(
        TransferReadOp::of(base, padding)
            .loc(loc)
            .indices(&indices)
            .mask(mask)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .vector(ty),
    );
    rw.replace_op(root, &[value]);
    Some(())
}

fn masked_write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let view = op.view(rw);
    if !is_masked(view.0) {
        return None;
    }
    let (base, value, loc) = (view.base().id(), view.value_to_store().id(), view.0.loc());
    let result = view.result().map(|result| result.ty());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let (map, in_bounds) = (view.permutation_map_attr(), view.in_bounds_attr());
    let (root, mask) = root_and_mask(rw, op.into());
    let write = rw.build(
        TransferWriteOp::of(value, base)
            .loc(loc)
            .indices(&indices)
            .mask(mask)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .result(result),
    );
    rw.replace_op_with(root, write);
    Some(())
}

fn masked_gather(rw: &mut Rewriter<'_>, op: GatherOp) -> Option<()> {
    let view = op.view(rw);
    let around = view.0.parent_op().filter(|_| is_masked(view.0))?;
    let given = MaskOp::view_of(around).passthru().map(|value| value.id());
    let (base, indices, ty, loc) = (view.base().id(), view.indices().id(), view.result().ty(), view.0.loc());
    let passthru = given.unwrap_or(view.pass_thru().id());
    let offsets: Vec<Value> = view.offsets().map(|offset| offset.id()).collect();
    let (root, mask) = root_and_mask(rw, op.into());
    let mask = mask?;
    let value = rw.build_value(GatherOp::of(base, &offsets, indices, mask, passthru).loc(loc).result(ty));
    rw.replace_op(root, &[value]);
    Some(())
}
