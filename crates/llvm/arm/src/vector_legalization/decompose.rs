//! Ops on vectors of several tiles, tile by tile.

use std::sync::Arc;

use terrace_affine::AffineMap;
use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter};
use terrace_dialects_core::arith::{AddIOp, ConstantOp, MulIOp};
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_vector as v;
use terrace_dialects_vector::elements::{splat_element, splat_of};
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{mask_of, vector};
use terrace_ir::{
    Attr, Context, DYNAMIC, InsertPoint, Loc, Op, OpKind, Rewriter, Type, Value, ValueRef, VectorType,
};

use super::{Multiples, SubTile, sub_tiles, tiles_of};
use crate::build::index;

pub(super) const NOT_A_MULTIPLE: &str = "op vector size is not multiple of SME tiles";
pub(super) const UNSUPPORTED_MASK: &str = "op mask is unsupported for legalization/decomposition";
pub(super) const NO_PERMUTATION: &str = "op affine map is not a permutation";

/// Patterns that come last are tried first: masked outer products before those in them, and writes in a loop.
pub(super) fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    patterns
        .add_with_type_converter::<ConstantOp>(
            cx,
            "LegalizeArithConstantOpsByDecomposition",
            converter,
            constant,
        )
        .add_with_type_converter::<v::OuterProductOp>(
            cx,
            "LegalizeVectorOuterProductOpsByDecomposition",
            converter,
            |rw, op, adaptor| outer_product(rw, op, op.into(), adaptor),
        )
        .add_with_type_converter::<v::TransferReadOp>(
            cx,
            "LegalizeTransferReadOpsByDecomposition",
            converter,
            read,
        )
        .add_with_type_converter::<v::TransferWriteOp>(
            cx,
            "LegalizeTransferWriteOpsByDecomposition",
            converter,
            |rw, op, adaptor| write(rw, op.into(), adaptor),
        )
        .add_with_type_converter::<v::MaskOp>(
            cx,
            "LegalizeMaskedVectorOuterProductOpsByDecomposition",
            converter,
            masked_outer_product,
        )
        .add_with_type_converter::<v::TransferWriteOp>(
            cx,
            "LegalizeMultiTileTransferWriteAsStoreLoop",
            converter,
            write_by_slices,
        );
}

/// The extents of a mask that `vector.create_mask` creates; `None` for another mask.
pub(super) fn mask_extents(mask: ValueRef<'_>) -> Option<Vec<Value>> {
    let created = mask.defining_op()?.cast::<v::CreateMaskOp>()?;
    Some(created.operands().map(ValueRef::id).collect())
}

/// Adds multiples of the run-time scale to numbers.
fn scaled_offsets(rw: &mut Rewriter<'_>, numbers: &[Value], offsets: [i64; 2], loc: Loc) -> Vec<Value> {
    let scale = rw.build_value(v::VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let each = numbers.iter().zip(offsets).map(|(&number, offset)| {
        let offset = index(rw, offset, loc);
        let offset = rw.build_value(MulIOp::of(offset, scale).result(Type::INDEX).loc(loc));
        rw.build_value(AddIOp::of(number, offset).result(Type::INDEX).loc(loc))
    });
    each.collect()
}

/// The mask of one tile.
fn tile_mask(
    rw: &mut Rewriter<'_>,
    extents: Option<&[Value]>,
    tile: SubTile,
    ty: Type,
    loc: Loc,
) -> Option<Value> {
    let extents = scaled_offsets(rw, extents?, [-tile.row, -tile.column], loc);
    let ty = mask_of(rw.cx(), ty);
    Some(rw.build_value(v::CreateMaskOp::of(&extents).result(ty).loc(loc)))
}

fn constant(rw: &mut ConversionRewriter<'_>, op: ConstantOp, _: &Adaptor) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let loc = view.0.loc();
    let splat = splat_element(cx, view.value_attr())?;
    let Some((count, tile)) = tiles_of(cx, view.result().ty()) else {
        return rw.notify_match_failure(op, NOT_A_MULTIPLE);
    };
    let splat = splat_of(cx, splat, tile)?;
    rw.set_insertion_point_before(op);
    let value = rw.build_value(ConstantOp::of().value_attr(splat).result(tile).loc(loc));
    rw.replace_with_many(op, &[vec![value; count]]);
    Some(())
}

fn masked_outer_product(rw: &mut ConversionRewriter<'_>, op: v::MaskOp, _: &Adaptor) -> Option<()> {
    let region = op.view(rw).mask_region();
    let inner = region.entry()?.ops().find(|op| op.isa::<v::OuterProductOp>())?.id();
    let adaptor = rw.adapt(inner, false)?;
    outer_product(rw, v::OuterProductOp::assume(inner), op.into(), &adaptor)
}

/// Replaces an outer product, or the mask around it, by outer products of parts.
fn outer_product(
    rw: &mut ConversionRewriter<'_>,
    op: v::OuterProductOp,
    root: Op,
    adaptor: &Adaptor,
) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (ty, loc, kind) = (view.result().ty(), view.0.loc(), view.kind_attr());
    let Some((_, tile)) = tiles_of(cx, ty) else {
        return rw.notify_match_failure(op, NOT_A_MULTIPLE);
    };
    let (lhs, rhs, has_acc) = (view.lhs().id(), view.rhs().id(), view.acc().is_some());
    let mask = (root != op.into()).then(|| v::MaskOp::view_of(rw.op(root)).mask());
    let extents = match mask.map(mask_extents) {
        Some(None) => return rw.notify_match_failure(op, UNSUPPORTED_MASK),
        extents => extents.flatten(),
    };
    let acc = if has_acc { adaptor.values(2).to_vec() } else { Vec::new() };
    let side = vector(cx, tile).minor();
    let slice = VectorType::get_scalable(cx, &[side], &[true], vector(cx, tile).element);
    rw.set_insertion_point_before(root);
    let mut results = Vec::new();
    for (at, place) in sub_tiles(cx, ty, tile, false).into_iter().enumerate() {
        let mask = tile_mask(rw, extents.as_deref(), place, tile, loc);
        let part = |rw: &mut Rewriter<'_>, of: Value, at: i64| {
            let at = Some(cx.int_attr(Type::I64, at));
            rw.build_value(v::ScalableExtractOp::of(of).pos_attr(at).result(slice).loc(loc))
        };
        let lhs = part(rw, lhs, place.row);
        let rhs = part(rw, rhs, place.column);
        let mut product = v::OuterProductOp::of(lhs, rhs).loc(loc).kind_attr(kind);
        if let Some(&acc) = acc.get(at) {
            product = product.acc(acc);
        }
        let product = rw.build(product.result(tile));
        results.push(masked(rw, product.into(), mask, tile, loc));
    }
    rw.replace_with_many(root, &[results]);
    Some(())
}

