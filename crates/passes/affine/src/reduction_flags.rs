//! Flags of ops that combine the values of a reduction, where the order of these changes.

use terrace_dialects_core::arith::reductions::reduction_kind;
use terrace_dialects_core::arith::{AtomicRMWKind, FastMathFlags, IntegerOverflowFlags, fastmath_flags};
use terrace_ir::{Attr, Op, OpRef, Rewriter};

use crate::loop_normalize::slot;

/// Drops the flags of an op that combines in another order now: those which promise something of the results that it had
/// in the old one. With `--match-upstream`, they are kept.
pub(crate) fn drop_flags_of_order(rw: &mut Rewriter<'_>, op: Op) {
    let (view, cx) = (rw.op(op), rw.cx());
    let changed = match reduction_kind(view) {
        _ if cx.matches_upstream() => None,
        Some(AtomicRMWKind::Addi | AtomicRMWKind::Muli) => {
            Some(("overflowFlags", IntegerOverflowFlags::default().attr(cx)))
        }
        Some(AtomicRMWKind::Addf | AtomicRMWKind::Mulf) => {
            without(view, FastMathFlags::NNAN | FastMathFlags::NINF)
        }
        _ => None,
    };
    set_flags(rw, op, changed);
}

/// Drops the flags of an op with the result of a parallel loop as operand which promise that it is not the neutral value
/// of a maximum or minimum: the loop may have no iterations. With `--match-upstream`, they are kept.
pub(crate) fn drop_flags_of_neutral(rw: &mut Rewriter<'_>, op: Op) {
    let view = rw.op(op);
    let changed = match reduction_kind(view) {
        _ if rw.cx().matches_upstream() => None,
        Some(AtomicRMWKind::Maximumf | AtomicRMWKind::Minimumf) => without(view, FastMathFlags::NINF),
        Some(AtomicRMWKind::Maxnumf | AtomicRMWKind::Minnumf) => without(view, FastMathFlags::NNAN),
        _ => None,
    };
    set_flags(rw, op, changed);
}

/// The fast-math flags of an op but for some.
fn without(view: OpRef<'_>, dropped: FastMathFlags) -> Option<(&'static str, Attr)> {
    Some(("fastmath", fastmath_flags(view)?.difference(dropped).attr(view.cx())))
}

fn set_flags(rw: &mut Rewriter<'_>, op: Op, changed: Option<(&'static str, Attr)>) {
    if let Some((name, attr)) = changed
        && let Some(slot) = slot(rw.op(op), name)
    {
        rw.set_prop(op, slot, attr);
    }
}
