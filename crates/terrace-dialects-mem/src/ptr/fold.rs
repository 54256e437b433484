//! Folding.

use terrace_dialects_core::fold::{is_zero, operand_of};
use terrace_ir::{Attr, Folded, OpRef, ValueRef};

use super::{FromPtrOp, GetMetadataOp, ToPtrOp};

/// A value that is made of its own address and metadata is itself.
pub(super) fn fold_from_ptr(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let mut found: Option<ValueRef<'_>> = None;
    let mut at = Some(op);
    while let Some(op) = at {
        let original = operand_of::<ToPtrOp>(op.operand(0)).filter(|value| value.ty() == op.result(0).ty());
        let Some(original) = original else { break };
        let metadata = op.operand_group(1).next().and_then(operand_of::<GetMetadataOp>);
        if metadata != Some(original) {
            break;
        }
        found = Some(original);
        at = original.defining_op().filter(|op| op.isa::<FromPtrOp>());
    }
    found.into()
}

/// The address of a value that is made of an address.
pub(super) fn fold_to_ptr(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let mut found: Option<ValueRef<'_>> = None;
    let mut at = Some(op);
    while let Some(maker) = at.and_then(|op| op.operand(0).defining_op()).filter(|op| op.isa::<FromPtrOp>()) {
        let address = maker.operand(0);
        found = Some(address);
        at = address.defining_op().filter(|op| op.isa::<ToPtrOp>());
    }
    found.into()
}

/// Nothing added is nothing done.
pub(super) fn fold_add(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    is_zero(op.cx(), constants.get(1).copied().flatten()).then(|| op.operand(0)).into()
}
