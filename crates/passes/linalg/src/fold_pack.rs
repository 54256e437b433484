//! Slices, paddings and transpositions next to `linalg.pack` and `linalg.unpack` as part of these.

use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp, can_take_part};
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::structured::{Structured, as_structured};
use terrace_dialects_linalg::transpose_broadcast::TransposeOp;
use terrace_dialects_mem::index_values::{indices, known_indices};
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::slices::mixed_sizes;
use terrace_dialects_mem::tensor::{ExtractSliceOp, PadOp, constant_padding_value};
use terrace_ir::context::OpInfo;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::tiling::ReifyShapes;
use terrace_ir::{DYNAMIC, Op, OpFoldResult, OpRef, Rewriter, ValueRef, pattern};

use super::lower_pack::dims;
use super::pack::Packing;

/// Folds neighbors of relayouts into these.
pub static FOLD_INTO_PACK_AND_UNPACK: &[Pattern] = &[
    pattern!("FoldUnpackWithExtractSliceOp", ExtractSliceOp, slice_of_unpack),
    pattern!("FoldPadWithPackOp", PackOp, pack_of_pad),
    Pattern::having("FoldProducerPackWithConsumerLinalgTransposeOp", is_structured, transpose_of_pack),
    pattern!("FoldConsumerPackWithProducerLinalgTransposeOp", PackOp, pack_of_transpose),
    pattern!("FoldConsumerUnPackWithProducerLinalgTransposeOp", UnPackOp, unpack_of_transpose),
    Pattern::having("FoldProducerUnPackWithConsumerLinalgTransposeOp", is_structured, transpose_of_unpack),
];

fn is_structured(info: &OpInfo) -> bool {
    info.interface::<dyn Structured>().is_some()
}

/// Unpacks the part that a slice at the origin takes.
fn slice_of_unpack(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let cx = rw.cx();
    let part = op.view(rw);
    let unpack = part.source().defined_by::<UnPackOp>()?;
    if !can_take_part(unpack.0, part) {
        return rw.notify_match_failure(op, "the slice leaves out more than a part of the last tiles");
    }
    let (source, packing) = (unpack.source().id(), Packing::of_unpack(rw, unpack.0.id()));
    let (sizes, element) = (indices(&mixed_sizes(part.0)), unpack.dest().ty().element_type(cx)?);
    let loc = part.0.loc();
    let dest = empty(rw, &sizes, element, loc);
    let unpacked = packing.unpack(rw, source, dest, loc);
    rw.replace_op_with(op, unpacked);
    Some(())
}

/// Folds a high padding with the same value into a pack, if the number of tiles stays the same.
pub fn pack_of_pad(rw: &mut Rewriter<'_>, op: PackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let pad = view.source().defined_by::<PadOp>()?;
    let low = mixed_values(&pad.static_low().to_vec(), pad.low());
    let low: Vec<OpFoldResult> = known_indices(&low);
    if pad.nofold() || low.iter().any(|&size| size != OpFoldResult::Static(0)) {
        return rw
            .notify_match_failure(op, "the source is padded before its beginning, or must not be folded");
    }
    let padding = constant_padding_value(pad.0).filter(|value| is_outside(*value, pad.0))?;
    if let Some(own) = view.padding_value()
        && own != padding
        && m_scalar_i64(own).is_none_or(|number| m_scalar_i64(padding) != Some(number))
    {
        return rw.notify_match_failure(op, "the paddings are different values");
    }
    let high = known_indices(&mixed_values(&pad.static_high().to_vec(), pad.high()));
    let (padded, packed) = (view.source().ty().shape(cx)?, view.dest().ty().shape(cx)?);
    let inner = dims(&view.inner_dims_pos().to_vec(), padded.len())?;
    let order = dims(&view.outer_dims_perm().to_vec(), padded.len())?;
    let tiles = view.static_inner_tiles().to_vec();
    for (dim, &high) in high.iter().enumerate() {
        let Some(at) = inner.iter().position(|&tiled| tiled == dim) else {
            if high != OpFoldResult::Static(0) {
                return rw.notify_match_failure(op, "a dimension without tiles is padded");
            }
            continue;
        };
        let count = packed[order.iter().position(|&at| at == dim).unwrap_or(dim)];
        let (OpFoldResult::Static(high), tile, extent) = (high, tiles[at], padded[dim]) else { return None };
        if [count, tile, extent].contains(&DYNAMIC) {
            return None;
        }
        // Without the padding, there would be fewer tiles.
        if count.checked_mul(tile)?.checked_sub(extent)?.checked_add(high)? >= tile {
            return rw.notify_match_failure(op, "the padding fills a tile");
        }
    }
    let (source, dest, padding) = (pad.source().id(), view.dest().id(), padding.id());
    let (packing, loc) = (Packing::of_pack(rw, op.into()), view.0.loc());
    let packed = packing.pack(rw, source, dest, Some(padding), loc);
    rw.replace_op_with(op, packed);
    Some(())
}

