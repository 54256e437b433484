//! Tiles of zeros, and slices that are moved.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_arm::sme::attrs::TileSliceLayout;
use terrace_dialects_arm::sme::tile::{TileType, tile_id};
use terrace_dialects_arm::sme::*;
use terrace_dialects_core::arith::{ConstantOp, IndexCastOp, IndexCastUIOp};
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_vector::BroadcastOp;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::types::mask_of;
use terrace_ir::{Attr, Context, Loc, Rewriter, Type, Value};
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::MemRefDescriptor;
use terrace_passes_shared::arithmetic::zero_attr;

use super::tile_attr;

pub(super) fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    let types = &converter.types;
    let lowering = Arc::clone(converter);
    patterns.add_with_type_converter::<LoadTileSliceOp>(
        cx,
        "LoadTileSliceConversion",
        types,
        move |rw, op, adaptor| load(rw, op, adaptor, &lowering),
    );
    let lowering = Arc::clone(converter);
    patterns.add_with_type_converter::<StoreTileSliceOp>(
        cx,
        "StoreTileSliceConversion",
        types,
        move |rw, op, adaptor| store(rw, op, adaptor, &lowering),
    );
    patterns
        .add_with_type_converter::<ExtractTileSliceOp>(cx, "ExtractTileSliceConversion", types, extract)
        .add_with_type_converter::<InsertTileSliceOp>(cx, "InsertTileSliceConversion", types, insert)
        .add_with_type_converter::<ZeroOp>(cx, "ZeroOpConversion", types, zero);
}

macro_rules! by_layout {
    ($create:ident, $kind:expr, $layout:expr; $($case:ident: $horizontal:ident $vertical:ident;)*) => {
        match ($kind, $layout) {
            $((TileType::$case, TileSliceLayout::Horizontal) => $create!($horizontal),
            (TileType::$case, TileSliceLayout::Vertical) => $create!($vertical),)*
        }
    };
}

/// A slice in memory.
pub(super) struct SliceAccess {
    pub(super) kind: TileType,
    pub(super) layout: TileSliceLayout,
    pub(super) predicate: Value,
    pub(super) pointer: Value,
    pub(super) tile: Attr,
    /// The number of the slice, an `i32`.
    pub(super) slice: Value,
}

/// The intrinsic that reads a slice.
pub(super) fn create_load(rw: &mut Rewriter<'_>, access: &SliceAccess, loc: Loc) {
    macro_rules! create {
        ($op:ident) => {{
            let op =
                $op::of(access.predicate, access.pointer, access.slice).tile_id_attr(access.tile).loc(loc);
            rw.build(op);
        }};
    }
    by_layout! { create, access.kind, access.layout;
        Byte: Ld1bHorizIntrOp Ld1bVertIntrOp;
        Half: Ld1hHorizIntrOp Ld1hVertIntrOp;
        Word: Ld1wHorizIntrOp Ld1wVertIntrOp;
        Double: Ld1dHorizIntrOp Ld1dVertIntrOp;
        Quad: Ld1qHorizIntrOp Ld1qVertIntrOp;
    };
}

/// The intrinsic that writes a slice.
fn create_store(rw: &mut Rewriter<'_>, access: &SliceAccess, loc: Loc) {
    macro_rules! create {
        ($op:ident) => {{
            let op =
                $op::of(access.predicate, access.pointer, access.slice).tile_id_attr(access.tile).loc(loc);
            rw.build(op);
        }};
    }
    by_layout! { create, access.kind, access.layout;
        Byte: St1bHorizIntrOp St1bVertIntrOp;
        Half: St1hHorizIntrOp St1hVertIntrOp;
        Word: St1wHorizIntrOp St1wVertIntrOp;
        Double: St1dHorizIntrOp St1dVertIntrOp;
        Quad: St1qHorizIntrOp St1qVertIntrOp;
    };
}

/// A mask in which all lanes of a vector are set.
pub(super) fn all_lanes(rw: &mut Rewriter<'_>, vector: Type, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let ty = mask_of(cx, vector);
    let lanes = splat_of(cx, cx.int_attr(Type::I1, 1), ty)?;
    Some(rw.build_value(ConstantOp::of().value_attr(lanes).result(ty).loc(loc)))
}

/// The address of an element of a buffer, given the converted buffer and indices.
fn address(
    rw: &mut Rewriter<'_>,
    converter: &LlvmTypeConverter,
    memref: Type,
    (base, indices): (Value, &[Value]),
    loc: Loc,
) -> Option<Value> {
    let mut build = Build::new(rw, loc, converter.index);
    MemRefDescriptor::of(base).element(&mut build, converter, memref, indices, GEPNoWrapFlags::NONE)
}

