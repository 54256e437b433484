//! Transfers between vectors and memory.

use std::sync::Arc;

use terrace_affine::AffineMap;
use terrace_dialects_gpu::gpu::kernel::YieldOp;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_mem::affine::AffineDelinearizeIndexOp;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::effects::{Effect, EffectKind, effects_recursively};
use terrace_ir::pattern::Root;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Context, Loc, Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_rewrite::PatternSet;

use super::DistributionMap;
use super::lanes::{distributed_dims, distributed_type, lanes_by_dim, part_indices, place_of_lane};
use super::region::{Warp, create_warp};

/// Adds the pattern that moves the last write of a region after it: each lane writes its part, or, if lanes cannot share the vector
/// and it has at most `max_elements`, one lane writes all.
pub fn add_distribute_transfer_write(
    set: &mut PatternSet,
    cx: &Context,
    map: &DistributionMap,
    max_elements: u64,
    benefit: u16,
) {
    let map = Arc::clone(map);
    let action = move |rw: &mut Rewriter<'_>, op: Op| {
        move_write(rw, WarpExecuteOnLane0Op::assume(op), &map, max_elements)
    };
    let root = Root::Op(WarpExecuteOnLane0Op::DEF.name);
    set.add_action(cx, "WarpOpTransferWrite", root, benefit, Box::new(action));
}

/// The pairs of an index and a dimension of the vector that lanes share.
fn shared_dims(map: &AffineMap, dims: &[usize]) -> Vec<(usize, usize)> {
    let index = |&dim: &usize| Some((map.results.get(dim)?.as_dim()? as usize, dim));
    dims.iter().filter_map(index).collect()
}

/// The last op of the region, if it is a write whose operands but the vector and the mask are from outside.
fn last_write(rw: &Rewriter<'_>, warp: &Warp) -> Option<Op> {
    let write = rw.op(rw.body().prev_op(warp.end)?).cast::<TransferWriteOp>()?;
    let (value, mask) = (write.value_to_store().id(), write.mask().map(|mask| mask.id()));
    let mut operands = write.0.operands().map(|operand| operand.id());
    let is_fine = |operand| operand == value || Some(operand) == mask || warp.is_outside(rw, operand);
    (write.0.num_results() == 0 && operands.all(is_fine)).then(|| write.0.id())
}

fn move_write(
    rw: &mut Rewriter<'_>,
    op: WarpExecuteOnLane0Op,
    map: &DistributionMap,
    max_elements: u64,
) -> Option<()> {
    let warp = Warp::of(rw, op)?;
    let write = last_write(rw, &warp)?;
    if distribute_write(rw, &warp, write, map).is_some() {
        return Some(());
    }
    let view = TransferWriteOp::view_of(rw.op(write));
    if view.mask().is_some() {
        return rw.notify_match_failure(op, "the write has a mask");
    }
    let count = vector(rw.cx(), view.value_to_store().ty()).num_elements();
    if u64::try_from(count).is_ok_and(|count| count > max_elements) {
        return rw.notify_match_failure(op, "writes more elements than allowed to extract");
    }
    let is_write = |op: OpRef<'_>| op.isa::<TransferWriteOp>() || op.isa::<YieldOp>();
    if rw.block(warp.block).ops().all(is_write) {
        return None;
    }
    extract_write(rw, &warp, write)
}

/// A copy of a write at the insertion point, of these values; the write is erased.
fn clone_write(rw: &mut Rewriter<'_>, write: Op, values: &[Value]) -> Option<Op> {
    let view = TransferWriteOp::view_of(rw.op(write));
    let mut map = IrMapping::new();
    let old = std::iter::once(view.value_to_store()).chain(view.mask());
    old.zip(values).for_each(|(old, &new)| map.map(old.id(), new));
    let new = rw.clone_op(write, &mut map)?;
    rw.erase_op(write);
    Some(new)
}

fn distribute_write(rw: &mut Rewriter<'_>, warp: &Warp, write: Op, map: &DistributionMap) -> Option<()> {
    let (cx, view) = (rw.cx(), TransferWriteOp::view_of(rw.op(write)));
    let value = view.value_to_store();
    let (ty, loc, shared) = (value.ty(), view.0.loc(), map(value));
    let whole = as_vector(cx, ty).filter(|own| own.rank() > 0)?.shape;
    let part_ty = distributed_type(cx, ty, &shared, warp.size)?;
    let part = as_vector(cx, part_ty)?.shape;
    let permutation = view.permutation_map().clone();
    let (mut values, mut types) = (vec![value.id()], vec![part_ty]);
    if let Some(mask) = view.mask() {
        if !permutation.is_minor_identity() {
            return rw.notify_match_failure(write, "a mask of permuted dimensions is not supported");
        }
        values.push(mask.id());
        types.push(distributed_type(cx, mask.ty(), &shared, warp.size)?);
    }
    let counts: Vec<i64> = whole.iter().zip(part).map(|(&whole, &part)| whole / part).collect();
    let dims: Vec<usize> =
        shared.results.iter().filter_map(|expr| expr.as_dim()).map(|dim| dim as usize).collect();
    let pairs = shared_dims(&permutation, &dims);
    let (warp, values) = warp.append(rw, &values, &types)?;
    let write = clone_write(rw, write, &values)?;
    rw.set_insertion_point_before(write);
    let places = match shared.results.len() {
        0 | 1 => vec![warp.lane; part.len()],
        _ => delinearize(rw, &counts, &warp),
    };
    let view = TransferWriteOp::view_of(rw.op(write));
    let mut indices: Vec<Value> = view.indices().map(|value| value.id()).collect();
    part_indices(rw, &mut indices, &pairs, (&places, part), loc);
    rw.set_operand_group(write, INDICES, &indices);
    Some(())
}

