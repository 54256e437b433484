//! Fusion of consumers: an op that uses results of loops is tiled and computed in the loops.

use std::collections::HashSet;

use terrace_dialects_core::scf::{ForOp, ForallOp, InParallelOp, YieldOp};
use terrace_dialects_mem::make_slices::{extract_slice, insert_slice};
use terrace_dialects_mem::tensor::{InsertSliceOp, ParallelInsertSliceOp};
use terrace_ir::interfaces::{DestinationStyleOp, LoopLike};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::tiling::{Refusal, Tile, TilingInterface};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value, ValueRef};

use super::fuse::{tied_init, tile_of};
use super::yields::add_inits_to_nest;
use terrace_passes_shared::destinations::tiling_of;

/// A consumer that was fused; it is still there, without uses.
#[derive(Clone, Debug, Default)]
pub struct FusedConsumer {
    /// The consumer.
    pub consumer: Option<Op>,
    /// The indices of its operands that are results of the loops.
    pub operands: Vec<usize>,
    /// The ops that compute parts of it in the loops.
    pub tiled_ops: Vec<Op>,
}

/// The first user of a loop's results in its block; fails if there are users elsewhere.
fn first_user(rw: &Rewriter<'_>, looped: Op) -> Result<Op, Refusal> {
    let body = rw.body();
    let mut first: Option<Op> = None;
    for result in rw.op(looped).results() {
        for (user, _) in result.uses() {
            let combining = user.parent_op().filter(|parent| parent.isa::<InParallelOp>());
            let user = if user.isa::<ParallelInsertSliceOp>() { combining.unwrap_or(user) } else { user };
            if body.block_of(user.id()) != body.block_of(looped) {
                return Err(None);
            }
            if first.is_none_or(|first| body.is_before(user.id(), first)) {
                first = Some(user.id());
            }
        }
    }
    first.ok_or(None)
}

/// The ops in the backward slice of the consumer that are after the first user of the loop, in order. Fails
/// if the slice contains the loop, or if there are any and they may not be moved.
fn in_the_way(rw: &Rewriter<'_>, looped: Op, consumer: Op, may_move: bool) -> Result<Vec<Op>, Refusal> {
    let (body, first) = (rw.body(), first_user(rw, looped)?);
    let (mut seen, mut found, mut uses_loop) = (HashSet::new(), Vec::new(), false);
    let mut pending: Vec<ValueRef<'_>> = rw.op(consumer).operands().collect();
    while let Some(value) = pending.pop() {
        let Some(maker) = value.defining_op().filter(|op| op.body_id() == rw.body_id()) else { continue };
        let op = maker.id();
        if op == looped {
            uses_loop = true;
        } else if body.block_of(op) == body.block_of(first) && !body.is_before(op, first) && seen.insert(op) {
            found.push(op);
            pending.extend(maker.operands());
        }
    }
    if !found.is_empty() && (uses_loop || !may_move) {
        return Err(None);
    }
    found.sort_by(
        |&a, &b| if body.is_before(a, b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater },
    );
    Ok(found)
}

/// The first use of a loop's result by an op that can be fused, as the op and its operand's index. The
/// backward slice of the op is moved before the first use of the loop.
fn consumer_of(rw: &mut Rewriter<'_>, looped: Op, result: usize) -> Result<(Op, usize), Refusal> {
    let uses: Vec<(Op, usize)> =
        rw.op(looped).result(result).uses().map(|(user, index)| (user.id(), index)).collect();
    for (user, index) in uses {
        let view = rw.op(user);
        let fits = view.interface::<dyn TilingInterface>().is_some()
            && view.interface::<dyn DestinationStyleOp>().is_some()
            && rw.body().block_of(user) == rw.body().block_of(looped)
            && view.results().any(|result| !result.is_unused());
        if !fits {
            continue;
        }
        let Ok(needed) = in_the_way(rw, looped, user, true) else { continue };
        let first = first_user(rw, looped)?;
        for op in needed {
            rw.move_op(op, terrace_ir::InsertPoint::Before(first));
        }
        return Ok((user, index));
    }
    Err(None)
}

