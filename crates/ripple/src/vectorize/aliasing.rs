//! Which loads may go before stores that wait for others.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::ops::{AddressOfOp, AllocaOp, GEPOp, GEPOpView, GlobalOp, parent_module};
use terrace_ir::{Ir, OpHandle, Value, ValueDef};

use super::emit::Emitter;
use crate::functions::ops_of;

/// The objects of a function of which something is known.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// Addresses of globals that are constant.
    constant: FxHashSet<Value>,
    /// Parameters that point to what nothing else of the function points to, if it is written.
    unaliased: FxHashSet<Value>,
}

impl Objects {
    /// The objects of a function.
    pub(super) fn of(ir: &Ir, function: OpHandle) -> Self {
        let (view, cx) = (ir.op(function), ir.cx());
        let tables = ir.symbol_tables();
        let is_constant = |address: terrace_ir::OpRef<'_>| {
            let name = address.cast::<AddressOfOp>()?.global_name_attr().as_flat_symbol_ref(cx)?;
            Some(tables.lookup(parent_module(address)?, name)?.cast::<GlobalOp>()?.constant())
        };
        let constant = ops_of(view)
            .filter(|&op| is_constant(op) == Some(true))
            .map(|op| op.single_result().id())
            .collect();
        let attrs = view.inherent_attr("arg_attrs").and_then(|attrs| attrs.as_array(cx)).unwrap_or_default();
        let args = view.region(0).entry().into_iter().flat_map(|entry| entry.args());
        let unaliased = args
            .zip(attrs)
            .filter(|(_, attrs)| attrs.dict_get(cx, cx.str("llvm.noalias")).is_some())
            .map(|(arg, _)| arg.id())
            .collect();
        Self { constant, unaliased }
    }

    /// Whether nothing else of the function points to what a parameter points to, if it is written.
    pub(super) fn is_unaliased(&self, parameter: Value) -> bool {
        self.unaliased.contains(&parameter)
    }
}

impl Emitter<'_, '_> {
    /// The object in which an address of the original is, if that is known.
    pub(super) fn object_of(&self, mut address: Value) -> Option<Value> {
        loop {
            let ValueDef::Result(op) = self.rw.body().value_def(address) else {
                return self.known_objects.unaliased.contains(&address).then_some(address);
            };
            let view = self.rw.op(op);
            match view.cast::<GEPOp>() {
                Some(gep) => address = GEPOpView::base(gep).id(),
                None => return (view.isa::<AddressOfOp>() || view.isa::<AllocaOp>()).then_some(address),
            }
        }
    }

    /// Whether a read from an address does not see what the stores that wait write.
    pub(super) fn is_apart_from_stores(&self, address: Value) -> bool {
        let Some(group) = &self.group else { return true };
        let Some(object) = self.object_of(address) else { return false };
        let known = &self.known_objects;
        known.constant.contains(&object)
            || group.objects.iter().all(|other| {
                other.is_some_and(|other| {
                    other != object && (known.unaliased.contains(&other) || known.unaliased.contains(&object))
                })
            })
    }
}