/// The operand slot of the indices of a write.
const INDICES: usize = 2;

/// The place of a lane along each dimension, as one op.
fn delinearize(rw: &mut Rewriter<'_>, counts: &[i64], warp: &Warp) -> Vec<Value> {
    let basis = rw.cx().i64_array(counts);
    let types = vec![Type::INDEX; counts.len()];
    let op = AffineDelinearizeIndexOp::of(warp.lane).static_basis_attr(basis);
    let made: Op = rw.build(op.multi_index(&types).loc(warp.loc)).into();
    rw.body().results(made).collect()
}

/// Moves a write to a region of its own, so that the other ops can be distributed.
fn extract_write(rw: &mut Rewriter<'_>, warp: &Warp, write: Op) -> Option<()> {
    let view = TransferWriteOp::view_of(rw.op(write));
    let (value, loc) = (view.value_to_store(), view.0.loc());
    let (ty, value) = (value.ty(), value.id());
    let (warp, values) = warp.append(rw, &[value], &[ty])?;
    let (_, block) = create_warp(rw, &warp, &[], &[], &[], loc)?;
    rw.set_insertion_point_to_end(block);
    clone_write(rw, write, &values)?;
    rw.build(YieldOp::of(&[]).loc(warp.loc));
    Some(())
}

/// Whether ops after a read in the region may write to memory.
fn is_written_after(rw: &Rewriter<'_>, read: Op) -> bool {
    std::iter::successors(rw.op(read).next(), |op| op.next()).any(may_write)
}

/// Reads the part of each lane, if the region computes at most where it is.
pub(super) fn move_read(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op) -> Option<()> {
    let (cx, warp) = (rw.cx(), Warp::of(rw, op)?);
    let is_read_once =
        |def: OpRef<'_>| def.isa::<TransferReadOp>() && def.single_result().uses().take(2).count() == 1;
    let Some((index, def)) = warp.yielded(rw, is_read_once) else {
        return rw.notify_match_failure(op, "warp result is not a vector.transfer_read op");
    };
    let read = TransferReadOp::view_of(rw.op(def));
    let (base, loc, permutation) = (read.base().id(), read.0.loc(), read.permutation_map().clone());
    if !warp.is_outside(rw, base) {
        return rw.notify_match_failure(op, "source must be defined outside of the region");
    }
    if !cx.matches_upstream() && is_written_after(rw, def) {
        return rw.notify_match_failure(op, "memory may be written after the read");
    }
    let (whole_ty, part_ty) = (read.vector().ty(), warp.result_type(rw, index));
    let (whole, part) = (as_vector(cx, whole_ty)?.shape, as_vector(cx, part_ty)?.shape);
    let Some(counts) = lanes_by_dim(whole, part, warp.size) else {
        return rw.notify_match_failure(op, "cannot delinearize lane ID for distribution");
    };
    let dims = distributed_dims(whole, part);
    let mut values: Vec<Value> = read.indices().map(|value| value.id()).collect();
    let count = values.len();
    let mut types = vec![Type::INDEX; count];
    values.push(read.padding().id());
    types.push(read.padding().ty());
    if let Some(mask) = read.mask() {
        let mut used: Vec<Option<u32>> = permutation.results.iter().map(|expr| expr.as_dim()).collect();
        used.retain(Option::is_some);
        if used.len() != permutation.results.len() || !used.is_sorted() {
            return rw.notify_match_failure(op, "non-trivial permutation maps not supported");
        }
        let shared: Vec<_> = dims.iter().map(|&dim| terrace_affine::AffineExpr::dim(dim as u32)).collect();
        let shared = AffineMap::new(whole.len() as u32, 0, shared);
        values.push(mask.id());
        types.push(distributed_type(cx, mask.ty(), &shared, warp.size)?);
    }
    rw.set_insertion_point_before(warp.op);
    let places = place_of_lane(rw, &counts, warp.size, warp.lane, loc);
    let (warp, values) = warp.append(rw, &values, &types)?;
    let mut indices = values[..count].to_vec();
    part_indices(rw, &mut indices, &shared_dims(&permutation, &dims), (&places, part), loc);
    let value = clone_read(rw, def, (&indices, &values[count..]), part_ty, loc)?;
    warp.replace_result(rw, index, value);
    Some(())
}

/// A copy of a read with other indices, padding and mask, of another type.
fn clone_read(
    rw: &mut Rewriter<'_>,
    read: Op,
    (indices, others): (&[Value], &[Value]),
    ty: Type,
    loc: Loc,
) -> Option<Value> {
    let view = TransferReadOp::view_of(rw.op(read));
    let (base, map, in_bounds) = (view.base().id(), view.permutation_map_attr(), view.in_bounds_attr());
    let read = TransferReadOp::of(base, *others.first()?).indices(indices).mask(others.get(1).copied());
    let read = read.permutation_map_attr(map).in_bounds_attr(in_bounds).vector(ty);
    Some(rw.build_value(read.loc(loc)))
}

/// Whether an op, or what is in it, may write to memory.
fn may_write(op: OpRef<'_>) -> bool {
    let writes = |effects: Vec<Effect>| effects.iter().any(|effect| effect.kind == EffectKind::Write);
    effects_recursively(op).is_none_or(writes)
}