/// The number of the loops' result that a slice makes up.
fn result_of_slice(rw: &Rewriter<'_>, slice: Op, loops: &[Op]) -> Option<usize> {
    let (view, innermost) = (rw.op(slice), *loops.last()?);
    if let Some(insert) = view.cast::<ParallelInsertSliceOp>() {
        let looped = rw.op(innermost);
        let dest = insert.dest().id();
        let init = (loops.len() == 1 && looped.isa::<ForallOp>()).then(|| tied_init(looped, dest))??;
        return Some(init - looped.interface::<dyn LoopLike>()?.inits(looped).0);
    }
    let mut uses = view.results().next()?.uses();
    let (user, index) = uses.next()?;
    let inside = rw.body().block_of(slice) == rw.body().block_of(user.id())
        && user.isa::<YieldOp>()
        && user.parent_op().is_some_and(|parent| parent.id() == innermost);
    (uses.next().is_none() && inside && is_perfect_nest(rw, loops)).then_some(index)
}

/// Whether each loop but the last is an `scf.for` that holds the next one and nothing else, and returns what that returns.
fn is_perfect_nest(rw: &Rewriter<'_>, loops: &[Op]) -> bool {
    let held = |outer: OpRef<'_>, inner: OpRef<'_>| {
        let Some(block) = outer.single_region().entry() else { return false };
        let ops: Vec<Op> = block.ops().map(|op| op.id()).collect();
        let [only, end] = ops[..] else { return false };
        only == inner.id() && rw.op(end).operands().eq(inner.results())
    };
    loops.iter().all(|&op| rw.op(op).isa::<ForOp>())
        && loops.windows(2).all(|pair| held(rw.op(pair[0]), rw.op(pair[1])))
}

/// The op that puts the parts of a loop nest's result into its place.
fn slice_of_result(rw: &Rewriter<'_>, loops: &[Op], result: usize) -> Option<Op> {
    let outermost = rw.op(*loops.first()?);
    if outermost.isa::<ForallOp>() {
        let looped = outermost.interface::<dyn LoopLike>()?;
        let arg = *looped.iter_args(outermost).get(result)?;
        let end = outermost.single_region().entry()?.last()?;
        let inserts = end.single_region().entry()?.ops().filter_map(|op| op.cast::<ParallelInsertSliceOp>());
        let mut combining = inserts.filter(|insert| insert.dest() == arg);
        let slice = combining.next()?.0.id();
        return combining.next().is_none().then_some(slice);
    }
    let mut result = result;
    for (at, &op) in loops.iter().enumerate() {
        let value = rw.op(op).cast::<ForOp>()?.region().entry()?.last()?.operands().nth(result)?;
        let maker = value.defining_op()?;
        match loops.get(at + 1) {
            Some(&inner) if maker.id() == inner => result = value.index() as usize,
            Some(_) => return None,
            None => return maker.isa::<InsertSliceOp>().then(|| maker.id()),
        }
    }
    None
}

/// Computes the consumer of what slices make up in the loops that these are in; the loops are replaced.
///
/// # Errors
///
/// If the slices do not make up results of the loops that one consumer alone uses, or the consumer cannot be tiled so.
pub fn tile_and_fuse_consumer_of_slices(
    rw: &mut Rewriter<'_>,
    slices: &[Op],
    loops: &mut [Op],
) -> Result<FusedConsumer, Refusal> {
    let outermost = *loops.first().ok_or(None)?;
    let mut found: Option<(Op, Vec<usize>)> = None;
    for &slice in slices {
        let result = result_of_slice(rw, slice, loops).ok_or(None)?;
        let (consumer, operand) = consumer_of(rw, outermost, result)?;
        let (known, operands) = found.get_or_insert((consumer, Vec::new()));
        if *known != consumer {
            return Err(None);
        }
        operands.push(operand);
    }
    let (consumer, operands) = found.ok_or(None)?;
    fuse(rw, consumer, operands, slices, loops)
}

/// Tiles an op and fuses it into the loops that produce its operands; the loops are replaced. Does nothing if
/// they produce none.
///
/// # Errors
///
/// If the op has no tiling interface, its operands are not assembled from slices in the loops, or it cannot
/// be tiled accordingly.
pub fn tile_and_fuse_consumer(
    rw: &mut Rewriter<'_>,
    consumer: Op,
    loops: &mut [Op],
) -> Result<FusedConsumer, Refusal> {
    let outermost = *loops.first().ok_or(None)?;
    tiling_of(rw, consumer)?;
    let given = rw.op(consumer).operands().enumerate();
    let given = given.filter(|(_, value)| value.defining_op().is_some_and(|op| op.id() == outermost));
    let given: Vec<(usize, usize)> = given.map(|(at, value)| (at, value.index() as usize)).collect();
    if given.is_empty() {
        return Ok(FusedConsumer::default());
    }
    let slices = given.iter().map(|&(_, result)| slice_of_result(rw, loops, result));
    let slices: Vec<Op> = slices.collect::<Option<_>>().ok_or(None)?;
    fuse(rw, consumer, given.into_iter().map(|(at, _)| at).collect(), &slices, loops)
}

