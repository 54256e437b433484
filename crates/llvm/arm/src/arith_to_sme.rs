//! `convert-arith-to-arm-sme`: constants that fill a tile.

use terrace_dialects_arm::sme::tile::is_tile_type;
use terrace_dialects_arm::sme::{GetTileOp, InsertTileSliceOp, ZeroOp, slice_of};
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_vector::elements::{splat_element, splat_of};
use terrace_ir::matchers::{is_any_zero_float, is_zero};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use crate::build::{Greedy, loop_over_slices};

/// Creates ops on tiles of constants.
pub static CONVERT_ARITH_TO_ARM_SME: PassDef = PassDef {
    name: "convert-arith-to-arm-sme",
    class: "ArithToArmSMEConversionPass",
    doc: "Convert Arith dialect to ArmSME dialect",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

/// The patterns of the pass.
pub static PATTERNS: &[Pattern] = &[pattern!("ConstantOpToArmSMELowering", ConstantOp, constant_to_tile)];

/// A splat of zero becomes a zeroed tile; another splat is inserted into each slice.
fn constant_to_tile(rw: &mut Rewriter<'_>, op: ConstantOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    if !is_tile_type(cx, ty) {
        return None;
    }
    let element = splat_element(cx, view.value_attr())?;
    if is_zero(cx, Some(element)) || is_any_zero_float(cx, Some(element)) {
        rw.replace(op, ZeroOp::of());
        return Some(());
    }
    let slice = slice_of(cx, ty)?;
    let attr = splat_of(cx, element, slice)?;
    let splat = rw.build_value(ConstantOp::of().value_attr(attr).result(slice).loc(loc));
    let tile = rw.build_value(GetTileOp::of().tile(ty).loc(loc));
    let filled = loop_over_slices(rw, tile, loc, |rw, at, tile| {
        Some(rw.build_value(InsertTileSliceOp::of(splat, tile, at).result(ty).loc(loc)))
    })?;
    rw.replace_op_with(op, filled);
    Some(())
}