fn load(
    rw: &mut ConversionRewriter<'_>,
    op: LoadTileSliceOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let tile = tile_attr(rw, op.into())?;
    let view = op.view(rw);
    let (loc, layout, memref) = (view.0.loc(), view.layout(), view.base().ty());
    let kind = TileType::of(rw.cx(), view.result().ty())?;
    let (value, slice, predicate) = (view.tile().id(), view.tile_slice_index().id(), view.mask().id());
    let operands = adaptor.of(rw, op);
    let (base, indices) = (operands.base(), operands.indices());
    rw.set_insertion_point_before(op);
    let pointer = address(rw, converter, memref, (base, indices), loc)?;
    let slice = rw.build_value(IndexCastUIOp::of(slice).out(Type::I32).loc(loc));
    create_load(rw, &SliceAccess { kind, layout, predicate, pointer, tile, slice }, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

fn store(
    rw: &mut ConversionRewriter<'_>,
    op: StoreTileSliceOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let tile = tile_attr(rw, op.into())?;
    let view = op.view(rw);
    let (loc, layout, memref) = (view.0.loc(), view.layout(), view.base().ty());
    let kind = TileType::of(rw.cx(), view.tile().ty())?;
    let (slice, predicate) = (view.tile_slice_index().id(), view.mask().id());
    let operands = adaptor.of(rw, op);
    let (base, indices) = (operands.base(), operands.indices());
    rw.set_insertion_point_before(op);
    let pointer = address(rw, converter, memref, (base, indices), loc)?;
    let slice = rw.build_value(IndexCastUIOp::of(slice).out(Type::I32).loc(loc));
    create_store(rw, &SliceAccess { kind, layout, predicate, pointer, tile, slice }, loc);
    rw.erase_op(op);
    Some(())
}

fn insert(rw: &mut ConversionRewriter<'_>, op: InsertTileSliceOp, _: &Adaptor) -> Option<()> {
    let tile = tile_attr(rw, op.into())?;
    let cx = rw.cx();
    let view = op.view(rw);
    let (loc, layout, vector, ty) = (view.0.loc(), view.layout(), view.vector().id(), view.vector().ty());
    let (value, slice) = (view.tile().id(), view.tile_slice_index().id());
    rw.set_insertion_point_before(op);
    let slice = rw.build_value(IndexCastUIOp::of(slice).out(Type::I32).loc(loc));
    let one = Some(cx.int_attr(Type::I1, 1));
    let one = rw.build_value(ConstantOp::of().value_attr(one).result(Type::I1).loc(loc));
    let lanes = rw.build_value(BroadcastOp::of(one).vector(mask_of(cx, ty)).loc(loc));
    match layout {
        TileSliceLayout::Horizontal => {
            rw.build(WriteHorizIntrOp::of(slice, lanes, vector).tile_id_attr(tile).loc(loc));
        }
        TileSliceLayout::Vertical => {
            rw.build(WriteVertIntrOp::of(slice, lanes, vector).tile_id_attr(tile).loc(loc));
        }
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn extract(rw: &mut ConversionRewriter<'_>, op: ExtractTileSliceOp, _: &Adaptor) -> Option<()> {
    let tile = tile_attr(rw, op.into())?;
    let cx = rw.cx();
    let view = op.view(rw);
    let (loc, layout, ty, slice) =
        (view.0.loc(), view.layout(), view.result().ty(), view.tile_slice_index().id());
    rw.set_insertion_point_before(op);
    let lanes = all_lanes(rw, ty, loc)?;
    let zero = zero_attr(cx, ty)?;
    let zero = rw.build_value(ConstantOp::of().value_attr(zero).result(ty).loc(loc));
    let slice = rw.build_value(IndexCastOp::of(slice).out(Type::I32).loc(loc));
    let value = create_read(rw, layout, [zero, lanes, slice], tile, ty, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The intrinsic that moves a slice to a vector: given the passthru for inactive lanes, the mask and the
/// slice.
pub(super) fn create_read(
    rw: &mut Rewriter<'_>,
    layout: TileSliceLayout,
    [inactive, mask, slice]: [Value; 3],
    tile: Attr,
    ty: Type,
    loc: Loc,
) -> Value {
    match layout {
        TileSliceLayout::Horizontal => {
            rw.build_value(ReadHorizIntrOp::of(inactive, mask, slice).tile_id_attr(tile).res(ty).loc(loc))
        }
        TileSliceLayout::Vertical => {
            rw.build_value(ReadVertIntrOp::of(inactive, mask, slice).tile_id_attr(tile).res(ty).loc(loc))
        }
    }
}

/// Zeroes the tiles of 64 bits that a tile consists of.
fn zero(rw: &mut ConversionRewriter<'_>, op: ZeroOp, _: &Adaptor) -> Option<()> {
    tile_attr(rw, op.into())?;
    let cx = rw.cx();
    let view = op.view(rw);
    let (ty, loc, id) = (view.res().ty(), view.0.loc(), tile_id(view.0)?);
    let mask = match TileType::of(cx, ty)? {
        TileType::Byte => 0b1111_1111,
        TileType::Half => 0b0101_0101,
        TileType::Word => 0b0001_0001,
        TileType::Double => 0b0000_0001,
        TileType::Quad => return rw.notify_match_failure(op, "tiles of 128 bits cannot be zeroed"),
    };
    let mask = cx.int_attr(Type::I32, mask << id.clamp(0, 7));
    rw.set_insertion_point_before(op);
    rw.build(ZeroIntrOp::of().tile_mask_attr(mask).loc(loc));
    let block = rw.op(op).block()?.id();
    rw.set_insertion_point_to_start(block);
    let tile = rw.build_value(GetTileOp::of().tile(ty).loc(loc));
    rw.replace_op(op, &[tile]);
    Some(())
}
