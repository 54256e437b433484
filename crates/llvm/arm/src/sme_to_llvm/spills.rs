//! Ops whose tile is in memory: it is swapped with the first tile before and after.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use terrace_conversion::{ConversionPatterns, ConversionRewriter};
use terrace_dialects_arm::sme::attrs::TileSliceLayout;
use terrace_dialects_arm::sme::tile::{TILE_ID, TileOp, TileType, is_in_memory_tile, tile_id};
use terrace_dialects_arm::sme::*;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_core::arith::{ConstantOp, IndexCastOp, MulIOp};
use terrace_dialects_core::scf::build::for_loop;
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops::PoisonOp;
use terrace_dialects_mem::memref::AllocaOp;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{StoreOp, VectorScaleOp};
use terrace_ir::{Attr, Context, Diag, Loc, Op, OpRef, Rewriter, Type, Value};
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::MemRefDescriptor;

use super::slices::{SliceAccess, all_lanes, create_load, create_read};
use crate::build::index;
use crate::vector_to_sme::dynamic_matrix;

/// The number of the tile that an allocation is for.
const IN_MEMORY_TILE_ID: &str = "arm_sme.in_memory_tile_id";

/// The buffers of tiles in memory, by the numbers of the tiles.
#[derive(Clone, Default)]
pub(super) struct Spills {
    buffers: Arc<Mutex<FxHashMap<i64, Value>>>,
}

impl Spills {
    /// Those that a function has already.
    pub(super) fn in_function(function: OpRef<'_>) -> Self {
        let entry = function.regions().next().and_then(|region| region.entry());
        let buffers = entry.into_iter().flat_map(|block| block.ops()).filter_map(|op| {
            let tile = op.discardable_attr(IN_MEMORY_TILE_ID)?.as_i64(op.cx())?;
            op.isa::<AllocaOp>().then(|| (tile, op.single_result().id()))
        });
        Self { buffers: Arc::new(Mutex::new(buffers.collect())) }
    }

    /// The buffer of a tile, which is allocated at the start of the function at the first request.
    fn buffer(&self, rw: &mut Rewriter<'_>, tile: i64, tile_ty: Type, loc: Loc) -> Option<Value> {
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&buffer) = buffers.get(&tile) {
            return Some(buffer);
        }
        let cx = rw.cx();
        let region = *rw.body().top_regions().first()?;
        let entry = rw.body().entry(region)?;
        rw.set_insertion_point_to_start(entry);
        let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
        let least = index(rw, vector(cx, tile_ty).minor(), loc);
        let length = rw.build_value(MulIOp::of(scale, least).result(Type::INDEX).loc(loc));
        let ty = dynamic_matrix(rw, vector(cx, tile_ty).element);
        let alloca = rw.build(AllocaOp::of().loc(loc).dynamic_sizes(&[length, length]).memref(ty));
        rw.set_attr(alloca, IN_MEMORY_TILE_ID, cx.int_attr(Type::I32, tile));
        let buffer = rw.op(alloca).single_result().id();
        buffers.insert(tile, buffer);
        Some(buffer)
    }
}

pub(super) fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    spills: Spills,
) {
    macro_rules! add {
        ($($op:ident)*) => {$({
            let (spills, lowering) = (spills.clone(), Arc::clone(converter));
            patterns.add_with_type_converter::<$op>(
                cx,
                "ConvertArmSMESpillsAndFillsToLLVM",
                &converter.types,
                move |rw, op, _| swap_around(rw, op.into(), &spills, &lowering),
            );
        })*};
    }
    add! {
        LoadTileSliceOp ExtractTileSliceOp InsertTileSliceOp StoreTileSliceOp OuterProductOp FMopa2WayOp FMops2WayOp
        SMopa2WayOp SMops2WayOp UMopa2WayOp UMops2WayOp SMopa4WayOp SMops4WayOp UMopa4WayOp UMops4WayOp SuMopa4WayOp
        SuMops4WayOp UsMopa4WayOp UsMops4WayOp ZeroOp
    }
}

fn swap_around(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    spills: &Spills,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let cx = rw.cx();
    let view = rw.op(op);
    if !is_in_memory_tile(view) {
        return None;
    }
    let (tile, loc) = (tile_id(view)?, view.loc());
    let ty = view.interface::<dyn TileOp>()?.tile_type(view);
    let handle = view.handle();
    let message = "failed to allocate SME virtual tile to operation, tile value will go through memory, expect \
                   degraded performance";
    rw.report(Diag::warning(loc, message).about(handle));
    let buffer = spills.buffer(rw, tile, ty, loc)?;
    let zero = cx.int_attr(Type::I32, 0);
    rw.set_attr(op, TILE_ID, zero);
    rw.set_insertion_point_before(op);
    swap(rw, buffer, ty, zero, converter, loc)?;
    rw.set_insertion_point_after(op);
    swap(rw, buffer, ty, zero, converter, loc)
}

/// Swaps all slices of a tile in memory with those of a tile.
fn swap(
    rw: &mut Rewriter<'_>,
    buffer: Value,
    tile_ty: Type,
    tile: Attr,
    converter: &LlvmTypeConverter,
    loc: Loc,
) -> Option<()> {
    let cx = rw.cx();
    let kind = TileType::of(cx, tile_ty)?;
    let slice_ty = slice_of(cx, tile_ty)?;
    let buffer_ty = rw.body().value_type(buffer);
    let descriptor_ty = converter.convert(cx, buffer_ty)?;
    let least = index(rw, vector(cx, slice_ty).minor(), loc);
    let first = index(rw, 0, loc);
    let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
    let count = rw.build_value(MulIOp::of(least, scale).result(Type::INDEX).loc(loc));
    let step = index(rw, 1, loc);
    for_loop(rw, [first, count, step], &[], loc, |rw, at, _| {
        let slice = rw.build_value(IndexCastOp::of(at).out(Type::I32).loc(loc));
        let predicate = all_lanes(rw, slice_ty, loc)?;
        let poison = rw.build_value(PoisonOp::of().loc(loc).res(slice_ty));
        let descriptor =
            rw.build_value(UnrealizedConversionCastOp::of(&[buffer]).outputs(&[descriptor_ty]).loc(loc));
        let zero = Some(cx.int_attr(Type::I64, 0));
        let zero = rw.build_value(ConstantOp::of().value_attr(zero).result(Type::I64).loc(loc));
        let row = rw.build_value(IndexCastOp::of(at).out(Type::I64).loc(loc));
        let mut build = Build::new(rw, loc, converter.index);
        let indices = [row, zero];
        let pointer = MemRefDescriptor::of(descriptor).element(
            &mut build,
            converter,
            buffer_ty,
            &indices,
            GEPNoWrapFlags::NONE,
        )?;
        let layout = TileSliceLayout::Horizontal;
        let current = create_read(rw, layout, [poison, predicate, slice], tile, slice_ty, loc);
        create_load(rw, &SliceAccess { kind, layout, predicate, pointer, tile, slice }, loc);
        let column = index(rw, 0, loc);
        rw.build(StoreOp::of(current, buffer, &[at, column]).loc(loc));
        Some(Vec::new())
    })?;
    Some(())
}
