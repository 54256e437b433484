//! Loads that may go before stores which wait for others.

use terrace_dialects_llvm::ops::{AddressOfOp, AllocaOp, GEPOp};
use terrace_ir::{Value, ValueDef};

use super::emit::Emitter;

impl Emitter<'_, '_> {
    /// The object in which an address of the original is, if that is known.
    pub(super) fn object_of(&self, mut address: Value) -> Option<Value> {
        loop {
            let ValueDef::Result(op) = self.rw.body().value_def(address) else {
                return self.memory.objects.unaliased.contains(&address).then_some(address);
            };
            let view = self.rw.op(op);
            match view.cast::<GEPOp>() {
                Some(gep) => address = gep.base().id(),
                None => return (view.isa::<AddressOfOp>() || view.isa::<AllocaOp>()).then_some(address),
            }
        }
    }

    /// Whether a read from an address does not see what the stores that wait write.
    pub(super) fn is_apart_from_stores(&self, address: Value) -> bool {
        let Some(group) = &self.memory.group else { return true };
        group.objects.iter().all(|&written| self.are_other_objects(written, address))
    }

    /// Whether an object that is written, if it is known, is another one than that in which an address of the original
    /// is.
    pub(super) fn are_other_objects(&self, written: Option<Value>, address: Value) -> bool {
        let Some(object) = self.object_of(address) else { return false };
        let known = &self.memory.objects;
        known.constant.contains(&object)
            || written.is_some_and(|written| {
                written != object && (known.unaliased.contains(&written) || known.unaliased.contains(&object))
            })
    }
}
