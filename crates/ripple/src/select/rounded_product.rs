//! Rounded products of Q15 fixed-point fractions.

use terrace_dialects_llvm::ops::{AShrOp, AddOp, CallIntrinsicOp, LShrOp, MulOp, SExtOp, TruncOp};
use terrace_ir::{Op, OpRef, Rewriter, Type, ValueRef};
use terrace_target::Target;

use crate::evaluate::is_everywhere;
use crate::vectors::{concatenate, lanes_of, part_of};

/// `trunc((sext(a) * sext(b) + (1 << 14)) >> 15)` of 16-bit numbers is one instruction.
pub(super) fn select_rounded_product(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let factors = rounded_product(view)?.map(|factor| factor.id());
    let (loc, count) = (view.loc(), lanes_of(view.single_result())?);
    let (intrinsic, width) = target.rounded_product(count)?;
    if !count.is_multiple_of(width) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let mut parts = Vec::new();
    for first in (0..count).step_by(width) {
        let pair = factors.map(|factor| part_of(rw, factor, first..first + width, loc));
        let ty = rw.body().value_type(pair[0]);
        let call = CallIntrinsicOp::of().loc(loc).intrin(intrinsic).args(&pair);
        let made = rw.build(call.op_bundle_operands(&[]).results(ty));
        parts.push(rw.body().single_result(made));
    }
    let whole = concatenate(rw, &parts, loc)?;
    rw.replace_op(op, &[whole]);
    Some(())
}

/// The factors of a product of fractions of 15 bits, rounded: `(a * b + (1 << 14)) >> 15`, truncated to 16 bits.
fn rounded_product(op: OpRef<'_>) -> Option<[ValueRef<'_>; 2]> {
    let truncation = op.cast::<TruncOp>()?;
    let cx = op.cx();
    let shifted = truncation.arg();
    let shift = shifted.defining_op()?;
    let (sum, by) = match shift.cast::<AShrOp>() {
        Some(shift) => (shift.lhs(), shift.rhs()),
        None => shift.cast::<LShrOp>().map(|shift| (shift.lhs(), shift.rhs()))?,
    };
    let sum = sum.defining_op()?.cast::<AddOp>()?;
    let product = sum.lhs().defining_op()?.cast::<MulOp>()?;
    let has_width = |ty: Type, width: u32| {
        ty.element_type(cx).is_some_and(|element| element.bit_width(cx) == Some(width))
    };
    let fits = has_width(truncation.res().ty(), 16)
        && has_width(shifted.ty(), 32)
        && is_everywhere(by, 15)
        && is_everywhere(sum.rhs(), 1 << 14);
    let factors = [product.lhs(), product.rhs()];
    let [x, y] = factors.map(|factor| Some(factor.defining_op()?.cast::<SExtOp>()?.arg()));
    let sources = [x?, y?];
    (fits && sources.iter().all(|source| has_width(source.ty(), 16))).then_some(sources)
}
