//! Folding.

use terrace_dialects_builtin::fold::operand_of;
use terrace_ir::OpKind;
use terrace_ir::matchers::is_zero;
use terrace_ir::{Attr, Folded, OpRef, ValueRef};

use super::{FromPtrOp, GetMetadataOp, PtrAddOp, ToPtrOp};

/// Folds a value that is built from its own address and metadata.
pub(super) fn fold_from_ptr(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let mut found: Option<ValueRef<'_>> = None;
    let mut at = op.cast::<FromPtrOp>();
    while let Some(view) = at {
        let original = operand_of::<ToPtrOp>(view.ptr()).filter(|value| value.ty() == view.result().ty());
        let Some(original) = original else { break };
        if view.metadata().and_then(operand_of::<GetMetadataOp>) != Some(original) {
            break;
        }
        found = Some(original);
        at = original.defined_by::<FromPtrOp>();
    }
    found.into()
}

/// Folds the address of a value that is built from an address.
pub(super) fn fold_to_ptr(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let mut found: Option<ValueRef<'_>> = None;
    let mut at = op.cast::<ToPtrOp>();
    while let Some(maker) = at.and_then(|op| op.ptr().defined_by::<FromPtrOp>()) {
        found = Some(maker.ptr());
        at = maker.ptr().defined_by::<ToPtrOp>();
    }
    found.into()
}

/// Folds an addition of zero.
pub(super) fn fold_add(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    is_zero(op.cx(), constants.get(1).copied().flatten()).then(|| PtrAddOp::view_of(op).base()).into()
}
