//! Transfers by maps that permute or broadcast, as transfers of the last dimensions, transpositions and broadcasts.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{BroadcastOp, TransferReadOp, TransferWriteOp, TransposeOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, OpKind, Rewriter, Type, Value, VectorType, pattern};

use terrace_passes_shared::transfers::{flags_attr, is_masked};

/// Lowers transfers that permute or broadcast dimensions.
pub static TRANSFER_PERMUTATION_LOWERING: &[Pattern] = &[
    pattern!("TransferReadPermutationLowering", TransferReadOp, permuted_read),
    pattern!("TransferWritePermutationLowering", TransferWriteOp, permuted_write),
    pattern!("TransferOpReduceRank", TransferReadOp, broadcast_read),
    pattern!("TransferWriteNonPermutationLowering", TransferWriteOp, non_permuted_write),
];

/// For each result of a map, its place where the map is a permutation of the last dimensions and of broadcasts; `None` for
/// another map.
fn permutation_with_broadcasts(map: &AffineMap) -> Option<Vec<usize>> {
    let (inputs, results) = (map.num_inputs() as usize, map.num_results());
    let (start, lead) = (inputs.saturating_sub(results), results.saturating_sub(inputs));
    let mut found = vec![false; inputs.max(results)];
    let (mut places, mut broadcasts) = (vec![0; results], Vec::new());
    for (at, expr) in map.results.iter().enumerate() {
        match (expr.as_constant(), expr.as_dim()) {
            (Some(0), _) => broadcasts.push(at),
            (None, Some(dim)) => {
                places[at] = (dim as usize).checked_sub(start)? + lead;
                found[places[at]] = true;
            }
            _ => return None,
        }
    }
    // Any order will do for broadcasts.
    let mut free = (0..found.len()).filter(|&at| !found[at]);
    for at in broadcasts {
        places[at] = free.next()?;
    }
    Some(places)
}

/// A list with element `i` moved to `places[i]`.
fn placed<T: Copy>(list: &[T], places: &[usize]) -> Option<Vec<T>> {
    let mut out = list.to_vec();
    for (&place, &entry) in places.iter().zip(list) {
        *out.get_mut(place)? = entry;
    }
    Some(out)
}

/// A read like another one, with another map, other bounds and of another type, at the insertion point.
fn read_like(
    rw: &mut Rewriter<'_>,
    op: TransferReadOp,
    map: AffineMap,
    in_bounds: &[bool],
    ty: Type,
) -> Value {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (base, padding, loc) = (view.base().id(), view.padding().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let mask = view.mask().map(|mask| mask.id());
    let (map, in_bounds) = (cx.affine_map_attr(map), flags_attr(cx, in_bounds));
    rw.build_value(
        TransferReadOp::of(base, padding)
            .loc(loc)
            .indices(&indices)
            .mask(mask)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .vector(ty),
    )
}

/// Replaces a write by one of another vector, by another map.
fn replace_write(
    rw: &mut Rewriter<'_>,
    op: TransferWriteOp,
    value: Value,
    mask: Option<Value>,
    map: AffineMap,
    in_bounds: &[bool],
) {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (base, loc) = (view.base().id(), view.0.loc());
    let result = view.result().map(|result| result.ty());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let (map, in_bounds) = (cx.affine_map_attr(map), flags_attr(cx, in_bounds));
    let new = rw.build(
        TransferWriteOp::of(value, base)
            .loc(loc)
            .indices(&indices)
            .mask(mask)
            .permutation_map_attr(map)
            .in_bounds_attr(in_bounds)
            .result(result),
    );
    rw.replace_op_with(op, new);
}

fn permuted_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let transfer = Transfer::of(view)?;
    let (map, own, loc) = (transfer.permutation_map(), vector(cx, transfer.vector), view.loc());
    if own.rank() == 0 {
        return rw.notify_match_failure(op, "0-d corner case not supported");
    }
    if is_masked(view) {
        return rw.notify_match_failure(op, "Masked case not supported");
    }
    let places = permutation_with_broadcasts(&map)?;
    if places.iter().copied().eq(0..places.len()) {
        return rw.notify_match_failure(op, "identity permutation");
    }
    let (shape, scalable) = (placed(own.shape, &places)?, placed(own.scalable, &places)?);
    let in_bounds = placed(&transfer.in_bounds(), &places)?;
    let map = AffineMap::new(map.num_dims, map.num_symbols, placed_exprs(&map.results, &places)?);
    let (ty, result) = (VectorType::get_scalable(cx, &shape, &scalable, own.element), transfer.vector);
    let read = read_like(rw, TransferReadOp::assume(op.into()), map, &in_bounds, ty);
    let order: Vec<i64> = places.iter().map(|&place| place as i64).collect();
    let order = cx.i64_array(&order);
    let transposed = rw.build_value(TransposeOp::of(read).permutation_attr(order).result(result).loc(loc));
    rw.replace_op(op, &[transposed]);
    Some(())
}

fn placed_exprs(exprs: &[AffineExpr], places: &[usize]) -> Option<Vec<AffineExpr>> {
    let mut out = exprs.to_vec();
    for (&place, expr) in places.iter().zip(exprs) {
        *out.get_mut(place)? = expr.clone();
    }
    Some(out)
}