/// A slice as one that returns the whole tensor, at the insertion point.
fn as_insert_slice(rw: &mut Rewriter<'_>, slice: Op) -> Result<Op, Refusal> {
    let view = rw.op(slice);
    if view.isa::<InsertSliceOp>() {
        return rw.clone_op(slice, &mut IrMapping::new()).ok_or(None);
    }
    let (part, loc) = (tile_of(view).ok_or(None)?, view.loc());
    let view = ParallelInsertSliceOp::view_of(view);
    let (source, dest) = (view.source().id(), view.dest().id());
    let whole = insert_slice(rw, source, dest, &part, loc);
    rw.value(whole).defining_op().map(|op| op.id()).ok_or(None)
}

fn fuse(
    rw: &mut Rewriter<'_>,
    consumer: Op,
    operands: Vec<usize>,
    slices: &[Op],
    loops: &mut [Op],
) -> Result<FusedConsumer, Refusal> {
    let (outermost, innermost) = (*loops.first().ok_or(None)?, *loops.last().ok_or(None)?);
    in_the_way(rw, outermost, consumer, false)?;
    let view = rw.op(consumer);
    let (first, count) = view.interface::<dyn DestinationStyleOp>().ok_or(None)?.inits(view);
    if operands.iter().any(|operand| (first..first + count).contains(operand)) {
        return Err(None);
    }
    let tiling = tiling_of(rw, consumer)?;
    let inits: Vec<Value> = (first..first + count).map(|i| view.operand(i).id()).collect();
    let before = first_user(rw, outermost)?;
    rw.move_op(outermost, terrace_ir::InsertPoint::Before(before));
    let slice = *slices.first().ok_or(None)?;
    match rw.op(slice).isa::<ParallelInsertSliceOp>() {
        true => {
            let end =
                rw.op(innermost).single_region().entry().and_then(|block| block.last()).ok_or(None)?.id();
            rw.set_insertion_point_before(end);
        }
        false => rw.set_insertion_point_before(slice),
    }
    let mut wholes = Vec::with_capacity(slices.len());
    for &slice in slices {
        wholes.push(as_insert_slice(rw, slice)?);
    }
    let copy = rw.clone_op(consumer, &mut IrMapping::new()).ok_or(None)?;
    let mut tiles: Vec<(usize, Tile)> = Vec::with_capacity(wholes.len());
    for (&operand, &whole) in operands.iter().zip(&wholes) {
        let value = rw.body().single_result(whole);
        rw.set_operand(copy, operand, value);
        tiles.push((operand, tile_of(rw.op(whole)).ok_or(None)?));
    }
    let tiled = tiling.tiled_from_operand_tiles(rw, copy, &tiles)?;
    let main = *tiled.ops.first().ok_or(None)?;
    for (&operand, &whole) in operands.iter().zip(&wholes) {
        let (taken, source) =
            (rw.body().operand(main, operand), InsertSliceOp::view_of(rw.op(whole)).source().id());
        rw.replace_all_uses_with(taken, source);
    }
    let loc = rw.body().loc(innermost);
    add_inits_to_nest(rw, loops, &inits, &mut |rw, args| {
        rw.set_insertion_point_before(main);
        let domain = tiling.domain_tile_of_operands(rw, copy, &tiles)?;
        let mut parts = Vec::new();
        for result in 0..rw.op(main).num_results() {
            parts.push(tiling.result_tile_position(rw, main, result, &domain)?);
        }
        rw.set_insertion_point_before(main);
        for (at, (&arg, part)) in args.iter().zip(&parts).enumerate() {
            let slice = extract_slice(rw, arg, part, loc);
            let value = rw.body().single_result(slice);
            rw.set_operand(main, first + at, value);
        }
        let values: Vec<Value> = rw.body().results(main).collect();
        Ok(values.into_iter().zip(parts).collect())
    })?;
    let results: Vec<Value> = rw.body().results(consumer).collect();
    let given: Vec<Value> = rw.body().results(*loops.first().ok_or(None)?).collect();
    for (&old, &new) in results.iter().zip(&given[given.len() - inits.len()..]) {
        rw.replace_all_uses_with(old, new);
    }
    rw.erase_op(copy);
    Ok(FusedConsumer { consumer: Some(consumer), operands, tiled_ops: tiled.ops })
}
