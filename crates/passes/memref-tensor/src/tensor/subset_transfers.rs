//! Transfers of slices of tensors as transfers of the tensors.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{indices, known_mixed, value_of};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_strides, rank_reduction_mask, slice};
use terrace_dialects_mem::tensor::{ExtractSliceOp, InsertSliceOp};
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::{MaskOp, TransferReadOp, TransferWriteOp};
use terrace_ir::OpFoldResult;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, Op, OpKind, OpRef, Rewriter, Value, pattern};

use terrace_passes_shared::transfers::{flags_attr, is_masked, mask_op};

/// Folds slices into transfers.
pub static SUBSET_INTO_TRANSFER: &[Pattern] = &[
    pattern!("TransferReadOfExtractSliceOpFolder", TransferReadOp, read_of_slice),
    pattern!("InsertSliceOfTransferWriteOpFolder", InsertSliceOp, insert_of_write),
];

/// The dimensions of the source that a slice drops.
pub(super) fn dropped_dims(op: OpRef<'_>, shape: &[i64]) -> Option<Vec<bool>> {
    rank_reduction_mask(&slice(op).sizes, shape)
}

/// Whether elements of a slice are next to each other, and a transfer stays inside of it.
fn can_fold(transfer: &Transfer<'_>, op: OpRef<'_>) -> bool {
    !transfer.in_bounds().contains(&false)
        && transfer.mask.is_none()
        && mixed_strides(op).into_iter().all(|stride| known_mixed(stride) == Some(1))
}

/// Places in a slice as places in the whole tensor.
pub(super) fn resolve(
    rw: &mut Rewriter<'_>,
    op: Op,
    dropped: &[bool],
    at: &[OpFoldResult],
    loc: Loc,
) -> Option<Vec<Value>> {
    let view = rw.op(op);
    let (offsets, strides) = (indices(&mixed_offsets(view)), indices(&mixed_strides(view)));
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
    let place = AffineMap::new(0, 3, vec![s0 + s1 * s2]);
    let (mut at, mut places) = (at.iter(), Vec::with_capacity(offsets.len()));
    for dim in 0..offsets.len() {
        let index = if dropped[dim] { OpFoldResult::Static(0) } else { *at.next()? };
        let resolved = composed_apply(rw, &place, &[offsets[dim], index, strides[dim]], loc);
        places.push(value_of(rw, resolved, loc));
    }
    Some(places)
}

/// A map of the slice's dimensions as one of the tensor's.
fn expanded_map(map: &AffineMap, dropped: &[bool]) -> AffineMap {
    let kept = (0..dropped.len()).filter(|&dim| !dropped[dim]).map(|dim| AffineExpr::dim(dim as u32));
    map.compose(&AffineMap::new(dropped.len() as u32, 0, kept.collect()))
}

fn read_of_slice(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let part = view.base().defining_op()?.cast::<ExtractSliceOp>()?;
    let transfer = Transfer::of(view.0)?;
    if !can_fold(&transfer, part.0) {
        return None;
    }
    let dropped = dropped_dims(part.0, view.base().ty().shape(cx)?)?;
    let map = expanded_map(&transfer.permutation_map(), &dropped);
    let mask = is_masked(view.0)
        .then(|| view.0.parent_op())
        .flatten()
        .map(|mask| (mask.id(), MaskOp::view_of(mask).mask().id()));
    let (source, slice, loc) = (part.source().id(), part.0.id(), view.0.loc());
    let (padding, ty) = (view.padding().id(), view.vector().ty());
    let at: Vec<OpFoldResult> = view.indices().map(|index| OpFoldResult::Value(index.id())).collect();
    let in_bounds = transfer.in_bounds();
    let replaced = mask.map_or(op, |(mask, _)| TransferReadOp::assume(mask));
    rw.set_insertion_point_before(replaced);
    let places = resolve(rw, slice, &dropped, &at, loc)?;
    let (map, in_bounds) = (cx.affine_map_attr(map), flags_attr(cx, &in_bounds));
    let read = rw.build(
        TransferReadOp::of(source, padding)
            .loc(loc)
            .indices(&places)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .vector(ty),
    );
    let new = match mask {
        Some((_, mask)) => mask_op(rw, read.into(), mask),
        None => read.into(),
    };
    rw.replace_op_with(replaced, new);
    Some(())
}

fn insert_of_write(rw: &mut Rewriter<'_>, op: InsertSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let maker = view.source().defining_op()?;
    // A masked write is inside of the op that masks it.
    if maker.isa::<MaskOp>() {
        return None;
    }
    let write = TransferWriteOp::view_of(maker.cast::<TransferWriteOp>()?.0);
    let transfer = Transfer::of(write.0)?;
    // What is not written of the slice is what it held before, not what the tensor holds.
    let part = view.source().ty();
    let covers = part.has_static_shape(cx) && write.value_to_store().ty().shape(cx) == part.shape(cx);
    if !covers || !can_fold(&transfer, view.0) {
        return None;
    }
    let dropped = dropped_dims(view.0, view.source().ty().shape(cx)?)?;
    let map = expanded_map(&transfer.permutation_map(), &dropped);
    let (value, dest, ty, loc) =
        (write.value_to_store().id(), view.dest().id(), view.dest().ty(), view.0.loc());
    let at: Vec<OpFoldResult> = write.indices().map(|index| OpFoldResult::Value(index.id())).collect();
    let (map, in_bounds) = (cx.affine_map_attr(map), flags_attr(cx, &transfer.in_bounds()));
    let places = resolve(rw, op.into(), &dropped, &at, loc)?;
    let new = rw.build(
        TransferWriteOp::of(value, dest)
            .loc(loc)
            .indices(&places)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .result(ty),
    );
    rw.replace_op_with(op, new);
    Some(())
}
