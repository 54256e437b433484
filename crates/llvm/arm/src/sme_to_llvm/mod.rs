//! `convert-arm-sme-to-llvm`: ops on tiles as intrinsics, which name the tile by its number.
//!
//! Intrinsics neither take nor return tiles, so that values of tiles stay as `arm_sme.get_tile`, which nothing uses in the
//! end. The map: [`slices`] and [`products`] convert op by op, [`spills`] swaps tiles that are in memory with the first
//! one around each op.

mod products;
mod slices;
mod spills;

use std::sync::Arc;

use terrace_conversion::{Adaptor, Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter};
use terrace_conversion::{ConversionTarget, TypeConverter, apply_conversion};
use terrace_dialects_arm::sme::tile::{TILE_ID, is_tile_type, tile_id};
use terrace_dialects_arm::sme::*;
use terrace_dialects_core::arith::{IndexCastOp, MulIOp};
use terrace_dialects_core::cf::BrOp;
use terrace_ir::def::op_error;
use terrace_ir::{Attr, Context, Diag, Ir, Op, OpHandle, OpKind, OpRef, Type};
use terrace_llvm_common::converter::{LlvmTypeConverter, LowerToLlvmOptions};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::post_order;

use crate::build::index;
use crate::tiles::allocate_tiles;
use spills::Spills;

pass_options! {
    /// The options of the pass.
    struct SmeToLlvmOptions {
        /// Dump the live ranges of SME tiles (for debugging)
        dump("dump-tile-live-ranges"): bool = "false",
    }
}

/// Lowers arm_sme.
pub static CONVERT_ARM_SME_TO_LLVM: PassDef = PassDef {
    name: "convert-arm-sme-to-llvm",
    class: "ConvertArmSMEToLLVM",
    doc: "Lower the operations from the ArmSME dialect into the LLVM dialect",
    requires: Some(FUNCTION),
    options: SmeToLlvmOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(ConvertArmSmeToLlvm { options: options.into() }))),
    ..EMPTY_PASS
};

struct ConvertArmSmeToLlvm {
    options: SmeToLlvmOptions,
}

/// Tile types are legal.
fn keep_tiles(types: TypeConverter) -> TypeConverter {
    types.add_conversion(|cx, ty| is_tile_type(cx, ty).then_some(ty))
}

fn target(cx: &Context) -> ConversionTarget {
    let intrinsics: Vec<&str> =
        ARM_SME.ops.iter().map(|def| def.name).filter(|name| name.starts_with("arm_sme.intr.")).collect();
    ConversionTarget::new()
        .illegal_dialects(&["arm_sme"])
        .legal_dialects(&["llvm", "arith", "vector", "scf", "memref"])
        .legal_ops(cx, &intrinsics)
        .legal_ops(cx, &[GetTileOp::DEF.name, CopyTileOp::DEF.name, "builtin.unrealized_conversion_cast"])
}

impl IrPass for ConvertArmSmeToLlvm {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        allocate_tiles(ir, op, self.options.dump, run)?;
        let cx = Arc::clone(ir.cx());
        let converter = LlvmTypeConverter::with_rules(ir.op(op), LowerToLlvmOptions::default(), keep_tiles);
        let mut patterns = ConversionPatterns::new();
        populate_patterns(&cx, &mut patterns, &converter, Spills::in_function(ir.op(op)));
        let conversion = Conversion { target: target(&cx), patterns };
        // A conversion that fails is of no effect, so that the ops are those of before.
        let before = left_with_tiles(ir, op);
        if apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).is_err() {
            before.into_iter().for_each(|diag| run.report(diag));
            return Err(Failed);
        }
        merge_zeros(ir, op);
        let left = left_with_tiles(ir, op);
        let is_clean = left.is_empty();
        left.into_iter().for_each(|diag| run.report(diag));
        if is_clean { Ok(()) } else { Err(Failed) }
    }
}

/// The errors for ops that have a tile and may not.
fn left_with_tiles(ir: &Ir, op: OpHandle) -> Vec<Box<Diag>> {
    let message = "unexpected operation with SME tile type after conversion to LLVM";
    let ops = post_order(ir, op).into_iter().map(|op| ir.op(op));
    ops.filter(|op| has_tile(*op)).map(|op| op_error(op, message)).collect()
}

/// Whether an op that is left has a tile.
fn has_tile(op: OpRef<'_>) -> bool {
    let stays = op.isa::<CopyTileOp>() || op.isa::<GetTileOp>() || op.isa::<BrOp>() || !op.is_registered();
    let mut types = op.results().map(|value| value.ty()).chain(op.operands().map(|value| value.ty()));
    !stays && types.any(|ty| is_tile_type(op.cx(), ty))
}

fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    spills: Spills,
) {
    slices::populate_patterns(cx, patterns, converter);
    products::populate_patterns(cx, patterns, converter);
    patterns.add_with_type_converter::<StreamingVLOp>(
        cx,
        "StreamingVLOpConversion",
        &converter.types,
        streaming_vl,
    );
    // These come last and so are tried first.
    spills::populate_patterns(cx, patterns, converter, spills);
}

/// The number of an op's tile as intrinsics have it; an error where there is none.
fn tile_attr(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<Attr> {
    let view = rw.op(op);
    let attr = tile_id(view).and_then(|_| view.attr(TILE_ID));
    if attr.is_none() {
        let error = op_error(view, "expected tile ID to be allocated before conversion to LLVM");
        rw.report(error);
    }
    attr
}

fn streaming_vl(rw: &mut ConversionRewriter<'_>, op: StreamingVLOp, _: &Adaptor) -> Option<()> {
    let view = op.view(rw);
    let (size, loc) = (view.type_size(), view.0.loc());
    rw.set_insertion_point_before(op);
    let doubles = rw.build_value(CntsdIntrOp::of().res(Type::I64).loc(loc));
    let doubles = rw.build_value(IndexCastOp::of(doubles).out(Type::INDEX).loc(loc));
    let scale = index(rw, 8 / size.bytes(), loc);
    let length = rw.build_value(MulIOp::of(doubles, scale).result(Type::INDEX).loc(loc));
    rw.replace_op(op, &[length]);
    Some(())
}

/// Zeroes tiles at once that are zeroed one right after the other.
fn merge_zeros(ir: &mut Ir, op: OpHandle) {
    let Some(body) = ir.op(op).inner_body() else { return };
    ir.rewrite(body, |rw| {
        let ops = terrace_rewrite::walk::body_post_order(rw.body());
        let mut runs: Vec<Vec<Op>> = Vec::new();
        for op in ops.into_iter().filter(|&op| rw.op(op).isa::<ZeroIntrOp>()) {
            let follows = |last: &Op| rw.op(*last).next().map(|next| next.id()) == Some(op);
            match runs.last_mut() {
                Some(run) if run.last().is_some_and(follows) => run.push(op),
                _ => runs.push(vec![op]),
            }
        }
        for run in runs.into_iter().filter(|run| run.len() > 1) {
            let mask = run.iter().fold(0, |mask, &op| mask | ZeroIntrOp::view_of(rw.op(op)).tile_mask());
            let mask = rw.cx().int_attr(Type::I32, mask);
            rw.set_insertion_point_before(run[0]);
            let loc = rw.body().loc(run[0]);
            rw.build(ZeroIntrOp::of().tile_mask_attr(mask).loc(loc));
            run.into_iter().for_each(|op| rw.erase_op(op));
        }
    });
}
