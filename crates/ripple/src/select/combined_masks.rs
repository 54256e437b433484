//! Numbers that are one where several comparisons hold.

use terrace_dialects_llvm::ops::{AndOp, InlineAsmOp, OrOp, SExtOp, SelectOp, XOrOp, ZExtOp};
use terrace_ir::{Op, Rewriter, ValueRef};
use terrace_target::{Quirk, Target};

use super::build::Build;
use super::factors::bits_of;
use super::terms::compared_bits;
use super::writer::VectorWriter;
use crate::vectors::{concatenate, lanes_of};

/// An extension of a mask that comparisons are combined to is a selection ([`Quirk::CombinedMaskExtended`]), if what is
/// compared has the width of the result: the mask is in registers of such numbers then.
pub(super) fn select_combined_mask(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    target.has_quirk(Quirk::CombinedMaskExtended).then_some(())?;
    let view = rw.op(op);
    let number = match (view.isa::<ZExtOp>(), view.isa::<SExtOp>()) {
        (true, _) => 1,
        (_, true) => -1,
        _ => return None,
    };
    let (mask, result) = (view.operands().next()?, view.single_result());
    let (lanes, bits) = (lanes_of(mask)?, bits_of(result));
    let in_register = target.register_bytes() * 8 / bits as usize;
    let is_combined = bits_of(mask) == 1 && is_logical(mask) && compared_bits(mask, 0) == bits;
    let is_right = is_combined && lanes > in_register && lanes.is_multiple_of(in_register) && bits >= 32;
    is_right.then_some(())?;
    let (mask, loc, ty) = (mask.id(), view.loc(), result.ty());
    rw.set_insertion_point_before(op);
    let mut build = Build { rw, loc };
    let register = build.vector(bits, in_register);
    let ones = build.number(number, register);
    let cx = build.rw.cx();
    let hidden = InlineAsmOp::of(&[ones])
        .loc(loc)
        .asm_string_attr(cx.string_attr(""))
        .constraints_attr(cx.string_attr("=x,0"))
        .res(register);
    let hidden = build.rw.build_value(hidden);
    let ones = concatenate(build.rw, &vec![hidden; lanes / in_register], loc)?;
    let zero = build.number(0, ty);
    let chosen = build.rw.build_value(SelectOp::of(mask, ones, zero).loc(loc).res(ty));
    rw.replace_op(op, &[chosen]);
    Some(())
}

fn is_logical(mask: ValueRef<'_>) -> bool {
    mask.defining_op()
        .is_some_and(|op| op.isa::<AndOp>() || op.isa::<OrOp>() || op.isa::<XOrOp>() || op.isa::<SelectOp>())
}