/// Whether a value is defined outside of an op's regions.
pub(super) fn is_outside(value: ValueRef<'_>, op: OpRef<'_>) -> bool {
    let block = value.owner_block().or_else(|| value.defining_op()?.block());
    let around = block.and_then(|block| block.region()).and_then(|region| region.parent_op());
    !around.is_some_and(|around| op.is_ancestor(around))
}

/// The dimension of its input that each dimension of the result of a transposition is; `None` for another op.
fn transposition(op: OpRef<'_>) -> Option<Vec<i64>> {
    if let Some(transpose) = op.cast::<TransposeOp>() {
        return Some(transpose.permutation().to_vec());
    }
    let structured = as_structured(op)?;
    let [input, output] = &structured.indexing_maps(op)[..] else { return None };
    let is_permuted = input.is_permutation() && output.is_permutation() && input != output;
    if structured.destinations(op) != (1, 1) || structured.parallel(op).contains(&false) || !is_permuted {
        return None;
    }
    let block = op.single_region().entry()?;
    let end = block.first().filter(|end| end.isa::<YieldOp>() && end.num_operands() == 1)?;
    if block.args().next() != Some(end.single_operand()) {
        return None;
    }
    let source = |expr: &terrace_affine::AffineExpr| Some(input.result_position(expr.as_dim()?)? as i64);
    output.results.iter().map(source).collect()
}

/// The place of each number in a permutation.
pub(super) fn inverse(permutation: &[i64]) -> Vec<i64> {
    let mut places = vec![0; permutation.len()];
    permutation.iter().enumerate().for_each(|(place, &number)| places[number as usize] = place as i64);
    places
}

/// The permutations of the numbers of tiles and of the tiles that a permutation of a packed tensor consists of, whose unpacked
/// one has `rank` dimensions; `None` if it mixes them.
fn split(permutation: &[i64], rank: usize) -> Option<[Vec<i64>; 2]> {
    let (outer, inner) = permutation.split_at_checked(rank)?;
    let rank = rank as i64;
    outer
        .iter()
        .all(|&dim| dim < rank)
        .then(|| [outer.to_vec(), inner.iter().map(|dim| dim - rank).collect()])
}

fn transpose_of_pack(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let pack = view.operands().next()?.defined_by::<PackOp>()?;
    let (permutation, loc) = (transposition(view)?, view.loc());
    let (source, padding) = (pack.source(), pack.padding_value().map(|value| value.id()));
    let rank = source.ty().shape(rw.cx())?.len();
    let Some([outer, inner]) = split(&permutation, rank) else {
        return rw.notify_match_failure(op, "a tile dimension is transposed with a non-tile dimension");
    };
    let packing = Packing::of_pack(rw, pack.0.id()).transposed(rank, &inner, &outer);
    let source = source.id();
    let dest = packing.destination(rw, source, loc)?;
    let packed = packing.pack(rw, source, dest, padding, loc);
    rw.replace_op_with(op, packed);
    Some(())
}

/// Packs the source of a transposition, in another order.
pub fn pack_of_transpose(rw: &mut Rewriter<'_>, op: PackOp) -> Option<()> {
    let view = op.view(rw);
    let transpose = view.source().defining_op()?;
    let permutation = transposition(transpose)?;
    let (source, padding) = (transpose.operands().next()?.id(), view.padding_value().map(|value| value.id()));
    let loc = view.0.loc();
    let packing = Packing::of_pack(rw, op.into()).with_dims(&permutation);
    let dest = packing.destination(rw, source, loc)?;
    let packed = packing.pack(rw, source, dest, padding, loc);
    rw.replace_op_with(op, packed);
    Some(())
}

fn transpose_of_unpack(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let unpack = view.operands().next()?.defined_by::<UnPackOp>()?;
    let (permutation, loc) = (transposition(view)?, view.loc());
    let init = view.operand(as_structured(view)?.destinations(view).0).id();
    let packing = Packing::of_unpack(rw, unpack.0.id()).with_dims(&inverse(&permutation));
    let source = unpack.source().id();
    let unpacked = packing.unpack(rw, source, init, loc);
    rw.replace_op_with(op, unpacked);
    Some(())
}

/// Unpacks the source of a transposition of tiles among themselves, and of their numbers.
pub fn unpack_of_transpose(rw: &mut Rewriter<'_>, op: UnPackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let transpose = view.source().defining_op()?;
    let permutation = transposition(transpose)?;
    let (source, ty, loc) = (transpose.operands().next()?.id(), view.dest().ty(), view.0.loc());
    let rank = ty.shape(cx)?.len();
    let reify = view.0.interface::<dyn ReifyShapes>()?;
    let Some([outer, inner]) = split(&inverse(&permutation), rank) else {
        return rw.notify_match_failure(op, "a tile dimension is transposed with a non-tile dimension");
    };
    let packing = Packing::of_unpack(rw, op.into()).transposed(rank, &inner, &outer);
    let sizes = reify.reify_shapes(rw, op.into())?.into_iter().next()?;
    let dest = empty(rw, &sizes, ty.element_type(cx)?, loc);
    let unpacked = packing.unpack(rw, source, dest, loc);
    rw.replace_op_with(op, unpacked);
    Some(())
}
