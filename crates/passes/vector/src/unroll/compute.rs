//! Unrolls ops that compute.

use terrace_dialects_core::arith::{AddIOp, ConstantOp};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{BroadcastOp, MultiDimReductionOp, ReductionOp, StepOp, TransposeOp};
use terrace_ir::{Op, Rewriter, Value};

use super::{Accumulators, UnrollOptions, fixed, part_type, zeros};
use crate::reduction_to_contract::Contraction;
use terrace_passes_shared::vector_ops::{combine, extract_slice, insert_slice, shape_cast};

/// Unrolls the space in which a contraction iterates; partial results are added to in order.
pub(super) fn contraction(rw: &mut Rewriter<'_>, op: Op, options: &UnrollOptions) -> Option<()> {
    let (cx, contraction) = (rw.cx(), Contraction::of(rw, op)?);
    let (ty, loc) = (rw.op(op).single_result().ty(), contraction.loc);
    let element = fixed(cx, ty)?.element;
    let dims_of = |map: usize| -> Option<Vec<usize>> {
        let dims = contraction.maps[map].results.iter();
        dims.map(|expr| expr.as_dim().map(|dim| dim as usize)).collect()
    };
    let dims = [dims_of(0)?, dims_of(1)?, dims_of(2)?];
    let mut extents = vec![None; contraction.parallel.len()];
    for (dims, &operand) in dims.iter().zip(&contraction.operands) {
        let own = fixed(cx, rw.value(operand).ty())?;
        for (&dim, &extent) in dims.iter().zip(own.shape) {
            extents[dim].get_or_insert(extent);
        }
    }
    let extents: Vec<i64> = extents.into_iter().collect::<Option<_>>()?;
    let tiles = options.tiles(rw.op(op), &extents, true)?;
    let of = |dims: &[usize], list: &[i64]| -> Vec<i64> { dims.iter().map(|&dim| list[dim]).collect() };
    let part_ty = part_type(cx, &of(&dims[2], &tiles.size), element);
    let mut accumulators = Accumulators::default();
    for offsets in tiles.offsets() {
        let mut operands = contraction.operands;
        for (at, operand) in operands.iter_mut().enumerate() {
            let begin = of(&dims[at], &offsets);
            let partial = if at == 2 { accumulators.get(&begin) } else { None };
            *operand = match partial {
                Some(partial) => partial,
                None => {
                    let size = of(&dims[at], &tiles.size);
                    extract_slice(rw, contraction.operands[at], &begin, &size, loc)
                }
            };
        }
        let part = copy_with(rw, op, &operands, &[part_ty])?;
        accumulators.set(of(&dims[2], &offsets), rw.body().single_result(part));
    }
    let result = accumulators.assemble(rw, ty, loc)?;
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls an op that computes each element from those at the same place.
pub(super) fn elementwise(rw: &mut Rewriter<'_>, op: Op, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_results() != 1 || view.num_regions() != 0 {
        return None;
    }
    let (ty, loc) = (view.single_result().ty(), view.loc());
    let own = fixed(cx, ty)?;
    let tiles = options.tiles(view, own.shape, false)?;
    let all: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let mut operands = all.clone();
        for operand in &mut operands {
            let Some(own) = as_vector(cx, rw.value(*operand).ty()) else { continue };
            *operand = extract_slice(rw, *operand, &offsets, &tiles.full, loc);
            if tiles.full.len() > tiles.size.len() {
                let ty = part_type(cx, &tiles.size, own.element);
                *operand = shape_cast(rw, *operand, ty, loc);
            }
        }
        let part = copy_with(rw, op, &operands, &[part_ty])?;
        let part = rw.body().single_result(part);
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a reduction to a scalar; the accumulator is combined last.
pub(super) fn reduction(rw: &mut Rewriter<'_>, op: ReductionOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, acc, kind, loc) =
        (view.vector().id(), view.acc().map(|acc| acc.id()), view.kind(), view.0.loc());
    let (ty, own) = (view.dest().ty(), fixed(cx, view.vector().ty())?);
    let tiles = options.tiles(view.0, own.shape, true)?;
    let mut result: Option<Value> = None;
    for offsets in tiles.offsets() {
        let slice = extract_slice(rw, source, &offsets, &tiles.size, loc);
        let part = copy_with(rw, op.into(), &[slice], &[ty])?;
        let part = rw.body().single_result(part);
        result = Some(match result {
            Some(sum) => combine(rw, kind, sum, part, None, loc),
            None => part,
        });
    }
    let mut result = result?;
    if let Some(acc) = acc {
        result = combine(rw, kind, result, acc, None, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a reduction of several dimensions; partial results are added to in order.
pub(super) fn multi_reduction(
    rw: &mut Rewriter<'_>,
    op: MultiDimReductionOp,
    options: &UnrollOptions,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, acc, ty, loc) = (view.source().id(), view.acc().id(), view.dest().ty(), view.0.loc());
    if as_vector(cx, ty).is_none() {
        return rw.notify_match_failure(op, "Unrolling scalars is not supported");
    }
    let own = fixed(cx, view.source().ty())?;
    let reduced = view.reduction_dims().to_vec();
    let kept: Vec<usize> = (0..own.rank()).filter(|&dim| !reduced.contains(&(dim as i64))).collect();
    let tiles = options.tiles(view.0, own.shape, true)?;
    let of_kept = |list: &[i64]| -> Vec<i64> { kept.iter().map(|&dim| list[dim]).collect() };
    let acc_size = of_kept(&tiles.size);
    let part_ty = part_type(cx, &acc_size, own.element);
    let mut accumulators = Accumulators::default();
    for offsets in tiles.offsets() {
        let slice = extract_slice(rw, source, &offsets, &tiles.size, loc);
        let begin = of_kept(&offsets);
        let sum = match accumulators.get(&begin) {
            Some(sum) => sum,
            None => extract_slice(rw, acc, &begin, &acc_size, loc),
        };
        let part = copy_with(rw, op.into(), &[slice, sum], &[part_ty])?;
        accumulators.set(begin, rw.body().single_result(part));
    }
    let result = accumulators.assemble(rw, ty, loc)?;
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a transposition; parts have the shape of those of its result.
pub(super) fn transpose(rw: &mut Rewriter<'_>, op: TransposeOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.vector().id(), view.result().ty(), view.0.loc());
    let own = fixed(cx, ty)?;
    let order = view.permutation().to_vec();
    let tiles = options.tiles(view.0, own.shape, true)?;
    let (order_attr, part_ty) = (cx.i64_array(&order), part_type(cx, &tiles.size, own.element));
    let of_source = |list: &[i64]| {
        let mut permuted = vec![0; list.len()];
        order.iter().zip(list).for_each(|(&dim, &number)| permuted[dim as usize] = number);
        permuted
    };
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let slice = extract_slice(rw, source, &of_source(&offsets), &of_source(&tiles.size), loc);
        let part = rw.build_or_fold_value(
            TransposeOp::of(slice).permutation_attr(order_attr).result(part_ty).loc(loc),
        );
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls a broadcast; of dimensions that the source stretches, it is taken whole.
pub(super) fn broadcast(rw: &mut Rewriter<'_>, op: BroadcastOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.vector().ty(), view.0.loc());
    let own = fixed(cx, ty)?;
    let from = as_vector(cx, source.ty());
    let source = source.id();
    let tiles = options.tiles(view.0, own.shape, true)?;
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    for offsets in tiles.offsets() {
        let slice = match from {
            Some(from) => {
                let lead = own.rank() - from.rank();
                let stretched = |dim: usize| from.shape[dim] == 1;
                let begin: Vec<i64> = (0..from.rank())
                    .map(|dim| if stretched(dim) { 0 } else { offsets[lead + dim] })
                    .collect();
                let size: Vec<i64> = (0..from.rank())
                    .map(|dim| if stretched(dim) { 1 } else { tiles.size[lead + dim] })
                    .collect();
                extract_slice(rw, source, &begin, &size, loc)
            }
            None => source,
        };
        let part = copy_with(rw, op.into(), &[slice], &[part_ty])?;
        let part = rw.body().single_result(part);
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Unrolls the numbers from zero on, as those of the first part and an offset.
pub(super) fn step(rw: &mut Rewriter<'_>, op: StepOp, options: &UnrollOptions) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let own = fixed(cx, ty)?;
    let tiles = options.tiles(view.0, own.shape, true)?;
    let part_ty = part_type(cx, &tiles.size, own.element);
    let mut result = zeros(rw, ty, loc)?;
    let base = rw.build_value(StepOp::of().result(part_ty).loc(loc));
    for offsets in tiles.offsets() {
        let offset = splat_of(cx, cx.int_attr(own.element, offsets[0]), part_ty)?;
        let offset = rw.build_value(ConstantOp::of().value_attr(offset).result(part_ty).loc(loc));
        let part = rw.build_value(AddIOp::of(base, offset).result(part_ty).loc(loc));
        result = insert_slice(rw, part, result, &offsets, loc);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
