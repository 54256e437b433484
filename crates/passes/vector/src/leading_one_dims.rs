//! Ops on vectors without leading dimensions of one element, whose results are broadcast.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_vector::attrs::{i64_attrs, integers};
use terrace_dialects_vector::shape::check_broadcast;
use terrace_dialects_vector::transfer::{Transfer, transfer_mask_type};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{
    ConstantMaskOp, ContractionOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, TransferReadOp,
    TransferWriteOp, TransposeOp,
};
use terrace_ir::context::OpInfo;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Context, Loc, Op, OpFoldResult, OpKind, Rewriter, TraitSet, Type, Value, VectorType, pattern,
};

use super::reduction_to_contract::Contraction;
use super::to_scf::transfer::split_places;
use terrace_passes_shared::transfers::{flags_attr, is_masked};
use terrace_passes_shared::vector_ops::{broadcast, extract, masked, root_and_mask, shape_cast};

/// Drops leading dimensions of one element.
pub static CAST_AWAY_LEADING_ONE_DIMS: &[Pattern] = &[
    pattern!("CastAwayExtractStridedSliceLeadingOneDim", ExtractStridedSliceOp, extract_slice),
    pattern!("CastAwayInsertStridedSliceLeadingOneDim", InsertStridedSliceOp, insert_slice),
    pattern!("CastAwayInsertLeadingOneDim", InsertOp, insert),
    pattern!("CastAwayConstantMaskLeadingOneDim", ConstantMaskOp, constant_mask),
    pattern!("CastAwayTransferReadLeadingOneDim", TransferReadOp, read),
    pattern!("CastAwayTransferWriteLeadingOneDim", TransferWriteOp, write),
    Pattern::having("CastAwayElementwiseLeadingOneDim", is_elementwise, elementwise),
    pattern!("CastAwayContractionLeadingOneDim", ContractionOp, |rw, op| contraction(rw, op.into())),
];

fn is_elementwise(info: &OpInfo) -> bool {
    info.traits.has(TraitSet::Elementwise)
}

/// A vector type without leading dimensions of one element, but with one at least, and how many it loses.
fn trimmed(cx: &Context, ty: Type) -> (Type, usize) {
    let own = vector(cx, ty);
    let is_unit = |&(&extent, &scales): &(&i64, &bool)| extent == 1 && !scales;
    let units = own.shape.iter().zip(own.scalable).take_while(is_unit).count();
    let dropped = units.min(own.rank().saturating_sub(1));
    (VectorType::get_scalable(cx, &own.shape[dropped..], &own.scalable[dropped..], own.element), dropped)
}

/// Drops `count` leading unit dimensions of a vector.
fn drop_leading(rw: &mut Rewriter<'_>, value: Value, count: usize, loc: Loc) -> Value {
    extract(rw, value, &vec![0; count], loc)
}

