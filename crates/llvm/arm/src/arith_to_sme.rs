//! `convert-arith-to-arm-sme`: constants that fill a tile.

use terrace_dialects_arm::sme::tile::is_tile_type;
use terrace_dialects_arm::sme::{GetTileOp, InsertTileSliceOp, ZeroOp, slice_of};
use terrace_dialects_core::arith::{ConstantOp, ConstantOpView};
use terrace_dialects_vector::elements::{splat_element, splat_of};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, Context, Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use crate::build::{Greedy, loop_over_slices};

/// Makes ops on tiles of constants.
pub static CONVERT_ARITH_TO_ARM_SME: PassDef = PassDef {
    name: "convert-arith-to-arm-sme",
    class: "ArithToArmSMEConversionPass",
    doc: "Convert Arith dialect to ArmSME dialect",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(PATTERNS)))),
    ..EMPTY_PASS
};

/// The patterns of the pass.
pub static PATTERNS: &[Pattern] =
    &[Pattern::new("ConstantOpToArmSMELowering", ConstantOp::DEF.name, constant_to_tile)];

/// Whether a number is zero, of any sign.
fn is_zero(cx: &Context, number: Attr) -> bool {
    match number.as_float(cx) {
        Some(number) => number.is_zero(),
        None => number.as_integer(cx).is_some_and(|(number, _)| number.is_zero()),
    }
}

/// A splat of zero becomes a zeroed tile; another splat is inserted into each slice.
fn constant_to_tile(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), ConstantOpView(rw.op(op)));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    if !is_tile_type(cx, ty) {
        return None;
    }
    let element = splat_element(cx, view.value_attr())?;
    if is_zero(cx, element) {
        rw.replace_op_with_new::<ZeroOp>(op, &[], &[]);
        return Some(());
    }
    let slice = slice_of(cx, ty)?;
    let attr = splat_of(cx, element, slice)?;
    let splat = rw.create_value::<ConstantOp>(&[], &[Some(attr)], slice, loc);
    let tile = rw.create_value::<GetTileOp>(&[], &[], ty, loc);
    let filled = loop_over_slices(rw, tile, loc, |rw, at, tile| {
        Some(rw.create_value::<InsertTileSliceOp>(&[splat, tile, at], &[None], ty, loc))
    })?;
    rw.replace_op_with(op, filled);
    Some(())
}
