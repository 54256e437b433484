//! `convert-arm-sme-to-scf`: loads and stores of tiles as loops over their slices.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_arm::sme::*;
use terrace_dialects_core::arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, IndexCastOp, IndexCastUIOp, MinSIOp, MulIOp,
};
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{BroadcastOp, CreateMaskOp, MaskedLoadOp, VectorScaleOp};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::matchers::{m_pos_zero_float, m_zero};
use terrace_ir::{Attr, Context, Loc, Op, Rewriter, Type, Value, ValueRef, VectorType};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;

use crate::build::index;

/// Lowers loads and stores of tiles.
pub static CONVERT_ARM_SME_TO_SCF: PassDef = PassDef {
    name: "convert-arm-sme-to-scf",
    class: "ConvertArmSMEToSCFPass",
    doc: "Lower the operations from the ArmSME dialect into the SCF dialect",
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal_dialects(&["arm_sme", "vector", "arith", "scf"])
        .illegal::<TileLoadOp>(cx)
        .illegal::<TileStoreOp>(cx);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<TileLoadOp>(cx, "TileLoadOpWithMaskAndPadNonZeroConversion", load_padded)
        .add::<TileLoadOp>(cx, "TileLoadOpConversion", load)
        .add::<TileStoreOp>(cx, "TileStoreOpConversion", store);
    Conversion { target, patterns }
}

const UNSUPPORTED_MASK: &str = "unsupported mask op, only 'vector.create_mask' is currently supported";

/// The extents of a mask that `vector.create_mask` creates.
fn mask_extents(mask: ValueRef<'_>) -> Option<[Value; 2]> {
    let view = mask.defining_op()?.cast::<CreateMaskOp>()?;
    let extents: Vec<Value> = view.operands().map(ValueRef::id).collect();
    extents.try_into().ok()
}

/// All lanes of a slice.
fn all_lanes(cx: &Context, mask: Type) -> Option<Attr> {
    splat_of(cx, cx.int_attr(Type::I1, 1), mask)
}

/// The mask of a slice of a tile.
fn slice_mask(cx: &Context, tile: Type) -> Type {
    VectorType::get_scalable(cx, &[vector(cx, tile).minor()], &[true], Type::I1)
}

/// The indices of a slice.
fn slice_indices(rw: &mut Rewriter<'_>, indices: [Value; 2], slice: Value, loc: Loc) -> [Value; 2] {
    let row = rw.build_value(AddIOp::of(indices[0], slice).result(Type::INDEX).loc(loc));
    [row, indices[1]]
}

/// The indices, mask and type for accessing the slices of a tile in memory.
struct Slices {
    indices: [Value; 2],
    mask: Option<[Value; 2]>,
    tile: Type,
}

