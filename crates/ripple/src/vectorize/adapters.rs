//! Calls of functions that are compiled for other processors than their callers.
//!
//! In which registers a vector is passed depends on the features that a function is compiled with: eight numbers of
//! `float` are in one register with AVX, and in two without. Where both sides do not agree, a function in between that
//! is compiled as the callee is gets vectors in memory, which is the same for all.

use std::collections::BTreeMap;

use terrace_dialects_llvm::ops::{CallOp, LoadOp, ReturnOp, StoreOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, Context, Ir, Loc, Type, Value};
use terrace_target::TargetKey;

use super::emit::Emitter;
use super::requests::Adapter;
use crate::diagnostics::{Tag, warning};
use crate::faults::{Fault, is_planted};
use crate::legal_vectors::set_target;
use crate::run_time::create_internal_function;

/// The functions that stand between others, with what they are compiled for.
pub(super) type Adapters = BTreeMap<Adapter, (String, TargetKey)>;

/// A function that is called.
#[derive(Clone, Copy)]
pub(super) struct Callee<'c> {
    pub(super) name: &'c str,
    pub(super) target: TargetKey,
    /// The attributes of its parameters that a call has to have, too.
    pub(super) arg_attrs: Option<Attr>,
}

impl Emitter<'_, '_> {
    /// Calls a function on values; returns what it does.
    pub(super) fn call_function(
        &mut self,
        callee: Callee<'_>,
        values: &[Value],
        result: Option<Type>,
    ) -> Option<Value> {
        let cx = self.cx();
        let is_vector = |ty: Type| ty.is_vector(cx);
        let types: Vec<Type> = values.iter().map(|&value| self.type_of(value)).collect();
        let has_vectors = types.iter().copied().chain(result).any(is_vector);
        let own = self.key;
        if !has_vectors || passes_vectors_alike(own, callee.target, cx) {
            return self.call_by_name(callee.name, callee.arg_attrs, values, result);
        }
        let adapter = Adapter {
            callee: callee.name.to_owned(),
            inputs: types.clone(),
            result,
            attrs: callee.arg_attrs.unwrap_or(Attr::NULL),
        };
        let name = (self.calls.adapter)(adapter, callee.target);
        let returned = result.filter(|&ty| is_vector(ty)).map(|ty| (self.slot(ty), ty));
        let mut arguments: Vec<Value> = returned.iter().map(|&(slot, _)| slot).collect();
        for (&value, ty) in values.iter().zip(types) {
            arguments.push(if is_vector(ty) { self.in_memory(value) } else { value });
        }
        let Some((slot, ty)) = returned else { return self.call_by_name(&name, None, &arguments, result) };
        self.call_by_name(&name, None, &arguments, None);
        Some(self.rw.build_value(LoadOp::of(slot).loc(self.loc).res(ty)))
    }

    fn call_by_name(
        &mut self,
        name: &str,
        arg_attrs: Option<Attr>,
        values: &[Value],
        result: Option<Type>,
    ) -> Option<Value> {
        let cx = self.cx();
        let mut call = CallOp::of()
            .loc(self.loc)
            .callee_attr(cx.flat_symbol_ref(cx.str(name)))
            .callee_operands(values)
            .op_bundle_operands(&[]);
        if let Some(attrs) = arg_attrs {
            call = call.arg_attrs_attr(attrs);
        }
        let Some(ty) = result else {
            self.rw.build(call);
            return None;
        };
        let made = self.rw.build(call.result(ty));
        Some(self.rw.body().single_result(made))
    }

    /// Warns of a function of a library that is compiled for features that the function does not have in which it is
    /// called.
    pub(super) fn warn_of_features(&mut self, symbol: &str, target: TargetKey) {
        let lacking = self.key.lacking(target, self.cx());
        if !lacking.is_empty() {
            let message = format!(
                "function '{symbol}' of a library is compiled for features that this function is not compiled for ({}): the program needs a \
                 processor that has them",
                lacking.join(", ")
            );
            self.remarks.push(warning(Tag::LibName, self.loc, message));
        }
    }
}

/// Whether functions for both targets pass vectors in the same registers.
fn passes_vectors_alike(own: TargetKey, other: TargetKey, cx: &Context) -> bool {
    own.passes_vectors_as(other, cx) || is_planted(Fault::TargetsNotCompared)
}

/// Defines the functions in between at the end of a module.
pub(super) fn define_adapters(ir: &mut Ir, symbols: &mut SymbolTable, adapters: &Adapters) {
    for (adapter, (name, target)) in adapters {
        adapter.define(ir, symbols, name, *target);
    }
}

impl Adapter {
    /// The name that the function has, unless another one has it.
    pub(super) fn name(&self) -> String {
        format!("ripple.adapter.{}", self.callee)
    }

    fn define(&self, ir: &mut Ir, symbols: &mut SymbolTable, name: &str, target: TargetKey) {
        let cx = std::sync::Arc::clone(ir.cx());
        let pointer: Type = PointerType::get(&cx, 0).into();
        let in_memory = |ty: Type| if ty.is_vector(&cx) { pointer } else { ty };
        let returned = self.result.filter(|ty| ty.is_vector(&cx));
        let inputs: Vec<Type> =
            returned.map(|_| pointer).into_iter().chain(self.inputs.iter().copied().map(in_memory)).collect();
        let result = self.result.filter(|_| returned.is_none());
        let Some((function, inner, region)) = create_internal_function(ir, symbols, name, &inputs, result)
        else {
            return;
        };
        ir.rewrite(function.body, |rw| {
            set_target(rw, function, target);
            // Exceptions of the callee propagate through the adapter.
            rw.set_attr(function.op, "no_unwind", Attr::NULL);
        });
        let loc = Loc::UNKNOWN;
        ir.rewrite(inner, |rw| {
            let args: Vec<(Type, Loc)> = inputs.iter().map(|&ty| (ty, loc)).collect();
            let entry = rw.create_block(region, &args);
            let args: Vec<Value> = rw.body().args(entry).collect();
            rw.set_insertion_point_to_end(entry);
            let mut values = Vec::new();
            for (&arg, &ty) in args[usize::from(returned.is_some())..].iter().zip(&self.inputs) {
                values.push(match ty.is_vector(&cx) {
                    true => rw.build_value(LoadOp::of(arg).loc(loc).res(ty)),
                    false => arg,
                });
            }
            let mut call = CallOp::of()
                .loc(loc)
                .callee_attr(rw.cx().flat_symbol_ref(rw.cx().str(&self.callee)))
                .callee_operands(&values)
                .op_bundle_operands(&[]);
            if self.attrs != Attr::NULL {
                call = call.arg_attrs_attr(self.attrs);
            }
            let value = match self.result {
                Some(ty) => {
                    let made = rw.build(call.result(ty));
                    Some(rw.body().single_result(made))
                }
                None => {
                    rw.build(call);
                    None
                }
            };
            match (value, returned) {
                (Some(value), Some(_)) => {
                    rw.build(StoreOp::of(value, args[0]).loc(loc));
                    rw.build(ReturnOp::of().loc(loc));
                }
                (Some(value), None) => _ = rw.build(ReturnOp::of().loc(loc).arg(value)),
                (None, _) => _ = rw.build(ReturnOp::of().loc(loc)),
            }
        });
    }
}
