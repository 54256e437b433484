//! Fusion of producers into any op that contains their uses: one use at a time, as a tile for a use by a
//! slice, as a clone otherwise.

use terrace_dialects_core::scf::{ForallOp, InParallelOp};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::{extract_slice_as, parallel_insert_slice};
use terrace_dialects_mem::slices::rank_reduction_mask;
use terrace_dialects_mem::tensor::{ExtractSliceOp, with_shape};
use terrace_ir::interfaces::{DestinationStyleOp, LoopLike};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::{Refusal, Tile};
use terrace_ir::{Op, OpFoldResult, OpKind, OpRef, Rewriter, Value, ValueRef};

use super::fuse::{tied_init, tile_of};
use super::yields::with_inits;
use terrace_passes_shared::destinations::{destinations, tiling_of};

/// The result of fusion into a containing op.
#[derive(Clone, Debug, Default)]
pub struct FusedInto {
    /// The fused ops, in the order of creation.
    pub fused_ops: Vec<Op>,
    /// The op around the uses, which may have been replaced.
    pub containing: Option<Op>,
}

/// Fuses producers into an op that contains uses of them; the producers stay. One with several uses is
/// recomputed for each.
///
/// # Errors
///
/// The producer that cannot be fused, `None` if the containing op uses none of the remaining ones; and the
/// reason.
pub fn fuse_into_containing(
    rw: &mut Rewriter<'_>,
    producers: &[Op],
    containing: Op,
) -> Result<FusedInto, (Option<Op>, Refusal)> {
    let (mut left, mut containing, mut fused_ops) = (producers.to_vec(), containing, Vec::new());
    let point = rw.insertion_point();
    while !left.is_empty() {
        let uses = |op: Op| {
            let users = rw.op(op).results().flat_map(|result| result.uses());
            users
                .filter(|(user, _)| user.id() == containing || rw.op(containing).is_proper_ancestor(*user))
                .count()
        };
        let found = left.iter().enumerate().map(|(at, &op)| (at, op, uses(op))).find(|found| found.2 > 0);
        let Some((at, producer, count)) = found else { return Err((None, None)) };
        if count == 1 {
            left.remove(at);
        }
        let made = fuse_use(rw, producer, &mut containing);
        fused_ops.extend(made.map_err(|refusal| (Some(producer), refusal))?);
    }
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    Ok(FusedInto { fused_ops, containing: Some(containing) })
}

/// Fuses one use.
fn fuse_use(rw: &mut Rewriter<'_>, producer: Op, containing: &mut Op) -> Result<Vec<Op>, Refusal> {
    if let Some(made) = fuse_slice(rw, producer, containing)? {
        return Ok(made);
    }
    if let Some(made) = fuse_slice_of_argument(rw, producer, *containing)? {
        return Ok(made);
    }
    fuse_copy(rw, producer, *containing).map(|op| vec![op])
}

/// The first of a value's users that takes a part of it in the containing op.
fn slice_inside(value: ValueRef<'_>, containing: OpRef<'_>) -> Option<Op> {
    let mut users = value.uses().map(|(user, _)| user);
    users
        .find(|user| user.isa::<ExtractSliceOp>() && containing.is_proper_ancestor(*user))
        .map(|user| user.id())
}

/// Whether a value is what another one is before loops.
fn is_same_outside(rw: &Rewriter<'_>, value: Value, inner: Value) -> bool {
    let (mut pending, mut seen) = (vec![inner], std::collections::HashSet::new());
    while let Some(inner) = pending.pop() {
        if inner == value {
            return true;
        }
        let around =
            rw.value(inner).owner_block().and_then(|block| block.region()).and_then(|r| r.parent_op());
        let looped = around.and_then(|op| Some((op, op.interface::<dyn LoopLike>()?)));
        let Some((op, looped)) = looped.filter(|_| seen.insert(inner)) else { continue };
        let (first, count) = looped.inits(op);
        pending.extend((first..first + count).map(|at| op.operand(at).id()));
    }
    false
}