/// A loop over the slices of a tile in memory, masked or not: `make` is given the slice, its indices, its
/// predicate and the iteration arguments.
fn loop_over_memory(
    rw: &mut Rewriter<'_>,
    slices: &Slices,
    carried: &[Value],
    loc: Loc,
    make: impl FnOnce(&mut Rewriter<'_>, Value, [Value; 2], Value, &[Value]) -> Vec<Value>,
) -> Option<Op> {
    let cx = rw.cx();
    let least = index(rw, vector(cx, slices.tile).minor(), loc);
    let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let count = rw.build_value(MulIOp::of(least, scale).result(Type::INDEX).loc(loc));
    let mask_ty = slice_mask(cx, slices.tile);
    let (bound, predicate) = match slices.mask {
        Some([rows, columns]) => {
            let rows = rw.build_value(IndexCastOp::of(rows).out(Type::I64).loc(loc));
            let count = rw.build_value(IndexCastOp::of(count).out(Type::I64).loc(loc));
            let bound = rw.build_value(MinSIOp::of(rows, count).result(Type::I64).loc(loc));
            let bound = rw.build_value(IndexCastOp::of(bound).out(Type::INDEX).loc(loc));
            (bound, rw.build_value(CreateMaskOp::of(&[columns]).result(mask_ty).loc(loc)))
        }
        None => {
            let lanes = all_lanes(cx, mask_ty)?;
            (count, rw.build_value(ConstantOp::of().value_attr(lanes).result(mask_ty).loc(loc)))
        }
    };
    let first = index(rw, 0, loc);
    let step = index(rw, 1, loc);
    for_loop(rw, [first, bound, step], carried, loc, |rw, slice, carried| {
        let indices = slice_indices(rw, slices.indices, slice, loc);
        Some(make(rw, slice, indices, predicate, carried))
    })
}

fn two(indices: Vec<Value>) -> Option<[Value; 2]> {
    indices.try_into().ok()
}

fn load(rw: &mut ConversionRewriter<'_>, op: TileLoadOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, tile, base) = (view.0.loc(), view.result().ty(), view.base().id());
    let layout = view.layout_attr();
    let Some(indices) = two(view.indices().map(ValueRef::id).collect()) else {
        return rw.notify_match_failure(op, "invalid number of indices");
    };
    let mask = match view.mask() {
        None => None,
        Some(mask) => match mask_extents(mask) {
            None => return rw.notify_match_failure(op, UNSUPPORTED_MASK),
            Some(_)
                if !view.padding().is_some_and(|padding| m_zero(padding) || m_pos_zero_float(padding)) =>
            {
                return rw.notify_match_failure(op, "op has non-zero pad, needs non-zero pad pattern");
            }
            extents => extents,
        },
    };
    rw.set_insertion_point_before(op);
    let first = match mask {
        Some(_) => rw.build_value(ZeroOp::of().res(tile).loc(loc)),
        None => rw.build_value(GetTileOp::of().tile(tile).loc(loc)),
    };
    let slices = Slices { indices, mask, tile };
    let looped = loop_over_memory(rw, &slices, &[first], loc, |rw, slice, indices, predicate, carried| {
        let load = LoadTileSliceOp::of(base, predicate, carried[0], &indices, slice);
        let load = load.layout_attr(layout).result(tile).loc(loc);
        vec![rw.build_value(load)]
    })?;
    rw.replace_op_with(op, looped);
    Some(())
}

/// Loads slice by slice, with the padding in the lanes that are masked out.
fn load_padded(rw: &mut ConversionRewriter<'_>, op: TileLoadOp) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (loc, tile, base) = (view.0.loc(), view.result().ty(), view.base().id());
    let layout = view.layout_attr();
    let (Some(mask), Some(padding)) = (view.mask(), view.padding()) else {
        return rw.notify_match_failure(op, "op has no mask, needs unmasked pattern");
    };
    let Some([rows, columns]) = mask_extents(mask) else {
        return rw.notify_match_failure(op, UNSUPPORTED_MASK);
    };
    if m_zero(padding) || m_pos_zero_float(padding) {
        return rw.notify_match_failure(op, "op has constant zero pad, needs zero pad pattern");
    }
    let (padding, indices) = (padding.id(), two(view.indices().map(ValueRef::id).collect())?);
    let slice_ty = slice_of(cx, tile)?;
    rw.set_insertion_point_before(op);
    let columns = rw.build_value(IndexCastUIOp::of(columns).out(Type::I32).loc(loc));
    let first_tile = rw.build_value(GetTileOp::of().tile(tile).loc(loc));
    let step = index(rw, 1, loc);
    let least = index(rw, vector(cx, tile).minor(), loc);
    let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let first = index(rw, 0, loc);
    let count = rw.build_value(MulIOp::of(least, scale).result(Type::INDEX).loc(loc));
    let looped = for_loop(rw, [first, count, step], &[first_tile], loc, |rw, slice, carried| {
        let less = Some(enum_attr(cx, CmpIPredicate::Slt));
        let is_active =
            rw.build_value(CmpIOp::of(slice, rows).predicate_attr(less).result(Type::I1).loc(loc));
        let is_active = rw.build_value(ExtSIOp::of(is_active).out(Type::I32).loc(loc));
        let lanes = rw.build_value(AndIOp::of(is_active, columns).result(Type::I32).loc(loc));
        let lanes = rw.build_value(IndexCastOp::of(lanes).out(Type::INDEX).loc(loc));
        let mask = rw.build_value(CreateMaskOp::of(&[lanes]).result(slice_mask(cx, tile)).loc(loc));
        let indices = slice_indices(rw, indices, slice, loc);
        let pad = rw.build_value(BroadcastOp::of(padding).vector(slice_ty).loc(loc));
        let load = MaskedLoadOp::of(base, &indices, mask, pad).loc(loc);
        let loaded = rw.build_value(load.result(slice_ty));
        Some(vec![rw.build_value(
            InsertTileSliceOp::of(loaded, *carried.first()?, slice).layout_attr(layout).result(tile).loc(loc),
        )])
    })?;
    rw.replace_op_with(op, looped);
    Some(())
}

fn store(rw: &mut ConversionRewriter<'_>, op: TileStoreOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, tile, base) = (view.0.loc(), view.value_to_store(), view.base().id());
    let (tile, ty, layout) = (tile.id(), tile.ty(), view.layout_attr());
    let Some(indices) = two(view.indices().map(ValueRef::id).collect()) else {
        return rw.notify_match_failure(op, "invalid number of indices");
    };
    let mask = match view.mask() {
        None => None,
        Some(mask) => match mask_extents(mask) {
            None => return rw.notify_match_failure(op, UNSUPPORTED_MASK),
            extents => extents,
        },
    };
    rw.set_insertion_point_before(op);
    let slices = Slices { indices, mask, tile: ty };
    loop_over_memory(rw, &slices, &[], loc, |rw, slice, indices, predicate, _| {
        let store = StoreTileSliceOp::of(tile, slice, predicate, base, &indices);
        rw.build(store.layout_attr(layout).loc(loc));
        Vec::new()
    })?;
    rw.erase_op(op);
    Some(())
}
