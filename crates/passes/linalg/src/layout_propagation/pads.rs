//! Relayouts before and after `tensor.pad`, where dimensions without tiles are padded.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::{indices, split};
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor::{EmptyOp, PadOp, PadOpView, constant_padding_value, padded_type};
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Value};
use terrace_rewrite::motion::Dominance;

use super::{LayoutPropagation, cast_to};
use crate::fold_pack::is_outside;
use crate::pack::Packing;
use crate::pad::make_pad;

/// The borders of a packed tensor.
struct PackedBorders {
    lists: [Vec<OpFoldResult>; 2],
    value: Value,
    nofold: bool,
}

impl PackedBorders {
    /// The borders of a pad after packing. `None` if a dimension with tiles is padded, or the padding depends on the place.
    fn of(pad: PadOpView<'_>, packing: &Packing) -> Option<Self> {
        let value = constant_padding_value(pad.0).filter(|&value| is_outside(value, pad.0))?;
        let (low, high) = (pad.static_low().to_vec(), pad.static_high().to_vec());
        let is_padded = |&dim: &i64| low[dim as usize] != 0 || high[dim as usize] != 0;
        if packing.dims.iter().any(is_padded) {
            return None;
        }
        let lists = [indices(&pad.mixed_low()), indices(&pad.mixed_high())].map(|list| {
            let mut outer = list.clone();
            if !packing.outer.is_empty() {
                outer = packing.outer.iter().map(|&dim| list[dim as usize]).collect();
            }
            outer.extend(packing.dims.iter().map(|_| OpFoldResult::Static(0)));
            outer
        });
        Some(Self { lists, value: value.id(), nofold: pad.nofold() })
    }

    fn pad(&self, rw: &mut Rewriter<'_>, packed: Value, loc: Loc) -> Option<Value> {
        let [low, high] = &self.lists;
        let ty = padded_type(rw.cx(), rw.value(packed).ty(), &split(low).1, &split(high).1)?;
        let pad = make_pad(rw, packed, &self.lists, (self.value, self.nofold), ty, loc)?;
        Some(rw.body().single_result(pad))
    }
}

/// Pads the packed source. Where the pad has other users, they get the unpacked result.
pub(super) fn pack_of_pad(rw: &mut Rewriter<'_>, op: Op, options: &LayoutPropagation) -> Option<()> {
    let view = PackOp::view_of(rw.op(op));
    let pad = view.source().defined_by::<PadOp>()?;
    if !options.allows(view.0, 0) {
        return None;
    }
    let is_empty = view.dest().defined_by::<EmptyOp>().is_some();
    if view.padding_value().is_some() || !is_empty {
        return rw.notify_match_failure(op, "the pack has a padding value, or its destination is not empty");
    }
    let packing = Packing::of_pack(rw, op);
    let borders = PackedBorders::of(pad, &packing)?;
    let (source, padded, loc) = (pad.source().id(), pad.result(), pad.0.loc());
    let (ty, padded_ty, pad) = (view.result().ty(), padded.ty(), pad.0.id());
    let (is_shared, padded) = (padded.uses().take(2).count() > 1, padded.id());
    let mut dominance = Dominance::default();
    let is_there = |tile: &OpFoldResult| match *tile {
        OpFoldResult::Value(tile) => dominance.is_in_scope(rw, tile, pad),
        OpFoldResult::Static(_) => true,
    };
    if !packing.tiles.iter().all(is_there) {
        return rw.notify_match_failure(op, "the size of a tile is computed after the pad");
    }
    rw.set_insertion_point_before(pad);
    let dest = packing.destination(rw, source, loc)?;
    let packed = packing.pack(rw, source, dest, None, loc);
    let packed = rw.body().single_result(packed);
    let new = borders.pad(rw, packed, loc)?;
    if is_shared {
        let dest = packing.unpacked_destination(rw, new, loc)?;
        let unpacked = packing.unpack(rw, new, dest, loc);
        let unpacked = rw.body().single_result(unpacked);
        let unpacked = cast_to(rw, unpacked, padded_ty, loc);
        rw.replace_uses_with_if(padded, unpacked, |_, user, _| user != op);
    }
    let new = cast_to(rw, new, ty, loc);
    rw.replace_op(op, &[new]);
    Some(())
}

/// Unpacks the result of a pad instead of its source.
pub(super) fn pad_of_unpack(rw: &mut Rewriter<'_>, op: Op, options: &LayoutPropagation) -> Option<()> {
    let cx = rw.cx();
    let pad = PadOp::view_of(rw.op(op));
    let unpack = pad.source().defined_by::<UnPackOp>()?;
    if !options.allows(pad.0, 0) {
        return None;
    }
    let packing = Packing::of_unpack(rw, unpack.0.id());
    let borders = PackedBorders::of(pad, &packing)?;
    let (packed, unpacked) = (unpack.source().id(), pad.source().id());
    let (ty, loc) = (pad.result().ty(), pad.0.loc());
    let (low, high) = (indices(&pad.mixed_low()), indices(&pad.mixed_high()));
    let padded = borders.pad(rw, packed, loc)?;
    let sum = AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::dim(2);
    let map = AffineMap::new(3, 0, vec![sum]);
    let mut sizes = Vec::with_capacity(low.len());
    for (dim, &known) in ty.shape(cx)?.iter().enumerate() {
        sizes.push(match known {
            DYNAMIC => {
                let own = extent(rw, unpacked, dim, loc);
                composed_apply(rw, &map, &[own, low[dim], high[dim]], loc)
            }
            known => OpFoldResult::Static(known),
        });
    }
    let dest = empty(rw, &sizes, ty.element_type(cx)?, loc);
    let new = packing.unpack(rw, padded, dest, loc);
    let new = rw.body().single_result(new);
    let new = cast_to(rw, new, ty, loc);
    rw.replace_op(op, &[new]);
    Some(())
}