/// Converts a value that replaces a slice to the type of the slice.
fn with_type_of(rw: &mut Rewriter<'_>, value: Value, slice: Op) -> Result<Value, Refusal> {
    let (cx, view) = (rw.cx(), rw.op(slice));
    let (shape, loc) = (view.single_result().ty().shape(cx).ok_or(None)?, view.loc());
    let found = rw.value(value).ty();
    let own = found.shape(cx).ok_or(None)?;
    if own == shape {
        return Ok(value);
    }
    rank_reduction_mask(own, shape).ok_or(None)?;
    let sizes = extents(rw, value, loc);
    let whole = Tile { offsets: vec![OpFoldResult::Static(0); sizes.len()], sizes };
    let reduced = extract_slice_as(rw, value, &whole, with_shape(cx, found, shape), loc);
    Ok(rw.body().single_result(reduced))
}

/// Tiles the producer for its first slice in the containing op.
fn fuse_slice(rw: &mut Rewriter<'_>, producer: Op, containing: &mut Op) -> Result<Option<Vec<Op>>, Refusal> {
    let Ok(tiling) = tiling_of(rw, producer) else { return Ok(None) };
    let mut results = rw.op(producer).results();
    let Some(slice) = results.find_map(|result| slice_inside(result, rw.op(*containing))) else {
        return Ok(None);
    };
    drop(results);
    let Some(part) = tile_of(rw.op(slice)) else { return Ok(None) };
    let result = ExtractSliceOp::view_of(rw.op(slice)).source().index() as usize;
    rw.set_insertion_point_before(slice);
    let mut copy = None;
    if let Some(parent) = rw.op(slice).parent_op().filter(|op| op.interface::<dyn LoopLike>().is_some()) {
        let parent = parent.id();
        let made = rw.clone_op(producer, &mut IrMapping::new()).ok_or(None)?;
        write_into_arguments(rw, made, parent);
        copy = Some(made);
    }
    let tiled = match tiling.result_tile_value(rw, copy.unwrap_or(producer), result, &part) {
        Ok(tiled) => tiled,
        Err(None) => return Ok(None),
        Err(refusal) => return Err(refusal),
    };
    let value = *tiled.values.first().ok_or(None)?;
    let typed = with_type_of(rw, value, slice)?;
    rw.replace_op(slice, &[typed]);
    if let Some(made) = give_producer(rw, producer, *containing, (result, value), &part)? {
        *containing = made;
    }
    copy.into_iter().for_each(|copy| rw.erase_op(copy));
    Ok(Some(tiled.ops))
}

/// Destinations that a loop around starts its tensors as become the arguments for these.
fn write_into_arguments(rw: &mut Rewriter<'_>, op: Op, looped: Op) {
    let view = rw.op(op);
    let Some(style) = view.interface::<dyn DestinationStyleOp>() else { return };
    let (first, count) = style.inits(view);
    let (outer, args) = (rw.op(looped), rw.op(looped).interface::<dyn LoopLike>());
    let args: Vec<Value> =
        args.map_or(Vec::new(), |looped| looped.iter_args(outer).iter().map(|arg| arg.id()).collect());
    for at in first..first + count {
        let init = rw.body().operand(op, at);
        for &arg in &args {
            let start = tied_init(rw.op(looped), arg).map(|start| rw.body().operand(looped, start));
            if start.is_some_and(|start| is_same_outside(rw, init, start)) {
                rw.set_operand(op, at, arg);
            }
        }
    }
}

