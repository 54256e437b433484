//! Swapping of slices with pads, fills and structured ops, so that the source is sliced first.

use terrace_dialects_linalg::builders::make_fill;
use terrace_dialects_linalg::named_elementwise::FillOp;
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics};
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides, slice};
use terrace_dialects_mem::tensor::tiling::bubble_up_pad_slice;
use terrace_dialects_mem::tensor::{ExtractSliceOp, PadOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::{Tile, TilingInterface};
use terrace_ir::{OpFoldResult, OpKind, OpRef, Rewriter, Value, View, pattern};

/// Pads the slice of the source of a `tensor.pad` whose result a slice is taken of.
pub static SLICE_OF_PAD: &[Pattern] =
    &[pattern!("ExtractSliceOfPadTensorSwapPattern", ExtractSliceOp, slice_of_pad)];

/// Fills the slice of the destination of a `linalg.fill` that nothing else uses than a slice.
pub static SLICE_OF_FILL: &[Pattern] = &[pattern!("SwapExtractSliceOfFill", ExtractSliceOp, slice_of_fill)];

/// Computes the part of the result of a structured op that a slice takes, where nothing else uses it.
pub static SLICE_OF_STRUCTURED: &[Pattern] =
    &[pattern!("BubbleUpExtractSliceOpPattern", ExtractSliceOp, slice_of_structured)];

/// The tile that a slice with unit strides is.
fn tile_of(op: OpRef<'_>) -> Option<Tile> {
    let [offsets, sizes] = [mixed_offsets(op), mixed_sizes(op)].map(|list| indices(&list));
    slice(op).strides.iter().all(|&stride| stride == 1).then_some(Tile { offsets, sizes })
}

fn slice_of_pad(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let view = op.view(rw);
    let pad = view.source().defined_by::<PadOp>()?.0.id();
    let tile = tile_of(view.0)?;
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let padded = bubble_up_pad_slice(rw, PadOp::assume(pad), &tile, true).ok()?.values.into_iter().next()?;
    if rw.value(padded).ty() == ty {
        rw.replace_op(op, &[padded]);
        return Some(());
    }
    // The slice leaves out dimensions.
    let [zeros, ones] = [0, 1].map(|number| vec![OpFoldResult::Static(number); tile.sizes.len()]);
    let reduced = rw.build_value(
        ExtractSliceOp::of(padded)
            .loc(loc)
            .mixed_offsets(&zeros)
            .mixed_sizes(&tile.sizes)
            .mixed_strides(&ones)
            .result(ty),
    );
    rw.replace_op(op, &[reduced]);
    Some(())
}

/// The op that defines the source of a slice, if that has no other use.
fn only_user_of(view: View<'_, ExtractSliceOp>) -> Option<OpRef<'_>> {
    let op = view.source().defining_op()?;
    (op.num_results() == 1 && view.source().uses().nth(1).is_none()).then_some(op)
}

fn slice_of_fill(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let view = op.view(rw);
    only_user_of(view)?;
    let fill = view.source().defined_by::<FillOp>()?;
    let (value, output) = (fill.inputs().next()?.id(), fill.outputs().next()?.id());
    let lists =
        [mixed_offsets(view.0), mixed_sizes(view.0), mixed_strides(view.0)].map(|list| indices(&list));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let part = rw.build_value(
        ExtractSliceOp::of(output)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(ty),
    );
    let filled = make_fill(rw, value, part, loc)?;
    rw.replace_op_with(op, filled);
    Some(())
}

fn slice_of_structured(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let Some(producer) = only_user_of(view) else {
        return rw.notify_match_failure(op, "expected single use of linalg op");
    };
    let structured = as_structured(producer)?;
    let (first, count) = structured.destinations(producer);
    let keeps_rank = view.source().ty().shape(cx)?.len() == view.result().ty().shape(cx)?.len();
    if count != 1 || !has_tensor_semantics(producer) || !keeps_rank {
        return rw.notify_match_failure(op, "expected one output of tensor type and no dropped dimensions");
    }
    if !structured.indexing_maps(producer)[first].is_projected_permutation(false) {
        return rw.notify_match_failure(op, "expected a projected permutation for output");
    }
    let tile = tile_of(view.0)?;
    let tiling = producer.interface::<dyn TilingInterface>()?;
    let producer = producer.id();
    rw.set_insertion_point_before(op);
    let tile = tiling.domain_tile_of_result(rw, producer, 0, &tile).ok()?;
    let values: Vec<Value> = tiling.tiled_implementation(rw, producer, &tile).ok()?.values;
    rw.replace_op(op, &values);
    Some(())
}