fn permuted_write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let transfer = Transfer::of(view)?;
    let (map, own, loc) = (transfer.permutation_map(), vector(cx, transfer.vector), view.loc());
    if own.rank() == 0 {
        return rw.notify_match_failure(op, "0-d corner case not supported");
    }
    if is_masked(view) {
        return rw.notify_match_failure(op, "Masked case not supported");
    }
    if map.is_minor_identity() {
        return rw.notify_match_failure(op, "map is already minor identity");
    }
    let places = permutation_with_broadcasts(&map)?;
    let inverse = map.compress_unused_dims().inverse_permutation()?;
    let order: Vec<usize> =
        inverse.results.iter().map(|expr| expr.as_dim().map(|dim| dim as usize)).collect::<Option<_>>()?;
    let in_bounds = placed(&transfer.in_bounds(), &places)?;
    let shape: Vec<i64> = order.iter().map(|&at| own.shape[at]).collect();
    let scalable: Vec<bool> = order.iter().map(|&at| own.scalable[at]).collect();
    let ty = VectorType::get_scalable(cx, &shape, &scalable, own.element);
    let write = TransferWriteOp::view_of(view);
    let (value, mask) = (write.value_to_store().id(), write.mask().map(|mask| mask.id()));
    let order: Vec<i64> = order.into_iter().map(|at| at as i64).collect();
    let value =
        rw.build_value(TransposeOp::of(value).permutation_attr(cx.i64_array(&order)).result(ty).loc(loc));
    let map = AffineMap::minor_identity(map.num_dims, map.num_results() as u32);
    replace_write(rw, TransferWriteOp::assume(op.into()), value, mask, map, &in_bounds);
    Some(())
}

/// Reads without broadcasts along leading dimensions.
fn broadcast_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let transfer = Transfer::of(view)?;
    let (map, own, loc) = (transfer.permutation_map(), vector(cx, transfer.vector), view.loc());
    if own.rank() == 0 {
        return rw.notify_match_failure(op, "0-d corner case not supported");
    }
    if is_masked(view) {
        return rw.notify_match_failure(op, "Masked case not supported");
    }
    let lead = map.results.iter().take_while(|expr| expr.as_constant() == Some(0)).count();
    if lead == 0 {
        return rw.notify_match_failure(op, "no leading broadcasts in map");
    }
    let rest = AffineMap::new(map.num_dims, 0, map.results[lead..].to_vec());
    if rest.minor_identity_broadcast_dims().is_none() {
        return rw.notify_match_failure(op, "not a minor identity with broadcasting");
    }
    let ty = VectorType::get_scalable(cx, &own.shape[lead..], &own.scalable[lead..], own.element);
    let (in_bounds, result) = (transfer.in_bounds(), transfer.vector);
    let read = read_like(rw, TransferReadOp::assume(op.into()), rest, in_bounds.get(lead..)?, ty);
    let made = rw.build_value(BroadcastOp::of(read).vector(result).loc(loc));
    rw.replace_op(op, &[made]);
    Some(())
}

/// A vector with unit dimensions before its own.
fn with_leading_units(rw: &mut Rewriter<'_>, value: Value, count: usize, loc: Loc) -> Value {
    if count == 0 {
        return value;
    }
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let shape = [vec![1; count].as_slice(), own.shape].concat();
    let scalable = [vec![false; count].as_slice(), own.scalable].concat();
    let ty = VectorType::get_scalable(cx, &shape, &scalable, own.element);
    rw.build_value(BroadcastOp::of(value).vector(ty).loc(loc))
}

/// Writes by a map that leaves out inner dimensions, as writes of vectors with unit dimensions for these.
fn non_permuted_write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let transfer = Transfer::of(view)?;
    let (map, own, loc) = (transfer.permutation_map(), vector(cx, transfer.vector), view.loc());
    if own.rank() == 0 {
        return rw.notify_match_failure(op, "0-d corner case not supported");
    }
    if is_masked(view) {
        return rw.notify_match_failure(op, "Masked case not supported");
    }
    if permutation_with_broadcasts(&map).is_some() {
        return rw.notify_match_failure(op, "map is already permutation of minor identity with broadcast");
    }
    let used: Vec<u32> = map.results.iter().map(AffineExpr::as_dim).collect::<Option<_>>()?;
    let first = *used.iter().min()?;
    let missing: Vec<AffineExpr> =
        (first..map.num_dims).filter(|dim| !used.contains(dim)).map(AffineExpr::dim).collect();
    let write = TransferWriteOp::view_of(view);
    let (value, mask) = (write.value_to_store().id(), write.mask().map(|mask| mask.id()));
    let in_bounds = [vec![true; missing.len()], transfer.in_bounds()].concat();
    let value = with_leading_units(rw, value, missing.len(), loc);
    let mask = mask.map(|mask| {
        let mask = with_leading_units(rw, mask, missing.len(), loc);
        let own = vector(cx, rw.value(mask).ty());
        let order: Vec<usize> = (missing.len()..own.rank()).chain(0..missing.len()).collect();
        let shape: Vec<i64> = order.iter().map(|&at| own.shape[at]).collect();
        let scalable: Vec<bool> = order.iter().map(|&at| own.scalable[at]).collect();
        let ty = VectorType::get_scalable(cx, &shape, &scalable, own.element);
        let order: Vec<i64> = order.into_iter().map(|at| at as i64).collect();
        rw.build_value(TransposeOp::of(mask).permutation_attr(cx.i64_array(&order)).result(ty).loc(loc))
    });
    let map = AffineMap::new(map.num_dims, 0, [missing, map.results.clone()].concat());
    replace_write(rw, TransferWriteOp::assume(op.into()), value, mask, map, &in_bounds);
    Some(())
}
