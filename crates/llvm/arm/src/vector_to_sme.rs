//! `convert-vector-to-arm-sme`: ops on vectors that fit a tile as ops on tiles.

use terrace_affine::AffineMap;
use terrace_dialects_arm::sme::attrs::TileSliceLayout;
use terrace_dialects_arm::sme::tile::is_tile_type;
use terrace_dialects_arm::sme::*;
use terrace_dialects_arm::sve::PselOp;
use terrace_dialects_core::arith::{ConstantOp, MulIOp};
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_mem::memref::AllocaOp;
use terrace_dialects_vector as v;
use terrace_dialects_vector::attrs::CombiningKind;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{as_vector, mask_of, vector};
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, DYNAMIC, Loc, MemRefType, Op, OpFoldResultRef, OpKind, Rewriter, Type, TypeData, Value, ValueRef,
    VectorType, pattern,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use crate::build::{Greedy, index, loop_over_slices};

/// Lowers vectors that fit a tile.
pub static CONVERT_VECTOR_TO_ARM_SME: PassDef = PassDef {
    name: "convert-vector-to-arm-sme",
    class: "ConvertVectorToArmSMEPass",
    doc: "Lower the operations from the vector dialect into the ArmSME dialect",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

/// The patterns of the pass.
pub static PATTERNS: &[Pattern] = &[
    pattern!("BroadcastOpToArmSMELowering", v::BroadcastOp, broadcast),
    pattern!("TransferReadToArmSMELowering", v::TransferReadOp, transfer_read),
    pattern!("TransferWriteToArmSMELowering", v::TransferWriteOp, transfer_write),
    pattern!("TransposeOpToArmSMELowering", v::TransposeOp, transpose),
    pattern!("VectorLoadToArmSMELowering", v::LoadOp, load),
    pattern!("VectorStoreToArmSMELowering", v::StoreOp, store),
    pattern!("VectorOuterProductToArmSMELowering", v::OuterProductOp, outer_product),
    pattern!("VectorExtractToArmSMELowering", v::ExtractOp, extract),
    pattern!("VectorInsertToArmSMELowering", v::InsertOp, insert),
    pattern!("VectorPrintToArmSMELowering", v::PrintOp, print),
    pattern!("FoldTransferWriteOfExtractTileSlice", v::TransferWriteOp, write_of_slice),
    pattern!("ExtractFromCreateMaskToPselLowering", v::ExtractOp, extract_from_mask),
];

fn is_memref(rw: &Rewriter<'_>, ty: Type) -> bool {
    matches!(ty.data(rw.cx()), TypeData::MemRef { .. })
}

/// The slices that a transfer moves: the rows of its buffer, or its columns.
fn layout_of(map: &AffineMap) -> TileSliceLayout {
    if map.is_identity() { TileSliceLayout::Horizontal } else { TileSliceLayout::Vertical }
}

fn transfer_read(rw: &mut Rewriter<'_>, op: v::TransferReadOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let transfer = Transfer::of(view.0)?;
    let (map, ty, loc) = (transfer.permutation_map(), transfer.vector, view.0.loc());
    let reason = if map.num_results() != 2 {
        "not a 2 result permutation map"
    } else if !is_tile_type(cx, ty) {
        "not a valid vector type for SME"
    } else if !is_memref(rw, transfer.shaped) {
        "not a memref source"
    } else if transfer.in_bounds().contains(&false) {
        "not inbounds transfer read"
    } else if !map.is_permutation() {
        "unsupported permutation map"
    } else {
        let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
        let mask = view.mask().map(ValueRef::id);
        let mut load = TileLoadOp::of(view.base().id()).loc(loc).indices(&indices);
        if let Some(mask) = mask {
            load = load.padding(view.padding().id()).mask(mask);
        }
        let load = load.layout(layout_of(&map)).result(ty);
        rw.replace(op, load);
        return Some(());
    };
    rw.notify_match_failure(op, reason)
}

fn transfer_write(rw: &mut Rewriter<'_>, op: v::TransferWriteOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let transfer = Transfer::of(view.0)?;
    let map = transfer.permutation_map();
    if !is_tile_type(cx, transfer.vector) || !is_memref(rw, transfer.shaped) {
        return None;
    }
    if transfer.in_bounds().contains(&false) {
        return rw.notify_match_failure(op, "not inbounds transfer write");
    }
    if !map.is_permutation() {
        return rw.notify_match_failure(op, "unsupported permutation map");
    }
    let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
    let mask = view.mask().map(ValueRef::id);
    let mut store =
        TileStoreOp::of(view.value_to_store(), view.base()).indices(&indices).layout(layout_of(&map));
    if let Some(mask) = mask {
        store = store.mask(mask);
    }
    rw.replace(op, store);
    Some(())
}

fn load(rw: &mut Rewriter<'_>, op: v::LoadOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
    if !is_tile_type(cx, ty) || indices.len() != 2 {
        return None;
    }
    let load = TileLoadOp::of(view.base().id()).loc(loc).indices(&indices).result(ty);
    rw.replace(op, load);
    Some(())
}

fn store(rw: &mut Rewriter<'_>, op: v::StoreOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (stored, loc) = (view.value_to_store(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
    if !is_tile_type(cx, stored.ty()) || indices.len() != 2 {
        return None;
    }
    let store = TileStoreOp::of(stored.id(), view.base().id()).loc(loc);
    let store = store.indices(&indices);
    rw.replace(op, store);
    Some(())
}

/// A vector in each slice.
fn broadcast(rw: &mut Rewriter<'_>, op: v::BroadcastOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (source, ty, loc) = (view.source(), view.vector().ty(), view.0.loc());
    if !is_tile_type(cx, ty) {
        return None;
    }
    let rank = as_vector(cx, source.ty()).map(|vector| vector.rank());
    let (source, source_ty) = (source.id(), source.ty());
    let is_number = source_ty.is_float(cx) || source_ty.is_integer(cx);
    let slice = match rank {
        Some(1) => source,
        Some(0) => rw.build_value(v::BroadcastOp::of(source).vector(slice_of(cx, ty)?).loc(loc)),
        None if is_number => rw.build_value(v::BroadcastOp::of(source).vector(slice_of(cx, ty)?).loc(loc)),
        _ => return None,
    };
    let tile = rw.build_value(GetTileOp::of().tile(ty).loc(loc));
    let filled = loop_over_slices(rw, tile, loc, |rw, at, tile| {
        Some(rw.build_value(InsertTileSliceOp::of(slice, tile, at).result(ty).loc(loc)))
    })?;
    rw.replace_op_with(op, filled);
    Some(())
}

/// A transposition by what reads the tile, or by memory.
fn transpose(rw: &mut Rewriter<'_>, op: v::TransposeOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (input, ty, loc) = (view.vector(), view.result().ty(), view.0.loc());
    if !is_tile_type(cx, ty) || !view.permutation().iter().eq([1, 0]) {
        return None;
    }
    let read = input.defining_op().filter(|op| op.isa::<v::TransferReadOp>() && input.uses().count() == 1);
    if let Some(read) = read {
        let (read, value) = (read.id(), input.id());
        let map = cx.affine_map_attr(AffineMap::permutation(&[1, 0]));
        let slot = v::TransferReadOp::DEF.props.iter().position(|prop| prop.name == "permutation_map")?;
        rw.set_prop(read, slot, map);
        rw.replace_op(op, &[value]);
        return Some(());
    }
    let (input, element, side) = (input.id(), vector(cx, ty).element, vector(cx, ty).minor());
    let scale = rw.build_value(v::VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let least = index(rw, side, loc);
    let zero = index(rw, 0, loc);
    let count = rw.build_value(MulIOp::of(scale, least).result(Type::INDEX).loc(loc));
    let buffer = dynamic_matrix(rw, element);
    let alloca = AllocaOp::of().loc(loc).dynamic_sizes(&[count, count]).memref(buffer);
    let buffer = rw.build_value(alloca);
    let indices = [zero, zero];
    rw.build(TileStoreOp::of(input, buffer).loc(loc).indices(&indices));
    let load = TileLoadOp::of(buffer).loc(loc).indices(&indices);
    rw.replace(op, load.layout(TileSliceLayout::Vertical).result(ty));
    Some(())
}

/// `memref<?x?xT>`.
pub(crate) fn dynamic_matrix(rw: &Rewriter<'_>, element: Type) -> Type {
    MemRefType::get(rw.cx(), &[DYNAMIC, DYNAMIC], element)
}

fn outer_product(rw: &mut Rewriter<'_>, op: v::OuterProductOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    if as_vector(cx, view.rhs().ty()).is_none() {
        return rw.notify_match_failure(op, "AXPY operations not supported");
    }
    if !is_tile_type(cx, ty) {
        return rw.notify_match_failure(op, "outer product does not fit into SME tile");
    }
    if view.kind() != CombiningKind::Add {
        let reason = "unsupported kind (lowering to SME only supports ADD at the moment)";
        return rw.notify_match_failure(op, reason);
    }
    let (lhs, rhs, acc) = (view.lhs().id(), view.rhs().id(), view.acc().map(ValueRef::id));
    let masked = view.0.parent_op().and_then(|op| op.cast::<v::MaskOp>());
    let (mut root, mut masks): (Op, _) = (op.into(), None);
    if let Some(around) = masked {
        root = around.0.id();
        let created = around.mask().defining_op()?.cast::<v::CreateMaskOp>()?;
        let mask_ty = slice_of(cx, created.result().ty())?;
        let extents: Vec<Value> = created.operands().map(ValueRef::id).collect();
        rw.set_insertion_point_before(root);
        let each =
            extents.iter().map(|&n| rw.build_value(v::CreateMaskOp::of(&[n]).result(mask_ty).loc(loc)));
        masks = Some(each.collect::<Vec<_>>());
    }
    let mut product = OuterProductOp::of(lhs, rhs);
    if let Some(&[lhs, rhs]) = masks.as_deref() {
        product = product.lhs_mask(lhs).rhs_mask(rhs);
    }
    if let Some(acc) = acc {
        product = product.acc(acc);
    }
    rw.replace(root, product.result(ty));
    Some(())
}

/// A position without views.
fn owned(position: Vec<OpFoldResultRef<'_>>) -> Vec<SlicePosition> {
    let place = |place| match place {
        OpFoldResultRef::Static(number) => SlicePosition::Known(number),
        OpFoldResultRef::Value(value) => SlicePosition::Value(value.id()),
    };
    position.into_iter().map(place).collect()
}

/// The first place of a position as a value, and the second if there is one.
fn split_position(
    rw: &mut Rewriter<'_>,
    position: &[SlicePosition],
    loc: Loc,
) -> Option<(Value, Option<SlicePosition>)> {
    let first = match *position.first()? {
        SlicePosition::Known(number) => index(rw, number, loc),
        SlicePosition::Value(value) => value,
    };
    Some((first, position.get(1).copied()))
}

/// A number or a value of a position.
#[derive(Clone, Copy)]
enum SlicePosition {
    Known(i64),
    Value(Value),
}

impl SlicePosition {
    /// The attribute and the operands of a position of one place.
    fn position(self, rw: &Rewriter<'_>) -> (Attr, Vec<Value>) {
        match self {
            SlicePosition::Known(number) => (rw.cx().i64_array(&[number]), Vec::new()),
            SlicePosition::Value(value) => (rw.cx().i64_array(&[DYNAMIC]), vec![value]),
        }
    }
}

fn extract(rw: &mut Rewriter<'_>, op: v::ExtractOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (source, ty, loc) = (view.source(), view.source().ty(), view.0.loc());
    if !is_tile_type(cx, ty) {
        return None;
    }
    let (source, result) = (source.id(), view.result().ty());
    let position = owned(view.mixed_position());
    if position.is_empty() {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    rw.set_insertion_point_before(op);
    let slice_ty = slice_of(cx, ty)?;
    let (at, rest) = split_position(rw, &position, loc)?;
    let slice = rw.build_value(ExtractTileSliceOp::of(source, at).result(slice_ty).loc(loc));
    let value = match rest {
        None => slice,
        Some(place) => {
            let (attr, dynamic) = place.position(rw);
            let extract = v::ExtractOp::of(slice).dynamic_position(&dynamic).static_position_attr(attr);
            rw.build_value(extract.result(result).loc(loc))
        }
    };
    rw.replace_op(op, &[value]);
    Some(())
}

fn insert(rw: &mut Rewriter<'_>, op: v::InsertOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (ty, loc) = (view.result().ty(), view.0.loc());
    if !is_tile_type(cx, ty) {
        return None;
    }
    let (source, tile) = (view.value_to_store().id(), view.dest().id());
    let position = owned(view.mixed_position());
    if position.is_empty() {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    rw.set_insertion_point_before(op);
    let (at, rest) = split_position(rw, &position, loc)?;
    let mut slice = source;
    if let Some(place) = rest {
        let slice_ty = slice_of(cx, ty)?;
        let whole = rw.build_value(ExtractTileSliceOp::of(tile, at).result(slice_ty).loc(loc));
        let (attr, dynamic) = place.position(rw);
        let insert = v::InsertOp::of(source, whole).dynamic_position(&dynamic).static_position_attr(attr);
        slice = rw.build_value(insert.result(slice_ty).loc(loc));
    }
    rw.replace(op, InsertTileSliceOp::of(slice, tile, at));
    Some(())
}

fn print(rw: &mut Rewriter<'_>, op: v::PrintOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let source = view.source()?;
    let (source, ty, loc, punctuation) = (source.id(), source.ty(), view.0.loc(), view.punctuation_attr());
    if !is_tile_type(cx, ty) {
        return None;
    }
    let slice_ty = slice_of(cx, ty)?;
    rw.set_insertion_point_before(op);
    let scale = rw.build_value(v::VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let least = index(rw, vector(cx, ty).minor(), loc);
    let first = index(rw, 0, loc);
    let count = rw.build_value(MulIOp::of(least, scale).result(Type::INDEX).loc(loc));
    let step = index(rw, 1, loc);
    for_loop(rw, [first, count, step], &[], loc, |rw, at, _| {
        let slice = rw.build_value(ExtractTileSliceOp::of(source, at).result(slice_ty).loc(loc));
        rw.build(v::PrintOp::of().loc(loc).source(slice).punctuation_attr(punctuation));
        Some(Vec::new())
    })?;
    rw.erase_op(op);
    Some(())
}

/// A slice that is taken only to be written.
fn write_of_slice(rw: &mut Rewriter<'_>, op: v::TransferWriteOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let transfer = Transfer::of(view.0)?;
    let (ty, loc) = (transfer.vector, view.0.loc());
    if !is_memref(rw, transfer.shaped) {
        return rw.notify_match_failure(op, "destination not a memref");
    }
    if transfer.in_bounds().contains(&false) {
        return rw.notify_match_failure(op, "not inbounds transfer write");
    }
    let Some(slice) = view.value_to_store().defining_op().and_then(|op| op.cast::<ExtractTileSliceOp>())
    else {
        return rw.notify_match_failure(op, "vector to store not from ExtractTileSliceOp");
    };
    if !transfer.permutation_map().is_minor_identity() {
        return rw.notify_match_failure(op, "unsupported permutation map");
    }
    let (tile, at, layout) = (slice.tile().id(), slice.tile_slice_index().id(), slice.layout_attr());
    let (base, mask) = (view.base().id(), view.mask().map(ValueRef::id));
    let indices: Vec<Value> = view.indices().map(ValueRef::id).collect();
    let mask = match mask {
        Some(mask) => mask,
        None => {
            let mask_ty = mask_of(cx, ty);
            let lanes = splat_of(cx, cx.int_attr(Type::I1, 1), mask_ty)?;
            rw.build_value(ConstantOp::of().value_attr(lanes).result(mask_ty).loc(loc))
        }
    };
    let store = StoreTileSliceOp::of(tile, at, mask, base, &indices).layout_attr(layout);
    rw.replace(op, store);
    Some(())
}

/// A row of a mask of two dimensions: the mask of the columns, if the bit of the row is set.
fn extract_from_mask(rw: &mut Rewriter<'_>, op: v::ExtractOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let loc = view.0.loc();
    let position = owned(view.mixed_position());
    if position.len() != 1 {
        return rw.notify_match_failure(op, "not single extract index");
    }
    if as_vector(cx, view.result().ty()).is_none() {
        return rw.notify_match_failure(op, "result not VectorType");
    }
    let Some(created) = view.source().defining_op().and_then(|op| op.cast::<v::CreateMaskOp>()) else {
        return rw.notify_match_failure(op, "source not CreateMaskOp");
    };
    let mask = vector(cx, created.result().ty());
    if mask.scalable != [true, true] {
        return rw.notify_match_failure(op, "not 2-D scalable mask");
    }
    if !mask.shape.iter().all(|extent| [1, 2, 4, 8, 16].contains(extent)) {
        return rw.notify_match_failure(op, "mask dimensions not SVE predicate-sized");
    }
    let extents: Vec<Value> = created.operands().map(ValueRef::id).collect();
    rw.set_insertion_point_before(created.0.id());
    let masks: Vec<Value> = (extents.iter().zip(mask.shape))
        .map(|(&count, &extent)| {
            let ty = VectorType::get_scalable(cx, &[extent], &[true], Type::I1);
            rw.build_value(v::CreateMaskOp::of(&[count]).result(ty).loc(loc))
        })
        .collect();
    let &[rows, columns] = masks.as_slice() else { return None };
    rw.set_insertion_point_before(op);
    let (at, _) = split_position(rw, &position, loc)?;
    rw.replace(op, PselOp::of(columns, rows, at));
    Some(())
}
