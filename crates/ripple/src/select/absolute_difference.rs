//! Absolute values of differences.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::AbsOp;
use terrace_dialects_llvm::ops::{ICmpOp, SelectOp, SubOp, ZExtOp};
use terrace_ir::{Op, OpRef, Rewriter, ValueRef};
use terrace_target::Target;

/// `a > b ? a - b : b - a` of zero-extended numbers is the absolute value of a difference.
pub(super) fn select_absolute_difference(rw: &mut Rewriter<'_>, op: Op, _target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let difference = absolute_difference(view)?;
    let (loc, ty, difference) = (view.loc(), difference.ty(), difference.id());
    rw.set_insertion_point_before(op);
    let absolute = AbsOp::of(difference).loc(loc).is_int_min_poison(false);
    let absolute = rw.build_value(absolute.res(ty));
    rw.replace_op(op, &[absolute]);
    Some(())
}

/// The operands of an absolute difference: `a > b ? a - b : b - a`, of vectors of unsigned integers.
pub(super) fn absolute_difference(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let select = op.cast::<SelectOp>()?;
    let (yes, no) = (select.true_value(), select.false_value());
    yes.ty().element_type(op.cx())?;
    let compare = select.condition().defining_op()?.cast::<ICmpOp>()?;
    let (mut a, mut b) = (compare.lhs(), compare.rhs());
    match compare.predicate() {
        ICmpPredicate::Sgt | ICmpPredicate::Sge | ICmpPredicate::Ugt | ICmpPredicate::Uge => {}
        ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule => {
            std::mem::swap(&mut a, &mut b);
        }
        _ => return None,
    }
    // The same element is read, and extended, where it is compared and where it is subtracted.
    let source = |value: ValueRef<'_>| Some(value.defining_op()?.cast::<ZExtOp>()?.arg().id());
    let (from_a, from_b) = (source(a)?, source(b)?);
    let is = |value: ValueRef<'_>, from, less| {
        let difference = value.defining_op().and_then(|op| op.cast::<SubOp>());
        difference.is_some_and(|difference| {
            let terms = [difference.lhs(), difference.rhs()];
            terms.map(source) == [Some(from), Some(less)]
        })
    };
    (a.ty() == yes.ty() && is(yes, from_a, from_b) && is(no, from_b, from_a)).then_some(yes)
}