/// An op that was just created under a mask, where there is one; returns its result.
fn masked(rw: &mut Rewriter<'_>, op: Op, mask: Option<Value>, ty: Type, loc: Loc) -> Value {
    let value = rw.op(op).single_result().id();
    let Some(mask) = mask else { return value };
    let (point, region) = (rw.insertion_point(), rw.new_region());
    let block = rw.create_block(region, &[]);
    let around = rw.build(v::MaskOp::of(mask).loc(loc).results(&[ty]).mask_region(region));
    rw.move_op(op, InsertPoint::End(block));
    rw.set_insertion_point_to_end(block);
    rw.build(v::YieldOp::of(&[value]).loc(loc));
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    rw.body().single_result(around)
}

/// The parts of a transfer of several tiles.
struct TileTransfer {
    ty: Type,
    tile: Type,
    map: AffineMap,
    base: Value,
    indices: Vec<Value>,
    /// The extents of the mask.
    extents: Option<Vec<Value>>,
    mask: Option<Value>,
    in_bounds: Attr,
    loc: Loc,
}

impl TileTransfer {
    fn of(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<Self> {
        let cx = rw.cx();
        let view = rw.op(op);
        let transfer = Transfer::of(view)?;
        let (ty, map) = (transfer.vector, transfer.permutation_map());
        let (base, indices, mask) =
            match (view.cast::<v::TransferReadOp>(), view.cast::<v::TransferWriteOp>()) {
                (Some(read), _) => (read.base(), read.indices().collect::<Vec<_>>(), read.mask()),
                (_, Some(write)) => (write.base(), write.indices().collect(), write.mask()),
                _ => return None,
            };
        let Some((_, tile)) = tiles_of(cx, ty) else {
            return rw.notify_match_failure(op, NOT_A_MULTIPLE);
        };
        let extents = match mask.map(mask_extents) {
            Some(None) => return rw.notify_match_failure(op, UNSUPPORTED_MASK),
            extents => extents.flatten(),
        };
        if !map.is_permutation() || indices.len() != 2 {
            return rw.notify_match_failure(op, NO_PERMUTATION);
        }
        Some(Self {
            ty,
            tile,
            map,
            base: base.id(),
            indices: indices.into_iter().map(ValueRef::id).collect(),
            extents,
            mask: mask.map(ValueRef::id),
            in_bounds: view.inherent_attr("in_bounds")?,
            loc: view.loc(),
        })
    }

    fn tiles(&self, cx: &Context) -> Vec<SubTile> {
        sub_tiles(cx, self.ty, self.tile, !self.map.is_identity())
    }

    /// The mask of a tile, and where it begins.
    fn place(&self, rw: &mut Rewriter<'_>, tile: SubTile) -> (Option<Value>, Vec<Value>) {
        let mask = tile_mask(rw, self.extents.as_deref(), tile, self.tile, self.loc);
        (mask, scaled_offsets(rw, &self.indices, [tile.row, tile.column], self.loc))
    }
}

fn read(rw: &mut ConversionRewriter<'_>, op: v::TransferReadOp, _: &Adaptor) -> Option<()> {
    let cx = rw.cx();
    let access = TileTransfer::of(rw, op.into())?;
    let padding = op.view(rw).padding().id();
    rw.set_insertion_point_before(op);
    let mut tiles = Vec::new();
    for tile in access.tiles(cx) {
        let (mask, indices) = access.place(rw, tile);
        let mut read = v::TransferReadOp::of(access.base, padding).indices(&indices).loc(access.loc);
        if let Some(mask) = mask {
            read = read.mask(mask);
        }
        let read = read.permutation_map_attr(cx.affine_map_attr(access.map.clone()));
        tiles.push(rw.build_value(read.in_bounds_attr(access.in_bounds).vector(access.tile)));
    }
    rw.replace_with_many(op, &[tiles]);
    Some(())
}

fn write(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let cx = rw.cx();
    let access = TileTransfer::of(rw, op)?;
    let values = adaptor.values(0).to_vec();
    let on_tensor = rw.op(op).results().next().map(|result| result.ty());
    rw.set_insertion_point_before(op);
    let mut base = access.base;
    for (tile, value) in access.tiles(cx).into_iter().zip(values) {
        let (mask, indices) = access.place(rw, tile);
        let write = v::TransferWriteOp::of(value, base).loc(access.loc);
        let mut write = write.indices(&indices).in_bounds_attr(access.in_bounds);
        if let Some(mask) = mask {
            write = write.mask(mask);
        }
        write = write.permutation_map_attr(cx.affine_map_attr(access.map.clone()));
        match on_tensor {
            Some(ty) => base = rw.build_value(write.result(ty)),
            None => {
                rw.build(write);
            }
        }
    }
    match on_tensor {
        Some(_) => rw.replace_op(op, &[base]),
        None => rw.erase_op(op),
    }
    Some(())
}

/// Writes slice by slice, in one loop for all tiles.
fn write_by_slices(rw: &mut ConversionRewriter<'_>, op: v::TransferWriteOp, adaptor: &Adaptor) -> Option<()> {
    let cx = rw.cx();
    if rw.op(op).num_results() > 0 {
        return rw.notify_match_failure(op, "TODO: tensor semantics are unsupported");
    }
    let access = TileTransfer::of(rw, op.into())?;
    if !access.map.is_identity() {
        return rw.notify_match_failure(op, "TODO: transpose unsupported");
    }
    let whole = vector(cx, access.ty);
    if access.mask.is_some() && whole.shape.iter().any(|&extent| extent > 16) {
        return rw.notify_match_failure(op, UNSUPPORTED_MASK);
    }
    let values = adaptor.values(0).to_vec();
    let (side, loc) = (vector(cx, access.tile).minor(), access.loc);
    let slice_ty = VectorType::get_scalable(cx, &[side], &[true], whole.element);
    let row_mask_ty = VectorType::get_scalable(cx, &[whole.shape[1]], &[true], Type::I1);
    let slice_mask_ty = mask_of(cx, slice_ty);
    let in_bounds = cx.array_attr(access.in_bounds.as_array(cx)?.get(1..)?);
    let map = cx.affine_map_attr(access.map.drop_results(&[0]));
    let dynamic = cx.i64_array(&[DYNAMIC]);
    rw.set_insertion_point_before(op);
    let mut multiples = Multiples::new(loc);
    let first = index(rw, 0, loc);
    let count = multiples.get(rw, side);
    let step = index(rw, 1, loc);
    for_loop(rw, [first, count, step], &[], loc, |rw, slice, _| {
        for (place, value) in access.tiles(cx).into_iter().zip(values) {
            let row = multiples.get(rw, place.row);
            let column = multiples.get(rw, place.column);
            let row = rw.build_value(AddIOp::of(row, slice).result(Type::INDEX).loc(loc));
            let store_row = rw.build_value(AddIOp::of(row, access.indices[0]).result(Type::INDEX).loc(loc));
            let store_column =
                rw.build_value(AddIOp::of(column, access.indices[1]).result(Type::INDEX).loc(loc));
            let mask = access.mask.map(|mask| {
                let mask = rw.build_value(
                    v::ExtractOp::of(mask)
                        .dynamic_position(&[row])
                        .static_position_attr(dynamic)
                        .result(row_mask_ty)
                        .loc(loc),
                );
                if row_mask_ty == slice_mask_ty {
                    return mask;
                }
                let at = Some(cx.int_attr(Type::I64, place.column));
                rw.build_value(v::ScalableExtractOp::of(mask).pos_attr(at).result(slice_mask_ty).loc(loc))
            });
            let slice = rw.build_value(
                v::ExtractOp::of(value)
                    .dynamic_position(&[slice])
                    .static_position_attr(dynamic)
                    .result(slice_ty)
                    .loc(loc),
            );
            let write = v::TransferWriteOp::of(slice, access.base).loc(loc);
            let indices = [store_row, store_column];
            let mut write = write.indices(&indices).in_bounds_attr(in_bounds).permutation_map_attr(map);
            if let Some(mask) = mask {
                write = write.mask(mask);
            }
            rw.build(write);
        }
        Some(Vec::new())
    })?;
    rw.erase_op(op);
    Some(())
}
