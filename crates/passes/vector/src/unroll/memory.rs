//! Unrolls ops that access memory.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::AddIOp;
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::{GatherOp, LoadOp, StoreOp, TransferReadOp, TransferWriteOp};
use terrace_ir::{Attr, Loc, Op, Rewriter, Type, Value};

use super::{UnrollOptions, fixed, part_type, zeros};
use terrace_passes_shared::vector_ops::{extract_slice, insert_slice};

/// The indices of a part of a transfer.
fn transfer_indices(
    rw: &mut Rewriter<'_>,
    indices: &[Value],
    map: &AffineMap,
    offsets: &[i64],
    loc: Loc,
) -> Vec<Value> {
    let mut moved = indices.to_vec();
    for (expr, &offset) in map.results.iter().zip(offsets) {
        let Some(dim) = expr.as_dim() else { continue };
        let sum = AffineExpr::dim(0) + AffineExpr::constant(offset);
        let sum = rw.cx().affine_map_attr(AffineMap::new(1, 0, vec![sum]));
        let index = indices[dim as usize];
        moved[dim as usize] =
            rw.build_value(AffineApplyOp::of(&[index]).map_attr(sum).result(Type::INDEX).loc(loc));
    }
    moved
}

/// Unrolls a transfer from memory that has no mask.
pub(super) fn transfer_read(
    rw: &mut Rewriter<'_>,
    op: TransferReadOp,
    options: &UnrollOptions,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.mask().is_some() {
        return None;
    }
    let (ty, loc) = (view.vector().ty(), view.0.loc());
    let (base, padding) = (view.base().id(), view.padding().id());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let own = fixed(cx, ty)?;
    let map = Transfer::of(view.0)?.permutation_map();
    let tiles = options.tiles(view.0, own.shape, true)?;
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let mut operands = vec![base];
        operands.extend(transfer_indices(rw, &indices, &map, &offsets, loc));
        operands.push(padding);
        let part = copy_with(rw, op.into(), &operands, &[part_ty])?;
        let part = rw.body().single_result(part);
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a transfer to memory that has no mask; parts of a tensor are written one after the other.
pub(super) fn transfer_write(
    rw: &mut Rewriter<'_>,
    op: TransferWriteOp,
    options: &UnrollOptions,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.mask().is_some() {
        return None;
    }
    let (value, mut base, loc) = (view.value_to_store(), view.base().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let own = fixed(cx, value.ty())?;
    let value = value.id();
    let map = Transfer::of(view.0)?.permutation_map();
    let result = view.result().map(|result| result.ty());
    let tiles = options.tiles(view.0, own.shape, true)?;
    for offsets in tiles.offsets() {
        let slice = extract_slice(rw, value, &offsets, &tiles.size, loc);
        let mut operands = vec![slice, base];
        operands.extend(transfer_indices(rw, &indices, &map, &offsets, loc));
        let part = copy_with(rw, op.into(), &operands, result.as_slice())?;
        if result.is_some() {
            base = rw.body().single_result(part);
        }
    }
    match result {
        Some(_) => rw.replace_op(op, &[base]),
        None => rw.erase_op(op),
    }
    Some(())
}

/// Unrolls a gather.
pub(super) fn gather(rw: &mut Rewriter<'_>, op: GatherOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, base) = (view.result().ty(), view.0.loc(), view.base().id());
    let offset_values: Vec<Value> = view.offsets().map(|offset| offset.id()).collect();
    let vectors = [view.indices(), view.mask(), view.pass_thru()].map(|value| value.id());
    let own = fixed(cx, ty)?;
    let tiles = options.tiles(view.0, own.shape, true)?;
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let mut operands = vec![base];
        operands.extend(&offset_values);
        for vector in vectors {
            operands.push(extract_slice(rw, vector, &offsets, &tiles.size, loc));
        }
        let part = copy_with(rw, op.into(), &operands, &[part_ty])?;
        let part = rw.body().single_result(part);
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// The indices of a part of a load or store; the offsets are those of the trailing dimensions.
fn moved_indices(rw: &mut Rewriter<'_>, indices: &[Value], offsets: &[i64], loc: Loc) -> Vec<Value> {
    let mut moved = indices.to_vec();
    let lead = indices.len() - offsets.len();
    for (index, &offset) in moved[lead..].iter_mut().zip(offsets) {
        if offset != 0 {
            let offset = index_constant(rw, offset, loc);
            *index = rw.build_value(AddIOp::of(*index, offset).result(Type::INDEX).loc(loc));
        }
    }
    moved
}

/// A load or store of a part, which is not aligned as the whole is.
fn copy_unaligned(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], types: &[Type]) -> Option<Op> {
    let part = copy_with(rw, op, operands, types)?;
    rw.set_attr(part, "alignment", Attr::NULL);
    Some(part)
}

/// Unrolls a load of a vector.
pub(super) fn load(rw: &mut Rewriter<'_>, op: LoadOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, base) = (view.result().ty(), view.0.loc(), view.base().id());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let own = fixed(cx, ty).filter(|own| own.rank() <= indices.len())?;
    let tiles = options.tiles(view.0, own.shape, false)?;
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let mut operands = vec![base];
        operands.extend(moved_indices(rw, &indices, &offsets, loc));
        let part = copy_unaligned(rw, op.into(), &operands, &[part_ty])?;
        let part = rw.body().single_result(part);
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a store of a vector.
pub(super) fn store(rw: &mut Rewriter<'_>, op: StoreOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, base, loc) = (view.value_to_store(), view.base().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let own = fixed(cx, value.ty()).filter(|own| own.rank() <= indices.len())?;
    let value = value.id();
    let tiles = options.tiles(view.0, own.shape, true)?;
    for offsets in tiles.offsets() {
        let moved = moved_indices(rw, &indices, &offsets, loc);
        let slice = extract_slice(rw, value, &offsets, &tiles.size, loc);
        copy_unaligned(rw, op.into(), &[&[slice, base], &moved[..]].concat(), &[])?;
    }
    rw.erase_op(op);
    Some(())
}