fn extract_slice(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.0.single_result().ty(), view.0.loc());
    let (_, dropped) = trimmed(cx, source.ty());
    if dropped == 0 {
        return None;
    }
    let own = vector(cx, ty);
    let new_ty = VectorType::get_scalable(cx, &own.shape[dropped..], &own.scalable[dropped..], own.element);
    let lists = [view.offsets_attr(), view.sizes_attr(), view.strides_attr()].map(|list| integers(cx, list));
    // The numbers may be those of the dropped dimensions alone.
    if lists[0].len() <= dropped {
        return None;
    }
    let [offsets, sizes, strides] = lists.map(|list| i64_attrs(cx, &list[dropped..]));
    let source = source.id();
    let source = drop_leading(rw, source, dropped, loc);
    let slice =
        ExtractStridedSliceOp::of(source).offsets_attr(offsets).sizes_attr(sizes).strides_attr(strides);
    let slice = rw.build_value(slice.result(new_ty).loc(loc));
    let result = broadcast(rw, slice, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn insert_slice(rw: &mut Rewriter<'_>, op: InsertStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, dest, loc) = (view.value_to_store(), view.dest(), view.0.loc());
    let ty = dest.ty();
    let (value_ty, value_dropped) = trimmed(cx, value.ty());
    let (dest_ty, dest_dropped) = trimmed(cx, ty);
    if value_dropped == 0 && dest_dropped == 0 {
        return None;
    }
    let last = |list: Vec<i64>, rank: usize| Some(list[list.len().checked_sub(rank)?..].to_vec());
    let offsets = last(integers(cx, view.offsets_attr()), vector(cx, dest_ty).rank())?;
    let strides = last(integers(cx, view.strides_attr()), vector(cx, value_ty).rank())?;
    let (value, dest) = (value.id(), dest.id());
    let value = drop_leading(rw, value, value_dropped, loc);
    let dest = drop_leading(rw, dest, dest_dropped, loc);
    let slice = rw.build_value(
        InsertStridedSliceOp::of(value, dest)
            .offsets_attr(i64_attrs(cx, &offsets))
            .strides_attr(i64_attrs(cx, &strides))
            .result(dest_ty)
            .loc(loc),
    );
    let result = broadcast(rw, slice, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn insert(rw: &mut Rewriter<'_>, op: InsertOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, dest, loc) = (view.value_to_store(), view.dest(), view.0.loc());
    let ty = dest.ty();
    let is_vector = value.ty().is_vector(cx);
    let (value_ty, value_dropped) = match is_vector {
        true => trimmed(cx, value.ty()),
        false => (value.ty(), 0),
    };
    let (dest_ty, dest_dropped) = trimmed(cx, ty);
    if value_dropped == 0 && dest_dropped == 0 {
        return None;
    }
    let value_rank = if is_vector { vector(cx, value_ty).rank() } else { 0 };
    let fixed = view.static_position().to_vec();
    let places: Vec<OpFoldResult> =
        mixed_values(&fixed, view.dynamic_position()).into_iter().map(Into::into).collect();
    let (value, dest) = (value.id(), dest.id());
    let value = match is_vector {
        true => drop_leading(rw, value, value_dropped, loc),
        false => value,
    };
    let dest = drop_leading(rw, dest, dest_dropped, loc);
    // Places in dropped dimensions go; the value is at the start of those that it has lost.
    let mut places = places[dest_dropped.min(places.len())..].to_vec();
    places.resize(vector(cx, dest_ty).rank().checked_sub(value_rank)?, OpFoldResult::Static(0));
    let (fixed, values) = split_places(&places);
    let new = InsertOp::of(value, dest).loc(loc).dynamic_position(&values);
    let new = rw.build_value(new.static_position_attr(cx.i64_array(&fixed)).result(dest_ty));
    let result = broadcast(rw, new, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn constant_mask(rw: &mut Rewriter<'_>, op: ConstantMaskOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.0.single_result().ty(), view.0.loc());
    let (new_ty, dropped) = trimmed(cx, ty);
    if dropped == 0 {
        return None;
    }
    let sizes = view.mask_dim_sizes().to_vec();
    // If a dropped dimension is masked off, so is the whole vector.
    let first: i64 = sizes.get(..=dropped)?.iter().product();
    let sizes = [&[first], &sizes[dropped + 1..]].concat();
    let mask = rw
        .build_value(ConstantMaskOp::of().mask_dim_sizes_attr(cx.i64_array(&sizes)).result(new_ty).loc(loc));
    let result = broadcast(rw, mask, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// The parts of a transfer without leading unit dimensions.
struct Trimmed {
    ty: Type,
    dropped: usize,
    map: AffineMap,
    in_bounds: Vec<bool>,
    /// The mask, and its type without dimensions.
    mask: Option<(Value, Type)>,
    loc: Loc,
}

impl Trimmed {
    /// The mask without dimensions.
    fn create_mask(&self, rw: &mut Rewriter<'_>) -> Option<Value> {
        let (cx, (mask, ty)) = (rw.cx(), self.mask?);
        let old = rw.value(mask).ty();
        let lost = vector(cx, old).rank().checked_sub(vector(cx, ty).rank());
        Some(match lost.filter(|_| check_broadcast(cx, ty, old).is_ok()) {
            Some(lost) => drop_leading(rw, mask, lost, self.loc),
            None => shape_cast(rw, mask, ty, self.loc),
        })
    }
}

fn trimmed_transfer(rw: &Rewriter<'_>, op: Op) -> Option<Trimmed> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let transfer = Transfer::of(rw.op(op))?;
    let map = transfer.permutation_map();
    let element = vector(cx, transfer.vector).element;
    if is_masked(transfer.op) || map.num_results() == 0 || transfer.shaped.element_type(cx) != Some(element) {
        return None;
    }
    let (ty, dropped) = trimmed(cx, transfer.vector);
    if dropped == 0 {
        return None;
    }
    let map = AffineMap::new(map.num_dims, map.num_symbols, map.results[dropped..].to_vec());
    let in_bounds = transfer.in_bounds()[dropped..].to_vec();
    let mask = match transfer.op.cast::<TransferReadOp>() {
        Some(read) => read.mask(),
        None => TransferWriteOp::view_of(transfer.op).mask(),
    };
    let mask = match mask {
        Some(mask) => Some((mask.id(), transfer_mask_type(cx, ty, &map)?)),
        None => None,
    };
    Some(Trimmed { ty, dropped, map, in_bounds, mask, loc })
}

fn read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let new = trimmed_transfer(rw, op.into())?;
    let mask = new.create_mask(rw);
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.vector().ty();
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let read = TransferReadOp::of(view.base().id(), view.padding().id())
        .loc(new.loc)
        .indices(&indices)
        .mask(mask)
        .permutation_map_attr(cx.affine_map_attr(new.map))
        .in_bounds_attr(flags_attr(cx, &new.in_bounds))
        .vector(new.ty);
    let read = rw.build_value(read);
    let result = broadcast(rw, read, ty, new.loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let value = op.view(rw).value_to_store().id();
    let new = trimmed_transfer(rw, op.into())?;
    let value = drop_leading(rw, value, new.dropped, new.loc);
    let mask = new.create_mask(rw);
    let (cx, view) = (rw.cx(), op.view(rw));
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let write = TransferWriteOp::of(value, view.base().id())
        .loc(new.loc)
        .indices(&indices)
        .mask(mask)
        .permutation_map_attr(cx.affine_map_attr(new.map))
        .in_bounds_attr(flags_attr(cx, &new.in_bounds))
        .result(view.result().map(|result| result.ty()));
    rw.replace(op, write);
    Some(())
}

fn elementwise(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if view.num_results() != 1 || view.num_regions() != 0 {
        return None;
    }
    let (ty, loc) = (view.single_result().ty(), view.loc());
    as_vector(cx, ty)?;
    let (new_ty, dropped) = trimmed(cx, ty);
    if dropped == 0 {
        return None;
    }
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let operands: Vec<Value> = operands
        .into_iter()
        .map(|operand| match rw.value(operand).ty().is_vector(cx) {
            true => drop_leading(rw, operand, dropped, loc),
            false => operand,
        })
        .collect();
    let new = copy_with(rw, op, &operands, &[new_ty])?;
    let value = rw.body().single_result(new);
    let result = broadcast(rw, value, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// Drops a parallel dimension of one element that is the first one of the result.
fn contraction(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, mut contraction) = (rw.cx(), Contraction::of(rw, op)?);
    let (ty, loc) = (rw.op(op).single_result().ty(), contraction.loc);
    let own = as_vector(cx, ty).filter(|own| own.rank() >= 2 && own.shape[0] == 1)?;
    let dim = contraction.maps[2].results.first()?.as_dim()?;
    if !contraction.parallel[dim as usize] || own.scalable[0] {
        return None;
    }
    // The mask's first dimension is the first one of all.
    let has_mask = rw.op(op).parent_op().is_some_and(|_| is_masked(rw.op(op)));
    if has_mask && dim != 0 {
        return None;
    }
    let (root, mask) = root_and_mask(rw, op);
    for (map, operand) in contraction.maps.iter_mut().zip(&mut contraction.operands) {
        let place = map.result_position(dim);
        if let Some(place) = place.filter(|&place| place != 0) {
            let mut order: Vec<usize> = (0..map.num_results()).collect();
            order.remove(place);
            order.insert(0, place);
            let shape = vector(cx, rw.value(*operand).ty()).shape;
            let moves =
                order[..order.len() - 1].iter().enumerate().any(|(at, &from)| from != at && shape[at] != 1);
            if moves {
                let order: Vec<i64> = order.iter().map(|&from| from as i64).collect();
                *operand = create_or_fold_transpose(rw, *operand, &order, loc);
            }
        }
        let rest = map.results.iter().filter_map(|expr| {
            let own = expr.as_dim()?;
            (own != dim).then(|| AffineExpr::dim(if own < dim { own } else { own - 1 }))
        });
        *map = AffineMap::new(map.num_dims - 1, 0, rest.collect());
        if place.is_some() {
            *operand = extract(rw, *operand, &[0], loc);
        }
    }
    contraction.parallel.remove(dim as usize);
    let acc = rw.value(contraction.acc()).ty();
    let new = contraction.create(rw, acc);
    let mask = mask.map(|mask| extract(rw, mask, &[0], loc));
    let value = masked(rw, new, mask);
    let result = broadcast(rw, value, ty, loc);
    rw.replace_op(root, &[result]);
    Some(())
}

fn create_or_fold_transpose(rw: &mut Rewriter<'_>, value: Value, order: &[i64], loc: Loc) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let shape: Vec<i64> = order.iter().map(|&dim| own.shape[dim as usize]).collect();
    let scalable: Vec<bool> = order.iter().map(|&dim| own.scalable[dim as usize]).collect();
    let ty = VectorType::get_scalable(cx, &shape, &scalable, own.element);
    rw.build_or_fold_value(TransposeOp::of(value).permutation_attr(cx.i64_array(order)).result(ty).loc(loc))
}
