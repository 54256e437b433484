//! Checks of ops once shapes are final, one for each rule that has any.

use terrace_dialects_llvm::intrinsics::{MemcpyInlineOp, MemcpyOp, MemmoveOp, MemsetInlineOp, MemsetOp};
use terrace_dialects_llvm::ops::{AllocaOp, LoadOp, StoreOp};
use terrace_ir::{OpKind, OpRef, ValueRef, op_match};

use super::FunctionAnalysis;
use crate::constructs::ShufflePairOp;
use crate::diagnostics::Tag;
use crate::if_conversion::depends;

impl<'a> FunctionAnalysis<'a, '_> {
    pub(super) fn check_store(&mut self, op: OpRef<'a>) {
        let store = StoreOp::view_of(op);
        let (value, address) = (self.of(store.value()), self.of(store.addr()));
        if !value.is_within(address) {
            // What is computed from elements below others is the rank of an element whose condition holds.
            let is_rank = depends(
                store.addr(),
                |from| from.defined_by::<ShufflePairOp>().is_some(),
                |op| !op.isa::<LoadOp>(),
            );
            let advice = match is_rank {
                true => {
                    "the condition of 'ripple_compress_store' has the shape of the address: give it that of the value with 'ripple_broadcast'"
                }
                false => {
                    "take one element with 'ripple_slice', reduce the value, or store elements after each other with 'ripple_compress_store'"
                }
            };
            let message = format!(
                "a value of shape {value} is stored to an address of shape {address}, which does not allow implicit broadcasting of a store address; \
                 {advice}"
            );
            self.report(Tag::StoreShape, op, message);
        }
        if self.shapes.block(store.value().id()).is_some() {
            self.report(Tag::BlockEscape, op, "a block is stored to memory");
        }
    }

    pub(super) fn check_local(&mut self, op: OpRef<'a>) {
        let shape = self.of(AllocaOp::view_of(op).array_size());
        if !shape.is_scalar() {
            let message = format!(
                "an array on the stack has a size of shape {shape}: each element would need an array of its own; give it the largest size that any \
                 element needs"
            );
            self.report(Tag::Local, op, message);
        }
    }

    pub(super) fn check_comparison(&mut self, op: OpRef<'a>) {
        if op.operands().any(|operand| self.shapes.block(operand.id()).is_some()) {
            let message = "a block is compared, but has no value when the program runs; compare its sizes";
            self.report(Tag::BlockEscape, op, message);
        }
    }

    pub(super) fn check_copy(&mut self, op: OpRef<'a>) {
        let Some((to, from)) = copied_objects(op) else { return };
        let (to, from) = (self.of(to), self.of(from));
        if !from.is_within(to) {
            let message = format!(
                "an object of shape {from} is copied to one of shape {to}: a local object exists once, not for each element; \
                 copy its members one by one"
            );
            self.report(Tag::Local, op, message);
        }
    }

    pub(super) fn check_return(&mut self, op: OpRef<'a>) {
        if !self.is_root {
            return;
        }
        let shape = self.joined_operands(op);
        if !shape.is_scalar() {
            let message = format!(
                "a value of shape {shape} is returned from a function whose callers are unknown; \
                     make the function static, or reduce the value"
            );
            self.report(Tag::ReturnShape, op, message);
        }
    }
}

/// The destination and the source of an op that copies or fills an object.
fn copied_objects(op: OpRef<'_>) -> Option<(ValueRef<'_>, ValueRef<'_>)> {
    op_match!(op, {
        MemcpyOp(copy) => Some((copy.dst(), copy.src())),
        MemcpyInlineOp(copy) => Some((copy.dst(), copy.src())),
        MemmoveOp(copy) => Some((copy.dst(), copy.src())),
        MemsetOp(fill) => Some((fill.dst(), fill.val())),
        MemsetInlineOp(fill) => Some((fill.dst(), fill.val())),
        _ => None,
    })
}