/// Adds the results of a generic op to an `scf.forall` if they are used after it; returns the new loop.
fn give_producer(
    rw: &mut Rewriter<'_>,
    producer: Op,
    containing: Op,
    (result, value): (usize, Value),
    part: &Tile,
) -> Result<Option<Op>, Refusal> {
    let body = rw.body();
    let made = rw.op(producer).result(result);
    let behind = |user: OpRef<'_>| {
        let mut around = user.self_and_ancestors();
        let beside = around.find(|op| body.block_of(op.id()) == body.block_of(containing));
        beside.is_some_and(|op| body.is_before(containing, op.id()))
    };
    let users: Vec<Op> =
        made.uses().map(|(user, _)| user).filter(|user| behind(*user)).map(|op| op.id()).collect();
    if users.is_empty() || !rw.op(producer).isa::<GenericOp>() || !rw.op(containing).isa::<ForallOp>() {
        return Ok(None);
    }
    let view = rw.op(producer);
    let (first, _) = view.interface::<dyn DestinationStyleOp>().ok_or(None)?.inits(view);
    let (init, made) = (view.operand(first + result).id(), made.id());
    let (new, args) = with_inits(rw, containing, &[init])?;
    let arg = *args.first().ok_or(None)?;
    let uses: Vec<(Op, usize)> = rw
        .value(init)
        .uses()
        .filter(|(user, _)| rw.op(new).is_proper_ancestor(*user))
        .map(|(user, index)| (user.id(), index))
        .collect();
    uses.into_iter().for_each(|(user, index)| rw.set_operand(user, index, arg));
    let end = rw.op(new).single_region().entry().and_then(|block| block.last()).ok_or(None)?;
    let combining = end.cast::<InParallelOp>().and_then(|end| end.region().entry()).ok_or(None)?.id();
    let loc = rw.body().first_op(combining).map_or(rw.body().loc(new), |op| rw.body().loc(op));
    rw.set_insertion_point_to_start(combining);
    parallel_insert_slice(rw, value, arg, part, loc);
    let given = rw.body().results(new).last().ok_or(None)?;
    rw.replace_uses_with_if(made, given, |_, user, _| users.contains(&user));
    Ok(Some(new))
}

/// Tiles the producer for the first slice of a loop's argument whose init is the producer's result.
fn fuse_slice_of_argument(
    rw: &mut Rewriter<'_>,
    producer: Op,
    containing: Op,
) -> Result<Option<Vec<Op>>, Refusal> {
    let Ok(tiling) = tiling_of(rw, producer) else { return Ok(None) };
    let uses = rw
        .op(producer)
        .results()
        .flat_map(|result| result.uses().map(move |(user, index)| (user, index, result.index() as usize)));
    let Some((looped, operand, result)) = { uses }.find(|(user, ..)| user.isa::<ForallOp>()) else {
        return Ok(None);
    };
    let args = looped.interface::<dyn LoopLike>().map_or(Vec::new(), |forall| forall.iter_args(looped));
    let arg = args.into_iter().find(|arg| tied_init(looped, arg.id()) == Some(operand));
    let slice = arg.and_then(|arg| Some((arg.id(), slice_inside(arg, rw.op(containing))?)));
    let Some((arg, slice)) = slice.filter(|_| looped.id() == containing) else { return Ok(None) };
    let Some(part) = tile_of(rw.op(slice)) else { return Ok(None) };
    rw.set_insertion_point_before(slice);
    let Some(inits) = destinations(rw, producer) else { return Ok(None) };
    let mut map = IrMapping::new();
    map.map(*inits.get(result).ok_or(None)?, arg);
    let copy = rw.clone_op(producer, &mut map).ok_or(None)?;
    let tiled = tiling.result_tile_value(rw, copy, result, &part);
    let tiled = match tiled {
        Ok(tiled) => tiled,
        Err(refusal) => {
            rw.erase_op(copy);
            return if refusal.is_none() { Ok(None) } else { Err(refusal) };
        }
    };
    let value = with_type_of(rw, *tiled.values.first().ok_or(None)?, slice)?;
    rw.replace_op(slice, &[value]);
    rw.set_operand(containing, operand, inits[0]);
    rw.erase_op(copy);
    Ok(Some(tiled.ops))
}

/// Clones the producer before its first use in the containing op.
fn fuse_copy(rw: &mut Rewriter<'_>, producer: Op, containing: Op) -> Result<Op, Refusal> {
    let mut found = None;
    for result in rw.op(producer).results() {
        for (user, index) in result.uses() {
            if user.id() == containing {
                return Err(None);
            }
            if found.is_none() && rw.op(containing).is_proper_ancestor(user) {
                found = Some((user.id(), index, result.index() as usize));
            }
        }
    }
    let (user, index, result) = found.ok_or(None)?;
    rw.set_insertion_point_before(user);
    let copy = rw.clone_op(producer, &mut IrMapping::new()).ok_or(None)?;
    let value = rw.body().result(copy, result);
    rw.set_operand(user, index, value);
    Ok(copy)
}
