//! Additional results of loops: tensors that are assembled from the tiles of each iteration.

use terrace_dialects_core::scf::{ForallOp, InParallelOp};
use terrace_dialects_mem::make_slices::{extract_slice, insert_slice, parallel_insert_slice};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::tiling::{Refusal, Tile};
use terrace_ir::{Loc, Op, Rewriter, Type, Value};

use super::fuse::{FusedProducer, tile_of};
use terrace_passes_shared::destinations::{destination, tiling_of};

/// The operand slot of what tensors start as, in `scf.for` and `scf.forall`.
const INITS: usize = 3;

/// Populates the innermost loop: takes its induction variables and the arguments for the new tensors, returns
/// their tiles and positions.
pub(super) type YieldFn<'f> =
    dyn FnMut(&mut Rewriter<'_>, &[Value]) -> Result<Vec<(Value, Tile)>, Refusal> + 'f;

/// Replaces a loop by one with more tensors, whose terminator is not changed yet; returns it and the new arguments.
pub(super) fn with_inits(
    rw: &mut Rewriter<'_>,
    op: Op,
    inits: &[Value],
) -> Result<(Op, Vec<Value>), Refusal> {
    let view = rw.op(op);
    let block = view.single_region().entry().ok_or(None)?.id();
    let (old, loc) = (view.num_results(), view.loc());
    let mut values: Vec<Value> = view.operand_group(INITS).map(|value| value.id()).collect();
    values.extend(inits);
    let added: Vec<Type> = inits.iter().map(|&value| rw.value(value).ty()).collect();
    let types = [view.result_types(), added.clone()].concat();
    let args = added.into_iter().map(|ty| rw.add_argument(block, ty, loc)).collect();
    let made = rw.with_results(op, &types);
    rw.set_operand_group(made, INITS, &values);
    let results: Vec<Value> = rw.body().results(made).take(old).collect();
    rw.replace_op(op, &results);
    Ok((made, args))
}

/// Adds results to a loop nest, which are initialized with `inits`; the loops are replaced.
pub(super) fn add_inits_to_nest(
    rw: &mut Rewriter<'_>,
    loops: &mut [Op],
    inits: &[Value],
    fill: &mut YieldFn<'_>,
) -> Result<(), Refusal> {
    let mut args = inits.to_vec();
    for looped in loops.iter_mut() {
        (*looped, args) = with_inits(rw, *looped, &args)?;
    }
    let Some((&innermost, outer)) = loops.split_last() else { return Ok(()) };
    let block = rw.op(innermost).single_region().entry().ok_or(None)?;
    let end = block.last().ok_or(None)?.id();
    rw.set_insertion_point_before(end);
    let parts = fill(rw, &args)?;
    let loc: Loc = rw.body().loc(end);
    if rw.op(innermost).isa::<ForallOp>() && rw.op(end).isa::<InParallelOp>() {
        let combining = rw.op(end).single_region().entry().ok_or(None)?.id();
        rw.set_insertion_point_to_end(combining);
        for ((value, part), &arg) in parts.iter().zip(&args) {
            parallel_insert_slice(rw, *value, arg, part, loc);
        }
        return Ok(());
    }
    rw.set_insertion_point_before(end);
    let mut values: Vec<Value> = rw.body().operands(end).collect();
    for ((value, part), &arg) in parts.iter().zip(&args) {
        values.push(insert_slice(rw, *value, arg, part, loc));
    }
    rw.set_operands(end, &values);
    for (&op, &inner) in outer.iter().zip(&loops[1..]) {
        let end = rw.op(op).single_region().entry().and_then(|block| block.last()).ok_or(None)?.id();
        let results: Vec<Value> = rw.body().results(inner).collect();
        let mut values: Vec<Value> = rw.body().operands(end).collect();
        values.extend(&results[results.len() - inits.len()..]);
        rw.set_operands(end, &values);
    }
    Ok(())
}

/// Yields all results of a fused producer from the loops. Returns the slices that were created of the new
/// tensors.
///
/// # Errors
///
/// If the producer has no destinations, or the position of a tile in one of its results is unknown.
pub fn yield_producer(
    rw: &mut Rewriter<'_>,
    slice_op: Op,
    fused: &FusedProducer,
    loops: &mut [Op],
) -> Result<Vec<Op>, Refusal> {
    let view = rw.value(fused.original);
    let (producer, asked) = (view.defining_op().ok_or(None)?.id(), view.index() as usize);
    let count = rw.op(producer).num_results();
    let (tiled, loc) = (*fused.ops.first().ok_or(None)?, rw.body().loc(producer));
    let mut inits = Vec::with_capacity(count);
    for result in 0..count {
        inits.push(destination(rw, producer, result).ok_or(None)?);
    }
    let mut slices = Vec::new();
    add_inits_to_nest(rw, loops, &inits, &mut |rw, args| {
        let part = tile_of(rw.op(slice_op)).ok_or(None)?;
        let tiling = tiling_of(rw, producer)?;
        let mut parts = vec![part.clone()];
        if count > 1 {
            let domain = tiling.domain_tile_of_result(rw, producer, asked, &part)?;
            parts.clear();
            for result in 0..count {
                parts.push(match result == asked {
                    true => part.clone(),
                    false => tiling.result_tile_position(rw, producer, result, &domain)?,
                });
            }
        }
        if let Some(style) = rw.op(tiled).interface::<dyn DestinationStyleOp>() {
            let (first, _) = style.inits(rw.op(tiled));
            rw.set_insertion_point_before(tiled);
            for (result, (&arg, part)) in args.iter().zip(&parts).enumerate() {
                let taken = extract_slice(rw, arg, part, loc);
                slices.push(taken);
                let value = rw.body().single_result(taken);
                rw.set_operand(tiled, first + result, value);
            }
        }
        let values: Vec<Value> = rw.body().results(tiled).collect();
        Ok(values.into_iter().zip(parts).collect())
    })?;
    Ok(slices)
}
